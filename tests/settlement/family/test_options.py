"""Every named option of every variant, both ways, through its name and through its class."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve
from tests.phases.table_talk import finish, only_bid
from tests.settlement.family.worked import check, settle

import boston_rules as br
from boston_rules import CLUBS, HEARTS, POOL, SPADES
from boston_rules.rules.payments import (
    EveryTrick,
    Flat,
    OvertrickEach,
    Payments,
    Quotas,
    UndertrickEach,
)

CONCEDING = ("fontainebleau-hoyle", "russian", "russian-partnership")
FOUR_SUITS = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
)

CARD = Payments(
    won=(Flat(tuple((str(bid), bid) for bid in range(4, 14))),),
    lost=(Flat(tuple((str(bid), 1) for bid in range(4, 14))), UndertrickEach(10)),
)
"""As many chips as tricks bid; lost 1 and 10 for each trick missing."""
BOSTONIEN = Payments(
    won=(
        Flat((("demande", 7), ("independance", 20))),
        OvertrickEach(3),
        EveryTrick(alone=60, two=30),
    ),
    lost=(Flat((("demande", 9), ("independance", 25))),),
    shares=Quotas(4, 4),
)


Probe = Callable[[br.Variant], object]


def last_deal(variant: br.Variant) -> object:
    """Whether the first deal is the last: then a deal nobody bid leaves no pool."""
    return br.start(variant).table.is_last_deal


def purse(variant: br.Variant) -> object:
    """Chips at the start, the ante given back."""
    table = br.start(variant, dealer=1).table
    return table.purses[0] + sum(paid.chips for paid in table.antes if paid.payer == 0)


def lost_spread(variant: br.Variant) -> object:
    return settle(variant, br.Contract("13-table", 0, HEARTS), (12, 1, 0, 0)).deltas[1]


def lost_misere(variant: br.Variant) -> object:
    return settle(variant, br.Contract("grand-misere", 0), (1, 12, 0, 0)).deltas[1]


def all_pass(variant: br.Variant) -> object:
    tricks = (7, 3, 2, 1) if variant.passed_out.played else (0, 0, 0, 0)
    return settle(variant, None, tricks, pool=8).deltas


def seven_at_five(variant: br.Variant) -> object:
    """What a declarer of five gets with seven tricks and a pool of 20."""
    contract = br.Contract("5", 0, HEARTS)
    return settle(variant, contract, (7, 2, 2, 2), pool=20).deltas[0]


def may_concede(variant: br.Variant) -> object:
    tricks = (0, 0, 0, 0) if variant.slug == "two-pack-hoyle" else (1, 0, 0, 0)
    try:
        settle(variant, br.Contract("5", 0, HEARTS), tricks, conceded=True)
    except br.SettlementError:
        return False
    return True


def players(variant: br.Variant) -> object:
    return len(settle(variant, None, (0,) * variant.seats).deltas)


def five_hundred(variant: br.Variant) -> object:
    """Whether a purse of 500 ends the session with the second deal."""
    return variant.session.ends(2, (500, -100, -400, 0))


def boston_seat(variant: br.Variant) -> object:
    """Who collects for the Boston when diamonds are turned and spades are trumps."""
    state = br.start(variant, dealer=2, hands=FOUR_SUITS, turned=br.parse_card("2D"))
    bill = finish(only_bid(state, 0, "bid petite-independance S")).settlement
    twos = [paid for paid in bill.transfers if paid.chips == 2]
    assert len(twos) == 3
    return twos[0].payee


def eight_in_hearts(variant: br.Variant) -> object:
    """What the declarer gets from one opponent, and pays him when lost by one."""
    belle = CLUBS if variant.dealing.fixes_belle else None
    contract = br.Contract("8", 0, HEARTS, turned=HEARTS, belle=belle)
    made = settle(variant, contract, (8, 5, 0, 0))
    lost = settle(variant, contract, (7, 6, 0, 0))
    return -made.deltas[1], lost.deltas[1]


def steps(variant: br.Variant) -> object:
    return len(variant.ladder)


def last_pool(variant: br.Variant) -> object:
    """Five short by one, 25 to each and to the pool of 50: three divide 75, or four do."""
    contract = br.Contract("5", 0, HEARTS)
    return settle(variant, contract, (4, 3, 3, 3), pool=50, last=True).deltas


def demande(variant: br.Variant) -> object:
    """Made alone with one over; with a partner and thirteen; who pays when 4 + 3 lose it."""
    alone = br.Contract("demande", 0, HEARTS, turned=HEARTS)
    two = evolve(alone, partner=2)
    return (
        -settle(variant, alone, (6, 5, 1, 1)).deltas[1],
        -settle(variant, two, (13, 0, 0, 0)).deltas[1],
        settle(variant, two, (4, 3, 3, 3), pool=5).transfers[-1].payer,
    )


FOSTERS = ("american-foster", "fontainebleau-foster", "russian-foster", "french-foster")
STARTS: dict[str, int] = {
    **dict.fromkeys(("fontainebleau", "fontainebleau-cats", "american", "american-decimal"), 1600),
    **dict.fromkeys(FOSTERS, 1000),
}


def ten_over_seven(variant: br.Variant) -> object:
    """What a declarer of seven gets from one opponent with ten tricks."""
    return -settle(variant, br.Contract("7", 0, HEARTS), (10, 3, 0, 0)).deltas[1]


def deals_in_all(variant: br.Variant) -> object:
    return variant.session.most_deals


def second_ante(variant: br.Variant) -> object:
    """What is put in for the deal after one that has left something in the pool."""
    state = br.start(variant, dealer=3, hands=FOUR_SUITS, turned=br.parse_card("2D"))
    for _ in range(4):
        state = br.apply(state, br.Pass())
    return sum(paid.chips for paid in br.next_deal(state).table.antes)


CASES: list[tuple[str, str, object, Probe, object, object]] = [
    # slug, option, other value, probe, what it says by default, and with the other value
    *((slug, "deals", 1, last_deal, False, True) for slug in br.list_variants()),
    *(
        (
            slug,
            "starting_chips",
            77,
            purse,
            STARTS.get(slug, 0),
            77,
        )
        for slug in br.list_variants()
    ),
    ("fontainebleau-cats", "special_losses", "as-won", lost_misere, 40, 150),
    ("fontainebleau-cats", "special_losses", "as-won", lost_spread, 225, 705),
    ("two-pack-hoyle", "all_pass", "general-misery", all_pass, (-2,) * 4, (-150, 40, 50, 60)),
    ("two-pack-hoyle", "concessions", False, may_concede, True, False),
    ("two-pack-hoyle", "antes", "when-empty", second_ante, 8, 0),
    ("american-foster", "overtricks", False, ten_over_seven, 22, 20),
    ("american-foster", "end", "grand", deals_in_all, 12, 13),
    ("two-pack-hoyle", "concessions", False, seven_at_five, 26, 6),
    *((slug, "concessions", False, may_concede, True, False) for slug in CONCEDING),
    ("french", "boston_jack", "turned", boston_seat, 2, 1),
    ("english-boston", "seats", 3, players, 4, 3),
    ("classic", "first_to", 500, five_hundred, False, True),
    ("classic", "levels", "short", steps, 12, 8),
    ("classic", "levels", "long", steps, 12, 14),
    ("fontainebleau", "last_pool", "all", last_pool, (-100, 50, 50, 50), (-82, 44, 44, 44)),
    ("american-partnership", "prices", CARD, eight_in_hearts, (25, 25), (8, 11)),
    ("mariland", "prices", CARD, eight_in_hearts, (20, 22), (8, 11)),
    ("whisch-bostonien", "prices", BOSTONIEN, demande, (5, 59, 0), (10, 52, 2)),
]


def shown(value: object) -> str:
    return getattr(value, "__name__", None) or str(value)[:24]


@pytest.mark.parametrize(
    ("slug", "name", "value", "probe", "by_default", "changed"), CASES, ids=shown
)
def test_an_option_both_ways(
    slug: str, name: str, value: object, probe: Probe, by_default: object, changed: object
) -> None:
    cls = br.variant_class(slug)
    plain = br.get_variant(slug)
    assert probe(plain) == by_default
    assert plain.options() == {}
    given = {name: value}
    for variant in (br.get_variant(slug, **given), cls(**given)):  # type: ignore[arg-type]
        assert probe(variant) == changed
        assert variant.options() == given
        assert variant.fingerprint() != plain.fingerprint()
        assert cls.with_options(variant.options()) == variant
    # Naming the default is naming nothing.
    default = {**dict.fromkeys(("deals", "starting_chips", "first_to", "prices")), **_DEFAULTS}
    for variant in (
        br.get_variant(slug, **{name: default[name]}),
        cls(**{name: default[name]}),  # type: ignore[arg-type]
    ):
        assert probe(variant) == by_default
        assert variant == plain
        assert (variant.options(), variant.fingerprint()) == ({}, plain.fingerprint())


_DEFAULTS: dict[str, object] = {
    "special_losses": "table",
    "all_pass": "ante",
    "antes": "each-deal",
    "overtricks": True,
    "end": "divide",
    "boston_jack": "trumps",
    "seats": 4,
    "concessions": True,
    "levels": "standard",
    "last_pool": "adversaries",
}


# Prices.


def test_R45_other_prices_for_the_bostonien() -> None:
    bostonien = br.get_variant("whisch-bostonien", prices=BOSTONIEN)
    alone = br.Contract("demande", 0, SPADES, turned=SPADES)
    # 7 + 3 over; thirteen: 7 + 8 x 3 + 60 = 91.
    check(settle(bostonien, alone, (6, 5, 1, 1)), *((seat, 0, 10) for seat in (1, 2, 3)))
    check(settle(bostonien, alone, (13, 0, 0, 0)), *((seat, 0, 91) for seat in (1, 2, 3)))
    # With 2: 7 + 5 x 3 + 30 = 52, by R14.
    two = evolve(alone, partner=2)
    check(settle(bostonien, two, (13, 0, 0, 0)), (1, 0, 52), (3, 2, 52))
    # The quotas are part of the prices: 4 and 4 here, so 4 + 3 is the partner's fault alone, and
    # 3 + 4 the bidder's; at the telling's own 5 and 3 the bidder is short both times.
    check(settle(bostonien, two, (4, 3, 3, 3), pool=5), (2, 1, 9), (2, 3, 9), (2, POOL, 5))
    check(settle(bostonien, two, (3, 3, 4, 3), pool=5), (0, 1, 9), (0, 3, 9), (0, POOL, 5))
    own = br.get_variant("whisch-bostonien")
    for tricks in ((4, 3, 3, 3), (3, 3, 4, 3)):
        check(settle(own, two, tricks, pool=5), (0, 1, 4), (0, 3, 4), (0, POOL, 5))


def test_P27_a_card_of_prices_for_the_partnership_game() -> None:
    card = br.get_variant("american-partnership", prices=CARD)
    contract = br.Contract("9", 1, CLUBS, turned=CLUBS)
    # Nine: 9 from each and the pool; lost by two: 1 + 20 to each, and the pool doubled.
    bill = settle(card, contract, (1, 5, 2, 5), pool=7)
    check(bill, (2, 1, 9), (0, 1, 9), (POOL, 1, 7))
    bill = settle(card, contract, (3, 4, 3, 3), pool=7)
    check(bill, (1, 2, 21), (1, 0, 21), (1, POOL, 7))


def test_R47_a_card_of_prices_may_name_other_shares_than_the_even_ones() -> None:
    """The even ones are what a card has that names none; who wants those replaces payments."""
    contract = br.Contract("9", 1, CLUBS, turned=CLUBS)
    quotas = br.get_variant("american-partnership", prices=evolve(CARD, shares=Quotas(5, 3)))
    # 4 + 3 of nine: the bidder is short of five, the partner not of three; 3 + 4 likewise.
    check(settle(quotas, contract, (3, 4, 3, 3)), (1, 2, 21), (1, 0, 21))
    # 5 + 2: the partner is.
    check(settle(quotas, contract, (3, 5, 3, 2)), (3, 2, 21), (3, 0, 21))
    even = br.variants.AmericanPartnership(payments=CARD)
    check(settle(even, contract, (3, 4, 3, 3)), (1, 2, 21), (3, 0, 21))


def test_R44_other_prices_for_mariland_need_no_turned_card() -> None:
    house = br.get_variant("mariland", prices=CARD)
    for turned, belle in ((None, None), (HEARTS, HEARTS), (CLUBS, HEARTS)):
        contract = br.Contract("4", 2, HEARTS, turned=turned, belle=belle)
        bill = settle(house, contract, (3, 3, 4, 3), pool=10)
        check(bill, *((seat, 2, 4) for seat in (0, 1, 3)), (POOL, 2, 10))


def test_options_add_up() -> None:
    variant = br.get_variant(
        "two-pack-hoyle", concessions=False, all_pass="general-misery", deals=3, starting_chips=50
    )
    assert variant.options() == {
        "deals": 3,
        "starting_chips": 50,
        "concessions": False,
        "all_pass": "general-misery",
    }
    assert may_concede(variant) is False
    assert all_pass(variant) == (-150, 40, 50, 60)
    assert br.variant_class("two-pack-hoyle").with_options(variant.options()) == variant
