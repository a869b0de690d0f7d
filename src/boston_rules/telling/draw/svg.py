"""The finished drawing, and the elements it is made of.

Elements are built with :mod:`xml.etree.ElementTree`, which escapes every text. Two things are left
open while a drawing is built, and settled when it is finished: a colour is named by what it is for
(``@ink``), and an id begins with ``%``, for which a prefix of the drawing's own is put, so that
several drawings can stand on one page.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from attrs import field, frozen

from boston_rules.core.files import atomic_write
from boston_rules.telling.draw.theme import COLOURS, Theme, checked
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.text import clean

__all__ = ["Drawing", "add", "canvas", "finished", "number"]

_PAINTS: Final = ("fill", "stroke")


@frozen
class Drawing:
    """A picture. A notebook shows it as the last value of a cell.

    >>> import boston_rules as br
    >>> from boston_rules.telling import draw
    >>> picture = draw.ladder(br.get_variant("french"))
    >>> picture.title, picture.svg[:4], str(picture) == picture.svg
    ('Ladder of French Boston (Boston de Nantes)', '<svg', True)
    """

    svg: str = field(repr=False)
    """The picture as an SVG document, without an XML declaration."""
    title: str
    """What it shows, in a few words; the SVG has it too."""
    description: str = field(repr=False)
    """What it shows, in words; the SVG has it too."""
    width: int
    """Width in its own units, in which a card of a hand is 36 wide."""
    height: int
    """Height in its own units."""

    def save(self, path: str | PathLike[str]) -> Path:
        """Write it to a file, and give the path back.

        Raises:
            OSError: the file cannot be written.
            TypeError: it is not a path.
            ValueError: no file can be called so.
        """
        with atomic_write(path) as file:
            file.write(f"{self.svg}\n".encode())
        return Path(path)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def number(value: float) -> str:
    """A coordinate, to a hundredth.

    >>> number(3.0), number(2.504), number(-0.001)
    ('3', '2.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def add(
    parent: ET.Element, tag: str, text: str | None = None, /, **attributes: str | float | None
) -> ET.Element:
    """A new element within another. ``stroke_width`` is written ``stroke-width``."""
    made = ET.SubElement(parent, tag)
    for name, value in attributes.items():
        if value is not None:
            said = clean(value) if isinstance(value, str) else number(value)
            made.set(name.rstrip("_").replace("_", "-"), said)
    if text is not None:
        made.text = clean(spoken(text))
    return made


def canvas(width: float, height: float) -> ET.Element:
    """The root element of a drawing, with its background."""
    root = ET.Element("svg")
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("viewBox", f"0 0 {number(width)} {number(height)}")
    # Where nothing else is said it has its natural size, and never more than there is room.
    root.set("width", number(width))
    root.set("height", number(height))
    root.set("style", "max-width:100%;height:auto")
    root.set("font-family", "sans-serif")
    add(root, "rect", width=width, height=height, rx=10, fill="@table")
    return root


def finished(root: ET.Element, title: str, description: str, theme: Theme = "auto") -> Drawing:
    """The drawing, with colours, unique ids, title and description filled in.

    Raises:
        ValueError: there is no such theme.
    """
    chosen = checked(theme)
    title, description = clean(spoken(title)), clean(spoken(description))
    heads = ET.Element("title"), ET.Element("desc")
    for place, (head, text) in enumerate(zip(heads, (title, description), strict=True)):
        head.text = text
        head.set("id", f"%{head.tag}")
        root.insert(place, head)
    root.set("role", "img")
    root.set("aria-labelledby", "%title %desc")
    used = _paint(root, chosen)
    if chosen == "auto" and used:
        style = ET.Element("style")
        style.text = _night(used)
        root.insert(2, style)
        root.set("id", "%")
    content = ET.tostring(root, encoding="unicode")
    prefix = "br" + sha256(content.encode()).hexdigest()[:10]
    _name(root, prefix)
    width, height = (int(float(root.get(side, "0"))) for side in ("width", "height"))
    return Drawing(ET.tostring(root, encoding="unicode"), title, description, width, height)


def _paint(root: ET.Element, theme: Theme) -> list[tuple[str, str]]:
    """Replace the names of colours; returns the style of those that follow the reader's theme."""
    used: dict[tuple[str, str], None] = {}
    for part in root.iter():
        classes = []
        for paint in _PAINTS:
            name = part.get(paint, "")
            if name.startswith("@"):
                light, dark = COLOURS[name[1:]]
                part.set(paint, dark if theme == "dark" else light)
                if theme == "auto" and dark != light:
                    used[paint, name[1:]] = None
                    classes.append(f"{paint[0]}-{name[1:]}")
        if classes:
            part.set("class", " ".join(classes))
    return sorted(used)


def _night(used: Iterable[tuple[str, str]]) -> str:
    rules = "".join(f"#% .{paint[0]}-{name}{{{paint}:{COLOURS[name][1]}}}" for paint, name in used)
    return f"@media (prefers-color-scheme:dark){{{rules}}}"


def _name(root: ET.Element, prefix: str) -> None:
    """Add the prefix of the drawing to its ids and to all references to them."""
    for part in root.iter():
        for name in ("id", "href", "aria-labelledby"):
            said = part.get(name)
            if said is not None:
                part.set(name, said.replace("%", f"{prefix}-" if said != "%" else prefix))
        if part.tag == "style" and part.text:
            part.text = part.text.replace("#%", f"#{prefix}")
