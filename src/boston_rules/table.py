"""State that lasts the whole session (:class:`Table`) and one deal (:class:`Deal`)."""

from __future__ import annotations

from functools import lru_cache
from operator import sub
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from boston_rules.actions import Action
from boston_rules.arguments import check_kind_of_seat, problem_of_seat
from boston_rules.cards import PACK, Card, Suit
from boston_rules.errors import DealError
from boston_rules.making import maker
from boston_rules.rules.suits import Turn
from boston_rules.rules.transfers import POOL, SET_ASIDE, Line, Transfer
from boston_rules.variant import Variant

__all__ = [
    "CHANCE",
    "Deal",
    "History",
    "Table",
    "Trick",
    "check_dealer",
    "clockwise",
    "deal_of",
    "open_table",
]

CHANCE: Final = -1
"""The actor of shuffles and turned cards."""

History: TypeAlias = tuple[tuple[int, Action], ...]
"""Actions in order, each with the seat that took it (:data:`CHANCE` for chance)."""


@lru_cache(maxsize=64)
def clockwise(start: int, seats: int) -> tuple[int, ...]:
    """All seats in order from ``start``."""
    return tuple((start + step) % seats for step in range(seats))


@lru_cache(maxsize=512)
def _turn(turned: int | None, belle: Suit | None) -> Turn:
    return Turn(None if turned is None else PACK[turned].suit, belle)


@frozen
class Trick:
    """A complete trick."""

    leader: int
    """The seat that led."""
    cards: tuple[Card, ...]
    """The cards in the order played."""
    winner: int
    """The seat that won it, and leads to the next."""


@frozen(kw_only=True, cache_hash=True)
class Table:
    """What lasts the whole session: purses, pool, whose deal it is. Chips are whole numbers."""

    variant: Variant
    """The rules of the session."""
    purses: tuple[int, ...]
    """Chips by seat; a purse may go below zero."""
    pool: int = 0
    """Chips in the pool, the antes of this deal included."""
    set_aside: int = 0
    """Chips that a capped pool has set aside."""
    dealer: int = 0
    """The seat that deals."""
    deal_number: int = 1
    """1 for the first deal of the session."""
    stakes: int = 1
    """What payments between players are multiplied by in this deal."""
    belle: Suit | None = None
    """The suit fixed by the first deal, where the variant fixes one."""
    pack: tuple[int, ...] = field(default=(), repr=False)
    """The pack as gathered after the last deal, where it is not shuffled; top first."""
    antes: tuple[Transfer, ...] = ()
    """What was moved before this deal, with what a capped pool takes back or sets aside."""

    @property
    def eldest(self) -> int:
        """The seat at the dealer's left."""
        return (self.dealer + 1) % self.variant.seats

    @property
    def is_last_deal(self) -> bool:
        """Whether the number of deals says that the session ends with this one."""
        rules = self.variant.session
        return rules.first_to is None and self.deal_number >= rules.deals

    @property
    def chips(self) -> int:
        """All chips in play, in purses, pool and set-aside."""
        return sum(self.purses) + self.pool + self.set_aside

    def with_belle(self, card: int) -> Table:
        """The table once a card is turned: the first one fixes belle, where there is one."""
        if self.belle is not None or not self.variant.dealing.fixes_belle:
            return self
        return _with_belle(self, PACK[card].suit)


@lru_cache(maxsize=256)
def _with_belle(table: Table, belle: Suit) -> Table:
    """A table with its belle; the same few at the first deal of every session."""
    return evolve(table, belle=belle)


_table: Final = maker(Table)


def check_dealer(dealer: object, seats: int) -> None:
    """Refuse what cannot deal the first deal.

    Raises:
        TypeError: it is not an ``int``.
        DealError: the table has no such seat.
    """
    check_kind_of_seat(dealer, "dealer", seats)
    problem = problem_of_seat(dealer, "the dealer", seats)
    if problem:
        raise DealError(problem)


def open_table(
    variant: Variant,
    purses: tuple[int, ...] | None = None,
    *,
    pool: int = 0,
    set_aside: int = 0,
    dealer: int = 0,
    deal_number: int = 1,
    stakes: int = 1,
    belle: Suit | None = None,
    pack: tuple[int, ...] = (),
) -> Table:
    """Open the table of a deal: its antes are paid out of these purses into this pool.

    Without purses everybody has the chips that a session begins with.
    """
    if purses is None:
        purses = (variant.session.starting_chips,) * variant.seats
    amounts, antes = _antes(variant, dealer, deal_number)
    whole = pool + set_aside + sum(amounts)
    cap = None if variant.pool is None else variant.pool.cap
    capped = whole if cap is None else min(whole, cap)
    if set_aside:
        line = Line(set_aside, "set aside before")
        antes = (Transfer(SET_ASIDE, POOL, (line,)), *antes)
    if whole > capped:
        line = Line(whole - capped, "above the cap of the pool")
        antes = (*antes, Transfer(POOL, SET_ASIDE, (line,)))
    return _table(
        variant=variant,
        purses=tuple(map(sub, purses, amounts)),
        pool=capped,
        set_aside=whole - capped,
        dealer=dealer,
        deal_number=deal_number,
        stakes=stakes,
        belle=belle,
        pack=pack,
        antes=antes,
    )


@lru_cache(maxsize=4096)
def _antes(
    rules: Variant, dealer: int, deal_number: int
) -> tuple[tuple[int, ...], tuple[Transfer, ...]]:
    """The antes of a deal by seat, and as transfers."""
    if rules.pool is None:
        return (0,) * rules.seats, ()
    amounts = rules.pool.ante.amounts(dealer, deal_number, rules.session.deals, rules.seats)
    return amounts, tuple(
        Transfer(seat, POOL, (Line(chips, "ante"),)) for seat, chips in enumerate(amounts) if chips
    )


@frozen(kw_only=True, cache_hash=True)
class Deal:
    """What one deal has fixed once the cards are dealt."""

    table: Table
    """The table as the deal was opened, its antes paid."""
    hands: tuple[int, ...] = field(repr=False)
    """The hands as dealt, as masks for ``Cards.from_mask``."""
    order: tuple[tuple[int, ...], ...] = field(repr=False)
    """The cards of each hand in the order received."""
    dead: tuple[int, ...] = field(default=(), repr=False)
    """With three seats, the hand laid aside, in the order dealt."""
    turned: int | None = None
    """The card turned up, where one is, as its index in the pack."""
    misdealt: Deal | None = field(default=None, repr=False)
    """The deal before it, which was called a misdeal."""

    @property
    def turn(self) -> Turn:
        """The suits that turned cards have fixed for this deal."""
        return _turn(self.turned, self.table.belle)

    def with_turned(self, card: int) -> Deal:
        """The deal with its turned card; the first deal fixes belle where there is one.

        Where the last card of the dealer or of the dead hand is turned, this card was the last.
        """
        table, order, dead = self.table, self.order, self.dead
        rules = table.variant.dealing
        table = table.with_belle(card)
        if rules.turns_from_hand and order[table.dealer][-1] != card:
            order = tuple(
                (*(own for own in hand if own != card), card) if seat == table.dealer else hand
                for seat, hand in enumerate(order)
            )
        if rules.turns_from_dead and dead[-1] != card:
            dead = (*(other for other in dead if other != card), card)
        return deal_of(
            table=table,
            hands=self.hands,
            order=order,
            dead=dead,
            turned=card,
            misdealt=self.misdealt,
        )


deal_of: Final = maker(Deal)
"""A deal, made fast."""
