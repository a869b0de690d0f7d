"""Drawings of a third party's variants: all there is, and nothing of what they have not."""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from tests.wording.strangers import ABSENT, Company, Solitary

import boston_rules as br
from boston_rules.deal.dealing import Shuffling
from boston_rules.rules.carryover import Conditions
from boston_rules.telling import draw
from boston_rules.telling.tables.deals import bill_sheet, play_sheet
from boston_rules.telling.tables.ladders import ladder_sheet
from boston_rules.telling.tables.scores import score_sheet
from boston_rules.telling.tables.text import sheet_text
from boston_rules.testing import random_walk

BOTH = pytest.mark.parametrize("variant", [Company(), Solitary()])


def silent(text: str) -> None:
    """Assert that nothing is said of what the variants have not."""
    for word in ABSENT:
        assert not re.search(rf"\b{word}\b", text, re.IGNORECASE), word


@pytest.mark.long
@BOTH
def test_every_position_is_drawn(variant: br.Variant) -> None:
    seen = set()
    for seed in range(4):
        for state in random_walk(variant, seed=seed).states[0][::5]:
            seen.add(state.phase)
            for what in (state, br.observe(state, 1)):
                silent(draw.text(what))
                drawing = draw.deal(what)
                silent(drawing.description)
                silent(" ".join(re.findall(r">([^<]+)<", drawing.svg)))
    assert {"auction", "play"} <= seen


@BOTH
def test_bill_play_and_score(variant: br.Variant) -> None:
    ends = [states[-1] for states in random_walk(variant, seed=3, deals=4).states]
    for end in ends:
        assert end.settlement is not None
        silent(sheet_text(bill_sheet(end.settlement)))
        if end.tricks:
            silent(sheet_text(play_sheet(end)))
    record = br.record(ends)
    sheet = score_sheet(record)
    silent(sheet_text(sheet))
    assert len(sheet.tables[0].columns) == 3 + variant.seats
    # Where the rules are not at hand the bills say whether there is a pool.
    unknown = evolve(record, variant="no-such-game", fingerprint=None, revision=None)
    silent(sheet_text(score_sheet(unknown)))


def test_a_ladder_has_goals_and_prices_of_any_kind() -> None:
    text = sheet_text(ladder_sheet(Solitary()))
    assert re.search(r"Few +win at most 2 tricks; .* 12–14 +3–13$", text, re.MULTILINE)
    assert "partner" not in text
    silent(text.replace("without honours", ""))
    assert re.search(r"Prop +win 8 tricks or more +yes", sheet_text(ladder_sheet(Company())))


def test_stakes_are_told_where_they_are_raised() -> None:
    walk = random_walk(Company(), seed=0, deals=1)
    state = walk.states[0][0]
    assert isinstance(state, Shuffling)
    raised = evolve(state, table=evolve(state.table, conditions=Conditions("doubled", stakes=2)))
    assert "stakes" not in draw.text(state) + draw.deal(state).svg
    assert "stakes × 2" in draw.text(raised)
    assert "stakes × 2" in draw.deal(raised).svg
    assert "Payments between players are multiplied by 2." in draw.deal(raised).description
