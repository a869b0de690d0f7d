"""Which rules ask something between the auction and the first lead, and in which order."""

from __future__ import annotations

from functools import lru_cache

from boston_rules.core.contract import Contract
from boston_rules.deal.questions.discarding import DISCARDING
from boston_rules.deal.questions.naming import NAMING
from boston_rules.deal.questions.question import QuestionRule
from boston_rules.rules.variant import Variant

__all__ = ["next_place", "questions_of"]


@lru_cache(maxsize=256)
def questions_of(variant: Variant) -> tuple[QuestionRule, ...]:
    """The rules of a variant that may ask something before the first lead, in order.

    Partner, trump suit, chicane, contest, those that a variant brings besides, discards.
    """
    rules = (
        variant.partners,
        NAMING,
        variant.chicane,
        variant.contest,
        *variant.questions,
        DISCARDING,
    )
    return tuple(rule for rule in rules if isinstance(rule, QuestionRule))


@lru_cache(maxsize=16384)
def next_place(variant: Variant, contract: Contract, done: int) -> int:
    """The place of the next rule that asks about a contract; -1 where nothing is left to ask."""
    rules = questions_of(variant)
    for place in range(done, len(rules)):
        if rules[place].arises(variant, contract):
            return place
    return -1
