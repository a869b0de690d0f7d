"""What a bid would lead to: its contract, its trump suit, its goal, and who plays it."""

from __future__ import annotations

from functools import lru_cache

from boston_rules import Bid, Contract, Suit, Variant, View
from boston_rules.questions.question import QuestionRule
from boston_rules.rules.ladder import Step, SuitChoice
from boston_rules.rules.suits import Turn
from boston_rules.rules.trumps import TrickTable
from boston_rules.terms import fixed_partner

__all__ = [
    "base_target",
    "has_limit",
    "imagined_contract",
    "is_thrown_in_alone",
    "named_trump",
    "own_share",
    "table_of",
    "turn_of",
]

_SHARE = 0.625
"""The part of the tricks of two partners that the declarer wins."""


def turn_of(view: View) -> Turn:
    """The turned suits of the deal."""
    return _turn(None if view.turned is None else view.turned.suit, view.belle)


@lru_cache(maxsize=64)
def _turn(turned: Suit | None, belle: Suit | None) -> Turn:
    return Turn(turned, belle)


def table_of(view: View, trump: Suit | None) -> TrickTable:
    """The trick table of the deal under a trump suit."""
    return view.variant.trumps.table(trump, None if view.turned is None else view.turned.suit)


@lru_cache(maxsize=1024)
def _forms(variant: Variant, key: str, turn: Turn) -> tuple[SuitChoice, ...]:
    return variant.ladder[key].suit.suit_choices(turn, variant.suits)


def named_trump(view: View, bid: Bid) -> Suit | None:
    """The trump suit that a bid settles, if it settles one."""
    for suit_choice in _forms(view.variant, bid.key, turn_of(view)):
        if suit_choice.suit == bid.suit and suit_choice.suit_class == bid.suit_class:
            return suit_choice.trump
    return None


def imagined_contract(
    view: View, declarer: int, step: Step, trump: Suit | None, *, partner: bool
) -> Contract:
    """The contract of a step as it might be played, with a partner opposite or alone."""
    other = None
    if partner:
        other = fixed_partner(view.variant, declarer)
        if other is None:
            other = (declarer + 2) % view.variant.seats
    return _contract(step.key, declarer, trump, other, turn_of(view), view.stakes)


@lru_cache(maxsize=8192)
def _contract(
    key: str, declarer: int, trump: Suit | None, partner: int | None, turn: Turn, stakes: int
) -> Contract:
    """Contracts that are thought of again and again."""
    return Contract(
        key,
        declarer,
        trump=trump,
        partner=partner,
        turned=turn.suit,
        belle=turn.belle,
        stakes=stakes,
    )


def has_limit(step: Step) -> bool:
    """Whether a declarer can win too many tricks.

    >>> import boston_rules as br
    >>> ladder = br.get_variant("fontainebleau").ladder
    >>> has_limit(ladder["piccolissimo"]), has_limit(ladder["5"])
    (True, False)
    """
    most = step.goal.most
    return most is not None and most < step.tricks_played


@lru_cache(maxsize=1024)
def base_target(variant: Variant, step: Step) -> int:
    """The tricks that make a step with the partner whom it admits.

    >>> import boston_rules as br
    >>> rules = br.get_variant("fontainebleau")
    >>> base_target(rules, rules.ladder["5"])
    8
    """
    if variant.partners is None or not step.partnered:
        return step.goal.tricks
    return step.goal.with_partner(variant.partners.extra).tricks


def own_share(variant: Variant, step: Step) -> float:
    """The tricks that a bid promises from the bidder's own hand.

    >>> import boston_rules as br
    >>> rules = br.get_variant("fontainebleau")
    >>> own_share(rules, rules.ladder["5"])
    5.0
    """
    target = base_target(variant, step)
    if not step.partnered or target > step.goal.tricks:
        return float(step.goal.tricks)
    return _SHARE * target


def is_thrown_in_alone(variant: Variant, contract: Contract) -> bool:
    """Whether a partnered bid cannot be played as it stands when nobody has accepted it.

    That is so where a partner can offer himself in the auction alone, and the partner rule asks
    something about a bid that has none: its bidder raises it, or the hands are thrown in.
    """
    rule = variant.partners
    if rule is None or rule.chosen or not rule.volunteers or not isinstance(rule, QuestionRule):
        return False
    return rule.arises(variant, contract)
