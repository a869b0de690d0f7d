"""What every price has in common: the case it sees, who is liable, and the payments of a telling.

The prices themselves stand in :mod:`boston_rules.rules.payments`, and are loaded with the tellings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, Literal, Protocol, TypeAlias

from attrs import frozen

from boston_rules.core.actions import SuitClass
from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from boston_rules.core.making import maker
from boston_rules.core.sources import Cite, cited
from boston_rules.core.transfers import Line
from boston_rules.rules.checked import figure
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn

__all__ = [
    "COLUMNS",
    "EVERYTHING",
    "BidderAlone",
    "ByRank",
    "ByTurnedSuit",
    "Case",
    "EvenShares",
    "Liable",
    "Payments",
    "Price",
    "Shares",
    "SlamRule",
    "case_of",
    "read_by",
    "suit_factor",
    "times",
]

COLUMNS: Final = (SPADES, CLUBS, HEARTS, DIAMONDS)
"""The suits in the order of the tables of prices."""

Liable: TypeAlias = Literal["both", "declarer", "partner"]
"""Which partners win or owe."""


@frozen(kw_only=True)
class Case:
    """A contract as played, seen by a price rule."""

    step: Step
    """The contract, as the ladder has it."""
    trump: Suit | None = None
    """The trump suit; ``None`` without trumps."""
    suit_class: SuitClass | None = None
    """How trumps stand to the turned card, where suits have classes."""
    turned: Suit | None = None
    """The suit turned in this deal, where one is."""
    belle: Suit | None = None
    """The suit fixed for the session, where one is."""
    made: bool
    """Whether the contract was made."""
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


case_of: Final = maker(Case)
"""A case, made fast: its parts are known to fit."""


class Price(Protocol):
    """A part of the payment of one opponent.

    A price may have an attribute ``reads``, a frozenset of those of ``"turned"``, ``"belle"`` and
    ``"honours"`` that it asks a case for, or ``"turned without trumps"`` if it asks for the turned
    suit there alone; one without it is taken to ask for all of them. Cases that differ only in what
    no price of a telling reads are priced once.
    """

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The lines it adds to the bill; none where it has nothing to say."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


EVERYTHING: Final = frozenset({"turned", "belle", "honours"})
"""What prices may read of a case, beyond the contract and its tricks."""


def read_by(prices: Iterable[Price]) -> frozenset[str]:
    """What any of the prices reads."""
    found: frozenset[str] = frozenset()
    return found.union(*(getattr(price, "reads", EVERYTHING) for price in prices))


def times(factor: int, line: Line) -> Line:
    """A line of a bill, multiplied."""
    if factor == 1:
        return line
    return Line(line.chips * factor, f"{line.reason} × {factor}")


def suit_factor(factors: tuple[int, int, int, int], case: Case) -> int:
    """The factor of the trump suit, or of the turned suit without trumps; 1 without either."""
    suit = case.trump if case.trump is not None else case.turned
    return 1 if suit is None else factors[COLUMNS.index(suit)]


class ByRank:
    """A price by the rank that turned cards give the trump suit."""

    __slots__ = ()
    by_rank: ClassVar[bool] = True
    """It does."""


class ByTurnedSuit:
    """A price by the turned suit where a contract has no trumps."""

    __slots__ = ()
    by_turned_suit: ClassVar[bool] = True
    """It is."""


@frozen
class SlamRule:
    """A slam declared during the play: a price that replaces that of the bid, won or lost.

    ``two`` with a partner, ``alone`` without, ``table`` with the hand exposed either way, each
    times the factor of the trump suit in columns ♠ ♣ ♥ ♦; ``extras`` join it when made.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import Case, SlamRule
    >>> from boston_rules.rules.ladder import Step
    >>> from boston_rules.rules.ladder import AtLeast
    >>> case = Case(step=Step(key="5", goal=AtLeast(5)), trump=br.HEARTS, made=True)
    >>> SlamRule(50, 100, 200, factors=(1, 2, 4, 3)).lines(case, "closed", partnered=False)
    (Line(chips=400, reason='slam alone × 4'),)
    """

    two: int = figure()
    """Chips with a partner."""
    alone: int = figure()
    """Chips without a partner."""
    table: int = figure()
    """Chips with the hand exposed."""
    factors: tuple[int, int, int, int] = (1, 1, 1, 1)
    """What they are multiplied by, for trumps ♠ ♣ ♥ ♦."""
    extras: tuple[Price, ...] = ()
    """Prices that are added when the slam is made."""
    source: Cite | None = cited()

    @property
    def reads(self) -> frozenset[str]:
        """What it reads of a case; see :class:`Price`."""
        return read_by(self.extras) | {"turned without trumps"}

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
        lines: tuple[Line, ...] = (times(suit_factor(self.factors, case), base),)
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
    """Which of two partners is paid for a made contract, and which pays for a lost one.

    Who is named pays, or is paid by, both opponents, and has the whole of what goes to or comes
    from the pool; two that are named have an opponent and a half each.
    """

    @property
    def paid(self) -> Liable:
        """Who is paid for a made contract, or for a slam, and takes the pool."""
        ...

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
    paid: ClassVar[Liable] = "both"
    """Who is paid for a made contract."""

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """Both."""
        return "both"

    def words(self) -> str:
        """The rule in English."""
        return (
            f"{self.words_without_pool()}, "
            "and the pool is taken or fed by halves, the odd chip the bidder's"
        )

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return "partners share alike: each is paid by, or pays, one opponent in full"


@frozen
class BidderAlone:
    """The bidder wins and loses alone; his partner's tricks count, but no chips are his."""

    source: Cite | None = cited()
    paid: ClassVar[Liable] = "declarer"
    """Who is paid for a made contract."""

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """The bidder.

        >>> from boston_rules.rules.cases import BidderAlone
        >>> BidderAlone().liable(1, 9)
        'declarer'
        """
        return "declarer"

    def words(self) -> str:
        """The rule in English."""
        return f"{self.words_without_pool()}; the bidder alone takes the pool or feeds it"

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        return (
            "the bidder alone is paid by each opponent, or pays each of them; his partner neither "
            "wins nor pays"
        )


@frozen(kw_only=True)
class Payments:
    """What each opponent pays for a made contract, and is paid for a lost one."""

    won: tuple[Price, ...]
    """The prices that an opponent pays for a made contract."""
    lost: tuple[Price, ...]
    """The prices that an opponent gets for a lost one."""
    shares: Shares = EvenShares()
    """Which of two partners is paid, and which pays."""
    slams: SlamRule | None = None
    """The price of a declared slam; ``None`` where none is declared."""
    source: Cite | None = cited()

    @property
    def reads(self) -> frozenset[str]:
        """What its prices read of a case; see :class:`Price`."""
        found = read_by((*self.won, *self.lost))
        return found if self.slams is None else found | self.slams.reads

    @property
    def by_rank(self) -> bool:
        """Whether contracts are priced by the rank that turned cards give the trump suit."""
        return any(getattr(price, "by_rank", False) for price in (*self.won, *self.lost))

    @property
    def by_turned_suit(self) -> bool:
        """Whether contracts without trumps are priced by the turned suit."""
        return any(getattr(price, "by_turned_suit", False) for price in (*self.won, *self.lost))

    def words(self) -> str:
        """The rule in English."""
        return self._words(self.shares.words())

    def words_without_pool(self) -> str:
        """The rule in English, in a game without a pool."""
        words: Callable[[], str] = getattr(self.shares, "words_without_pool", self.shares.words)
        return self._words(words())

    def words_without_partners(self) -> str:
        """The rule in English, in a game in which everybody plays alone."""
        return self._words()

    def _words(self, *shares: str) -> str:
        parts = [
            "made, from each opponent: " + "; ".join(price.words() for price in self.won),
            "lost, to each opponent: " + "; ".join(price.words() for price in self.lost),
            *shares,
        ]
        if self.slams is not None:
            parts.append(self.slams.words())
        return ". ".join(parts)
