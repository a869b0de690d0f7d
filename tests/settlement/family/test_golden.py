"""Every printed price of every variant, cell by cell, for every seat that pays or is paid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

import pytest
from attrs import evolve
from tests.settlement.bills import balanced, expected, flows, golden, side_tricks, splits
from tests.settlement.bills import with_honours as held_by
from tests.settlement.family.cells import (
    EXACT_BIDS,
    HOUSES,
    TRICK_BIDS,
    House,
    bid_of,
    classes_of,
    contracts_of,
    ended_of,
    every_trick,
    foes_of,
    goal_of,
    honour_cells,
    honours_of,
    played_of,
    rows_of,
    scored_slam,
    target_of,
)
from tests.settlement.family.whole_bills import capped, payments, whole_bill

import boston_rules as br

POOL = 51  # odd, so that halves show who gets or pays the odd chip
CAPPED_POOLS = {
    "two-pack-hoyle": (23, 41),
    **dict.fromkeys(("boston-whist", "english-boston", "american-foster"), (51, 131)),
}
"""Doubled, the first stays below the cap and the second goes above it."""
VARIANTS = {slug: br.get_variant(slug) for slug in HOUSES}


def split(row: dict[str, str]) -> tuple[int, bool, int]:
    """Tricks above (or, negative, below) the target; made or lost; chips."""
    return int(row["tricks_relation"] or 0), row["side"] == "made", int(row["chips"])


def takings_of(house: House, key: str, target: int) -> Iterator[tuple[dict[str, str], int]]:
    """The cells of a bid of tricks, each with every number of tricks that comes to it."""
    for row in rows_of(house, key):
        relation, made, _ = split(row)
        if made or key not in house.broken_off:
            yield row, target + relation
        else:
            yield from ((row, taken) for taken in range(target))


def _ends(ways: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first and the last split, which are one where there are no tricks."""
    return ways[:: max(1, len(ways) - 1)]


def _side(house: House, contract: br.Contract) -> tuple[int, ...]:
    seat = contract.declarer
    return (seat, (seat + 2) % 4) if house.partners == "opposite" else contract.side


def check(
    house: House,
    variant: br.Variant,
    contract: br.Contract,
    tricks: tuple[int, ...],
    *,
    made: bool,
    price: int,
) -> None:
    """Settle with every pool and compare payment by payment."""
    sides = contract
    if house.partners == "opposite":
        sides = evolve(contract, partner=(contract.declarer + 2) % 4)
    pools = CAPPED_POOLS.get(house.slug, (POOL,))
    for pool in pools:
        bill = br.settle(variant, contract, br.Outcome(tricks), pool=pool, set_aside=4)
        found = payments(house, sides, tricks, made=made, price=price, pool=pool)
        assert bill.made is made, (contract, tricks)
        assert balanced(bill, pool, 4)
        assert flows(bill) == expected(*capped(house, found, pool)), (contract, tricks, pool)


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(("slug", "key"), TRICK_BIDS)
def test_every_cell_of_a_bid_of_tricks(slug: str, key: str) -> None:
    """Played alone, or by the fixed side with every share of the tricks between the two."""
    house, variant = HOUSES[slug], VARIANTS[slug]
    two = house.partners == "opposite"
    target = target_of(house, key, two=two)
    seen: set[tuple[str, int, int]] = set()
    for row, taken in takings_of(house, key, target):
        _, made, chips = split(row)
        if taken < 0:  # short by more than the bid: only with a partner
            continue
        if taken == 13:
            chips += every_trick(slug, key, two=two)
        for declarer in range(4):
            ways = list(splits(taken)) if two else [(taken, 0)]
            contracts = list(contracts_of(slug, key, row["suit_class"], declarer))
            assert contracts
            if declarer:  # other bidders only turn the table: a few forms and splits do for them
                ways, contracts = _ends(ways), contracts[declarer % len(contracts) :][:1]
            for contract in contracts:
                for own, helped in ways:
                    partner = (declarer + 2) % 4 if two else None
                    ended = ended_of(house, key, taken, made=made)
                    tricks = side_tricks(ended, declarer, own, partner, helped)
                    price = scored_slam(house, contract, taken) or chips
                    check(house, variant, contract, tricks, made=made, price=price)
                    seen.add(
                        (
                            row["suit_class"],
                            sum(tricks[seat] for seat in _side(house, contract)),
                            declarer,
                        )
                    )
    classes = {row["suit_class"] for row in rows_of(house, key)}
    # no number of tricks from none to thirteen is left out
    assert seen == {(name, won, seat) for name in classes for won in range(14) for seat in range(4)}


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(
    ("slug", "key"), [(s, k) for s, k in TRICK_BIDS if HOUSES[s].partners == "any"]
)
def test_R14_P10_P11_every_cell_with_every_partner_and_every_split(slug: str, key: str) -> None:
    house, variant = HOUSES[slug], VARIANTS[slug]
    if key not in house.joint:
        for partner in (1, 2, 3):
            for name in {row["suit_class"] for row in rows_of(house, key)}:
                for contract in contracts_of(slug, key, name, 0, partner):
                    with pytest.raises(br.SettlementError, match="played alone"):
                        br.settle(variant, contract, br.Outcome((13, 0, 0, 0)))
        return
    target = target_of(house, key, two=True)
    seen: set[tuple[str, int, int, int]] = set()
    for row in rows_of(house, key, two=True):
        relation, made, chips = split(row)
        taken = target + relation
        if taken > 13:  # more over than a side with a joint target can make
            continue
        if taken == 13:
            chips += every_trick(slug, key, two=True)
        for declarer in range(4):
            for partner in foes_of(4, declarer):
                for contract in contracts_of(slug, key, row["suit_class"], declarer, partner):
                    ways = list(splits(taken))
                    for own, helped in ways if declarer == 0 else _ends(ways):
                        tricks = side_tricks(13, declarer, own, partner, helped)
                        price = scored_slam(house, contract, taken) or chips
                        check(house, variant, contract, tricks, made=made, price=price)
                        seen.add((row["suit_class"], own + helped, declarer, partner))
    classes = {row["suit_class"] for row in rows_of(house, key)}
    assert seen == {
        (name, won, seat, other)
        for name in classes
        for won in range(14)
        for seat in range(4)
        for other in foes_of(4, seat)
    }


@pytest.mark.parametrize(("slug", "key"), EXACT_BIDS)
def test_every_misere_and_piccolissimo_both_ways(slug: str, key: str) -> None:
    house, variant = HOUSES[slug], VARIANTS[slug]
    rows = rows_of(house, key)
    played = played_of(key)
    for row in rows:
        _, made, chips = split(row)
        for won in range(played + 1):
            if (won == goal_of(key)) is not made:
                continue
            if key in house.broken_off and won > goal_of(key) + 1:
                continue  # the deal has ended before
            for declarer in range(4):
                (contract,) = contracts_of(slug, key, row["suit_class"], declarer)
                if house.partners != "opposite":
                    tricks = side_tricks(played, declarer, won)
                    check(house, variant, contract, tricks, made=made, price=chips)
                    continue
                # P21: what the partner wins is nothing to it
                for helped in range(played - won + 1):
                    tricks = side_tricks(played, declarer, won, (declarer + 2) % 4, helped)
                    check(house, variant, contract, tricks, made=made, price=chips)


@pytest.mark.parametrize(
    "row", golden("special-losses-as-won.csv"), ids=lambda row: "-".join(row.values())
)
def test_R22_P16_special_losses_as_won_cell_by_cell(row: dict[str, str]) -> None:
    house = evolve(HOUSES["fontainebleau-cats"], as_won=True)
    variant = br.get_variant("fontainebleau-cats", special_losses="as-won")
    relation, made, chips = split(row)
    key = row["contract"]
    assert not made
    bid = bid_of(key)
    takings = [won for won in range(played_of(key) + 1) if won != goal_of(key)]
    if bid is not None:
        takings = [bid + relation]
    for won in takings:
        for declarer in range(4):
            for contract in contracts_of(house.slug, key, row["suit_class"], declarer):
                tricks = side_tricks(played_of(key), declarer, won)
                check(house, variant, contract, tricks, made=False, price=chips)


@pytest.mark.parametrize("as_won", [False, True])
def test_R22_special_losses_change_no_other_cell(as_won: bool) -> None:
    house = evolve(HOUSES["fontainebleau-cats"], as_won=as_won)
    choice = "as-won" if as_won else "table"
    variant = br.get_variant("fontainebleau-cats", special_losses=choice)
    for key in house.keys:
        for row in rows_of(house, key):
            relation, made, chips = split(row)
            won = (bid_of(key) or 0) + relation
            if bid_of(key) is None:
                won = goal_of(key) if made else 2
            if won >= 0:
                for contract in contracts_of(house.slug, key, row["suit_class"], 1):
                    tricks = side_tricks(played_of(key), 1, won)
                    check(house, variant, contract, tricks, made=made, price=chips)


HONOURED = [
    *((house, VARIANTS[slug]) for slug, house in HOUSES.items() if house.honours),
    (
        evolve(HOUSES["fontainebleau-cats"], as_won=True),
        br.get_variant("fontainebleau-cats", special_losses="as-won"),
    ),
]


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(
    ("house", "variant", "key"), [(*each, key) for each in HONOURED for key in each[0].trick_bids]
)
def test_R7_P18_honours_alone_and_in_two_hands(house: House, variant: br.Variant, key: str) -> None:
    """The flat loss of P16 and a loss of R42 know none."""
    rows = [cell[1:] for cell in honour_cells(house) if cell[0] == key]
    assert sorted(rows) == sorted(product(classes_of(house.slug, key), "01234", ("made", "lost")))
    for suit in br.Suit:
        declarer = int(suit)
        for partner in [None, *(foes_of(4, declarer) if key in house.joint else [])]:
            side = (declarer,) if partner is None else (declarer, partner)
            name = suit.letter if "S" in classes_of(house.slug, key) else ""
            contract = next(
                each
                for each in contracts_of(house.slug, key, name, declarer, partner)
                if each.trump is suit
            )
            for made in (True, False):
                won = target_of(house, key, two=partner is not None) - (not made)
                own, helped = (won, 0) if partner is None else (won - won // 2, won // 2)
                ended = ended_of(house, key, won, made=made)
                tricks = side_tricks(ended, declarer, own, partner, helped)
                bare = br.settle(variant, contract, br.Outcome(tricks)).transfers[0].chips
                for count in range(5):
                    more = honours_of(house, key, suit, count, "made" if made else "lost")
                    for held in splits(count) if partner is not None else [(count,)]:
                        outcome = br.Outcome(tricks, honours=held_by(side, held))
                        bill = br.settle(variant, contract, outcome)
                        due = [paid.chips for paid in bill.transfers[: 4 - len(side)]]
                        assert due == [bare + more] * len(due), (contract, outcome)


@pytest.mark.parametrize("row", golden("slams.csv"), ids=lambda row: "-".join(row.values()))
def test_P34_every_slam_in_every_suit(row: dict[str, str]) -> None:
    house, variant, made = HOUSES["french"], VARIANTS["french"], row["side"] == "made"
    slam: Literal["closed", "table"] = "table" if row["slam"] == "table" else "closed"
    for key in house.trick_bids:
        for declarer in range(4):
            seats: list[int | None] = [None] if row["slam"] != "two" else []
            if key in house.joint and row["slam"] != "alone":
                seats += foes_of(4, declarer)
            for partner in seats:
                (contract,) = contracts_of("french", key, row["suit_class"], declarer, partner)
                target = target_of(house, key, two=partner is not None)
                for won in [13] if made else range(target, 13):
                    own = won if partner is None else won - 1
                    tricks = side_tricks(13, declarer, own, partner, won - own)
                    outcome = br.Outcome(tricks, slam=slam)
                    bill = br.settle(variant, contract, outcome, pool=POOL)
                    assert bill.made is made
                    assert (flows(bill), bill.pool, 0) == whole_bill(
                        house, contract, outcome, pool=POOL
                    )
                    paid = bill.transfers[0].chips
                    assert paid == int(row["chips"]), (contract, outcome)


@pytest.mark.parametrize("slug", [slug for slug, house in HOUSES.items() if not house.honours])
def test_P15_honours_are_nothing_elsewhere(slug: str) -> None:
    house, variant = HOUSES[slug], VARIANTS[slug]
    for key in house.trick_bids:
        target = target_of(house, key, two=house.partners == "opposite")
        for row in rows_of(house, key):
            for contract in contracts_of(slug, key, row["suit_class"], 0):
                for won in (target, target - 1):
                    tricks = side_tricks(ended_of(house, key, won, made=won == target), 0, won)
                    bare = br.settle(variant, contract, br.Outcome(tricks), pool=20)
                    rich = br.Outcome(tricks, honours=(4, 0, 0, 0))
                    assert br.settle(variant, contract, rich, pool=20) == bare
                break
            break


@pytest.mark.parametrize(
    "slug", [slug for slug, house in HOUSES.items() if not house.priced_by_target]
)
def test_no_cell_is_missing_or_printed_twice(slug: str) -> None:
    house = HOUSES[slug]
    rows = golden(f"{slug}.csv")
    assert {row["variant"] for row in rows} == {slug}
    assert [step.key for step in VARIANTS[slug].ladder] == list(house.keys)
    want = []
    for key in house.keys:
        bid, classes = bid_of(key), classes_of(slug, key)
        if bid is None:
            want += [(key, name, "", side) for name in classes for side in ("made", "lost")]
            continue
        low = -target_of(house, key, two=house.partners != "none")
        low = -1 if key in house.broken_off else low
        high = 13 - (bid if house.partners != "opposite" else -low)
        for name in classes:
            want += [
                (key, name, f"{relation:+d}", "made" if relation >= 0 else "lost")
                for relation in range(low, high + 1)
            ]
    columns = ("contract", "suit_class", "tricks_relation", "side")
    assert sorted(tuple(row[name] for name in columns) for row in rows) == sorted(want)


@pytest.mark.parametrize("slug", HOUSES)
def test_the_steps_are_those_the_tables_are_about(slug: str) -> None:
    house = HOUSES[slug]
    for step in VARIANTS[slug].ladder:
        bid = bid_of(step.key)
        assert step.has_trumps is (bid is not None)
        assert step.goal.tricks == (goal_of(step.key) if bid is None else bid)
        assert step.tricks_played(13) == (played_of(step.key) if bid is None else 13)
        assert step.partnered is (step.key in house.joint)


@pytest.mark.parametrize("key", HOUSES["american-foster"].trick_bids)
def test_the_american_system_cell_by_cell(key: str) -> None:
    """Foster's round prices, with nothing for overtricks (`overtricks=False`)."""
    variant = br.get_variant("american-foster", overtricks=False)
    rows = [row for row in golden("american-system.csv") if row["contract"] == key]
    target = int(key)
    assert len(rows) == 14 - target + (1 if key == "13" else target)
    for row in rows:
        relation, made, chips = split(row)
        taken = target + relation
        tricks = side_tricks(ended_of(HOUSES["american-foster"], key, taken, made=made), 0, taken)
        bill = br.settle(variant, br.Contract(key, 0, br.HEARTS), br.Outcome(tricks))
        assert bill.deltas[1:] == ((-chips if made else chips),) * 3
