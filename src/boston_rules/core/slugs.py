"""Variants by their slugs, found by whatever registry is plugged in.

Every function that takes a variant takes its slug as well. The registry knows all variants, so the
rooms below cannot import it; the public face, which stands above both, plugs it in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["set_registry", "variant_of_slug"]


_find: Callable[[str], Any]


def set_registry(find: Callable[[str], Any]) -> None:
    """Look slugs up with this function from now on; it is not called before the first slug."""
    global _find
    _find = find


def variant_of_slug(slug: str) -> Any:
    """The variant registered under a slug.

    >>> variant_of_slug("classic").slug
    'classic'
    """
    return _find(slug)
