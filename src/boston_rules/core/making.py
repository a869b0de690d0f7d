"""Makes frozen objects fast: the one way in which the engine skips their constructor.

The fields of a frozen attrs class can only be set by a detour through ``object.__setattr__``, which
takes three times as long as a plain assignment, and the engine makes an object for every card. A
:func:`maker` fills an object of a subclass that can be assigned to, and then turns it into one of
the frozen class, all within one call, so that nobody ever sees it half made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, ParamSpec, TypeVar

from attrs import NOTHING, fields

__all__ = ["Keeps", "changer", "draft_of", "maker"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Keeps:
    """Keeps what is worked out of a frozen object with it: outside its fields, never pickled."""

    __slots__ = ("_kept",)
    _kept: dict[Any, Any]

    def kept(self, key: Any, make: Callable[[], _T]) -> _T:
        """What was made under a key, or is made now."""
        kept: dict[Any, Any] | None = getattr(self, "_kept", None)
        if kept is None:
            kept = {}
            object.__setattr__(self, "_kept", kept)
        found: _T | None = kept.get(key)
        if found is None:
            found = kept[key] = make()
        return found


def maker(cls: Callable[_P, _T], *, method: bool = False) -> Callable[_P, _T]:
    """A function that makes objects of a frozen attrs class with slots, faster than the class does.

    It takes the arguments of the constructor, all of them fields of the class, by place or by name.
    Converters, validators and ``__attrs_post_init__`` are skipped: it is for values that are known
    to be right. A cached hash is left to be worked out when it is asked for.

    >>> from boston_rules.core.making import maker
    >>> from attrs import frozen
    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> make_point = maker(Point)
    >>> make_point(1, y=2), make_point(3) == Point(3)
    (Point(x=1, y=2), True)

    Raises:
        TypeError: the class has no slots, a field that its constructor does not take, or a default
            that is made for each object.
    """
    kind: Any = cls
    # No field is called like the names in which the function keeps its own things.
    names: dict[str, Any] = {"__draft": draft_of(kind), "__kind": kind}
    parameters: list[str] = []
    lines: list[str] = []
    for attribute in _fields_of(kind):
        given = attribute.alias
        # A call takes longer where many that only go by name are left out.
        if attribute.default is NOTHING and "=" in "".join(parameters) and "*" not in parameters:
            parameters.append("*")
        parameters.append(given)
        if attribute.default is not NOTHING:
            if hasattr(attribute.default, "factory"):
                raise TypeError(
                    f"{kind.__name__}.{attribute.name} has a default made for each object"
                )
            names[f"default_{given}"] = attribute.default
            parameters[-1] += f"=default_{given}"
        lines.append(f"__it.{attribute.name} = {given}")
    if method:
        parameters.insert(0, "__self")
    make: Callable[_P, _T] = _made(kind, names, parameters, lines, "__kind")
    return make


def changer(cls: type[_T]) -> Callable[..., _T]:
    """What ``attrs.evolve`` does, for the objects of one class, and made as by :func:`maker`.

    It takes the object, of the class or of a subclass without fields of its own, and what is to be
    otherwise by name.

    >>> from boston_rules.core.making import changer
    >>> from attrs import frozen
    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> changed_point = changer(Point)
    >>> changed_point(Point(1), y=2)
    Point(x=1, y=2)

    Raises:
        TypeError: the class has no slots, or a field that its constructor does not take.
    """
    kind: Any = cls
    names: dict[str, Any] = {"__draft": draft_of(kind), "__same": object()}
    parameters, lines = ["__old", "*"], []
    for attribute in _fields_of(kind):
        name, given = attribute.name, attribute.alias
        parameters.append(f"{given}=__same")
        lines.append(f"__it.{name} = __old.{name} if {given} is __same else {given}")
    change: Callable[..., _T] = _made(kind, names, parameters, lines, "__old.__class__")
    return change


def _fields_of(kind: Any) -> Iterator[Any]:
    for attribute in fields(kind):
        if not attribute.init:
            raise TypeError(f"{kind.__name__}.{attribute.name} is not taken by the constructor")
        yield attribute


@cache
def draft_of(kind: Any) -> type:
    """A subclass of a class with slots whose objects can be assigned to, until they are made ones
    of that class.

    Raises:
        TypeError: the class has no slots.
    """
    if "__slots__" not in vars(kind):
        raise TypeError(f"{kind.__name__} is no class with slots")
    # Both of the last two, or Python takes the slow way for either.
    plain = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    return type(f"_{kind.__name__}Draft", (kind,), plain)


def _made(
    kind: Any, names: dict[str, Any], parameters: list[str], lines: list[str], of: str
) -> Any:
    """A function that makes objects.

    Args:
        kind: the class.
        names: what the function finds by name.
        parameters: what it takes.
        lines: the assignments to the fields.
        of: the class of what it makes, as it finds it.
    """
    inner = {attribute.name for attribute in fields(kind)}
    own = vars(kind)["__slots__"]
    kept = [name for name in own if name not in inner and name != "__weakref__"]
    body = [
        "__it = __draft()",
        *lines,
        *(f"__it.{name} = None" for name in kept),
        f"__it.__class__ = {of}",
        "return __it",
    ]
    source = "\n    ".join([f"def make({', '.join(parameters)}):", *body])
    exec(compile(source, f"<maker of {kind.__name__}>", "exec"), names)
    return names["make"]
