"""What an environment is opened with: the variant with its session, the dealer, a given deal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import boston_rules as br
from boston_rules.core.arguments import check_type, near_matches, shown
from boston_rules.deal.dealing import deal_given, open_deal
from boston_rules.deal.table import check_dealer, open_table
from boston_rules.records import load_house, with_fields
from boston_rules.rules.variant import as_variant, with_options

__all__ = ["DEFAULT_VARIANT", "RESET_OPTIONS", "House", "chosen_variant", "read_opening"]

House: TypeAlias = Mapping[str, object] | str | os.PathLike[str]
"""House rules: fields of the rules by path, such as ``{"pool.cap": 100}``, or a TOML file."""

DEFAULT_VARIANT: Final = br.list_variants()[0]
"""The variant that is played where none is named."""


def chosen_variant(
    variant: str | br.Variant,
    deals: int | None,
    options: Mapping[str, object] | None = None,
    house: House | None = None,
) -> br.Variant:
    """The variant of an environment.

    Args:
        variant: a slug, or the rules themselves.
        deals: deals in the session; ``None`` leaves what the rules say.
        options: named options that go with a slug.
        house: fields of the rules by path, or a TOML file of house rules; they come first.

    Raises:
        VariantError: no such variant, option, field or value.
        OSError: the file cannot be read.
        ValueError: options together with rules that have theirs already.

    >>> chosen_variant("french", 2).session.deals
    2
    """
    named = dict(options or {})
    if named and not isinstance(variant, str):
        raise ValueError("options go with the name of a variant; rules given have theirs already")
    rules = as_variant(variant)
    if house is not None:
        rules = (
            with_fields(rules, house) if isinstance(house, Mapping) else load_house(house, rules)
        )
    if deals is not None:
        named.setdefault("deals", deals)
    return with_options(rules, named)


RESET_OPTIONS: Final = ("hands", "turned", "dealer", "purses")
"""What the options of ``reset`` can say."""


def as_dict(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The options of a reset.

    Raises:
        TypeError: they are not by name.
    """
    if options is None:
        return {}
    check_type("options", options, Mapping, "a dictionary of options, or None")
    return dict(options)


def read_opening(
    variant: br.Variant, options: Mapping[str, Any] | None, dealer: int, seat_names: Iterable[str]
) -> tuple[tuple[int, ...], br.State]:
    """How an episode begins: chips by seat before the antes, and the first state.

    Args:
        variant: the rules.
        options: ``hands`` (as for :func:`~boston_rules.start`), with ``turned`` the card turned up;
            ``dealer``; ``purses``, chips by seat or by the name of the agent. Others are ignored,
            as PettingZoo's suite expects.
        dealer: who deals if the options do not say it.
        seat_names: the names of the agents, seat 0 first.

    Raises:
        ValueError: an option that looks like a misspelling of these, or purses that are none.
        DealError: the hands are not a deal, the turned card cannot be, or there is no such dealer.

    >>> variant = br.get_variant("fontainebleau", deals=1)
    >>> purses, state = read_opening(variant, {"dealer": 2, "purses": (5, 6, 70, 8)}, 0, ())
    >>> purses, state.table.purses
    ((5, 6, 70, 8), (5, 6, 20, 8))
    """
    given = as_dict(options)
    for name in given:
        near = near_matches(str(name), RESET_OPTIONS, 1)
        if near and name not in RESET_OPTIONS:
            raise ValueError(f"reset has no option {shown(name)}; did you mean {shown(near[0])}?")
    seats = variant.seats
    dealer = given.get("dealer", dealer)
    check_dealer(dealer, seats)
    purses = given.get("purses")
    if purses is None:
        purses = (variant.session.starting_chips,) * seats
    elif isinstance(purses, Mapping):
        purses = [purses.get(name) for name in seat_names]
    purses = tuple(purses)
    if len(purses) != seats or any(type(chips) is not int for chips in purses):
        raise ValueError(f"purses are {seats} whole numbers of chips, not {shown(given['purses'])}")
    table = open_table(variant, purses, dealer=dealer)
    hands, turned = given.get("hands"), given.get("turned")
    if hands is None:
        if turned is not None:
            raise br.DealError("a turned card is given together with the hands")
        return purses, open_deal(table)
    return purses, deal_given(
        table, hands, br.parse_card(turned) if isinstance(turned, str) else turned
    )
