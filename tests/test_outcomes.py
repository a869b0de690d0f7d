"""``python -m benchmarks.outcomes``: the values that the Monte Carlo bot thinks with."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from attrs import astuple, evolve
from benchmarks.outcomes import Outcome, document, fit_belief, fit_outcomes, fit_unlike, main
from click.testing import CliRunner

import boston_rules as br
from boston_rules.bots import montecarlo
from boston_rules.bots.montecarlo.fitted import FACTS, FITTED, Fitted, Odds, facts_of, load_fitted
from boston_rules.bots.montecarlo.search import Budget
from boston_rules.bots.montecarlo.table_talk import choose_word, word_values
from boston_rules.deal.terms import terms_of

CLOSED, OPEN, SINGLE = (0, 1, 0, 0), (1, 1, 0, 0), (0, 1, 1, 1)


def outcomes(facts: tuple[int, ...], share: float, made: int, of: int) -> list[Outcome]:
    return [Outcome(facts, share, at < made) for at in range(of)]


PLAYED = (
    outcomes(CLOSED, 1, 9, 10)
    + outcomes(CLOSED, 0, 2, 10)
    + outcomes(OPEN, 1, 5, 10)
    + outcomes(OPEN, 0, 0, 10)
    + outcomes(SINGLE, 1, 7, 10)
)


def near(made: float, lost: float) -> object:
    return pytest.approx((made, lost), abs=0.001)


def test_where_all_worlds_agree_odds_are_shares_of_what_was_played() -> None:
    found = fit_outcomes(PLAYED, prior=0.001)
    assert astuple(found[()]) == near(0.7, 0.1)
    assert astuple(found[CLOSED[:1]]) == near(0.8, 0.2)
    assert astuple(found[CLOSED[:3]]) == near(0.9, 0.2)
    assert astuple(found[OPEN[:1]]) == near(0.5, 0)


def test_where_worlds_differ_the_odds_are_those_of_a_line_through_the_shares() -> None:
    played = outcomes(CLOSED, 0.25, 30, 100) + outcomes(CLOSED, 0.75, 70, 100)
    (odds,) = fit_outcomes(played, prior=0.001).values()
    assert odds.made == pytest.approx(0.9, abs=0.02)
    assert odds.lost == pytest.approx(0.1, abs=0.02)


def test_facts_that_tell_nothing_apart_have_no_odds_of_their_own() -> None:
    assert set(fit_outcomes(PLAYED, prior=1)) == {(), (0,), (1,), CLOSED[:3], SINGLE[:3]}
    assert set(fit_outcomes([], prior=1)) == {()}


def test_few_deals_leave_the_odds_near_those_of_more_general_facts() -> None:
    found = fit_outcomes(PLAYED, prior=1000)
    assert found[OPEN[:1]].made == pytest.approx(found[()].made, abs=0.01)
    assert found[CLOSED[:1]].lost == pytest.approx(found[()].lost, abs=0.01)


def test_the_belief_is_that_under_which_true_hands_are_likeliest() -> None:
    first = fit_belief([])
    row = [0.0] * 200
    assert fit_belief([tuple(row)]) == first
    row[7] = 1.0
    assert fit_belief([tuple(row), tuple(row)]) != first


def test_a_card_is_as_unlike_as_makes_the_true_hands_likeliest() -> None:
    assert fit_unlike([]) == 1
    row = [0.0] * 12
    row[3] = 1.0
    assert 0 < fit_unlike([tuple(row)]) < 1


def values(found: Fitted) -> Iterator[float]:
    yield from (found.floor, *found.unlike)
    for odds in found.outcomes.values():
        yield from (odds.made, odds.lost)


def check(told: dict[str, Any]) -> None:
    """A document has every value, and of how many deals it is."""
    assert told["command"].startswith("python -m benchmarks.outcomes --deals ")
    assert set(told["belief"]) == {"boldness", "doubt", "floor", "views"}
    assert not set(told["outcomes"][0]) & set(FACTS), "the odds of all contracts come first"
    assert [row["limited"] for row in told["cards"]] == [0, 1]
    assert all(set(row) == {"limited", "unlike", "views"} for row in told["cards"])
    for row in told["outcomes"]:
        held = [fact for fact in FACTS if fact in row]
        assert held == list(FACTS[: len(held)])
        assert set(row) == {*held, "made", "lost", "deals"}
        assert row["deals"] <= told["outcomes"][0]["deals"]
    found = load_fitted(told)
    assert all(0 <= value <= 1 for value in values(found))
    assert found.doubt > 0


def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        file = tmp_path / "fitted.json"
        asked = ["--deals", "2", "--only", "classic", "--jobs", "1", "--write", str(file)]
        done = CliRunner().invoke(main, asked)
        assert done.exit_code == 0, done.output
        told.append(file.read_bytes())
        file.unlink()
        assert "beliefs" in done.output
    assert told[0] == told[1]
    found = json.loads(told[0])
    check(found)
    assert found["belief"]["views"]
    assert sum(row["views"] for row in found["cards"])


def test_an_unknown_variant_is_refused() -> None:
    done = CliRunner().invoke(main, ["--only", "nothing"])
    assert done.exit_code == 2
    assert "no variant is called 'nothing'" in done.output


def test_without_deals_simple_players_are_believed() -> None:
    assert load_fitted(document([], "command")).outcomes == {(): Odds(1, 0)}


def test_the_file_of_the_package_is_of_the_command() -> None:
    text = files(montecarlo).joinpath("fitted.json").read_text("utf-8")
    told = json.loads(text)
    assert text == json.dumps(told, indent=1, sort_keys=True) + "\n"
    check(told)
    assert load_fitted(told) == FITTED
    assert told["command"].endswith(" --write src/boston_rules/bots/montecarlo/fitted.json")
    assert told["outcomes"][0]["deals"] > 300
    assert min(row["views"] for row in told["cards"]) > 300
    assert max(FITTED.unlike) < 0.5, "cards tell of hands"


def test_a_rollout_that_makes_a_contract_speaks_for_it() -> None:
    """In every game; and an open hand is worth less against players who look."""
    for slug in br.list_variants():
        variant = br.get_variant(slug)
        for step in variant.ladder:
            facts = facts_of(terms_of(variant, br.Contract(step.key, 0)))
            if facts is not None:
                odds = FITTED.odds(facts)
                assert odds.made > odds.lost, (slug, step.key)
    assert FITTED.odds(OPEN).made < FITTED.odds(CLOSED).made


HANDS = [
    "JS 8S 6S 3S TH 7H 4H 3H 2C 6D 5D 3D 2D",
    "2S KH 9H 8H 6H 9C 7C 6C 3C JD TD 7D 4D",
    "7S 5S 5H 2H AC QC JC TC 8C KD 9D 8D QD",
    "AS KS QS TS 9S 4S AH QH JH KC 5C 4C AD",
]


def opening() -> br.State:
    hands = [br.Cards.parse(hand) for hand in HANDS]
    return br.start(br.get_variant("classic"), 3, hands=hands)


@pytest.mark.parametrize(("odds", "bids"), [(Odds(1, 0), True), (Odds(0.1, 0), False)])
def test_the_choice_changes_with_the_odds(odds: Odds, bids: bool) -> None:
    view = br.observe(opening(), 0)
    bold = br.Bid("misere-ouverte")
    chosen = choose_word(
        view,
        0,
        br.legal_actions(view),
        br.Pass(),
        Budget(iterations=100),
        random.Random(1),
        evolve(FITTED, outcomes={(): odds}),
    )
    assert (chosen == bold) is bids


def test_both_outcomes_count_by_their_odds() -> None:
    state = opening()
    view, bold = br.observe(state, 0), br.Bid("misere-ouverte")

    def worth(made: float, lost: float) -> float:
        fitted = evolve(FITTED, outcomes={(): Odds(made, lost)})
        return word_values(view, 0, fitted)(bold, state)

    sure, never = worth(1, 1), worth(0, 0)
    assert never < 0 < sure
    assert worth(0.25, 0.25) == pytest.approx(0.25 * sure + 0.75 * never)
    assert worth(1, 0) in (sure, never)
    assert worth(0, 1) == (sure + never) - worth(1, 0)
