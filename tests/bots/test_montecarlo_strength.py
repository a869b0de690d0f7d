"""Monte Carlo, simple and random players in the same deals: few here, more in a tournament.

The contract is given, so that the auction's luck stays out of it.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.phases.table_talk import act

import boston_rules as br
from boston_rules.bots import Bot, SimpleBot, make_bot, play_deal

pytestmark = pytest.mark.no_cover  # depth, not coverage
DEALS = 8
CLASSIC = br.get_variant("classic")


@cache
def tricks_of_eldest(bid: str, declarer: str, others: str) -> tuple[int, ...]:
    """Tricks of eldest, who plays a bid that is given him."""
    found = []
    for seed in range(DEALS):
        rng = random.Random(seed)
        pack = br.shuffled(random.Random(seed))
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        lanes = {suit: sum(card.suit is suit for card in hands[0]) for suit in br.Suit}
        longest = max(lanes, key=lambda suit: lanes[suit])
        state = br.start(CLASSIC, dealer=3, hands=hands)
        state = act(state, bid.format(suit=longest.letter), "pass; pass; pass")
        bots: list[Bot] = [make_bot(name, rng) for name in (declarer, *(others,) * 3)]
        found.append(play_deal(state, bots, rng).outcome.tricks[0])
    return tuple(found)


def total(bid: str, declarer: str, others: str) -> int:
    return sum(tricks_of_eldest(bid, declarer, others))


CLEVER = "montecarlo:iterations=3"


@pytest.mark.long
def test_with_trumps_it_is_far_above_chance_on_both_sides() -> None:
    bid = "bid 5 {suit}"
    assert total(bid, CLEVER, "simple") > total(bid, "random", "simple") + DEALS / 2
    assert total(bid, "simple", CLEVER) < total(bid, "simple", "random") - DEALS / 2
    assert abs(total(bid, CLEVER, "simple") - total(bid, "simple", "simple")) < DEALS / 2


@pytest.mark.long
def test_in_a_misere_it_is_far_above_chance_on_both_sides() -> None:
    bid = "bid grande-misere"
    assert total(bid, CLEVER, "simple") < total(bid, "random", "simple") - DEALS / 2
    assert total(bid, "random", CLEVER) > total(bid, "random", "random") + DEALS / 2


@pytest.mark.long
def test_everybody_for_himself_it_is_far_above_chance() -> None:
    fewer = 0
    rules = br.get_variant("fontainebleau")
    for seed in range(8):
        pack = br.shuffled(random.Random(100 + seed))
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        state = act(br.start(rules, dealer=3, hands=hands), "pass; pass; pass; pass")
        taken = []
        for name in ("random", "montecarlo:iterations=4"):
            bots: list[Bot] = [make_bot(name, random.Random(seed)), *(SimpleBot(),) * 3]
            taken.append(play_deal(state, bots, random.Random(1)).outcome.tricks[0])
        fewer += taken[0] - taken[1]
    assert fewer > 8
