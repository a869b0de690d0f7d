"""What a player can type beside his actions, in all languages: words that ask, and yes and no."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final, TypeVar

from boston_rules.core.arguments import check_type
from boston_rules.core.saying import Said, say, say_as
from boston_rules.rules.ladder import normal_key
from boston_rules.telling.language import Speaker, languages, spoken

__all__ = ["Aside", "Reply", "aside_of", "reply_of"]

_BETWEEN: Final = "|"
"""Stands between words of which any may be typed; the first of them is shown."""


class _Typed(Enum):
    """Something that is said by a word."""

    @property
    def words(self) -> str:
        """The words, with bars between them."""
        said: Said = self.value[0]
        return said

    @property
    def word(self) -> str:
        """The usual word, in the language of the moment."""
        return spoken(self.words).partition(_BETWEEN)[0]


_T = TypeVar("_T", bound=_Typed)


class Aside(_Typed):
    """What may be asked for at the table; it is no action.

    >>> Aside.PRICES.word, Aside.PRICES.about
    ('prices', 'what the bids, or the contract, cost')
    """

    # Translators: words that a player types, any of them; a bar between two, the usual one first.
    HAND = say_as("typed", "hand|my cards|cards"), say("your cards")
    LAST = say_as("typed", "last"), say("the last trick")
    SCORE = say_as("typed", "score"), say("everybody's chips, and the deals so far")
    PRICES = say_as("typed", "prices"), say("what the bids, or the contract, cost")
    HINT = say_as("typed", "hint"), say("what a bot would do in your place")
    UNDO = (
        say_as("typed", "undo"),
        say("take back what you did last in this deal; the report says so"),
    )
    TABLE = say_as("typed", "table|show table"), say("the table again")
    HELP = say_as("typed", "help|?|what can i do"), say("this")
    QUIT = say_as("typed", "quit|exit|q"), say("leave the table")

    @property
    def about(self) -> Said:
        """What it shows or does."""
        said: Said = self.value[1]
        return said


class Reply(_Typed):
    """An answer to a question."""

    YES = (say_as("typed", "yes|y"),)
    NO = (say_as("typed", "no|n"),)


def aside_of(text: str) -> Aside | None:
    """What a word asks for, in whatever language; ``None`` for anything else.

    >>> aside_of("HELP"), aside_of("six hearts")
    (<Aside.HELP: ('help|?|what can i do', 'this')>, None)
    """
    check_type("text", text, str, "a str")
    return _asides().get(normal_key(text))


def reply_of(text: str) -> Reply | None:
    """Whether a word says yes or no, in whatever language; ``None`` for anything else.

    >>> reply_of("Y").name, reply_of("friday.txt")
    ('YES', None)
    """
    check_type("text", text, str, "a str")
    return _replies().get(normal_key(text))


@cache
def _asides() -> Mapping[str, Aside]:
    return _by_word(Aside)


@cache
def _replies() -> Mapping[str, Reply]:
    return _by_word(Reply)


def _by_word(kind: type[_T]) -> dict[str, _T]:
    """By the words of all languages; English has a word that means two things."""
    return {
        normal_key(word): each
        for lang in reversed(languages())
        for each in kind
        for word in Speaker(lang)(each.words).split(_BETWEEN)
    }
