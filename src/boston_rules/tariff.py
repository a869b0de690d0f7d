"""What a contract costs: worked out once for each way in which it can end.

The price is what one opponent pays or gets; who pays it to whom follows from the seats.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from boston_rules.actions import SuitClass
from boston_rules.cards import Suit
from boston_rules.contract import Contract, Outcome, counting_seats
from boston_rules.rules.ladder import AtLeast
from boston_rules.rules.payments import Case
from boston_rules.rules.transfers import Line, Transfer
from boston_rules.variant import Variant

__all__ = ["Priced", "Tariff", "tariff_of"]

SlamWord: TypeAlias = Literal["closed", "table"]


class Priced:
    """A contract that ended in one way: what one opponent pays or gets for it."""

    __slots__ = ("_paid", "case", "chips", "heading", "lines", "made")

    def __init__(self, case: Case, lines: tuple[Line, ...], heading: str) -> None:
        self.case = case
        self.made = case.made
        self.lines = lines
        self.chips = sum([line.chips for line in lines])
        self.heading = heading
        self._paid: dict[tuple[int, ...], tuple[tuple[Transfer, ...], tuple[int, ...]]] = {}

    def paid(
        self, liable: tuple[int, ...], tariff: Tariff
    ) -> tuple[tuple[Transfer, ...], tuple[int, ...]]:
        """The transfers between seats and the chips that they bring to each.

        A made contract is paid to the ``liable``, a lost one by them: two are each paired with one
        opponent, one stands against all.
        """
        found = self._paid.get(liable)
        if found is None:
            found = self._paid[liable] = self._pay(liable, tariff)
        return found

    def _pay(
        self, liable: tuple[int, ...], tariff: Tariff
    ) -> tuple[tuple[Transfer, ...], tuple[int, ...]]:
        deltas = [0] * tariff.seats
        others = tariff.others
        parties = liable if len(liable) == 2 else liable * len(others)
        payers, payees = (others, parties) if self.made else (parties, others)
        transfers = []
        for payer, payee in zip(payers, payees, strict=True):
            deltas[payer] -= self.chips
            deltas[payee] += self.chips
            transfers.append(Transfer(payer, payee, self.lines))
        return tuple(transfers) if self.chips else (), tuple(deltas)


class Tariff:
    """What a contract of a variant can cost."""

    __slots__ = (
        "_contract",
        "_known",
        "_variant",
        "both",
        "contested",
        "others",
        "seats",
        "side",
        "step",
        "takes",
    )

    def __init__(self, variant: Variant, contract: Contract) -> None:
        self._variant = variant
        self._contract = contract
        self._known: dict[tuple[int, int, bool, SlamWord | None], Priced] = {}
        self.seats = variant.seats
        self.step = variant.ladder[contract.key]
        self.side = contract.side
        self.others = tuple(
            seat
            for place in range(1, self.seats)
            if (seat := (contract.declarer + place) % self.seats) not in self.side
        )
        """The opponents, from the declarer's left."""
        self.both = len(counting_seats(variant, contract)) == 2
        """Whether the tricks of two partners count."""
        self.contested = variant.contest is not None and contract.key in variant.contest.keys
        """Whether the opponents are asked about the bid."""
        self.takes = variant.pool.taken_by.covers(self.step, variant.ladder)
        """Whether the contract takes the pool when it is made, unless it may be contested."""

    def priced(self, outcome: Outcome) -> Priced:
        """The price of an outcome, by the tricks that count and the honours of the side."""
        tricks, honours = outcome.tricks, outcome.honours
        side = self.side
        won = tricks[side[0]] + tricks[side[1]] if self.both else tricks[side[0]]
        held = honours[side[0]] + honours[side[1]] if len(side) == 2 else honours[side[0]]
        key = (won, held, outcome.conceded, outcome.slam)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._price(*key)
        return found

    def _price(self, won: int, honours: int, conceded: bool, slam: SlamWord | None) -> Priced:
        contract = self._contract
        case, lines = _price(
            self._variant,
            contract.key,
            contract.trump,
            contract.suit_class,
            contract.turned,
            contract.belle,
            contract.partner is not None,
            won,
            honours,
            conceded,
            slam,
        )
        declared = "" if slam is None else ", slam declared"
        verdict = "made" if case.made else "lost"
        return Priced(case, lines, f"{contract} ({self.step.name}{declared}): {verdict}")


@lru_cache(maxsize=4096)
def tariff_of(variant: Variant, contract: Contract) -> Tariff:
    """The tariff of a completed contract."""
    return Tariff(variant, contract)


@lru_cache(maxsize=16384)
def _price(
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
) -> tuple[Case, tuple[Line, ...]]:
    """The case and its lines on a bill, whoever sits where."""
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
        return case, payments.slams.lines(case, slam, partnered=partnered)
    parts = payments.won if made else payments.lost
    return case, tuple(line for part in parts for line in part.lines(case))
