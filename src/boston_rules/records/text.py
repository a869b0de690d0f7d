"""The text form of a record, written: tags, sections and comments in the manner of PBN."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from boston_rules.records.data import thaw
from boston_rules.records.model import DealRecord, Record
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
    yield _tag("Schema", record.schema)
    yield _tag("Variant", record.variant)
    if record.revision is not None:
        yield _tag("Revision", record.revision)
    if record.fingerprint is not None:
        yield _tag("Fingerprint", record.fingerprint)
    for kind, pairs in (("Option", record.options), ("Rule", record.rules)):
        for name, value in pairs:
            yield _tag(kind, f"{name} {json.dumps(thaw(value), ensure_ascii=False)}")
    yield _tag("Seats", record.seats)
    if record.viewer is not None:
        yield _tag("Viewer", record.viewer)
    for seat, name in enumerate(record.players):
        yield _tag(f"Player{seat}", name)
    if record.start is not None:
        start = record.start
        yield _tag("StartPurses", " ".join(map(str, start.purses)))
        yield _tag("StartPool", start.pool)
        yield _tag("StartSetAside", start.set_aside)
        if start.stakes != 1:
            yield _tag("StartStakes", start.stakes)
        if start.belle is not None:
            yield _tag("StartBelle", start.belle.letter)
        if start.pack:
            yield _tag("StartPack", " ".join(map(str, start.pack)))
    for name, text in record.tags:
        yield _tag(name, text)
    yield from map(_comment, record.comments)


def _deal(deal: DealRecord, seats: int) -> Iterator[str]:
    yield _tag("Deal", deal.number)
    yield _tag("Dealer", deal.dealer)
    for seat, hand in enumerate(deal.hands or ()):
        if hand:
            yield _tag(f"Hand{seat}", " ".join(map(str, hand)))
    if deal.turned is not None:
        yield _tag("Turned", deal.turned)
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
    yield _tag("Settlement", bill.heading)
    for paid in bill.transfers:
        lines = " ".join(f'{line.chips} "{_escaped(line.reason, chr(34))}"' for line in paid.lines)
        yield f"{paid.payer} pays {paid.payee} {lines}"
    yield _tag("Made", {True: "yes", False: "no", None: "-"}[bill.made])
    yield _tag("Deltas", " ".join(map(str, bill.deltas)))
    yield _tag("Pool", bill.pool)
    yield _tag("SetAside", bill.set_aside)
