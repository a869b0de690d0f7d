"""What becomes of a deal in which nobody bids."""

from __future__ import annotations

from typing import ClassVar, Protocol

from attrs import frozen

from boston_rules.core.sources import Cite, cited
from boston_rules.core.transfers import POOL, Line, Transfer
from boston_rules.rules.checked import figure

__all__ = ["FewestTakesPool", "MostPaysEach", "PassedOutRule", "ThrownIn"]


class PassedOutRule(Protocol):
    """What becomes of a deal in which nobody bids."""

    @property
    def played(self) -> bool:
        """Whether the thirteen tricks are played, without trumps."""
        ...

    def transfers(self, tricks: tuple[int, ...], pool: int, eldest: int) -> tuple[Transfer, ...]:
        """The settlement; ``tricks`` by seat are all 0 when the hands are thrown in."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


def _clockwise(eldest: int, seats: int) -> list[int]:
    return [(eldest + step) % seats for step in range(seats)]


@frozen
class FewestTakesPool:
    """Played for the pool: fewest tricks takes it, ties divide, odd chips stay.

    >>> from boston_rules.rules.passed_out import FewestTakesPool
    >>> [str(paid) for paid in FewestTakesPool().transfers((2, 2, 4, 5), 51, 0)]
    ['the pool pays seat 0 25: fewest tricks', 'the pool pays seat 1 25: fewest tricks']
    """

    played: ClassVar[bool] = True
    """Whether the cards are played."""
    source: Cite | None = cited()

    def transfers(self, tricks: tuple[int, ...], pool: int, eldest: int) -> tuple[Transfer, ...]:
        """The pool to the winners."""
        fewest = min(tricks)
        winners = [seat for seat in _clockwise(eldest, len(tricks)) if tricks[seat] == fewest]
        share = pool // len(winners)
        if not share:
            return ()
        return tuple(Transfer(POOL, seat, (Line(share, "fewest tricks"),)) for seat in winners)

    def words(self) -> str:
        """The rule in English."""
        return (
            "if all pass the deal is played without trumps; who takes the fewest tricks takes the "
            "pool, ties divide it and odd chips stay"
        )


@frozen
class MostPaysEach:
    """General misery: who takes most tricks pays each other player by the difference."""

    per_trick: int = figure()
    """Chips for each trick of difference."""
    played: ClassVar[bool] = True
    """Whether the cards are played."""
    source: Cite | None = cited()

    def transfers(self, tricks: tuple[int, ...], pool: int, eldest: int) -> tuple[Transfer, ...]:
        """Payments of the most to the fewer.

        Alone: ``per_trick`` for each trick of difference. Two tied: the same, half each, the odd
        chip by the one nearer eldest. Three tied: ``per_trick`` each to the fourth.

        >>> from boston_rules.rules.passed_out import MostPaysEach
        >>> [str(paid) for paid in MostPaysEach(5).transfers((4, 4, 4, 1), 0, 0)][0]
        'seat 0 pays seat 3 5: general misery'
        """
        most = max(tricks)
        order = _clockwise(eldest, len(tricks))
        tied = [seat for seat in order if tricks[seat] == most]
        paid = []
        for payee in order:
            if payee in tied:
                continue
            due = self.per_trick * (most - tricks[payee])
            shares: tuple[int, ...]
            if len(tied) == 1:
                shares = (due,)
            elif len(tied) == 2:
                shares = (due - due // 2, due // 2)
            else:
                shares = (self.per_trick,) * len(tied)
            for payer, chips in zip(tied, shares, strict=True):
                paid.append(Transfer(payer, payee, (Line(chips, "general misery"),)))
        return tuple(paid)

    def words(self) -> str:
        """The rule in English."""
        return f"{self.words_without_pool()}; the pool is untouched"

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return (
            "if all pass the deal is played without trumps; who takes most tricks pays each other "
            f"player {self.per_trick} for every trick of difference; two tied for most pay that "
            f"together, half each; three tied pay the fourth {self.per_trick} each"
        )


@frozen
class ThrownIn:
    """The hands are thrown in; each player may have to feed the pool."""

    fine: int = figure(0)
    """Chips that each player puts into the pool."""
    played: ClassVar[bool] = False
    """Whether the cards are played."""
    source: Cite | None = cited()

    def transfers(self, tricks: tuple[int, ...], pool: int, eldest: int) -> tuple[Transfer, ...]:
        """The fines."""
        if not self.fine:
            return ()
        return tuple(
            Transfer(seat, POOL, (Line(self.fine, "all passed"),))
            for seat in _clockwise(eldest, len(tricks))
        )

    def words(self) -> str:
        """The rule in English."""
        fine = f" and every player pays the pool {self.fine}" if self.fine else ""
        return f"if all pass the hands are thrown in{fine}; the pool stays, the next player deals"

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return "if all pass the hands are thrown in; the next player deals"
