"""The program: its commands, and how everything that goes wrong is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final, NoReturn

import click

from boston_rules import BostonError, SettlementError, VariantError
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.help import Group, helped, in_language, option
from boston_rules.cli.problems import printable, reason_of
from boston_rules.core.saying import say
from boston_rules.telling.language import spoken

__all__ = ["program"]

_NAME: Final = "boston-rules"
_INTERRUPTED: Final = 130
_LONGEST: Final = 1000
"""Characters of a problem that are printed."""
_PIPE_CLOSED: Final = 141
"""As for a process that the signal of a closed pipe ends (128 + 13)."""


class _Program(Group):
    """A group whose failures are one line each on standard error, and never a traceback.

    A command is imported when it is asked for.
    """

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run and leave with the status told by :func:`boston_rules.cli.main`."""
        extra["standalone_mode"] = False
        with in_language(sys.argv[1:] if args is None else args):
            try:
                status = super().main(args, **extra)
            except click.ClickException as error:
                status = _complain(error.exit_code, _one_line(error))
            except click.Abort:
                status = _complain(_INTERRUPTED, say("interrupted"))
        sys.exit(status)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"boston_rules.cli.{COMMANDS[cmd_name].module}")
        found: click.Command = getattr(module, cmd_name)
        if ctx.resilient_parsing:
            from boston_rules.cli.completion import complete

            complete(found)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The names of the commands with what they do, for which none is imported."""
        with formatter.section(spoken(say("Commands"))):
            formatter.write_dl([(name, helped(each.about)) for name, each in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> int:
        """Run a command; click itself is told of no failure but its own."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except (VariantError, SettlementError) as error:
            return _complain(2, *error.problems)
        except BostonError as error:
            return _complain(2, reason_of(error))
        except KeyboardInterrupt:
            if sys.stderr.isatty():
                print(file=sys.stderr)  # after the ^C that the terminal shows
            return _complain(_INTERRUPTED, say("interrupted"))
        except BrokenPipeError:
            _abandon_output()
            return _PIPE_CLOSED
        except OSError as error:
            _abandon_output()
            reason = error.strerror or error
            return _complain(1, say("the output cannot be written: {reason}", reason=reason))
        return 0


def _one_line(error: click.ClickException) -> str:
    error.message = spoken(error.message)  # type: ignore[misc]
    text = " ".join(error.format_message().split())
    if isinstance(error, click.MissingParameter):
        text = helped(text)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        stop = "" if text.endswith((".", "?", ")")) else "."
        see = say("See '{command}'.", command=f"{error.ctx.command_path} --help")
        text += f"{stop} {spoken(see)}"
    return text


def _complain(status: int, *problems: str) -> int:
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors="boston_rules.plain")
    for problem in problems:
        print(f"{_NAME}: {_shortened(printable(spoken(problem)))}", file=sys.stderr)
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


def _tell_version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from boston_rules.core.release import library_version

        click.echo(f"{_NAME}, version {library_version()}")
        ctx.exit()


@click.group(
    cls=_Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=say("Play, score and look up the Boston family of card games."),
)
@option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_tell_version,
    help=say("Show the version and exit."),
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Run a command."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
