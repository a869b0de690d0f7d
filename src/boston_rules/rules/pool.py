"""Antes, who takes the pool, who feeds it, and its cap."""

from __future__ import annotations

from typing import Protocol

from attrs import field, frozen

from boston_rules.core.saying import BidKey, joined, say
from boston_rules.core.sources import ADDED, Cite, cited
from boston_rules.rules.checked import figure, names_of_bids
from boston_rules.rules.ladder import Ladder, Step
from boston_rules.rules.rule import CitedRule, Rule

__all__ = [
    "AnyBid",
    "AtOrAbove",
    "BidRange",
    "DealerAntes",
    "DoublesPool",
    "EachAntes",
    "FeedsNothing",
    "FeedsPool",
    "PaysLikeOpponent",
    "PoolAnte",
    "PoolRule",
]


class PoolAnte(Rule, Protocol):
    """What is paid into the pool before a deal."""

    __slots__ = ()

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        """Chips by seat, for deal number ``deal`` (1-based) of ``deals``."""
        ...


@frozen
class DealerAntes(PoolAnte):
    """The dealer puts ``chips`` into the pool, ``late_chips`` in the last ``late_deals``.

    Deals that are played after the last one, until the pool is empty, are not late.

    >>> from boston_rules.rules.pool import DealerAntes
    >>> DealerAntes(10, late_deals=8, late_chips=20).amounts(1, 33, 40, 4)
    (0, 20, 0, 0)
    """

    chips: int = figure()
    """Chips that the dealer puts in."""
    late_deals: int = figure(0)
    """How many deals are near the end."""
    late_chips: int = figure(0)
    """Chips that he puts in near the end of the session."""
    source: Cite | None = cited()

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        late = deals - self.late_deals < deal <= deals
        ante = self.late_chips if late else self.chips
        return tuple(ante if seat == dealer else 0 for seat in range(seats))

    def words(self) -> str:
        if not self.late_deals:
            return say("the dealer antes {chips}", chips=self.chips)
        return say(
            "the dealer antes {chips}, {late_chips} in the last {late_deals} deals",
            chips=self.chips,
            late_chips=self.late_chips,
            late_deals=self.late_deals,
        )


@frozen
class EachAntes(PoolAnte):
    """Every player puts ``chips`` into the pool, the dealer ``dealer_extra`` more.

    >>> from boston_rules.rules.pool import EachAntes
    >>> EachAntes(8, dealer_extra=4).amounts(0, 1, 12, 4)
    (12, 8, 8, 8)
    """

    chips: int = figure()
    """Chips that everybody puts in."""
    dealer_extra: int = figure(0)
    """Chips that the dealer puts in besides."""
    source: Cite | None = cited()

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return tuple(
            self.chips + (self.dealer_extra if seat == dealer else 0) for seat in range(seats)
        )

    def words(self) -> str:
        if not self.dealer_extra:
            return say("every player antes {chips}", chips=self.chips)
        return say(
            "every player antes {chips}, the dealer {extra} more",
            chips=self.chips,
            extra=self.dealer_extra,
        )


class BidRange(Rule, Protocol):
    """Which bids a pool rule is about."""

    __slots__ = ()

    def covers(self, step: Step, ladder: Ladder) -> bool:
        """Whether the step is among them."""
        ...


class AnyBid(CitedRule, BidRange):
    """Every bid."""

    __slots__ = ()

    def covers(self, step: Step, ladder: Ladder) -> bool:
        return True

    def words(self) -> str:
        return say("any bid")


@frozen
class AtOrAbove(BidRange):
    """Bids at or above a step, by their place on the ladder."""

    key: str = names_of_bids()
    """The key of the lowest of the bids."""
    source: Cite | None = cited()

    def covers(self, step: Step, ladder: Ladder) -> bool:
        """Whether the step ranks at or above the key."""
        for each in ladder.steps:
            if each.key == self.key:
                return True
            if each.key == step.key:
                return False
        raise KeyError(step.key)

    def words(self) -> str:
        return say("any bid at or above {bid}", bid=BidKey(self.key))


class FeedsPool(Rule, Protocol):
    """What a lost contract puts into the pool."""

    __slots__ = ()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        """Chips that the losing side owes the pool; ``price`` is what one opponent got."""
        ...


class PaysLikeOpponent(CitedRule, FeedsPool):
    """The pool gets the same as one opponent."""

    __slots__ = ()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        return price

    def words(self) -> str:
        return say("a lost contract pays the pool the same as one opponent")


class FeedsNothing(CitedRule, FeedsPool):
    """A lost contract puts nothing into the pool."""

    __slots__ = ()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        return 0

    def words(self) -> str:
        return say("a lost contract puts nothing into the pool")


@frozen
class DoublesPool(FeedsPool):
    """The pool gets as much as it holds."""

    bids: BidRange = AnyBid()
    """Of which bids."""
    below: int | None = figure(None, optional=True)
    """Only where the side took fewer tricks than this, or a bid without so many tricks failed."""
    source: Cite | None = cited()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        """What the pool holds, for the bids the rule is about."""
        if not self.bids.covers(step, ladder):
            return 0
        enough = self.below is not None and tricks >= self.below
        return 0 if enough and step.goal.counted else pool

    def words(self) -> str:
        bids = self.bids.words()
        if self.below is None:
            return say(
                "{bids} that is lost doubles the pool at the cost of the declarer's side",
                bids=bids,
            )
        return say(
            "{bids} that is lost with fewer than {tricks} tricks (a misère or Piccolissimo: that "
            "fails) doubles the pool at the cost of the declarer's side",
            bids=bids,
            tricks=self.below,
        )


@frozen(kw_only=True)
class PoolRule(Rule):
    """The pool from ante to payment."""

    ante: PoolAnte
    """What is put in before a deal."""
    taken_by: BidRange = AnyBid()
    """Which bids take the pool when made."""
    lost: FeedsPool
    """What is put in for a lost contract."""
    cap: int | None = figure(None, optional=True)
    """The most the pool may hold; what is above it is set aside for the next pool."""
    ante_when_empty: bool = field(default=False, metadata=ADDED)
    """Whether antes are due only before a deal that finds the pool empty."""
    source: Cite | None = cited()

    def words(self) -> str:
        ante = self.ante.words()
        if self.ante_when_empty:
            ante = say("{ante}, but only while the pool is empty", ante=ante)
        taken = say("{bids} that is made takes the pool", bids=self.taken_by.words())
        parts = [ante, taken, self.lost.words()]
        if self.cap:
            parts.append(say("chips above {cap} are set aside for the next pool", cap=self.cap))
        return joined("; ", parts)
