"""Chicane, contested bids, concession."""

from __future__ import annotations

from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule, ContestRule


def test_words() -> None:
    assert "takes 3 chips from each other player" in ChicaneRule(3).words()
    assert ChicaneRule().chips == 2
    contest = ContestRule(("5", "6"), pool_tricks=8)
    assert "5 and 6" in contest.words()
    assert "takes 8 tricks or more" in contest.words()
    assert ContestRule(("5",)).pool_tricks == 7
    assert "after the first trick" in ConcessionRule().words()
