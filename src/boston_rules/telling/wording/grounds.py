"""Why something is a rule, in words: what it decides, and the statements on which it rests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from boston_rules.core.saying import Said, joined, listed, say, say_number, sentence_of
from boston_rules.core.transfers import Line
from boston_rules.edition.grounds import Ground
from boston_rules.edition.statements import Fate, Statement
from boston_rules.rules.variant import Variant
from boston_rules.telling.wording.phrases import describe
from boston_rules.telling.wording.rulewords import words_of
from boston_rules.telling.wording.terms import label_with

__all__ = ["decided_words", "fate_words", "place_words", "rule_words"]

_MOST: Final = 6
"""Actions or lines that are told of a ground; the rest are counted."""


def decided_words(variant: Variant, ground: Ground) -> Said:
    """The actions or lines of a bill that a ground decides.

    >>> import boston_rules as br
    >>> from boston_rules.telling.wording.grounds import decided_words
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start("classic", dealer=3, hands=hands)
    >>> passing, bidding, *_ = br.why(state)
    >>> print(decided_words(state.variant, passing), "/", decided_words(state.variant, bidding))
    ... # doctest: +NORMALIZE_WHITESPACE
    pass / Boston in spades, Boston in clubs, Boston in hearts, Boston in diamonds, Six in spades,
    Six in clubs and 26 others
    """
    told = [
        label_with(each.reason, each.chips) if isinstance(each, Line) else describe(each, variant)
        for each in ground.decides
    ]
    more = len(told) - _MOST
    if more > 1:
        others = say_number("{number} other", "{number} others", more)
        return listed((*told[:_MOST], others))
    return listed(told)


def rule_words(variant: Variant, ground: Ground) -> str:
    """The rule in a sentence; empty where it says nothing of itself."""
    words = getattr(ground.rule, "words", None)
    return sentence_of(words_of(variant, ground.rule)) if callable(words) else ""


def place_words(statement: Statement) -> Said:
    """Where a statement stands in its telling.

    >>> from boston_rules.edition.statements import texts
    >>> from boston_rules.telling.wording.grounds import place_words
    >>> print(place_words(texts()["WEB"].statements[18]))
    WEB.19, The Bidding Ladder, 1, line 70
    """
    first, last = statement.lines
    lines = say("line {first}", first=first)
    if last > first:
        lines = say("lines {first} to {last}", first=first, last=last)
    part = statement.part if statement.item is None else f"{statement.part}, {statement.item}"
    return joined(", ", (statement.identifier, part, lines))


def _ruled(of: Statement) -> Said:
    return say_number(
        "decided by ruling {rulings}",
        "decided by rulings {rulings}",
        len(of.rulings),
        rulings=", ".join(of.rulings),
    )


def _option(of: Statement) -> Said:
    return say("followed with the option {option}", option=of.option)


def _superseded(of: Statement) -> Said:
    return say("{tellings} is followed instead: {why}", tellings=listed(of.by), why=of.why)


_FATES: Final[Mapping[Fate, Callable[[Statement], Said]]] = {
    "followed": lambda of: say("followed"),
    "option": _option,
    "ruled": _ruled,
    "superseded": _superseded,
    "not modelled": lambda of: say("in no game: {why}", why=of.why),
}


def fate_words(statement: Statement) -> Said:
    """What was made of a statement."""
    return _FATES[statement.fate](statement)
