"""Whether rules composed into a variant can be played: every problem, not the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import astuple

from boston_rules.cards import Suit
from boston_rules.errors import VariantError
from boston_rules.rules.bidding import BiddingRule
from boston_rules.rules.cases import Case, Payments
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.ladder import (
    AtLeast,
    BelleSuit,
    ClassCall,
    Ladder,
    PetiteSuit,
    Step,
    TurnedSuit,
)
from boston_rules.rules.laws import Laws
from boston_rules.rules.pool import AtOrAbove, PoolRule
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import Turn
from boston_rules.rules.trumps import BostonJack

if TYPE_CHECKING:
    from boston_rules.variant import Variant

__all__ = ["problems_of_rules"]

_KINDS: Final[Mapping[str, type]] = {
    "dealing": DealingRule,
    "ladder": Ladder,
    "bidding": BiddingRule,
    "payments": Payments,
    "pool": PoolRule,
    "session": SessionRule,
    "laws": Laws,
}
"""Slots that one class fills; the others are protocols."""


def problems_of_rules(variant: Variant) -> list[str]:
    """Everything that makes the composition unplayable; empty for a sound variant."""
    found = [
        f"{name} is a {kind.__name__}, not {getattr(variant, name)!r}"
        for name, kind in _KINDS.items()
        if not isinstance(getattr(variant, name), kind)
    ]
    if found:
        return found
    found += [*variant.dealing.problems(), *variant.session.problems()]
    found += _ladder_problems(variant)
    found += _missing_turns(variant)
    found += _unknown_keys(variant)
    found += _mismatches(variant)
    try:
        variant.hashed()
        hash(astuple(variant, recurse=False))
    except VariantError as error:
        found += error.problems
    except TypeError as error:
        found.append(f"a rule holds something mutable: {error}")
    return found + _price_problems(variant)


def _ladder_problems(variant: Variant) -> list[str]:
    keys = [step.key for step in variant.ladder]
    found = [] if keys else ["the ladder is empty"]
    found += [f"the ladder has {key!r} twice" for key in dict.fromkeys(keys) if keys.count(key) > 1]
    partners = variant.partners
    for step in variant.ladder:
        if step.goal.tricks > step.tricks_played:
            found.append(f"{step.key}: {step.goal.tricks} of {step.tricks_played} tricks")
        if step.lays_card and not step.has_trumps:
            found.append(f"{step.key}: a card of the trump suit is laid, but there are no trumps")
        if not step.partnered:
            continue
        if partners.method == "none":
            found.append(f"{step.key}: partnered, but the variant has no partners")
        if not isinstance(step.goal, AtLeast):
            found.append(f"{step.key}: a partnered step needs a goal of at least so many tricks")
        elif step.goal.tricks + partners.extra > step.tricks_played:
            found.append(f"{step.key}: with a partner more tricks are needed than are played")
    return found


def _missing_turns(variant: Variant) -> Iterator[str]:
    dealing = variant.dealing
    for needs, missing, why in (
        ((PetiteSuit, BelleSuit), not dealing.fixes_belle, "needs a card that fixes belle"),
        ((TurnedSuit, ClassCall), dealing.turn == "none", "needs a turned card"),
    ):
        users = [step.key for step in variant.ladder if isinstance(step.suit, needs)]
        if users and missing:
            yield f"{', '.join(users)}: {why}, but the dealing rule has none"


def _unknown_keys(variant: Variant) -> Iterator[str]:
    for bids in (variant.pool.taken_by, getattr(variant.pool.lost, "bids", None)):
        if isinstance(bids, AtOrAbove) and bids.key not in variant.ladder:
            yield f"the pool rule names {bids.key!r}, which is not on the ladder"
    for what, rule in (("re-entry", variant.bidding.reentry), ("contest", variant.contest)):
        for key in getattr(rule, "keys", ()):
            if key not in variant.ladder:
                yield f"the {what} rule names {key!r}, which is not on the ladder"


def _mismatches(variant: Variant) -> Iterator[str]:
    if variant.partners.method == "sides" and variant.seats != 4:
        yield f"fixed sides need four seats, not {variant.seats}"
    if variant.boston_bonus is not None and not isinstance(variant.trumps, BostonJack):
        yield "a bonus for the Boston, but the trump rule has no Boston jack"


def _price_problems(variant: Variant) -> list[str]:
    """Every contract must have a price, won and lost, whatever was taken; none is negative."""
    found: dict[str, None] = {}
    turn = Turn(Suit.CLUBS, Suit.HEARTS)
    for step in variant.ladder:
        trumps = (
            {form.trump or Suit.SPADES for form in step.suit.forms(turn, variant.suits)}
            if step.has_trumps
            else {None}
        )
        for trump in trumps:
            for case in _cases(variant, step, trump, turn):
                problem = _price_problem(variant, case)
                if problem:
                    found[problem] = None
    return list(found)


def _price_problem(variant: Variant, case: Case) -> str:
    prices = variant.payments.won if case.made else variant.payments.lost
    how = "when made" if case.made else "when lost"
    how += f" by {case.under}" if case.under else f" with {case.over} over" if case.over else ""
    try:
        lines = [line for price in prices for line in price.lines(case)]
    except (IndexError, KeyError):
        lines = []
    if not lines:
        return f"{case.step.key}: no price {how}"
    if any(line.chips < 0 for line in lines):
        return f"{case.step.key}: a negative price {how}"
    return ""


def _cases(variant: Variant, step: Step, trump: Suit | None, turn: Turn) -> Iterator[Case]:
    common: dict[str, Any] = {
        "step": step,
        "trump": trump,
        "turned": turn.suit,
        "belle": turn.belle,
        "honours": 4 if step.has_trumps else 0,
    }
    if not isinstance(step.goal, AtLeast):
        yield Case(made=True, taken=step.goal.tricks, **common)
        yield Case(made=False, **common)
        return
    targets = {step.goal.tricks: False}
    if step.partnered:
        targets[step.goal.tricks + variant.partners.extra] = True
    for target, partnered in targets.items():
        for taken in range(step.tricks_played + 1):
            yield Case(
                made=taken >= target,
                taken=taken,
                over=max(0, taken - target),
                under=max(0, target - taken),
                partnered=partnered,
                **common,
            )
