"""Fields of rules that refuse what cannot be, with a short reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import NOTHING, Attribute, field

from boston_rules.core.arguments import not_one_of, shown
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import say

__all__ = ["BIDS", "choice", "figure", "names_of_bids", "whole_numbers"]

BIDS: Final = "boston_rules.bids"
"""The key in the metadata of a field that names bids of the ladder."""


def _name(rule: object, attribute: Attribute[Any]) -> str:
    return f"{type(rule).__name__}.{attribute.name}"


def figure(
    default: Any = NOTHING,
    *,
    least: int = 0,
    optional: bool = False,
    metadata: Mapping[str, Any] | None = None,
) -> Any:
    """A whole number of chips, tricks, deals or seats, ``least`` or more."""

    def check(rule: object, attribute: Attribute[Any], value: object) -> None:
        if optional and value is None:
            return
        if type(value) is not int or value < least:
            raise VariantError(
                say(
                    "{figure} is a whole number from {least}, not {given}",
                    figure=_name(rule, attribute),
                    least=least,
                    given=shown(value),
                )
            )

    return field(default=default, validator=check, metadata=metadata)


def names_of_bids() -> Any:
    """The key of a bid, or a tuple of keys, which must be on the ladder of the variant."""
    return field(metadata={BIDS: True})


def whole_numbers(count: int | None = None) -> Callable[[object, Attribute[Any], Any], None]:
    """A validator: a tuple of whole numbers from 0, ``count`` of them or else one or more."""

    def check(rule: object, attribute: Attribute[Any], value: Any) -> None:
        fits = type(value) is tuple and (len(value) == count if count else value)
        if not fits or any(type(each) is not int or each < 0 for each in value):
            figures, given = _name(rule, attribute), shown(value)
            raise VariantError(
                say(
                    "{figures} is a tuple of {count} whole numbers from 0, not {given}",
                    figures=figures,
                    count=count,
                    given=given,
                )
                if count
                else say(
                    "{figures} is a tuple of some whole numbers from 0, not {given}",
                    figures=figures,
                    given=given,
                )
            )

    return check


def choice(default: Any, *values: object, metadata: Mapping[str, Any] | None = None) -> Any:
    """One of the default and the other values."""
    known = (default, *values)

    def check(rule: object, attribute: Attribute[Any], value: object) -> None:
        if value not in known:
            raise VariantError(not_one_of(_name(rule, attribute), map(repr, known), value))

    return field(default=default, validator=check, metadata=metadata)
