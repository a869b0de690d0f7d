"""What the commands that play thousands of deals have in common: options, call, end, figures."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import fields, frozen
from rich.progress import TimeRemainingColumn

from boston_rules import BostonError
from boston_rules.cli.arguments import seed_option, stacked
from boston_rules.cli.help import option
from boston_rules.cli.problems import Failed, bad_option, reason_of, unwritable
from boston_rules.cli.progress import progress_bar
from boston_rules.core.saying import Said, joined, say
from boston_rules.simulate import (
    ClusterError,
    Interval,
    MissingExtra,
    ResultsCorrupt,
    ResultsMismatch,
    SessionFailed,
    WorkerDied,
    cluster_executor,
)
from boston_rules.telling.language import spoken

__all__ = [
    "Run",
    "bracketed",
    "chips",
    "decimal",
    "foreseen",
    "percent",
    "run_options",
    "written",
]

_T = TypeVar("_T")

_options = stacked(
    seed_option(default=0, show_default=True, help=say("Everything follows from it.")),
    option(
        "--jobs",
        type=click.IntRange(1, 4096),
        metavar="J",
        help=say(
            "How many processes play; without it one for each processor. The results are "
            "the same with any number."
        ),
    ),
    option(
        "--executor",
        metavar="dask://HOST:PORT",
        help=say(
            "Play on the workers of this Dask scheduler, not on this machine; needs the extra "
            "cluster."
        ),
    ),
    option(
        "--out",
        metavar="FILE.sqlite",
        help=say("Keep what is finished in this file, to go on after an interruption."),
    ),
    option("--resume", is_flag=True, help=say("Go on with the file of --out.")),
    option("--fresh", is_flag=True, help=say("Overwrite the results file of --out.")),
    option(
        "--confidence",
        type=click.FloatRange(50, 99.999),
        metavar="PERCENT",
        default=95,
        show_default=True,
        help=say("Of the intervals."),
    ),
)


class Interrupted(click.ClickException):
    """Somebody has had enough."""

    exit_code = 130


def run_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options about seed, processes and results file; the command gets them as ``run``."""

    @functools.wraps(command)
    def with_run(**told: Any) -> None:
        told["confidence"] /= 100
        run = Run(**{each.name: told.pop(each.name) for each in fields(Run)})
        command(run=run, **told)

    return _options(with_run)


@frozen(kw_only=True)
class Run:
    """Thousands of deals, kept in a results file or not, and what is said about them."""

    seed: int
    jobs: int | None = None
    executor: str | None = None
    out: str | None = None
    resume: bool = False
    fresh: bool = False
    confidence: float
    """Between 0 and 1."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be before anything is played.

        Raises:
            UsageError: the options do not go together, or the file is there and nothing is said
                of it.
            BadParameter: it is not there and must be.
        """
        if self.executor is not None and self.jobs is not None:
            raise click.UsageError(say("--jobs and --executor exclude each other"))
        if self.out is None and (self.resume or self.fresh):
            raise click.UsageError(say("--resume and --fresh go with --out"))
        if self.resume and self.fresh:
            raise click.UsageError(say("--resume and --fresh exclude each other"))
        if self.out is None:
            return
        if self.resume:
            if not os.path.exists(self.out):
                raise bad_option("--resume", say("{file}: there is no such file", file=self.out))
        elif not self.fresh and _begun(self.out):
            raise click.UsageError(
                say(
                    "{file} is there already: go on with it by --resume, overwrite it by --fresh",
                    file=self.out,
                )
            )

    def play(self, units: str, blamed: str, start: Callable[..., _T]) -> _T:
        """Play, show how far it is, and tell what goes wrong and how to go on.

        Args:
            units: what is counted, such as sessions.
            blamed: the options to blame for a value that is not possible: click has read all
                others.
            start: plays; it takes the options of a run as ``simulate`` and ``tournament`` do.

        Raises:
            ClickException: it was interrupted, or it failed.
        """
        told = say("nothing")
        with ExitStack() as stack:
            stack.enter_context(self._failures(lambda: told))
            executor, in_flight = None, None
            if self.executor is not None:
                executor, in_flight = stack.enter_context(cluster_executor(self.executor))
            bar = stack.enter_context(progress_bar(TimeRemainingColumn()))
            task = bar.add_task(spoken(units), total=None)

            def progress(done: int, total: int) -> None:
                nonlocal told
                told = say("{done} of {total} {units}", done=done, total=total, units=units)
                bar.update(task, completed=done, total=total)

            try:
                return start(
                    results=self.out,
                    fresh=self.fresh,
                    workers=self.jobs,
                    executor=executor,
                    in_flight=in_flight,
                    progress=progress,
                )
            except BostonError:
                raise
            except ValueError as error:
                raise bad_option(blamed, error) from error

    @contextmanager
    def _failures(self, finished: Callable[[], str]) -> Iterator[None]:
        def failed(reason: Exception | str) -> Said:
            if self.out is None:
                return say(
                    "{reason}; nothing was kept: --out FILE keeps what is finished",
                    reason=reason_of(reason),
                )
            return say(
                "{reason}; {finished} are kept in {file}; go on with --resume",
                reason=reason_of(reason),
                finished=finished(),
                file=self.out,
            )

        try:
            yield
        except KeyboardInterrupt:
            raise Interrupted(failed(say("interrupted"))) from None
        except (ClusterError, SessionFailed) as error:
            raise Failed(failed(error)) from error
        except MissingExtra as error:
            raise Failed(reason_of(error)) from error
        except WorkerDied as error:
            raise Failed(failed(say("a process has died"))) from error
        except ResultsMismatch as error:
            raise click.UsageError(_overwritten(error)) from error
        except ResultsCorrupt as error:
            told = _overwritten(error) if error.damaged else reason_of(error)
            raise click.UsageError(told) from error
        except OSError as error:
            raise unwritable(self.out or "", error) from error


def _overwritten(error: BostonError) -> Said:
    return say("{problem}; --fresh overwrites it", problem=reason_of(error))


def _begun(out: str) -> bool:
    try:
        return os.path.getsize(out) > 0
    except (OSError, ValueError):
        return False  # opening it will tell


def written(option: str, path: str | None, write: Callable[[str], None]) -> None:
    """Write a file if it was asked for; what was played is kept whatever becomes of it."""
    if path is None:
        return
    try:
        write(path)
    except MissingExtra as error:
        raise Failed(reason_of(error)) from error
    except OSError as error:
        raise unwritable(path, error) from error
    except ValueError as error:
        raise bad_option(option, error) from error


def foreseen(option: str, path: str | None, needs: tuple[str, str] | None = None) -> None:
    """Refuse, before anything is played, a file that could not be written afterwards.

    Args:
        option: what it was asked for by.
        path: the file.
        needs: the module that writes it, and the extra that has it.
    """
    if path is None:
        return
    folder = Path(path).parent
    if not folder.is_dir():
        raise bad_option(
            option, say("{file}: there is no folder {folder}", file=path, folder=folder)
        )
    if needs is not None and find_spec(needs[0]) is None:
        raise Failed(reason_of(MissingExtra(option, *needs)))


# Figures.


def bracketed(confidence: float) -> Said:
    """Where intervals are found."""
    return say("In brackets: {percent:g} % intervals.", percent=100 * confidence)


def decimal(value: float, how: str) -> Said:
    """A number with the decimal mark of the language."""
    return Said(f"{{value:{how}}}", {"value": value})


def percent(interval: Interval | None) -> str:
    """A share and its interval, in per cent.

    >>> percent(Interval(0.5, 0.25, 0.75))
    '50.0 (25.0–75.0)'
    """
    return _told(interval, lambda share: decimal(100 * share, ".1f"), "–")


def chips(interval: Interval | None) -> str:
    """Chips and their interval.

    >>> chips(Interval(-1.25, -3.0, 0.5))
    '-1.2 (-3.0 … +0.5)'
    """
    return _told(interval, lambda value: decimal(value, "+.1f"), " … ")


def _told(interval: Interval | None, said: Callable[[float], Said], to: str) -> str:
    if interval is None:
        return ""
    text = said(interval.estimate)
    if interval.low is None or interval.high is None:
        return text
    return joined("", (text, " (", said(interval.low), to, said(interval.high), ")"))
