"""The worlds of a demande whose suit nobody is told, against every deal of a small pack.

With the aces, kings and queens alone all ways to deal the nine cards that a seat does not see are
tried, with every card that may have been laid; the auction is played again in each.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from attrs import evolve
from tests.exactness.alike import Alike, Deal, key_of
from tests.phases.table_talk import settled, speak

import boston_rules as br
from boston_rules.deal.dealing import deal_given
from boston_rules.deal.questions.accepting import InAuction
from boston_rules.rules.goals import AtLeast
from boston_rules.rules.ladder import Ladder

FULL = br.variants.FrenchFoster()
PACK = br.Cards.parse("AS KS QS AH KH QH AC KC QC AD KD QD")
TRICKS = {
    "demande": 1,
    "demande-belle": 1,
    "petite-independance": 2,
    "grande-independance": 3,
}
SMALL = br.variants.FrenchFoster(
    dealing=evolve(FULL.dealing, pack=PACK, packets=(1, 1, 1), least_cut=1),
    ladder=Ladder(
        tuple(
            evolve(FULL.ladder[key], goal=AtLeast(least), breaks_off=False)
            for key, least in TRICKS.items()
        )
    ),
    partners=InAuction(extra=1),
)
HANDS = ("AS KH QC", "KS QH AC", "QS AH KD", "AD QD KC")
"""Seat 0 holds hearts and clubs; seat 3 deals and turns the king of clubs; hearts are belle."""


def opening(hands: Iterable[str | br.Cards] = HANDS) -> br.State:
    before = br.start(SMALL, 2, hands=("AS KS QS", "AC KC QC", "AH KH QH", "AD KD QD"), turned=QH)
    thrown = settled(speak(before, "3 pass; 0 pass; 1 pass; 2 pass"))
    return br.next_deal(thrown, hands=hands, turned=br.parse_card("KC"))


QH = br.parse_card("QH")


def fitting(state: br.State, seat: int | None) -> set[tuple[int, ...]]:
    """The deals that a seat could not tell from its own."""
    alike = Alike(Deal(opening, state), seat)
    return {key_of(other)[0][0][:4] for other in alike.states()}


AUCTIONS = (
    "0 bid demande KH",
    "0 bid demande KH; 1 bid demande-belle QH",
    "0 bid demande KH; 1 accept; 2 pass",
    "0 bid demande QC; 1 bid petite-independance S; 2 pass; 3 pass",
    "0 bid demande QC; 1 bid petite-independance S; 2 pass; 3 pass; 0 bid petite-independance C",
    "0 bid demande KH; 1 bid petite-independance S; 2 pass; 3 pass; 0 bid petite-independance H",
    "0 pass; 1 bid demande QH; 2 bid demande-belle AH; 3 pass; 0 accept",
    "0 pass; 1 bid demande AC; 2 bid demande-belle AH; 3 pass; 0 pass;"
    "1 bid petite-independance C; 2 bid petite-independance H",
)


@pytest.mark.long
@pytest.mark.parametrize("script", AUCTIONS)
def test_law_7_the_worlds_are_the_deals_that_fit(script: str) -> None:
    state = speak(opening(), script)
    for seat in (0, 1, 2, 3):
        every = fitting(state, seat)
        worlds = br.Worlds(br.observe(state, seat))
        assert worlds.count == len(every), seat
        rng, drawn = random.Random(1), set()
        for _ in range(30 * len(every) if len(every) < 20 else 60):
            drawn.add(worlds.draw(rng))
        assert drawn <= every
        assert len(every) >= 20 or drawn == every


@pytest.mark.parametrize("script", AUCTIONS)
def test_law_7_every_suit_that_can_have_been_laid_is_drawn(script: str) -> None:
    """And no other: a sample makes the same view, and its bidder may do what he may have done."""
    state = speak(opening(), script)
    for seat in (None, 0, 1, 2, 3):
        view, rng = br.observe(state, seat), random.Random(2)
        for _ in range(25):
            other = br.sample(view, rng)
            assert br.observe(other, seat) == view
            again = opening_of(other)
            for event in other.said:
                assert not isinstance(event.action, br.Opened)
                again = br.apply(again, event.action, event.seat)
            assert again == other


def opening_of(state: br.State) -> br.State:
    deal = state.deal
    assert deal is not None
    assert deal.order is not br.HOLE
    hands = [[br.PACK[card] for card in hand] for hand in deal.order]
    return deal_given(deal.table, hands, br.parse_card("KC"))


def test_a_seat_that_cannot_have_demanded_leaves_fewer_deals() -> None:
    """Of the deals that seat 3 could not tell from its own, so many give seat 0 a demande."""
    free = fitting(speak(opening(), "0 pass"), 3)
    bound = fitting(speak(opening(), "0 bid demande KH"), 3)
    hearts_and_clubs = PACK.of(br.HEARTS) | PACK.of(br.CLUBS)
    assert bound == {hands for hands in free if hands[0] & hearts_and_clubs.mask}
    assert (len(free), len(bound)) == (1680, 1680 - 4 * 20)
