"""Card play against the engine in all variants: the same cards are legal, the same seats win."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from tests.compiled.workload import tables
from tests.phases.table_talk import at_random, go_on

import boston_rules as br
from boston_rules.core.cardplay.bits import BIT, COMPILED, count_of, number_of, top_of, two_to
from boston_rules.core.cardplay.shuffling import dealt
from boston_rules.core.cardplay.tricks import (
    LAST_STATE,
    may_play,
    nth_bit,
    random_playout,
    random_step,
    tricks_of,
    winning_place,
)
from boston_rules.rules.trumps import TrickTable, ranked

SLUGS = br.list_variants()
DEALS = 12
"""Random deals of each variant; with all thirteen tricks each of them plays every card."""


def played_out(slug: str) -> br.Variant:
    """A variant whose deals are all played to their last trick, lost or not."""
    variant = br.get_variant(slug)
    steps = tuple(evolve(step, breaks_off=False) for step in variant.ladder)
    return evolve(variant, ladder=evolve(variant.ladder, steps=steps))


def first_lead(variant: br.Variant, seed: int) -> br.Playing:
    """The first lead of a deal whose auction was random, or passed out where that is played."""
    rng = random.Random(seed)
    while True:
        state = go_on(
            br.start(variant, dealer=seed % variant.seats),
            lambda now: now.phase in ("play", "settled"),
            at_random(rng),
            rng,
        )
        if isinstance(state, br.Playing) and state.setup.terms.binding is None:
            return state


def played_on(state: br.State, card: br.Action) -> br.State:
    """The state after a card; who is asked to concede refuses."""
    state = br.apply(state, card)
    return br.apply(state, br.Contest()) if state.phase == "conceding" else state


def replayed(state: br.Playing, cards: list[int]) -> list[int]:
    """The winner of each trick when the engine plays the cards; it refuses an illegal one."""
    winners: list[int] = []
    at: br.State = state
    for card in cards:
        before = len(winners)
        at = played_on(at, br.Play(br.PACK[card]))
        done = at.tricks if isinstance(at, br.Playing | br.Settled) else ()
        winners += [trick.winner for trick in done[before:]]
    assert isinstance(at, br.Settled)
    return winners


@pytest.mark.parametrize("slug", SLUGS)
def test_random_playouts_are_legal_and_won_by_the_same_seats(slug: str) -> None:
    variant = played_out(slug)
    seen = 0
    number = 1
    for seed in range(DEALS):
        state = first_lead(variant, seed)
        order = ranked(state.setup.terms.trick_table)
        hands = [order.mask(cards.mask) for cards in state.hands]
        record: list[int] = []
        won, number = random_playout(order, hands, state.leader, number, (), record)
        record = [order.cards[card] for card in record]
        winners = replayed(state, record)
        assert [tricks_of(won, seat) for seat in range(variant.seats)] == [
            winners.count(seat) for seat in range(variant.seats)
        ]
        for card in record:
            seen |= 1 << card
    assert seen == (1 << 52) - 1, "every card was played"


@pytest.mark.parametrize("slug", ["french", "american"])
def test_a_playout_goes_on_from_the_middle_of_a_trick(slug: str) -> None:
    state = first_lead(br.get_variant(slug), 3)
    rng = random.Random(5)
    at: br.State = state
    for _ in range(22):
        at = played_on(at, rng.choice([a for a in br.legal_actions(at) if isinstance(a, br.Play)]))
    assert isinstance(at, br.Playing)
    order = ranked(at.setup.terms.trick_table)
    record: list[int] = []
    trick = [order.numbers[card.index] for card in at.trick]
    hands = [order.mask(cards.mask) for cards in at.hands]
    won, _ = random_playout(order, hands, at.leader, 9, trick, record)
    before = at.taken
    settled: br.State = at
    for card in record:
        settled = br.apply(settled, br.Play(br.PACK[order.cards[card]]))
    assert isinstance(settled, br.Settled)
    assert settled.taken == tuple(taken + tricks_of(won, s) for s, taken in enumerate(before))


def playout_by_functions(
    table: TrickTable, hands: list[int], leader: int, state: int, trick: list[int]
) -> tuple[list[int], list[int], int]:
    """What ``random_playout`` does, with :func:`may_play` and :func:`winning_place` for its loop.

    Plain card numbers in and out: the cards played, the winners, and the state of the generator.
    """
    order = ranked(table)
    hands, trick = list(hands), list(trick)
    record: list[int] = []
    winners: list[int] = []
    while any(hands):
        seat = (leader + len(trick)) % len(hands)
        may = may_play(hands[seat], table.follow[trick[0]]) if trick else hands[seat]
        choices = order.mask(may)
        if count_of(choices) > 1:
            state = random_step(state)
            nth = ((state ^ state >> 32) & 0xFFFFFFFF) * count_of(choices) >> 32
            choices = nth_bit(choices, nth)
        card = order.cards[number_of(choices)]
        hands[seat] ^= 1 << card
        record.append(card)
        trick.append(card)
        if len(trick) == len(hands):
            leader = (leader + winning_place(trick, table.power)) % len(hands)
            winners.append(leader)
            trick = []
    return record, winners, state


@pytest.mark.parametrize("table", tables(), ids=lambda table: f"{table.trump}-{table.boston}")
def test_the_loop_of_a_playout_decides_as_the_functions_do(table: TrickTable) -> None:
    """The loop repeats who may play what and who wins; it must not differ from the functions."""
    rng = random.Random(f"{table.trump} {table.boston}")
    order = ranked(table)
    for number in range(60):
        seats = 3 if number % 3 == 2 else 4
        pack = rng.sample(range(52), seats * rng.choice([13, 13, 6, 2]))
        hands = [sum(1 << card for card in pack[seat::seats]) for seat in range(seats)]
        leader, trick = rng.randrange(seats), []
        for step in range(rng.randrange(seats)):
            seat = (leader + step) % seats
            trick.append(rng.choice([card for card in range(52) if hands[seat] >> card & 1]))
            hands[seat] ^= 1 << trick[-1]
        state = rng.randrange(1, LAST_STATE)
        played, winners, after = playout_by_functions(table, hands, leader, state, trick)
        record: list[int] = []
        won, end = random_playout(
            order,
            [order.mask(hand) for hand in hands],
            leader,
            state,
            [order.numbers[card] for card in trick],
            record,
        )
        assert [order.cards[card] for card in record] == played
        assert [tricks_of(won, seat) for seat in range(seats)] == [
            winners.count(seat) for seat in range(seats)
        ]
        assert end == after


def test_bits_of_all_52_cards() -> None:
    for card in range(52):
        assert BIT[card] == two_to(card) == 2**card
        assert number_of(2**card) == card
        assert top_of(2**card) == top_of(2 ** (card + 1) - 1) == 2**card
        assert count_of(2**card) == count_of(2**52 - 2**51) == 1
        assert count_of(2**card - 1) == card
        assert nth_bit(2**52 - 1, card) == 2**card
    assert top_of(0) == count_of(0) == 0
    rng = random.Random(1)
    for _ in range(500):
        mask = rng.getrandbits(52)
        assert count_of(mask) == bin(mask).count("1")


def test_the_small_generator_keeps_to_62_bits_and_spreads() -> None:
    number, counts = 1, [0] * 8
    for _ in range(8000):
        number = random_step(number)
        assert 0 < number <= LAST_STATE < 1 << 62
        counts[(number ^ number >> 32) >> 29 & 7] += 1
    assert min(counts) > 850
    assert max(counts) < 1150
    assert 0 < random_step(LAST_STATE) <= LAST_STATE


def test_the_rings_of_the_small_generator_are_long() -> None:
    """Multiply with carry: the ring is as long as the order of 2**32 modulo a safe prime."""
    modulus = LAST_STATE + 1
    half = (modulus - 1) // 2
    for number in (modulus, half):
        assert all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11, 13))
    # Neither 1 nor -1: the order divides 2 * half, so that it is half or twice that.
    assert half > 2**60
    assert 2**32 % modulus not in (1, modulus - 1)


def test_a_random_playout_chooses_every_legal_card_equally_often() -> None:
    order = ranked(br.get_variant("classic").trumps.table(None, None))
    number, counts = 1, dict.fromkeys(range(4), 0)
    for _ in range(4000):
        record: list[int] = []
        hands = (0b1111, 0xF0, 0xF00, 0xF000)
        _, number = random_playout(order, hands, 0, number, (), record)
        counts[record[0]] += 1
    assert min(counts.values()) > 880
    assert max(counts.values()) < 1120


DEALT = [br.get_variant(slug) for slug in SLUGS] + [br.get_variant("english-boston", seats=3)]
UNCUT = [variant for variant in DEALT if variant.dealing.cutters is None]


@pytest.mark.parametrize("variant", UNCUT, ids=lambda v: f"{v.slug}-{v.seats}")
def test_a_deal_from_a_seed_is_that_of_the_engine(variant: br.Variant) -> None:
    for seed in range(30):
        dealer = seed % variant.seats
        state = br.start(variant, dealer=dealer)
        state = br.apply(state, br.draw_chance(state, random.Random(seed)))
        hands = dealt(seed, dealer, variant.seats, variant.dealing.packets)
        assert tuple(hand.mask for hand in state.hands) == hands[: variant.seats]
        assert sum(hands) == 2**52 - 1


def test_seats_of_three_and_of_four_are_dealt_from_a_seed() -> None:
    assert {variant.seats for variant in UNCUT} == {3, 4}


def test_the_package_says_whether_it_is_compiled() -> None:
    from boston_rules.core import cardplay
    from boston_rules.core.cardplay import bits

    assert cardplay.COMPILED is COMPILED is not str(bits.__file__).endswith(".py")
