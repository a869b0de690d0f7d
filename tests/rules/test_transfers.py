"""Chips moving between accounts."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boston_rules.core.transfers import (
    POOL,
    SET_ASIDE,
    Account,
    Line,
    Transfer,
    account_name,
    halves,
)


@pytest.mark.parametrize(
    ("account", "name"), [(0, "seat 0"), (3, "seat 3"), (POOL, "pool"), (SET_ASIDE, "set-aside")]
)
def test_accounts_have_names(account: Account, name: str) -> None:
    assert name in account_name(account)


def test_a_transfer_is_the_sum_of_its_lines() -> None:
    paid = Transfer(1, POOL, (Line(20, "the bid"), Line(10, "2 overtricks")))
    assert paid.chips == 30
    for said in ("seat 1", "pool", "30", "20", "the bid", "10", "2 overtricks"):
        assert said in str(paid)
    assert paid.reason in str(paid)
    single = Transfer(POOL, 2, (Line(5, "fewest tricks"),))
    assert (single.chips, single.reason) == (5, "fewest tricks")
    assert str(single).count("5") == 1
    assert Transfer(0, 1, ()).chips == 0
    assert pickle.loads(pickle.dumps(paid)) == paid


@given(st.integers(0, 10_000))
def test_R13_the_odd_chip_of_a_half_is_the_bidders(chips: int) -> None:
    bidder, partner = halves(chips)
    assert bidder + partner == chips
    assert bidder - partner == chips % 2
