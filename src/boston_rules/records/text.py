"""The text form of a record, written: tags, sections and comments in the manner of PBN."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from boston_rules.records.document import Document, to_document
from boston_rules.records.model import Record
from boston_rules.records.schema import words
from boston_rules.records.tags import DEAL, HEADER, Path

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


def _tags(tags: Mapping[Path, str], document: Any) -> Iterator[str]:
    """The tags of those values that are told."""
    for path, tag in tags.items():
        value = document
        with suppress(LookupError):
            for step in path:
                value = value[step]
            if isinstance(value, dict):  # options and rules; what a deal showed when it was opened
                for name, data in value.items():
                    told = words(data) if tag == "Shows" else json.dumps(data, ensure_ascii=False)
                    yield _tag(tag, f"{name} {told}")
            else:
                yield _tag(tag, value)


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
    yield from _tags(HEADER, document)
    yield from (_tag(name, text) for name, text in document.get("tags", ()))
    yield from map(_comment, document.get("comments", ()))


def _deal(deal: Document, seats: int) -> Iterator[str]:
    bill = deal.pop("settlement", None)
    yield from _tags(DEAL, deal)
    yield from (_tag(name, value) for name, value in deal.get("tags", ()))
    yield from _events(deal, seats)
    if bill is not None:
        heading, *others = _tags(DEAL, {"settlement": {"heading": "", **bill}})
        yield heading
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
        wanted = "Play" if section == "Play" or token.startswith(_PLAY) else "Auction"
        if ply < deal.get("dealing", 0):
            wanted = "Dealing"
        follows = seat == (leader + cards) % seats and wanted == section
        if cards and (said or not card or cards == seats or not follows):
            yield " ".join(row)
            cards = 0
        yield from said
        if wanted != section:
            section = wanted
            yield _tag(section, seat)
        shown = event.get("shows", {}).items()
        shows = [_quoted(f"{name} {words(value)}") for name, value in shown]
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


def _transfer(paid: Document) -> str:
    lines = " ".join(f"{line['chips']} {_quoted(line['reason'])}" for line in paid["lines"])
    return f"{paid['payer']} pays {paid['payee']} {lines}"
