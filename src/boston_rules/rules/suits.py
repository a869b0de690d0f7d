"""How suits rank in the auction, and what a turned card makes of them."""

from __future__ import annotations

from typing import Any, Protocol

from attrs import Attribute, field, frozen

from boston_rules.core.actions import SuitClass
from boston_rules.core.arguments import shortened, shown
from boston_rules.core.cards import Suit
from boston_rules.core.contract import Turn
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import say
from boston_rules.core.sources import Cite, cited
from boston_rules.rules.rule import CitedRule, Rule

__all__ = [
    "EqualSuits",
    "FixedRanking",
    "SuitRanking",
    "SuperPreferenceRanking",
    "Turn",
    "TurnedRanking",
]


class SuitRanking(Rule, Protocol):
    """Orders the suits for bids of the same step.

    A ranking that derives from it need not say that it has no classes.
    """

    __slots__ = ()

    def rank(self, suit: Suit, turn: Turn) -> int:
        """0 for the lowest class; equal suits share a rank and do not overcall each other."""
        ...

    def suit_class(self, suit: Suit, turn: Turn) -> SuitClass | None:
        """The class of the suit under a turned card, where the ranking has classes."""
        return None


def _all_four(rule: object, attribute: Attribute[Any], value: Any) -> None:
    told = shown(value)
    if isinstance(value, tuple) and all(isinstance(suit, Suit) for suit in value):
        if sorted(value) == list(Suit):
            return
        told = shortened(" ".join(suit.symbol for suit in value))
    raise VariantError(
        say("a suit ranking names each of the four suits once, not {given}", given=told)
    )


@frozen
class FixedRanking(SuitRanking):
    """The four suits in a fixed order, ``order`` from high to low.

    >>> import boston_rules as br
    >>> from boston_rules.rules.suits import FixedRanking
    >>> FixedRanking((br.Suit.DIAMONDS, br.Suit.HEARTS, br.Suit.CLUBS, br.Suit.SPADES)).words()
    'suits rank ♦ > ♥ > ♣ > ♠'
    """

    order: tuple[Suit, ...] = field(validator=_all_four)
    """The suits, the highest first."""
    source: Cite | None = cited()

    def rank(self, suit: Suit, turn: Turn) -> int:
        """3 for the first of the order down to 0."""
        return len(self.order) - 1 - self.order.index(suit)

    def words(self) -> str:
        return say("suits rank {order}", order=" > ".join(suit.symbol for suit in self.order))


class EqualSuits(CitedRule, SuitRanking):
    """All suits are alike: none overcalls another."""

    __slots__ = ()

    def rank(self, suit: Suit, turn: Turn) -> int:
        """The same for all."""
        return 0

    def words(self) -> str:
        return say("suits do not rank")


class TurnedRanking(CitedRule, SuitRanking):
    """The turned suit is preference, the other of its colour is colour, two suits are plain.

    >>> import boston_rules as br
    >>> from boston_rules.core.contract import Turn
    >>> from boston_rules.rules.suits import TurnedRanking
    >>> turn = Turn(br.Suit.CLUBS)
    >>> [TurnedRanking().suit_class(suit, turn) for suit in br.Suit]
    ['preference', 'plain', 'plain', 'colour']
    """

    __slots__ = ()

    def rank(self, suit: Suit, turn: Turn) -> int:
        """0 plain, 1 colour, 2 preference."""
        if turn.suit is None:
            return 0
        return 2 if suit == turn.suit else 1 if suit == turn.suit.other_of_colour else 0

    def suit_class(self, suit: Suit, turn: Turn) -> SuitClass | None:
        """The class of the suit."""
        classes: tuple[SuitClass, ...] = ("plain", "colour", "preference")
        return None if turn.suit is None else classes[self.rank(suit, turn)]

    def words(self) -> str:
        return say(
            "the suit of the turned card is preference, the other suit of its colour is colour "
            "(second preference), the other two are plain and equal"
        )

    def words_among(self, ranks: frozenset[int]) -> str:
        """The rule where bids name suits of these ranks only.

        >>> from boston_rules.rules.suits import TurnedRanking
        >>> TurnedRanking().words_among(frozenset())
        'no bid names a suit, so that the turned card ranks none'
        """
        if not ranks:
            return say("no bid names a suit, so that the turned card ranks none")
        if 0 not in ranks:
            return say(
                "the suit of the turned card is preference, the other suit of its colour is colour "
                "(second preference), and no other suit can be bid"
            )
        return self.words()


class SuperPreferenceRanking(CitedRule, SuitRanking):
    """The suit turned in the first deal is best, that of this deal next, the others equal.

    >>> import boston_rules as br
    >>> from boston_rules.core.contract import Turn
    >>> from boston_rules.rules.suits import SuperPreferenceRanking
    >>> turn = Turn(br.Suit.CLUBS, belle=br.Suit.HEARTS)
    >>> [SuperPreferenceRanking().rank(suit, turn) for suit in br.Suit]
    [1, 0, 2, 0]
    """

    __slots__ = ()

    def rank(self, suit: Suit, turn: Turn) -> int:
        """0 other, 1 preference, 2 superpreference."""
        return 2 if suit == turn.belle else 1 if suit == turn.petite else 0

    def words(self) -> str:
        return say(
            "belle is superpreference, the best suit; petite is preference, the next best; the "
            "other suits are equal"
        )
