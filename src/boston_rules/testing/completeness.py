"""Law 2: everything the rules offer can happen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from boston_rules.conformance.steering import DealPlan, Dice, open_deal, turn_drawn
from boston_rules.core.actions import Bid, Slam
from boston_rules.core.errors import SessionOver
from boston_rules.deal.engine import apply, draw_chance, legal_actions
from boston_rules.deal.table import CHANCE
from boston_rules.rules.ladder import Step
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.playouts import Wanted, play_to_verdict
from boston_rules.testing.probes import ABOUT, Probes, fields_used
from boston_rules.testing.random_walks import random_walk

__all__ = [
    "check_completeness",
    "idle_rules",
    "missing_openings",
    "missing_verdicts",
    "unused_rules",
    "wanted_of",
]

SLAMS: Final = (Slam(), Slam(table=True))
_MOST_NAMED: Final = 8
TRIES: Final = 200
"""Deals tried for one step or verdict before it counts as out of reach."""
_WALKS: Final = 20
"""Sessions in which a rule may be used before wanted verdicts are played for it."""


@by_variant
def check_completeness(variant: Variant, *, seed: int = 0) -> None:
    """Every step can be reached, every contract is made and lost, every rule is used.

    Raises:
        LawBroken: law 2.
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    for what, missing in (
        ("never within reach", missing_openings(variant, seed=seed)),
        ("never reached", missing_verdicts(variant, seed=seed)),
        ("never used", unused_rules(variant, seed=seed)),
    ):
        if missing:
            named = ", ".join(missing[:_MOST_NAMED])
            more = len(missing) - _MOST_NAMED
            text = f"{what}: {named}" + (f" and {more} more" if more > 0 else "")
            raise LawBroken(Law.COMPLETE, text, variant)


@by_variant
def idle_rules(variant: Variant) -> tuple[tuple[str, str], ...]:
    """The paths of the rule objects that need not act under these rules, each with the reason.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import boston_rules as br
    >>> from boston_rules.testing import idle_rules
    >>> idle_rules(br.get_variant(br.list_variants()[0]))[0][0]
    'laws'
    """
    idle = [("laws", "infractions are stated for readers; the strict game has none")]
    if variant.partners is None:
        idle.append(("payments.shares", "nobody has a partner to share with"))
    if all(
        len(step.suit.suit_choices(turn, variant.suits)) < 2
        for step in variant.ladder
        for turn in variant.dealing.turns()
    ):
        idle.append(("suits", "no bid can be made in two suits"))
    return tuple(idle)


@by_variant
def missing_openings(variant: Variant, *, seed: int = 0) -> tuple[str, ...]:
    """The steps that no deal was found for: to open the auction with, or reached in their own way.

    The first to speak is dealt what the step demands; all turned suits come up, and all of belle. A
    step that is not bid in the auction, or only over another, is played to its end instead.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    rng = random.Random(seed)
    return tuple(
        step.key
        for step in variant.ladder
        if not any(
            _opens(variant, step, rng)
            if step.biddable and not step.only_over
            else _is_reached(variant, step, rng)
            for _ in range(TRIES)
        )
    )


def _opens(variant: Variant, step: Step, rng: random.Random) -> bool:
    dealer, dice = rng.randrange(variant.seats), Dice(rng)
    first, *_ = variant.bidding.order(dealer, None, None, variant.seats)
    plan = DealPlan(key=step.key, seat=first)
    try:
        *_, state = open_deal(variant, plan, dealer, turn_drawn(variant, dice), dice)
    except SessionOver:
        return False
    while state.actor == CHANCE:
        state = apply(state, draw_chance(state, rng))
    offered = legal_actions(state)
    return any(isinstance(action, Bid) and action.key == step.key for action in offered)


def _is_reached(variant: Variant, step: Step, rng: random.Random) -> bool:
    return any(
        play_to_verdict(variant, Wanted(step.key, made), rng) is not None for made in (True, False)
    )


def wanted_of(variant: Variant) -> Iterator[Wanted]:
    """What a complete variant can come to.

    Each step both ways, also with a partner, a slam, a concession or chicane where there are such.
    """
    slams = variant.payments.slams is not None
    contest = variant.contest
    for step in variant.ladder:
        if variant.concession is not None or (contest is not None and contest.covers(step.key)):
            yield Wanted(step.key, made=True, conceded=True)
        if variant.chicane is not None and step.has_trumps:
            yield Wanted(step.key, made=True, chicane=True)
        for made in (True, False):
            yield Wanted(step.key, made)
            if step.partnered:
                yield Wanted(step.key, made, partnered=True)
            if slams and step.goal.counted:
                for slam in SLAMS:
                    yield Wanted(step.key, made, slam=slam)
                    if step.partnered:
                        yield Wanted(step.key, made, partnered=True, slam=slam)


@by_variant
def missing_verdicts(variant: Variant, *, seed: int = 0) -> tuple[str, ...]:
    """The contracts and verdicts that no deal was found for.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    rng = random.Random(seed)
    return tuple(
        str(wanted)
        for wanted in wanted_of(variant)
        if all(play_to_verdict(variant, wanted, rng) is None for _ in range(TRIES))
    )


@by_variant
def unused_rules(variant: Variant, *, seed: int = 0) -> tuple[str, ...]:
    """The paths of rule objects that neither random sessions nor wanted verdicts ever used.

    The steps themselves and their goals are covered by :func:`missing_verdicts`, and so are rules
    that state nothing but that they exist; those of :func:`idle_rules` are left out.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    idle = idle_rules(variant)
    short = evolve(variant, deals=3)
    probes = Probes(short)
    steps = {
        path
        for place in range(len(variant.ladder))
        for path in (f"ladder.steps[{place}]", f"ladder.steps[{place}].goal")
    }
    expected = [
        path
        for path, rule in variant.rules()
        if path not in steps
        and not _is_marker(rule)
        and not any(_within(path, prefix) for prefix, _ in idle)
    ]
    rng = random.Random(seed)
    for number in range(_WALKS):
        if probes.used.issuperset(expected):
            return ()
        random_walk(probes.variant, seed=seed + number, deals=short.session.most_deals)
    for wanted in wanted_of(variant):
        if probes.used.issuperset(expected):
            return ()
        for _ in range(TRIES):
            if play_to_verdict(probes.variant, wanted, rng) is not None:
                break
    return tuple(path for path in expected if path not in probes.used)


def _is_marker(rule: object) -> bool:
    """Whether a rule object has neither data nor methods, beyond its words."""
    return fields_used(type(rule)) == () and all(
        name.startswith("_") or name in ABOUT or not callable(getattr(rule, name))
        for name in dir(rule)
    )


def _within(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith((f"{prefix}.", f"{prefix}["))
