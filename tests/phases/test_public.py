"""What everybody knows before the play: the same actions lead to the same, whoever holds what."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.phases.table_talk import at_random, go_on

import boston_rules as br
from boston_rules.deal.dealing import Cutting, TurnCutting

SLUGS = br.list_variants()
DEALS = 40


def opened(variant: br.Variant, rng: random.Random, cuts: random.Random) -> Any:
    """A deal at its first call, by random cards and by cuts that may be those of another deal."""
    return go_on(
        br.start(variant),
        lambda now: now.actor != br.CHANCE and not isinstance(now, Cutting | TurnCutting),
        at_random(cuts),
        rng,
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_what_follows_depends_on_what_is_public_alone(slug: str) -> None:
    variant = br.get_variant(slug, deals=1)
    rng = random.Random(slug)
    compared = 0
    for number in range(DEALS):
        first, second = (opened(variant, rng, random.Random(number)) for _ in range(2))
        if first.public != second.public:  # of another turned suit
            continue
        while hasattr(first, "public"):
            assert first.public == second.public
            assert type(first) is type(second)
            assert first.over(second.deal, second.said) == second
            both = set(br.legal_actions(second))
            action = rng.choice([each for each in br.legal_actions(first) if each in both])
            first, second = br.apply(first, action), br.apply(second, action)
            compared += 1
        assert type(first) is type(second)
        assert first.actor == second.actor
        assert first.contract == second.contract
    assert compared >= DEALS / 4


@pytest.mark.parametrize("slug", SLUGS)
def test_who_cuts_next_depends_on_what_is_public_alone(slug: str) -> None:
    variant = br.get_variant(slug, deals=1)
    rng = random.Random(slug)
    start = br.start(variant)
    first, second = (br.apply(start, br.draw_chance(start, rng)) for _ in range(2))
    while isinstance(first, Cutting):
        assert isinstance(second, Cutting)
        assert first.public == second.public
        first = br.apply(first, rng.choice(br.legal_actions(first)))
        second = br.apply(second, rng.choice(br.legal_actions(second)))
    assert type(first) is type(second)
