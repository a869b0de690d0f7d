"""Which card beats which, as lookup tables over card integers."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, Protocol

from attrs import frozen

from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cards import Card, Rank, Suit
from boston_rules.core.saying import say
from boston_rules.core.sources import Cite, cited
from boston_rules.rules.checked import choice
from boston_rules.rules.rule import CitedRule, Rule

__all__ = ["BostonJack", "PlainTrumps", "TrickTable", "TrumpRule", "honours_mask"]

_LANE = 0x1FFF
_HONOURS = 0b1111 << Rank.JACK


@frozen(eq=False)
class TrickTable:
    """Follow-suit and strength tables for one trump suit; made once, looked up in every trick."""

    trump: Suit | None
    """The trump suit; ``None`` without trumps."""
    boston: int | None
    """The card moved to the top of the trump suit, if any."""
    suit_masks: tuple[int, int, int, int]
    """The cards that count as each suit when following."""
    suit_of: tuple[int, ...]
    """The suit each card counts as."""
    follow: tuple[int, ...]
    """By card led, the cards that follow it, as a mask."""
    power: tuple[tuple[int, ...], ...]
    """By card led and card, how it ranks; 0 for a card that cannot win, and higher wins."""


@cache
def _trick_table(trump: Suit | None, boston: int | None) -> TrickTable:
    suit_of = [index // 13 for index in range(52)]
    strength = [1 + index % 13 for index in range(52)]
    masks = [_LANE << (13 * suit) for suit in range(4)]
    if boston is not None and trump is not None:
        masks[boston // 13] &= ~(1 << boston)
        masks[trump] |= 1 << boston
        suit_of[boston] = int(trump)
        strength[boston] = 14
    by_suit = tuple(
        tuple(
            strength[card] + (20 if suit_of[card] == trump else 0)
            if suit_of[card] in (led, trump)
            else 0
            for card in range(52)
        )
        for led in range(4)
    )
    return TrickTable(
        trump=trump,
        boston=boston,
        suit_masks=(masks[0], masks[1], masks[2], masks[3]),
        suit_of=tuple(suit_of),
        follow=tuple(masks[suit] for suit in suit_of),
        power=tuple(by_suit[suit] for suit in suit_of),
    )


@lru_cache(maxsize=64)
def ranked(table: TrickTable) -> Ranked:
    """The ranked numbers of a trick table."""
    return Ranked(table.suit_masks, table.power, -1 if table.trump is None else table.trump)


def honours_mask(trump: Suit) -> int:
    """A K Q J of the trump suit as a mask; a Boston jack of another suit is no honour."""
    return _HONOURS << (13 * trump)


class TrumpRule(Rule, Protocol):
    """What trumps do beyond their suit.

    A trump rule that derives from it says only what they do.
    """

    __slots__ = ()

    def boston(self, trump: Suit | None, turned: Suit | None) -> Card | None:
        """The jack that stands above the trump ace, if the rule has one."""
        return None

    def bonus_card(self, turned: Suit | None) -> Card | None:
        """The card whose holder collects for the Boston, if the rule has one."""
        return None

    def table(self, trump: Suit | None, turned: Suit | None) -> TrickTable:
        """The lookup tables of a deal."""
        boston = self.boston(trump, turned)
        return _trick_table(trump, None if boston is None else boston.index)


class PlainTrumps(CitedRule, TrumpRule):
    """The trump suit and nothing more."""

    __slots__ = ()

    def words(self) -> str:
        return say("the ace is the highest trump")


@frozen
class BostonJack(TrumpRule):
    """J♦ is the highest trump; J♥ takes its place when diamonds are trumps, or are turned.

    >>> import boston_rules as br
    >>> from boston_rules.rules.trumps import BostonJack
    >>> (
    ...     str(BostonJack().boston(br.Suit.SPADES, None)),
    ...     str(BostonJack().boston(br.Suit.DIAMONDS, None)),
    ... )
    ('JD', 'JH')
    """

    exchange: Literal["trumps", "turned"] = choice("trumps", "turned")
    """Diamonds as *trumps*, or diamonds *turned*, give the place to J♥."""
    source: Cite | None = cited()

    def boston(self, trump: Suit | None, turned: Suit | None) -> Card | None:
        """The Boston of the deal; without trumps there is none."""
        if trump is None:
            return None
        decisive = trump if self.exchange == "trumps" else turned
        return Card(Rank.JACK, Suit.HEARTS if decisive is Suit.DIAMONDS else Suit.DIAMONDS)

    def bonus_card(self, turned: Suit | None) -> Card:
        """The jack whose holder collects for the Boston: J♦ unless the turned suit decides.

        >>> import boston_rules as br
        >>> from boston_rules.rules.trumps import BostonJack
        >>> str(BostonJack().bonus_card(br.Suit.DIAMONDS))
        'JD'
        """
        if self.exchange == "turned" and turned is Suit.DIAMONDS:
            return Card(Rank.JACK, Suit.HEARTS)
        return Card(Rank.JACK, Suit.DIAMONDS)

    def words(self) -> str:
        if self.exchange == "trumps":
            return say(
                "J♦, called the Boston, is the highest trump, above the ace, and belongs to the "
                "trump suit, of which it is no honour; when diamonds are trumps J♥ takes that "
                "place and J♦ is an ordinary diamond; without trumps it is an ordinary card"
            )
        return say(
            "J♦ is the Boston: the highest trump, above the ace, which belongs to the trump suit "
            "and is no honour of another suit than its own; when diamonds are turned up J♥ is the "
            "Boston and J♦ is an ordinary diamond; without trumps it is an ordinary card"
        )
