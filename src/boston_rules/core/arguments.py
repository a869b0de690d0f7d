"""Checks of arguments that many functions share: types, seats, and how a message echoes a value."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from typing import Any, Final, TypeGuard

__all__ = [
    "CARD",
    "RNG",
    "SUIT",
    "check_kind",
    "check_kind_of_seat",
    "check_seat",
    "is_seat",
    "problem_of_seat",
    "shown",
    "wrong_type",
]

RNG: Final = "a random.Random"
"""What draws chance events and samples."""
CARD: Final = "a Card, such as br.parse_card('QH') returns"
SUIT: Final = "a Suit, such as br.HEARTS"
_LONGEST: Final = 60
"""Characters of a value in a message."""
_MOST_BITS: Final = 200
"""Bits of a number that is written out in a message."""


def is_seat(value: object, seats: int = 4) -> TypeGuard[int]:
    """Whether a value is a seat: an ``int`` from 0 on, and no other kind of number.

    >>> [is_seat(value) for value in (0, 3, 4, -1, True, 1.0, None)]
    [True, True, False, False, False, False, False]
    """
    return type(value) is int and 0 <= value < seats


def problem_of_seat(value: object, what: str, seats: int = 4) -> str:
    """What is wrong with a seat; empty for one of the table.

    >>> problem_of_seat(True, "the dealer")
    'the dealer is a seat 0 to 3, not True'
    """
    return "" if is_seat(value, seats) else f"{what} is a seat 0 to {seats - 1}, not {shown(value)}"


def check_seat(value: object, what: str, seats: int = 4, *, name: str = "seat") -> None:
    """Refuse what is not a seat of the table; ``name`` is that of the argument.

    Raises:
        TypeError: it is not an ``int``.
        ValueError: the table has no such seat.

    >>> check_seat(4, "the dealer")
    Traceback (most recent call last):
        ...
    ValueError: the dealer is a seat 0 to 3, not 4
    """
    if not is_seat(value, seats):
        check_kind_of_seat(value, name, seats)
        raise ValueError(problem_of_seat(value, what, seats))


def check_kind_of_seat(value: object, name: str, seats: int = 4) -> None:
    """Refuse what is not even a number; ``name`` is that of the argument.

    Raises:
        TypeError: it is not an ``int``.

    >>> check_kind_of_seat("0", "dealer")
    Traceback (most recent call last):
        ...
    TypeError: dealer must be an int from 0 to 3, not '0' (str)
    """
    if type(value) is not int:
        raise wrong_type(name, f"an int from 0 to {seats - 1}", value)


class _Short(reprlib.Repr):
    """Writes values with a bounded amount of work, whatever they hold."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = _LONGEST

    def repr_int(self, x: int, level: int) -> str:
        """Digits, where they are not too many to be worth writing."""
        bits = x.bit_length()
        return repr(x) if bits <= _MOST_BITS else f"a number of {bits} bits"


_SHORT: Final = _Short()


def shown(value: object) -> str:
    """A value for a message: its ``repr``, shortened; nothing that is given makes this fail.

    >>> shown("AS"), shown(10**5000), shown((1, 2))
    ("'AS'", 'a number of 16610 bits', '(1, 2)')
    """
    try:
        text = _SHORT.repr(value)
    except Exception:  # a container of somebody's own, which cannot be walked
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def wrong_type(name: str, expected: str, given: object) -> TypeError:
    """The exception for an argument of the wrong type, unraised.

    >>> wrong_type("state", "a State", None)
    TypeError('state must be a State, not None')
    """
    kind = "" if given is None or isinstance(given, type) else f" ({type(given).__name__})"
    return TypeError(f"{name} must be {expected}, not {shown(given)}{kind}")


def check_kind(kind: type, expected: str, *, none: bool = False) -> Callable[[Any, Any, Any], None]:
    """The attrs validator of a field whose values are of one class, or ``None`` where that is said.

    >>> from attrs import field, frozen
    >>> @frozen
    ... class Laid:
    ...     card: str = field(validator=check_kind(str, "a str, such as 'QH'"))
    >>> Laid(5)
    Traceback (most recent call last):
        ...
    TypeError: card of Laid must be a str, such as 'QH', not 5 (int)
    """

    if none:
        expected += ", or None"

    def check(instance: object, attribute: Any, value: object) -> None:
        if not (isinstance(value, kind) or (none and value is None)):
            raise wrong_type(f"{attribute.name} of {type(instance).__name__}", expected, value)

    return check
