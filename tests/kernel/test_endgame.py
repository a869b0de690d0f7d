"""Exact ends of deals against plain search, and playouts that win what cannot be lost."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import boston_rules as br
from boston_rules.kernel import (
    lanes_of,
    moved,
    playout_avoiding,
    playout_sides,
    ranking,
    solve_avoiding,
    solve_sides,
    tricks_of,
)

LANES = tuple(0x1FFF << 13 * suit for suit in range(4))
FOLLOW = tuple(LANES[card // 13] for card in range(52))


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


def test_sides_against_plain_search() -> None:
    rng = random.Random(1)
    for case in range(60):
        hands = dealt(rng, 3)
        camp = rng.choice([0b0001, 0b0101, 0b0011, 0b1010])
        trumps = rng.choice([0, LANES[rng.randrange(4)]])
        leader = rng.randrange(4)
        trick: tuple[int, ...] = ()
        if case % 2:
            card = sorted(plain(hands, leader, (), trumps))[0]
            hands = tuple(h & ~(1 << card) if s == leader else h for s, h in enumerate(hands))
            trick = (card,)
        found = solve_sides(hands, leader, camp, FOLLOW, trumps, trick)
        assert found == brute(hands, leader, trick, camp, trumps)


def test_misere_and_single_trick_against_plain_search() -> None:
    rng = random.Random(2)
    verdicts = []
    for _ in range(80):
        hands = dealt(rng, 3)
        wanted, helpers = rng.choice([0, 0, 1]), rng.choice([0, 0, 0b0100])
        leader = rng.randrange(4)
        found = solve_avoiding(hands, leader, 0, wanted, FOLLOW, (), helpers)
        assert found == brute_exact(hands, leader, (), helpers | 1, wanted)
        verdicts.append(found)
    assert {True, False} == set(verdicts)


def test_results_that_are_kept_serve_the_next_question() -> None:
    rng = random.Random(3)
    for _ in range(10):
        hands = dealt(rng, 4)
        known: dict[tuple[tuple[int, ...], int, int], tuple[int, int]] = {}
        for leader in range(4):
            fresh = solve_sides(hands, leader, 0b0101, FOLLOW, LANES[3])
            assert solve_sides(hands, leader, 0b0101, FOLLOW, LANES[3], (), known) == fresh


def test_a_squeeze_is_found() -> None:
    # The heart squeezes seat 1: without the king of diamonds, or a guard in spades, he has lost.
    hands = (cards("2H QD 2S"), cards("KS QS KD"), cards("AS JS 3D"), cards("2C 3C 4C"))
    assert solve_sides(hands, 0, 0b0101, FOLLOW, 0) == brute(hands, 0, (), 0b0101, 0) == 3


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("trump", [None, 0, 3])
def test_playouts_deal_out_every_trick(seats: int, trump: int | None) -> None:
    rng = random.Random(4)
    trumps = 0 if trump is None else LANES[trump]
    for _ in range(40):
        pack = rng.sample(range(52), 13 * seats)
        hands = [sum(1 << c for c in pack[13 * s : 13 * s + 13]) for s in range(seats)]
        leader = rng.randrange(seats)
        won = playout_sides(hands, leader, 0b001, LANES, FOLLOW, trumps)
        assert sum(tricks_of(won, seat) for seat in range(seats)) == 13
        each = playout_avoiding(hands, leader, -1, 0, FOLLOW, LANES)
        assert sum(tricks_of(each, seat) for seat in range(seats)) == 13
        lost = playout_avoiding(hands, leader, 0, 0, FOLLOW, LANES)
        assert tricks_of(lost, 0) <= 1, "it stops once a misère is lost"


def test_playouts_come_near_to_exact_results() -> None:
    rng = random.Random(5)
    errors = []
    for _ in range(100):
        hands, camp = dealt(rng, 4), rng.choice([0b0001, 0b0101])
        won = playout_sides(hands, 0, camp, LANES, FOLLOW, LANES[2])
        gained = sum(tricks_of(won, seat) for seat in range(4) if camp >> seat & 1)
        errors.append(gained - solve_sides(hands, 0, camp, FOLLOW, LANES[2]))
    assert sum(map(abs, errors)) < 40
    assert abs(sum(errors)) < 20


def test_who_wants_one_trick_takes_it_with_his_ace() -> None:
    hands = (cards("AS 2H 2D"), cards("KS QH QD"), cards("QS KH KD"), cards("JS JH JD"))
    won = playout_avoiding(hands, 3, 0, 1, FOLLOW, LANES)
    assert tricks_of(won, 0) == 1


def test_who_need_not_follow_suit_sheds_his_dangerous_card() -> None:
    hands = (cards("AS AH"), cards("KS KH"), cards("QS QH"), cards("JS JH"))
    trick = (br.parse_card("2S").index,)
    rest = (hands[0], hands[1] & ~cards("KS"), hands[2] & ~cards("QS"), hands[3])
    free = playout_avoiding(
        (hands[0], cards("KH"), cards("QH QS"), cards("JH JS")),
        1,
        0,
        0,
        FOLLOW,
        LANES,
        trick,
        0,
        2,
    )
    bound = playout_avoiding(
        (cards("AS AH"), cards("KH"), cards("QH QS"), cards("JH JS")), 1, 0, 0, FOLLOW, LANES, trick
    )
    assert rest[0] == hands[0]
    assert tricks_of(free, 0) == 0
    assert tricks_of(bound, 0) == 1


def test_a_boston_jack_is_ranked_above_the_ace_of_trumps() -> None:
    table = br.get_variant("french").trumps.table(br.Suit.SPADES, br.Suit.HEARTS)
    numbers = ranking(table.suit_masks, table.power)
    assert sorted(numbers) == list(range(52))
    jack, ace = br.parse_card("JD").index, br.parse_card("AS").index
    assert numbers[jack] == numbers[ace] + 1
    lanes, follow = lanes_of(table.suit_masks)
    assert follow[numbers[jack]] == follow[numbers[ace]] == lanes[br.Suit.SPADES]
    for suit in range(4):
        assert moved(table.suit_masks[suit], numbers) == lanes[suit]
    # Fifty-two cards, all of them somewhere, and no two in one place.
    assert moved((1 << 52) - 1, numbers) == (1 << 52) - 1
