"""Every printed price, cell by cell, for every seat that may pay or be paid."""

from __future__ import annotations

import pytest
from tests.settlement.bills import (
    VARIANTS,
    balanced,
    expected,
    flows,
    golden,
    opponents,
    pairs,
    side_tricks,
    splits,
    with_honours,
)

import boston_rules as br

# Tricks bid, and whether a partner may join (then three more are needed together).
TRICKS: dict[str, dict[str, tuple[int, bool]]] = {
    "fontainebleau": {
        **{str(bid): (bid, True) for bid in range(5, 11)},
        **{str(bid): (bid, False) for bid in range(11, 14)},
        "13-table": (13, False),
    },
    "american": {str(bid): (bid, False) for bid in range(5, 14)},
    "french": {
        "simple-petite": (5, True),
        "simple-belle": (5, True),
        "petite-independance": (6, False),
        "grande-independance": (8, False),
        "neuf": (9, False),
        "neuf-petite": (9, False),
        "neuf-belle": (9, False),
    },
}
# Tricks to be won exactly, and tricks played: twelve after discards.
EXACT: dict[str, dict[str, tuple[int, int]]] = {
    "fontainebleau": {
        "little-misere": (0, 12),
        "piccolissimo": (1, 12),
        "grand-misere": (0, 13),
        "little-misere-table": (0, 12),
        "grand-misere-table": (0, 13),
    },
    "american": {
        "little-misere": (0, 12),
        "grand-misere": (0, 13),
        "little-spread": (0, 12),
        "grand-spread": (0, 13),
    },
    "french": {
        "petite-misere": (0, 12),
        "grande-misere": (0, 13),
        "quatre-as": (0, 13),
        "petite-misere-table": (0, 12),
        "grande-misere-table": (0, 13),
    },
}
POOL = 51  # odd, so that halves show who gets or pays the odd chip
SUITS = {suit.letter: suit for suit in br.Suit}


def rows_of(variant: str, contract: str) -> list[dict[str, str]]:
    return [row for row in golden(f"{variant}.csv") if row["contract"] == contract]


def price_of(row: dict[str, str]) -> tuple[int, bool, int]:
    """Tricks above (or, negative, below) the target; made or lost; chips."""
    return int(row["tricks_relation"] or 0), row["side"] == "made", int(row["chips"])


def contract_of(
    variant: str, key: str, letter: str, declarer: int, partner: int | None = None
) -> br.Contract:
    """The contract of a cell; for the french bids the turned cards that allow it."""
    suit = SUITS.get(letter)
    exact = key in EXACT[variant]
    if variant != "french":
        return br.Contract(key, declarer, trump=None if exact else suit, partner=partner)
    assert suit is not None
    other = br.Suit((suit + 1) % 4)
    petite = key.endswith("petite") or exact
    return br.Contract(
        key,
        declarer,
        trump=None if exact else suit,
        partner=partner,
        turned=suit if petite else other,
        belle=other if petite else suit,
    )


def pool_flows(
    variant: str, key: str, *, made: bool, price: int, payers: tuple[int, ...]
) -> list[tuple[int | str, int | str, int]]:
    """What the pool of 51 gets or gives; the odd chip of halves is the bidder's (R8, R12, R13)."""
    if made:
        if variant == "american" and key in ("5", "6"):
            return []
        if len(payers) == 1:
            return [(br.POOL, payers[0], 51)]
        return [(br.POOL, payers[0], 26), (br.POOL, payers[1], 25)]
    due = price if variant == "fontainebleau" else 51
    if len(payers) == 1:
        return [(payers[0], br.POOL, due)]
    return [(payers[0], br.POOL, (due + 1) // 2), (payers[1], br.POOL, due // 2)]


def solo_flows(
    variant: str, key: str, declarer: int, *, made: bool, price: int
) -> list[tuple[str, str, int]]:
    """Every opponent pays, or is paid, the full price."""
    ends = [(seat, declarer) if made else (declarer, seat) for seat in opponents(declarer)]
    return expected(
        *((payer, payee, price) for payer, payee in ends),
        *pool_flows(variant, key, made=made, price=price, payers=(declarer,)),
    )


def partner_flows(
    variant: str, key: str, side: tuple[int, int], *, made: bool, price: int
) -> list[tuple[str, str, int]]:
    """R14 by the pairs of P10."""
    ends = [(foe, own) if made else (own, foe) for foe, own in pairs(*side)]
    return expected(
        *((payer, payee, price) for payer, payee in ends),
        *pool_flows(variant, key, made=made, price=price, payers=side),
    )


def alone_flows(
    variant: str, key: str, loser: int, side: tuple[int, int], price: int
) -> list[tuple[str, str, int]]:
    """P35: one partner pays both opponents and the pool."""
    return expected(
        *((loser, foe, price) for foe in opponents(*side)),
        *pool_flows(variant, key, made=False, price=price, payers=(loser,)),
    )


def settled(variant: str, contract: br.Contract, outcome: br.Outcome) -> br.Settlement:
    bill = br.settle(VARIANTS[variant], contract, outcome, pool=POOL)
    assert balanced(bill, POOL), (contract, outcome)
    return bill


TRICK_BIDS = [(variant, key) for variant in VARIANTS for key in TRICKS[variant]]
EXACT_BIDS = [(variant, key) for variant in VARIANTS for key in EXACT[variant]]


@pytest.mark.parametrize(("variant", "key"), TRICK_BIDS)
def test_every_cell_of_a_tricks_bid_played_alone(variant: str, key: str) -> None:
    bid, _ = TRICKS[variant][key]
    checked = 0
    for row in rows_of(variant, key):
        relation, made, chips = price_of(row)
        if bid + relation < 0:  # short by more than the bid: only with a partner
            continue
        for letter in row["suit_class"] or "SCHD":
            for declarer in range(4):
                contract = contract_of(variant, key, letter, declarer)
                outcome = br.Outcome(side_tricks(13, declarer, bid + relation))
                bill = settled(variant, contract, outcome)
                assert bill.made is made, (row, contract)
                assert flows(bill) == solo_flows(variant, key, declarer, made=made, price=chips), (
                    row
                )
                checked += 1
    # four suits, four seats, every number of tricks from none to thirteen
    assert checked == 4 * 4 * 14


@pytest.mark.parametrize(
    ("variant", "key"), [(v, k) for v, k in TRICK_BIDS if TRICKS[v][k][1] and v != "french"]
)
def test_R14_P10_P11_every_cell_of_a_tricks_bid_played_with_a_partner(
    variant: str, key: str
) -> None:
    target = TRICKS[variant][key][0] + 3
    checked = 0
    for row in rows_of(variant, key):
        relation, made, chips = price_of(row)
        if target + relation > 13:  # more over than a side with a joint target can make
            continue
        for declarer in range(4):
            for partner in opponents(declarer):
                own = (target + relation) // 2
                helped = target + relation - own
                contract = contract_of(variant, key, row["suit_class"], declarer, partner)
                outcome = br.Outcome(side_tricks(13, declarer, own, partner, helped))
                bill = settled(variant, contract, outcome)
                assert bill.made is made, (row, contract)
                assert flows(bill) == partner_flows(
                    variant, key, (declarer, partner), made=made, price=chips
                ), (row, contract)
                checked += 1
    assert checked == 4 * 4 * 3 * 14


@pytest.mark.parametrize("key", ["simple-petite", "simple-belle"])
def test_P35_every_cell_of_a_simple_with_a_partner_and_every_split_of_the_tricks(key: str) -> None:
    checked = 0
    for row in rows_of("french", key):
        relation, made, chips = price_of(row)
        if 8 + relation > 13:
            continue
        for declarer in range(4):
            for partner in opponents(declarer):
                side = (declarer, partner)
                contract = contract_of("french", key, row["suit_class"], declarer, partner)
                ways = list(splits(8 + relation))
                # other bidders only turn the table: a few splits do for them
                for own, helped in ways if declarer == 0 else ways[:: max(1, len(ways) - 1)]:
                    outcome = br.Outcome(side_tricks(13, declarer, own, partner, helped))
                    bill = settled("french", contract, outcome)
                    assert bill.made is made
                    if made or (own < 5 and helped < 3):
                        want = partner_flows("french", key, side, made=made, price=chips)
                    elif own < 5:
                        want = alone_flows("french", key, declarer, side, chips)
                    else:
                        want = alone_flows("french", key, partner, side, chips)
                    assert flows(bill) == want, (row, contract, outcome)
                    checked += 1
    # every split of 0 to 13 tricks between bidder 0 and three partners in four suits, then two more
    # (one where there are no tricks) for nine other seatings
    assert checked == sum(tricks + 1 for tricks in range(14)) * 4 * 3 + (13 * 2 + 1) * 4 * 9


@pytest.mark.parametrize(("variant", "key"), EXACT_BIDS)
def test_every_misere_and_piccolissimo_both_ways(variant: str, key: str) -> None:
    goal, played = EXACT[variant][key]
    rows = rows_of(variant, key)
    assert {row["side"] for row in rows} == {"made", "lost"}
    for row in rows:
        _, made, chips = price_of(row)
        for won in range(played + 1):
            if (won == goal) is not made:
                continue
            for declarer in range(4):
                contract = contract_of(variant, key, row["suit_class"], declarer)
                bill = settled(variant, contract, br.Outcome(side_tricks(played, declarer, won)))
                assert bill.made is made
                assert flows(bill) == solo_flows(variant, key, declarer, made=made, price=chips)


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(("variant", "key"), TRICK_BIDS)
def test_R7_honours_add_what_the_table_says_alone_and_in_two_hands(variant: str, key: str) -> None:
    bid, partnered = TRICKS[variant][key]
    rows = [
        row for row in golden("honours.csv") if (row["variant"], row["contract"]) == (variant, key)
    ]
    assert len(rows) == 5 * 2 * (1 if variant == "american" else 4)
    for row in rows:
        count, made, extra = int(row["honours"]), row["side"] == "made", int(row["chips"])
        for letter in row["suit_class"] or "SCHD":
            for declarer in range(4):
                for partner in [None, *(opponents(declarer) if partnered else [])]:
                    side = (declarer,) if partner is None else (declarer, partner)
                    target = bid if partner is None else bid + 3
                    won = target if made else target - 1
                    contract = contract_of(variant, key, letter, declarer, partner)
                    tricks = side_tricks(13, declarer, won - won // 2, partner, won // 2)
                    if partner is None:
                        tricks = side_tricks(13, declarer, won)
                    without = settled(variant, contract, br.Outcome(tricks))
                    prices = [paid.chips for paid in without.transfers[:2]]
                    for held in splits(count) if partner is not None else [(count,)]:
                        outcome = br.Outcome(tricks, honours=with_honours(side, held))
                        bill = settled(variant, contract, outcome)
                        assert [paid.chips for paid in bill.transfers[:2]] == [
                            price + extra for price in prices
                        ], (row, contract, outcome)


@pytest.mark.parametrize("row", golden("slams.csv"), ids=lambda row: "-".join(row.values()))
def test_P34_every_slam_in_every_suit(row: dict[str, str]) -> None:
    chips, made = int(row["chips"]), row["side"] == "made"
    slam = "table" if row["slam"] == "table" else "closed"
    for key, (bid, partnered) in TRICKS["french"].items():
        for declarer in range(4):
            seats: list[int | None] = [None] if row["slam"] != "two" else []
            if partnered and row["slam"] != "alone":
                seats += opponents(declarer)
            for partner in seats:
                contract = contract_of("french", key, row["suit_class"], declarer, partner)
                target = bid if partner is None else bid + 3
                for won in [13] if made else range(target, 13):
                    tricks = side_tricks(13, declarer, won)
                    if partner is not None:
                        tricks = side_tricks(13, declarer, won - 1, partner, 1)
                    outcome = br.Outcome(tricks, slam="table" if slam == "table" else "closed")
                    bill = settled("french", contract, outcome)
                    assert bill.made is made
                    want = (
                        solo_flows("french", key, declarer, made=made, price=chips)
                        if partner is None
                        else partner_flows(
                            "french", key, (declarer, partner), made=made, price=chips
                        )
                    )
                    assert flows(bill) == want, (row, contract, outcome)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_cell_is_missing_or_printed_twice(variant: str) -> None:
    rows = golden(f"{variant}.csv")
    assert {row["variant"] for row in rows} == {variant}
    ladder = [step.key for step in VARIANTS[variant].ladder]
    assert sorted({row["contract"] for row in rows}) == sorted(ladder)
    assert sorted([*TRICKS[variant], *EXACT[variant]]) == sorted(ladder)
    suits = [""] if variant == "american" else list("SCHD")
    want = [
        (key, suit, f"{relation:+d}", "made" if relation >= 0 else "lost")
        for key, (bid, partnered) in TRICKS[variant].items()
        for suit in suits
        for relation in range(-bid - 3 * partnered, 14 - bid)
    ]
    want += [
        (key, suit, "", side)
        for key in EXACT[variant]
        for suit in (suits if variant == "french" else [""])
        for side in ("made", "lost")
    ]
    columns = ("contract", "suit_class", "tricks_relation", "side")
    assert sorted(tuple(row[name] for name in columns) for row in rows) == sorted(want)


def test_the_steps_are_those_the_tables_are_about() -> None:
    for variant in VARIANTS:
        ladder = VARIANTS[variant].ladder
        for key, (bid, partnered) in TRICKS[variant].items():
            step = ladder[key]
            assert (step.goal.tricks, step.partnered, step.has_trumps) == (bid, partnered, True)
            assert step.tricks_played == 13
        for key, (goal, played) in EXACT[variant].items():
            step = ladder[key]
            assert (step.goal.tricks, step.tricks_played, step.has_trumps) == (goal, played, False)
            assert not step.partnered
