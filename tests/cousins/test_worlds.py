"""What everybody knows of a deal binds views and samples, by enumeration too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import comb

import pytest
from tests.cousins.games import (
    BOTH,
    FOUR,
    FOUR_HIGH,
    KLEUREN,
    THREE,
    dealt_at_random,
    filled,
    kleuren,
)
from tests.enumeration import dealt_of, fitting, played_by

import boston_rules as br

ACES = br.Cards.parse("AS AH AD AC").mask


def careful(state: br.State, rng: random.Random) -> br.Action:
    """An action at random, but aces are kept as long as they may be."""
    actions = br.legal_actions(state)
    low = [
        each
        for each in actions
        if not (isinstance(each, br.Play) and each.card.rank == br.Rank.ACE)
    ]
    return rng.choice(low or list(actions))


def some_bids(state: br.State, rng: random.Random) -> br.State:
    """An auction at random that is not thrown in; the state at the first lead."""
    while state.phase != "play":
        calls = br.legal_actions(state)
        standing = any(isinstance(event.action, br.Bid) for event in state.events)
        if not standing or state.phase == "raising the bid":
            calls = tuple(each for each in calls if not isinstance(each, br.Pass))
        state = br.apply(state, rng.choice(calls[:6]))
    return state


def along(variant: br.Variant, seed: int) -> Iterator[br.State]:
    """States of a deal without a dealt contract."""
    rng = random.Random(seed)
    state = dealt_at_random(variant, rng)
    while state.phase != "auction":
        state = dealt_at_random(variant, rng)
    yield state
    while state.phase == "auction":
        state = br.apply(state, rng.choice(br.legal_actions(state)[:7]))
        yield state
    while state.actor is not None:
        state = br.apply(state, careful(state, rng))
        yield state


@pytest.mark.no_cover
def test_after_an_auction_no_hand_holds_three_aces() -> None:
    rng = random.Random(5)
    places = draws = 0
    for seed in range(12):
        states = list(along(KLEUREN, seed))
        for state in (states[0], states[-1], *rng.sample(states, min(len(states), 5))):
            assert all((hand & ACES).bit_count() <= 2 for hand in dealt_of(state))
            gone = played_by(state)
            for seat in (None, 0, 1, 2, 3):
                worlds = br.Worlds(br.observe(state, seat))
                assert worlds.count
                places += 1
                for _ in range(15):
                    world = worlds.world(rng)
                    hands = [held | out for held, out in zip(world.hands, gone, strict=True)]
                    assert all((hand & ACES).bit_count() <= 2 for hand in hands)
                    draws += 1
    assert places > 300
    assert draws > 4500


def test_the_limit_counts_and_does_not_only_filter() -> None:
    """Aces in an auction: of the deals of 39 unseen cards, those without three in a hand."""
    state = kleuren(filled("AS", "AH AD", "AC", ""))
    # Seat 1 has two aces: the other two may lie anyhow.
    worlds = br.Worlds(br.observe(state, 1))
    assert worlds.count == comb(39, 13) * comb(26, 13)
    # Seat 3 has none: the four lie 2-2-0 or 2-1-1 in three hands.
    two_two = 3 * comb(4, 2) * comb(35, 11) * comb(24, 11)
    two_one_one = 3 * comb(4, 2) * 2 * comb(35, 11) * comb(24, 12)
    assert br.Worlds(br.observe(state, 3)).count == two_two + two_one_one


@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize(
    ("hands", "holds"),
    [(THREE, {1: "AS AH AC", 3: "AD"}), (FOUR_HIGH, {1: "AS AH AD AC KH QH", 2: "JH"})],
)
def test_in_a_troel_it_is_known_who_was_dealt_what_to_the_end(
    hands: tuple[str, ...], holds: dict[int, str]
) -> None:
    rng = random.Random(7)
    state = kleuren(hands)
    while state.actor is not None:
        gone = played_by(state)
        for seat in (None, 0, 1, 2, 3):
            worlds = br.Worlds(br.observe(state, seat))
            for _ in range(5):
                world = worlds.world(rng)
                for holder, cards in holds.items():
                    assert not br.Cards.parse(cards).mask & ~(world.hands[holder] | gone[holder])
        state = br.apply(state, careful(state, rng))


@pytest.mark.parametrize("variant", BOTH, ids=lambda each: each.slug)
def test_samples_look_like_what_was_seen(variant: br.Variant) -> None:
    rng = random.Random(11)
    for seed in range(4):
        for state in rng.sample(list(along(variant, seed)), 4):
            for seat in (None, 0, 3):
                view = br.observe(state, seat)
                assert br.observe(br.sample(view, rng), seat) == view
    if variant.dealt is not None:
        for hands in (THREE, FOUR, FOUR_HIGH):
            state = kleuren(hands)
            for _ in range(40):
                state = br.apply(state, careful(state, rng))
            for seat in (None, 0, 1):
                view = br.observe(state, seat)
                assert br.observe(br.sample(view, rng), seat) == view


def late(state: br.State, cards: int, rng: random.Random) -> br.State:
    """The deal played until everybody holds so many cards."""
    while sum(map(len, state.hands)) > 4 * cards:
        state = br.apply(state, careful(state, rng))
    return state


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("variant", BOTH, ids=lambda each: each.slug)
def test_worlds_late_in_the_play_are_counted_exactly(variant: br.Variant) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        state = dealt_at_random(variant, rng)
        state = late(some_bids(state, rng), 3, rng)
        for seat in range(4):
            assert br.Worlds(br.observe(state, seat)).count == len(fitting(state, seat))
    state = late(state, 2, rng)
    assert br.Worlds(br.observe(state, None)).count == len(fitting(state, None))


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("hands", [THREE, FOUR, FOUR_HIGH])
def test_worlds_late_in_a_troel_are_counted_exactly(hands: tuple[str, ...]) -> None:
    rng = random.Random(3)
    state = late(kleuren(hands), 3, rng)
    for seat in range(4):
        assert br.Worlds(br.observe(state, seat)).count == len(fitting(state, seat))
    state = late(state, 2, rng)
    assert br.Worlds(br.observe(state, None)).count == len(fitting(state, None))


@pytest.mark.long
@pytest.mark.no_cover
def test_two_aces_held_to_the_end_shut_out_a_third() -> None:
    """Seats 0 and 2 play their aces last, and everybody knows that nobody was dealt three."""
    hands = filled(
        "AS KS QS JS TS 9S AH KH QH JH TH 9H", "", "AD KD QD JD TD 9D AC KC QC JC TC 9C", ""
    )
    found = 0
    for seed in range(3):
        rng = random.Random(seed)
        state = late(some_bids(kleuren(hands), rng), 3, rng)
        unseen = sum(hand.mask for hand in state.hands)
        if (unseen & ACES).bit_count() < 3:
            continue
        for seat in (1, 3):
            worlds = br.Worlds(br.observe(state, seat))
            assert worlds.count == len(fitting(state, seat))
            found += worlds.count < 1680
    assert found, "some ways are shut out"
