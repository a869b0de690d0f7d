"""The card that a simple player plays is one that he may play, whatever binds him."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boston_rules.bots.strategy.knowledge import Knowledge
from boston_rules.bots.strategy.rollout import DUCK, EXACT, WIN, card_for
from boston_rules.core.cardplay.progress import Progress
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cards import FULL_PACK, bits, mask_of

LANES = tuple(0x1FFF << 13 * suit for suit in range(4))
POWER = [[card % 13] * 52 for card in range(52)]


@pytest.mark.no_cover
@given(st.randoms(use_true_random=False), st.integers(-1, 3), st.sampled_from([WIN, DUCK, EXACT]))
def test_the_card_is_one_that_may_be_played(rng: random.Random, trump: int, aim: int) -> None:
    """Any set of a hand may bind its holder: a play rule of somebody else's decides."""
    pack = rng.sample(range(52), 52)
    hands = [mask_of(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
    dealt = list(hands)
    declarer = rng.randrange(4)
    progress = Progress(Ranked(LANES, POWER, trump), 4, declarer)
    progress.lead(rng.randrange(4))
    known = Knowledge(progress.order, 4, declarer)
    partner = rng.randrange(4)
    side = 1 << declarer | 1 << partner
    for _ in range(rng.randrange(52)):
        seat = progress.actor
        hand = hands[seat]
        legal = mask_of(card for card in bits(progress.legal(hand)) if rng.random() < 0.5)
        if legal:
            allies = side if side >> seat & 1 else 15 & ~side
            known.update(progress, seat, hand, legal, FULL_PACK & ~dealt[seat], side, allies)
            for missing in range(-1, 4):
                bit = card_for(known, aim, missing)
                assert bit & legal, (seat, hand, legal)
                assert not bit & bit - 1
        bit = 1 << rng.choice(list(bits(progress.legal(hand))))
        hands[seat] ^= bit
        progress.play(bit)
