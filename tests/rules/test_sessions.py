"""How long a session is."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.rules.passed_out import LastTrickTakesPool, ThrownIn
from boston_rules.rules.sessions import BostonBonus, SessionRule


def test_the_sessions_of_the_tellings() -> None:
    found = {}
    for slug in ("fontainebleau", "american", "french"):
        rule = br.get_variant(slug).session
        found[slug] = (rule.deals, rule.starting_chips, rule.last_pool, rule.first_to)
    assert found == {
        "fontainebleau": (12, 1600, "adversaries", None),
        "american": (12, 1600, "all", None),
        "french": (40, 0, "all", None),
    }


def test_the_last_deal_by_number() -> None:
    rule = SessionRule(deals=3)
    assert [rule.ends(deal, (9999,) * 4) for deal in (1, 2, 3, 4)] == [False, False, True, True]


def test_the_last_deal_by_chips() -> None:
    rule = SessionRule(deals=3, first_to=500)
    assert not rule.ends(50, (499, -100, 0, 0))
    assert rule.ends(1, (0, 0, 0, 500))
    assert rule.ends(1, (501, 600, 0, 0))


def test_a_goal_that_is_reached_before_the_first_deal_is_nonsense() -> None:
    found = SessionRule(first_to=500, starting_chips=500).problems()
    assert len(found) == 1
    assert "500" in found[0]
    assert SessionRule(first_to=500, starting_chips=499).problems() == []
    assert SessionRule().problems() == []


@pytest.mark.parametrize("other", [{"first_to": 2000}, {"play_out": 40}])
def test_a_grand_is_the_one_deal_after_a_number_of_them(other: dict[str, Any]) -> None:
    grand = LastTrickTakesPool()
    assert SessionRule(grand=grand).problems() == []
    found = SessionRule(grand=grand, **other).problems()
    assert found == ["a grand follows a number of deals, and none follow it"]


def test_a_grand_that_is_thrown_in_is_nonsense() -> None:
    found = SessionRule(grand=ThrownIn()).problems()
    assert found == ["a grand is played, but its rule throws the hands in"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deals", 0),
        ("deals", -1),
        ("deals", "12"),
        ("deals", True),
        ("deals", None),
        ("starting_chips", -1),
        ("starting_chips", 1.5),
        ("first_to", 0),
        ("first_to", "500"),
        ("last_pool", "nobody"),
    ],
)
def test_what_no_session_has_is_refused(name: str, value: object) -> None:
    given: Any = {name: value}
    with pytest.raises(br.VariantError, match=name):
        SessionRule(**given)


def test_words() -> None:
    words = SessionRule().words()
    assert "12 deals" in words
    assert "start at 0" in words
    assert "divided among all" in words
    assert "adversaries" not in words
    other = SessionRule(starting_chips=1600, last_pool="adversaries", first_to=2000).words()
    for said in ("1600 chips", "first to 2000", "adversaries divide it"):
        assert said in other
    grand = SessionRule(grand=LastTrickTakesPool()).words()
    assert grand.endswith(f"a grand: one deal more, {LastTrickTakesPool().words()}")
    assert "divided among all" not in grand
    assert "takes 2 chips" in BostonBonus(2).words()
    assert "whoever wins" in BostonBonus(2).words()


def test_nonsense_in_a_session() -> None:
    grand = LastTrickTakesPool()
    for rule, said in (
        (SessionRule(first_to=500, late_deals=8), "no last deals"),
        (SessionRule(first_to=500, play_out=4), "nor deals after them"),
        (SessionRule(grand=grand, play_out=4), "a grand follows a number of deals"),
        (SessionRule(first_to=500, grand=grand), "and none follow it"),
        (SessionRule(grand=ThrownIn()), "throws the hands in"),
    ):
        (problem,) = rule.problems()
        assert said in problem
    assert SessionRule(play_out=4).problems() == SessionRule(grand=grand).problems() == []


def test_deals_after_the_last_and_a_grand_in_words() -> None:
    assert "at most 40 more are played until the pool is empty" in SessionRule(play_out=40).words()
    assert "a grand: one deal more" in SessionRule(grand=LastTrickTakesPool()).words()


def test_a_grand_needs_a_pool() -> None:
    grand = br.get_variant("american-foster", end="grand")
    with pytest.raises(br.VariantError, match="a grand is played for the pool, but there is none"):
        evolve(grand, pool=None, concession=None)
