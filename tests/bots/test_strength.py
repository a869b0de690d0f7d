"""Card play alone: the same deals and contracts, simple players against random ones.

A random bidder ruins itself in the auction, so chips say little about the cards.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.phases.table_talk import act

import boston_rules as br
from boston_rules.bots import Bot, RandomBot, SimpleBot, play_deal

pytestmark = pytest.mark.no_cover  # depth, not coverage: four times as fast
DEALS = 60
CLASSIC = br.get_variant("classic")


@cache
def tricks_of_eldest(bid: str, declarer: str, others: str) -> tuple[int, ...]:
    """Tricks of eldest, who plays a bid that is given him, in :data:`DEALS` deals."""
    found = []
    for seed in range(DEALS):
        rng = random.Random(seed)
        makers: dict[str, Bot] = {"simple": SimpleBot(rng), "random": RandomBot(rng)}
        pack = br.shuffled(random.Random(seed))
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        lanes = {suit: sum(card.suit is suit for card in hands[0]) for suit in br.Suit}
        longest = max(lanes, key=lambda suit: lanes[suit])
        state = br.start(CLASSIC, dealer=3, hands=hands)
        state = act(state, bid.format(suit=longest.letter), "pass; pass; pass")
        bots = [makers[declarer], *(makers[others],) * 3]
        found.append(play_deal(state, bots, rng).outcome.tricks[0])
    return tuple(found)


def total(bid: str, declarer: str, others: str) -> int:
    return sum(tricks_of_eldest(bid, declarer, others))


@pytest.mark.long
def test_with_trumps_a_simple_declarer_and_simple_opponents_win_more_tricks() -> None:
    bid = "bid 5 {suit}"
    assert total(bid, "simple", "random") > total(bid, "random", "random") + DEALS / 2
    assert total(bid, "simple", "simple") > total(bid, "random", "simple") + DEALS / 2
    assert total(bid, "random", "simple") < total(bid, "random", "random") - DEALS / 2


@pytest.mark.long
def test_in_a_misere_a_simple_declarer_wins_fewer_and_simple_opponents_give_him_more() -> None:
    bid = "bid grande-misere"
    assert total(bid, "simple", "random") < total(bid, "random", "random") - DEALS / 2
    assert total(bid, "simple", "simple") < total(bid, "random", "simple") - DEALS / 2
    assert total(bid, "random", "simple") > total(bid, "random", "random") + DEALS / 2
