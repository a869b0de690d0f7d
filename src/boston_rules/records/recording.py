"""From the states of a session to its record."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, takewhile

from attrs import evolve

from boston_rules.actions import Misdeal, TurnUp
from boston_rules.arguments import wrong_type
from boston_rules.cards import PACK, Card
from boston_rules.errors import RecordError, SessionOver
from boston_rules.play.auction import Auction
from boston_rules.play.dealing import plies_before_deal
from boston_rules.play.settled import Settled
from boston_rules.records.houserules import tell_variant
from boston_rules.records.model import DealRecord, Record, Start, Tag
from boston_rules.records.opening import opening_table
from boston_rules.rules.transfers import SET_ASIDE
from boston_rules.state import State
from boston_rules.table import Deal, Table

__all__ = ["record"]


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
            any state of its deal. A single state is a record of its deal alone.
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
    >>> made.dealer, made.seats, len(made.deals[0].actions), made.finished
    (2, 4, 1, False)
    """
    last = (states,) if isinstance(states, State) else _several(states)
    if not last:
        raise RecordError("a record needs at least one state")
    variant = last[0].table.variant
    for before, after in pairwise(last):
        _check_follows(before, after)
    options, rules = tell_variant(variant)
    return Record(
        variant=variant.slug,
        revision=variant.revision,
        fingerprint=variant.fingerprint(),
        options=options,
        rules=rules,
        seats=variant.seats,
        players=players,
        tags=tags,
        comments=comments,
        start=_start(_opening_table(last[0])),
        deals=map(_deal, last),
    )


def _several(states: Iterable[State]) -> tuple[State, ...]:
    expected = "a State, or several"
    if not isinstance(states, Iterable):
        raise wrong_type("states", expected, states)
    found = tuple(states)
    for state in found:
        if not isinstance(state, State):
            raise wrong_type("states", expected, state)
    return found


def _opening_table(state: State) -> Table:
    """The table of a deal before its first action, the antes paid."""
    table = state.table if state.deal is None else state.deal.table
    if table.variant.dealing.fixes_belle and table.deal_number == 1:
        return evolve(table, belle=None)
    return table


def _check_follows(before: State, after: State) -> None:
    table = _opening_table(after)
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
    variant = table.variant
    if table == opening_table(None, variant, table.dealer, 1):
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
        stakes=table.stakes,
        belle=table.belle,
        pack=(PACK[card] for card in table.pack),
    )
    if table != opening_table(start, variant, table.dealer, table.deal_number):
        raise RecordError(
            "the table is not one at which a deal of this variant begins", deal=table.deal_number
        )
    return start


def _deal(state: State) -> DealRecord:
    table = state.table
    hands, turned = _given(state)
    return DealRecord(
        number=table.deal_number,
        dealer=table.dealer,
        hands=hands,
        turned=turned,
        actions=((seat, str(action)) for seat, action in state.history),
        settlement=state.settlement,
    )


def _first_deal(state: State) -> Deal | None:
    """The deal, or the first of those that were called misdeals."""
    deal = state.deal if state.deal is not None else state.misdealt
    while deal is not None and deal.misdealt is not None:
        deal = deal.misdealt
    return deal


def _given(state: State) -> tuple[tuple[tuple[Card, ...], ...] | None, Card | None]:
    """The hands and the turned card, where they were given outright."""
    deal, history = _first_deal(state), state.history
    if deal is None:
        return None, None
    table, seats = deal.table, deal.table.variant.seats
    first = tuple(takewhile(lambda ply: not isinstance(ply[1], Misdeal), history))
    phase = state.name if len(first) == len(history) else Auction.name
    tokens = [(seat, str(action)) for seat, action in first[: seats + 2]]
    if plies_before_deal(tokens, table.dealer, seats, phase=phase):
        return None, None
    rules = table.variant.dealing
    by_chance = any(isinstance(action, TurnUp) for _, action in first)
    unshuffled = table.pack and rules.gathers
    if unshuffled and not rules.cutting_seats(table.dealer):
        # Nobody shuffles or cuts this pack: the hands follow from the deal before.
        dealt = rules.deal(table.pack, table.dealer)
        if (*deal.order, deal.dead)[: len(dealt)] == dealt and (
            rules.turns_by_chance or not by_chance
        ):
            return None, None
    hands = tuple(tuple(PACK[card] for card in hand) for hand in deal.order)
    turned = None if by_chance or deal.turned is None else PACK[deal.turned]
    return hands, turned
