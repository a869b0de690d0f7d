"""What a full state tells a seat is what its view tells, number for number."""

from __future__ import annotations

import random

import pytest

np = pytest.importorskip("numpy")

from tests.envs.games import GAME_NAMES, GAMES, states  # noqa: E402
from tests.phases.table_talk import SUITS, act, reach  # noqa: E402
from tests.steered import CASES, Case, walk  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import observation_spec  # noqa: E402


def same(state: br.State, seat: int) -> None:
    variant = state.table.variant
    spec = observation_spec(variant)
    told, seen = spec.encode(state, seat), spec.encode(br.observe(state, seat))
    assert told.dtype == seen.dtype
    differ = [
        part.name
        for part in spec.slices
        if (spec.part(told, part.name) != spec.part(seen, part.name)).any()
    ]
    assert not differ, (differ, state)


@pytest.mark.parametrize("variant", GAMES, ids=GAME_NAMES)
def test_a_state_tells_what_the_view_tells_in_every_phase(variant: br.Variant) -> None:
    met = set()
    rng = random.Random(variant.slug)
    for place, state in enumerate(states(variant, seeds=6)):
        if state.phase in ("play", "cut") and place % 3:
            continue
        met.add(state.phase)
        same(state, rng.randrange(variant.seats))
    assert {"auction", "play", "settled"} <= met


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_state_tells_what_the_view_tells_under_every_rule_of_the_play(case: Case) -> None:
    for place, state in enumerate(walk(case)):
        seats = case.variant.seats
        for seat in (place % seats, (place + 1) % seats):  # a row of them all in two tricks
            same(state, seat)


@pytest.mark.parametrize("slug", ["fontainebleau", "american", "french", "russian"])
def test_a_state_tells_what_the_view_tells_where_players_may_err(slug: str) -> None:
    variant = br.get_variant(slug, enforcement="table")
    spec, met = observation_spec(variant), set()
    for place, state in enumerate(states(variant, seeds=4, deals=1)):
        met |= {name for name in ("faced", "revokes") if any(getattr(state, name))}
        if place % 7:
            continue
        same(state, place % 4)
        view = br.observe(state, place % 4)
        tensor = spec.encode(view)
        assert spec.part(tensor, "revokes").sum() * 13 == pytest.approx(len(view.revokes))
        lying = spec.part(tensor, "faced")[0].nonzero()[0].tolist()
        assert lying == [
            card.index for seat, cards in view.faced if seat == view.viewer for card in cards
        ]
    assert "faced" in met


def test_a_slam_is_seen_at_once_and_nothing_kept_is_stale() -> None:
    """What a play has settled is kept with it; a slam of one is not seen in another."""
    variant = next(each for each in GAMES if each.payments.slams is not None)
    hands = [SUITS[0].replace("2S", "JD"), *SUITS[1:3], SUITS[3].replace("JD", "2S")]
    state = br.start(variant, dealer=3, hands=hands, turned=br.parse_card("AD"))
    state = reach(act(state, "bid petite-independance S"), "play")
    found = 0
    while state.actor is not None:
        same(state, 1)
        if br.Slam() in br.legal_actions(state):
            for action in (br.Slam(), br.Slam(table=True)):
                after = br.apply(state, action)
                found += 1
                for each in (state, after, state, br.apply(after, br.legal_actions(after)[0])):
                    same(each, 0)
                    same(each, 3)
        state = br.apply(state, br.legal_actions(state)[0])
    assert found


def test_a_seat_that_is_not_there_is_refused_as_by_views() -> None:
    state = br.start(br.get_variant("mariland"), hands=SUITS, turned=br.parse_card("AS"))
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="the viewer is a seat 0 to 3"):
            observation_spec(state.variant).encode(state, seat)
