"""The stemma of the tellings as a picture: by date, with the figures that they share."""

from __future__ import annotations

from math import log2
from typing import Any, Final
from xml.etree import ElementTree as ET

from docs._ext.history import read

from boston_rules.edition.collation import stemma
from boston_rules.telling.draw.svg import Drawing, add, canvas, finished

__all__ = ["stemma_picture"]

_WIDTH: Final = 640
_HEIGHT: Final = 430
_COLUMNS: Final = ("ENC", "HGI", "WEB", "PKW", "FOSTER", "CATS", "DGM")
"""Tellings from left to right; those that share nothing first."""
_FIRST: Final = 1820
_LAST: Final = 2020
_TOP: Final = 40
_BOTTOM: Final = 330
_UNDATED: Final = 390


def stemma_picture() -> Drawing:
    """The tellings at their dates, joined where tables are of one descent."""
    root = canvas(_WIDTH, _HEIGHT)
    witnesses: dict[str, Any] = read("witnesses")
    spots = {
        key: (_x(place), _y(witnesses[key]["year"] or witnesses[key].get("first", 0)))
        for place, key in enumerate(_COLUMNS)
    }
    for year in range(1840, _LAST + 1, 40):
        add(root, "path", d=f"M58 {_y(year):.1f}H{_WIDTH - 20}", stroke="@line")
        add(root, "text", str(year), x=16, y=_y(year) + 4, font_size=12, fill="@muted")
    add(root, "text", "undated", x=8, y=_UNDATED + 4, font_size=12, fill="@muted")
    for (one, other), found in stemma().items():
        _edge(root, spots[one], spots[other], sum(each.equal for each in found))
    for key, (x, y) in spots.items():
        add(
            root,
            "rect",
            x=x - 34,
            y=y - 13,
            width=68,
            height=26,
            rx=6,
            fill="@panel",
            stroke="@ink",
        )
        add(root, "text", key, x=x, y=y + 5, font_size=13, text_anchor="middle", fill="@ink")
    said = "; ".join(
        f"{one} and {other}, {sum(each.equal for each in found)} figures"
        for (one, other), found in stemma().items()
    )
    return finished(root, "Stemma of the tellings", f"Tables of one descent: {said}.")


def _x(place: int) -> float:
    return 96 + place * (_WIDTH - 140) / (len(_COLUMNS) - 1)


def _y(year: int) -> float:
    if not year:
        return _UNDATED
    return _TOP + (year - _FIRST) * (_BOTTOM - _TOP) / (_LAST - _FIRST)


def _edge(
    root: ET.Element, one: tuple[float, float], other: tuple[float, float], cells: int
) -> None:
    (x1, y1), (x2, y2) = one, other
    course = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    add(root, "path", d=course, stroke="@accent", stroke_width=log2(cells) - 4)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    add(root, "rect", x=x - 15, y=y - 9, width=30, height=18, rx=4, fill="@table")
    add(root, "text", str(cells), x=x, y=y + 4, font_size=12, text_anchor="middle", fill="@ink")
