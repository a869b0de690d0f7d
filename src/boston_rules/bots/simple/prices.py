"""What a contract is worth to a seat, in chips, before it is played.

Everything comes from the settlement of imagined outcomes, so that no price rule is known here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from attrs import evolve

from boston_rules import Contract, Outcome, Variant, settle
from boston_rules.bots.simple.estimate import odds_at_least
from boston_rules.terms import terms_of

__all__ = ["limited_value", "tricks_value"]

_POOL: Final = 64
"""The pool of the second settlement; what it changes tells how the pool counts."""


@lru_cache(maxsize=8192)
def _worth(
    variant: Variant, contract: Contract, honours: int, seat: int
) -> tuple[tuple[float, float], ...]:
    """For each number of tricks of the side: chips of the seat, and what each chip of pool adds."""
    pool = 0
    if variant.pool is not None:
        cap = variant.pool.cap
        pool = _POOL if cap is None else min(_POOL, cap)
    found = []
    for taken in range(variant.ladder[contract.key].tricks_played + 1):
        outcome = _outcome(variant, contract, taken, honours)
        chips = settle(variant, contract, outcome).deltas[seat]
        pooled = settle(variant, contract, outcome, pool=pool).deltas[seat]
        found.append((float(chips), (pooled - chips) / max(1, pool)))
    return tuple(found)


def _outcome(variant: Variant, contract: Contract, taken: int, honours: int) -> Outcome:
    """An outcome with so many tricks of the declarer's side; a partner wins three in eight."""
    tricks = [0] * variant.seats
    tricks[contract.declarer] = taken
    if contract.partner in terms_of(variant, contract).counting:
        tricks[contract.partner] = min(3, taken) if taken < 8 else taken * 3 // 8
        tricks[contract.declarer] -= tricks[contract.partner]
    rest = next(seat for seat in range(variant.seats) if seat not in contract.side)
    tricks[rest] = variant.ladder[contract.key].tricks_played - taken
    held = [0] * variant.seats
    held[contract.declarer] = honours
    return Outcome(tricks=tuple(tricks), honours=tuple(held))


def _seated(contract: Contract, seats: int, seat: int) -> tuple[Contract, int]:
    """The contract turned round so that seat 0 declares: seats do not matter for what it pays."""
    partner = None if contract.partner is None else (contract.partner - contract.declarer) % seats
    return evolve(contract, declarer=0, partner=partner), (seat - contract.declarer) % seats


def tricks_value(
    variant: Variant,
    contract: Contract,
    *,
    seat: int,
    mean: float,
    spread: float,
    honours: int,
    pool: int,
) -> float:
    """The chips that a seat can expect of a contract when its side expects ``mean`` tricks."""
    turned, place = _seated(contract, variant.seats, seat)
    worth = _worth(variant, turned, honours, place)
    value, above = 0.0, 1.0
    for taken, (chips, share) in enumerate(worth):
        beyond = odds_at_least(taken + 1, mean, spread) if taken < len(worth) - 1 else 0.0
        value += (above - beyond) * (chips + share * pool)
        above = beyond
    return value


def limited_value(
    variant: Variant, contract: Contract, *, seat: int, odds: float, pool: int
) -> float:
    """The chips that a seat can expect of a contract in which a declarer can win too many tricks.

    Args:
        variant: the rules.
        contract: whose tricks have an upper limit.
        seat: whose chips.
        odds: how likely the contract is made.
        pool: chips in the pool.
    """
    turned, place = _seated(contract, variant.seats, seat)
    worth = _worth(variant, turned, 0, place)
    goal = terms_of(variant, contract).goal
    assert goal is not None, "a contract has a goal"
    assert goal.most is not None, "it has a limit"
    made, lost = worth[goal.tricks], worth[goal.most + 1]
    return odds * (made[0] + made[1] * pool) + (1 - odds) * (lost[0] + lost[1] * pool)
