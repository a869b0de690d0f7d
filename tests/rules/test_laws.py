"""Penalties as the tellings state them."""

from __future__ import annotations

import boston_rules as br
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw


def test_the_laws_of_the_tellings() -> None:
    found = {}
    for slug in ("fontainebleau", "american", "french"):
        laws = br.get_variant(slug).laws
        found[slug] = (
            (laws.misdeal.fine, laws.misdeal.loses_deal),
            (laws.revoke.penalty, laws.revoke.fine),
        )
    assert found == {
        "fontainebleau": ((50, False), ("tricks", 0)),
        "american": ((0, False), ("that-trick", 40)),  # R31
        "french": ((0, False), ("tricks", 0)),  # R43
    }


def test_misdeals_in_words() -> None:
    assert MisdealLaw().words() == "a dealer who misdeals deals again without payment"
    fined = MisdealLaw(fine=50).words()
    assert "deals again" in fined
    assert "50 to the pool" in fined
    assert "faulty" in fined
    lost = MisdealLaw(fine=1, loses_deal=True).words()
    assert "loses the deal" in lost
    assert "paying 1 " in lost


def test_revokes_in_words() -> None:
    assert "forfeits three tricks" in RevokeLaw().words()
    assert "cannot win the trick" in RevokeLaw("that-trick", fine=40).words()
    assert "pays 40 to the pool" in RevokeLaw("that-trick", fine=40).words()
    assert "loses the deal" in RevokeLaw("deal").words()
    assert "pays" not in RevokeLaw("deal").words()
    laws = Laws(MisdealLaw(fine=50), RevokeLaw("deal", fine=8)).words()
    assert "50" in laws
    assert "8" in laws
