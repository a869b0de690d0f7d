"""What the advice says of hands: sure tricks, and the hand for a misère."""

from __future__ import annotations

import random
from math import comb
from typing import Final

from boston_rules import Card, Cards, Rank, Suit

__all__ = ["MIDDLE", "count_misere_hands", "is_misere_hand", "misere_hand", "sure_tricks"]

MIDDLE: Final = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN)
"""What "middle-rank" is taken to mean."""
_LONG: Final = 3
"""Every trump beyond so many counts as a trick."""


def _rows(mask: int) -> dict[Suit, set[Rank]]:
    hand = Cards.from_mask(mask)
    return {suit: {card.rank for card in hand.of(suit)} for suit in Suit}


def sure_tricks(mask: int, trump: Suit) -> int:
    """Sure tricks: aces, protected kings, protected trump honours and long trumps.

    >>> import boston_rules as br
    >>> sure_tricks(br.Cards.parse("AS KS 9S 8S 2S AH KD 3D QC JC 3C 2H 4D").mask, br.SPADES)
    6
    """
    tricks = 0
    for suit, row in _rows(mask).items():
        tricks += Rank.ACE in row
        tricks += Rank.KING in row and len(row) > 1
        if suit == trump:
            tricks += Rank.QUEEN in row and len(row) > 2
            tricks += max(0, len(row) - _LONG)
    return tricks


def is_misere_hand(mask: int) -> bool:
    """Whether at least two suits are void and another has no card of a middle rank.

    >>> import boston_rules as br
    >>> is_misere_hand(br.Cards.parse("AS KS 6S 5S 4S 3S 2S 9H 8H 7H 4H 3H 2H").mask)
    True
    >>> is_misere_hand(br.Cards.parse("2S 3S 4S 5S 2H 3H 4H 5H 2C 3C 4C 5C 6C").mask)
    False
    """
    held = [row for row in _rows(mask).values() if row]
    return len(held) <= 2 and any(row.isdisjoint(MIDDLE) for row in held)


def count_misere_hands() -> int:
    """How many hands of thirteen cards :func:`is_misere_hand` accepts.

    >>> count_misere_hands()
    5917620
    """
    clean, size = 13 - len(MIDDLE), 13
    # Two suits, both held: one of them, or the other, or both without a card of a middle rank.
    one = sum(comb(clean, k) * comb(size, 13 - k) for k in range(1, clean + 1))
    both = sum(comb(clean, k) * comb(clean, 13 - k) for k in range(1, clean + 1) if 13 - k <= clean)
    return comb(4, 2) * (2 * one - both)


def misere_hand(rng: random.Random) -> list[Card]:
    """A random hand that :func:`is_misere_hand` accepts."""
    while True:
        suits = rng.sample(list(Suit), 2)
        cards = [Card(rank, suit) for suit in suits for rank in Rank]
        hand = rng.sample(cards, 13)
        if is_misere_hand(Cards(hand).mask):
            return hand
