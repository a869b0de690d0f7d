"""The second engine keeps the rules of its variant; engines that do not are caught."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.conformance.corpus import CORPUS, SLUGS, TINY, cases

from boston_rules.conformance import KINDS, Case, ProcessEngine, Report, load_corpus, run

SOURCE: Final = TINY.read_text(encoding="utf-8")


def asked(path: Path, questions: list[Case]) -> Report:
    with ProcessEngine([sys.executable, str(path), "serve"], timeout=120) as engine:
        assert engine.name == "tiny engine"
        return run(questions, engine)


def test_it_shares_nothing_with_the_library() -> None:
    names = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(SOURCE))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {str(name).partition(".")[0] for name in names} <= set(sys.stdlib_module_names)


@pytest.mark.long
def test_it_passes_its_part_of_the_corpus() -> None:
    questions = list(load_corpus(CORPUS, variants=["classic"]))
    report = asked(TINY, questions)
    assert [str(failure) for failure in report.failures] == []
    of_law = ("penalties", "table-law")
    assert report.skipped == sum(
        "levels" in case.options or case.kind in of_law for case in questions
    )
    assert report.unsupported == (
        "the option levels",
        "questions of the kind penalties",
        "the option enforcement",
    )
    assert {kind for _, kind in report.counts} == set(KINDS)
    assert report.passed > 150


def test_it_says_what_it_does_not_know() -> None:
    others = [cases(slug, kind)[0] for slug in SLUGS if slug != "classic" for kind in KINDS]
    odd = Case("perft", "classic", "odd", {}, {}, {"enforcement": "table"})
    strange = Case("riddles", "classic", "strange", {}, {})
    report = asked(TINY, [*others, odd, strange])
    assert (report.passed, report.failed, report.skipped) == (0, 0, len(others) + 2)
    assert report.unsupported == (
        "only classic",
        "the option enforcement",
        "questions of the kind riddles",
    )


def test_without_arguments_it_shows_itself(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(TINY)],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert '"answer": {"target": 7, "chips": [[-30, -25, 20, 25]]}' in done.stdout


WRONG: Final = {
    "a price": ('"9": 60', '"9": 65', {"prices", "settlements", "sessions"}),
    "no charge for missing tricks": ("5 * abs(taken - int(key))", "5 * max(0, taken - int(key))",
        {"prices", "settlements", "sessions"}),
    "diamonds below hearts": ('"SCHD"', '"SCDH"', {"legality", "perft"}),
    "nobody comes back": ("self.spoken = {seat}", "self.spoken |= {seat}", {"legality"}),
    "suits need not be followed": ("led or hand", "hand", {"legality", "perft"}),
    "trumps do not win": ("return suit == trump, ", "return False, ", {"legality", "sessions"}),
    "eldest leads to misères too": ("(self.declarer + 1) % 4\n\n    def perft", "self.eldest\n\n"
        "    def perft", {"legality", "sessions"}),
    "no discard": ('self.key == "petite-misere"', "False", {"legality", "sessions"}),
    "the pool stays": ("pool = 0\n    if last", "pass\n    if last", {"settlements", "sessions"}),
    "odd chips stay": (" + (place < pool % 4)", "", {"settlements"}),
    "odd chips from the dealer": ("(dealer + 1 + place)", "(dealer + place)", {"settlements"}),
    "packets": ("PACKETS = (4, 4, 5)", "PACKETS = (5, 4, 4)", {"sessions"}),
    "the cut goes the other way": ("pack[at:] + pack[:at]", "pack[-at:] + pack[:-at]",
        {"sessions"}),
    "no antes": ("ANTE = 10", "ANTE = 0", {"sessions"}),
    "a session too short": ("DEALS = 16", "DEALS = 15", {"sessions"}),
    "another reason": ('"auction/too-low" if', '"auction/form" if', {"legality"}),
    "the others help": ("choose = max if deal.actor == deal.declarer else min", "choose = max",
        {"solutions"}),
    "early leaves not counted": ("return len(legal) or 1", "return len(legal)", {"perft"}),
}  # fmt: skip
"""A wrong rule: what is changed in the source, and the kinds of questions that must tell."""


@pytest.mark.long
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_engine_is_caught(name: str, tmp_path: Path) -> None:
    right, wrong, kinds = WRONG[name]
    assert SOURCE.count(right) == 1, "the source has changed: say anew what is to be wrong"
    path = tmp_path / "wrong.py"
    path.write_text(SOURCE.replace(right, wrong), encoding="utf-8")
    questions = [
        case
        for kind in sorted(kinds)
        for case in cases("classic", kind)
        if kind != "perft" or max(case.expect["leaves"]) < 100
    ]
    report = asked(path, questions)
    assert {failure.case.kind for failure in report.failures} == kinds
    assert report.passed or name in ("no antes", "packets", "the cut goes the other way")


def test_an_engine_without_reasons_passes() -> None:
    source = SOURCE.replace('return "phase/wrong"', 'return "illegal"')
    assert source != SOURCE
    command = [sys.executable, "-c", source, "serve"]
    with ProcessEngine(command, timeout=120) as engine:
        known = [case for case in cases("classic", "legality") if not case.options]
        report = run(known, engine)
    assert (report.failed, report.passed) == (0, len(known))
