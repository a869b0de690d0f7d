"""Law 14 holds for every game, and a hole, a conflict or a lost chip in a table is found."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.testing import Law, LawBroken, check_tables, check_variant, tables


@pytest.mark.parametrize("slug", br.list_variants())
def test_the_tables_of_a_game_are_total_single_valued_and_zero_sum(slug: str) -> None:
    found = check_tables(slug)
    assert found.bids >= len(br.get_variant(slug).ladder)
    assert found.contracts >= len(br.get_variant(slug).ladder)
    assert found.bills > found.contracts
    assert found.cases > 0


def _changed(name: str, change: Any) -> Any:
    plain = getattr(tables, name)
    return lambda *given: change(plain(*given))


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("settle_unchecked", lambda bill: evolve(bill, pool=bill.pool + 1), "101 of 100 chips"),
        ("settle_unchecked", lambda bill: evolve(bill, made=None), "no verdict"),
        ("settle_unchecked", lambda bill: evolve(bill, transfers=bill.transfers[1:]), "deltas"),
        ("terms_of", lambda terms: evolve(terms, opponents=terms.opponents[1:]), "sides"),
    ],
)
def test_a_spoilt_answer_breaks_the_law(
    name: str, change: Any, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, name, _changed(name, change))
    with pytest.raises(AssertionError, match=told):
        check_tables("classic")
    with pytest.raises(LawBroken) as caught:
        check_variant(br.get_variant("classic"), examples=1)
    assert caught.value.law is Law.TABLES


def test_two_bids_that_are_open_over_each_other_break_the_law(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Cyclic:
        """Calls of which every one is open over every other."""

        def __init__(self, calls: Any) -> None:
            self.open_bids = calls.open_bids
            self._calls = calls

        def offer(self, floor: int, mark: int, accept: int) -> Any:
            return self._calls.offer(-1, mark, accept)

    monkeypatch.setattr(tables, "calls_of", _changed("calls_of", Cyclic))
    with pytest.raises(AssertionError, match="is not higher"):
        check_tables("classic")
