"""Two runs side by side: ``python -m benchmarks.beside pure.json compiled.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from benchmarks.page import captioned, made_on
from boston_rules.telling.tables.model import Table

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
    after = {figure["name"]: figure for figure in compiled["figures"]}
    rows = []
    for before in pure["figures"]:
        if before["group"] == "search":
            slow, fast = before["microseconds"], after[before["name"]]["microseconds"]
            told = _figure(slow), _figure(fast), f"{slow / fast:.1f}"
            rows.append((before["name"], *told, before["unit"]))
    heads = ("measure", "Python, µs", "compiled, µs", "times as fast", "a unit")
    command = "python -m benchmarks.beside pure.json compiled.json"
    lines = captioned(command, "45 15 15 13 12", Table(heads, rows))
    reference = compiled["reference"]
    if reference in after:
        playout = after["playout at random"]["ratio"]
        lines += [
            f"A card of the compiled playout at random takes {playout:.3f} times as long as an",
            f"action of {reference}, in the same run.",
            "",
        ]
    lines.append(made_on({name: told for name, told in facts[0].items() if name != "card play"}))
    return "\n".join(lines) + "\n"


def _figure(microseconds: float) -> str:
    return f"{microseconds:.3f}" if microseconds < 10 else f"{microseconds:,.0f}"


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
