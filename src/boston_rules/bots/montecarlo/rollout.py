"""Deals played to the end by four simple players, who see no more than players do.

The same cards as those of :class:`~boston_rules.bots.SimpleBot` at the same table, several times
as fast: what a player knows is kept from card to card instead of being read off a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from boston_rules import Contract, Suit, Variant
from boston_rules.bots.simple.duck import duck, force
from boston_rules.bots.simple.play import follow_to_win, lead_to_win
from boston_rules.bots.simple.policy import few_is_good, take_one
from boston_rules.bots.simple.sight import Sight, order_of
from boston_rules.cards import FULL_PACK
from boston_rules.rules.ladder import AtLeast

__all__ = ["Players"]

_NOTHING: dict[int, int] = {}


class _Glance(Sight):
    """What a player sees, set from outside."""

    __slots__ = ()

    def __init__(self) -> None:
        pass


class Players:
    """Four simple players at a table, as everybody sees it before a card is played.

    Args:
        variant: the rules.
        contract: what is played, or ``None`` in a deal that nobody bid.
        turned: the suit turned in the deal.
        done: the complete tricks: who led each, and its cards in the order played.
        played: the cards of the current trick.
        leader: who led it, or is to lead.
        taken: tricks won by each seat.
        called: the card whose holder is the partner, where one was called.
        table: whether the declarer has declared a slam on the table.
    """

    def __init__(
        self,
        variant: Variant,
        contract: Contract | None,
        turned: Suit | None,
        *,
        done: Sequence[tuple[int, Sequence[int]]],
        played: Sequence[int],
        leader: int,
        taken: Sequence[int],
        called: int | None,
        table: bool = False,
    ) -> None:
        self.seats = variant.seats
        self.declarer = None if contract is None else contract.declarer
        trump = None if contract is None else contract.trump
        self.table = variant.trumps.table(trump, turned)
        self.order = order_of(self.table)
        self.played, self.leader, self.taken, self.called = played, leader, taken, called
        self.number = len(done)
        self.kind: Literal["win", "duck", "exact"] = "win"
        self.goal, self.total, self.free = 0, 13, 0
        self.open = self.total
        """The trick from which on the declarer's hand lies face up."""
        if contract is None:
            self.kind = "duck" if few_is_good(variant) else "win"
        else:
            step = variant.ladder[contract.key]
            self.total, self.free = step.tricks_played, step.free_tricks
            if not isinstance(step.goal, AtLeast):
                self.kind, self.goal = "exact", step.goal.tricks
            if step.exposed != "no":
                self.open = 0 if step.exposed == "before-lead" else 1
            if table:
                self.open = 0
        self.gone = 0
        self.void = [0] * self.seats
        suit_of = self.table.suit_of
        for number, (first, cards) in enumerate((*done, (leader, played))):
            for at, card in enumerate(cards):
                self.gone |= 1 << card
                seat = (first + at) % self.seats
                follows = suit_of[card] == suit_of[cards[0]]
                if not follows and (seat != self.declarer or number >= self.free):
                    self.void[seat] |= 1 << suit_of[cards[0]]

    def run(
        self,
        hands: Sequence[int],
        dealt: Sequence[int],
        partner: int | None,
        cards: Sequence[int] = (),
    ) -> tuple[int, ...]:
        """Tricks by seat at the end; no slam is declared and nobody gives up.

        A contract that its declarer has lost by winning a trick is not played to the end.

        Args:
            hands: what each seat holds, as masks.
            dealt: what each seat was dealt.
            partner: the declarer's partner, known or not.
            cards: the first cards to be played, whatever the players would do.
        """
        seats, table, order = self.seats, self.table, self.order
        suit_of, power, follow, lanes = table.suit_of, table.power, table.follow, table.suit_masks
        hands = list(hands)
        hidden = [FULL_PACK & ~hand for hand in dealt]
        gone, void, number = self.gone, self.void.copy(), self.number
        free, goal, kind, total = self.free, self.goal, self.kind, self.total
        played, taken, leader = list(self.played), list(self.taken), self.leader
        actor = (leader + len(played)) % seats
        declarer, called = self.declarer, self.called
        everybody = set(range(seats))
        side = {seat for seat in (declarer, partner) if seat is not None}
        others = everybody - side
        given = list(reversed(cards))
        see = _Glance()
        see.table, see.trump, see.order = table, table.trump, order
        see.seats, see.declarer = seats, declarer
        see.played = played
        while True:
            hand = hands[actor]
            legal = hand
            if played:
                fitting = hand & follow[played[0]]
                if fitting and (actor != declarer or number >= free):
                    legal = fitting
            if given:
                card = given.pop()
            elif not legal & (legal - 1):
                card = legal.bit_length() - 1
            else:
                see.seat = actor
                see.hand = hand
                see.legal = legal
                see.leader = leader
                unseen = see.unseen = hidden[actor] & ~gone
                if declarer is None:
                    see.side = set()
                    see.allies = {actor}
                elif called is not None and actor != partner and not gone >> called & 1:
                    see.side = {declarer}
                    see.allies = see.side if actor == declarer else everybody - see.side
                else:
                    see.side = side
                    see.allies = side if actor in side else others
                known = see.void = void.copy()
                see.exposed = _NOTHING
                if declarer is not None and number >= self.open:
                    shown = hands[declarer]
                    see.exposed = {declarer: shown}
                    for suit in range(4):
                        if not shown & lanes[suit]:
                            known[declarer] |= 1 << suit
                for suit in range(4):
                    if not unseen & lanes[suit]:
                        for seat in range(seats):
                            if seat != actor:
                                known[seat] |= 1 << suit
                see.later = [(leader + at) % seats for at in range(len(played) + 1, seats)]
                see.best = see.winner = None
                if played:
                    strength = power[played[0]]
                    see.best = max(played, key=strength.__getitem__)
                    see.winner = (leader + played.index(see.best)) % seats
                if kind == "win":
                    card = lead_to_win(see) if see.best is None else follow_to_win(see)
                elif kind == "duck":
                    card = duck(see)
                else:
                    assert declarer is not None
                    missing, left = goal - taken[declarer], hand.bit_count()
                    if actor == declarer:
                        card = take_one(see, missing, left) if missing > 0 else duck(see)
                    elif actor in see.side or 0 < missing >= left - 1:
                        card = lead_to_win(see) if see.best is None else follow_to_win(see)
                    else:
                        card = force(see, declarer)
            bit = 1 << card
            hands[actor] ^= bit
            gone |= bit
            if (
                played
                and suit_of[card] != suit_of[played[0]]
                and (actor != declarer or number >= free)
            ):
                void[actor] |= 1 << suit_of[played[0]]
            played.append(card)
            if len(played) < seats:
                actor = (actor + 1) % seats
                continue
            strength = power[played[0]]
            actor = (leader + played.index(max(played, key=strength.__getitem__))) % seats
            taken[actor] += 1
            played.clear()
            leader = actor
            number += 1
            if number == total or (kind == "exact" and actor == declarer and taken[actor] > goal):
                return tuple(taken)
