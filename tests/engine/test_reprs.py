"""The reprs of states and bills: where they stand, not what lies hidden or how they came there."""

from __future__ import annotations

import re
from typing import Final

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules import testing

LEFT_OUT: Final = frozenset(
    "after_play answers coming discards done events hands interlude may offer pack said still "
    "terms unplayed".split()
)


@pytest.mark.parametrize("enforcement", ["strict", "table"])
def test_states_show_no_hands_and_no_events(enforcement: str) -> None:
    for slug in ("fontainebleau", "french", "mariland"):
        walk = testing.random_walk(br.get_variant(slug, enforcement=enforcement), seed=3)
        phases = {at.state.phase: at.state for at in walk.positions}
        assert {"auction", "play", "settled"} <= phases.keys()
        for state in phases.values():
            assert not LEFT_OUT & set(re.findall(r"\b(\w+)=", repr(state)))


def test_bills_that_differ_in_words_alone_are_equal() -> None:
    contract = br.Contract("6", 0, trump=br.HEARTS)
    bill = br.settle("fontainebleau", contract, br.Outcome((7, 2, 2, 2), honours=(0, 1, 1, 2)))
    other = evolve(bill, penalties=("one revoke",), heading="a heading", has_pool=False)
    assert other == bill
    assert "one revoke" not in repr(other)
