"""Functions of the suite take a variant or its slug, and refuse anything else at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from boston_rules.core.arguments import check_type
from boston_rules.rules.variant import as_variant
from boston_rules.testing.walks import Walk

__all__ = ["by_variant"]

_F = TypeVar("_F", bound=Callable[..., Any])


def by_variant(function: _F) -> _F:
    """The function, whose ``variant`` is looked up if it is a slug, and whose ``walk`` is checked.

    Raises:
        VariantError: no variant has the slug.
        TypeError: it is neither a variant nor a slug, or the walk is none.

    >>> from boston_rules.testing import well_formed
    >>> len(well_formed("french")) == len(well_formed(as_variant("french")))
    True
    """
    names = tuple(inspect.signature(function).parameters)[:2]

    @wraps(function)
    def looked_up(*given: Any, **named: Any) -> Any:
        named |= zip(names, given, strict=False)
        named["variant"] = as_variant(named["variant"])
        if "walk" in named:
            check_type("walk", named["walk"], Walk, "a Walk, such as random_walk() returns")
        return function(*map(named.pop, names[: len(given)]), *given[2:], **named)

    return cast(_F, looked_up)
