"""Pictures for notebooks, drawn by whatever painter is plugged in.

A notebook asks an object for its picture or table by a method (``_repr_svg_``, ``_repr_html_``).
States and views have pictures; settlements, records and variants have tables. What draws
them knows all their classes, so they cannot import it; the public face, which stands above both,
plugs it in.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["html_of", "set_painter", "svg_of"]


def _no_painter(thing: object) -> str:
    raise RuntimeError(f"no painter is plugged in that could draw {thing!r}")


_svg: Callable[[object], str] = _no_painter
_html: Callable[[object], str] = _no_painter


def set_painter(svg: Callable[[object], str], html: Callable[[object], str]) -> None:
    """Draw with these functions from now on; they are not called before the first picture.

    Args:
        svg: gives the picture of a state or view as an SVG document.
        html: gives the tables of a settlement, record or variant as HTML.
    """
    global _svg, _html
    _svg, _html = svg, html


def svg_of(thing: object) -> str:
    """The picture of a state or view.

    >>> import boston_rules as br
    >>> svg_of(br.start(br.get_variant("classic")))[:4]
    '<svg'
    """
    return _svg(thing)


def html_of(thing: object) -> str:
    """The tables of a settlement, record or variant."""
    return _html(thing)
