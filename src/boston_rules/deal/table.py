"""State that lasts the whole session (:class:`Table`) and one deal (:class:`Deal`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import sub
from typing import Final, TypeVar

from attrs import evolve, field, frozen

from boston_rules.core.arguments import check_kind_of_seat, problem_of_seat
from boston_rules.core.cards import PACK, Cards, Suit
from boston_rules.core.contract import Contract
from boston_rules.core.errors import DealError
from boston_rules.core.events import (
    NOTHING,
    Event,
    Events,
    Shows,
    event_of,
    opened_of,
    reveal,
    seen_events,
    showing,
)
from boston_rules.core.hidden import FULL, HOLE, UNKNOWN, Hole, Unknown, Viewer
from boston_rules.core.making import Keeps, changer, maker
from boston_rules.core.saying import say
from boston_rules.core.sources import source_of
from boston_rules.core.transfers import POOL, SET_ASIDE, Line, Transfer
from boston_rules.rules.carryover import PLAIN, Conditions
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = [
    "CHANCE",
    "Deal",
    "Table",
    "check_dealer",
    "clockwise",
    "deal_of",
    "hidden",
    "open_table",
    "partnered",
]

_T = TypeVar("_T")

_ABOVE_CAP: Final = say("above the cap of the pool")
_SET_ASIDE_BEFORE: Final = say("set aside before")

CHANCE: Final = -1
"""The actor of shuffles and turned cards."""


def hidden(pack: tuple[int, ...] | Hole) -> tuple[int, ...] | Hole:
    """A pack as everybody sees it: that it lies there."""
    return HOLE if pack else ()


@lru_cache(maxsize=64)
def clockwise(start: int, seats: int) -> tuple[int, ...]:
    """All seats in order from ``start``."""
    return tuple((start + step) % seats for step in range(seats))


@lru_cache(maxsize=512)
def _turn(turned: int | None, belle: Suit | None) -> Turn:
    return Turn(None if turned is None else PACK[turned].suit, belle)


@frozen(kw_only=True, cache_hash=True)
class Table(Keeps):
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
    conditions: Conditions = PLAIN
    """What the deals before have left to this one: stakes, and how it is dealt."""
    belle: Suit | None = None
    """The suit fixed by the first deal, where the variant fixes one."""
    pack: tuple[int, ...] | Hole = field(default=(), repr=False)
    """The pack of this deal as it was gathered, where it is not shuffled; top first. A hole in a
    view."""
    still: tuple[int, ...] | Hole = field(default=(), repr=False)
    """The other pack as it lies before the deal, where there are two; nothing while it has never
    been shuffled. A hole in a view."""
    antes: tuple[Transfer, ...] = ()
    """What was moved before this deal, with what a capped pool takes back or sets aside."""
    viewer: Viewer = FULL
    """Who looks at it."""

    @property
    def eldest(self) -> int:
        """The seat at the dealer's left."""
        return (self.dealer + 1) % self.variant.seats

    @property
    def stakes(self) -> int:
        """What payments between players are multiplied by in this deal."""
        return self.conditions.stakes * self.variant.session.stakes(self.deal_number)

    @property
    def gathers(self) -> bool:
        """Whether the pack is gathered for this deal, not shuffled, where there was one before."""
        return self.conditions.gathered or self.variant.dealing.gathers

    @property
    def packets(self) -> tuple[int, ...]:
        """Sizes of the packets in which this deal is dealt."""
        return self.conditions.packets or self.variant.dealing.packets

    def dealt(self, pack: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The cards of each hand, in the order received; a dead hand comes last."""
        return self.variant.dealing.deal(pack, self.dealer, self.conditions.packets)

    def undealt(self, hands: Sequence[Sequence[_T]]) -> tuple[_T, ...]:
        """The pack, top first, of which :meth:`dealt` makes these hands, whatever stands for a
        card."""
        return self.variant.dealing.undealt(hands, self.dealer, self.conditions.packets)

    @property
    def is_last_deal(self) -> bool:
        """Whether the number of deals says that the session ends with this one."""
        rules = self.variant.session
        return rules.first_to is None and self.deal_number >= rules.most_deals

    @property
    def is_grand(self) -> bool:
        """Whether the deal is a grand, played without an auction after the last one."""
        return self.variant.session.is_grand(self.deal_number)

    @property
    def chips(self) -> int:
        """All chips in play, in purses, pool and set-aside."""
        return sum(self.purses) + self.pool + self.set_aside

    def seen_by(self, viewer: Viewer) -> Table:
        """The table as a viewer sees it, without the order of the packs; the same object whenever
        he looks."""
        return self.kept(viewer, lambda: self.hidden_from(viewer))

    def hidden_from(self, viewer: Viewer) -> Table:
        """The same, made anew."""
        return self.lying(hidden(self.pack), hidden(self.still), viewer)

    def lying(
        self, pack: tuple[int, ...] | Hole, still: tuple[int, ...] | Hole, viewer: Viewer
    ) -> Table:
        """The same table for a viewer, with these packs on it."""
        return _changed(self, pack=pack, still=still, viewer=viewer)

    def settled(self, purses: tuple[int, ...], pool: int, set_aside: int) -> Table:
        """The same table after chips were moved."""
        return _changed(self, purses=purses, pool=pool, set_aside=set_aside)

    def opened(self, shows: Shows = NOTHING) -> Event:
        """The event with which a deal begins at this table."""
        return event_of(CHANCE, opened_of(self.dealer, self.deal_number, self.antes), shows)

    def with_belle(self, card: int) -> Table:
        """The table once a card is turned: the first one fixes belle, where there is one."""
        if self.belle is not None or not self.variant.dealing.fixes_belle:
            return self
        return _with_belle(self, PACK[card].suit)


@lru_cache(maxsize=256)
def _with_belle(table: Table, belle: Suit) -> Table:
    """A table with its belle; the same few at the first deal of every session."""
    return _changed(table, belle=belle)


_table: Final = maker(Table)
_changed: Final = changer(Table)


_DEALER: Final = say("the dealer")


def check_dealer(dealer: object, seats: int) -> None:
    """Refuse what cannot deal the first deal.

    Raises:
        TypeError: it is not an ``int``.
        DealError: the table has no such seat.
    """
    check_kind_of_seat(dealer, "dealer", seats)
    problem = problem_of_seat(dealer, _DEALER, seats)
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
    conditions: Conditions | None = None,
    belle: Suit | None = None,
    pack: tuple[int, ...] | Hole = (),
    still: tuple[int, ...] | Hole = (),
    viewer: Viewer = FULL,
) -> Table:
    """Open the table of a deal: its antes are paid out of these purses into this pool.

    Without purses everybody has the chips that a session begins with, and without conditions they
    are those of a first deal.
    """
    if conditions is None:
        conditions = variant.conditions[0]
    if purses is None:
        purses = (variant.session.starting_chips,) * variant.seats
    rule, before = variant.pool, pool + set_aside
    due = rule is not None and not (before and rule.ante_when_empty)
    amounts, antes = _antes(variant, dealer, deal_number, conditions.antes if due else 0)
    whole = before + sum(amounts)
    cap = None if rule is None else rule.cap
    capped = whole if cap is None else min(whole, cap)
    if set_aside:
        line = Line(set_aside, _SET_ASIDE_BEFORE, source_of(rule))
        antes = (Transfer(SET_ASIDE, POOL, (line,)), *antes)
    if whole > capped:
        line = Line(whole - capped, _ABOVE_CAP, source_of(rule))
        antes = (*antes, Transfer(POOL, SET_ASIDE, (line,)))
    return _table(
        variant=variant,
        purses=tuple(map(sub, purses, amounts)),
        pool=capped,
        set_aside=whole - capped,
        dealer=dealer,
        deal_number=deal_number,
        conditions=conditions,
        belle=belle,
        pack=pack,
        still=still,
        antes=antes,
        viewer=viewer,
    )


@lru_cache(maxsize=4096)
def _antes(
    rules: Variant, dealer: int, deal_number: int, factor: int
) -> tuple[tuple[int, ...], tuple[Transfer, ...]]:
    """The antes of a deal by seat, and as transfers."""
    if rules.pool is None:
        return (0,) * rules.seats, ()
    usual = rules.pool.ante.amounts(dealer, deal_number, rules.session.deals, rules.seats)
    amounts = tuple([factor * chips for chips in usual])
    return amounts, tuple(
        Transfer(seat, POOL, (Line(chips, say("ante"), source_of(rules.pool.ante)),))
        for seat, chips in enumerate(amounts)
        if chips
    )


@frozen(kw_only=True, cache_hash=True)
class Deal(Keeps):
    """What one deal has fixed once the cards are dealt."""

    table: Table
    """The table as the deal was opened, its antes paid."""
    hands: tuple[int, ...] = field(repr=False)
    """The hands as dealt, as masks for ``Cards.from_mask``; 0 for those that the viewer does not
    see."""
    order: tuple[tuple[int, ...], ...] | Hole = field(repr=False)
    """The cards of each hand in the order received, a hand laid aside last, from which a pack is
    gathered that nobody shuffles. A hole in a view."""
    bare_events: Events = field(repr=False)
    """What has happened until the cards were dealt and turned, without what the deal itself shows:
    the hands, and a card that it turns."""
    dealt_at: int
    """The place of the deal among these events."""
    turned: int | None = None
    """The card turned up, where one is, as its index in the pack."""
    still: tuple[int, ...] | Hole = field(default=(), repr=False)
    """The pack that is not dealt as it lies now, where there are two; nothing while it has never
    been shuffled. A hole in a view."""

    @property
    def events(self) -> Events:
        """What has happened until the cards were dealt and turned."""
        try:
            found: Events = self._kept["events"]  # views ask at every card
        except (AttributeError, KeyError):
            found = self.kept("events", self._events)
        return found

    def _events(self) -> Events:
        events, at = [*self.bare_events], self.dealt_at
        event, turned_later = events[at], at < len(events) - 1
        shows = showing(
            event.shows,
            dealt=tuple([Cards.from_mask(hand) if hand else HOLE for hand in self.hands]),
            turned=None if self.turned is None or turned_later else PACK[self.turned],
        )
        events[at] = event_of(event.seat, event.action, shows, event.pending)
        return tuple(events)

    @property
    def viewer(self) -> Viewer:
        """Who looks at it."""
        return self.table.viewer

    @property
    def turn(self) -> Turn:
        """The suits that turned cards have fixed for this deal."""
        return _turn(self.turned, self.table.belle)

    @property
    def dead(self) -> tuple[int, ...]:
        """With three seats, the hand laid aside, in the order dealt; nothing in a view."""
        seats = self.table.variant.seats
        return () if self.order is HOLE or len(self.order) == seats else self.order[seats]

    def holder(self, card: int) -> int | Unknown | None:
        """The seat that was dealt a card, by its index.

        ``None`` for a card of a hand laid aside, ``UNKNOWN`` in a view that does not see it. Rules
        ask this, and never look at the hands of others.
        """
        for seat, hand in enumerate(self.hands):
            if hand >> card & 1:
                return seat
        return None if self.table.viewer is FULL else UNKNOWN

    def sees(self, seat: int | None) -> bool:
        """Whether the hand of a seat is no hole for the viewer."""
        viewer = self.table.viewer
        return viewer is FULL or (seat is not None and viewer == seat)

    def has(self, seat: int, cards: int) -> bool:
        """Whether the viewer sees that a seat was dealt one of some cards, as a mask."""
        return bool(cards & self.hands[seat])

    def lacks(self, seat: int, cards: int) -> bool:
        """Whether the viewer knows that a seat was not dealt all of some cards, as a mask."""
        viewer = self.table.viewer
        if viewer is FULL or viewer == seat:
            return bool(cards & ~self.hands[seat])
        rules = self.table.variant.dealing
        if cards & ~rules.pack.mask or (viewer is not None and cards & self.hands[viewer]):
            return True
        if self.turned is None or not cards >> self.turned & 1:
            return False
        return rules.turns_from_dead or (rules.turns_from_hand and seat != self.table.dealer)

    def reveal(self, said: Events, name: str, compute: Callable[[], _T]) -> tuple[_T, Deal, Events]:
        """A hidden fact that the last event makes visible; see
        :func:`~boston_rules.core.events.reveal`.

        Args:
            said: what has happened since the cards were dealt; the last event is one of these, or
                that of the deal.
            name: the field of :class:`~boston_rules.core.events.Shows`.
            compute: works the fact out, of a state without holes.

        Returns:
            The fact, and the deal and the events with it told.
        """
        if said:
            value, said = reveal(said, self.table.viewer, name, compute)
            return value, self, said
        value, events = reveal(self.bare_events, self.table.viewer, name, compute)
        return value, self if events is self.bare_events else _told(self, bare_events=events), said

    def known(self, contract: Contract) -> Contract:
        """A contract with the partner that the viewer knows from his cards."""
        if contract.partner is not UNKNOWN or contract.called is None:
            return contract
        return partnered(contract, self.holder(contract.called.index))

    def seen_by(self, viewer: int | None) -> Deal:
        """The deal as a viewer sees it; the same object whenever he looks."""
        return self.kept(viewer, lambda: self._seen_by(viewer))

    def _seen_by(self, viewer: int | None) -> Deal:
        return deal_of(
            table=self.table.hidden_from(viewer),
            hands=tuple([hand if seat == viewer else 0 for seat, hand in enumerate(self.hands)]),
            order=HOLE,
            bare_events=seen_events(self.bare_events, None),
            dealt_at=self.dealt_at,
            turned=self.turned,
            still=hidden(self.still),
        )

    def with_turned(
        self, card: int, event: Event, still: tuple[int, ...] | Hole | None = None
    ) -> Deal:
        """The deal with its turned card; the first deal fixes belle where there is one.

        Where the last card of the dealer or of the dead hand is turned, this card was the last.

        Args:
            card: the card turned.
            event: the one by which it is turned.
            still: the still pack as it lies now, where it was cut.
        """
        table, order = self.table, self.order
        rules = table.variant.dealing
        table = table.with_belle(card)
        if order is not HOLE and not rules.turns_of_another:
            owner = table.dealer if rules.turns_from_hand else len(order) - 1
            order = tuple(
                (*(own for own in hand if own != card), card)
                if place == owner and hand[-1] != card
                else hand
                for place, hand in enumerate(order)
            )
        return deal_of(
            table=table,
            hands=self.hands,
            order=order,
            bare_events=(*self.bare_events, event),
            dealt_at=self.dealt_at,
            turned=card,
            still=self.still if still is None else still,
        )


@lru_cache(maxsize=4096)
def partnered(contract: Contract, partner: int | Unknown | None) -> Contract:
    """A contract with another partner."""
    return evolve(contract, partner=partner)


deal_of: Final = maker(Deal)
"""A deal, made fast."""
_told: Final = changer(Deal)
