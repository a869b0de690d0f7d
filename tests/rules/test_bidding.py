"""Who may bid again."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen
from tests.phases.table_talk import SUITS

import boston_rules as br
from boston_rules.core.errors import PassedOut
from boston_rules.rules.bidding import (
    BiddingRule,
    FreeReturn,
    OneRound,
    OutOfBidding,
    ReEntry,
    ReturnWith,
    UntilAllPass,
)
from boston_rules.rules.ladder import Step
from boston_rules.testing import Walk, random_walk

AMERICAN = br.get_variant("american")


def rule_of(slug: str) -> UntilAllPass:
    rule = br.get_variant(slug).bidding
    assert isinstance(rule, UntilAllPass)
    return rule


@pytest.mark.parametrize(
    ("rule", "keys"),
    [
        (OutOfBidding(), []),
        (FreeReturn(), [step.key for step in AMERICAN.ladder]),
        (ReturnWith(("little-misere", "grand-misere")), ["little-misere", "grand-misere"]),
        (ReturnWith(()), []),
    ],
)
def test_what_a_passed_player_may_still_bid(rule: ReEntry, keys: list[str]) -> None:
    assert [step.key for step in AMERICAN.ladder if rule.allows(step)] == keys


def test_P24_the_spreads_do_not_bring_a_passed_player_back() -> None:
    rule = rule_of("american").reentry
    assert [step.key for step in AMERICAN.ladder if rule.allows(step)] == [
        "little-misere",
        "grand-misere",
    ]


@pytest.mark.parametrize("slug", ["fontainebleau", "french"])
def test_elsewhere_a_passed_player_is_out(slug: str) -> None:
    rule = rule_of(slug).reentry
    assert not any(rule.allows(step) for step in br.get_variant(slug).ladder)


def test_R39_only_french_boston_bars_a_misere_after_a_tricks_bid() -> None:
    barred = {
        slug: not rule_of(slug).misere_after_tricks
        for slug in ("fontainebleau", "american", "french")
    }
    assert barred == {"fontainebleau": False, "american": False, "french": True}


def test_words() -> None:
    assert "is out of the bidding" in UntilAllPass().words()
    assert "misère" not in UntilAllPass().words()
    assert "may not bid a misère" in UntilAllPass(misere_after_tricks=False).words()
    assert "little-misere or grand-misere" in AMERICAN.bidding.words()
    assert "any higher bid" in UntilAllPass(FreeReturn()).words()


@frozen
class JustUsual(BiddingRule):
    """A rule that says nothing of its own."""

    source: br.Cite | None = None

    def words(self) -> str:
        return "as usual"


@frozen
class Overfull(JustUsual):
    """A rule that remembers too much."""

    def marked(self, mark: int, call: br.Action, step: Step | None) -> int:
        return 256


@pytest.mark.parametrize("slug", ["fontainebleau", "classic", "english-boston"])
def test_the_usual_answers_are_those_of_an_auction_until_all_pass(slug: str) -> None:
    plain = evolve(br.get_variant(slug), bidding=UntilAllPass())
    usual = evolve(plain, bidding=JustUsual())
    for seed in range(6):
        walk = random_walk(plain, seed=seed)
        again = Walk.parse(usual, walk.text)
        assert again.taken == walk.taken
        for one, other in zip(walk.states[0], again.states[0], strict=True):
            assert br.legal_actions(one) == br.legal_actions(other)


def test_who_has_passed_is_told_so() -> None:
    house = evolve(br.get_variant("fontainebleau"), bidding=JustUsual())
    low = house.ladder.steps[0]
    assert house.bidding.forbids(low, house.bidding.marked(0, br.Pass(), None)) == (
        PassedOut,
        "a player who has passed is out of the bidding",
    )


def test_a_mark_is_a_number_up_to_255() -> None:
    house = evolve(br.get_variant("fontainebleau"), bidding=Overfull())
    with pytest.raises(ValueError, match="Overfull marks a seat with 256, not with 0 to 255"):
        br.start(house, hands=SUITS)


def test_one_round_in_words() -> None:
    """Each player is asked once, and the rule says so."""
    rule = OneRound()
    mark = rule.marked(0, br.Pass(), None)
    assert rule.asks(0)
    assert not rule.asks(mark)
    assert rule.words().startswith("each player speaks once")
