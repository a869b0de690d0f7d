"""``python -m benchmarks.editions``: bots of one edition against those of another."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from benchmarks.editions.__main__ import main
from benchmarks.editions.players import Clock, theirs
from click.testing import CliRunner

import boston_rules as br
from boston_rules.bots import SimpleBot, play_deal
from boston_rules.simulate.duplicate import first_deal

SOURCE = Path(br.__file__).parents[1]


def dealt(slug: str) -> br.State:
    """A deal given outright, as in a tournament, up to the first call."""
    return first_deal(br.get_variant(slug), 1, random.Random(4))


@pytest.mark.parametrize("slug", ["fontainebleau", "french", "english-boston"])
def test_a_bot_of_the_same_edition_does_the_same(slug: str) -> None:
    clock = Clock()
    state = dealt(slug)
    others = [theirs(clock, SOURCE, "simple", random.Random(seat)) for seat in range(4)]
    played = play_deal(state, others, random.Random(5))
    assert played == play_deal(state, [SimpleBot()] * 4, random.Random(5))
    assert clock.decisions > 50
    assert 0 < clock.mean < 1000


def test_an_edition_is_no_better_than_itself() -> None:
    asked = [str(SOURCE), "--bot", "simple", "--deals", "2", "--variant", "mariland", "--opposite"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    assert "+0.00 … +0.00" in done.output


def test_what_the_other_edition_does_not_know_is_told() -> None:
    bot = theirs(Clock(), SOURCE, "nobody", random.Random(1))
    state = dealt("classic")
    assert state.actor is not None
    with pytest.raises(RuntimeError, match=r"cannot answer .*'nobody'"):
        bot.choose(br.observe(state, state.actor))
