"""Words that need no deal: classes of suits, verdicts, and a name with its value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from boston_rules.core.saying import Said, say, say_as, say_number

__all__ = ["class_word", "label_with", "verdict_with", "verdict_words"]

_CLASSES: Final[Mapping[str, Said]] = {
    "plain": say_as("suit class", "plain"),
    "colour": say_as("suit class", "colour"),
    "preference": say_as("suit class", "preference"),
    "grand": say_as("suit class", "grand"),
}


def class_word(suit_class: str) -> Said:
    """A class of suits, or ``grand`` for a bid of tricks without trumps.

    >>> class_word("preference")
    'preference'
    """
    return _CLASSES[suit_class]


def label_with(name: str, value: object) -> Said:
    """A name and what belongs to it.

    >>> label_with("made", "30")
    'made: 30'
    """
    return say("{name}: {value}", name=name, value=value)


def verdict_words(made: bool | None) -> Said:
    """How a deal has ended; ``None`` where nobody has bid.

    >>> verdict_words(True), verdict_words(None)
    ('made', 'all passed')
    """
    if made is None:
        return say("all passed")
    return say_as("verdict", "made") if made else say_as("verdict", "lost")


def verdict_with(tricks: int, *, made: bool) -> Said:
    """How a contract has ended, with so many tricks.

    >>> verdict_with(8, made=True)
    'made with 8 tricks'
    """
    if made:
        return say_number("made with {number} trick", "made with {number} tricks", tricks)
    return say_number("lost with {number} trick", "lost with {number} tricks", tricks)
