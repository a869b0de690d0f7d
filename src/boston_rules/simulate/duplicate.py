"""Which bot is better? The same deals for both, from every seat.

For each pair of bots and each deal the two play the same cards, with the same dealer, the same
turned card and the same pool, once in every *seating*: with four seats two of each bot, in all six
ways; with three seats one against two, in all six ways. So each hand is played as often by the one
as by the other, and each bot meets itself and the other at its left, at its right and opposite: as
partners are found in the auction, who sits where must not decide. Where sides are fixed the seats
0 and 2 are one bot and 1 and 3 the other, in both ways.

The deal is the unit. All seatings of a deal make one number, the chips of the one bot for each hand
it played less those of the other, and the interval is about the mean of these numbers. Two bots
that play alike have a difference of exactly 0: bots draw from a stream of the deal and the seat.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import combinations
from typing import Final, Literal, Unpack, get_args

from attrs import frozen

import boston_rules as br
from boston_rules.bots import BotMaker, play_deal
from boston_rules.bots.makers import Maker, label, maker_of
from boston_rules.core.arguments import shown, tuple_of
from boston_rules.core.release import library_version
from boston_rules.core.saying import say
from boston_rules.deal.terms import fixed_partner
from boston_rules.rules.variant import as_variant
from boston_rules.simulate.intervals import Clusters, Interval
from boston_rules.simulate.runs import Results, RunOptions, play_units, variant_header, whole
from boston_rules.simulate.sessions import known
from boston_rules.simulate.store import ResultsLayout, Row, read_store
from boston_rules.simulate.streams import stream
from boston_rules.simulate.workers import Job

__all__ = [
    "Duel",
    "Seatings",
    "TournamentResults",
    "first_deal",
    "load_tournament",
    "seatings",
    "tournament",
]

Seatings = Literal["all", "opposite"]
"""Every way for two bots to share the table evenly, or only the two with alternate seats."""

_LAYOUT: Final = ResultsLayout(
    schema="boston_rules/tournament/2",
    table="plays",
    unit="unit",
    row="play",
    extent="deals",
    keyed_by="variants",
)

_COLUMNS: Final = (
    "play", "bot", "other", "seats", "contract", "made", "chips_0", "chips_1", "chips_2", "chips_3",
)  # fmt: skip
"""Of a deal played once: which playing of it, the numbers of the two bots, the seats of the first,
the contract, what each seat won."""
_WIDTH: Final = len(_COLUMNS)


def seatings(variant: br.Variant, which: Seatings = "all") -> tuple[tuple[int, ...], ...]:
    """The seats of the first bot in each seating; the second has the others.

    With every seating comes the one in which the bots change places.

    >>> import boston_rules as br
    >>> seatings(br.get_variant("fontainebleau"))
    ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    >>> seatings(br.get_variant("american-partnership"))
    ((0, 2), (1, 3))
    >>> seatings(br.get_variant("english-boston", seats=3))
    ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
    """
    seats = variant.seats
    if seats % 2 == 0 and (which == "opposite" or fixed_partner(variant, 0) is not None):
        return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))
    sizes = dict.fromkeys((seats // 2, seats - seats // 2))
    return tuple(some for size in sizes for some in combinations(range(seats), size))


@frozen(kw_only=True)
class TournamentJob(Job):
    """What a worker needs to know to play any deal of a tournament."""

    variants: tuple[br.Variant, ...]
    bots: tuple[Maker, ...]
    seatings: Seatings

    def name(self, unit: int) -> str:
        """What a deal is called, also where its streams of chance are named."""
        deal, place = divmod(unit, len(self.variants))
        return say("deal {number} of {variant}", number=deal, variant=self.variants[place].slug)

    def play(self, unit: int, begin: Callable[[int], None]) -> list[Row]:
        """A deal in one variant: a row for each pair in each seating."""
        name = self.name(unit)
        deal, place = divmod(unit, len(self.variants))
        variant = known(self.variants[place])
        begin(deal + 1)
        dealt = first_deal(variant, deal % variant.seats, stream(self.seed, name, "cards"))
        start = (variant.session.starting_chips,) * variant.seats
        rows: list[Row] = []
        for one, other in combinations(range(len(self.bots)), 2):
            for own in seatings(variant, self.seatings):
                table = [
                    self.bots[one if seat in own else other](
                        stream(self.seed, name, f"seat {seat}")
                    )
                    for seat in range(variant.seats)
                ]
                settled = play_deal(dealt, table, stream(self.seed, name, "play"))
                chips = [now - then for now, then in zip(settled.table.purses, start, strict=True)]
                contract = None if settled.contract is None else settled.contract.key
                made = None if contract is None else int(bool(settled.settlement.made))
                seats = "".join(map(str, own))
                # With three seats the fourth has no chips.
                rows.append((len(rows), one, other, seats, contract, made, *chips, None)[:_WIDTH])
        return rows


def first_deal(variant: br.Variant, dealer: int, rng: random.Random) -> br.State:
    """The first deal of a session, after every chance event, so that all seatings go on from it.

    Args:
        variant: the rules.
        dealer: the dealing seat.
        rng: deals the cards, a hand from the top to each seat; nobody cuts.
    """
    pack, size = br.shuffled(rng, variant.dealing.pack), variant.hand
    hands = [pack[size * seat : size * (seat + 1)] for seat in range(variant.seats)]
    state = br.start(variant, dealer, hands=hands)
    while state.actor == br.CHANCE:
        state = br.apply(state, br.draw_chance(state, rng))
    return state


@frozen(kw_only=True)
class Duel:
    """Two bots in one variant. Amounts are chips for a hand played, antes included."""

    variant: str
    """The slug of the variant."""
    bot: str
    """The name of the one."""
    other: str
    """The name of the other."""
    deals: int
    """Deals dealt."""
    hands: int
    """Hands that each of the two has played."""
    bot_chips: float
    """What the one won on average."""
    other_chips: float
    """What the other won on average."""
    difference: Interval
    """What ``bot`` won more than ``other``, with an interval over deals."""

    @property
    def better(self) -> str | None:
        """The bot that won more, if the interval says so; ``None`` while it is undecided."""
        low, high = self.difference.low, self.difference.high
        if low is not None and low > 0:
            return self.bot
        if high is not None and high < 0:
            return self.other
        return None


class TournamentResults(Results):
    """The deals that were played, each in every variant: those are its units."""

    _layout = _LAYOUT

    def duels(self, confidence: float = 0.95) -> Iterator[Duel]:
        """The result of each pair, variant by variant; pairs without a deal are left out.

        Args:
            confidence: how often each interval covers the true difference; they are not adjusted
                for there being several.
        """
        variants = [variant["slug"] for variant in self._store.header["variants"]]
        pairs = list(combinations(range(len(self.bots)), 2))
        sums = {
            (place, pair): [Clusters(), Clusters(), Clusters()]
            for place in range(len(variants))
            for pair in pairs
        }
        for unit, rows in self._store.contents():
            place = unit % len(variants)
            totals = {pair: [0, 0, 0] for pair in pairs}
            for _, one, other, own, _, _, *chips in rows:
                mine = sum(chips[int(seat)] for seat in own)
                total = totals[one, other]
                total[0] += mine
                total[1] += sum(won for won in chips if won is not None) - mine
                total[2] += len(own)
            for pair, (mine, theirs, hands) in totals.items():
                first, second, both = sums[place, pair]
                first.add(mine, hands)
                second.add(theirs, hands)
                both.add(mine - theirs, hands)
        for (place, (one, other)), (first, second, both) in sums.items():
            difference = both.mean(confidence)
            if difference is not None:
                yield Duel(
                    variant=variants[place],
                    bot=self.bots[one],
                    other=self.bots[other],
                    deals=both.sessions,
                    hands=both.size,
                    bot_chips=first.total / first.size,
                    other_chips=second.total / second.size,
                    difference=difference,
                )


def load_tournament(path: str | os.PathLike[str]) -> TournamentResults:
    """The finished deals of a results file, also while it is being written.

    Raises:
        OSError: the file cannot be read.
        ResultsCorrupt: it is not a results file, or is damaged.
    """
    return TournamentResults(read_store(path, _LAYOUT))


def tournament(
    variants: str | br.Variant | Sequence[str | br.Variant],
    bots: Sequence[BotMaker],
    deals: int,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    which: Seatings = "all",
    **how: Unpack[RunOptions],
) -> TournamentResults:
    """Play a duplicate tournament: every pair of bots, the same deals for all.

    Each deal is the first of a session, so that the pool holds its antes.

    Args:
        variants: one or more variants or slugs.
        bots: two or more names or callables, as for :func:`~boston_rules.simulate.simulate`.
        deals: how many deals are played in each variant.
        seed: any whole number.
        executor: who plays, as for :func:`~boston_rules.simulate.simulate`.
        which: ``"all"`` seatings, or ``"opposite"``: only the two with alternate seats, which is a
            third of the work. With an odd number of seats it is always all.
        how: see :class:`~boston_rules.simulate.RunOptions`.

    Raises:
        VariantError: no such variant.
        ValueError: there are fewer than two bots, or a bot, a variant or a number is not possible.
        SessionFailed: a bot or the engine raised an exception; finished deals are kept.
        WorkerDied: a worker process was killed or crashed; the same.
        ResultsError: the results file cannot be used, as for ``simulate``.
        OSError: it cannot be read or written.

    >>> from boston_rules.simulate import tournament
    >>> found = tournament("classic", ["random", "random"], 2, seed=1, workers=1)
    Traceback (most recent call last):
    ValueError: two bots are called random: a bot is not measured against itself
    >>> found = tournament("classic", ["simple", "random"], 2, seed=1, workers=1)
    >>> (duel,) = found.duels()
    >>> duel.deals, duel.hands
    (2, 24)
    """
    if isinstance(variants, str) or not isinstance(variants, Sequence):
        variants = [variants]
    rules = [as_variant(each, "variants") for each in variants]
    described = [variant_header(each) for each in rules]
    if not rules or any(each in described[:place] for place, each in enumerate(described)):
        raise ValueError(say("a tournament is about one or more variants, each once"))
    bots = (bots,) if isinstance(bots, str) else tuple_of("bots", bots, "two or more bots")
    if len(bots) < 2:
        raise ValueError(say("a tournament needs two bots or more"))
    players = tuple(map(maker_of, bots))
    names = [label(maker) for maker in players]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(
                say("two bots are called {name}: a bot is not measured against itself", name=name)
            )
    if which not in get_args(Seatings):
        raise ValueError(f"which is {' or '.join(get_args(Seatings))}, not {shown(which)}")
    job = TournamentJob(
        variants=tuple(rules), bots=players, seed=whole(seed, "seed"), seatings=which
    )
    header = {
        "schema": _LAYOUT.schema,
        "version": library_version(),
        "variants": described,
        "bots": names,
        "seed": seed,
        "seatings": which,
        "columns": list(_COLUMNS),
    }
    return TournamentResults(play_units(job, _LAYOUT, header, deals, executor, **how))
