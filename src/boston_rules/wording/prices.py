"""The prices of any variant, found by asking its price rules about every case.

Nothing here knows how a rule computes. Each bid is priced under every suit that can be turned and
be trumps, alone and with a partner where either is possible, made and lost by every number of
tricks, with every number of honours. What its prices turn out to depend on - nothing, the trump
suit, the turned suit, the class of the suit - is then said once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Final, Literal, TypeAlias

from attrs import frozen

from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES, Line, Suit, Variant
from boston_rules.actions import SuitClass
from boston_rules.rules.cases import Case
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn

__all__ = [
    "ALONE",
    "HONOURS",
    "LOST",
    "MADE",
    "PARTNERED",
    "PRICE",
    "By",
    "Priced",
    "Schedule",
    "Setting",
    "Verdict",
    "Way",
    "chips_of",
    "priced",
    "settings_of",
    "slam_prices",
]

By: TypeAlias = Literal["nothing", "trumps", "turned", "class", "relation", "setting"]
"""What tells the columns of prices apart."""
Verdict: TypeAlias = Literal["made", "lost"]
Way: TypeAlias = Literal["alone", "with a partner"]

MADE: Final = "made"
LOST: Final = "lost"
ALONE: Final = "alone"
PARTNERED: Final = "with a partner"
PRICE: Final = "price"
HONOURS: Final = range(5)

_SUITS: Final = (SPADES, CLUBS, HEARTS, DIAMONDS)


@frozen
class Setting:
    """The suits of a deal in which a bid can be played."""

    turn: Turn
    trump: Suit | None
    suit_class: SuitClass | None

    def relation(self) -> str:
        """How trumps stand to the suits that turned cards have fixed."""
        if self.trump is None:
            return "–"
        if self.trump == self.turn.belle:
            return "turned in the first deal"
        return "turned in this deal" if self.trump == self.turn.suit else "any other"

    def __str__(self) -> str:
        shown = ((self.trump, "trumps"), (self.turn.suit, "turned"), (self.turn.belle, "first"))
        return ", ".join(f"{suit.symbol} {what}" for suit, what in shown if suit is not None)


LABELS: Final[tuple[tuple[By, Callable[[Setting], str]], ...]] = (
    ("nothing", lambda setting: ""),
    ("trumps", lambda setting: setting.trump.symbol if setting.trump is not None else "–"),
    ("turned", lambda setting: setting.turn.suit.symbol if setting.turn.suit is not None else "–"),
    ("class", lambda setting: setting.suit_class or "–"),
    ("relation", Setting.relation),
    ("setting", str),
)
"""Ways of telling settings apart, the simplest first."""


def settings_of(variant: Variant, step: Step) -> tuple[Setting, ...]:
    """Every setting in which a bid can be played."""
    dealing = variant.dealing
    turned = (None,) if dealing.turn is None else _SUITS
    belles = _SUITS if dealing.fixes_belle else (None,)
    found: dict[Setting, None] = {}
    for suit, belle in product(turned, belles):
        turn = Turn(suit, belle)
        for form in step.suit.forms(turn, variant.suits):
            later = step.suit.named_later and form.trump is None
            for trump in _SUITS if later else (form.trump,):
                suit_class: SuitClass | None = form.suit_class or ("plain" if later else None)
                if suit_class is None and trump is not None:
                    suit_class = variant.suits.suit_class(trump, turn)
                found[Setting(turn, trump, suit_class)] = None
    return tuple(found)


@frozen
class Schedule:
    """The prices of a bid in one setting, with one verdict, played in one way."""

    prices: tuple[tuple[int, ...], ...]
    """By honours, then by margin."""
    first: int
    """The least margin: 0 tricks over, or 1 short where tricks are counted."""
    verdict: Verdict
    counted: bool
    """Whether it is a bid of so many tricks or more."""

    @property
    def plain(self) -> tuple[int, ...]:
        """Without honours, by margin."""
        return self.prices[0]

    @property
    def additive(self) -> bool:
        """Whether honours add the same at every margin."""
        return all(
            len({price - none for price, none in zip(row, self.plain, strict=True)}) == 1
            for row in self.prices
        )

    def honours(self) -> dict[str, int]:
        """What honours add, by their number."""
        return {
            f"{count} honours" if count > 1 else "1 honour": self.prices[count][0] - self.plain[0]
            for count in HONOURS[1 : len(self.prices)]
        }

    def parts(self) -> dict[str, int] | None:
        """A price, an amount for each trick, one for winning every trick, those for honours.

        ``None`` where these do not tell every price.
        """
        steps = [after - before for before, after in zip(self.plain, self.plain[1:], strict=False)]
        each, every = (steps[0] if steps else 0), 0
        if self.counted and self.verdict == MADE and len(steps) > 1 and steps[-1] > each:
            every = steps.pop() - each
        if any(step != each for step in steps) or not self.additive:
            return None
        found = {PRICE: self.plain[0] - self.first * each}
        if len(self.plain) > 1:
            found["each overtrick" if self.verdict == MADE else "each undertrick"] = each
            if self.verdict == MADE:
                found["every trick"] = every
        return found | self.honours()


Schedules: TypeAlias = Mapping[tuple[Verdict, Way], Schedule]


@frozen
class Priced:
    """A bid with all its prices."""

    step: Step
    by: By
    columns: Mapping[str, Schedules]
    """Schedules by verdict and way, under each of the labels that tell settings apart."""

    @property
    def counted(self) -> bool:
        """Whether it is a bid of so many tricks or more."""
        return self.step.goal.counted

    @property
    def ways(self) -> tuple[tuple[Verdict, Way], ...]:
        """The verdicts and ways in which it can end."""
        return tuple(next(iter(self.columns.values())))


def priced(variant: Variant, step: Step) -> Priced | None:
    """All prices of a bid; ``None`` where no deal can have it."""
    verdicts: tuple[Verdict, ...] = (MADE, LOST)
    found: dict[Setting, Schedules] = {
        setting: {
            (verdict, way): _schedule(variant, step, setting, verdict, way)
            for way in _ways(variant, step)
            for verdict in verdicts
        }
        for setting in settings_of(variant, step)
    }
    for by, label in LABELS:
        columns: dict[str, Schedules] = {}
        alike = (
            columns.setdefault(label(setting), schedules) == schedules
            for setting, schedules in found.items()
        )
        if all(alike) and columns:
            return Priced(step, by, columns)
    return None


def _ways(variant: Variant, step: Step) -> tuple[Way, ...]:
    if variant.partners.method == "sides":
        return (PARTNERED,)
    return (ALONE, PARTNERED) if step.partnered else (ALONE,)


def _schedule(
    variant: Variant, step: Step, setting: Setting, verdict: Verdict, way: Way
) -> Schedule:
    counted = step.goal.counted
    extra = variant.partners.extra if way == PARTNERED and step.partnered else 0
    target = step.goal.tricks + extra
    margins = range(1)
    if counted:
        margins = (
            range(step.tricks_played - target + 1) if verdict == MADE else range(1, target + 1)
        )
    prices = tuple(
        tuple(
            _price(variant, _case(step, setting, verdict, way, target, margin, honours))
            for margin in margins
        )
        for honours in (HONOURS if step.has_trumps else range(1))
    )
    return Schedule(prices, margins[0], verdict, counted)


def _case(
    step: Step,
    setting: Setting,
    verdict: Verdict,
    way: Way,
    target: int,
    margin: int,
    honours: int,
) -> Case:
    made = verdict == MADE
    counted = step.goal.counted
    taken = target + (margin if made else -margin)
    return Case(
        step=step,
        trump=setting.trump,
        suit_class=setting.suit_class,
        turned=setting.turn.suit,
        belle=setting.turn.belle,
        made=made,
        taken=taken if counted or made else target + 1,
        over=margin if made and counted else 0,
        under=0 if made or not counted else margin,
        honours=honours,
        partnered=way == PARTNERED,
    )


def _price(variant: Variant, case: Case) -> int:
    rules = variant.payments.won if case.made else variant.payments.lost
    return chips_of(line for rule in rules for line in rule.lines(case))


def chips_of(lines: Iterable[Line]) -> int:
    """The sum of a bill's lines."""
    return sum(line.chips for line in lines)


def slam_prices(variant: Variant) -> Iterator[tuple[str, dict[str, int], tuple[str, ...]]]:
    """What a slam declared in the play costs, by trump suit, and for which bids."""
    slams = variant.payments.slams
    if slams is None:
        return
    kinds: tuple[tuple[str, Literal["closed", "table"], Way], ...] = (
        ("slam with a partner", "closed", PARTNERED),
        ("slam alone", "closed", ALONE),
        ("slam on the table", "table", ALONE),
    )
    for name, slam, way in kinds:
        found: dict[tuple[tuple[str, int], ...], list[str]] = {}
        for step in variant.ladder:
            if step.goal.counted and way in _ways(variant, step):
                cells = {}
                for setting in settings_of(variant, step):
                    case = _case(step, setting, LOST, way, step.goal.tricks, 0, 0)
                    label = setting.trump.symbol if setting.trump is not None else ""
                    cells[label] = chips_of(slams.lines(case, slam, partnered=way == PARTNERED))
                found.setdefault(tuple(sorted(cells.items())), []).append(step.key)
        for priced_alike, keys in found.items():
            yield name, dict(priced_alike), tuple(keys)
