"""The figures as the page includes them: a part for each variant between marks, and the command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from attrs import frozen

import boston_rules as br
from benchmarks.page import marked
from benchmarks.worth.contracts import Came, rows_of
from benchmarks.worth.figures import Figures, figures_of
from benchmarks.worth.runs import SolvedDeal
from boston_rules.core.saying import listed, say_number
from boston_rules.simulate.intervals import Interval
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["Run", "rst", "sections", "table_of", "verdicts"]

_HEADS: Final = ("deals", "made", "if made", "if lost", "always", "must", "ratio", "best")

_Same: TypeAlias = tuple[tuple[str, bool, tuple[Came | None, ...]], ...]
"""What two variants must have alike to share a table."""


@frozen(kw_only=True)
class Run:
    """The deals of a command."""

    deals: tuple[SolvedDeal, ...]
    """Solved, in order."""
    slugs: tuple[str, ...]
    """The variants."""
    nodes: int
    """When an answer was given up."""
    command: str
    """What was typed."""


def rst(run: Run) -> str:
    """All parts as reStructuredText."""
    return marked(sections(run))


def sections(run: Run) -> dict[str, list[str]]:
    """The parts by name: the slugs, and ``command``."""
    found: dict[str, list[str]] = {}
    before: dict[_Same, str] = {}
    for slug in run.slugs:
        variant = br.get_variant(slug)
        figures = figures_of(slug, rows_of(variant), run.deals)
        same = before.setdefault(_came(figures), slug)
        if same != slug:
            found[slug] = [
                f"Every figure is as in :doc:`{same} </variants/{same}>`: what else differs "
                "between the two does not matter here.",
                "",
            ]
            continue
        found[slug] = [
            *table_rst(table_of(variant, figures), classes="figures prices"),
            *(line for said in verdicts(variant, figures) for line in (said, "")),
        ]
    found["command"] = list(_command(run))
    return found


def _deals(number: int) -> str:
    return say_number("{number} deal", "{number} deals", number)


def _came(figures: Sequence[Figures]) -> _Same:
    return tuple((each.row.key, each.row.partnered, each.came) for each in figures)


def table_of(variant: br.Variant, figures: Sequence[Figures]) -> Table:
    """A row for each contract, in the order of the ladder."""
    return Table(
        ("contract", *(Column(head, "right") for head in _HEADS)),
        [_cells(variant, each) for each in figures],
    )


def _cells(variant: br.Variant, each: Figures) -> list[str]:
    even, ratio = each.break_even, each.ratio
    return [
        f"{_name(variant, each)}, {each.row.target}",
        f"{len(each.known)}" + (f" (? {each.unknown})" if each.unknown else ""),
        _percents(each.made),
        _chips(each.when_made),
        _chips(each.when_lost),
        _chips(each.always),
        "–" if even is None else f"{100 * even:.0f} %",
        "–" if ratio is None else f"{ratio:.2f}",
        _percent(each.best.share()),
    ]


def _name(variant: br.Variant, each: Figures) -> str:
    step = variant.ladder[each.row.key]
    return (step.name or step.key) + (" with a partner" if each.row.partnered else "")


def _percents(found: Interval | None) -> str:
    if found is None:
        return "–"
    assert found.low is not None, "a share has an interval"
    assert found.high is not None, "a share has an interval"
    return f"{_percent(found)} ({100 * found.low:.0f}–{100 * found.high:.0f})"


def _percent(found: Interval | None) -> str:
    return "–" if found is None else f"{100 * found.estimate:.0f} %"


def _chips(found: Interval | None) -> str:
    """Chips on average, in whole chips where there are many."""
    if found is None:
        return "–"
    places = 0 if abs(found.estimate) >= 100 else 1
    shown = f"{found.estimate:+.{places}f}"
    if found.low is None and found.high is None:
        return shown
    if found.low is not None and found.high is not None:
        down, up = found.estimate - found.low, found.high - found.estimate
        if f"{down:.{places}f}" == f"{up:.{places}f}":
            return f"{shown} ± {up:.{places}f}"
    low, high = ("?" if end is None else f"{end:+.{places}f}" for end in (found.low, found.high))
    return f"{shown} ({low} to {high})"


def verdicts(variant: br.Variant, figures: Sequence[Figures]) -> Iterator[str]:
    """What the table says of the prices, in sentences."""
    words = {
        "bargain": "Bargains, with which who always declares gains: {}.",
        "trap": "Traps, with which he loses: {}.",
        "open": "Undecided: {}.",
    }
    for verdict, sentence in words.items():
        names = [_name(variant, each) for each in figures if each.verdict == verdict]
        if names:
            yield sentence.format(listed(names))
    unsure = max(figures, key=lambda each: each.more, default=None)
    if unsure is not None and unsure.more:
        yield (
            "Where an answer about the last tricks was given up the least that is certain is "
            f"counted; *always* is too low by {unsure.more:.1f} chips at most "
            f"({_name(variant, unsure)})."
        )
    paid = [each for each in figures if each.best.total]
    if paid:
        best = max(paid, key=lambda each: each.best.total)
        yield (
            f"What pays best most often is {_name(variant, best)}: in {best.best.total} of "
            f"{_deals(best.best.size)}."
        )


def _command(run: Run) -> Iterator[str]:
    asked = sum(deal.asked for deal in run.deals)
    stopped = sum(deal.stopped for deal in run.deals)
    yield (
        f"{_deals(len(run.deals))}; {asked:,} questions to the solver, of which "
        f"{stopped:,} were given up after {run.nodes:,} positions. Intervals of 95 %; those of "
        "*made* and *always* reach from what they are when every deal that was given up is lost, "
        "as dearly as any that is known, to what they are when it is made, as well paid as any; an "
        "end stays open where no such deal is known. Made by:"
    )
    yield ""
    yield ".. code-block:: console"
    yield ""
    yield f"   $ {run.command}"
    yield ""
