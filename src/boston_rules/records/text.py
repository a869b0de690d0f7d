"""The text form of a record, written: tags, sections and comments in the manner of PBN."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from attrs import fields

from boston_rules.cards import Suit
from boston_rules.records.data import thaw
from boston_rules.records.forms import RECORD, form_of
from boston_rules.records.model import SCHEMA, DealRecord, Record, Start
from boston_rules.records.tags import BILL, DEAL, HANDS, HEADER, PLAYERS, START, VERDICTS
from boston_rules.rules.transfers import Transfer
from boston_rules.settlement import Settlement

__all__ = ["to_text"]

_DEALING: Final = frozenset({"shuffle", "cut", "turn"})
_CARD: Final = re.compile(r"play ([2-9TJQKA][CDHS])")


def to_text(record: Record) -> str:
    """The record as text."""
    lines = list(_header(record))
    for deal in record.deals:
        lines.append("")
        lines += _deal(deal, record.seats)
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    return f'[{name} "{_escaped(str(value), chr(34))}"]'


def _spelled(value: object) -> object:
    """The value of a field: words between spaces, the letter of a suit, a verdict in a word."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, bool | None):
        return VERDICTS[value]
    return value.letter if isinstance(value, Suit) else value


def _escaped(text: str, closing: str, keep: str = "") -> str:
    if text.isprintable() and closing not in text and "\\" not in text:
        return text
    return "".join(
        f"\\{char}" if char in (closing, "\\") else _visible(char, keep) for char in text
    )


def _visible(char: str, keep: str) -> str:
    if char.isprintable() or char in keep:
        return char
    if char == "\n":
        return "\\n"
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def _comment(text: str) -> str:
    """A comment on the rest of a line where it can be one, else between braces."""
    if text.isprintable() and text == text.strip():
        return f"; {text}"
    return "{" + _escaped(text, "}", keep="\n") + "}"


def _header(record: Record) -> Iterator[str]:
    for field, tag in HEADER.items():
        value: Any = SCHEMA if field == "schema" else getattr(record, field)
        if field in ("options", "rules"):
            for name, data in value:
                yield _tag(tag, f"{name} {json.dumps(thaw(data), ensure_ascii=False)}")
        elif value is not None:
            yield _tag(tag, value)
    for tag, name in zip(PLAYERS, record.players, strict=False):
        yield _tag(tag, name)
    if record.start is not None:
        always = form_of(RECORD, "start").required
        for attribute in fields(Start):
            value = getattr(record.start, attribute.name)
            if attribute.name in always or value != attribute.default:
                yield _tag(START[attribute.name], _spelled(value))
    for name, text in record.tags:
        yield _tag(name, text)
    yield from map(_comment, record.comments)


def _deal(deal: DealRecord, seats: int) -> Iterator[str]:
    yield _tag(DEAL["number"], deal.number)
    yield _tag(DEAL["dealer"], deal.dealer)
    for tag, hand in zip(HANDS, deal.hands or (), strict=False):
        if hand:
            yield _tag(tag, _spelled(hand))
    if deal.turned is not None:
        yield _tag(DEAL["turned"], deal.turned)
    for name, value in deal.tags:
        yield _tag(name, value)
    yield from _actions(deal, seats)
    if deal.settlement is not None:
        yield from _settlement(deal.settlement)


def _actions(deal: DealRecord, seats: int) -> Iterator[str]:
    comments = list(deal.comments)
    section = ""
    trick: list[str] = []
    leader = 0
    dealing = deal.plies_before_deal(seats)
    for ply, (seat, token) in enumerate(deal.actions):
        said = []
        while comments and comments[0][0] == ply:
            said.append(_comment(comments.pop(0)[1]))
        card = _CARD.fullmatch(token)
        due = (leader + len(trick)) % seats
        if trick and (said or card is None or len(trick) == seats or seat != due):
            yield f"{leader}: {' '.join(trick)}"
            trick = []
        yield from said
        wanted = "Dealing" if ply < dealing else _section(section, token)
        if wanted != section:
            section = wanted
            yield _tag(section, seat)
        if card is None or seat < 0:
            yield f"{seat} {token}"
            continue
        if not trick:
            leader = seat
        trick.append(card[1])
    if trick:
        yield f"{leader}: {' '.join(trick)}"
    for _, text in comments:
        yield _comment(text)


def _section(section: str, token: str) -> str:
    """The section in which an action stands; the play comes last."""
    word, _, _ = token.partition(" ")
    if section == "Play" or word == "play":
        return "Play"
    return "Dealing" if word in _DEALING else "Auction"


def _settlement(bill: Settlement) -> Iterator[str]:
    for field, tag in BILL.items():
        yield _tag(tag, _spelled(getattr(bill, field)))
        if field == "heading":
            yield from map(_transfer, bill.transfers)


def _transfer(paid: Transfer) -> str:
    lines = " ".join(f'{line.chips} "{_escaped(line.reason, chr(34))}"' for line in paid.lines)
    return f"{paid.payer} pays {paid.payee} {lines}"
