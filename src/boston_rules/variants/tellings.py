"""The tellings of the game that the variants follow."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from attrs import evolve, fields, has

from boston_rules.core.sources import Cite, Source

__all__ = ["CATS", "DGM", "ENC", "FOSTER", "HGI", "LIBRARY", "PKW", "WEB", "borrowed", "cite"]

_T = TypeVar("_T")

CATS: Final = Source("CATS", "How to Play Boston, CatsAtCards.com", "2015")
WEB: Final = Source("WEB", "How to Play Boston, a rules page of unnamed origin")
PKW: Final = Source("PKW", "Boston, in the Pokerwiner gaming dictionary")
ENC: Final = Source(
    "ENC", "Boston (card game), encyclopedia article reprinting a 19th-century law code"
)
DGM: Final = Source("DGM", "Boston Whist, after The Way to Play (Diagram Group), p. 84")
FOSTER: Final = Source(
    "FOSTER",
    "R. F. Foster, Foster's Complete Hoyle, revised and enlarged",
    "October 1914; first published 1897",
)
HGI: Final = Source("HGI", "Hoyle's Games Improved, Boston, pp. 334-337", "c. 1835")
LIBRARY: Final = Source("LIB", "a ruling of this library where every telling is silent")


def cite(source: Source | tuple[Source, ...], locus: str = "", ruling: str = "") -> Cite:
    """A citation, in few characters."""
    return Cite(source, locus, ruling)


def borrowed(rule: _T, ruling: str) -> _T:
    """A rule of a related game, cited as what the library put where a telling is silent.

    Every citation in it names the library beside the telling that lends the rule.

    Args:
        rule: a rule object, or a tuple of them.
        ruling: the ruling that says what is borrowed, and why.

    >>> from boston_rules.variants.tellings import DGM, borrowed, cite
    >>> str(borrowed(cite(DGM, "The Pool", "P9"), "P29"))
    'DGM and LIB, The Pool; rulings P9, P29'
    """
    given: Any = rule
    marked: Any = given
    if isinstance(given, Cite):
        sources = dict.fromkeys((*given.sources, LIBRARY))
        rulings = dict.fromkeys([*filter(None, given.ruling.split(", ")), ruling])
        marked = Cite(tuple(sources), given.locus, ", ".join(rulings))
    elif isinstance(given, tuple):
        marked = tuple(borrowed(each, ruling) for each in given)
    elif has(type(given)):
        inside = {
            each.alias: getattr(given, each.name) for each in fields(type(given)) if each.init
        }
        marked = evolve(given, **{name: borrowed(each, ruling) for name, each in inside.items()})
    return marked  # type: ignore[no-any-return]
