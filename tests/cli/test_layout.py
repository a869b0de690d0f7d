"""Text on its way to a terminal or a pipe."""

from __future__ import annotations

import io

import pytest

from boston_rules.cli.terminal import open_console, pips


def test_red_suits_are_red_where_there_is_colour() -> None:
    assert [(span.start, span.end) for span in pips("5 in ♥, ♦AK ♠Q").spans] == [(5, 6), (8, 11)]


def test_an_encoding_without_pips_keeps_the_columns() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    text = "♠♥♦♣ × – … ─ é œ 中"
    open_console(stream).print(text)
    stream.flush()
    assert raw.getvalue() == b"SHDC x - ~ - e ? ?\n"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", errors="boston_rules.plain")
