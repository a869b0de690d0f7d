"""What one deal leaves to the next."""

from __future__ import annotations

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.rules.carryover import PLAIN, AfterThrownIn, Conditions

GOULASH = Conditions("goulash", stakes=2, gathered=True, packets=(5, 5, 3))


@pytest.mark.parametrize("left", [Conditions("trebled", stakes=3), GOULASH])
def test_left_once_by_a_deal_thrown_in_and_gone_after_one_played(left: Conditions) -> None:
    rule = AfterThrownIn(left)
    assert rule.possible == (PLAIN, left)
    for before in rule.possible:
        assert rule.following(before, None, played=False, made=None) == left
        assert rule.following(before, None, played=True, made=None) == PLAIN


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"stakes": 0}, "stakes is a whole number from 1"),
        ({"stakes": True}, "stakes is a whole number from 1"),
        ({"antes": -1}, "antes is a whole number from 0"),
        ({"name": ""}, "the name of conditions has 1 to 40 small letters"),
        ({"name": "Goulash!"}, "the name of conditions has 1 to 40 small letters"),
    ],
)
def test_conditions_that_cannot_be(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(br.VariantError, match=problem):
        Conditions(**{"name": "goulash", **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("left", "problem"),
    [
        (PLAIN, r"each with a name of its own, not \['plain', 'plain'\]"),
        (Conditions("goulash", packets=(5, 5)), r"goulash: packets \(5, 5\) do not add up"),
        (Conditions("rich", antes=2), "rich: the antes are multiplied by 2, but there is no pool"),
    ],
)
def test_what_a_variant_cannot_leave(left: Conditions, problem: str) -> None:
    variant = evolve(br.get_variant("fontainebleau"), pool=None)
    with pytest.raises(br.VariantError, match=problem):
        evolve(variant, carryover=AfterThrownIn(left))


def test_words() -> None:
    assert PLAIN.words() == ""
    assert Conditions("x", antes=0).words() == "there are no antes"
    assert Conditions("x", antes=2).words() == "antes are multiplied by 2"
    assert AfterThrownIn(GOULASH).words() == (
        "when the hands are thrown in, until a deal is played: payments between players are "
        "multiplied by 2; the pack is gathered, not shuffled; cards are dealt in packets 5-5-3"
    )


def test_conditions_that_only_remember_something_have_words() -> None:
    assert PLAIN.words() == ""
    assert Conditions("once").words() == "all is as usual"
