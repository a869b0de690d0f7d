"""Antes, who takes the pool, who feeds it."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen
from tests.settlement.bills import pool_of

import boston_rules as br
from boston_rules.deal.table import open_table
from boston_rules.rules.carryover import Conditions
from boston_rules.rules.pool import (
    AnyBid,
    AtOrAbove,
    BidRange,
    DealerAntes,
    DoublesPool,
    EachAntes,
    FeedsNothing,
    FeedsPool,
    PaysLikeOpponent,
    PoolRule,
)
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.variant import with_rules

LADDER = br.get_variant("american").ladder


def due(rule: FeedsPool, key: str, tricks: int = 0) -> int:
    return rule.due(LADDER[key], LADDER, price=17, pool=40, tricks=tricks)


@pytest.mark.parametrize("dealer", range(4))
def test_the_antes_of_the_tellings(dealer: int) -> None:
    def antes(slug: str, deal: int) -> tuple[int, ...]:
        variant = br.get_variant(slug)
        return pool_of(variant).ante.amounts(dealer, deal, variant.session.deals, 4)

    def by_dealer(chips: int) -> tuple[int, ...]:
        return tuple(chips if seat == dealer else 0 for seat in range(4))

    for deal in range(1, 13):
        assert antes("fontainebleau", deal) == by_dealer(50)
        assert antes("american", deal) == (5, 5, 5, 5)
    for deal in range(1, 41):
        assert antes("french", deal) == by_dealer(10 if deal <= 32 else 20)


def test_P37_the_dearer_antes_are_those_of_the_last_deals_of_the_session() -> None:
    rule = DealerAntes(10, late_deals=8, late_chips=20)
    assert [sum(rule.amounts(0, deal, 10, 4)) for deal in range(1, 11)] == [10, 10] + [20] * 8
    assert [sum(rule.amounts(0, deal, 5, 4)) for deal in range(1, 6)] == [20] * 5


def test_antes_of_three_seats_and_of_the_dealer_more() -> None:
    assert DealerAntes(10).amounts(2, 1, 12, 3) == (0, 0, 10)
    assert EachAntes(10).amounts(2, 1, 12, 3) == (10, 10, 10)
    assert EachAntes(8, dealer_extra=4).amounts(2, 1, 12, 4) == (8, 8, 12, 8)


def test_antes_may_be_due_only_while_the_pool_is_empty() -> None:
    rule = PoolRule(ante=EachAntes(5), lost=DoublesPool(), cap=30, ante_when_empty=True)
    house = br.variants.Classic(pool=rule)
    for pool, set_aside, after in ((0, 0, 20), (8, 0, 8), (0, 12, 12), (30, 4, 30)):
        table = open_table(house, (0,) * 4, pool=pool, set_aside=set_aside)
        antes = [paid for paid in table.antes if isinstance(paid.payer, int)]
        assert table.pool == after
        assert len(antes) == (0 if pool or set_aside else 4)
    doubled = open_table(house, conditions=Conditions("doubled", antes=2))
    assert (doubled.pool, doubled.set_aside) == (30, 10)
    always = evolve(house, pool=evolve(rule, ante_when_empty=False))
    assert open_table(always, pool=8).pool == 28
    assert house.fingerprint() != always.fingerprint()
    assert "every player antes 5, but only while the pool is empty;" in rule.words()
    assert "empty" not in always.pool.words()  # type: ignore[union-attr]


@frozen
class Rising:
    """An ante that changes with every deal, whichever is the last."""

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return (deal,) * seats

    def words(self) -> str:
        return "everybody antes the number of the deal"


def test_N15_a_session_that_ends_by_chips_has_no_late_antes() -> None:
    """It is not known which of its deals are the last."""
    to_500 = SessionRule(first_to=500)
    french = br.get_variant("french")
    with pytest.raises(br.VariantError) as caught:
        with_rules(french, {"session": to_500})
    (problem,) = caught.value.problems
    assert problem == (
        "French: the antes depend on how many deals are left, which a session to a number of chips "
        "does not tell"
    )
    assert french.pool is not None
    for ante in (DealerAntes(10), DealerAntes(10, late_chips=20), EachAntes(5), Rising()):
        pool = evolve(french.pool, ante=ante)
        house = with_rules(french, {"session": to_500, "pool": pool})
        assert open_table(house, deal_number=40).antes
    for late, deals in ((1, 1), (1, 12), (8, 4), (12, 12)):
        pool = evolve(french.pool, ante=DealerAntes(10, late_deals=late, late_chips=20))
        with pytest.raises(br.VariantError, match="how many deals are left"):
            with_rules(french, {"session": evolve(to_500, deals=deals), "pool": pool})


@pytest.mark.parametrize("key", [step.key for step in LADDER])
def test_R21_a_range_is_a_place_on_the_ladder(key: str) -> None:
    ranges: list[tuple[BidRange, bool]] = [
        (AnyBid(), True),
        (AtOrAbove("5"), True),
        (AtOrAbove("7"), key not in ("5", "6")),
        (AtOrAbove("13"), key == "13"),
    ]
    for named, inside in ranges:
        assert named.covers(LADDER[key], LADDER) is inside


def test_a_range_of_bids_is_about_a_ladder_that_has_one_of_them() -> None:
    with pytest.raises(KeyError, match="neuf"):
        AtOrAbove("dix").covers(br.get_variant("french").ladder["neuf"], LADDER)


def test_what_a_lost_contract_puts_into_the_pool() -> None:
    assert due(PaysLikeOpponent(), "5") == 17
    assert due(FeedsNothing(), "5") == 0
    assert due(DoublesPool(), "5") == 40
    assert [due(DoublesPool(AtOrAbove("7")), key) for key in ("6", "7")] == [0, 40]


def test_R23_few_tricks_matter_only_where_many_are_bid() -> None:
    rule = DoublesPool(below=7)
    assert [due(rule, "9", tricks) for tricks in (6, 7, 8)] == [40, 0, 0]
    assert [due(rule, "grand-misere", tricks) for tricks in (1, 7, 13)] == [40, 40, 40]


def test_words() -> None:
    assert DealerAntes(50).words() == "the dealer antes 50"
    assert "20 in the last 8 deals" in DealerAntes(10, late_deals=8, late_chips=20).words()
    assert EachAntes(5).words() == "every player antes 5"
    assert "the dealer 4 more" in EachAntes(8, dealer_extra=4).words()
    assert AnyBid().words() == "any bid"
    assert "at or above 7" in AtOrAbove("7").words()
    assert "the same as one opponent" in PaysLikeOpponent().words()
    assert "nothing" in FeedsNothing().words()
    assert DoublesPool().words() == (
        "any bid that is lost doubles the pool at the cost of the declarer's side"
    )
    assert "fewer than 7 tricks" in DoublesPool(AtOrAbove("7"), below=7).words()
    rule = PoolRule(ante=EachAntes(10), lost=DoublesPool())
    assert "set aside" not in rule.words()
    for said in ("every player antes 10", "that is made takes the pool", "doubles the pool"):
        assert said in rule.words()
    capped = PoolRule(ante=EachAntes(10), lost=DoublesPool(), cap=250)
    assert "chips above 250 are set aside" in capped.words()
