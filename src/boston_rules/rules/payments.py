"""Prices: what one opponent pays, or is paid, as lines of a bill."""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

from attrs import frozen

from boston_rules.actions import SuitClass
from boston_rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from boston_rules.rules.checked import figure
from boston_rules.rules.ladder import Step
from boston_rules.rules.sources import Cite, cited
from boston_rules.rules.suits import SuitRanking, Turn
from boston_rules.rules.transfers import Line

__all__ = [
    "BySuit",
    "ByTricks",
    "Case",
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

_COLUMNS = (SPADES, CLUBS, HEARTS, DIAMONDS)

Liable: TypeAlias = Literal["both", "declarer", "partner"]
"""Which partners owe a loss."""

SuitRow: TypeAlias = tuple[str, tuple[int, int, int, int]]
"""A contract key and its chips under spades, clubs, hearts, diamonds."""


class _Draft:
    """A :class:`Case` while it is made, which then changes its class."""

    __slots__ = (
        "__weakref__",
        "belle",
        "honours",
        "made",
        "over",
        "partnered",
        "step",
        "suit_class",
        "taken",
        "trump",
        "turned",
        "under",
    )


@frozen(kw_only=True)
class Case(_Draft):
    """A contract as played, seen by a price rule."""

    step: Step
    trump: Suit | None = None
    suit_class: SuitClass | None = None
    turned: Suit | None = None
    belle: Suit | None = None
    made: bool
    taken: int = 0
    """Tricks the side has won."""
    over: int = 0
    """Tricks above the target."""
    under: int = 0
    """Tricks missing to the target; 0 where the goal is exact."""
    honours: int = 0
    """Honours dealt to the declarer's side."""
    partnered: bool = False
    """Played with a partner."""

    @property
    def turn(self) -> Turn:
        """The suits fixed by turned cards."""
        return Turn(self.turned, self.belle)


def case_of(
    step: Step,
    trump: Suit | None,
    suit_class: SuitClass | None,
    turned: Suit | None,
    belle: Suit | None,
    made: bool,
    taken: int,
    over: int,
    under: int,
    honours: int,
    partnered: bool,
) -> Case:
    """A case, made in a third of the time."""
    draft: Any = _Draft()
    draft.step = step
    draft.trump = trump
    draft.suit_class = suit_class
    draft.turned = turned
    draft.belle = belle
    draft.made = made
    draft.taken = taken
    draft.over = over
    draft.under = under
    draft.honours = honours
    draft.partnered = partnered
    draft.__class__ = Case
    case: Case = draft
    return case


class Price(Protocol):
    """A part of the payment of one opponent."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The lines it adds to the bill; none where it has nothing to say."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class BySuit:
    """A price by contract and trump suit, in columns ♠ ♣ ♥ ♦."""

    rows: tuple[SuitRow, ...]
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The cell of the contract."""
        for key, chips in self.rows:
            if key == case.step.key and case.trump is not None:
                suit = case.trump
                return (Line(chips[_COLUMNS.index(suit)], f"{case.step.name} in {suit.symbol}"),)
        return ()

    def words(self) -> str:
        """The rule in English."""
        return "the table by contract and trump suit"


@frozen
class Flat:
    """A price by contract."""

    rows: tuple[tuple[str, int], ...]
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The price of the contract."""
        return tuple(
            Line(chips, case.step.name) for key, chips in self.rows if key == case.step.key
        )

    def words(self) -> str:
        """The rule in English."""
        return ", ".join(f"{key} {chips}" for key, chips in self.rows)


@frozen
class ByTricks:
    """A price by contract and by the tricks above it when made, or missing when lost."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The cell of the contract."""
        for key, chips in self.rows:
            if key == case.step.key:
                if case.made:
                    over = f" with {case.over} over" if case.over else ""
                    return (Line(chips[case.over], case.step.name + over),)
                return (Line(chips[case.under - 1], f"{case.step.name} short by {case.under}"),)
        return ()

    def words(self) -> str:
        """The rule in English."""
        return "the table by contract and tricks above or below it"


@frozen
class OvertrickEach:
    """Chips for each trick above the target: ``each``, or by contract in ``rows``.

    >>> from boston_rules.rules.ladder import AtLeast
    >>> five = Step(key="5", goal=AtLeast(5))
    >>> OvertrickEach(5).lines(Case(step=five, made=True, over=2))
    (Line(chips=10, reason='2 overtricks'),)
    """

    each: int = figure(0)
    rows: tuple[tuple[str, int], ...] = ()
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """Overtricks, when there are any."""
        each = dict(self.rows).get(case.step.key, self.each)
        if not (case.over and each):
            return ()
        return (Line(each * case.over, _count(case.over, "overtrick")),)

    def words(self) -> str:
        """The rule in English."""
        if self.rows:
            return "each overtrick: " + ", ".join(f"{key} {chips}" for key, chips in self.rows)
        return f"{self.each} for each overtrick"


@frozen
class UndertrickEach:
    """Chips for each trick missing to the target, except in the contracts of ``but``."""

    each: int = figure()
    but: tuple[str, ...] = ()
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """Undertricks, when there are any."""
        if not case.under or case.step.key in self.but:
            return ()
        return (Line(self.each * case.under, _count(case.under, "undertrick")),)

    def words(self) -> str:
        """The rule in English."""
        but = f", except in {', '.join(self.but)}" if self.but else ""
        return f"{self.each} for each undertrick{but}"


@frozen
class Honours:
    """Chips for three or four of A K Q J of trumps, in one hand or the side's two.

    ``three`` and ``four`` for every contract with trumps, or by contract in ``rows``.
    """

    three: int = figure(0)
    four: int = figure(0)
    rows: tuple[tuple[str, tuple[int, int]], ...] = ()
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """Honours, when three or four are held."""
        if case.honours < 3 or case.trump is None:
            return ()
        three, four = dict(self.rows).get(case.step.key, (self.three, self.four))
        chips = four if case.honours == 4 else three
        return (Line(chips, f"{case.honours} honours"),) if chips else ()

    def words(self) -> str:
        """The rule in English."""
        general = f"{self.three} for three honours, {self.four} for four"
        if not self.rows:
            return general
        rows = ", ".join(f"{key} {three} or {four}" for key, (three, four) in self.rows)
        return f"{general}, but {rows}" if self.four else f"three or four honours: {rows}"


@frozen
class SuitFactor:
    """Other prices times a factor of the trump suit, or of the turned suit without trumps.

    Factors stand in columns ♠ ♣ ♥ ♦.
    """

    factors: tuple[int, int, int, int]
    parts: tuple[Price, ...]
    source: Cite | None = cited()

    def factor(self, case: Case) -> int:
        """The factor of the case; 1 where no suit decides."""
        suit = case.trump if case.trump is not None else case.turned
        return 1 if suit is None else self.factors[_COLUMNS.index(suit)]

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The lines of the parts, each multiplied."""
        return _multiplied(self.factor(case), self.parts, case)

    def words(self) -> str:
        """The rule in English."""
        factors = ", ".join(
            f"{suit.symbol} {factor}" for suit, factor in zip(_COLUMNS, self.factors, strict=True)
        )
        inner = "; ".join(part.words() for part in self.parts)
        return f"{inner}; all times {factors} of the trump suit (of the turned suit in misères)"


@frozen
class RankFactor:
    """Other prices times a factor by the rank of the trump suit, lowest rank first."""

    ranking: SuitRanking
    factors: tuple[int, ...]
    parts: tuple[Price, ...]
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The lines of the parts, each multiplied."""
        if case.trump is None:
            return ()
        factor = self.factors[self.ranking.rank(case.trump, case.turn)]
        return _multiplied(factor, self.parts, case)

    def words(self) -> str:
        """The rule in English."""
        inner = "; ".join(part.words() for part in self.parts)
        return f"{inner}; all times {', '.join(map(str, self.factors))} by rank of the trump suit"


@frozen
class EveryTrick:
    """A bonus for winning every trick, ``alone`` or for ``two``."""

    alone: int = figure()
    two: int = figure()
    source: Cite | None = cited()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The bonus, when every trick was won."""
        if case.taken < case.step.tricks_played:
            return ()
        return (Line(self.two if case.partnered else self.alone, "every trick"),)

    def words(self) -> str:
        """The rule in English."""
        return f"all thirteen tricks: {self.alone} more alone, {self.two} more with a partner"


@frozen
class SlamRule:
    """A slam declared during the play: a price that replaces that of the bid, won or lost.

    ``two`` with a partner, ``alone`` without, ``table`` with the hand exposed either way, each
    times the factor of the trump suit in columns ♠ ♣ ♥ ♦; ``extras`` join it when made.

    >>> from boston_rules.rules.ladder import AtLeast
    >>> case = Case(step=Step(key="5", goal=AtLeast(5)), trump=HEARTS, made=True)
    >>> SlamRule(50, 100, 200, factors=(1, 2, 4, 3)).lines(case, "closed", partnered=False)
    (Line(chips=400, reason='slam alone × 4'),)
    """

    two: int = figure()
    alone: int = figure()
    table: int = figure()
    factors: tuple[int, int, int, int] = (1, 1, 1, 1)
    extras: tuple[Price, ...] = ()
    source: Cite | None = cited()

    def lines(
        self, case: Case, slam: Literal["closed", "table"], *, partnered: bool
    ) -> tuple[Line, ...]:
        """The bill of a slam, made or not."""
        if slam == "table":
            base = Line(self.table, "slam on the table")
        elif partnered:
            base = Line(self.two, "slam with a partner")
        else:
            base = Line(self.alone, "slam alone")
        lines: tuple[Line, ...] = (_times(SuitFactor(self.factors, ()).factor(case), base),)
        if case.made:
            lines += tuple(line for extra in self.extras for line in extra.lines(case))
        return lines

    def words(self) -> str:
        """The rule in English."""
        return (
            "a declarer whose side has met its target and won every trick may declare a slam at "
            f"his next turn: {self.two} with a partner, {self.alone} alone, {self.table} with the "
            "hand on the table, times the factor of the trump suit, instead of the price of the "
            "bid and its overtricks when made, and as the price when lost"
        )


class Shares(Protocol):
    """Which partner pays for a lost contract."""

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """Who pays, from the tricks of each."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class EvenShares:
    """Partners win and lose alike."""

    source: Cite | None = cited()

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """Both."""
        return "both"

    def words(self) -> str:
        """The rule in English."""
        return (
            "partners share alike: each is paid by, or pays, one opponent in full, "
            "and the pool is taken or fed by halves, the odd chip the bidder's"
        )


@frozen
class Quotas:
    """A partner who alone falls short of his quota pays alone."""

    declarer: int = figure(5)
    partner: int = figure(3)
    source: Cite | None = cited()

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """The one who is short, else both."""
        declarer_short = declarer_tricks < self.declarer
        partner_short = partner_tricks < self.partner
        if declarer_short == partner_short:
            return "both"
        return "declarer" if declarer_short else "partner"

    def words(self) -> str:
        """The rule in English."""
        return (
            f"partners owe {self.declarer} tricks (bidder) and {self.partner} (partner): one who "
            "alone falls short pays both opponents and the pool, else the loss is shared"
        )


@frozen(kw_only=True)
class Payments:
    """What each opponent pays for a made contract, and is paid for a lost one."""

    won: tuple[Price, ...]
    lost: tuple[Price, ...]
    shares: Shares = EvenShares()
    slams: SlamRule | None = None
    source: Cite | None = cited()

    @property
    def by_rank(self) -> bool:
        """Whether contracts are priced by the rank that turned cards give the trump suit."""
        return any(isinstance(price, RankFactor) for price in (*self.won, *self.lost))

    @property
    def by_turned_suit(self) -> bool:
        """Whether contracts without trumps are priced by the turned suit."""
        return any(isinstance(price, SuitFactor) for price in (*self.won, *self.lost))

    def words(self) -> str:
        """The rule in English."""
        parts = [
            "made, from each opponent: " + "; ".join(price.words() for price in self.won),
            "lost, to each opponent: " + "; ".join(price.words() for price in self.lost),
            self.shares.words(),
        ]
        if self.slams is not None:
            parts.append(self.slams.words())
        return ". ".join(parts)


def _multiplied(factor: int, parts: tuple[Price, ...], case: Case) -> tuple[Line, ...]:
    return tuple(_times(factor, line) for part in parts for line in part.lines(case))


def _times(factor: int, line: Line) -> Line:
    if factor == 1:
        return line
    return Line(line.chips * factor, f"{line.reason} × {factor}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
