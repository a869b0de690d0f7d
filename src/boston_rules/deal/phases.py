"""Which phases a game can show, and everything that its players can ever do.

>>> import boston_rules as br
>>> [phase.phase for phase in phases_of(br.get_variant("mariland"))]
['shuffle', 'turn-up', 'auction', 'play', 'settled']
"""

from __future__ import annotations

from functools import lru_cache

from boston_rules.core.actions import Action
from boston_rules.deal.auction import Auction
from boston_rules.deal.dealing import (
    Cutting,
    FirstCall,
    Shuffling,
    ShufflingStill,
    TurnCutting,
    Turning,
)
from boston_rules.deal.law.conceding import ConcedingAtTable
from boston_rules.deal.law.opening import phases_by_law
from boston_rules.deal.questions.order import questions_of
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.tricks import Playing
from boston_rules.rules.variant import Variant

__all__ = ["actions_of_players", "most_answers", "most_bids", "phases_of"]


@lru_cache(maxsize=256)
def phases_of(variant: Variant) -> tuple[type[State], ...]:
    """The phases that a deal of a variant can show, in the order in which they follow each other.

    Phases of chance and the end are among them. Whether the phases of a question come up in a deal
    depends on its contract.
    """
    found: list[type[State]] = [Shuffling]
    if variant.dealing.cutting_seats(0):
        found.append(Cutting)
    if variant.dealing.turns_from_still:
        found += [ShufflingStill, TurnCutting]
    elif variant.dealing.turn is not None:
        found.append(Turning)
    found += [Auction] if variant.table_law is None else [FirstCall, Auction]
    for rule in questions_of(variant):
        if rule.can_arise(variant):
            found += rule.phases()
    at_table = FirstCall in found
    found += phases_by_law(variant.laws) if at_table else [Playing]
    if variant.concession is not None:
        found += variant.concession.phases()
        found += [ConcedingAtTable] if at_table else []
    found.append(Settled)
    return tuple(dict.fromkeys(found))


def actions_of_players(variant: Variant) -> frozenset[Action]:
    """Everything that players can ever do under these rules, in turn or out of it.

    >>> import boston_rules as br
    >>> len(actions_of_players(br.get_variant("mariland")))
    93
    """
    return frozenset(action for phase in phases_of(variant) for action in phase.actions(variant))


@lru_cache(maxsize=256)
def most_bids(variant: Variant) -> int:
    """How many bids an auction can have, at most.

    Each is higher than the last, so there are never more than distinct ranks of all steps.

    >>> import boston_rules as br
    >>> most_bids(br.get_variant("fontainebleau"))
    45
    """
    ranks = max(
        sum(
            len({choice.rank for choice in step.suit.suit_choices(turn, variant.suits)})
            for step in variant.ladder
        )
        for turn in variant.dealing.turns()
    )
    return variant.bidding.most_bids(ranks, variant.seats)


def most_answers(variant: Variant) -> int:
    """How many answers the questions of a deal get in all, at most, the concession's included."""
    total = sum(
        rule.most_answers(variant) for rule in questions_of(variant) if rule.can_arise(variant)
    )
    if variant.concession is not None:
        total += len(variant.concession.phases()) * variant.seats
    return total
