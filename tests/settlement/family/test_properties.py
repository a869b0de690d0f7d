"""Random deals of all variants and options: what every bill keeps, and what the tables say."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from tests.settlement.bills import balanced, flows, pool_of
from tests.settlement.family.cells import HOUSES, house_of, whole_bill
from tests.settlement.strategies import contracts, counts, outcomes

import boston_rules as br
from boston_rules import POOL, SET_ASIDE

OPTIONS: list[tuple[str, dict[str, object]]] = [
    *((slug, {}) for slug in br.list_variants()),
    ("fontainebleau-cats", {"special_losses": "as-won"}),
    ("two-pack-hoyle", {"all_pass": "general-misery"}),
    ("two-pack-hoyle", {"concessions": False}),
    ("russian", {"concessions": False}),
    ("french", {"boston_jack": "turned"}),
    ("english-boston", {"seats": 3}),
]
VARIANTS = [br.get_variant(slug, **options) for slug, options in OPTIONS]
TABLED = [variant for variant in VARIANTS if variant.slug in HOUSES]

Deal = tuple[br.Variant, br.Contract | None, br.Outcome, dict[str, Any]]


@st.composite
def polled(draw: st.DrawFn, among: list[br.Variant], *, bid: bool = False) -> Deal:
    """A deal with concessions and chicane where the variant has them."""
    variant = draw(st.sampled_from(among))
    contract = draw(contracts(variant) if bid else st.none() | contracts(variant))
    outcome = draw(outcomes(variant, contract))
    if contract is not None:
        step = variant.ladder[contract.key]
        contested = variant.contest is not None and variant.contest.covers(contract.key)
        if contested and draw(st.booleans()):
            nobody = (0,) * variant.seats
            outcome = br.Outcome(nobody, honours=outcome.honours, conceded=True)
        elif variant.concession is not None and draw(st.booleans()):
            first = draw(counts(1, variant.seats))
            outcome = br.Outcome(first, honours=outcome.honours, conceded=True)
        if variant.chicane is not None and step.has_trumps:
            void = [seat for seat in range(variant.seats) if not outcome.honours[seat]]
            declared = draw(st.sets(st.sampled_from(void), max_size=3)) if void else set()
            outcome = evolve(outcome, chicane=tuple(declared))
    cap = pool_of(variant).cap
    table = {
        "pool": draw(st.integers(0, 400 if cap is None else cap)),
        "set_aside": draw(st.integers(0, 300)) if cap is not None else 0,
        "last": draw(st.booleans()),
        "dealer": draw(st.integers(0, variant.seats - 1)),
    }
    return variant, contract, outcome, table


def side_of(variant: br.Variant, contract: br.Contract) -> tuple[int, ...]:
    """The declarer's side, with the partner that fixed sides give."""
    if variant.slug in ("russian-partnership", "american-partnership"):
        return (contract.declarer, (contract.declarer + 2) % 4)
    return contract.side


@pytest.mark.laws
@given(polled(VARIANTS))
def test_chips_are_kept_and_nobody_outside_the_deal_pays(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    bill = br.settle(variant, contract, outcome, **table)
    assert balanced(bill, table["pool"], table["set_aside"])
    assert len(bill.deltas) == variant.seats
    accounts = {*range(variant.seats), POOL, SET_ASIDE}
    for paid in bill.transfers:
        assert {paid.payer, paid.payee} <= accounts
        if SET_ASIDE in (paid.payer, paid.payee):
            assert pool_of(variant).cap is not None
            assert {paid.payer, paid.payee} == {POOL, SET_ASIDE}
    cap = pool_of(variant).cap
    assert cap is None or bill.pool <= cap
    if table["last"]:
        assert (bill.pool, bill.set_aside) == (0, 0)


@pytest.mark.laws
@given(polled(VARIANTS, bid=True))
def test_R14_every_opponent_pays_or_is_paid_the_same_once(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    assert contract is not None
    bill = br.settle(variant, contract, outcome, **{**table, "last": False})
    side = side_of(variant, contract)
    others = [seat for seat in range(variant.seats) if seat not in side]
    dues = [
        paid
        for paid in bill.transfers
        if isinstance(paid.payer, int)
        and isinstance(paid.payee, int)
        and paid.lines[0].reason not in ("the Boston", "chicane")
    ]
    ends = [(paid.payer, paid.payee) if bill.made else (paid.payee, paid.payer) for paid in dues]
    assert sorted(str(foe) for foe, _ in ends) == [str(seat) for seat in others]
    assert {own for _, own in ends} <= set(side)
    assert len({paid.lines for paid in dues}) == 1
    # Opponents have nothing to do with the pool, and the side either takes or feeds it.
    for paid in bill.transfers:
        if SET_ASIDE not in (paid.payer, paid.payee):
            if paid.payer == POOL:
                assert bill.made
                assert paid.payee in side
            if paid.payee == POOL:
                assert not bill.made
                assert paid.payer in side


@pytest.mark.laws
@given(polled(VARIANTS), st.integers(1, 3))
def test_seats_are_alike(deal: Deal, turn: int) -> None:
    """Turning the whole table turns the bill."""
    variant, contract, outcome, table = deal
    seats = variant.seats
    turn %= seats

    def turned(row: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(row[(seat - turn) % seats] for seat in range(seats))

    def moved(seat: int | None) -> int | None:
        return None if seat is None else (seat + turn) % seats

    bill = br.settle(variant, contract, outcome, **table)
    other = br.settle(
        variant,
        contract
        and evolve(
            contract,
            declarer=(contract.declarer + turn) % seats,
            partner=moved(contract.partner),
        ),
        evolve(
            outcome,
            tricks=turned(outcome.tricks),
            honours=turned(outcome.honours),
            boston=moved(outcome.boston),
            chicane=tuple((seat + turn) % seats for seat in outcome.chicane),
        ),
        **{**table, "dealer": (table["dealer"] + turn) % seats},
    )
    assert other.deltas == turned(bill.deltas)
    assert (other.pool, other.set_aside, other.made) == (bill.pool, bill.set_aside, bill.made)


@pytest.mark.laws
@given(data=st.data())
def test_more_tricks_never_cost_a_declarer_alone(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(VARIANTS))
    contract = data.draw(contracts(variant).filter(lambda c: variant.ladder[c.key].has_trumps))
    contract = evolve(contract, partner=None)
    pool = data.draw(st.integers(0, 40))
    sides = len(side_of(variant, contract)) == 2
    gains = []
    for won in range(14):
        tricks = [0] * variant.seats
        tricks[contract.declarer] = won
        tricks[(contract.declarer + 1) % variant.seats] = 13 - won
        bill = br.settle(variant, contract, br.Outcome(tuple(tricks)), pool)
        partner = (contract.declarer + 2) % 4
        gains.append(bill.deltas[contract.declarer] + (bill.deltas[partner] if sides else 0))
    assert gains == sorted(gains)
    assert gains[0] < 0 < gains[13]


@pytest.mark.laws
@given(polled(TABLED))
def test_the_bill_is_what_the_golden_tables_say(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    bill = br.settle(variant, contract, outcome, **table)
    if contract is not None:
        side = side_of(variant, contract)
        contract = evolve(contract, partner=side[1]) if len(side) == 2 else contract
    want = whole_bill(house_of(variant), contract, outcome, **table)
    assert (flows(bill), bill.pool, bill.set_aside) == want
