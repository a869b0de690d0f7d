"""Bills drawn up without the library, from the golden tables and the rules around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.settlement.bills import pairs
from tests.settlement.family.cells import House, bid_of, foes_of, price_of

import boston_rules as br

Payment = tuple[int | str, int | str, int]
"""Payer, payee, chips."""
Flows = list[tuple[str, str, int]]


def _pairs_by_seats(bidder: int, partner: int, *, made: bool) -> Iterator[tuple[int, int]]:
    """Opponent and own seat, as G11 lists them for bidder 0."""
    listed = {
        1: ((3, 0), (2, 1)),
        2: ((1, 0), (3, 2)) if made else ((3, 0), (1, 2)),
        3: ((1, 0), (2, 3)),
    }
    for foe, own in listed[(partner - bidder) % 4]:
        yield (foe + bidder) % 4, (own + bidder) % 4


def payments(
    house: House,
    contract: br.Contract,
    tricks: Sequence[int],
    *,
    made: bool,
    price: int,
    pool: int,
    conceded: bool = False,
    slam: bool = False,
) -> list[Payment]:
    """Every payment about a contract, in the order in which a pool feels them."""
    bidder, partner, key = contract.declarer, next(iter(contract.side[1:]), None), contract.key
    seats = len(tricks)
    taken = tricks[bidder] + (0 if partner is None else tricks[partner])
    alone = partner is None or house.bidder_alone
    payers: tuple[int, ...] = (bidder,) if partner is None or alone else (bidder, partner)
    if not made and partner is not None and house.quotas is not None and not slam:
        short = (tricks[bidder] < house.quotas[0], tricks[partner] < house.quotas[1])
        if short == (True, False):
            payers = (bidder,)
        elif short == (False, True):
            payers = (partner,)
    if len(payers) == 2 and partner is not None:
        ends = list(
            _pairs_by_seats(bidder, partner, made=made)
            if house.by_seats
            else pairs(bidder, partner)
        )
    else:
        ends = [(foe, payers[0]) for foe in foes_of(seats, bidder, partner)]
    found: list[Payment] = [
        (foe, own, price) if made else (own, foe, price) for foe, own in ends if price
    ]
    if made:
        seven = key in house.pool_at_seven and taken >= 7 and not conceded
        left = conceded and key in house.spare
        got = pool if (key in house.takes and not left) or seven else 0
        shares = (got,) if alone else ((got + 1) // 2, got // 2)
        takers = contract.side[: len(shares)]
        found += [(br.POOL, seat, share) for seat, share in zip(takers, shares, strict=True)]
    else:
        due = 0
        spared = house.spared_at is not None and taken >= house.spared_at
        if key in house.feeds and not (spared and bid_of(key) is not None):
            due = price if house.fed == "price" else pool
        if house.fed == "nothing":
            due = 0
        shares = (due,) if len(payers) == 1 else ((due + 1) // 2, due // 2)
        found += [(seat, br.POOL, share) for seat, share in zip(payers, shares, strict=True)]
    return [payment for payment in found if payment[2]]


def capped(house: House, found: Sequence[Payment], pool: int) -> list[Payment]:
    """Payments, and what each lifts above the cap goes to the set-aside."""
    result: list[Payment] = []
    for payment in found:
        result.append(payment)
        pool += payment[2] * ((payment[1] == br.POOL) - (payment[0] == br.POOL))
        if house.cap is not None and payment[1] == br.POOL and pool > house.cap:
            result.append((br.POOL, br.SET_ASIDE, pool - house.cap))
            pool = house.cap
    return result


def _passed_out(
    house: House, tricks: Sequence[int], pool: int, eldest_first: Sequence[int]
) -> list[Payment]:
    if house.all_pass == "thrown":
        return [(seat, br.POOL, house.all_pass_chips) for seat in eldest_first]
    if house.all_pass == "fewest":
        winners = [seat for seat in eldest_first if tricks[seat] == min(tricks)]
        return [(br.POOL, seat, pool // len(winners)) for seat in winners]
    tied = [seat for seat in eldest_first if tricks[seat] == max(tricks)]
    found: list[Payment] = []
    for seat in eldest_first:
        due = house.all_pass_chips * (max(tricks) - tricks[seat])
        if seat in tied:
            continue
        if len(tied) == 2:
            found += [(tied[0], seat, (due + 1) // 2), (tied[1], seat, due // 2)]
        else:
            each = due if len(tied) == 1 else house.all_pass_chips
            found += [(payer, seat, each) for payer in tied]
    return found


def whole_bill(
    house: House,
    contract: br.Contract | None,
    outcome: br.Outcome,
    *,
    pool: int,
    set_aside: int = 0,
    last: bool = False,
    dealer: int = 0,
) -> tuple[Flows, int, int]:
    """Every payment as sorted flows, and what pool and set-aside hold afterwards."""
    seats = len(outcome.tricks)
    eldest_first = [(dealer + step) % seats for step in range(1, seats + 1)]
    sharers = eldest_first
    if contract is None:
        found = _passed_out(house, outcome.tricks, pool, eldest_first)
    else:
        made, price = price_of(house, contract, outcome)
        found = payments(
            house,
            contract,
            outcome.tricks,
            made=made,
            price=price,
            pool=pool,
            conceded=outcome.conceded,
            slam=outcome.slam is not None,
        )
        if house.last_pool == "adversaries" and not made:
            sharers = [seat for seat in eldest_first if seat not in contract.side]
    found = capped(house, [payment for payment in found if payment[2]], pool)
    for seat in outcome.chicane:
        found += [(other, seat, house.chicane) for other in eldest_first if other != seat]
    if outcome.boston is not None and contract is not None:
        chips = 2 * contract.stakes
        found += [
            (other, outcome.boston, chips) for other in eldest_first if other != outcome.boston
        ]

    def held(account: str, before: int) -> int:
        gains = sum(chips for _, payee, chips in found if payee == account)
        return before + gains - sum(chips for payer, _, chips in found if payer == account)

    if last:
        found.append((br.SET_ASIDE, br.POOL, held(br.SET_ASIDE, set_aside)))
        left = held(br.POOL, pool)
        found += [
            (br.POOL, seat, left // len(sharers) + (place < left % len(sharers)))
            for place, seat in enumerate(sharers)
        ]
    after = held(br.POOL, pool), held(br.SET_ASIDE, set_aside)
    flows = sorted((str(payer), str(payee), chips) for payer, payee, chips in found if chips)
    return flows, *after
