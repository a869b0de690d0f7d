"""What options of several commands have in common: seats, suits, variants, bots, seeds."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar, cast

import click
from click.core import ParameterSource

import boston_rules as br
from boston_rules.bots import BOT_NAMES, NamedBot, load_bot
from boston_rules.cli.files import bad_option, printable, read_bytes, shown_path
from boston_rules.core.arguments import shown
from boston_rules.records import loads_house, with_fields
from boston_rules.rules.variant import as_variant

__all__ = [
    "as_json",
    "bot_list",
    "bots_option",
    "by_seat",
    "cards",
    "chosen_variant",
    "count_option",
    "revoke",
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
as_json: Final = click.option("--json", "as_json", is_flag=True, help="One JSON document.")
"""``--json``."""


def stacked(*options: Callable[[_F], _F]) -> Callable[[_F], _F]:
    """Several options as one decorator, in the order in which the help has them."""

    def decorated(command: _F) -> _F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


rule_options: Final = stacked(
    click.option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        help="An option of the variant, or a field of its rules such as pool.cap; may be given "
        "several times. 'show' lists the options, 'show --fields' all fields.",
    ),
    click.option(
        "--house",
        metavar="FILE",
        multiple=True,
        help="House rules from a TOML file, before any --option; may be given several times. Where "
        "a VARIANT is asked for, such a file may stand in its place.",
    ),
)
"""``--option NAME=VALUE`` and ``--house FILE``."""


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


def revoke(text: str) -> br.Revoke:
    """A seat that revoked and, where that is told, in which trick, as in the token of a claim.

    Raises:
        BadParameter: it is anything else.

    >>> revoke("2").seat, revoke("2 9").trick
    (2, 9)
    """
    try:
        return cast(br.Revoke, br.parse_action(f"revoke {text}"))
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


def chosen_variant(
    slug: str,
    options: tuple[str, ...],
    deals: int | None = None,
    house: tuple[str, ...] = (),
) -> br.Variant:
    """The variant with the rules of a house and its options.

    Args:
        slug: the variant, or a file of house rules that names it, ending in ``.toml``.
        options: each as NAME=VALUE.
        deals: the value of ``--deals``.
        house: files of house rules, in order.

    Raises:
        BadParameter: an option is not written NAME=VALUE, or given twice.
        ClickException: a file cannot be read.
        VariantError: no such variant, option, field or value.
    """
    variant = _of_house(slug, house)
    told: dict[str, object] = {}
    for text in options:
        name, equals, value = map(str.strip, text.partition("="))
        name = name if "." in name else name.replace("-", "_")
        if not equals or not name:
            raise bad_option("--option", f"{shown(text)} is not NAME=VALUE")
        if name in told:
            raise bad_option("--option", f"{name} is given twice")
        told[name] = _value(type(variant), name, value)
    if deals is not None:
        if "deals" in told:
            raise click.UsageError("give --deals or --option deals=N, not both")
        told["deals"] = deals
    return with_fields(variant, told)


def _of_house(slug: str, house: tuple[str, ...]) -> br.Variant:
    """The variant with house rules; a variant that nobody has named need not be that of a file."""
    ctx = click.get_current_context(silent=True)
    unnamed = ctx is not None and ctx.get_parameter_source("slug") is ParameterSource.DEFAULT
    given: br.Variant | str | None = None if unnamed and house else slug
    for file in (slug, *house) if slug.endswith(".toml") else house:
        try:
            given = loads_house(read_bytes(file), None if given == file else given)
        except br.VariantError as error:
            where = shown_path(file)
            raise br.VariantError(
                f"{where}: {printable(each)}" for each in error.problems
            ) from None
    assert given is not None
    return as_variant(given)


def _value(cls: type[br.Variant], name: str, text: str) -> object:
    """One of the choices of an option; else a value as TOML spells it, or a text."""
    choices = cls.option_choices(name) or () if name in cls.option_names() else ()
    for choice in choices:
        if str(choice).lower() == text.lower():
            return choice
    try:
        told = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return told["value"] if list(told) == ["value"] else text


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
            raise click.BadParameter(f"{shown(text)}: a name is missing before or after a comma")
        if "=" in name.partition(":")[0]:
            raise click.BadParameter(
                f"{shown(name)} is no bot: commas separate bots, and a colon goes before each "
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
