"""What one deal leaves to the next."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from tests.phases.table_talk import act, all_pass, finish, last_lawful, reach, settled

import boston_rules as br
from boston_rules.records.evening import Entry, begun_evening, next_table
from boston_rules.rules.carryover import PLAIN, AfterThrownIn, Conditions

GOULASH = Conditions("goulash", stakes=2, gathered=True, packets=(5, 5, 3))


@pytest.mark.parametrize("left", [Conditions("trebled", stakes=3), GOULASH])
def test_left_once_by_a_deal_thrown_in_and_gone_after_one_played(left: Conditions) -> None:
    rule = AfterThrownIn(left)
    assert rule.possible == (PLAIN, left)
    for before in rule.possible:
        assert rule.following(before, None, played=False, made=None) == left
        assert rule.following(before, None, played=True, made=None) == PLAIN


def test_N16_a_deal_lost_by_a_misdeal_leaves_the_conditions_as_they_are() -> None:
    """It is neither played nor thrown in: nobody has passed."""
    house = br.variants.TwoPackHoyle(enforcement="table", carryover=AfterThrownIn(GOULASH))
    state = br.start(house, dealer=0)
    found = []
    for ending in ("misdeal", "pass", "misdeal", "pass", "bid"):
        state = reach(state, "auction", rng=random.Random(1))
        found.append(state.table.conditions)
        if ending == "misdeal":
            state = act(state, "misdeal")
        elif ending == "pass":
            state = all_pass(state)
        else:
            state = finish(state, last_lawful)
        state = br.next_deal(settled(state))
    assert found == [PLAIN, PLAIN, GOULASH, GOULASH, GOULASH]
    assert state.table.conditions == PLAIN


def test_N16_at_the_evening_of_a_real_table() -> None:
    house = br.variants.TwoPackHoyle(carryover=AfterThrownIn(GOULASH))
    passed = Entry(None, br.Outcome((0, 0, 0, 0)))
    evening, found = begun_evening(house, ("Ann", "Ben", "Cat", "Dan")), []
    for infractions in ((br.Infraction("misdeal", 0),), (), (br.Infraction("misdeal", 2),)):
        entry = evolve(passed, infractions=infractions)
        evening = evolve(evening, entries=(*evening.entries, entry))
        table = next_table(evening)
        assert table is not None
        found.append(table.conditions)
    assert found == [PLAIN, GOULASH, GOULASH]


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
