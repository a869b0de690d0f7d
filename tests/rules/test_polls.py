"""Chicane, contested bids, concession."""

from __future__ import annotations

from typing import Any

import boston_rules as br
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule, ContestRule
from boston_rules.rules.polls import ConcessionPoll
from boston_rules.rules.pool import AtOrAbove


def test_words() -> None:
    assert "takes 3 chips from each other player" in ChicaneRule(3).words()
    assert ChicaneRule().chips == 2
    contest = ContestRule(("5", "6"), pool_tricks=8)
    assert "5 and 6" in contest.words()
    assert "takes 8 tricks or more" in contest.words()
    assert ContestRule(("5",)).pool_tricks == 7
    assert "after the first trick" in ConcessionRule().words()


class AlwaysPays(ConcessionPoll):
    """A concession of somebody else's, who says nothing of the pool."""

    source = None

    def ask(self, play: Any, /) -> Any:
        return play

    def phases(self) -> tuple[type[Any], ...]:
        return ()

    def words(self) -> str:
        return "the opponents may pay"


def test_a_conceded_bid_takes_the_pool_unless_the_rule_says_otherwise() -> None:
    ladder = br.get_variant("american").ladder
    assert AlwaysPays().takes_pool(ladder["5"], ladder)
    assert not ConcessionRule(AtOrAbove("7")).takes_pool(ladder["5"], ladder)
