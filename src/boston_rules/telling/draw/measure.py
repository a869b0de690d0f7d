"""Estimates the width of text, on the safe side, since the reader's font is not known."""

from __future__ import annotations

import unicodedata
from typing import Final

from boston_rules.telling.language import spoken

__all__ = ["fit", "width_of", "wrapped"]

_WIDTHS: Final = {
    **dict.fromkeys("iIjl.,:;|'!·", 0.32),
    **dict.fromkeys('ftr()[]-–/" ', 0.42),
    **dict.fromkeys("mwMW%@…—", 1.0),
    **dict.fromkeys("ABCDEFGHKNOPQRSTUVXYZ&", 0.73),
}
_BOLD: Final = 1.1


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line at a size of letters."""
    total = 0.0
    for char in text:
        if unicodedata.combining(char):
            continue
        wide = unicodedata.east_asian_width(char) in "WF"
        total += 1.05 if wide else _WIDTHS.get(char, 0.61 if char < "\u0250" else 0.85)
    return total * size * (_BOLD if bold else 1)


def fit(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, cut short with an ellipsis where it is wider than the room.

    >>> fit("Boston", 10, 100), fit("Boston de Fontainebleau", 10, 60)
    ('Boston', 'Boston d…')
    """
    if width_of(text, size, bold=bold) <= room:
        return text
    text = text[: int(room / (0.2 * size)) + 1]  # no more can fit, however long the text is
    while text and width_of(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, room: float) -> tuple[str, ...]:
    """The text in lines, broken between words; a word that is too wide is cut short.

    >>> wrapped("win 5 tricks or more", 10, 70)
    ('win 5 tricks', 'or more')
    """
    lines: list[str] = []
    for word in spoken(text).split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(fit(word, size, room))
    return tuple(lines)
