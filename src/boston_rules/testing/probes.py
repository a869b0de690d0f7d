"""Rule objects that tell when they are used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from attrs import fields, has

from boston_rules.core.sources import TEXT_ONLY, Cite, Source
from boston_rules.rules.variant import Variant

__all__ = ["ABOUT", "Probes", "fields_used"]

ABOUT: Final = frozenset({"source", "words", "problems"})
"""What tells of a rule, without using it."""


def fields_used(cls: type) -> tuple[str, ...]:
    """The names of the fields of a rule class that state rules, not words about them."""
    return tuple(
        attribute.name
        for attribute in fields(cls)
        if TEXT_ONLY.items().isdisjoint(attribute.metadata.items())
    )


class Probes:
    """A copy of a variant whose rule objects note each use of a field or method.

    Comparing, hashing and printing is no use, nor is reading words or citations; a price is used
    when it has something to say about a bill.

    >>> import boston_rules as br
    >>> probes = Probes(br.get_variant(br.list_variants()[0]))
    >>> state = br.start(probes.variant)
    >>> "pool.ante" in probes.used, "passed_out" in probes.used
    (True, False)
    """

    def __init__(self, variant: Variant) -> None:
        self.used: set[str] = set()
        """Dotted paths of the rules used so far, as :meth:`Variant.rules` names them."""
        self._classes: dict[type, type] = {}
        made: Variant = object.__new__(type(variant))
        for attribute in fields(type(variant)):
            value = getattr(variant, attribute.name)
            object.__setattr__(made, attribute.name, self._probed(attribute.name, value))
        object.__setattr__(made, "_attrs_cached_hash", None)
        self.variant = made
        """The rules with probes, for :func:`boston_rules.start`."""

    def _probed(self, path: str, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._probed(f"{path}[{place}]", item) for place, item in enumerate(value))
        if not has(type(value)) or isinstance(value, Cite | Source):
            return value
        made: Any = object.__new__(self._class(type(value)))
        object.__setattr__(made, "_probe_path", path)
        for attribute in fields(type(value)):
            inner = self._probed(f"{path}.{attribute.name}", getattr(value, attribute.name))
            object.__setattr__(made, attribute.name, inner)
        return made

    def _class(self, cls: type) -> type:
        made = self._classes.get(cls)
        if made is not None:
            return made
        about = ABOUT | {attribute.name for attribute in fields(cls)} - {*fields_used(cls)}
        used = self.used

        def lines(self: Any, *arguments: Any, **named: Any) -> Any:
            path = object.__getattribute__(self, "_probe_path")
            known = path in used
            found = object.__getattribute__(self, "lines")(*arguments, **named)
            if found:
                used.add(path)  # the price may have no field that it reads
            elif not known:
                used.discard(path)
            return found

        def quietly(ask: Callable[..., Any], *arguments: Any) -> Any:
            before = set(used)
            found = ask(*arguments)
            used.intersection_update(before)
            return found

        def read(self: Any, name: str) -> Any:
            if name == "lines":
                return partial(lines, self)
            if name in ("reads", "reads_of", "counts"):  # what a rule may ask, not that it is asked
                found = quietly(object.__getattribute__, self, name)
                return partial(quietly, found) if callable(found) else found
            if not name.startswith("_") and name not in about:
                used.add(object.__getattribute__(self, "_probe_path"))
            return object.__getattribute__(self, name)

        made = type(
            cls.__name__,
            (cls,),
            {
                "__slots__": ("_probe_path",),
                "__module__": cls.__module__,
                "__getattribute__": read,
                "__eq__": object.__eq__,
                "__hash__": object.__hash__,
            },
        )
        self._classes[cls] = made
        return made
