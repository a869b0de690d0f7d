"""A local best response is a player: what it wins can be won, and follows from the seed."""

from __future__ import annotations

import random

import pytest

import boston_rules as br
from boston_rules.bots import RandomBot, play_deal
from boston_rules.simulate.response import local_response


@pytest.mark.long
def test_much_is_won_from_a_bot_that_plays_at_random() -> None:
    found = local_response("mariland", "random", deals=12, worlds=2, seed=4)
    assert (found.bot, found.deals) == ("random", 12)
    assert found.own.low is not None
    assert found.own.low > 0
    assert found == local_response("mariland", "random", deals=12, worlds=2, seed=4)
    assert found != local_response("mariland", "random", deals=12, worlds=2, seed=5)


def test_where_everybody_passes_nothing_is_lost_by_it() -> None:
    """Beside what it wins stands what the bot in its place has won, on the same deals."""
    rules = br.get_variant("french", deals=1)
    found = local_response(rules, Passing, deals=8, worlds=1, seed=1)
    assert found.gain.estimate == found.own.estimate - passing(rules, 8)


class Passing(RandomBot):
    """Always the first of the list, which is to pass."""

    def choose(self, view: br.State) -> br.Action:
        return br.lawful_actions(view)[0]


def passing(rules: br.Variant, deals: int) -> float:
    """Chips a deal of the seats that answer, if they pass."""
    won = 0
    for number in range(deals):
        start = br.start(rules, number // 4 % 4)
        settled = play_deal(start, [Passing(random.Random(1))] * 4, random.Random(number))
        assert settled.contract is None
        won += settled.table.purses[number % 4] - rules.session.starting_chips
    return won / deals


@pytest.mark.parametrize(("deals", "worlds"), [(1, 1), (2, 0)])
def test_too_few_of_either_are_refused(deals: int, worlds: int) -> None:
    with pytest.raises(ValueError, match="a whole number of"):
        local_response("mariland", "random", deals, worlds)
