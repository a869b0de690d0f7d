"""The words of the game that a beginner does not know, each with a line that explains it.

>>> from boston_rules.telling.glossary import words_met
>>> [entry.word for entry in words_met(["Asked for a whister. Belle is ♥."])]
['whister', 'belle']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from attrs import frozen

from boston_rules.core.saying import Said, say_as
from boston_rules.core.sources import Cite
from boston_rules.rules.variant import Variant
from boston_rules.telling.language import spoken
from boston_rules.variants.registry import telling

__all__ = ["GLOSSARY", "Entry", "words_met"]


@frozen
class Entry:
    """A word, what it means, and the telling that has it in this sense; the explanation is ours."""

    word: Said
    meaning: Said
    source: Cite
    apart: bool = False
    """Whether it is another word where one follows it: *grand*, but not *Grand Misère*."""
    bid: str = ""
    """The key of the bid that it names. In a game without it the word is an everyday one: in French
    *demande* is what everybody does who bids."""


GLOSSARY: Final = (
    Entry(
        say_as("word of the glossary", "whister"),
        say_as("glossary", "the player who has agreed to be the declarer's partner in this deal"),
        Cite(telling("ENC"), "list of bids, 1"),
    ),
    Entry(
        say_as("word of the glossary", "belle"),
        say_as("glossary", "the suit turned in the first deal, for the whole session"),
        Cite(telling("CATS"), "French Boston, initial deal"),
    ),
    Entry(
        say_as("word of the glossary", "petite"),
        say_as(
            "glossary", "the suit turned in this deal; none in the first deal, or when it is belle"
        ),
        Cite(telling("CATS"), "French Boston, initial deal"),
    ),
    Entry(
        say_as("word of the glossary", "the Boston"),
        say_as("glossary", "the jack that is the highest trump, above the ace"),
        Cite(telling("ENC"), "Boston de Nantes"),
    ),
    Entry(
        say_as("word of the glossary", "eldest"),
        say_as(
            "glossary",
            "the player after the dealer, who speaks first, and leads first unless the bid says "
            "otherwise",
        ),
        Cite(telling("ENC"), "The play"),
    ),
    Entry(
        say_as("word of the glossary", "misère"),
        say_as("glossary", "a contract to win no trick, without trumps"),
        Cite(telling("ENC"), "list of bids"),
    ),
    Entry(
        say_as("word of the glossary", "Piccolissimo"),
        say_as("glossary", "a contract to win exactly one trick, without trumps"),
        Cite(telling("ENC"), "list of bids"),
    ),
    Entry(
        say_as("word of the glossary", "honours"),
        say_as("glossary", "ace, king, queen and jack of the trump suit, which raise the price"),
        Cite(telling("CATS"), "winning the hand and scoring"),
    ),
    Entry(
        say_as("word of the glossary", "chicane"),
        say_as("glossary", "a hand dealt without a trump"),
        Cite(telling("ENC"), "Russian Boston"),
    ),
    Entry(
        say_as("word of the glossary", "superpreference"),
        say_as("glossary", "the suit in which bids rank highest all session"),
        Cite(telling("ENC"), "Mariland"),
    ),
    Entry(
        say_as("word of the glossary", "preference"),
        say_as("glossary", "the suit of the turned card, in which bids rank higher"),
        Cite(telling("PKW"), "The Deal and Bid"),
    ),
    Entry(
        say_as("word of the glossary", "colour"),
        say_as("glossary", "the other suit of the turned card's colour, next after preference"),
        Cite(telling("PKW"), "The Deal and Bid"),
    ),
    Entry(
        say_as("word of the glossary", "pool"),
        say_as("glossary", "chips in the middle, which antes and losses feed and a bid may win"),
        Cite(telling("ENC"), "The play"),
    ),
    Entry(
        say_as("word of the glossary", "antes"),
        say_as("glossary", "chips paid into the pool before a deal"),
        Cite(telling("WEB"), "Setup and Deal, 1"),
    ),
    Entry(
        say_as("word of the glossary", "slam"),
        say_as("glossary", "an undertaking to win every trick"),
        Cite(telling("CATS"), "French Boston, slams"),
    ),
    Entry(
        say_as("word of the glossary", "revoke"),
        say_as("glossary", "not following suit although one could"),
        Cite(telling("ENC"), "laws of the game, 9 and 10"),
    ),
    Entry(
        say_as("word of the glossary", "demande"),
        say_as("glossary", "a bid of five tricks that another may support"),
        Cite(telling("ENC"), "Le Whisch Bostonien"),
        apart=True,
        bid="demande",
    ),
    Entry(
        say_as("word of the glossary", "grand"),
        say_as("glossary", "without trumps, and not to avoid tricks"),
        Cite(telling("FOSTER"), "p. 174, players"),
        apart=True,
    ),
)
"""Words and what they mean, both to be said in a language."""


_ALSO_IN_NAMES: Final = ("indépendance",)
"""Before these a word is a part of the name of a bid too."""


def words_met(texts: Iterable[object], variant: Variant | None = None) -> list[Entry]:
    """The words of the glossary that stand in texts as they are displayed, in its order.

    Args:
        texts: sentences, each of which is said in the language of the moment.
        variant: the game that is spoken of; without it bids of any game are named.

    >>> [entry.word for entry in words_met(["Bob bids Petite Misère, Alice Seven grand."])]
    ['misère', 'grand']
    """
    shown = "\n".join(map(spoken, texts)).casefold()
    words = {
        spoken(entry.word).casefold(): entry
        for entry in GLOSSARY
        if variant is None or not entry.bid or entry.bid in variant.ladder
    }
    either = "|".join(map(re.escape, words))
    # Before another of the words, in this language or as in the name of a bid, it is a part of a
    # name: Petite Misère is no suit.
    in_names = (entry.word.message.casefold() for entry in GLOSSARY)
    names = "|".join(map(re.escape, {*words, *in_names, *_ALSO_IN_NAMES}))
    place = rf"(?<!\w)({either})(?!\w|\s+(?:{names})(?!\w))(?=([ \u00a0]+\w)?)"
    met = {word for word, name in re.findall(place, shown) if not (name and words[word].apart)}
    return [entry for word, entry in words.items() if word in met]
