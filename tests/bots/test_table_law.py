"""Bots where players may err: lawful, sound in what they conclude, and aware of the penalties."""

from __future__ import annotations

import random

import pytest
from tests.engine.at_table import HANDS, go, opened, spades
from tests.phases.table_talk import first_lawful, leave

import boston_rules as br
from boston_rules import testing
from boston_rules.bots import make_bot
from boston_rules.bots.montecarlo.context import SearchContext
from boston_rules.bots.simple import SimpleBot
from boston_rules.bots.simple.situation import Situation
from boston_rules.core.cards import bits
from boston_rules.testing.random_walks import random_walk

SLUGS = br.list_variants()


def suits_concluded(view: br.State) -> list[tuple[int, int]]:
    """The seat and suit of each void that a simple player concludes."""
    assert isinstance(view.viewer, int)
    known = Situation(view, view.viewer).known
    return [(number % 4, number // 4) for number in bits(known.void)]


@pytest.mark.parametrize("slug", SLUGS)
def test_voids_that_are_concluded_are_voids(slug: str) -> None:
    """Whoever has erred: a seat that is thought to be out of a suit holds none of it."""
    variant = br.get_variant(slug, enforcement="table")
    revoked = checked = 0
    for seed in range(12):
        for at in random_walk(variant, seed=seed).positions:
            state = at.state
            if not isinstance(state, br.Playing) or not state.played:
                continue
            seat = state.actor
            if len(br.lawful_actions(state)) < 2:
                continue
            revoked += len(br.lawful_actions(state)) < len(state.hands[seat])
            view = br.observe(state, seat)
            table = Situation(view, seat).table
            for other, suit in suits_concluded(view):
                checked += 1
                assert not state.hands[other].mask & table.suit_masks[suit]
            for other, suits in enumerate(view.voids):
                for void in suits:
                    assert not state.hands[other].mask & table.suit_masks[void]
    assert revoked > 20
    assert checked > 0


def test_a_failure_to_follow_suit_proves_nothing() -> None:
    state = go(spades(), "play AS", "play KH", "play 5S", "play 2S")
    assert suits_concluded(br.observe(state, 0)) == []
    assert br.observe(state, 0).voids == ((),) * 4


def test_a_wrong_claim_proves_a_void_and_the_bot_knows() -> None:
    hands = ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", *(" ".join(
        rank + suit for rank in "AKQJT98765432") for suit in "HCD"))  # fmt: skip
    variant = br.get_variant("fontainebleau", enforcement="table")
    state = go(br.start(variant, 3, hands=hands), "bid 13 S", "pass", "pass", "pass")
    state = go(state, "play AS", "play AH", "play AC", "play AD", "2: revoke 1 1")
    view = br.observe(state, 0)
    assert view.voids == ((), (br.SPADES,), (), ())
    # Seat 0 holds all other spades, so that it knows the same of everybody.
    assert (1, br.SPADES) in suits_concluded(view)


def test_a_called_card_played_in_a_correction_shows_the_partner() -> None:
    variant = br.get_variant("fontainebleau-cats", enforcement="table")
    hands = (
        "AS KS QS JS 8H 5H 4H AC 5C 4C AD 5D 4D",
        "TS 9S 8S KH QH JH KC QC JC KD QD JD TD",
        "7S 6S 5S TH 9H AH TC 9C 8C 2C 9D 8D 7D",
        "4S 3S 2S 7H 6H 3H 2H 7C 6C 3C 6D 3D 2D",
    )
    state = go(br.start(variant, 3, hands=hands), "bid 6 S", "pass", "pass", "pass", "call AH")
    state = go(state, "play 4H", "play JH", "play 7D")
    assert Situation(br.observe(state, 0), 0).known.side == 0b0001
    state = go(state, "2: correct AH")
    assert Situation(br.observe(state, 0), 0).known.side == 0b0101
    assert br.observe(state, 0).contract == br.observe(state, 2).contract


@pytest.mark.parametrize("name", ["simple", "random"])
@pytest.mark.parametrize("slug", SLUGS)
def test_bots_are_lawful_among_people_who_are_not(slug: str, name: str) -> None:
    variant = br.get_variant(slug, enforcement="table")
    rng = random.Random(3)
    bot = make_bot(name, rng)
    asked = 0
    for seed in range(4):
        for at in random_walk(variant, seed=seed).positions:
            state = at.state
            if state.actor is None or state.actor < 0:
                continue
            view = br.observe(state, state.actor)
            assert bot.choose(view) in br.lawful_actions(state)
            asked += 1
    assert asked > 100


def test_the_montecarlo_bot_prices_what_was_established() -> None:
    """Three tricks forfeited by a defender make five of two."""
    state = go(spades(), "play AS", "play KH", "play 5S", "play 2S", "2: revoke 1")
    view = br.observe(state, 0)
    assert isinstance(view, br.Playing)
    assert view.infractions == (br.Infraction("revoke", 1),)
    payoff, pool = SearchContext(view, 0).payoff, view.table.pool
    tricks = (2, 7, 2, 2)
    bill = br.settle(
        view.variant,
        view.contract,
        br.Outcome(tricks),
        pool,
        dealer=3,
        infractions=[br.Infraction("revoke", 1)],
    )
    assert bill.made
    assert payoff.chips(tricks) == bill.deltas[0] + (bill.pool - pool) / 4


def test_misdeals_are_priced_too() -> None:
    state = opened("fontainebleau")
    for word in ("misdeal", "misdeal touched"):
        state = go(state, word, *["cut 13"] * 4)
    view = br.observe(go(state, *["pass"] * 4), 0)
    assert view.infractions == (
        br.Infraction("misdeal", 3),
        br.Infraction("misdeal", 3, touched=True),
    )


def test_where_nobody_errs_there_is_nothing_to_penalize() -> None:
    walk = testing.random_walk(br.get_variant("russian"), seed=2)
    assert {br.observe(at.state, 0).infractions for at in walk.positions} == {()}


def test_the_montecarlo_bot_plays_by_the_tables_law() -> None:
    bot = make_bot("montecarlo", random.Random(1))
    state = go(spades("russian"), "play AS", "play KH", "play 5S", "play 2S")
    while not isinstance(state, br.Settled):
        actor = state.actor
        assert actor is not None
        view = br.observe(state, actor)
        player = bot if actor == 0 and len(view.hand) in (12, 6, 2) else SimpleBot()
        action = player.choose(view)
        assert action in br.lawful_actions(state)
        state = br.apply(state, action)
    assert sum(state.outcome.tricks) == 13


@pytest.mark.parametrize("name", ["random", "simple", "montecarlo"])
def test_bots_pass_in_the_phase_of_claims_and_lead_the_suit_that_is_called(name: str) -> None:
    variant = br.get_variant("fontainebleau", enforcement="table")
    state = go(br.start(variant, 3, hands=HANDS), "bid 5 S", "pass", "pass", "pass", "solo")
    state = go(state, "2: play TH", "suit D", "play 5H", "play KH", "play 8H", "play 3C")
    bots = [make_bot(name, random.Random(seat)) for seat in range(4)]
    lead = bots[1].choose(br.observe(state, 1))
    assert lead in br.lawful_actions(state)
    assert str(lead).endswith("D")
    state = br.apply(state, lead)
    state = leave(state, "play", first_lawful)
    for seat in range(4):
        assert (state.phase, state.actor) == ("claims", seat)
        assert bots[seat].choose(br.observe(state, seat)) == br.Pass()
        state = br.apply(state, br.Pass())
    assert state.phase == "settled"
