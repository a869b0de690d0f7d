"""Card play on plain integers: masks, following suit, winning a trick, dealing, random playouts.

A *hand* is a 52-bit integer, bit ``card`` set for each card held; a *card* is its number 0 to 51.
Nothing here knows a variant or uses an object of the library, and nothing is imported from outside
the standard library, so that the package can be compiled as it stands. The caller passes a trick
table as the plain tuples of :class:`~boston_rules.rules.trumps.TrickTable`.
:class:`~boston_rules.core.cardplay.ranked.Ranked` makes the order of the cards from it. Most
functions work on *ranked* cards: numbers in which a higher number of the same suit is always the
better card. Without a Boston jack the two numberings are the same.

Importing this package loads none of its larger modules.
"""

from boston_rules.core.cardplay.bits import COMPILED

__all__ = ["COMPILED"]
