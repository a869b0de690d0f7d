"""What commands that ask the solver have in common: limits, progress, documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import click
from attrs import asdict, frozen
from rich.progress import Progress, TextColumn

from boston_rules.cli.arguments import stacked
from boston_rules.cli.documents import Document
from boston_rules.cli.help import option
from boston_rules.cli.problems import reason_of
from boston_rules.cli.progress import progress_bar
from boston_rules.core.saying import say, say_number
from boston_rules.deal.state import State
from boston_rules.records.document import contract_document
from boston_rules.solver import (
    Analysis,
    Chips,
    JudgedCard,
    Limits,
    NotSolvable,
    Outlook,
    Result,
    SearchStopped,
    analysis_of,
    judged_cards,
)
from boston_rules.telling.language import spoken

__all__ = [
    "Judged",
    "Watch",
    "analysis_document",
    "chips_document",
    "judge",
    "limit_options",
    "outlook_document",
]

_F = TypeVar("_F", bound=Callable[..., Any])
_SECONDS: Final = 10.0


def limit_options(what: str) -> Callable[[_F], _F]:
    """``--nodes`` and ``--seconds``, and what they are for."""
    return stacked(
        option(
            "--nodes",
            type=click.IntRange(1, 10**12),
            metavar="N",
            help=say(
                "The most positions to be looked at {what}; the same on every machine.", what=what
            ),
        ),
        option(
            "--seconds",
            type=click.FloatRange(0.001, 10**7),
            metavar="S",
            show_default=say("{seconds:g} without --nodes", seconds=_SECONDS),
            help=say("The most seconds {what}.", what=what),
        ),
    )


class Watch:
    """Limits of a search, and a bar on standard error that tells how far it is."""

    def __init__(self, nodes: int | None, seconds: float | None) -> None:
        if nodes is None and seconds is None:
            seconds = _SECONDS
        self._bar: Progress | None = None
        self.limits: Limits = Limits(nodes=nodes, seconds=seconds, progress=self._look)
        """The look from time to time also lets an interruption through."""

    @contextmanager
    def bar(self, units: str, total: int | None) -> Iterator[None]:
        """A bar; none without a terminal or under CI."""
        with progress_bar(TextColumn("{task.fields[looked]}")) as bar:
            self._bar = bar
            bar.add_task(spoken(units), total=total, looked=_looked(0))
            yield

    def done(self, number: int) -> None:
        """So many units are done."""
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=number)

    def _look(self, nodes: int) -> None:
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], looked=_looked(nodes))


def _looked(nodes: int) -> str:
    return spoken(say_number("{number} position", "{number} positions", nodes))


@frozen
class Judged:
    """What was found out about the play of a deal."""

    analysis: Analysis | None
    reason: str = ""
    """Why there is no analysis."""
    interrupted: bool = False


def judge(state: State, watch: Watch) -> Judged:
    """Judge the play of a deal, as far as the limits or the person at the terminal let it."""
    found: list[JudgedCard] = []
    try:
        with watch.bar(say("cards"), None):
            for card in judged_cards(state, watch.limits):
                found.append(card)
                watch.done(len(found))
    except NotSolvable as error:
        return Judged(None, reason_of(error))
    except SearchStopped as stopped:
        return Judged(analysis_of(state, found, stopped))
    except KeyboardInterrupt:
        analysis = analysis_of(state, found) if found else None
        return Judged(analysis, say("interrupted"), interrupted=True)
    return Judged(analysis_of(state, found))


def outlook_document(outlook: Outlook | Result) -> Document:
    """What perfect play comes to."""
    return {"made": outlook.made, "tricks": outlook.tricks}


def chips_document(chips: Chips | None) -> Document | None:
    """What a bill comes to, for both sides."""
    return None if chips is None else asdict(chips)


def analysis_document(analysis: Analysis) -> Document:
    """The mistakes of a play, and from where on it was judged."""
    return {
        "contract": contract_document(analysis.contract),
        "complete": analysis.complete,
        "certain_from": analysis.certain_from,
        "played": analysis.played,
        "judged": len(analysis.cards),
        "stopped": None if analysis.stopped is None else analysis.stopped.limit,
        "mistakes": [
            {
                "ply": card.ply,
                "trick": card.trick,
                "seat": card.seat,
                "card": str(card.card),
                "decides": card.decides,
                "before": outlook_document(card.before),
                "after": outlook_document(card.after),
                "right": [str(each) for each in card.right],
            }
            for card in analysis.mistakes
        ],
    }
