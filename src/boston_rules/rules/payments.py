"""Prices: what one opponent pays, or is paid, as lines of a bill."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, TypeAlias

from attrs import field, frozen

from boston_rules.core.sources import Cite, cited
from boston_rules.core.transfers import Line
from boston_rules.rules.cases import (
    COLUMNS,
    AnySuit,
    BidderAlone,
    Case,
    DealSuits,
    EvenShares,
    Liable,
    Payments,
    Price,
    Shares,
    SlamRule,
    alike_to,
    read_by,
    suit_factor,
    times,
)
from boston_rules.rules.checked import figure, whole_numbers
from boston_rules.rules.counts import PlayCount, counts_of
from boston_rules.rules.suits import SuitRanking

__all__ = [
    "BidderAlone",
    "BySuit",
    "ByTricks",
    "Case",
    "EachCounted",
    "EvenShares",
    "EveryTrick",
    "Flat",
    "Honours",
    "OvertrickEach",
    "Payments",
    "Price",
    "Quotas",
    "RankFactor",
    "Shares",
    "SlamRule",
    "SuitFactor",
    "SuitRow",
    "UndertrickEach",
]

SuitRow: TypeAlias = tuple[str, tuple[int, int, int, int]]
"""A contract key and its chips under spades, clubs, hearts, diamonds."""


@frozen
class BySuit(Price):
    """A price by contract and trump suit, in columns ♠ ♣ ♥ ♦."""

    rows: tuple[SuitRow, ...]
    """Key of the contract, and chips for trumps ♠ ♣ ♥ ♦."""
    source: Cite | None = cited()
    reads: ClassVar[frozenset[str]] = frozenset()
    """Nothing of a case but the contract and its tricks."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The cell of the contract."""
        for key, chips in self.rows:
            if key == case.step.key and case.trump is not None:
                suit = case.trump
                return (Line(chips[COLUMNS.index(suit)], f"{case.step.name} in {suit.symbol}"),)
        return ()

    def words(self) -> str:
        return "the table by contract and trump suit"


@frozen
class Flat(AnySuit):
    """A price by contract."""

    rows: tuple[tuple[str, int], ...]
    """Key of the contract, and chips."""
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The price of the contract."""
        for key, chips in self.rows:
            if key == case.step.key:
                return (Line(chips, case.step.name),)
        return ()

    def words(self) -> str:
        return ", ".join(f"{key} {chips}" for key, chips in self.rows)


@frozen
class ByTricks(AnySuit):
    """A price by contract and by the tricks above it when made, or missing when lost."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """Key of the contract, and chips for 0, 1, 2 ... tricks above it or missing."""
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The cell of the contract."""
        for key, chips in self.rows:
            if key == case.step.key:
                if case.made:
                    over = f" with {case.over} over" if case.over else ""
                    return (Line(chips[case.over], case.step.name + over),)
                short = f" short by {case.under}" if case.under else " lost"
                return (Line(chips[max(case.under - 1, 0)], case.step.name + short),)
        return ()

    def words(self) -> str:
        return "the table by contract and tricks above or below it"


@frozen
class OvertrickEach(AnySuit):
    """Chips for each trick above the target: ``each``, or by contract in ``rows``.

    >>> from boston_rules.rules.cases import Case
    >>> from boston_rules.rules.payments import OvertrickEach
    >>> from boston_rules.rules.ladder import AtLeast, Step
    >>> five = Step(key="5", goal=AtLeast(5))
    >>> OvertrickEach(5).lines(Case(step=five, made=True, over=2))
    (Line(chips=10, reason='2 overtricks'),)
    """

    each: int = figure(0)
    """Chips for each trick."""
    rows: tuple[tuple[str, int], ...] = ()
    """Key of the contract, and chips for each trick, where they differ."""
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """Overtricks, when there are any."""
        each = dict(self.rows).get(case.step.key, self.each)
        if not (case.over and each):
            return ()
        return (Line(each * case.over, counted(case.over, "overtrick")),)

    def words(self) -> str:
        if self.rows:
            return "each overtrick: " + ", ".join(f"{key} {chips}" for key, chips in self.rows)
        return f"{self.each} for each overtrick"


@frozen
class UndertrickEach(AnySuit):
    """Chips for each trick missing to the target: ``each``, or by contract in ``rows``.

    Nothing in the contracts of ``but``.
    """

    each: int = figure(0)
    """Chips for each trick."""
    but: tuple[str, ...] = ()
    """Keys of the contracts in which nothing is paid."""
    rows: tuple[tuple[str, int], ...] = ()
    """Key of the contract, and chips for each trick, where they differ."""
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """Undertricks, when there are any."""
        each = dict(self.rows).get(case.step.key, self.each)
        if not (case.under and each) or case.step.key in self.but:
            return ()
        return (Line(each * case.under, counted(case.under, "undertrick")),)

    def words(self) -> str:
        but = f", except in {', '.join(self.but)}" if self.but else ""
        if self.rows:
            rows = ", ".join(f"{key} {chips}" for key, chips in self.rows)
            return f"each undertrick{but}: {rows}"
        return f"{self.each} for each undertrick{but}"


@frozen
class Honours(Price):
    """Chips for three or four of A K Q J of trumps, in one hand or the side's two.

    ``three`` and ``four`` for every contract with trumps, or by contract in ``rows``.
    """

    three: int = figure(0)
    """Chips for three."""
    four: int = figure(0)
    """Chips for four."""
    rows: tuple[tuple[str, tuple[int, int]], ...] = ()
    """Key of the contract, and chips for three and for four."""
    source: Cite | None = cited()
    reads: ClassVar[frozenset[str]] = frozenset({"honours"})
    """The honours of a case."""

    def alike(self, suits: DealSuits, honours: int) -> Hashable:
        """All suits are, and fewer than three honours."""
        return max(honours, 2)

    def lines(self, case: Case) -> tuple[Line, ...]:
        """Honours, when three or four are held."""
        if case.honours < 3 or case.trump is None:
            return ()
        three, four = dict(self.rows).get(case.step.key, (self.three, self.four))
        chips = four if case.honours == 4 else three
        return (Line(chips, f"{case.honours} honours"),) if chips else ()

    def words(self) -> str:
        general = f"{self.three} for three honours, {self.four} for four"
        if not self.rows:
            return general
        rows = ", ".join(f"{key} {three} or {four}" for key, (three, four) in self.rows)
        return f"{general}, but {rows}" if self.four else f"three or four honours: {rows}"


@frozen
class SuitFactor(Price):
    """Other prices times a factor of the trump suit, or of the turned suit without trumps.

    Factors stand in columns ♠ ♣ ♥ ♦.
    """

    factors: tuple[int, int, int, int] = field(validator=whole_numbers(4))
    """For ♠ ♣ ♥ ♦."""
    parts: tuple[Price, ...]
    """The prices that are multiplied."""
    source: Cite | None = cited()

    @property
    def reads(self) -> frozenset[str]:
        """What it and its parts read of a case; see :class:`~boston_rules.rules.cases.Price`."""
        return read_by(self.parts) | {"turned without trumps"}

    def alike(self, suits: DealSuits, honours: int) -> Hashable:
        """The suit of the factor tells cases apart, and what its parts do."""
        suit = suits.trump if suits.trump is not None else suits.turn.suit
        return suit, *[alike_to(part, suits, honours) for part in self.parts]

    @property
    def counts(self) -> tuple[PlayCount, ...]:
        """What its parts want counted."""
        return counts_of(self.parts)

    def factor(self, case: Case) -> int:
        """The factor of the case; 1 where no suit decides."""
        return suit_factor(self.factors, case)

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The lines of the parts, each multiplied."""
        return _multiplied(self.factor(case), self.parts, case)

    def words(self) -> str:
        factors = ", ".join(
            f"{suit.symbol} {factor}" for suit, factor in zip(COLUMNS, self.factors, strict=True)
        )
        inner = "; ".join(part.words() for part in self.parts)
        return f"{inner}; all times {factors} of the trump suit (of the turned suit in misères)"


@frozen
class RankFactor(Price):
    """Other prices times a factor by the rank of the trump suit, lowest rank first."""

    ranking: SuitRanking
    """What ranks the trump suit."""
    factors: tuple[int, ...] = field(validator=whole_numbers())
    """By rank, from the lowest."""
    parts: tuple[Price, ...]
    """The prices that are multiplied."""
    source: Cite | None = cited()

    @property
    def reads(self) -> frozenset[str]:
        """What it and its parts read of a case; see :class:`~boston_rules.rules.cases.Price`."""
        return read_by(self.parts) | {"turned", "belle"}

    def alike(self, suits: DealSuits, honours: int) -> Hashable:
        """Trumps of the same rank are, as far as its parts do not tell them apart."""
        rank = None if suits.trump is None else self.ranking.rank(suits.trump, suits.turn)
        return rank, *[alike_to(part, suits, honours) for part in self.parts]

    @property
    def counts(self) -> tuple[PlayCount, ...]:
        """What its parts want counted."""
        return counts_of(self.parts)

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The lines of the parts, each multiplied."""
        if case.trump is None:
            return ()
        factor = self.factors[self.ranking.rank(case.trump, case.turn)]
        return _multiplied(factor, self.parts, case)

    def words(self) -> str:
        inner = "; ".join(part.words() for part in self.parts)
        return f"{inner}; all times {', '.join(map(str, self.factors))} by rank of the trump suit"


@frozen
class EveryTrick(AnySuit):
    """A bonus for winning every trick, ``alone`` or for ``two``."""

    alone: int = figure()
    """Chips without a partner."""
    two: int = figure()
    """Chips with a partner."""
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The bonus, when every trick was won."""
        if case.taken < case.total:
            return ()
        return (Line(self.two if case.partnered else self.alone, "every trick"),)

    def words(self) -> str:
        return f"every trick: {self.alone} more alone, {self.two} more with a partner"


@frozen
class EachCounted(AnySuit):
    """Chips for each that the declarer's side has of something counted of the cards as played.

    >>> from boston_rules.rules.cases import Case
    >>> from boston_rules.rules.counts import LastTrick
    >>> from boston_rules.rules.ladder import AtLeast, Step
    >>> from boston_rules.rules.payments import EachCounted
    >>> last = LastTrick()
    >>> case = Case(step=Step(key="5", goal=AtLeast(5)), made=True, counted=((last, 1),))
    >>> EachCounted(last, 10).lines(case)
    (Line(chips=10, reason='the last trick'),)
    """

    count: PlayCount
    """What is counted."""
    each: int = figure()
    """Chips for each."""
    source: Cite | None = cited()

    @property
    def counts(self) -> tuple[PlayCount, ...]:
        """What is counted; see :class:`~boston_rules.rules.cases.Price`."""
        return (self.count,)

    def lines(self, case: Case) -> tuple[Line, ...]:
        """What the side has, when it has any."""
        chips = self.each * case.count(self.count)
        return (Line(chips, self.count.words()),) if chips else ()

    def words(self) -> str:
        return f"{self.each} for {self.count.words()}"


@frozen
class Quotas(Shares):
    """A partner who alone falls short of his quota pays alone."""

    declarer: int = figure(5)
    """Tricks that the declarer must win."""
    partner: int = figure(3)
    """Tricks that the partner must win."""
    source: Cite | None = cited()
    paid: ClassVar[Liable] = "both"

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """The one who is short, else both."""
        declarer_short = declarer_tricks < self.declarer
        partner_short = partner_tricks < self.partner
        if declarer_short == partner_short:
            return "both"
        return "declarer" if declarer_short else "partner"

    def words(self) -> str:
        return self._words("both opponents and the pool")

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return self._words("both opponents")

    def _words(self, paid: str) -> str:
        return (
            f"partners owe {self.declarer} tricks (bidder) and {self.partner} (partner): one who "
            f"alone falls short pays {paid}, else the loss is shared"
        )


def _multiplied(factor: int, parts: tuple[Price, ...], case: Case) -> tuple[Line, ...]:
    return tuple(times(factor, line) for part in parts for line in part.lines(case))


def counted(number: int, noun: str) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
