"""What goes wrong, told in a line: exceptions that end the program, and how they name things."""

from __future__ import annotations

import click

from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import say

__all__ = [
    "STDIO",
    "Failed",
    "Wrong",
    "bad_option",
    "failure",
    "printable",
    "reason_of",
    "shown_path",
    "unwritable",
]

_NARROW = "\u00a0\u202f"
"""Spaces at which no line is broken, which French has before a colon."""
STDIO = "-"
"""The standard input or output in place of a file."""


class Wrong(click.ClickException):
    """The input is no fit input, in one line."""

    exit_code = 2


class Failed(click.ClickException):
    """What was asked for cannot be had, in one line."""

    exit_code = 1


def bad_option(option: str, reason: Exception | str) -> click.BadParameter:
    """An exception that ends the program: what an option says is not possible."""
    return click.BadParameter(reason_of(reason), param_hint=f"'{option}'")


def failure(
    file: str, reason: Exception | str, kind: type[click.ClickException] = Wrong
) -> click.ClickException:
    """An exception that ends the program with the name of the file and the reason."""
    return kind(say("{file}: {reason}", file=shown_path(file), reason=reason_of(reason)))


def reason_of(error: Exception | str) -> str:
    """What an exception says, or a reason itself; it can be said in any language."""
    return message_of(error) if isinstance(error, Exception) else error


def unwritable(file: str, error: OSError) -> click.ClickException:
    """The same for a file that cannot be written."""
    reason = say("it cannot be written: {reason}", reason=error.strerror or error)
    return failure(file, reason, Failed)


def printable(text: str, most: int = 4000) -> str:
    """A text of somebody else on one line, without anything that moves the cursor or hides.

    >>> printable("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    shown = "".join(
        char if char.isprintable() or char in _NARROW else char.encode("unicode_escape").decode()
        for char in text
    )
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def shown_path(file: str) -> str:
    """The name of a file for people."""
    return say("the standard input") if file == STDIO else printable(file)
