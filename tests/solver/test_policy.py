"""One policy for all worlds that a player cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod

import pytest

import boston_rules as br
from boston_rules.core.hidden import UNKNOWN
from boston_rules.knowing.worlds import Worlds
from boston_rules.solver import NotSolvable, best
from boston_rules.solver.policy import weigh

_Seen = tuple[int, ...]
"""The cards played since the view, which is all that the player learns."""


def _endings(slug: str, cards: int, most: int) -> Iterator[br.Playing]:
    """Views of a player who is to choose a card, with few worlds to think of."""
    rng = random.Random(f"{slug} {cards}")
    while True:
        state = br.start(slug, dealer=0)
        while state.actor is not None:
            chance = state.actor == br.CHANCE
            action = br.draw_chance(state, rng) if chance else rng.choice(br.legal_actions(state))
            state = br.apply(state, action)
            if not (isinstance(state, br.Playing) and len(state.held(state.actor)) == cards):
                continue
            if state.contract is None or state.contract.partner is UNKNOWN or state.slam:
                continue
            view = br.observe(state, state.actor)
            assert isinstance(view, br.Playing)
            if len(br.legal_actions(view)) == cards and 1 < Worlds(view).count <= most:
                yield view


def _states(view: br.Playing) -> list[br.Playing]:
    worlds, rng = Worlds(view), random.Random(0)
    found = [worlds.state_of(world, rng) for world in worlds.every()]
    return [state for state in found if isinstance(state, br.Playing)]


def test_worlds_are_listed_once_each() -> None:
    for view in islice(_endings("classic", 2, 200), 10):
        worlds = Worlds(view)
        listed = list(worlds.every())
        assert len(set(listed)) == len(listed) == worlds.count
        assert all(worlds.admits(world) for world in listed)


@pytest.mark.parametrize("slug", ["fontainebleau", "mariland", "french-foster"])
def test_with_one_choice_left_every_world_is_solved_for_itself(slug: str) -> None:
    """After the first of two cards nothing is left to choose, so that the exact solver tells."""
    checked = 0
    for view in islice(_endings(slug, 2, 40), 12):
        try:
            weighed = weigh(view)
        except NotSolvable:
            continue
        assert view.contract is not None
        declares = view.actor in view.contract.side
        sums: dict[str, tuple[int, int]] = {}
        for state in _states(view):
            for card, won in best(state).chips or ():
                chips, made = sums.get(str(card), (0, 0))
                sums[str(card)] = chips + won, made + ((won > 0) is declares)
        told = {
            str(card): (option.chips, option.made)
            for option in weighed.options
            for card in option.cards
        }
        assert told == sums
        first, *others = weighed.options
        assert weighed.margin == (first.chips - others[0].chips if others else 0)
        checked += 1
    assert checked > 3


def _value(state: br.State, seat: int, side: frozenset[int], policy: Mapping[_Seen, int]) -> int:
    """What a side gains where a seat follows a policy and all others see all cards."""
    if state.settlement is not None:
        return sum(state.settlement.deltas[each] for each in side)
    assert isinstance(state, br.Playing)
    if state.actor == seat:
        return _value(_after(state, policy[_seen(state)]), seat, side, policy)
    cards = br.legal_actions(state)
    values = [_value(br.apply(state, card), seat, side, policy) for card in cards]
    return max(values) if state.actor in side else min(values)


def _after(state: br.Playing, card: int) -> br.State:
    return br.apply(state, br.Play(br.PACK[card]))


def _seen(state: br.Playing) -> _Seen:
    return tuple(event.action.index for event in state.events if isinstance(event.action, br.Play))


def _choices(states: Sequence[br.State], seat: int) -> dict[_Seen, list[int]]:
    """By what the player has seen, the cards that he may play then."""
    found: dict[_Seen, list[int]] = {}
    open_ = list(states)
    while open_:
        state = open_.pop()
        if not isinstance(state, br.Playing):
            continue
        cards = [card for card in br.legal_actions(state) if isinstance(card, br.Play)]
        if state.actor == seat:
            found[_seen(state)] = [card.index for card in cards]
        open_ += [br.apply(state, card) for card in cards]
    return found


@pytest.mark.parametrize("slug", ["mariland"])
def test_no_policy_is_better(slug: str) -> None:
    """All policies tried one by one, where there are few of them."""
    checked = 0
    for view in islice(_endings(slug, 3, 6), 60):
        contract, seat = view.contract, view.actor
        assert contract is not None
        side = frozenset(contract.side if seat in contract.side else view.opponents)
        states = _states(view)
        lines = {}
        for card in br.legal_actions(view):
            after = [br.apply(state, card) for state in states]
            lines[str(card)] = after, _choices(after, seat)
        if any(prod(map(len, choices.values())) > 64 for _, choices in lines.values()):
            continue
        found, made = {}, {}
        for text, (after, seen) in lines.items():
            policies = [
                [_value(state, seat, side, dict(zip(seen, cards, strict=True))) for state in after]
                for cards in product(*seen.values())
            ]
            found[text] = max(map(sum, policies))
            made[text] = {
                sum((chips > 0) is (seat in contract.side) for chips in policy)
                for policy in policies
                if sum(policy) == found[text]
            }
        weighed = weigh(view)
        told = {f"play {card}": each for each in weighed.options for card in each.cards}
        assert {card: each.chips for card, each in told.items()} == found, view
        assert all(each.made in made[card] for card, each in told.items()), view
        assert all(option.chips <= option.open_chips for option in weighed.options)
        checked += len(set(found.values())) > 1
        if checked == 3:
            break
    assert checked


STEPS = 3086
"""Positions looked at for the ending below; more would be slower."""


def test_what_cannot_be_weighed_is_refused() -> None:
    view = next(_endings("mariland", 3, 6))
    with pytest.raises(NotSolvable, match="worlds fit the view"):
        weigh(view, most=1)
    with pytest.raises(NotSolvable, match="too many positions"):
        weigh(view, steps=STEPS - 1)
    assert weigh(view, steps=STEPS).worlds > 1
