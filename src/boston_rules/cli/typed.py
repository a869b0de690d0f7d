"""What people type for a card: what they see (``♠A``, ``A♠``) or say (``ace of spades``)."""

from __future__ import annotations

import re
from typing import Final

from boston_rules import Rank, Suit

__all__ = ["with_tokens"]

_RANKS: Final = {
    **{rank.letter: rank.letter for rank in Rank},
    **{rank.name: rank.letter for rank in Rank},
    **{str(rank.value + 2): rank.letter for rank in Rank if rank.value < Rank.JACK},
    "KNAVE": Rank.JACK.letter,
    "DEUCE": Rank.TWO.letter,
}
_SUITS: Final = {
    **{suit.letter: suit.letter for suit in Suit},
    **{suit.symbol: suit.letter for suit in Suit},
    **{suit.name: suit.letter for suit in Suit},
    **{suit.name.removesuffix("S"): suit.letter for suit in Suit},
    **dict(zip("♧♢♡♤", (suit.letter for suit in Suit), strict=True)),
}


def _any(names: dict[str, str]) -> str:
    """Any of the names, the longest first."""
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


_EMOJI: Final = "\ufe0f"
"""What a telephone puts after a pip."""
_PIP: Final = "[♣♦♥♠♧♢♡♤]"
_CARD: Final = re.compile(
    rf"(?<!\w)(?:(?P<pip>{_PIP})\s*(?P<after>{_any(_RANKS)})"
    rf"|(?P<rank>{_any(_RANKS)})\s*(?:\bof\s+)?(?P<suit>{_any(_SUITS)}))(?!\w)",
    re.IGNORECASE,
)


def with_tokens(text: str) -> str:
    """The text with every card in it as its token.

    >>> [with_tokens(text) for text in ("♠A", "a ♠", "10h", "Queen of Hearts", "play ♦️2")]
    ['AS', 'AS', 'TH', 'QH', 'play 2D']
    """
    return _CARD.sub(_token, text.replace(_EMOJI, ""))


def _token(found: re.Match[str]) -> str:
    rank, suit = found["after"] or found["rank"], found["pip"] or found["suit"]
    return _RANKS[rank.upper()] + _SUITS[suit.upper()]
