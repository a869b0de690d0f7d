"""Games of rule objects that no telling combines, and walks that are steered to what is rare."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from attrs import evolve
from tests.playrules import AceFirst, HigherFirst, LeadSuit, RuffFirst

import boston_rules as br
from boston_rules import testing
from boston_rules.conformance.steering import (
    DealPlan,
    Dice,
    choose,
    laid_out,
    turn_drawn,
)
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher
from boston_rules.deal.questions.calling import CalledCard
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule, ContestRule
from boston_rules.rules.cases import Payments, SlamRule
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.payments import Flat, OvertrickEach, UndertrickEach
from boston_rules.rules.pool import AtOrAbove
from boston_rules.testing.playouts import Wanted
from boston_rules.testing.random_walks import stray
from boston_rules.testing.walks import WalkBuilder

SLAMS: Final = SlamRule(50, 100, 200)
CALLED: Final = CalledCard()
ACES: Final = br.Cards.parse("AC AD AH AS")


def fontainebleau(enforcement: str) -> br.Variant:
    """A called partner with everything that can be asked, slams, and discards."""
    plain = br.variants.Fontainebleau()
    return br.variants.Fontainebleau(
        enforcement=enforcement,
        partners=CALLED,
        chicane=ChicaneRule(),
        contest=ContestRule(("5", "6")),
        concession=ConcessionRule(),
        payments=evolve(plain.payments, slams=SLAMS),
        laws=Laws(MisdealLaw(fine=10), RevokeLaw("that-trick")),
    )


def dealt_at_once(enforcement: str) -> br.Variant:
    """A gathered pack that nobody cuts, whose last card is turned; a called partner."""
    return evolve(
        fontainebleau(enforcement),
        dealing=DealingRule(shuffle="first-deal", turn="last-card"),
        laws=Laws(MisdealLaw(), RevokeLaw("tricks")),
    )


def three_seats(enforcement: str) -> br.Variant:
    """The called card may lie in the dead hand."""
    plain = br.variants.EnglishBoston(seats=3)
    steps = tuple(evolve(step, partnered=5 <= step.goal.tricks <= 8) for step in plain.ladder)
    flat = Flat(tuple((step.key, 10) for step in steps))
    return br.variants.EnglishBoston(
        seats=3,
        enforcement=enforcement,
        ladder=evolve(plain.ladder, steps=steps),
        partners=CALLED,
        chicane=ChicaneRule(),
        concession=ConcessionRule(),
        payments=Payments(
            won=(flat, OvertrickEach(1)), lost=(flat, UndertrickEach(1)), slams=SLAMS
        ),
        laws=Laws(MisdealLaw(), RevokeLaw("that-trick")),
    )


def french(enforcement: str) -> br.Variant:
    """Laid cards and a called partner, a Boston jack, slams, free discards."""
    return br.variants.French(
        enforcement=enforcement,
        partners=CALLED,
        chicane=ChicaneRule(),
        contest=ContestRule(("simple-petite", "petite-misere-table")),
        concession=ConcessionRule(),
        laws=Laws(MisdealLaw(loses_deal=True), RevokeLaw("that-trick")),
    )


def raised(enforcement: str) -> br.Variant:
    """A bid that nobody accepts is raised; a revoke ends the deal."""
    return br.variants.French(
        enforcement=enforcement,
        partners=InAuction(unaccepted=RaiseHigher()),
        concession=ConcessionRule(),
        laws=Laws(MisdealLaw(), RevokeLaw("deal")),
    )


def bound(enforcement: str) -> br.Variant:
    """Cards bound by suits, by cards and by ranks, a called partner, slams."""
    plain = br.variants.Fontainebleau()
    rules = (AceFirst(ACES), RuffFirst(), HigherFirst(), LeadSuit(br.HEARTS, 2))
    steps = tuple(
        evolve(step, play=rules[place % len(rules)]) for place, step in enumerate(plain.ladder)
    )
    return br.variants.Fontainebleau(
        enforcement=enforcement,
        ladder=evolve(plain.ladder, steps=steps),
        partners=CALLED,
        payments=evolve(plain.payments, slams=SLAMS),
        laws=Laws(MisdealLaw(), RevokeLaw("that-trick")),
    )


def breaking_off(enforcement: str) -> br.Variant:
    """A called partner; a contract that is lost ends the deal, as does a declared slam."""
    plain = br.variants.Fontainebleau()
    steps = tuple(
        evolve(step, breaks_off=True, exposed="after-first-trick") for step in plain.ladder
    )
    return br.variants.Fontainebleau(
        enforcement=enforcement,
        ladder=evolve(plain.ladder, steps=steps),
        partners=CALLED,
        concession=ConcessionRule(AtOrAbove("7")),
        payments=evolve(plain.payments, slams=evolve(SLAMS, breaks_off=True)),
        laws=Laws(MisdealLaw(), RevokeLaw("that-trick")),
    )


COMPOSED: Final[dict[str, Callable[[str], br.Variant]]] = {
    each.__name__: each
    for each in (fontainebleau, dealt_at_once, three_seats, french, raised, bound, breaking_off)
}


def steered(variant: br.Variant, wanted: Wanted, seed: int, deals: int = 1) -> testing.Walk:
    """Deals in which all play towards what is wanted, but for errors where the law admits them."""
    rng = random.Random(seed)
    dice = Dice(rng)
    builder = WalkBuilder(variant, rng.randrange(variant.seats), seed)
    while True:
        turn = turn_drawn(variant, dice)
        plan = wanted.plan(variant, turn, dice)
        plan = DealPlan(key=None, seat=0) if plan is None else plan
        plan = evolve(plan, cuts=(26,) * 20)
        layout = laid_out(variant, plan, builder.state.table.dealer, turn, dice)
        while builder.state.actor is not None:
            state = builder.state
            seat, action = stray(state, rng) or (state.actor, choose(state, plan, layout, dice))
            builder.apply(action, seat)
        if builder.deals == deals or builder.walk.complete:
            return builder.walk
        builder.next_deal()
