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
from typing import Literal, TypeAlias

from attrs import frozen

from boston_rules.actions import SuitClass
from boston_rules.cards import Suit
from boston_rules.contract import Contract, Outcome, completed, counting_seats
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

__all__ = ["Settlement", "draw_up", "settle"]

SlamWord: TypeAlias = Literal["closed", "table"]


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

    __slots__ = ("cap", "deltas", "pool", "set_aside", "transfers")

    def __init__(self, seats: int, pool: int, set_aside: int, cap: int | None) -> None:
        self.deltas = [0] * seats
        self.pool = pool
        self.set_aside = set_aside
        self.cap = cap
        self.transfers: list[Transfer] = []

    def post(self, transfer: Transfer) -> None:
        """A transfer of a rule, between seats or with the pool."""
        chips = transfer.chips
        if chips:
            self.transfers.append(transfer)
            if isinstance(transfer.payer, int):
                self.deltas[transfer.payer] -= chips
            else:
                self.pool -= chips
            if isinstance(transfer.payee, int):
                self.deltas[transfer.payee] += chips
            else:
                self._filled(chips)

    def pay(self, payer: int, payee: int, chips: int, transfer: Transfer) -> None:
        """From seat to seat."""
        self.deltas[payer] -= chips
        self.deltas[payee] += chips
        self.transfers.append(transfer)

    def feed(self, payer: int, chips: int, reason: str) -> None:
        """From a seat to the pool; nothing is written for no chips."""
        if chips:
            self.deltas[payer] -= chips
            self.transfers.append(_transfer(payer, POOL, chips, reason))
            self._filled(chips)

    def draw(self, payee: int, chips: int, reason: str) -> None:
        """From the pool to a seat; nothing is written for no chips."""
        if chips:
            self.deltas[payee] += chips
            self.pool -= chips
            self.transfers.append(_transfer(POOL, payee, chips, reason))

    def _filled(self, chips: int) -> None:
        self.pool += chips
        if self.cap is not None and self.pool > self.cap:
            over = self.pool - self.cap
            self.pool = self.cap
            self.set_aside += over
            self.transfers.append(_transfer(POOL, SET_ASIDE, over, "above the cap of the pool"))

    def give_back(self) -> None:
        """What was set aside returns to the pool, which has no cap any more."""
        if self.set_aside:
            line = "end of the session"
            self.transfers.append(_transfer(SET_ASIDE, POOL, self.set_aside, line))
            self.pool += self.set_aside
            self.set_aside = 0


@lru_cache(maxsize=4096)
def _transfer(payer: Account, payee: Account, chips: int, reason: str) -> Transfer:
    """Transfers of one line: the same few sums go to and fro."""
    return Transfer(payer, payee, (Line(chips, reason),))


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
    return draw_up(variant, contract, outcome, pool, set_aside, last, dealer)


def draw_up(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    pool: int,
    set_aside: int,
    last: bool,
    dealer: int,
) -> Settlement:
    """The settlement of what a deal can have: a completed contract and a sound outcome."""
    ledger = _Ledger(variant.seats, pool, set_aside, variant.pool.cap)
    eldest = (dealer + 1) % variant.seats
    made: bool | None = None
    if contract is None:
        for transfer in variant.passed_out.transfers(outcome.tricks, pool, eldest):
            ledger.post(transfer)
        heading = "all passed"
    else:
        priced = _price_of(variant, contract, outcome)
        made = priced.case.made
        heading = _heading(variant, contract, made, outcome.slam)
        _settle_contract(ledger, variant, contract, outcome, priced)
    if last:
        _divide_pool(ledger, variant, eldest, contract, failed=made is False)
    return Settlement(
        transfers=tuple(ledger.transfers),
        deltas=tuple(ledger.deltas),
        pool=ledger.pool,
        set_aside=ledger.set_aside,
        made=made,
        heading=heading,
    )


@lru_cache(maxsize=4096)
def _heading(variant: Variant, contract: Contract, made: bool, slam: SlamWord | None) -> str:
    declared = "" if slam is None else ", slam declared"
    name = variant.ladder[contract.key].name
    return f"{contract} ({name}{declared}): {'made' if made else 'lost'}"


class _Priced:
    """What one opponent pays or gets, whoever sits where."""

    __slots__ = ("_known", "case", "chips", "lines")

    def __init__(self, case: Case, lines: tuple[Line, ...]) -> None:
        self.case = case
        self.lines = lines
        self.chips = sum(line.chips for line in lines)
        self._known: dict[tuple[int, int], Transfer] = {}

    def paid(self, payer: int, payee: int) -> Transfer:
        """The transfer between two seats."""
        found = self._known.get((payer, payee))
        if found is None:
            found = self._known[payer, payee] = Transfer(payer, payee, self.lines)
        return found


def _price_of(variant: Variant, contract: Contract, outcome: Outcome) -> _Priced:
    side = contract.side
    tricks = outcome.tricks
    won = tricks[side[0]]
    if len(side) == 2 and len(counting_seats(variant, contract)) == 2:
        won += tricks[side[1]]
    honours = 0
    if any(outcome.honours):
        honours = sum([outcome.honours[seat] for seat in side])
    return _priced(
        variant,
        contract.key,
        contract.trump,
        contract.suit_class,
        contract.turned,
        contract.belle,
        len(side) == 2,
        won,
        honours,
        bool(outcome.conceded),
        outcome.slam,
    )


@lru_cache(maxsize=16384)
def _priced(
    variant: Variant,
    key: str,
    trump: Suit | None,
    suit_class: SuitClass | None,
    turned: Suit | None,
    belle: Suit | None,
    partnered: bool,
    taken: int,
    honours: int,
    conceded: bool,
    slam: SlamWord | None,
) -> _Priced:
    """The price by the tricks that count and the honours of the side: the same for many deals."""
    step = variant.ladder[key]
    extra = variant.partners.extra if partnered and step.partnered else 0
    target = step.goal.tricks + extra
    counted = isinstance(step.goal, AtLeast)
    if conceded:
        made, taken = True, target
    elif slam is not None:
        made = taken == step.tricks_played
    else:
        made = taken >= target if counted else taken == target
    case = Case(
        step=step,
        trump=trump,
        suit_class=suit_class,
        turned=turned,
        belle=belle,
        made=made,
        taken=taken,
        partnered=partnered,
        over=max(0, taken - target) if counted else 0,
        under=max(0, target - taken) if counted else 0,
        honours=honours,
    )
    payments = variant.payments
    if slam is not None and payments.slams is not None:
        lines = payments.slams.lines(case, slam, partnered=partnered)
    else:
        parts = payments.won if made else payments.lost
        lines = tuple(line for part in parts for line in part.lines(case))
    return _Priced(case, lines)


def _settle_contract(
    ledger: _Ledger, variant: Variant, contract: Contract, outcome: Outcome, priced: _Priced
) -> None:
    case, chips = priced.case, priced.chips
    side = contract.side
    others = _others(side, variant.seats)
    liable = side if case.made else _liable(variant, contract, outcome)
    parties = liable if len(liable) == 2 else liable * len(others)
    if chips:
        payers, payees = (others, parties) if case.made else (parties, others)
        for payer, payee in zip(payers, payees, strict=True):
            ledger.pay(payer, payee, chips, priced.paid(payer, payee))
    if not case.made:
        due = variant.pool.lost.due(
            case.step,
            variant.ladder,
            price=chips,
            pool=ledger.pool,
            tricks=sum([outcome.tricks[seat] for seat in side]),
        )
        for seat, share in _shares(liable, due):
            ledger.feed(seat, share, "contract lost")
    elif ledger.pool and _takes_pool(variant, outcome, case):
        for seat, share in _shares(side, ledger.pool):
            ledger.draw(seat, share, "contract made")
    if variant.chicane is not None and outcome.chicane:
        for seat in outcome.chicane:
            _collect(ledger, seat, variant.chicane.chips, "chicane")
    bonus = variant.boston_bonus
    if bonus is not None and contract.trump is not None and outcome.boston is not None:
        _collect(ledger, outcome.boston, bonus.chips, "the Boston")


@lru_cache(maxsize=64)
def _others(side: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """The opponents, from the declarer's left."""
    found = ((side[0] + step) % seats for step in range(1, seats))
    return tuple(seat for seat in found if seat not in side)


def _shares(side: tuple[int, ...], chips: int) -> tuple[tuple[int, int], ...]:
    """Chips by seat."""
    if len(side) == 1:
        return ((side[0], chips),)
    first, second = halves(chips)
    return (side[0], first), (side[1], second)


def _collect(ledger: _Ledger, payee: int, chips: int, reason: str) -> None:
    """The same from every other player."""
    for payer in range(len(ledger.deltas)):
        if payer != payee and chips:
            ledger.pay(payer, payee, chips, _transfer(payer, payee, chips, reason))


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


def _divide_pool(
    ledger: _Ledger, variant: Variant, eldest: int, contract: Contract | None, *, failed: bool
) -> None:
    """After the last deal nothing stays in the pool, nor set aside."""
    ledger.give_back()
    if not ledger.pool:
        return
    seats = [(eldest + step) % variant.seats for step in range(variant.seats)]
    if contract is not None and failed and variant.session.last_pool == "adversaries":
        seats = [seat for seat in seats if seat not in contract.side]
    share, odd = divmod(ledger.pool, len(seats))
    for place, seat in enumerate(seats):
        ledger.draw(seat, share + (place < odd), "end of the session")
