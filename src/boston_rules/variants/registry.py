"""Variants by name, and rule classes that are not the library's own.

Variants are those that come with the library, and anybody's through entry points.
"""

from __future__ import annotations

import warnings
from typing import Final, TypeVar

from attrs import has
from attrs.exceptions import FrozenInstanceError

import boston_rules.variants as library
from boston_rules.core.arguments import check_type, near_matches, shown
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import joined, say, term
from boston_rules.core.sources import Source
from boston_rules.rules.variant import Variant, variant_with

__all__ = [
    "ENTRY_POINTS",
    "USUAL",
    "get_variant",
    "list_variants",
    "own_variants",
    "register",
    "register_rule",
    "registered_rules",
    "rule_class",
    "rule_name",
    "telling",
    "variant_class",
]

ENTRY_POINTS = "boston_rules.variants"
"""The entry-point group in which a distribution names its variant classes."""
USUAL: Final = "classic"
"""The slug of the game to be tried first."""

_V = TypeVar("_V", bound=type[Variant])
_R = TypeVar("_R", bound=type)
_registered: dict[str, type[Variant]] = {}
"""Classes by slug, as far as they were asked for or registered."""
_rules: dict[str, type] = {}
"""Rule classes of others by their importable names."""
_entry_points_loaded = False


def register(cls: _V) -> _V:
    """Add a variant class under its slug; usable as a decorator.

    Raises:
        VariantError: it is not a variant class, has no slug, or another class has the slug.
    """
    given: object = cls
    if not (isinstance(given, type) and issubclass(given, Variant)):
        raise VariantError(f"{shown(cls)} is not a subclass of Variant")
    if not cls.slug:
        raise VariantError(f"{cls.__name__} has no slug")
    other = _known(cls.slug) or _registered.setdefault(cls.slug, cls)
    if other is not cls:
        raise VariantError(f"the slug {cls.slug!r} belongs to {other.__module__}.{other.__name__}")
    return cls


def _known(slug: str) -> type[Variant] | None:
    """The class under a slug, of the library or registered."""
    if type(slug) is not str:
        return None
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
            except (Exception, SystemExit) as error:
                # A broken plug-in must not take the others down, nor the program with them.
                told = f"{type(error).__name__}: {error}"
                message = f"entry point {point.name} = {point.value} gives no variant: {told}"
                warnings.warn(message, RuntimeWarning, stacklevel=3)


def list_variants() -> tuple[str, ...]:
    """The slugs of all variants, those of the library first.

    >>> import boston_rules as br
    >>> br.list_variants()[:2]
    ('fontainebleau', 'fontainebleau-cats')
    """
    _load_entry_points()
    return tuple(dict.fromkeys((*library.BUILT_IN, *_registered)))


def own_variants() -> tuple[str, ...]:
    """The slugs of the variants that come with the library, and not from elsewhere.

    >>> from boston_rules.variants.registry import own_variants
    >>> own_variants()[0]
    'fontainebleau'
    """
    return tuple(library.BUILT_IN)


def telling(key: str) -> Source:
    """A telling that the variants of the library follow, by its key.

    Raises:
        VariantError: no telling has the key.
        TypeError: it is not a ``str``.

    >>> from boston_rules.variants.registry import telling
    >>> str(telling("CATS"))
    'How to Play Boston, CatsAtCards.com (2015)'
    """
    check_type("key", key, str, "a str, such as 'ENC'")
    from boston_rules.variants import tellings  # which only games and the glossary need

    found: object = getattr(tellings, key, None)
    if not isinstance(found, Source):
        raise VariantError(f"no telling has the key {shown(key)}")
    return found


def variant_class(slug: str) -> type[Variant]:
    """The class registered under a slug.

    Raises:
        VariantError: no variant has the slug; near matches are named.
        TypeError: the slug is not a ``str``.

    >>> import boston_rules as br
    >>> br.variant_class("french").title
    'French Boston (Boston de Nantes)'
    """
    check_type("slug", slug, str, "a str, such as 'french'")
    cls = _known(slug)
    if cls is None:
        _load_entry_points()
        cls = _known(slug)
    if cls is None:
        slugs = list_variants()
        names: dict[str, str] = {}
        for known in slugs:  # by its title, too
            title = variant_class(known).title.lower()
            names |= dict.fromkeys((known, title, title.partition(" (")[0]), known)
        found = near_matches(slug.lower(), names)
        near = [
            joined(" – ", (slug, term(variant_class(slug).title)))
            for slug in dict.fromkeys(names[name] for name in found)
        ]
        parts = [say("no variant is called {name}", name=shown(slug))]
        if near:
            parts.append(say("near: {names}", names=joined(", ", near)))
        else:
            parts.append(say("known: {names}", names=", ".join(slugs)))
        raise VariantError(joined("; ", parts))
    return cls


def get_variant(slug: str, **options: object) -> Variant:
    """The variant registered under a slug, with named options.

    Raises:
        VariantError: unknown slug, unknown option, or a value that the option does not have.
        TypeError: the slug is not a ``str``.

    >>> import boston_rules as br
    >>> br.get_variant("french", deals=8).options()
    {'deals': 8}
    """
    return variant_with(variant_class(slug), options)


def register_rule(cls: _R) -> _R:
    """Let records name a rule class of your own; usable as a decorator of any frozen attrs class.

    A record tells the class by its importable name, ``module.qualname``, and whoever reads the
    record must have registered it too: nothing is imported because a record names it. Rules that
    belong to a variant are registered in its module, and so come with its entry point.

    Raises:
        VariantError: it is not a frozen attrs class, or another class has its name.

    >>> import boston_rules as br
    >>> from boston_rules.variants.registry import rule_class, rule_name
    >>> from attrs import frozen
    >>> @br.register_rule
    ... @frozen
    ... class Tithe:
    ...     rate: int = 10
    >>> rule_class(rule_name(Tithe)) is Tithe
    True
    """
    given: object = cls
    if not isinstance(given, type) or not has(given) or "__attrs_attrs__" not in vars(given):
        raise VariantError(
            f"{shown(cls)} is not an attrs class: @register_rule stands above @frozen"
        )
    if issubclass(given, Variant):
        raise VariantError(f"{cls.__name__} is a variant: @register is for variants")
    if not _is_frozen(given):
        raise VariantError(f"{cls.__name__} can be changed: rules are made with attrs.frozen")
    name = rule_name(cls)
    if _rules.setdefault(name, cls) is not cls:
        raise VariantError(f"the name {name} belongs to another rule class")
    return cls


def _is_frozen(cls: type) -> bool:
    try:
        setattr(object.__new__(cls), "anything", None)  # noqa: B010 - the name matters to no class
    except FrozenInstanceError:
        return True
    except (AttributeError, TypeError):
        return False
    return False


def rule_name(cls: type) -> str:
    """The importable name of a class.

    Raises:
        TypeError: it is not a class.
    """
    check_type("cls", cls, type, "a class")
    return f"{cls.__module__}.{cls.__qualname__}"


def rule_class(name: str) -> type | None:
    """The class registered by :func:`register_rule` under an importable name, if there is one.

    Entry points of installed distributions are loaded first where the name is not known yet.

    Raises:
        TypeError: it is not a ``str``.
    """
    check_type("name", name, str, "a str, such as 'module.Class'")
    if name not in _rules:
        _load_entry_points()
    return _rules.get(name)


def registered_rules() -> tuple[type, ...]:
    """The classes registered by :func:`register_rule`, those of entry points too."""
    _load_entry_points()
    return tuple(_rules.values())
