"""Samples against an enumeration of every deal that fits, which knows nothing of the sampler."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import comb, prod, sqrt

import pytest
from attrs import evolve
from tests.enumeration import divisions

import boston_rules as br
from boston_rules import testing
from boston_rules.core.cards import bits
from boston_rules.deal.dealing import Shuffling
from boston_rules.knowing.worlds import World, Worlds
from boston_rules.testing.sampling import world_of

SPOTS = 4
"""Places in the late play looked at, by variant."""

MOST = 3000
"""Divisions of the unseen cards that are tried, legal or not."""


def heaps(world: World) -> tuple[int, ...]:
    return (*world.hands, *world.aside, world.dead)


def guesses(at: testing.Position, viewer: int | None) -> tuple[int, int, tuple[int, ...]]:
    """The hidden cards, the places as bits, and how many cards lie in each: by inspection."""
    state = at.state
    world = world_of(state)
    assert world is not None
    shown = {seat for seat, _ in br.observe(state, viewer).exposed}
    seats = state.table.variant.seats
    hidden = 0
    places = 0
    for place, mask in enumerate(heaps(world)):
        seat = place % seats if place < 2 * seats else None
        if seat == viewer and seat is not None:
            continue
        if place < seats and seat in shown:
            continue
        hidden |= mask
        places |= 1 << place
    if seats == 3 and state.deal is not None and state.deal.turned is not None:
        hidden &= ~(1 << state.deal.turned)
    sizes = tuple(
        (mask & hidden).bit_count()
        for place, mask in enumerate(heaps(world))
        if places >> place & 1
    )
    return hidden, places, sizes


def tries(sizes: tuple[int, ...]) -> int:
    """The number of divisions."""
    return prod(comb(sum(sizes[place:]), size) for place, size in enumerate(sizes))


def replayed(walk: testing.Walk, at: testing.Position, world: World) -> list[br.State]:
    """Every state of the deal with the cards of a world that went as it was seen.

    More than one where a card was laid with a bid: any of the hand that fits it may have been.
    """
    deal = at.state.deal
    assert deal is not None
    seats = walk.variant.seats
    played = [0] * seats
    for event in at.state.events:
        if isinstance(event.action, br.Play):
            played[event.seat] |= 1 << event.action.card.index
    order = [
        list(bits(world.hands[seat] | world.aside[seat] | played[seat])) for seat in range(seats)
    ]
    if seats == 3:
        order.append(list(bits(world.dead)))
    turn = walk.variant.dealing.turn
    if turn in ("last-card", "dead-hand"):
        hand = order[at.state.table.dealer if turn == "last-card" else -1]
        assert deal.turned is not None
        if deal.turned not in hand:
            return []
        hand.remove(deal.turned)
        hand.append(deal.turned)
    pack = [0] * 52
    rows = walk.variant.dealing.deal(range(52), at.state.table.dealer)
    for row, hand in zip(rows, order, strict=True):
        for place, card in zip(row, hand, strict=True):
            pack[place] = card
    taken = walk.taken[at.deal][: at.ply]
    cuts = sum(int(str(action.at)) for action in taken if isinstance(action, br.Cut))
    pack = pack[52 - cuts % 52 :] + pack[: 52 - cuts % 52]
    states: list[br.State] = [walk.states[at.deal][0]]
    for action in taken:
        then: list[br.State] = []
        for state in states:
            then += [
                br.apply(state, other)
                for other in like(action, state, world, pack)
                if br.why_illegal(state, other) is None
            ]
        states = then
    return states


def like(action: br.Action, state: br.State, world: World, pack: list[int]) -> Iterator[br.Action]:
    if isinstance(state, Shuffling) and not state.pack:  # of two packs, the one that is dealt
        yield br.Shuffle(tuple(br.PACK[card] for card in pack))
    elif isinstance(action, br.Discard):
        assert state.actor is not None
        yield br.Discard(br.PACK[world.aside[state.actor].bit_length() - 1])
    elif isinstance(action, br.Bid) and isinstance(action.card, br.Card):
        assert state.actor is not None
        for card in state.hands[state.actor]:
            yield evolve(action, card=card)
    else:
        yield action


def enumerated(walk: testing.Walk, at: testing.Position, viewer: int | None) -> set[World]:
    """Every world in which the viewer would have seen what he has seen."""
    view = br.observe(at.state, viewer)
    true = world_of(at.state)
    assert true is not None
    hidden, places, sizes = guesses(at, viewer)
    found = set()
    seats = walk.variant.seats
    for division in divisions(hidden, sizes):
        heap = list(division)
        masks = [
            (mask & ~hidden) | heap.pop(0) if places >> place & 1 else mask
            for place, mask in enumerate(heaps(true))
        ]
        world = World(tuple(masks[:seats]), tuple(masks[seats:-1]), masks[-1])
        if any(br.observe(other, viewer) == view for other in replayed(walk, at, world)):
            found.add(world)
    return found


def spots(slug: str) -> Iterator[tuple[testing.Walk, testing.Position, int | None]]:
    """Late places of random first deals that hide little enough, the tightest bound first."""
    variant = br.get_variant(slug)
    found = 0
    for seed in range(200):
        walk = testing.random_walk(variant, seed=seed)
        rng = random.Random(seed)
        positions = [at for at in walk.positions if at.state.deal is not None]
        for at in rng.sample(positions, len(positions)):
            viewer = rng.choice((None, *range(variant.seats)))
            if 1 < tries(guesses(at, viewer)[2]) <= MOST:
                worlds = Worlds(br.observe(at.state, viewer))
                if 4 <= worlds.count <= 300:
                    yield walk, at, viewer
                    found += 1
                    break
        if found == SPOTS:
            return


def too_far(counts: Counter[World], ways: int, draws: int) -> bool:
    """Pearson's chi-square beyond what one fair sampler in a million shows (Wilson-Hilferty)."""
    mean = draws / ways
    square = sum((count - mean) ** 2 for count in counts.values()) / mean
    square += (ways - len(counts)) * mean
    freedom = ways - 1
    height: float = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(
        2 / (9 * freedom)
    )
    return height > 4.75


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", br.list_variants())
def test_law_7_samples_are_uniform_over_every_deal_that_fits(slug: str) -> None:
    found = 0
    for walk, at, viewer in spots(slug):
        every = enumerated(walk, at, viewer)
        worlds = Worlds(br.observe(at.state, viewer))
        assert worlds.count == len(every), (at, viewer)
        assert all(map(worlds.admits, every))
        rng = random.Random(1)
        draws = 40 * len(every)
        counts = Counter(worlds.world(rng) for _ in range(draws))
        assert set(counts) == every
        assert not too_far(counts, len(every), draws), (at, viewer)
        found += 1
    assert found == SPOTS


def test_the_statistic_sees_a_sampler_that_is_not_fair() -> None:
    rng = random.Random(1)
    worlds = [World((place,), (), 0) for place in range(20)]
    fair = Counter(worlds[int(rng.random() * 20)] for _ in range(600))
    bent = Counter(worlds[int(rng.random() ** 1.6 * 20)] for _ in range(600))
    assert not too_far(fair, 20, 600)
    assert too_far(bent, 20, 600)
