"""What the deals settled by hand share."""

from __future__ import annotations

from typing import Any

from tests.settlement.bills import balanced, expected, flows

import boston_rules as br

Tricks = tuple[int, ...]
Payments = list[tuple[int | str, int | str, int]]


def settle(
    variant: br.Variant,
    contract: br.Contract | None,
    tricks: Tricks,
    *,
    pool: int = 0,
    set_aside: int = 0,
    last: bool = False,
    dealer: int = 0,
    **outcome: Any,
) -> br.Settlement:
    """A bill, its chips counted."""
    happened = br.Outcome(tricks, **{"honours": (0,) * variant.seats, **outcome})
    bill = br.settle(variant, contract, happened, pool, set_aside, last, dealer=dealer)
    assert balanced(bill, pool, set_aside)
    return bill


def check(bill: br.Settlement, *payments: tuple[int | str, int | str, int]) -> None:
    """The bill has these payments and no others."""
    assert flows(bill) == expected(*payments)
