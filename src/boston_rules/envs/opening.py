"""What an environment is opened with: the variant with its session, the dealer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

import boston_rules as br
from boston_rules.variant import as_variant

__all__ = ["DEFAULT_VARIANT", "chosen_variant"]

DEFAULT_VARIANT: Final = br.list_variants()[0]
"""The variant that is played where none is named."""


def chosen_variant(
    variant: str | br.Variant, deals: int | None, options: Mapping[str, object] | None = None
) -> br.Variant:
    """The variant of an environment.

    Args:
        variant: a slug, or the rules themselves.
        deals: deals in the session; ``None`` leaves what the rules say.
        options: named options that go with a slug.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: options together with rules that have theirs already.

    >>> chosen_variant("french", 2).session.deals
    2
    """
    if isinstance(variant, str):
        named = dict(options or {})
        if deals is not None:
            named.setdefault("deals", deals)
        return br.get_variant(variant, **named)
    if options:
        raise ValueError("options go with the name of a variant; rules given have theirs already")
    rules = as_variant(variant)
    return rules if deals is None else evolve(rules, deals=deals)
