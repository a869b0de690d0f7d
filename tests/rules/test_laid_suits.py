"""Nonsense in rules of bids that hide a suit, and of late deals, is refused."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.rules.bidding import UntilAllPass
from boston_rules.rules.ladder import BelleOrPetite, BelleSuit, Ladder, Step
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking, Turn

FOSTER = br.variants.FrenchFoster()
RANKING = FixedRanking((br.HEARTS, br.DIAMONDS, br.CLUBS, br.SPADES))


def refused(**rules: object) -> tuple[str, ...]:
    with pytest.raises(br.VariantError) as error:
        br.variants.FrenchFoster(**rules)  # type: ignore[arg-type]
    return error.value.problems


def with_first(**changes: Any) -> Ladder:
    first, *others = FOSTER.ladder.steps
    step: Step = evolve(first, **changes)
    return Ladder((step, *others))


def test_a_suit_told_by_a_card_needs_the_card() -> None:
    (problem,) = refused(ladder=with_first(lays_card=False))
    assert problem.endswith("demande: a laid card settles the trump suit, but none is laid")


def test_a_bid_over_another_needs_the_other() -> None:
    problems = refused(ladder=with_first(only_over="simple"))
    assert any("demande: bid only over 'simple', which is no bid" in each for each in problems)


def test_bids_bound_to_a_suit_are_on_the_ladder() -> None:
    problems = refused(bidding=UntilAllPass(in_laid_suit=("six",)))
    assert any("'six'" in each and "not on the ladder" in each for each in problems)


def test_a_session_to_a_number_of_chips_has_no_last_deals() -> None:
    for rule in (
        SessionRule(first_to=500, late_deals=8, late_stakes=2),
        SessionRule(first_to=500, play_out=1),
    ):
        assert rule.problems() == [
            "a session to a number of chips has no last deals, nor deals after them"
        ]
        assert rule.stakes(1) == 1


@pytest.mark.parametrize(
    ("turn", "suits", "trump"),
    [
        (Turn(br.CLUBS, br.HEARTS), (br.CLUBS, br.HEARTS), None),
        (Turn(br.HEARTS, br.HEARTS), (), br.HEARTS),
    ],
)
def test_belle_or_petite(turn: Turn, suits: tuple[br.Suit, ...], trump: br.Suit | None) -> None:
    call = BelleOrPetite()
    assert call.nameable(turn) == suits
    (choice,) = call.suit_choices(turn, RANKING)
    assert (choice.trump, choice.suit) == (trump, None)
    assert len(BelleSuit(beside_petite=True).suit_choices(turn, RANKING)) == bool(suits)


def test_without_belle_nothing_is_open() -> None:
    assert BelleOrPetite().nameable(Turn()) == ()
    assert BelleOrPetite().suit_choices(Turn(br.CLUBS), RANKING) == ()
    assert BelleSuit().suit_choices(Turn(br.CLUBS), RANKING) == ()
