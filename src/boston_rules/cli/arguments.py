"""What options of several commands have in common: seats, suits, variants, seeds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import click

from boston_rules import (
    NotationError,
    Suit,
    Variant,
    get_variant,
    list_variants,
    parse_card,
    parse_suit,
    variant_class,
)
from boston_rules.telling.wording.rulewords import is_number

__all__ = [
    "as_json",
    "by_seat",
    "chosen_variant",
    "rule_options",
    "seat_option",
    "seats",
    "seed_option",
    "stacked",
    "suit",
    "variant_option",
]

_F = TypeVar("_F", bound=Callable[..., Any])


class _Option(Protocol):
    """What gives a command an option."""

    def __call__(self, command: _F, /) -> _F: ...


seat_option: Final = partial(click.option, type=click.IntRange(0, 3), metavar="SEAT")
"""An option that takes a seat."""
seed_option: Final = partial(click.option, "--seed", type=click.IntRange(0, 2**64 - 1), metavar="N")
"""``--seed N``."""
variant_option: Final[_Option] = click.option(
    "--variant",
    "slug",
    metavar="SLUG",
    default=list_variants()[0],
    show_default=True,
    help="The rules to play by; 'variants' lists them.",
)
"""``--variant SLUG``."""
rule_options: Final[_Option] = click.option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the variant; may be given several times. 'show' lists them.",
)
"""``--option NAME=VALUE``."""
as_json: Final[_Option] = click.option("--json", "as_json", is_flag=True, help="One JSON document.")
"""``--json``."""


def stacked(*options: Callable[[_F], _F]) -> Callable[[_F], _F]:
    """Several options as one decorator, in the order in which the help has them."""

    def decorated(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def suit(text: str) -> Suit:
    """A suit by letter, pip or name; of a card its suit counts.

    Raises:
        BadParameter: it is neither.

    >>> suit("hearts").symbol, suit("7C").symbol
    ('♥', '♣')
    """
    try:
        return parse_suit(text)
    except NotationError as error:
        try:
            return parse_card(text).suit
        except NotationError:
            raise click.BadParameter(str(error)) from error


def by_seat(text: str) -> tuple[int, ...]:
    """A number for each seat, between commas.

    Raises:
        BadParameter: it is anything else.

    >>> by_seat("7,2,2,2")
    (7, 2, 2, 2)
    """
    if not re.fullmatch(r"\s*[0-9]{1,2}\s*(,\s*[0-9]{1,2}\s*)*", text):
        raise click.BadParameter(
            f"a number for each seat is expected, such as 7,2,2,2, not {text[:60]!r}"
        )
    return tuple(map(int, text.split(",")))


def seats(text: str) -> tuple[int, ...]:
    """Seats, between commas.

    Raises:
        BadParameter: it is anything else.

    >>> seats("0,3")
    (0, 3)
    """
    if not re.fullmatch(r"\s*[0-3]\s*(,\s*[0-3]\s*)*", text):
        raise click.BadParameter(f"seats are 0 to 3, between commas, not {text[:60]!r}")
    return tuple(map(int, text.split(",")))


def chosen_variant(slug: str, options: tuple[str, ...], deals: int | None = None) -> Variant:
    """The variant with its options.

    Raises:
        BadParameter: an option is not written NAME=VALUE, or given twice.
        VariantError: no such variant, option or value.
    """
    cls = variant_class(slug)
    named: dict[str, object] = {}
    for text in options:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="'--option'")
        if name in named:
            raise click.BadParameter(f"{name} is given twice", param_hint="'--option'")
        named[name] = value.strip()
        if name in cls.option_names():
            named[name] = _value(cls, name, value.strip())
    if deals is not None:
        if "deals" in named:
            raise click.UsageError("give --deals or --option deals=N, not both")
        named["deals"] = deals
    return get_variant(slug, **named)


def _value(cls: type[Variant], name: str, text: str) -> object:
    """What an option admits and is written so; a number where any will do."""
    choices = cls.option_choices(name)
    if choices is None:
        if not is_number(cls, name):
            raise click.BadParameter(
                f"{name} takes a rule object: it can be given in Python only",
                param_hint="'--option'",
            )
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise click.BadParameter(
                f"{name} is a whole number, not {text[:60]!r}", param_hint="'--option'"
            )
        return int(text)
    return {str(choice).lower(): choice for choice in choices}.get(text.lower(), text)
