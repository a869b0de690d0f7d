"""Boston de Fontainebleau and Russian Boston after Foster: their options, and bills by hand.

The cells of their tables are settled in ``family/test_golden.py``.
"""

from __future__ import annotations

from typing import Final

import pytest
from attrs import evolve
from tests.settlement.bills import balanced, expected, flows, golden, side_tricks

import boston_rules as br
from boston_rules import DIAMONDS, HEARTS, POOL, SPADES

FOSTER: Final = br.get_variant("fontainebleau-foster")
GRAND: Final = br.get_variant("fontainebleau-foster", grand=True)
RUSSIAN: Final = br.get_variant("russian-foster", grand=True)
TRUMPS: Final = {
    "spades": br.SPADES,
    "clubs": br.CLUBS,
    "hearts": br.HEARTS,
    "diamonds": br.DIAMONDS,
    "grand": None,
}
ROWS: Final = golden("fontainebleau-foster.csv")
JOINT: Final = ((GRAND, "5 6 7 8 9 10", 3), (RUSSIAN, "6 7 8", 4))


def price(table: str, target: object, trump: str) -> int:
    (row,) = (row for row in ROWS if (row["table"], row["target"]) == (table, str(target)))
    return int(row[trump])


def settled(
    variant: br.Variant,
    contract: br.Contract,
    tricks: tuple[int, ...],
    *,
    honours: tuple[int, ...] = (0, 0, 0, 0),
    pool: int = 0,
    **more: bool,
) -> br.Settlement:
    last = more.pop("last", False)
    outcome = br.Outcome(tricks, honours=honours, **more)  # type: ignore[arg-type]
    bill = br.settle(variant, contract, outcome, pool=pool, last=last)
    assert balanced(bill, pool)
    return bill


@pytest.mark.parametrize("variant", [GRAND, RUSSIAN], ids=lambda each: each.slug)
def test_F6_G10_every_price_in_grand_alone(variant: br.Variant) -> None:
    for bid in range(5, 13):
        chips = price("tricks", bid, "grand")
        for taken in range(14):
            made = taken >= bid
            each = chips + 5 * abs(taken - bid)
            bill = settled(variant, br.Contract(str(bid), 1), side_tricks(13, 1, taken), pool=51)
            pays = [(seat, 1, each) if made else (1, seat, each) for seat in (0, 2, 3)]
            pool = (POOL, 1, 51) if made else (1, POOL, each)
            assert flows(bill) == expected(*pays, pool), (bid, taken)


@pytest.mark.parametrize(("variant", "keys", "extra"), JOINT, ids=["three more", "four more"])
@pytest.mark.parametrize("partner", [1, 2, 3])
def test_F8_F11_G10_two_in_grand_are_priced_by_their_joint_target(
    variant: br.Variant, keys: str, extra: int, partner: int
) -> None:
    for key in keys.split():
        target = int(key) + extra
        for taken in range(14):
            each = price("tricks", target, "grand") + 5 * abs(taken - target)
            tricks = side_tricks(13, 0, min(taken, 7), partner, max(0, taken - 7))
            bill = settled(variant, br.Contract(key, 0, partner=partner), tricks, pool=51)
            assert bill.made is (taken >= target)
            assert [paid.chips for paid in bill.transfers[:2]] == [each, each], (key, taken)


@pytest.mark.parametrize(
    ("slams", "trump"), [*(("america", trump) for trump in TRUMPS), ("europe", "grand")]
)
@pytest.mark.parametrize("key", ["13", "13-table"])
def test_G1_G10_slams_are_made_or_short_by_one(slams: str, trump: str, key: str) -> None:
    for slug in ("fontainebleau-foster", "russian-foster"):
        variant = br.get_variant(slug, grand=True, slams=slams)
        chips = price(slams, key, trump)
        contract = br.Contract(key, 2, TRUMPS[trump])
        made = settled(variant, contract, (0, 0, 13, 0), pool=51)
        assert flows(made) == expected(*((seat, 2, chips) for seat in (0, 1, 3)), (POOL, 2, 51))
        for won in range(13):
            lost = settled(variant, contract, (0, 1, won, 0), pool=51)
            pays = [(2, seat, chips + 5) for seat in (0, 1, 3)]
            assert flows(lost) == expected(*pays, (2, POOL, chips + 5)), won


@pytest.mark.parametrize("variant", [FOSTER, RUSSIAN], ids=lambda each: each.slug)
def test_F3_misères_end_with_the_trick_too_many(variant: br.Variant) -> None:
    for step in variant.ladder:
        if step.goal.counted:
            continue
        contract, goal = br.Contract(step.key, 0), step.goal.tricks
        bills = {
            settled(variant, contract, (goal + 1, others, 0, 0), pool=51)
            for others in range(13 - step.discard - goal)
        }
        assert len(bills) == 1, "how many tricks the others had by then costs nothing"
        if goal:  # with the trick too many the deal was over
            with pytest.raises(br.SettlementError, match="ends with the trick by which it is lost"):
                settled(variant, contract, (goal + 2, 1, 0, 0))


def test_golden_nine_in_hearts_with_six_tricks() -> None:
    bill = settled(FOSTER, br.Contract("9", 0, HEARTS), (6, 3, 2, 2))
    assert flows(bill) == expected((0, 1, 115), (0, 2, 115), (0, 3, 115), (0, POOL, 115))


def test_golden_seven_in_diamonds_with_a_partner_and_nine_tricks() -> None:
    for partner, (first, second) in {1: (3, 2), 2: (3, 1), 3: (1, 2)}.items():
        contract = br.Contract("7", 0, DIAMONDS, partner=partner)
        bill = settled(FOSTER, contract, side_tricks(13, 0, 5, partner, 4))
        assert flows(bill) == expected(
            (0, first, 135), (partner, second, 135), (0, POOL, 68), (partner, POOL, 67)
        )


def test_G14_honours_count_when_made_or_conceded_and_never_when_lost() -> None:
    held = (2, 1, 0, 1)
    alone = br.Contract("6", 0, SPADES)
    for honours, more in (((3, 0, 0, 1), 10), ((4, 0, 0, 0), 20), (held, 0)):
        assert settled(FOSTER, alone, (7, 2, 2, 2), honours=honours).deltas[1] == -(35 + more)
        assert settled(FOSTER, alone, (5, 4, 2, 2), honours=honours).deltas[1] == 35
        conceded = settled(FOSTER, alone, (1, 0, 0, 0), honours=honours, conceded=True, pool=51)
        assert flows(conceded) == expected(
            *((seat, 0, 30 + more) for seat in (1, 2, 3)), (POOL, 0, 51)
        )
    two = br.Contract("6", 0, SPADES, partner=1)
    assert settled(FOSTER, two, (5, 4, 2, 2), honours=held).deltas == (100, 100, -100, -100)
    conceded = settled(FOSTER, two, (0, 1, 0, 0), honours=held, conceded=True)
    assert conceded.deltas == (100, 100, -100, -100)
    slam = settled(FOSTER, br.Contract("13", 0, SPADES), (13, 0, 0, 0), honours=(4, 0, 0, 0))
    assert slam.deltas[1] == -420
    none = br.get_variant("fontainebleau-foster", honours=False)
    assert settled(none, two, (5, 4, 2, 2), honours=held).deltas == (90, 90, -90, -90)


def test_G10_grand_has_neither_honours_nor_carte_blanche() -> None:
    contract = br.Contract("7", 0)
    with pytest.raises(br.SettlementError, match="with trumps only"):
        settled(RUSSIAN, contract, (7, 2, 2, 2), honours=(4, 0, 0, 0))
    with pytest.raises(br.SettlementError, match="has no chicane"):
        br.settle(RUSSIAN, contract, br.Outcome((7, 2, 2, 2), chicane=(1,)))
    with pytest.raises(br.SettlementError, match="give the trump suit"):
        settled(FOSTER, contract, (7, 2, 2, 2))


def test_F9_carte_blanche_takes_ten_from_each_whoever_wins() -> None:
    for tricks, each in (((7, 2, 2, 2), 35), ((5, 4, 2, 2), -35)):
        outcome = br.Outcome(tricks, chicane=(2,))
        bill = br.settle(RUSSIAN, br.Contract("6", 0, SPADES), outcome)
        assert bill.deltas[1] == -each - 10
        assert bill.deltas[2] == -each + 30
        assert balanced(bill, 0)


def test_P7_G32_who_fails_last_pays_the_pool_and_has_no_share_of_it() -> None:
    two = br.Contract("5", 0, SPADES, partner=1)
    bill = settled(FOSTER, two, (3, 3, 4, 3), pool=50, last=True)
    # 70 and 10 for two missing: 80 to each opponent and to the pool, which is 130.
    assert (bill.pool, bill.deltas) == (0, (-120, -120, 145, 145))
    every = br.get_variant("fontainebleau-foster", last_pool="all")
    bill = settled(every, two, (3, 3, 4, 3), pool=50, last=True)
    assert bill.deltas == (-120 + 32, -120 + 33, 80 + 33, 80 + 32)


def test_G13_a_bid_alone_is_no_other_contract_but_rules_out_a_partner() -> None:
    alone = br.Contract("7", 0, DIAMONDS, alone=True)
    assert settled(RUSSIAN, alone, (7, 2, 2, 2)).deltas == (210, -70, -70, -70)
    with pytest.raises(br.SettlementError, match="Seven Tricks that was bid alone has no partner"):
        settled(RUSSIAN, evolve(alone, partner=1), (7, 2, 2, 2))
    with pytest.raises(br.SettlementError, match="Nine Tricks is not bid alone"):
        settled(RUSSIAN, evolve(alone, key="9"), (9, 2, 1, 1))
    for key in ("5", "9", "10"):
        with pytest.raises(br.SettlementError, match="played alone"):
            settled(RUSSIAN, br.Contract(key, 0, DIAMONDS, partner=1), (7, 6, 0, 0))


def test_honours_and_slams_are_chosen_apart() -> None:
    held, slam = (4, 0, 0, 0), br.Contract("13", 0, SPADES)
    for slug in ("fontainebleau-foster", "russian-foster"):
        for slams, chips in (("europe", 400), ("america", 250)):
            for honours, more in ((True, 20), (False, 0)):
                rules = br.get_variant(slug, slams=slams, honours=honours)
                bill = settled(rules, slam, (13, 0, 0, 0), honours=held)
                assert bill.deltas[1] == -(chips + more)
                assert (rules.slams, rules.honours) == (slams, honours)  # type: ignore[attr-defined]
