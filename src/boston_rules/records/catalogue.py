"""The rule classes that a record can name, and which value fits which field of them.

A record names a rule class of the library by its bare name, and a class of somebody else by its
importable name, once it is registered with :func:`~boston_rules.variants.registry.register_rule`.
Nothing is ever imported because a record names it.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from typing import Any, Final, Literal, NamedTuple, Union

from attrs import NOTHING, fields, has
from typing_extensions import get_protocol_members, is_protocol

from boston_rules.core.cards import Card, Cards, Rank, Suit
from boston_rules.core.errors import RecordError
from boston_rules.core.saying import Said, joined, listed, say
from boston_rules.core.sources import Cite, Source
from boston_rules.deal.questions import accepting, asking, calling, conceding, polls
from boston_rules.rules import (
    bidding,
    binding,
    carryover,
    cases,
    counts,
    dealing,
    dealt,
    goals,
    ladder,
    laws,
    leads,
    partners,
    passed_out,
    payments,
    pool,
    sessions,
    suits,
    trumps,
)
from boston_rules.variants.registry import registered_rules, rule_class, rule_name

__all__ = [
    "RULES",
    "Settable",
    "class_named",
    "either",
    "fits",
    "is_own",
    "name_of",
    "name_of_type",
    "rules_for",
    "settable",
    "words_for_type",
]

_ROOMS: Final = (
    *(bidding, binding, carryover, cases, counts, dealing, dealt, goals, ladder, laws, leads),
    *(partners, passed_out, payments, pool, sessions, suits, trumps),
    *(accepting, asking, calling, conceding, polls),
)


def _own_rules() -> Mapping[str, type]:
    """Whatever the library's rooms of rules offer that has words, or cites a source."""
    offered = (
        getattr(room, name)
        for room in _ROOMS
        for name in room.__all__
        if isinstance(getattr(room, name), type)
    )
    rules = (
        cls
        for cls in offered
        if has(cls) and (hasattr(cls, "words") or hasattr(fields(cls), "source"))
    )
    return types.MappingProxyType({cls.__name__: cls for cls in (*rules, Cite, Source)})


RULES: Final = _own_rules()
"""The library's own rule classes, by their bare names."""
_NAMES: Final = {cls: name for name, cls in RULES.items()}


def name_of(cls: type, path: str) -> str:
    """How a record names a rule class.

    Args:
        cls: the class.
        path: where the rule stands in the variant, for the message.

    Raises:
        RecordError: it is somebody else's and not registered, so that nobody could read it.
    """
    own = _NAMES.get(cls)
    if own is not None:
        return own
    name = rule_name(cls)
    if rule_class(name) is not cls:
        raise RecordError(
            f"{path} is a {name}, which no record can name: decorate the class with "
            "@boston_rules.register_rule"
        )
    return name


def is_own(cls: type) -> bool:
    """Whether a rule class is one of the library's."""
    return cls in _NAMES


def class_named(name: object, path: str) -> type[Any]:
    """The rule class that a record names.

    Raises:
        RecordError: there is none of this name here; it says which package to import first.
    """
    cls = None
    if isinstance(name, str):
        cls = RULES.get(name) or rule_class(name)
    if cls is not None:
        return cls
    told = str(name)[:120]
    package, dot, _ = told.partition(".")
    if not dot:
        raise RecordError(
            say("{path} is {name}, which is no rule of this library", path=path, name=repr(told))
        )
    raise RecordError(
        say(
            "{path} is a {name}, a rule class that is not registered here: import {package} "
            "first, if you trust it, or replay with variant=, the rules themselves",
            path=path,
            name=told,
            package=package,
        )
    )


class Settable(NamedTuple):
    """A field of a rule class that can be set."""

    name: str
    """What it is called."""
    argument: str
    """What the constructor calls it."""
    type: Any
    """Its declared type."""
    required: bool
    """Whether it has no default."""


def _settable(cls: type) -> Mapping[str, Settable]:
    try:
        hints = typing.get_type_hints(cls)
    except Exception as error:  # whatever annotations of somebody else come to
        raise RecordError(
            say(
                "the types of the fields of {rule} cannot be looked up: {error}",
                rule=rule_name(cls),
                error=str(error),
            )
        ) from error
    found = {
        each.name: Settable(
            each.name, each.alias or each.name, hints[each.name], each.default is NOTHING
        )
        for each in fields(cls)
        if each.init
    }
    return types.MappingProxyType(found)


settable: Final[Callable[[type], Mapping[str, Settable]]] = cache(_settable)
"""The fields of a rule class that can be set, by name."""


def fits(value: object, hint: Any) -> bool:
    """Whether a value is of the type that a field declares.

    An object fits a protocol if its class has all of the protocol's public members.
    """
    if hint is Any:
        return True
    if hint is None or hint is types.NoneType:
        return value is None
    if hint in (bool, int, str):
        return type(value) is hint
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return any(type(value) is type(known) and value == known for known in inside)
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inside)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(inside) == 2 and inside[1] is Ellipsis:
            return all(fits(item, inside[0]) for item in value)
        return len(value) == len(inside) and all(map(fits, value, inside))
    return isinstance(hint, type) and _is_kind_of(type(value), hint)


def _is_kind_of(cls: type, kind: type) -> bool:
    """Whether a class derives from another, or has all public members of a protocol."""
    if not is_protocol(kind):
        return issubclass(cls, kind)
    if not has(cls):
        return False
    held = {attribute.name for attribute in fields(cls)}
    return all(
        member in held or hasattr(cls, member)
        for member in get_protocol_members(kind)
        if not member.startswith("_")
    )


def rules_for(hint: Any) -> tuple[str, ...]:
    """The rule classes that a field of a type takes, by the names that records have for them.

    >>> from boston_rules.rules.pool import PoolAnte
    >>> rules_for(PoolAnte | None)[:2]
    ('DealerAntes', 'EachAntes')
    """
    if typing.get_origin(hint) in (Union, types.UnionType):
        found = [name for one in typing.get_args(hint) for name in rules_for(one)]
        return tuple(dict.fromkeys(found))
    if not isinstance(hint, type):
        return ()
    known = {**RULES, **{rule_name(cls): cls for cls in registered_rules()}}
    return tuple(
        name for name, cls in known.items() if _is_kind_of(cls, hint) and _is_asked_like(cls, hint)
    )


def _is_asked_like(cls: type, kind: type) -> bool:
    """Whether the methods of a class have the parameters that a protocol names."""
    return not is_protocol(kind) or all(
        _parameters(getattr(cls, name)) == _parameters(method)
        for name in get_protocol_members(kind)
        if inspect.isfunction(method := getattr(kind, name, None))
    )


def _parameters(method: Any) -> list[str]:
    return list(inspect.signature(method).parameters) if callable(method) else []


_KINDS: Final[Mapping[Any, Said]] = {
    Any: say("anything"),
    types.NoneType: say("none"),
    bool: say("true or false"),
    int: say("a whole number"),
    str: say("a text"),
    Suit: say("a suit such as 'H'"),
    Rank: say("a rank such as 'K'"),
    Card: say("a card such as 'QH'"),
    Cards: say("cards such as 'AS AH'"),
}


_MOST_NAMED: Final = 16
"""So many rule classes are named where a field takes any of them."""


def words_for_type(hint: Any) -> str:
    """What a field of a type may be.

    >>> words_for_type(int | None), words_for_type(tuple[int, ...])
    ('a whole number or none', 'a list, each a whole number')
    """
    if hint in _KINDS:
        return _KINDS[hint]
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return either(map(repr, inside))
    if origin in (Union, types.UnionType):
        return either(map(words_for_type, inside))
    if origin is tuple:
        each = dict.fromkeys(words_for_type(one) for one in inside if one is not Ellipsis)
        if Ellipsis in inside:
            return say("a list, each {item}", item=next(iter(each)))
        number = len(inside)
        if len(each) == 1:
            return say("a list of {number}, each {item}", number=number, item=next(iter(each)))
        items = joined(", ", map(words_for_type, inside))
        return say("a list of {number}: {items}", number=number, items=items)
    names = rules_for(hint)
    if len(names) > _MOST_NAMED:
        return say("a rule, {type}", type=name_of_type(hint))
    if len(names) > 1:
        return say("one of the rules {names}", names=", ".join(names))
    if names:
        return say("the rule {name}", name=names[0])
    return say("a {type}", type=name_of_type(hint))


def either(values: Iterable[str]) -> str:
    """What a field may be, as alternatives.

    >>> either(["1", "2", "none"])
    '1 or 2 or none'
    """
    return reduce(lambda one, other: listed((one, other), "or"), values)


def name_of_type(hint: Any) -> str:
    """A type as it is declared, without the modules.

    >>> from boston_rules.rules.pool import PoolRule
    >>> name_of_type(PoolRule | None)
    'PoolRule | None'
    """
    return re.sub(r"(?:\w+\.)+(?=\w)", "", inspect.formatannotation(hint))
