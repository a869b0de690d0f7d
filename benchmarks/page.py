"""The figures as a page of the documentation includes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchmarks.measure import Figure, Measure

__all__ = ["rst"]


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
    return "\n".join(_lines(figures, reference, command, facts, notes, skipped)) + "\n"


def _lines(
    figures: Sequence[Figure],
    reference: float | None,
    command: str,
    facts: Mapping[str, str],
    notes: Sequence[str],
    skipped: Sequence[tuple[Measure, str]],
) -> Iterator[str]:
    yield ".. Made by the command in the caption; do not edit."
    yield ""
    yield f".. list-table:: ``{command}``"
    yield "   :header-rows: 1"
    yield "   :widths: 15 45 12 10 10 8"
    yield ""
    yield from _row("", "measure", "µs", "±", "ratio", "a unit")
    before = ""
    for figure in figures:
        measure = figure.measure
        ratio = ""
        if measure.compared and reference is not None:
            ratio = f"{figure.median / reference:.2f}"
        yield from _row(
            measure.group if measure.group != before else "",
            measure.name,
            figure.text,
            f"{figure.spread:.0%}".replace("%", " %"),
            ratio,
            measure.unit,
        )
        before = measure.group
    yield ""
    yield f"Medians of {len(figures[0].rounds)} interleaved rounds, in microseconds of processor"
    yield "time; ± is half the range of their middle half. Ratios are to the first row."
    yield ""
    for note in notes:
        yield f"* {note}"
    for measure, reason in skipped:
        yield f"* Skipped: {measure.name} ({reason})."
    yield "* Made on " + ", ".join(f"{name} {value}" for name, value in facts.items()) + "."


def _row(*cells: str) -> Iterator[str]:
    for place, cell in enumerate(cells):
        yield f"   {' ' if place else '*'} - {cell}".rstrip()
