"""Variants written down: options, and rule objects that are not those of the telling.

What is read is made of the library's own rule classes and of those that somebody has registered,
with every field checked against its declared type; nothing is imported by name and nothing is
evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from operator import attrgetter
from typing import Any, Final, TypeAlias

from attrs import NOTHING, Attribute, evolve, fields, has

from boston_rules.core.cards import Card, Cards, Rank, Suit, parse_card, parse_suit
from boston_rules.core.errors import BostonError, NotationError, RecordError
from boston_rules.core.sources import TEXT_ONLY, Cite, Source
from boston_rules.records.catalogue import (
    class_named,
    field_named,
    field_types,
    fits,
    is_own,
    name_of,
)
from boston_rules.records.data import Data, Fields
from boston_rules.rules.variant import Variant, intern_variant, variant_with
from boston_rules.variants.registry import variant_class

__all__ = ["Told", "build_variant", "tell_variant"]

Told: TypeAlias = tuple[tuple[tuple[str, Data], ...], tuple[tuple[str, Data], ...]]
"""Options and replaced rules, by name and by dotted path."""

_RULE: Final = "rule"
_FIELDS: Final = "fields"
_WORDS: Final[Mapping[str, tuple[type, Callable[[Any], str], Callable[[str], Any]]]] = {
    "suit": (Suit, attrgetter("letter"), parse_suit),
    "rank": (Rank, attrgetter("letter"), {rank.letter: rank for rank in Rank}.__getitem__),
    "card": (Card, str, parse_card),
    "cards": (Cards, attrgetter("tokens"), Cards.parse),
}
"""What is told as a word: its class, how it is spelled, and how it is read."""


# Telling.


def tell_variant(variant: Variant) -> Told:
    """The options of a variant and the rules that its class does not have with them.

    Raises:
        RecordError: a rule holds something that no record can.

    >>> import boston_rules as br
    >>> from boston_rules.rules.sessions import SessionRule
    >>> name = br.list_variants()[0]
    >>> tell_variant(br.get_variant(name, deals=3))
    ((('deals', 3),), ())
    """
    cls = type(variant)
    options = variant.options()
    base: Variant | None = None
    with suppress(BostonError):  # options that go only with other rules, a class without defaults
        base = variant_with(cls, options)
    told: list[tuple[str, Data]] = []
    for name in _slots(cls):
        value = getattr(variant, name)
        if base is None:
            default = next(one.default for one in fields(cls) if one.name == name)
            if default is NOTHING or default != value:
                told.append((name, _encoded(value, name)))
        else:
            told += _differences(name, getattr(base, name), value)
    return tuple((name, _encoded(value, name)) for name, value in options.items()), tuple(told)


def _slots(cls: type[Variant]) -> list[str]:
    options = cls.option_names()
    return [attribute.name for attribute in fields(cls) if attribute.name not in options]


def _differences(path: str, base: Any, value: Any) -> Iterator[tuple[str, Data]]:
    """What to put in the place of which part, as deep down as whole rule objects go."""
    if base == value:
        return
    if type(base) is type(value) and _is_rule(base):
        pairs = [
            (attribute.name, getattr(base, attribute.name), getattr(value, attribute.name))
            for attribute in fields(type(value))
        ]
        other = [(name, one, two) for name, one, two in pairs if one != two]
        if all(_is_rule(one) and _is_rule(two) for _, one, two in other):
            for name, one, two in other:
                yield from _differences(f"{path}.{name}", one, two)
            return
    yield path, _encoded(value, path)


def _is_rule(value: object) -> bool:
    return has(type(value)) and not isinstance(value, Cite | Source)


def _encoded(value: Any, path: str) -> Data:
    if value is None or type(value) in (bool, int, str):
        plain: Data = value
        return plain
    for what, (kind, spell, _) in _WORDS.items():
        if isinstance(value, kind):
            return Fields(((what, spell(value)),))
    if isinstance(value, tuple):
        return tuple(_encoded(item, path) for item in value)
    cls = type(value)
    if isinstance(value, Enum) or not has(cls):
        raise RecordError(f"{path} holds {value!r}, which no record can hold")
    name = name_of(cls, path)
    told = tuple(
        (attribute.name, _encoded(getattr(value, attribute.name), path))
        for attribute in fields(cls)
        if attribute.init and _is_told(attribute, getattr(value, attribute.name))
    )
    if is_own(cls):
        return Fields(((_RULE, name), *told))
    for field, _ in told:
        if not fits(getattr(value, field), field_types(cls)[field]):
            raise RecordError(
                f"{path}: {cls.__name__}.{field} is {getattr(value, field)!r:.60}, which is not of "
                "its declared type, so that no record of it could be read"
            )
    return Fields(((_RULE, name), (_FIELDS, Fields(told))))


def _is_told(attribute: Attribute[Any], value: object) -> bool:
    """Words and citations only where there are some."""
    words = not TEXT_ONLY.items().isdisjoint(attribute.metadata.items())
    return not words or value != attribute.default


# Building.


def build_variant(
    slug: str,
    options: tuple[tuple[str, Data], ...],
    rules: tuple[tuple[str, Data], ...],
) -> Variant:
    """The variant that :func:`tell_variant` told.

    Raises:
        RecordError: no variant is registered under the slug, a rule class is not the library's,
            or what is told cannot be played.
    """
    try:
        cls = variant_class(slug)
    except BostonError as error:
        raise RecordError(f"the rules are not here: {error}") from error
    chosen = {name: _decoded(value, name) for name, value in options}
    slots: dict[str, Any] = {}
    try:
        for path, data in rules:
            head, *rest = path.split(".")
            if head not in _slots(cls):
                raise RecordError(f"{slug} has no rule {head!r}")
            if not rest:
                # A telling may narrow the type of a slot; a house rule need not keep to that.
                hint = field_types(Variant).get(head) or field_types(cls)[head]
                slots[head] = _value(hint, data, path, path)
                continue
            if head not in slots:
                slots[head] = getattr(variant_with(cls, chosen), head)
            slots[head] = _put(slots[head], rest, data, path)
        if not slots or not set(cls.option_names()).issuperset(chosen):
            return variant_with(cls, chosen)
        return intern_variant(cls(**chosen, **slots))
    except RecordError:
        raise
    except Exception as error:  # whatever rules from elsewhere do to a constructor
        raise RecordError(f"the rules in the record cannot be played: {error}") from error


def _put(whole: Any, path: list[str], data: Data, shown: str) -> Any:
    """The whole with the part at a path replaced."""
    name, *rest = path
    cls = type(whole)
    attribute = field_named(cls, name) if _is_rule(whole) else None
    if attribute is None:
        raise RecordError(f"there is no rule {shown}")
    if rest:
        inner = _put(getattr(whole, attribute.name), rest, data, shown)
    else:
        inner = _value(field_types(cls)[attribute.name], data, shown, shown)
    return evolve(whole, **{_argument(attribute): inner})


def _argument(attribute: Attribute[Any]) -> str:
    """What the constructor calls a field."""
    return attribute.alias or attribute.name


def _value(hint: Any, data: Data, path: str, shown: str) -> Any:
    value = _decoded(data, path)
    if not fits(value, hint):
        raise RecordError(f"{shown} cannot be {_told_as(data)}")
    return value


def _told_as(data: Data) -> str:
    if isinstance(data, Fields):
        return f"a {data.items[0][1]}" if data.items else "an empty object"
    return repr(data)[:60]


def _decoded(data: Data, path: str) -> Any:
    if isinstance(data, tuple):
        return tuple(_decoded(item, path) for item in data)
    if not isinstance(data, Fields):
        return data
    names = [name for name, _ in data.items]
    if _RULE in names:
        return _rule(data, path)
    if len(names) == 1 and names[0] in _WORDS:
        text = data.items[0][1]
        if isinstance(text, str):
            try:
                return _WORDS[names[0]][2](text)
            except (NotationError, KeyError) as error:
                raise RecordError(f"{path}: {text[:40]!r} is no {names[0]}") from error
    raise RecordError(f"{path}: an object names its rule, or is a suit, rank, card or cards")


def _rule(data: Fields, path: str) -> Any:
    cls = class_named(data.get(_RULE), path)
    name = cls.__name__
    given: dict[str, Any] = {}
    for told, value in _told_fields(cls, data, path):
        attribute = field_named(cls, told)
        if attribute is None:
            raise RecordError(f"{path}: {name} has no field {told[:40]!r}")
        argument = _argument(attribute)
        hint = field_types(cls)[attribute.name]
        given[argument] = _value(hint, value, path, f"{path}: {name}.{told}")
    missing = [
        attribute.name
        for attribute in fields(cls)
        if attribute.init and attribute.default is NOTHING and _argument(attribute) not in given
    ]
    if missing:
        raise RecordError(f"{path}: {name} lacks {', '.join(missing)}")
    try:
        return cls(**given)
    except Exception as error:  # of the library's rules a VariantError; of others whatever they do
        raise RecordError(f"{path}: {error}") from error


def _told_fields(cls: type, data: Fields, path: str) -> tuple[tuple[str, Data], ...]:
    """The fields of a rule: beside its name, those of somebody else's in an object of their own."""
    beside = tuple((field, value) for field, value in data.items if field != _RULE)
    if is_own(cls):
        return beside
    if len(beside) == 1 and beside[0][0] == _FIELDS and isinstance(beside[0][1], Fields):
        return beside[0][1].items
    raise RecordError(f"{path}: a rule that is not the library's has its fields under {_FIELDS!r}")
