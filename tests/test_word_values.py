"""``python -m benchmarks.bidding``: the values that the Monte Carlo bot bids by."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path

import pytest
from benchmarks.bidding import Decision, decisions, fit, gains, main
from click.testing import CliRunner

import boston_rules as br
from boston_rules.bots import MonteCarloBot, SimpleBot, montecarlo
from boston_rules.bots.montecarlo.facts import AUCTION, WORD, auction_facts, word_facts
from boston_rules.bots.montecarlo.fitted import FITTED
from boston_rules.bots.montecarlo.search import Budget
from boston_rules.bots.montecarlo.table_talk import candidates, choose_word
from boston_rules.bots.montecarlo.words import (
    FITTED_WORDS,
    WordValues,
    are_words,
    best_word,
    load_word_values,
)
from boston_rules.simulate.duplicate import first_deal
from boston_rules.simulate.hindsight import outcomes
from boston_rules.simulate.streams import stream

PLACE = AUCTION.index("eldest"), WORD.index("habit")


def decision(deal: int, *, eldest: bool) -> Decision:
    """Two words, of which eldest gains by the second one and others by the first."""
    auction = [0.0] * len(AUCTION)
    auction[PLACE[0]] = float(eldest)
    words = [[0.0] * len(WORD) for _ in range(2)]
    words[0][PLACE[1]] = 1.0
    return Decision(deal, auction, words, [0.0, 10.0 if eldest else -10.0])


def test_the_fit_finds_out_which_word_brings_more() -> None:
    rng = random.Random(1)
    seen = [decision(deal, eldest=rng.random() < 0.4) for deal in range(3000)]
    values = fit([seen], epochs=40, seed=1)
    for eldest in (False, True):
        one = decision(0, eldest=eldest)
        first, second = values.values(one.auction, one.words)
        assert (second > first) is eldest
    found = gains(values, 4, [decision(0, eldest=True), decision(1, eldest=False)], 4).mean()
    assert found is not None
    assert found.estimate == pytest.approx(10 / 4 / 4)


def test_values_are_those_of_a_network_with_one_hidden_layer() -> None:
    values = WordValues(((1.0, 0.0), (0.0, -2.0)), ((3.0,), (1.0,)), (0.5, 0.0), (2.0, 5.0))
    assert values.values([1.0, -1.0], [[1.0], [-4.0]]) == [2 * 4.5 + 5 * 3, 0.0]


@pytest.mark.parametrize("slug", br.list_variants())
def test_decisions_have_all_facts_and_what_words_bring(slug: str) -> None:
    found = [one for deal in range(3) for one in decisions(deal, [slug], seed=1)]
    assert found
    for one in found:
        assert len(one.auction) == len(AUCTION)
        assert {len(row) for row in one.words} == {len(WORD)}
        assert len(one.words) == len(one.more) > 1
        (habit,) = (at for at, row in enumerate(one.words) if row[PLACE[1]])
        assert one.more[habit] == 0
        assert all(abs(fact) < 10 for row in (one.auction, *one.words) for fact in row)


def opened(slug: str, deal: int) -> br.State:
    """The deal of a number as ``decisions`` has it."""
    variant = br.get_variant(slug)
    return first_deal(variant, deal % variant.seats, stream(1, f"deal {deal} of {slug}", "cards"))


def test_what_words_bring_is_the_same_as_in_hindsight_where_no_contract_has_a_limit() -> None:
    state, found = opened("mariland", 0), iter(decisions(0, ["mariland"], seed=1))
    compared = 0
    while not isinstance(state, br.Playing):
        assert state.actor is not None
        said = SimpleBot().choose(br.observe(state, state.actor))
        chips = outcomes(state) if len(br.lawful_actions(state)) > 1 else {}
        if len(chips) > 1:
            assert next(found).more == [each - chips[said] for each in chips.values()]
            compared += 1
        state = br.apply(state, said)
    assert compared
    assert not list(found)


def test_the_bot_says_the_word_of_most_value_where_worlds_are_few() -> None:
    said = set()
    for deal in range(12):
        state = opened("classic", deal)
        assert state.actor is not None
        view, seat = br.observe(state, state.actor), state.actor
        habit = SimpleBot().choose(view)
        choices = candidates(view, seat, br.lawful_actions(view), habit)
        assert are_words(view, seat, choices)
        worth = FITTED_WORDS.values(
            auction_facts(view, seat), word_facts(view, seat, choices, habit)
        )
        best = choices[max(range(len(choices)), key=worth.__getitem__)]
        assert best_word(view, seat, choices, habit, FITTED_WORDS) == best
        assert MonteCarloBot(iterations=1).choose(view) == best
        said.add(best == habit)
    assert said == {True, False}, "simple players mostly say the same, and not always"


def test_words_of_the_same_value_are_left_to_habit() -> None:
    state = opened("classic", 0)
    assert state.actor is not None
    view = br.observe(state, state.actor)
    choices = [action for action in br.lawful_actions(view) if isinstance(action, br.Bid)]
    for habit in choices[:3]:
        assert best_word(view, state.actor, choices, habit, WordValues((), (), (), ())) == habit


def test_a_ruinous_word_of_most_value_is_not_said_where_many_worlds_speak_against_it() -> None:
    """A value that only a slam has."""
    state = opened("classic", 1)
    assert state.actor is not None
    view, seat = br.observe(state, state.actor), state.actor
    slam, silent = br.Bid("13", br.SPADES), br.Pass()
    word = [0.0] * len(WORD)
    word[WORD.index("bid")] = 1.0
    values = WordValues(((0.0,) * len(AUCTION),), (tuple(word),), (0.0,), (1.0,))
    for worlds, said in ((8, slam), (400, silent)):
        budget, rng = Budget(iterations=worlds), random.Random(1)
        assert choose_word(view, seat, [silent, slam], silent, budget, rng, FITTED, values) == said


def test_values_by_other_facts_are_refused() -> None:
    told = json.loads(files(montecarlo).joinpath("words.json").read_text("utf-8"))
    told["word facts"] = told["word facts"][1:]
    with pytest.raises(ValueError, match="other facts"):
        load_word_values(told)


def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    written = []
    for _ in range(2):
        file = tmp_path / "words.json"
        asked = ["--deals", "10", "--epochs", "2", "--only", "classic", "--write", str(file)]
        done = CliRunner().invoke(main, asked)
        assert done.exit_code == 0, done.output
        assert "held out" in done.output
        written.append(file.read_bytes())
        file.unlink()
    assert written[0] == written[1]
    load_word_values(json.loads(written[0]))
    done = CliRunner().invoke(main, ["--only", "nothing"])
    assert "no variant is called 'nothing'" in done.output


def test_the_file_of_the_package_is_of_the_command_and_gains_in_deals_held_out() -> None:
    text = files(montecarlo).joinpath("words.json").read_text("utf-8")
    told = json.loads(text)
    assert len(text) < 100_000
    assert load_word_values(told) == FITTED_WORDS
    assert told["command"].startswith("python -m benchmarks.bidding --deals ")
    assert told["command"].endswith(" --write src/boston_rules/bots/montecarlo/words.json")
    held = {row["variant"]: row for row in told["held out"]}
    assert list(held) == list(br.list_variants())
    assert sum(row["gain"] > 0 for row in held.values()) >= len(held) - 2
