"""A contract as won in the auction, and what happened in the deal: what is to be settled."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from attrs import field, frozen

from boston_rules.core.actions import SuitClass
from boston_rules.core.arguments import CARD, SUIT, check_kind, check_type, wrong_type
from boston_rules.core.cards import Card, Suit
from boston_rules.core.hidden import UNKNOWN, Unknown
from boston_rules.core.making import maker
from boston_rules.core.saying import Player, Said, joined, personal, say

__all__ = ["Contract", "Infraction", "Outcome", "Trick", "Turn", "outcome_of"]


@frozen(cache_hash=True)
class Turn:
    """The suits a deal has fixed by turning a card.

    ``suit`` is the suit turned in this deal, ``belle`` the suit that the first deal of the session
    fixed for all of it; either is ``None`` where the variant has no such thing.
    """

    suit: Suit | None = None
    """The suit turned in this deal."""
    belle: Suit | None = None
    """The suit that the first deal of the session turned, for all of it."""

    @property
    def petite(self) -> Suit | None:
        """The suit turned, unless it is belle (as it always is in the first deal).

        >>> import boston_rules as br
        >>> from boston_rules.core.contract import Turn
        >>> (
        ...     Turn(br.Suit.CLUBS, br.Suit.HEARTS).petite.name,
        ...     Turn(br.Suit.CLUBS, br.Suit.CLUBS).petite,
        ... )
        ('CLUBS', None)
        """
        return None if self.belle is None or self.suit == self.belle else self.suit


def _suit(value: Suit | Card | None) -> Suit | None:
    return value.suit if isinstance(value, Card) else value


_IS_SUIT = check_kind(Suit, SUIT, none=True)
_KEY = "a str, the key of a bid, such as '5'"


_BY_SEAT = "each of tricks, honours and chicane of Outcome"
_INTS = "ints, such as (7, 2, 2, 2)"


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    try:
        numbers = tuple(values)
    except TypeError:
        raise wrong_type(_BY_SEAT, _INTS, values) from None
    for number in numbers:
        if type(number) is not int:
            raise wrong_type(_BY_SEAT, _INTS, values)
    return numbers


def _tricks(played: Iterable[Trick]) -> tuple[Trick, ...]:
    try:
        return tuple(played)
    except TypeError:
        raise wrong_type("played of Outcome", "Trick objects in the order played", played) from None


@frozen(cache_hash=True)
class Contract:
    """Who plays what, in which trumps and with whom.

    >>> import boston_rules as br
    >>> br.Contract("5", 0, trump=br.Suit.HEARTS, partner=2).trump.name
    'HEARTS'
    """

    key: str = field(validator=check_kind(str, _KEY))
    """Which bid of the ladder, such as ``"5"`` or ``"grand-misere"``."""
    declarer: int
    """The seat of the bidder."""
    trump: Suit | None = field(default=None, validator=_IS_SUIT)
    """The trump suit; ``None`` for a contract without trumps."""
    partner: int | Unknown | None = None
    """The seat of the partner; ``None`` when played alone, ``UNKNOWN`` while nobody has seen the
    called card that makes him."""
    suit_class: SuitClass | None = None
    """How trumps stand to the turned card, where suits have classes; ``"grand"`` for no trumps."""
    turned: Suit | None = field(default=None, converter=_suit, validator=_IS_SUIT)
    """The suit turned in this deal, where one is; a card is read as its suit."""
    belle: Suit | None = field(default=None, converter=_suit, validator=_IS_SUIT)
    """The suit fixed for the session, where one is; a card is read as its suit."""
    stakes: int = 1
    """What all payments between players are multiplied by, where stakes carry over."""
    target: int | None = None
    """The tricks that the side must win, where the deal has set them instead of the ladder."""
    called: Card | None = field(default=None, validator=check_kind(Card, CARD, none=True))
    """The card that makes its holder the partner, where one was called or the deal names it."""
    alone: bool = field(default=False, validator=check_kind(bool, "True or False"))
    """Whether the bid ruled out a partner, where it could be made in either way."""

    @property
    def turn(self) -> Turn:
        """The suits fixed by turned cards."""
        return Turn(self.turned, self.belle)

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the declarer's side as far as it is known, declarer first."""
        if self.partner is None or self.partner is UNKNOWN:
            return (self.declarer,)
        return (self.declarer, self.partner)

    def __str__(self) -> str:
        return self.named(self.key)

    def named(self, bid: str) -> Said:
        """The contract with its bid called so.

        Raises:
            TypeError: the bid is no text.

        >>> import boston_rules as br
        >>> br.Contract("6", 0).named("Six")
        'Six by seat 0'
        """
        check_type("bid", bid, str, "a name")
        if self.trump is not None:
            return joined(" ", (bid, self.trump.symbol, self.side_words()))
        if self.suit_class == "grand":
            bid = say("{bid} grand", bid=bid)
        return joined(" ", (bid, self.side_words()))

    def side_words(self, *, worded: bool = False) -> Said:
        """Who plays it, and with whom; ``you`` for its players, a card with its pip or in words.

        >>> import boston_rules as br
        >>> br.Contract("6", 2, partner=0).side_words()
        'by seat 2 with seat 0'
        """
        called = None
        if self.partner is UNKNOWN and self.called is not None:
            called = self.called.the if worded else self.called.symbol
        partner = self.partner if isinstance(self.partner, int) else None
        return _side_words(self.declarer, partner, called)


@lru_cache(maxsize=256)
def _side_words(seat: int, partner: int | None, called: str | None) -> Said:
    """The words of a side, for which the bills of all its contracts ask."""
    declarer = Player(seat)
    if partner is not None:
        said = say("by {declarer} with {partner}", declarer=declarer, partner=Player(partner))
        own = say("by you with {partner}", partner=Player(partner))
        return personal(
            said, {seat: own, partner: say("by {declarer} with you", declarer=declarer)}
        )
    if called is not None:
        said = say("by {declarer} with the holder of {card}", declarer=declarer, card=called)
        return personal(said, {seat: say("by you with the holder of {card}", card=called)})
    return personal(say("by {declarer}", declarer=declarer), {seat: say("by you")})


@frozen
class Trick:
    """A complete trick."""

    leader: int
    """The seat that led."""
    cards: tuple[Card, ...]
    """The cards in the order played."""
    winner: int
    """The seat that won it, and leads to the next."""


@frozen
class Outcome:
    """What happened in a deal, by seat."""

    tricks: tuple[int, ...] = field(converter=_numbers)
    """Tricks won by each seat; all 0 when the hands were thrown in."""
    honours: tuple[int, ...] = field(default=(0, 0, 0, 0), converter=_numbers)
    """A K Q J of trumps dealt to each seat."""
    slam: Literal["closed", "table"] | None = None
    """A slam that was declared, whether or not it was made."""
    boston: int | None = None
    """The seat dealt the Boston, where the variant has one."""
    conceded: bool = False
    """All opponents agreed to pay without further play."""
    chicane: tuple[int, ...] = field(default=(), converter=_numbers)
    """The seats that declared chicane."""
    played: tuple[Trick, ...] = field(default=(), converter=_tricks, repr=False)
    """The tricks in the order played, of a deal that was played to its end; only needed where a
    rule counts something of the cards (:mod:`boston_rules.rules.counts`)."""


outcome_of: Final = maker(Outcome)
"""The outcome of a deal that was played, made fast: nothing needs a check."""


@frozen
class Infraction:
    """Something done wrong, for which the law of the variant has a penalty.

    A misdeal, an established revoke, or a card out of turn where that ends the deal.

    >>> import boston_rules as br
    >>> br.Infraction("revoke", 2)
    Infraction(kind='revoke', seat=2, touched=False, trick=None)
    """

    kind: Literal["misdeal", "revoke", "out-of-turn"] = field(
        validator=check_kind(str, "'misdeal', 'revoke' or 'out-of-turn'")
    )
    """Which of the three."""
    seat: int
    """The offender; of a misdeal that is the dealer."""
    touched: bool = field(default=False, validator=check_kind(bool, "True or False"))
    """Of a misdeal, whether another player had touched the cards or the pack was faulty."""
    trick: int | None = None
    """Of a revoke, the trick in which it was, from 1; ``None`` where nobody says."""
