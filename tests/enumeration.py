"""Every way in which the cards that a seat has not seen can lie; each deal is played again.

It knows nothing of the sampler, whose counts and samples are held against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import boston_rules as br
from boston_rules.core.cards import bits, mask_of


def divisions(cards: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to deal cards out into heaps."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(bits(cards), sizes[0]):
        heap = mask_of(chosen)
        for rest in divisions(cards & ~heap, sizes[1:]):
            yield (heap, *rest)


def dealt_of(state: br.State) -> tuple[int, ...]:
    """What each seat was dealt, as masks."""
    assert state.deal is not None
    return state.deal.hands


def played_by(state: br.State) -> list[int]:
    """What each seat has played, as masks."""
    found = [0, 0, 0, 0]
    for event in state.events:
        if isinstance(event.action, br.Play):
            found[event.seat] |= 1 << event.action.card.index
    return found


def _seen(state: br.State, seat: int | None) -> tuple[object, ...]:
    view = br.observe(state, seat)
    return view.contract, view.tricks, view.exposed, view.hand, view.standing_bid, view.decided


def fitting(state: br.State, seat: int | None) -> set[tuple[int, ...]]:
    """The deals, as masks by seat, that a seat could not tell from its own."""
    assert state.deal is not None
    shown = {other for other, _ in br.observe(state, seat).exposed} | {seat}
    hidden = [other for other in range(4) if other not in shown]
    held = [hand.mask for hand in state.hands]
    gone = played_by(state)
    table, turned = state.deal.table, state.deal.turned
    said = [
        (event.seat, event.action)
        for event in state.events[len(state.deal.events) :]
        if not isinstance(event.action, br.Opened)
    ]
    own = _seen(state, seat)
    found = set()
    unseen = sum(held[other] for other in hidden)
    for heaps in divisions(unseen, tuple(held[other].bit_count() for other in hidden)):
        hands = list(held)
        for other, heap in zip(hidden, heaps, strict=True):
            hands[other] = heap
        dealt = tuple(hand | out for hand, out in zip(hands, gone, strict=True))
        if turned is not None and not dealt[table.dealer] >> turned & 1:
            continue
        given = [br.Cards.from_mask(hand) for hand in dealt]
        card = None if turned is None else br.PACK[turned]
        again = br.start(table.variant, table.dealer, hands=given, turned=card)
        try:
            for who, action in said:
                if again.actor != who:
                    break
                again = br.apply(again, action)
            else:
                if _seen(again, seat) == own:
                    found.add(dealt)
        except br.IllegalAction:
            continue
    return found
