"""The command that samples mutants, but for Cosmic Ray: ``python -m tests.mutants``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.mutants.__main__ import Key, Round, Worker, equivalents, rounds_of, stale
from tests.mutants.recording import PACKAGE, ROOT, lines_around, names_at

GOALS = "tests/rules/test_goals.py"
PARTNER, OVER = "a_partner_raises_what_is_counted_only", "tricks_over_and_under"


def test_every_equivalent_mutant_changes_a_line_of_the_source() -> None:
    reasons = equivalents()
    assert stale(ROOT / PACKAGE, reasons) == []
    assert all(len(reason) > 20 for reason in reasons.values())
    gone = [Key("rules/goals.py", "no such line", ""), Key("rules/none.py", "pass", "")]
    assert stale(ROOT / PACKAGE, gone) == gone


def test_a_line_is_looked_up_by_its_statement_then_what_is_around_it() -> None:
    source = (
        "@frozen\n"
        "class A:\n"
        "    a = 1\n"
        "    def b(self):\n"
        "        if (self.a and\n"
        "            self.c):\n"
        "            return (1,\n"
        "                2)\n"
        "        return 0\n"
    )
    assert lines_around(source, 1) == [(1, 9)]
    assert lines_around(source, 3) == [(3, 3), (1, 9)]
    assert lines_around(source, 6) == [(5, 6), (4, 9), (1, 9)]
    assert lines_around(source, 8) == [(7, 8), (4, 9), (1, 9)]


def test_what_a_statement_of_the_import_names() -> None:
    source = """LIMIT: int = 3
class Bill:
    stakes: int = field(
        default=1,
    )
    kinds = ()
    def total(self):
        most = 3
"""
    names = [names_at(source, line) for line in range(1, 9)]
    bill = ("stakes", "Bill")
    assert names == [("LIMIT",), (), bill, bill, bill, ("kinds", "Bill"), (), ("most", "Bill")]


def test_a_mutant_is_tried_by_few_tests_of_few_files_and_then_by_all() -> None:
    seconds = {f"{file}.py::test[{n}]": n for file in "abcde" for n in (0.5, 2)}
    few = [f"{file}.py::test[0.5]" for file in "abcd"]
    every = [f"{file}.py::test" for file in "abcde"]
    assert rounds_of(list(seconds), seconds, most=4) == [(few, 5, 12.5), (every, 4, 19)]
    slow = "a.py::test[2]"
    assert rounds_of([slow], seconds, most=1) == [(["a.py::test"], 1, 16)]
    assert rounds_of([], seconds, most=1) == []


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    worker = Worker(ROOT, tmp_path_factory.mktemp("mutants") / "tree")
    yield worker
    worker.process.kill()
    worker.process.communicate()


@pytest.mark.long
def test_a_mutant_is_killed_or_survives_or_never_ends(worker: Worker) -> None:
    file = "rules/goals.py"
    sound = (ROOT / PACKAGE / file).read_text(encoding="utf-8")
    fault = sound.replace("AtLeast(self.tricks + extra)", "AtLeast(self.tricks - extra)")
    endless = sound + "\nwhile True:\n    pass\n"
    assert sound != fault

    def tried(source: str, *rounds: str, seconds: int = 60, limit: int = 60) -> tuple[str, str]:
        ids = [[f"{GOALS}::test_{name}" for name in names.split()] for names in rounds]
        answer = worker.attempt(file, source, [Round(each, seconds, limit) for each in ids])
        return answer["outcome"], answer["test"].removeprefix(f"{GOALS}::test_")

    assert tried(fault, "words") == ("survived", "")
    assert tried(fault, "words", f"words {OVER} {PARTNER}") == ("killed", PARTNER)
    assert tried(fault, f"words {PARTNER}", seconds=0) == ("survived", "")
    assert tried(sound, f"words {OVER} {PARTNER}") == ("survived", "")
    assert tried(endless, "words", limit=1) == ("timed out", "")
