"""The laws reach a stranger's rules, phases and contracts, and catch what is wrong with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

import pytest
from attrs import evolve, frozen
from tests.laws.strangers import (
    STEPS,
    FourAces,
    Knocks,
    TenEach,
    TownBoston,
)

import boston_rules as br
from boston_rules import testing
from boston_rules.deal.state import State
from boston_rules.rules.ladder import AtLeast, Ladder, NoTrumps, Step
from boston_rules.rules.payments import Case, Payments
from boston_rules.rules.suits import Turn
from boston_rules.testing.playouts import Wanted, play_to_verdict
from boston_rules.variants import registry

pytestmark = [pytest.mark.laws, pytest.mark.no_cover]  # depth, not coverage

TOWN = TownBoston()


@pytest.fixture
def town(monkeypatch: pytest.MonkeyPatch) -> br.Variant:
    """The game, registered for one test."""
    monkeypatch.setitem(registry._registered, TownBoston.slug, TownBoston)
    return TOWN


@pytest.mark.long
def test_every_law_holds(town: br.Variant) -> None:
    report = testing.check_variant(town, examples=6)
    assert report.walks == 6
    assert report.skipped == testing.skipped(town)


def test_what_is_not_bid_is_reached_in_its_own_way() -> None:
    assert [step.key for step in STEPS if not step.biddable] == ["lonely", "aces"]
    assert testing.missing_openings(TOWN) == ()
    assert testing.missing_verdicts(TOWN) == ()


@pytest.mark.long
def test_a_step_that_nothing_leads_to_is_missed() -> None:
    ghost = Step(
        key="ghost", name="Ghost", french="Ghost", goal=AtLeast(7), suit=NoTrumps(), biddable=False
    )
    variant = TownBoston(ladder=Ladder((*STEPS, ghost)))
    assert testing.missing_openings(variant) == ("ghost",)
    with pytest.raises(testing.LawBroken, match=r"law 2 .*\n.*never within reach: ghost"):
        testing.check_completeness(variant)


@frozen
class Nothing:
    """A price without a field that never has anything to say."""

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        """None."""
        return ()

    def words(self) -> str:
        """The rule in English."""
        return "nothing"


def test_a_price_without_fields_is_used_when_it_is_paid() -> None:
    assert testing.unused_rules(TOWN) == ()
    prices = (TenEach(), Nothing())
    variant = TownBoston(payments=Payments(won=prices, lost=(TenEach(),)))
    assert testing.unused_rules(variant) == ("payments.won[1]",)


def test_goals_with_limits_are_made_and_lost() -> None:
    rng = random.Random(4)
    for made in (True, False):
        wanted = Wanted("middle", made)
        found = [play_to_verdict(TOWN, wanted, rng) for _ in range(20)]
        taken = [
            state.taken[state.contract.declarer] for state in found if state and state.contract
        ]
        assert taken
        assert all((4 <= tricks <= 6) is made for tricks in taken)


@frozen
class SilentKnocks(Knocks):
    """A question rule that does not say which phase it brings."""

    def phases(self) -> tuple[type[State], ...]:
        """None, it says."""
        return ()


@frozen
class Lowest:
    """Who is dealt the two of clubs plays; it says that nothing is known of his hand."""

    keys: ClassVar[tuple[str, ...]] = ("aces",)

    def contract(self, hands: tuple[int, ...], turn: Turn) -> br.Contract | None:
        """His contract."""
        return br.Contract("aces", next(seat for seat in range(4) if hands[seat] & 1))

    def known(self, contract: br.Contract) -> tuple[tuple[int, int], ...]:
        """Nothing, which is not true."""
        return ()

    def problems(self, contract: br.Contract) -> list[str]:
        """Whatever is given."""
        return []

    def limit(self) -> tuple[int, int]:
        """No hand without him has an auction."""
        return 1, 0

    def words(self) -> str:
        """The rule in English."""
        return "who is dealt the two of clubs plays"


Check = Callable[[br.Variant, testing.Walk], object]


def check_all(check: Check, variant: br.Variant) -> None:
    """Check a law on some walks."""
    for seed in range(12):
        check(variant, testing.random_walk(variant, seed=seed))


def test_a_phase_that_no_rule_owns_up_to() -> None:
    variant = TownBoston(questions=(SilentKnocks(),))
    with pytest.raises(testing.LawBroken, match="no rule says that it brings the phase knocking"):
        check_all(testing.check_termination, variant)


def test_a_dealt_contract_that_tells_more_than_it_says() -> None:
    variant = TownBoston(dealt=Lowest())
    with pytest.raises(testing.LawBroken, match="law 6"):
        check_all(testing.check_non_interference, variant)


def test_a_dealt_contract_hides_nothing_more_than_it_says() -> None:
    for seed in range(6):
        walk = testing.random_walk(TOWN, seed=seed)
        testing.check_non_interference(TOWN, walk)
    assert FourAces().limit() == (br.Cards.parse("AS AH AC AD").mask, 3)


@frozen(kw_only=True, cache_hash=True)
class Unchecked(br.variants.Fontainebleau):
    """Rules that were made without asking whether they fit."""

    def __attrs_post_init__(self) -> None:
        pass


def test_rules_made_around_the_constructor_are_asked_again() -> None:
    plain = br.variants.Fontainebleau()
    variant = Unchecked(payments=evolve(plain.payments, lost=()))
    with pytest.raises(testing.LawBroken, match="no price when lost") as caught:
        testing.check_variant(variant, examples=1)
    assert caught.value.law is testing.Law.SOUND_AND_TOTAL


@frozen
class SixteenAbove:
    """A ranking whose suits outrank the next step."""

    def rank(self, suit: br.Suit, turn: Turn) -> int:
        """Too high."""
        return 16 * int(suit)

    def suit_class(self, suit: br.Suit, turn: Turn) -> None:
        """None."""

    def words(self) -> str:
        """The rule in English."""
        return "suits rank beyond reason"


def test_overlapping_ranks_are_a_broken_law() -> None:
    variant = Unchecked(suits=SixteenAbove())
    with pytest.raises(testing.LawBroken, match="as strong as a bid of another step"):
        testing.check_variant(variant, examples=1)
