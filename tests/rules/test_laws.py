"""Penalties as the tellings state them."""

from __future__ import annotations

import boston_rules as br
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw


def test_the_laws_of_the_tellings() -> None:
    found = {}
    for slug in ("fontainebleau", "american", "french"):
        laws = br.get_variant(slug).laws
        found[slug] = (
            (laws.misdeal.fine, laws.misdeal.loses_deal, laws.misdeal.excused),
            (laws.revoke.penalty, laws.revoke.fine, laws.revoke.fails_bid),
        )
    assert found == {
        "fontainebleau": ((50, False, True), ("tricks", 0, False)),
        "american": ((0, False, False), ("that-trick", 40, False)),  # R31
        "french": ((0, False, False), ("tricks", 0, False)),  # R43
    }


def test_misdeals_in_words() -> None:
    assert MisdealLaw().words() == "a dealer who misdeals deals again without payment"
    fined = MisdealLaw(fine=50, excused=True).words()
    assert "deals again" in fined
    assert "pays the pool 50" in fined
    assert "faulty" in fined
    lost = MisdealLaw(fine=1, loses_deal=True).words()
    assert "loses the deal and pays the pool 1" in lost
    assert "faulty" not in lost


def test_revokes_in_words() -> None:
    assert "forfeits three tricks" in RevokeLaw().words()
    assert "cannot win the trick" in RevokeLaw("that-trick", fine=40).words()
    assert "pays 40 to the pool" in RevokeLaw("that-trick", fine=40).words()
    assert "loses the deal" in RevokeLaw("deal").words()
    assert "pays" not in RevokeLaw("deal").words()
    assert "contract" not in RevokeLaw().words()
    assert "contract of a declarer who revokes is lost" in RevokeLaw(fails_bid=True).words()
    laws = Laws(MisdealLaw(fine=50), RevokeLaw("deal", fine=8)).words()
    assert "50" in laws
    assert "8" in laws
