"""The words of the game that a beginner does not know, each with a line that explains it.

>>> from boston_rules.telling.glossary import words_met
>>> [word for word, meaning in words_met(["Asked for a whister. Belle is ♥."])]
['whister', 'belle']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from boston_rules.core.saying import Said, say_as
from boston_rules.telling.language import spoken

__all__ = ["GLOSSARY", "words_met"]

GLOSSARY: Final = (
    (
        say_as("word of the glossary", "whister"),
        say_as("glossary", "who joins the declarer as partner, and promises tricks of his own"),
    ),
    (
        say_as("word of the glossary", "belle"),
        say_as("glossary", "the suit turned in the first deal; it ranks highest all session"),
    ),
    (
        say_as("word of the glossary", "petite"),
        say_as("glossary", "the suit turned in this deal; it ranks next to belle"),
    ),
    (
        say_as("word of the glossary", "eldest"),
        say_as("glossary", "the player after the dealer, who speaks and mostly leads first"),
    ),
    (
        say_as("word of the glossary", "misère"),
        say_as("glossary", "a contract to win no trick, without trumps"),
    ),
    (
        say_as("word of the glossary", "Piccolissimo"),
        say_as("glossary", "a contract to win exactly one trick, without trumps"),
    ),
    (
        say_as("word of the glossary", "honours"),
        say_as("glossary", "ace, king, queen and jack of trumps, which raise the price"),
    ),
    (
        say_as("word of the glossary", "chicane"),
        say_as("glossary", "a hand dealt without a trump"),
    ),
    (
        say_as("word of the glossary", "preference"),
        say_as("glossary", "the suit of the turned card, in which bids rank higher"),
    ),
    (
        say_as("word of the glossary", "colour"),
        say_as("glossary", "the other suit of the turned card's colour, next after preference"),
    ),
    (
        say_as("word of the glossary", "pool"),
        say_as("glossary", "chips in the middle, which antes and losses feed and a bid may win"),
    ),
    (
        say_as("word of the glossary", "antes"),
        say_as("glossary", "chips paid into the pool before a deal"),
    ),
    (
        say_as("word of the glossary", "slam"),
        say_as("glossary", "an undertaking to win every trick"),
    ),
    (
        say_as("word of the glossary", "revoke"),
        say_as("glossary", "not following suit although one could"),
    ),
    (
        say_as("word of the glossary", "demande"),
        say_as("glossary", "a bid of five tricks that another may support"),
    ),
    (
        say_as("word of the glossary", "grand"),
        say_as("glossary", "played without trumps"),
    ),
)
"""Words and what they mean, both to be said in a language."""


def words_met(texts: Iterable[object]) -> list[tuple[Said, Said]]:
    """The words of the glossary that stand in texts as they are displayed, in its order.

    Args:
        texts: sentences, each of which is said in the language of the moment.

    >>> [word for word, meaning in words_met(["Bob bids Petite Misère."])]
    ['misère']
    """
    shown = "\n".join(map(spoken, texts)).casefold()
    words = [re.escape(spoken(word).casefold()) for word, _ in GLOSSARY]
    # Before another of the words it is a part of a name: Petite Misère is no suit.
    end = rf"(?!\w|\s+(?:{'|'.join(words)})(?!\w))"
    return [
        entry
        for entry, word in zip(GLOSSARY, words, strict=True)
        if re.search(rf"(?<!\w){word}{end}", shown)
    ]
