"""Random deals of all variants and options: what every bill keeps, and what the tables say."""

from __future__ import annotations

import pickle
import random

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.settlement.bills import balanced, flows, pool_of
from tests.settlement.family.cells import HOUSES, house_of
from tests.settlement.family.whole_bills import whole_bill
from tests.settlement.strategies import VARIANTS, Deal, broken_off, contracts, deals

import boston_rules as br
from boston_rules import POOL, SET_ASIDE
from boston_rules.core.cards import mask_of
from boston_rules.deal.settled import played_outcome
from boston_rules.deal.settlement.tariff import tariff_of
from boston_rules.deal.terms import completed, fixed_partner, terms_of


def side_of(variant: br.Variant, contract: br.Contract) -> tuple[int, ...]:
    """The declarer's side, with the partner that fixed sides give."""
    if fixed_partner(variant, contract.declarer) is not None:
        return (contract.declarer, (contract.declarer + 2) % 4)
    return contract.side


@pytest.mark.laws
@given(st.sampled_from(VARIANTS), st.data())
def test_deals_of_which_a_tariff_is_told_the_same_have_the_same_bill(
    variant: br.Variant, data: st.DataObject
) -> None:
    contract = completed(variant, data.draw(contracts(variant)))
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    terms, tariff = terms_of(variant, contract), tariff_of(variant, contract)
    pack, seats = list(range(52)), variant.seats
    bills: dict[tuple[int | None, ...], tuple[object, ...]] = {}
    for _ in range(60):
        rng.shuffle(pack)
        hands = tuple(mask_of(pack[13 * seat : 13 * seat + 13]) for seat in range(seats))
        tricks = [0] * seats
        for _ in range(terms.total):  # one seat has most, so that sides often win as many
            tricks[rng.choice([0, 0, 0, *range(seats)])] += 1
        if variant.ladder[contract.key].breaks_off:
            tricks = list(broken_off(variant, contract, tuple(tricks)))
        counted = br.Counted(terms.honours_in(hands), terms.boston_in(hands))
        tricks = [*broken_off(variant, contract, tuple(tricks))]
        outcome = played_outcome(contract, tuple(tricks), (), counted)
        bill = br.settle(variant, contract, outcome, 20)
        told = tariff.told(tricks, outcome.honours, outcome.boston)
        assert bills.setdefault(told, (bill.deltas, bill.pool)) == (bill.deltas, bill.pool)


@pytest.mark.laws
@given(deals())
def test_chips_are_kept_and_nobody_outside_the_deal_pays(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    bill = br.settle(variant, contract, outcome, **table)
    assert balanced(bill, table["pool"], table["set_aside"])
    assert len(bill.deltas) == variant.seats
    assert min(bill.pool, bill.set_aside) >= 0
    cap = pool_of(variant).cap
    assert cap is None or bill.pool <= cap
    for paid in bill.transfers:
        assert {paid.payer, paid.payee} <= {*range(variant.seats), POOL, SET_ASIDE}
        assert paid.payer != paid.payee
        assert paid.chips == sum(line.chips for line in paid.lines) > 0
        assert all(line.chips > 0 and line.reason for line in paid.lines)
        if SET_ASIDE in (paid.payer, paid.payee):
            assert cap is not None or (paid.payer == SET_ASIDE and table["last"])
            assert {paid.payer, paid.payee} == {POOL, SET_ASIDE}
    if table["last"]:
        assert (bill.pool, bill.set_aside) == (0, 0)
    assert br.settle(variant, contract, outcome, **table) == bill
    assert pickle.loads(pickle.dumps(bill)) == bill
    assert hash(pickle.loads(pickle.dumps(bill))) == hash(bill)


@pytest.mark.laws
@given(deals(bid=True))
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
        # Both are paid for cards that were dealt, at the stakes of the deal.
        and paid.lines[0].reason.partition(" × ")[0] not in ("the Boston", "chicane")
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
@given(deals(), st.integers(1, 3))
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
            partner=moved(next(iter(contract.side[1:]), None)),
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
    # A slam that is scored stands in place of a price that may be higher (G17).
    variant = data.draw(
        st.sampled_from([each for each in VARIANTS if each.slug != "french-foster"])
    )
    ladder = variant.ladder
    contract = data.draw(
        contracts(variant).filter(lambda c: c.trump is not None and not ladder[c.key].breaks_off)
    )
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
@given(deals())
def test_the_bill_is_what_the_golden_tables_say(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    assume(variant.slug in HOUSES)
    bill = br.settle(variant, contract, outcome, **table)
    if contract is not None:
        side = side_of(variant, contract)
        contract = evolve(contract, partner=side[1]) if len(side) == 2 else contract
    want = whole_bill(house_of(variant), contract, outcome, **table)
    assert (flows(bill), bill.pool, bill.set_aside) == want


@pytest.mark.laws
@given(deals())
def test_explain_names_every_seat_and_every_payment(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    bill = br.settle(variant, contract, outcome, **table)
    rows = bill.explain().split("\n")
    assert str(bill) == bill.explain()
    assert len(rows) == 2 + max(1, len(bill.transfers))
    for row, paid in zip(rows[1:-1], bill.transfers, strict=False):
        assert row == f"  {paid}"
        assert f" {paid.chips}" in row
    for seat, chips in enumerate(bill.deltas):
        assert f"seat {seat} {chips:+d}" in rows[-1]
    assert f"pool {bill.pool}" in rows[-1]
    assert (f"set aside {bill.set_aside}" in rows[-1]) is (bill.set_aside > 0)


_seats = st.integers(-1, 4)
_suits = st.none() | st.sampled_from(br.Suit)


@pytest.mark.laws
@given(data=st.data())
def test_arguments_that_are_no_deal_raise_a_settlement_error_and_nothing_else(
    data: st.DataObject,
) -> None:
    variant = data.draw(st.sampled_from(VARIANTS))
    keys = [step.key for step in variant.ladder]
    contract = data.draw(
        st.none()
        | st.builds(
            br.Contract,
            key=st.sampled_from([*keys, "14", ""]),
            declarer=_seats,
            trump=_suits,
            partner=st.none() | _seats,
            suit_class=st.sampled_from([None, "plain", "colour", "preference"]),
            turned=_suits,
            belle=_suits,
        )
    )
    numbers = st.lists(st.integers(-1, 14), max_size=5)
    right = st.sampled_from([(5, 4, 2, 2), (0, 4, 4, 4), (0, 13, 0, 0), (13, 0, 0, 0), (0,) * 4])
    outcome = data.draw(
        st.builds(
            br.Outcome,
            tricks=right | numbers,
            honours=st.sampled_from([(0, 0, 0, 0), (4, 0, 0, 0)]) | numbers,
            slam=st.sampled_from([None, "closed", "table"]),
            boston=st.none() | _seats,
            conceded=st.booleans(),
            chicane=st.lists(_seats, max_size=2),
        )
    )
    pool, set_aside = data.draw(st.integers(-1, 60)), data.draw(st.integers(-1, 2))
    last, dealer = data.draw(st.booleans()), data.draw(_seats)
    problems: tuple[str, ...] = ()
    try:
        bill = br.settle(variant, contract, outcome, pool, set_aside, last, dealer=dealer)
    except br.SettlementError as error:
        problems = error.problems
    if problems:
        assert all(problem.strip() == problem != "" for problem in problems)
    else:
        assert balanced(bill, pool, set_aside)
