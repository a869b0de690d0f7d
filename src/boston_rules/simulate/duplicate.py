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

import hashlib
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations
from typing import Final, Literal, TypeAlias, Unpack, get_args

from attrs import frozen

import boston_rules as br
from boston_rules.bots import Bot, BotMaker, play_deal
from boston_rules.bots.makers import Maker, label, maker_of
from boston_rules.core.arguments import shown, tuple_of
from boston_rules.core.release import library_version
from boston_rules.core.saying import say, term
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
    "Standing",
    "TournamentResults",
    "deals_digest",
    "first_deal",
    "load_tournament",
    "seatings",
    "tournament",
]

Seatings = Literal["all", "opposite"]
"""Every way for two bots to share the table evenly, or only the two with alternate seats."""

_LAYOUT: Final = ResultsLayout(
    schema="boston_rules/tournament/3",
    table="plays",
    unit="unit",
    row="play",
    extent="deals",
    keyed_by="variants",
)

_COLUMNS: Final = (
    "play", "bot", "other", "seats", "contract", "made", "forfeits", "other_forfeits",
    "chips_0", "chips_1", "chips_2", "chips_3",
)  # fmt: skip
"""Of a deal played once: which playing of it, the numbers of the two bots, the seats of the first,
the contract, what each of the two forfeited, what each seat won."""
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
        """The variant, which with the number of the deal says where it is."""
        return term(self.variants[unit % len(self.variants)].title)

    def play(self, unit: int, begin: Callable[[int], None]) -> list[Row]:
        """A deal in one variant: a row for each pair in each seating."""
        deal, place = divmod(unit, len(self.variants))
        variant = known(self.variants[place])
        name = _stream_name(variant, deal)
        begin(deal + 1)
        begun = dealt(variant, deal, self.seed)
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
                settled = play_deal(begun, table, stream(self.seed, name, "play"))
                chips = [now - then for now, then in zip(settled.table.purses, start, strict=True)]
                contract = None if settled.contract is None else settled.contract.key
                made = None if contract is None else int(bool(settled.settlement.made))
                seats = "".join(map(str, own))
                lost = _forfeits(table[seat] for seat in own)
                rival = _forfeits(bot for seat, bot in enumerate(table) if seat not in own)
                about = (len(rows), one, other, seats, contract, made, lost, rival)
                # With three seats the fourth has no chips.
                rows.append((*about, *chips, None)[:_WIDTH])
        return rows


def _seed(seed: int | str) -> int | str:
    """A seed or the name of a set of deals.

    Raises:
        ValueError: it is neither.
    """
    if not isinstance(seed, str):
        return whole(seed, "seed")
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", seed):
        raise ValueError(
            say(
                "seed: a set of deals is named by small letters, digits and hyphens, such as "
                "{example}, not {value}",
                example="open-1",
                value=shown(seed),
            )
        )
    return seed


def _forfeits(bots: Iterable[Bot]) -> str | None:
    """Decisions that were made in the place of programs, by reason: ``late 2, ended 1``."""
    found: Counter[str] = Counter()
    for bot in bots:
        found.update(getattr(bot, "forfeits", {}))
    return ", ".join(f"{reason} {number}" for reason, number in found.items()) or None


def _counted(forfeits: str | None) -> Counter[str]:
    """What :func:`_forfeits` has written.

    >>> _counted("late 2, ended 1").total()
    3
    """
    words = (part.split() for part in (forfeits or "").split(",") if part)
    return Counter({reason: int(number) for reason, number in words})


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
    forfeits: Mapping[str, int]
    """Decisions that were made in the place of ``bot``, a program, by reason: see
    :class:`~boston_rules.bots.ProgramBot`."""
    other_forfeits: Mapping[str, int]
    """The same of ``other``."""

    @property
    def better(self) -> str | None:
        """The bot that won more, if the interval says so; ``None`` while it is undecided."""
        low, high = self.difference.low, self.difference.high
        if low is not None and low > 0:
            return self.bot
        if high is not None and high < 0:
            return self.other
        return None


@frozen(kw_only=True)
class Standing:
    """A bot in one variant against all others. Amounts are chips for a hand played."""

    variant: str
    """The slug of the variant."""
    bot: str
    """The name of the bot."""
    difference: Interval
    """What it won more than those whom it met, with an interval over deals."""


class TournamentResults(Results):
    """The deals that were played, each in every variant: those are its units."""

    _layout = _LAYOUT

    def duels(self, confidence: float = 0.95) -> Iterator[Duel]:
        """The result of each pair, variant by variant; pairs without a deal are left out.

        Args:
            confidence: how often each interval covers the true difference; they are not adjusted
                for there being several.
        """
        sums: dict[tuple[int, int, int], tuple[Clusters, Clusters, Clusters]] = {}
        lost: dict[tuple[int, int, int], tuple[Counter[str], Counter[str]]] = {}
        for place, met in self._met():
            for (one, other), (mine, theirs, hands, forfeits, rivals) in met.items():
                key = (place, one, other)
                first, second, both = sums.setdefault(key, (Clusters(), Clusters(), Clusters()))
                first.add(mine, hands)
                second.add(theirs, hands)
                both.add(mine - theirs, hands)
                counted = lost.setdefault(key, (Counter(), Counter()))
                counted[0].update(forfeits)
                counted[1].update(rivals)
        for key, (first, second, both) in sorted(sums.items()):
            place, one, other = key
            difference = both.mean(confidence)
            assert difference is not None, "a deal was played"
            yield Duel(
                variant=self.variants[place],
                bot=self.bots[one],
                other=self.bots[other],
                deals=both.sessions,
                hands=both.size,
                bot_chips=first.total / first.size,
                other_chips=second.total / second.size,
                difference=difference,
                forfeits=dict(lost[key][0]),
                other_forfeits=dict(lost[key][1]),
            )

    def standings(self, confidence: float = 0.95) -> Iterator[Standing]:
        """What each bot won more than all others together, variant by variant.

        Args:
            confidence: as for :meth:`duels`.
        """
        sums: dict[tuple[int, int], Clusters] = {}
        for place, met in self._met():
            for bot in range(len(self.bots)):
                ahead = hands = 0
                for (one, _), (mine, theirs, played, *_) in (
                    item for item in met.items() if bot in item[0]
                ):
                    ahead += mine - theirs if bot == one else theirs - mine
                    hands += played
                sums.setdefault((place, bot), Clusters()).add(ahead, hands)
        for (place, bot), found in sorted(sums.items()):
            difference = found.mean(confidence)
            assert difference is not None, "a deal was played"
            yield Standing(variant=self.variants[place], bot=self.bots[bot], difference=difference)

    @property
    def variants(self) -> tuple[str, ...]:
        """The slugs of the variants."""
        return tuple(variant["slug"] for variant in self._store.header["variants"])

    def _met(self) -> Iterator[tuple[int, dict[tuple[int, int], _Met]]]:
        """The place of the variant of each deal, and by pair what came of all its seatings."""
        for unit, rows in self._store.contents():
            met: dict[tuple[int, int], _Met] = {}
            for _, one, other, own, _, _, forfeits, rivals, *chips in rows:
                ours = sum(chips[int(seat)] for seat in own)
                theirs = sum(won for won in chips if won is not None) - ours
                mine, its, hands, lost, gone = met.get(
                    (one, other), (0, 0, 0, Counter(), Counter())
                )
                met[one, other] = (
                    mine + ours, its + theirs, hands + len(own),
                    lost + _counted(forfeits), gone + _counted(rivals),
                )  # fmt: skip
            yield unit % len(self.variants), met


_Met: TypeAlias = tuple[int, int, int, Counter[str], Counter[str]]
"""Chips of the one, chips of the other, hands of each, forfeits of the one and of the other."""


def deals_digest(variants: Iterable[br.Variant], deals: int, seed: int | str) -> str:
    """SHA-256 of the deals of a tournament, by which two can be told to have the same cards.

    It is that of a text in UTF-8, a line for each deal, deal by deal and variant by variant: slug,
    number, dealer, the four hands as tokens, the suits that turned cards have fixed.

    Args:
        variants: the rules.
        deals: how many in each.
        seed: as for :func:`tournament`.

    >>> import boston_rules as br
    >>> from boston_rules.simulate.duplicate import deals_digest
    >>> deals_digest([br.get_variant("mariland")], 2, "open")[:16]
    'b2910e728b5e3fce'
    """
    rules, found = list(variants), hashlib.sha256()
    for deal in range(deals):
        for variant in rules:
            state = dealt(variant, deal, seed)
            assert state.deal is not None, "the cards are dealt"
            hands = " / ".join(br.Cards.from_mask(mask).tokens for mask in state.deal.hands)
            turn = " ".join(
                suit.letter if suit else "-" for suit in (state.turn.suit, state.turn.belle)
            )
            line = f"{variant.slug} {deal} {state.table.dealer} {hands} {turn}\n"
            found.update(line.encode())
    return found.hexdigest()


def dealt(variant: br.Variant, deal: int, seed: int | str) -> br.State:
    """A deal of a tournament, after every chance event."""
    cards = stream(seed, _stream_name(variant, deal), "cards")
    return first_deal(variant, deal % variant.seats, cards)


def _stream_name(variant: br.Variant, deal: int) -> str:
    """What a deal is called where its streams of chance are named."""
    return f"deal {deal} of {variant.slug}"


def load_tournament(path: str | os.PathLike[str]) -> TournamentResults:
    """The finished deals of a results file, also while it is being written.

    Raises:
        OSError: the file cannot be read.
        ResultsCorrupt: it is not a results file, or is damaged.
        TypeError: it is not a path.
        ValueError: no file can be called so.
    """
    return TournamentResults(read_store(path, _LAYOUT))


def tournament(
    variants: str | br.Variant | Sequence[str | br.Variant],
    bots: Sequence[BotMaker],
    deals: int,
    seed: int | str = 0,
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
        seed: any whole number, or the name of a set of deals, such as ``"open"``.
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
        TypeError: an argument is of another type.

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
    job = TournamentJob(variants=tuple(rules), bots=players, seed=_seed(seed), seatings=which)
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
