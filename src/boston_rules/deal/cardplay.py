"""The play of the cards on integers: the one place where a card makes the next position.

The inner loop: one small object a card. The cards not yet played are one mask; a hand is that mask
and the hand at the first lead. Tricks won are counted in one integer, four bits a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

from attrs import field, frozen

from boston_rules.core.actions import PLAYS, Action, Play
from boston_rules.core.cardplay.bits import BIT
from boston_rules.core.cardplay.tricks import (
    choice_of,
    lacking,
    may_play,
    void_shown,
    voids_in_trick,
    winning_place,
)
from boston_rules.core.cards import PACK, Card, bits, mask_of
from boston_rules.core.contract import Trick
from boston_rules.core.hidden import FULL
from boston_rules.core.making import maker
from boston_rules.deal.binding import Binding
from boston_rules.deal.setup import DealSetup, SlamCall
from boston_rules.deal.table import clockwise
from boston_rules.deal.terms import Terms
from boston_rules.rules.trumps import TrickTable

__all__ = ["CardPlay", "TrickRow"]

_TRICK: Final = (1, 1 << 4, 1 << 8, 1 << 12)
"""One trick for a seat, in the integer that counts them."""

TrickRow: TypeAlias = tuple[int, tuple[int, ...], int]
"""A complete trick as its leader, the cards in the order played, and its winner."""


@lru_cache(maxsize=512)
def _trick_of(row: TrickRow) -> Trick:
    """A complete trick, of which every view of its deal tells."""
    return Trick(row[0], tuple([PACK[card] for card in row[1]]), row[2])


@lru_cache(maxsize=4096)
def _counts(won: int, seats: int) -> tuple[int, ...]:
    """Tricks by seat, out of the integer that counts them."""
    return tuple([won >> 4 * seat & 15 for seat in range(seats)])


@lru_cache(maxsize=1 << 13)
def _void_after(
    rows: tuple[TrickRow, ...], table: TrickTable, binding: Binding | None, seats: int
) -> tuple[int, ...]:
    """By seat, the cards that it has shown not to hold in some tricks, as masks.

    Args:
        rows: the tricks from the first one on; the last may be incomplete.
        table: what follows what.
        binding: the play rule, if another than to follow suit.
        seats: how many play.
    """
    if not rows:
        return (0,) * seats
    *before, (leader, cards, _) = rows
    found = list(_void_after(tuple(before), table, binding, seats))
    if binding is None:
        follow = table.follow[cards[0]]
        for seat in bits(voids_in_trick(cards, leader, seats, follow)):
            found[seat] |= follow
        return tuple(found)
    left = binding.pack & ~mask_of(card for _, row, _ in before for card in row)
    for place, card in enumerate(cards):
        masks = _masks(binding, table, leader, cards[:place], len(before), left, seats)
        found[(leader + place) % seats] |= lacking(1 << card, masks)
        left ^= 1 << card
    return tuple(found)


def _masks(
    binding: Binding,
    table: TrickTable,
    leader: int,
    cards: tuple[int, ...],
    number: int,
    left: int,
    seats: int,
) -> Sequence[int]:
    """The sets of cards that bind the next player under a play rule.

    Args:
        binding: the rule.
        table: what follows and beats what.
        leader: who leads the trick.
        cards: those of the trick that were played.
        number: tricks complete.
        left: the cards that nobody has played.
        seats: how many play.
    """
    follow = best = 0
    if cards:
        follow = table.follow[cards[0]]
        best = 1 << cards[winning_place(cards, table.power)]
    return binding.masks((leader + len(cards)) % seats, leader, number, follow, best, left)


def _bound(
    terms: Terms, hand: int, left: int, seat: int, played: tuple[int, ...], number: int
) -> int:
    """The cards of a hand that its seat may play under a play rule, as a mask."""
    assert terms.binding is not None, "a rule binds"
    leader = (seat - len(played)) % terms.seats
    table = terms.trick_table
    return choice_of(hand, _masks(terms.binding, table, leader, played, number, left, terms.seats))


@frozen
class CardPlay:
    """How far the cards were played: what lies, whose turn it is, what binds a card.

    The phase of the play, the table's law, the solver, records and samples all take their positions
    from it. Only compiled loops and arrays write it a second time, each held to it by tests.
    """

    if TYPE_CHECKING:

        def make(
            self,
            setup: DealSetup,
            unplayed: int,
            actor: int,
            played: tuple[int, ...],
            done: tuple[TrickRow, ...],
            won: int,
            slam: SlamCall | None,
            may: int,
        ) -> Self:
            """A position of the same class, made fast."""
            ...

    setup: DealSetup
    """What was settled before the first lead."""
    unplayed: int = field(repr=False)
    """Every card of the pack that was not played yet, as a mask."""
    actor: int
    """The seat that is to play a card."""
    played: tuple[int, ...] = ()
    """Cards of the current trick in the order played."""
    done: tuple[TrickRow, ...] = field(default=(), repr=False)
    """The complete tricks."""
    won: int = 0
    """Tricks won, four bits a seat."""
    slam: SlamCall | None = None
    """The slam that the declarer has declared, and when; ``None`` without one."""
    may: int = field(default=-1, eq=False, repr=False)
    """The cards that the actor may play, as a mask, worked out from the rest; 0 in a view."""

    def __attrs_post_init__(self) -> None:
        full = self.setup.deal.table.viewer is FULL
        object.__setattr__(self, "may", self.follows() if full else 0)

    def after(self, action: Action) -> Any:
        """The position after a card of the actor, or what follows a trick."""
        if type(action) is not Play or not self.may & action.bit:
            return self.refused(action)
        setup = self.setup
        actor = self.actor
        if action.index == setup.called:
            setup = setup.with_partner(actor)
        terms = setup.terms
        played = self.played + (action.index,)  # noqa: RUF005 - faster than to unpack
        unplayed = self.unplayed ^ action.bit
        following = terms.after[actor]
        if len(played) != terms.seats:
            may = setup.hands[following] & unplayed
            if terms.binding is None:
                # may_play, without the call of a function for every card.
                may = may & terms.follow[played[0]] or may
            else:
                may = _bound(terms, may, unplayed, following, played, len(self.done))
            return self.make(
                setup, unplayed, following, played, self.done, self.won, self.slam, may
            )
        # Who comes after the last to play has led.
        winner = (following + winning_place(played, terms.power)) % terms.seats
        done = self.done + ((following, played, winner),)  # noqa: RUF005 - as above
        won = self.won + _TRICK[winner]
        may = setup.hands[winner] & unplayed
        if terms.binding is not None:
            may = _bound(terms, may, unplayed, winner, (), len(done))
        state = self.make(setup, unplayed, winner, (), done, won, self.slam, may)
        return state.after_trick(actor, action.index) if len(done) in terms.pauses else state

    def with_card(self, card: int) -> Self:
        """The position after a card of the actor, by its index; it is not checked.

        No question and no bill comes between the tricks.
        """
        here = (self.setup, self.unplayed, self.actor, self.played, self.done, self.won, self.slam)
        bare: CardPlay = _bare(None, *here, -1).after(PLAYS[card])
        then = (bare.setup, bare.unplayed, bare.actor, bare.played, bare.done, bare.won, bare.slam)
        return self.make(*then, bare.may)

    def refused(self, action: Action) -> Any:
        """What comes of an action that is not a card that may be played."""
        raise ValueError(f"{action} cannot be played")

    def after_trick(self, seat: int, card: int) -> Any:
        """What follows a trick that a seat has ended with a card: the next lead."""
        return self

    def in_setup(self, setup: DealSetup) -> Self:
        """The same position in another setup that makes the same public."""
        made = self._made_in(setup, 0)
        return made.admitting(made.follows()) if setup.deal.table.viewer is FULL else made

    def admitting(self, may: int) -> Self:
        """The same position, in which the actor may play other cards than those that follow."""
        return self._made_in(self.setup, may)

    def _made_in(self, setup: DealSetup, may: int) -> Self:
        return self.make(
            setup, self.unplayed, self.actor, self.played, self.done, self.won, self.slam, may
        )

    def follows(self) -> int:
        """The cards that the actor may play, as a mask: those that follow suit if he holds any.

        Another play rule may bind him otherwise. Nothing where the viewer does not see the hand.
        """
        terms = self.setup.terms
        hand = self.setup.hands[self.actor] & self.unplayed
        if terms.binding is not None:
            return _bound(terms, hand, self.unplayed, self.actor, self.played, len(self.done))
        return may_play(hand, terms.follow[self.played[0]]) if self.played else hand

    def forbidding(self, card: int, number: int, place: int) -> int:
        """The cards that forbid a card at its place in a trick, as a mask; 0 for none.

        Whoever plays it by the rules holds none of them.

        Args:
            card: its index.
            number: how many tricks are complete before it.
            place: how many cards of the trick lie before it.
        """
        terms, rows = self.setup.terms, self.done
        row = rows[number] if number < len(rows) else (self.leader, self.played, -1)
        leader, cards, _ = row
        if terms.binding is None:
            return void_shown(1 << card, terms.follow[cards[0]]) if place else 0
        gone = (*(card for _, before, _ in rows[:number] for card in before), *cards[:place])
        masks = _masks(
            *(terms.binding, terms.trick_table, leader, cards[:place], number),
            *(terms.binding.pack & ~mask_of(gone), terms.seats),
        )
        return lacking(1 << card, masks)

    @property
    def left(self) -> int:
        """The cards that players still hold, as far as the viewer sees them, as a mask."""
        return sum(self.setup.hands) & self.unplayed

    @property
    def leader(self) -> int:
        """Who led the current trick, or is to lead."""
        return (self.actor - len(self.played)) % self.setup.terms.seats

    @property
    def trick(self) -> tuple[Card, ...]:
        """The current trick, from its leader's card on."""
        return tuple(map(PACK.__getitem__, self.played))

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        return tuple(map(_trick_of, self.done))

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return _counts(self.won, self.setup.terms.seats)

    def tricks_of(self, side: tuple[int, ...]) -> int:
        """Tricks won by one seat, or by two together."""
        won = self.won
        taken = won >> 4 * side[0] & 15
        return taken if len(side) == 1 else taken + (won >> 4 * side[1] & 15)

    def gone_from(self, seat: int) -> int:
        """The cards that a seat has played, as a mask."""
        seats = self.setup.terms.seats
        gone = 0
        for leader, cards, _ in self.done:
            gone |= 1 << cards[(seat - leader) % seats]
        place = (seat - self.leader) % seats
        return gone | 1 << self.played[place] if place < len(self.played) else gone

    @property
    def gone(self) -> tuple[int, ...]:
        """By seat, the cards that it has played, as masks."""
        seats = self.setup.terms.seats
        gone = [0] * seats
        for leader, cards, _ in (*self.done, (self.leader, self.played, -1)):
            for seat, card in zip(clockwise(leader, seats), cards, strict=False):
                gone[seat] |= BIT[card]
        return tuple(gone)

    def lacks(self, seat: int, card: int) -> bool:
        """Whether the viewer knows that a seat does not hold a card, by its index."""
        if not self.unplayed >> card & 1:
            return True
        hand = self.setup.hands[seat]
        if hand:
            return not hand >> card & 1
        if any(other >> card & 1 for other in self.setup.hands):
            return True
        if card == self.setup.called and self.setup.lacks_called(seat):
            return True
        return bool(self.void[seat] >> card & 1) or self.setup.lacks(seat, 1 << card)

    @property
    def void(self) -> tuple[int, ...]:
        """By seat, the cards that everybody knows it cannot hold any more, as masks."""
        terms, rows = self.setup.terms, self.done
        if self.played:
            rows = (*rows, (self.leader, self.played, -1))
        return _void_after(rows, terms.trick_table, terms.binding, terms.seats)


_bare: Any = maker(CardPlay, method=True)
CardPlay.make = _bare  # type: ignore[method-assign]
