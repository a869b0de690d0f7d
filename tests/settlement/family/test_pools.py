"""Who takes the pool, who feeds it, and what a cap sets aside: R12, R21, R23, P9, P17, P30."""

from __future__ import annotations

from itertools import groupby

import pytest
from tests.settlement.family.worked import check, settle

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, POOL, SET_ASIDE, SPADES
from boston_rules.deal.table import open_table
from boston_rules.deal.terms import fixed_partner

CATS = br.get_variant("fontainebleau-cats")
CAPPED = {slug: br.get_variant(slug) for slug in ("boston-whist", "english-boston")}
HOYLE = br.get_variant("two-pack-hoyle")

TAKES = {
    # every bid takes the pool
    "fontainebleau": 0,
    "fontainebleau-hoyle": 0,
    "russian": 0,
    "russian-partnership": 0,
    "classic": 0,
    "mariland": 0,
    "whisch-bostonien": 0,
    # two bids of the two-pack ladders rank below Seven
    "american": 2,
    "american-decimal": 2,
    "boston-whist": 2,
    "two-pack-hoyle": 2,
    "american-capped": 2,
    "english-boston": 2,
    "american-partnership": 2,
    # 5, 6 and Little Misère
    "fontainebleau-cats": 3,
}


def contract(variant: br.Variant, step: object, declarer: int = 0) -> br.Contract:
    key = getattr(step, "key", step)
    assert isinstance(key, str)
    trump = HEARTS if variant.ladder[key].has_trumps else None
    turned = None if variant.dealing.turn is None else HEARTS
    belle = CLUBS if variant.dealing.fixes_belle else None
    return br.Contract(key, declarer, trump, turned=turned, belle=belle)


def outcome(variant: br.Variant, key: str, *, made: bool) -> tuple[int, ...]:
    """All that is needed by seat 0 and no more, or one trick too few or too many."""
    step = variant.ladder[key]
    own = step.goal.tricks
    if step.has_trumps and fixed_partner(variant, 0) is not None and step.partnered:
        own += 3
    if not made:
        own += -1 if step.has_trumps else 1
    left = step.tricks_played(variant.hand) - own
    return (own, left, 0, 0)


@pytest.mark.parametrize("slug", TAKES)
def test_R21_which_bids_take_the_pool_by_their_place_on_the_ladder(slug: str) -> None:
    variant = br.get_variant(slug)
    for place, step in enumerate(variant.ladder):
        bill = settle(
            variant, contract(variant, step), outcome(variant, step.key, made=True), pool=30
        )
        assert bill.made is True
        assert bill.pool == (30 if place < TAKES[slug] else 0), step.key


def test_R21_little_misere_does_not_take_the_pool_of_cats_and_piccolissimo_does() -> None:
    little = settle(CATS, br.Contract("little-misere", 0), (0, 4, 4, 4), pool=40)
    check(little, (1, 0, 75), (2, 0, 75), (3, 0, 75))
    piccolissimo = settle(CATS, br.Contract("piccolissimo", 0), (1, 4, 4, 3), pool=40)
    check(piccolissimo, (1, 0, 100), (2, 0, 100), (3, 0, 100), (POOL, 0, 40))


def test_R21_little_misere_takes_the_pool_of_the_two_pack_game() -> None:
    # There it ranks above Seven.
    bill = settle(HOYLE, br.Contract("little-misere", 0), (0, 4, 4, 4), pool=40)
    check(bill, (1, 0, 4), (2, 0, 4), (3, 0, 4), (POOL, 0, 40))


@pytest.mark.parametrize(
    "slug",
    [
        "american",
        "american-decimal",
        "american-capped",
        "american-partnership",
        "boston-whist",
        "english-boston",
        "mariland",
        "whisch-bostonien",
    ],
)
def test_R12_P30_any_failed_bid_doubles_the_pool(slug: str) -> None:
    variant = br.get_variant(slug)
    for step in variant.ladder:
        tricks = outcome(variant, step.key, made=False)
        bill = settle(variant, contract(variant, step), tricks, pool=31)
        assert bill.made is False
        assert bill.pool == 62, step.key
        empty = settle(variant, contract(variant, step), tricks)
        assert empty.pool == 0


def test_P30_only_bids_from_seven_double_the_pool_of_two_pack_hoyle() -> None:
    for step in HOYLE.ladder:
        bill = settle(HOYLE, contract(HOYLE, step), outcome(HOYLE, step.key, made=False), pool=21)
        assert bill.pool == (21 if step.key in ("5", "6") else 42), step.key


@pytest.mark.parametrize(
    "slug", ["fontainebleau", "fontainebleau-hoyle", "russian", "russian-partnership"]
)
def test_the_pool_of_the_law_code_and_the_card_books_gets_what_one_opponent_gets(slug: str) -> None:
    variant = br.get_variant(slug)
    for step in variant.ladder:
        tricks = outcome(variant, step.key, made=False)
        bill = settle(variant, contract(variant, step), tricks, pool=3)
        price = bill.transfers[0].chips
        assert bill.pool == 3 + price, step.key


def test_R34_P31_nothing_feeds_the_pool_of_classic_and_everything_takes_it() -> None:
    variant = br.get_variant("classic")
    for step in variant.ladder:
        for made in (True, False):
            bill = settle(
                variant, contract(variant, step), outcome(variant, step.key, made=made), pool=10
            )
            assert (bill.made, bill.pool) == (made, 0 if made else 10), step.key


# R23 and P17 in CATS.


@pytest.mark.parametrize("won", range(13))
def test_R23_a_bid_of_tricks_doubles_below_seven_tricks_only(won: int) -> None:
    for key in ("7", "8", "9", "10", "11", "12", "13", "13-table"):
        if won < int(key.split("-")[0]):
            bill = settle(CATS, br.Contract(key, 0, SPADES), (won, 13 - won, 0, 0), pool=41)
            assert bill.made is False
            assert bill.pool == (82 if won < 7 else 41), key


@pytest.mark.parametrize("key", ["5", "6"])
def test_R23_bids_below_seven_double_nothing(key: str) -> None:
    for won in range(int(key)):
        bill = settle(CATS, br.Contract(key, 0, SPADES), (won, 13 - won, 0, 0), pool=41)
        assert bill.pool == 41


@pytest.mark.parametrize(
    ("key", "played", "lost_with"),
    [
        ("piccolissimo", 12, [0, *range(2, 13)]),
        ("grand-misere", 13, [*range(1, 14)]),
        ("little-misere-table", 12, [*range(1, 13)]),
        ("grand-misere-table", 13, [*range(1, 14)]),
    ],
)
def test_R23_misères_and_piccolissimo_that_fail_double_with_any_number_of_tricks(
    key: str, played: int, lost_with: list[int]
) -> None:
    for won in lost_with:
        bill = settle(CATS, br.Contract(key, 0), (won, played - won, 0, 0), pool=41)
        assert bill.pool == 82


def test_R23_a_little_misere_that_fails_ranks_below_seven() -> None:
    for won in range(1, 13):
        bill = settle(CATS, br.Contract("little-misere", 0), (won, 12 - won, 0, 0), pool=41)
        check(bill, (0, 1, 20), (0, 2, 20), (0, 3, 20))


@pytest.mark.parametrize("partner", [1, 2, 3])
def test_P17_the_tricks_of_the_side_together(partner: int) -> None:
    for key in ("7", "8", "9", "10"):
        for won in range(int(key) + 3):
            tricks = [0, 0, 0, 0]
            tricks[0], tricks[partner] = won // 2, won - won // 2
            tricks[1 if partner != 1 else 2] = 13 - won
            bill = settle(CATS, br.Contract(key, 0, CLUBS, partner=partner), tuple(tricks), pool=41)
            assert bill.made is False
            assert bill.pool == (82 if won < 7 else 41)
    for key in ("5", "6"):
        tricks = [0, 0, 0, 0]
        tricks[1 if partner != 1 else 2] = 13
        bill = settle(CATS, br.Contract(key, 0, CLUBS, partner=partner), tuple(tricks), pool=41)
        assert bill.pool == 41


# P9: caps.


@pytest.mark.parametrize("slug", CAPPED)
@pytest.mark.parametrize(
    ("pool", "after", "aside"), [(120, 240, 7), (125, 250, 7), (126, 250, 9), (250, 250, 257)]
)
def test_P9_doubling_against_the_cap_of_250(slug: str, pool: int, after: int, aside: int) -> None:
    # Six in the preference suit short by one: 15 to each; the doubling is paid in full.
    contract = br.Contract("6", 2, DIAMONDS, turned=DIAMONDS, suit_class="preference")
    bill = settle(CAPPED[slug], contract, (3, 3, 5, 2), pool=pool, set_aside=7)
    above = aside - 7
    check(bill, *((2, seat, 15) for seat in (0, 1, 3)), (2, POOL, pool), (POOL, SET_ASIDE, above))
    assert (bill.pool, bill.set_aside) == (after, aside)
    assert bill.deltas[2] == -45 - pool


def test_P9_doubling_against_the_cap_of_50() -> None:
    # Seven short by three: 8 to each; 30 more make 60: 10 above the cap.
    bill = settle(HOYLE, br.Contract("7", 1, SPADES), (3, 4, 3, 3), pool=30, set_aside=2)
    check(bill, *((1, seat, 8) for seat in (0, 2, 3)), (1, POOL, 30), (POOL, SET_ASIDE, 10))
    assert (bill.pool, bill.set_aside) == (50, 12)


@pytest.mark.parametrize("slug", [*CAPPED, "two-pack-hoyle"])
def test_P9_the_winner_takes_the_pool_and_leaves_what_is_set_aside(slug: str) -> None:
    variant = br.get_variant(slug)
    seven = br.Contract("7", 1, SPADES, turned=SPADES, suit_class="preference")
    bill = settle(variant, seven, (2, 7, 2, 2), pool=50, set_aside=33)
    assert (bill.pool, bill.set_aside) == (0, 33)
    assert bill.transfers[-1].payee == 1
    assert bill.transfers[-1].chips == 50


def test_P9_fines_are_capped_one_by_one() -> None:
    # 245 + 10 by eldest: 5 above; then each 10 goes over whole. Dealer 0, eldest 1.
    bill = settle(CAPPED["boston-whist"], None, (0, 0, 0, 0), pool=245)
    assert [(paid.payer, paid.payee, paid.chips) for paid in bill.transfers] == [
        *((1, POOL, 10), (POOL, SET_ASIDE, 5)),
        *((2, POOL, 10), (POOL, SET_ASIDE, 10)),
        *((3, POOL, 10), (POOL, SET_ASIDE, 10)),
        *((0, POOL, 10), (POOL, SET_ASIDE, 10)),
    ]
    assert (bill.pool, bill.set_aside) == (250, 35)


def test_P9_one_chip_above_the_cap_is_set_aside() -> None:
    # 49 and four fines of 2: 51, 52, 52, 52: 1 and three times 2 above 50.
    bill = settle(HOYLE, None, (0, 0, 0, 0), pool=49)
    aside = [paid.chips for paid in bill.transfers if paid.payee == SET_ASIDE]
    assert aside == [1, 2, 2, 2]
    assert (bill.pool, bill.set_aside) == (50, 7)


def test_P9_american_pools_have_no_cap() -> None:
    for slug in ("american-decimal", "american-capped", "american-partnership"):
        contract = br.Contract("5", 0, HEARTS, turned=HEARTS)
        bill = settle(br.get_variant(slug), contract, (4, 5, 0, 4), pool=9000)
        assert (bill.pool, bill.set_aside) == (18000, 0)


# P9 at the antes: the set-aside comes back first.


def with_pool(variant: br.Variant, pool: int, set_aside: int) -> br.Table:
    """The antes of the second deal of a session whose first left these."""
    purses = (0,) * variant.seats
    return open_table(variant, purses, pool=pool, set_aside=set_aside, dealer=1, deal_number=2)


@pytest.mark.parametrize(
    ("slug", "pool", "aside", "pool_after", "aside_after"),
    [
        ("boston-whist", 0, 0, 40, 0),
        ("boston-whist", 0, 35, 75, 0),  # 35 back, 4 x 10
        ("boston-whist", 250, 35, 250, 75),
        ("boston-whist", 200, 35, 250, 25),
        ("boston-whist", 0, 400, 250, 190),  # 400 + 40 - 250
        ("two-pack-hoyle", 0, 12, 20, 0),  # 12 + 4 x 2
        ("two-pack-hoyle", 50, 12, 50, 20),
        ("two-pack-hoyle", 41, 0, 49, 0),
        ("two-pack-hoyle", 41, 2, 50, 1),
        ("english-boston", 0, 220, 250, 10),
    ],
)
def test_P9_antes_put_the_set_aside_back_then_add_then_cap(
    slug: str, pool: int, aside: int, pool_after: int, aside_after: int
) -> None:
    variant = br.get_variant(slug)
    table = with_pool(variant, pool, aside)
    assert (table.pool, table.set_aside) == (pool_after, aside_after)
    ante = 2 if slug == "two-pack-hoyle" else 10
    assert table.purses == (-ante,) * 4
    assert table.chips == pool + aside


def test_P9_P48_three_seats_ante_three_times() -> None:
    table = with_pool(br.get_variant("english-boston", seats=3), 0, 215)
    assert (table.pool, table.set_aside, table.purses) == (245, 0, (-10, -10, -10))


@pytest.mark.parametrize(
    ("slug", "antes"),
    [
        ("fontainebleau", (0, -50, 0, 0)),
        ("fontainebleau-cats", (-5, -5, -5, -5)),
        ("french", (0, -10, 0, 0)),
        ("american", (-5, -5, -5, -5)),
        ("fontainebleau-hoyle", (0, -1, 0, 0)),
        ("russian", (0, -1, 0, 0)),
        ("russian-partnership", (0, -1, 0, 0)),
        ("american-decimal", (-5, -5, -5, -5)),
        ("american-capped", (-5, -5, -5, -5)),
        ("american-partnership", (-5, -5, -5, -5)),
        ("boston-whist", (-10, -10, -10, -10)),
        ("english-boston", (-10, -10, -10, -10)),
        ("two-pack-hoyle", (-2, -2, -2, -2)),
        ("classic", (0, -10, 0, 0)),
        ("mariland", (0, -10, 0, 0)),
        ("whisch-bostonien", (-8, -12, -8, -8)),
    ],
)
def test_P6_antes(slug: str, antes: tuple[int, ...]) -> None:
    table = with_pool(br.get_variant(slug), 7, 0)
    assert table.purses == antes
    assert table.pool == 7 - sum(antes)


@pytest.mark.parametrize(
    ("slug", "chips"),
    [
        *((slug, 1600) for slug in ("fontainebleau", "fontainebleau-cats")),
        *((slug, 1600) for slug in ("american", "american-decimal")),
        *(
            (slug, 0)
            for slug in (
                *("fontainebleau-hoyle", "russian", "russian-partnership", "boston-whist"),
                *("two-pack-hoyle", "american-partnership", "american-capped"),
                *("english-boston", "classic", "french", "mariland", "whisch-bostonien"),
            )
        ),
    ],
)
def test_P8_starting_chips(slug: str, chips: int) -> None:
    state = br.start(br.get_variant(slug), dealer=0)
    assert {
        purse - ante for purse, ante in zip(state.table.purses, _paid(state.table), strict=True)
    } == {chips}


def _paid(table: br.Table) -> tuple[int, ...]:
    return tuple(
        -sum(paid.chips for paid in table.antes if paid.payer == seat)
        for seat in range(len(table.purses))
    )


def test_G31_the_order_of_a_bill() -> None:
    bill = br.settle(
        "russian-foster",
        br.Contract("7", 0, br.DIAMONDS),
        br.Outcome((7, 2, 2, 2), chicane=(1,)),
        10,
        infractions=(br.Infraction("misdeal", 0), br.Infraction("revoke", 1, trick=3)),
    )
    reasons = [transfer.reason.split(" [")[0] for transfer in bill.transfers]
    assert [reason for reason, _ in groupby(reasons)] == [
        "fine for a misdeal",
        "chicane",
        "Seven Tricks in ♦",
        "contract made",
        "fine for a revoke",
    ]
    bill = br.settle(
        "french-foster",
        br.Contract("petite-independance", 0, br.HEARTS, turned=br.HEARTS, belle=br.HEARTS),
        br.Outcome((7, 2, 2, 2), boston=1),
        10,
    )
    first, *_ = bill.transfers
    assert (first.payee, first.chips) == (1, 2)
