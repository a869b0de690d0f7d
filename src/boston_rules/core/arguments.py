"""Checks of arguments that many functions share: types, seats, and how a message echoes a value."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeGuard, TypeVar

from boston_rules.core.saying import Said, say

__all__ = [
    "CARD",
    "SUIT",
    "check_int",
    "check_kind",
    "check_kind_of_seat",
    "check_options",
    "check_rng",
    "check_seat",
    "check_type",
    "is_number",
    "is_seat",
    "near_matches",
    "not_one_of",
    "pairs_of",
    "problem_of_seat",
    "shortened",
    "shown",
    "tuple_of",
    "wrong_type",
]

_T = TypeVar("_T")
_V = TypeVar("_V")

CARD: Final = "a Card, such as br.parse_card('QH') returns"
SUIT: Final = "a Suit, such as br.HEARTS"
_LONGEST: Final = 60
"""Characters of a value in a message."""
_MOST_BITS: Final = 200
"""Bits of a number that is written out in a message."""
_BITS_OF_FLOAT: Final = 1024
_COMPARED: Final = 80
"""Characters of an unknown name that are compared with the known ones."""


def is_seat(value: object, seats: int = 4) -> TypeGuard[int]:
    """Whether a value is a seat: an ``int`` from 0 on, and no other kind of number.

    >>> [is_seat(value) for value in (0, 3, 4, -1, True, 1.0, None)]
    [True, True, False, False, False, False, False]
    """
    return type(value) is int and 0 <= value < seats


def problem_of_seat(value: object, what: str, seats: int) -> str:
    """What is wrong with a seat, a sentence; empty for one of the table.

    >>> problem_of_seat(True, "the dealer", 4)
    'the dealer is a seat 0 to 3, not True'
    """
    if is_seat(value, seats):
        return ""
    return say(
        "{what} is a seat 0 to {last}, not {given}", what=what, last=seats - 1, given=shown(value)
    )


def check_seat(value: object, what: str, seats: int, *, name: str = "seat") -> None:
    """Refuse what is not a seat of the table; ``name`` is that of the argument.

    Raises:
        TypeError: it is not an ``int``.
        ValueError: the table has no such seat.

    >>> check_seat(4, "the dealer", 4)
    Traceback (most recent call last):
        ...
    ValueError: the dealer is a seat 0 to 3, not 4
    """
    if not is_seat(value, seats):
        check_kind_of_seat(value, name, seats)
        raise ValueError(problem_of_seat(value, what, seats))


def check_kind_of_seat(value: object, name: str, seats: int) -> None:
    """Refuse what is not even a number; ``name`` is that of the argument.

    Raises:
        TypeError: it is not an ``int``.

    >>> check_kind_of_seat("0", "dealer", 4)
    Traceback (most recent call last):
        ...
    TypeError: dealer must be an int from 0 to 3, not '0' (str)
    """
    check_int(name, value, f"an int from 0 to {seats - 1}")


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
    return shortened(text)


def shortened(text: str, most: int = _LONGEST) -> str:
    """A text of ``most`` characters or less for a message.

    >>> shortened("play QH"), shortened("play QH", 6)
    ('play QH', 'pla...')
    """
    return text if len(text) <= most else f"{text[: most - 3]}..."


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is an ``int`` or ``float`` that a float can hold, and not a truth value.

    >>> [is_number(value) for value in (1, 0.5, True, "1", 10**400)]
    [True, True, False, False, False]
    """
    return (
        isinstance(value, float | int)
        and not isinstance(value, bool)
        and (isinstance(value, float) or value.bit_length() < _BITS_OF_FLOAT)
    )


def near_matches(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names that resemble an unknown one, however long that is, the nearest first.

    >>> near_matches("frensh", ["classic", "french"])
    ['french']
    """
    from difflib import get_close_matches  # only an error needs it

    return get_close_matches(name[:_COMPARED], list(known), n=most)


def not_one_of(name: str, known: Iterable[str], given: object) -> Said:
    """That a value is none of those known, which are given as they are to be shown.

    >>> not_one_of("enforcement", map(repr, ("strict", "table")), "soft")
    "enforcement is one of 'strict', 'table', not 'soft'"
    """
    return say(
        "{choice} is one of {known}, not {given}",
        choice=name,
        known=", ".join(known),
        given=shown(given),
    )


def check_options(unknown: Iterable[str], known: Iterable[str]) -> None:
    """Refuse keyword arguments that there are not, naming those that come near.

    Raises:
        TypeError: there is one.

    >>> check_options(["worker"], ["results", "workers"])
    Traceback (most recent call last):
    TypeError: there is no argument 'worker'; near: workers
    """
    for name in unknown:
        near = near_matches(name, known)
        also = f"; near: {', '.join(near)}" if near else ""
        raise TypeError(f"there is no argument {shown(name)}{also}")


def wrong_type(name: str, expected: str, given: object) -> TypeError:
    """The exception for an argument of the wrong type, unraised.

    >>> wrong_type("state", "a State", None)
    TypeError('state must be a State, not None')
    """
    kind = "" if given is None or isinstance(given, type) else f" ({type(given).__name__})"
    return TypeError(f"{name} must be {expected}, not {shown(given)}{kind}")


def check_type(name: str, value: object, kind: Any, expected: str) -> None:
    """Refuse an argument of the wrong type; ``kind`` as for ``isinstance``.

    Raises:
        TypeError: it is of another type.

    >>> check_type("state", None, int, "a State")
    Traceback (most recent call last):
        ...
    TypeError: state must be a State, not None
    """
    if not isinstance(value, kind):
        raise wrong_type(name, expected, value)


def check_int(name: str, value: object, expected: str) -> None:
    """Refuse what is not a whole number; ``True`` is none.

    Raises:
        TypeError: it is not an ``int``.

    >>> check_int("limit", True, "a number of deals")
    Traceback (most recent call last):
        ...
    TypeError: limit must be a number of deals, not True (bool)
    """
    if type(value) is not int:
        raise wrong_type(name, expected, value)


def check_rng(rng: object) -> None:
    """Refuse what is not a generator of :mod:`random`, such as one of NumPy.

    Raises:
        TypeError: it has no method ``randrange``.
    """
    if not hasattr(rng, "randrange"):
        raise wrong_type("rng", "a random.Random", rng)


def tuple_of(name: str, values: Iterable[_T], expected: str) -> tuple[_T, ...]:
    """What an iterable argument gives; a text is not taken letter by letter.

    Raises:
        TypeError: it cannot be walked through.

    >>> tuple_of("cards", 5, "Card objects")
    Traceback (most recent call last):
        ...
    TypeError: cards must be Card objects, not 5 (int)
    """
    given: object = values
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise wrong_type(name, expected, given)
    return tuple(values)


def pairs_of(
    name: str, values: Iterable[tuple[_T, _V]], expected: str
) -> tuple[tuple[_T, _V], ...]:
    """The pairs that an iterable argument gives.

    Raises:
        TypeError: it cannot be walked through, or gives something else.

    >>> pairs_of("tags", ["Event"], "pairs of a name and a value")
    Traceback (most recent call last):
        ...
    TypeError: tags must be pairs of a name and a value, not 'Event' (str)
    """
    found: list[tuple[_T, _V]] = []
    pair: Any
    for pair in tuple_of(name, values, expected):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise wrong_type(name, expected, pair)
        found.append((pair[0], pair[1]))
    return tuple(found)


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
