"""The text form of a record, written: tags, sections and comments in the manner of PBN."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from boston_rules.records.document import Document, to_document
from boston_rules.records.model import Record
from boston_rules.records.schema import words
from boston_rules.records.tags import BILL, DEAL, HANDS, HEADER, PLAYERS, START

__all__ = ["to_text"]

_PLAY: Final = "play "


def to_text(record: Record) -> str:
    """The record as text."""
    document = to_document(record)
    lines = list(_header(document))
    for deal in document["deals"]:
        lines.append("")
        lines += _deal(deal, record.seats)
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    return f"[{name} {_quoted(words(value))}]"


def _tags(tags: dict[str, str], document: Document) -> Iterator[str]:
    """The tags of those fields that are told."""
    return (_tag(tag, document[name]) for name, tag in tags.items() if name in document)


def _quoted(text: str) -> str:
    return f'"{_escaped(text, chr(34))}"'


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


def _header(document: Document) -> Iterator[str]:
    for name, tag in HEADER.items():
        value: Any = document.get(name)
        if isinstance(value, dict):
            for key, data in value.items():
                yield _tag(tag, f"{key} {json.dumps(data, ensure_ascii=False)}")
        elif name in document:
            yield _tag(tag, value)
    yield from map(_tag, PLAYERS, document.get("players", ()))
    yield from _tags(START, document.get("start", {}))
    for name, text in document.get("tags", ()):
        yield _tag(name, text)
    yield from map(_comment, document.get("comments", ()))


def _deal(deal: Document, seats: int) -> Iterator[str]:
    yield _tag(DEAL["number"], deal["number"])
    yield _tag(DEAL["dealer"], deal["dealer"])
    yield from map(_tag, HANDS, deal.get("hands", ()))
    if "turned" in deal:
        yield _tag(DEAL["turned"], deal["turned"])
    for told in _shown(deal):
        yield _tag(DEAL["shows"], told)
    for name, value in deal.get("tags", ()):
        yield _tag(name, value)
    yield from _events(deal, seats)
    bill = deal.get("settlement")
    if bill is not None:
        first, *others = _tags(BILL, {"heading": "", **bill})
        yield first
        yield from map(_transfer, bill["transfers"])
        yield from others


def _events(deal: Document, seats: int) -> Iterator[str]:
    comments = list(deal.get("comments", ()))
    section = ""
    row: list[str] = []
    cards = leader = 0
    for ply, event in enumerate(deal["events"]):
        said = []
        while comments and comments[0][0] == ply:
            said.append(_comment(comments.pop(0)[1]))
        token: str = event["do"]
        seat = -1 if event["seat"] == "chance" else event["seat"]
        card = token.removeprefix(_PLAY) if token.startswith(_PLAY) and seat >= 0 else ""
        if cards and (said or not card or cards == seats or seat != (leader + cards) % seats):
            yield " ".join(row)
            cards = 0
        yield from said
        wanted = _section(section, token) if ply >= deal.get("dealing", 0) else "Dealing"
        if wanted != section:
            section = wanted
            yield _tag(section, seat)
        shows = map(_quoted, _shown(event))
        if not card:
            yield " ".join((str(seat), token, *shows))
            continue
        if not cards:
            leader, row = seat, [f"{seat}:"]
        cards += 1
        row += card, *shows
    if cards:
        yield " ".join(row)
    for _, text in comments:
        yield _comment(text)


def _shown(event: Document) -> Iterator[str]:
    """What an event, or the opening of a deal, has shown to the viewer."""
    return (f"{name} {words(value)}" for name, value in event.get("shows", {}).items())


def _section(section: str, token: str) -> str:
    """The section of an event after the deal; the play comes last."""
    return "Play" if section == "Play" or token.startswith(_PLAY) else "Auction"


def _transfer(paid: Document) -> str:
    lines = " ".join(f"{line['chips']} {_quoted(line['reason'])}" for line in paid["lines"])
    return f"{paid['payer']} pays {paid['payee']} {lines}"
