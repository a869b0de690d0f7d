"""What becomes of a deal in which nobody bids."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar, Protocol

from attrs import field, frozen

from boston_rules.core.saying import joined, say
from boston_rules.core.sources import Cite, cited
from boston_rules.core.transfers import POOL, Line, Transfer
from boston_rules.rules.checked import figure
from boston_rules.rules.counts import LastTrick, PlayCount, counts_of
from boston_rules.rules.rule import CitedRule, Rule

__all__ = [
    "FewestTakesPool",
    "LastTrickTakesPool",
    "MostPaysEach",
    "PassedOut",
    "PassedOutRule",
    "ThrownIn",
    "passed_out_cases",
]


@frozen
class PassedOut:
    """A deal that nobody bid and that is over, seen by its rule.

    >>> from boston_rules.rules.passed_out import PassedOut
    >>> PassedOut((2, 2, 4, 5), eldest=2).clockwise
    (2, 3, 0, 1)
    """

    _tricks: tuple[int, ...] | None
    pool: int = 0
    """Chips in the pool, the antes of the deal included."""
    eldest: int = 0
    """The seat at the dealer's left."""
    counted: tuple[tuple[PlayCount, tuple[int, ...]], ...] = ()
    """What was counted of the cards as played, each with what the seats have of it."""
    seats: int = field(init=False)
    """How many play."""

    @seats.default
    def _seats(self) -> int:
        return len(self.counted[0][1] if self._tricks is None else self._tricks)

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks by seat; all 0 when the hands are thrown in."""
        if self._tricks is None:
            raise _NotSaid("how the tricks were divided")
        return self._tricks

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats from eldest on."""
        return tuple([(self.eldest + step) % self.seats for step in range(self.seats)])

    def count(self, what: PlayCount) -> tuple[int, ...]:
        """How much each seat has of something that the rule wants counted; 0 if it was not."""
        return dict(self.counted).get(what, (0,) * self.seats)


class _NotSaid(LookupError):
    """A rule asks for the tricks in a case that leaves them open."""


class PassedOutRule(Rule, Protocol):
    """What becomes of a deal in which nobody bids.

    A rule that depends on the cards as they were played has an attribute ``counts``, a tuple of
    what it wants counted (:class:`~boston_rules.rules.counts.PlayCount`), and asks ``end.count``
    for it.
    """

    __slots__ = ()

    @property
    def played(self) -> bool:
        """Whether the cards are played, without trumps."""
        ...

    def transfers(self, end: PassedOut) -> tuple[Transfer, ...]:
        """Who pays whom."""
        ...


def passed_out_cases(rule: PassedOutRule, seats: int, hand: int) -> Iterator[PassedOut]:
    """Every end of a deal that the rule can tell from the others, with nothing in the pool.

    Whatever is counted, divided among the seats in every way; and the tricks, where the rule asks
    for them.

    Args:
        rule: what becomes of the deal.
        seats: players.
        hand: cards in a hand.

    >>> from boston_rules.rules.passed_out import FewestTakesPool, ThrownIn, passed_out_cases
    >>> [sum(1 for _ in passed_out_cases(rule, 4, 13)) for rule in (ThrownIn(), FewestTakesPool())]
    [1, 560]
    """
    counts = counts_of((rule,))
    every = tuple(_divided(hand if rule.played else 0, seats))
    # A card that is counted may be in nobody's tricks.
    had = [[way[1:] for way in _divided(count.total, seats + 1)] for count in counts]
    for ways in product(*had):
        counted = tuple(zip(counts, ways, strict=True))
        if counted:
            end = PassedOut(None, counted=counted)
            try:
                rule.transfers(end)
            except _NotSaid:
                pass
            else:
                yield end
                continue
        for tricks in every:
            yield PassedOut(tricks, counted=counted)


def _divided(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way in which seats can have so much together."""
    if seats == 1:
        yield (total,)
        return
    for own in range(total + 1):
        for rest in _divided(total - own, seats - 1):
            yield (own, *rest)


class FewestTakesPool(CitedRule, PassedOutRule):
    """Played for the pool: fewest tricks takes it, ties divide, odd chips stay.

    >>> from boston_rules.rules.passed_out import FewestTakesPool, PassedOut
    >>> end = PassedOut((2, 2, 4, 5), pool=51)
    >>> [str(paid) for paid in FewestTakesPool().transfers(end)]
    ['the pool pays seat 0 25: fewest tricks', 'the pool pays seat 1 25: fewest tricks']
    """

    __slots__ = ()
    played: ClassVar[bool] = True

    def transfers(self, end: PassedOut) -> tuple[Transfer, ...]:
        """The pool to the winners."""
        fewest = min(end.tricks)
        winners = [seat for seat in end.clockwise if end.tricks[seat] == fewest]
        share = end.pool // len(winners)
        if not share:
            return ()
        return tuple(Transfer(POOL, seat, (Line(share, say("fewest tricks")),)) for seat in winners)

    def words(self) -> str:
        return say(
            "if all pass the deal is played without trumps; who takes the fewest tricks takes the "
            "pool, ties divide it and odd chips stay"
        )


class LastTrickTakesPool(CitedRule, PassedOutRule):
    """Played for the pool: whoever wins the last trick takes it.

    >>> from boston_rules.rules.counts import LastTrick
    >>> from boston_rules.rules.passed_out import LastTrickTakesPool, PassedOut
    >>> end = PassedOut((2, 2, 4, 5), pool=51, counted=((LastTrick(), (0, 1, 0, 0)),))
    >>> [str(paid) for paid in LastTrickTakesPool().transfers(end)]
    ['the pool pays seat 1 51: the last trick']
    """

    __slots__ = ()
    played: ClassVar[bool] = True
    counts: ClassVar[tuple[PlayCount, ...]] = (LastTrick(),)
    """What is counted of the cards as played."""

    def transfers(self, end: PassedOut) -> tuple[Transfer, ...]:
        """The pool to the winner; to nobody where the deal was not played to its end."""
        (last,) = self.counts
        return tuple(
            Transfer(POOL, seat, (Line(end.pool, last.words()),))
            for seat in end.clockwise
            if end.pool and end.count(last)[seat]
        )

    def words(self) -> str:
        return say(
            "the deal is played without trumps, and whoever wins the last trick takes the pool"
        )


@frozen
class MostPaysEach(PassedOutRule):
    """General misery: who takes most tricks pays each other player by the difference."""

    per_trick: int = figure()
    """Chips for each trick of difference."""
    played: ClassVar[bool] = True
    source: Cite | None = cited()

    def transfers(self, end: PassedOut) -> tuple[Transfer, ...]:
        """Payments of the most to the fewer.

        ``per_trick`` for each trick of difference; those who are tied pay it together in equal
        parts, odd chips from eldest on (R30, N17).

        >>> from boston_rules.rules.passed_out import MostPaysEach, PassedOut
        >>> str(MostPaysEach(5).transfers(PassedOut((4, 4, 4, 1)))[0])
        'seat 0 pays seat 3 5: general misery'
        """
        tricks, order = end.tricks, end.clockwise
        most = max(tricks)
        tied = [seat for seat in order if tricks[seat] == most]
        paid = []
        for payee in order:
            if payee in tied:
                continue
            due = self.per_trick * (most - tricks[payee])
            share, odd = divmod(due, len(tied))
            for place, payer in enumerate(tied):
                chips = share + (place < odd)
                paid.append(Transfer(payer, payee, (Line(chips, say("general misery")),)))
        return tuple(paid)

    def words(self) -> str:
        return joined("; ", (self.words_without_pool(), say("the pool is untouched")))

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        return say(
            "if all pass the deal is played without trumps; who takes most tricks pays each other "
            "player {chips} for every trick of difference; players tied for most pay that "
            "together, in equal parts",
            chips=self.per_trick,
        )


@frozen
class ThrownIn(PassedOutRule):
    """The hands are thrown in; each player may have to feed the pool."""

    fine: int = figure(0)
    """Chips that each player puts into the pool."""
    played: ClassVar[bool] = False
    source: Cite | None = cited()

    def transfers(self, end: PassedOut) -> tuple[Transfer, ...]:
        if not self.fine:
            return ()
        return tuple(
            Transfer(seat, POOL, (Line(self.fine, say("all passed")),)) for seat in end.clockwise
        )

    def words(self) -> str:
        if not self.fine:
            return say("if all pass the hands are thrown in; the pool stays, the next player deals")
        return say(
            "if all pass the hands are thrown in and every player pays the pool {chips}; the pool "
            "stays, the next player deals",
            chips=self.fine,
        )

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        return say("if all pass the hands are thrown in; the next player deals")
