"""Marks of an analysis in tables and drawings of a play."""

from __future__ import annotations

import re

from tests.solver.test_use import played

from boston_rules.solver import analyse
from boston_rules.telling import draw
from boston_rules.telling.tables.deals import play_sheet
from boston_rules.telling.tables.html import sheet_html
from boston_rules.telling.tables.text import sheet_text


def test_the_mark_stands_at_the_card_in_every_medium() -> None:
    state = played("13", "JS")
    analysis = analyse(state)
    sheet = play_sheet(state, ["Ann", "Bob", "Cid", "Dot"], analysis)
    marked = [cell for row in sheet.tables[0].rows for cell in row if cell.mark]
    assert [(str(cell.card), cell.mark) for cell in marked] == [("JS", "??")]
    assert "Trick 11: Bob plays ♠J ??. Best play before it: lost with 12 tricks" in sheet.notes[0]
    assert "SJ ??" in sheet_text(sheet, ascii_only=True) or "JS ??" in sheet_text(
        sheet, ascii_only=True
    )
    assert re.search(r"<strong>♠J\s*\?\?</strong>", sheet_html(sheet))
    drawing = draw.play(state, analysis=analysis)
    assert ">??<" in drawing.svg
    assert "jack of spades ??" in drawing.description
    assert ">??<" not in draw.play(state).svg


def test_a_play_without_mistakes_says_so_and_has_no_marks() -> None:
    state = played("13", "4C")
    sheet = play_sheet(state, analysis=analyse(state))
    assert sheet.notes == ("With all cards seen nobody has made a mistake.",)
    assert not any(cell.mark for row in sheet.tables[0].rows for cell in row)
    assert "??" not in sheet_text(sheet)
