"""``python -m benchmarks``: the table, and JSON for whoever keeps figures."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click
from rich.console import Console

import boston_rules as br
from benchmarks import core, learners, ours, peers, sizes, steps
from benchmarks.measure import Measure, measured
from benchmarks.page import rst, table_of
from boston_rules.cli.terminal import rich_table
from boston_rules.core.cardplay import COMPILED
from boston_rules.core.files import atomic_write

ROUNDS = 5
OWN = "fontainebleau"
"""The variant whose steps are told one by one."""
LIBRARIES = (
    *("attrs", "numpy", "pettingzoo", "open_spiel", "rlcard", "pokerkit", "chess"),
    *("pgx", "jax", "envpool"),
)


def machine() -> dict[str, str]:
    """The machine and the versions of everything measured."""
    found = {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "boston_rules": version("boston_rules"),
        "card play": "compiled" if COMPILED else "not compiled",
    }
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or "unknown"


def wanted(measures: Iterable[Measure], only: str) -> list[Measure]:
    """The measures whose group or name holds a text; the reference is always one."""
    return [
        measure
        for measure in measures
        if only in f"{measure.group} {measure.name}" or measure.name == peers.REFERENCE
    ]


@click.command()
@click.option("--rounds", default=ROUNDS, show_default=True, help="Rounds; the median is kept.")
@click.option("--seconds", default=0.3, show_default=True, help="Time of a measure in a round.")
@click.option("--only", default="", help="Only what holds this text in its group or name.")
@click.option("--smoke", is_flag=True, help="Everything once, shortly: does it still run?")
@click.option("--json", "file", type=click.Path(dir_okay=False), help="Write the figures here.")
@click.option("--table", "page", type=click.Path(dir_okay=False), help="Write the table as .rst.")
def main(
    rounds: int, seconds: float, only: str, smoke: bool, file: str | None, page: str | None
) -> None:
    """Measure the library and its peers in interleaved rounds, and print medians and ratios."""
    if smoke:
        rounds, seconds = 1, 0.0
    if rounds < 1:
        raise click.BadParameter("at least one round", param_hint="--rounds")
    console = Console(soft_wrap=not sys.stdout.isatty())
    slugs = br.list_variants()
    measures = [*peers.measures(), *ours.measures(slugs), *steps.measures(OWN), *core.measures()]
    measures += learners.measures()
    every = wanted(measures, only)
    status = Console(stderr=True)
    # First, before this process has warmed the machine up and filled its caches.
    import_time = sizes.import_seconds(rounds)
    figures, skipped = measured(
        every, rounds=rounds, seconds=seconds, tell=lambda text: status.print(text, style="dim")
    )
    medians = {figure.measure.name: figure.median for figure in figures}
    reference = medians.get(peers.REFERENCE)
    facts = machine()
    console.print(", ".join(f"{name} {value}" for name, value in facts.items()))
    console.print("Time a unit, and as a ratio to the reference", style="italic")
    console.print(rich_table(table_of(figures, reference)))
    for measure, reason in skipped:
        console.print(f"skipped: {measure.name}: {reason}")
    own = {slug: sizes.own_bytes(slug) for slug in slugs}
    pickled = {slug: sizes.pickled_bytes(slug) for slug in slugs}
    notes = (
        f"import boston_rules: {import_time * 1000:.0f} ms",
        f"bytes of a state beyond what it shares: {min(own.values())} to {max(own.values())}; "
        f"pickled whole: {min(pickled.values())} to {max(pickled.values())}",
    )
    for note in notes:
        console.print(note)
    if page is not None:
        command = "python -m benchmarks"
        command += f" --rounds {rounds}" if rounds != ROUNDS and not smoke else ""
        command += f" --only {shlex.quote(only)}" if only else ""
        command += " --smoke" if smoke else ""
        text = rst(figures, reference, command=command, facts=facts, notes=notes, skipped=skipped)
        with atomic_write(page) as to:
            to.write(text.encode())
    if file is not None:
        kept: dict[str, Any] = {
            "schema": "boston_rules/benchmark/1",
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": facts,
            "rounds": rounds,
            "reference": peers.REFERENCE,
            "figures": [
                {
                    "group": figure.measure.group,
                    "name": figure.measure.name,
                    "unit": figure.measure.unit,
                    "microseconds": figure.median,
                    "rounds": list(figure.rounds),
                    "ratio": figure.median / reference
                    if reference is not None and figure.measure.compared
                    else None,
                }
                for figure in figures
            ],
            "skipped": {measure.name: reason for measure, reason in skipped},
            "import_milliseconds": import_time * 1000,
            "state_bytes": own,
            "pickled_bytes": pickled,
        }
        with atomic_write(file) as to:
            to.write(f"{json.dumps(kept, indent=2)}\n".encode())


if __name__ == "__main__":
    main()
