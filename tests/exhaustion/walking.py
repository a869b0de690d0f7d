"""Every state of every deal of a small game, and what is checked of them.

States stand together in *nodes*: those of all deals that an onlooker cannot tell apart. Within a
node a seat is told apart by its own cards and by what it alone has seen itself do, so that each of
its views is met with every world that fits it.

    $ python -m tests.exhaustion.walking

checks all views and all worlds of the small games, which takes some minutes; the suite visits all
states, and every so many of the views and worlds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from tests.cousins.games import SMALL
from tests.enumeration import divisions

import boston_rules as br
from boston_rules.core.cards import bits, mask_of
from boston_rules.core.events import Opened
from boston_rules.testing.universe import well_formed

__all__ = ["Seen", "check_game", "every_deal", "nodes", "world_of"]

_STATES: Final = "states"


class Seen(NamedTuple):
    """A state, with what is hidden of what each seat has done."""

    state: br.State
    secrets: tuple[tuple[br.Action, ...], ...]


def every_deal(variant: br.Variant) -> Iterator[tuple[br.Cards, ...]]:
    """The hands of every deal, by seat; what is left with three seats is the dead hand."""
    for heaps in divisions(variant.dealing.pack.mask, (variant.hand,) * 4):
        yield tuple(map(br.Cards.from_mask, heaps[: variant.seats]))


def nodes(variant: br.Variant, dealer: int) -> Iterator[list[Seen]]:
    """Every state of every deal, those together that an onlooker cannot tell apart."""
    none = ((),) * variant.seats
    first = defaultdict(list)
    for hands in every_deal(variant):
        state = br.start(variant, dealer, hands=hands)
        first[state.events[-1].seen_by(None)].append(Seen(state, none))
    waiting = [*first.values()]
    while waiting:
        node = waiting.pop()
        yield node
        after = defaultdict(list)
        for state, secrets in node:
            for action in br.legal_actions(state):
                following = br.apply(state, action)
                event = following.events[-1]
                told = event.seen_by(None)
                after[told].append(Seen(following, _kept(secrets, event, told)))
        waiting += after.values()


def _kept(
    secrets: tuple[tuple[br.Action, ...], ...], event: br.Event, told: br.Event
) -> tuple[tuple[br.Action, ...], ...]:
    """The secrets after an event, of which everybody is told another one."""
    action = event.action
    if told.action == action or isinstance(action, Opened):
        return secrets
    return tuple(
        (*kept, action) if seat == event.seat else kept for seat, kept in enumerate(secrets)
    )


def world_of(seen: Seen) -> br.World:
    """Where every card lies."""
    deal = seen.state.deal
    assert deal is not None
    aside = [
        sum(1 << card.index for card in map(_discarded, kept) if card is not None)
        for kept in seen.secrets
    ]
    hands = tuple(hand.mask for hand in seen.state.hands)
    return br.World(hands, tuple(aside), mask_of(deal.dead))


def _discarded(action: br.Action) -> br.Card | None:
    """The card that an action lays aside."""
    return action.card if type(action) is br.Discard and action.card is not br.HOLE else None


def bits_of(masks: Iterable[int]) -> list[int]:
    """The cards of some masks, by index."""
    return [card for mask in masks for card in bits(mask)]


def check_game(
    variant: br.Variant, dealer: int, *, views: int = 1, worlds: int = 1
) -> Counter[str]:
    """Laws 1, 3, 4 and 6 and the sampler's counts, over all deals; what was visited, counted.

    Args:
        variant: a game of few cards.
        dealer: his seat.
        views: of so many seats and nodes one has its views compared.
        worlds: of so many of these views one has its worlds counted.

    Raises:
        AssertionError: a law does not hold.
    """
    counts: Counter[str] = Counter(deals=sum(1 for _ in every_deal(variant)))
    for number, node in enumerate(nodes(variant, dealer)):
        counts[_STATES] += len(node)
        actor = node[0].state.actor
        assert all(seen.state.actor == actor for seen in node), "everybody knows whose turn it is"
        _check_cards(node[0])
        if actor is None:
            _check_settled(node)
        for seat in range(variant.seats):
            checked = not (number + seat) % views
            if seat != actor and not checked:
                continue
            alike = defaultdict(list)
            for seen in node:
                deal = seen.state.deal
                assert deal is not None
                alike[deal.hands[seat], seen.secrets[seat]].append(seen)
            if seat == actor:
                for group in alike.values():
                    _check_legal(group)
            if checked:
                for group in alike.values():
                    view = _check_views(group, seat)
                    counts["views"] += 1
                    if not counts["views"] % worlds:
                        _check_refusals(view, group[0].state)
                        counts["worlds"] += _check_worlds(view, group)
    return counts


def _check_cards(seen: Seen) -> None:
    """All cards are somewhere, once."""
    state, deal = seen.state, seen.state.deal
    assert deal is not None
    world = world_of(seen)
    gone = [card.index for trick in state.tricks for card in trick.cards]
    gone += [card.index for card in state.trick]
    lying = [*bits_of(world.hands), *bits_of(world.aside), *deal.dead, *gone]
    assert sorted(lying) == [*state.variant.dealing.order]


def _check_settled(node: Sequence[Seen]) -> None:
    """The deal is at its end, with all cards and chips."""
    for state, _ in node:
        assert isinstance(state, br.Settled)
        assert state.gathered is not br.HOLE
        assert sorted(state.gathered) == [*state.variant.dealing.order]
        assert sum(state.settlement.deltas) + state.settlement.pool == state.deal.table.pool
        assert br.legal_actions(state) == ()


def _check_legal(group: Sequence[Seen]) -> None:
    """What a seat may do depends on nothing that it does not see, and is something."""
    legal = br.legal_actions(group[0].state)
    assert legal
    assert all(br.legal_actions(other) == legal for other, _ in group)


def _check_views(group: Sequence[Seen], seat: int) -> br.State:
    """All states are one view, which says as much as each of them; the view."""
    first = group[0].state
    view = br.observe(first, seat)
    assert all(br.observe(other, seat) == view for other, _ in group)
    assert br.legal_actions(view) == (br.legal_actions(first) if first.actor == seat else ())
    assert view.actor == first.actor
    return view


def _check_refusals(view: br.State, state: br.State) -> None:
    """What is not legal is refused, and alike in the view of who is to act."""
    legal = br.legal_actions(state)
    for action in _tried(state.variant):
        error = br.why_illegal(state, action)
        assert (error is None) is (action in legal)
        if view.viewer == state.actor:
            assert br.why_illegal(view, action) == error


def _check_worlds(view: br.State, group: Sequence[Seen]) -> int:
    """The worlds of a view are those of the states that look like it; how many there are."""
    worlds = br.Worlds(view)
    fitting = {world_of(seen) for seen in group}
    assert worlds.count == len(fitting)
    assert all(worlds.admits(world) for world in fitting)
    return worlds.count


@cache
def _tried(variant: br.Variant) -> list[br.Action]:
    """Actions to be refused or not: every one with a card of the game, words and bids."""
    pack = variant.dealing.pack
    return [
        action
        for action in well_formed(variant)
        if not isinstance(action, br.Shuffle | br.Cut | br.TurnUp)
        and getattr(action, "card", None) in (None, *pack)
    ]


def main() -> None:
    for variant in SMALL:
        print(variant.slug, dict(check_game(variant, variant.seats - 1)))


if __name__ == "__main__":
    main()
