"""Engines on the other end of two pipes: sound ones, and all the ways in which one can fail."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import pytest
from tests.conformance.corpus import SLUGS, cases

from boston_rules.conformance import (
    FORMAT,
    Case,
    EngineFailure,
    LibraryEngine,
    ProcessEngine,
    Reply,
    engines,
    run,
)
from boston_rules.conformance.serve import main, replied, serve
from boston_rules.core import programs

CASE = Case("perft", "any", "one", {"depth": 1}, {"leaves": [1]})
GREET = "import sys, json, time\nprint(json.dumps({'id': 0, 'answer': 'x'}), flush=True)\n"


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.fixture(autouse=True)
def nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No thread, and no process, which a warning at its end would tell."""
    monkeypatch.setattr(programs, "_GRACE", 0.5)
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "answer": asked if asked["id"] else "  the\\techo "}),
          flush=True)
"""


def test_a_question_is_a_line_of_json() -> None:
    asked = Case("perft", "whist", "one", {"name": "Größe\n♥", "depth": 2}, {}, {"seats": 3})
    with ProcessEngine(python(ECHO), timeout=30) as engine:
        assert engine.name == "the echo"
        assert engine.ask(asked) == Reply(
            {
                "id": 1,
                "kind": "perft",
                "variant": "whist",
                "options": {"seats": 3},
                "input": {"name": "Größe\n♥", "depth": 2},
            }
        )
        assert engine.ask(asked).answer["id"] == 2


def test_the_greeting_names_the_format() -> None:
    code = (
        "import json; asked = json.loads(input())\n"
        "print(json.dumps({'id': 0, 'answer': asked['kind'] + ' ' + asked['format']}))"
    )
    with ProcessEngine(python(code), timeout=30) as engine:
        assert engine.name == f"hello {FORMAT}"


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ({"answer": None}, Reply(None)),
        ({"answer": {"leaves": [1]}, "seconds": 2}, Reply({"leaves": [1]})),
        ({"unsupported": "only\nwhist"}, Reply(unsupported="only whist")),
        ({"unsupported": None}, Reply(unsupported="None")),
        ({"error": ["odd"]}, Reply(error="['odd']")),
    ],
)
def test_replies(said: dict[str, Any], reply: Reply) -> None:
    line = json.dumps({"id": 1, **said})
    code = f"{GREET}sys.stdin.readline(); sys.stdin.readline(); print({line!r}, flush=True)"
    with ProcessEngine(python(code), timeout=30) as engine:
        assert engine.ask(CASE) == reply


def ask_once(code: str, case: Case, patience: float = 30) -> Reply:
    """Start an engine, which may take its time, and ask it once, which may not."""
    with ProcessEngine(python(code), timeout=30) as engine:
        engine._timeout = patience
        return engine.ask(case)


def line(text: str) -> str:
    return f"sys.stdout.buffer.write({text}); sys.stdout.flush(); time.sleep(60)"


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("has ended with status 0 when asked any perft: one", ""),
        ("status 7 ('last words') when", "print('last words\\n\\n', file=sys.stderr); sys.exit(7)"),
        ("('ValueError: broken') when asked", "raise ValueError('broken')"),
        ("has ended its output when", "import os; os.close(1); time.sleep(60)"),
        ("not answer in JSON", line("b'hello\\n'")),
        ("not UTF-8", line("b'\\xff\\xfe\\n'")),
        ("nested too deep", line("b'[' * 100000 + b'\\n'")),
        ("'id' stands twice", line("b'{\"id\": 1, \"id\": 1}\\n'")),
        ("(NaN is no JSON number)", line("b'{\"id\": 1, \"answer\": NaN}\\n'")),
        ("does not answer question 1: '[1]'", line("b'[1]\\n'")),
        ("does not answer question 1", line("b'{\"id\": 0, \"answer\": 1}\\n'")),
        ("does not answer question 1", line("b'{\"id\": true, \"answer\": 1}\\n'")),
        ("does not answer question 1", line("b'{\"answer\": 1}\\n'")),
        ("has one of answer, unsupported and error, not none", line("b'{\"id\": 1}\\n'")),
        (
            "not answer and error",
            line("b'{\"id\": 1, \"answer\": 1, \"error\": \"no\"}\\n'"),
        ),
        ("is silent for 0.5 s when asked any perft: one", "time.sleep(60)"),
        ("is silent for 0.5 s", "sys.stdin.read(); time.sleep(60)"),
    ],
)  # fmt: skip
def test_a_broken_engine_is_told_in_a_line_and_ended(told: str, code: str) -> None:
    begin = time.monotonic()
    with pytest.raises(EngineFailure) as caught:
        ask_once(GREET + code, CASE, patience=0.5 if "silent" in told else 30)
    assert told in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 500
    assert time.monotonic() - begin < 25


def test_an_answer_without_an_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "MOST_BYTES", 10_000)
    code = GREET + "\nwhile True: sys.stdout.write('x' * 1000)"
    with pytest.raises(EngineFailure, match="has written a line of more than 10000 bytes"):
        ask_once(code, CASE)


def test_a_question_that_nobody_reads_does_not_block() -> None:
    long = Case("perft", "any", "one", {"text": "x" * 5_000_000}, {})
    code = GREET + "time.sleep(60)"
    with pytest.raises(EngineFailure, match="is silent"):
        ask_once(code, long, patience=0.5)


def test_an_engine_that_stays_when_nothing_more_is_asked_is_killed() -> None:
    code = GREET + "sys.stdin.read(); time.sleep(60)"
    begin = time.monotonic()
    with ProcessEngine(python(code), timeout=30):
        pass
    assert time.monotonic() - begin < 25


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('print(\'{"id": 0, "answer": 3}\')', "does not tell its name"),
        ('print(\'{"id": 0, "answer": " "}\')', "does not tell its name"),
        ('print(\'{"id": 0, "error": "version 2 only"}\')', "version 2 only"),
        ("", "has ended with status 0 when asked its name"),
    ],
)
def test_an_engine_greets_first(code: str, told: str) -> None:
    with pytest.raises(EngineFailure, match=told):
        ProcessEngine(python(code), timeout=30)


@pytest.mark.parametrize("command", [["no such program"], [""], ["a\0b"]])
def test_an_engine_that_does_not_start(command: list[str]) -> None:
    with pytest.raises(EngineFailure, match=r"does not start: ."):
        ProcessEngine(command)


# The library as an engine.


def test_the_library_says_what_it_does_not_know() -> None:
    engine = LibraryEngine()
    assert "near: classic" in str(engine.ask(Case("perft", "clasic", "", {}, {})).unsupported)
    odd = Case("perft", "classic", "", {}, {}, {"sets": 3})
    assert "no option 'sets'" in str(engine.ask(odd).unsupported)
    assert engine.ask(Case("perft", "classic", "", {}, {}, {"slug": "x"})).unsupported
    assert "not one of perft" in str(engine.ask(Case("perft", "classic", "", {}, {})).error)
    assert "no question is of the kind" in str(engine.ask(Case("x", "classic", "", {}, {})).error)


def broken(kind: str, **changed: Any) -> str | None:
    """What the library says to a question that has been tampered with."""
    case = next(case for case in cases("classic", kind) if not case.id.startswith("auction"))
    question = {**json.loads(json.dumps(case.input)), **changed}
    return LibraryEngine().ask(Case(kind, "classic", "", question, {})).error


@pytest.mark.parametrize(
    ("kind", "changed", "told"),
    [
        ("prices", {"contract": "99"}, "99"),
        ("prices", {"trump": None}, "give the trump suit"),
        ("prices", {"tricks": [14]}, "tricks"),
        ("prices", {"honours": None}, "not one of prices"),
        ("settlements", {"pool": -1}, "pool"),
        ("settlements", {"outcome": {}}, "not one of settlements"),
        ("legality", {"deals": []}, "there is none"),
        ("legality", {"at": [10_000]}, "not one of legality"),
        ("legality", {"tries": [[0, "sing"]]}, "'sing' is not understood"),
        ("perft", {"dealer": 9}, "dealer"),
        ("perft", {"depth": "x"}, "a depth is a whole number"),
        ("sessions", {"record": {"deals": []}}, "this is no record"),
    ],
)
def test_questions_that_make_no_sense_are_no_crash(
    kind: str, changed: dict[str, Any], told: str
) -> None:
    said = broken(kind, **changed)
    assert said is not None
    assert told in said


def test_records_that_do_not_follow_the_rules_are_told() -> None:
    (case, *_) = cases("classic", "sessions")
    record = json.loads(json.dumps(case.input["record"]))

    def said() -> str:
        question = {"record": record}
        return str(LibraryEngine().ask(Case("sessions", "classic", "", question, {})).error)

    record["deals"] = record["deals"][:2]
    events = record["deals"][1]["events"]
    last = events.pop()
    assert said() == "deal 2: the deal is not settled"
    events.append({"seat": (last["seat"] + 1) % 4, "do": last["do"]})
    assert f"seat {last['seat']} is to act" in said()
    record["deals"] = []
    assert "deals has 1 to 1000 entries" in said()


@pytest.mark.long
def test_the_library_on_the_other_end_of_the_protocol_gives_the_same_answers() -> None:
    asked = [
        case
        for slug in SLUGS[::3]
        for kind in ("prices", "settlements", "legality", "perft", "sessions")
        for case in cases(slug, kind)[:2]
    ]
    command = [sys.executable, "-m", "boston_rules.conformance.serve"]
    with ProcessEngine(command, timeout=60) as engine:
        assert engine.name.startswith("boston_rules ")
        report = run(asked, engine)
        assert engine.ask(Case("perft", "nowhere", "", {}, {})).unsupported
        assert engine.ask(Case("perft", "classic", "", {}, {})).error
    assert report.passed == len(asked)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", {"id": None, "error": "line 1, column 2: this is no JSON"}),
        ("3", {"id": None, "error": "a question is an object"}),
        ('{"id": 4, "kind": "hello"}', {"id": 4, "answer": "boston_rules "}),
        ('{"id": 4}', {"id": 4, "unsupported": "questions of the kind None"}),
        ('{"id": 4, "kind": "perft"}', {"id": 4, "error": "a question has an input"}),
        (
            '{"id": 4, "kind": "perft", "input": {}, "options": []}',
            {"id": 4, "error": "a question has an input"},
        ),
        (
            '{"id": 4, "kind": "sessions", "variant": "classic", "input": {"record": {}}}',
            {"id": 4, "error": "this is no record"},
        ),
    ],
)
def test_serving_survives_any_line(line: str, said: dict[str, Any]) -> None:
    told = replied(LibraryEngine(), line)
    assert told["id"] == said["id"]
    (name,) = said.keys() - {"id"}
    assert str(told[name]).startswith(str(said[name]))


def test_serving_answers_line_by_line() -> None:
    answers = io.StringIO()
    serve(io.StringIO('{"id": 1, "kind": "x"}\n\n{"id": 2, "kind": "y"}\n'), answers)
    assert [json.loads(line)["id"] for line in answers.getvalue().splitlines()] == [1, 2]


@pytest.mark.long
def test_serving_reads_utf_8_whatever_the_terminal_is() -> None:
    question = {"id": 1, "kind": "perft", "variant": "Größe", "input": {}}
    done = subprocess.run(
        [sys.executable, "-m", "boston_rules.conformance.serve"],
        input=json.dumps(question, ensure_ascii=False).encode(),
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PATH": ""},
        timeout=60,
        check=True,
    )
    assert "Größe" in json.loads(done.stdout)["unsupported"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "no JSON"),
        ("[]", "a question is an object"),
        ('{"kind": "perft"}', "a question has an input"),
        ('{"kind": "perft", "input": [], "options": {}}', "a question has an input"),
        ('{"kind": "perft", "input": {}, "options": []}', "options are an object"),
        ('{"kind": "perft", "input": {}, "variant": "classic"}', "not one of perft"),
    ],
)
def test_questions_that_are_none_are_answered(line: str, told: str) -> None:
    assert told in replied(LibraryEngine(), line)["error"]


def test_questions_are_answered_or_not_supported() -> None:
    case = cases("whisch-bostonien", "perft")[0]
    asked = {"id": 4, "kind": "perft", "variant": case.variant, "input": case.input}
    assert replied(LibraryEngine(), json.dumps(asked)) == {"id": 4, "answer": case.expect}
    other = replied(LibraryEngine(), json.dumps({**asked, "variant": "whist"}))
    assert "whist" in other["unsupported"]


def test_the_served_library_greets_with_the_version_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = '{"id": 1, "kind": "hello"}'
    known = version("boston_rules")
    assert replied(LibraryEngine(), asked)["answer"] == f"boston_rules {known} ({FORMAT})"

    def lost(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("boston_rules.core.release.version", lost)
    assert replied(LibraryEngine(), asked)["answer"] == f"boston_rules unknown ({FORMAT})"


def test_standard_input_is_served_as_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = '{"id": "é", "kind": "riddles"}\n'.encode()
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(asked), "ascii"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, "ascii"))
    main()
    assert json.loads(output.getvalue().decode())["id"] == "é"
