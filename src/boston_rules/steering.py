"""Steering a deal to a contract and its verdict, all four hands working together.

The corpus, the laws and the tests need deals that come to something rare. What is shared here is
how a contract is reached and which card helps it; how hands are drawn is up to the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from boston_rules.actions import Bid, Play
from boston_rules.cardplay.tricks import winning_place
from boston_rules.cards import Card, mask_of
from boston_rules.play.tricks import Playing
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn
from boston_rules.variant import Variant

__all__ = [
    "DRAWS",
    "capped",
    "helpful_play",
    "is_dealt",
    "makes_contract",
    "opening_bids",
    "wants_trick",
    "within_limit",
]

DRAWS: Final = 500
"""Deals to draw for one that makes a contract by itself."""


def capped(step: Step) -> bool:
    """Whether too many tricks lose the contract, so that strong hands are no help.

    >>> import boston_rules as br
    >>> from boston_rules.steering import capped
    >>> ladder = br.get_variant("fontainebleau").ladder
    >>> capped(ladder["5"]), capped(ladder["grand-misere"])
    (False, True)
    """
    return step.goal.most is not None


def wants_trick(state: Playing, *, made: bool) -> bool:
    """Whether one more trick for those whose tricks count brings the verdict nearer.

    A contract that too many tricks lose is lost by taking them, any other by taking too few.

    Args:
        state: the play of a contract.
        made: whether it is to be made.
    """
    goal = state.setup.terms.goal
    assert goal is not None, "the play of a contract"
    taken = sum(state.taken[seat] for seat in state.setup.terms.counting)
    if made:
        return goal.wants(taken)
    return goal.most is not None and taken <= goal.most


def helpful_play(
    state: Playing, plays: Sequence[Play], *, made: bool, by_rank: bool = False
) -> Play:
    """The card that helps a contract to its verdict most, whoever is to play.

    Args:
        state: the play of a contract.
        plays: the cards to choose from.
        made: whether the contract is to be made.
        by_rank: of the cards that lose the trick the highest is thrown off, one of another suit
            included where it need not be followed; otherwise the strongest in the trick.
    """
    terms = state.setup.terms
    wins = wants_trick(state, made=made) == (state.actor in terms.counting)
    trick = [card.index for card in state.trick]

    def strength(play: Play) -> tuple[int, int]:
        card = play.card
        return terms.power[trick[0] if trick else card.index][card.index], card.rank

    ordered = sorted(plays, key=strength)
    if not trick:
        return ordered[-1] if wins else ordered[0]
    over = [
        play
        for play in ordered
        if winning_place((*trick, play.card.index), terms.power) == len(trick)
    ]
    if wins:
        return over[-1] if over else ordered[0]
    under = [play for play in ordered if play not in over]
    if under and by_rank:
        return max(under, key=lambda play: play.card.rank)
    return under[-1] if under else ordered[0]


def opening_bids(variant: Variant, step: Step, bids: Iterable[Bid]) -> list[Bid]:
    """The bids on the way to a step: its own, or those for which it may be the raise.

    What a step that is not bid in the auction is reached by is for its rule to say, so that any
    bid that asks for a partner may be the way, or if there is none any bid.
    """
    offered = list(bids)
    own = [bid for bid in offered if bid.key == step.key]
    if own or step.biddable:
        return own
    return [bid for bid in offered if variant.ladder[bid.key].partnered] or offered


# Contracts that the cards make.


def is_dealt(variant: Variant, key: str) -> bool:
    """Whether the cards make a contract without an auction."""
    return variant.dealt is not None and key in variant.dealt.keys


def makes_contract(variant: Variant, key: str, hands: Sequence[Sequence[Card]], turn: Turn) -> bool:
    """Whether hands make a contract by themselves, under the suits that turned cards fix."""
    if variant.dealt is None:
        return False
    masks = tuple(mask_of(card.index for card in hand) for hand in hands[: variant.seats])
    contract = variant.dealt.contract(masks, turn)
    return contract is not None and contract.key == key


def within_limit(variant: Variant, cards: Sequence[Card]) -> list[Card]:
    """Cards by preference, reordered so that a hand of the first thirteen allows an auction.

    Where the cards can make a contract by themselves, a hand holds only so many of some cards.
    """
    if variant.dealt is None:
        return list(cards)
    mask, most = variant.dealt.limit()
    late = {card for card in cards if mask >> card.index & 1}
    late.difference_update([card for card in cards if card in late][:most])
    hand = [card for card in cards if card not in late][:13]
    return [*hand, *(card for card in cards if card not in hand)]
