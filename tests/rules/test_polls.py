"""Chicane, contested bids, concession."""

from __future__ import annotations

from typing import Any

import pytest

import boston_rules as br
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule, ContestRule
from boston_rules.rules.polls import ConcessionPoll


class Resigning(ConcessionPoll):
    """A stranger's rule that says nothing of the pool."""

    def ask(self, play: Any, /) -> Any:
        """Nobody."""
        return play

    def phases(self) -> tuple[type[Any], ...]:
        """None."""
        return ()

    def words(self) -> str:
        """The rule in English."""
        return "the opponents resign"


@pytest.mark.parametrize("key", ["5", "little-misere", "13-table"])
def test_a_conceded_bid_takes_the_pool_unless_the_rule_says_otherwise(key: str) -> None:
    ladder = br.get_variant("fontainebleau").ladder
    assert Resigning().takes_pool(ladder[key], ladder)


def test_words() -> None:
    assert "takes 3 chips from each other player" in ChicaneRule(3).words()
    assert ChicaneRule().chips == 2
    contest = ContestRule(("5", "6"), pool_tricks=8)
    assert "5 and 6" in contest.words()
    assert "takes 8 tricks or more" in contest.words()
    assert ContestRule(("5",)).pool_tricks == 7
    assert "after the first trick" in ConcessionRule().words()
