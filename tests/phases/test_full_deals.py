"""Whole deals played card by card, settled to the chip by bills drawn up by hand."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import (
    SUITS,
    act,
    american,
    fontainebleau,
    french,
    only_bid,
    settled,
    speak,
    tricks,
)

import boston_rules as br

HEARTS = (
    "AH KH QH 9H 8H AS KS 5C 4C 3C 4D 3D 2D",
    "JH TH 7H QS JS TS AC KC 9C 8C 9D 8D 7D",
    "6H 5H 4H 9S 8S 7S QC JC TC 7C AD KD QD",
    "3H 2H 6S 5S 4S 3S 2S 6C 2C JD TD 6D 5D",
)
"""Seat 3 deals; seat 0 is eldest and holds three heart honours; seat 1 holds the fourth."""

SEVEN = (
    "0: AH 7H 4H 2H", "0: KH TH 5H 3H", "0: QH JH 6H 5D", "0: AS TS 7S 2S", "0: KS JS 8S 3S",
    "0: 5C 8C 7C 2C", "1: QS 9S 4S 8H", "0: 4C 9C TC 6C", "2: AD JD 4D 9D", "2: KD 6D 3D 8D",
    "2: QD TD 2D 7D", "2: QC 5S 3C KC", "1: AC JC 6S 9H",
)  # fmt: skip
"""Hearts are trumps: tricks (7, 2, 4, 0)."""

FIVE = (
    "0: 8H TH 6H 3H", "1: QS 9S 6S KS", "0: 9H JH 5H 2H", "1: JS 8S 5S AS", "0: AH 7H 4H 6D",
    "0: KH 7D 7S 5D", "0: QH 8D 7C TD", "0: 2D 9D AD JD", "2: KD 2S 3D TS", "2: QD 3S 4D 8C",
    "2: QC 2C 3C KC", "1: AC TC 6C 4C", "1: 9C JC 4S 5C",
)  # fmt: skip
"""Hearts are trumps, led from the bottom: tricks (5, 4, 4, 0)."""


class TestFontainebleau:
    """The dealer, seat 3, has put 50 into the pool; purses were 1600 each."""

    @staticmethod
    def deal(words: str, rows: tuple[str, ...], deals: int = 12) -> br.Settled:
        return settled(tricks(speak(fontainebleau(HEARTS, deals=deals), words), *rows))

    def test_R7_five_hearts_with_two_over_and_three_honours(self) -> None:
        done = self.deal("0 bid 5 H; 1 pass; 2 pass; 3 pass; 0 solo", SEVEN)
        assert done.outcome.tricks == (7, 2, 4, 0)
        assert done.outcome.honours == (3, 1, 0, 0)
        # 5♥ 20 + two over 10 + three honours 10 = 40 from each, and the pool of 50.
        assert done.settlement.deltas == (3 * 40 + 50, -40, -40, -40)
        assert done.table.purses == (1770, 1560, 1560, 1510)
        assert done.table.pool == 0
        first = done.settlement.transfers[0]
        assert (first.payer, first.payee) == (1, 0)
        assert [line.chips for line in first.lines] == [20, 10, 10]

    def test_seven_hearts_exactly_with_three_honours(self) -> None:
        done = self.deal("0 bid 7 H; 1 pass; 2 pass; 3 pass; 0 solo", SEVEN)
        # 7♥ 60 + three honours 10 = 70 from each, and the pool of 50.
        assert done.settlement.deltas == (3 * 70 + 50, -70, -70, -70)

    def test_seven_hearts_lost_by_two_with_three_honours(self) -> None:
        done = self.deal("0 bid 7 H; 1 pass; 2 pass; 3 pass; 0 solo", FIVE)
        assert done.outcome.tricks == (5, 4, 4, 0)
        # 60 + two under 10 + three honours 10 = 80 to each and 80 to the pool of 50.
        assert done.settlement.deltas == (-3 * 80 - 80, 80, 80, 80)
        assert done.table.pool == 130

    def test_R9_P7_the_same_on_the_last_deal(self) -> None:
        done = self.deal("0 bid 7 H; 1 pass; 2 pass; 3 pass; 0 solo", FIVE, deals=1)
        # The pool of 130 is divided among the adversaries: 43 each, the odd chip to seat 1.
        assert done.settlement.deltas == (-320, 80 + 44, 80 + 43, 80 + 43)
        assert done.table.pool == 0
        assert done.session_over
        assert done.winners == (1,)

    def test_R9_P7_a_lost_partnered_bid_on_the_last_deal(self) -> None:
        words = "0 bid 10 H; 1 pass; 2 pass; 3 pass; 0 ask; 1 decline; 2 accept"
        done = self.deal(words, SEVEN, deals=1)
        # 0 pays 1 and 2 pays 3 140 each, 70 each to the pool of 50 (see below);
        # its 190 go to seats 1 and 3 alone, 95 each.
        assert done.settlement.deltas == (-210, 140 + 95, -210, 140 + 95)
        assert done.winners == (1,), "235 - 0 against 235 - 50 for the ante of seat 3"

    def test_R14_P10_made_with_a_partner(self) -> None:
        words = "0 bid 5 H; 1 pass; 2 pass; 3 pass; 0 ask; 1 decline; 2 accept"
        done = self.deal(words, SEVEN)
        # Target 8, taken 11: 20 + three over 15 + three honours 10 = 45;
        # 1 pays 0 and 3 pays 2; the pool of 50 by halves.
        assert done.settlement.deltas == (45 + 25, -45, 45 + 25, -45)

    def test_R14_P11_lost_with_a_partner(self) -> None:
        words = "0 bid 10 H; 1 pass; 2 pass; 3 pass; 0 ask; 1 decline; 2 accept"
        done = self.deal(words, SEVEN)
        # Target 13, taken 11: 120 + two under 10 + three honours 10 = 140;
        # 0 pays 1, 2 pays 3, and together 140 to the pool.
        assert done.settlement.deltas == (-140 - 70, 140, -140 - 70, 140)
        assert done.table.pool == 190

    def test_R7_the_honours_of_both_partners_count_together(self) -> None:
        words = "0 bid 5 H; 1 pass; 2 pass; 3 pass; 0 ask; 1 accept"
        done = self.deal(words, SEVEN)
        # With seat 1, target 8, taken 9, all four honours: 20 + 5 + 20 = 45;
        # 2 pays 0 and 3 pays 1.
        assert done.settlement.deltas == (45 + 25, 45 + 25, -45, -45)

    def test_a_passed_out_deal(self) -> None:
        done = settled(
            tricks(
                act(fontainebleau(SUITS), "pass;pass;pass;pass"),
                *(f"0: {c}S {c}H {c}C {c}D" for c in "AKQJT98765432"),
            )
        )
        # Three take no trick and divide the pool of 50: 16 each, 2 odd chips stay.
        assert done.settlement.deltas == (0, 16, 16, 16)
        assert done.table.pool == 2

    def test_little_misere_on_the_table(self) -> None:
        """Seat 0 throws a spade and plays spades to hearts that seat 1 wins."""
        state = speak(fontainebleau(SUITS, dealer=0), "1 pass; 2 pass; 3 pass")
        state = speak(state, "0 bid little-misere-table; 1 discard 2H; 2 discard 2C; 3 discard 2D")
        state = act(state, "discard AS")
        low = zip("AKQJT9876543", "KQJT98765432", strict=True)
        done = settled(tricks(state, *(f"1: {c}H {c}C {c}D {s}S" for c, s in low)))
        assert done.outcome.tricks == (0, 12, 0, 0)
        assert done.settlement.deltas == (3 * 200 + 50, -200, -200, -200)


class TestAmerican:
    """Everybody has put 5 into the pool, so that it holds 20."""

    @staticmethod
    def deal(words: str, rows: tuple[str, ...], turned: str, deals: int = 12) -> br.Settled:
        state = american(HEARTS, turned=turned, deals=deals)
        return settled(tricks(speak(state, words), *rows))

    def test_R21_a_plain_five_leaves_the_pool(self) -> None:
        done = self.deal("0 bid 5; 1 pass; 2 pass; 3 pass; 0 trump H", SEVEN, "7C")
        # Bid 5, won 7: 13 from each.
        assert done.settlement.deltas == (3 * 13, -13, -13, -13)
        assert done.table.pool == 20
        assert done.table.purses == (1634, 1582, 1582, 1582)

    def test_R21_seven_takes_the_pool(self) -> None:
        done = self.deal("0 bid 7 preference; 1 pass; 2 pass; 3 pass", SEVEN, "2H")
        # Bid 7, won 7: 18 from each, and the pool of 20.
        assert done.settlement.deltas == (3 * 18 + 20, -18, -18, -18)
        assert done.table.pool == 0

    def test_R12_a_failed_bid_doubles_the_pool(self) -> None:
        done = self.deal("0 bid 7 colour; 1 pass; 2 pass; 3 pass", FIVE, "2D")
        # Bid 7, short by two: 29 to each, and 20 into the pool of 20.
        assert done.settlement.deltas == (-3 * 29 - 20, 29, 29, 29)
        assert done.table.pool == 40

    def test_a_failed_five_doubles_it_too(self) -> None:
        # Seat 1 takes four tricks in hearts as well, for whoever named them.
        words = "0 pass; 1 bid 5 preference; 2 pass; 3 pass; 0 pass"
        done = self.deal(words, FIVE, "2H")
        assert done.settlement.deltas == (11, -3 * 11 - 20, 11, 11)
        assert done.table.pool == 40

    def test_R9_on_the_last_deal_the_pool_is_divided_among_all(self) -> None:
        done = self.deal("0 bid 7 colour; 1 pass; 2 pass; 3 pass", FIVE, "2D", deals=1)
        # 40 in the pool: 10 each, the caller who failed too.
        assert done.settlement.deltas == (-107 + 10, 29 + 10, 29 + 10, 29 + 10)
        assert done.winners == (1, 2, 3), "P46: a tie is joint"

    def test_P30_a_failed_misere_doubles_the_pool(self) -> None:
        state = act(american(HEARTS), "bid grand-misere;pass;pass;pass")
        done = settled(tricks(state, *NO_TRUMPS))
        assert done.outcome.tricks == (6, 3, 4, 0)
        assert done.settlement.deltas == (-3 * 40 - 20, 40, 40, 40)
        assert done.table.pool == 40

    def test_R30_passed_out(self) -> None:
        done = settled(tricks(act(american(HEARTS), "pass;pass;pass;pass"), *NO_TRUMPS))
        # Seat 0 with six tricks pays 5 × 3 to seat 1, 5 × 2 to seat 2, 5 × 6 to seat 3.
        assert done.settlement.deltas == (-55, 15, 10, 30)
        assert done.table.pool == 20, "untouched"


NO_TRUMPS = (
    "0: AH 7H 4H 2H", "0: KH TH 5H 3H", "0: QH JH 6H 5D", "0: AS TS 7S 2S", "0: KS JS 8S 3S",
    "0: 9H 7D 9S 4S", "0: 5C KC TC 6C", "1: AC JC 2C 4C", "1: 9C QC 5S 3C", "2: AD TD 4D 8D",
    "2: KD 6D 3D 9D", "2: QD JD 2D QS", "2: 7C 6S 8H 8C",
)  # fmt: skip
"""The same hands without trumps: tricks (6, 3, 4, 0)."""

CLUBS = (
    "AC KC QC 9C 8C JD AS KS 5H 4H 3H 3D 2D",
    "JC TC 7C QS JS TS AH KH 9H 8H 9D 8D 7D",
    "6C 5C 4C 9S 8S 7S QH JH TH 7H AD KD QD",
    "3C 2C 6S 5S 4S 3S 2S 6H 2H TD 6D 5D 4D",
)
"""For ``french``: seat 3 deals and turns 2♣; seat 0 holds the Boston and three club honours."""

EIGHT_CLUBS = (
    "0: AC 7C 4C 2C", "0: KC TC 5C 3C", "0: JD JC 6C 4D", "0: AS TS 7S 2S", "0: KS JS 8S 3S",
    "0: 5H 8H 7H 2H", "1: QS 9S 4S 8C", "0: 4H 9H TH 6H", "2: AD TD 3D 9D", "2: KD 6D 2D 8D",
    "2: QD 5D 3H 7D", "2: QH 5S 9C KH", "0: QC AH JH 6S",
)  # fmt: skip
"""Clubs are trumps: tricks (8, 1, 4, 0)."""

SIX_CLUBS = (
    "0: 8C TC 6C 3C", "1: QS 9S 6S KS", "0: 9C JC 5C 2C", "1: JS 8S 5S AS", "0: AC 7C 4C 6D",
    "0: KC 7D 7S 5D", "0: QC 8D 7H TD", "0: JD TS TH 4D", "0: 2D 9D AD 2S", "2: KD 3S 3D 8H",
    "2: QD 4S 3H 9H", "2: QH 2H 4H KH", "1: AH JH 6H 5H",
)  # fmt: skip
"""Clubs are trumps: tricks (6, 4, 3, 0)."""


class TestFrench:
    """k = 2 in clubs. The dealer has put 10 into the pool. Seat 0 gets 2 each for the Boston."""

    @staticmethod
    def deal(words: str, rows: tuple[str, ...]) -> br.Settled:
        state = speak(french(CLUBS, turned="2C"), words)
        return settled(tricks(state, *rows))

    def test_R14_simple_in_belle_made_with_a_partner(self) -> None:
        done = self.deal("0 bid simple-belle AC; 1 pass; 2 accept; 3 pass", EIGHT_CLUBS)
        assert done.outcome.tricks == (8, 1, 4, 0)
        # Target 8, taken 12: (4 + four over 4 + three honours 3) × 2 = 22; 1 pays 0, 3 pays 2;
        # the pool of 10 by halves; 2 from each other for the Boston.
        assert done.settlement.deltas == (22 + 5 + 6, -22 - 2, 22 + 5 - 2, -22 - 2)
        assert done.table.purses == (33, -24, 25, -34)
        assert done.table.pool == 0

    def test_simple_in_belle_made_alone(self) -> None:
        done = self.deal("0 bid simple-belle AC; 1 pass; 2 pass; 3 pass", SIX_CLUBS)
        # (4 + one over 1 + three honours 3) × 2 = 16 from each, the pool, the Boston.
        assert done.settlement.deltas == (3 * 16 + 10 + 6, -18, -18, -18)

    def test_petite_independance_made(self) -> None:
        done = self.deal("0 bid petite-independance C; 1 pass; 2 pass; 3 pass", EIGHT_CLUBS)
        # (6 + two over 4 + three honours 4) × 2 = 28.
        assert done.settlement.deltas == (3 * 28 + 10 + 6, -30, -30, -30)

    def test_R42_grande_independance_lost(self) -> None:
        done = self.deal("0 bid grande-independance C; 1 pass; 2 pass; 3 pass", SIX_CLUBS)
        # 8 × 2 = 16 to each, no honours, no undertricks, and the pool of 10 doubled.
        assert done.settlement.deltas == (-3 * 16 - 10 + 6, 16 - 2, 16 - 2, 16 - 2)
        assert done.table.pool == 20

    def test_R40_neuf_lost(self) -> None:
        done = self.deal("0 bid neuf-belle; 1 pass; 2 pass; 3 pass", EIGHT_CLUBS)
        assert done.settlement.deltas == (-3 * 24 - 10 + 6, 24 - 2, 24 - 2, 24 - 2)

    def test_P35_the_partner_alone_short(self) -> None:
        done = self.deal("0 bid simple-belle AC; 1 pass; 2 pass; 3 accept", SIX_CLUBS)
        # 6 + 0 of 8: the bidder has his five, the partner none of his three. Seat 3 pays
        # 8 to each opponent and the whole doubling of 10.
        assert done.settlement.deltas == (6, 8 - 2, 8 - 2, -16 - 10 - 2)
        assert done.table.pool == 20

    def test_P35_the_bidder_alone_short(self) -> None:
        done = self.deal("0 pass; 1 bid simple-belle JC; 2 accept; 3 pass", SIX_CLUBS)
        # 4 + 3 of 8: seat 1 is one short, seat 2 is not.
        assert done.settlement.deltas == (8 + 6, -16 - 10 - 2, -2, 8 - 2)

    def test_P35_R14_both_short(self) -> None:
        done = self.deal("0 pass; 1 bid simple-belle JC; 2 pass; 3 accept", SIX_CLUBS)
        # 4 + 0 of 8: 1 pays 2, 3 pays 0, and 5 each into the pool.
        assert done.settlement.deltas == (8 + 6, -8 - 5 - 2, 8 - 2, -8 - 5 - 2)
        assert done.table.pool == 20

    @pytest.mark.parametrize(
        ("dealer", "turned", "factor"), [(0, "2S", 1), (2, "2C", 2), (3, "2D", 3), (1, "2H", 4)]
    )
    @pytest.mark.parametrize(
        ("key", "price"),
        [
            ("petite-misere", 16),
            ("grande-misere", 32),
            ("petite-misere-table", 64),
            ("grande-misere-table", 64),
        ],
    )
    def test_P49_R38_a_misere_is_priced_by_the_turned_suit(
        self, dealer: int, turned: str, factor: int, key: str, price: int
    ) -> None:
        """Eldest leads his suit and wins all; the next seat after him declares."""
        eldest, declarer = (dealer + 1) % 4, (dealer + 2) % 4
        order = [(eldest + place) % 4 for place in range(4)]
        state = only_bid(french(SUITS, dealer, turned), declarer, f"bid {key}")
        ranks = "AKQJT98765432"
        if state.phase == "discarding":
            state = act(state, *(f"discard 2{'SHCD'[seat]}" for seat in order))
            ranks = ranks[:-1]
        rows = (f"{eldest}: " + " ".join(rank + "SHCD"[seat] for seat in order) for rank in ranks)
        done = settled(tricks(state, *rows))
        deltas = [-price * factor] * 4
        deltas[declarer] = 3 * price * factor + 10
        assert done.settlement.made is True
        assert done.settlement.deltas == tuple(deltas)
