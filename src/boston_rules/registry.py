"""Variants by name: those that come with the library, and anybody's through entry points."""

from __future__ import annotations

import warnings
from typing import TypeVar

import boston_rules.variants as library
from boston_rules.errors import VariantError
from boston_rules.variant import Variant, made_once, option_key

__all__ = ["ENTRY_POINTS", "get_variant", "list_variants", "register", "variant_class"]

ENTRY_POINTS = "boston_rules.variants"
"""The entry-point group in which a distribution names its variant classes."""

_V = TypeVar("_V", bound=type[Variant])
_registered: dict[str, type[Variant]] = {}
"""Classes by slug, as far as they were asked for or registered."""
_entry_points_loaded = False


def register(cls: _V) -> _V:
    """Add a variant class under its slug; usable as a decorator.

    Raises:
        VariantError: it is no variant class, has no slug, or another class has the slug.
    """
    given: object = cls
    if not (isinstance(given, type) and issubclass(given, Variant)):
        raise VariantError(f"{cls!r} is not a subclass of Variant")
    if not cls.slug:
        raise VariantError(f"{cls.__name__} has no slug")
    other = _known(cls.slug)
    if other is not None and other is not cls:
        raise VariantError(f"the slug {cls.slug!r} belongs to {other.__module__}.{other.__name__}")
    _registered[cls.slug] = cls
    return cls


def _known(slug: str) -> type[Variant] | None:
    """The class under a slug, of the library or registered."""
    cls = _registered.get(slug)
    if cls is None and slug in library.BUILT_IN:
        cls = _registered[slug] = getattr(library, library.BUILT_IN[slug][1])
    return cls


def _load_entry_points() -> None:
    global _entry_points_loaded
    if not _entry_points_loaded:
        _entry_points_loaded = True
        from importlib.metadata import entry_points  # which takes longer to load than the rules

        for point in entry_points(group=ENTRY_POINTS):
            try:
                register(point.load())
            except Exception as error:  # a broken plug-in must not take the others down
                message = f"entry point {point.name} = {point.value} gives no variant: {error}"
                warnings.warn(message, RuntimeWarning, stacklevel=3)


def list_variants() -> tuple[str, ...]:
    """The slugs of all variants, those of the library first.

    >>> list_variants()[:2]
    ('fontainebleau', 'fontainebleau-cats')
    """
    _load_entry_points()
    return tuple(dict.fromkeys((*library.BUILT_IN, *_registered)))


def variant_class(slug: str) -> type[Variant]:
    """The class registered under a slug.

    Raises:
        VariantError: no variant has the slug; near matches are named.
    """
    cls = _known(slug)
    if cls is None:
        _load_entry_points()
        cls = _known(slug)
    if cls is None:
        from difflib import get_close_matches

        slugs = list_variants()
        near = get_close_matches(slug, slugs, n=3)
        hint = f"; near: {', '.join(near)}" if near else ""
        raise VariantError(f"no variant is called {slug!r}{hint}; known: {', '.join(slugs)}")
    return cls


def get_variant(slug: str, **options: object) -> Variant:
    """The variant registered under a slug, with named options.

    Raises:
        VariantError: unknown slug, unknown option, or a value that the option does not have.

    >>> get_variant("french", deals=8).options()
    {'deals': 8}
    """
    cls = variant_class(slug)
    try:
        return made_once(cls, option_key(options))
    except TypeError:  # a value that cannot be looked up is none that an option has
        return cls.with_options(options)
