"""The fields of a variant by their paths.

A path is such as ``pool.cap``. An item of a list is named by its key where items have keys
(``ladder.5``), by its class where it is the only one of it (``payments.won.Flat``), and else by its
place (``payments.won.0``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, get_args, get_origin

from attrs import frozen

from boston_rules.core.arguments import check_type
from boston_rules.core.sources import Cite
from boston_rules.records.catalogue import (
    either,
    name_of,
    name_of_type,
    settable,
    words_for_type,
)
from boston_rules.records.data import Data, Fields
from boston_rules.records.houserules import WORDS, encode_value, is_rule, slot_names, slot_type
from boston_rules.rules.variant import Variant, as_variant

__all__ = [
    "NONE",
    "RuleField",
    "field_at",
    "has_keys",
    "is_row",
    "item_content",
    "item_type",
    "list_type",
    "named_items",
    "rule_fields",
    "spell_toml",
    "table_of",
]

NONE: Final = "none"
"""What stands for nothing where a field may be nothing; of an item of a list, that it is gone."""


@frozen
class RuleField:
    """A field of a variant, or of a rule object in it."""

    path: str
    """What names it."""
    value: Data
    """What it is now, as records spell it; of a rule object its class, of named items their names.
    """
    type: str
    """Its declared type."""
    may_be: str
    """What it may be, in words."""


def rule_fields(variant: Variant | str) -> Iterator[RuleField]:
    """Every option of a variant and every field of its rule objects; citations are left out.

    Raises:
        RecordError: a rule holds something that no record can.
        TypeError: it is not a variant.
        VariantError: no variant has the slug.

    >>> from boston_rules.records import rule_fields
    >>> [cap] = [each for each in rule_fields("fontainebleau") if each.path == "pool.cap"]
    >>> cap.value, cap.type, cap.may_be
    (None, 'int | None', 'a whole number or none')
    """
    rules = as_variant(variant)
    cls = type(rules)
    for name in cls.option_names():
        hint, choices = settable(cls)[name].type, cls.option_choices(name)
        may_be = words_for_type(hint) if choices is None else either(map(repr, choices))
        value = encode_value(getattr(rules, name), name)
        yield RuleField(name, value, name_of_type(hint), may_be)
    for name in slot_names(cls):
        yield from _listed(name, getattr(rules, name), slot_type(cls, name))


def _listed(path: str, value: Any, hint: Any) -> Iterator[RuleField]:
    """A field and those below it."""
    type_words = (name_of_type(hint), words_for_type(hint))
    if is_rule(value):
        yield RuleField(path, name_of(type(value), path), *type_words)
        table = table_of(value)
        for name, field in settable(type(value)).items():
            if Cite in (field.type, *get_args(field.type)):
                continue
            if name == table:
                yield from _listed_items(path, getattr(value, name), field.type)
            else:
                yield from _listed(f"{path}.{name}", getattr(value, name), field.type)
    elif has_keys(value) or (isinstance(value, tuple) and any(map(is_rule, value))):
        yield RuleField(path, tuple(named_items(value)), *type_words)
        yield from _listed_items(path, value, hint)
    else:
        yield RuleField(path, encode_value(value, path), *type_words)


def _listed_items(path: str, items: tuple[Any, ...], hint: Any) -> Iterator[RuleField]:
    for place, (name, item) in enumerate(named_items(items).items()):
        one = item_type(hint, place)
        inner = get_args(one)[1] if is_row(one) else one
        yield from _listed(f"{path}.{name}", item_content(item), inner)


def spell_toml(value: Data) -> str:
    """A value as a file of house rules has it.

    Raises:
        TypeError: it is not a value that records have.

    >>> from boston_rules.records import spell_toml
    >>> from boston_rules.records.data import freeze
    >>> spell_toml(freeze([1, None, "a", {"suit": "H"}, {"rule": "AtOrAbove", "key": "8"}]))
    '[1, "none", "a", "H", { rule = "AtOrAbove", key = "8" }]'
    """
    if isinstance(value, Fields):
        if len(value.items) == 1 and value.items[0][0] in WORDS:
            return spell_toml(value.items[0][1])
        members = ", ".join(f"{name} = {spell_toml(each)}" for name, each in value.items)
        return f"{{ {members} }}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(spell_toml, value))}]"
    check_type("value", value, bool | int | str | None, "a value as records have it")
    return json.dumps(NONE if value is None else value, ensure_ascii=False)


# What a path names.


def field_at(variant: Variant, path: str) -> Any:
    """What stands at a path of a variant.

    Raises:
        LookupError: nothing does.
    """
    value: Any = variant
    for segment in path.split("."):
        name = segment.replace("-", "_")
        if is_rule(value) and name in settable(type(value)):
            value = getattr(value, name)
            continue
        table = table_of(value)
        items = value if table is None else getattr(value, table)
        value = item_content((named_items(items) if isinstance(items, tuple) else {})[segment])
    return value


def named_items(items: tuple[Any, ...]) -> dict[str, Any]:
    """The items of a list by what names them: their keys, classes or places."""
    if has_keys(items):
        return {str(_key(item)): item for item in items}
    classes = [type(item) for item in items]
    return {
        cls.__name__ if is_rule(item) and classes.count(cls) == 1 else str(place): item
        for place, (item, cls) in enumerate(zip(items, classes, strict=True))
    }


def has_keys(value: object) -> bool:
    """Whether it is a list of items that all have keys."""
    return isinstance(value, tuple) and bool(value) and None not in map(_key, value)


def _key(item: Any) -> str | None:
    """The key of an item of a list: a field of a rule object, or the first of two values."""
    key = getattr(item, "key", None) if is_rule(item) else None
    if isinstance(item, tuple) and len(item) == 2:
        key = item[0]
    return key if isinstance(key, str) else None


def item_content(item: Any) -> Any:
    """What stands under the key of an item: of a row its value, else the item itself."""
    return item[1] if isinstance(item, tuple) and _key(item) is not None else item


def table_of(rule: Any) -> str | None:
    """The field whose name may be left out, which lists rules with keys: the steps of a ladder."""
    for name in settable(type(rule)) if is_rule(rule) else ():
        value = getattr(rule, name)
        if has_keys(value) and is_rule(value[0]):
            return name
    return None


def list_type(hint: Any) -> Any:
    """Of a type that may be a list, the list; else ``None``."""
    if get_origin(hint) is tuple:
        return hint
    return next((one for one in get_args(hint) if get_origin(one) is tuple), None)


def item_type(hint: Any, place: int = 0) -> Any:
    """The type of an item of a list."""
    inside = get_args(list_type(hint)) or (Any, ...)
    return inside[0] if inside[-1] is Ellipsis else inside[min(place, len(inside) - 1)]


def is_row(hint: Any) -> bool:
    """Whether a type is that of a row: a key and what stands under it."""
    return get_origin(hint) is tuple and get_args(hint)[:1] == (str,) and len(get_args(hint)) == 2
