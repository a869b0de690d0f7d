"""CSV, Parquet and plots."""

from __future__ import annotations

import csv
import hashlib
import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.simulate.runs import SLUG, short

import boston_rules as br
from boston_rules.simulate import MissingExtra, SimulationResults, plot_report, simulate
from boston_rules.simulate.export import exported
from boston_rules.simulate.plays import actions_of
from boston_rules.solver import makes


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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("slug", ["fontainebleau", "french", "mariland"])
def test_parquet_has_how_each_deal_went(slug: str, tmp_path: Path) -> None:
    """The rows play the deals again, to the same bill, and the card describes the file."""
    parquet = pytest.importorskip("pyarrow.parquet")
    path, card = tmp_path / "deals.parquet", tmp_path / "deals.json"
    kept = simulate(slug, "simple", 6, 3, deals=1, workers=1, solve_nodes=300)
    kept.to_parquet(path)
    kept.to_croissant(card, path)
    table = parquet.read_table(path)
    rows = table.to_pylist()
    assert len(rows) == 6
    variant = br.get_variant(slug, deals=1)
    for row in rows:
        turned = None if row["turned"] is None else br.parse_card(row["turned"])
        hands = [row[f"hand_{seat}"] for seat in range(4)]
        state = br.start(variant, row["dealer"], hands=hands, turned=turned)
        for seat, action in actions_of(row):
            state = br.apply(state, action, seat=seat)
        assert isinstance(state, br.Settled)
        assert state.settlement.made == row["made"]
        start = variant.session.starting_chips
        won = [purse - start for purse in state.table.purses]
        assert won == [row[f"chips_{seat}"] for seat in range(4)]
        lines = [(each["payer"], each["payee"], each["chips"]) for each in row["bill"]]
        assert lines == [
            (str(transfer.payer), str(transfer.payee), line.chips)
            for transfer in state.settlement.transfers
            for line in transfer.lines
        ]
    told = json.loads(card.read_text("utf-8"))
    (file,) = told["distribution"]
    assert file["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    fields = told["recordSet"][0]["field"]
    assert [field["name"] for field in fields] == [f"deals/{name}" for name in table.column_names]
    assert [field["description"] for field in fields] == [
        table.schema.field(name).metadata[b"description"].decode() for name in table.column_names
    ]


def test_a_verdict_is_that_of_the_solver() -> None:
    rules = br.get_variant("french", deals=1)
    kept = simulate(rules, "simple", 8, 2, workers=1, solve_nodes=1500)
    found = [play["solved"] for _, play in kept.whole_rows() if play is not None]
    assert len(found) == 8
    assert {True, False} <= set(found)
    for (row, play), solved in zip(kept.whole_rows(), found, strict=True):
        assert play is not None
        if row.contract is None:
            assert solved is None
            continue
        turned = br.parse_card(play["turned"])
        state = br.start(rules, row.dealer, hands=play["hands"], turned=turned)
        actions = (br.parse_action(call) for _, after, call in play["calls"] if not after)
        for action in actions:
            state = br.apply(state, action)
        if solved is not None:
            assert makes(state) == solved


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


@pytest.mark.long
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


@pytest.mark.long
def test_a_plot_of_one_session_has_dots_without_lines(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot_report(short(1), tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
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
