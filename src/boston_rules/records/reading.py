"""The text form of a record, read line by line into the document that JSON tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from boston_rules.core.errors import RecordError
from boston_rules.core.saying import joined, say
from boston_rules.records.checks import refused
from boston_rules.records.data import parse_json
from boston_rules.records.document import Document, read_record
from boston_rules.records.errors import Misfit
from boston_rules.records.model import Record
from boston_rules.records.scanning import Written, scan
from boston_rules.records.schema import SCHEMA, node_at, value_of
from boston_rules.records.tags import DEAL, HEADER, RESERVED, SECTIONS, Path

__all__ = ["from_text"]

_IN_HEADER: Final = {tag: path for path, tag in HEADER.items()}
_IN_DEAL: Final = {tag: path for path, tag in DEAL.items()}
_BILL: Final = DEAL["settlement", "heading"]


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
    def __init__(self) -> None:
        self._document: Document = {"tags": [], "comments": [], "deals": []}
        self._at: dict[Path, Written] = {}
        """Where values of the document stand."""
        self._rows: list[list[Written]] = []
        """By deal, where its events stand."""
        self._section = ""
        self._head: Written | None = None
        """Who is to begin the section, until its first event."""

    # Tags.

    def tag(self, name: str, value: Written) -> None:
        """Read a tag."""
        self._section, self._head = "", None
        deals = self._document["deals"]
        if name == DEAL["number",]:
            self._at["deals", len(deals)] = value
            number = _read(node_at("deal", ["number"]), "number", value)
            deals.append({"number": number, "tags": [], "comments": [], "events": []})
            self._rows.append([])
        elif not deals:
            if name in _IN_DEAL or name in SECTIONS:
                raise value.error(
                    say("the tag {tag} stands in a deal, after its tag Deal", tag=name)
                )
            self._put("", (), self._document, _IN_HEADER, name, value)
        elif name in SECTIONS:
            self._section, self._head = name, value
        elif name in _IN_HEADER:
            raise value.error(say("the tag {tag} stands before the first deal", tag=name))
        else:
            self._section = name if name == _BILL else ""
            self._put("deal", ("deals", len(deals) - 1), deals[-1], _IN_DEAL, name, value)

    def _put(
        self,
        part: str,
        outside: Path,
        document: Document,
        places: Mapping[str, Path],
        name: str,
        value: Written,
    ) -> None:
        if name not in RESERVED:
            self._at[*outside, "tags", len(document["tags"])] = value
            document["tags"].append([name, value.text])
            return
        path = places[name]
        place = (*outside, *path)
        if path in (("options",), ("rules",)):
            rule = _put_house_rule(document.setdefault(path[0], {}), name, value)
            place = (*place, rule)
        elif path == ("shows",):
            _show(document, value)
        elif place in self._at:
            raise value.error(
                say(
                    "the tag {tag} stands here already, in line {line}",
                    tag=name,
                    line=self._at[place].line,
                )
            )
        else:
            read = _read(node_at(part, path), str(path[-1]), value)
            *outer, last = path
            found: Any = document
            for step in outer:
                found = found.setdefault(step, [] if isinstance(last, int) else {})
            if isinstance(last, int):
                found += [""] * (last + 1 - len(found))
            found[last] = read
        self._at[place] = value

    # Rows.

    def row(self, words: list[Written], comments: list[tuple[int, str]]) -> None:
        """Read the words of a line, and the comments in it with the number of words before."""
        starts: list[int] = []
        deals = self._document["deals"]
        if not (deals and self._section) and words:
            first = words[0].text
            reason = say('a tag is expected, [Name "value"], not {text}', text=f"{first!r:.60}")
            if words[1:] == [] and "." in first:
                reason = joined(" ", [reason, say("(br.load reads files)")])
            raise words[0].error(reason)
        if not deals:
            self._document["comments"] += [text for _, text in comments]
            return
        deal = deals[-1]
        before = len(deal["events"])
        if words and self._section == _BILL:
            transfers = deal["settlement"].setdefault("transfers", [])
            self._at["deals", len(deals) - 1, "settlement", "transfers", len(transfers)] = words[0]
            transfers.append(_transfer(words))
        elif words:
            starts = self._act(deal, words)
            if self._section == "Dealing" and before == deal.get("dealing", 0):
                deal["dealing"] = len(deal["events"])
        for count, text in comments:
            done = sum(start < count for start in starts)
            deal["comments"].append([before + done, text])

    def _act(self, deal: Document, words: list[Written]) -> list[int]:
        """Read an event, or the cards of a trick: before which word each begins."""
        first, *rest = words
        plays = first.text.endswith(":")
        if first.quoted or not rest or rest[0].quoted:
            raise first.error(
                say("an event is the seat and what is done, such as {example}", example="0 pass")
            )
        seat = _number(first, first.text.removesuffix(":"))
        if self._head is not None:
            if self._head.text and _number(self._head) != seat:
                raise first.error(
                    say(
                        "the section says that {seat} begins, not {other}",
                        seat=self._head.text,
                        other=seat,
                    )
                )
            self._head = None
        seats = self._seats() if plays else 1
        starts: list[int] = []
        events: list[Document] = []
        for place, word in enumerate(rest, 1):
            if word.quoted:
                _show(events[-1], word)
            elif plays or not events:
                actor = (seat + len(events)) % seats if plays else seat
                token = f"play {word.text}" if plays else word.text
                events.append({"seat": "chance" if actor == -1 else actor, "do": token})
                starts.append(place if plays else 0)
                self._rows[-1].append(word if plays else first)
            elif "shows" in events[-1]:
                raise word.error(say("what an event showed, between quotes, comes after it"))
            else:
                events[-1]["do"] += f" {word.text}"
        if plays and len(events) > seats:
            raise first.error(
                say(
                    "a trick has {most} cards at most, not {number}", most=seats, number=len(events)
                )
            )
        deal["events"] += events
        return starts

    def _seats(self) -> int:
        seats = self._document.get("seats")
        if seats not in (3, 4):
            reason = say("the cards of a trick need a tag Seats before them, of 3 or 4 seats")
            place = self._at.get(("seats",))
            raise RecordError(reason) if place is None else place.error(reason)
        return int(seats)

    # The whole.

    def record(self) -> Record:
        """What has been read, as a record."""
        document = self._document
        for deal in document["deals"]:
            if "hands" in deal:
                deal["hands"] += [""] * (document.get("seats", 0) - len(deal["hands"]))
            if "settlement" in deal:
                deal["settlement"].setdefault("transfers", [])
        try:
            return read_record(document)
        except Misfit as misfit:
            error = refused(misfit, document)
            place = self._place(tuple(misfit.path))
            if place is not None:
                error.line, error.column = place.line, place.column
            raise error from misfit

    def _place(self, path: Path) -> Written | None:
        """Where something in the document stands, or else what it belongs to."""
        match path:
            case ["deals", int(deal), "events", int(ply), *_]:
                return self._rows[deal][ply]
        while path:
            inside = (at for key, at in self._at.items() if key[: len(path)] == path)
            if (found := next(inside, None)) is not None:
                return found
            path = path[:-1]
        return None


def _put_house_rule(found: Document, tag: str, value: Written) -> str:
    """Read the JSON value of an option or a rule; its name."""
    name, _, text = value.text.partition(" ")
    if name in found:
        raise value.error(say("each {tag} stands here once", tag=tag))
    try:
        found[name] = parse_json(text)
    except RecordError as error:
        reason = say(
            "{tag} is a name and a JSON value, such as {example}: {reason}",
            tag=tag,
            example=f'[{tag} "name 24"]',
            reason=error.reason,
        )
        raise value.error(reason) from error
    return name


def _number(at: Written, text: str | None = None) -> int:
    number: int = _read({"type": "integer"}, "", at, text)
    return number


def _read(node: Any, name: str, at: Written, text: str | None = None) -> Any:
    """The JSON value of some words, all that is written there unless others are given."""
    try:
        return value_of(node, at.text if text is None else text)
    except Misfit as misfit:
        misfit.path.insert(0, name)
        raise at.error(misfit.told()) from misfit


def _show(event: Document, word: Written) -> None:
    name, _, text = word.text.partition(" ")
    node = SCHEMA["$defs"]["shows"]["properties"].get(name)
    shows = event.setdefault("shows", {})
    if node is None or name in shows:
        raise word.error(say("an event does not show {name}, or not twice", name=repr(name[:40])))
    shows[name] = _read(node, name, word, text)


def _transfer(words: list[Written]) -> Document:
    shape = [word.text if place == 1 else word.quoted for place, word in enumerate(words)]
    lines = (len(words) - 3) // 2
    if shape != [False, "pays", False, *[False, True] * lines] or not lines:
        raise words[0].error(
            say(
                "a transfer is written {example}, with more lines after it",
                example='1 pays 0 30 "why"',
            )
        )
    payer, payee = (_read(SCHEMA["$defs"]["account"], "account", words[n]) for n in (0, 2))
    pairs = zip(words[3::2], words[4::2], strict=True)
    told = [{"chips": _number(chips), "reason": why.text} for chips, why in pairs]
    return {"payer": payer, "payee": payee, "lines": told}
