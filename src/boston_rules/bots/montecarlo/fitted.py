"""Values fitted to played deals: what others bid with, and how far a rollout is to be trusted.

``python -m benchmarks.outcomes`` plays the deals and writes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, TypeAlias

from attrs import frozen

from boston_rules.bots.simple.contracts import has_limit
from boston_rules.deal.terms import Terms

__all__ = ["FACTS", "FITTED", "Facts", "Fitted", "Odds", "facts_of", "load_fitted"]

FACTS: Final = ("exposed", "discard", "fewest", "most")
"""What is known of a contract whose declarer can win too many tricks.

Whether the hand is laid on the table, whether everybody discards a card, and the tricks that make
it. A contract that nobody has seen is likened to those that share the first of these facts.
"""
Facts: TypeAlias = tuple[int, ...]
"""The first of these facts, or all."""


@frozen
class Odds:
    """How likely players who look ahead make a contract, by what simple players make of it.

    A bid that simple players would make in a share of the sampled worlds is made so often as the
    two odds come to by that share.
    """

    made: float
    """In worlds where simple players make it."""
    lost: float
    """In worlds where they lose it."""


@frozen
class Fitted:
    """The values of one file."""

    doubt: float
    """Tricks by which a bidder may see his hand otherwise than the estimate."""
    boldness: float
    """Tricks of two hands that a bid may be short of by the estimate."""
    floor: float
    """How likely any word is whatever the hand."""
    unlike: tuple[float, float]
    """How likely a card is that a simple player would not have played, for one that he would: in
    contracts that ask for tricks, and in those whose declarer can win too many."""
    outcomes: Mapping[Facts, Odds]
    """By facts of a contract; those of no facts are there for all others."""

    def odds(self, facts: Facts) -> Odds:
        """The odds of the contracts that are most like one.

        >>> from boston_rules.bots.montecarlo.fitted import Fitted, Odds
        >>> fitted = Fitted(1, 0, 0, (1, 1), {(): Odds(0.9, 0.3), (1,): Odds(0.5, 0.1)})
        >>> fitted.odds((1, 0, 2, 3)), fitted.odds((0, 1, 0, 0))
        (Odds(made=0.5, lost=0.1), Odds(made=0.9, lost=0.3))
        """
        sizes = range(len(facts), -1, -1)
        return next(self.outcomes[facts[:size]] for size in sizes if facts[:size] in self.outcomes)


def facts_of(terms: Terms) -> Facts | None:
    """The facts of a contract; ``None`` where its declarer cannot win too many tricks."""
    step, goal = terms.step, terms.goal
    if step is None or goal is None or not has_limit(terms.variant, step):
        return None
    assert goal.most is not None, "it has a limit"
    return int(step.is_exposed), int(step.discard), goal.tricks, goal.most


def load_fitted(document: Mapping[str, Any]) -> Fitted:
    """The values that a document of ``benchmarks.outcomes`` holds."""
    belief = document["belief"]
    outcomes = {
        tuple(row[fact] for fact in FACTS if fact in row): Odds(row["made"], row["lost"])
        for row in document["outcomes"]
    }
    unlike = {row["limited"]: row["unlike"] for row in document["cards"]}
    return Fitted(
        belief["doubt"], belief["boldness"], belief["floor"], (unlike[0], unlike[1]), outcomes
    )


FITTED: Final = load_fitted(
    json.loads(files(__package__).joinpath("fitted.json").read_text("utf-8"))
)
"""The values that the bot thinks with."""
