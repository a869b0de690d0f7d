"""Whole sessions: their length, the deal that passes on, belle, and joint winners."""

from __future__ import annotations

from typing import Any, Final

import pytest
from attrs import evolve
from tests.phases.table_talk import SUITS, act, finish, french, settled
from tests.play.deals import MIXED, rotated
from tests.play.tables import SLUGS, bill, next_opened, opened, orders, session

import boston_rules as br
from boston_rules.rules.variant import with_rules

LENGTHS: Final = {
    **dict.fromkeys(SLUGS, 12),
    "classic": 16,
    "french": 40,
    "mariland": 40,
}
CHIPS: Final = {
    **dict.fromkeys(SLUGS, 0),
    "fontainebleau": 1600,
    "fontainebleau-cats": 1600,
    "american": 1600,
    "american-decimal": 1600,
}
"""P8."""


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_session_of_so_many_deals(slug: str, seed: int) -> None:
    deals = session(br.get_variant(slug), seed, dealer=2 * seed)
    assert len(deals) == LENGTHS[slug]
    for number, (opening, done) in enumerate(deals, start=1):
        assert opening.table.deal_number == done.table.deal_number == number
        assert opening.table.dealer == (2 * seed + number - 1) % 4
        assert done.session_over is (number == LENGTHS[slug])
        assert done.table.chips == 4 * CHIPS[slug]
        assert (done.winners == ()) is not done.session_over
    last = deals[-1][1]
    assert br.legal_actions(last) == ()
    with pytest.raises(br.SessionOver, match=f"after {LENGTHS[slug]} deals"):
        br.next_deal(last)


@pytest.mark.parametrize("last_pool", ["all", "adversaries"])
def test_P31_who_reaches_the_chips_ends_the_session_and_empties_the_pool(last_pool: Any) -> None:
    """A lost contract leaves chips in the pool, and gives an opponent what he lacked."""
    variant = br.get_variant("fontainebleau")
    ends = evolve(variant.session, first_to=1601, last_pool=last_pool)
    variant = with_rules(variant, {"session": ends})
    begun = br.start(variant, 3, hands=SUITS)
    assert begun.table.pool == 50
    state = finish(act(begun, "bid grand-misere", "pass", "pass", "pass"))
    assert state.settlement.made is False
    assert max(state.settlement.deltas) > 0
    assert state.session_over
    assert (state.settlement.pool, state.settlement.set_aside) == (0, 0)
    assert sum(state.settlement.deltas) == 50
    assert state.settlement == br.settle(
        variant, state.contract, state.outcome, pool=50, last=True, dealer=3
    )
    with pytest.raises(br.SessionOver):
        br.next_deal(state)


@pytest.mark.parametrize("slug", SLUGS)
def test_P46_winners_are_all_with_the_most_chips(slug: str) -> None:
    for seed in range(2):
        last = session(br.get_variant(slug, deals=2), seed)[-1][1]
        most = max(last.table.purses)
        assert last.winners == tuple(seat for seat in range(4) if last.table.purses[seat] == most)


def test_P46_ties_are_joint() -> None:
    """One deal thrown in: the antes of 20 come back, 5 to each."""
    done = settled(act(opened("american-capped", MIXED, deals=1), "pass; pass; pass; pass"))
    assert done.table.purses == (0, 0, 0, 0)
    assert done.winners == (0, 1, 2, 3)
    with pytest.raises(br.SessionOver, match="won by seat 0, seat 1, seat 2 and seat 3"):
        br.next_deal(done)


def test_P46_two_of_four() -> None:
    """0 and 2 are paid alike, the pool by halves: the side wins the session jointly."""
    state = opened("fontainebleau", MIXED, deals=1)
    state = act(state, "bid 5 S; pass; pass; pass; ask; decline; accept")
    done = finish(state)
    assert bill(done).made is True
    assert done.winners == (0, 2)


@pytest.mark.parametrize("seed", range(3))
def test_P37_belle_for_the_session_of_french(seed: int) -> None:
    deals = session(br.get_variant("french"), seed, dealer=seed)
    first = br.parse_card(orders(deals[0][0])[seed][-1]).suit
    petites = set()
    for number, (opening, done) in enumerate(deals):
        last = br.parse_card(orders(opening)[(seed + number) % 4][-1]).suit
        assert opening.deal is not None
        assert done.table.belle is opening.table.belle is first
        assert opening.deal.turn.petite is (None if last is first else last)
        petites.add(opening.deal.turn.petite)
    assert len(petites) == 4, "three suits and none"


@pytest.mark.parametrize(("deals", "dear_from"), [(40, 33), (9, 2), (8, 1), (3, 1)])
def test_P37_the_dearer_antes_of_french(deals: int, dear_from: int) -> None:
    """The last eight deals of the session, however long it is."""
    state: br.State = opened("french", MIXED, turned="8S", deals=deals)
    laid = 0
    for number in range(1, deals + 1):
        ante = 20 if number >= dear_from else 10
        laid += ante
        assert [paid.chips for paid in state.table.antes] == [ante]
        assert state.table.pool == laid
        done = settled(act(state, "pass; pass; pass; pass"))
        if number < deals:
            state = next_opened(done, rotated(MIXED, number), turned="8S")


def test_P37_belle_stays_in_the_next_session() -> None:
    """A new session is a new table: nothing of the old one is left."""
    done = settled(act(french(turned="7C", belle="H"), "pass; pass; pass; pass"))
    assert done.table.belle is br.HEARTS
    assert br.start(done.table.variant).table.belle is None
