"""The rules of the moment: whoever is asked something is told the rule by which he is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import boston_rules as br
from boston_rules.telling.moment import rules_of_the_moment


def questions(slug: str) -> Iterator[br.State]:
    """What the actor sees in the phases after the auction and before the play, at random."""
    variant = br.get_variant(slug)
    found: set[str] = set()
    for seed in range(60):
        rng, state = random.Random(seed), br.start(variant)
        while state.actor is not None and not state.tricks[1:]:
            if state.actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, rng))
                continue
            if state.contract is not None and state.phase not in {"auction", "play", *found}:
                found.add(state.phase)
                yield br.observe(state, state.actor)
            legal = br.legal_actions(state)
            state = br.apply(state, rng.choice(legal[: 8 if rng.random() < 0.6 else None]))


@pytest.mark.parametrize(
    ("slug", "asked"),
    [
        (
            "russian",
            {
                "conceding": "Concession: after the first trick each opponent is asked",
                "chicane": "Chicane: before the first lead every player is asked",
            },
        ),
        (
            "two-pack-hoyle",
            {"contesting the bid": "Contest: at Boston and Six the opponents are asked"},
        ),
        ("american-foster", {"conceding": "Concession: after the first trick each opponent"}),
    ],
)
def test_who_is_asked_is_told_the_rule_once(slug: str, asked: dict[str, str]) -> None:
    left = dict(asked)
    for view in questions(slug):
        rules = [said for said, _ in rules_of_the_moment(view)]
        assert len(rules) == len(set(rules))
        if (words := left.pop(view.phase, None)) is not None:
            (rule,) = [said for said in rules if said.startswith(words)]
            assert rule.count(". ") == 0
    assert not left
