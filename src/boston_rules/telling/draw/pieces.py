"""Cards, suits, chips and labels, drawn with shapes of our own.

A suit is a path in a square of 20, so that no font is needed for it, and a mark is a shape, so that
nothing is told by its colour alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final
from xml.etree import ElementTree as ET

from boston_rules import Card, Rank, Suit
from boston_rules.telling.draw.measure import fit, width_of
from boston_rules.telling.draw.svg import add
from boston_rules.telling.language import spoken

__all__ = [
    "CARD_HEIGHT",
    "CARD_WIDTH",
    "Pen",
    "hand_width",
    "rank_text",
]

CARD_WIDTH: Final = 36
CARD_HEIGHT: Final = 54
STEP: Final = 20
"""How far apart the cards of a hand lie."""
RAISED: Final = 6
"""How far a card that lies exposed stands out of its hand."""
_BADGE: Final = 11.5

_SUIT_PATHS: Final = {
    Suit.SPADES: (
        "M10 1C8 5.2 1.4 8.2 1.4 12.6A3.9 3.9 0 0 0 8.6 14.7C8.5 16.4 7.8 18 6.6 19.2H13.4"
        "C12.2 18 11.5 16.4 11.4 14.7A3.9 3.9 0 0 0 18.6 12.6C18.6 8.2 12 5.2 10 1Z"
    ),
    Suit.HEARTS: (
        "M10 18.8C7.2 14.8 1.2 11.2 1.2 6.4A4.7 4.7 0 0 1 10 4.4A4.7 4.7 0 0 1 18.8 6.4"
        "C18.8 11.2 12.8 14.8 10 18.8Z"
    ),
    Suit.DIAMONDS: "M10 0.8C11.8 4.4 14.2 7.4 17.2 10C14.2 12.6 11.8 15.6 10 19.2"
    "C8.2 15.6 5.8 12.6 2.8 10C5.8 7.4 8.2 4.4 10 0.8Z",
    Suit.CLUBS: (
        "M10 1A4.1 4.1 0 0 0 6.7 7.6A4.1 4.1 0 1 0 8.8 14.2C8.7 16.2 8 18 6.7 19.2H13.3"
        "C12 18 11.3 16.2 11.2 14.2A4.1 4.1 0 1 0 13.3 7.6A4.1 4.1 0 0 0 10 1Z"
    ),
}
_TWO_COLOURS: Final = ("black", "red", "red", "black")
_FOUR_COLOURS: Final = ("green", "blue", "red", "black")


def rank_text(card: Card) -> str:
    """The rank as printed on a card: ``10``, not ``T``."""
    return "10" if card.rank is Rank.TEN else card.rank.letter


def hand_width(count: int, step: float = STEP) -> float:
    """The width of a hand of so many cards that lie so far apart."""
    return CARD_WIDTH + step * (count - 1) if count else 0


class Pen:
    """Draws pieces into one drawing."""

    def __init__(self, root: ET.Element, *, four_colours: bool = False) -> None:
        self.root = root
        self._colours = _FOUR_COLOURS if four_colours else _TWO_COLOURS
        self._defs: ET.Element | None = None
        self._known: set[str] = set()

    def _shape(self, name: str, path: str) -> str:
        """The reference of a shape that is drawn more than once."""
        if name not in self._known:
            self._known.add(name)
            if self._defs is None:
                self._defs = ET.Element("defs")
                self.root.insert(0, self._defs)
            add(self._defs, "path", id=f"%{name}", d=path)
        return f"#%{name}"

    # Boxes.

    def box(
        self,
        box: tuple[float, float, float, float],
        rx: float,
        into: ET.Element | None = None,
        **paint: str | float | None,
    ) -> None:
        """A box with round corners: its place, its width and its height."""
        x, y, width, height = box
        onto = self.root if into is None else into
        add(onto, "rect", x=x, y=y, width=width, height=height, rx=rx, **paint)

    def panel(
        self, box: tuple[float, float, float, float], *, acts: bool = False, laid: bool = False
    ) -> None:
        """The room of a seat, which may be that of who is to act, or of a hand laid aside."""
        self.box(
            box,
            8,
            fill="@panel",
            stroke="@accent" if acts else "@line",
            stroke_width=2.5 if acts else 1,
            stroke_dasharray="5 4" if laid else None,
        )

    # Text.

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        room: float | None = None,
        bold: bool = False,
        fill: str = "@ink",
        anchor: str = "start",
        tail: str = "",
        into: ET.Element | None = None,
    ) -> float:
        """Draw a line of text, cut to ``room`` except for its tail; returns its estimated width."""
        words = spoken(words)
        shown = words + tail
        if room is not None:
            shown = fit(words, size, room - width_of(tail, size, bold=bold), bold=bold) + tail
        words += tail
        made = add(
            self.root if into is None else into,
            "text",
            shown,
            x=x,
            y=y,
            font_size=size,
            font_weight="bold" if bold else None,
            text_anchor=None if anchor == "start" else anchor,
            fill=fill,
        )
        if shown != words:
            add(made, "title", words)
        return width_of(shown, size, bold=bold)

    def badge(self, x: float, y: float, words: str, *, strong: bool = False) -> float:
        """Draw a label in a rounded box whose right edge is at ``x``; returns its width."""
        width = width_of(spoken(words), _BADGE, bold=strong) + 12
        paint = ("@accent", "@accent") if strong else ("@stripe", "@line")
        self.box((x - width, y - 12, width, 16), 8, fill=paint[0], stroke=paint[1])
        self.text(
            x - width / 2,
            y - 0.3,
            words,
            size=_BADGE,
            bold=strong,
            anchor="middle",
            fill="@on-accent" if strong else "@ink",
        )
        return width

    # Suits and marks.

    def suit(
        self,
        x: float,
        y: float,
        suit: Suit,
        size: float,
        *,
        on_card: bool = False,
        into: ET.Element | None = None,
    ) -> None:
        """A suit in a square of ``size`` whose corner is at ``x``, ``y``."""
        colour = self._colours[suit]
        add(
            self.root if into is None else into,
            "use",
            href=self._shape(str(suit.word), _SUIT_PATHS[suit]),
            transform=f"translate({x:g} {y:g}) scale({size / 20:g})",
            fill=f"@{colour}" if on_card else f"@pip-{colour}",
        )

    def medal(self, x: float, y: float) -> None:
        """The mark of the winner in a round of its own, around a point."""
        add(self.root, "circle", cx=x, cy=y, r=10, fill="@win", stroke="@table", stroke_width=2)
        self.tick(x - 6, y - 6, 12, fill="@on-win")

    def tick(self, x: float, y: float, size: float, *, fill: str = "@win") -> None:
        """The mark of the winner."""
        self._mark("M1 10.5L4.2 7.3L8 11L16.4 2L19.4 5L8.2 17.4Z", x, y, size, fill)

    def arrow(self, x: float, y: float, size: float) -> None:
        """The mark of the leader."""
        self._mark("M3 2L18 10L3 18Z", x, y, size, "@accent")

    def _mark(self, path: str, x: float, y: float, size: float, fill: str) -> None:
        """A shape in a square of 20, drawn in one of ``size``."""
        place = f"translate({x:g} {y:g}) scale({size / 20:g})"
        add(self.root, "path", d=path, transform=place, fill=fill)

    def chips(self, x: float, y: float) -> None:
        """A little pile of chips, 26 wide and 22 high."""
        for step in range(3):
            add(
                self.root,
                "ellipse",
                cx=x + 13,
                cy=y + 16 - 5 * step,
                rx=12,
                ry=5,
                fill="@panel",
                stroke="@muted",
                stroke_width=1.5,
            )

    # Cards.

    def card(
        self,
        x: float,
        y: float,
        card: Card,
        *,
        scale: float = 1,
        ring: bool = False,
        rim: bool = False,
    ) -> None:
        """A card face up; its name is shown by a pointer that rests on it."""
        place = f"translate({x:g} {y:g})" + ("" if scale == 1 else f" scale({scale:g})")
        face = add(self.root, "g", transform=place)
        add(face, "title", card.words)
        self._blank(face, "@card")
        red = f"@{self._colours[card.suit]}"
        text = rank_text(card)
        self.text(
            10 if len(text) == 1 else 10.5,
            17,
            text,
            size=15 if len(text) == 1 else 12.5,
            bold=True,
            fill=red,
            anchor="middle",
            into=face,
        )
        self.suit(3.5, 20.5, card.suit, 13, on_card=True, into=face)
        self.suit(20.5, 37, card.suit, 13.5, on_card=True, into=face)
        if rim:
            within = (0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1)
            self.box(within, 4, face, fill="none", stroke="@accent", stroke_width=2.5)
        if ring:
            around = (-3, -3, CARD_WIDTH + 6, CARD_HEIGHT + 6)
            self.box(around, 6, face, fill="none", stroke="@win", stroke_width=3)

    def back(self, x: float, y: float) -> None:
        """A card face down."""
        cover = add(self.root, "g", transform=f"translate({x:g} {y:g})")
        self._blank(cover, "@back")
        add(
            cover,
            "path",
            d="M18 6L32 27L18 48L4 27ZM18 15L26 27L18 39L10 27Z",
            fill="none",
            stroke="@back-line",
            stroke_width=1.3,
        )

    def _blank(self, into: ET.Element, fill: str) -> None:
        add(
            into,
            "rect",
            width=CARD_WIDTH,
            height=CARD_HEIGHT,
            rx=4,
            fill=fill,
            stroke="@card-line",
        )

    def hand(
        self,
        x: float,
        y: float,
        cards: Iterable[Card],
        hidden: int = 0,
        faced: Collection[Card] = (),
        step: float = STEP,
    ) -> None:
        """Cards side by side, those face down last; single cards that lie exposed are raised."""
        for card in cards:
            lies = card in faced
            self.card(x, y - RAISED * lies, card, rim=lies)
            x += step
        for _ in range(hidden):
            self.back(x, y)
            x += step
