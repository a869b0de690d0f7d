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
from math import isfinite
from typing import Any, Final, NoReturn, TypeAlias

from attrs import field, frozen

from boston_rules.core.arguments import pairs_of
from boston_rules.core.errors import RecordError
from boston_rules.core.saying import say
from boston_rules.records.errors import Misfit
from boston_rules.records.limits import (
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_RULE_NUMBER,
    MOST_SEPARATORS,
    MOST_STEPS,
)

__all__ = [
    "Data",
    "Fields",
    "decode_text",
    "freeze",
    "is_sound",
    "parse_json",
    "size_of",
    "thaw",
    "too_long",
]


def _items(items: Iterable[tuple[str, Data]]) -> tuple[tuple[str, Data], ...]:
    return pairs_of("items", items, "pairs of a name and a value")


@frozen
class Fields:
    """A JSON object: names and values, in order."""

    items: tuple[tuple[str, Data], ...] = field(converter=_items)
    """Names and values."""

    def get(self, name: str) -> Data:
        """The value under a name; ``None`` where there is none."""
        return next((value for known, value in self.items if known == name), None)


Data: TypeAlias = bool | int | str | tuple["Data", ...] | Fields | None
"""A JSON value without fractions, frozen: lists as tuples, objects as :class:`Fields`."""


def freeze(value: Any, _depth: int = 0) -> Data:
    """A parsed JSON value as one that cannot be changed.

    Raises:
        Misfit: it is beyond the limits of options and rules, or no JSON without fractions.
    """
    if _depth > MOST_DEPTH:
        raise Misfit(say("is nested more than {most} deep", most=MOST_DEPTH))
    if isinstance(value, dict):
        return Fields([(_short(name), freeze(each, _depth + 1)) for name, each in value.items()])
    if isinstance(value, list | tuple):
        if len(value) > MOST_STEPS:
            raise Misfit(
                say(
                    "has a list of {number} values; {most} is the most",
                    number=len(value),
                    most=MOST_STEPS,
                )
            )
        return tuple([freeze(each, _depth + 1) for each in value])
    if type(value) is int and abs(value) > MOST_RULE_NUMBER:
        raise Misfit(say("has a number beyond {most}", most=MOST_RULE_NUMBER))
    if value is not None and type(value) not in (int, bool):
        return _short(value)
    known: Data = value
    return known


def _short(text: object) -> str:
    if type(text) is not str or len(text) > MOST_CHARACTERS or not is_sound(text):
        raise Misfit(
            say("has a value that is neither a short text nor a number, a flag or nothing")
        )
    return text


def thaw(data: Data) -> Any:
    """The value as :mod:`json` writes it."""
    if isinstance(data, Fields):
        return {name: thaw(value) for name, value in data.items}
    if isinstance(data, tuple):
        return [thaw(value) for value in data]
    return data


def size_of(data: Data) -> int:
    """How many values there are in a value, itself included."""
    inner = [value for _, value in data.items] if isinstance(data, Fields) else data
    return 1 + sum(map(size_of, inner)) if isinstance(inner, list | tuple) else 1


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


def too_long(text: str, most: int) -> RecordError:
    """The exception for a text that has more characters than are read."""
    return RecordError(
        say(
            "the text has {number} characters; {most} are read at most",
            number=len(text),
            most=most,
        )
    )


def decode_text(text: str | bytes) -> str:
    """A text, read as UTF-8 where it is given as bytes, without a byte order mark.

    Raises:
        RecordError: the bytes are not UTF-8.

    >>> decode_text("é".encode("utf-8-sig"))
    'é'
    """
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise RecordError(
                say("the text is not UTF-8, at byte {number}", number=error.start)
            ) from error
    return text.removeprefix("\ufeff")


def parse_json(text: str | bytes, *, whole: bool = True) -> Any:
    """A JSON text as Python values, every name once in its object.

    Args:
        text: the text; bytes are UTF-8.
        whole: whether numbers are whole only, as in records. Otherwise a float holds those that are
            not whole, and neither ``NaN`` nor an infinity is a number.

    Raises:
        RecordError: it is not such a text, or beyond the limits; with line and column where known.

    >>> parse_json('{"tricks": 7.5}', whole=False)
    {'tricks': 7.5}
    >>> parse_json("[1e400]", whole=False)
    Traceback (most recent call last):
        ...
    boston_rules.core.parse_errors.RecordError: 1e400 is no JSON number
    """
    if isinstance(text, bytes):
        text = decode_text(text)
    if len(text) > MOST_BYTES:
        raise too_long(text, MOST_BYTES)
    if sum(map(text.count, ",[{")) > MOST_SEPARATORS:
        raise RecordError(say("the text has more than {most} values", most=MOST_SEPARATORS))
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_refused if whole else _fraction,
            parse_constant=_refused if whole else _fraction,
        )
    except json.JSONDecodeError as error:
        reason = say("this is no JSON: {error}", error=error.msg)
        raise RecordError(reason, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise RecordError(say("the text is nested too deep")) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise RecordError(say("{name} stands twice in an object", name=repr(name[:_SHOWN])))
            seen.add(name)
    return made


def _number(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise RecordError(
            say(
                "a number has {number} digits; {most} are read at most",
                number=len(text),
                most=MOST_DIGITS,
            )
        )
    return int(text)


def _fraction(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise RecordError(say("{value} is no JSON number", value=text[:_SHOWN]))
    return value


def _refused(text: str) -> NoReturn:
    raise RecordError(say("numbers in a record are whole, not {value}", value=text[:_SHOWN]))
