"""What cards are worth in chips, against the bills at the end of every line of play."""

from __future__ import annotations

import random
from functools import cache

import pytest
from attrs import evolve, frozen
from tests.solver.test_exact import ends

import boston_rules as br
from boston_rules.core.transfers import Line
from boston_rules.rules.cases import Case
from boston_rules.rules.ladder import Ladder, Step
from boston_rules.solver import Chips, best, first_lead, tricks
from boston_rules.solver.chips import chips_by_count


def by_the_bills(state: br.State, side: tuple[int, ...]) -> Chips:
    """What perfect play for chips comes to, by plain search on states to the bill."""
    if state.settlement is not None:
        deltas = state.settlement.deltas
        ours = sum(deltas[seat] for seat in side)
        return Chips(ours, sum(deltas) - ours)
    plays = [action for action in br.legal_actions(state) if isinstance(action, br.Play)]
    found = [by_the_bills(br.apply(state, play), side) for play in plays]
    choose = max if state.actor in side else min
    return choose(found, key=lambda chips: (chips.declarers, -chips.opponents))


def held_to_the_bills(state: br.Playing) -> None:
    """Hold the chips of every card to plain search."""
    contract = state.contract
    assert contract is not None
    found = best(state)
    ours = state.actor in contract.side
    assert found.is_declarers is ours
    assert set(found.side) == set(contract.side if ours else state.opponents)
    assert found.chips is not None
    for (card, result), (same, chips) in zip(found.results, found.chips, strict=True):
        told = by_the_bills(br.apply(state, br.Play(card)), contract.side)
        assert (card, result.chips) == (same, told)
        assert chips == (told.declarers if ours else told.opponents)
    assert max(chips for _, chips in found.chips) == dict(found.chips)[found.cards[0]]


@pytest.mark.parametrize(
    "state",
    [state for state in ends() if state.setup.terms.total - len(state.done) == 2],
    ids=lambda s: f"{s.table.variant.slug}-{s.contract.key}",
)
def test_chips_are_those_of_the_bills(state: br.Playing) -> None:
    held_to_the_bills(state)


def first_leads(slug: str, *, turn: bool = True) -> list[br.Playing]:
    """The first lead of every contract of a variant, each with every possible partner."""
    variant, rng = br.get_variant(slug), random.Random(1)
    pack = [br.PACK[card] for card in rng.sample(range(52), 52)]
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(variant.seats)]
    turned = hands[0][-1] if turn and variant.dealing.turn is not None else None
    found = []
    for step in variant.ladder:
        discards = [hand[0] for hand in hands] if step.discard else []
        for partner in (None, 1, 2):
            for trump in br.Suit if step.has_trumps else (None,):
                contract = br.Contract(step.key, 0, trump, partner=partner)
                try:
                    found.append(
                        first_lead(variant, hands, contract, turned=turned, discards=discards)
                    )
                except br.SettlementError:
                    continue
    return found


@pytest.mark.parametrize("slug", br.list_variants())
def test_more_tricks_are_never_paid_worse_and_made_is_paid_better(slug: str) -> None:
    """So that play for chips is play for tricks as well, as the documentation says."""
    known = 0
    for state in first_leads(slug):
        goal, total = state.setup.terms.goal, state.setup.terms.total
        assert goal is not None
        chips = chips_by_count(state, range(total + 1))
        assert chips is not None
        known += 1
        made = {count for count in chips if goal.verdict(count, 0)}
        by_count = [chips[count].declarers for count in range(total + 1)]
        for count in made:
            for lost in set(chips) - made:
                assert by_count[count] > by_count[lost]
        assert state.contract is not None
        if slug == "french-foster" and state.contract.key.startswith("demande"):
            continue  # G17: a slam that is scored stands in place of price and honours
        if goal.most is None:
            assert by_count == sorted(by_count)
        else:
            assert len({by_count[count] for count in set(chips) - made}) == 1
    assert known >= len(br.get_variant(slug).ladder)


@frozen
class Forgiving:
    """A stranger's price: a contract lost with two tricks costs hardly anything."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The only line."""
        return (Line(1 if case.taken == 2 else 30, "lost"),)

    def words(self) -> str:
        """The rule in English."""
        return "1 with two tricks, else 30"


def _pack_with_low_cards(rng: random.Random) -> list[int]:
    """Four hands, of which the first has no high card."""
    low = rng.sample([card for card in range(52) if card % 13 < 8], 13)
    return low + rng.sample([card for card in range(52) if card not in low], 39)


@cache
def forgiving_ends() -> tuple[br.Playing, ...]:
    """Three tricks before the end of misères in which the declarer has won a trick."""
    variant, rng = br.get_variant("fontainebleau", deals=1), random.Random(4)
    variant = evolve(variant, payments=evolve(variant.payments, lost=(Forgiving(),)))
    found: list[br.Playing] = []
    while len(found) < 12:
        pack = [br.PACK[card] for card in _pack_with_low_cards(rng)]
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        state: br.State = first_lead(variant, hands, br.Contract("grand-misere", 0))
        while not isinstance(state, br.Playing) or len(state.done) < 10:
            plays = [each for each in br.legal_actions(state) if isinstance(each, br.Play)]
            state = br.apply(state, rng.choice(plays))
        if state.taken[0] == 1:
            found.append(state)
    return tuple(found)


@pytest.mark.parametrize("number", range(12))
def test_chips_where_more_tricks_are_paid_better_and_then_worse(number: int) -> None:
    held_to_the_bills(forgiving_ends()[number])


def test_play_for_chips_is_not_play_for_tricks_there() -> None:
    found = {(best(state).result.tricks, tricks(state)) for state in forgiving_ends()}
    assert any(chips != few for chips, few in found)


def test_no_chips_where_the_contract_leaves_the_price_open() -> None:
    for slug, key in (("french", "petite-misere"), ("mariland", "6")):
        for turn in (False, True):
            state = next(
                state
                for state in first_leads(slug, turn=turn)
                if state.contract is not None and state.contract.key == key
            )
            assert (chips_by_count(state, range(state.setup.terms.total + 1)) is not None) is turn


@frozen
class FedByTricks:
    """A stranger's pool: a lost contract feeds it by the tricks of both partners."""

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        """A chip a trick."""
        return tricks

    def words(self) -> str:
        """The rule in English."""
        return "a chip for every trick"


def test_no_chips_where_the_bill_asks_who_has_won_the_tricks() -> None:
    variant = br.get_variant("russian-partnership")
    assert variant.pool is not None
    variant = evolve(variant, pool=evolve(variant.pool, lost=FedByTricks()))
    pack = [br.PACK[card] for card in random.Random(1).sample(range(52), 52)]
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    alone = first_lead(variant, hands, br.Contract("grand-misere", 0))
    assert alone.setup.terms.counting == (0,) != alone.contract.side  # type: ignore[union-attr]
    assert chips_by_count(alone, range(14)) is None
    together = first_lead(variant, hands, br.Contract("7", 0, br.HEARTS, partner=2))
    assert chips_by_count(together, range(14)) is not None


def test_the_pool_that_is_given_counts() -> None:
    pack = [br.PACK[card] for card in random.Random(1).sample(range(52), 52)]
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    contract = br.Contract("5", 0, br.HEARTS)
    empty, full = (
        chips_by_count(first_lead("fontainebleau", hands, contract, pool=pool), [5])
        for pool in (0, 90)
    )
    assert empty is not None
    assert full is not None
    assert full[5].declarers == empty[5].declarers + 90
    assert full[5].opponents == empty[5].opponents
