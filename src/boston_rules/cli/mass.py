"""What the commands that play thousands of deals have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import click
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from boston_rules.cli.terminal import console as open_console
from boston_rules.simulate import (
    Interval,
    MissingExtra,
    ResultsCorrupt,
    ResultsMismatch,
    SessionFailed,
)

__all__ = [
    "Keeper",
    "bot_names",
    "chips",
    "failures",
    "foreseen",
    "keeping",
    "percent",
    "progress_bar",
]

_F = TypeVar("_F", bound=Callable[..., Any])

_MOST_SEED: Final = 2**64 - 1


class Failed(click.ClickException):
    """A bot, a process or a file has failed."""

    exit_code = 1


class Interrupted(click.ClickException):
    """Somebody has had enough."""

    exit_code = 130


def keeping(command: _F) -> _F:
    """The options about seed, processes and the results file."""
    for option in reversed(
        (
            click.option(
                "--seed",
                type=click.IntRange(0, _MOST_SEED),
                metavar="N",
                default=0,
                show_default=True,
                help="Everything follows from it.",
            ),
            click.option(
                "--jobs",
                type=click.IntRange(1, 4096),
                metavar="J",
                help="How many processes play; without it one for each processor. The results are "
                "the same with any number.",
            ),
            click.option(
                "--out",
                metavar="FILE.jsonl",
                help="Keep what is finished in this file, to go on after an interruption.",
            ),
            click.option("--resume", is_flag=True, help="Go on with the file of --out."),
            click.option("--fresh", is_flag=True, help="Overwrite the results file of --out."),
            click.option(
                "--confidence",
                type=click.FloatRange(50, 99.999),
                metavar="PERCENT",
                default=95,
                show_default=True,
                help="Of the intervals.",
            ),
        )
    ):
        command = option(command)
    return command


class Keeper:
    """The results file, and what is said about it."""

    def __init__(self, out: str | None, resume: bool, fresh: bool) -> None:
        if out is None and (resume or fresh):
            raise click.UsageError("--resume and --fresh go with --out")
        if resume and fresh:
            raise click.UsageError("--resume and --fresh exclude each other")
        if out is not None and not (resume or fresh):
            self._is_new(out)
        if resume and out is not None and not os.path.exists(out):
            raise click.BadParameter(f"{out}: there is no such file", param_hint="'--resume'")
        self.out = out
        self.fresh = fresh
        self.told = ""
        """How far it is, in words."""

    @staticmethod
    def _is_new(out: str) -> None:
        try:
            begun = os.path.getsize(out) > 0
        except (OSError, ValueError):
            return  # opening it will tell
        if begun:
            raise click.UsageError(
                f"{out} is there already: go on with it by --resume, overwrite it by --fresh"
            )

    @property
    def way_on(self) -> str:
        """How to go on."""
        if self.out is None:
            return "nothing was kept: --out FILE keeps what is finished"
        return f"{self.told} are kept in {self.out}; go on with --resume"


def notice(text: str) -> None:
    """Something worth knowing that stops nothing."""
    click.echo(f"boston-rules: {text}", err=True)


@contextmanager
def failures(keeper: Keeper) -> Iterator[None]:
    """Tell what goes wrong while it is played, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {keeper.way_on}") from None
    except SessionFailed as error:
        raise Failed(f"{error}; {keeper.way_on}") from error
    except BrokenExecutor as error:
        raise Failed(f"a process has died; {keeper.way_on}") from error
    except ResultsMismatch as error:
        raise click.UsageError(f"{error}; --fresh overwrites it") from error
    except ResultsCorrupt as error:
        hint = "" if error.line is None else "; --fresh overwrites it"
        raise click.UsageError(f"{error}{hint}") from error
    except OSError as error:
        raise _unwritable(keeper.out, error) from error


def _unwritable(path: str | None, error: OSError) -> Failed:
    return Failed(f"{path}: {error.strerror or error}")


@contextmanager
def progress_bar(keeper: Keeper, what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error; none without a terminal or under CI."""
    console = open_console(sys.stderr)
    quiet = not console.is_terminal or bool(os.environ.get("CI"))
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=quiet,
    ) as bar:
        task = bar.add_task(what, total=None)

        def progress(done: int, total: int) -> None:
            keeper.told = f"{done} of {total} {what}"
            bar.update(task, completed=done, total=total)

        yield progress


def bot_names(text: str) -> tuple[str, ...]:
    """Names between commas; options after a colon may have commas of their own.

    >>> bot_names("simple, montecarlo:iterations=40,seconds=1, random")
    ('simple', 'montecarlo:iterations=40,seconds=1', 'random')
    """
    names: list[str] = []
    for part in map(str.strip, text.split(",")):
        if names and "=" in part and ":" not in part and ":" in names[-1]:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return tuple(names)


def written(path: str, write: Callable[[str], None]) -> None:
    """Write a file that was asked for; what was played is kept whatever becomes of it."""
    try:
        write(path)
    except MissingExtra as error:
        raise Failed(str(error)) from error
    except OSError as error:
        raise _unwritable(path, error) from error


def bad(option: str, error: Exception) -> NoReturn:
    """What an option says is not possible."""
    raise click.BadParameter(str(error), param_hint=f"'{option}'") from error


def percent(interval: Interval | None) -> str:
    """A share and its interval, in per cent.

    >>> percent(Interval(0.5, 0.25, 0.75))
    '50.0 (25.0–75.0)'
    """
    if interval is None:
        return ""
    text = f"{100 * interval.estimate:.1f}"
    if interval.low is not None and interval.high is not None:
        text += f" ({100 * interval.low:.1f}–{100 * interval.high:.1f})"
    return text


def chips(interval: Interval | None) -> str:
    """Chips and their interval.

    >>> chips(Interval(-1.25, -3.0, 0.5))
    '-1.2 (-3.0 … +0.5)'
    """
    if interval is None:
        return ""
    text = f"{interval.estimate:+.1f}"
    if interval.low is not None and interval.high is not None:
        text += f" ({interval.low:+.1f} … {interval.high:+.1f})"
    return text


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
        raise click.BadParameter(f"{path}: there is no folder {folder}", param_hint=f"'{option}'")
    if needs is not None and find_spec(needs[0]) is None:
        raise Failed(str(MissingExtra(option, *needs)))
