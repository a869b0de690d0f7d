"""Prices: what one opponent pays, or is paid, as lines of a bill."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, TypeAlias

from attrs import field, frozen

from boston_rules.core.saying import BidKey, Said, joined, listed, say, say_number, term
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
    SharesBySeat,
    SlamRule,
    alike_to,
    lines_of,
    read_by,
    suit_factor,
    times,
)
from boston_rules.rules.checked import figure, whole_numbers
from boston_rules.rules.counts import PlayCount, counts_of
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import SuitRanking

__all__ = [
    "BidderAlone",
    "BySuit",
    "ByTarget",
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
    "ScoredSlam",
    "Shares",
    "SharesBySeat",
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
                reason = say("{bid} in {suit}", bid=term(case.step.name), suit=suit.symbol)
                return (Line(chips[COLUMNS.index(suit)], reason),)
        return ()

    def words(self) -> str:
        return say("the table by contract and trump suit")


TargetRow: TypeAlias = tuple[int, tuple[int, int, int, int, int]]
"""A number of tricks to be won, and its chips under ♠ ♣ ♥ ♦ and without trumps."""
SlamRow: TypeAlias = tuple[str, tuple[int, int, int, int, int]]
"""A contract key and its chips under ♠ ♣ ♥ ♦ and without trumps."""


@frozen
class ByTarget:
    """A price by the tricks that the side must win together, in columns ♠ ♣ ♥ ♦ and grand.

    Contracts in ``slams`` have a row of their own; those whose tricks do not count have none here.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import Case
    >>> from boston_rules.rules.ladder import AtLeast, Step
    >>> from boston_rules.rules.payments import ByTarget
    >>> seven = Step(key="7", name="Seven", goal=AtLeast(7))
    >>> case = Case(step=seven, trump=br.DIAMONDS, made=True, target=10, partnered=True)
    >>> ByTarget(((10, (110, 110, 120, 130, 140)),)).lines(case)
    (Line(chips=130, reason='Seven in ♦, 10 tricks together'),)
    """

    rows: tuple[TargetRow, ...]
    """Tricks to be won, and chips for trumps ♠ ♣ ♥ ♦ and for none."""
    slams: tuple[SlamRow, ...] = ()
    """Key of the contract, and chips for trumps ♠ ♣ ♥ ♦ and for none."""
    source: Cite | None = cited()
    reads: ClassVar[frozenset[str]] = frozenset()
    """Nothing of a case but the contract, its target and its trump suit."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The cell of the contract."""
        step = case.step
        chips = dict(self.slams).get(step.key)
        if chips is None and step.goal.counted:
            chips = dict(self.rows).get(case.target)
        if chips is None:
            return ()
        column = len(COLUMNS) if case.trump is None else COLUMNS.index(case.trump)
        bid = term(step.name)
        reason = (
            say("{bid} in grand", bid=bid)
            if case.trump is None
            else say("{bid} in {suit}", bid=bid, suit=case.trump.symbol)
        )
        if case.partnered:
            reason = say_number(
                "{contract}, {number} trick together",
                "{contract}, {number} tricks together",
                case.target,
                contract=reason,
            )
        return (Line(chips[column], reason),)

    def words(self) -> str:
        """The rule, as a message."""
        return say("the table by the tricks to be won, a partner's included, and by trump suit")


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
                return (Line(chips, term(case.step.name)),)
        return ()

    def words(self) -> str:
        return _told(self.rows)


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
                place = case.over if case.made else max(case.under - 1, 0)
                return (Line(chips[place], _reason(case)),)
        return ()

    def words(self) -> str:
        return say("the table by contract and tricks above or below it")


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
        reason = say_number("{number} overtrick", "{number} overtricks", case.over)
        return (Line(each * case.over, reason),)

    def words(self) -> str:
        if self.rows:
            return say("each overtrick: {chips}", chips=_told(self.rows))
        return say("{chips} for each overtrick", chips=self.each)


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
        reason = say_number("{number} undertrick", "{number} undertricks", case.under)
        return (Line(each * case.under, reason),)

    def words(self) -> str:
        but = joined(", ", map(BidKey, self.but))
        if self.rows and but:
            return say(
                "each undertrick, except in {bids}: {chips}", bids=but, chips=_told(self.rows)
            )
        if self.rows:
            return say("each undertrick: {chips}", chips=_told(self.rows))
        if but:
            return say("{chips} for each undertrick, except in {bids}", chips=self.each, bids=but)
        return say("{chips} for each undertrick", chips=self.each)


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
        return (Line(chips, say("{number} honours", number=case.honours)),) if chips else ()

    def words(self) -> str:
        rows = joined(
            ", ",
            [
                say("{bid} {three} or {four}", bid=BidKey(key), three=three, four=four)
                for key, (three, four) in self.rows
            ],
        )
        if rows and not self.four:
            return say("for three or four honours {chips}", chips=rows)
        general = say(
            "{three} for three honours, {four} for four", three=self.three, four=self.four
        )
        return say("{general}, but {rows}", general=general, rows=rows) if rows else general

    def footnote(self) -> str:
        """Whose honours count."""
        return say(
            "honours are counted in the hands as dealt, those of the declarer's side together"
        )


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
        times = say(
            "all times {factors} of the trump suit (of the turned suit in misères)",
            factors=factors,
        )
        return joined("; ", [*[part.words() for part in self.parts], times])


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
        factors = ", ".join(map(str, self.factors))
        times = say("all times {factors} by rank of the trump suit", factors=factors)
        return joined("; ", [*[part.words() for part in self.parts], times])


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
        return (Line(self.two if case.partnered else self.alone, say("every trick")),)

    def words(self) -> str:
        return say(
            "every trick: {alone} more alone, {two} more with a partner",
            alone=self.alone,
            two=self.two,
        )


@frozen(kw_only=True)
class ScoredSlam:
    """Chips in place of other prices for a bid that is made with so many tricks that it is a slam.

    It is none of those that are declared: so many tricks ``alone``, or every trick with a partner.

    >>> import boston_rules as br
    >>> from attrs import evolve
    >>> from boston_rules.rules.cases import Case
    >>> from boston_rules.rules.ladder import AtLeast, Step
    >>> from boston_rules.rules.payments import Flat, ScoredSlam
    >>> price = Flat((("5", 4),))
    >>> rule = ScoredSlam(keys=("5",), alone=8, petite=24, belle=48, parts=(price,))
    >>> case = Case(
    ...     step=Step(key="5", goal=AtLeast(5)),
    ...     made=True,
    ...     taken=9,
    ...     trump=br.HEARTS,
    ...     belle=br.HEARTS,
    ... )
    >>> rule.lines(case)
    (Line(chips=48, reason='slam in belle'),)
    >>> rule.lines(evolve(case, belle=br.CLUBS))
    (Line(chips=24, reason='slam in petite'),)
    >>> str(rule.words()).partition(", for")[0]
    '5 4. In place of all that: 24 in petite, 48 in belle'
    """

    keys: tuple[str, ...]
    """The bids with which it can be made."""
    alone: int = figure(least=1)
    """Tricks that make it without a partner."""
    petite: int = figure()
    """Chips in a trump suit that is not belle."""
    belle: int = figure()
    """Chips in belle."""
    parts: tuple[Price, ...]
    """The prices in whose place it stands."""
    source: Cite | None = cited()

    @property
    def reads(self) -> frozenset[str]:
        """What it and its parts read of a case; see :class:`~boston_rules.rules.cases.Price`."""
        return read_by(self.parts) | {"belle"}

    def reads_of(self, step: Step) -> frozenset[str]:
        """The same of a contract: belle only with the bids that can be a slam."""
        return self.reads if step.key in self.keys else read_by(self.parts, step)

    def alike(self, suits: DealSuits, honours: int) -> Hashable:
        """Whether belle is trumps tells cases apart, and what its parts do."""
        parts = [alike_to(part, suits, honours) for part in self.parts]
        return suits.trump == suits.turn.belle, *parts

    @property
    def counts(self) -> tuple[PlayCount, ...]:
        """What its parts want counted."""
        return counts_of(self.parts)

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The slam, or the lines of its parts."""
        enough = case.taken >= (case.total if case.partnered else self.alone)
        if not (case.made and enough and case.step.key in self.keys):
            return lines_of(self.parts, case)
        if case.trump == case.belle:
            return (Line(self.belle, say("slam in belle")),)
        return (Line(self.petite, say("slam in petite")),)

    def words(self) -> str:
        """The rule, as a message."""
        return say(
            "{prices}. In place of all that: {petite} in petite, {belle} in belle, for {bids} made "
            "with {tricks} tricks or more alone, or with every trick by partners",
            prices=joined("; ", [part.words() for part in self.parts]),
            petite=self.petite,
            belle=self.belle,
            bids=listed(map(BidKey, self.keys), last="or"),
            tricks=self.alone,
        )


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
        return say("{chips} for {reason}", chips=self.each, reason=self.count.words())


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
        return self._said(
            say(
                "partners owe {bidder} tricks (bidder) and {partner} (partner): of a lost contract "
                "one who alone falls short pays both opponents and what is due to the pool",
                bidder=self.declarer,
                partner=self.partner,
            ),
            EvenShares().words(),
        )

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        return self._said(
            say(
                "partners owe {bidder} tricks (bidder) and {partner} (partner): of a lost contract "
                "one who alone falls short pays both opponents",
                bidder=self.declarer,
                partner=self.partner,
            ),
            EvenShares().words_without_pool(),
        )

    def _said(self, short: str, otherwise: str) -> str:
        return say("{short}; otherwise {shares}", short=short, shares=otherwise)


def _multiplied(factor: int, parts: tuple[Price, ...], case: Case) -> tuple[Line, ...]:
    return tuple(times(factor, line) for line in lines_of(parts, case))


def _told(rows: tuple[tuple[str, int], ...]) -> Said:
    """The chips of each contract."""
    return joined(", ", [joined(" ", (BidKey(key), chips)) for key, chips in rows])


def _reason(case: Case) -> Said:
    """A contract with the tricks above it or missing."""
    bid = term(case.step.name)
    if not case.made:
        if case.under:
            return say("{bid} short by {tricks}", bid=bid, tricks=case.under)
        return say("{bid} lost", bid=bid)
    return say("{bid} with {tricks} over", bid=bid, tricks=case.over) if case.over else bid
