"""Every case that a price tells apart is validated, bounded and billed alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.core.transfers import Line
from boston_rules.rules.cases import Case, DealSuits, Price, cases_of, deal_suits, ended, ways_of
from boston_rules.rules.laws import Laws, RevokeLaw
from boston_rules.rules.partners import FixedSides
from boston_rules.rules.payments import (
    BySuit,
    ByTricks,
    Flat,
    Honours,
    OvertrickEach,
    RankFactor,
    SlamRule,
    SuitFactor,
    UndertrickEach,
)
from boston_rules.rules.suits import FixedRanking, Turn, TurnedRanking

FONTAINEBLEAU = br.get_variant("fontainebleau")
AMERICAN = br.get_variant("american")
FRENCH = br.get_variant("french")


@frozen
class When:
    """A stranger's price: some chips in cases with these values, and nothing else."""

    chips: int
    wanted: tuple[tuple[str, Any], ...]

    def lines(self, case: Case) -> tuple[Line, ...]:
        fits = all(getattr(case, name) == value for name, value in self.wanted)
        return (Line(self.chips, "when it fits"),) if fits else ()

    def words(self) -> str:
        return "sometimes"


def when(chips: int, **wanted: Any) -> When:
    """The price of cases with these values."""
    return When(chips, tuple(wanted.items()))


@frozen
class Divides(When):
    """A price that cannot be worked out for six tricks."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        return (Line(self.chips // (case.taken - 6), "divided"),)


@frozen
class Fails:
    """A price that says what a case has of one name, and that it does not like it."""

    name: str

    def words(self) -> str:
        return f"nothing for {self.name}"

    def lines(self, case: Case) -> tuple[Line, ...]:
        raise ValueError(getattr(case, self.name))


def more(
    variant: br.Variant, won: tuple[Price, ...] = (), lost: tuple[Price, ...] = ()
) -> br.Variant:
    """The variant with more prices."""
    old = variant.payments
    return evolve(variant, payments=evolve(old, won=(*old.won, *won), lost=(*old.lost, *lost)))


def problems(make: Callable[[], object]) -> tuple[str, ...]:
    """Why it is refused."""
    with pytest.raises(br.VariantError) as caught:
        make()
    return tuple(problem.partition(": ")[2] for problem in caught.value.problems)


# Everything that a price may ask is asked.

SIDES = evolve(AMERICAN, partners=FixedSides())
PLANTED: list[tuple[br.Variant, str, Iterable[Any]]] = [
    (FONTAINEBLEAU, "honours", range(5)),
    (FONTAINEBLEAU, "trump", (None, *br.Suit)),
    (FONTAINEBLEAU, "taken", (0, 1, *range(5, 14))),
    (FONTAINEBLEAU, "over", range(9)),
    (FONTAINEBLEAU, "partnered", (False, True)),
    (SIDES, "partnered", (True,)),
    (AMERICAN, "suit_class", (None, "plain", "colour", "preference")),
    (AMERICAN, "turned", br.Suit),
    (FRENCH, "turned", br.Suit),
    (FRENCH, "belle", br.Suit),
]


@pytest.mark.parametrize(
    ("variant", "name", "values"),
    PLANTED,
    ids=lambda value: getattr(value, "slug", value if isinstance(value, str) else ""),
)
def test_a_price_is_asked_with_every_value_that_it_may_meet(
    variant: br.Variant, name: str, values: Iterable[object]
) -> None:
    said = problems(lambda: more(variant, won=(Fails(name),)))
    told = {found[1] for problem in said if (found := re.search(r"ValueError: (.*?)\)", problem))}
    assert told == {str(value) for value in values}


def test_a_price_below_nothing_in_one_case_is_refused() -> None:
    said = problems(lambda: more(FONTAINEBLEAU, won=(when(-500, over=8, honours=3),)))
    assert any("a negative price when made" in problem for problem in said)


@pytest.mark.parametrize("suit", br.Suit)
def test_a_suit_that_is_named_after_the_auction_is_any_of_four(suit: br.Suit) -> None:
    said = problems(lambda: more(AMERICAN, won=(when(-1, trump=suit, suit_class="plain"),)))
    assert "5: a negative price when made" in said


def test_the_refusal_names_the_honours() -> None:
    said = problems(lambda: more(FONTAINEBLEAU, won=(when(-500, honours=2),)))
    assert "5: a negative price when made, with 2 honours" in said
    assert "5: a negative price when made with 8 over, with 2 honours" in said


@pytest.mark.parametrize("taken", range(5))
def test_every_number_of_tricks_lost(taken: int) -> None:
    said = problems(lambda: more(FONTAINEBLEAU, lost=(when(-1, taken=taken),)))
    assert f"5: a negative price when lost by {5 - taken}" in said


@pytest.mark.parametrize("taken", range(1, 13))
def test_every_number_of_tricks_that_loses_a_misère(taken: int) -> None:
    said = problems(lambda: more(FONTAINEBLEAU, lost=(when(-1, taken=taken, trump=None),)))
    assert "little-misere: a negative price when lost" in said


def test_a_slam_is_a_case_of_its_own() -> None:
    def slam(extra: Price) -> br.Variant:
        return evolve(
            FRENCH, payments=evolve(FRENCH.payments, slams=SlamRule(1, 2, 3, extras=(extra,)))
        )

    said = problems(lambda: slam(when(-9, slam="table")))
    assert any("a negative price with a slam (table) when made" in problem for problem in said)
    cases = [case for step in FRENCH.ladder for case in cases_of(FRENCH, step) if case.slam]
    assert {(case.slam, case.made) for case in cases} == {
        (slam, made) for slam in ("closed", "table") for made in (True, False)
    }
    assert all(case.made == (case.taken == 13) for case in cases)
    assert not any(case.slam for step in AMERICAN.ladder for case in cases_of(AMERICAN, step))


def test_a_contract_that_a_revoke_loses_is_priced_without_undertricks() -> None:
    lost = ByTricks((("5", (1, 20, 30)),))
    laws = Laws(revoke=RevokeLaw("that-trick", fails_bid=True))
    step = FONTAINEBLEAU.ladder["5"]
    failing = evolve(FONTAINEBLEAU, laws=laws)
    found = {(case.made, case.over, case.under) for case in cases_of(failing, step)}
    assert {(False, 0, 0), (False, 3, 0), (True, 3, 0)} < found
    assert not any(not case.made and not case.under for case in cases_of(FONTAINEBLEAU, step))
    (line,) = lost.lines(Case(step=step, made=False, over=3, taken=8))
    assert line == Line(1, f"{step.name} lost")
    said = problems(lambda: more(failing, lost=(when(-5, over=3),)))
    assert "5: a negative price when lost" in said


def test_a_dealt_contract_has_every_target_that_the_cards_can_give() -> None:
    @frozen
    class Dealt:
        keys: ClassVar[tuple[str, ...]] = ("5",)

        def problems(self, contract: br.Contract) -> list[str]:
            return [] if contract.target in (4, 6) else ["no"]

    class House:
        ladder, partners, payments = FRENCH.ladder, None, AMERICAN.payments
        dealing, suits, laws = AMERICAN.dealing, AMERICAN.suits, AMERICAN.laws
        seats, hand = AMERICAN.seats, AMERICAN.hand
        dealt = Dealt()

    house: Any = House()
    cases = [*cases_of(house, AMERICAN.ladder["5"])]
    assert {case.taken - case.over for case in cases if case.made} == {4, 5, 6}


# What nobody can tell apart is one case.


def test_only_what_is_read_is_told_apart() -> None:
    def seen(variant: br.Variant, key: str, name: str) -> set[object]:
        return {getattr(case, name) for case in cases_of(variant, variant.ladder[key])}

    assert seen(FONTAINEBLEAU, "5", "honours") == {0, 3, 4}
    assert seen(more(FONTAINEBLEAU, won=(when(1),)), "5", "honours") == {0, 1, 2, 3, 4}
    assert seen(FONTAINEBLEAU, "little-misere", "honours") == {0}
    assert seen(AMERICAN, "5", "honours") == {0}
    assert len(seen(AMERICAN, "5", "trump")) == 1
    assert seen(FRENCH, "petite-misere", "turned") == set(br.Suit)
    assert seen(FRENCH, "petite-misere", "belle") == {None}
    assert seen(FRENCH, "simple-petite", "turned") == {None}
    assert seen(FRENCH, "simple-petite", "trump") == set(br.Suit)
    assert seen(FONTAINEBLEAU, "grand-misere", "turned") == {None}


@pytest.mark.parametrize("slug", br.list_variants())
def test_no_case_comes_twice(slug: str) -> None:
    variant = br.get_variant(slug)
    for step in variant.ladder:
        cases = [*cases_of(variant, step)]
        assert cases
        assert len(set(cases)) == len(cases)
        assert {case.made for case in cases} == {True, False}
        assert {case.partnered for case in cases} == set(ways_of(variant, step))
        assert {case.trump for case in cases} <= {s.trump for s in deal_suits(variant, step)}


@pytest.mark.parametrize("slug", br.list_variants())
def test_prices_tell_no_more_apart_than_they_say(slug: str) -> None:
    """Every bill of every deal is that of a case that is enumerated."""
    variant = br.get_variant(slug)
    payments = variant.payments
    for step in variant.ladder:
        total = step.tricks_played(variant.hand)

        def chips(case: Case) -> tuple[object, ...]:
            end = case.partnered, case.taken, case.made, case.slam
            return *end, *(line.chips for line in payments.lines(case))

        known = {chips(case) for case in cases_of(variant, step)}
        found = {
            chips(ended(step, goal, suits, taken, total, honours=honours, partnered=way, slam=slam))
            for suits in deal_suits(variant, step)
            for way, goal in ways_of(variant, step).items()
            for taken in range(total + 1)
            for honours in (range(5) if step.has_trumps else (0,))
            for slam in ((None, "closed", "table") if payments.slams is not None else (None,))
            if slam is None or (goal.counted and taken >= goal.tricks)
        }
        assert found <= known


def test_who_can_play_a_contract() -> None:
    sides = br.get_variant("american-partnership")
    assert {*ways_of(sides, sides.ladder["5"])} == {True}
    assert {*ways_of(FONTAINEBLEAU, FONTAINEBLEAU.ladder["5"])} == {False, True}
    assert {*ways_of(FONTAINEBLEAU, FONTAINEBLEAU.ladder["little-misere"])} == {False}


def test_a_factor_tells_the_turned_suits_apart_without_trumps_alone() -> None:
    def told(price: Any, trump: br.Suit | None) -> int:
        turns = (Turn(suit) for suit in br.Suit)
        return len({price.alike(DealSuits(turn, trump, None), 0) for turn in turns})

    for price in (SuitFactor((1, 2, 3, 4), ()), SlamRule(1, 2, 3, factors=(1, 2, 3, 4))):
        assert [told(price, None), told(price, HEARTS)] == [4, 1]


# The turned suit, where a card is turned.


def test_a_factor_of_the_turned_suit_is_one_where_no_card_is_turned() -> None:
    doubled = tuple(SuitFactor((1, 1, 2, 1), (price,)) for price in FONTAINEBLEAU.payments.won)
    house = evolve(FONTAINEBLEAU, payments=evolve(FONTAINEBLEAU.payments, won=doubled))
    misere = br.Outcome((0, 5, 4, 4))
    plain = br.settle(FONTAINEBLEAU, br.Contract("grand-misere", 0), misere)
    assert br.settle(house, br.Contract("grand-misere", 0), misere).deltas == plain.deltas
    five = br.Outcome((5, 4, 2, 2))
    for suit, factor in ((HEARTS, 2), (SPADES, 1)):
        bill = br.settle(house, br.Contract("5", 0, suit), five)
        before = br.settle(FONTAINEBLEAU, br.Contract("5", 0, suit), five)
        assert bill.deltas[1] == factor * before.deltas[1]


def test_only_what_the_dealing_turns_is_asked_for() -> None:
    def house(variant: br.Variant, price: Price) -> br.Variant:
        others = Flat(tuple((step.key, 10) for step in variant.ladder if step.key != "5"))
        prices = (price, others)
        return evolve(variant, payments=evolve(variant.payments, won=prices, lost=prices))

    outcome = br.Outcome((5, 4, 2, 2))
    five = Flat((("5", 10),))
    american = house(AMERICAN, RankFactor(TurnedRanking(), (1, 2, 3), (five,)))
    with pytest.raises(br.SettlementError, match=r"give the turned suit$"):
        br.settle(american, br.Contract("5", 0, HEARTS), outcome)
    bill = br.settle(american, br.Contract("5", 0, HEARTS, turned=HEARTS), outcome)
    assert bill.deltas[1] == -30
    order = FixedRanking((HEARTS, DIAMONDS, CLUBS, SPADES))
    plain = house(FONTAINEBLEAU, RankFactor(order, (1, 2, 3, 4), (five,)))
    assert br.settle(plain, br.Contract("5", 0, HEARTS), outcome).deltas[1] == -40


# Figures that are nonsense.


@pytest.mark.parametrize(
    "make",
    [
        lambda: SuitFactor((1, 1, 1), ()),  # type: ignore[arg-type]
        lambda: SuitFactor((1, 1, 1, 1, 1), ()),  # type: ignore[arg-type]
        lambda: SuitFactor((1, 1, -1, 1), ()),
        lambda: SuitFactor((1, 1, 1.5, 1), ()),  # type: ignore[arg-type]
        lambda: SuitFactor([1, 1, 1, 1], ()),  # type: ignore[arg-type]
        lambda: RankFactor(TurnedRanking(), (), ()),
        lambda: RankFactor(TurnedRanking(), (1, -2, 3), ()),
        lambda: RankFactor(TurnedRanking(), 3, ()),  # type: ignore[arg-type]
        lambda: SlamRule(1, 2, 3, factors=(1, 1)),  # type: ignore[arg-type]
        lambda: SlamRule(1, 2, 3, factors=(1, 1, 1, -1)),
    ],
)
def test_factors_are_whole_numbers_from_0(make: Callable[[], object]) -> None:
    with pytest.raises(br.VariantError, match="whole numbers from 0, not"):
        make()


def test_a_factor_of_0_makes_a_suit_cost_nothing() -> None:
    free = SuitFactor((1, 0, 1, 1), (Flat((("5", 10),)),))
    step = FONTAINEBLEAU.ladder["5"]
    assert free.lines(Case(step=step, trump=CLUBS, made=True))[0].chips == 0


@pytest.mark.parametrize(
    ("price", "said"),
    [
        (Flat((("5", -1),)), "5: a negative price when made"),
        (Flat((("5", 2.5),)), "5: a price of 2.5 chips when made"),  # type: ignore[arg-type]
        (Flat((("5", "x"),)), "5: a price of 'x' chips when made"),  # type: ignore[arg-type]
        (BySuit((("5", (1, -1, 1, 1)),)), "5: a negative price when made"),
        (ByTricks((("5", (1, 2, -3, *range(9))),)), "5: a negative price when made with 2 over"),
        (OvertrickEach(rows=(("5", -1),)), "5: a negative price when made with 1 over"),
        (Honours(rows=(("5", (-1, 4)),)), "5: a negative price when made, with 3 honours"),
        (Honours(rows=(("5", (1, 2, 3)),)), "5: a price fails (ValueError: "),  # type: ignore[arg-type]
        (RankFactor(TurnedRanking(), (1, 2, 3), (Flat((("5", -1),)),)), "5: a negative price"),
        (Divides(1, ()), "5: a price fails (ZeroDivisionError"),
    ],
)
def test_rows_that_are_nonsense_are_listed_with_all_problems(price: Any, said: str) -> None:
    dear = UndertrickEach(rows=(("5", -2),))
    found = problems(lambda: more(FONTAINEBLEAU, won=(price,), lost=(dear,)))
    assert any(problem.startswith(said) for problem in found)
    assert "5: a negative price when lost by 1" in found
