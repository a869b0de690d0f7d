"""The states that a viewer cannot tell apart, found by playing every deal of the hidden cards.

It knows nothing of the sampler: a deal is opened with every division of the cards that the viewer
has not seen, and the actions of the real one are taken again. A division stays as long as each
action is legal and shows the viewer the event that it saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb, prod
from typing import TypeAlias

from attrs import frozen
from tests.enumeration import divisions

import boston_rules as br
from boston_rules.core.cards import mask_of

__all__ = ["Alike", "Deal", "Key", "key_of"]

World: TypeAlias = tuple[tuple[int, ...], tuple[br.Action, ...]]
Key: TypeAlias = tuple[World, tuple[br.Action, ...]]
"""What tells full states apart that look the same: where the cards lie, and the cards laid."""


@frozen(eq=False)
class Deal:
    """A deal that is opened with hands given outright."""

    open: Callable[[Sequence[br.Cards]], br.State]
    """The state in which it begins with other hands."""
    state: br.State
    """What it has come to."""

    @property
    def played(self) -> list[br.Event]:
        """What has been done in it."""
        assert self.state.deal is not None
        return list(self.state.events[len(self.state.deal.events) :])


class Alike:
    """What a viewer cannot tell from the state of a deal.

    Args:
        deal: the deal.
        viewer: a seat, or ``None`` for an onlooker.
    """

    def __init__(self, deal: Deal, viewer: int | None) -> None:
        state, self._deal, self.viewer = deal.state, deal, viewer
        self.view = br.observe(state, viewer)
        assert state.deal is not None
        dealt = state.deal.hands
        known = [0] * len(dealt)
        for event in deal.played:
            if isinstance(event.action, br.Play):
                known[event.seat] |= 1 << event.action.card.index
        for seat, cards in self.view.exposed:
            known[seat] |= cards.mask
        if viewer is not None:
            known[viewer] = dealt[viewer]
        if state.deal.turned is not None and state.variant.dealing.turns_from_hand:
            known[state.table.dealer] |= 1 << state.deal.turned
        self._known = known
        self._hidden = state.variant.dealing.pack.mask & ~sum(known)
        sizes = [(hand & ~seen).bit_count() for hand, seen in zip(dealt, known, strict=True)]
        self._sizes = (*sizes, self._hidden.bit_count() - sum(sizes))
        self._events = [(event, event.seen_by(viewer)) for event in deal.played]

    @property
    def tries(self) -> int:
        """As many states there are at most: divisions of the hidden cards, and what was laid."""
        sizes = self._sizes
        ways = prod(comb(sum(sizes[at:]), size) for at, size in enumerate(sizes))
        secrets = [event.seat for event, seen in self._events if seen.action != event.action]
        return ways * prod(max(sizes[seat], 1) for seat in secrets)

    def states(self) -> list[br.State]:
        """Every full state that looks to the viewer like this one."""
        found = []
        for heaps in divisions(self._hidden, self._sizes):
            parts = zip(self._known, heaps, strict=False)
            states = [self._deal.open([br.Cards.from_mask(seen | heap) for seen, heap in parts])]
            for event, seen in self._events:
                states = [after for state in states for after in self._after(state, event, seen)]
            found += [state for state in states if br.observe(state, self.viewer) == self.view]
        return found

    def _after(self, state: br.State, event: br.Event, seen: br.Event) -> Iterator[br.State]:
        """What the state comes to by an action of which the viewer has seen this much."""
        hidden = seen.action != event.action
        assert not isinstance(event.action, br.Opened)
        for action in br.legal_actions(state, event.seat) if hidden else (event.action,):
            try:
                after = br.apply(state, action, event.seat)
            except br.IllegalAction:
                continue
            if after.events[-1].seen_by(self.viewer) == seen:
                yield after


def key_of(state: br.State) -> Key:
    """What tells a full state from others that look the same."""
    deal = state.deal
    assert deal is not None
    discards = tuple(each.action for each in state.events if isinstance(each.action, br.Discard))
    bids = tuple(each.action for each in state.events if isinstance(each.action, br.Bid))
    return ((*deal.hands, mask_of(deal.dead)), discards), bids
