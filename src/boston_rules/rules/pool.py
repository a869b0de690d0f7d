"""Antes, who takes the pool, who feeds it, and its cap."""

from __future__ import annotations

from typing import Protocol

from attrs import field, frozen

from boston_rules.core.sources import ADDED, Cite, cited
from boston_rules.rules.checked import figure
from boston_rules.rules.ladder import Ladder, Step, ladder_problems

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


class PoolAnte(Protocol):
    """What is paid into the pool before a deal."""

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        """Chips by seat, for deal number ``deal`` (1-based) of ``deals``."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class DealerAntes:
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
        """Chips by seat."""
        ante = self.late_chips if deal > deals - self.late_deals else self.chips
        return tuple(ante if seat == dealer else 0 for seat in range(seats))

    def words(self) -> str:
        """The rule in English."""
        late = f", {self.late_chips} in the last {self.late_deals} deals" if self.late_deals else ""
        return f"the dealer antes {self.chips}{late}"


@frozen
class EachAntes:
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
        """Chips by seat."""
        return tuple(
            self.chips + (self.dealer_extra if seat == dealer else 0) for seat in range(seats)
        )

    def words(self) -> str:
        """The rule in English."""
        more = f", the dealer {self.dealer_extra} more" if self.dealer_extra else ""
        return f"every player antes {self.chips}{more}"


class BidRange(Protocol):
    """Which bids a pool rule is about."""

    def covers(self, step: Step, ladder: Ladder) -> bool:
        """Whether the step is among them."""
        ...

    def words(self) -> str:
        """The range in English."""
        ...


@frozen
class AnyBid:
    """Every bid."""

    def covers(self, step: Step, ladder: Ladder) -> bool:
        """Always."""
        return True

    def words(self) -> str:
        """The range in English."""
        return "any bid"


@frozen
class AtOrAbove:
    """Bids at or above a step, by their place on the ladder."""

    key: str
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

    def ladder_problems(self, ladder: Ladder) -> list[str]:
        """The key must be one of the ladder."""
        if self.key in ladder:
            return []
        return [f"the pool rule names {self.key!r}, which is not on the ladder"]

    def words(self) -> str:
        """The range in English."""
        return f"any bid at or above {self.key}"


class FeedsPool(Protocol):
    """What a lost contract puts into the pool."""

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        """Chips that the losing side owes the pool; ``price`` is what one opponent got."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class PaysLikeOpponent:
    """The pool gets the same as one opponent."""

    source: Cite | None = cited()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        """The price."""
        return price

    def words(self) -> str:
        """The rule in English."""
        return "a lost contract pays the pool the same as one opponent"


@frozen
class FeedsNothing:
    """A lost contract puts nothing into the pool."""

    source: Cite | None = cited()

    def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
        """Nothing."""
        return 0

    def words(self) -> str:
        """The rule in English."""
        return "a lost contract puts nothing into the pool"


@frozen
class DoublesPool:
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

    def ladder_problems(self, ladder: Ladder) -> list[str]:
        """Those of the bids it is about."""
        return ladder_problems(self.bids, ladder)

    def words(self) -> str:
        """The rule in English."""
        few = (
            f" with fewer than {self.below} tricks (a misère or Piccolissimo: that fails)"
            if self.below is not None
            else ""
        )
        return f"{self.bids.words()} that is lost{few} doubles the pool"


@frozen(kw_only=True)
class PoolRule:
    """The pool from ante to payment."""

    ante: PoolAnte
    """What is put in before a deal."""
    when_empty: bool = field(default=False, metadata=ADDED)
    """Whether it is put in only before a deal that finds nothing in the pool or set aside."""
    taken_by: BidRange = AnyBid()
    """Which bids take the pool when made."""
    lost: FeedsPool
    """What is put in for a lost contract."""
    cap: int | None = figure(None, optional=True)
    """The most the pool may hold; what is above it is set aside for the next pool."""
    source: Cite | None = cited()

    def ladder_problems(self, ladder: Ladder) -> list[str]:
        """Those of its parts."""
        return [*ladder_problems(self.taken_by, ladder), *ladder_problems(self.lost, ladder)]

    def words(self) -> str:
        """The rule in English."""
        return (
            f"{self.ante.words()}{' when the pool is empty, and only then' * self.when_empty}; "
            f"{self.taken_by.words()} that is made takes the pool; "
            f"{self.lost.words()}"
            + (f"; chips above {self.cap} are set aside for the next pool" if self.cap else "")
        )
