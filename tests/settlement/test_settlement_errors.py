"""Contracts and outcomes that no deal can have are refused, with everything that is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tests.settlement.bills import AMERICAN, FONTAINEBLEAU, FRENCH, pool_of

import boston_rules as br
from boston_rules import CLUBS, HEARTS, SPADES
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule, ContestRule
from boston_rules.rules.ladder import Ladder, TurnedSuit
from boston_rules.rules.partners import FixedSides
from boston_rules.rules.payments import Flat, Payments, RankFactor
from boston_rules.rules.suits import SuperPreferenceRanking

FIVE = br.Contract("5", 0, trump=HEARTS)
BELLE = br.Contract("simple-belle", 0, trump=HEARTS, turned=CLUBS, belle=HEARTS)
EVEN = br.Outcome((7, 2, 2, 2))
PASSED = br.Outcome((0, 0, 0, 0))


def problems(
    variant: br.Variant, contract: br.Contract | None, outcome: br.Outcome, **table: Any
) -> tuple[str, ...]:
    with pytest.raises(br.SettlementError) as caught:
        br.settle(variant, contract, outcome, **table)
    assert isinstance(caught.value, br.BostonError)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) == "; ".join(caught.value.problems)
    return caught.value.problems


def only(variant: br.Variant, contract: br.Contract | None, outcome: br.Outcome, **t: Any) -> str:
    found = problems(variant, contract, outcome, **t)
    assert len(found) == 1, found
    return found[0]


def shown(value: object) -> str:
    return value.slug if isinstance(value, br.Variant) else str(value)


def test_belle_in_a_game_without_it() -> None:
    said = only(AMERICAN, br.Contract("5", 0, HEARTS, turned=CLUBS, belle=HEARTS), EVEN)
    assert said == "no card fixes belle in American Boston: ♥"


@pytest.mark.parametrize("table", [{"pool": 1}, {"set_aside": 1}])
def test_chips_of_a_pool_that_is_not_there(table: dict[str, int]) -> None:
    poor = evolve(FONTAINEBLEAU, pool=None)
    assert only(poor, FIVE, EVEN, **table) == "Boston de Fontainebleau has no pool"


def test_tricks_are_not_made_of_cards_for_a_declarer_who_is_not_there() -> None:
    with pytest.raises(br.SettlementError, match="declarer"):
        br.played_tricks(FONTAINEBLEAU, br.Contract("5", 4, trump=HEARTS), ())


def test_the_partner_of_fixed_sides_need_not_be_told_for_his_tricks() -> None:
    contract = br.Contract("5", 0, trump=HEARTS)
    cards = map(br.parse_card, ("AS", "2H", "3S", "4S"))
    (trick,) = br.played_tricks("russian-partnership", contract, cards)
    assert (trick.leader, trick.winner) == (1, 2)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"pool": -1}, "-1"),
        ({"set_aside": -2}, "-2"),
        ({"dealer": 4}, "dealer"),
        ({"dealer": -1}, "dealer"),
    ],
)
def test_what_the_table_holds(table: dict[str, Any], said: str) -> None:
    assert said in only(FONTAINEBLEAU, FIVE, EVEN, **table)
    assert said in only(FONTAINEBLEAU, None, br.Outcome((4, 3, 3, 3)), **table)


@pytest.mark.parametrize(
    "outcome",
    [
        br.Outcome((7, 3, 3)),
        br.Outcome((5, 2, 2, 2, 2)),
        br.Outcome(()),
        br.Outcome((7, 7, -1, 0)),
        br.Outcome((7, 2, 2, 2), honours=(4, 0, 0)),
        br.Outcome((7, 2, 2, 2), honours=(4, 0, 0, 0, 0)),
        br.Outcome((7, 2, 2, 2), honours=(5, -1, 0, 0)),
        br.Outcome((7, 2, 2, 2), honours=(3, 2, 0, 0)),
        br.Outcome((7, 2, 2, 1)),
        br.Outcome((7, 2, 2, 3)),
    ],
    ids=lambda outcome: f"{outcome.tricks}-{outcome.honours}",
)
def test_counts_that_no_deal_has(outcome: br.Outcome) -> None:
    assert problems(FONTAINEBLEAU, FIVE, outcome)


def test_P9_a_capped_pool_holds_no_more_than_its_cap() -> None:
    capped = evolve(FONTAINEBLEAU, pool=evolve(pool_of(FONTAINEBLEAU), cap=250))
    assert "at most 250" in only(capped, FIVE, EVEN, pool=251)
    assert br.settle(capped, FIVE, EVEN, pool=250, set_aside=1).set_aside == 1


def test_twelve_tricks_after_discards_and_thirteen_without() -> None:
    assert "12 tricks" in only(FONTAINEBLEAU, br.Contract("little-misere", 0), EVEN)
    assert "13 tricks" in only(
        FONTAINEBLEAU, br.Contract("grand-misere", 0), br.Outcome((0, 4, 4, 4))
    )


@pytest.mark.parametrize("key", ["14", "", "five", "simple-belle"])
def test_a_contract_that_is_not_on_the_ladder(key: str) -> None:
    said = only(FONTAINEBLEAU, br.Contract(key, 0, trump=HEARTS), EVEN)
    assert repr(key) in said
    for step in FONTAINEBLEAU.ladder:
        assert step.key in said


@pytest.mark.parametrize(
    ("variant", "contract", "said"),
    [
        (FONTAINEBLEAU, br.Contract("5", 0), "give the trump suit"),
        (FONTAINEBLEAU, br.Contract("grand-misere", 0, trump=SPADES), "without trumps"),
        (FONTAINEBLEAU, br.Contract("5", 4, trump=HEARTS), "declarer"),
        (FONTAINEBLEAU, br.Contract("5", -1, trump=HEARTS), "declarer"),
        (FONTAINEBLEAU, br.Contract("5", 0, trump=HEARTS, partner=4), "partner"),
        (FONTAINEBLEAU, br.Contract("5", 0, trump=HEARTS, partner=-1), "partner"),
        (FONTAINEBLEAU, br.Contract("5", 2, trump=HEARTS, partner=2), "another seat"),
        (FONTAINEBLEAU, br.Contract("11", 0, trump=HEARTS, partner=2), "alone"),
        (FONTAINEBLEAU, br.Contract("13-table", 0, trump=HEARTS, partner=1), "alone"),
        (FONTAINEBLEAU, br.Contract("grand-misere", 0, partner=2), "alone"),
        (AMERICAN, br.Contract("5", 0, trump=HEARTS, partner=2), "alone"),
        (FRENCH, br.Contract("petite-independance", 0, trump=HEARTS, partner=2), "alone"),
        # Belle is hearts, clubs are turned.
        (FRENCH, evolve(BELLE, trump=CLUBS), "only in ♥"),
        (FRENCH, evolve(BELLE, key="simple-petite"), "only in ♣"),
        (FRENCH, evolve(BELLE, key="neuf-petite"), "only in ♣"),
        (FRENCH, evolve(BELLE, key="neuf-belle", trump=SPADES), "only in ♥"),
        # The turned suit is belle: there is no petite.
        (FRENCH, evolve(BELLE, key="simple-petite", turned=HEARTS), "not open"),
        (FRENCH, br.Contract("grande-misere", 0), "turned suit"),
        (FRENCH, br.Contract("quatre-as", 0, belle=HEARTS), "turned suit"),
    ],
    ids=shown,
)
def test_contracts_that_no_auction_makes(
    variant: br.Variant, contract: br.Contract, said: str
) -> None:
    assert said in only(variant, contract, br.Outcome((6, 3, 2, 2)))


@pytest.mark.parametrize(
    ("variant", "contract", "outcome", "said"),
    [
        (FONTAINEBLEAU, FIVE, evolve(EVEN, slam="closed"), "slam"),
        (AMERICAN, FIVE, evolve(EVEN, slam="table"), "slam"),
        (FRENCH, BELLE, br.Outcome((4, 3, 3, 3), slam="closed"), "slam"),
        (FRENCH, evolve(BELLE, partner=2), br.Outcome((5, 3, 2, 3), slam="closed"), "slam"),
        (
            FRENCH,
            br.Contract("grande-misere", 0, turned=CLUBS, belle=HEARTS),
            br.Outcome((0, 5, 4, 4), slam="closed"),
            "slam",
        ),
        (FONTAINEBLEAU, FIVE, evolve(EVEN, boston=1), "Boston"),
        (FRENCH, BELLE, evolve(EVEN, boston=4), "boston"),
        (FRENCH, BELLE, evolve(EVEN, boston=-1), "boston"),
        (FONTAINEBLEAU, FIVE, evolve(EVEN, conceded=True), "concede"),
        (FONTAINEBLEAU, FIVE, evolve(EVEN, chicane=(1,)), "chicane"),
        (
            FONTAINEBLEAU,
            br.Contract("grand-misere", 0),
            br.Outcome((0, 5, 4, 4), honours=(4, 0, 0, 0)),
            "honours",
        ),
    ],
    ids=shown,
)
def test_outcomes_that_the_contract_cannot_have(
    variant: br.Variant, contract: br.Contract, outcome: br.Outcome, said: str
) -> None:
    assert said in only(variant, contract, outcome)


@pytest.mark.parametrize(
    ("variant", "outcome"),
    [
        (FONTAINEBLEAU, PASSED),
        (AMERICAN, br.Outcome((4, 3, 3, 2))),
        (FRENCH, br.Outcome((4, 3, 3, 3))),
        (FONTAINEBLEAU, br.Outcome((4, 3, 3, 3), honours=(4, 0, 0, 0))),
        (FONTAINEBLEAU, br.Outcome((4, 3, 3, 3), slam="closed")),
        (FONTAINEBLEAU, br.Outcome((4, 3, 3, 3), conceded=True)),
        (AMERICAN, br.Outcome((4, 3, 3, 3), chicane=(0,))),
        (FRENCH, evolve(PASSED, boston=9)),
        (FONTAINEBLEAU, br.Outcome((4, 3, 3, 3), boston=1)),
    ],
    ids=shown,
)
def test_passed_out_deals_that_cannot_be(variant: br.Variant, outcome: br.Outcome) -> None:
    assert only(variant, None, outcome)


def test_several_problems_of_the_contract_are_listed_together() -> None:
    contract = br.Contract("grand-misere", 7, trump=HEARTS, partner=9)
    found = problems(FONTAINEBLEAU, contract, br.Outcome((0, 5, 4, 4)))
    assert len(found) == 3
    for said in ("declarer", "without trumps", "partner"):
        assert sum(said in problem for problem in found) >= 1, said


def test_several_problems_of_the_outcome_are_listed_together() -> None:
    outcome = br.Outcome(
        (9, 9, 0, 0), honours=(4, 4, 0, 0), slam="table", boston=8, conceded=True, chicane=(1,)
    )
    found = problems(FONTAINEBLEAU, FIVE, outcome)
    each = ("18", "honours", "slam", "no Boston", "seat 0 to 3, not 8", "conceded", "chicane")
    for said in each:
        assert sum(said in problem for problem in found) == 1, (said, found)


def test_several_problems_of_the_table_are_listed_together() -> None:
    found = problems(FONTAINEBLEAU, FIVE, br.Outcome((7, 7, 7), honours=(9,)), pool=-5, dealer=11)
    for said in ("-5", "dealer", "tricks", "honours"):
        assert any(said in problem for problem in found), (said, found)


def test_problems_of_table_contract_and_outcome_are_listed_together() -> None:
    found = problems(
        FONTAINEBLEAU, br.Contract("5", 0), br.Outcome((5, 5, 5, 5), boston=1), pool=-1
    )
    for said in ("-1", "trump suit", "20", "Boston"):
        assert any(said in problem for problem in found), (said, found)


def test_where_no_suit_is_belle_nothing_is_said_of_belle() -> None:
    house = evolve(
        AMERICAN,
        ladder=Ladder(
            tuple(
                evolve(step, suit=TurnedSuit() if step.has_trumps else step.suit)
                for step in AMERICAN.ladder
            )
        ),
    )
    said = only(house, br.Contract("5", 0, SPADES, turned=HEARTS), EVEN)
    assert "only in ♥" in said
    assert "belle" not in said
    assert br.settle(house, br.Contract("5", 0, SPADES), EVEN).made  # unknown: not checked


@pytest.mark.parametrize(("turned", "belle"), [(None, None), (CLUBS, None), (None, HEARTS)])
@pytest.mark.parametrize("key", ["simple-petite", "neuf-petite"])
def test_turned_suits_that_set_no_price_may_be_left_out(
    key: str, turned: br.Suit | None, belle: br.Suit | None
) -> None:
    contract = br.Contract(key, 0, trump=CLUBS, turned=turned, belle=belle)
    assert br.settle(FRENCH, contract, br.Outcome((9, 2, 1, 1))).made


def test_a_suit_that_is_belle_is_not_petite_whatever_was_turned() -> None:
    contract = br.Contract("simple-petite", 0, trump=CLUBS, belle=CLUBS)
    said = only(FRENCH, contract, br.Outcome((9, 2, 1, 1)))
    assert "Simple in Petite cannot be played in ♣ when nothing is turned and ♣ is belle" in said


def test_a_card_that_the_game_does_not_turn_fixes_no_suit() -> None:
    for contract in (evolve(FIVE, turned=HEARTS), evolve(FIVE, belle=HEARTS)):
        said = only(FONTAINEBLEAU, contract, br.Outcome((8, 2, 2, 1)))
        assert "in Boston de Fontainebleau: ♥" in said


# Suit classes.


@pytest.mark.parametrize("turned", [None, HEARTS])
@pytest.mark.parametrize(
    ("variant", "contract", "said"),
    [
        (FONTAINEBLEAU, br.Contract("5", 0, HEARTS, suit_class="plain"), "has no plain suit"),
        (FONTAINEBLEAU, br.Contract("5", 0, HEARTS, suit_class="colour"), "has no colour suit"),
        (AMERICAN, br.Contract("grand-misere", 0, suit_class="plain"), "has no plain suit"),
    ],
    ids=shown,
)
def test_a_class_that_the_bid_cannot_have(
    variant: br.Variant, contract: br.Contract, said: str, turned: br.Suit | None
) -> None:
    tricks = (6, 3, 2, 2)
    if variant.dealing.turn is not None:
        contract = evolve(contract, turned=turned)
    assert said in only(variant, contract, br.Outcome(tricks))


@pytest.mark.parametrize("trump", br.Suit)
@pytest.mark.parametrize("given", ["plain", "colour", "preference"])
def test_a_class_is_that_of_its_suit_and_a_plain_bid_may_name_any(
    trump: br.Suit, given: Any
) -> None:
    # Hearts are turned: preference; diamonds are colour.
    actual = {HEARTS: "preference", br.DIAMONDS: "colour"}.get(trump, "plain")
    contract = br.Contract("5", 0, trump, suit_class=given, turned=HEARTS)
    if given in (actual, "plain"):
        assert br.settle(AMERICAN, contract, EVEN).made
    else:
        assert f"{trump.symbol} is {actual} when ♥ is turned" in only(AMERICAN, contract, EVEN)
    # Without the turned card nothing can be said against it.
    assert br.settle(AMERICAN, evolve(contract, turned=None), EVEN).made


def test_a_price_by_rank_needs_the_turned_suits() -> None:
    ranked = RankFactor(SuperPreferenceRanking(), (1, 2, 3), (Flat((("5", 4),)),))
    others = Flat(tuple((step.key, 10) for step in FONTAINEBLEAU.ladder if step.key != "5"))
    prices = Payments(won=(ranked, others), lost=(ranked, others))
    house = evolve(FRENCH, ladder=FONTAINEBLEAU.ladder, payments=prices)
    for turned, belle in ((None, None), (CLUBS, None), (None, HEARTS)):
        contract = br.Contract("5", 0, HEARTS, turned=turned, belle=belle)
        assert "give the turned suit and belle" in only(house, contract, EVEN)
    bill = br.settle(house, br.Contract("5", 0, HEARTS, turned=CLUBS, belle=HEARTS), EVEN)
    assert bill.deltas[1] == -12


# Fixed sides.


def test_P21_with_fixed_sides_the_partner_sits_opposite() -> None:
    house = evolve(AMERICAN, partners=FixedSides())
    for partner in (None, 2):
        contract = br.Contract("5", 0, HEARTS, partner=partner)
        # Side of 0 and 2: five tricks together. 1 pays 0 and 3 pays 2.
        bill = br.settle(house, contract, br.Outcome((3, 4, 2, 4)))
        assert bill.deltas == (12, -12, 12, -12)
        # Declarer 1, side of 1 and 3: three short; 1 pays 2 and 3 pays 0 (P10).
        lost = br.settle(
            house, evolve(contract, declarer=1, partner=None), br.Outcome((5, 1, 6, 1))
        )
        assert lost.deltas == (31, -31, 31, -31)
    assert "is seat 2, not seat 1" in only(house, br.Contract("5", 0, HEARTS, partner=1), EVEN)
    # A misère binds the tricks of the declarer alone, its price is shared.
    bill = br.settle(house, br.Contract("grand-misere", 0), br.Outcome((0, 3, 10, 0)))
    assert bill.deltas == (40, -40, 40, -40)


# House rules with polls.


def test_P20_chicane_of_a_house_rule() -> None:
    house = evolve(FONTAINEBLEAU, chicane=ChicaneRule(2))
    plain = br.settle(house, FIVE, EVEN)
    bill = br.settle(house, FIVE, evolve(EVEN, chicane=(1, 2)))
    change = [new - old for new, old in zip(bill.deltas, plain.deltas, strict=True)]
    # 1 takes 2 from 0, 2, 3; 2 takes 2 from 0, 1, 3.
    assert change == [-4, 4, 4, -4]
    assert "once" in only(house, FIVE, evolve(EVEN, chicane=(1, 1)))
    assert "chicane" in only(house, FIVE, evolve(EVEN, chicane=(4,)))
    misere = br.Contract("grand-misere", 0)
    assert "chicane" in only(house, misere, br.Outcome((0, 5, 4, 4), chicane=(1,)))
    assert "somebody" in only(house, FIVE, evolve(EVEN, chicane=(0, 1, 2, 3)))
    # With three players a dead hand may hold all trumps.
    three = br.variants.EnglishBoston(seats=3, chicane=ChicaneRule(2))
    five = evolve(FIVE, turned=HEARTS)
    plain = br.settle(three, five, br.Outcome((5, 4, 4)))
    assert br.settle(three, five, br.Outcome((5, 4, 4), chicane=(0, 1, 2))).deltas == plain.deltas
    holds = br.Outcome((7, 2, 2, 2), honours=(3, 1, 0, 0), chicane=(1, 2))
    assert "seat 1 was dealt honours" in only(house, FIVE, holds)


def test_P19_a_concession_is_a_win_without_overtricks() -> None:
    house = evolve(FONTAINEBLEAU, concession=ConcessionRule())
    bill = br.settle(house, FIVE, br.Outcome((0, 1, 0, 0), conceded=True), pool=50)
    assert bill.made is True
    assert bill.deltas == (110, -20, -20, -20)
    full = br.settle(house, FIVE, br.Outcome((12, 1, 0, 0), conceded=True), pool=50)
    assert full.deltas == bill.deltas
    assert "at most 13" in only(house, FIVE, br.Outcome((7, 7, 0, 0), conceded=True))


def test_P26_a_contested_bid_of_a_house_rule() -> None:
    house = evolve(AMERICAN, contest=ContestRule(("5", "6")))
    before_the_lead = br.Outcome((0, 0, 0, 0), conceded=True)
    # Conceded: 12 from each as for exactly five, the pool stays.
    bill = br.settle(house, FIVE, before_the_lead, pool=30)
    assert (bill.deltas, bill.pool, bill.made) == ((36, -12, -12, -12), 30, True)
    after = br.Outcome((1, 0, 0, 0), conceded=True)
    assert "before the first lead" in only(house, FIVE, after)
    # Played and made with six: the pool stays; with seven it is taken.
    assert br.settle(house, FIVE, br.Outcome((6, 3, 2, 2)), pool=30).pool == 30
    assert br.settle(house, FIVE, br.Outcome((7, 2, 2, 2)), pool=30).pool == 0
    # Bids at or above Seven are not contested.
    seven = br.Contract("7", 0, trump=HEARTS)
    assert "conceded" in only(house, seven, before_the_lead)
    assert br.settle(house, seven, br.Outcome((7, 2, 2, 2)), pool=30).pool == 0


def test_what_cannot_be_looked_up_is_a_problem_too() -> None:
    strange: Any = ["plain"]
    contract = br.Contract("5", 0, trump=HEARTS, suit_class=strange)
    assert "has no ['plain'] suit" in only(FONTAINEBLEAU, contract, EVEN)
    contract = br.Contract("5", strange, trump=HEARTS)
    assert "declarer is a seat 0 to 3" in only(FONTAINEBLEAU, contract, EVEN)


def test_notebooks_show_bills_and_states() -> None:
    bill = br.settle(FONTAINEBLEAU, FIVE, EVEN)
    assert not hasattr(bill, "_repr_svg_")
    assert "<table" in bill._repr_html_()
    assert br.start(FONTAINEBLEAU)._repr_svg_().startswith("<svg")
