"""Whole deals of the other thirteen variants, by tokens to the chip; bills drawn up by hand.

Seat 3 deals unless another is named, so seat 0 is eldest; purses start at 1600 where it says so.
"""

from __future__ import annotations

from tests.phases.table_talk import act, settled, speak, tricks
from tests.play.deals import (
    HEARTS_SEVEN_AND_THREE,
    LOW,
    MIXED,
    SPADES_EIGHT,
    SPADES_FIVE,
    SPADES_FIVE_AND_TWO,
    SPADES_FOUR,
    SPADES_NINE,
    SPADES_SEVEN,
    SPADES_SIX,
    SPADES_SIX_AND_FOUR,
    THREE_EIGHT,
    THREE_FIVE,
    VOID,
    VOID_SIX,
    rotated,
    rotated_line,
)
from tests.play.tables import bill, next_opened, opened

import boston_rules as br


def played(state: br.State, words: str, *rows: str) -> br.Settled:
    """Calls such as ``0 bid 5 S; 1 pass``, then the tricks."""
    return settled(tricks(speak(state, words), *rows))


def contested(state: br.State, words: str, *rows: str) -> br.Settled:
    """The same where the first opponent who is asked after the first trick contests."""
    state = act(tricks(speak(state, words), rows[0]), "contest")
    return settled(tricks(state, *rows[1:]))


class TestFontainebleauCats:
    """Each has put in 5: the pool is 20, purses are 1595."""

    def test_P18_five_spades_with_an_unknown_partner(self) -> None:
        """Seat 1 holds the called knave: together four honours and ten tricks, two over."""
        words = "0 bid 5 S; 1 pass; 2 pass; 3 pass; 0 call JS"
        done = played(opened("fontainebleau-cats", MIXED), words, *SPADES_NINE)
        assert done.outcome.tricks == (9, 1, 3, 0)
        # 5♠ 10 + two over 10 + four honours 20 = 40: 2 pays 0, 3 pays 1; the pool stays (R21).
        assert bill(done).deltas == (40, 40, -40, -40)
        assert done.table.purses == (1635, 1635, 1555, 1555)
        assert done.table.pool == 20

    def test_R21_seven_spades_take_the_pool(self) -> None:
        words = "0 bid 7 S; 1 pass; 2 pass; 3 pass; 0 solo"
        done = played(opened("fontainebleau-cats", MIXED), words, *SPADES_SEVEN)
        # 7♠ 50 + three honours 10 = 60 from each, and the pool of 20.
        assert bill(done).deltas == (200, -60, -60, -60)
        assert done.table.pool == 0

    def test_R23_eight_spades_lost_with_six_tricks_double_the_pool(self) -> None:
        words = "0 bid 8 S; 1 pass; 2 pass; 3 pass; 0 solo"
        done = played(opened("fontainebleau-cats", MIXED), words, *SPADES_SIX)
        # 8♠ 70 + two under 10 + three honours 10 = 90 to each, and 20 to the pool of 20.
        assert bill(done).deltas == (-290, 90, 90, 90)
        assert done.table.pool == 40

    def test_R23_nine_spades_lost_with_eight_tricks_do_not(self) -> None:
        words = "0 bid 9 S; 1 pass; 2 pass; 3 pass; 0 solo"
        done = played(opened("fontainebleau-cats", MIXED), words, *SPADES_EIGHT)
        # 9♠ 90 + one under 5 + three honours 10 = 105 to each.
        assert bill(done).deltas == (-315, 105, 105, 105)
        assert done.table.pool == 20

    def test_R23_seven_tricks_are_enough_to_spare_the_pool(self) -> None:
        words = "0 bid 9 S; 1 pass; 2 pass; 3 pass; 0 solo"
        done = played(opened("fontainebleau-cats", MIXED), words, *SPADES_SEVEN)
        # 9♠ 90 + two under 10 + three honours 10 = 110 to each.
        assert bill(done).deltas == (-330, 110, 110, 110)
        assert done.table.pool == 20

    def test_P17_the_tricks_of_the_side_together_spare_it_too(self) -> None:
        """Seven and one of the ten that bidder and partner owe."""
        words = "0 bid 7 S; 1 pass; 2 pass; 3 pass; 0 call JS"
        done = played(opened("fontainebleau-cats", MIXED), words, *SPADES_SEVEN)
        # 7♠ 50 + two under 10 + four honours 20 = 80: 0 pays 2, 1 pays 3 (R14).
        assert bill(done).deltas == (-80, -80, 80, 80)
        assert done.table.pool == 20


class TestFontainebleauHoyle:
    """Seat 3 has put in 1; purses start at 0 and there are no honours (P15)."""

    def test_six_hearts_with_a_whister(self) -> None:
        words = "0 pass; 1 bid 6 H; 2 pass; 3 pass; 1 ask; 2 decline; 3 accept"
        done = contested(opened("fontainebleau-hoyle", MIXED), words, *HEARTS_SEVEN_AND_THREE)
        assert done.outcome.tricks == (1, 7, 2, 3)
        # 6♥ 8 + one over nine 1 = 9: 2 pays 1, 0 pays 3 (P10); the pool of 1 to the bidder (R13).
        assert bill(done).deltas == (-9, 10, -9, 9)
        assert done.table.purses == (-9, 10, -9, 8)

    def test_seven_spades_lost_flat(self) -> None:
        words = "0 bid 7 S; 1 pass; 2 pass; 3 pass; 0 solo"
        done = contested(opened("fontainebleau-hoyle", MIXED), words, *SPADES_SIX)
        # 7♠ 10 to each and 10 to the pool of 1; undertricks cost nothing.
        assert bill(done).deltas == (-40, 10, 10, 10)
        assert done.table.pool == 11

    def test_conceded_after_the_first_trick(self) -> None:
        words = "0 bid 7 S; 1 pass; 2 pass; 3 pass; 0 solo"
        state = tricks(speak(opened("fontainebleau-hoyle", MIXED), words), SPADES_SIX[0])
        done = settled(act(state, "concede; concede; concede"))
        # 7♠ 10 from each, and the pool of 1.
        assert bill(done).deltas == (31, -10, -10, -10)


def test_russian_five_hearts_against_a_chicane() -> None:
    """Seat 3, who dealt and put in 1, holds no heart."""
    words = "0 bid 5 H; 1 pass; 2 pass; 3 pass; 0 solo; 0 pass; 1 pass; 2 pass; 3 chicane"
    done = contested(opened("russian", VOID), words, *VOID_SIX)
    assert done.outcome.tricks == (6, 2, 1, 4)
    # 5♥ 4 + one over 1 = 5 from each, pool 1 to seat 0; then 2 to seat 3 from each other.
    assert bill(done).deltas == (15 + 1 - 2, -5 - 2, -5 - 2, -5 + 6)
    assert done.table.purses == (14, -7, -7, 0)


class TestRussianPartnership:
    """0 and 2 against 1 and 3; the pool is 1."""

    def test_five_spades_made_with_ten_together(self) -> None:
        words = "0 bid 5 S; 1 pass; 2 pass; 3 pass"
        done = contested(opened("russian-partnership", MIXED), words, *SPADES_SIX_AND_FOUR)
        assert done.outcome.tricks == (6, 2, 4, 1)
        # 5♠ 2 + two over eight 2 = 4: 1 pays 0, 3 pays 2 (R14); the pool of 1 to the bidder.
        assert bill(done).deltas == (5, -4, 4, -4)

    def test_five_spades_lost_with_seven_together(self) -> None:
        words = "0 bid 5 S; 1 pass; 2 pass; 3 pass"
        done = contested(opened("russian-partnership", MIXED), words, *SPADES_FIVE_AND_TWO)
        assert done.outcome.tricks == (5, 5, 2, 1)
        # 5♠ 2: 0 pays 1, 2 pays 3; 2 to the pool, 1 by each.
        assert bill(done).deltas == (-3, 2, -3, 2)
        assert done.table.pool == 3

    def test_P21_a_grand_misere_though_the_partner_wins_tricks(self) -> None:
        """Seat 0 deals; seat 1 leads, wins four tricks, and seat 3 none."""
        rows = (
            "1: AD 5D 2D TS", "1: KD 6D 3D 5S", "1: QD 7D 4D KH", "1: JD 8D 2C 6S",
            "1: JH 6C 2H AH", "0: 7S TD AC 2S", "0: 8S 8H 7C 4S", "0: 9S TH 8C 3S",
            "0: JS 9D 9C 3C", "0: QS 6H TC 3H", "0: KS 9H JC 4C", "0: QH 5H QC 4H",
            "0: AS 7H KC 5C",
        )  # fmt: skip
        words = "1 pass; 2 pass; 3 bid grand-misere; 0 pass"
        state = opened("russian-partnership", LOW, dealer=0)
        state = act(tricks(speak(state, words), rows[0]), "concede; contest")
        done = settled(tricks(state, *rows[1:]))
        assert done.outcome.tricks == (9, 4, 0, 0)
        # 30: 0 pays 3, 2 pays 1 (P10); the pool of 1 to the bidder.
        assert bill(done).deltas == (-30, 30, -30, 31)


class TestAmericanDecimal:
    """Each has put in 5: the pool is 20. 8♠ is turned: spades preference, clubs colour."""

    def test_a_plain_seven_in_the_preference_suit(self) -> None:
        """R28: who bids without a suit may name any, the preference suit too."""
        words = "0 bid 7; 1 pass; 2 pass; 3 pass; 0 trump S"
        done = played(opened("american-decimal", MIXED, turned="8S"), words, *SPADES_SEVEN)
        # Seven 20 from each, and the pool of 20.
        assert bill(done).deltas == (80, -20, -20, -20)
        assert done.table.purses == (1675, 1575, 1575, 1575)

    def test_eight_in_preference_short_by_two(self) -> None:
        # Seats 2 and 3 have passed, but may come back with a Grand Misère (P24).
        words = "0 bid 8; 1 bid 8 colour; 2 pass; 3 pass; 0 bid 8 preference; 1 pass"
        words += "; 2 pass; 3 pass"
        done = played(opened("american-decimal", MIXED, turned="8S"), words, *SPADES_SIX)
        # Eight short by two 35 to each, and 20 to the pool of 20.
        assert bill(done).deltas == (-125, 35, 35, 35)
        assert done.table.pool == 40

    def test_overtricks_earn_nothing(self) -> None:
        words = "0 bid 6; 1 pass; 2 pass; 3 pass; 0 trump S"
        done = played(opened("american-decimal", MIXED, turned="8S"), words, *SPADES_NINE)
        # Six 15 from each; below Seven the pool stays.
        assert bill(done).deltas == (45, -15, -15, -15)
        assert done.table.pool == 20


class TestBostonWhist:
    """Each has put in 10: the pool is 40. 5♣ is turned: clubs preference, spades colour."""

    def test_seven_spades(self) -> None:
        words = "0 bid 7 S; 1 pass; 2 pass; 3 pass"
        done = played(opened("boston-whist", MIXED, turned="5C"), words, *SPADES_SEVEN)
        # Seven 20 from each, and the pool of 40.
        assert bill(done).deltas == (100, -20, -20, -20)
        assert done.table.purses == (90, -30, -30, -30)

    def test_ten_spades_short_by_two(self) -> None:
        words = "0 bid 9 H; 1 pass; 2 pass; 3 bid 9 S; 0 bid 10 S; 3 pass"
        done = played(opened("boston-whist", MIXED, turned="5C"), words, *SPADES_EIGHT)
        # Ten short by two 55 to each, and 40 to the pool of 40.
        assert bill(done).deltas == (-205, 55, 55, 55)
        assert done.table.pool == 80


class TestTwoPackHoyle:
    """Each has put in 2: the pool is 8. 5♣ is turned."""

    WORDS = "0 bid 5 S; 1 pass; 2 pass; 3 pass; 1 concede; 2 contest"

    def test_P26_contested_and_made_with_seven(self) -> None:
        done = played(opened("two-pack-hoyle", MIXED, turned="5C"), self.WORDS, *SPADES_SEVEN)
        # Five 2 from each, and the pool of 8 because it was played and seven were won.
        assert bill(done).deltas == (14, -2, -2, -2)

    def test_P26_contested_and_made_with_six(self) -> None:
        done = played(opened("two-pack-hoyle", MIXED, turned="5C"), self.WORDS, *SPADES_SIX)
        assert bill(done).deltas == (6, -2, -2, -2)
        assert done.table.pool == 8

    def test_P26_contested_and_lost(self) -> None:
        done = played(opened("two-pack-hoyle", MIXED, turned="5C"), self.WORDS, *SPADES_FOUR)
        # Five short by one 2 to each; no doubling.
        assert bill(done).deltas == (-6, 2, 2, 2)
        assert done.table.pool == 8

    def test_P26_conceded(self) -> None:
        words = "0 bid 6 S; 1 pass; 2 pass; 3 pass; 1 concede; 2 concede; 3 concede"
        done = played(opened("two-pack-hoyle", MIXED, turned="5C"), words)
        # Six 3 from each; the pool stays; no card was played.
        assert bill(done).deltas == (9, -3, -3, -3)
        assert done.table.pool == 8
        assert done.outcome.tricks == (0, 0, 0, 0)

    def test_eight_spades_short_by_one(self) -> None:
        words = "0 bid 8 S; 1 pass; 2 pass; 3 pass"
        done = played(opened("two-pack-hoyle", MIXED, turned="5C"), words, *SPADES_SEVEN)
        # Eight short by one 5 to each, and 8 to the pool of 8.
        assert bill(done).deltas == (-23, 5, 5, 5)
        assert done.table.pool == 16


class TestAmericanPartnership:
    """0 and 2 against 1 and 3; the pool is 20; 8♠ is turned, so spades are trumps."""

    def test_seven_made_with_ten_together(self) -> None:
        words = "0 bid 7; 1 pass; 3 pass"
        state = opened("american-partnership", MIXED, turned="8S")
        done = played(state, words, *SPADES_SIX_AND_FOUR)
        # Seven 20 from each opponent to the bidder, and the pool of 20.
        assert bill(done).deltas == (60, -20, 0, -20)
        assert done.table.purses == (55, -25, -5, -25)

    def test_nine_lost_by_two(self) -> None:
        words = "0 bid 7; 1 bid 8; 2 bid 9; 3 pass; 1 pass"
        state = opened("american-partnership", MIXED, turned="8S")
        done = played(state, words, *SPADES_FIVE_AND_TWO)
        # Seat 2 has bid. Nine short by two 45: 2 pays 3 and 1; 20 to the pool.
        assert bill(done).deltas == (0, 45, -110, 45)
        assert done.table.pool == 40


class TestAmericanCapped:
    """Each has put in 5: the pool is 20; 8♠ is turned, so spades are trumps."""

    def test_eight(self) -> None:
        words = "0 bid 8; 1 pass; 2 pass; 3 pass"
        done = played(opened("american-capped", MIXED, turned="8S"), words, *SPADES_EIGHT)
        # Eight 25 from each, and the pool of 20.
        assert bill(done).deltas == (95, -25, -25, -25)

    def test_six_short_by_one(self) -> None:
        words = "0 bid 6; 1 pass; 2 pass; 3 pass"
        done = played(opened("american-capped", MIXED, turned="8S"), words, *SPADES_FIVE)
        # Six short by one 15 to each; any failed bid doubles the pool of 20.
        assert bill(done).deltas == (-65, 15, 15, 15)
        assert done.table.pool == 40

    def test_a_little_spread_with_discards(self) -> None:
        """Seat 0 deals; everybody lays a card aside, twelve tricks are played."""
        words = (
            "1 pass; 2 pass; 3 bid little-spread; 0 pass; "
            "1 discard AD; 2 discard AC; 3 discard 5C; 0 discard AH"
        )
        rows = (
            "1: KD 5D 2D JS", "1: QD 6D 3D 5S", "1: JD 7D 4D KH", "1: JH 8D 2H QH",
            "0: 6S TD 6C 2S", "0: 7S TH TC 3S", "0: 8S 8H 7C 4S", "0: AS 9D QC 2C",
            "0: 9S 9H 8C 3C", "0: TS 7H 9C 4H", "0: QS 6H JC 3H", "0: KS 5H KC 4C",
        )  # fmt: skip
        done = played(opened("american-capped", LOW, dealer=0), words, *rows)
        assert done.outcome.tricks == (9, 3, 0, 0)
        # Little Spread 80 from each, and the pool of 20.
        assert bill(done).deltas == (-80, -80, -80, 260)


class TestEnglishBoston:
    """Each has put in 10; 5♣ is turned: clubs preference, spades colour."""

    def test_seven_in_colour(self) -> None:
        words = "0 bid 7 S; 1 pass; 2 pass; 3 pass"
        done = played(opened("english-boston", MIXED, turned="5C"), words, *SPADES_SEVEN)
        # Seven 20 from each, and the pool of 40.
        assert bill(done).deltas == (100, -20, -20, -20)

    def test_P29_three_seats_two_payers(self) -> None:
        """Seat 2 deals; the hand with 5♣ is dead; the pool is 30 (P48)."""
        state = opened("english-boston", MIXED[:3], dealer=2, turned="5C", seats=3)
        done = played(state, "0 bid 8 S; 1 pass; 2 pass", *THREE_EIGHT)
        assert done.outcome.tricks == (8, 3, 2)
        # Eight 25 from each of two, and the pool of 30.
        assert bill(done).deltas == (80, -25, -25)
        assert done.table.purses == (70, -35, -35)

    def test_P29_three_seats_lost(self) -> None:
        state = opened("english-boston", MIXED[:3], dealer=2, turned="5C", seats=3)
        done = played(state, "0 bid 7 S; 1 pass; 2 pass", *THREE_FIVE)
        assert done.outcome.tricks == (5, 3, 5)
        # Seven short by two 30 to each of two, and 30 to the pool of 30.
        assert bill(done).deltas == (-90, 30, 30)
        assert done.table.pool == 60


class TestClassic:
    """Seat 3 has put in 10."""

    def test_seven_spades_with_two_over(self) -> None:
        words = "0 pass; 1 bid 5 C; 2 pass; 3 pass; 0 bid 7 S; 1 pass; 2 pass; 3 pass"
        done = played(opened("classic", MIXED), words, *SPADES_NINE)
        # Seven 20 + two over 10 = 30 from each, and the pool of 10.
        assert bill(done).deltas == (100, -30, -30, -30)
        assert done.table.purses == (100, -30, -30, -40)

    def test_eight_spades_short_by_two(self) -> None:
        words = "0 bid 8 S; 1 pass; 2 pass; 3 pass"
        done = played(opened("classic", MIXED), words, *SPADES_SIX)
        # Eight 40 + two under 10 = 50 to each; nothing to the pool.
        assert bill(done).deltas == (-150, 50, 50, 50)
        assert done.table.pool == 10

    def test_P31_an_open_misere_led_by_the_declarers_left(self) -> None:
        """Seat 1 deals, seat 2 is eldest, seat 0 leads at the left of seat 3."""
        words = "2 pass; 3 bid misere-ouverte; 0 pass; 1 pass; 2 pass"
        rows = (
            "0: AH 5H 5D 2H", "0: AS 6H 6C 2S", "0: KH 7H 6D 3H", "0: KS 8H 7C 3S",
            "0: QH 9H 7D 4H", "0: QS 9D 8C 4S", "0: JS KD 8D 2C", "0: 9S TD 9C 2D",
            "0: TS TH KC 3C", "0: 8S JD TC 3D", "0: 7S JH JC 4D", "0: 5S QD QC 5C",
            "0: 6S AD AC 4C",
        )  # fmt: skip
        done = played(opened("classic", LOW, dealer=1), words, *rows)
        assert done.outcome.tricks == (13, 0, 0, 0)
        # Misère Ouverte as Ten, 90 from each (R34), and the pool of 10.
        assert bill(done).deltas == (-90, -90, -90, 280)


def test_mariland_over_three_deals() -> None:
    """8♠ is turned first: spades are superpreference for the session."""
    words = "0 bid 5 S; 1 pass; 2 pass; 3 pass"
    first = played(opened("mariland", MIXED, turned="8S"), words, *SPADES_SIX)
    # (2 × 2 + one over) × 3 = 15 from each, and the pool of 10.
    assert bill(first).deltas == (55, -15, -15, -15)
    assert first.table.purses == (55, -15, -15, -25)

    # Seat 0 deals 6♥ to himself: hearts are preference. The hands sit one seat further.
    state = next_opened(first, rotated(MIXED, 1), turned="6H")
    rows = rotated_line(HEARTS_SEVEN_AND_THREE, 1)
    second = played(state, "1 pass; 2 bid 6 H; 3 pass; 0 pass", *rows)
    assert second.outcome.tricks == (3, 1, 7, 2)
    # (2 × 3 + one over) × 2 = 14 from each, and the pool of 10.
    assert bill(second).deltas == (-14, -14, 52, -14)

    # Seat 1 deals 8♠: no preference. Superpreference overcalls; eight lost by two.
    state = next_opened(second, rotated(MIXED, 2), turned="8S")
    rows = rotated_line(SPADES_SIX, 2)
    third = played(state, "2 bid 7 C; 3 bid 8 C; 0 pass; 1 pass; 2 bid 8 S; 3 pass", *rows)
    assert third.outcome.tricks == (3, 0, 6, 4)
    # (2 × 5 + two under) × 3 = 36 to each, and 10 to the pool of 10.
    assert bill(third).deltas == (36, 36, -118, 36)
    assert third.table.pool == 20


class TestWhischBostonien:
    """Each has put in 8 and seat 3 four more: the pool is 36. 8♠ is turned."""

    def test_a_supported_demande_with_two_over(self) -> None:
        words = "0 bid demande; 1 pass; 2 accept; 3 pass"
        state = opened("whisch-bostonien", MIXED, turned="8S")
        done = played(state, words, *SPADES_SIX_AND_FOUR)
        # Demande 4 + two over eight 2 = 6: 1 pays 0, 3 pays 2; the pool of 36 by halves.
        assert bill(done).deltas == (24, -6, 24, -6)
        assert done.table.purses == (16, -14, 16, -18)

    def test_P35_the_supporter_alone_is_short(self) -> None:
        """Five and two tricks: the bidder has his quota, the supporter one of three too few."""
        words = "0 bid demande; 1 pass; 2 accept; 3 pass"
        state = opened("whisch-bostonien", MIXED, turned="8S")
        done = played(state, words, *SPADES_FIVE_AND_TWO)
        # 4 to each opponent and 36 to the pool, all by seat 2.
        assert bill(done).deltas == (0, 4, -44, 4)
        assert done.table.pool == 72

    def test_independance_with_one_over(self) -> None:
        words = "0 bid independance"
        state = opened("whisch-bostonien", MIXED, turned="8S")
        done = played(state, words, *SPADES_NINE)
        # 8 + one over 4 = 12 from each, and the pool of 36.
        assert bill(done).deltas == (72, -12, -12, -12)
