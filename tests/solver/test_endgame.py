"""Exact ends of deals against plain search."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from tests.compiled.workload import tables

import boston_rules as br
from boston_rules.cardplay.ranked import Ranked
from boston_rules.cardplay.tricks import may_play, winning_place
from boston_rules.rules.trumps import TrickTable, ranked
from boston_rules.search.endgame import Known, solve_avoiding, solve_sides

LANES = tuple(0x1FFF << 13 * suit for suit in range(4))
FOLLOW = tuple(LANES[card // 13] for card in range(52))


def order_of(trump: int | None) -> Ranked:
    """The plain order of the cards."""
    suit = None if trump is None else br.Suit(trump)
    return ranked(br.get_variant("classic").trumps.table(suit, None))


def cards(tokens: str) -> int:
    return br.Cards.parse(tokens).mask


def winner(trick: Sequence[int], leader: int, trumps: int) -> int:
    def power(card: int) -> int:
        return 64 + card if trumps >> card & 1 else card if FOLLOW[trick[0]] >> card & 1 else -1

    return (leader + trick.index(max(trick, key=power))) % len(FOLLOW[:4])


def plain(hands: tuple[int, ...], leader: int, trick: tuple[int, ...], trumps: int) -> set[int]:
    """For the tests' own search: who can play what."""
    seat = (leader + len(trick)) % 4
    hand = hands[seat]
    legal = hand & FOLLOW[trick[0]] if trick else hand
    return {card for card in range(52) if (legal or hand) >> card & 1}


def brute(
    hands: tuple[int, ...], leader: int, trick: tuple[int, ...], camp: int, trumps: int
) -> int:
    """Tricks of the camp by plain minimax."""
    gained = 0
    if len(trick) == 4:
        leader = winner(trick, leader, trumps)
        gained = camp >> leader & 1
        trick = ()
    if not trick and not any(hands):
        return gained
    seat = (leader + len(trick)) % 4
    values = [
        brute(
            tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(hands)),
            leader,
            (*trick, card),
            camp,
            trumps,
        )
        for card in plain(hands, leader, trick, trumps)
    ]
    return gained + (max(values) if camp >> seat & 1 else min(values))


def brute_exact(
    hands: tuple[int, ...], leader: int, trick: tuple[int, ...], friends: int, wanted: int
) -> bool:
    """Whether seat 0 wins exactly so many tricks, without trumps, by plain search."""
    if len(trick) == 4:
        leader = winner(trick, leader, 0)
        wanted -= leader == 0
        trick = ()
    if not trick and not any(hands):
        return wanted == 0
    seat = (leader + len(trick)) % 4
    values = [
        brute_exact(
            tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(hands)),
            leader,
            (*trick, card),
            friends,
            wanted,
        )
        for card in plain(hands, leader, trick, 0)
    ]
    return any(values) if friends >> seat & 1 else all(values)


def dealt(rng: random.Random, each: int) -> tuple[int, ...]:
    pack = rng.sample(range(52), 4 * each)
    return tuple(sum(1 << c for c in pack[each * s : each * s + each]) for s in range(4))


def begun(
    rng: random.Random, hands: tuple[int, ...], leader: int, cards: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A trick of so many cards, up to a complete one, and what is left in the hands."""
    trick: tuple[int, ...] = ()
    for step in range(cards):
        seat = (leader + step) % 4
        card = rng.choice(sorted(plain(hands, leader, trick, 0)))
        hands = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(hands))
        trick = (*trick, card)
    return hands, trick


def test_sides_against_plain_search() -> None:
    rng = random.Random(1)
    for case in range(100):
        camp = rng.choice([0b0001, 0b0101, 0b0011, 0b1010])
        trump = rng.choice([None, rng.randrange(4)])
        trumps = 0 if trump is None else LANES[trump]
        leader = rng.randrange(4)
        hands, trick = begun(rng, dealt(rng, 3), leader, case % 5)
        found = solve_sides(order_of(trump), hands, leader, camp, trick)
        assert found == brute(hands, leader, trick, camp, trumps)


def test_misere_and_single_trick_against_plain_search() -> None:
    rng = random.Random(2)
    verdicts = set()
    for case in range(150):
        wanted, helpers = rng.choice([0, 0, 1]), rng.choice([0, 0, 0b0100])
        leader = rng.randrange(4)
        hands, trick = begun(rng, dealt(rng, 3), leader, case % 5)
        found = solve_avoiding(order_of(None), hands, leader, 0, wanted, trick, helpers)
        assert found == brute_exact(hands, leader, trick, helpers | 1, wanted)
        verdicts.add((found, len(trick)))
    assert len(verdicts) == 10


Place = tuple[tuple[int, ...], int, tuple[int, ...]]
"""Hands, leader and the cards of the current trick."""


def after(table: TrickTable, place: Place) -> list[tuple[Place, int]]:
    """What a place comes to by each card that may be played, as the functions decide it.

    With each the winner of the trick that the card has completed, as a set; 0 if it has not.
    """
    hands, leader, trick = place
    seats = len(hands)
    seat = (leader + len(trick)) % seats
    may = may_play(hands[seat], table.follow[trick[0]]) if trick else hands[seat]
    found: list[tuple[Place, int]] = []
    for card in range(52):
        if may >> card & 1:
            left = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(hands))
            now = (*trick, card)
            if len(now) < seats:
                found.append(((left, leader, now), 0))
            else:
                winner = (leader + winning_place(now, table.power)) % seats
                found.append(((left, winner, ()), 1 << winner))
    return found


def turn(place: Place) -> int:
    """Who is to play, as a set."""
    hands, leader, trick = place
    return 1 << (leader + len(trick)) % len(hands)


def sides_by_functions(table: TrickTable, place: Place, camp: int) -> int:
    """Tricks of the camp by plain minimax, with the functions."""
    if not any(place[0]):
        return 0
    values = [
        sides_by_functions(table, then, camp) + (winner & camp != 0)
        for then, winner in after(table, place)
    ]
    return max(values) if turn(place) & camp else min(values)


def exact_by_functions(table: TrickTable, place: Place, wanted: int) -> bool:
    """Whether seat 0 wins exactly so many tricks, by plain search with the functions."""
    if not any(place[0]):
        return wanted == 0
    values = [
        exact_by_functions(table, then, wanted - (winner == 1))
        for then, winner in after(table, place)
    ]
    return any(values) if turn(place) == 1 else all(values)


@pytest.mark.parametrize("table", tables(), ids=lambda table: f"{table.trump}-{table.boston}")
def test_the_loops_of_the_search_decide_as_the_functions_do(table: TrickTable) -> None:
    """The loops repeat who may play what and who wins; they must not differ from the functions."""
    rng = random.Random(f"{table.trump} {table.boston}")
    order = ranked(table)
    for case in range(8):
        seats = 3 if case % 3 == 2 else 4
        pack = rng.sample(range(52), 3 * seats)
        hands = tuple(sum(1 << card for card in pack[seat::seats]) for seat in range(seats))
        place: Place = (hands, rng.randrange(seats), ())
        for _ in range(case % seats):
            place, _ = rng.choice(after(table, place))
        masks = [order.mask(hand) for hand in place[0]]
        leader, trick = place[1], [order.numbers[card] for card in place[2]]
        camp = rng.choice([0b001, 0b011, 0b101])
        found = solve_sides(order, masks, leader, camp, trick)
        assert found == sides_by_functions(table, place, camp)
        if table.trump is None:
            for wanted in range(3):
                made = solve_avoiding(order, masks, leader, 0, wanted, trick)
                assert made == exact_by_functions(table, place, wanted)


def test_results_that_are_kept_serve_the_next_question() -> None:
    rng = random.Random(3)
    for _ in range(10):
        hands = dealt(rng, 4)
        known: Known = {}
        for leader in range(4):
            fresh = solve_sides(order_of(3), hands, leader, 0b0101)
            assert solve_sides(order_of(3), hands, leader, 0b0101, (), known) == fresh


def test_a_squeeze_is_found() -> None:
    # The heart squeezes seat 1: without the king of diamonds, or a guard in spades, he has lost.
    hands = (cards("2H QD 2S"), cards("KS QS KD"), cards("AS JS 3D"), cards("2C 3C 4C"))
    assert solve_sides(order_of(None), hands, 0, 0b0101) == brute(hands, 0, (), 0b0101, 0) == 3
