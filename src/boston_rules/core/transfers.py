"""Chips moving between purses, pool and set-aside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen

from boston_rules.core.making import maker
from boston_rules.core.saying import Player, Said, joined, personal, say
from boston_rules.core.sources import Cite

__all__ = [
    "POOL",
    "SET_ASIDE",
    "Account",
    "Line",
    "Moves",
    "Transfer",
    "account_name",
    "halves",
    "line_of",
    "transfer_of",
    "with_antes",
]

POOL: Final = "pool"
SET_ASIDE: Final = "set-aside"
Account: TypeAlias = int | Literal["pool", "set-aside"]
"""A seat, the pool, or what a capped pool has set aside."""


def account_name(account: Account) -> Said:
    """``seat 2``, ``the pool`` or ``the set-aside``."""
    if isinstance(account, int):
        return say("{player}", player=Player(account))
    return say("the pool") if account == POOL else say("the set-aside")


@frozen
class Line:
    """One line of a bill."""

    chips: int
    """How many chips."""
    reason: str
    """What they are for, in words."""
    source: Cite | None = field(default=None, eq=False, repr=False)
    """Of the rule by which they are paid, where one is cited; a bill that was only read does not
    tell."""

    def cited(self, source: Cite | None) -> Line:
        """The line with a source, unless it has one."""
        unchanged = source is None or self.source is not None
        return self if unchanged else line_of(self.chips, self.reason, source)


@frozen
class Transfer:
    """Chips that go from one account to another, and why, line by line.

    >>> import boston_rules as br
    >>> print(br.Transfer(1, 0, (br.Line(20, "Simple Boston in ♥"), br.Line(10, "2 overtricks"))))
    seat 1 pays seat 0 30: 20 for Simple Boston in ♥, 10 for 2 overtricks
    """

    payer: Account
    """Who pays, a seat, :data:`POOL` or :data:`SET_ASIDE`."""
    payee: Account
    """Who gets the chips, a seat, :data:`POOL` or :data:`SET_ASIDE`."""
    lines: tuple[Line, ...]
    """What the chips are for, one line a reason."""

    def cited(self, source: Cite | None) -> Transfer:
        """The transfer with a source for each line that has none."""
        return transfer_of(
            self.payer, self.payee, tuple([line.cited(source) for line in self.lines])
        )

    @property
    def chips(self) -> int:
        """Chips in all, never negative."""
        return sum([line.chips for line in self.lines])

    @property
    def reason(self) -> str:
        """The reasons of the lines."""
        if len(self.lines) == 1:
            return self.lines[0].reason
        lines = self.lines
        return joined(
            ", ", [say("{chips} for {reason}", chips=of.chips, reason=of.reason) for of in lines]
        )

    def __str__(self) -> str:
        told: dict[str, Any] = {"chips": self.chips, "reason": self.reason}
        payer, payee = account_name(self.payer), account_name(self.payee)
        if self.payee == POOL:
            said = say("{payer} pays the pool {chips}: {reason}", payer=payer, **told)
            return personal(said, {self.payer: say("you pay the pool {chips}: {reason}", **told)})
        if self.payee == SET_ASIDE:
            return say("{payer} pays the set-aside {chips}: {reason}", payer=payer, **told)
        said = say("{payer} pays {payee} {chips}: {reason}", payer=payer, payee=payee, **told)
        own = {
            self.payer: say("you pay {payee} {chips}: {reason}", payee=payee, **told),
            self.payee: say("{payer} pays you {chips}: {reason}", payer=payer, **told),
        }
        return personal(said, own)


line_of: Final = maker(Line)
"""A line of a bill, made fast."""
transfer_of: Final = maker(Transfer)
"""A transfer, made fast."""

Moves: TypeAlias = tuple[tuple[Transfer, ...], tuple[int, ...]]
"""Transfers, and the chips that they bring to each seat."""


def halves(chips: int) -> tuple[int, int]:
    """The bidder's and the partner's half; the odd chip falls on the bidder (R13).

    >>> from boston_rules.core.transfers import halves
    >>> halves(7)
    (4, 3)
    """
    return chips - chips // 2, chips // 2


def with_antes(deltas: Sequence[int], antes: Iterable[Transfer]) -> tuple[int, ...]:
    """What a deal has brought each seat, from what its bill brings and the antes before it.

    >>> from boston_rules.core.transfers import POOL, Line, Transfer, with_antes
    >>> with_antes((30, -10, -10, -10), [Transfer(1, POOL, (Line(5, "ante"),))])
    (30, -15, -10, -10)
    """
    changes = list(deltas)
    for ante in antes:
        if isinstance(ante.payer, int):
            changes[ante.payer] -= ante.chips
    return tuple(changes)
