"""The text form of a record, read line by line into the document that JSON tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import define, field

from boston_rules.errors import RecordError
from boston_rules.records.checks import refused
from boston_rules.records.data import freeze, parse_json, thaw
from boston_rules.records.document import Document, read_record
from boston_rules.records.errors import Misfit
from boston_rules.records.limits import (
    MOST_DEALS,
    MOST_NODES,
    MOST_PLIES,
    MOST_PLIES_IN_ALL,
    MOST_TAGS,
)
from boston_rules.records.model import Record
from boston_rules.records.scanning import Written, scan
from boston_rules.records.schema import SCHEMA, value_of
from boston_rules.records.tags import (
    BILL,
    DEAL,
    HANDS,
    HEADER,
    OF_A_DEAL,
    PLAYERS,
    RESERVED,
    SECTIONS,
    START,
)

__all__ = ["from_text"]

_FIELDS: Final = {tag: name for name, tag in HEADER.items()}


@define
class _Deal:
    """A deal as it is read, and where its parts stand."""

    number: Written
    document: Document
    at: dict[str, Written] = field(factory=dict)
    """Where each tag stands."""
    rows: list[Written] = field(factory=list)
    """Where each event stands."""


def from_text(text: str) -> Record:
    """Read the text form.

    Raises:
        RecordError: it is not a record, with line and column where there is a place.
    """
    reader = _Reader()
    for item in scan(text):
        if item.kind == "tag":
            reader.tag(item.words[0].text, item.words[1])
        else:
            reader.row(item.words, item.comments)
    return reader.record()


class _Reader:
    """What has been read so far."""

    def __init__(self) -> None:
        self._document: Document = {"options": {}, "rules": {}, "tags": [], "comments": []}
        self._at: dict[str, Written] = {}
        """Where each tag before the first deal stands."""
        self._deals: list[_Deal] = []
        self._plies = 0
        self._section = ""
        self._head: Written | None = None
        """Who is to begin the section, until its first event."""

    # Tags.

    def tag(self, name: str, value: Written) -> None:
        """Read a tag."""
        self._section = ""
        self._head = None
        if name == DEAL["number"]:
            if len(self._deals) == MOST_DEALS:
                raise value.error(f"a record has {MOST_DEALS} deals at most")
            number = _value("deal", "number", value)
            deal = {"number": number, "tags": [], "comments": [], "events": []}
            self._deals.append(_Deal(value, deal))
        elif self._deals:
            self._tag_of_deal(self._deals[-1], name, value)
        elif name in OF_A_DEAL:
            raise value.error(f"the tag {name} stands in a deal, after its tag Deal")
        elif name not in RESERVED:
            _more(self._document["tags"], [name, value.text], MOST_TAGS, value)
        elif name in ("Option", "Rule"):
            self._house_rule(name, value)
        else:
            _put(self._at, name, value)

    def _house_rule(self, tag: str, value: Written) -> None:
        """The name and the JSON value of an option or a rule."""
        found = self._document[_FIELDS[tag]]
        name, _, text = value.text.partition(" ")
        if text.count(",") > MOST_NODES:
            raise value.error(f"options and rules have {MOST_NODES} values at most")
        if name in found or len(found) == MOST_TAGS:
            raise value.error(f"each {tag} stands here once, and there are {MOST_TAGS} at most")
        try:
            found[name] = thaw(freeze(parse_json(text)))
        except RecordError as error:
            reason = f'{tag} is a name and a JSON value, such as [{tag} "name 24"]: {error.reason}'
            raise value.error(reason) from error

    def _tag_of_deal(self, deal: _Deal, name: str, value: Written) -> None:
        if name in SECTIONS:
            self._section, self._head = name, value
        elif name == DEAL["shows"]:
            _show(deal.document, value)
        elif name in OF_A_DEAL:
            _put(deal.at, name, value)
            self._section = name if name == BILL["heading"] else ""
        elif name in RESERVED:
            raise value.error(f"the tag {name} stands before the first deal")
        else:
            _more(deal.document["tags"], [name, value.text], MOST_TAGS, value)

    # Rows.

    def row(self, words: list[Written], comments: list[tuple[int, str]]) -> None:
        """Read the words of a line, and the comments in it with the number of words before."""
        if not self._deals:
            if words:
                raise _astray(words)
            self._document["comments"] += [text for _, text in comments]
            return
        deal = self._deals[-1].document
        before, dealing = len(deal["events"]), deal.get("dealing", 0)
        starts: list[int] = []
        if words and self._section == BILL["heading"]:
            deal.setdefault("transfers", []).append(_transfer(words))
        elif words and self._section:
            starts = self._act(self._deals[-1], words)
            if self._section == "Dealing" and before == dealing:
                deal["dealing"] = len(deal["events"])
        elif words:
            raise _astray(words)
        for count, text in comments:
            done = sum(start < count for start in starts)
            deal["comments"].append([before + done, text])

    def _act(self, deal: _Deal, words: list[Written]) -> list[int]:
        """Read an event, or the cards of a trick: before which word each begins."""
        first, *rest = words
        plays = first.text.endswith(":")
        if first.quoted or not rest or rest[0].quoted:
            raise first.error("an event is the seat and what is done, such as 0 pass")
        seat = _number(first, first.text.removesuffix(":"))
        if self._head is not None:
            if self._head.text and _number(self._head, self._head.text) != seat:
                raise first.error(f"the section says that {self._head.text} begins, not {seat}")
            self._head = None
        starts: list[int] = []
        events: list[Document] = []
        for place, word in enumerate(rest, 1):
            if word.quoted:
                _show(events[-1], word)
            elif plays or not events:
                starts.append(place if plays else 0)
                actor = (seat + len(events)) % self._seats() if plays else seat
                token = f"play {word.text}" if plays else word.text
                events.append({"seat": "chance" if actor == -1 else actor, "do": token})
                deal.rows.append(word if plays else first)
            elif "shows" in events[-1]:
                raise word.error("what an event showed, between quotes, comes after it")
            else:
                events[-1]["do"] += f" {word.text}"
        if plays and len(events) > self._seats():
            raise first.error(f"a trick has {self._seats()} cards at most, not {len(events)}")
        self._plies += len(events)
        deal.document["events"] += events
        if len(deal.rows) > MOST_PLIES or self._plies > MOST_PLIES_IN_ALL:
            raise first.error(
                f"a deal has {MOST_PLIES} events at most, a record {MOST_PLIES_IN_ALL}"
            )
        return starts

    def _seats(self) -> int:
        seats = self._at.get("Seats")
        if seats is None or seats.text not in ("3", "4"):
            reason = "the cards of a trick need a tag Seats before them, of 3 or 4 seats"
            raise RecordError(reason) if seats is None else seats.error(reason)
        return int(seats.text)

    # The whole.

    def record(self) -> Record:
        """What has been read, as a record."""
        document = self._document
        for tag, value in self._at.items():
            if tag in _FIELDS:
                document[_FIELDS[tag]] = _value("", _FIELDS[tag], value)
        document["players"] = _row(self._at, PLAYERS, 0)
        start = {
            name: _value("start", name, self._at[tag])
            for name, tag in START.items()
            if tag in self._at
        }
        if start:
            document["start"] = start
        document["deals"] = [self._deal(deal) for deal in self._deals]
        try:
            return read_record(document)
        except Misfit as misfit:
            error = refused(misfit, document)
            place = self._place(misfit.path)
            if place is not None:
                error.line, error.column = place.line, place.column
            raise error from misfit

    def _deal(self, deal: _Deal) -> Document:
        found = deal.document
        for name, tag in DEAL.items():
            if tag in deal.at:
                found[name] = _value("deal", name, deal.at[tag])
        hands = _row(deal.at, HANDS, self._seats() if "Seats" in self._at else 0)
        if not deal.at.keys().isdisjoint(HANDS):
            found["hands"] = hands
        bill = {
            name: _value("settlement", name, deal.at[tag])
            for name, tag in BILL.items()
            if tag in deal.at
        }
        transfers = found.pop("transfers", [])
        if bill:
            found["settlement"] = {"transfers": transfers, **bill}
        return found

    def _place(self, path: Sequence[str | int]) -> Written | None:
        """Where something in the document stands, or what it belongs to."""
        match path:
            case ["deals", int(number), *inner] if number < len(self._deals):
                deal = self._deals[number]
                match inner:
                    case ["events", int(ply), *_] if ply < len(deal.rows):
                        return deal.rows[ply]
                    case ["hands", int(seat)]:
                        return deal.at.get(HANDS[seat], deal.number)
                    case ["settlement", str(name), *_]:
                        return deal.at.get(BILL.get(name, BILL["heading"]), deal.number)
                    case [str(name), *_]:
                        return deal.at.get(DEAL.get(name, ""), deal.number)
                return deal.number
            case ["players", int(seat)]:
                return self._at.get(PLAYERS[seat])
            case ["start", *inner]:
                tag = START.get(str(inner[0]), "") if inner else ""
                return self._at.get(tag) or next(
                    (self._at[each] for each in START.values() if each in self._at), None
                )
            case [str(name), *_]:
                return self._at.get(HEADER.get(name, ""))
        return None


def _astray(words: list[Written]) -> RecordError:
    first = words[0].text
    hint = " (br.load reads files)" if words[1:] == [] and "." in first else ""
    return words[0].error(f'a tag is expected, [Name "value"], not {first!r:.60}{hint}')


def _more(found: list[Any], item: Any, most: int, value: Written) -> None:
    if len(found) == most:
        raise value.error(f"there are {most} such tags at most")
    found.append(item)


def _put(values: dict[str, Written], name: str, value: Written) -> None:
    if name in values:
        raise value.error(f"the tag {name} stands here already, in line {values[name].line}")
    values[name] = value


def _row(at: dict[str, Written], tags: Sequence[str], least: int) -> list[str]:
    """The texts of some tags in a row, no further than the last that is there."""
    given = [at[tag].text if tag in at else "" for tag in tags]
    most = max((place for place, tag in enumerate(tags, 1) if tag in at), default=0)
    return given[: max(most, least)]


def _number(at: Written, text: str) -> int:
    number: int = _read({"type": "integer"}, "", at, text)
    return number


def _value(part: str, name: str, value: Written) -> Any:
    """The JSON value of a field of a part of the schema."""
    node = SCHEMA["$defs"][part] if part else SCHEMA
    return _read(node["properties"][name], name, value, value.text)


def _read(node: Any, name: str, at: Written, text: str) -> Any:
    try:
        return value_of(node, text)
    except Misfit as misfit:
        misfit.path.insert(0, name)
        raise at.error(misfit.told()) from misfit


def _show(event: Document, word: Written) -> None:
    """Read something that an event, or the opening of a deal, has shown."""
    name, _, text = word.text.partition(" ")
    node = SCHEMA["$defs"]["shows"]["properties"].get(name)
    shows = event.setdefault("shows", {})
    if node is None or name in shows:
        raise word.error(f"an event does not show {name[:40]!r}, or not twice")
    shows[name] = _read(node, name, word, text)


def _transfer(words: list[Written]) -> Document:
    shape = [word.text if place == 1 else word.quoted for place, word in enumerate(words)]
    lines = (len(words) - 3) // 2
    if shape != [False, "pays", False, *[False, True] * lines] or not lines:
        raise words[0].error('a transfer is written 1 pays 0 30 "why", with more lines after it')
    account = SCHEMA["$defs"]["account"]
    payer, payee = (_read(account, "account", each, each.text) for each in (words[0], words[2]))
    pairs = zip(words[3::2], words[4::2], strict=True)
    told = [{"chips": _number(chips, chips.text), "reason": why.text} for chips, why in pairs]
    return {"payer": payer, "payee": payee, "lines": told}
