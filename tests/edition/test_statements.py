"""Every edge of the statements of the edition holds, and a spoilt one is found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from boston_rules.edition.__main__ import main
from boston_rules.edition.checking import (
    check_lines,
    check_proofs,
    check_statements,
    digest_of,
)
from boston_rules.edition.statements import FATES, Statement, Text, statements_at, texts

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("CATS", "DGM", "ENC", "FOSTER", "FOSTER-LAWS", "HGI", "PKW", "WEB")


def test_these_texts_are_read() -> None:
    assert tuple(texts()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_edge_holds(name: str) -> None:
    text = texts()[name]
    assert text.statements
    assert [*check_statements(text), *check_proofs(text, ROOT)] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_are_those_of_the_text(name: str) -> None:
    folder = os.environ.get("BOSTON_TEXTS")
    if folder is None:
        pytest.skip("the texts are not ours to keep: BOSTON_TEXTS=DIR")
    assert [*check_lines(texts()[name], Path(folder))] == []


def test_every_fate_is_met() -> None:
    assert {each.fate for text in texts().values() for each in text.statements} == set(FATES)


def test_what_two_tellings_say_of_one_bid_stands_under_one_question() -> None:
    """The price that three texts share, whose figures were typed in one by one."""
    found = {
        text.name: each.answer
        for text in texts().values()
        for each in text.statements
        if each.question == "price.13-table"
    }
    assert found["CATS"] == "S 600 C 600 H 700 D 800"
    assert found["PKW"] == "S 70 C 70 H 80 D 90"


SPOILT: dict[str, tuple[dict[str, Any], str]] = {
    "a part": ({"part": "the appendix"}, "there is no part 'the appendix'"),
    "lines": ({"lines": (9, 3)}, "no lines go from 9 to 3"),
    "a game": ({"games": ("boston", "boston-whist")}, "there is no variant 'boston'"),
    "another telling's game": ({"games": ("french", "boston-whist")}, "does not rest on DGM"),
    "a rule": ({"rules": ("pool.cats",)}, "no rule of boston-whist is pool.cats"),
    "no rule": ({"rules": ()}, "it is followed, and has no rules"),
    "no proof": ({"proofs": ()}, "it is followed, and has no proofs"),
    "no ruling": ({"fate": "ruled", "rulings": ()}, "it is ruled, and has no rulings"),
    "no option": ({"fate": "option"}, "it is option, and has no option"),
    "an option": ({"option": "cats=True"}, "no game of it has the option cats=True"),
    "no reason": ({"fate": "not modelled"}, "it is not modelled, and has no why"),
    "no other": ({"fate": "superseded", "why": "so"}, "it is superseded, and has no by"),
    "another": ({"by": ("BIBLE",)}, "there is no telling 'BIBLE'"),
    "a ruling": ({"rulings": ("R999",)}, "the register has no ruling R999"),
    "another game's ruling": ({"rulings": ("R40",)}, "R40 is about none of its games"),
    "another telling's ruling": ({"rulings": ("G33",)}, "G33 does not name DGM among its sources"),
    "a game without a ruling": (
        {"fate": "ruled", "rulings": ("R53",), "games": ("boston-whist", "two-pack-hoyle")},
        "it is ruled, and no ruling of it is about two-pack-hoyle",
    ),
    "a test": ({"proofs": ("tests/test_cards.py::test_none",)}, "there is no tests/test_cards"),
    "a file": ({"proofs": ("tests/test_none.py::test_none",)}, "there is no tests/test_none"),
    "the corpus": ({"proofs": ("corpus french/riddles",)}, "there is no corpus french/riddles"),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_spoilt_edge_is_found(case: str) -> None:
    fields, fault = SPOILT[case]
    text = texts()["DGM"]
    ante = next(each for each in text.statements if each.question == "pool.ante")
    spoilt = evolve(text, statements=(evolve(ante, number=1, **fields),))
    found = [*check_statements(spoilt), *check_proofs(spoilt, ROOT)]
    assert any(fault in each for each in found), found


@pytest.mark.parametrize(
    ("name", "part", "fields", "fault"),
    [
        (
            "CATS",
            "Russian Boston",
            {"games": ("fontainebleau-cats",)},
            "it is about no game of Russian Boston, in whose part it stands",
        ),
        (
            "ENC",
            "laws of the game",
            {"games": ("mariland",), "fate": "followed", "rules": ("laws.revoke",)},
            "mariland has it that no telling speaks of laws.revoke",
        ),
        (
            "FOSTER",
            "p. 179, cards",
            {"games": ("french-foster",), "fate": "option", "option": "boston_jack=turned"},
            "boston_jack=turned is the rule of french-foster, and no option",
        ),
    ],
)
def test_a_statement_in_the_wrong_game_is_found(
    name: str, part: str, fields: dict[str, Any], fault: str
) -> None:
    text = texts()[name]
    right = next(each for each in text.statements if each.part == part)
    spoilt = evolve(text, statements=(evolve(right, number=1, **fields),))
    found = [*check_statements(spoilt)]
    assert any(each.endswith(fault) for each in found), found


def test_numbers_have_no_gap() -> None:
    text = texts()["DGM"]
    gap = evolve(text, statements=text.statements[1:])
    assert [*check_statements(gap)] == ["DGM: the statements are not numbered from 1 in order"]


@pytest.mark.parametrize(
    ("field", "value"), [("topic", "weather"), ("question", "Who?"), ("fate", "forgotten")]
)
def test_words_outside_the_vocabulary_are_refused(field: str, value: str) -> None:
    spoilt: dict[str, Any] = {field: value}
    with pytest.raises(ValueError, match=field):
        evolve(texts()["DGM"].statements[0], **spoilt)


@pytest.fixture
def printed(tmp_path: Path) -> tuple[Path, Callable[[tuple[int, int]], Text]]:
    """A folder with a text of three lines, and that text with a statement of some of them."""
    lines = ["Put in ten chips.", "", "Deal  three cards."]
    content = "\n".join(lines).encode()
    (tmp_path / "text.txt").write_bytes(content)
    text = texts()["DGM"]

    def made(where: tuple[int, int]) -> Text:
        digest = digest_of(["Deal three", "cards."])
        statement: Statement = evolve(text.statements[0], lines=where, digest=digest)
        return evolve(text, sha256=sha256(content).hexdigest(), statements=(statement,))

    return tmp_path, made


@pytest.mark.parametrize(
    ("where", "faults"),
    [
        ((3, 3), []),
        ((2, 3), []),
        ((1, 1), ["DGM.1: lines 1 to 1 are not what it was made of"]),
        ((3, 4), ["DGM.1: the text has 3 lines, not 4"]),
    ],
)
def test_a_changed_line_number_is_found(
    printed: tuple[Path, Callable[[tuple[int, int]], Text]],
    where: tuple[int, int],
    faults: list[str],
) -> None:
    folder, made = printed
    assert [*check_lines(made(where), folder)] == faults


def test_another_text_is_found(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("another", encoding="utf-8")
    faults = [*check_lines(texts()["WEB"], tmp_path)]
    assert faults == [f"WEB: no file in {tmp_path} has its SHA-256"]


def test_a_place_that_a_telling_does_not_have() -> None:
    assert statements_at("ENC", "laws of the game, 99") is None
    assert statements_at("ENC", "the weather") is None
    assert statements_at("ENC", "the weather, 3") is None


def test_the_command_counts_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "--root", str(ROOT)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].split() == [
        "text",
        "followed",
        "option",
        "ruled",
        "superseded",
        "not",
        "modelled",
        "all",
    ]
    statements = sum(len(text.statements) for text in texts().values())
    assert out[len(NAMES) + 1].split()[-1] == str(statements)
    assert out[-2:] == ["not checked: lines, for want of the texts", "every edge holds"]


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["dgm", "--check", "--root", str(tmp_path), "--texts", str(tmp_path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert "not checked: rulings and proofs, for want of a checkout" in out
    assert out[-2:] == [f"DGM: no file in {tmp_path} has its SHA-256", "1 faults"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["bible"], "no text is called BIBLE"), (["--stamp"], "--stamp needs the texts")],
)
def test_what_the_command_refuses(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert told in capsys.readouterr().err


def test_nothing_is_stamped_without_the_text(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["dgm", "--stamp", "--texts", str(tmp_path)]) == 1
    assert "has its SHA-256" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there are no such pipes here")
def test_a_reader_who_has_gone_is_not_told_of_it() -> None:
    counting = subprocess.Popen(
        (sys.executable, "-m", "boston_rules.edition"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert counting.stdout is not None
    counting.stdout.close()
    assert counting.communicate()[1] == b""
    assert counting.returncode == -signal.SIGPIPE
