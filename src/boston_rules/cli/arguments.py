"""What options of several commands have in common: seats, suits, variants, seeds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar, cast

import click
from click.core import ParameterSource

import boston_rules as br
from boston_rules.cli.help import option
from boston_rules.cli.problems import bad_option, reason_of, shown_path
from boston_rules.core.arguments import shown
from boston_rules.core.saying import say
from boston_rules.rules.variant import as_variant
from boston_rules.variants.registry import USUAL, own_variants

__all__ = [
    "as_json",
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
    "usual_variant",
    "variant_argument",
]

_F = TypeVar("_F", bound=Callable[..., Any])


seat_option: Final = partial(option, type=click.IntRange(0, 3), metavar="SEAT")
"""An option that takes a seat."""
count_option: Final = partial(option, type=click.IntRange(1, 1_000_000), metavar="N")
"""An option that takes a number of deals, or the number of one."""
seed_option: Final = partial(option, "--seed", type=click.IntRange(0, 2**64 - 1), metavar="N")
"""``--seed N``."""
variant_argument: Final = click.argument("slug", metavar="VARIANT")
"""The rules."""
usual_variant: Final = click.argument("slug", metavar="[VARIANT]", default=USUAL)
"""The rules, or those of the game to be tried first."""
as_json: Final = option("--json", "as_json", is_flag=True, help=say("One JSON document."))
"""``--json``."""


def stacked(*options: Callable[[_F], _F]) -> Callable[[_F], _F]:
    """Several options as one decorator, in the order in which the help has them."""

    def decorated(command: _F) -> _F:
        for each in reversed(options):
            command = each(command)
        return command

    return decorated


rule_options: Final = stacked(
    option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        help=say(
            "An option of the variant, or a field of its rules such as pool.cap; may be given "
            "several times. 'show' lists the options, 'show --fields' all fields."
        ),
    ),
    option(
        "--house",
        metavar="FILE",
        multiple=True,
        help=say(
            "House rules from a TOML file, before any --option; may be given several times. Such a "
            "file may also stand in the place of VARIANT."
        ),
    ),
)
"""``--option NAME=VALUE`` and ``--house FILE``."""


def suit(text: str) -> br.Suit:
    """A suit by letter, pip or name, in any language; of a card its suit counts.

    Raises:
        BadParameter: it is neither.

    >>> suit("hearts").symbol, suit("7C").symbol
    ('♥', '♣')
    """
    from boston_rules.telling.typed import suit_named  # which few commands need

    try:
        return suit_named(text)
    except br.NotationError as error:
        raise click.BadParameter(reason_of(error)) from error


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
        raise click.BadParameter(reason_of(error)) from error


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
        raise click.BadParameter(reason_of(error)) from error


def by_seat(text: str) -> tuple[int, ...]:
    """A number for each seat, between commas.

    Raises:
        BadParameter: it is anything else.

    >>> by_seat("7,2,2,2")
    (7, 2, 2, 2)
    """
    if (found := _numbers(text, "[0-9]{1,2}")) is None:
        raise click.BadParameter(
            say(
                "a number for each seat is expected, such as 7,2,2,2, not {text}",
                text=repr(text[:60]),
            )
        )
    return found


def seats(text: str) -> tuple[int, ...]:
    """Seats, between commas.

    Raises:
        BadParameter: it is anything else.

    >>> seats("0,3")
    (0, 3)
    """
    if (found := _numbers(text, "[0-3]")) is None:
        raise click.BadParameter(
            say("seats are 0 to 3, between commas, not {text}", text=repr(text[:60]))
        )
    return found


def _numbers(text: str, each: str) -> tuple[int, ...] | None:
    if not re.fullmatch(rf"\s*{each}\s*(,\s*{each}\s*)*", text):
        return None
    return tuple(map(int, text.split(",")))


def chosen_variant(
    slug: str,
    options: tuple[str, ...],
    deals: int | None = None,
    house: tuple[str, ...] = (),
) -> br.Variant:
    """The variant with the rules of a house and its options.

    Args:
        slug: the variant by its slug or title, or a file of house rules that names it, ending in
            ``.toml``.
        options: each as NAME=VALUE.
        deals: the value of ``--deals``.
        house: files of house rules, in order.

    Raises:
        BadParameter: an option is not written NAME=VALUE, or given twice.
        ClickException: a file cannot be read.
        VariantError: no such variant, option, field or value.
    """
    variant = _of_house(slug if slug.endswith(".toml") else _slug_of(slug), house)
    told: dict[str, object] = {}
    for text in options:
        name, equals, value = map(str.strip, text.partition("="))
        name = name if "." in name else name.replace("-", "_")
        if not equals or not name:
            raise bad_option("--option", say("{text} is not NAME=VALUE", text=shown(text)))
        if name in told:
            raise bad_option("--option", say("{name} is given twice", name=name))
        told[name] = _value(type(variant), name, value)
    if deals is not None:
        if "deals" in told:
            raise click.UsageError(say("give --deals or --option deals=N, not both"))
        told["deals"] = deals
    if not told:
        return variant
    from boston_rules.records import with_fields

    return with_fields(variant, told)


def _slug_of(text: str) -> str:
    """The slug of the variant that is called so, whatever its capitals; else the text itself."""
    if text in own_variants():
        return text
    from boston_rules.telling.typed import variant_named  # which slugs do without

    return variant_named(text)


def _of_house(slug: str, house: tuple[str, ...]) -> br.Variant:
    """The variant with house rules; a variant that nobody has named need not be that of a file."""
    ctx = click.get_current_context(silent=True)
    unnamed = ctx is not None and ctx.get_parameter_source("slug") is ParameterSource.DEFAULT
    given: br.Variant | str | None = None if unnamed and house else slug
    for file in (slug, *house) if slug.endswith(".toml") else house:
        from boston_rules.cli.files import read_bytes
        from boston_rules.records import loads_house

        try:
            given = loads_house(read_bytes(file), None if given == file else given)
        except br.VariantError as error:
            where = shown_path(file)
            raise br.VariantError(
                say("{file}: {reason}", file=where, reason=each) for each in error.problems
            ) from None
    assert given is not None
    return as_variant(given)


def _value(cls: type[br.Variant], name: str, text: str) -> object:
    """One of the choices of an option; else a value as TOML spells it, or a text."""
    choices = cls.option_choices(name) or () if name in cls.option_names() else ()
    for choice in choices:
        if str(choice).lower() == text.lower():
            return choice
    import tomllib  # which only options need

    try:
        told = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return told["value"] if list(told) == ["value"] else text
