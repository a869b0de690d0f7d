"""The Boston jack of ``french`` (R37, R41, P36): J♦, or J♥ where it takes its place."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import act, finish, french, legal, only_bid, playing, settled, tricks

import boston_rules as br
from boston_rules.core.errors import MustFollowSuit

HANDS = (
    "AS KS QS 5D 4D 3D 2D AC KC QC AH KH QH",
    "JD JS TS 9S JC TC 9C JH TH 9H 8H 7H 6H",
    "8S 7S 6S AD KD QD TD 8C 7C 6C 5H 4H 3H",
    "5S 4S 3S 2S 9D 8D 7D 6D 5C 4C 3C 2C 2H",
)
"""Seat 1 holds both jacks; J♦ is his only diamond. Seat 0 is eldest and declares."""

APART = (
    HANDS[0],
    HANDS[1].replace("JH", "5H"),
    HANDS[2].replace("5H", "JH"),
    HANDS[3],
)
"""The same with J♥ at seat 2."""


def declare(trump: str, option: str = "trumps", turned: str = "5C") -> br.State:
    """Seat 0 plays Little Independence in a suit; no card has been played."""
    state = french(HANDS, turned=turned, boston_jack=option)
    return act(state, f"bid petite-independance {trump};pass;pass;pass")


def answers(state: br.State, led: str) -> str:
    """What seat 1 may play to the card led."""
    return " ".join(token.split()[1] for token in legal(act(state, f"play {led}")))


class TestTrumps:
    """J♦ is the highest trump; when diamonds are trumps J♥ takes its place."""

    def test_R37_it_beats_the_ace_of_trumps(self) -> None:
        assert tricks(declare("S"), "0: AS JD 8S 5S").actor == 1
        assert tricks(declare("H"), "0: AH JD 5H 2H").actor == 1
        assert tricks(declare("C"), "0: AC JD 8C 5C").actor == 1

    def test_R37_it_belongs_to_the_trump_suit(self) -> None:
        assert answers(declare("S"), "AS") == "JD 9S TS JS"
        assert answers(declare("H"), "AH") == "JD 6H 7H 8H 9H TH JH"
        assert answers(declare("C"), "AC") == "9C TC JC JD"

    @pytest.mark.parametrize("trump", ["S", "H", "C"])
    def test_R37_who_holds_only_it_has_no_diamond(self, trump: str) -> None:
        state = act(declare(trump), "play 2D")
        assert len(legal(state)) == 13
        assert act(state, "play 9C").phase == "play"

    def test_R37_it_ruffs_a_diamond_trick(self) -> None:
        assert tricks(declare("S"), "0: 2D JD AD 9D").actor == 1
        assert tricks(declare("S"), "0: 2D 9S AD 9D").actor == 1

    def test_R37_led_it_calls_for_trumps(self) -> None:
        state = tricks(declare("S"), "0: 3D 9S AD 9D", "1: JD")
        assert legal(state) == ["play 6S", "play 7S", "play 8S"]
        error = br.why_illegal(state, br.Play(br.parse_card("KD")))
        assert isinstance(error, MustFollowSuit)
        assert error.reason == "spades were led and you hold one"
        state = tricks(state, "2: 8S 5S")
        assert legal(state) == ["play QS", "play KS", "play AS"]
        assert act(state, "play AS").actor == 1

    def test_R37_it_alone_has_to_follow_a_trump_lead(self) -> None:
        """With no other trump its holder must play it: it is a trump and nothing else."""
        hands = (
            "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
            "JD AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
            "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
            "AD KD QD TD 9D 8D 7D 6D 5D 4D 3D 2D 2H",
        )
        state = act(french(hands, turned="2H"), "bid petite-independance S;pass;pass;pass")
        state = act(state, "play AS")
        assert legal(state) == ["play JD"]
        assert tricks(state, "1: JD 2C 2D").actor == 1

    def test_R37_diamonds_as_trumps_make_it_an_ordinary_diamond(self) -> None:
        state = declare("D")
        assert tricks(state, "0: 5D JD QD 9D").actor == 2
        assert tricks(state, "0: 5D JD TD 9D").actor == 1

    def test_R37_diamonds_as_trumps_raise_the_jack_of_hearts(self) -> None:
        state = declare("D")
        assert tricks(state, "0: 5D JH AD 9D").actor == 1
        assert answers(state, "5D") == "JD JH"
        assert answers(state, "AH") == "6H 7H 8H 9H TH", "it is no heart"

    def test_R37_with_hearts_as_trumps_the_jack_of_hearts_is_ordinary(self) -> None:
        assert tricks(declare("H"), "0: QH JH 5H 2H").actor == 0

    @pytest.mark.parametrize("bid", ["grande-misere", "grande-misere-table"])
    def test_R37_without_trumps_it_is_an_ordinary_card(self, bid: str) -> None:
        state = only_bid(french(HANDS, turned="5C"), 0, f"bid {bid}")
        assert answers(state, "2D") == "JD"
        assert tricks(state, "0: 2D JD QD 9D").actor == 2
        assert answers(state, "AH") == "6H 7H 8H 9H TH JH"

    def test_R37_the_turned_suit_does_not_matter(self) -> None:
        state = declare("S", turned="9D")
        assert tricks(state, "0: AS JD 8S 5S").actor == 1
        assert "JH" not in answers(state, "AS")


class TestTurned:
    """P36, ``boston_jack="turned"``: J♥ if diamonds are turned, else J♦, in whichever trumps."""

    def test_diamonds_turned_raise_the_jack_of_hearts_in_any_trumps(self) -> None:
        state = declare("S", "turned", "9D")
        assert answers(state, "AS") == "JH 9S TS JS"
        assert tricks(state, "0: AS JH 8S 5S").actor == 1
        assert answers(state, "2D") == "JD", "an ordinary diamond"
        assert answers(state, "AH") == "6H 7H 8H 9H TH"
        assert tricks(declare("C", "turned", "9D"), "0: AC JH 8C 5C").actor == 1

    def test_diamonds_turned_and_trumps(self) -> None:
        state = declare("D", "turned", "9D")
        assert tricks(state, "0: 5D JH AD 9D").actor == 1
        assert tricks(state, "0: 5D JD QD 9D").actor == 2

    def test_diamonds_turned_and_hearts_trumps(self) -> None:
        state = declare("H", "turned", "9D")
        assert tricks(state, "0: AH JH 5H 2H").actor == 1
        assert answers(state, "2D") == "JD"

    def test_another_suit_turned_and_diamonds_trumps(self) -> None:
        state = declare("D", "turned", "5C")
        assert tricks(state, "0: 5D JD AD 9D").actor == 1
        assert answers(state, "AH") == "6H 7H 8H 9H TH JH", "an ordinary heart"
        assert answers(state, "5D") == "JD"

    def test_another_suit_turned_and_other_trumps(self) -> None:
        state = declare("S", "turned", "5C")
        assert tricks(state, "0: AS JD 8S 5S").actor == 1
        assert len(answers(state, "2D").split()) == 13

    def test_in_fosters_own_game_it_is_the_rule(self) -> None:
        state = french(HANDS, turned="9D", slug="french-foster")
        state = act(state, "bid petite-independance S;pass;pass;pass")
        assert answers(state, "AS") == "JH 9S TS JS"
        assert answers(state, "2D") == "JD", "an ordinary diamond"


class TestBonus:
    """P36: two chips from each other player, whoever wins, in every deal with trumps."""

    @staticmethod
    def bonus(bid: str, option: str, turned: str) -> list[tuple[object, object, int]]:
        bill = finish(
            act(french(APART, turned=turned, boston_jack=option), f"bid {bid}")
        ).settlement
        return [(t.payer, t.payee, t.chips) for t in bill.transfers if t.reason == "the Boston"]

    @pytest.mark.parametrize("bid", [f"petite-independance {suit}" for suit in "SCDH"])
    @pytest.mark.parametrize("turned", ["5C", "9D", "2S", "2H"])
    def test_P36_jack_of_diamonds_even_when_diamonds_are_trumps(
        self, bid: str, turned: str
    ) -> None:
        assert self.bonus(bid, "trumps", turned) == [(0, 1, 2), (2, 1, 2), (3, 1, 2)]

    @pytest.mark.parametrize("bid", [f"petite-independance {suit}" for suit in "SCDH"])
    @pytest.mark.parametrize(("turned", "holder"), [("9D", 2), ("5C", 1), ("2S", 1), ("2H", 1)])
    def test_P36_under_turned_the_boston_itself(self, bid: str, turned: str, holder: int) -> None:
        others = [seat for seat in range(4) if seat != holder]
        assert self.bonus(bid, "turned", turned) == [(seat, holder, 2) for seat in others]

    @pytest.mark.parametrize("option", ["trumps", "turned"])
    @pytest.mark.parametrize("bid", ["petite-misere", "grande-misere", "grande-misere-table"])
    def test_P36_never_in_miseres(self, bid: str, option: str) -> None:
        assert self.bonus(bid, option, "5C") == []

    def test_P36_never_in_thrown_in_deals(self) -> None:
        assert settled(act(french(), "pass;pass;pass;pass")).settlement.transfers == ()

    def test_P36_the_partner_pays_too(self) -> None:
        state = act(french(APART, turned="5C"), "bid simple-belle AC;accept;pass;pass")
        assert state.contract is not None
        assert state.contract.partner == 1
        bill = finish(state).settlement
        paid = [(t.payer, t.payee) for t in bill.transfers if t.reason == "the Boston"]
        assert paid == [(0, 1), (2, 1), (3, 1)], "seat 0 is the partner of the holder"


class TestHonours:
    """R41: the Boston jack is no honour of another suit."""

    @pytest.mark.parametrize(
        ("trump", "honours"),
        [
            ("S", (3, 1, 0, 0)),
            ("C", (3, 1, 0, 0)),
            ("H", (3, 0, 1, 0)),
            ("D", (0, 1, 3, 0)),
        ],
    )
    @pytest.mark.parametrize("option", ["trumps", "turned"])
    def test_R41_honours_of_the_trump_suit_as_printed(
        self, trump: str, honours: tuple[int, ...], option: str
    ) -> None:
        state = french(APART, turned="9D", boston_jack=option)
        done = finish(act(state, f"bid petite-independance {trump};pass;pass;pass"))
        assert done.outcome.honours == honours


def test_the_trick_tables_name_the_boston() -> None:
    state = playing(declare("D"))
    assert state.setup.terms.trick_table.boston == br.parse_card("JH").index
