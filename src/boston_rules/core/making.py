"""Makes frozen objects fast: the one way in which the engine skips their constructor.

The fields of a frozen attrs class can only be set by a detour through ``object.__setattr__``, which
takes three times as long as a plain assignment, and the engine makes an object for every card. A
:func:`maker` fills an object of a subclass that can be assigned to, and then turns it into one of
the frozen class, all within one call, so that nobody ever sees it half made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from attrs import NOTHING, fields

__all__ = ["Keeps", "maker"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Keeps:
    """Keeps what is worked out of a frozen object with it: outside its fields, never pickled."""

    __slots__ = ("_kept",)
    _kept: dict[Any, Any]

    def kept(self, key: Any, make: Callable[[], _T]) -> _T:
        """What was made under a key, or is made now."""
        try:
            found: _T | None = self._kept.get(key)
        except AttributeError:
            object.__setattr__(self, "_kept", {})
            found = None
        if found is None:
            found = self._kept[key] = make()
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
    own = vars(kind).get("__slots__")
    if own is None:
        raise TypeError(f"{kind.__name__} is no class with slots")
    # Both of the last two, or Python takes the slow way for either.
    plain = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    draft = type(f"_{kind.__name__}Draft", (kind,), plain)
    # No field is called like the names in which the function keeps its own things.
    names: dict[str, Any] = {"__draft": draft, "__kind": kind}
    parameters: list[str] = []
    lines: list[str] = []
    for attribute in fields(kind):
        name, given = attribute.name, attribute.alias
        if not attribute.init:
            raise TypeError(f"{kind.__name__}.{name} is not taken by the constructor")
        # A call takes longer where many that only go by name are left out.
        if attribute.default is NOTHING and "=" in "".join(parameters) and "*" not in parameters:
            parameters.append("*")
        parameters.append(given)
        if attribute.default is not NOTHING:
            if hasattr(attribute.default, "factory"):
                raise TypeError(f"{kind.__name__}.{name} has a default made for each object")
            names[f"default_{given}"] = attribute.default
            parameters[-1] += f"=default_{given}"
        lines.append(f"    __it.{name} = {given}")
    inner = {attribute.name for attribute in fields(kind)}
    kept = [name for name in own if name not in inner and name != "__weakref__"]
    lines += [f"    __it.{name} = None" for name in kept]
    source = "\n".join(
        [
            f"def make({', '.join(['__self', *parameters] if method else parameters)}):",
            "    __it = __draft()",
            *lines,
            "    __it.__class__ = __kind",
            "    return __it",
        ]
    )
    exec(compile(source, f"<maker of {kind.__name__}>", "exec"), names)
    make: Callable[_P, _T] = names["make"]
    return make
