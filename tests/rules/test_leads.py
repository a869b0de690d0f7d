"""Who leads to the first trick."""

from __future__ import annotations

from itertools import product

import pytest

from boston_rules.rules.leads import (
    DeclarerLeads,
    EldestLeads,
    FirstLead,
    LeftOfDeclarerLeads,
    PartnerLeads,
)


@pytest.mark.parametrize("seats", [3, 4])
def test_who_leads(seats: int) -> None:
    for declarer, partner in product(range(seats), (None, *range(seats))):
        if declarer == partner:
            continue
        at = (declarer, partner, seats)
        assert EldestLeads().leader(*at) is None
        assert LeftOfDeclarerLeads().leader(*at) == (declarer + 1) % seats
        assert DeclarerLeads().leader(*at) == declarer
        assert PartnerLeads().leader(*at) == partner


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (EldestLeads(), "eldest leads"),
        (LeftOfDeclarerLeads(), "the player at the declarer's left leads"),
        (DeclarerLeads(), "the declarer leads"),
        (PartnerLeads(), "the declarer's partner leads"),
    ],
    ids=repr,
)
def test_words(rule: FirstLead, said: str) -> None:
    assert rule.words() == said
