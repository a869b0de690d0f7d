"""Positions that come out of the arrays in which cuts, calls and answers are taken."""

from __future__ import annotations

import pytest
from attrs import evolve

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

import boston_rules as br  # noqa: E402
from boston_rules.envs.vector import SelfPlayVectorEnv  # noqa: E402


def test_a_card_that_was_laid_is_shown_while_chicane_is_asked_about() -> None:
    rules = br.get_variant("french", deals=1)
    variant = evolve(rules, chicane=br.get_variant("russian").chicane)
    game = SelfPlayVectorEnv(16, variant)
    seen, _ = game.reset(seed=3)
    laid = 0
    for step in range(8):  # a bid with which a card is laid, then passes
        actions = []
        for table, mask in enumerate(seen["action_mask"]):
            state = game.position(table)
            assert state.actor is not None
            tensor = seen["observation"][table]
            assert (tensor == game.layout.encode(br.observe(state, state.actor))).all()
            laid += bool(state.phase == "chicane" and game.layout.part(tensor, "laid").any())
            legal = [game.encoding.decode(number) for number in mask.nonzero()[0].tolist()]
            bids = [each for each in legal if isinstance(each, br.Bid) and each.card is not None]
            actions.append(game.encoding.encode(bids[0] if bids and not step else legal[0]))
        seen, *_ = game.step(actions)
    assert laid > 20
