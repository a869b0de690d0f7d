"""The commands ``simulate`` and ``tournament``."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner, Result
from tests.simulate.runs import SLUG, short

import boston_rules as br
from boston_rules.cli.mass import Run as MassRun
from boston_rules.cli.program import program
from boston_rules.simulate import ResultsError, SessionFailed, load_results

Run: TypeAlias = Callable[..., Result]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
USUAL = ("simulate", "--bots", "random", "--sessions", "4", "--deals", "1", "--seed", "3")
SHORT = (*USUAL, SLUG)

LONG = "boston_rules.bots:RandomBot"
"""A long name of a quick bot."""


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: object, status: int = 0) -> Result:
    """Run a command in this process, with one job unless it says otherwise."""
    words = [str(word) for word in arguments]
    if "--jobs" not in words:
        words += ["--jobs", "1"]
    result = CliRunner().invoke(program, words)
    assert result.exit_code == status, result.output
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def test_the_report() -> None:
    result = run(*SHORT)
    assert result.stderr == ""
    assert "4 sessions, 4 deals, seed 3; seats: random, random, random, random" in result.stdout
    report = short(4).report()
    ladder = br.get_variant(SLUG).ladder
    rows = [row for row in result.stdout.splitlines() if row]
    for line in report.contracts:
        if line.deals:
            assert line.share.estimate is not None
            name = f"{ladder[line.key].name}  "
            place = next(place for place, row in enumerate(rows) if row.startswith(name))
            cells = rows[place].removeprefix(name).split()
            assert cells[:2] == [str(line.deals), f"{100 * line.share.estimate:.1f}"]
            low, high = line.share.low, line.share.high
            assert low is not None
            assert high is not None
            assert f"({100 * low:.1f}–{100 * high:.1f})" in rows[place + 1]
    never = " ".join(result.stdout.partition("Never played:")[2].split())
    names = [ladder[line.key].name for line in report.contracts if not line.deals]
    assert never == f"{', '.join(names)}."
    last = next(row for row in result.stdout.splitlines() if row.startswith("seat 3"))
    assert last.split()[2:4] == ["4", f"{report.seats[3].chips.estimate:+.1f}"]
    assert "With fewer than 30 sessions the intervals of chips are too narrow." in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


@pytest.mark.long
def test_files_and_json(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("matplotlib")
    rows, table, plot, out = (
        tmp_path / name for name in ("r.csv", "r.parquet", "r.svg", "r.sqlite")
    )
    result = run(*SHORT, "--json", "--confidence", "90", "--out", out, "--csv", rows,
                 "--parquet", table, "--plot", plot)  # fmt: skip
    document = json.loads(result.stdout)
    assert document["report"] == json.loads(json.dumps(short(4).report(0.9).as_dict()))
    assert document["sessions"] == 4
    assert document["variant"]["options"] == {"deals": 1}
    assert len(list(csv.DictReader(rows.read_text(encoding="utf-8").splitlines()))) == 4
    assert table.read_bytes().startswith(b"PAR1")
    assert "<svg" in plot.read_text(encoding="utf-8")
    assert load_results(out).complete


def _change(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_going_on_with_a_file(tmp_path: Path) -> None:
    out = tmp_path / "r.sqlite"
    told = run(*SHORT, "--out", out, "--resume", status=2)
    assert "there is no such file" in told.stderr
    run(*SHORT, "--out", out)
    whole = list(load_results(out).rows())
    told = run(*SHORT, "--out", out, status=2)
    assert "go on with it by --resume, overwrite it by --fresh" in " ".join(told.stderr.split())
    _change(out, "DELETE FROM units WHERE number = 2", "DELETE FROM deals WHERE session = 2")
    run(*SHORT, "--out", out, "--resume")
    assert list(load_results(out).rows()) == whole
    told = run(*SHORT, "--seed", "4", "--out", out, "--resume", status=2)
    assert "seed: the file has 3, asked for is 4; --fresh overwrites it" in told.stderr
    assert "Traceback" not in told.stderr
    run(*SHORT, "--seed", "4", "--out", out, "--fresh")
    assert load_results(out).header["seed"] == 4
    _change(out, "UPDATE deals SET tricks = 14 WHERE session = 1")
    told = run(*SHORT, "--seed", "4", "--out", out, "--resume", status=2)
    assert "it is damaged: session 1 has been changed" in told.stderr
    assert "--fresh overwrites it" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "told", "status"),
    [
        (("--resume",), "go with --out", 2),
        (("--out", "x", "--resume", "--fresh"), "exclude each other", 2),
        (("--bots", "sipmle"), "no bot is called 'sipmle'", 2),
        (("--bots", "random,random"), "one for each of 4 seats, not 2", 2),
        (("--bots", "random,,simple"), "a name is missing before or after a comma", 2),
        (("--bots", "random:depth=2"), "random has no option 'depth'; it has none", 2),
        (("--bots", "montecarlo:iterations=1,seconds=1"), "'seconds=1' is no bot: commas", 2),
        (("frensh",), "near: french", 2),
        pytest.param(("--plot", "plot"), "the ending of the name", 2, marks=pytest.mark.long),
        pytest.param(("--plot", "plot.txt"), "a plot is written as", 2, marks=pytest.mark.long),
        (("--csv", "no/such/folder/rows.csv"), "there is no folder no/such/folder", 2),
        (("--out", "no/such/folder/rows.sqlite"), "No such file or directory", 1),
        (("--sessions", "0"), "0 is not in the range", 2),
    ],
)
def test_what_goes_wrong_is_one_line(
    arguments: tuple[str, ...],
    told: str,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*USUAL, *arguments, status=status)
    assert told in result.stderr
    assert result.stderr.startswith("boston-rules: ")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "module", "extra"),
    [("--parquet", "pyarrow", "simulation"), ("--plot", "matplotlib", "plots")],
)
def test_a_missing_extra_is_told_before_anything_is_played(
    option: str, module: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    out = tmp_path / "r.sqlite"
    result = run(*SHORT, option, tmp_path / "made.svg", "--out", out, status=1)
    assert f"{option} needs {module}: install it with pip install 'boston_rules[{extra}]'" in (
        result.stderr
    )
    assert not out.exists()


def test_a_file_that_cannot_be_written_after_all(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.mkdir()
    result = run(*SHORT, "--csv", path, status=1)
    assert result.stderr.startswith(f"boston-rules: {path}: ")
    assert result.stderr.count("\n") == 1


def test_a_process_that_dies_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def died(*_: Any) -> Any:
        raise BrokenProcessPool("a process was killed")  # as an executor says it

    monkeypatch.setattr("boston_rules.simulate.workers.play_chunk", died)
    out = tmp_path / "r.sqlite"
    result = run(*SHORT, "--out", out, status=1)
    assert f"a process has died; 0 of 4 sessions are kept in {out}" in result.stderr


@pytest.mark.parametrize(
    ("error", "told", "status"),
    [
        (
            KeyboardInterrupt(),
            "interrupted; 2 of 4 sessions are kept in {}; go on with --resume",
            130,
        ),
        (SessionFailed("session 2", 3, 1, "x"), "2 of seed 3 failed in deal 1: x; 2 of 4", 1),
        (
            OSError(28, "No space left on device"),
            "{}: it cannot be written: No space left on device",
            1,
        ),
    ],
    ids=["interrupt", "failure", "disk"],
)
def test_an_early_end_says_how_to_go_on(
    error: BaseException,
    told: str,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from boston_rules.simulate.sessions import SessionJob

    played = SessionJob.play

    def ended(job: SessionJob, unit: int, begin: Callable[[int], None]) -> Any:
        if unit == 2:
            raise error
        return played(job, unit, begin)

    monkeypatch.setattr(SessionJob, "play", ended)
    if isinstance(error, OSError):
        monkeypatch.setattr(
            "boston_rules.simulate.workers.play_chunk", lambda *_: (_ for _ in ()).throw(error)
        )
    elif isinstance(error, SessionFailed):
        monkeypatch.setattr("boston_rules.simulate.workers.SessionFailed", lambda *_: error)
    monkeypatch.setattr("boston_rules.simulate.workers._MOST_IN_CHUNK", 1)
    out = tmp_path / "r.sqlite"
    result = run(*SHORT, "--out", out, status=status)
    assert told.format(out) in result.stderr
    monkeypatch.undo()
    run(*SHORT, "--out", out, "--resume")
    assert list(load_results(out).rows()) == list(short(4).rows())


def test_an_early_end_without_a_file_says_that_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("boston_rules.simulate.sessions.SessionJob.play", ended)
    result = run(*SHORT, status=130)
    assert "interrupted; nothing was kept: --out FILE keeps what is finished" in result.stderr


def _some_finished(path: Path, least: int) -> bool:
    try:
        return load_results(path).finished >= least
    except (OSError, ResultsError):
        return False  # not begun


@pytest.mark.long
@POSIX
def test_an_interrupt_at_the_terminal_leaves_a_file_to_go_on_with(tmp_path: Path) -> None:
    out = tmp_path / "r.sqlite"
    command = ["simulate", "--bots", "random", "--sessions", "9000", "--deals", "1", "--seed", "3"]
    with subprocess.Popen(
        [sys.executable, "-m", "boston_rules.cli", *command, "--jobs", "2", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not _some_finished(out, 4):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to the workers too
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    kept = load_results(out)
    assert 4 <= kept.finished < 9000
    assert told == (
        f"boston-rules: interrupted; {kept.finished} of 9000 sessions are kept in {out}; "
        "go on with --resume\n"
    )


DUELS = ("tournament", "--bots", "simple,random", "classic", "french",
         "--deals", "3", "--seed", "1", "--seatings", "opposite")  # fmt: skip


def test_a_tournament_and_its_table(tmp_path: Path) -> None:
    rst, flat, out = tmp_path / "table.inc", tmp_path / "table.csv", tmp_path / "t.sqlite"
    shown = run(*DUELS, "--table", rst, "--out", out).stdout
    assert "simple against random" in shown
    assert "3 deals in each variant, seed 1." in shown
    document = json.loads(run(*DUELS, "--table", flat, "--out", out, "--resume", "--json").stdout)
    with open(flat, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["variant"] for row in rows] == ["classic", "french"]
    text = rst.read_text(encoding="utf-8")
    assert ".. list-table:: ``simple`` against ``random``\n" in text
    for row, duel in zip(rows, document["duels"], strict=True):
        assert {name: "" if cell is None else str(cell) for name, cell in duel.items()} == row
        figures = f"{duel['difference']:+.1f} ({duel['low']:+.1f} … {duel['high']:+.1f})"
        assert f"     - {figures}\n" in text
        assert figures in shown
        assert duel["deals"] == 3
        assert duel["hands"] == 12
    assert document["seatings"] == "opposite"


@pytest.mark.parametrize("bots", ["simple,random", f"{LONG},random,simple"])
def test_the_command_under_a_table_makes_it_again(bots: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.rst", tmp_path / "second.inc"
    slugs = ",".join(slug for slug in br.list_variants() if slug != "mariland")
    run("tournament", "--bots", bots, "mariland", "--deals", "1", "--seed", "7",
        "--confidence", "99.9", "--table", first)  # fmt: skip
    text = first.read_text(encoding="utf-8")
    told = text.partition("   $ ")[2].replace("\\\n", " ").split()
    assert told[:2] == ["boston-rules", "tournament"]
    run(*told[1:], "--table", second)
    assert second.read_text(encoding="utf-8") == text
    assert text.count(".. list-table::") == (1 if bots.count(",") == 1 else 4)
    assert all(len(line) <= 80 or slugs in line for line in text.splitlines() if "$" in line)


@pytest.mark.parametrize("columns", [80, 60])
def test_long_names_of_bots_cost_a_table_no_figure(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = str(tmp_path / "t.sqlite")
    arguments = ("tournament", "--bots", f"{LONG},random", "--deals", "2",
                 "american-partnership", "whisch-bostonien", "--seed", "2")  # fmt: skip
    document = json.loads(run(*arguments, "--out", out, "--json").stdout)
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = run(*arguments, "--out", out, "--resume").stdout
    assert max(map(len, shown.splitlines())) <= columns
    assert shown.startswith(f"{LONG} (A) against random (B)\n")
    words = shown.replace("(", " ").replace(")", " ").split()
    for duel in document["duels"]:
        figures = ("bot_chips", "other_chips", "difference", "low", "high")
        assert {f"{duel[name]:+.1f}" for name in figures} <= set(words)
    wide = columns == 80
    assert "In brackets" in shown
    assert ("american-partnership" in words) is wide
    assert ("american-" in words and "partnership" in words) is not wide
    undecided = sum(duel["better"] is None for duel in document["duels"])
    assert words.count("undecided") == undecided


def test_all_pairs_of_a_tournament_are_laid_out_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "62")
    shown = run("tournament", "--bots", f"simple,{LONG},random", "whisch-bostonien",
                "--deals", "2").stdout  # fmt: skip
    heads = [line.split()[1:3] for line in shown.splitlines() if line.startswith("variant ")]
    assert heads == [["A", "B"], ["A", "B"], ["A", "C"], ["B", "C"]]
    assert "simple (A) against random (C)" in shown
    assert "In brackets" in shown


def test_a_narrow_terminal_costs_a_report_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("simulate", "french", "--sessions", "30", "--deals", "1",
                 "--bots", f"{LONG},random,random,random")  # fmt: skip
    out = str(tmp_path / "r.sqlite")
    report = json.loads(run(*arguments, "--out", out, "--json").stdout)["report"]
    monkeypatch.setenv("COLUMNS", "60")
    shown = run(*arguments, "--out", out, "--resume").stdout
    assert max(map(len, shown.splitlines())) <= 60
    words = shown.split()
    for line in report["contracts"]:
        if line["deals"]:
            low, high = (100 * line["share"][end] for end in ("low", "high"))
            assert f"({low:.1f}–{high:.1f})" in words
            assert f"{line['chips']['estimate']:+.1f}" in words
    for line in (*report["bots"], *report["seats"]):
        chips = line["chips"]
        assert f"{chips['estimate']:+.1f}" in words
        assert f"{chips['low']:+.1f} … {chips['high']:+.1f}" in shown
    assert "In brackets: 95 % intervals." in " ".join(words)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--bots", "simple"), "two bots or more"),
        (("--bots", "simple,simple"), "a bot is not measured against itself"),
        (("--bots", "simple,random", "frensh"), "near: french"),
        (("--bots", "simple,random", "french", "french"), "each once"),
        (("--bots", "simple,random", "--table", "table.txt"), "a table is .rst, .inc or .csv"),
    ],
)
def test_what_is_no_tournament(arguments: tuple[str, ...], told: str) -> None:
    assert told in run("tournament", *arguments, "--deals", "1", status=2).stderr


@pytest.mark.parametrize("ci", ["", "true"])
def test_a_bar_is_shown_on_a_terminal_only_and_not_under_ci(
    ci: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    run = MassRun(seed=0, confidence=0.95)
    run.play("sessions", "--bots", lambda progress, **_: progress(3, 7))
    shown = capsys.readouterr().err
    assert ("3/7" in shown) is (not ci)
    assert bool(shown) is (not ci)
