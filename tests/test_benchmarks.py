"""The benchmarks run, and reckon rightly; how fast anything is, no test says."""

from __future__ import annotations

import importlib
import io
import json
import math
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks import cold, dds, ours, peers, sizes, soak, solver
from benchmarks.__main__ import main, wanted
from benchmarks.beside import rst
from benchmarks.measure import Figure, Measure, Missing, Work, measured
from benchmarks.page import table_of
from click.testing import CliRunner
from rich.console import Console

import boston_rules as br
from boston_rules.cli.terminal import rich_table


def counting(log: list[str], name: str, units: int) -> Measure:
    def prepare() -> Work:
        log.append(f"prepare {name}")

        def work() -> int:
            log.append(name)
            return units

        return work

    return Measure("group", name, "call", prepare)


def absent() -> Work:
    raise Missing("it is not installed")


def test_rounds_are_interleaved_and_the_first_portion_only_warms_up() -> None:
    log: list[str] = []
    measures = [counting(log, "a", 1), counting(log, "b", 2)]
    figures, skipped = measured(measures, rounds=2, seconds=0.0)
    assert log == ["prepare a", "a", "prepare b", "b", "a", "b", "a", "b"]
    assert skipped == []
    assert [len(figure.rounds) for figure in figures] == [2, 2]


def test_what_is_not_installed_is_skipped_with_a_notice() -> None:
    gone = Measure("peers", "gone", "action", absent)
    figures, skipped = measured([gone, counting([], "a", 1)], rounds=1, seconds=0.0)
    assert [figure.measure.name for figure in figures] == ["a"]
    assert skipped == [(gone, "it is not installed")]


def test_the_median_and_the_spread_of_the_rounds() -> None:
    figure = Figure(counting([], "a", 1), (1.0, 9.0, 2.0, 4.0, 3.0))
    assert figure.median == 3.0
    assert figure.spread == pytest.approx((6.5 - 1.5) / 2 / 3)
    assert Figure(counting([], "a", 1), (1.0, 3.0)).spread == 0.5


def test_ratios_are_to_the_reference_and_for_what_is_comparable() -> None:
    compared = Measure("peers", "p", "action", absent, compared=True)
    rows = [Figure(compared, (3.0,)), Figure(counting([], "a", 1), (5.0,))]
    console = Console(width=100, file=io.StringIO())
    with console.capture() as shown:
        console.print(rich_table(table_of(rows, reference=2.0)))
    lines = shown.get().splitlines()
    assert any("1.50" in line and "p" in line for line in lines)
    assert any("5.00" in line and "2.50" not in line for line in lines)


def test_a_text_chooses_and_the_reference_stays() -> None:
    every = [*peers.measures(), *ours.measures(br.list_variants())]
    names = [measure.name for measure in wanted(every, "settle")]
    assert names == [peers.REFERENCE, "settle"]
    assert len({(measure.group, measure.name) for measure in every}) == len(every)


def test_a_state_is_small_beyond_what_it_shares() -> None:
    # A law of the design rather than of the clock: nothing is copied from state to state.
    for slug in br.list_variants():
        assert 100 < sizes.own_bytes(slug) < 1024
        assert sizes.pickled_bytes(slug) > 1000


@pytest.mark.no_cover
def test_the_smoke_mode_measures_everything_and_writes_json(tmp_path: Path) -> None:
    file, page = tmp_path / "figures.json", tmp_path / "figures.inc"
    asked = ["--smoke", "--only", "calls", "--json", str(file), "--table", str(page)]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["schema"] == "boston_rules/benchmark/1"
    assert kept["reference"] == peers.REFERENCE
    assert {"processor", "python", "attrs"} <= set(kept["machine"])
    assert all(figure["microseconds"] > 0 for figure in kept["figures"])
    assert len(kept["figures"]) + len(kept["skipped"]) == 14
    assert 0 < kept["import_milliseconds"] < 60_000
    table = page.read_text(encoding="utf-8")
    assert ".. list-table:: ``python -m benchmarks --only calls --smoke``" in table
    assert all(f"     - {figure['name']}\n" in table for figure in kept["figures"])


def test_no_rounds_are_refused() -> None:
    result = CliRunner().invoke(main, ["--rounds", "0"])
    assert result.exit_code == 2
    assert "at least one round" in result.output


def run_of(kind: str, microseconds: float, **machine: str) -> dict[str, Any]:
    """A run as JSON holds it, with one figure of the search group."""
    name = "playout at random"
    figure = {"group": "search", "name": name, "unit": "card", "microseconds": microseconds}
    peer = {"group": "peers", "name": "p", "unit": "action", "microseconds": 0.5, "ratio": 1.0}
    return {
        "machine": {"processor": "x", "card play": kind, **machine},
        "reference": "p",
        "figures": [peer, {**figure, "ratio": microseconds / 0.5}],
    }


def test_two_runs_side_by_side() -> None:
    text = rst(run_of("not compiled", 0.5), run_of("compiled", 0.025))
    rows = [line.strip(" *-") for line in text.splitlines()]
    at = rows.index("playout at random")
    assert rows[at + 1 : at + 5] == ["0.500", "0.025", "20.0", "card"]
    assert "0.050 times as long" in text


def test_two_runs_that_cannot_stand_side_by_side() -> None:
    with pytest.raises(ValueError, match="expected not compiled"):
        rst(run_of("compiled", 1), run_of("compiled", 1))
    with pytest.raises(ValueError, match="same machine"):
        rst(run_of("not compiled", 1), run_of("compiled", 1, python="3.14"))


def test_the_smoke_mode_of_the_solver_times_every_row() -> None:
    shown = CliRunner().invoke(solver.main, ["--smoke"], catch_exceptions=False).output
    assert shown.startswith("2 deals a row, 4 cards")
    rows = shown.splitlines()[2:]
    assert [row[:42].strip() for row in rows] == list(solver.ROWS)
    # All contracts are solved from the first lead, for which there are too few positions here.
    answered = [not row.startswith("cells") for row in rows]
    assert [row.split()[-4:] == ["2", "of", "2", "0"] for row in rows] == answered


def test_a_row_is_judged_by_its_goal() -> None:
    row = solver.Row("best, random", (0.001, 0.25, math.inf), "90 % under 1 s", met=False)
    assert row.cells[1:] == ("250", "–", "–", "–", "2 of 3", "1", "90 % under 1 s: missed")
    assert solver.Row("plain", (0.0021,)).cells[1:] == (*["2.1"] * 4, "1 of 1", "0", "")


def test_the_table_of_the_solver_names_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Twin:
        """Stands for DDS, and errs about every deal."""

        def board(self, board: dds.Board) -> Any:
            return SimpleNamespace(board=board, to_pbn=lambda: "N:...")

        def counted(self, deal: Any) -> int:
            return -1

    monkeypatch.setattr(dds, "Peer", Twin)
    monkeypatch.setattr(dds, "counted", lambda board: 7)
    monkeypatch.setattr(solver, "version", lambda name: "1.0")
    page = tmp_path / "table.inc"
    asked = ["--deals=1", "--cards=3", "--only=tricks, random", "--dds=2", f"--table={page}"]
    shown = CliRunner().invoke(solver.main, asked, catch_exceptions=False).output
    assert "N:... " in shown
    text = page.read_text(encoding="utf-8")
    command = "--deals 1 --cards 3 --only 'tricks, random' --dds 2"
    assert f"``python -m benchmarks.solver {command}``" in text
    assert "Of 2 full deals of partners" in text
    assert " 0 have the same count" in text
    assert "* - tricks, random" in text


def test_dds_is_left_out_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    asked = ["--only=none", "--dds=2"]
    shown = CliRunner().invoke(solver.main, asked, catch_exceptions=False).output
    assert "DDS is not compared: endplay is not installed." in shown


@pytest.mark.long
@pytest.mark.no_cover  # another process
def test_the_sources_are_timed_in_plain_python() -> None:
    (row,) = solver.in_plain_python(1, 3, 1000, "best, random")
    assert row.name == "Python: best, random"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read as Linux tells it")
def test_the_soak_prints_what_each_part_of_the_deals_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert soak.main(["--deals", "200", "--variant", "mariland"]) == 0
    games, _, *rows, verdict = capsys.readouterr().out.splitlines()
    assert games == "games: 1, bots: random"
    assert [int(row.split()[0]) for row in rows] == [*range(10, 201, 10)]
    assert verdict.startswith("memory is flat")


def test_a_soak_that_keeps_every_deal_is_found() -> None:
    parts = [soak.Part(deals, 1.0, 2**20 * deals, deals) for deals in (10, 20, 1000)]
    grown, allowed = soak.growth(parts)
    assert grown == 980 * 2**20 > allowed
    assert soak.growth([*parts[:2], parts[1]])[0] == 0


@pytest.mark.long
def test_first_steps_and_later_ones_are_timed_in_a_process_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cold, "TABLES", 20)
    monkeypatch.setattr(cold, "FIRST", 3)
    monkeypatch.setattr(cold, "WARMING", 1)
    monkeypatch.setattr(cold, "LATER", 2)
    alone: dict[str, dict[str, Any]] = {"mariland": {"first": 2.0, "later": 0.5}}
    asked = []

    def one(name: str) -> dict[str, Any]:
        asked.append(name)
        return alone[name]

    alone["open_spiel spades"] = cold.timed("open_spiel spades")
    assert min(alone["open_spiel spades"].values()) > 0
    assert min(cold.timed("mariland").values()) > 0
    monkeypatch.setattr(cold, "PEERS", ("open_spiel spades", "pgx mariland"))
    alone["pgx mariland"] = {"missing": "it is not installed"}
    monkeypatch.setattr(cold, "_alone", one)
    made = tmp_path / "made.inc"
    words = ["mariland", "--rounds", "1", "--table", str(made)]
    done = CliRunner().invoke(cold.main, words)
    page = made.read_text(encoding="utf-8")
    assert done.exit_code == 0, done.output
    assert asked == ["mariland", "open_spiel spades", "pgx mariland"]
    assert "mariland: first 2.00, later 0.50 µs a step" in done.output
    assert "benchmarks.cold mariland --rounds 1" in page
    assert "Not measured: pgx mariland (it is not installed)" in page
