"""Whatever the text, reading gives a record or a RecordError."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.records.sessions import SLUGS, ends, walked

import boston_rules as br
from boston_rules import records
from boston_rules.core.transfers import Line, Transfer
from boston_rules.records import dumps, limits, loads, record, replay_while_valid
from boston_rules.records.data import Fields

RICH = record(
    ends(walked("fontainebleau", deals=2)),
    players=["Ann", "Bob", "Cid", "Dot"],
    tags=[("Event", "Club")],
    comments=["one", "two\nlines"],
)
ODD: Any = 2.5
"""Of no kind that stands anywhere in a record."""
HEAD = '[Schema "boston_rules/record/1"]\n[Variant "x"]\n[Seats "4"]\n'
DEAL = '[Deal "1"]\n[Dealer "0"]\n'


def survives(text: str | bytes) -> records.Record | None:
    """Read and replay; nothing but a RecordError may come out."""
    try:
        made = loads(text)
    except br.RecordError as error:
        str(error)
        return None
    assert loads(dumps(made)) == made == loads(dumps(made, "json"))
    replay_while_valid(made)
    return made


CORPUS = [
    dumps(one, form)
    for slug in SLUGS
    for one in (
        record(ends(walked(slug, deals=1))),
        records.redact(record(ends(walked(slug, deals=1))), 1),
    )
    for form in ("text", "json")
]


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
@given(st.text(max_size=200))
@example("")
@example("\ufeff")
@example("[")
@example("{")
def test_any_text_gives_a_record_or_a_record_error(text: str) -> None:
    assert survives(text) is None or text
    survives(HEAD + text)
    survives(HEAD + DEAL + '[Auction ""]\n' + text)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_record_or_a_record_error(content: bytes) -> None:
    survives(content)


def mutated(text: str, rng: random.Random) -> str | bytes:
    """The text with something wrong with it."""
    kind = rng.randrange(7)
    lines = text.split("\n")
    if kind == 0:
        content = bytearray(text.encode())
        for _ in range(rng.randint(1, 4)):
            content[rng.randrange(len(content))] = rng.randrange(256)
        return bytes(content)
    if kind == 1:
        del lines[rng.randrange(len(lines))]
    elif kind == 2:
        one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
    elif kind == 3:
        lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    elif kind == 4:
        at = rng.randrange(len(text))
        return (
            text[:at]
            + rng.choice(['"', "{", "}", "[", "]", ";", "\\", "9" * 500, "\x00", "é", "-"])
            + text[at:]
        )
    elif kind == 5:
        return text[: rng.randrange(len(text))]
    else:
        words = text.split(" ")
        one, two = rng.randrange(len(words)), rng.randrange(len(words))
        words[one], words[two] = words[two], words[one]
        return " ".join(words)
    return "\n".join(lines)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_corrupted_records_never_escape(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(250):
        survives(mutated(rng.choice(CORPUS), rng))


STRANGE: tuple[Any, ...] = (
    *(None, True, 0, -2, 10**30, "", "x", "?", [], {}, [[]], [1], {"a": 1}, [["a", "b"]]),
    *([[0, "pass"]], "AS AS", "pool", "boston_rules/record/1", {"rule": "DealerAntes"}),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if isinstance(value, dict):
        for name, item in value.items():
            found += places(item, (*path, name))
    elif isinstance(value, list):
        for place, item in enumerate(value[:6]):
            found += places(item, (*path, place))
    return found


DOCUMENT = json.loads(dumps(RICH, "json"))
DOCUMENT["options"] = {"deals": 12}
DOCUMENT["rules"] = {"pool.ante": {"rule": "DealerAntes", "chips": 50}}
PLACES = places(DOCUMENT)


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    head, *rest = path
    made = dict(value) if isinstance(value, dict) else list(value)
    made[head] = replaced(value[head], tuple(rest), new)
    return made


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("part", range(4))
def test_every_value_of_a_document_can_be_anything(part: int) -> None:
    read = 0
    for path in PLACES[part::4]:
        for new in STRANGE:
            read += survives(json.dumps(replaced(DOCUMENT, path, new))) is not None
    assert read


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", None, "no record"),
        ("{}", None, "no record"),
        ("[]", 1, "a tag is written"),
        ('{"a": [}', 1, "no JSON"),
        ('{"schema": "boston_rules/record/3"}', None, "record/3"),
        ('[Schema "boston_rules/record/3"]', 1, "record/3"),
        ('{"schema": "boston_rules/record/1", "variant": "x", "seats": 4}', None, "lacks 'deals'"),
        ('{"schema": 1, "schema": 1}', None, "stands twice"),
        ('{"a": 1.5}', None, "whole"),
        ('{"a": NaN}', None, "whole"),
        ('{"a": 1e999}', None, "whole"),
        ('{"a": ' + "9" * 401 + "}", None, "digits"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", None, "nested too deep"),
        ('{"a": [' + "0," * limits.MOST_SEPARATORS + "0]}", None, "more than"),
        (HEAD, None, "deals has 1 to 1000 entries, not 0"),
        ('[Schema "boston_rules/record/1"]\n[Seats "4"]', None, "the record lacks 'variant'"),
        (HEAD + '[Seats "4"]', 4, "stands here already, in line 3"),
        (HEAD + '[Dealer "1"]', 4, "stands in a deal"),
        (HEAD + '[variant "1"]\n' + DEAL, None, "Variant has a meaning"),
        (HEAD + DEAL + '[Revision "1"]', 6, "before the first deal"),
        (HEAD + DEAL + "0 pass", 6, "a tag is expected"),
        (HEAD + '[Deal "1"]', 4, "the deal lacks 'dealer'"),
        (HEAD + DEAL + '[Auction "1"]\n0 pass', 7, "the section says that 1 begins, not 0"),
        (HEAD + DEAL + '[Auction "0"]\n0', 7, "the seat and what is done"),
        (HEAD + DEAL + '[Auction "0"]\n0 "pass"', 7, "the seat and what is done"),
        (HEAD + DEAL + '[Auction "0"]\n0 pass "laid 4D" slam', 7, "comes after it"),
        (HEAD + DEAL + '[Auction "0"]\n0 pass "moon 1"', 7, "does not show 'moon'"),
        (HEAD + DEAL + '[Auction "0"]\n0 pass "laid 4D" "laid 5D"', 7, "not twice"),
        (HEAD + DEAL + '[Auction "0"]\n0 pass "winner x"', 7, "'x' is not a whole number"),
        (HEAD + DEAL + '[Auction "0"]\n0 pass "counted moon: 1"', 7, "'moon' is no name"),
        (HEAD + DEAL + '[Auction "0"]\n0 pass "exposed 1: AS, 2: KS"', 7, "hand of one seat"),
        (HEAD + DEAL + '[Auction "0"]\n0 juggle', 7, "'juggle' is not understood"),
        (HEAD + DEAL + '[Auction "0"]\nx pass', 7, "'x' is not a whole number"),
        (
            HEAD + DEAL + '[Auction "0"]\n0 pass\n4 pass',
            8,
            "seat is a seat 0 to 3, or chance, not 4",
        ),
        (HEAD + DEAL + '[Play "0"]\n0: AS KS QS JS TS', 7, "4 cards at most"),
        (HEAD + DEAL + '[Play "0"]\n0: XX', 7, "'XX' is not a card"),
        (HEAD + DEAL + '[Settlement ""]\n1 pays', 7, "a transfer is written"),
        (HEAD + DEAL + '[Pool "0"]', 6, "settlement lacks 'made'"),
        (
            HEAD + DEAL + '[Settlement ""]\n[Made "x"]\n[Deltas "0"]\n[Pool "0"]\n[SetAside "0"]',
            7,
            "made is yes, no or -",
        ),
        (HEAD + "{ open\n\n", 4, "never closed"),
        (HEAD + "{" + "a" * 5000 + "}", 4, "characters at most"),
        (HEAD + "; " + "a" * 5000, 4, "characters at most"),
        (HEAD + '[Event "\\q"]', 4, "stands for nothing"),
        (HEAD + '[Event "\\UFFFFFFFF"]', 4, "no character"),
        (HEAD + "{\\UFFFFFFFF}", 4, "no character"),
        (HEAD + '[Event "\\ud800"]\n' + DEAL, 4, "half a character"),
        (HEAD + '[Option "a"]', 4, "a name and a JSON value"),
        (HEAD + '[Option "a [' + "0," * 4000 + '0]"]\n' + DEAL, 4, "64 is the most"),
        (HEAD + '[Option "a ' + "[" * 40 + "]" * 40 + '"]\n' + DEAL, 4, "more than 24 deep"),
        (HEAD + '[StartPool "1"]\n' + DEAL, 4, "start lacks 'purses'"),
        (HEAD + DEAL.replace('Deal "1"', 'Deal "2"'), None, "how the table stood"),
        (HEAD.replace("4", "5") + DEAL, 3, "3 or 4 seats"),
        ("\n" * (limits.MOST_LINES + 1), None, "more than 400000 lines"),
        ("a " * 600, 1, "words at most"),
        (" " * (limits.MOST_LINE_LENGTH + 1), 1, "longer than"),
        ("a" * (limits.MOST_BYTES + 1), None, "too long"),
        ("a 1\n" * 3, 1, "a tag is expected"),
        (HEAD + DEAL * 2, 6, "one after another"),
        (HEAD + DEAL + '[Auction ""]\n' + "0 pass\n" * 2001, 4, "events has 0 to 2000 entries"),
        (HEAD + '[Deal "1"]\n' * 1001, 4, "deals has 1 to 1000 entries"),
        (HEAD + '[Ev "1"]\n' * 1001 + DEAL, 4, "tags has 0 to 1000 entries"),
        (HEAD + DEAL + '[Ev "1"]\n' * 1001, 6, "tags has 0 to 1000 entries"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, line: int | None, reason: str) -> None:
    with pytest.raises(br.RecordError, match=reason.replace("[", r"\[")) as caught:
        loads(text)
    if line is not None:
        assert caught.value.line == line


def test_bytes_that_are_no_utf8_are_named() -> None:
    with pytest.raises(br.RecordError, match="not UTF-8, at byte 2"):
        loads(b"ab\xff")
    assert loads(b"\xef\xbb\xbf" + dumps(RICH).encode()) == RICH


def test_lines_that_begin_with_a_percent_sign_are_read_over() -> None:
    assert loads("% PBN 2.1\n" + dumps(RICH)) == RICH


def test_comments_stand_where_they_are_written() -> None:
    text = (
        HEAD
        + "; head\n"
        + DEAL
        + (
            '; a\n[Auction "0"]\n{b} 0 pass {c}\n; d\n1 pass\n'
            '[Play "0"]\n0: AS {e} KS ; f\n{g\n%h\\}\\x}\n'
        )
    )
    made = loads(text)
    assert made.comments == ("head",)
    assert made.deals[0].comments == (
        *((0, "a"), (0, "b"), (1, "c"), (1, "d"), (3, "e"), (4, "f"), (4, "g\n%h}\\x")),
    )
    assert loads(dumps(made)) == made


BILL = RICH.deals[0].settlement
assert BILL is not None
FIRST = RICH.deals[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"variant": ""},
        {"variant": 5},
        {"variant": "x" * 201},
        {"revision": -1},
        {"fingerprint": "é"},
        {"fingerprint": "abc\n"},
        {"seats": 5},
        {"players": ["a"]},
        {"players": ["a"] * 3 + [5]},
        {"players": ["a"] * 3 + ["x" * 5000]},
        {"viewer": 4},
        {"deals": []},
        {"deals": [FIRST] * 1001},
        {"comments": [""]},
        {"comments": ["x"] * 1001},
        {"tags": [("Event", "x")] * 1001},
        {"tags": [("1", "x")]},
        {"tags": [("Pool", "x")]},
        {"tags": [("Event", 5)]},
        {"options": [("a b", 1)]},
        {"options": [("a", 1.5)]},
        {"options": [("a", 10**13)]},
        {"options": [("a", (1,) * 65)]},
        {"options": [("a", Fields([("x", 1), ("x", 2)]))]},
        {"options": [("a", Fields([("x" * 5000, 1)]))]},
        {"options": [("a", 1), ("a", 2)]},
        {"options": [(f"a{place}", 1) for place in range(3001)]},
        {"rules": [("a..b", 1)]},
        {"start": records.Start(purses=(1, 2, 3))},
        {"start": records.Start(purses=(1, 2, 3, ODD))},
        {"start": records.Start(purses=(0,) * 4, pool=-1)},
        {"start": records.Start(purses=(0,) * 4, belle=ODD)},
        {"start": records.Start(purses=(0,) * 4, pack=br.PACK[:51])},
        {"start": records.Start(purses=(0,) * 4, pack=(ODD,))},
        {"start": records.Start(purses=(0,) * 4, pack=br.PACK), "viewer": 0},
    ],
)
def test_a_record_that_cannot_be_is_not_made(fields: dict[str, Any]) -> None:
    with pytest.raises(br.RecordError):
        attrs.evolve(RICH, **fields)


PASS = br.Event(0, br.Pass())
HANDS = [br.PACK[13 * seat : 13 * seat + 13] for seat in range(4)]


@pytest.mark.parametrize(
    "fields",
    [
        {"number": 0},
        {"number": 10**400},
        {"dealer": 4},
        {"turned": br.PACK[0]},
        {"turned": "AS", "hands": HANDS},
        {"hands": HANDS[:3]},
        {"hands": [()] * 4},
        {"hands": [*HANDS[:3], HANDS[0]]},
        {"hands": [*HANDS[:3], HANDS[3][:12]]},
        {"hands": [*HANDS[:3], ["AS"] * 13]},
        {"events": [PASS] * 2001},
        {"events": [(0, "pass")]},
        {"events": [br.Event(0, ODD)]},
        {"events": [br.Event(4, br.Pass())]},
        {"events": [br.Event(-1, br.Opened(0, 1))]},
        {"events": [br.Event(0, br.Bid("x" * 401))]},
        {"events": [br.Event(0, br.Bid("two words"))]},
        {"events": [br.Event(0, br.Pass(), br.Shows(winner=1))]},
        {"events": [br.Event(0, br.Discard(br.HOLE))]},
        {"shows": br.Shows(dealt=(br.HOLE,) * 4)},
        {"dealing": 9999},
        {"dealing": -1},
        {"comments": [(999, "x")]},
        {"comments": [(2, "x"), (1, "x")]},
        {"comments": [(0, "")]},
        {"comments": [(0, "x")] * 1001},
        {"tags": [("Hand0", "x")]},
        {"settlement": attrs.evolve(BILL, made=ODD)},
        {"settlement": attrs.evolve(BILL, deltas=(1,))},
        {"settlement": attrs.evolve(BILL, deltas=(1, 2, 3, ODD))},
        {"settlement": attrs.evolve(BILL, pool=-1)},
        {"settlement": attrs.evolve(BILL, set_aside=10**400)},
        {"settlement": attrs.evolve(BILL, heading="x" * 5000)},
        {"settlement": attrs.evolve(BILL, transfers=(Transfer(0, 4, (Line(1, "x"),)),))},
        {"settlement": attrs.evolve(BILL, transfers=(Transfer(0, 1, ()),))},
        {"settlement": attrs.evolve(BILL, transfers=(Transfer(0, 1, (Line(-1, "x"),)),))},
        {"settlement": attrs.evolve(BILL, transfers=(Transfer(0, 1, (Line(1, "x" * 5000),)),))},
        {"settlement": attrs.evolve(BILL, transfers=(Transfer(0, 1, (Line(1, "x"),)),) * 201)},
    ],
)
def test_a_deal_that_cannot_be_is_not_recorded(fields: dict[str, Any]) -> None:
    with pytest.raises(br.RecordError):
        attrs.evolve(RICH, deals=[attrs.evolve(FIRST, **fields)])


@pytest.mark.long
def test_events_in_all_are_bounded() -> None:
    deals = [
        records.DealRecord(number=number, dealer=0, events=[PASS] * 2000)
        for number in range(1, 127)
    ]
    with pytest.raises(br.RecordError, match="252000 events"):
        records.Record(variant="x", seats=4, deals=deals)


def test_a_record_that_would_be_too_long_is_not_written() -> None:
    full = [("X", "x" * 4096)] * 1000
    deals = [records.DealRecord(number=number, dealer=0, tags=full) for number in (1, 2, 3)]
    with pytest.raises(br.RecordError, match=r"takes .* bytes"):
        dumps(records.Record(variant="x", seats=4, deals=deals))


def test_rules_nested_beyond_the_limit_are_refused() -> None:
    value: Any = 1
    for _ in range(40):
        value = (value,)
    with pytest.raises(br.RecordError, match="nested"):
        attrs.evolve(RICH, options=[("a", value)])
