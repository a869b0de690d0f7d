"""Card play on plain integers: nothing but functions, for searches that play millions of cards.

A *hand* is a 52-bit integer, bit ``card`` set for each card held; a *card* is its number 0 to 51.
No rule of any variant is known here, no object of the library is used, and nothing outside the
standard library, so that the room can be compiled as it stands. Whoever calls brings a trick table
as the plain tuples of :class:`~boston_rules.rules.trumps.TrickTable`, of which
:class:`~boston_rules.kernel.ranked.Ranked` makes the order of the cards: nearly everything here
works on *ranked* cards, numbers in which a higher number of the same suit is always the better
card. Without a Boston jack the two numberings are the same.

Each module is imported for itself; to import this package loads none of the larger ones.
"""

from boston_rules.kernel.bits import COMPILED

__all__ = ["COMPILED"]
