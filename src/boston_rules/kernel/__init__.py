"""Card play on plain integers: nothing but functions, for searches that play millions of cards.

A *hand* is a 52-bit integer, bit ``card`` set for each card held; a *card* is its number 0 to 51; a
*trick table* is the pair ``follow`` and ``power`` of
:class:`~boston_rules.rules.trumps.TrickTable`. No rule of any variant is known here, no object of
the library is used, and nothing outside the standard library, so that the room can be compiled as
it stands.

Functions of :mod:`~boston_rules.kernel.greedy` and :mod:`~boston_rules.kernel.endgame` work on
*ranked* cards: numbers in which a higher number of the same suit is always the better card, as
:func:`~boston_rules.kernel.ranked.ranking` makes them. Without a Boston jack the two numberings
are the same.
"""

from boston_rules.kernel.endgame import solve_avoiding, solve_sides
from boston_rules.kernel.greedy import playout_avoiding, playout_sides
from boston_rules.kernel.ranked import lanes_of, moved, ranking
from boston_rules.kernel.tricks import (
    highest,
    legal_mask,
    lowest,
    nth_card,
    random_playout,
    random_step,
    tricks_of,
    winner_of,
)

__all__ = [
    "highest",
    "lanes_of",
    "legal_mask",
    "lowest",
    "moved",
    "nth_card",
    "playout_avoiding",
    "playout_sides",
    "random_playout",
    "random_step",
    "ranking",
    "solve_avoiding",
    "solve_sides",
    "tricks_of",
    "winner_of",
]
