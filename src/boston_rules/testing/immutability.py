"""Law 13: nothing in a state, a view, an action or a variant can be changed."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, ModuleType

from attrs import fields, frozen, has

from boston_rules.core.making import Keeps
from boston_rules.deal.engine import legal_actions, why_illegal
from boston_rules.knowing.views import observe
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.universe import universe
from boston_rules.testing.walks import Walk

__all__ = ["check_immutability", "mutable_parts"]

_ATOMS = (
    type(None),
    bool,
    int,
    str,
    Enum,
    type,
    ModuleType,
    FunctionType,
    BuiltinFunctionType,
)


@frozen
class Path:
    """Where something was found in an object; put into words only when it is reported."""

    thing: object
    within: Path | None = None
    place: int = 0
    """Of an item of a tuple."""

    def __str__(self) -> str:
        if self.within is None:
            return type(self.thing).__name__
        holder = self.within.thing
        if isinstance(holder, tuple):
            return f"{self.within}[{self.place}]"
        named = {id(value): name for name, value in _attributes(holder)}
        return f"{self.within}.{named.get(id(self.thing), type(self.thing).__name__)}"


def parts(thing: object, seen: set[int]) -> Iterator[tuple[Path, object]]:
    """Everything reachable from an object by what the garbage collector sees, with its path.

    What is in ``seen``, by ``id``, is left out, and what is found goes in. What an object has
    worked out and keeps for itself is left out too, see :func:`_memos`.
    """
    waiting = [Path(thing)]
    while waiting:
        path = waiting.pop()
        part = path.thing
        if isinstance(part, _ATOMS) or id(part) in seen:
            continue
        seen.add(id(part))
        yield path, part
        held = part if isinstance(part, tuple) else gc.get_referents(part)
        memos = _memos(part)
        waiting += [
            Path(item, path, place)
            for place, item in enumerate(held)
            if not (isinstance(item, _ATOMS) or id(item) in seen or id(item) in memos)
        ]


def _memos(thing: object) -> frozenset[int]:
    """The ``id`` of each value that an object keeps so as not to work it out again.

    Such a field is private, is no argument of the constructor, and does not count in comparisons.
    """
    kind: type = type(thing)
    if not has(kind):
        return frozenset()
    return frozenset(id(getattr(thing, name, None)) for name in _memo_names(kind))


@lru_cache(maxsize=256)
def _memo_names(kind: type) -> tuple[str, ...]:
    return (
        *(["_kept"] if issubclass(kind, Keeps) else []),
        *(
            attribute.name
            for attribute in fields(kind)
            if attribute.name.startswith("_") and not attribute.init and not attribute.eq
        ),
    )


def _attributes(thing: object) -> Iterator[tuple[str, object]]:
    for cls in type(thing).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__weakref__", "__dict__"):
                try:
                    yield name, object.__getattribute__(thing, name)
                except AttributeError:
                    continue
    yield from vars(thing).items() if hasattr(thing, "__dict__") else ()


def mutable_parts(thing: object, seen: set[int] | None = None) -> tuple[str, ...]:
    """What can be changed in an object or in anything it holds; empty for a frozen one.

    Containers must be tuples or frozen sets; other objects have slots and cannot be changed.
    ``seen`` holds the ``id`` of each part that has been looked at, of objects that are kept alive.

    >>> from boston_rules.testing import mutable_parts
    >>> from boston_rules.core.cards import PACK
    >>> mutable_parts(PACK), mutable_parts(([],))
    ((), ('tuple[0] is a list',))
    """
    found = []
    refused: set[type] = set()
    for path, part in parts(thing, set() if seen is None else seen):
        kind = type(part)
        if isinstance(part, tuple):
            if kind is not tuple and hasattr(part, "__dict__"):
                found.append(f"{path} is a tuple with a __dict__")
        elif kind is frozenset:
            continue
        elif kind.__module__ == "builtins":
            found.append(f"{path} is a {kind.__name__}")
        elif hasattr(part, "__dict__"):
            found.append(f"{path} ({kind.__name__}) has a __dict__")
        elif kind not in refused:
            refused.add(kind)
            names = [name for name, _ in _attributes(part)]
            found += [f"{path}.{name} {how}" for name in names for how in _changeable(part, name)]
            found += [f"{path} takes new attributes" for _ in _changeable(part, "no_such_field")]
    return tuple(found)


def _changeable(part: object, name: str) -> Iterator[str]:
    value = getattr(part, name, None)
    try:
        setattr(part, name, value)
    except (AttributeError, TypeError):
        pass
    else:
        yield "can be set"
    try:
        delattr(part, name)
    except (AttributeError, TypeError):
        pass
    else:
        object.__setattr__(part, name, value)
        yield "can be deleted"


@by_variant
def check_immutability(variant: Variant, walk: Walk, *, states: int = 6) -> None:
    """States, tables, views, actions, refusals' parts and the variant refuse every change.

    Raises:
        LawBroken: law 13.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    rng = random.Random(walk.seed)
    seen: set[int] = set()
    found = mutable_parts(walk.variant, seen)
    if found:
        raise LawBroken(Law.IMMUTABILITY, "; ".join(found), walk.variant)
    for action in (*rng.sample(universe(variant), 20), *walk.taken[-1]):
        found = mutable_parts(action)
        if found:
            raise LawBroken(Law.IMMUTABILITY, "; ".join(found), walk.variant)
    for at in walk.sample(states, rng):
        state = at.state
        things: list[object] = [state, state.table, legal_actions(state)]
        things += [observe(state, seat) for seat in (None, *range(variant.seats))]
        reason = why_illegal(state, rng.choice(universe(variant)))
        if reason is not None:
            things += [reason.action, reason.rule, reason.legal]
        # What a state and its views share is looked at once; all of them are kept in the list.
        looked_at = set(seen)
        for thing in things:
            found = mutable_parts(thing, looked_at)
            if found:
                raise LawBroken(Law.IMMUTABILITY, "; ".join(found), walk.variant, walk, at)
