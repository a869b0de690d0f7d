"""What a declarer's side must win: every answer of the goals."""

from __future__ import annotations

import pytest

from boston_rules.rules.goals import AtLeast, Exactly, Goal

GOALS: tuple[Goal, ...] = (*map(AtLeast, range(1, 14)), *map(Exactly, range(3)))


@pytest.mark.parametrize("goal", GOALS, ids=repr)
def test_how_many_tricks_make_it(goal: Goal) -> None:
    makes = {taken for taken in range(14) if goal.verdict(taken, 0)}
    assert min(makes) == goal.tricks
    assert max(makes) == (13 if goal.most is None else goal.most)
    assert makes == set(range(min(makes), max(makes) + 1))


def test_which_goals_have_a_most_and_count_tricks() -> None:
    assert (AtLeast(5).most, AtLeast(5).counted) == (None, True)
    assert (Exactly(0).most, Exactly(0).counted) == (0, False)
    assert (Exactly(1).most, Exactly(1).counted) == (1, False)


@pytest.mark.parametrize("goal", GOALS, ids=repr)
@pytest.mark.parametrize("total", [12, 13])
def test_a_verdict_is_given_exactly_once_no_trick_can_change_it(goal: Goal, total: int) -> None:
    """As if all that is left were tried out."""
    for played in range(total + 1):
        for taken in range(played + 1):
            left = total - played
            ends = {goal.verdict(taken + more, 0) for more in range(left + 1)}
            assert None not in ends
            assert goal.verdict(taken, left) == (ends.pop() if len(ends) == 1 else None)


@pytest.mark.parametrize("side", [(2,), (2, 0)])
def test_whose_tricks_count(side: tuple[int, ...]) -> None:
    assert AtLeast(5).binds(side) == side
    assert Exactly(0).binds(side) == (2,)


def test_a_partner_raises_what_is_counted_only() -> None:
    goal = AtLeast(5)
    assert goal.with_partner(3) == AtLeast(8)
    assert goal.with_partner(-2) == AtLeast(3)
    assert goal.with_partner(0) is goal
    assert Exactly(1).with_partner(3) == Exactly(1)


@pytest.mark.parametrize("taken", range(14))
def test_tricks_over_and_under(taken: int) -> None:
    goal = AtLeast(6)
    assert goal.over(taken) == (taken - 6 if taken > 6 else 0)
    assert goal.under(taken) == (6 - taken if taken < 6 else 0)
    assert goal.tricks + goal.over(taken) - goal.under(taken) == taken
    assert (Exactly(1).over(taken), Exactly(1).under(taken)) == (0, 0)


@pytest.mark.parametrize("goal", GOALS, ids=repr)
def test_one_more_is_wanted_unless_it_can_only_lose(goal: Goal) -> None:
    for taken in range(13):
        lost = goal.verdict(taken, 1) is not False and goal.verdict(taken + 1, 0) is False
        if goal.most is None:
            assert goal.wants(taken)
        else:
            assert goal.wants(taken) is (taken < goal.most)
            assert not (lost and goal.wants(taken))


def test_words() -> None:
    assert AtLeast(5).words() == "win 5 tricks or more"
    assert AtLeast(13).words() == "win 13 tricks"
    assert Exactly(0).words() == "win no trick"
    assert Exactly(1).words() == "win exactly 1 trick"
    assert Exactly(2).words() == "win exactly 2 tricks"
