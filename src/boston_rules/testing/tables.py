"""The tables of a game enumerated: every bid over every other, every contract, every bill.

A table of rules is sound if it is *total* (there is an answer for whatever can happen),
*single-valued* (there is only one) and, where chips are concerned, *zero-sum* (what one pays
another gets, the pool included).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import evolve, frozen

from boston_rules.core.contract import Contract, Outcome
from boston_rules.deal.calls import calls_of
from boston_rules.deal.contracts import reachable
from boston_rules.deal.settlement.bills import settle_unchecked
from boston_rules.deal.terms import terms_of
from boston_rules.rules.cases import cases_of
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant, as_variant
from boston_rules.variants.registry import list_variants

__all__ = ["Enumerated", "check_tables"]

_POOL = 100
"""Chips in the pool of each bill: enough to be halved, and to be doubled below every cap."""


@frozen
class Enumerated:
    """How much of the tables of a variant was enumerated."""

    bids: int
    """Pairs of a bid that stands and another one."""
    contracts: int
    """Contracts with their sides, under every turned card."""
    cases: int
    """Ways to be made or lost that prices tell apart."""
    bills: int
    """Bills."""


def check_tables(variant: Variant | str) -> Enumerated:
    """Enumerate the auction, the sides and the bills of a variant, and check each answer.

    Raises:
        AssertionError: an answer is missing, there are two, or chips are lost or made.
        VariantError: no variant has the slug.
        TypeError: not a variant.

    >>> from boston_rules.testing.tables import check_tables
    >>> check_tables("classic")
    Enumerated(bids=1521, contracts=39, cases=212, bills=545)
    """
    rules = as_variant(variant)
    bids = contracts = bills = 0
    for turn in rules.dealing.turns():
        bids += _check_auction(rules, turn)
        # Which card was called changes no bill.
        found = {evolve(contract, called=None) for contract in reachable(rules, turn, 0)}
        contracts += len(found)
        bills += sum(_check_contract(rules, contract) for contract in found)
    cases = sum(_check_prices(rules, step) for step in rules.ladder)
    return Enumerated(bids, contracts, cases, bills)


def _check_auction(variant: Variant, turn: Turn) -> int:
    """Of two bids one is higher, or neither: then neither is open over the other."""
    calls = calls_of(variant, turn)
    pairs = 0
    for standing, other in product(calls.open_bids, repeat=2):
        open_bids = calls.offer(standing.strength, 0, 0).open_bids
        assert other not in open_bids or other.strength > standing.strength, (
            f"{variant.slug}: {other.bid} is open over {standing.bid} and is not higher"
        )
        back = calls.offer(other.strength, 0, 0).open_bids
        assert not (other in open_bids and standing in back), (
            f"{variant.slug}: {other.bid} and {standing.bid} are open over each other"
        )
        pairs += 1
    return pairs


def _check_contract(variant: Variant, contract: Contract) -> int:
    """Its sides divide the table, and each of its bills is zero-sum and the same whenever made."""
    seats = range(variant.seats)
    terms = terms_of(variant, contract)
    side = contract.side
    assert sorted((*side, *terms.opponents)) == list(seats), f"{variant.slug}: {contract}: sides"
    bills = 0
    for tricks in _ways(variant, contract):
        outcome = Outcome(tricks, honours=(4, *(0,) * (variant.seats - 1)))
        pool = 0 if variant.pool is None else _POOL
        bill = settle_unchecked(variant, contract, outcome, pool, 0, False, 0)
        assert bill.made is not None, f"{variant.slug}: {contract}, {tricks}: no verdict"
        chips = sum(bill.deltas) + bill.pool + bill.set_aside
        assert chips == pool, f"{variant.slug}: {contract}, {tricks}: {chips} of {pool} chips"
        moved = [0] * variant.seats
        for paid in bill.transfers:
            assert paid.chips > 0, f"{variant.slug}: {contract}, {tricks}: {paid}"
            for account, sign in ((paid.payer, -1), (paid.payee, 1)):
                if isinstance(account, int):
                    moved[account] += sign * paid.chips
        assert tuple(moved) == bill.deltas, f"{variant.slug}: {contract}, {tricks}: deltas"
        bills += 1
    return bills


def _ways(variant: Variant, contract: Contract) -> Iterator[tuple[int, ...]]:
    """Every division of the tricks between declarer, partner and the rest."""
    total = variant.ladder[contract.key].tricks_played(variant.hand)
    side, seats = contract.side, variant.seats
    others = [seat for seat in range(seats) if seat not in side]
    for own in product(range(total + 1), repeat=len(side)):
        rest = total - sum(own)
        if rest >= 0:
            tricks = [0] * seats
            for seat, won in zip(side, own, strict=True):
                tricks[seat] = won
            tricks[others[0]] = rest
            yield tuple(tricks)


def _check_prices(variant: Variant, step: Step) -> int:
    """Whatever prices tell apart has one."""
    cases = 0
    for case in cases_of(variant, step):
        assert variant.payments.lines(case), f"{variant.slug}: {step.key}, {case}: no price"
        cases += 1
    return cases


def main() -> None:
    """Enumerate the tables of every registered variant, and say how much there is."""
    for slug in list_variants():
        found = check_tables(slug)
        print(
            f"{slug}: {found.bids} pairs of bids, {found.contracts} contracts, "
            f"{found.cases} cases of prices, {found.bills} bills"
        )


if __name__ == "__main__":
    main()
