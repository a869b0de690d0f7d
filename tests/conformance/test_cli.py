"""The commands ``conformance`` and ``perft``."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result
from tests.conformance.corpus import CORPUS, SLUGS, TINY, cases
from tests.phases.table_talk import SUITS

from boston_rules.cli.program import program
from boston_rules.conformance import Case
from boston_rules.conformance.generate import cases_of, main
from boston_rules.variants.registry import own_variants

Run: TypeAlias = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command that is to end with a status."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def runner(*arguments: object, status: int = 0) -> Result:
        result = CliRunner().invoke(program, [str(word) for word in arguments])
        assert isinstance(result.exception, SystemExit | None), result.exception
        assert result.exit_code == status, result.output
        assert "Traceback" not in result.output
        return result

    return runner


def engine(path: Path) -> str:
    return shlex.join([sys.executable, str(path), "serve"])


# conformance


def other_levels(kind: str) -> list[Case]:
    """The cases of a ladder that the tiny engine does not know."""
    return [case for case in cases("classic", kind) if "levels" in case.options]


@pytest.mark.long
def test_the_library_is_asked(run: Run) -> None:
    arguments = ("classic", "french", "--kind", "prices")
    result = run("conformance", CORPUS, *arguments)
    count = len(cases("classic", "prices")) + len(cases("french", "prices"))
    assert result.stdout.splitlines() == [
        "variant  prices",
        "───────────────",
        f"classic  {len(cases('classic', 'prices')):>6}",
        f"french   {len(cases('french', 'prices')):>6}",
        "",
        f"boston_rules: {count} as expected, 0 different",
    ]
    assert result.stderr == ""


def test_another_engine_is_asked(run: Run) -> None:
    arguments = ("classic", "russian", "--kind", "settlements")
    result = run("conformance", CORPUS, *arguments, "--engine", engine(TINY))
    assert "Not supported: russian." in result.stdout
    lacking = len(cases("russian", "settlements")) + len(other_levels("settlements"))
    assert result.stdout.splitlines()[-1] == (
        f"tiny engine: 104 as expected, 0 different, {lacking} not supported"
    )


def test_options_that_an_engine_lacks_are_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lacking.py"
    source = TINY.read_text(encoding="utf-8").replace('{"deals", "first_to", ', '{"deals", ')
    path.write_text(source, encoding="utf-8")
    arguments = ("classic", "--kind", "sessions", "--engine", engine(path))
    lines = run("conformance", CORPUS, *arguments).stdout.splitlines()
    assert lines[2:] == [
        "classic   3 (3 –)",
        "",
        "tiny engine: 3 as expected, 0 different, 3 not supported",
    ]


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """An engine with a wrong price."""
    path = tmp_path / "wrong.py"
    source = TINY.read_text(encoding="utf-8").replace('"9": 60', '"9": 61')
    path.write_text(source, encoding="utf-8")
    return engine(path)


def test_what_differs_is_told_with_the_status_1(run: Run, wrong: str) -> None:
    result = run(
        *("conformance", CORPUS, "classic", "--kind", "prices"),
        *("--engine", wrong, "--show", "1"),
        status=1,
    )
    assert "classic prices: 9, S, alone\n" in result.stdout
    assert "  chips with 0 honours and 9 tricks: 60 expected, 61 answered" not in result.stdout
    assert "  chips with 0 honours and 0 tricks: -105 expected, -106 answered\n" in result.stdout
    assert "and 3 further cases that differ" in result.stdout
    lacking = len(other_levels("prices"))
    assert result.stdout.splitlines()[-1] == (
        f"tiny engine: 35 as expected, 4 different, {lacking} not supported"
    )
    assert "35 4 differ" in result.stdout
    assert result.stderr == ""


def test_what_differs_as_json(run: Run, wrong: str) -> None:
    arguments = ("classic", "mariland", "--kind", "prices")
    result = run("conformance", CORPUS, *arguments, "--engine", wrong, "--json", status=1)
    told = json.loads(result.stdout)
    foreign, levels = len(cases("mariland", "prices")), len(other_levels("prices"))
    assert told["engine"] == "tiny engine"
    assert (told["passed"], told["failed"], told["unsupported"]) == (35, 4, foreign + levels)
    assert told["counts"] == [
        {"variant": "classic", "kind": "prices", "passed": 35, "failed": 4, "unsupported": levels},
        {"variant": "mariland", "kind": "prices", "passed": 0, "failed": 0, "unsupported": foreign},
    ]
    assert told["reasons"] == ["the option levels", "only classic"]
    assert [failure["id"] for failure in told["failures"]] == [f"9, {s}, alone" for s in "SCHD"]
    assert told["failures"][0]["kind"] == "prices"
    assert told["failures"][0]["problems"][-1] == "and more"


@pytest.mark.parametrize(
    ("told", "arguments"),
    [
        ("the engine does not start: ", ("--engine", "/no/such/program")),
        ("names no program", ("--engine", " ")),
        ("No closing quotation", ("--engine", "'")),
        ("ended with status 0", ("--engine", f"{shlex.quote(sys.executable)} -c ''")),
        ("no variant of the corpus is called 'x'", ("x",)),
        ("'riddles' is not one of", ("--kind", "riddles")),
        (
            "tiny engine supports none of 44 cases: only classic",
            ("--engine", engine(TINY), "american-capped", "--kind", "prices"),
        ),
    ],
)  # fmt: skip
def test_status_2_where_nothing_can_be_said(
    run: Run, told: str, arguments: tuple[str, ...]
) -> None:
    if sys.platform == "win32" and "'" in arguments:
        pytest.skip("quotes of POSIX")
    result = run("conformance", CORPUS, *arguments, status=2)
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("boston-rules: ")


def test_status_2_for_an_engine_that_is_silent(run: Run) -> None:
    code = "import time; time.sleep(60)"
    command = shlex.join([sys.executable, "-c", code])
    result = run("conformance", CORPUS, "--engine", command, "--timeout", "0.2", status=2)
    assert result.stderr == "boston-rules: the engine is silent for 0.2 s when asked its name\n"
    assert result.stdout == ""


def test_status_2_for_what_is_no_corpus(run: Run, tmp_path: Path) -> None:
    assert "is no corpus" in run("conformance", tmp_path, status=2).stderr
    assert "does not exist" in run("conformance", tmp_path / "x", status=2).stderr
    path = tmp_path / "whist" / "perft.json"
    path.parent.mkdir()
    path.write_text("{}")
    assert "names no format" in run("conformance", tmp_path, status=2).stderr
    path.unlink()
    path.mkdir()  # nothing that can be read as a file
    assert len(run("conformance", tmp_path, status=2).stderr.splitlines()) == 1


# perft


@pytest.mark.parametrize("slug", SLUGS)
def test_perft_counts_in_every_variant(run: Run, slug: str) -> None:
    told = json.loads(run("perft", slug, "--depth", "2", "--seed", "5", "--json").stdout)
    assert told["variant"] == slug
    assert told["leaves"] > 10
    assert len(told["hands"]) == 4


def test_perft_of_a_deal_given_is_that_of_the_seed(run: Run) -> None:
    for slug in ("french", "american", "classic"):
        arguments = ("--dealer", "2", "--depth", "2", "--divide", "--json")
        told = json.loads(run("perft", slug, "--seed", "9", *arguments).stdout)
        turned = () if told["turned"] is None else ("--turned", told["turned"])
        hands = " / ".join(told["hands"])
        again = json.loads(run("perft", slug, "--hands", hands, *turned, *arguments).stdout)
        assert again == told
        assert sum(row["leaves"] for row in told["divide"]) == told["leaves"]


def test_perft_after_actions_divided(run: Run) -> None:
    hands = " / ".join(SUITS)
    arguments = ("perft", "fontainebleau", "--dealer", "3", "--hands", hands)
    after = ("--after", "bid 9 H, pass,pass , pass")
    result = run(*arguments, *after, "--depth", "3", "--divide")
    assert result.stdout.splitlines() == [
        "Boston de Fontainebleau",
        "ask    15",
        "solo  169",
        "depth 3: 184 leaves",
    ]
    result = run(*arguments, "--after", "pass,pass,pass,pass", "--depth", "0")
    assert result.stdout.splitlines()[-1] == "depth 0: 1 leaf"


def test_perft_with_three_seats_and_where_nobody_acts(run: Run) -> None:
    three = ("perft", "english-boston", "--option", "seats=3")
    assert "depth 3: 2608 leaves" in run(*three, "--depth", "3").stdout
    told = json.loads(run(*three, "--depth", "1", "--json").stdout)
    assert len(told["hands"]) == 3
    settled = ("--after", "pass, pass, pass", "--depth", "4", "--divide", "--json")
    told = json.loads(run(*three, *settled).stdout)
    assert (told["leaves"], told["divide"], told["actions"]) == (1, [], ["pass"] * 3)


@pytest.mark.parametrize(
    ("told", "arguments"),
    [
        ("Missing option '--depth'", ("classic",)),
        ("near: classic", ("clasic", "--depth", "1")),
        ("--turned goes with --hands", ("french", "--turned", "2C", "--depth", "1")),
        ("4 hands are dealt, not 1", ("classic", "--hands", "AS", "--depth", "1")),
        ("--divide needs a depth", ("classic", "--divide", "--depth", "0")),
        ("bid 5: ", ("classic", "--after", "bid 5", "--depth", "1")),
        ("'sing' is not understood; near it:", ("classic", "--after", "sing", "--depth", "1")),
        ("the dealer is a seat 0 to 2", ("english-boston", "--option", "seats=3", "--dealer", "3",
            "--depth", "1")),
    ],
)  # fmt: skip
def test_perft_tells_what_is_wrong(run: Run, told: str, arguments: tuple[str, ...]) -> None:
    result = run("perft", *arguments, status=2)
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_perft_needs_the_card_that_is_turned(run: Run) -> None:
    hands = " / ".join(SUITS)
    result = run("perft", "french", "--hands", hands, "--depth", "1", status=2)
    assert "give --turned" in result.stderr


# generate


def test_some_files_can_be_made_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--variant", "whisch-bostonien", "--kind", "prices", "--kind", "sessions"]
    assert main([str(tmp_path), *chosen]) == 0
    names = ("prices", "sessions")
    files = [tmp_path / "whisch-bostonien" / f"{name}.json" for name in names]
    assert capsys.readouterr().out.splitlines() == [
        f"{path} {path.stat().st_size}" for path in files
    ]
    for path in files:
        kept = CORPUS / "whisch-bostonien" / path.name
        assert path.read_bytes() == kept.read_bytes()


def test_a_variant_from_elsewhere_is_no_part_of_the_corpus(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "fontainebleau" in own_variants()
    with pytest.raises(SystemExit):
        main(["somewhere", "--variant", "village"])
    assert "invalid choice" in capsys.readouterr().err


def test_there_is_no_other_kind_of_questions() -> None:
    with pytest.raises(ValueError, match="none of prices, settlements"):
        next(cases_of("classic", "riddles"))
