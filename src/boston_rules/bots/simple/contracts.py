"""What a bid would lead to: its contract, its trump suit, its goal, and who plays it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from attrs import frozen

from boston_rules import Bid, Card, Contract, State, Suit, Variant
from boston_rules.deal.questions.question import QuestionRule
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.rules.binding import ToPlay
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn
from boston_rules.rules.trumps import TrickTable

__all__ = [
    "Setting",
    "base_target",
    "free_tricks",
    "has_limit",
    "is_thrown_in_alone",
    "own_share",
    "setting_of",
    "table_of",
]

_SHARE = 0.625
"""The part of the tricks of two partners that the declarer wins."""


@frozen(cache_hash=True)
class Setting:
    """What all contracts of a deal have in common, whoever bids."""

    variant: Variant
    turn: Turn
    stakes: int

    def table(self, trump: Suit | None) -> TrickTable:
        """The trick table under a trump suit."""
        return self.variant.trumps.table(trump, self.turn.suit)

    def trump(self, bid: Bid) -> Suit | None:
        """The trump suit that a bid settles, or a card laid with it, if that is known."""
        if isinstance(bid.card, Card):
            return bid.card.suit
        return _trump(self.variant, bid.key, bid.suit, bid.suit_class, self.turn)

    def unnamed(self, step: Step) -> tuple[Suit, ...]:
        """The suits of which one is trumps where a bid does not tell which."""
        return step.suit.nameable(self.turn) or tuple(Suit)

    def contract(self, declarer: int, step: Step, trump: Suit | None, *, partner: bool) -> Contract:
        """The contract of a step as it might be played, with a partner opposite or alone."""
        return self.prospect(declarer, step, trump, partner=partner)[0]

    def prospect(
        self, declarer: int, step: Step, trump: Suit | None, *, partner: bool
    ) -> tuple[Contract, int]:
        """The contract, and the tricks that make it."""
        return _prospect(self, step.key, declarer, trump, partner)


@lru_cache(maxsize=8192)
def _prospect(
    setting: Setting, key: str, declarer: int, trump: Suit | None, partner: bool
) -> tuple[Contract, int]:
    variant, turn = setting.variant, setting.turn
    other = None
    if partner:
        other = fixed_partner(variant, declarer)
        if other is None:
            other = (declarer + 2) % variant.seats
    contract = Contract(
        key,
        declarer,
        trump=trump,
        partner=other,
        turned=turn.suit,
        belle=turn.belle,
        stakes=setting.stakes,
    )
    return contract, terms_of(variant, contract).target


def setting_of(view: State) -> Setting:
    """The setting of the deal of a view."""
    return _setting(view.variant, view.turn, view.table.stakes)


_setting: Final = lru_cache(maxsize=256)(Setting)


@lru_cache(maxsize=4096)
def _trump(
    variant: Variant, key: str, suit: Suit | None, suit_class: str | None, turn: Turn
) -> Suit | None:
    for choice in variant.ladder[key].suit.suit_choices(turn, variant.suits):
        if choice.suit == suit and choice.suit_class == suit_class:
            return choice.trump
    return None


def table_of(view: State, trump: Suit | None) -> TrickTable:
    """The trick table of the deal under a trump suit."""
    return setting_of(view).table(trump)


def has_limit(variant: Variant, step: Step) -> bool:
    """Whether a declarer can win too many tricks.

    >>> import boston_rules as br
    >>> rules = br.get_variant("fontainebleau")
    >>> [has_limit(rules, rules.ladder[key]) for key in ("piccolissimo", "5")]
    [True, False]
    """
    most = step.goal.most
    return most is not None and most < step.tricks_played(variant.hand)


@lru_cache(maxsize=1024)
def free_tricks(step: Step) -> int:
    """In how many tricks, from the first on, a declarer need not follow suit.

    >>> import boston_rules as br
    >>> ladder = br.get_variant("french").ladder
    >>> free_tricks(ladder["quatre-as"]), free_tricks(ladder["grande-misere"])
    (10, 0)
    """
    contract = Contract(step.key, 0)
    for number in range(step.play.lasts(contract)):
        if step.play.binds(ToPlay(contract, 0, 1, number, follow=0x1FFF, best=1, left=0)):
            return number
    return step.play.lasts(contract)


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
