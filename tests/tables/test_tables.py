"""The model of a table and its printers: text, HTML, reStructuredText, drawing, terminal."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree as ET

import pytest

import boston_rules as br
from boston_rules.cli.terminal import open_console, print_table
from boston_rules.telling.draw.sheets import sheet_drawing, sheet_words
from boston_rules.telling.tables.deals import (
    PlayedTrick,
    auction_table,
    balance_table,
    bill_table,
    changes,
    hands_table,
    play_table,
)
from boston_rules.telling.tables.html import sheet_html
from boston_rules.telling.tables.ladders import comparison_tables, ladder_table, prices_tables
from boston_rules.telling.tables.model import Cell, Column, Sheet, Table
from boston_rules.telling.tables.rst import table_rst
from boston_rules.telling.tables.scores import ScoreRow, places_table, score_table
from boston_rules.telling.tables.text import table_text
from boston_rules.telling.wording.comparison import compare

SEATS = ("seat 0", "seat 1", "seat 2", "seat 3")
TABLE = Table(
    ("bid", Column("made", "right"), Column("in words", room=12)),
    [
        ["Five", Cell("10", differs=True), "five tricks <or> more"],
        [Cell("Six", bold=True), "3", "six"],
    ],
    footer=[["all", "13", ""]],
    title="Prices",
    notes=("Chips of each opponent.",),
)


def terminal(table: Table, monkeypatch: pytest.MonkeyPatch, columns: int) -> str:
    """What a table looks like in a pipe of a width."""
    monkeypatch.setenv("COLUMNS", str(columns))
    stream = io.StringIO()
    print_table(open_console(stream), table)
    return stream.getvalue()


def texts(table: Table) -> list[list[str]]:
    """The cells of all rows."""
    return [[cell.said().strip() for cell in row] for row in table.all_rows]


# Every printer tells every cell.


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_printer_tells_every_cell_of_a_ladder(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ladder_table(br.get_variant(slug), prices=True)
    sheet = Sheet("Ladder", (), (table,))
    root = ET.fromstring(sheet_html(sheet))
    assert [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")][1:] == texts(
        table
    )
    words = {word for row in texts(table) for cell in row for word in cell.split()}
    shown = {
        "text": table_text(table),
        "terminal": terminal(table, monkeypatch, 120),
        "rst": "\n".join(table_rst(table, str)),
    }
    for printer, said in shown.items():
        assert words <= {word.strip("*") for word in said.split()}, printer
    spoken = sheet_words(sheet)
    for row in table.rows:
        assert row[1].text in spoken
        assert row[2].text in spoken


def test_text_has_title_rule_sums_and_notes() -> None:
    assert table_text(TABLE).splitlines() == [
        "Prices",
        "bid   made  in words",
        "────  ────  ─────────────────────",
        "Five   *10  five tricks <or> more",
        "Six      3  six",
        "────  ────  ─────────────────────",
        "all     13",
        "Chips of each opponent.",
    ]
    assert table_text(TABLE, ascii_only=True).isascii()


def test_html_has_a_foot_and_escapes() -> None:
    html = sheet_html(Sheet("Title", ("about",), (TABLE,)))
    assert "five tricks &lt;or&gt; more" in html
    root = ET.fromstring(html)
    assert root.findtext("table/caption") == "Title · about · Prices"
    assert [cell.text for cell in root.findall("table/tfoot/tr/td")][:2] == ["all", "13"]
    assert [each.text for each in root.iter("strong")] == ["*10", "Six"]
    assert [each.text for each in root.iter("p")] == ["Chips of each opponent."]


def test_restructured_text_is_a_list_table() -> None:
    lines = table_rst(TABLE, classes="prices")
    assert lines[:4] == [
        ".. list-table:: Prices",
        "   :header-rows: 1",
        "   :widths: auto",
        "   :class: prices",
    ]
    assert "     - **\\*10**" in lines
    assert lines.count("   * - all") == 1


def test_a_drawing_tells_title_notes_and_sums() -> None:
    drawing = sheet_drawing(Sheet("Title", (), (TABLE,), ("Last note.",)), "light")
    shown = [part.text for part in ET.fromstring(drawing.svg).iter() if part.tag.endswith("text")]
    assert {"Title", "all", "13", "*10", "Chips of each opponent.", "Last note."} <= set(shown)
    assert drawing.description.startswith("bid Five, made *10, in words five tricks")


# Little room.


def test_a_column_goes_below_the_one_before_where_room_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    columns = (Column("key"), Column("English", room=30), Column("French", room=30, below=True))
    table = Table(columns, [["a", "Little Misère on the Table", "Petite misère sur table"]])
    wide, narrow = (terminal(table, monkeypatch, width) for width in (70, 40))
    assert re.search("Table +Petite", wide)
    assert "English / French" in narrow
    assert [line.split()[-1] for line in narrow.splitlines()[2:]] == ["Table", "table"]
    same = Table(columns, [["a", "Piccolissimo", "Piccolissimo"]]).stacked()
    assert texts(same) == [["a", "Piccolissimo"]]


def test_no_figure_is_lost_where_even_that_is_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["grand-misere-table", "50.0 (25.0–75.0)", "+10.0"]]
    table = Table(("contract", Column("share", "right"), Column("chips", "right")), rows)
    said = terminal(table, monkeypatch, 34)
    assert max(map(len, said.splitlines())) <= 34
    assert {"grand-", "misere-table", "50.0", "(25.0–75.0)", "+10.0"} <= set(said.split())


# What is in the tables.


def test_auctions_and_tricks_that_are_known_in_part() -> None:
    calls = [(1, "pass"), (3, "Five"), (0, "Six"), (1, "pass"), (1, "contest")]
    assert texts(auction_table(SEATS, calls)) == [
        ["", "pass", "", "Five"],
        ["Six", "pass", "", ""],
        ["", "contest", "", ""],
    ]
    known = PlayedTrick(1, {1: br.parse_card("AS"), 2: br.parse_card("7D")}, None)
    (row,) = play_table(SEATS, [known], first=4).rows
    assert [cell.said() for cell in row] == ["4", "", "▸♠A ", " ♦7 ", "", ""]


def test_a_hand_that_is_not_known_is_hidden() -> None:
    hands = [br.Cards.parse("AS 2D"), br.Cards()]
    made = hands_table(SEATS[:2], hands, ["dealer", ""], br.Cards.parse("KH"))
    assert texts(made) == [
        ["seat 0", "♠A", "♥–", "♣–", "♦2", "dealer"],
        ["seat 1", "hidden", "", "", "", ""],
        ["dead hand", "♠–", "♥K", "♣–", "♦–", "laid aside"],
    ]
    assert not made.headed


def test_every_step_of_a_balance_adds_up_to_nothing() -> None:
    moves = [
        br.Transfer(0, br.POOL, (br.Line(5, "ante"),)),
        br.Transfer(br.SET_ASIDE, 2, (br.Line(3, "won"), br.Line(1, "more"))),
    ]
    made = balance_table(SEATS, {"bill": changes(moves)}, ("after it", {br.POOL: 9}), pooled=True)
    assert [column.head for column in made.columns[5:]] == ["pool", "set aside"]
    assert texts(made) == [
        ["bill", "-5", "0", "+4", "0", "+5", "-4"],
        ["after it", "", "", "", "", "9", ""],
    ]
    assert texts(bill_table(moves)) == [
        ["seat 0", "the pool", "5", "ante"],
        ["set aside", "seat 2", "4", "won: 3; more: 1"],
    ]
    told = balance_table(SEATS, {"bill": changes(moves, (1, 2, 3, 4))}, ("", {}), pooled=False)
    assert texts(told) == [["bill", "+1", "+2", "+3", "+4", "-4"]], "seats as the bill tells"
    assert texts(bill_table([])) == [["nobody pays", "", "", ""]]


def test_a_score_has_the_columns_that_are_told() -> None:
    deal = ScoreRow(number=3, words="Five", dealer="Ann", tricks="7", made=False, chips=["1"] * 4)
    made = score_table(SEATS, [deal], ("now", ["9"] * 4), pooled=False)
    assert texts(made) == [["3", "Five", *"1111"], ["", "now", *"9999"]]
    told = ("dealer", "tricks", "verdict")
    made = score_table(SEATS, [deal], told=told, pooled=False)
    assert texts(made) == [["3", "Ann", "Five", "7", "lost", *"1111"]]


def test_places_are_shared_where_chips_are_equal() -> None:
    made = places_table(["a", "b", "a", "d"], (10, 40, 10, 60), (3,))
    assert [row[:2] for row in texts(made)] == [
        ["1", "d"], ["2", "b"], ["3=", "a (0)"], ["3=", "a (2)"],
    ]  # fmt: skip
    assert [row[3].text for row in made.rows] == ["winner", "", "", ""]


def test_prices_of_all_bids_stand_below_a_rule_and_differences_are_marked() -> None:
    variant = br.get_variant("american")
    games = map(br.get_variant, br.list_variants())
    assert any(table.footer for game in games for table in prices_tables(game))
    key = variant.ladder.steps[0].key
    for table in prices_tables(variant, key):
        assert len(table.rows) <= len(next(iter(prices_tables(variant))).rows)
    found = compare([variant, br.get_variant("american-decimal")])
    ladders, prices = comparison_tables(found)
    assert [column.head for column in prices.columns] == ["bid", *found.names]
    marked = [row for row in prices.rows if row[2].differs]
    assert marked
    assert not any(row[1].differs for row in prices.rows)
    assert all(row[2].said().startswith("*") for row in marked)
    assert len(ladders.rows) == len(list(found.ladder_lines()))
