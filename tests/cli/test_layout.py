"""Text on its way to a terminal or a pipe."""

from __future__ import annotations

import io

import pytest

from boston_rules.cli.terminal import folded, open_console, pips, table_lines
from boston_rules.telling.tables.model import Column, Table


def test_red_suits_are_red_where_there_is_colour() -> None:
    red = "5 in \x1b[31m♥\x1b[0m, \x1b[31m♦AK\x1b[0m ♠Q"
    assert pips("5 in ♥, ♦AK ♠Q") == red
    assert pips("♥9", "bold") == "\x1b[31m\x1b[1m♥9\x1b[0m"


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({}, "six in ♥"),
        ({"FORCE_COLOR": "1"}, "\x1b[1msix in \x1b[0m\x1b[31m\x1b[1m♥\x1b[0m"),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "six in ♥"),
    ],
)
def test_styles_are_shown_where_they_can_be(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], shown: str
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    open_console(stream).print(pips("six in ♥", "bold"))
    assert stream.getvalue() == f"{shown}\n"


def test_lines_are_broken_between_words_and_styles_go_on() -> None:
    assert folded("win six tricks\nor more", 9) == ["win six", "tricks", "or more"]
    assert folded("petite-misere 1234567890", 8) == ["petite-m", "isere 12", "34567890"]
    bold, red, end = "\x1b[1m", "\x1b[31m", "\x1b[0m"
    assert folded(f"a {bold}big red{end} {red}♥{end} b", 5) == [
        f"a {bold}big{end}",
        f"{bold}red{end} {red}♥{end}",
        f"{red}{end}b",
    ]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (40, ["one   a long cell 10", "three b            2"]),
        (18, ["one   a long    10", "      cell", "three b          2"]),
    ],
)
def test_the_widest_column_that_wraps_gives_way(width: int, lines: list[str]) -> None:
    columns = (Column(), Column(room=60), Column(align="right"))
    table = Table(columns, [("one", "a long cell", "10"), ("three", "b", "2")])
    shown = table_lines(table, width, between=" ").splitlines()
    assert [line.rstrip() for line in shown] == lines


def test_an_encoding_without_pips_keeps_the_columns() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    text = "♠♥♦♣ × – … ─ é œ 中"
    open_console(stream).print(text)
    stream.flush()
    assert raw.getvalue() == b"SHDC x - ~ - e ? ?\n"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", errors="boston_rules.plain")
