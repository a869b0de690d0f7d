"""``python -m benchmarks.advice``: what the advice to players is worth."""

from __future__ import annotations

import os
from pathlib import Path

import click

from benchmarks.advice.page import rst
from benchmarks.advice.runs import Size, play

_USUAL = Size()
_SMOKE = Size(deals=6, calls=6, hands=3, ask=1)


@click.command()
@click.option("--deals", default=_USUAL.deals, show_default=True, help="Deals of classic.")
@click.option("--calls", default=_USUAL.calls, show_default=True, help="Of fontainebleau-cats.")
@click.option("--hands", default=_USUAL.hands, show_default=True, help="Hands for a misère.")
@click.option("--ask", default=_USUAL.ask, show_default=True, help="Deals for the Monte Carlo bot.")
@click.option("--seed", default=1, show_default=True, help="Of the cards.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--smoke", is_flag=True, help="Everything shortly: does it still run?")
@click.option("--table", "page", type=click.Path(dir_okay=False), help="Write the figures here.")
def main(
    deals: int,
    calls: int,
    hands: int,
    ask: int,
    seed: int,
    workers: int,
    smoke: bool,
    page: str | None,
) -> None:
    """Play deals with and without each piece of advice, and print what following it is worth."""
    size = _SMOKE if smoke else Size(deals, calls, hands, ask)
    if min(size.deals, size.calls) < 1 or workers < 1:
        raise click.UsageError("at least one deal, one call and one worker")
    text = rst(play(size, seed, workers, lambda told: click.echo(told, err=True)))
    if page is None:
        click.echo(text)
    else:
        Path(page).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
