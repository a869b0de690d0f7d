"""Named colours, each light and dark.

A drawing names what a shape is (``@ink``, ``@card``); which colour that is, is settled when the
drawing is finished. Every colour in which something is written stands out from what it is written
on by 4.5 to 1 or more (WCAG 2, level AA), in either set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, cast, get_args

from boston_rules.core.arguments import shown

__all__ = ["COLOURS", "Theme", "checked"]

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""``auto`` follows the reader's preference, and is light where nothing is known of it."""

COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "table": ("#e6eee8", "#121b17"),
    "panel": ("#fbfcfb", "#1f2b25"),
    "stripe": ("#eef4f0", "#27352e"),
    "line": ("#9fb0a6", "#4a5d53"),
    "ink": ("#17201b", "#eef4f0"),
    "muted": ("#46554d", "#b3c2ba"),
    "accent": ("#1d5b8f", "#8cc4f2"),
    "on-accent": ("#ffffff", "#0c1a26"),
    "win": ("#8a3d00", "#ffbf66"),
    "on-win": ("#ffffff", "#2a1700"),
    "bar": ("#7fa58d", "#557f68"),
    "card": ("#ffffff", "#ece9df"),
    "card-line": ("#6a766f", "#0d1411"),
    "black": ("#14171c", "#14171c"),
    "red": ("#b3121b", "#a30d16"),
    "green": ("#0a6430", "#075427"),
    "blue": ("#1c49bd", "#173fa8"),
    "back": ("#2c5f7d", "#356a89"),
    "back-line": ("#d5e4ec", "#bfd6e2"),
    "pip-red": ("#b3121b", "#ff8d88"),
    "pip-black": ("#14171c", "#eef4f0"),
    "pip-green": ("#0a6430", "#7fd8a0"),
    "pip-blue": ("#1c49bd", "#9db8ff"),
}
"""Light and dark, by what they are for. Pips stand on the table, other suit colours on cards."""


def checked(theme: str) -> Theme:
    """The theme of that name.

    Raises:
        ValueError: there is no such theme.
    """
    if theme not in get_args(Theme):
        raise ValueError(f"a theme is one of {', '.join(get_args(Theme))}, not {shown(theme)}")
    return cast(Theme, theme)
