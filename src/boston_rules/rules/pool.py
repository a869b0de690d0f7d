"""Antes, who takes the pool, who feeds it, and its cap."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from boston_rules.core.sources import Cite, cited
from boston_rules.rules.checked import figure, names_of_bids
from boston_rules.rules.ladder import Ladder, Step
from boston_rules.rules.rule import Rule

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
        ante = self.late_chips if deal > deals - self.late_deals else self.chips
        return tuple(ante if seat == dealer else 0 for seat in range(seats))

    def words(self) -> str:
        late = f", {self.late_chips} in the last {self.late_deals} deals" if self.late_deals else ""
        return f"the dealer antes {self.chips}{late}"


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
        more = f", the dealer {self.dealer_extra} more" if self.dealer_extra else ""
        return f"every player antes {self.chips}{more}"


class BidRange(Rule, Protocol):
    """Which bids a pool rule is about."""

    __slots__ = ()

    def covers(self, step: Step, ladder: Ladder) -> bool:
        """Whether the step is among them."""
        ...


@frozen
class AnyBid(BidRange):
    """Every bid."""

    source: Cite | None = cited()

    def covers(self, step: Step, ladder: Ladder) -> bool:
        return True

    def words(self) -> str:
        return "any bid"


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
        return f"any bid at or above {self.key}"


class FeedsPool(Rule, Protocol):
    """What a lost contract puts into the pool."""

    __slots__ = ()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        """Chips that the losing side owes the pool; ``price`` is what one opponent got."""
        ...


@frozen
class PaysLikeOpponent(FeedsPool):
    """The pool gets the same as one opponent."""

    source: Cite | None = cited()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        return price

    def words(self) -> str:
        return "a lost contract pays the pool the same as one opponent"


@frozen
class FeedsNothing(FeedsPool):
    """A lost contract puts nothing into the pool."""

    source: Cite | None = cited()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        return 0

    def words(self) -> str:
        return "a lost contract puts nothing into the pool"


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
        few = (
            f" with fewer than {self.below} tricks (a misère or Piccolissimo: that fails)"
            if self.below is not None
            else ""
        )
        return f"{self.bids.words()} that is lost{few} doubles the pool"


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
    source: Cite | None = cited()

    def words(self) -> str:
        return (
            f"{self.ante.words()}; {self.taken_by.words()} that is made takes the pool; "
            f"{self.lost.words()}"
            + (f"; chips above {self.cap} are set aside for the next pool" if self.cap else "")
        )
