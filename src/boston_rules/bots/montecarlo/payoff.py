"""What a seat gains by every way in which a contract may end, by the settlement itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from attrs import evolve

from boston_rules import (
    Contract,
    Infraction,
    Misdeal,
    Outcome,
    Settlement,
    Variant,
    View,
)
from boston_rules.settlement import settle_unchecked
from boston_rules.settlement.tariff import Tariff, tariff_of
from boston_rules.terms import completed

__all__ = ["Payoff", "gain_of", "infractions_of", "payoff_of"]


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


def infractions_of(view: View) -> tuple[Infraction, ...]:
    """What the bill of a deal will penalize, as far as it has been done."""
    if view.variant.table_law is None:
        return ()
    touched = str(Misdeal(touched=True))
    misdeals = (token for _, token in view.history if token in (str(Misdeal()), touched))
    return (
        *(Infraction("misdeal", view.dealer, token == touched) for token in misdeals),
        *(Infraction("revoke", offender) for _, offender in view.revokes),
    )


class Payoff:
    """What a seat gains or loses by a contract, cached by what its bill depends on.

    Args:
        variant: the rules.
        contract: what is played, or ``None`` in a deal that nobody bid.
        seat: whose gain.
        pool: chips in the pool before the settlement.
        set_aside: chips that a capped pool has set aside.
        dealer: the dealing seat.
        deal_number: the number of the deal.
        purses: the purses before the settlement.
        slam: a slam that was declared.
        chicane: the seats that declared chicane.
        infractions: misdeals and established revokes.

    >>> import boston_rules as br
    >>> rules = br.get_variant("fontainebleau")
    >>> five = br.Contract("5", 1, trump=br.HEARTS)
    >>> payoff = Payoff(rules, five, seat=0, pool=50)
    >>> payoff.chips((4, 7, 1, 1)), payoff.chips((5, 4, 2, 2))
    (-42.5, 31.25)
    """

    def __init__(
        self,
        variant: Variant,
        contract: Contract | None,
        *,
        seat: int,
        pool: int = 0,
        set_aside: int = 0,
        dealer: int = 0,
        deal_number: int = 1,
        purses: tuple[int, ...] = (),
        slam: Literal["closed", "table"] | None = None,
        chicane: tuple[int, ...] = (),
        infractions: tuple[Infraction, ...] = (),
    ) -> None:
        self.variant: Final = variant
        self.contract: Final = None if contract is None else completed(variant, contract)
        self.seat: Final = seat
        self.slam: Final = slam
        self._pool = (pool, set_aside)
        self._dealer = dealer
        self._deal_number = deal_number
        self._purses = purses or (variant.session.starting_chips,) * variant.seats
        self._chicane = chicane
        self._infractions = infractions
        self._known: dict[tuple[int | None, ...], float] = {}
        """By what a bill depends on."""
        self._tariffs: dict[int | None, tuple[Contract, Tariff]] = {}
        """By the declarer's partner, known or not, the contract with him and what it costs."""

    def chips(
        self,
        tricks: tuple[int, ...],
        *,
        partner: int | None = None,
        honours: tuple[int, ...] = (),
        boston: int | None = None,
    ) -> float:
        """The chips of the seat, and its part of what the pool gains, as by :func:`gain_of`.

        Args:
            tricks: by seat; those of a misère that was lost early may be incomplete.
            partner: the holder of a called card, where the contract names no partner.
            honours: by seat, honours as dealt.
            boston: the seat dealt the Boston, where one pays for it.
        """
        contract = self.contract
        told: tuple[int | None, ...] = tricks
        if contract is not None:
            if partner is None:
                partner = contract.partner
            contract, tariff = self._with(partner)
            honours = honours or (0,) * len(tricks)
            told = partner, *tariff.told(tricks, honours, boston)
        known = self._known.get(told)
        if known is None:
            known = self._known[told] = self._settled(tricks, contract, honours, boston)
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
            contract = evolve(self.contract, partner=partner)
            found = contract, tariff_of(self.variant, contract)
            self._tariffs[partner] = found
        return found

    def _settled(
        self,
        tricks: tuple[int, ...],
        contract: Contract | None,
        honours: tuple[int, ...],
        boston: int | None,
    ) -> float:
        variant = self.variant
        if contract is None:
            outcome = Outcome(tricks)
        else:
            whole = [0] * variant.seats
            for seat in contract.side:
                whole[seat] = tricks[seat]
            rest = next(seat for seat in range(variant.seats) if seat not in contract.side)
            whole[rest] = variant.ladder[contract.key].tricks_played - sum(whole)
            outcome = Outcome(
                tuple(whole),
                honours=honours,
                slam=self.slam,
                boston=boston,
                chicane=self._chicane,
            )
        pool, aside = self._pool
        told = self._infractions
        dealer = self._dealer
        bill = settle_unchecked(variant, contract, outcome, pool, aside, False, dealer, told)
        purses = tuple(
            purse + delta for purse, delta in zip(self._purses, bill.deltas, strict=True)
        )
        if variant.session.ends(self._deal_number, purses):
            bill = settle_unchecked(variant, contract, outcome, pool, aside, True, dealer, told)
        return gain_of(bill, self.seat, pool + aside)


@lru_cache(maxsize=256)
def payoff_of(
    variant: Variant,
    contract: Contract | None,
    *,
    seat: int,
    pool: int,
    set_aside: int,
    dealer: int,
    deal_number: int,
    purses: tuple[int, ...],
    slam: Literal["closed", "table"] | None = None,
    chicane: tuple[int, ...] = (),
    infractions: tuple[Infraction, ...] = (),
) -> Payoff:
    """The same payoff for the same arguments, those of :class:`Payoff`.

    So the bills that one decision asks for are known to the next ones of the deal.
    """
    return Payoff(
        variant,
        contract,
        seat=seat,
        pool=pool,
        set_aside=set_aside,
        dealer=dealer,
        deal_number=deal_number,
        purses=purses,
        slam=slam,
        chicane=chicane,
        infractions=infractions,
    )
