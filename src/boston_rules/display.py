"""How a notebook comes by pictures: the one place where the library looks up to what stands on it.

States, views, settlements and records show themselves in a notebook by methods that it asks for
(``_repr_svg_``, ``_repr_html_``). The pictures are those of :mod:`boston_rules.draw`, which knows
all these classes and so cannot be imported by them; it is loaded by name when the first picture is
asked for, and nothing here is needed by the rules.
"""

from __future__ import annotations

from importlib import import_module

__all__ = ["html_of", "svg_of"]


def svg_of(thing: object) -> str:
    """The picture of a state, view, settlement or record.

    >>> import boston_rules as br
    >>> svg_of(br.start(br.get_variant("classic")))[:4]
    '<svg'
    """
    svg: str = import_module("boston_rules.draw").picture(thing).svg
    return svg


def html_of(thing: object) -> str:
    """The tables of a settlement or record."""
    html: str = import_module("boston_rules.draw").html(thing)
    return html
