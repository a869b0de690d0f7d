"""Files of records and evenings: paths, the standard input, and what is wrong with them."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from boston_rules import BostonError, RecordError, Variant
from boston_rules.core.files import atomic_write
from boston_rules.core.saying import Said, say, say_number
from boston_rules.records import SCHEMA, Record, loads
from boston_rules.records.evening import Evening, dumps_evening, loads_evening
from boston_rules.records.limits import MOST_BYTES
from boston_rules.records.pbn import PbnDeal, decoded, read_deals

__all__ = [
    "STDIO",
    "Failed",
    "Wrong",
    "bad_option",
    "bridge_deal",
    "failure",
    "is_record",
    "printable",
    "read_bytes",
    "read_evening",
    "read_record",
    "reason_of",
    "record_in",
    "shown_path",
    "unwritable",
    "write_evening",
]

STDIO = "-"
"""The standard input or output in place of a file."""


class Wrong(click.ClickException):
    """The input is no fit input, in one line."""

    exit_code = 2


class Failed(click.ClickException):
    """What was asked for cannot be had, in one line."""

    exit_code = 1


def bad_option(option: str, reason: object) -> click.BadParameter:
    """An exception that ends the program: what an option says is not possible."""
    return click.BadParameter(reason_of(reason), param_hint=f"'{option}'")


def failure(
    file: str, reason: object, kind: type[click.ClickException] = Wrong
) -> click.ClickException:
    """An exception that ends the program with the name of the file and the reason."""
    return kind(say("{file}: {reason}", file=shown_path(file), reason=reason_of(reason)))


def reason_of(error: object) -> str:
    """What an exception says, or a reason itself; it can be said in any language."""
    if isinstance(error, BostonError) and error.args and isinstance(error.args[0], Said):
        return error.args[0]
    return error if isinstance(error, str) else str(error)


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
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def shown_path(file: str) -> str:
    """The name of a file for people."""
    return say("the standard input") if file == STDIO else printable(file)


def read_bytes(file: str) -> bytes:
    """The content of a file, or of the standard input, as far as a record can be long.

    Raises:
        ClickException: it cannot be read.
    """
    try:
        if file == STDIO:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with open(file, "rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise failure(file, error.strerror or error) from error
    except ValueError as error:  # a path that no file can have
        raise failure(file, error) from error


def read_record(file: str) -> Record:
    """The record in a file, or in the standard input.

    Raises:
        ClickException: it cannot be read, or is not a record.
    """
    try:
        return loads(read_bytes(file))
    except RecordError as error:
        raise failure(file, error) from error


def is_record(content: bytes) -> bool:
    """Whether the content of a file says that it is a record."""
    return SCHEMA.encode() in content


def record_in(content: bytes) -> Record:
    """A record.

    Raises:
        RecordError: it is none.
        UsageError: it is a file of bridge deals, for which a variant was to be named.
    """
    try:
        return loads(content)
    except RecordError as error:
        with suppress(RecordError):
            deals = len(read_deals(decoded(content)))
            if not is_record(content):
                raise click.UsageError(
                    say_number(
                        "the file has {number} bridge deal and is no record: name the VARIANT "
                        "by which it is played",
                        "the file has {number} bridge deals and is no record: name the VARIANT "
                        "by which they are played",
                        deals,
                    )
                ) from error
        raise


def bridge_deal(content: bytes, variant: Variant, number: int) -> PbnDeal:
    """A deal of a PBN file, counted from 1, to be played by some rules.

    Raises:
        RecordError: the file is none, or has no such deal.
        UsageError: the rules are for another number of seats.
    """
    deals = read_deals(decoded(content))
    if number > len(deals):
        raise RecordError(
            say_number(
                "the file has {number} deal, and no deal {wanted}",
                "the file has {number} deals, and no deal {wanted}",
                len(deals),
                wanted=number,
            )
        )
    deal = deals[number - 1]
    if variant.seats != len(deal.hands):
        raise click.UsageError(
            say(
                "{variant} is for {seats} seats, a deal has four",
                variant=variant.slug,
                seats=variant.seats,
            )
        )
    return deal


def write_evening(evening: Evening, file: str) -> None:
    """Write an evening to its file, whole or not at all.

    Raises:
        ClickException: it cannot be written.
    """
    try:
        with atomic_write(file) as content:
            content.write(dumps_evening(evening).encode())
    except OSError as error:
        raise unwritable(file, error) from error


def read_evening(file: str) -> Evening:
    """Read an evening from its file.

    Raises:
        ClickException: it cannot be read, holds no evening, or was kept by other rules.
    """
    try:
        return loads_evening(read_bytes(file))
    except BostonError as error:
        raise failure(file, error) from error
