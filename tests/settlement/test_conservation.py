"""No chip is lost: random deals of every registered variant, and arguments that are no deal."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.settlement.bills import balanced
from tests.settlement.strategies import deals, variants

import boston_rules as br
from boston_rules.terms import fixed_partner

Deal = tuple[br.Variant, br.Contract | None, br.Outcome, dict[str, Any]]


@pytest.mark.laws
@given(deals())
def test_purses_pool_and_set_aside_keep_their_sum(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    bill = br.settle(variant, contract, outcome, **table)
    assert sum(bill.deltas) + bill.pool + bill.set_aside == table["pool"] + table["set_aside"]
    assert balanced(bill, table["pool"], table["set_aside"])
    assert bill.pool >= 0
    assert bill.set_aside >= 0
    for paid in bill.transfers:
        assert paid.payer != paid.payee
        assert paid.chips == sum(line.chips for line in paid.lines) > 0
        assert all(line.chips > 0 and line.reason for line in paid.lines)
    if table["last"]:
        assert (bill.pool, bill.set_aside) == (0, 0)
    assert br.settle(variant, contract, outcome, **table) == bill
    assert pickle.loads(pickle.dumps(bill)) == bill
    assert hash(pickle.loads(pickle.dumps(bill))) == hash(bill)


@pytest.mark.laws
@given(deals())
def test_R14_every_opponent_of_a_contract_pays_or_is_paid_the_same_once(deal: Deal) -> None:
    variant, contract, outcome, table = deal
    if contract is None:
        return
    bill = br.settle(variant, contract, outcome, **table)
    side = contract.side
    if fixed_partner(variant, contract.declarer) is not None and contract.partner is None:
        side = (contract.declarer, (contract.declarer + 2) % 4)
    others = [seat for seat in range(variant.seats) if seat not in side]
    dues = [
        paid
        for paid in bill.transfers
        if {paid.payer, paid.payee}.isdisjoint((br.POOL, br.SET_ASIDE))
        and paid.lines[0].reason not in ("the Boston", "chicane")
    ]
    payers, payees = [paid.payer for paid in dues], [paid.payee for paid in dues]
    assert sorted(payers if bill.made else payees, key=str) == others
    assert set(payees if bill.made else payers) <= set(side)
    assert len({paid.lines for paid in dues}) == 1


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
    variant = data.draw(variants())
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
