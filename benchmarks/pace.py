"""How long the named bots think: ``python -m benchmarks.pace``."""

from __future__ import annotations

import random
import statistics
import time

import click
from rich.console import Console
from rich.table import Table

import boston_rules as br
from boston_rules.bots import BOT_NAMES, Bot, make_bot, play_deal

__all__ = ["main"]


class _Timed:
    """A bot whose decisions are timed, those in which it has a choice."""

    def __init__(self, bot: Bot, seconds: list[float]) -> None:
        self._bot = bot
        self._seconds = seconds

    def choose(self, view: br.State) -> br.Action:
        begun = time.perf_counter()
        chosen = self._bot.choose(view)
        if len(br.lawful_actions(view)) > 1:
            self._seconds.append(time.perf_counter() - begun)
        return chosen


@click.command()
@click.option("--bot", "bots", multiple=True, default=BOT_NAMES, show_default=True)
@click.option("--variant", "slugs", multiple=True, help="All of them without it.")
@click.option("--deals", default=1, show_default=True, help="In each variant.")
def main(bots: tuple[str, ...], slugs: tuple[str, ...], deals: int) -> None:
    """Print the median and the 95th of 100 decisions of each bot, in milliseconds."""
    table = Table("bot", "decisions", "median ms", "95 of 100 ms", "most ms")
    for name in bots:
        seconds: list[float] = []
        for slug in slugs or br.list_variants():
            for deal in range(deals):
                rng = random.Random(f"{slug} {deal}")
                seats = [_Timed(make_bot(name, rng), seconds) for _ in range(4)]
                play_deal(br.start(slug, deal % 4), seats, rng)
        ms = sorted(1000 * each for each in seconds)
        figures = (statistics.median(ms), ms[int(0.95 * len(ms))], ms[-1])
        table.add_row(name, str(len(ms)), *(f"{figure:.2f}" for figure in figures))
    Console().print(table)


if __name__ == "__main__":
    main()
