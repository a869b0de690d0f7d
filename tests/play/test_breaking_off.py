"""G1, F3: a misère, Piccolissimo or slam that is lost ends the deal; one that stands runs on."""

from __future__ import annotations

from typing import Final

import pytest
from attrs import evolve
from tests.phases.table_talk import (
    SUITS,
    act,
    finish,
    first_lawful,
    go_on,
    leave,
    only_bid,
    settled,
    tricks,
)
from tests.play.tables import bill, opened_with, play_on

import boston_rules as br
from boston_rules.core.errors import SettlementError
from boston_rules.deal.questions.conceding import Conceding, ConcessionRule
from boston_rules.rules.cases import SlamRule
from boston_rules.rules.counts import LastTrick
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.payments import EachCounted
from boston_rules.rules.pool import AtOrAbove
from boston_rules.rules.variant import with_rules

ENDING: Final = ("piccolissimo", "13", "13-table")

HANDS: Final = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2S",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
)
SLAMMER: Final = "AC KC QC JC TC 9C 8C 7C AH KH QH JD 2S"
"""He wins eleven tricks if he leads, and then leads the deuce."""


def broken_off(variant: br.Variant, **rules: object) -> br.Variant:
    """The same game, in which a misère, Piccolissimo or slam that is lost ends the deal."""
    steps = tuple(
        evolve(step, breaks_off=step.is_misere or step.key in ENDING) for step in variant.ladder
    )
    return with_rules(variant, {"ladder": evolve(variant.ladder, steps=steps), **rules})


FONTAINEBLEAU: Final = broken_off(br.variants.FontainebleauHoyle())
AMERICAN: Final = broken_off(
    br.variants.American(),
    concession=ConcessionRule(AtOrAbove("7")),
    pool=br.variants.BostonWhist().pool,
)


def led(variant: br.Variant, bid: str, *words: str, hands: tuple[str, ...] = HANDS) -> br.State:
    """The first lead of a bid of eldest, seat 0, who discards his deuce where all discard."""
    state = act(only_bid(opened_with(variant, hands), 0, f"bid {bid}"), *words)
    return leave(state, "discarding")


def test_a_misere_ends_with_the_first_trick_of_its_declarer() -> None:
    state = led(AMERICAN, "grand-misere")
    done = settled(tricks(state, "0: AS 2S 2C 2D"))
    assert done.outcome.tricks == (1, 0, 0, 0)
    assert bill(done).made is False
    assert bill(done).deltas == (-3 * 40 - 40, 40, 40, 40)


def test_G1_nobody_is_asked_to_concede_after_a_trick_that_decides() -> None:
    decided = tricks(led(AMERICAN, "grand-misere"), "0: AS 2S 2C 2D")
    assert decided.phase == "settled"
    open_still = tricks(led(AMERICAN, "grand-misere"), "0: 2H AH 2C 2D")
    assert isinstance(open_still, Conceding)


def test_F3_a_misere_that_stands_runs_to_its_last_trick() -> None:
    state = opened_with(FONTAINEBLEAU, SUITS)
    state = act(state, "pass", "bid grand-misere", "pass", "pass")
    done = settled(play_on(state, lambda now: now.actor is None))
    assert done.outcome.tricks == (13, 0, 0, 0)
    assert bill(done).made is True


def test_piccolissimo_ends_with_the_second_trick() -> None:
    state = act(tricks(led(FONTAINEBLEAU, "piccolissimo"), "0: 4S 2S 3C 3D"), "contest")
    assert state.phase == "play"
    done = settled(tricks(state, "0: AS 4H 4C 4D"))
    assert done.outcome.tricks == (2, 0, 0, 0)
    assert bill(done).made is False


@pytest.mark.parametrize("first", [0, 4])
def test_G1_a_slam_that_is_broken_off_is_short_by_one(first: int) -> None:
    state = led(AMERICAN, "13", "trump S")
    rows = ["0: AS 2S 2C 2D", "0: KS 3H 3C 3D", "0: QS 4H 4C 4D", "0: JS 5H 5C 5D"][:first]
    for place, row in enumerate(rows):
        state = tricks(state, row)
        state = act(state, "contest") if place == 0 else state
    done = settled(tricks(state, f"0: 2H AH {4 + first}C {5 + first}D"))
    assert done.outcome.tricks == (first, 1, 0, 0)
    assert bill(done).deltas == (-3 * 177 - 40, 177, 177, 177)


def test_the_cards_that_were_not_played_are_gathered_after_the_tricks() -> None:
    done = settled(tricks(led(AMERICAN, "grand-misere"), "0: AS 2S 2C 2D"))
    assert done.gathered is not br.HOLE
    pack = [str(br.PACK[card]) for card in done.gathered]
    assert pack[:4] == ["AS", "2S", "2C", "2D"]
    assert pack[4:16] == HANDS[0].split()[1:]
    assert pack[40:] == HANDS[3].split()[:-1]


def test_views_see_the_deal_break_off() -> None:
    state = led(AMERICAN, "little-spread")
    views = [br.observe(state, seat) for seat in range(4)]
    for token in ("play AS", "play 2S", "play 3C", "play 3D"):
        state = act(state, token)
        views = [
            br.advance(view, br.observe(state, seat).events[-1]) for seat, view in enumerate(views)
        ]
    assert views == [br.observe(state, seat) for seat in range(4)]
    assert all(view.phase == "settled" for view in views)


def test_a_hand_that_the_same_trick_lays_open_is_seen() -> None:
    steps = tuple(
        evolve(step, exposed="after-first-trick") if step.key == "grand-spread" else step
        for step in AMERICAN.ladder
    )
    house = with_rules(AMERICAN, {"ladder": evolve(AMERICAN.ladder, steps=steps)})
    state = led(house, "grand-spread")
    view = br.observe(act(state, "play AS", "play 2S", "play 2C"), 2)
    done = tricks(state, "0: AS 2S 2C 2D")
    seen = br.observe(done, 2)
    assert br.advance(view, seen.events[-1]) == seen
    assert seen.exposed == ((0, br.Cards.parse(HANDS[0]) - br.Cards.parse("AS")),)


@pytest.mark.parametrize("enforcement", ["strict", "table"])
def test_a_declared_slam_ends_with_the_first_trick_lost(enforcement: str) -> None:
    french = br.variants.French()
    slams = SlamRule(50, 100, 200, breaks_off=True)
    house = br.variants.French(
        payments=evolve(french.payments, slams=slams), enforcement=enforcement
    )
    assert "the deal ends with the trick by which it is lost" in slams.words()
    hands = (SLAMMER, *_others())
    state = br.start(house, 3, hands=hands, turned=br.parse_card("2C"))
    state = only_bid(state, 0, "bid simple-belle AC")
    for word in ("play AC", "play KC", "play QC", "play JC", "play TC", "slam", "play AH"):
        state = go_on(act(state, word), lambda now: now.actor == 0, first_lawful)
    done = finish(act(state, "play 2S"), first_lawful)
    assert done.outcome.tricks[0] == 6
    assert sum(done.outcome.tricks) == 7
    assert bill(done).made is False


def _others() -> tuple[str, ...]:
    mine = br.Cards.parse(SLAMMER)
    rest = [card for card in br.PACK if card not in mine and str(card) != "2C"]
    return (
        " ".join(map(str, rest[:13])),
        " ".join(map(str, rest[13:26])),
        " ".join([*map(str, rest[26:]), "2C"]),
    )


def test_F21_with_an_unknown_partner_nothing_is_broken_off() -> None:
    cats = br.variants.FontainebleauCats()
    steps = tuple(evolve(step, breaks_off=True) for step in cats.ladder)
    house = with_rules(cats, {"ladder": evolve(cats.ladder, steps=steps)})
    state = act(opened_with(house, HANDS), "bid 10 S", "pass", "pass", "pass", "call AD")
    state = tricks(state, "0: 2H AH 2C 2D")
    assert state.phase == "play"
    state = tricks(state, "1: KH 3C 3D 3S")
    assert state.phase == "play"
    done = settled(play_on(state, lambda now: now.actor is None))
    assert sum(done.outcome.tricks) == 13 or done.outcome.tricks[1] + done.outcome.tricks[2] == 1


def test_F21_a_bill_of_a_deal_that_was_not_broken_off_while_nobody_knew_the_partner() -> None:
    cats = br.variants.FontainebleauCats()
    steps = tuple(evolve(step, breaks_off=True) for step in cats.ladder)
    house = with_rules(cats, {"ladder": evolve(cats.ladder, steps=steps)})
    pair = br.Contract("10", 0, br.SPADES, partner=1)
    # Thirteen are owed and eight are gone; the called card has been played to the last of them.
    for contract in (pair, evolve(pair, called=br.parse_card("AD"))):
        found = br.settle(house, contract, br.Outcome((0, 0, 2, 6)))
        assert found.made is False
    alone = br.Contract("10", 0, br.SPADES)
    for contract, played in ((pair, (6, 2, 0, 0)), (alone, (0, 0, 2, 6))):
        with pytest.raises(SettlementError):
            br.settle(house, contract, br.Outcome(played))


class TestBillsOfRealTables:
    MISERE = br.Contract("grand-misere", 0)
    SLAM = br.Contract("13", 0, br.SPADES, suit_class="plain")

    @pytest.mark.parametrize("played", [(1, 0, 0, 0), (1, 3, 0, 2), (1, 12, 0, 0), (0, 13, 0, 0)])
    def test_a_misere_of_few_tricks(self, played: tuple[int, ...]) -> None:
        assert br.settle(AMERICAN, self.MISERE, br.Outcome(played)).made is (not played[0])

    @pytest.mark.parametrize("own", range(13))
    def test_a_slam_of_few_tricks_is_short_by_one(self, own: int) -> None:
        found = br.settle(AMERICAN, self.SLAM, br.Outcome((own, 0, 1, 0)))
        assert found.deltas == (-3 * 177, 177, 177, 177)

    @pytest.mark.parametrize(
        ("contract", "played"),
        [
            (MISERE, (2, 0, 0, 0)),
            (MISERE, (2, 11, 0, 0)),
            (MISERE, (0, 3, 0, 0)),
            (MISERE, (0, 0, 0, 0)),
            (SLAM, (4, 2, 0, 0)),
            (SLAM, (11, 2, 0, 0)),
            (SLAM, (4, 0, 0, 0)),
        ],
    )
    def test_F19_no_deal_goes_on_after_it_was_lost(
        self, contract: br.Contract, played: tuple[int, ...]
    ) -> None:
        with pytest.raises(SettlementError, match="ends with the trick by which it is lost"):
            br.settle(AMERICAN, contract, br.Outcome(played))

    def test_other_bids_are_played_out(self) -> None:
        with pytest.raises(SettlementError, match="Boston has 13 tricks, not 9"):
            br.settle(AMERICAN, br.Contract("5", 0, br.HEARTS), br.Outcome((0, 9, 0, 0)))

    def test_a_declared_slam_of_few_tricks(self) -> None:
        payments = evolve(
            br.variants.French().payments, slams=SlamRule(50, 100, 200, breaks_off=True)
        )
        house = br.variants.French(payments=payments)
        contract = br.Contract("petite-independance", 0, br.CLUBS, turned=br.CLUBS, belle=br.HEARTS)
        lost = br.settle(house, contract, br.Outcome((8, 1, 0, 0), slam="closed"))
        assert lost.deltas == (-300, 100, 100, 100)
        with pytest.raises(SettlementError, match="not 8 of 10 tricks"):
            br.settle(house, contract, br.Outcome((8, 1, 1, 0), slam="closed"))
        with pytest.raises(SettlementError, match="13 tricks, not 9"):
            br.settle(house, contract, br.Outcome((8, 1, 0, 0)))

    def test_what_the_end_counts_is_not_counted_of_a_deal_that_was_broken_off(self) -> None:
        last = EachCounted(LastTrick(), 7)
        payments = evolve(AMERICAN.payments, lost=(*AMERICAN.payments.lost, last))
        house = with_rules(AMERICAN, {"payments": payments})
        assert br.settle(house, self.MISERE, br.Outcome((1, 0, 2, 0))).deltas[1] == 40

    def test_after_a_revoke_as_many_tricks_as_were_played(self) -> None:
        house = with_rules(AMERICAN, {"laws": Laws(MisdealLaw(), RevokeLaw("deal"))})
        revoke = [br.Infraction("revoke", 1)]
        assert br.settle(house, self.SLAM, br.Outcome((4, 0, 0, 0)), infractions=revoke).made
        revoke = [br.Infraction("revoke", 0)]
        found = br.settle(house, self.SLAM, br.Outcome((4, 0, 0, 0)), infractions=revoke)
        assert found.deltas[1] == 177


class TestThePoolOfAConcession:
    @pytest.mark.parametrize(
        ("bid", "words", "takes"),
        [("5", ("trump S",), False), ("6 colour", (), False), ("7", ("trump S",), True)],
    )
    def test_G8_only_a_unanimous_concession_leaves_the_pool_to_a_small_bid(
        self, bid: str, words: tuple[str, ...], takes: bool
    ) -> None:
        state = tricks(led(AMERICAN, bid, *words), "0: AS 2S 2C 2D")
        paid = act(state, "concede", "concede", "concede")
        assert bill(paid).pool == (0 if takes else 40)

    def test_a_misere_takes_it(self) -> None:
        state = tricks(led(AMERICAN, "grand-misere"), "0: 2H AH 2C 2D")
        assert bill(act(state, "concede", "concede", "concede")).pool == 0

    def test_the_rule_in_words(self) -> None:
        words = AMERICAN.concession.words() if AMERICAN.concession else ""
        assert "the pool then goes to any bid at or above 7, to no other" in words

    def test_the_bids_must_be_on_the_ladder(self) -> None:
        with pytest.raises(br.VariantError, match="'tout', which is not on the ladder"):
            br.variants.American(concession=ConcessionRule(AtOrAbove("tout")))
