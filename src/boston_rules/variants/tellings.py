"""The tellings of the game that the variants follow."""

from __future__ import annotations

from typing import Final

from boston_rules.core.sources import Cite, Source

__all__ = ["CATS", "DGM", "ENC", "FOSTER", "HGI", "LIBRARY", "PKW", "WEB", "cite"]

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
