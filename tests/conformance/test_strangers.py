"""A corpus can be made of a stranger's game: every kind of question is asked and answered."""

from __future__ import annotations

import pytest
from tests.laws.strangers import TownBoston

import boston_rules as br
from boston_rules.conformance import answer
from boston_rules.conformance.cases import price_questions, settlement_questions
from boston_rules.conformance.positions import (
    example_deals,
    legality_questions,
    perft_questions,
)
from boston_rules.conformance.sessions import session_question
from boston_rules.variants import registry

TOWN = TownBoston(deals=6)


def test_prices_of_every_step() -> None:
    asked = list(price_questions(TOWN))
    assert {question["contract"] for _, question in asked} == {step.key for step in TOWN.ladder}
    for _, question in asked:
        answer("prices", TOWN, question)


def test_settlements_without_a_pool() -> None:
    for _, question in settlement_questions(TOWN, "1", 6):
        assert question["pool"] == question["set_aside"] == 0
        answered = answer("settlements", TOWN, question)
        assert sum(answered["deltas"]) == 0


def test_examples_come_to_what_they_are_called_if_it_is_not_bid_too() -> None:
    found = {
        example.name: example.states[-1].contract
        for seed in range(8)
        for example in example_deals(TOWN, f"town {seed}")
        if example.states[-1].contract is not None
        and example.states[-1].contract.key == example.name
    }
    assert found.keys() == {step.key for step in TOWN.ladder}


@pytest.mark.parametrize("kind", ["legality", "perft"])
def test_positions(kind: str) -> None:
    questions = (
        legality_questions(TOWN, "1")
        if kind == "legality"
        else perft_questions(TOWN, "1", openings=1)
    )
    for _, question in questions:
        answer(kind, TOWN, question)


def test_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, TownBoston.slug, TownBoston)
    question = session_question(TOWN, "1")
    answered = answer("sessions", TOWN, question)
    assert len(answered["deals"]) == 6
    assert answered["over"]
    assert isinstance(TOWN, br.Variant)
