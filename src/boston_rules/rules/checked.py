"""Fields of rules that refuse what cannot be, with a short reason."""

from __future__ import annotations

from typing import Any

from attrs import NOTHING, Attribute, field

from boston_rules.core.errors import VariantError

__all__ = ["choice", "figure"]


def figure(default: Any = NOTHING, *, least: int = 0, optional: bool = False) -> Any:
    """A whole number of chips, tricks, deals or seats, ``least`` or more."""

    def check(rule: object, attribute: Attribute[Any], value: object) -> None:
        if optional and value is None:
            return
        if type(value) is not int or value < least:
            raise VariantError(
                f"{type(rule).__name__}.{attribute.name} is a whole number from {least}, "
                f"not {value!r}"
            )

    return field(default=default, validator=check)


def choice(default: Any, *values: object) -> Any:
    """One of the default and the other values."""
    known = (default, *values)

    def check(rule: object, attribute: Attribute[Any], value: object) -> None:
        if value not in known:
            raise VariantError(
                f"{type(rule).__name__}.{attribute.name} is one of "
                f"{', '.join(map(repr, known))}, not {value!r}"
            )

    return field(default=default, validator=check)
