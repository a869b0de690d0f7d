"""The report as a picture. Needs the extra ``plots``, but no display."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boston_rules.core.arguments import shortened
from boston_rules.core.extras import needs
from boston_rules.core.files import atomic_write, check_path
from boston_rules.core.saying import say
from boston_rules.simulate.intervals import Interval
from boston_rules.simulate.report import Report
from boston_rules.telling.language import spoken

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw"]

_BLUE: Final = "#0072B2"
_ORANGE: Final = "#D55E00"
"""Of the palette of Okabe and Ito, which nobody confuses; shapes differ as well."""


def draw(
    report: Report, path: str | os.PathLike[str], title: str, names: Mapping[str, str]
) -> None:
    """Draw contracts, success rates and chips, each with its intervals.

    Args:
        report: the figures.
        path: where to; the ending of the name says the format: ``.svg``, ``.png``, ``.pdf``.
        title: what it is about.
        names: what bids are called, by their keys.

    Raises:
        MissingExtra: matplotlib is not installed.
        ValueError: there is no such format.
        OSError: the file cannot be written.
    """
    with needs("a plot", "plots", "matplotlib"):
        import matplotlib
        from matplotlib.figure import Figure
    check_path(path)
    ending = Path(path).suffix.lower().removeprefix(".") or "none"
    # A figure made without pyplot has no window; its canvas follows from the format. The salt and
    # the missing date make equal reports equal files.
    with matplotlib.rc_context({"svg.hashsalt": "boston_rules", "font.size": 9}):
        figure = Figure(layout="constrained")
        formats = figure.canvas.get_supported_filetypes()
        if ending not in formats:
            raise ValueError(
                say(
                    "path: a plot is written as {formats}, not {ending}",
                    formats=", ".join(sorted(formats)),
                    ending=shortened(ending),
                )
            )
        played = [line for line in report.contracts if line.deals]
        chips = [*report.bots, *report.seats]
        heights = (max(2, len(played) + 1), max(2, len(chips)))
        figure.set_size_inches(9, 1.6 + 0.28 * sum(heights))
        grid = figure.add_gridspec(2, 2, height_ratios=heights)
        heading = say(
            "{title}: {deals} deals in {sessions} sessions; lines are {confidence:.0%} intervals",
            title=title,
            deals=report.deals,
            sessions=report.sessions,
            confidence=report.confidence,
        )
        figure.suptitle(spoken(heading))
        shares = [report.passed_out_share, *(line.share for line in played)]
        left = figure.add_subplot(grid[0, 0])
        contracts = [spoken(names.get(line.key) or line.key) for line in played]
        left.set_yticks(range(len(shares)), [spoken(say("passed out")), *contracts])
        left.barh(
            range(len(shares)), [100 * share.estimate for share in shares], color=_BLUE, alpha=0.4
        )
        _dots(left, dict(enumerate(shares)), _BLUE, "o", 100)
        left.set(
            xlabel=spoken(say("share of deals (%)")),
            ylabel=spoken(say("contract")),
            xlim=(0, None),
        )
        right = figure.add_subplot(grid[0, 1], sharey=left)
        rates = {place: line.success for place, line in enumerate(played, 1)}
        _dots(right, rates, _ORANGE, "D", 100)
        right.set(xlabel=spoken(say("made (% of those played)")), xlim=(-3, 103))
        right.tick_params(labelleft=False)
        below = figure.add_subplot(grid[1, :])
        below.set_yticks(range(len(chips)), [spoken(line.name) for line in chips])
        gains = dict(enumerate(line.chips for line in chips))
        count = len(report.bots)
        bots = {place: gain for place, gain in gains.items() if place < count}
        seats = {place: gain for place, gain in gains.items() if place >= count}
        _dots(below, bots, _ORANGE, "D", label=spoken(say("bots")))
        _dots(below, seats, _BLUE, "o", label=spoken(say("seats")))
        below.axvline(0, color="0.4", linewidth=0.8)
        below.set_ylim(len(chips) - 0.5, -0.5)
        below.legend()
        below.set(
            xlabel=spoken(say("mean chips a deal, antes included (chips)")),
            ylabel=spoken(say("bot, seat")),
        )
        for axes in figure.axes:
            axes.grid(axis="x", color="0.85", linewidth=0.6)
            axes.set_axisbelow(True)
        undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(ending)
        with atomic_write(path) as file:
            figure.savefig(file, format=ending, metadata=undated)


def _dots(
    axes: Axes,
    rows: Mapping[int, Interval | None],
    colour: str,
    marker: str,
    scale: float = 1,
    label: str | None = None,
) -> None:
    """A dot with its interval in each row where there is one."""
    dots = [(row, each) for row, each in rows.items() if each is not None]
    # A rounding error must not become a line of a negative length.
    below = [max(0.0, each.estimate - _end(each, each.low)) for _, each in dots]
    above = [max(0.0, _end(each, each.high) - each.estimate) for _, each in dots]
    axes.errorbar(
        [scale * each.estimate for _, each in dots],
        [row for row, _ in dots],
        xerr=[[scale * length for length in lengths] for lengths in (below, above)],
        fmt=marker,
        color=colour,
        capsize=3,
        label=label,
    )


def _end(interval: Interval, end: float | None) -> float:
    return interval.estimate if end is None else end
