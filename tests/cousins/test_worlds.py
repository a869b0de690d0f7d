"""What everybody knows of a deal binds views and samples, by enumeration too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from math import comb

import pytest
from tests.cousins.games import BOTH, KLEUREN, dealt_at_random, filled, kleuren
from tests.cousins.test_troel import FOUR, FOUR_HIGH, THREE

import boston_rules as br
from boston_rules.cards import bits, mask_of

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
    while state.name != "play":
        calls = br.legal_actions(state)
        standing = any(isinstance(action, br.Bid) for _, action in state.history)
        if not standing or state.name == "raising the bid":
            calls = tuple(each for each in calls if not isinstance(each, br.Pass))
        state = br.apply(state, rng.choice(calls[:6]))
    return state


def dealt_of(state: br.State) -> tuple[int, ...]:
    """What each seat was dealt, as masks."""
    assert state.deal is not None
    return state.deal.hands


def played_by(state: br.State) -> list[int]:
    """What each seat has played, as masks."""
    found = [0, 0, 0, 0]
    for seat, action in state.history:
        if isinstance(action, br.Play):
            found[seat] |= 1 << action.card.index
    return found


def along(variant: br.Variant, seed: int) -> Iterator[br.State]:
    """States of a deal without a dealt contract."""
    rng = random.Random(seed)
    state = dealt_at_random(variant, rng)
    while state.name != "auction":
        state = dealt_at_random(variant, rng)
    yield state
    while state.name == "auction":
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
                assert br.observe(view.sample(rng), seat) == view
    if variant.dealt is not None:
        for hands in (THREE, FOUR, FOUR_HIGH):
            state = kleuren(hands)
            for _ in range(40):
                state = br.apply(state, careful(state, rng))
            for seat in (None, 0, 1):
                view = br.observe(state, seat)
                assert br.observe(view.sample(rng), seat) == view


def divisions(cards: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to deal cards out into heaps."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(bits(cards), sizes[0]):
        heap = mask_of(chosen)
        for rest in divisions(cards & ~heap, sizes[1:]):
            yield (heap, *rest)


def counted(state: br.State, seat: int | None) -> int:
    """How many deals a seat could be in: each is played again, and looked at from its place."""
    assert state.deal is not None
    shown = {other for other, _ in br.observe(state, seat).exposed} | {seat}
    hidden = [other for other in range(4) if other not in shown]
    held = [hand.mask for hand in state.hands]
    unseen = sum(held[other] for other in hidden)
    gone = played_by(state)
    table, turned = state.deal.table, state.deal.turned
    talk = [(who, action) for who, action in state.history if who >= 0]
    talk = [(who, action) for who, action in talk if not isinstance(action, br.Cut)]
    own = br.observe(state, seat)
    found = 0
    for heaps in divisions(unseen, tuple(held[other].bit_count() for other in hidden)):
        hands = list(held)
        for other, heap in zip(hidden, heaps, strict=True):
            hands[other] = heap
        dealt = [hand | out for hand, out in zip(hands, gone, strict=True)]
        if turned is not None and not dealt[table.dealer] >> turned & 1:
            continue
        other_state = br.start(
            table.variant,
            table.dealer,
            hands=[br.Cards.from_mask(hand) for hand in dealt],
            turned=None if turned is None else br.PACK[turned],
        )
        for who, action in talk:
            if other_state.actor != who or br.why_illegal(other_state, action) is not None:
                break
            other_state = br.apply(other_state, action)
        else:
            seen = br.observe(other_state, seat)
            found += (seen.contract, seen.tricks, seen.exposed, seen.hand) == (
                own.contract,
                own.tricks,
                own.exposed,
                own.hand,
            )
    return found


def late(state: br.State, cards: int, rng: random.Random) -> br.State:
    """The deal played until everybody holds so many cards."""
    while sum(map(len, state.hands)) > 4 * cards:
        state = br.apply(state, careful(state, rng))
    return state


@pytest.mark.no_cover
@pytest.mark.parametrize("variant", BOTH, ids=lambda each: each.slug)
def test_worlds_late_in_the_play_are_counted_exactly(variant: br.Variant) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        state = dealt_at_random(variant, rng)
        state = late(some_bids(state, rng), 3, rng)
        for seat in range(4):
            assert br.Worlds(br.observe(state, seat)).count == counted(state, seat)
    state = late(state, 2, rng)
    assert br.Worlds(br.observe(state, None)).count == counted(state, None)


@pytest.mark.no_cover
@pytest.mark.parametrize("hands", [THREE, FOUR, FOUR_HIGH])
def test_worlds_late_in_a_troel_are_counted_exactly(hands: tuple[str, ...]) -> None:
    rng = random.Random(3)
    state = late(kleuren(hands), 3, rng)
    for seat in range(4):
        assert br.Worlds(br.observe(state, seat)).count == counted(state, seat)
    state = late(state, 2, rng)
    assert br.Worlds(br.observe(state, None)).count == counted(state, None)


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
            assert worlds.count == counted(state, seat)
            found += worlds.count < 1680
    assert found, "some ways are shut out"
