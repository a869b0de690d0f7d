"""JSON values that cannot be changed: what a record keeps of options and rules.

>>> kept = freeze({"deals": 24, "prices": [1, 2]})
>>> kept.items
(('deals', 24), ('prices', (1, 2)))
>>> thaw(kept)
{'deals': 24, 'prices': [1, 2]}
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, NoReturn, TypeAlias

from attrs import field, frozen

from boston_rules.errors import RecordError
from boston_rules.records.limits import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_RULE_NUMBER,
    MOST_SEPARATORS,
    MOST_STEPS,
)

__all__ = ["Data", "Fields", "freeze", "parse_json", "problem_of_data", "thaw"]


def _items(items: Iterable[tuple[str, Data]]) -> tuple[tuple[str, Data], ...]:
    return tuple(items)


@frozen
class Fields:
    """A JSON object: names and values, in order."""

    items: tuple[tuple[str, Data], ...] = field(converter=_items)
    """Names and values."""

    def get(self, name: str) -> Data:
        """The value under a name; ``None`` where there is none."""
        return dict(self.items).get(name)


Data: TypeAlias = bool | int | str | tuple["Data", ...] | Fields | None
"""A JSON value without fractions, frozen: lists as tuples, objects as :class:`Fields`."""


def freeze(value: Any, _depth: int = 0) -> Data:
    """A parsed JSON value as one that cannot be changed.

    Raises:
        RecordError: it is nested too deep.
    """
    if _depth > MOST_DEPTH:
        raise RecordError(f"options and rules are nested {MOST_DEPTH} deep at most")
    if isinstance(value, dict):
        return Fields(tuple((name, freeze(item, _depth + 1)) for name, item in value.items()))
    if isinstance(value, list):
        return tuple(freeze(item, _depth + 1) for item in value)
    known: Data = value
    return known


def thaw(data: Data) -> Any:
    """The value as :mod:`json` writes it."""
    if isinstance(data, Fields):
        return {name: thaw(value) for name, value in data.items}
    if isinstance(data, tuple):
        return [thaw(value) for value in data]
    return data


def problem_of_data(data: Data, most: int, most_characters: int) -> str:
    """What makes a value unfit for a record, of at most ``most`` values; empty for a sound one."""
    level: list[Data] = [data]
    count = 0
    for _ in range(MOST_DEPTH + 1):
        below: list[Data] = []
        for value in level:
            count += 1
            if count > most:
                return f"it has more than {most} values"
            if isinstance(value, Fields):
                names = [name for name, _ in value.items]
                if len(set(names)) < len(names):
                    return "a name stands twice in an object"
                if any(not _is_short(name, most_characters) for name in names):
                    return "the name of a field is no short text"
                below += [inner for _, inner in value.items]
            elif isinstance(value, tuple):
                if len(value) > MOST_STEPS:
                    return f"a list has {len(value)} values; {MOST_STEPS} is the most"
                below += value
            elif isinstance(value, int):
                if abs(value) > MOST_RULE_NUMBER:
                    return f"a number is beyond {MOST_RULE_NUMBER}"
            elif value is not None and not _is_short(value, most_characters):
                return "a value is neither a short text nor a whole number, a flag or nothing"
        if not below:
            return ""
        level = below
    return f"it is nested more than {MOST_DEPTH} deep"


def _is_short(text: object, most: int) -> bool:
    return isinstance(text, str) and len(text) <= most and is_sound(text)


def is_sound(text: str) -> bool:
    """Whether a text can be written in UTF-8: half a surrogate pair cannot.

    >>> is_sound("é"), is_sound(chr(0xD800))
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_SHOWN: Final = 40


def parse_json(text: str) -> Any:
    """A JSON text as Python values; whole numbers only, every name once in its object.

    Raises:
        RecordError: it is not such a text, or beyond the limits; with line and column where known.
    """
    if len(text) > MOST_BYTES:
        raise RecordError(f"the text has {len(text)} characters; {MOST_BYTES} are read at most")
    if sum(map(text.count, ",[{")) > MOST_SEPARATORS:
        raise RecordError(f"the text has more than {MOST_SEPARATORS} values")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_fraction,
            parse_constant=_fraction,
        )
    except json.JSONDecodeError as error:
        reason = f"this is no JSON: {error.msg}"
        raise RecordError(reason, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise RecordError("the text is nested too deep") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise RecordError(f"{name[:_SHOWN]!r} stands twice in an object")
            seen.add(name)
    return made


def _number(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise RecordError(f"a number has {len(text)} digits; {MOST_DIGITS} are read at most")
    return int(text)


def _fraction(text: str) -> NoReturn:
    raise RecordError(f"numbers in a record are whole, not {text[:_SHOWN]}")
