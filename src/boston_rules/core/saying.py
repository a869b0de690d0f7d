"""Sentences that keep their message and arguments, so that they can be said in another language.

A sentence is a string, in English, that also remembers what it was made from: the message with
holes, which is the key of the catalogues, and what fills the holes. Rules, refusals and bills say
things with :func:`say`; what prints them for people passes them through a
:class:`~boston_rules.telling.language.Speaker`, which knows the language and the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

__all__ = [
    "BidKey",
    "Joined",
    "Personal",
    "Player",
    "Said",
    "capital",
    "joined",
    "listed",
    "personal",
    "say",
    "say_as",
    "say_number",
    "sentence_of",
    "term",
    "with_bids",
    "with_values",
]


_NOTHING: Final[Mapping[str, object]] = {}
_NO_MESSAGE: Final = ("", _NOTHING, "", "", 1)
_new_text: Final = str.__new__


class Said(str):
    """A sentence or a word in English, with the message and the values that it was made from.

    A format of ``capital`` gives it a capital letter: ``{what:capital}``.
    """

    __slots__ = ("_made_of",)

    _made_of: tuple[str, Mapping[str, object], str, str, int]

    def __new__(
        cls,
        message: str,
        values: Mapping[str, object],
        context: str = "",
        many: str = "",
        number: int = 1,
    ) -> Said:
        chosen = many if many and number != 1 else message
        made = _new_text(cls, chosen.format_map(values) if values else chosen)
        made._made_of = (message, values, context, many, number)
        return made

    @property
    def message(self) -> str:
        """The message, with a hole for each value; it is the key of the catalogues."""
        return self._made_of[0]

    @property
    def values(self) -> Mapping[str, object]:
        """What fills the holes."""
        return self._made_of[1]

    @property
    def context(self) -> str:
        """What tells two messages of the same words apart, or nothing."""
        return self._made_of[2]

    @property
    def many(self) -> str:
        """The message where the number is not one, or nothing."""
        return self._made_of[3]

    @property
    def number(self) -> int:
        """What the message counts, where it counts."""
        return self._made_of[4]

    def __reduce__(self) -> Any:
        return Said, self._made_of

    def __format__(self, spec: str) -> str:
        text = str.__str__(self)
        if not spec:
            return text
        return capital(text) if spec == "capital" else format(text, spec)

    def __add__(self, other: str) -> str:
        return joined("", (self, other))

    def __radd__(self, other: str) -> str:
        return joined("", (other, self))


class Joined(Said):
    """Sentences and words side by side, each of which is said by itself."""

    __slots__ = ("between", "parts")

    parts: tuple[object, ...]
    """What stands side by side."""
    between: str
    """What stands between them."""

    def __new__(cls, between: str, parts: tuple[object, ...]) -> Joined:
        made = str.__new__(cls, between.join(map(str, parts)))
        made.parts, made.between, made._made_of = parts, between, _NO_MESSAGE
        return made

    def __reduce__(self) -> Any:
        return Joined, (self.between, self.parts)


class Personal(Said):
    """A sentence that is said otherwise to a player whom it is about."""

    __slots__ = ("own",)

    own: Mapping[Any, Said]
    """By seat, what its player is told."""

    def __new__(cls, said: Said, own: Mapping[Any, Said]) -> Personal:
        made = str.__new__(cls, said)
        made._made_of, made.own = said._made_of, own
        return made

    def __reduce__(self) -> Any:
        return Personal, (Said(*self._made_of), self.own)


class Player(int):
    """A seat in a sentence: the player's name is said where there is one."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return capital(str(self)) if spec == "capital" else str(self)

    def __str__(self) -> str:
        return f"seat {int(self)}"

    __repr__ = __str__


class BidKey(str):
    """The key of a bid in a sentence of a rule, which does not know what the bid is called."""

    __slots__ = ()


def with_values(text: str, change: Callable[[Any], Any]) -> str:
    """A sentence changed, or with all that fills its holes changed, in sentences within it too.

    Args:
        text: the sentence.
        change: what stands in the place of it, or of a value; sentences that it leaves are gone
            through.

    >>> with_values(say("not {number}", number=2), lambda value: 3 if value == 2 else value)
    'not 3'
    """

    def changed(value: object) -> object:
        return with_values(value, change) if isinstance(value, Said) else change(value)

    new: str = change(text)
    if new is not text:
        return new
    if isinstance(text, Joined):
        return Joined(text.between, tuple(map(changed, text.parts)))
    if isinstance(text, Said) and text.values:
        values = {name: changed(value) for name, value in text.values.items()}
        said = Said(text.message, values, text.context, text.many, text.number)
        if isinstance(text, Personal):
            own = {seat: term(with_values(each, change)) for seat, each in text.own.items()}
            return Personal(said, own)
        return said
    return text


def with_bids(text: str, named: Callable[[str], str]) -> str:
    """A sentence with the names of bids in place of their keys.

    Args:
        text: the sentence.
        named: the name of a bid by its key.

    >>> with_bids(say("at {bid} or above", bid=BidKey("6")), {"6": "Six"}.__getitem__)
    'at Six or above'
    """

    return with_values(text, lambda value: named(value) if isinstance(value, BidKey) else value)


def capital(text: str) -> str:
    """The text with a capital letter, in whatever language it is."""
    return f"{text[:1].upper()}{text[1:]}"


def say(message: str, /, **values: object) -> Said:
    """A sentence.

    Args:
        message: the sentence in English, with a hole for each value.
        values: what fills the holes: numbers, cards, :class:`Player`, other sentences.

    >>> said = say("{who} passes", who=Player(2))
    >>> said, said.message
    ('seat 2 passes', '{who} passes')
    """
    made = _new_text(Said, message.format_map(values) if values else message)
    made._made_of = (message, values, "", "", 1)
    return made


def say_as(context: str, message: str, /, **values: object) -> Said:
    """A sentence or word that another one with the same letters must not be taken for.

    >>> say_as("a column of chips", "made")
    'made'
    """
    return Said(message, values, context)


def say_number(one: str, many: str, number: int, /, **values: object) -> Said:
    """A sentence that counts; ``{number}`` is the number in it.

    >>> say_number("{number} trick", "{number} tricks", 2)
    '2 tricks'
    """
    return Said(one, {"number": number, **values}, many=many, number=abs(number))


def personal(said: Said, own: Mapping[Any, Said]) -> Said:
    """A sentence about players, each of whom is told otherwise.

    Args:
        said: what everybody else is told.
        own: by seat, what its player is told.

    >>> personal(say("{who} passes", who=Player(2)), {2: say("you pass")})
    'seat 2 passes'
    """
    return Personal(said, {**getattr(said, "own", {}), **own})


def term(text: str) -> Said:
    """A name that stands in a telling or a file, such as that of a bid; it may have a translation.

    >>> term("Petite Misère").message
    'Petite Misère'
    """
    return text if isinstance(text, Said) else _term(text)


@lru_cache(maxsize=1024)
def _term(text: str) -> Said:
    """The name of a bid stands in every bill of it."""
    return Said(text, _NOTHING)


def joined(between: str, parts: Iterable[object]) -> Said:
    """Sentences, players or cards side by side.

    >>> joined("; ", ["nobody cuts", say("{who} deals", who=Player(1))])
    'nobody cuts; seat 1 deals'
    """
    return Joined(between, tuple(parts))


def listed(parts: Iterable[object], last: str = "and") -> Said:
    """``a``, ``a and b``, ``a, b and c``; with ``or`` as ``last`` the same with that word.

    >>> listed(["hearts", "spades", "clubs"]), listed([Player(1), Player(3)], last="or")
    ('hearts, spades and clubs', 'seat 1 or seat 3')
    """
    *before, end = parts
    if not before:
        return joined("", (end,))
    first = before[0] if len(before) == 1 else joined(", ", before)
    if last == "or":
        return say("{first} or {last}", first=first, last=end)
    return say("{first} and {last}", first=first, last=end)


def sentence_of(text: str) -> Said:
    """A whole sentence, with a capital and a full stop.

    >>> sentence_of("nobody cuts")
    'Nobody cuts.'
    """
    return say("{sentence:capital}.", sentence=term(text))
