"""A contract as won in the auction, and the outcome of a deal: what a settlement needs to know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from attrs import evolve, field, frozen
from attrs.validators import instance_of, optional

from boston_rules.actions import SuitClass
from boston_rules.cards import Card, Suit
from boston_rules.rules.ladder import AtLeast
from boston_rules.rules.suits import Turn
from boston_rules.rules.trumps import BostonJack
from boston_rules.variant import Variant

__all__ = [
    "Contract",
    "Outcome",
    "boston_card",
    "completed",
    "counting_seats",
    "opponents_of",
    "outcome_of",
    "target_of",
]


def _suit(value: Suit | Card | None) -> Suit | None:
    return value.suit if isinstance(value, Card) else value


_IS_SUIT = optional(instance_of(Suit))


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    numbers = tuple(values)
    for number in numbers:
        if type(number) is not int:
            raise TypeError(f"tricks, honours and seats are whole numbers, not {number!r}")
    return numbers


@frozen(cache_hash=True)
class Contract:
    """Who plays what, in which trumps and with whom.

    >>> Contract("5", 0, trump=Suit.HEARTS, partner=2).trump.name
    'HEARTS'
    """

    key: str = field(validator=instance_of(str))
    """The step of the ladder."""
    declarer: int
    """The seat of the bidder."""
    trump: Suit | None = field(default=None, validator=_IS_SUIT)
    partner: int | None = None
    """The seat of the partner; ``None`` when played alone."""
    suit_class: SuitClass | None = None
    """How trumps stand to the turned card, where suits have classes."""
    turned: Suit | None = field(default=None, converter=_suit, validator=_IS_SUIT)
    """The suit turned in this deal, where one is; a card is read as its suit."""
    belle: Suit | None = field(default=None, converter=_suit, validator=_IS_SUIT)
    """The suit fixed for the session, where one is; a card is read as its suit."""

    @property
    def turn(self) -> Turn:
        """The suits fixed by turned cards."""
        return Turn(self.turned, self.belle)

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the declarer's side, declarer first."""
        return (self.declarer,) if self.partner is None else (self.declarer, self.partner)

    def __str__(self) -> str:
        text = self.key
        if self.trump is not None:
            text += f" {self.trump.symbol}"
        text += f" by seat {self.declarer}"
        if self.partner is not None:
            text += f" with seat {self.partner}"
        return text


class _Draft:
    """An :class:`Outcome` while it is made, which then changes its class."""

    __slots__ = ("__weakref__", "boston", "chicane", "conceded", "honours", "slam", "tricks")


@frozen
class Outcome(_Draft):
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


def outcome_of(
    tricks: tuple[int, ...],
    honours: tuple[int, ...],
    slam: Literal["closed", "table"] | None,
    boston: int | None,
    conceded: bool,
    chicane: tuple[int, ...],
) -> Outcome:
    """The outcome of a deal that was played: nothing needs a check."""
    draft: Any = _Draft()
    draft.tricks = tricks
    draft.honours = honours
    draft.slam = slam
    draft.boston = boston
    draft.conceded = conceded
    draft.chicane = chicane
    draft.__class__ = Outcome
    outcome: Outcome = draft
    return outcome


def target_of(variant: Variant, contract: Contract) -> int:
    """Tricks the declarer's side must win: the bid, and the extra tricks of a partner.

    >>> import boston_rules as br
    >>> target_of(br.get_variant("fontainebleau"), Contract("5", 0, Suit.HEARTS, partner=2))
    8
    """
    step = variant.ladder[contract.key]
    partnered = contract.partner is not None and step.partnered
    extra = variant.partners.extra if partnered else 0
    return step.goal.tricks + extra


def completed(variant: Variant, contract: Contract) -> Contract:
    """The contract with the partner that fixed sides give the declarer."""
    if variant.partners.method == "sides" and contract.partner is None:
        return evolve(contract, partner=(contract.declarer + 2) % variant.seats)
    return contract


def counting_seats(variant: Variant, contract: Contract) -> tuple[int, ...]:
    """Whose tricks count: the side's, but a misère or Piccolissimo binds the declarer alone."""
    exact = not isinstance(variant.ladder[contract.key].goal, AtLeast)
    return (contract.declarer,) if exact else contract.side


def opponents_of(variant: Variant, contract: Contract) -> tuple[int, ...]:
    """The seats that play against the contract, from the declarer's left."""
    seats = variant.seats
    places = ((contract.declarer + place) % seats for place in range(1, seats))
    return tuple(seat for seat in places if seat not in contract.side)


def boston_card(variant: Variant, contract: Contract) -> int | None:
    """The card whose holder collects for the Boston, in deals with trumps where there is one."""
    if variant.boston_bonus is None or contract.trump is None:
        return None
    assert isinstance(variant.trumps, BostonJack), "checked by the variant"
    return variant.trumps.bonus_card(contract.turned).index
