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

from boston_rules.core.arguments import shown
from boston_rules.core.cards import Card, Cards, Rank, Suit, parse_card, parse_suit
from boston_rules.core.errors import BostonError, NotationError, RecordError
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import say
from boston_rules.core.sources import TEXT_ONLY, Cite, Source
from boston_rules.records.catalogue import (
    class_named,
    fits,
    is_own,
    name_of,
    settable,
    words_for_type,
)
from boston_rules.records.data import Data, Fields
from boston_rules.rules.variant import Variant, as_variant, intern_variant, variant_with
from boston_rules.variants.registry import variant_class

__all__ = [
    "WORDS",
    "Told",
    "build_rule",
    "build_variant",
    "check_type",
    "decode_value",
    "encode_value",
    "house_rules",
    "is_rule",
    "slot_names",
    "slot_type",
    "tell_variant",
]

Told: TypeAlias = tuple[tuple[tuple[str, Data], ...], tuple[tuple[str, Data], ...]]
"""Options and replaced rules, by name and by dotted path."""

_RULE: Final = "rule"
_FIELDS: Final = "fields"
WORDS: Final[Mapping[str, tuple[type, Callable[[Any], str], Callable[[str], Any]]]] = {
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
    return (
        tuple((name, encode_value(value, name)) for name, value in variant.options().items()),
        tuple((path, encode_value(value, path)) for path, value in _house(variant)),
    )


def house_rules(variant: Variant | str) -> tuple[str, ...]:
    """The paths of the rules that are not those of the telling with its options.

    Raises:
        TypeError: it is not a variant.
        VariantError: no variant has the slug.

    >>> from boston_rules.records import house_rules, with_fields
    >>> house_rules(with_fields("fontainebleau", {"pool.cap": 100, "ladder.5": "none"}))
    ('ladder', 'pool')
    """
    return tuple(path for path, _ in _house(as_variant(variant)))


def _house(variant: Variant) -> Iterator[tuple[str, Any]]:
    """The rules that the class of a variant does not have with its options, by path."""
    cls = type(variant)
    base: Variant | None = None
    with suppress(BostonError):  # options that go only with other rules, a class without defaults
        base = variant_with(cls, variant.options())
    for name in slot_names(cls):
        value = getattr(variant, name)
        if base is None:
            default = next(one.default for one in fields(cls) if one.name == name)
            if default is NOTHING or default != value:
                yield name, value
        else:
            yield from _differences(name, getattr(base, name), value)


def slot_names(cls: type[Variant]) -> list[str]:
    """The fields of a class of variants that hold rules, and are no options."""
    options = cls.option_names()
    return [attribute.name for attribute in fields(cls) if attribute.name not in options]


def _differences(path: str, base: Any, value: Any) -> Iterator[tuple[str, Any]]:
    """What to put in the place of which part, as deep down as whole rule objects go."""
    if base == value:
        return
    if type(base) is type(value) and is_rule(base):
        pairs = [
            (attribute.name, getattr(base, attribute.name), getattr(value, attribute.name))
            for attribute in fields(type(value))
        ]
        other = [(name, one, two) for name, one, two in pairs if one != two]
        if all(is_rule(one) and is_rule(two) for _, one, two in other):
            for name, one, two in other:
                yield from _differences(f"{path}.{name}", one, two)
            return
    yield path, value


def slot_type(cls: type[Variant], name: str) -> Any:
    """What a slot takes: a telling may narrow its type, and a house rule need not keep to that."""
    return (settable(Variant).get(name) or settable(cls)[name]).type


def is_rule(value: object) -> bool:
    """Whether a value is a rule object, with fields of its own."""
    return has(type(value)) and not isinstance(value, Cite | Source)


def encode_value(value: Any, path: str) -> Data:
    """A value of a field as a record tells it.

    Raises:
        RecordError: no record can hold it; the path says where it stands.
    """
    if value is None or type(value) in (bool, int, str):
        plain: Data = value
        return plain
    for what, (kind, spell, _) in WORDS.items():
        if isinstance(value, kind):
            return Fields(((what, spell(value)),))
    if isinstance(value, tuple):
        return tuple(encode_value(item, path) for item in value)
    cls = type(value)
    if isinstance(value, Enum) or not has(cls):
        raise RecordError(
            say("{path} holds {value}, which no record can hold", path=path, value=shown(value))
        )
    name = name_of(cls, path)
    told = tuple(
        (attribute.name, encode_value(getattr(value, attribute.name), path))
        for attribute in fields(cls)
        if attribute.init and _is_told(attribute, getattr(value, attribute.name))
    )
    if is_own(cls):
        return Fields(((_RULE, name), *told))
    for field, _ in told:
        if not fits(getattr(value, field), settable(cls)[field].type):
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
        raise RecordError(say("the rules are not here: {error}", error=error.message)) from error
    chosen = {name: _decoded(value, name) for name, value in options}
    slots: dict[str, Any] = {}
    try:
        for path, data in rules:
            head, *rest = path.split(".")
            if head not in slot_names(cls):
                raise RecordError(
                    say("{variant} has no rule {name}", variant=slug, name=shown(head))
                )
            if not rest:
                slots[head] = decode_value(slot_type(cls, head), data, path)
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
        raise RecordError(
            say("the rules in the record cannot be played: {error}", error=message_of(error))
        ) from error


def _put(whole: Any, path: list[str], data: Data, shown: str) -> Any:
    """The whole with the part at a path replaced."""
    name, *rest = path
    field = settable(type(whole)).get(name) if is_rule(whole) else None
    if field is None:
        raise RecordError(say("there is no rule {path}", path=shown))
    if rest:
        inner = _put(getattr(whole, name), rest, data, shown)
    else:
        inner = decode_value(field.type, data, shown)
    return evolve(whole, **{field.argument: inner})


def decode_value(hint: Any, data: Data, path: str, shown: str = "") -> Any:
    """The value of a field that :func:`encode_value` told.

    Args:
        hint: the declared type of the field.
        data: what is told.
        path: where it stands in the variant, for messages.
        shown: the field, where the path is that of a rule around it.

    Raises:
        RecordError: it cannot be read, or is not of the type; the message says what may be.
    """
    value = _decoded(data, path)
    check_type(value, hint, shown or path)
    return value


def check_type(value: object, hint: Any, path: str) -> None:
    """Refuse a value that is not of the type of its field.

    Raises:
        RecordError: it is not; the message says what may be.
    """
    if not fits(value, hint):
        rule = is_rule(value)
        raise RecordError(
            say(
                "{path} cannot be {value}: it may be {values}",
                path=path,
                value=say("a {type}", type=type(value).__name__) if rule else repr(value)[:60],
                values=words_for_type(hint),
            )
        )


def _decoded(data: Data, path: str) -> Any:
    if isinstance(data, tuple):
        return tuple(_decoded(item, path) for item in data)
    if not isinstance(data, Fields):
        return data
    names = [name for name, _ in data.items]
    if _RULE in names:
        return _rule(data, path)
    if len(names) == 1 and names[0] in WORDS:
        text = data.items[0][1]
        if isinstance(text, str):
            try:
                return WORDS[names[0]][2](text)
            except (NotationError, KeyError) as error:
                raise RecordError(
                    say(
                        "{path}: {text} is no {kind}",
                        path=path,
                        text=repr(text[:40]),
                        kind=names[0],
                    )
                ) from error
    raise RecordError(
        say("{path}: an object names its rule, or is a suit, rank, card or cards", path=path)
    )


def _rule(data: Fields, path: str) -> Any:
    cls = class_named(data.get(_RULE), path)
    name = cls.__name__
    given: dict[str, Any] = {}
    for told, value in _told_fields(cls, data, path):
        field = settable(cls).get(told)
        if field is None:
            raise RecordError(
                say(
                    "{path}: {rule} has no field {name}",
                    path=path,
                    rule=name,
                    name=repr(told[:40]),
                )
            )
        given[field.argument] = decode_value(field.type, value, path, f"{path}: {name}.{told}")
    return build_rule(cls, given, path)


def build_rule(cls: type, given: Mapping[str, Any], path: str) -> Any:
    """The rule object of a class with arguments by name.

    Raises:
        RecordError: an argument is missing, or the class refuses them.
    """
    known = settable(cls).values()
    missing = [each.name for each in known if each.required and each.argument not in given]
    if missing:
        raise RecordError(
            say(
                "{path}: {rule} lacks {names}",
                path=path,
                rule=cls.__name__,
                names=", ".join(missing),
            )
        )
    try:
        return cls(**given)
    except Exception as error:  # of the library's rules a VariantError; of others whatever they do
        reason = message_of(error)
        raise RecordError(say("{place}: {reason}", place=path, reason=reason)) from error


def _told_fields(cls: type, data: Fields, path: str) -> tuple[tuple[str, Data], ...]:
    """The fields of a rule: beside its name, those of somebody else's in an object of their own."""
    beside = tuple((field, value) for field, value in data.items if field != _RULE)
    if is_own(cls):
        return beside
    if len(beside) == 1 and beside[0][0] == _FIELDS and isinstance(beside[0][1], Fields):
        return beside[0][1].items
    raise RecordError(
        say(
            "{path}: a rule that is not the library's has its fields under {name}",
            path=path,
            name=repr(_FIELDS),
        )
    )
