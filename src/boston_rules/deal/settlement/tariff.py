"""What a contract costs: worked out once for each way in which it can end.

The price is what one opponent pays or gets; who pays it to whom follows from the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from boston_rules.core.contract import Contract, Outcome, Trick
from boston_rules.core.saying import say
from boston_rules.core.transfers import Line, Moves, transfer_of
from boston_rules.deal.terms import terms_of
from boston_rules.rules.cases import Case, DealSuits, SlamWord, ended, times
from boston_rules.rules.counts import PlayCount, count_play
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = ["Priced", "Tariff", "heading_of", "of_side", "tariff_of"]

_Seats: TypeAlias = tuple[int, ...]
_Counted: TypeAlias = tuple[tuple[PlayCount, int], ...]


def of_side(numbers: Sequence[int], side: _Seats) -> int:
    """What one seat has, or two together."""
    return numbers[side[0]] if len(side) == 1 else numbers[side[0]] + numbers[side[1]]


class Priced:
    """What one opponent pays or gets for a contract that ended in one way, whoever sits where."""

    __slots__ = ("_known", "chips", "lines", "made", "taken")

    def __init__(self, case: Case, lines: tuple[Line, ...]) -> None:
        self.made: bool = case.made
        self.taken: int = case.taken
        self.lines: tuple[Line, ...] = lines
        self.chips: int = sum([line.chips for line in lines])
        self._known: dict[tuple[_Seats, _Seats], Moves] = {}

    def paid(self, payers: _Seats, payees: _Seats, seats: int) -> Moves:
        """The transfers from each payer to his payee, and what they bring to each of the seats."""
        found = self._known.get((payers, payees))
        if found is None:
            pairs = tuple(zip(payers, payees, strict=True))
            found = self._known[payers, payees] = (
                tuple([transfer_of(payer, payee, self.lines) for payer, payee in pairs]),
                tuple([self.chips * (payees.count(x) - payers.count(x)) for x in range(seats)]),
            )
        return found


class Rate:
    """What a contract costs by all but its seats."""

    __slots__ = ("_at", "_goal", "_payments", "_stakes", "_step", "_total")

    def __init__(
        self,
        variant: Variant,
        key: str,
        suits: DealSuits,
        partnered: bool,
        goal: Goal,
        stakes: int,
    ) -> None:
        self._step = variant.ladder[key]
        self._total = self._step.tricks_played(variant.hand)
        self._payments = variant.payments
        self._goal = goal
        self._stakes = stakes
        self._at = (suits, partnered)

    @lru_cache(maxsize=32768)  # noqa: B019 - rates are kept anyhow
    def priced(
        self,
        taken: int,
        honours: int,
        slam: SlamWord | None,
        failed: bool = False,
        counted: _Counted = (),
    ) -> Priced:
        """The price by the tricks that count, the honours of the side, and what cards it took.

        One that has ``failed`` is lost whatever was taken, for the price without undertricks.
        """
        suits, partnered = self._at
        case = ended(
            self._step,
            self._goal,
            suits,
            taken,
            self._total,
            made=False if failed else None,
            honours=honours,
            partnered=partnered,
            slam=slam,
            counted=counted,
        )
        lines = self._payments.lines(case)
        return Priced(case, tuple([times(self._stakes, line) for line in lines]))


_rate_of: Final = lru_cache(maxsize=4096)(Rate)


@lru_cache(maxsize=4096)
def _turn_read(variant: Variant, key: str, turn: Turn) -> tuple[Turn, bool]:
    """What the prices of a contract read of the turned suits, and whether they read honours."""
    payments, step = variant.payments, variant.ladder[key]
    return payments.turn_read(step, turn), "honours" in payments.reads_of(step)


class Tariff:
    """What a contract of a variant can cost, and who pays."""

    __slots__ = (
        "_contract",
        "_counting",
        "_exactly",
        "_headings",
        "_rate",
        "contested",
        "counts",
        "honours",
        "others",
        "side",
        "step",
        "takes",
    )

    def __init__(self, variant: Variant, contract: Contract) -> None:
        terms = terms_of(variant, contract)
        goal, step = terms.goal, terms.step
        assert goal is not None, "a contract has a goal"
        assert step is not None, "a contract is on the ladder"
        self._contract = contract
        self._headings: dict[tuple[bool, SlamWord | None], str] = {}
        self.step: Step = step
        self.honours: bool
        """Whether any price depends on honours."""
        turn, self.honours = _turn_read(variant, contract.key, contract.turn)
        self.counts: tuple[PlayCount, ...] = terms.counts
        """What prices want counted of the cards as played."""
        self._rate = _rate_of(
            variant,
            contract.key,
            DealSuits(turn, contract.trump, contract.suit_class),
            contract.partner is not None,
            goal,  # type: ignore[arg-type] # a protocol does not say that its objects are frozen
            contract.stakes,
        )
        self._counting = terms.counting
        self._exactly: int = goal.tricks
        self.side: tuple[int, ...] = contract.side
        self.others: tuple[int, ...] = terms.opponents
        self.contested: bool = variant.contest is not None and variant.contest.covers(contract.key)
        """Whether the opponents are asked about the bid."""
        pool = variant.pool
        self.takes: bool = pool is not None and pool.taken_by.covers(self.step, variant.ladder)
        """Whether the contract takes the pool when it is made, unless it may be contested."""

    def priced(self, outcome: Outcome, *, failed: bool = False) -> Priced:
        """The price of an outcome, by the tricks that count and the honours of the side."""
        tricks = outcome.tricks
        taken = of_side(tricks, self._counting)
        held = self.held(outcome.honours)
        if failed or self.counts:
            counted = self.counted(outcome.played, len(tricks))
            return self._rate.priced(taken, held, outcome.slam, failed, counted)
        return self._rate.priced(taken, held, outcome.slam)

    def bare(self, slam: SlamWord | None) -> int:
        """What the bid, or a slam that was declared, costs by itself: no tricks, no honours.

        It is the price of a loss that is short of nothing.
        """
        return self._rate.priced(self._exactly, 0, slam, True).chips

    def counted(self, played: Sequence[Trick], seats: int) -> _Counted:
        """What the side has of everything that prices want counted.

        Args:
            played: the tricks of the whole deal in order; nothing where it was not played to its
                end.
            seats: how many play.
        """
        found = count_play(self.counts, played, seats)
        return tuple([(what, sum([by_seat[x] for x in self.side])) for what, by_seat in found])

    def held(self, honours: Sequence[int]) -> int:
        """The honours of the side, which its partners count together; 0 where no price asks them.

        Args:
            honours: by seat, as dealt.
        """
        return of_side(honours, self.side) if self.honours else 0

    def told(
        self,
        tricks: Sequence[int],
        honours: Sequence[int],
        boston: int | None,
        played: Sequence[Trick] = (),
    ) -> tuple[int | None, ...]:
        """What the bill of a deal depends on: honours, who had the Boston, tricks of the side.

        Deals of a contract have the same bill that are alike in this, in the table at which they
        were opened, and in what was declared, conceded or done wrong. How the opponents divide
        their tricks changes no price, nor does it matter which partner was dealt the honours.

        Args:
            tricks: by seat, those won.
            honours: by seat, as dealt; only looked at where a price asks for them.
            boston: who was dealt the card that collects for it, where one does.
            played: the tricks in order; only looked at where a price counts something of them.
        """
        counted = self.counted(played, len(tricks)) if self.counts else ()
        taken = [tricks[seat] for seat in self.side]
        return self.held(honours), boston, *taken, *[number for _, number in counted]

    def heading(self, made: bool, slam: SlamWord | None) -> str:
        """The contract and its verdict in words."""
        found = self._headings.get((made, slam))
        if found is None:
            contract = self._contract.named(self.step.title)
            found = self._headings[made, slam] = heading_of(contract, made, slam)
        return found


def heading_of(contract: str, made: bool, slam: SlamWord | None) -> str:
    """The heading of a bill: the contract in words, and its verdict."""
    if slam is not None:
        if made:
            return say("{contract}, slam declared: made", contract=contract)
        return say("{contract}, slam declared: lost", contract=contract)
    if made:
        return say("{contract}: made", contract=contract)
    return say("{contract}: lost", contract=contract)


@lru_cache(maxsize=16384)
def tariff_of(variant: Variant, contract: Contract) -> Tariff:
    """The tariff of a completed contract."""
    return Tariff(variant, contract)
