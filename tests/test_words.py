"""``python -m benchmarks.words``: what words are worth as the cards lie."""

from __future__ import annotations

import pytest
from benchmarks.words import main, spoken, words_of
from click.testing import CliRunner

import boston_rules as br
from boston_rules.bots import load_bot
from boston_rules.bots.montecarlo.table_talk import word_values


def test_a_bot_gains_nothing_over_itself_and_loses_by_random_words() -> None:
    bots = [load_bot(name) for name in ("simple", "simple", "random")]
    simple, same, random = words_of(bots, "classic", deals=4, seed=1)
    assert simple.said == same.said == random.said > 4 * 4
    assert simple.other == same.other == 0 < random.other
    assert (simple.gain.estimate, same.gain.estimate) == (0, 0)
    assert random.gain.estimate < -50


def test_the_gain_is_what_the_words_bring_in_the_deal_as_it_lies() -> None:
    bots = [load_bot("simple"), load_bot("tests.test_words:Passer")]
    total = 0.0
    for deal in range(3):
        for state in spoken(bots[0], "mariland", deal, 2):
            seat = state.actor
            assert seat is not None
            view = br.observe(state, seat)
            worth = word_values(view, seat)
            said, instead = (bot(None).choose(view) for bot in bots)  # type: ignore[arg-type]
            total += worth(instead, state) - worth(said, state)
    _, passer = words_of(bots, "mariland", deals=3, seed=2)
    assert passer.other
    assert passer.gain.estimate == pytest.approx(total / 3, abs=0.02)


class Passer:
    """Says the first thing that may be said."""

    def choose(self, view: br.State) -> br.Action:
        return br.lawful_actions(view)[0]


def test_the_command_prints_a_line_for_each_bot() -> None:
    asked = ["--variant", "mariland", "--deals", "2", "--bot", "simple", "--bot", "beginner"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    lines = [line for line in done.output.splitlines() if "mariland" in line]
    assert len(lines) == 2
    assert ",0,0.00,0.00,0.00," in lines[0]
