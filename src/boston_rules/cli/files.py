"""Files of records and evenings: paths, the standard input, and what is wrong with them."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from boston_rules import BostonError, RecordError, Variant
from boston_rules.cli.problems import STDIO, failure, unwritable
from boston_rules.core.files import atomic_write
from boston_rules.core.saying import say, say_number
from boston_rules.records import SCHEMA, Record, loads
from boston_rules.records.evening import Evening, dumps_evening, loads_evening
from boston_rules.records.limits import MOST_BYTES
from boston_rules.records.pbn import PbnDeal, decoded, read_deals

__all__ = [
    "bridge_deal",
    "is_record",
    "read_bytes",
    "read_evening",
    "read_record",
    "record_in",
    "write_bytes",
    "write_evening",
]


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


def chosen_deal(file: str, record: Record, number: int | None) -> int:
    """The number of a deal that a record has; without one told that of its last."""
    numbers = [deal.number for deal in record.deals]
    if number is None or number in numbers:
        return numbers[-1] if number is None else number
    if len(numbers) == 1:
        (only,) = numbers
        reason = say("the record has deal {only}, and no deal {wanted}", only=only, wanted=number)
    else:
        reason = say(
            "the record has deals {first} to {last}, and no deal {wanted}",
            first=numbers[0],
            last=numbers[-1],
            wanted=number,
        )
    raise failure(file, reason)


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
    write_bytes(file, dumps_evening(evening).encode())


def write_bytes(file: str, content: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        ClickException: it cannot be written.
    """
    try:
        with atomic_write(file) as opened:
            opened.write(content)
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
