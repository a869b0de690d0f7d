"""How a declarer comes by a partner."""

from __future__ import annotations

import pytest

import boston_rules as br
from boston_rules.rules.partners import (
    AskAndAccept,
    CalledCard,
    FixedSides,
    InAuction,
    NoPartner,
    PartnerRule,
)


@pytest.mark.parametrize(
    ("rule", "method", "extra"),
    [
        (NoPartner(), "none", 0),
        (AskAndAccept(), "ask", 3),
        (AskAndAccept(2), "ask", 2),
        (InAuction(), "auction", 3),
        (CalledCard(), "call", 3),
        (FixedSides(), "sides", 0),
        (FixedSides(3), "sides", 3),
    ],
)
def test_methods_and_the_tricks_a_partner_adds(rule: PartnerRule, method: str, extra: int) -> None:
    assert (rule.method, rule.extra, rule.source) == (method, extra, None)


def test_the_partners_of_the_tellings() -> None:
    rules = {
        slug: br.get_variant(slug).partners for slug in ("fontainebleau", "american", "french")
    }
    found = {slug: (rule.method, rule.extra) for slug, rule in rules.items()}
    assert found == {
        "fontainebleau": ("ask", 3),
        "american": ("none", 0),
        "french": ("auction", 3),
    }


def test_words() -> None:
    assert "alone" in NoPartner().words()
    assert "from his left" in AskAndAccept().words()
    assert "win 3 tricks more" in AskAndAccept().words()
    assert "one who has passed too" in InAuction().words()
    assert "win 4 tricks more" in InAuction(4).words()
    assert "card that he does not hold" in CalledCard().words()
    assert "opposite each other" in FixedSides().words()
    assert "more;" not in FixedSides().words()
    assert "needs 3 tricks more;" in FixedSides(3).words()
