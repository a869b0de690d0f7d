"""What the play rule of a contract admits, asked position by position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import field, frozen

from boston_rules.core.cards import FULL_PACK, bits
from boston_rules.core.contract import Contract
from boston_rules.rules.binding import PlayRule, ToPlay

__all__ = ["Binding", "Binds"]

Binds: TypeAlias = Callable[[int, int, int, int, int, int], Sequence[int]]
"""The sets of cards that bind a player, the most binding first: by his seat, the leader, how many
tricks are complete, the cards that follow, the one that is winning, and the watched ones left."""


@frozen(eq=False)
class Binding:
    """The play rule of a contract that binds otherwise than by following suit."""

    rule: PlayRule
    """The rule."""
    contract: Contract
    """What is played."""
    follow: tuple[int, ...] = field(repr=False)
    """By card led, the cards that follow it, as a mask."""
    pack: int = FULL_PACK
    """The cards of the game, as a mask."""
    lasts: int = field(init=False)
    """In how many tricks it binds so."""
    watched: int = field(init=False)
    """The cards that it tells from others of their suit, as a mask."""

    @lasts.default
    def _lasts(self) -> int:
        return self.rule.lasts(self.contract)

    @watched.default
    def _watched(self) -> int:
        return self.rule.watches(self.contract)

    @property
    def ranks(self) -> bool:
        """Whether it looks at ranks."""
        return self.watched == FULL_PACK

    def masks(
        self, seat: int, leader: int, number: int, follow: int, best: int, left: int
    ) -> Sequence[int]:
        """The sets of cards that bind a player, the most binding first.

        Args:
            seat: who is to play.
            leader: who leads the trick.
            number: how many tricks are complete.
            follow: the cards that follow the card led; 0 before the lead.
            best: the card that is winning the trick; 0 before the lead.
            left: the cards that nobody has played.
        """
        if number >= self.lasts:
            return (follow,) if follow else ()
        best = best if self.ranks else 0
        return self.rule.binds(
            ToPlay(self.contract, seat, leader, number, follow, best, left & self.watched)
        )

    def binds_more(self, seat: int, seats: int) -> bool:
        """Whether a seat that does not lead may ever be bound to more than following suit."""
        if self.watched:
            return True
        lanes = set(self.follow)
        return any(
            tuple(self.masks(seat, leader, number, lane, 0, 0)) not in ((), (lane,))
            for leader in range(seats)
            for number in range(self.lasts)
            for lane in lanes
            if leader != seat
        )

    def numbered(self, numbers: Sequence[int], cards: Sequence[int]) -> Binds:
        """The same for cards with other numbers.

        Args:
            numbers: by card, its number; -1 for a card that has none.
            cards: by number, the card; -1 for a number without one.
        """
        known: dict[tuple[int, int, int, int, int, int], tuple[int, ...]] = {}

        def binds(
            seat: int, leader: int, number: int, follow: int, best: int, left: int
        ) -> Sequence[int]:
            best = best if self.ranks else 0
            key = (seat, leader, number, follow, best, left)
            found = known.get(key)
            if found is None:
                led = cards[follow.bit_length() - 1]
                masks = self.masks(
                    seat,
                    leader,
                    number,
                    self.follow[led] if follow else 0,
                    _moved(best, cards),
                    _moved(left, cards),
                )
                found = known[key] = tuple([_moved(mask, numbers) for mask in masks])
            return found

        return binds


def _moved(mask: int, numbers: Sequence[int]) -> int:
    """A mask in other numbers, of the cards that have one."""
    return sum(1 << numbers[card] for card in bits(mask) if numbers[card] >= 0)
