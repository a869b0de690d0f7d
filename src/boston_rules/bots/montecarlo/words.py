"""Which word is worth most, by values fitted to the words of very many deals.

``python -m benchmarks.bidding`` plays the deals and writes the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from operator import mul
from typing import Any, Final

from attrs import frozen

from boston_rules import Action, Decline, State
from boston_rules.bots.montecarlo.facts import (
    AUCTION,
    KINDS,
    WORD,
    auction_facts,
    can_join,
    word_facts,
)

__all__ = ["FITTED_WORDS", "WordValues", "are_words", "best_word", "load_word_values"]

_Rows = tuple[tuple[float, ...], ...]


@frozen
class WordValues:
    """A network with one hidden layer, whose output tells words apart; its unit means nothing."""

    auction: _Rows
    """By neuron, the weights of what is known before a word is chosen."""
    word: _Rows
    """By neuron, the weights of what is known of the word."""
    bias: tuple[float, ...]
    """By neuron."""
    out: tuple[float, ...]
    """By neuron, what it adds to the value."""

    def values(self, auction: Sequence[float], words: Sequence[Sequence[float]]) -> list[float]:
        """The value of each word: the higher, the more chips it promises.

        Args:
            auction: facts as by ``auction_facts``.
            words: facts as by ``word_facts``.

        >>> from boston_rules.bots.montecarlo.words import WordValues
        >>> one = WordValues(auction=((1.0,),), word=((2.0,),), bias=(-1.0,), out=(10.0,))
        >>> one.values([3.0], [[0.5], [-4.0]])
        [30.0, 0.0]
        """
        common = [
            bias + sum(map(mul, weights, auction))
            for bias, weights in zip(self.bias, self.auction, strict=True)
        ]
        return [
            sum(
                out * max(0.0, start + sum(map(mul, weights, facts)))
                for out, start, weights in zip(self.out, common, self.word, strict=True)
            )
            for facts in words
        ]


def load_word_values(document: Mapping[str, Any]) -> WordValues:
    """The values that a document of ``benchmarks.bidding`` holds.

    Raises:
        ValueError: they are by other facts.
    """
    if (tuple(document["auction facts"]), tuple(document["word facts"])) != (AUCTION, WORD):
        raise ValueError("the values of words are by other facts")
    auction, word = (tuple(map(tuple, document[name])) for name in ("auction", "word"))
    return WordValues(auction, word, tuple(document["bias"]), tuple(document["out"]))


FITTED_WORDS: Final = load_word_values(
    json.loads(files(__package__).joinpath("words.json").read_text("utf-8"))
)
"""The values that the bot bids by."""


def are_words(view: State, seat: int, choices: Sequence[Action]) -> bool:
    """Whether all of some actions are words that have values.

    To accept and to decline may be answers to another question than who is to be the partner.
    """
    if any(isinstance(action, Decline) for action in choices) and not can_join(view, seat):
        return False
    return all(isinstance(action, KINDS) for action in choices)


def best_word(
    view: State, seat: int, choices: Sequence[Action], habit: Action, values: WordValues
) -> Action:
    """The word that promises most.

    Args:
        view: of the seat to speak.
        seat: whose view it is.
        choices: the words worth a thought.
        habit: what a simple player would say, one of them.
        values: what words are worth.
    """
    facts = word_facts(view, seat, choices, habit)
    found = values.values(auction_facts(view, seat), facts)
    return choices[max(range(len(choices)), key=lambda at: (found[at], choices[at] == habit))]
