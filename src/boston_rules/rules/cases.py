"""What every price has in common: the case it sees, who is liable, and the payments of a telling.

:func:`cases_of` enumerates the cases that the prices of a variant tell apart; validation, bounds of
rewards, tables of prices and the corpus draw from it. The prices themselves stand in
:mod:`boston_rules.rules.payments`, and are loaded with the tellings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias

from attrs import field, frozen

from boston_rules.core.actions import SuitClass
from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from boston_rules.core.contract import Contract
from boston_rules.core.making import maker
from boston_rules.core.saying import Said, joined, say
from boston_rules.core.sources import ADDED, Cite, cited, source_of
from boston_rules.core.transfers import Line
from boston_rules.rules.checked import figure, whole_numbers
from boston_rules.rules.counts import PlayCount, counts_of
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.rule import RIGHT, CitedRule, Rule
from boston_rules.rules.suits import Turn
from boston_rules.rules.trumps import honours_mask

if TYPE_CHECKING:
    from boston_rules.rules.variant import Variant

__all__ = [
    "COLUMNS",
    "EVERYTHING",
    "AnySuit",
    "BidderAlone",
    "Case",
    "DealSuits",
    "EvenShares",
    "Liable",
    "Payments",
    "Price",
    "Shares",
    "SharesBySeat",
    "SlamRule",
    "SlamWord",
    "alike_to",
    "cases_of",
    "deal_suits",
    "ended",
    "most_honours",
    "read_by",
    "suit_factor",
    "times",
    "ways_of",
]

COLUMNS: Final = (SPADES, CLUBS, HEARTS, DIAMONDS)
"""The suits in the order of the tables of prices."""

Liable: TypeAlias = Literal["both", "declarer", "partner"]
"""Which partners win or owe."""
SlamWord: TypeAlias = Literal["closed", "table"]
"""How a slam is declared: the hand kept, or laid on the table."""


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
    total: int = 13
    """Tricks in the deal."""
    target: int = 0
    """Tricks that the side must win, a partner's included."""
    over: int = 0
    """Tricks above the target."""
    under: int = 0
    """Tricks missing to the target; 0 where the goal is exact."""
    honours: int = 0
    """Honours dealt to the declarer's side."""
    partnered: bool = False
    """Played with a partner."""
    slam: SlamWord | None = None
    """The slam that was declared, where one was."""
    counted: tuple[tuple[PlayCount, int], ...] = ()
    """What was counted of the cards as played, each with what the side has of it."""

    @property
    def turn(self) -> Turn:
        """The suits fixed by turned cards."""
        return Turn(self.turned, self.belle)

    def count(self, what: PlayCount) -> int:
        """How much the side has of something that a price wants counted; 0 where it was not."""
        return dict(self.counted).get(what, 0)


_case_of: Final = maker(Case)


class DealSuits(NamedTuple):
    """The suits of a deal in which a contract is played."""

    turn: Turn
    """Those that turned cards have fixed."""
    trump: Suit | None
    """The trump suit; ``None`` without trumps."""
    suit_class: SuitClass | None
    """How trumps stand to the turned card, where suits have classes."""


def ended(
    step: Step,
    goal: Goal,
    suits: DealSuits,
    taken: int,
    total: int,
    *,
    made: bool | None = None,
    honours: int = 0,
    partnered: bool = False,
    slam: SlamWord | None = None,
    counted: tuple[tuple[PlayCount, int], ...] = (),
) -> Case:
    """The case of a contract that has ended.

    Args:
        step: the contract, as the ladder has it.
        goal: what was to be won, a partner's tricks included.
        suits: those of the deal.
        taken: tricks of those whom the goal binds.
        total: tricks in the deal.
        made: the verdict; ``None`` if the tricks decide it.
        honours: of the side, as dealt.
        partnered: whether there was a partner.
        slam: the slam that was declared.
        counted: what the side has of everything that prices want counted.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import DealSuits, ended
    >>> from boston_rules.rules.suits import Turn
    >>> five = br.get_variant("fontainebleau").ladder["5"]
    >>> case = ended(five, five.goal, DealSuits(Turn(), br.HEARTS, None), 7, 13)
    >>> case.made, case.over, case.under
    (True, 2, 0)
    """
    (turn, trump, suit_class) = suits
    under = goal.under(taken)
    if made is None:
        made = goal.verdict(taken, 0) is True if slam is None else taken == total
    return _case_of(
        step=step,
        trump=trump,
        suit_class=suit_class,
        turned=turn.suit,
        belle=turn.belle,
        made=made,
        taken=taken,
        total=total,
        target=goal.tricks,
        over=goal.over(taken),
        under=min(under, 1) if step.breaks_off else under,
        honours=honours,
        partnered=partnered,
        slam=slam,
        counted=counted,
    )


class Price(Rule, Protocol):
    """A part of the payment of one opponent.

    A price may have an attribute ``reads``, a frozenset of those of ``"turned"``, ``"belle"`` and
    ``"honours"`` that it asks a case for, or ``"turned without trumps"`` if it asks for the turned
    suit there alone; one without it is taken to ask for all of them. It is what the price tells
    apart beyond the contract, its suits and its tricks: cases that differ only in what no price of
    a telling reads are priced once, and enumerated once by :func:`cases_of`. One that reads less
    with some contracts may have a method ``reads_of(step)`` besides.

    One that tells fewer cases apart may have a method ``alike(suits, honours)`` as well: it gives
    equal values for :class:`DealSuits` and honours of the side for which it gives the same lines.

    One that depends on the cards as they were played has an attribute ``counts``, a tuple of what
    it wants counted (:class:`~boston_rules.rules.counts.PlayCount`), and asks ``case.count`` for
    it. Bills then need the tricks in order (:attr:`boston_rules.Outcome.played`).

    What a table of prices cannot say of it may stand in a method ``footnote()``.
    """

    __slots__ = ()

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The lines it adds to the bill; none where it has nothing to say."""
        ...


EVERYTHING: Final = frozenset({"turned", "belle", "honours"})
"""What prices may read of a case, beyond the contract and its tricks."""


def read_by(prices: Iterable[Price], step: Step | None = None) -> frozenset[str]:
    """What any of the prices reads, of any case or of those of one contract."""
    found: frozenset[str] = frozenset()
    for price in prices:
        of_step: Callable[[Step], frozenset[str]] | None = getattr(price, "reads_of", None)
        if step is None or of_step is None:
            found |= getattr(price, "reads", EVERYTHING)
        else:
            found |= of_step(step)
    return found


def times(factor: int, line: Line) -> Line:
    """A line of a bill, multiplied."""
    if factor == 1:
        return line
    return Line(line.chips * factor, joined(" × ", (line.reason, str(factor))), line.source)


def lines_of(prices: Iterable[Price], case: Case) -> tuple[Line, ...]:
    """The lines of a few prices, each with the source of its price."""
    return tuple([line.cited(source_of(price)) for price in prices for line in price.lines(case)])


def suit_factor(factors: tuple[int, int, int, int], case: Case) -> int:
    """The factor of the trump suit, or of the turned suit without trumps; 1 without either."""
    suit = case.trump if case.trump is not None else case.turned
    return 1 if suit is None else factors[COLUMNS.index(suit)]


def alike_to(price: Price, suits: DealSuits, honours: int) -> Hashable:
    """A value that is equal for suits and honours for which a price gives the same lines."""
    alike: Callable[[DealSuits, int], Hashable] | None = getattr(price, "alike", None)
    if alike is not None:
        return alike(suits, honours)
    return suits, honours if "honours" in read_by((price,)) else 0


class AnySuit(Price):
    """A price that reads nothing of a case but the contract, its verdict and its tricks."""

    __slots__ = ()
    reads: ClassVar[frozenset[str]] = frozenset()
    """Nothing; see :class:`Price`."""

    def alike(self, suits: DealSuits, honours: int) -> Hashable:
        """All suits and honours are."""
        return None


@frozen
class SlamRule(Price):
    """A slam declared during the play: a price that replaces that of the bid, won or lost.

    ``two`` with a partner, ``alone`` without, ``table`` with the hand exposed either way, each
    times the factor of the trump suit in columns ♠ ♣ ♥ ♦; ``extras`` join it when made.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import Case, SlamRule
    >>> from boston_rules.rules.ladder import Step
    >>> from boston_rules.rules.ladder import AtLeast
    >>> five = Step(key="5", goal=AtLeast(5))
    >>> case = Case(step=five, trump=br.HEARTS, made=True, slam="closed")
    >>> SlamRule(50, 100, 200, factors=(1, 2, 4, 3)).lines(case)
    (Line(chips=400, reason='slam alone × 4'),)
    """

    two: int = figure()
    """Chips with a partner."""
    alone: int = figure()
    """Chips without a partner."""
    table: int = figure()
    """Chips with the hand exposed."""
    factors: tuple[int, int, int, int] = field(default=(1, 1, 1, 1), validator=whole_numbers(4))
    """What they are multiplied by, for trumps ♠ ♣ ♥ ♦."""
    extras: tuple[Price, ...] = ()
    """Prices that are added when the slam is made."""
    breaks_off: bool = field(default=False, metadata=ADDED)
    """Whether the deal ends with the trick by which a declared slam is lost."""
    source: Cite | None = cited()

    @property
    def reads(self) -> frozenset[str]:
        """What it reads of a case; see :class:`Price`."""
        return read_by(self.extras) | {"turned without trumps"}

    def alike(self, suits: DealSuits, honours: int) -> Hashable:
        """The suit of the factor tells cases apart, and what the extras do."""
        suit = suits.trump if suits.trump is not None else suits.turn.suit
        return suit, *[alike_to(extra, suits, honours) for extra in self.extras]

    @property
    def counts(self) -> tuple[PlayCount, ...]:
        """What its extras want counted."""
        return counts_of(self.extras)

    def lines(self, case: Case) -> tuple[Line, ...]:
        """The bill of a slam, made or not."""
        if case.slam == "table":
            base = Line(self.table, say("slam on the table"))
        elif case.partnered:
            base = Line(self.two, say("slam with a partner"))
        else:
            base = Line(self.alone, say("slam alone"))
        lines: tuple[Line, ...] = (times(suit_factor(self.factors, case), base),)
        if case.made:
            lines += lines_of(self.extras, case)
        return lines

    def words(self) -> str:
        said = say(
            "a declarer whose side has met its target and won every trick may declare a slam once, "
            "at any turn to play: {two} with a partner, {alone} alone, {table} with the hand on "
            "the table, times the factor of the trump suit, instead of the price of the bid and "
            "its overtricks when made, and as the price when lost",
            two=self.two,
            alone=self.alone,
            table=self.table,
        )
        parts = [said]
        if self.extras:
            added = joined("; ", [price.words() for price in self.extras])
            parts.append(say("a slam that is made is paid besides: {prices}", prices=added))
        if self.breaks_off:
            parts.append(say("the deal ends with the trick by which it is lost"))
        return joined("; ", parts)


class Shares(Rule, Protocol):
    """Which of two partners is paid for a made contract, and which pays for a lost one.

    Who is named pays, or is paid by, both opponents, and has the whole of what goes to or comes
    from the pool; two that are named have an opponent and a half each.
    """

    __slots__ = ()

    @property
    def paid(self) -> Liable:
        """Who is paid for a made contract, or for a slam, and takes the pool."""
        ...

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """Who pays, from the tricks of each."""
        ...

    def facing(
        self, side: tuple[int, ...], others: tuple[int, ...], *, made: bool
    ) -> tuple[int, ...]:
        """With whom two partners settle, the declarer's opponent first; as usual clockwise.

        Args:
            side: the declarer and his partner.
            others: their two opponents, clockwise from the declarer.
            made: whether the contract was made.
        """
        return others


class EvenShares(CitedRule, Shares):
    """Partners win and lose alike."""

    __slots__ = ()
    paid: ClassVar[Liable] = "both"

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        return "both"

    def words(self) -> str:
        return say(
            "{shares}, and the pool is taken or fed by halves, the odd chip the bidder's",
            shares=self.words_without_pool(),
        )

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        return say("partners share alike: each is paid by, or pays, one opponent in full")


class SharesBySeat(EvenShares):
    """Partners win and lose alike, each with the opponent whom the seats give him.

    Who sits beside his partner settles with the opponent on his other side; of partners who sit
    opposite whoever pays pays the opponent at his right.

    >>> from boston_rules.rules.cases import SharesBySeat
    >>> rule = SharesBySeat()
    >>> rule.facing((0, 1), (2, 3), made=True), rule.facing((0, 2), (1, 3), made=False)
    ((3, 2), (3, 1))
    """

    __slots__ = ()

    def facing(
        self, side: tuple[int, ...], others: tuple[int, ...], *, made: bool
    ) -> tuple[int, ...]:
        """The next opponent of each, or who pays whom at his right."""
        declarer, partner = side
        away = (partner - declarer) % (len(side) + len(others))
        return others[::-1] if away == 1 or (away == 2 and not made) else others

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        return say(
            "partners share alike: side by side each settles in full with the opponent next to "
            "him, and opposite each other who pays pays the opponent at his {right}",
            right=RIGHT,
        )


class BidderAlone(CitedRule, Shares):
    """The bidder wins and loses alone; his partner's tricks count, but no chips are his."""

    __slots__ = ()
    paid: ClassVar[Liable] = "declarer"

    def liable(self, declarer_tricks: int, partner_tricks: int) -> Liable:
        """The bidder.

        >>> from boston_rules.rules.cases import BidderAlone
        >>> BidderAlone().liable(1, 9)
        'declarer'
        """
        return "declarer"

    def words(self) -> str:
        pool = say("the bidder alone takes the pool or feeds it")
        return joined("; ", (self.words_without_pool(), pool))

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        return say(
            "the bidder alone is paid by each opponent, or pays each of them; his partner neither "
            "wins nor pays"
        )


@frozen(kw_only=True)
class Payments(Rule):
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
        return read_by(self.prices)

    @property
    def counts(self) -> tuple[PlayCount, ...]:
        """What its prices want counted of the cards as played."""
        return counts_of(self.prices)

    @property
    def prices(self) -> tuple[Price, ...]:
        """All of them, that of a slam too."""
        return (*self.won, *self.lost, *(() if self.slams is None else (self.slams,)))

    def reads_of(self, step: Step) -> frozenset[str]:
        """Those of ``"turned"``, ``"belle"``, ``"honours"`` that its prices read of a contract.

        Honours are of the trump suit: a contract without trumps has none.

        >>> import boston_rules as br
        >>> french = br.get_variant("french")
        >>> [
        ...     sorted(french.payments.reads_of(french.ladder[key]))
        ...     for key in ("simple-petite", "petite-misere")
        ... ]
        [['honours'], ['turned']]
        """
        reads = read_by(self.prices, step)
        if step.has_trumps:
            return reads & EVERYTHING
        if "turned without trumps" in reads:
            reads |= {"turned"}
        return reads & EVERYTHING - {"honours"}

    def turn_read(self, step: Step, turn: Turn) -> Turn:
        """What its prices read, of a contract, of the suits that turned cards have fixed."""
        reads = self.reads_of(step)
        return Turn(
            turn.suit if "turned" in reads else None, turn.belle if "belle" in reads else None
        )

    def alike(self, suits: DealSuits, honours: int) -> Hashable:
        """A value that is equal for suits and honours for which all its prices are the same."""
        return tuple([alike_to(price, suits, honours) for price in self.prices])

    def lines(self, case: Case) -> tuple[Line, ...]:
        """What an opponent pays for a made contract, or gets for a lost one, line by line."""
        return lines_of(self._prices_of(case), case)

    def chips(self, case: Case) -> int:
        """The sum of these lines."""
        return sum([line.chips for price in self._prices_of(case) for line in price.lines(case)])

    def _prices_of(self, case: Case) -> tuple[Price, ...]:
        if case.slam is not None and self.slams is not None:
            return (self.slams,)
        return self.won if case.made else self.lost

    def words(self) -> str:
        return self._words(self.shares.words())

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        words: Callable[[], str] = getattr(self.shares, "words_without_pool", self.shares.words)
        return self._words(words())

    def words_without_partners(self) -> str:
        """The rule in a game in which everybody plays alone."""
        return self._words()

    def _words(self, *shares: str) -> Said:
        won = joined("; ", [price.words() for price in self.won])
        lost = joined("; ", [price.words() for price in self.lost])
        parts = [
            say("made, from each opponent: {prices}", prices=won),
            say("lost, to each opponent: {prices}", prices=lost),
            *shares,
        ]
        if self.slams is not None:
            parts.append(self.slams.words())
        return joined(". ", parts)


def most_honours(variant: Variant, trump: Suit | None) -> int:
    """How many honours there are: four of a trump suit of which the game has all cards.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import most_honours
    >>> [most_honours(br.get_variant("classic"), trump) for trump in (br.HEARTS, None)]
    [4, 0]
    """
    if trump is None:
        return 0
    return (honours_mask(trump) & variant.dealing.pack.mask).bit_count()


def deal_suits(variant: Variant, step: Step, turn: Turn | None = None) -> Iterator[DealSuits]:
    """The suits in which a contract can be played, with everything that turned cards can fix.

    Args:
        variant: the game.
        step: the bid.
        turn: what they have fixed, where that is known.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import deal_suits
    >>> russian = br.get_variant("russian")
    >>> [suits.trump.symbol for suits in deal_suits(russian, russian.ladder["5"])]
    ['♠', '♣', '♥', '♦']
    """
    ranking, call = variant.suits, step.suit
    turns = variant.dealing.turns()
    for fixed in turns if turn is None else {turn}.intersection(turns):
        for choice in call.suit_choices(fixed, ranking):
            nameable = call.nameable(fixed) if choice.trump is None else ()
            later = [suit for suit in COLUMNS if suit in nameable]
            for trump in later or (choice.trump,):
                suit_class: SuitClass | None = choice.suit_class
                if suit_class is None and later:
                    suit_class = call.unnamed_class
                elif suit_class is None and trump is not None:
                    suit_class = ranking.suit_class(trump, fixed)
                yield DealSuits(fixed, trump, suit_class)


def ways_of(variant: Variant, step: Step) -> dict[bool, Goal]:
    """What a side must win alone (``False``) and with a partner (``True``), where it can be either.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import ways_of
    >>> variant = br.get_variant("fontainebleau")
    >>> ways_of(variant, variant.ladder["5"])
    {False: AtLeast(tricks=5), True: AtLeast(tricks=8)}
    """
    rule, goal = variant.partners, step.goal
    if rule is None:
        return {False: goal}
    both = goal.with_partner(rule.extra) if step.partnered else goal
    if rule.opposite(0, variant.seats) is not None or (step.partnered and not rule.optional):
        return {True: both}
    return {False: goal, True: both} if step.partnered else {False: goal}


def cases_of(variant: Variant, step: Step) -> Iterator[Case]:
    """Every case of a contract that the prices of a variant can tell from the others.

    In every suit and with every suit turned, alone and with a partner, made and lost by every
    number of tricks, by a revoke too where that loses a contract, with every slam that can be
    declared, all honours and all that can be counted of the cards played: as far as the rules allow
    it, and as a price reads it.

    >>> import boston_rules as br
    >>> from boston_rules.rules.cases import cases_of
    >>> variant = br.get_variant("fontainebleau")
    >>> [(case.taken, case.made) for case in cases_of(variant, variant.ladder["little-misere"])][:2]
    [(0, True), (1, False)]
    >>> {case.honours for case in cases_of(variant, variant.ladder["5"])}
    {0, 3, 4}
    """
    payments, played = variant.payments, step.tricks_played(variant.hand)
    reads = payments.reads_of(step)
    told: dict[Hashable, tuple[DealSuits, int]] = {}
    for turn, trump, suit_class in deal_suits(variant, step):
        suits = DealSuits(payments.turn_read(step, turn), trump, suit_class)
        most = most_honours(variant, trump) if "honours" in reads else 0
        for honours in range(most + 1):
            told.setdefault(payments.alike(suits, honours), (suits, honours))
    counts = payments.counts
    ways = [range(count.total + 1) for count in counts]
    counted = [tuple(zip(counts, way, strict=True)) for way in product(*ways)]
    slams: tuple[SlamWord, ...] = () if payments.slams is None else ("closed", "table")
    for (partnered, goal), taken in product(_goals(variant, step), range(played + 1)):
        declared = slams if goal.counted and taken >= goal.tricks else ()
        for slam in (None, *declared):
            made = goal.verdict(taken, 0) is True if slam is None else taken == played
            failed = made and goal.counted and variant.laws.revoke.fails_bid
            verdicts = (True, False) if failed else (made,)
            ends = product(verdicts, told.values(), counted)
            for verdict, (suits, honours), of_cards in ends:
                yield ended(
                    step,
                    goal,
                    suits,
                    taken,
                    played,
                    made=verdict,
                    honours=honours,
                    partnered=partnered,
                    slam=slam,
                    counted=of_cards,
                )


def _goals(variant: Variant, step: Step) -> list[tuple[bool, Goal]]:
    """By whether a partner helps, what may have to be won: by the ladder, or by the cards dealt."""
    found = [*ways_of(variant, step).items()]
    dealt = variant.dealt
    if dealt is None or step.key not in dealt.keys:
        return found
    for target, partnered in product(
        range(step.tricks_played(variant.hand) + 1), ways_of(variant, step)
    ):
        goal = step.goal.with_partner(target - step.goal.tricks)
        known = (partnered, goal) in found
        if not known and not dealt.problems(Contract(step.key, 0, target=target)):
            found.append((partnered, goal))
    return found
