"""The program: its commands, and how everything that goes wrong is told."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Any, Final, NoReturn

import click

from boston_rules import BostonError, SettlementError, VariantError
from boston_rules.cli import (
    bill,
    compare,
    conformance,
    convert,
    perft,
    play,
    replay,
    show,
    simulate,
    solve,
    table,
    tournament,
)
from boston_rules.cli.completion import complete
from boston_rules.core.release import library_version

__all__ = ["program"]

_NAME: Final = "boston-rules"
_INTERRUPTED: Final = 130
_LONGEST: Final = 1000
"""Characters of a problem that are printed."""
_PIPE_CLOSED: Final = 141
"""As for a process that the signal of a closed pipe ends (128 + 13)."""


class _Program(click.Group):
    """A group whose failures are one line each on standard error, and never a traceback."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run and leave with the status told by :func:`boston_rules.cli.main`."""
        extra["standalone_mode"] = False
        try:
            status = super().main(*args, **extra)
        except click.ClickException as error:
            status = _complain(error.exit_code, _one_line(error))
        except click.Abort:
            status = _complain(_INTERRUPTED, "interrupted")
        sys.exit(status)

    def invoke(self, ctx: click.Context) -> int:
        """Run a command; click itself is told of no failure but its own."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except (VariantError, SettlementError) as error:
            return _complain(2, *error.problems)
        except BostonError as error:
            return _complain(2, str(error))
        except KeyboardInterrupt:
            if sys.stderr.isatty():
                print(file=sys.stderr)  # after the ^C that the terminal shows
            return _complain(_INTERRUPTED, "interrupted")
        except BrokenPipeError:
            _abandon_output()
            return _PIPE_CLOSED
        except OSError as error:
            _abandon_output()
            return _complain(1, f"the output cannot be written: {error.strerror or error}")
        return 0


def _one_line(error: click.ClickException) -> str:
    text = " ".join(error.format_message().split())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        stop = "" if text.endswith((".", "?")) else "."
        text += f"{stop} See '{error.ctx.command_path} --help'."
    return text


def _complain(status: int, *problems: str) -> int:
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors="boston_rules.plain")
    for problem in problems:
        print(f"{_NAME}: {_shortened(problem)}", file=sys.stderr)
    return status


def _shortened(problem: str) -> str:
    """A problem without the middle of what was typed, where that is very long."""
    if len(problem) <= _LONGEST:
        return problem
    half = _LONGEST // 2
    return f"{problem[:half]} ... {problem[-half:]}"


def _abandon_output() -> None:
    """What is still buffered goes nowhere, so that nothing fails again when Python ends."""
    try:
        number = sys.stdout.fileno()
    except OSError:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


@click.group(
    cls=_Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(library_version(), prog_name=_NAME)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Play, score and look up the Boston family of card games."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


program.add_command(play.play)
program.add_command(replay.replay)
program.add_command(convert.convert)
program.add_command(bill.settle)
program.add_command(solve.solve)
program.add_command(table.table)
program.add_command(show.variants)
program.add_command(show.show)
program.add_command(compare.compare)
program.add_command(perft.perft)
program.add_command(conformance.conformance)
program.add_command(simulate.simulate)
program.add_command(tournament.tournament)
complete(program)
