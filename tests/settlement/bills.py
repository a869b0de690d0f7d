"""What the settlement tests share: golden tables, the seats that pay each other, short bills."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import boston_rules as br
from boston_rules.rules.pool import PoolRule

GOLDEN = Path(__file__).resolve().parents[1] / "golden"

FONTAINEBLEAU = br.get_variant("fontainebleau")
AMERICAN = br.get_variant("american")
FRENCH = br.get_variant("french")
VARIANTS = {variant.slug: variant for variant in (FONTAINEBLEAU, AMERICAN, FRENCH)}

# P10 as printed for bidder 0: the opponent, and the partner with whom he settles.
_PAIRS = {1: ((2, 0), (3, 1)), 2: ((1, 0), (3, 2)), 3: ((1, 0), (2, 3))}


def pool_of(variant: br.Variant) -> PoolRule:
    """The pool, which there must be."""
    assert variant.pool is not None
    return variant.pool


@cache
def golden(name: str) -> list[dict[str, str]]:
    """The rows of a table under ``golden/``."""
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def pairs(bidder: int, partner: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Opponent and own seat of both payments between a side of two and its opponents (P10)."""
    first, second = _PAIRS[(partner - bidder) % 4]
    return (
        ((first[0] + bidder) % 4, (first[1] + bidder) % 4),
        ((second[0] + bidder) % 4, (second[1] + bidder) % 4),
    )


def opponents(bidder: int, partner: int | None = None) -> list[int]:
    """The seats against the declarer's side, clockwise from the bidder."""
    return [s for s in ((bidder + step) % 4 for step in (1, 2, 3)) if s != partner]


def flows(bill: br.Settlement) -> list[tuple[str, str, int]]:
    """Payer, payee and chips of every transfer, sorted; seats as text."""
    return sorted((str(paid.payer), str(paid.payee), paid.chips) for paid in bill.transfers)


def expected(*payments: tuple[int | str, int | str, int]) -> list[tuple[str, str, int]]:
    """Payments in the form of :func:`flows`; payments of nothing are none."""
    return sorted((str(payer), str(payee), chips) for payer, payee, chips in payments if chips)


def tricks_of(total: int, **seats: int) -> tuple[int, int, int, int]:
    """Tricks by seat (``s0=5``); what is left of ``total`` goes to the seats not named."""
    won = [0, 0, 0, 0]
    for name, count in seats.items():
        won[int(name[1:])] = count
    left = total - sum(won)
    others = [seat for seat in range(4) if f"s{seat}" not in seats]
    for place, seat in enumerate(others):
        share = -(-left // (len(others) - place))
        won[seat] = share
        left -= share
    assert left == 0
    assert min(won) >= 0
    return (won[0], won[1], won[2], won[3])


def side_tricks(
    total: int, bidder: int, own: int, partner: int | None = None, helped: int = 0
) -> tuple[int, int, int, int]:
    """Tricks by seat with ``own`` to the bidder and ``helped`` to the partner."""
    if partner is None:
        return tricks_of(total, **{f"s{bidder}": own})
    return tricks_of(total, **{f"s{bidder}": own, f"s{partner}": helped})


def splits(count: int, most: int = 13) -> Iterator[tuple[int, int]]:
    """Every way to share ``count`` tricks between two partners."""
    return ((own, count - own) for own in range(count + 1) if own <= most and count - own <= most)


def balanced(bill: br.Settlement, pool: int, set_aside: int = 0) -> bool:
    """No chip is lost or made, and the transfers account for all of them."""
    seats = list(bill.deltas)
    accounts: dict[int | str, int] = {br.POOL: pool, br.SET_ASIDE: set_aside}
    for paid in bill.transfers:
        for account, sign in ((paid.payer, -1), (paid.payee, 1)):
            accounts[account] = accounts.get(account, 0) + sign * paid.chips
    return (
        [accounts.get(seat, 0) for seat in range(len(seats))] == seats
        and accounts[br.POOL] == bill.pool
        and accounts[br.SET_ASIDE] == bill.set_aside
        and all(paid.chips > 0 for paid in bill.transfers)
    )


def with_honours(side: Sequence[int], counts: Sequence[int]) -> tuple[int, int, int, int]:
    """Honours by seat: those of the side, and the rest of the four with an opponent."""
    held = [0, 0, 0, 0]
    for seat, count in zip(side, counts, strict=True):
        held[seat] = count
    held[next(seat for seat in range(4) if seat not in side)] += 4 - sum(counts)
    return (held[0], held[1], held[2], held[3])
