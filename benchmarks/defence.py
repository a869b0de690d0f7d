"""``python -m benchmarks.defence``: how far a defence is from one that sees all hands.

Simple players bid each deal. Then it is played several times by the same declarer: against each of
the bots named, who see what defenders see, and against a defence that sees all hands and plays at
best for its chips. Told is what the defenders win together in a deal, their part of the pool
counted, and how much of that the defence that sees everything wins more.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import click
from rich.console import Console
from rich.table import Table

import boston_rules as br
from benchmarks.asked import ONLY
from benchmarks.editions.players import Clock, ours, theirs
from benchmarks.measure import count_chips
from boston_rules.bots import Bot, SimpleBot, decide
from boston_rules.bots.montecarlo.payoff import gain_of
from boston_rules.bots.montecarlo.table_talk import to_the_play
from boston_rules.simulate.duplicate import first_deal
from boston_rules.simulate.intervals import Clusters, Interval
from boston_rules.simulate.streams import stream
from boston_rules.solver import Limits, NotSolvable, SearchStopped, best

__all__ = ["bid_deal", "main", "seen_through", "won"]

_NODES: Final = 1_000_000

Maker: TypeAlias = Callable[[random.Random], Bot]


def bid_deal(slug: str, number: int, seed: int) -> br.Playing | None:
    """A deal that simple players have bid, before the first card; ``None`` if nobody has bid."""
    rng = stream(seed, f"deal {number} of {slug}", "cards")
    variant = br.get_variant(slug)
    dealt = first_deal(variant, number % variant.seats, rng)
    state = to_the_play(dealt, [SimpleBot(rng)] * variant.seats, rng)
    return state if isinstance(state, br.Playing) and state.contract is not None else None


def seen_through(state: br.State, simple: Bot, rng: random.Random, nodes: int) -> br.Action:
    """What a defender does who sees all hands: the best card, else what a simple player does.

    Args:
        state: in which a defender is to act.
        simple: the simple player.
        rng: for him.
        nodes: the positions in which the best card is to be found; then he plays simply.
    """
    assert state.actor is not None, "somebody is to act"
    habit = decide(state, [simple] * state.variant.seats, rng)
    if not isinstance(state, br.Playing):
        return habit
    try:
        cards = best(state, Limits(nodes=nodes)).cards
    except (NotSolvable, SearchStopped):
        return habit
    return habit if isinstance(habit, br.Play) and habit.card in cards else br.Play(cards[0])


def won(
    state: br.Playing,
    declarer: Maker,
    defence: Maker | None,
    rng: random.Random,
    nodes: int = _NODES,
) -> float:
    """The chips that the defenders win together.

    Args:
        state: before the first card.
        declarer: makes the bots of the declarer and his partner.
        defence: makes those of the defenders; ``None`` for a defence that sees all hands.
        rng: for all bots.
        nodes: for a card of the defence that sees all hands, as by :func:`seen_through`.
    """
    assert state.contract is not None, "somebody has bid"
    seats = range(state.variant.seats)
    side, pool = state.contract.side, state.table.pool + state.table.set_aside
    simple = SimpleBot(rng)
    bots = [
        declarer(rng) if seat in side else simple if defence is None else defence(rng)
        for seat in seats
    ]
    after: br.State = state
    while (actor := after.actor) is not None:
        if defence is None and actor not in side:
            action = seen_through(after, simple, rng, nodes)
        else:
            action = decide(after, bots, rng)
        after = br.apply(after, action)
    bill = after.settlement
    assert bill is not None, "the deal is over"
    return sum(gain_of(bill, seat, pool) for seat in seats if seat not in side)


def _cell(found: Interval | None) -> Sequence[str]:
    if found is None:
        return "", ""
    low, high = found.low, found.high
    between = "" if low is None or high is None else f"{low:+.1f} … {high:+.1f}"
    return f"{found.estimate:+.1f}", between


@click.command()
@click.option("--other", type=click.Path(exists=True, file_okay=False, path_type=Path))
@ONLY
@click.option("--bot", default="montecarlo:seconds=0.02", show_default=True, help="The players.")
@click.option("--deals", type=click.IntRange(1), default=200, show_default=True, help="A variant.")
@click.option("--seed", default=1, show_default=True, help="Of the cards and the bots.")
@click.option(
    "--nodes", type=click.IntRange(1), default=_NODES, show_default=True, help="To find a card in."
)
def main(
    other: Path | None, slugs: tuple[str, ...], bot: str, deals: int, seed: int, nodes: int
) -> None:
    """Print what defences win, and how much more one that sees all hands does.

    With OTHER, the folder of another edition as for ``benchmarks.editions``, its bot of the same
    name defends as well. It is meant for the compiled build.
    """
    declarer = partial(ours, Clock(), bot)
    makers: dict[str, Maker] = {"ours": declarer}
    if other is not None:
        makers["theirs"] = partial(theirs, Clock(), other, bot)
    table = Table("variant", "deals", "defence", "chips a deal", "95 %", "short of that", "95 %")
    for slug in slugs or ("mariland", "fontainebleau"):
        sums = {name: (Clusters(), Clusters()) for name in makers}
        most = Clusters()
        with click.progressbar(range(deals), label=slug, file=sys.stderr) as numbers:
            for number in numbers:
                state = bid_deal(slug, number, seed)
                if state is None:
                    continue
                rng = partial(stream, seed, f"deal {number} of {slug}")
                all_seen = won(state, declarer, None, rng("all hands"), nodes)
                count_chips(most, all_seen)
                for name, maker in makers.items():
                    chips = won(state, declarer, maker, rng(name))
                    count_chips(sums[name][0], chips)
                    count_chips(sums[name][1], all_seen - chips)
        for name, (had, gap) in sums.items():
            table.add_row(slug, str(had.sessions), name, *_cell(had.mean()), *_cell(gap.mean()))
        table.add_row(slug, str(most.sessions), "sees all", *_cell(most.mean()), "", "")
    Console(soft_wrap=not sys.stdout.isatty()).print(table)


if __name__ == "__main__":
    main()
