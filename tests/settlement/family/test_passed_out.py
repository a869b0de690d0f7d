"""Deals that nobody bid: R8, R30, P25, R35, P21, P22, P27, P28."""

from __future__ import annotations

from itertools import permutations, product
from typing import ClassVar

import attrs
import pytest
from tests.settlement.family.worked import Payments, check, settle

import boston_rules as br
from boston_rules import POOL, SET_ASIDE
from boston_rules.core.transfers import Line
from boston_rules.rules.passed_out import MostPaysEach, ThrownIn
from boston_rules.rules.payments import Case

FEWEST = (
    *("fontainebleau", "fontainebleau-cats", "fontainebleau-hoyle"),
    *("russian", "russian-partnership"),
)
MISERY = br.get_variant("two-pack-hoyle", all_pass="general-misery")
THROWN = (0, 0, 0, 0)


# Fewest tricks take the pool.


@pytest.mark.parametrize("slug", FEWEST)
@pytest.mark.parametrize(
    ("tricks", "pool", "winnings", "stays"),
    [
        ((1, 4, 4, 4), 50, (50, 0, 0, 0), 0),
        ((6, 2, 3, 2), 51, (0, 25, 0, 25), 1),  # two tie: the odd chip stays
        ((2, 2, 7, 2), 50, (16, 16, 0, 16), 2),  # three tie: two chips stay
        ((0, 0, 0, 13), 5, (1, 1, 1, 0), 2),
        ((0, 13, 0, 0), 2, (0, 0, 0, 0), 2),  # less than a chip each
        ((3, 3, 3, 4), 3, (1, 1, 1, 0), 0),
        ((5, 3, 3, 2), 0, (0, 0, 0, 0), 0),
    ],
)
def test_R8_the_fewest_tricks_divide_the_pool_and_odd_chips_stay(
    slug: str, tricks: tuple[int, ...], pool: int, winnings: tuple[int, ...], stays: int
) -> None:
    for dealer in range(4):
        bill = settle(br.get_variant(slug), None, tricks, pool=pool, dealer=dealer)
        assert bill.made is None
        assert (bill.deltas, bill.pool) == (winnings, stays)


def test_P21_partners_who_pass_out_play_each_for_himself() -> None:
    # 0 and 2 have fewest together, but seat 1 alone takes the pool.
    sides = br.get_variant("russian-partnership")
    check(settle(sides, None, (2, 1, 2, 8), pool=9), (POOL, 1, 9))


# Most tricks pay: five a trick in American Boston, ten in general misery.


def halves(per_trick: int, seats: tuple[int, int], payee: int, difference: int) -> Payments:
    """A pair's payment, the odd chip by the first named."""
    due = per_trick * difference
    return [(seats[0], payee, (due + 1) // 2), (seats[1], payee, due // 2)]


@pytest.mark.parametrize(
    ("slug", "per_trick"), [("american", 5), ("american-decimal", 5), ("two-pack-hoyle", 10)]
)
def test_R30_P25_every_share_of_thirteen_tricks(slug: str, per_trick: int) -> None:
    options = {"all_pass": "general-misery"} if slug == "two-pack-hoyle" else {}
    variant = br.get_variant(slug, **options)
    patterns = set()
    for tricks in product(range(14), repeat=4):
        if sum(tricks) != 13 or (tricks[0] % 3 and tricks[1] % 2):
            continue
        most = max(tricks)
        tied = [seat for seat in (0, 1, 2, 3) if tricks[seat] == most]
        patterns.add(len(tied))
        want: Payments = []
        for seat in range(4):
            if seat in tied:
                continue
            if len(tied) == 1:
                want.append((tied[0], seat, per_trick * (most - tricks[seat])))
            elif len(tied) == 2:
                want += halves(per_trick, (tied[0], tied[1]), seat, most - tricks[seat])
            else:
                want += [(payer, seat, per_trick) for payer in tied]
        # dealer 3: seats are nearer eldest in their order
        bill = settle(variant, None, tricks, pool=40, dealer=3)
        check(bill, *want)
        assert (bill.made, bill.pool) == (None, 40)
    assert patterns == {1, 2, 3}


@pytest.mark.parametrize(
    ("tricks", "payments"),
    [
        # one: 10 for each trick of difference
        ((7, 3, 2, 1), [(0, 1, 40), (0, 2, 50), (0, 3, 60)]),
        ((3, 3, 4, 3), [(2, 0, 10), (2, 1, 10), (2, 3, 10)]),
        # two: half of 10 a trick each
        ((6, 6, 1, 0), [(0, 2, 25), (1, 2, 25), (0, 3, 30), (1, 3, 30)]),
        ((2, 5, 1, 5), [(1, 0, 15), (3, 0, 15), (1, 2, 20), (3, 2, 20)]),
        # three: 10 each
        ((4, 4, 4, 1), [(0, 3, 10), (1, 3, 10), (2, 3, 10)]),
        ((1, 4, 4, 4), [(1, 0, 10), (2, 0, 10), (3, 0, 10)]),
    ],
)
def test_P25_general_misery_at_ten_a_trick(
    tricks: tuple[int, ...], payments: list[tuple[int, int, int]]
) -> None:
    for dealer in range(4):  # halves of ten a trick leave no odd chip
        check(settle(MISERY, None, tricks, pool=20, dealer=dealer), *payments)


@pytest.mark.parametrize("slug", ["american", "american-decimal"])
@pytest.mark.parametrize(
    ("dealer", "first", "second"), [(0, 1, 3), (1, 3, 1), (2, 3, 1), (3, 1, 3)]
)
def test_P25_the_odd_chip_falls_on_the_one_nearer_the_dealers_left(
    slug: str, dealer: int, first: int, second: int
) -> None:
    # American Boston: 5-5-2-1: 15 = 8 + 7 and 20 = 10 + 10.
    bill = settle(br.get_variant(slug), None, (2, 5, 1, 5), dealer=dealer)
    check(bill, (first, 0, 8), (second, 0, 7), (first, 2, 10), (second, 2, 10))


def test_R30_three_tied_for_most_are_always_four_tricks_each() -> None:
    shares = [t for t in product(range(14), repeat=4) if sum(t) == 13]
    tied = {t for t in shares if sum(n == max(t) for n in t) >= 3}
    assert tied == set(permutations((4, 4, 4, 1)))


def test_P25_the_option_changes_nothing_but_passed_out_deals() -> None:
    plain = br.get_variant("two-pack-hoyle")
    five = br.Contract("5", 0, br.HEARTS)
    for tricks in ((5, 3, 3, 2), (4, 3, 3, 3), (7, 2, 2, 2)):
        assert settle(plain, five, tricks, pool=20) == settle(MISERY, five, tricks, pool=20)


# Thrown in.


@pytest.mark.parametrize(
    ("slug", "fine"),
    [
        ("boston-whist", 10),
        ("english-boston", 10),
        ("two-pack-hoyle", 2),
        ("classic", 5),
        ("american-partnership", 0),
        ("american-capped", 5),
        ("mariland", 0),
        ("whisch-bostonien", 0),
    ],
)
def test_R35_P5_fines_of_a_thrown_in_deal(slug: str, fine: int) -> None:
    bill = settle(br.get_variant(slug), None, THROWN, pool=30)
    check(bill, *((seat, POOL, fine) for seat in range(4)), (POOL, SET_ASIDE, 0))
    assert (bill.made, bill.pool) == (None, 30 + 4 * fine)


@pytest.mark.parametrize(
    "slug", ["boston-whist", "two-pack-hoyle", "classic", "american-capped", "mariland"]
)
def test_thrown_in_hands_have_no_tricks_and_played_ones_thirteen(slug: str) -> None:
    with pytest.raises(br.SettlementError, match="0 tricks"):
        br.settle(br.get_variant(slug), None, br.Outcome((4, 3, 3, 3)))
    with pytest.raises(br.SettlementError, match="13 tricks"):
        br.settle(MISERY, None, br.Outcome(THROWN))


def test_P25_a_share_of_no_chips_is_not_on_the_bill() -> None:
    """Two tied share a single chip, which falls on the one nearer eldest."""
    one = attrs.evolve(br.get_variant("american"), passed_out=MostPaysEach(1))
    bill = settle(one, None, (4, 4, 3, 2), dealer=3)
    assert bill.deltas == (-2, -1, 1, 2)
    assert [str(paid).split(":")[0] for paid in bill.transfers] == [
        "seat 0 pays seat 2 1",
        "seat 0 pays seat 3 1",
        "seat 1 pays seat 3 1",
    ]


@attrs.frozen
class _Nothing:
    """A house rule by which losses go to the pool alone."""

    reads: ClassVar[frozenset[str]] = frozenset()

    def lines(self, case: Case) -> tuple[Line, ...]:
        return (Line(0, "nothing"),)

    def words(self) -> str:
        return "nothing"


def test_a_contract_that_costs_nothing_is_not_on_the_bill() -> None:
    house = br.get_variant("american")
    house = attrs.evolve(house, payments=attrs.evolve(house.payments, lost=(_Nothing(),)))
    contract = br.Contract("7", 0, trump=br.HEARTS)
    bill = br.settle(house, contract, br.Outcome((5, 4, 2, 2)), pool=10)
    assert bill.made is False
    assert not any(bill.deltas[1:])
    assert all(paid.payee == POOL for paid in bill.transfers)


def test_in_a_game_without_a_pool_nobody_is_fined_for_it() -> None:
    """As the words of the rule say, which then mention no fine."""
    house = br.variants.Classic(pool=None, passed_out=ThrownIn(5))
    assert "pays" not in ThrownIn(5).words_without_pool()
    bill = br.settle(house, None, br.Outcome((0, 0, 0, 0)))
    assert (bill.deltas, bill.pool, bill.transfers) == ((0, 0, 0, 0), 0, ())
