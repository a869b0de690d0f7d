"""Shows a deal of a record as written, where the rules to replay it are not available."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import zip_longest

from attrs import evolve

import boston_rules as br
from boston_rules.cli.problems import printable
from boston_rules.cli.report import Seats, dealer_line
from boston_rules.core.saying import joined, say
from boston_rules.records import DealRecord
from boston_rules.telling.tables.deals import (
    PlayedTrick,
    auction_table,
    bill_balance,
    bill_table,
    hands_table,
    play_table,
)
from boston_rules.telling.tables.model import Table
from boston_rules.telling.wording.phrases import call

__all__ = ["written_blocks"]


def written_blocks(
    deal: DealRecord, seats: Seats, variant: br.Variant | None
) -> Iterator[Table | str]:
    """What the record says of a deal, in the order of a report."""
    bill = deal.settlement
    opening = [dealer_line(deal.dealer)]
    turns = (event.action for event in deal.events if isinstance(event.action, br.TurnUp))
    turned = deal.turned or next((turn.card for turn in turns), None)
    if turned is not None:
        opening.append(say("Turned: {card}.", card=turned.symbol))
    yield joined("\n", opening)
    if deal.hands is not None:
        yield hands_table(seats.labels, map(br.Cards, deal.hands), seats.roles(deal.dealer))
    calls = [
        (event.seat, _words(event, variant))
        for place, event in enumerate(deal.events)
        if isinstance(event.action, br.Misdeal)
        or (place >= deal.dealing and event.seat >= 0 and not isinstance(event.action, br.Play))
    ]
    if calls:
        yield auction_table(seats.labels, calls)
    tricks = list(_tricks(deal.events, len(seats)))
    if tricks:
        yield play_table(seats.labels, tricks)
    if bill is None:
        yield say("The deal is not finished.")
        return
    yield joined("", (printable(bill.heading), "."))
    if bill.transfers:
        yield bill_table(
            evolve(
                paid,
                lines=tuple(evolve(line, reason=printable(line.reason)) for line in paid.lines),
            )
            for paid in bill.transfers
        )
    pooled = bill.mentions_pool if variant is None else variant.pool is not None
    yield bill_balance(seats.labels, bill, pooled=pooled)


def _words(event: br.Event, variant: br.Variant | None) -> str:
    """A call by its name in the rules, where they are here and know it."""
    if variant is not None:
        with suppress(LookupError):
            return call(variant, event)
    return str(event)


def _tricks(events: Iterable[br.Event], seats: int) -> Iterator[PlayedTrick]:
    """The tricks; the record does not tell who wins the last."""
    tricks: list[dict[int, br.Card]] = []
    for event in events:
        if isinstance(event.action, br.Play):
            if not tricks or len(tricks[-1]) == seats or event.seat in tricks[-1]:
                tricks.append({})
            tricks[-1][event.seat] = event.action.card
    for trick, after in zip_longest(tricks, tricks[1:]):
        complete = after is not None and len(trick) == seats
        yield PlayedTrick(next(iter(trick)), trick, next(iter(after)) if complete else None)
