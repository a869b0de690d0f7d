"""The bill of a deal: pure, and usable without a game.

>>> import boston_rules as br
>>> bill = settle(
...     br.get_variant("fontainebleau"),
...     Contract("5", 0, trump=br.HEARTS),
...     Outcome(tricks=(7, 2, 2, 2), honours=(3, 0, 0, 0)),
...     pool=50,
... )
>>> bill.deltas, bill.pool
((170, -40, -40, -40), 0)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from attrs import frozen

from boston_rules.contract import Contract, Outcome, completed, counting_seats, target_of
from boston_rules.display import html_of, svg_of
from boston_rules.errors import SettlementError
from boston_rules.plausible import problems_of
from boston_rules.rules.ladder import AtLeast
from boston_rules.rules.payments import Case
from boston_rules.rules.transfers import (
    POOL,
    SET_ASIDE,
    Account,
    Line,
    Transfer,
    halves,
)
from boston_rules.variant import Variant

__all__ = ["Settlement", "settle"]


@frozen
class Settlement:
    """What everybody pays and gets for one deal. Antes are not part of it."""

    transfers: tuple[Transfer, ...]
    deltas: tuple[int, ...]
    """Chips won (or lost) by seat."""
    pool: int
    """Chips in the pool afterwards."""
    set_aside: int
    """Chips that a capped pool has set aside, afterwards."""
    made: bool | None
    """Whether the contract was made; ``None`` when all passed."""
    heading: str = ""
    """The contract and its verdict in words."""

    def explain(self) -> str:
        """A readable bill: one line a transfer, with its reasons."""
        rows = [self.heading] if self.heading else []
        rows += [f"  {transfer}" for transfer in self.transfers] or ["  nobody pays"]
        changes = ", ".join(f"seat {seat} {chips:+d}" for seat, chips in enumerate(self.deltas))
        rows.append(f"  in all: {changes}; pool {self.pool}")
        if self.set_aside:
            rows[-1] += f", set aside {self.set_aside}"
        return "\n".join(rows)

    def __str__(self) -> str:
        return self.explain()

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return svg_of(self)

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return html_of(self)


class _Ledger:
    """Accounts while a settlement is drawn up."""

    def __init__(self, seats: int, pool: int, set_aside: int, cap: int | None) -> None:
        self.cap = cap
        self.balance: dict[Account, int] = dict.fromkeys(range(seats), 0)
        self.balance[POOL] = pool
        self.balance[SET_ASIDE] = set_aside
        self.transfers: list[Transfer] = []

    @property
    def pool(self) -> int:
        return self.balance[POOL]

    def post(self, transfer: Transfer) -> None:
        chips = transfer.chips
        if chips:
            self.balance[transfer.payer] -= chips
            self.balance[transfer.payee] += chips
            self.transfers.append(transfer)
            if self.cap is not None and transfer.payee == POOL and self.pool > self.cap:
                self.pay(POOL, SET_ASIDE, Line(self.pool - self.cap, "above the cap of the pool"))

    def pay(self, payer: Account, payee: Account, *lines: Line) -> None:
        self.post(Transfer(payer, payee, lines))


def settle(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    pool: int = 0,
    set_aside: int = 0,
    last: bool = False,
    *,
    dealer: int = 0,
) -> Settlement:
    """Settle a deal.

    Args:
        variant: the rules.
        contract: what was played; ``None`` when all passed.
        outcome: what happened.
        pool: chips in the pool, the antes of this deal included.
        set_aside: chips that a capped pool has set aside.
        last: whether it is the last deal of the session, which empties the pool.
        dealer: the dealing seat, from whose left odd chips are handed out.

    Raises:
        SettlementError: no deal of the variant can have this contract and outcome; every problem
            is listed.
    """
    if contract is not None:
        contract = completed(variant, contract)
    problems = problems_of(variant, contract, outcome, pool, set_aside, dealer)
    if problems:
        raise SettlementError(problems)
    ledger = _Ledger(variant.seats, pool, set_aside, variant.pool.cap)
    eldest = (dealer + 1) % variant.seats
    made: bool | None = None
    if contract is None:
        for transfer in variant.passed_out.transfers(outcome.tricks, pool, eldest):
            ledger.post(transfer)
        heading = "all passed"
    else:
        taken = sum(outcome.tricks[seat] for seat in counting_seats(variant, contract))
        honours = 0
        if any(outcome.honours):
            honours = sum(outcome.honours[seat] for seat in contract.side)
        priced = _priced(variant, contract, taken, honours, bool(outcome.conceded), outcome.slam)
        made = priced.case.made
        heading = priced.heading
        _settle_contract(ledger, variant, contract, outcome, priced)
    if last:
        _divide_pool(ledger, variant, eldest, contract, failed=made is False)
    return Settlement(
        transfers=tuple(ledger.transfers),
        deltas=tuple(ledger.balance[seat] for seat in range(variant.seats)),
        pool=ledger.pool,
        set_aside=ledger.balance[SET_ASIDE],
        made=made,
        heading=heading,
    )


@frozen
class _Priced:
    """What a contract comes to, whoever pays."""

    case: Case
    lines: tuple[Line, ...]
    heading: str


@lru_cache(maxsize=16384)
def _priced(
    variant: Variant,
    contract: Contract,
    taken: int,
    honours: int,
    conceded: bool,
    slam: Literal["closed", "table"] | None,
) -> _Priced:
    """The price of a contract by the tricks and honours of the side: the same for many deals."""
    step = variant.ladder[contract.key]
    target = target_of(variant, contract)
    counted = isinstance(step.goal, AtLeast)
    if conceded:
        made, taken = True, target
    elif slam is not None:
        made = taken == step.tricks_played
    else:
        made = taken >= target if counted else taken == target
    case = Case(
        step=step,
        trump=contract.trump,
        suit_class=contract.suit_class,
        turned=contract.turned,
        belle=contract.belle,
        made=made,
        taken=taken,
        partnered=contract.partner is not None,
        over=max(0, taken - target) if counted else 0,
        under=max(0, target - taken) if counted else 0,
        honours=honours,
    )
    payments = variant.payments
    if slam is not None and payments.slams is not None:
        lines = payments.slams.lines(case, slam, partnered=contract.partner is not None)
    else:
        parts = payments.won if made else payments.lost
        lines = tuple(line for part in parts for line in part.lines(case))
    declared = "" if slam is None else ", slam declared"
    heading = f"{contract} ({step.name}{declared}): {'made' if made else 'lost'}"
    return _Priced(case, lines, heading)


def _settle_contract(
    ledger: _Ledger, variant: Variant, contract: Contract, outcome: Outcome, priced: _Priced
) -> None:
    case, price = priced.case, priced.lines
    side = contract.side
    others = [
        seat
        for seat in ((contract.declarer + step) % variant.seats for step in range(1, variant.seats))
        if seat not in side
    ]
    if case.made:
        receivers = side if len(side) == 2 else side * len(others)
        for payer, payee in zip(others, receivers, strict=True):
            ledger.pay(payer, payee, *price)
        if _takes_pool(variant, outcome, case):
            _share_pool(ledger, side, won=True, chips=ledger.pool)
    else:
        liable = _liable(variant, contract, outcome)
        payers = liable if len(liable) == 2 else liable * len(others)
        for payer, payee in zip(payers, others, strict=True):
            ledger.pay(payer, payee, *price)
        due = variant.pool.lost.due(
            case.step,
            variant.ladder,
            price=sum(line.chips for line in price),
            pool=ledger.pool,
            tricks=sum(outcome.tricks[seat] for seat in side),
        )
        _share_pool(ledger, liable, won=False, chips=due)
    if variant.chicane is not None:
        for seat in outcome.chicane:
            for other in range(variant.seats):
                if other != seat:
                    ledger.pay(other, seat, Line(variant.chicane.chips, "chicane"))
    bonus = variant.boston_bonus
    if bonus is not None and contract.trump is not None and outcome.boston is not None:
        for seat in range(variant.seats):
            if seat != outcome.boston:
                ledger.pay(seat, outcome.boston, Line(bonus.chips, "the Boston"))


def _takes_pool(variant: Variant, outcome: Outcome, case: Case) -> bool:
    contest = variant.contest
    if contest is not None and case.step.key in contest.keys:
        return not outcome.conceded and case.taken >= contest.pool_tricks
    return variant.pool.taken_by.covers(case.step, variant.ladder)


def _liable(variant: Variant, contract: Contract, outcome: Outcome) -> tuple[int, ...]:
    """Who pays for a lost contract. Quotas are about the bid: a slam is lost together."""
    if contract.partner is None or outcome.slam is not None:
        return contract.side
    who = variant.payments.shares.liable(
        outcome.tricks[contract.declarer], outcome.tricks[contract.partner]
    )
    if who == "both":
        return contract.side
    return (contract.declarer,) if who == "declarer" else (contract.partner,)


def _share_pool(ledger: _Ledger, side: tuple[int, ...], *, won: bool, chips: int) -> None:
    shares = (chips,) if len(side) == 1 else halves(chips)
    for seat, share in zip(side, shares, strict=True):
        if won:
            ledger.pay(POOL, seat, Line(share, "contract made"))
        else:
            ledger.pay(seat, POOL, Line(share, "contract lost"))


def _divide_pool(
    ledger: _Ledger, variant: Variant, eldest: int, contract: Contract | None, *, failed: bool
) -> None:
    """After the last deal nothing stays in the pool, nor set aside."""
    ledger.cap = None
    ledger.pay(SET_ASIDE, POOL, Line(ledger.balance[SET_ASIDE], "end of the session"))
    seats = [(eldest + step) % variant.seats for step in range(variant.seats)]
    if contract is not None and failed and variant.session.last_pool == "adversaries":
        seats = [seat for seat in seats if seat not in contract.side]
    share, odd = divmod(ledger.pool, len(seats))
    for place, seat in enumerate(seats):
        ledger.pay(POOL, seat, Line(share + (place < odd), "end of the session"))
