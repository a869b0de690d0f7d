"""The figures as pages of the documentation include them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from benchmarks.measure import Figure, Measure
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["captioned", "made_on", "marked", "rst", "table_of"]


def captioned(command: str, widths: str, table: Table) -> list[str]:
    """A reStructuredText table below the command that made it."""
    made = evolve(table, title=f"``{command}``")
    head = ".. Made by the command in the caption; do not edit."
    return [head, "", *table_rst(made, str, widths=widths)]


def made_on(facts: Mapping[str, str]) -> str:
    """The machine and the versions, as a sentence."""
    return "Made on " + ", ".join(f"{name} {value}" for name, value in facts.items()) + "."


def marked(parts: Mapping[str, Iterable[str]]) -> str:
    """Parts between marks by which pages include them; the last has the command."""
    lines = [".. Made by the command at the end; do not edit.", ""]
    for name, part in parts.items():
        lines += [f".. [{name}]", "", *part, f".. [end of {name}]", ""]
    return "\n".join(lines).rstrip() + "\n"


def table_of(figures: Sequence[Figure], reference: float | None) -> Table:
    """The figures, group by group."""
    rows = []
    before = ""
    for figure in figures:
        measure = figure.measure
        rows.append(
            (
                measure.group if measure.group != before else "",
                measure.name,
                figure.text,
                f"{figure.spread:.0%}".replace("%", " %"),
                f"{figure.median / reference:.2f}" if measure.compared and reference else "",
                measure.unit,
            )
        )
        before = measure.group
    numbers = (Column(head, "right") for head in ("µs", "±", "ratio"))
    return Table(("", "measure", *numbers, "a unit"), rows)


def rst(
    figures: Sequence[Figure],
    reference: float | None,
    *,
    command: str,
    facts: Mapping[str, str],
    notes: Sequence[str],
    skipped: Sequence[tuple[Measure, str]],
) -> str:
    """A reStructuredText table with the command, the machine and the versions that made it."""
    lines = [
        *captioned(command, "15 45 12 10 10 8", table_of(figures, reference)),
        f"Medians of {len(figures[0].rounds)} interleaved rounds, in microseconds of processor",
        "time; ± is half the range of their middle half. Ratios are to the first row.",
        "",
        *(f"* {note}" for note in notes),
        *(f"* Skipped: {measure.name} ({reason})." for measure, reason in skipped),
        f"* {made_on(facts)}",
    ]
    return "\n".join(lines) + "\n"
