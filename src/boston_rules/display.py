"""Pictures for notebooks, drawn by whatever painter is plugged in.

A notebook asks an object for its picture by a method (``_repr_svg_``, ``_repr_html_``), and states,
views, settlements and records have these methods. What draws them knows all their classes, so they
cannot import it; the public face, which stands above both, plugs it in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

__all__ = ["Painter", "Picture", "html_of", "set_painter", "svg_of"]


class Picture(Protocol):
    """A drawing of something."""

    @property
    def svg(self) -> str:
        """The drawing as an SVG document."""
        ...


class Painter(Protocol):
    """What can draw states, views, settlements and records; a module of two functions will do."""

    def picture(self, thing: object, /) -> Picture:
        """The drawing of anything that has one."""
        ...

    def html(self, thing: object, /) -> str:
        """The HTML tables of a settlement or record."""
        ...


def _no_painter() -> Painter:
    raise RuntimeError("no painter is plugged in")


_load: Callable[[], Painter] = _no_painter


def set_painter(load: Callable[[], Painter]) -> None:
    """Draw with what ``load`` returns; it is called for every picture, and not before the first."""
    global _load
    _load = load


def svg_of(thing: object) -> str:
    """The picture of a state, view, settlement or record.

    >>> import boston_rules as br
    >>> svg_of(br.start(br.get_variant("classic")))[:4]
    '<svg'
    """
    return _load().picture(thing).svg


def html_of(thing: object) -> str:
    """The tables of a settlement or record."""
    return _load().html(thing)
