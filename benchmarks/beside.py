"""Two runs side by side: ``python -m benchmarks.beside pure.json compiled.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

__all__ = ["rst"]


def rst(pure: dict[str, Any], compiled: dict[str, Any]) -> str:
    """A table of what both runs have measured of searches, with the machine that they ran on.

    Raises:
        ValueError: the runs are not one of each kind, or not of one machine.
    """
    for run, kind in ((pure, "not compiled"), (compiled, "compiled")):
        if run["machine"]["card play"] != kind:
            raise ValueError(f"the card play is {run['machine']['card play']}, expected {kind}")
    facts = [{**run["machine"], "card play": ""} for run in (pure, compiled)]
    if facts[0] != facts[1]:
        raise ValueError("the runs were not made by the same machine and versions")
    return "\n".join(_lines(pure, compiled)) + "\n"


def _lines(pure: dict[str, Any], compiled: dict[str, Any]) -> Iterator[str]:
    yield ".. Made by the command in the caption; do not edit."
    yield ""
    yield ".. list-table:: ``python -m benchmarks.beside pure.json compiled.json``"
    yield "   :header-rows: 1"
    yield "   :widths: 45 15 15 13 12"
    yield ""
    yield from _row("measure", "Python, µs", "compiled, µs", "times as fast", "a unit")
    after = {figure["name"]: figure for figure in compiled["figures"]}
    for before in pure["figures"]:
        if before["group"] == "search":
            slow, fast = before["microseconds"], after[before["name"]]["microseconds"]
            yield from _row(
                before["name"], _figure(slow), _figure(fast), f"{slow / fast:.1f}", before["unit"]
            )
    yield ""
    reference = compiled["reference"]
    if reference in after:
        playout = after["playout at random"]["ratio"]
        yield f"A card of the compiled playout at random takes {playout:.3f} times as long as an"
        yield f"action of {reference}, in the same run."
        yield ""
    facts = {name: value for name, value in compiled["machine"].items() if name != "card play"}
    yield "Made on " + ", ".join(f"{name} {value}" for name, value in facts.items()) + "."


def _figure(microseconds: float) -> str:
    return f"{microseconds:.3f}" if microseconds < 10 else f"{microseconds:,.0f}"


def _row(*cells: str) -> Iterator[str]:
    for place, cell in enumerate(cells):
        yield f"   {' ' if place else '*'} - {cell}".rstrip()


@click.command()
@click.argument("pure", type=click.Path(exists=True, dir_okay=False))
@click.argument("compiled", type=click.Path(exists=True, dir_okay=False))
def main(pure: str, compiled: str) -> None:
    """Print the table.

    The files are written by ``python -m benchmarks --only search --json FILE``.
    """
    runs = [json.loads(Path(file).read_text(encoding="utf-8")) for file in (pure, compiled)]
    try:
        click.echo(rst(*runs), nl=False)
    except ValueError as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
