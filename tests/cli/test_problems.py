"""``boston-rules problems``: shown, certified, put to bots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.conformance.corpus import CORPUS

from boston_rules.cli.program import program
from boston_rules.conformance.problems import Problem, dumps_problems, load_problems


@pytest.fixture(scope="module")
def few() -> list[Problem]:
    found = [one for one in load_problems(CORPUS / "problems.json") if one.theme != "bid"]
    return sorted(found, key=lambda one: one.worlds)[:3]


@pytest.fixture
def file(few: list[Problem], tmp_path: Path) -> str:
    path = tmp_path / "problems.json"
    path.write_text(dumps_problems(few), encoding="utf-8")
    return str(path)


def _run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(program, ["problems", *args])
    assert result.exit_code == status, result.output
    return result.output


def test_a_problem_is_shown_with_its_reason(few: list[Problem], file: str) -> None:
    shown = _run(file, "--show", few[0].id)
    assert few[0].answer[0] in shown
    assert "ways" in shown
    assert "no problem is called x" in _run(file, "--show", "x", status=2)


def test_bots_are_scored(few: list[Problem], file: str, tmp_path: Path) -> None:
    table = tmp_path / "scores.inc"
    told = json.loads(_run(file, "--bots", "simple,random", "--table", str(table), "--json"))
    assert len(told["problems"]) == len(few)
    for row in told["problems"]:
        assert set(row["chosen"]) == {"simple", "random"}
    right = sum(row["chosen"]["simple"] in row["answer"] for row in told["problems"])
    assert told["solved"]["simple"] == right
    assert "--bots simple,random" in table.read_text(encoding="utf-8")
    assert ".inc" in _run(file, "--bots", "simple", "--table", "x.csv", status=2)


def test_what_is_not_so_is_told(few: list[Problem], file: str) -> None:
    assert f"{len(few)} problems certified" in _run(file, "--certify")
    path = Path(file)
    document = json.loads(path.read_text(encoding="utf-8"))
    document["problems"][0]["options"][0]["made"] += 1
    path.write_text(json.dumps(document), encoding="utf-8")
    assert few[0].id in _run(file, "--certify", status=1)
