"""The reprs of states: where they stand, not what lies hidden or how they came there."""

from __future__ import annotations

import re
from typing import Final

import pytest

import boston_rules as br
from boston_rules import testing

LEFT_OUT: Final = {
    "after_play",
    "answers",
    "coming",
    "discards",
    "done",
    "events",
    "hands",
    "interlude",
    "may",
    "offer",
    "pack",
    "said",
    "still",
    "terms",
    "unplayed",
}


@pytest.mark.parametrize("enforcement", ["strict", "table"])
def test_states_show_no_hands_and_no_events(enforcement: str) -> None:
    for slug in ("fontainebleau", "french", "mariland"):
        walk = testing.random_walk(br.get_variant(slug, enforcement=enforcement), seed=3)
        phases = {at.state.phase: at.state for at in walk.positions}
        assert {"auction", "play", "settled"} <= phases.keys()
        for state in phases.values():
            assert not LEFT_OUT & set(re.findall(r"\b(\w+)=", repr(state)))
        assert not {"play", "shows"} & set(re.findall(r"\b(\w+)=", repr(phases["settled"])))
