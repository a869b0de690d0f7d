"""Kleurenwiezen: the contract that the cards make without an auction."""

from __future__ import annotations

import random
from math import comb

import pytest
from tests.cousins.games import FOUR, FOUR_HIGH, KLEUREN, MIXED, THREE, filled, kleuren, refused
from tests.phases.table_talk import act, at_random, finish, first_legal, last_legal

import boston_rules as br
from boston_rules.core import errors

TOP_HEARTS = "AS AH AD AC KH QH JH TH 9H 8H 7H 6H 5H"


def contract(state: br.State) -> br.Contract:
    found = state.contract
    assert found is not None
    return found


def test_three_aces_make_a_troel_with_the_holder_of_the_fourth() -> None:
    state = kleuren(THREE)
    assert state.phase == "play", "there is no auction"
    assert (len(state.events), state.said) == (1, ())
    assert contract(state) == br.Contract(
        "troel", 1, trump=br.DIAMONDS, partner=3, called=br.parse_card("AD")
    )


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("partner", range(4))
@pytest.mark.parametrize("suit", list(br.Suit))
def test_any_hands_and_any_fourth_ace(declarer: int, partner: int, suit: br.Suit) -> None:
    if partner == declarer:
        return
    aces = [f"A{each.letter}" for each in br.Suit if each != suit]
    named = ["", "", "", ""]
    named[declarer], named[partner] = " ".join(aces), f"A{suit.letter}"
    state = kleuren(filled(*named), dealer=declarer)
    found = contract(state)
    assert (found.declarer, found.partner, found.trump) == (declarer, partner, suit)
    assert str(found.called) == f"A{suit.letter}"
    assert found.target is None
    assert state.actor == partner


def test_four_aces_make_one_with_the_holder_of_the_highest_heart_not_held() -> None:
    for hands, partner, card in ((FOUR, 3, "KH"), (FOUR_HIGH, 2, "JH")):
        state = kleuren(hands)
        assert state.phase == "play"
        assert contract(state) == br.Contract(
            "troel", 1, trump=br.HEARTS, partner=partner, target=9, called=br.parse_card(card)
        )
        assert state.actor == partner


def test_four_aces_and_ten_hearts() -> None:
    state = kleuren(filled("4H", TOP_HEARTS, "3H", "2H"))
    assert (contract(state).partner, str(contract(state).called)) == (0, "4H")
    assert state.actor == 0


def test_two_aces_make_none() -> None:
    assert kleuren(MIXED).phase == "auction"


def test_a_shuffled_deal_makes_one_too() -> None:
    order = [*range(52)]
    aces = [br.parse_card(token).index for token in ("AS", "AH", "AC")]
    for place, ace in enumerate(aces):
        at = order.index(ace)
        order[place], order[at] = order[at], order[place]
    pack = tuple(br.PACK[card] for card in [order[-1], *order[:-1]])
    state = br.apply(br.start(KLEUREN, dealer=3), br.Shuffle(pack))
    state = act(state, "cut 1")
    assert state.phase == "play"
    assert contract(state).declarer == 0
    assert [type(event.action) for event in state.events[1:]] == [br.Shuffle, br.Cut]


@pytest.mark.parametrize("token", ["pass", "bid troel", "bid troel D", "bid vraag S", "accept"])
def test_nobody_bids_in_a_troel(token: str) -> None:
    error = refused(kleuren(THREE), token)
    assert type(error) is errors.WrongPhase
    assert error.reason == "that cannot be done in the phase 'play'"


def test_the_partner_leads_any_card() -> None:
    state = kleuren(THREE)
    assert (state.actor, state.leader) == (3, 3)
    assert {action.card for action in br.legal_actions(state) if isinstance(action, br.Play)} == {
        *state.hands[3]
    }
    assert len(br.legal_actions(state)) == 13


@pytest.mark.parametrize("hands", [THREE, FOUR, FOUR_HIGH])
def test_everybody_knows_the_partner(hands: tuple[str, ...]) -> None:
    state = kleuren(hands)
    for seat in (None, 0, 1, 2, 3):
        assert br.observe(state, seat).contract == contract(state)


@pytest.mark.parametrize(
    ("hands", "holds"),
    [
        (THREE, {1: "AS AH AC", 3: "AD"}),
        (FOUR, {1: "AS AH AD AC", 3: "KH"}),
        (FOUR_HIGH, {1: "AS AH AD AC KH QH", 2: "JH"}),
        (filled("", TOP_HEARTS, "", "4H"), {1: TOP_HEARTS, 3: "4H"}),
    ],
)
def test_everybody_knows_who_holds_what_made_it(
    hands: tuple[str, ...], holds: dict[int, str]
) -> None:
    rng = random.Random(1)
    state = kleuren(hands)
    for _ in range(4):
        for seat in (None, 0, 1, 2, 3):
            worlds = br.Worlds(br.observe(state, seat))
            for _ in range(60):
                world = worlds.world(rng)
                for holder, cards in holds.items():
                    known = br.Cards.parse(cards).mask & state.hands[holder].mask
                    assert not known & ~world.hands[holder], (seat, holder)
        state = br.apply(state, br.legal_actions(state)[0])


def test_nothing_else_is_known_of_the_cards() -> None:
    worlds = br.Worlds(br.observe(kleuren(THREE), None))
    assert worlds.count == comb(48, 10) * comb(38, 12) * comb(26, 13)
    worlds = br.Worlds(br.observe(kleuren(THREE), 0))
    assert worlds.count == comb(35, 10) * comb(25, 12)
    worlds = br.Worlds(br.observe(kleuren(FOUR_HIGH), None))
    assert worlds.count == comb(45, 7) * comb(38, 12) * comb(26, 13)


def test_the_target_is_eight_together_and_nine_with_four_aces() -> None:
    for hands, target in ((THREE, 8), (FOUR, 9)):
        state = kleuren(hands)
        for choose in (first_legal, last_legal):
            settled = finish(state, choose)
            side = contract(state).side
            won = sum(settled.outcome.tricks[seat] for seat in side)
            assert settled.settlement.made is (won >= target)


def test_a_troel_is_settled_by_its_target() -> None:
    for hands in (THREE, FOUR, FOUR_HIGH):
        state = kleuren(hands)
        target = contract(state).target or 8
        rng = random.Random(3)
        for _ in range(8):
            settled = finish(state, at_random(rng))
            side = contract(state).side
            won = sum(settled.outcome.tricks[seat] for seat in side)
            each = 4 + 2 * abs(won - target)
            if won == 13:
                each *= 2
            chips = each if won >= target else -each
            assert settled.settlement.deltas == tuple(
                chips if seat in side else -chips for seat in range(4)
            )


def test_a_dealt_contract_knows_what_it_says_of_hands() -> None:
    rule = KLEUREN.dealt
    assert rule is not None
    assert rule.keys == ("troel",)
    aces, most = rule.limit()
    assert (str(br.Cards.from_mask(aces)), most) == (str(br.Cards.parse("AS AH AD AC")), 2)
