"""Foster's French Boston, settled by hand: slams, doubles, shares, concessions.

The cells of its tables are settled in ``family/test_golden.py``.
"""

from __future__ import annotations

from typing import Literal

import pytest
from tests.settlement.bills import balanced, expected, flows

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, POOL, SPADES

V = br.get_variant("french-foster")
DECLARED = br.get_variant("french-foster", slams="declared")
Four = tuple[int, int, int, int]


def contract(
    key: str, trump: br.Suit | None, partner: int | None = None, **more: object
) -> br.Contract:
    """A contract of seat 0 in belle for a bid in belle, in petite for one in petite."""
    other = SPADES if trump is not SPADES else CLUBS
    belle = trump if key.endswith("-belle") else other
    turned = trump if key.endswith("-petite") or key == "demande" else other
    if trump is None:
        return br.Contract(key, 0, **more)  # type: ignore[arg-type]
    if turned == belle:
        turned = HEARTS if trump is not HEARTS else CLUBS
    return br.Contract(
        *(key, 0),
        trump=trump,
        partner=partner,
        turned=turned,
        belle=belle,
        **more,  # type: ignore[arg-type]
    )


def settle(
    given: br.Contract | None,
    tricks: Four,
    honours: Four = (0, 0, 0, 0),
    *,
    pool: int = 0,
    variant: br.Variant = V,
    slam: Literal["closed", "table"] | None = None,
    boston: int | None = None,
    conceded: bool = False,
) -> br.Settlement:
    outcome = br.Outcome(tricks, honours=honours, slam=slam, boston=boston, conceded=conceded)
    bill = br.settle(variant, given, outcome, pool=pool)
    assert balanced(bill, pool)
    return bill


def each_price(bill: br.Settlement) -> set[int]:
    """What each opponent pays, or gets, by the lines of the contract."""
    return {paid.chips for paid in bill.transfers if POOL not in (paid.payer, paid.payee)}


def test_G17_seven_alone_or_twelve_of_partners_are_no_slam() -> None:
    # Hearts, k = 4: 16 + 2 x 4 = 24 alone with seven; 16 + 4 x 4 = 32 with twelve of partners.
    assert each_price(settle(contract("demande", HEARTS), (7, 2, 2, 2))) == {24}
    assert each_price(settle(contract("demande", HEARTS, 2), (6, 1, 6, 0))) == {32}


def test_G17_no_other_bid_is_scored_so() -> None:
    assert each_price(settle(contract("petite-independance", SPADES), (13, 0, 0, 0))) == {20}


def test_G17_declared_slams_keep_their_prices() -> None:
    given = contract("demande", SPADES)
    undeclared = settle(given, (13, 0, 0, 0), variant=DECLARED)
    made = settle(given, (13, 0, 0, 0), (4, 0, 0, 0), variant=DECLARED, slam="closed")
    lost = settle(given, (8, 1, 0, 0), (4, 0, 0, 0), variant=DECLARED, slam="closed")
    assert each_price(undeclared) == {24}
    assert each_price(made) == {100 + 4}
    assert (lost.made, each_price(lost)) == (False, {100})
    partners = contract("demande-belle", HEARTS, 2)
    table = settle(partners, (9, 0, 4, 0), variant=DECLARED, slam="table")
    assert each_price(table) == {800}


def test_slams_are_not_declared_by_default() -> None:
    with pytest.raises(br.SettlementError, match="no slam to declare"):
        settle(contract("demande", SPADES), (13, 0, 0, 0), slam="closed")


@pytest.mark.parametrize("stakes", [1, 2])
def test_G18_the_jack_is_paid_twice_in_the_doubles(stakes: int) -> None:
    given = contract("demande", CLUBS, stakes=stakes)
    bill = settle(given, (5, 3, 3, 2), pool=10, boston=2)
    eight, two = 8 * stakes, 2 * stakes
    assert flows(bill) == expected(
        *((seat, 0, eight) for seat in (1, 2, 3)),
        *((seat, 2, two) for seat in (0, 1, 3)),
        (POOL, 0, 10),
    )


def test_G18_the_doubling_of_the_pool_is_not_doubled_again() -> None:
    bill = settle(contract("demande", CLUBS, stakes=2), (4, 3, 3, 3), pool=30)
    assert flows(bill) == expected(*((0, seat, 16) for seat in (1, 2, 3)), (0, POOL, 30))


@pytest.mark.parametrize(
    ("tricks", "paid"),
    [
        # Eight together win, whatever the shares.
        ((8, 3, 0, 2), ((1, 0, 8), (3, 2, 8), (POOL, 0, 10), (POOL, 2, 10))),
        ((0, 3, 8, 2), ((1, 0, 8), (3, 2, 8), (POOL, 0, 10), (POOL, 2, 10))),
        # The acceptor has three, the demander not five: the demander pays; and the other way round.
        ((4, 3, 3, 3), ((0, 1, 8), (0, 3, 8), (0, POOL, 20))),
        ((5, 3, 2, 3), ((2, 1, 8), (2, 3, 8), (2, POOL, 20))),
        # Neither has his share: both pay.
        ((4, 4, 2, 3), ((0, 1, 8), (2, 3, 8), (0, POOL, 10), (2, POOL, 10))),
    ],
)
def test_the_shares_of_partners(
    tricks: Four, paid: tuple[tuple[int | str, int | str, int], ...]
) -> None:
    bill = settle(contract("demande", CLUBS, 2), tricks, pool=20)
    assert flows(bill) == expected(*paid)


def test_G4_conceded_is_the_price_with_honours_and_no_slam() -> None:
    alone = settle(
        contract("demande", HEARTS, stakes=2), (1, 0, 0, 0), (4, 0, 0, 0), conceded=True, pool=20
    )
    assert flows(alone) == expected(
        *((seat, 0, 2 * (16 + 16)) for seat in (1, 2, 3)), (POOL, 0, 20)
    )
    assert settle(br.Contract("grande-misere", 0, turned=SPADES), (0, 1, 0, 0), conceded=True).made


def test_belle_is_asked_for_where_a_slam_may_be_scored() -> None:
    with pytest.raises(br.SettlementError, match="give belle"):
        settle(br.Contract("demande", 0, trump=HEARTS, turned=HEARTS), (5, 3, 3, 2))
    settle(br.Contract("petite-independance", 0, trump=HEARTS), (6, 3, 3, 1))
    with pytest.raises(br.SettlementError, match=r"give the turned suit$"):
        settle(br.Contract("grande-misere", 0), (0, 13, 0, 0))


@pytest.mark.parametrize("slug", ["french", "french-foster"])
def test_a_demande_is_of_belle_or_petite(slug: str) -> None:
    key = "demande" if slug == "french-foster" else "simple-petite"
    given = br.Contract(key, 0, trump=DIAMONDS, turned=SPADES, belle=HEARTS)
    with pytest.raises(br.SettlementError, match="cannot be played in ♦"):
        br.settle(slug, given, br.Outcome((5, 3, 3, 2)))


def test_the_stakes_are_one_or_two() -> None:
    given = contract("demande", CLUBS, stakes=3)
    with pytest.raises(br.SettlementError, match=r"the stakes of .* are 1 or 2, not 3"):
        settle(given, (5, 3, 3, 2))
    (only,) = br.get_variant("french-foster", deals=8).stakes
    assert only == 2, "all deals are doubles where there are no more than eight"
