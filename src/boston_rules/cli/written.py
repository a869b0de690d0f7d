"""Shows a deal of a record as written, where the rules to replay it are not available."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import boston_rules as br
from boston_rules.cli.files import printable
from boston_rules.cli.report import Seats
from boston_rules.records import DealRecord
from boston_rules.tables.deals import (
    PlayedTrick,
    auction_table,
    bill_balance,
    bill_table,
    hands_table,
    play_table,
)
from boston_rules.tables.model import Table
from boston_rules.wording.phrases import call

__all__ = ["written_blocks"]

_PACK = ("shuffle", "cut", "turn")


def written_blocks(
    deal: DealRecord, seats: Seats, variant: br.Variant | None
) -> Iterator[Table | str]:
    """What the record says of a deal, in the order of a report."""
    bill = deal.settlement
    opening = [f"Seat {deal.dealer} deals."]
    turned = [token.partition(" ")[2] for _, token in deal.actions if token.startswith("turn ")]
    if deal.turned is not None:
        opening.append(f"Turned: {deal.turned.symbol}.")
    elif turned:
        opening.append(f"Turned: {_card(turned[0])}.")
    yield "\n".join(opening)
    if deal.hands is not None:
        roles = [
            ", ".join(filter(None, (player, "dealer" if seat == deal.dealer else "")))
            for seat, player in enumerate(seats.players)
        ]
        yield hands_table(seats.labels, map(br.Cards, deal.hands), roles)
    dealing = deal.plies_before_deal(len(seats))
    calls = [
        (seat, token)
        for ply, (seat, token) in enumerate(deal.actions)
        if (ply >= dealing and token.partition(" ")[0] not in (*_PACK, "play"))
        or token.startswith("misdeal")
    ]
    if calls:
        yield auction_table(seats.labels, [(seat, _words(token, variant)) for seat, token in calls])
    tricks = list(_tricks(deal.actions, len(seats)))
    if tricks:
        yield play_table(seats.labels, tricks)
    if bill is None:
        yield "The deal is not finished."
        return
    yield f"{printable(bill.heading)}."
    if bill.transfers:
        yield bill_table(
            [
                br.Transfer(
                    paid.payer,
                    paid.payee,
                    tuple(br.Line(line.chips, printable(line.reason)) for line in paid.lines),
                )
                for paid in bill.transfers
            ]
        )
    pooled = bill.mentions_pool if variant is None else variant.pool is not None
    yield bill_balance(seats.labels, bill, pooled=pooled)


def _words(token: str, variant: br.Variant | None) -> str:
    """A call by its name in the rules, where they are here and know it."""
    if variant is None:
        return token
    try:
        return call(variant, token)
    except (br.BostonError, LookupError):
        return token


def _card(text: str) -> str:
    try:
        return br.parse_card(text).symbol
    except br.NotationError:
        return text


def _tricks(actions: Sequence[tuple[int, str]], seats: int) -> Iterator[PlayedTrick]:
    """The tricks; the record does not tell who wins the last."""
    played = [(seat, card) for seat, token in actions for card in [_played(token)] if card]
    tricks: list[dict[int, br.Card | str]] = []
    for seat, card in played:
        if not tricks or len(tricks[-1]) == seats or seat in tricks[-1]:
            tricks.append({})
        tricks[-1][seat] = card
    for trick, after in zip_longest(tricks, tricks[1:]):
        complete = after is not None and len(trick) == seats
        yield PlayedTrick(next(iter(trick)), trick, next(iter(after)) if complete else None)


def _played(token: str) -> br.Card | str:
    word, _, card = token.partition(" ")
    if word != "play":
        return ""
    try:
        return br.parse_card(card)
    except br.NotationError:
        return card
