"""The prices of any variant, found by asking its price rules about every case.

Nothing here knows how a price or a goal computes. Each bid is priced under every suit that can be
turned and be trumps, alone and with a partner where either is possible, for every number of tricks
and of honours. What its prices turn out to depend on - nothing, the trump suit, the turned suit,
the class of the suit - is then said once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from boston_rules.core.contract import Turn
from boston_rules.core.saying import Said, joined, say, say_as, say_number
from boston_rules.rules.cases import (
    DealSuits,
    SlamWord,
    deal_suits,
    ended,
    most_honours,
    ways_of,
)
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.variant import Variant
from boston_rules.telling.wording.terms import class_word, verdict_words

__all__ = [
    "ALONE",
    "LOST",
    "MADE",
    "PARTNERED",
    "PRICE",
    "VERDICTS",
    "WAYS",
    "Axis",
    "By",
    "Part",
    "Priced",
    "Schedule",
    "Verdict",
    "Way",
    "all_suits",
    "least_prices",
    "priced",
    "relation",
    "slam_prices",
]

By: TypeAlias = Literal["nothing", "trumps", "turned", "class", "relation", "belle", "suits"]
"""What tells the columns of prices apart."""
Axis: TypeAlias = Literal["margin", "won"]
"""What tells the prices of one bid apart: overtricks or undertricks, or all the tricks won."""
Verdict: TypeAlias = Literal["made", "lost"]
Way: TypeAlias = Literal["alone", "with a partner"]

MADE: Final = "made"
LOST: Final = "lost"
ALONE: Final = "alone"
PARTNERED: Final = "with a partner"
VERDICTS: Final[Mapping[Verdict, Said]] = {
    MADE: verdict_words(True),
    LOST: verdict_words(False),
}
WAYS: Final[Mapping[Way, Said]] = {
    ALONE: say_as("contract", "alone"),
    PARTNERED: say_as("contract", "with a partner"),
}


@frozen
class Part:
    """A price, or what is added to it."""

    words: Said
    """What it is called."""
    tells_verdict: bool = False
    """Whether the words tell by themselves with which verdict it is paid."""


PRICE: Final = Part(say("price"))
_EACH_OVER: Final = Part(say("each overtrick"), tells_verdict=True)
_EACH_UNDER: Final = Part(say("each undertrick"), tells_verdict=True)
_EVERY_TRICK: Final = Part(say("every trick"), tells_verdict=True)


def relation(suits: DealSuits) -> str:
    """How trumps stand to the suits that turned cards have fixed."""
    if suits.trump is None:
        return "–"
    if suits.trump == suits.turn.belle:
        return say_as("word of the glossary", "belle")
    if suits.trump == suits.turn.suit:
        return say_as("word of the glossary", "petite")
    return say("any other")


def trumps_or_belle(suits: DealSuits) -> str:
    """The trump suit, and whether it is the one turned in the first deal."""
    if suits.trump is None:
        return "–"
    symbol = suits.trump.symbol
    return say("{suit} belle", suit=symbol) if suits.trump == suits.turn.belle else symbol


def trumps_of(suits: DealSuits) -> str:
    """The trump suit, ``grand`` for a bid of tricks without one, a dash for other contracts."""
    return class_of(suits) if suits.trump is None else suits.trump.symbol


def class_of(suits: DealSuits) -> str:
    """The class of the trump suit, or a dash."""
    return "–" if suits.suit_class is None else class_word(suits.suit_class)


def all_suits(suits: DealSuits) -> str:
    """All suits of a deal."""
    shown = (
        (suits.trump, say("{suit} trumps")),
        (suits.turn.suit, say("{suit} turned")),
        (suits.turn.belle, say("{suit} first")),
    )
    return joined(
        ", ",
        (Said(what.message, {"suit": suit.symbol}) for suit, what in shown if suit is not None),
    )


LABELS: Final[tuple[tuple[By, Callable[[DealSuits], str]], ...]] = (
    ("nothing", lambda suits: ""),
    ("trumps", trumps_of),
    ("turned", lambda suits: suits.turn.suit.symbol if suits.turn.suit is not None else "–"),
    ("class", class_of),
    ("relation", relation),
    ("belle", trumps_or_belle),
    ("suits", all_suits),
)
"""Ways of telling the suits of deals apart, the simplest first."""


@frozen
class Schedule:
    """The prices of a bid under the same suits, with one verdict, played in one way."""

    prices: tuple[tuple[int, ...], ...]
    """By honours, then by the points of the axis."""
    points: tuple[int, ...]
    """Overtricks or undertricks from the fewest, or tricks won, as the axis says."""
    axis: Axis
    verdict: Verdict
    to_the_last: bool
    """Whether the last point is a deal in which every trick was won."""
    way: Way = field(eq=False)
    """Who plays it; the other way may have the same prices."""

    @property
    def plain(self) -> tuple[int, ...]:
        """Without honours, by point."""
        return self.prices[0]

    @property
    def least(self) -> tuple[int, ...]:
        """Without honours, when just made or lost by as little as possible.

        All prices where they go by the tricks won.
        """
        return self.plain[:1] if self.axis == "margin" else self.plain

    @property
    def additive(self) -> bool:
        """Whether honours add the same at every point."""
        return self._additive_before(len(self.points))

    def _additive_before(self, end: int) -> bool:
        return all(
            len({price - none for price, none in zip(row[:end], self.plain[:end], strict=True)})
            == 1
            for row in self.prices
        )

    def honours(self) -> dict[Part, int]:
        """What honours add, by their number."""
        return {
            Part(say_number("{number} honour", "{number} honours", count)): self.prices[count][0]
            - self.plain[0]
            for count in range(1, len(self.prices))
        }

    def parts(self) -> dict[Part, int] | None:
        """A price, an amount for each trick, one for winning every trick, those for honours.

        Besides, what is paid in place of all these from some overtrick on, where that is one price.
        ``None`` where these do not tell every price.
        """
        if self.axis == "won":
            return None
        last = len(self.points)
        found = self._parts_before(last)
        if found is not None or self.verdict == LOST:
            return found
        columns = list(zip(*self.prices, strict=True))
        first = columns.index(columns[-1])
        found = self._parts_before(first)
        if found is None or {*columns[first:]} != {columns[-1]} or len({*columns[-1]}) > 1:
            return None
        over = self.points[first]
        if first < last - 1:
            name = say_number(
                "{way}, {number} overtrick or more, in all",
                "{way}, {number} overtricks or more, in all",
                over,
                way=WAYS[self.way],
            )
        else:
            name = say_number(
                "{way}, {number} overtrick, in all",
                "{way}, {number} overtricks, in all",
                over,
                way=WAYS[self.way],
            )
        return found | {Part(name, tells_verdict=True): self.plain[first]}

    def _parts_before(self, end: int) -> dict[Part, int] | None:
        """The same of the first points alone, without a price that replaces all."""
        plain = self.plain[:end]
        steps = [after - before for before, after in pairwise(plain)]
        each, every = (steps[0] if steps else 0), 0
        if self.to_the_last and end == len(self.points) > 2 and steps[-1] > each:
            every = steps.pop() - each
        if not plain or any(step != each for step in steps) or not self._additive_before(end):
            return None
        found = {PRICE: plain[0] - self.points[0] * each}
        if any(self.points):
            if self.verdict == MADE:
                found[_EACH_OVER] = each
                found[_EVERY_TRICK] = every
            else:
                found[_EACH_UNDER] = each
        return found | self.honours()


Schedules: TypeAlias = Mapping[tuple[Verdict, Way], Schedule]


@frozen
class Priced:
    """A bid with all its prices."""

    step: Step
    by: By
    columns: Mapping[str, Schedules]
    """Schedules by verdict and way, under each of the labels that tell suits apart."""

    @property
    def ways(self) -> tuple[tuple[Verdict, Way], ...]:
        """The verdicts and ways in which it can end."""
        return tuple(next(iter(self.columns.values())))

    def axis(self, verdict: Verdict) -> Axis | None:
        """What tells its prices with a verdict apart; ``None`` where one price is all."""
        found = [
            schedule
            for schedules in self.columns.values()
            for (end, _), schedule in schedules.items()
            if end == verdict
        ]
        if any(schedule.axis == "won" for schedule in found):
            return "won"
        counted = self.step.goal.counted or any(len(schedule.points) > 1 for schedule in found)
        return "margin" if counted else None


@lru_cache(maxsize=1024)
def priced(variant: Variant, step: Step) -> Priced | None:
    """All prices of a bid; ``None`` where no deal can have it.

    A page, a table and a comparison ask again and again: they are worked out once.
    """
    found: dict[DealSuits, Schedules] = {}
    by_read: dict[DealSuits, Schedules] = {}
    by_kinds: dict[Kinds, Schedules] = {}
    payments = variant.payments
    for suits in deal_suits(variant, step):
        read = suits._replace(turn=payments.turn_read(step, suits.turn))
        if read not in by_read:
            honours = range(most_honours(variant, suits.trump) + 1)
            kinds = tuple([payments.alike(read, count) for count in honours])
            if kinds not in by_kinds:
                by_kinds[kinds] = MappingProxyType(
                    {
                        (verdict, PARTNERED if partnered else ALONE): schedule
                        for partnered, goal in ways_of(variant, step).items()
                        for verdict, schedule in _schedules(
                            variant, step, read, kinds, partnered, goal
                        )
                    }
                )
            by_read[read] = by_kinds[kinds]
        found[suits] = by_read[read]
    for by, label in LABELS:
        columns: dict[str, Schedules] = {}
        alike = (
            columns.setdefault(label(suits), schedules) == schedules
            for suits, schedules in found.items()
        )
        if all(alike) and columns:
            return Priced(step, by, MappingProxyType(columns))
    return None


Kinds: TypeAlias = tuple[Hashable, ...]
"""By the number of honours, what tells the prices under the same suits apart."""


def _schedules(
    variant: Variant, step: Step, suits: DealSuits, kinds: Kinds, partnered: bool, goal: Goal
) -> Iterator[tuple[Verdict, Schedule]]:
    payments, played = variant.payments, step.tricks_played(variant.hand)
    told_apart = {kind: count for count, kind in enumerate(kinds)}
    verdicts: tuple[Verdict, ...] = (MADE, LOST)
    for verdict in verdicts:
        by_won: dict[int, tuple[int, ...]] = {}
        by_margin: dict[int, tuple[int, ...]] = {}
        won_at: dict[int, int] = {}
        alike = True
        for won in range(played + 1):
            if goal.verdict(won, 0) is not (verdict == MADE):
                continue
            cases = {
                kind: ended(step, goal, suits, won, played, honours=count, partnered=partnered)
                for kind, count in told_apart.items()
            }
            chips = {kind: payments.chips(case) for kind, case in cases.items()}
            by_won[won] = tuple(chips[kind] for kind in kinds)
            case = next(iter(cases.values()))
            margin = case.over if verdict == MADE else case.under
            alike &= by_margin.setdefault(margin, by_won[won]) == by_won[won]
            won_at[margin] = won
        if not by_won:
            continue  # so many tricks that nobody can win them, or so few that nobody can fail
        margins = sorted(by_margin)
        by_margins = alike and margins == list(range(margins[0], margins[0] + len(margins)))
        axis: Axis = "margin" if by_margins else "won"
        points = margins if by_margins else list(by_won)
        found = by_margin if by_margins else by_won
        last = won_at[points[-1]] if by_margins else points[-1]
        yield (
            verdict,
            Schedule(
                prices=tuple(
                    tuple(found[point][count] for point in points) for count in range(len(kinds))
                ),
                points=tuple(points),
                axis=axis,
                verdict=verdict,
                to_the_last=verdict == MADE and last == played,
                way=PARTNERED if partnered else ALONE,
            ),
        )


def least_prices(
    variant: Variant,
    step: Step,
    among: Callable[[DealSuits], bool] = lambda suits: True,
    *,
    turn: Turn | None = None,
    stakes: int = 1,
    way: Way = ALONE,
) -> tuple[str, str]:
    """What a bid costs when just made and when lost by one, as a figure or a range of chips.

    Without honours, and played alone where that is possible; nothing where it cannot end so.

    Args:
        variant: the game.
        step: the bid.
        among: the suits under which it may be played; without it all that a deal can have.
        turn: what turned cards have fixed, where that is known.
        stakes: what all prices are multiplied by.
        way: alone or with a partner; the other where the bid is never played so.
    """
    found = priced(variant, step)
    if found is None:
        return "", ""
    label = dict(LABELS)[found.by]
    columns = {label(suits) for suits in deal_suits(variant, step, turn) if among(suits)}
    shown = []
    for verdict in VERDICTS:
        ends = [end for end in found.ways if end[0] == verdict]
        if not ends or not columns:
            shown.append("")
            continue
        end = next((end for end in ends if end[1] == way), ends[0])
        chips = {stakes * price for each in columns for price in found.columns[each][end].least}
        low, high = min(chips), max(chips)
        shown.append(str(low) if low == high else f"{low}–{high}")
    return shown[0], shown[1]


def slam_prices(variant: Variant) -> Iterator[tuple[Said, dict[str, int], tuple[Step, ...]]]:
    """What a slam declared in the play costs, by trump suit, and for which bids."""
    if variant.payments.slams is None:
        return
    kinds: tuple[tuple[Said, SlamWord, bool], ...] = (
        (say("slam with a partner"), "closed", True),
        (say("slam alone"), "closed", False),
        (say("slam on the table"), "table", False),
    )
    for name, slam, partnered in kinds:
        found: dict[tuple[tuple[str, int], ...], list[Step]] = {}
        for step in variant.ladder:
            goal = ways_of(variant, step).get(partnered)
            if goal is not None and goal.counted:
                cells = {}
                by_trump = {suits.trump: suits for suits in deal_suits(variant, step)}
                played = step.tricks_played(variant.hand)
                for trump, suits in by_trump.items():
                    case = ended(step, goal, suits, 0, played, partnered=partnered, slam=slam)
                    label = trump.symbol if trump is not None else ""
                    cells[label] = variant.payments.chips(case)
                found.setdefault(tuple(sorted(cells.items())), []).append(step)
        for priced_alike, steps in found.items():
            yield name, dict(priced_alike), tuple(steps)
