"""Price tables of any variant, found by asking its price rules about every case.

Nothing here knows how a rule computes: each bid is priced under every suit that can be turned and
be trumps, made and lost by every number of tricks, with every number of honours. What the prices
turn out to depend on - nothing, the trump suit, the turned suit, the class of the suit - gives the
columns; where they rise by the same amount with every trick, that amount is shown once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

from attrs import frozen

from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES, Line, Suit, Variant
from boston_rules.actions import SuitClass
from boston_rules.rules.ladder import AtLeast, Step
from boston_rules.rules.payments import Case
from boston_rules.rules.suits import Turn

__all__ = [
    "EITHER",
    "LOST",
    "MADE",
    "PRICE",
    "Common",
    "PriceRow",
    "PriceTable",
    "Setting",
    "Verdict",
    "price_tables",
    "settings_of",
]

Verdict: TypeAlias = Literal["made", "lost", "either"]
By: TypeAlias = Literal[
    "nothing", "trumps", "turned", "class", "relation", "setting", "over", "short"
]

MADE: Final = "made"
LOST: Final = "lost"
EITHER: Final = "either"
PRICE: Final = "price"
"""What the rows of a table are first of all about."""

_SUITS: Final = (SPADES, CLUBS, HEARTS, DIAMONDS)
_HONOURS: Final = range(5)
_BY_WORDS: Final[Mapping[By, str]] = {
    "nothing": "",
    "trumps": ", by trump suit",
    "turned": ", by turned suit",
    "class": ", by class of the trump suit",
    "relation": ", by how trumps stand to the turned suits",
    "setting": ", by suits",
}


@frozen
class Setting:
    """The suits of a deal in which a bid can be played."""

    turn: Turn
    trump: Suit | None
    suit_class: SuitClass | None

    def relation(self) -> str:
        """How trumps stand to the suits that turned cards have fixed."""
        suit, belle = self.turn.suit, self.turn.belle
        if self.trump is not None and self.trump == belle:
            return "of the first deal"
        if self.trump is not None and self.trump == suit:
            return "turned"
        return "other"

    def __str__(self) -> str:
        shown = ((self.trump, "trumps"), (self.turn.suit, "turned"), (self.turn.belle, "belle"))
        return ", ".join(f"{suit.symbol} {what}" for suit, what in shown if suit is not None)


@frozen
class PriceRow:
    """Chips for one bid, or for one addition to its price."""

    key: str
    what: str
    """:data:`PRICE`, or ``each overtrick``, ``each undertrick``, ``3 honours`` …"""
    verdict: Verdict
    cells: Mapping[str, int]
    """Chips by column."""
    where: str = ""
    """What else the row is limited to, such as a suit."""


@frozen
class Common:
    """An addition that is the same for every bid of a table to which it can apply."""

    what: str
    verdict: Verdict
    chips: int


@frozen(kw_only=True)
class PriceTable:
    """Chips paid by each opponent for a made bid, or to each for a lost one."""

    title: str
    by: By
    """What the columns are."""
    columns: tuple[str, ...]
    rows: tuple[PriceRow, ...]
    common: tuple[Common, ...] = ()


def settings_of(variant: Variant, step: Step) -> tuple[Setting, ...]:
    """Every setting in which a bid can be played."""
    dealing = variant.dealing
    turned = (None,) if dealing.turn == "none" else _SUITS
    belles = _SUITS if dealing.fixes_belle else (None,)
    found: dict[Setting, None] = {}
    for suit in turned:
        for belle in belles:
            turn = Turn(suit, belle)
            for form in step.suit.forms(turn, variant.suits):
                later = step.suit.named_later and form.trump is None
                for trump in _SUITS if later else (form.trump,):
                    suit_class = form.suit_class or ("plain" if later else None)
                    if suit_class is None and trump is not None:
                        suit_class = variant.suits.suit_class(trump, turn)
                    found[Setting(turn, trump, suit_class)] = None
    return tuple(found)


_LABELS: Final[tuple[tuple[By, Callable[[Setting], str]], ...]] = (
    ("nothing", lambda setting: ""),
    ("trumps", lambda setting: setting.trump.symbol if setting.trump is not None else "–"),
    ("turned", lambda setting: setting.turn.suit.symbol if setting.turn.suit is not None else "–"),
    ("class", lambda setting: setting.suit_class or "–"),
    ("relation", Setting.relation),
    ("setting", str),
)
_ORDER: Final = (
    *(suit.symbol for suit in _SUITS),
    *("plain", "colour", "preference"),
    *("other", "turned", "of the first deal"),
)


@frozen
class _Schedule:
    """The prices of a bid with one verdict in one setting: by margin, for each honours count."""

    prices: tuple[tuple[int, ...], ...]
    first: int
    """The least margin: 0, or 1 trick short."""

    @property
    def plain(self) -> tuple[int, ...]:
        """Without honours."""
        return self.prices[0]

    @property
    def each(self) -> int | None:
        """What every further trick adds, where it always adds the same; 0 for a single price."""
        steps = {after - before for before, after in zip(self.plain, self.plain[1:], strict=False)}
        return steps.pop() if len(steps) == 1 else None if steps else 0

    @property
    def flat(self) -> bool:
        """Whether a base, an amount a trick and an amount for honours tell all of it."""
        return self.each is not None and self.additive

    @property
    def additive(self) -> bool:
        """Whether honours add the same at every margin."""
        return all(
            len({with_some - none for with_some, none in zip(row, self.plain, strict=True)}) == 1
            for row in self.prices
        )

    @property
    def base(self) -> int:
        """The price before anything is added for tricks."""
        return self.plain[0] - self.first * (self.each or 0)

    def honours(self, count: int) -> int:
        """What so many honours add."""
        return self.prices[count][0] - self.plain[0]


Schedules: TypeAlias = Mapping[Verdict, Mapping[str, _Schedule]]
"""By verdict and column."""


@frozen
class _Priced:
    """A bid, what its prices depend on, and its schedules."""

    step: Step
    by: By
    schedules: Schedules

    @property
    def counted(self) -> bool:
        """Whether it is a bid of so many tricks or more."""
        return isinstance(self.step.goal, AtLeast)

    def has_margins(self, verdict: Verdict) -> bool:
        """Whether more or fewer tricks are possible with the verdict."""
        return any(len(schedule.plain) > 1 for schedule in self.schedules[verdict].values())


def _schedule(variant: Variant, step: Step, setting: Setting, *, made: bool) -> _Schedule:
    counted = isinstance(step.goal, AtLeast)
    first, last = 0, 0
    if counted:
        first = 0 if made else 1
        last = step.tricks_played - step.goal.tricks if made else step.goal.tricks
    rules = variant.payments.won if made else variant.payments.lost
    prices = tuple(
        tuple(
            _chips(
                line
                for rule in rules
                for line in rule.lines(
                    _case(step, setting, made=made, margin=margin, honours=honours)
                )
            )
            for margin in range(first, last + 1)
        )
        for honours in (_HONOURS if step.has_trumps else (0,) * len(_HONOURS))
    )
    return _Schedule(prices, first)


def _case(step: Step, setting: Setting, *, made: bool, margin: int, honours: int) -> Case:
    return Case(
        step=step,
        trump=setting.trump,
        suit_class=setting.suit_class,
        turned=setting.turn.suit,
        belle=setting.turn.belle,
        made=made,
        over=margin if made else 0,
        under=0 if made else margin,
        honours=honours,
    )


def _chips(lines: Iterable[Line]) -> int:
    return sum(line.chips for line in lines)


def _grouped(
    found: Mapping[Setting, tuple[_Schedule, _Schedule]],
) -> tuple[By, dict[str, tuple[_Schedule, _Schedule]]]:
    """The first way of telling settings apart that tells all prices apart."""
    for by, label in _LABELS:
        columns: dict[str, tuple[_Schedule, _Schedule]] = {}
        if all(
            columns.setdefault(label(setting), value) == value for setting, value in found.items()
        ):
            return by, columns
    raise AssertionError("every setting has a name of its own")


def _priced(variant: Variant, step: Step) -> _Priced:
    found = {
        setting: (
            _schedule(variant, step, setting, made=True),
            _schedule(variant, step, setting, made=False),
        )
        for setting in settings_of(variant, step)
    }
    by, columns = _grouped(found)
    return _Priced(
        step,
        by,
        {
            MADE: {label: made for label, (made, _) in columns.items()},
            LOST: {label: lost for label, (_, lost) in columns.items()},
        },
    )


def price_tables(variant: Variant) -> tuple[PriceTable, ...]:
    """Every price of the variant, in as few tables as tell them all."""
    priced = [_priced(variant, step) for step in variant.ladder if settings_of(variant, step)]
    curved = {
        verdict
        for item in priced
        for verdict, by_label in item.schedules.items()
        if not all(schedule.flat for schedule in by_label.values())
    }
    tables = []
    for by, _ in _LABELS:
        rows = [row for item in priced if item.by == by for row in _flat_rows(item, curved)]
        if rows:
            tables.append(_table("Chips from or to each opponent" + _BY_WORDS[by], by, rows))
    for verdict, columns, title in _CURVED:
        if verdict in curved:
            rows = [row for item in priced if item.counted for row in _curved_rows(item, verdict)]
            tables.append(_table(title, columns, rows))
    rows = list(_slam_rows(variant))
    if rows:
        by = "trumps" if any(len(row.cells) > 1 for row in rows) else "nothing"
        tables.append(_table("Slams: chips from or to each opponent" + _BY_WORDS[by], by, rows))
    return tuple(tables)


def _table(title: str, by: By, rows: Sequence[PriceRow]) -> PriceTable:
    """The rows under common columns; what is the same everywhere is said once."""
    common: list[Common] = []
    kept = list(rows)
    for what in dict.fromkeys(row.what for row in rows if row.what != PRICE):
        said = [row for row in rows if row.what == what]
        verdicts = {row.verdict for row in said}
        amounts = {chips for row in said for chips in row.cells.values()}
        if len(amounts) == 1 and len(verdicts) == 1:
            kept = [row for row in kept if row.what != what]
            if amounts != {0}:
                common.append(Common(what, verdicts.pop(), amounts.pop()))
    kept = [row for row in kept if row.what == PRICE or any(row.cells.values())]
    return PriceTable(
        title=title,
        by=by,
        columns=tuple(sorted({label for row in kept for label in row.cells}, key=_column_order)),
        rows=tuple(kept),
        common=tuple(common),
    )


def _column_order(label: str) -> tuple[int, int, str]:
    known = _ORDER.index(label) if label in _ORDER else len(_ORDER)
    return known, int(label) if label.isdigit() else 0, label


_CURVED: Final[tuple[tuple[Verdict, By, str], ...]] = (
    (MADE, "over", "Made: chips from each opponent, by tricks over"),
    (LOST, "short", "Lost: chips to each opponent, by tricks short"),
)


def _flat_rows(item: _Priced, curved: Collection[Verdict]) -> Iterator[PriceRow]:
    """A base, with amounts for tricks and honours."""
    flat = {
        verdict: by_label
        for verdict, by_label in item.schedules.items()
        if not (item.counted and verdict in curved)
    }
    yield from _rows(item, PRICE, flat, lambda schedule: schedule.base)
    for verdict, what in ((MADE, "each overtrick"), (LOST, "each undertrick")):
        one = {verdict: flat[verdict]} if verdict in flat and item.has_margins(verdict) else {}
        yield from _rows(item, what, one, lambda schedule: schedule.each or 0)
    yield from _honours_rows(item, flat)


def _curved_rows(item: _Priced, verdict: Verdict) -> Iterator[PriceRow]:
    """A price for every number of tricks, where one amount a trick does not tell it."""
    by_label = item.schedules[verdict]
    for label, schedule in by_label.items():
        for honours, prices in enumerate(schedule.prices):
            if honours == 0 or not schedule.additive:
                cells = {str(margin): chips for margin, chips in enumerate(prices, schedule.first)}
                what = PRICE if honours == 0 else f"price with {honours} honours"
                yield PriceRow(item.step.key, what, verdict, cells, where=label)
    if all(schedule.additive for schedule in by_label.values()):
        yield from _honours_rows(item, {verdict: by_label})


def _honours_rows(item: _Priced, schedules: Schedules) -> Iterator[PriceRow]:
    if item.step.has_trumps:
        for count in _HONOURS[1:]:
            yield from _rows(
                item,
                f"{count} honours" if count > 1 else "1 honour",
                schedules,
                partial(_Schedule.honours, count=count),
            )


def _rows(
    item: _Priced, what: str, schedules: Schedules, amount: Callable[[_Schedule], int]
) -> Iterator[PriceRow]:
    """One row where both verdicts have the same amounts, else one each."""
    found = {
        verdict: {label: amount(schedule) for label, schedule in by_label.items()}
        for verdict, by_label in schedules.items()
    }
    if len(found) == 2 and found[MADE] == found[LOST]:
        yield PriceRow(item.step.key, what, EITHER, found[MADE])
        return
    for verdict, cells in found.items():
        yield PriceRow(item.step.key, what, verdict, cells)


def _slam_rows(variant: Variant) -> Iterator[PriceRow]:
    """The prices of slams declared in the play, which take the place of the bid's price."""
    slams = variant.payments.slams
    if slams is None:
        return
    kinds: tuple[tuple[str, Literal["closed", "table"], bool], ...] = (
        ("slam with a partner", "closed", True),
        ("slam alone", "closed", False),
        ("slam on the table", "table", False),
    )
    for what, slam, partnered in kinds:
        found: dict[tuple[tuple[str, int], ...], list[str]] = {}
        for step in variant.ladder:
            if isinstance(step.goal, AtLeast) and (step.partnered or not partnered):
                cells = {}
                for setting in settings_of(variant, step):
                    case = _case(step, setting, made=False, margin=0, honours=0)
                    chips = _chips(slams.lines(case, slam, partnered=partnered))
                    cells[setting.trump.symbol if setting.trump is not None else ""] = chips
                found.setdefault(tuple(sorted(cells.items())), []).append(step.key)
        for cells_found, keys in found.items():
            key = "" if len(found) == 1 else ", ".join(keys)
            yield PriceRow(key, PRICE, EITHER, dict(cells_found), where=what)
