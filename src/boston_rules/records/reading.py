"""The text form of a record, read, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from attrs import define, evolve, field

from boston_rules.cards import Card, parse_card, parse_suit
from boston_rules.errors import RecordError
from boston_rules.records.data import Data, freeze, parse_json
from boston_rules.records.document import check_schema, read_cards
from boston_rules.records.limits import (
    MOST_DEALS,
    MOST_NODES,
    MOST_PLIES,
    MOST_PLIES_IN_ALL,
    MOST_TAGS,
)
from boston_rules.records.model import ONLOOKER, DealRecord, Record, Start, Viewer
from boston_rules.records.scanning import Written, scan
from boston_rules.records.tags import (
    BILL,
    HANDS,
    OF_A_DEAL,
    PLAYERS,
    RESERVED,
    SECTIONS,
    START,
    VERDICTS,
)
from boston_rules.rules.transfers import POOL, SET_ASIDE, Account, Line, Transfer
from boston_rules.settlement import Settlement

__all__ = ["from_text"]

_MADE: Final = {word: made for made, word in VERDICTS.items()}
_START: Final[dict[str, Callable[[Written], object]]] = {
    "purses": Written.numbers,
    "belle": lambda value: value.read(parse_suit),
    "pack": lambda value: value.read(read_cards),
}
"""How fields of a start are read; the others are numbers."""


@define
class _Deal:
    """A deal as it is read."""

    number: Written
    values: dict[str, Written] = field(factory=dict)
    tags: list[tuple[str, str]] = field(factory=list)
    actions: list[tuple[int, str]] = field(factory=list)
    lines: list[int] = field(factory=list)
    """The line of each action."""
    comments: list[tuple[int, str]] = field(factory=list)
    transfers: list[Transfer] = field(factory=list)


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
        self._values: dict[str, Written] = {}
        self._options: list[tuple[str, Data]] = []
        self._rules: list[tuple[str, Data]] = []
        self._tags: list[tuple[str, str]] = []
        self._comments: list[str] = []
        self._deals: list[_Deal] = []
        self._plies = 0
        self._section = ""
        self._head: Written | None = None
        """Who is to begin the section, until its first action."""

    # Tags.

    def tag(self, name: str, value: Written) -> None:
        """Read a tag."""
        self._section = ""
        self._head = None
        if name == "Deal":
            if len(self._deals) == MOST_DEALS:
                raise value.error(f"a record has {MOST_DEALS} deals at most")
            self._deals.append(_Deal(value))
        elif self._deals:
            self._tag_of_deal(self._deals[-1], name, value)
        elif name in OF_A_DEAL:
            raise value.error(f"the tag {name} stands in a deal, after its tag Deal")
        elif name in ("Option", "Rule"):
            pairs = self._options if name == "Option" else self._rules
            _check_room(pairs, MOST_TAGS, value)
            pairs.append(_named_value(name, value))
        elif name in RESERVED:
            _put(self._values, name, value)
        else:
            _check_room(self._tags, MOST_TAGS, value)
            self._tags.append((name, value.text))

    def _tag_of_deal(self, deal: _Deal, name: str, value: Written) -> None:
        if name in SECTIONS:
            self._section, self._head = name, value
        elif name in OF_A_DEAL:
            _put(deal.values, name, value)
            self._section = name if name == "Settlement" else ""
        elif name in RESERVED:
            raise value.error(f"the tag {name} stands before the first deal")
        else:
            _check_room(deal.tags, MOST_TAGS, value)
            deal.tags.append((name, value.text))

    # Rows.

    def row(self, words: list[Written], comments: list[tuple[int, str]]) -> None:
        """Read the words of a line, and the comments in it with the number of words before."""
        before = len(self._deals[-1].actions) if self._deals else 0
        plays = False
        if words:
            if self._section == "Settlement":
                self._deals[-1].transfers.append(_transfer(words))
            elif self._section:
                plays = self._act(self._deals[-1], words)
            else:
                first = words[0].text
                hint = " (br.load reads files)" if words[1:] == [] and "." in first else ""
                raise words[0].error(f'a tag is expected, [Name "value"], not {first!r:.60}{hint}')
        for count, text in comments:
            if not self._deals:
                self._comments.append(text)
                continue
            deal = self._deals[-1]
            done = max(0, count - 1) if plays else len(deal.actions) - before if count else 0
            deal.comments.append((before + done, text))

    def _act(self, deal: _Deal, words: list[Written]) -> bool:
        """Read an action, or the cards of a trick: whether it was these."""
        first, *rest = words
        quoted = [word for word in words if word.quoted]
        if quoted:
            raise quoted[0].error("no action holds a text between quotes")
        if not rest:
            raise first.error("an action is the seat and what it does, such as 0 pass")
        plays = first.text.endswith(":")
        seat = (evolve(first, text=first.text[:-1]) if plays else first).number()
        if self._head is not None:
            if self._head.text and self._head.number() != seat:
                raise first.error(f"the section says that {self._head.text} begins, not {seat}")
            self._head = None
        if plays:
            seats = self._seats()
            if len(rest) > seats:
                raise first.error(f"a trick has {seats} cards at most, not {len(rest)}")
            for place, word in enumerate(rest):
                self._add(deal, first, (seat + place) % seats, f"play {word.read(parse_card)}")
        else:
            self._add(deal, first, seat, " ".join(word.text for word in rest))
        return plays

    def _seats(self) -> int:
        seats = self._needed("Seats")
        if seats.number() not in (3, 4):
            raise seats.error(f"there are 3 or 4 seats, not {seats.text:.40}")
        return seats.number()

    def _add(self, deal: _Deal, first: Written, seat: int, token: str) -> None:
        self._plies += 1
        if len(deal.actions) == MOST_PLIES or self._plies > MOST_PLIES_IN_ALL:
            raise first.error(
                f"a deal has {MOST_PLIES} actions at most, a record {MOST_PLIES_IN_ALL}"
            )
        deal.actions.append((seat, token))
        deal.lines.append(first.line)

    # The whole.

    def record(self) -> Record:
        """What has been read, as a record."""
        schema = self._values.get("Schema")
        try:
            check_schema(None if schema is None else schema.text)
        except RecordError as error:
            raise error if schema is None else schema.error(error.reason) from error
        deals = [_deal(deal, self._seats()) for deal in self._deals]
        try:
            return Record(
                variant=self._needed("Variant").text,
                revision=self._number("Revision"),
                fingerprint=self._text("Fingerprint"),
                options=self._options,
                rules=self._rules,
                seats=self._seats(),
                players=self._players(),
                tags=self._tags,
                comments=self._comments,
                viewer=self._viewer(),
                start=self._start(),
                deals=deals,
            )
        except RecordError as error:
            if error.deal is None or error.line is not None:
                raise
            read = self._deals[error.deal - deals[0].number]
            line = read.number.line if error.ply is None else read.lines[error.ply]
            raise RecordError(error.reason, line=line, deal=error.deal, ply=error.ply) from error

    def _needed(self, name: str) -> Written:
        return _needed(self._values, name, "the record")

    def _text(self, name: str) -> str | None:
        value = self._values.get(name)
        return None if value is None else value.text

    def _number(self, name: str) -> int | None:
        value = self._values.get(name)
        return None if value is None else value.number()

    def _players(self) -> Iterator[str]:
        names = [*map(self._text, PLAYERS)]
        while names and names[-1] is None:
            names.pop()
        return (name or "" for name in names)

    def _viewer(self) -> Viewer | None:
        value = self._values.get("Viewer")
        if value is None:
            return None
        return ONLOOKER if value.text == ONLOOKER else value.number()

    def _start(self) -> Start | None:
        given = {name: self._values[tag] for name, tag in START.items() if tag in self._values}
        if given and "purses" not in given:
            raise next(iter(given.values())).error(f"the tag {START['purses']} belongs to it")
        fields: dict[str, Any] = {
            name: _START.get(name, Written.number)(value) for name, value in given.items()
        }
        return Start(**fields) if fields else None


def _check_room(found: Sequence[object], most: int, value: Written) -> None:
    if len(found) == most:
        raise value.error(f"there are {most} such tags at most")


def _put(values: dict[str, Written], name: str, value: Written) -> None:
    if name in values:
        raise value.error(f"the tag {name} stands here already, in line {values[name].line}")
    values[name] = value


def _needed(values: dict[str, Written], name: str, where: str) -> Written:
    if name not in values:
        raise RecordError(f"{where} lacks the tag {name}")
    return values[name]


def _named_value(what: str, value: Written) -> tuple[str, Data]:
    """The name and the JSON value of an option or a rule."""
    name, _, text = value.text.partition(" ")
    if text.count(",") > MOST_NODES:
        raise value.error(f"options and rules have {MOST_NODES} values at most")
    try:
        return name, freeze(parse_json(text))
    except RecordError as error:
        reason = f'{what} is a name and a JSON value, such as [{what} "name 24"]: {error.reason}'
        raise value.error(reason) from error


def _account(word: Written) -> Account:
    if word.text == POOL:
        return POOL
    return SET_ASIDE if word.text == SET_ASIDE else word.number()


def _transfer(words: list[Written]) -> Transfer:
    shape = [word.text if place == 1 else word.quoted for place, word in enumerate(words)]
    lines = (len(words) - 3) // 2
    if shape != [False, "pays", False, *[False, True] * lines] or not lines:
        raise words[0].error('a transfer is written 1 pays 0 30 "why", with more lines after it')
    pairs = zip(words[3::2], words[4::2], strict=True)
    return Transfer(
        _account(words[0]),
        _account(words[2]),
        tuple(Line(chips.number(), reason.text) for chips, reason in pairs),
    )


def _deal(deal: _Deal, seats: int) -> DealRecord:
    values = deal.values
    where = f"deal {deal.number.text[:20]!r}"
    hands: list[tuple[Card, ...]] | None = None
    if any(name in values for name in HANDS):
        given = [values.get(name) for name in HANDS]
        while given[-1] is None and len(given) > seats:
            given.pop()
        hands = [() if hand is None else hand.read(read_cards) for hand in given]
    return DealRecord(
        number=deal.number.number(),
        dealer=_needed(values, "Dealer", where).number(),
        hands=hands,
        turned=values["Turned"].read(parse_card) if "Turned" in values else None,
        actions=deal.actions,
        settlement=_settlement(deal, where),
        comments=deal.comments,
        tags=deal.tags,
    )


def _settlement(deal: _Deal, where: str) -> Settlement | None:
    tags = BILL.values()
    if not any(tag in deal.values for tag in tags):
        return None
    heading, made, deltas, pool, set_aside = (_needed(deal.values, tag, where) for tag in tags)
    if made.text not in _MADE:
        raise made.error(f"Made is yes, no or -, not {made.text!r:.40}")
    return Settlement(
        transfers=tuple(deal.transfers),
        deltas=deltas.numbers(),
        pool=pool.number(),
        set_aside=set_aside.number(),
        made=_MADE[made.text],
        heading=heading.text,
    )
