"""What choices bring as the cards of a deal lie."""

from __future__ import annotations

import random

import pytest
from tests.phases.table_talk import after_chance

import boston_rules as br
from boston_rules.bots import SimpleBot, decide, play_deal
from boston_rules.bots.montecarlo.payoff import gain_of
from boston_rules.simulate.hindsight import outcomes


@pytest.mark.parametrize(
    "slug", ["mariland", "fontainebleau", "russian", "whisch-bostonien", "boston-whist"]
)
def test_outcomes_are_what_simple_players_make_of_a_deal(slug: str) -> None:
    """The chips at the end of the deal, by the engine, after each choice of every phase."""
    simple, seen = [SimpleBot(random.Random(0))] * 4, set()
    for seed in range(6):
        rng = random.Random(seed)
        state = br.start(br.get_variant(slug), dealer=0)
        while state.actor is not None:
            legal = br.lawful_actions(state)
            cuts = any(isinstance(action, br.Cut | br.TurnCut) for action in legal)
            if state.actor != br.CHANCE and not cuts and rng.random() < 0.2:
                found = outcomes(state)
                cards = {action for action in legal if isinstance(action, br.Play)}
                assert set(found) == cards if cards else set(found) <= set(legal)
                for action, chips in found.items():
                    ended = play_deal(br.apply(state, action), simple, rng).settlement
                    assert ended is not None
                    pool = state.table.pool + state.table.set_aside
                    assert gain_of(ended, state.actor, pool) == chips, str(action)
                    seen.add(type(action))
            state = br.apply(state, decide(state, simple, rng))
    assert seen >= {br.Play, br.Bid, br.Pass}


def test_there_are_no_outcomes_where_nothing_is_chosen_or_seen() -> None:
    hands = [br.PACK[at : at + 13] for at in range(0, 52, 13)]
    state = br.start("classic", dealer=3, hands=hands)
    with pytest.raises(ValueError, match="face down"):
        outcomes(br.observe(state, 0))
    with pytest.raises(TypeError, match="state must be a State"):
        outcomes("classic")  # type: ignore[arg-type]
    state = br.start("fontainebleau")
    with pytest.raises(ValueError, match="no player has a choice"):
        outcomes(state)
    with pytest.raises(ValueError, match="cuts, which nothing speaks for or against"):
        outcomes(after_chance(state, random.Random(1)))
