"""What options of several commands have in common: seats, suits, variants, bots, seeds."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

import click

import boston_rules as br
from boston_rules.bots import BOT_NAMES, NamedBot, load_bot
from boston_rules.telling.wording.rulewords import is_number

__all__ = [
    "as_json",
    "bot_list",
    "bots_option",
    "by_seat",
    "cards",
    "chosen_variant",
    "count_option",
    "rule_options",
    "seat_option",
    "seats",
    "seed_option",
    "stacked",
    "suit",
    "variant_option",
]

_F = TypeVar("_F", bound=Callable[..., Any])


seat_option: Final = partial(click.option, type=click.IntRange(0, 3), metavar="SEAT")
"""An option that takes a seat."""
count_option: Final = partial(click.option, type=click.IntRange(1, 1_000_000), metavar="N")
"""An option that takes a number of deals, or the number of one."""
seed_option: Final = partial(click.option, "--seed", type=click.IntRange(0, 2**64 - 1), metavar="N")
"""``--seed N``."""
variant_option: Final = click.option(
    "--variant",
    "slug",
    metavar="SLUG",
    default=br.list_variants()[0],
    show_default=True,
    help="The rules to play by; 'variants' lists them.",
)
"""``--variant SLUG``."""
rule_options: Final = click.option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the variant; may be given several times. 'show' lists them.",
)
"""``--option NAME=VALUE``."""
as_json: Final = click.option("--json", "as_json", is_flag=True, help="One JSON document.")
"""``--json``."""


def stacked(*options: Callable[[_F], _F]) -> Callable[[_F], _F]:
    """Several options as one decorator, in the order in which the help has them."""

    def decorated(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def suit(text: str) -> br.Suit:
    """A suit by letter, pip or name; of a card its suit counts.

    Raises:
        BadParameter: it is neither.

    >>> suit("hearts").symbol, suit("7C").symbol
    ('♥', '♣')
    """
    try:
        return br.parse_suit(text)
    except br.NotationError as error:
        try:
            return br.parse_card(text).suit
        except br.NotationError:
            raise click.BadParameter(str(error)) from error


def cards(text: str) -> tuple[br.Card, ...]:
    """Cards in the order given, between spaces or commas.

    Raises:
        BadParameter: one is none.

    >>> [card.symbol for card in cards("2S, 10H")]
    ['♠2', '♥T']
    """
    try:
        return tuple(map(br.parse_card, text.replace(",", " ").split()))
    except br.NotationError as error:
        raise click.BadParameter(str(error)) from error


def by_seat(text: str) -> tuple[int, ...]:
    """A number for each seat, between commas.

    Raises:
        BadParameter: it is anything else.

    >>> by_seat("7,2,2,2")
    (7, 2, 2, 2)
    """
    return _numbers(text, "[0-9]{1,2}", "a number for each seat is expected, such as 7,2,2,2")


def seats(text: str) -> tuple[int, ...]:
    """Seats, between commas.

    Raises:
        BadParameter: it is anything else.

    >>> seats("0,3")
    (0, 3)
    """
    return _numbers(text, "[0-3]", "seats are 0 to 3, between commas")


def _numbers(text: str, each: str, wanted: str) -> tuple[int, ...]:
    if not re.fullmatch(rf"\s*{each}\s*(,\s*{each}\s*)*", text):
        raise click.BadParameter(f"{wanted}, not {text[:60]!r}")
    return tuple(map(int, text.split(",")))


def chosen_variant(slug: str, options: tuple[str, ...], deals: int | None = None) -> br.Variant:
    """The variant with its options.

    Raises:
        BadParameter: an option is not written NAME=VALUE, or given twice.
        VariantError: no such variant, option or value.
    """
    cls = br.variant_class(slug)
    named: dict[str, object] = {}
    for text in options:
        name, equals, value = text.partition("=")
        name, value = name.strip().replace("-", "_"), value.strip()
        if not equals or not name:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="'--option'")
        if name in named:
            raise click.BadParameter(f"{name} is given twice", param_hint="'--option'")
        named[name] = _value(cls, name, value) if name in cls.option_names() else value
    if deals is not None:
        if "deals" in named:
            raise click.UsageError("give --deals or --option deals=N, not both")
        named["deals"] = deals
    return br.get_variant(slug, **named)


def _value(cls: type[br.Variant], name: str, text: str) -> object:
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


_EXAMPLE: Final = "montecarlo:iterations=20"
_KNOWN: Final = (
    f"Known: {', '.join(BOT_NAMES)}, or a class of your own as module:Class; each option of a "
    f"bot follows a colon, as in {_EXAMPLE}."
)


def bot_list(text: str) -> tuple[NamedBot, ...]:
    """Bots by their names between commas; a module is looked for in the working directory too.

    Within a name a colon goes before each option, never a comma.

    Raises:
        BadParameter: there is no such bot.

    >>> [str(bot) for bot in bot_list("simple, montecarlo:iterations=40,random")]
    ['simple', 'montecarlo:iterations=40', 'random']
    """
    here = os.getcwd()
    if here not in sys.path:  # as with ``python -m``, but last: it replaces no other module
        sys.path.append(here)
    names = tuple(map(str.strip, text.split(",")))
    bots: dict[str, NamedBot] = {}
    for name in dict.fromkeys(names):
        if not name:
            raise click.BadParameter(f"{text!r}: a name is missing before or after a comma")
        if "=" in name.partition(":")[0]:
            raise click.BadParameter(
                f"{name!r} is no bot: commas separate bots, and a colon goes before each "
                f"option of a bot, as in {_EXAMPLE}; known: {', '.join(BOT_NAMES)}"
            )
        try:
            bots[name] = load_bot(name)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
    return tuple(bots[name] for name in names)


def bots_option(told: str, **how: Any) -> Callable[[_F], _F]:
    """``--bots NAMES``; ``told`` says who they are."""
    help_text = f"{told} {_KNOWN}"
    return click.option("--bots", type=bot_list, metavar="NAMES", help=help_text, **how)
