"""Prices, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from attrs import evolve, frozen

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.transfers import Line
from boston_rules.rules.cases import EVERYTHING, cases_of
from boston_rules.rules.ladder import AtLeast, Exactly, NoTrumps, Step
from boston_rules.rules.payments import (
    BySuit,
    ByTarget,
    ByTricks,
    Case,
    EvenShares,
    EveryTrick,
    Flat,
    Honours,
    OvertrickEach,
    Payments,
    Price,
    Quotas,
    RankFactor,
    SlamRule,
    SuitFactor,
    UndertrickEach,
)
from boston_rules.rules.suits import FixedRanking, Turn

FIVE = Step(key="5", name="Five", goal=AtLeast(5))
SIX = Step(key="6", name="Six", goal=AtLeast(6))
MISERE = Step(key="m", name="Misère", goal=Exactly(0), suit=NoTrumps())
SUITS = {SPADES: 1, CLUBS: 2, HEARTS: 3, DIAMONDS: 4}


def case(step: Step = FIVE, *, made: bool = True, **more: Any) -> Case:
    return Case(step=step, made=made, **more)


def every_case(variant: br.Variant) -> Iterator[Case]:
    """Those of all contracts."""
    return (each for step in variant.ladder for each in cases_of(variant, step))


def chips(price: Price, of: Case) -> int | None:
    """Chips in all, or None where the price has nothing to say."""
    lines = price.lines(of)
    assert all(line.reason for line in lines)
    return sum(line.chips for line in lines) if lines else None


def test_a_case_knows_its_turned_suits() -> None:
    assert case(turned=CLUBS, belle=HEARTS).turn == Turn(CLUBS, HEARTS)
    assert case().turn == Turn()


@pytest.mark.parametrize("suit", br.Suit)
def test_by_suit_reads_the_column_of_the_trump(suit: br.Suit) -> None:
    price = BySuit((("5", (1, 2, 3, 4)), ("6", (10, 20, 30, 40))))
    assert chips(price, case(trump=suit)) == SUITS[suit]
    assert chips(price, case(SIX, trump=suit, made=False)) == 10 * SUITS[suit]
    assert chips(price, case(MISERE)) is None
    assert chips(price, case(trump=None)) is None
    assert suit.symbol in price.lines(case(trump=suit))[0].reason
    assert "trump suit" in price.words()


def test_flat_reads_the_row_of_the_contract() -> None:
    price = Flat((("5", 10), ("m", 75)))
    assert (chips(price, case()), chips(price, case(MISERE, made=False))) == (10, 75)
    assert chips(price, case(SIX)) is None
    assert price.words() == "5 10, m 75"


def test_a_price_by_target_is_none_of_a_contract_without_a_row() -> None:
    price = ByTarget(((7, (10, 10, 20, 30, 40)),), slams=(("all", (90, 90, 90, 90, 95)),))
    seven = Step(key="7", name="Seven", goal=AtLeast(7))
    every = evolve(seven, key="all", name="All", goal=AtLeast(13))
    case = Case(step=seven, trump=None, made=True, target=7)
    assert price.lines(case) == (Line(40, "Seven in grand"),)
    assert price.lines(evolve(case, step=every, target=13)) == (Line(95, "All in grand"),)
    assert price.lines(evolve(case, target=8)) == ()
    assert "tricks to be won, a partner's included" in price.words()


def test_by_tricks_counts_from_the_target_up_and_down() -> None:
    price = ByTricks((("6", (15, 16)), ("5", (12, 13, 14))))
    assert [chips(price, case(over=over)) for over in range(3)] == [12, 13, 14]
    assert [chips(price, case(made=False, under=under)) for under in (1, 2, 3)] == [12, 13, 14]
    assert chips(price, case(MISERE)) is None
    assert price.lines(case())[0].reason == "Five"
    assert "2 over" in price.lines(case(over=2))[0].reason
    assert "short by 3" in price.lines(case(made=False, under=3))[0].reason
    assert "tricks above or below" in price.words()


def test_overtricks_by_one_figure_or_by_contract() -> None:
    price = OvertrickEach(5)
    assert chips(price, case(over=0)) is None
    assert price.lines(case(over=1)) == (Line(5, "1 overtrick"),)
    assert price.lines(case(over=3)) == (Line(15, "3 overtricks"),)
    rows = OvertrickEach(rows=(("5", 1), ("6", 2)))
    assert [chips(rows, case(step, over=2)) for step in (FIVE, SIX)] == [2, 4]
    assert chips(rows, case(MISERE, over=2)) is None
    assert price.words() == "5 for each overtrick"
    assert rows.words() == "each overtrick: 5 1, 6 2"


def test_undertricks_and_the_contracts_that_pay_none() -> None:
    price = UndertrickEach(5, but=("6",))
    assert chips(price, case(made=False, under=0)) is None
    assert price.lines(case(made=False, under=1)) == (Line(5, "1 undertrick"),)
    assert price.lines(case(made=False, under=4)) == (Line(20, "4 undertricks"),)
    assert chips(price, case(SIX, made=False, under=4)) is None
    assert price.words().startswith("5 for each undertrick")


def test_undertricks_by_contract() -> None:
    price = UndertrickEach(rows=(("5", 2),), but=("6",))
    assert price.lines(case(made=False, under=3)) == (Line(6, "3 undertricks"),)
    assert chips(price, case(SIX, made=False, under=3)) is None
    assert chips(price, case(MISERE, made=False)) is None
    assert price.words() == "each undertrick, except in 6: 5 2"
    assert UndertrickEach(rows=(("5", 2),)).words() == "each undertrick: 5 2"


def test_honours_count_from_three() -> None:
    price = Honours(three=10, four=20)
    counted = [chips(price, case(trump=HEARTS, honours=count)) for count in range(5)]
    assert counted == [None, None, None, 10, 20]
    assert chips(price, case(MISERE, honours=4)) is None
    rows = Honours(rows=(("5", (3, 4)),))
    assert [chips(rows, case(trump=HEARTS, honours=count)) for count in (3, 4)] == [3, 4]
    assert chips(rows, case(SIX, trump=HEARTS, honours=4)) is None
    assert price.words() == "10 for three honours, 20 for four"
    assert rows.words() == "for three or four honours 5 3 or 4"


@pytest.mark.parametrize("suit", br.Suit)
def test_a_factor_multiplies_by_trump_else_by_the_turned_suit(suit: br.Suit) -> None:
    price = SuitFactor((1, 2, 3, 4), (Flat((("5", 10), ("m", 16))), OvertrickEach(1)))
    k = SUITS[suit]
    assert chips(price, case(trump=suit, over=2, turned=HEARTS)) == 12 * k
    assert chips(price, case(MISERE, turned=suit)) == 16 * k
    assert chips(price, case(MISERE)) == 16
    assert [price.factor(case(trump=suit)), price.factor(case())] == [k, 1]
    reasons = [line.reason for line in price.lines(case(trump=suit, over=2))]
    assert all((f"× {k}" in reason) is (k != 1) for reason in reasons)
    assert "♠ 1, ♣ 2, ♥ 3, ♦ 4" in price.words()


def test_a_factor_by_the_rank_of_the_trump() -> None:
    ranking = FixedRanking((DIAMONDS, HEARTS, CLUBS, SPADES))
    price = RankFactor(ranking, (1, 2, 4, 8), (Flat((("5", 10),)),))
    assert [chips(price, case(trump=suit)) for suit in (SPADES, CLUBS, HEARTS, DIAMONDS)] == [
        10,
        20,
        40,
        80,
    ]
    assert chips(price, case()) is None
    assert "1, 2, 4, 8 by rank" in price.words()


def test_a_bonus_for_every_trick() -> None:
    price = EveryTrick(100, 50)
    assert chips(price, case(taken=12)) is None
    assert chips(price, case(taken=13)) == 100
    assert chips(price, case(taken=13, partnered=True)) == 50
    assert "100 more alone, 50 more with a partner" in price.words()


@pytest.mark.parametrize("suit", br.Suit)
@pytest.mark.parametrize(
    ("slam", "partnered", "price"),
    [("closed", True, 50), ("closed", False, 100), ("table", True, 200), ("table", False, 200)],
)
def test_slams_made_take_the_extras_and_lost_do_not(
    slam: Literal["closed", "table"], partnered: bool, price: int, suit: br.Suit
) -> None:
    rule = SlamRule(50, 100, 200, factors=(1, 2, 3, 4), extras=(Honours(three=7, four=8),))
    k = SUITS[suit]
    for made in (True, False):
        for honours in (0, 3):
            of = case(trump=suit, made=made, honours=honours, slam=slam, partnered=partnered)
            lines = rule.lines(of)
            assert lines[0].chips == price * k
            assert [line.chips for line in lines[1:]] == ([7] if made and honours else [])
    assert all(str(figure) in rule.words() for figure in (50, 100, 200))


def test_a_slam_has_no_factor_of_its_own() -> None:
    rule = SlamRule(50, 100, 200)
    for suit in br.Suit:
        assert rule.lines(case(trump=suit, slam="closed", partnered=True))[0].chips == 50


@pytest.mark.parametrize("declarer", range(8))
@pytest.mark.parametrize("partner", range(8))
def test_P35_who_is_liable_by_quotas(declarer: int, partner: int) -> None:
    short = (declarer < 5, partner < 3)
    want = {(True, False): "declarer", (False, True): "partner"}.get(short, "both")
    assert Quotas(5, 3).liable(declarer, partner) == want
    assert EvenShares().liable(declarer, partner) == "both"


def test_shares_in_words() -> None:
    assert "share alike" in EvenShares().words()
    assert "4 tricks (bidder) and 2 (partner)" in Quotas(4, 2).words()


def test_payments_in_words() -> None:
    flat = Flat((("5", 10),))
    plain = Payments(won=(flat,), lost=(flat, UndertrickEach(5)))
    for said in ("made, from each opponent: 5 10.", "5 for each undertrick", "share alike"):
        assert said in plain.words()
    assert "slam" not in plain.words()
    assert "slam" in Payments(won=(), lost=(), slams=SlamRule(1, 2, 3)).words()
    # A fixed price in a slam speaks for itself.
    assert "slam alone" in SlamRule(1, 2, 3).lines(case(slam="closed"))[0].reason


def test_what_payments_read_of_a_contract() -> None:
    flat = Flat((("5", 10),))
    factor = SuitFactor((1, 2, 3, 4), (flat,))
    for payments in (Payments(won=(factor,), lost=(flat,)), Payments(won=(flat,), lost=(factor,))):
        assert payments.reads_of(FIVE) == set()
        assert payments.reads_of(MISERE) == {"turned"}
    with_honours = Payments(won=(Honours(1, 2),), lost=())
    assert with_honours.reads_of(FIVE) == {"honours"}
    assert with_honours.reads_of(MISERE) == set()


def test_only_french_prices_misères_by_the_turned_suit() -> None:
    found = {
        slug
        for slug in br.list_variants()
        for step in br.get_variant(slug).ladder
        if not step.has_trumps and "turned" in br.get_variant(slug).payments.reads_of(step)
    }
    assert found == {"french", "french-foster"}


class Watched:
    """A case that notes what it is asked for."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.asked |= {"turned", "belle"} if name == "turn" else {name}
        return getattr(self._case, name)


@pytest.mark.parametrize("slug", br.list_variants())
def test_prices_read_what_they_say_and_no_more(slug: str) -> None:
    payments = br.get_variant(slug).payments
    found = set()
    for case in every_case(br.get_variant(slug)):
        watched: Any = Watched(case)
        payments.lines(watched)
        read = watched.asked & {"turned", "belle", "honours"}
        if "turned" in read and case.trump is None and "turned" not in payments.reads:
            read = read - {"turned"} | {"turned without trumps"}
        found |= read
    assert found == payments.reads


@frozen
class Mine:
    """A price that reads all and does not say so."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        return (Line(1 if case.turned is br.HEARTS else 2, f"{case.belle} {case.honours}"),)

    def words(self) -> str:
        return "by what was turned"


def test_a_price_that_does_not_say_is_taken_to_read_everything() -> None:
    assert {"turned", "belle", "honours"} == EVERYTHING
    assert Payments(won=(Mine(),), lost=()).reads == EVERYTHING
    assert Payments(won=(SuitFactor((1, 1, 1, 1), (Mine(),)),), lost=()).reads > EVERYTHING
    house = evolve(br.get_variant("french"), payments=Payments(won=(Mine(),), lost=(Mine(),)))
    outcome = br.Outcome((6, 3, 2, 2), honours=(3, 1, 0, 0))
    for turned, belle, chips in ((HEARTS, SPADES, 3), (SPADES, HEARTS, 6)):
        contract = br.Contract("petite-independance", 0, CLUBS, turned=turned, belle=belle)
        bill = br.settle(house, contract, outcome)
        assert bill.deltas[0] == chips
        assert bill.transfers[0].reason == f"{belle} 3"
