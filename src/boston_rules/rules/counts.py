"""What the end of a deal counts of the cards as they were played.

A price, or the rule of a passed-out deal, names in ``counts`` what it wants counted. The numbers
are worked out from :attr:`boston_rules.Outcome.played`, the tricks in order, which a deal brings
with it only where something is counted. Each count says how much there is of it in all, so that
every case of a price can be enumerated without a card being played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Protocol

from attrs import frozen

from boston_rules.core.cards import Cards
from boston_rules.core.contract import Trick
from boston_rules.core.saying import say
from boston_rules.core.sources import Cite, cited
from boston_rules.rules.rule import CitedRule, Rule

__all__ = ["CardsTaken", "LastTrick", "PlayCount", "count_play", "counts_of"]


class PlayCount(Rule, Protocol):
    """Something that is counted of the cards as they were played, for each seat.

    Only a deal that was played to its end is counted: in one that was conceded, or that a revoke
    has ended, everybody has 0.
    """

    __slots__ = ()

    @property
    def total(self) -> int:
        """What all seats together come to in every deal, at most."""
        ...

    def by_seat(self, played: Sequence[Trick], seats: int) -> tuple[int, ...]:
        """What each seat has, from all tricks of a deal in the order played."""
        ...

    def words(self) -> str:
        """What is counted, as a noun: ``the last trick``."""
        ...


def counts_of(rules: Iterable[object]) -> tuple[PlayCount, ...]:
    """What any of the rules wants counted, each thing once; a rule without ``counts`` nothing.

    >>> from boston_rules.rules.counts import LastTrick, counts_of
    >>> from boston_rules.rules.payments import EachCounted, Flat
    >>> counts_of([Flat((("5", 10),)), EachCounted(LastTrick(), 10), EachCounted(LastTrick(), 5)])
    (LastTrick(source=None),)
    """
    found: dict[PlayCount, None] = {}
    for rule in rules:
        wanted: tuple[PlayCount, ...] = getattr(rule, "counts", ())
        found.update(dict.fromkeys(wanted))
    return tuple(found)


def count_play(
    counts: Iterable[PlayCount], played: Sequence[Trick], seats: int
) -> tuple[tuple[PlayCount, tuple[int, ...]], ...]:
    """What is counted of a deal, each with what the seats have of it.

    Args:
        counts: what is to be counted.
        played: the tricks of the whole deal in order; nothing where it was not played to its end.
        seats: how many play.
    """
    nothing = (0,) * seats
    return tuple([(count, count.by_seat(played, seats) if played else nothing) for count in counts])


class LastTrick(CitedRule, PlayCount):
    """Who has won the last trick.

    >>> import boston_rules as br
    >>> from boston_rules.rules.counts import LastTrick
    >>> LastTrick().by_seat([br.Trick(0, (), 1), br.Trick(1, (), 3)], 4)
    (0, 0, 0, 1)
    """

    __slots__ = ()
    total: ClassVar[int] = 1
    """One seat wins it."""

    def by_seat(self, played: Sequence[Trick], seats: int) -> tuple[int, ...]:
        """1 for its winner."""
        return tuple([int(seat == played[-1].winner) for seat in range(seats)])

    def words(self) -> str:
        return say("the last trick")


@frozen
class CardsTaken(PlayCount):
    """How many of some cards are in the tricks that each seat has won.

    >>> import boston_rules as br
    >>> from boston_rules.rules.counts import CardsTaken
    >>> queens = CardsTaken(br.Cards.parse("QH QS"))
    >>> trick = br.Trick(0, tuple(br.parse_card(token) for token in "2S AS QS 3S".split()), 1)
    >>> queens.by_seat([trick], 4), queens.total, queens.words()
    ((0, 1, 0, 0), 2, '♠Q ♥Q taken')
    """

    cards: Cards
    """The cards."""
    source: Cite | None = cited()

    @property
    def total(self) -> int:
        """As many as there are cards."""
        return len(self.cards)

    def by_seat(self, played: Sequence[Trick], seats: int) -> tuple[int, ...]:
        """The cards by the seat that has won them."""
        found = [0] * seats
        for trick in played:
            found[trick.winner] += sum([card in self.cards for card in trick.cards])
        return tuple(found)

    def words(self) -> str:
        return say("{cards} taken", cards=self.cards)
