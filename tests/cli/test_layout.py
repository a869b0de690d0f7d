"""Text on its way to a terminal or a pipe."""

from __future__ import annotations

import io
import re

import pytest

from boston_rules import get_variant
from boston_rules.cli.show import print_prices
from boston_rules.cli.terminal import open_console, pips
from boston_rules.variants import BUILT_IN


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


@pytest.mark.parametrize("slug", BUILT_IN)
@pytest.mark.parametrize("width", [36, 60])
def test_no_number_of_a_price_table_is_broken(
    slug: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def printed(columns: int) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        stream = io.StringIO()
        print_prices(open_console(stream), get_variant(slug))
        return stream.getvalue().splitlines()

    narrow, wide = printed(width), printed(120)
    assert max(map(len, narrow)) <= width
    numbers = [{*re.findall(r"\d+", "\n".join(lines))} for lines in (narrow, wide)]
    assert numbers[0] == numbers[1]
