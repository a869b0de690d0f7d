"""What a contract is worth to a seat, in chips, before it is played.

Everything comes from the settlement of imagined outcomes, so that no price rule is known here.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import Final, TypeAlias

from attrs import evolve

from boston_rules import Contract, Outcome, Variant
from boston_rules.bots.simple.estimate import odds_at_least
from boston_rules.deal.settlement import settle_unchecked
from boston_rules.deal.terms import completed, terms_of

__all__ = ["chips_by_tricks", "limited_value", "tricks_value"]

_POOL: Final = 64
"""The pool of the second settlement; what it changes tells how the pool counts."""


_Worth: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""By the number of tricks of the side: chips of a seat, and what each chip of the pool adds."""


@lru_cache(maxsize=8192)
def _worth(variant: Variant, contract: Contract, honours: int, seat: int) -> _Worth:
    """What a contract is worth to a seat, the same wherever at the table it is declared."""
    seats, declarer = variant.seats, contract.declarer
    partner = contract.partner
    if isinstance(partner, int):
        partner = (partner - declarer) % seats
    turned = evolve(contract, declarer=0, partner=partner)
    return _worth_turned(variant, turned, honours, (seat - declarer) % seats)


@lru_cache(maxsize=4096)
def _worth_turned(variant: Variant, contract: Contract, honours: int, seat: int) -> _Worth:
    pool = 0
    contract = completed(variant, contract)
    if variant.pool is not None:
        cap = variant.pool.cap
        pool = _POOL if cap is None else min(_POOL, cap)
    plain, added = [], []
    for taken in range(terms_of(variant, contract).total + 1):
        outcome = _outcome(variant, contract, taken, honours)
        chips = settle_unchecked(variant, contract, outcome, 0, 0, False, 0).deltas[seat]
        pooled = settle_unchecked(variant, contract, outcome, pool, 0, False, 0).deltas[seat]
        plain.append(float(chips))
        added.append((pooled - chips) / max(1, pool))
    return tuple(plain), tuple(added)


def _outcome(variant: Variant, contract: Contract, taken: int, honours: int) -> Outcome:
    """An outcome with so many tricks of the declarer's side; a partner wins three in eight."""
    tricks = [0] * variant.seats
    tricks[contract.declarer] = taken
    if contract.partner in terms_of(variant, contract).counting:
        tricks[contract.partner] = min(3, taken) if taken < 8 else taken * 3 // 8
        tricks[contract.declarer] -= tricks[contract.partner]
    rest = next(seat for seat in range(variant.seats) if seat not in contract.side)
    tricks[rest] = terms_of(variant, contract).total - taken
    held = [0] * variant.seats
    held[contract.declarer] = honours
    return Outcome(tricks=tuple(tricks), honours=tuple(held))


@lru_cache(maxsize=4096)
def _ways(most: int, mean: float, spread: float) -> tuple[float, ...]:
    """How likely each number of tricks is, from none to ``most``."""
    above = [1.0, *(odds_at_least(taken, mean, spread) for taken in range(1, most + 1)), 0.0]
    return tuple(map(float.__sub__, above, above[1:]))


def chips_by_tricks(
    variant: Variant, contract: Contract, *, seat: int, honours: int = 0, pool: int = 0
) -> list[float]:
    """The chips of a seat by the number of tricks of the declarer's side.

    Args:
        variant: the rules.
        contract: what is played.
        seat: whose chips.
        honours: that the declarer holds.
        pool: chips in the pool.

    >>> import boston_rules as br
    >>> five = br.Contract("5", 0, trump=br.HEARTS, partner=2)
    >>> chips_by_tricks(br.get_variant("fontainebleau"), five, seat=0, pool=40)[7:9]
    [-38.0, 40.0]
    """
    chips, added = _worth(variant, contract, honours, seat)
    return [plain + pool * each for plain, each in zip(chips, added, strict=True)]


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
    chips, added = _worth(variant, contract, honours, seat)
    ways = _ways(len(chips) - 1, mean, spread)
    value: float = sum(map(mul, ways, chips))
    if pool:
        value += pool * sum(map(mul, ways, added))
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
    chips, added = _worth(variant, contract, 0, seat)
    goal = terms_of(variant, contract).goal
    assert goal is not None, "a contract has a goal"
    assert goal.most is not None, "it has a limit"
    made, lost = goal.tricks, goal.most + 1
    return odds * (chips[made] + added[made] * pool) + (1 - odds) * (
        chips[lost] + added[lost] * pool
    )
