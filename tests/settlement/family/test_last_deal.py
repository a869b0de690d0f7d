"""The last deal of a session: R9, P7, P48, and the target of the classic game (P31)."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import SUITS, all_pass, finish, only_bid, settled
from tests.settlement.family.cells import HOUSES
from tests.settlement.family.worked import check, settle

import boston_rules as br
from boston_rules import HEARTS, POOL, SET_ASIDE

ALL_SHARE = [
    slug for slug, house in HOUSES.items() if house.last_pool == "all" and slug != "french"
]
LENGTHS = {"classic": 16, "mariland": 40, "french": 40, "french-foster": 40}
"""Deals of a session, where they are not twelve."""


def five(slug: str, declarer: int) -> br.Contract:
    """The lowest bid of the variant, in hearts."""
    variant = br.get_variant(slug)
    key = next(iter(variant.ladder)).key
    turned = HEARTS if variant.dealing.turn is not None else None
    belle = HEARTS if variant.dealing.fixes_belle else None
    return br.Contract(key, declarer, HEARTS, turned=turned, belle=belle)


@pytest.mark.parametrize("slug", ALL_SHARE)
@pytest.mark.parametrize("dealer", range(4))
def test_R9_all_four_share_the_last_pool_a_failed_bidder_too(slug: str, dealer: int) -> None:
    """The law code of 1810 and Foster's two Fontainebleaus give it to the adversaries."""
    variant = br.get_variant(slug)
    contract = five(slug, 2)
    before = settle(variant, contract, (2, 9, 1, 1), pool=21, dealer=dealer)
    bill = settle(variant, contract, (2, 9, 1, 1), pool=21, dealer=dealer, last=True)
    assert before.made is bill.made is False
    left = before.pool + before.set_aside
    eldest_first = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    shares = [left // 4 + (place < left % 4) for place in range(4)]
    gained = dict(zip(eldest_first, shares, strict=True))
    assert bill.deltas == tuple(old + gained[seat] for seat, old in enumerate(before.deltas))
    assert (bill.pool, bill.set_aside) == (0, 0)
    assert [paid.payee for paid in bill.transfers[-4:]] == eldest_first


def test_P7_in_figures_at_boston_whist() -> None:
    # Six short by one: 15 to each; the pool of 130 doubles: 10 above the cap join 25 set aside;
    # then 35 + 250 = 285: 71 each and the odd chip to eldest 3.
    bill = settle(
        br.get_variant("boston-whist"),
        br.Contract("6", 0, HEARTS),
        (5, 4, 2, 2),
        pool=130,
        set_aside=25,
        last=True,
        dealer=2,
    )
    check(
        bill,
        *((0, seat, 15) for seat in (1, 2, 3)),
        *((0, POOL, 130), (POOL, SET_ASIDE, 10), (SET_ASIDE, POOL, 35)),
        *((POOL, 3, 72), (POOL, 0, 71), (POOL, 1, 71), (POOL, 2, 71)),
    )


def test_P7_in_figures_at_two_pack_hoyle_made_with_the_pool() -> None:
    # Eight made: 5 from each and the pool of 50; only the 7 set aside are divided: 2 2 2 1.
    bill = settle(
        br.get_variant("two-pack-hoyle"),
        br.Contract("8", 1, HEARTS),
        (2, 8, 2, 1),
        pool=50,
        set_aside=7,
        last=True,
        dealer=3,
    )
    assert bill.deltas == (-5 + 2, 15 + 50 + 2, -5 + 2, -5 + 1)


def test_R9_a_partnered_loss_on_the_last_deal_is_shared_by_all_four() -> None:
    # russian: five in hearts 4 by 0 with 1: 0 pays 2, 1 pays 3; 2 + 2 to the pool of 10: 14:
    # 4 4 3 3 from eldest 0.
    bill = settle(
        br.get_variant("russian"),
        br.Contract("5", 0, HEARTS, partner=1),
        (3, 3, 4, 3),
        pool=10,
        last=True,
        dealer=3,
    )
    assert bill.deltas == (-4 - 2 + 4, -4 - 2 + 4, 4 + 3, 4 + 3)


@pytest.mark.parametrize("slug", ["boston-whist", "classic"])
def test_R9_a_thrown_in_last_deal_pays_its_fines_first(slug: str) -> None:
    fine = {"boston-whist": 10, "classic": 5}[slug]
    bill = settle(br.get_variant(slug), None, (0, 0, 0, 0), pool=42, last=True, dealer=0)
    # 42 + 4 fines: 10 + fine each, two odd chips to 1 and 2
    assert bill.deltas == (10, 11, 11, 10)
    assert bill.pool == 0
    assert sum(paid.chips for paid in bill.transfers if paid.payee == POOL) == 4 * fine


def test_R9_a_passed_out_last_deal_of_the_fontainebleau_kind_leaves_only_odd_chips() -> None:
    # 41 among two with no trick: 20 each, one chip stays and goes to eldest 1.
    for slug in ("fontainebleau-cats", "fontainebleau-hoyle", "russian", "russian-partnership"):
        bill = settle(br.get_variant(slug), None, (0, 6, 0, 7), pool=41, last=True, dealer=0)
        check(bill, (POOL, 0, 20), (POOL, 2, 20), (POOL, 1, 1))


def test_R9_general_misery_leaves_the_whole_pool_to_be_divided() -> None:
    variant = br.get_variant("two-pack-hoyle", all_pass="general-misery")
    bill = settle(variant, None, (4, 4, 4, 1), pool=22, last=True, dealer=1)
    # 10 each to 3; 22: 6 6 5 5 from eldest 2
    assert bill.deltas == (-10 + 5, -10 + 5, -10 + 6, 30 + 6)


# fontainebleau: the law code bans a failed side's adversaries from the pool, FOSTER lets them.


@pytest.mark.parametrize(
    ("choice", "deltas"),
    [
        # Five in hearts, short by one: 20 + 5 to each and to the pool of 51, which holds 76.
        # Three divide it: 25 each and one more for eldest, seat 3.
        ("adversaries", (25 + 25, 25 + 25, -100, 25 + 26)),
        # All four: 19 each.
        ("all", (25 + 19, 25 + 19, -100 + 19, 25 + 19)),
    ],
)
def test_R9_P7_who_divides_the_last_pool_of_a_failed_bid(
    choice: str, deltas: tuple[int, ...]
) -> None:
    variant = br.get_variant("fontainebleau", last_pool=choice)
    contract = br.Contract("5", 2, HEARTS)
    bill = settle(variant, contract, (3, 3, 4, 3), pool=51, last=True, dealer=2)
    assert (bill.deltas, bill.pool) == (deltas, 0)
    # It makes no difference before the last deal, nor when the bid is made or nobody bids.
    plain = br.get_variant("fontainebleau")
    for last, tricks in ((False, (3, 3, 4, 3)), (True, (3, 3, 5, 2))):
        assert settle(variant, contract, tricks, pool=51, last=last) == settle(
            plain, contract, tricks, pool=51, last=last
        )
    assert settle(variant, None, (0, 6, 0, 7), pool=41, last=True) == settle(
        plain, None, (0, 6, 0, 7), pool=41, last=True
    )


@pytest.mark.parametrize(
    ("choice", "deltas"),
    [
        # 0 and 1 lose five in hearts by 8 - 7: 25 by 0 to 2, 25 by 1 to 3; 13 + 12 to the pool
        # of 50, which holds 75. The two adversaries: 37 each, the odd chip to 2, nearer eldest.
        ("adversaries", (-25 - 13, -25 - 12, 25 + 38, 25 + 37)),
        # All four from eldest, seat 0: 19 19 19 18.
        ("all", (-38 + 19, -37 + 19, 25 + 19, 25 + 18)),
    ],
)
def test_R9_P7_a_failed_side_of_two(choice: str, deltas: tuple[int, ...]) -> None:
    variant = br.get_variant("fontainebleau", last_pool=choice)
    contract = br.Contract("5", 0, HEARTS, partner=1)
    bill = settle(variant, contract, (4, 3, 3, 3), pool=50, last=True, dealer=3)
    assert bill.deltas == deltas


# Which deal is the last.


@pytest.mark.parametrize("slug", HOUSES)
def test_the_length_of_a_session(slug: str) -> None:
    assert br.get_variant(slug).session.deals == LENGTHS.get(slug, 12)
    session = br.get_variant(slug, deals=3).session
    assert [session.ends(deal, (9999, 0, 0, 0)) for deal in (1, 2, 3)] == [False, False, True]


def test_P31_first_to_500_ends_with_the_deal_that_reaches_it_and_divides_the_pool() -> None:
    variant = br.get_variant("classic", first_to=500)
    first = settled(all_pass(br.start(variant, dealer=3, hands=SUITS)))
    # All passed: ante 10 and four fines of 5.
    assert (first.session_over, first.table.pool, first.table.purses) == (
        False,
        30,
        (-5, -5, -5, -15),
    )
    # Seat 1 makes Chelem in hearts alone: 3 x 400 + the pool of 40.
    second = br.next_deal(first, hands=SUITS)
    assert second.table.dealer == 0
    state = finish(only_bid(second, 1, "bid 13 H"))
    assert state.session_over
    assert state.winners == (1,)
    assert state.table.purses == (-415, 1235, -405, -415)
    assert (state.table.pool, sum(state.table.purses)) == (0, 0)
    with pytest.raises(br.SessionOver):
        br.next_deal(state)


def test_P31_the_16th_deal_ends_nothing_when_500_do() -> None:
    session = br.get_variant("classic", first_to=500).session
    assert not session.ends(16, (499, -499, 0, 0))
    assert session.ends(2, (500, -500, 0, 0))
    assert br.get_variant("classic").session.ends(16, (0, 0, 0, 0))
    assert not br.get_variant("classic").session.ends(15, (900, 0, 0, 0))
