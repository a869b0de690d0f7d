"""CSV, Parquet and plots."""

from __future__ import annotations

import csv
import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.simulate.runs import SLUG, short

import boston_rules as br
from boston_rules.simulate import MissingExtra, SimulationResults, plot_report, simulate
from boston_rules.simulate.export import exported


@pytest.fixture(scope="module")
def results() -> SimulationResults:
    return simulate(SLUG, ["simple", "random", "simple", "random"], 4, 1, deals=2, workers=1)


def test_the_csv_has_what_the_rows_have(results: SimulationResults, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    results.to_csv(path)
    text = path.read_bytes()
    assert b"\r" not in text
    with open(path, encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    rows = list(results.rows())
    assert len(found) == len(rows) == 8
    for cells, row in zip(found, rows, strict=True):
        assert cells["variant"] == SLUG
        assert [int(cells[f"chips_{seat}"]) for seat in range(4)] == list(row.chips)
        assert cells["contract"] == (row.contract or "")
        assert cells["partner"] == ("" if row.partner is None else str(row.partner))
        assert cells["made"] == {True: "true", False: "false", None: ""}[row.made]
        assert [cells[f"bot_{seat}"] for seat in range(4)] == list(results.bots)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"], "nothing is left beside it"


def test_parquet_has_the_same_cells_with_types(results: SimulationResults, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path, flat = tmp_path / "rows.parquet", tmp_path / "rows.csv"
    results.to_parquet(path)
    results.to_csv(flat)
    table = parquet.read_table(path)
    assert tuple(table.column_names) == exported(4)
    with open(flat, encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file))
    found = [
        {
            name: "" if cell is None else str(cell).lower() if cell in (True, False) and name in (
                "made", "conceded") else str(cell)
            for name, cell in row.items()
        }
        for row in table.to_pylist()
    ]  # fmt: skip
    assert found == expected
    header = json.loads(table.schema.metadata[b"boston_rules"])
    assert header == results.header


@pytest.mark.parametrize(("module", "extra"), [("pyarrow", "simulation"), ("matplotlib", "plots")])
def test_what_is_missing_names_its_extra(
    module: str,
    extra: str,
    results: SimulationResults,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    plot = extra == "plots"
    write = (lambda path: plot_report(results, path)) if plot else results.to_parquet
    with pytest.raises(MissingExtra, match=rf"needs {module}: .*boston_rules\[{extra}\]") as caught:
        write(tmp_path / "made.svg")
    assert caught.value.extra == extra
    assert isinstance(caught.value, ImportError)
    assert list(tmp_path.iterdir()) == []


def test_a_plot_is_drawn_without_a_display_and_alike_each_time(
    results: SimulationResults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    monkeypatch.delenv("DISPLAY", raising=False)
    first, second = tmp_path / "one.svg", tmp_path / "two.svg"
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        plot_report(results, first)
    plot_report(results, second)
    plot_report(results, tmp_path / "three.svg")
    assert second.read_bytes() == (tmp_path / "three.svg").read_bytes()
    words = {"".join(text.itertext()) for text in ET.parse(first).findall(".//{*}text")}
    assert {
        "share of deals (%)",
        "made (% of those played)",
        "mean chips a deal, antes included (chips)",
        "passed out",
        "simple",
        "random",
        "seat 3",
        f"{SLUG}: 8 deals in 4 sessions; lines are 95% intervals",
    } <= words
    ladder = br.get_variant(SLUG).ladder
    played = [line.key for line in results.report().contracts if line.deals]
    assert {ladder[key].name for key in played} <= words


def test_a_plot_of_one_session_has_dots_without_lines(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot_report(short(1), tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["plot.txt", "plot"])
def test_a_format_that_there_is_not(results: SimulationResults, name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(ValueError, match=r"a plot is written as .*png, .*svg"):
        plot_report(results, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_leaves_what_was_there(
    results: SimulationResults, tmp_path: Path
) -> None:
    with pytest.raises(OSError, match="No such file"):
        results.to_csv(tmp_path / "folder" / "rows.csv")
    folder = tmp_path / "rows.csv"
    folder.mkdir()
    with pytest.raises(OSError, match=r"rows\.csv"):
        results.to_csv(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]
