"""Who may bid again."""

from __future__ import annotations

import pytest

import boston_rules as br
from boston_rules.rules.bidding import FreeReturn, OutOfBidding, ReEntry, ReturnWith, UntilAllPass

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
