"""What the commands print with ``--json``, with tokens for cards and actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import boston_rules as br
from boston_rules.cli.terminal import open_console
from boston_rules.deal.auction import Auction
from boston_rules.records import house_rules
from boston_rules.records.document import (
    bill_document,
    contract_document,
    letter_of,
    transfer_document,
    trick_document,
)
from boston_rules.records.evening import outcome_document
from boston_rules.rules.ladder import Step

if TYPE_CHECKING:  # whoever has played a deal has loaded the bots
    from boston_rules.cli.session import PlayedDeal

__all__ = [
    "Document",
    "deal_document",
    "identity",
    "print_document",
    "session_document",
    "settlement_document",
    "step_document",
]

Document: TypeAlias = dict[str, Any]


def print_document(document: Document | list[Document]) -> None:
    """One document, indented, as it is: no wrapping, no colour."""
    open_console().file.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def identity(variant: br.Variant) -> Document:
    """The variant with revision, fingerprint, options and the paths of house rules."""
    return {
        "variant": variant.slug,
        "revision": variant.revision,
        "fingerprint": variant.fingerprint(),
        "options": variant.options(),
        "house": house_rules(variant),
    }


def _transfers(transfers: Sequence[br.Transfer]) -> list[Document]:
    """As in a record, with the sum of the lines."""
    found = []
    for paid in transfers:
        made = transfer_document(paid)
        lines = made.pop("lines")
        found.append(made | {"chips": paid.chips, "lines": lines})
    return found


def settlement_document(settlement: br.Settlement) -> Document:
    """The bill as in a record, with its sums and penalties."""
    made = bill_document(settlement) | {"transfers": _transfers(settlement.transfers)}
    return made | ({"penalties": list(settlement.penalties)} if settlement.penalties else {})


def step_document(step: Step) -> Document:
    """A bid of the ladder."""
    return {
        "key": step.key,
        "name": step.name,
        "french_name": step.french,
        "words": step.words(),
        "partner": step.partnered,
    }


def deal_document(played: PlayedDeal) -> Document:
    """One deal."""
    opening, settled = played.table, played.settled
    after, contract, belle = settled.table, settled.contract, settled.deal.turn.belle
    made: Document = {
        "deal": opening.deal_number,
        "dealer": opening.dealer,
        "hands": [hand.tokens for hand in played.hands],
        "turned": None if settled.turned is None else str(settled.turned),
        "belle": letter_of(belle),
        "antes": _transfers(opening.antes),
        "pool": opening.pool,
        "set_aside": opening.set_aside,
        "auction": [[one.seat, str(one)] for at, one in played.steps() if isinstance(at, Auction)],
        "actions": [[one.seat, str(one)] for one in settled.events[1:]],
        "contract": None if contract is None else contract_document(contract),
        "tricks": list(map(trick_document, settled.tricks)),
        "outcome": outcome_document(settled.outcome),
        "settlement": settlement_document(settled.settlement),
        "standings": {
            "purses": list(after.purses),
            "pool": after.pool,
            "set_aside": after.set_aside,
        },
    }
    if opening.variant.carryover is not None:
        made["conditions"] = opening.conditions.name
    if settled.deal.dead:
        made["dead"] = br.Cards(br.PACK[index] for index in settled.deal.dead).tokens
    if played.given is not None:
        given = played.given
        made["given"] = {"board": given.board, "dealer": given.dealer, "line": given.line}
    return made


def session_document(
    variant: br.Variant, seed: int, players: Sequence[str], deals: Sequence[PlayedDeal]
) -> Document:
    """A whole session."""
    settled = deals[-1].settled
    return {
        **identity(variant),
        "seed": seed,
        "bots": list(players),
        "deals": list(map(deal_document, deals)),
        "purses": list(settled.table.purses),
        "winners": list(settled.winners),
    }
