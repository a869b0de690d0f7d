"""Random contracts and outcomes that a deal of any registered variant can have."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import strategies as st
from tests.settlement.bills import pool_of

import boston_rules as br
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn

__all__ = ["VARIANTS", "Deal", "broken_off", "contracts", "counts", "deals", "outcomes"]


Deal = tuple[br.Variant, br.Contract | None, br.Outcome, dict[str, Any]]
"""A variant, a contract or none, its outcome, and the other arguments of ``settle``."""

OPTIONS: list[tuple[str, dict[str, object]]] = [
    *((slug, {}) for slug in br.list_variants()),
    ("fontainebleau", {"last_pool": "all"}),
    ("fontainebleau-cats", {"special_losses": "as-won"}),
    ("two-pack-hoyle", {"all_pass": "general-misery"}),
    ("two-pack-hoyle", {"concessions": False}),
    ("russian", {"concessions": False}),
    ("french", {"boston_jack": "turned"}),
    ("french-foster", {"slams": "declared"}),
    ("fontainebleau-foster", {"last_pool": "all"}),
    ("english-boston", {"seats": 3}),
]
VARIANTS = [br.get_variant(slug, **options) for slug, options in OPTIONS]
"""Every registered variant, and those whose options change a bill."""


@st.composite
def counts(draw: st.DrawFn, total: int, seats: int) -> tuple[int, ...]:
    """A total shared among seats, lopsided shares as likely as even ones."""
    cuts = sorted(draw(st.integers(0, total)) for _ in range(seats - 1))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
    return tuple(draw(st.permutations(shares)))


def _turns(variant: br.Variant) -> list[Turn]:
    turned: list[br.Suit | None] = [None] if variant.dealing.turn is None else [*br.Suit]
    kept: list[br.Suit | None] = [*br.Suit] if variant.dealing.fixes_belle else [None]
    return [Turn(suit, belle) for suit in turned for belle in kept]


@st.composite
def contracts(draw: st.DrawFn, variant: br.Variant) -> br.Contract:
    """A contract of the variant, alone or with a partner."""
    turn = draw(st.sampled_from(_turns(variant)))
    open_steps = [step for step in variant.ladder if step.suit.suit_choices(turn, variant.suits)]
    step: Step = draw(st.sampled_from(open_steps))
    trump: br.Suit | None = None
    suit_class: Any = None
    if step.has_trumps:
        suit_choice = draw(st.sampled_from(step.suit.suit_choices(turn, variant.suits)))
        trump, suit_class = suit_choice.trump, suit_choice.suit_class
        nameable = step.suit.nameable(turn)
        if trump is None and nameable:  # named after the auction, or by a card laid with the bid
            trump = draw(st.sampled_from(nameable))
            suit_class = step.suit.unnamed_class
    declarer = draw(st.integers(0, variant.seats - 1))
    partner = None
    alone = step.has_trumps and suit_choice.alone
    if step.partnered and not alone and fixed_partner(variant, declarer) is None:
        others = [seat for seat in range(variant.seats) if seat != declarer]
        partner = draw(st.none() | st.sampled_from(others))
    return br.Contract(
        step.key,
        declarer,
        trump=trump,
        partner=partner,
        suit_class=suit_class,
        turned=turn.suit,
        belle=turn.belle,
        stakes=draw(st.sampled_from(variant.stakes)),
        alone=alone,
    )


def broken_off(
    variant: br.Variant, contract: br.Contract, tricks: tuple[int, ...]
) -> tuple[int, ...]:
    """The tricks, or fewer where the deal ends with the one by which the contract is lost."""
    step, terms = variant.ladder[contract.key], terms_of(variant, contract)
    assert terms.goal is not None
    if not step.breaks_off or terms.goal.verdict(sum(tricks[at] for at in terms.counting), 0):
        return tricks
    found, first = list(tricks), terms.opponents[0]
    most = terms.goal.most
    if most is not None:
        found[contract.declarer] = most + 1
        while sum(found) > sum(tricks):
            found[max(terms.opponents, key=found.__getitem__)] -= 1
    else:
        for at in terms.opponents:
            found[at] = int(at == first)
    return tuple(found)


@st.composite
def outcomes(draw: st.DrawFn, variant: br.Variant, contract: br.Contract | None) -> br.Outcome:
    """An outcome that the contract, or a passed-out deal, can have."""
    seats = variant.seats
    if contract is None:
        played = 13 if variant.passed_out.played else 0
        return br.Outcome(draw(counts(played, seats)), honours=(0,) * seats)
    step = variant.ladder[contract.key]
    tricks = broken_off(variant, contract, draw(counts(step.tricks_played(variant.hand), seats)))
    more: dict[str, Any] = {"honours": (0,) * seats}
    if step.has_trumps:
        if contract.trump is not None:
            more["honours"] = draw(counts(4, seats))
        if variant.boston_bonus is not None:
            more["boston"] = draw(st.integers(0, seats - 1))
        taken = sum(tricks[seat] for seat in contract.side)
        met = step.goal.counted and taken >= terms_of(variant, contract).target
        slams = variant.payments.slams
        if slams is not None and met and (not slams.breaks_off or taken == sum(tricks)):
            more["slam"] = draw(st.sampled_from([None, "closed", "table"]))
    return br.Outcome(tricks, **more)


@st.composite
def deals(draw: st.DrawFn, *, bid: bool = False) -> Deal:
    """A deal with concessions and chicane where the variant has them."""
    variant = draw(st.sampled_from(VARIANTS))
    contract = draw(contracts(variant) if bid else st.none() | contracts(variant))
    outcome = draw(outcomes(variant, contract))
    if contract is not None:
        contested = variant.contest is not None and variant.contest.covers(contract.key)
        if contested and draw(st.booleans()):
            nobody = (0,) * variant.seats
            outcome = br.Outcome(nobody, honours=outcome.honours, conceded=True)
        elif variant.concession is not None and draw(st.booleans()):
            first = draw(counts(1, variant.seats))
            outcome = br.Outcome(first, honours=outcome.honours, conceded=True)
        if variant.chicane is not None and contract.trump is not None:
            void = [seat for seat in range(variant.seats) if not outcome.honours[seat]]
            declared = draw(st.sets(st.sampled_from(void), max_size=3)) if void else set()
            outcome = evolve(outcome, chicane=tuple(declared))
    cap = pool_of(variant).cap
    table = {
        "pool": draw(st.integers(0, 400 if cap is None else cap)),
        "set_aside": draw(st.integers(0, 30 if cap is None else 300)),
        "last": draw(st.booleans()),
        "dealer": draw(st.integers(0, variant.seats - 1)),
    }
    return variant, contract, outcome, table
