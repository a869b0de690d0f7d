"""From the states of a session to its record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from attrs import evolve

from boston_rules.core.actions import Cut, Misdeal, Play, Shuffle
from boston_rules.core.arguments import check_type, tuple_of
from boston_rules.core.cards import PACK, Card
from boston_rules.core.errors import RecordError, SessionOver
from boston_rules.core.events import NOTHING, Event, event_of, play_event
from boston_rules.core.hidden import FULL, HOLE, Hole, Viewer
from boston_rules.core.transfers import SET_ASIDE
from boston_rules.deal.dealing import Cutting, open_deal
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.table import Table, clockwise, open_table
from boston_rules.records.houserules import tell_variant
from boston_rules.records.model import ONLOOKER, DealRecord, Record, Start, Tag
from boston_rules.rules.variant import Variant

__all__ = ["fields_of", "opening_table", "record"]


def record(
    states: State | Iterable[State],
    *,
    players: Iterable[str] = (),
    tags: Iterable[Tag] = (),
    comments: Iterable[str] = (),
) -> Record:
    """The record of a session, or of a part of one.

    Args:
        states: the last state of each deal, in order; all are settled but the last, which may be
            any state of its deal. A single state is a record of its deal alone. Of views it is a
            redacted record: what their viewer has seen.
        players: names by seat, or nothing.
        tags: further tags, as names and values.
        comments: comments on the whole.

    Raises:
        RecordError: the states are not deals that follow each other in one session, or what is
            given does not fit into a record.
        TypeError: not states.

    A record of deals that do not begin a session says how the table stood; it is replayed from
    there. :func:`~boston_rules.records.replaying.replay` gives the states back.

    >>> import random
    >>> import boston_rules as br
    >>> state = br.start(br.get_variant(br.list_variants()[0]), dealer=2)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> made = br.record([state], players=["Ann", "Bob", "Cid", "Dot"], tags=[("Event", "Club")])
    >>> made.dealer, made.seats, len(made.deals[0].events), made.finished
    (2, 4, 1, False)
    """
    last = (states,) if isinstance(states, State) else _several(states)
    if not last:
        raise RecordError("a record needs at least one state")
    for before, after in pairwise(last):
        _check_follows(before, after)
    return Record(**fields_of(last), players=players, tags=tags, comments=comments)


def fields_of(last: Sequence[State]) -> dict[str, Any]:
    """The fields of the record of a session: those that its states tell."""
    variant, viewer = last[0].variant, last[0].viewer
    options, rules = tell_variant(variant)
    return {
        "variant": variant.slug,
        "revision": variant.revision,
        "fingerprint": variant.fingerprint(),
        "options": options,
        "rules": rules,
        "seats": variant.seats,
        "viewer": None if viewer is FULL else ONLOOKER if viewer is None else viewer,
        "start": _start(_table_before(last[0])),
        "deals": tuple(map(_deal, last)),
    }


def _several(states: Iterable[State]) -> tuple[State, ...]:
    expected = "a State, or several"
    found = tuple_of("states", states, expected)
    for state in found:
        check_type("states", state, State, expected)
    return found


def opening_table(
    start: Start | None, variant: Variant, dealer: int, number: int, viewer: Viewer = FULL
) -> Table:
    """The table of the first deal of a record, its antes paid."""
    if start is None:
        return open_table(variant, dealer=dealer, deal_number=number, viewer=viewer)
    return open_table(
        variant,
        start.purses,
        pool=start.pool,
        set_aside=start.set_aside,
        dealer=dealer,
        deal_number=number,
        conditions=next(each for each in variant.conditions if each.name == start.conditions),
        belle=start.belle,
        pack=_indices(start.pack),
        still=_indices(start.still),
        viewer=viewer,
    )


def _indices(pack: tuple[Card, ...] | Hole) -> tuple[int, ...] | Hole:
    return HOLE if pack is HOLE else tuple([card.index for card in pack])


def _cards(pack: tuple[int, ...] | Hole) -> tuple[Card, ...] | Hole:
    return HOLE if pack is HOLE else tuple([PACK[card] for card in pack])


def _table_before(state: State) -> Table:
    table = state.table if state.deal is None else state.deal.table
    if table.variant.dealing.fixes_belle and table.deal_number == 1:
        return evolve(table, belle=None)
    return table


def _check_follows(before: State, after: State) -> None:
    table = _table_before(after)
    where = table.deal_number
    if not isinstance(before, Settled):
        raise RecordError("the deal before is not settled", deal=where)
    try:
        expected = before.next_table()
    except SessionOver as error:
        raise RecordError(f"there is no further deal: {error}", deal=where) from error
    if table != expected:
        raise RecordError(
            f"the deal does not follow deal {before.table.deal_number} of the same session",
            deal=where,
        )


def _start(table: Table) -> Start | None:
    """How the table stood before the antes, unless it is the start of a session."""
    variant, viewer = table.variant, table.viewer
    if table == opening_table(None, variant, table.dealer, 1, viewer):
        return None
    purses = list(table.purses)
    set_aside = paid = 0
    for moved in table.antes:
        if moved.payer == SET_ASIDE:
            set_aside += moved.chips
        elif isinstance(moved.payer, int):
            purses[moved.payer] += moved.chips
            paid += moved.chips
    start = Start(
        purses=purses,
        pool=table.pool + table.set_aside - set_aside - paid,
        set_aside=set_aside,
        conditions=table.conditions.name,
        belle=table.belle,
        pack=_cards(table.pack),
        still=_cards(table.still),
    )
    if table != opening_table(start, variant, table.dealer, table.deal_number, viewer):
        raise RecordError(
            "the table is not one at which a deal of this variant begins", deal=table.deal_number
        )
    return start


def _deal(state: State) -> DealRecord:
    table, deal = state.table, state.deal
    opened, *events = state.events
    full = state.viewer is FULL
    hands = _hands_given(state) if full else None
    return DealRecord(
        number=table.deal_number,
        dealer=table.dealer,
        hands=hands,
        turned=None if hands is None else opened.shows.turned,
        shows=NOTHING if full else opened.shows,
        events=map(_bare, events) if full else events,
        dealing=len(events if deal is None else deal.events[1:]),
        settlement=state.settlement,
    )


def _bare(event: Event) -> Event:
    """An event without what it showed, which follows from a whole record."""
    seat, action = event.seat, event.action
    return play_event(seat, action.index) if isinstance(action, Play) else event_of(seat, action)


def _hands_given(state: State) -> Sequence[Iterable[Card]] | None:
    """The hands with which a deal was opened, each in the order received, if they were given
    outright."""
    opened, table = state.events[0], _table_before(state)
    if not opened.shows.dealt:
        return None
    order = _first_order(state)
    if order is None:  # shuffled since: the order does not matter any more
        return [hand.sorted() for hand in opened.shows.dealt if hand is not HOLE]
    if table.pack:
        gathered = open_deal(table)  # where nobody cuts it is dealt at once
        deal = gathered.deal
        if deal is not None and gathered.events[0] == opened and deal.order == order:
            return None
    return [[PACK[card] for card in hand] for hand in order[: table.variant.seats]]


_Order: TypeAlias = tuple[tuple[int, ...], ...]


def _first_order(state: State) -> _Order | None:
    """The hands of the first deal, each in the order received, a dead hand last.

    After misdeals the cards are gathered and dealt again: these are undone, cuts too. ``None``
    where the pack was shuffled instead, or each hand sorted, so that the order is nothing any more.
    """
    table, deal = state.table, state.deal
    rules, hand = table.variant.dealing, table.variant.hand
    gathers = table.gathers and not rules.sorts_misdeal
    pack = list(state.pack) if isinstance(state, Cutting) and state.pack is not HOLE else []
    order = () if deal is None or deal.order is HOLE else deal.order
    for event in reversed(state.events if deal is None else deal.events):
        action = event.action
        if isinstance(action, Shuffle) and rules.packs > 1:
            continue  # the other pack: that of the hands given was not
        if isinstance(action, Shuffle) or (isinstance(action, Misdeal) and not gathers):
            return None
        if isinstance(action, Cut | Misdeal) and not pack:
            pack = list(table.undealt(order))
        if isinstance(action, Cut) and action.at is not HOLE:
            pack = pack[-action.at :] + pack[: -action.at]
        elif isinstance(action, Misdeal):
            seats = [*clockwise(table.eldest, table.variant.seats), *range(table.variant.seats, 4)]
            order = tuple(tuple(pack[hand * seats.index(seat) :][:hand]) for seat in range(4))
            pack = []
    return order
