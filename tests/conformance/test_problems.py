"""The problems are of every theme, each has one right answer, and they are what they come to."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.conformance.corpus import CORPUS
from tests.depth import DEEP

import boston_rules as br
from boston_rules.bots import Bot, MonteCarloBot, RandomBot, SimpleBot
from boston_rules.bots.montecarlo.fitted import FITTED
from boston_rules.conformance.mining import chosen
from boston_rules.conformance.problems import (
    THEMES,
    Problem,
    answered,
    certified,
    dumps_problems,
    load_problems,
    reason,
)
from boston_rules.core.hidden import FULL
from boston_rules.telling.language import speaking, spoken

FILE = CORPUS / "problems.json"


@pytest.fixture(scope="module")
def problems() -> tuple[Problem, ...]:
    return load_problems(FILE)


def test_there_are_a_hundred_of_every_theme_and_many_variants(
    problems: tuple[Problem, ...],
) -> None:
    themes = Counter(problem.theme for problem in problems)
    assert len(problems) == 100
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 8
    assert len({problem.view.variant.slug for problem in problems}) >= 8
    assert dumps_problems(problems) == FILE.read_text(encoding="utf-8")


def test_the_answer_is_best_and_nothing_hidden_is_shown(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        view = problem.view
        assert view.viewer is not FULL
        assert view.viewer == view.actor
        best, *others = problem.choices
        assert all(best.chips > other.chips for other in others)
        if problem.theme == "bid":
            second = others[0]
            assert best.interval is not None
            assert second.interval is not None
            assert best.chips - best.interval > second.chips + second.interval
            assert not [event for event in view.said if isinstance(event.action, br.Bid)]
        else:
            assert br.Worlds(view).count == problem.worlds <= 10_000
            named = {token for choice in problem.choices for token in choice.actions}
            assert named == set(map(str, br.lawful_actions(view)))
            for one in problem.choices:
                assert one.open_chips is not None
                assert one.open_chips >= one.chips


def test_a_good_share_goes_wrong_by_habit(problems: tuple[Problem, ...]) -> None:
    wrong = [one for one in problems if one.misleads or not answered(one, SimpleBot)[1]]
    assert len(wrong) >= 20


def test_some_are_what_they_come_to(problems: tuple[Problem, ...]) -> None:
    """All of them: ``boston-rules problems conformance/problems.json --certify``."""
    played = [one for one in problems if one.theme != "bid" and (DEEP or one.worlds <= 150)]
    some = played if DEEP else random.Random(1).sample(played, 4)
    for problem in some:
        assert certified(problem) == problem


def test_reasons_are_said_in_every_language(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        told = reason(problem)
        assert told.endswith(".")
        with speaking("de"):
            assert spoken(told) != told


def _broken(document: dict[str, Any], how: str) -> dict[str, Any]:
    (problem,) = document["problems"]
    match how:
        case "format":
            document["format"] = "boston_rules/problems/9"
        case "twice":
            document["problems"].append(problem)
        case "theme":
            problem["theme"] = "chess"
        case "answer":
            problem["answer"] = problem["options"][1]["actions"]
        case "option":
            problem["options"][1]["actions"] = ["play ZZ"]
        case "field":
            del problem["worlds"]
    return document


@pytest.mark.parametrize("how", ["format", "twice", "theme", "answer", "option", "field"])
def test_a_broken_file_is_refused(how: str, problems: tuple[Problem, ...], tmp_path: Path) -> None:
    path = tmp_path / "problems.json"
    document = json.loads(dumps_problems(problems[:1]))
    path.write_text(json.dumps(document), encoding="utf-8")
    assert load_problems(path) == problems[:1]
    path.write_text(json.dumps(_broken(document, how)), encoding="utf-8")
    with pytest.raises(br.RecordError, match=r"problems\.json"):
        load_problems(path)


def test_what_is_chosen_is_of_many_themes_and_deals(
    problems: tuple[Problem, ...],
) -> None:
    some = chosen(problems, 20)
    assert len(some) == 20
    assert len({one.theme for one in some}) == len(THEMES)
    deals = Counter(one.id.rpartition(".")[0] for one in some if one.theme != "bid")
    assert max(deals.values()) <= 2


def test_bots_are_told_from_each_other(problems: tuple[Problem, ...]) -> None:
    solved: Counter[type[Bot]] = Counter()
    for problem in problems[::5]:
        for bot in (RandomBot, SimpleBot):
            token, right = answered(problem, bot)
            assert br.why_illegal(problem.view, br.parse_action(token)) is None
            assert right == (token in problem.answer)
            solved[bot] += right
    assert solved[RandomBot] < solved[SimpleBot]


@pytest.mark.parametrize(
    "name",
    [
        "russian-partnership 0.10.11b",
        "fontainebleau-cats 0.20.11b",
        "fontainebleau 0.24.10d",
        "russian 0.5.11a",
        "fontainebleau-hoyle 0.131.11d",
        "russian 0.44.11b",
    ],
)
def test_an_end_is_played_for_what_the_cards_come_to(
    problems: tuple[Problem, ...], name: str
) -> None:
    """What simple players would make of it misleads; all deals are as likely, as in the proof."""

    def bot(rng: random.Random) -> MonteCarloBot:
        found = MonteCarloBot(rng, iterations=64)
        found._fitted = evolve(FITTED, unlike=(1, 1))
        return found

    (problem,) = (one for one in problems if one.id == name)
    token, right = answered(problem, bot)
    assert right, token
