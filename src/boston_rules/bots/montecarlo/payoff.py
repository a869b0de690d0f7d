"""What a seat gains by every way in which a contract may end, by the settlement itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from boston_rules import UNKNOWN, Contract, Counted, Infraction, Settlement, Table
from boston_rules.core.hidden import Unknown
from boston_rules.deal.settled import bill_of, played_outcome
from boston_rules.deal.settlement.tariff import Tariff, tariff_of
from boston_rules.deal.table import partnered
from boston_rules.deal.terms import terms_of

__all__ = ["Payoff", "gain_of", "payoff_of"]


def gain_of(bill: Settlement, seat: int, pool: int) -> float:
    """What a seat gains by a bill: its chips, and its part of what the pool gains.

    Chips in the pool are won later on, by one seat as likely as by another: a contract that is
    lost to the pool harms its declarer and helps all who have not paid. So what one seat gains the
    others lose, whether the chips change hands now or later.

    Args:
        bill: the settlement.
        seat: whose gain.
        pool: the chips in the pool before, with those set aside.

    >>> import boston_rules as br
    >>> bill = br.settle(
    ...     br.get_variant("fontainebleau"),
    ...     br.Contract("5", 1, trump=br.HEARTS),
    ...     br.Outcome((5, 4, 2, 2)),
    ...     pool=40,
    ... )
    >>> bill.deltas, bill.pool
    ((25, -100, 25, 25), 65)
    >>> [gain_of(bill, seat, 40) for seat in range(4)]
    [31.25, -93.75, 31.25, 31.25]
    """
    return bill.deltas[seat] + (bill.pool + bill.set_aside - pool) / len(bill.deltas)


class Payoff:
    """What a seat gains or loses by a contract, cached by what its bill depends on.

    Args:
        table: the table at which the deal was opened.
        contract: what is played, or ``None`` in a deal that nobody bid.
        seat: whose gain.
        slam: a slam that was declared.
        chicane: the seats that declared chicane.
        infractions: misdeals and established revokes.

    >>> import boston_rules as br
    >>> table = br.start("fontainebleau").table
    >>> five = br.Contract("5", 1, trump=br.HEARTS)
    >>> payoff = Payoff(table, five, seat=0)
    >>> table.pool, payoff.chips((4, 7, 1, 1)), payoff.chips((5, 4, 2, 2))
    (50, -42.5, 31.25)
    """

    def __init__(
        self,
        table: Table,
        contract: Contract | None,
        *,
        seat: int,
        slam: Literal["closed", "table"] | None = None,
        chicane: tuple[int, ...] = (),
        infractions: tuple[Infraction, ...] = (),
    ) -> None:
        self.table: Final = table
        self.contract: Final = contract
        self.seat: Final = seat
        self.slam: Final = slam
        self._chicane = chicane
        self._infractions = infractions
        self._known: dict[tuple[int | None, ...], float] = {}
        """By what a bill depends on."""
        self._tariffs: dict[int | Unknown | None, tuple[Contract, Tariff]] = {}
        """By the declarer's partner, the contract with him and what it costs."""

    def chips(
        self,
        tricks: tuple[int, ...],
        *,
        partner: int | Unknown | None = UNKNOWN,
        honours: tuple[int, ...] = (),
        boston: int | None = None,
    ) -> float:
        """The chips of the seat, and its part of what the pool gains, as by :func:`gain_of`.

        Args:
            tricks: by seat; those of a misère that was lost early may be incomplete.
            partner: the declarer's partner; without it he whom the contract names.
            honours: by seat, honours as dealt.
            boston: the seat dealt the Boston, where one pays for it.
        """
        contract = self.contract
        told: tuple[int | None, ...] = tricks
        if contract is not None:
            if partner is UNKNOWN:
                partner = contract.partner
            assert partner is not UNKNOWN, "who holds the called card must be said"
            contract, tariff = self._with(partner)
            honours = honours or (0,) * len(tricks)
            told = partner, *tariff.told(tricks, honours, boston)
        known = self._known.get(told)
        if known is None:
            known = self._known[told] = self._settled(tricks, contract, Counted(honours, boston))
        return known

    def side_honours(self, honours: tuple[int, ...], partner: int | None) -> int:
        """Honours of the declarer's side, where a price depends on them.

        Args:
            honours: by seat, as dealt, or nothing.
            partner: of the declarer, known or not.
        """
        return self._with(partner)[1].held(honours) if honours else 0

    def _with(self, partner: int | None) -> tuple[Contract, Tariff]:
        """The contract with a partner, and its tariff."""
        found = self._tariffs.get(partner)
        if found is None:
            assert self.contract is not None, "somebody has bid"
            contract = partnered(self.contract, partner)
            found = self._tariffs[partner] = contract, tariff_of(self.table.variant, contract)
        return found

    def _settled(
        self, tricks: tuple[int, ...], contract: Contract | None, counted: Counted
    ) -> float:
        table = self.table
        if contract is not None:
            seats, total = range(table.variant.seats), terms_of(table.variant, contract).total
            whole = [tricks[seat] if seat in contract.side else 0 for seat in seats]
            whole[next(seat for seat in seats if seat not in contract.side)] = total - sum(whole)
            tricks = tuple(whole)
        outcome = played_outcome(contract, tricks, self._chicane, counted, slam=self.slam)
        bill, _ = bill_of(table, contract, outcome, self._infractions)
        return gain_of(bill, self.seat, table.pool + table.set_aside)


payoff_of: Final = lru_cache(maxsize=256)(Payoff)
"""The same payoff for the same arguments, those of :class:`Payoff`.

So the bills that one decision asks for are known to the next ones of the deal.
"""
