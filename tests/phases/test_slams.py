"""Slams of ``french`` (P34, P49): when they may be declared, and what they win or cost."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import act, french, go_on, legal, only_bid, playing, settled, tricks

import boston_rules as br
from boston_rules.core.errors import SlamNotOpen, WrongPhase

ALONE = (
    "JD AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AD KD QD TD 9D 8D 7D 6D 5D 4D 3D 2D 2S",
)
"""Seat 0 wins all thirteen tricks in spades; seat 3 deals and turns 2♠."""

TWELVE = (
    "JD AS KS QS JS TS 9S 8S 7S 6S 5S 4S 2H",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 3S",
    *ALONE[2:],
)
"""Seat 0 wins twelve and loses 2♥ to seat 1, or wins thirteen with seat 1 as partner."""

SHARED = (
    "JD AS KS QS JS TS 9S 8S 7S 6S 5S 2H 2C",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 3S",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 4S",
    ALONE[3],
)
"""With seat 1 as partner the side wins twelve and loses 2♣ to seat 2."""

FIVE = ("0: JD 2H 2C 2S", "0: AS 3H 3C 2D", "0: KS 4H 4C 3D", "0: QS 5H 5C 4D", "0: JS 6H 6C 5D")
REST = (
    "0: TS 7H 7C 6D",
    "0: 9S 8H 8C 7D",
    "0: 8S 9H 9C 8D",
    "0: 7S TH TC 9D",
    "0: 6S JH JC TD",
    "0: 5S QH QC QD",
    "0: 4S KH KC KD",
    "0: 3S AH AC AD",
)


def simple(hands: tuple[str, ...], *answers: str, turned: str = "2S") -> br.State:
    """Seat 0 lays A♠ for Simple in Belle; the answers of 1, 2 and 3."""
    state = act(french(hands, turned=turned), "bid simple-belle AS", *(answers or ["pass"] * 3))
    assert state.phase == "play"
    return state


def has_slam(state: br.State) -> bool:
    listed = [token for token in legal(state) if token.startswith("slam")]
    assert listed in ([], ["slam", "slam table"])
    refused = [br.why_illegal(state, br.Slam(table)) for table in (False, True)]
    assert [error is None for error in refused] == [bool(listed)] * 2
    return bool(listed)


class TestWindow:
    def test_P34_G20_open_at_the_first_turn_after_the_target_is_met(self) -> None:
        state = simple(ALONE)
        for row in FIVE:
            assert not has_slam(state)
            state = tricks(state, row)
        assert has_slam(state)
        assert legal(state)[-2:] == ["slam", "slam table"]
        assert len(legal(state)) == 8 + 2

    def test_P34_G20_open_at_every_later_turn(self) -> None:
        state = tricks(simple(ALONE), *FIVE)
        for row in REST:
            assert has_slam(state)
            assert settled(tricks(act(state, "slam"), *REST[REST.index(row) :])).outcome.slam
            state = tricks(state, row)
        assert settled(state).outcome.slam is None

    def test_P34_once_and_then_he_still_plays(self) -> None:
        state = act(tricks(simple(ALONE), *FIVE), "slam")
        assert state.actor == 0
        assert not has_slam(state)
        assert len(legal(state)) == 8
        error = br.why_illegal(state, br.Slam(table=True))
        assert isinstance(error, SlamNotOpen)

    @pytest.mark.parametrize(
        ("bid", "target"),
        [
            ("petite-independance S", 6),
            ("grande-independance S", 8),
            ("neuf S", 9),
            ("neuf-belle", 9),
        ],
    )
    def test_P34_after_the_target_of_each_bid(self, bid: str, target: int) -> None:
        state = act(french(ALONE, turned="2S"), f"bid {bid};pass;pass;pass")
        for number, row in enumerate(FIVE + REST):
            assert has_slam(state) == (number == target), "once declared, never again"
            if number == target:
                state = act(state, "slam")
            state = tricks(state, row)
        assert settled(state).outcome.slam == "closed"
        assert settled(state).settlement.made is True

    def test_P34_not_after_a_lost_trick(self) -> None:
        """Seat 0 gives up his heart first and then wins twelve tricks."""
        state = tricks(simple(TWELVE), "0: 2H AH 2C 2D", "1: KH 3C 3D 4S")
        state = tricks(state, "0: JD 3S 4C 2S")
        for number, card in enumerate("AKQJT98765"):
            assert not has_slam(state), f"{number + 2} tricks won and one lost"
            state = go_on(act(state, f"play {card}S"), lambda now: now.actor in (0, None))
        assert settled(state).outcome.tricks == (12, 1, 0, 0)

    def test_P34_with_a_partner_the_joint_target_counts(self) -> None:
        state = simple(ALONE, "accept", "pass", "pass")
        for number, row in enumerate(FIVE + REST):
            assert has_slam(state) == (number >= 8)
            state = tricks(state, row)

    def test_P34_within_a_trick_led_by_the_partner(self) -> None:
        state = self.eighth_to_the_partner()
        assert state.actor == 1
        for card in ("KH", "TC", "8D"):
            assert not has_slam(state), "only the declarer's turn counts"
            state = act(state, f"play {card}")
        assert state.actor == 0
        assert has_slam(state)
        assert legal(state) == ["play 4S", "play 5S", "play 6S", "play 7S", "play 8S",
                                "slam", "slam table"]  # fmt: skip
        state = act(state, "slam table")
        assert legal(state) == ["play 4S", "play 5S", "play 6S", "play 7S", "play 8S"]
        assert playing(state).trick == (
            br.parse_card("KH"),
            br.parse_card("TC"),
            br.parse_card("8D"),
        )
        assert list(map(str, state.events[-4:])) == ["play KH", "play TC", "play 8D", "slam table"]
        state = act(state, "play 8S")
        assert [f"{event.seat} {event}" for event in state.events[-2:]] == [
            "0 slam table",
            "0 play 8S",
        ]

    @staticmethod
    def eighth_to_the_partner() -> br.State:
        state = simple(TWELVE, "accept", "pass", "pass")
        return tricks(
            state,
            "0: JD 3S 2C 2S",
            "0: AS 3H 3C 2D",
            "0: KS 4H 4C 3D",
            "0: QS 5H 5C 4D",
            "0: JS 6H 6C 5D",
            "0: TS 7H 7C 6D",
            "0: 9S 8H 8C 7D",
            "0: 2H AH 9C KD",
        )

    def test_G20_after_the_partners_trick(self) -> None:
        state = act(self.eighth_to_the_partner(), "play KH;play TC;play 8D;play 8S")
        assert has_slam(state)

    def test_P49_only_the_bidder(self) -> None:
        state = self.eighth_to_the_partner()
        assert state.actor == 1
        error = br.why_illegal(state, br.Slam())
        assert isinstance(error, SlamNotOpen)
        slams = state.table.variant.payments.slams
        assert slams is not None
        assert error.rule == slams.source is not None

    def test_an_opponent_cannot(self) -> None:
        state = tricks(simple(ALONE), *FIVE, "0: TS")
        assert isinstance(br.why_illegal(state, br.Slam()), SlamNotOpen)

    @pytest.mark.parametrize("bid", ["grande-misere", "quatre-as"])
    def test_no_slam_in_a_misere(self, bid: str) -> None:
        state = only_bid(french(turned="2D"), 0, f"bid {bid}")
        while state.actor is not None:
            assert isinstance(br.why_illegal(state, br.Slam()), WrongPhase)
            state = act(state, legal(state)[0])


class TestVerdict:
    def test_decided_waits_for_the_declarers_word(self) -> None:
        state = tricks(simple(ALONE), *FIVE)
        assert playing(state).decided is None, "a slam declared now may still be lost"
        assert playing(act(state, "play TS")).decided is None, "or one at a later turn"
        last = tricks(state, *REST[:-1])
        assert playing(last).decided is None
        assert playing(act(last, "play 3S")).decided is True, "the declarer has no further turn"
        declared = act(state, "slam")
        assert playing(declared).decided is None

    def test_a_declared_slam_is_lost_with_the_first_trick(self) -> None:
        hands = (ALONE[0].replace("TS", "2H"), ALONE[1].replace("2H", "TS"), *ALONE[2:])
        state = simple(hands)
        # T♠ comes down with the first trump; then five spades and the heart.
        state = tricks(state, "0: JD TS 2C 2S", *FIVE[1:], "0: 2H AH 7C 6D")
        assert playing(state).decided is True, "five tricks, and one lost"
        state = simple(hands)
        state = act(tricks(state, "0: JD TS 2C 2S", *FIVE[1:]), "slam")
        state = tricks(state, "0: 2H AH 7C 6D")
        assert playing(state).decided is False
        assert playing(state).contract is not None

    def test_R3_slam_on_the_table_exposes_the_hand_at_once(self) -> None:
        state = tricks(simple(ALONE), *FIVE)
        assert playing(state).exposed == ()
        assert playing(act(state, "slam")).exposed == ()
        assert playing(act(state, "slam table")).exposed == ((0, state.hands[0]),)
        assert playing(act(state, "slam table;play TS")).exposed[0][0] == 0


class TestBill:
    """k = 1 in spades; the pool holds the ante of 10; seat 0 has the Boston and four honours."""

    def finished(self, word: str | None) -> br.Settled:
        state = tricks(simple(ALONE), *FIVE)
        if word is not None:
            state = act(state, word)
        return settled(tricks(state, *REST))

    @pytest.mark.parametrize(
        ("word", "price"),
        [
            (None, 4 + 8 * 1 + 4),  # Simple 4, eight overtricks at 1, four honours 4
            ("slam", 100 + 4),  # slam seul instead of bid and overtricks; honours stay
            ("slam table", 200 + 4),
        ],
    )
    def test_P34_made_alone(self, word: str | None, price: int) -> None:
        bill = self.finished(word).settlement
        assert bill.made is True
        # and two chips from each for the Boston, and the pool of 10
        assert bill.deltas == (3 * (price + 2) + 10, -price - 2, -price - 2, -price - 2)
        assert bill.pool == 0

    @pytest.mark.parametrize("bid", ["neuf S", "neuf-belle"])
    def test_R40_neuf_with_four_over_and_no_slam(self, bid: str) -> None:
        state = act(french(ALONE, turned="2S"), f"bid {bid};pass;pass;pass")
        bill = settled(tricks(state, *FIVE, *REST)).settlement
        price = 12 + 4 * 4 + 8  # twelve, overtricks above nine at 4, four honours 8
        assert bill.deltas == (3 * (price + 2) + 10, *[-price - 2] * 3)

    @pytest.mark.parametrize(("word", "price"), [("slam", 100), ("slam table", 200)])
    def test_P34_lost_alone(self, word: str, price: int) -> None:
        state = act(tricks(simple(TWELVE), "0: JD 3S 2C 2S", *FIVE[1:]), word)
        state = tricks(state, *REST[:-2], "0: 4S KH KC KD", "0: 2H AH AC AD")
        bill = settled(state).settlement
        assert settled(state).outcome.tricks == (12, 1, 0, 0)
        assert bill.made is False
        # The price to each, the pool of 10 doubled; the Boston's 2 come in all the same.
        assert bill.deltas == (-3 * price - 10 + 6, price - 2, price - 2, price - 2)
        assert bill.pool == 20

    @pytest.mark.parametrize(("word", "price"), [("slam", 50 + 4), ("slam table", 200 + 4)])
    def test_P34_R14_made_with_a_partner(self, word: str, price: int) -> None:
        state = act(TestWindow.eighth_to_the_partner(), "play KH;play TC;play 8D", word)
        state = tricks(
            state, "0: 8S", "0: 7S 9H JC 9D", "0: 6S TH QC TD", "0: 5S JH KC QD", "0: 4S QH AC AD"
        )
        bill = settled(state).settlement
        assert settled(state).outcome.tricks == (12, 1, 0, 0)
        assert bill.made is True
        # P10: 2 pays 0, 3 pays 1; the pool of 10 by halves; 2 from each of three for the Boston.
        assert bill.deltas == (price + 5 + 6, price + 5 - 2, -price - 2, -price - 2)
        assert bill.pool == 0

    LEAD_TO_EIGHT = (
        "0: JD 3S 4S 2S", "0: AS 3H 3C 2D", "0: KS 4H 4C 3D", "0: QS 5H 5C 4D",
        "0: JS 6H 6C 5D", "0: TS 7H 7C 6D", "0: 9S 8H 8C 7D", "0: 8S 9H 9C 8D",
    )  # fmt: skip
    LAST_TRUMPS = ("0: 7S TH TC 9D", "0: 6S JH JC TD", "0: 5S QH QC QD")

    @pytest.mark.parametrize(("word", "price"), [("slam", 50), ("slam table", 200)])
    def test_P34_R14_lost_with_a_partner(self, word: str, price: int) -> None:
        state = act(tricks(simple(SHARED, "accept", "pass", "pass"), *self.LEAD_TO_EIGHT), word)
        state = tricks(state, *self.LAST_TRUMPS, "0: 2C KH AC KD", "2: KC AD 2H AH")
        bill = settled(state).settlement
        assert settled(state).outcome.tricks == (11, 0, 2, 0)
        assert bill.made is False
        # Lost by R14: 0 pays 2, 1 pays 3; 5 each into the pool of 10; and the Boston.
        assert bill.deltas == (-price - 5 + 6, -price - 5 - 2, price - 2, price - 2)
        assert bill.pool == 20

    def test_P49_the_partners_tricks_count_for_the_slam(self) -> None:
        """The same cards, but the heart first: seat 1 wins it and the last club runs home."""
        state = act(tricks(simple(SHARED, "accept", "pass", "pass"), *self.LEAD_TO_EIGHT), "slam")
        state = tricks(state, *self.LAST_TRUMPS, "0: 2H AH KC KD", "1: KH AC AD 2C")
        assert settled(state).outcome.tricks == (11, 2, 0, 0)
        assert settled(state).settlement.made is True

    def test_P34_the_factor_of_the_suit(self) -> None:
        """In hearts (k = 4), all prices of the slam four times, the Boston's 2 flat."""
        swap = str.maketrans("SHCD", "HSCD")
        hands = tuple(hand.translate(swap) for hand in ALONE)
        state = act(french(hands, turned="2H"), "bid simple-belle AH;pass;pass;pass")
        state = tricks(state, *(row.translate(swap) for row in FIVE))
        state = tricks(act(state, "slam"), *(row.translate(swap) for row in REST))
        price = 4 * (100 + 4)
        assert settled(state).settlement.deltas == (3 * (price + 2) + 10, *[-price - 2] * 3)
