"""What binds hidden cards, fact by fact: hand-made deals with the number of worlds worked out."""

from __future__ import annotations

import random
from math import comb

import pytest
from attrs import evolve
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    cards,
    fontainebleau,
    french,
    last_legal,
    only_bid,
    reach,
    tricks,
)

import boston_rules as br
from boston_rules.core.cards import mask_of
from boston_rules.knowing.facts import facts_of
from boston_rules.knowing.worlds import Worlds
from boston_rules.testing.sampling import world_of

ALL = comb(39, 13) * comb(26, 13)
"""Ways to divide 39 unseen cards among three hands."""


def worlds(state: br.State, seat: int | None) -> Worlds:
    return Worlds(br.observe(state, seat))


def mask(text: str) -> int:
    return mask_of(card.index for card in cards(text))


def test_before_the_deal_there_is_no_world_but_a_state() -> None:
    state = br.start(br.get_variant("fontainebleau"))
    nothing = worlds(state, 0)
    assert nothing.count == 0
    with pytest.raises(ValueError, match="not dealt yet"):
        nothing.draw(random.Random(1))
    assert nothing.state(random.Random(1)) == state
    cutting = br.apply(state, br.draw_chance(state, random.Random(1)))
    sample = worlds(cutting, 0).state(random.Random(2))
    assert sample != cutting
    assert br.observe(sample, 0) == br.observe(cutting, 0)


def test_nothing_is_known_but_the_own_hand() -> None:
    assert worlds(fontainebleau(), 2).count == ALL
    assert worlds(fontainebleau(), None).count == ALL * comb(52, 13)


def test_P39_the_turned_card_of_the_dealer_is_known() -> None:
    state = french()
    turned = br.observe(state, 0).turned
    assert turned is not None
    assert worlds(state, 0).count == comb(38, 12) * comb(26, 13)
    assert worlds(state, state.table.dealer).count == ALL


def test_a_suit_not_followed_is_out_of_that_hand() -> None:
    state = act(fontainebleau(SUITS), "bid 5 S;pass;pass;pass;solo")
    state = tricks(state, "0: AS 2H 2C 2D")
    view = br.observe(state, 0)
    assert view.voids == ((), (br.SPADES,), (br.SPADES,), (br.SPADES,))
    # Seat 0 holds the other spades himself, so that he learns nothing more.
    assert worlds(state, 0).count == comb(36, 12) * comb(24, 12)
    # Seat 1 knows that neither 2 nor 3 has one: they are all with seat 0.
    assert worlds(state, 1).count == comb(24, 12)
    assert worlds(state, None).count == comb(36, 12) * comb(24, 12)


def test_R14_a_card_laid_aside_may_be_of_a_suit_not_followed() -> None:
    hands = (
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH",
        "2S KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
        *SUITS[2:],
    )
    state = act(fontainebleau(hands), "bid little-misere;pass;pass;pass")
    state = act(state, "discard AH", "discard 2S", "discard 2C", "discard 2D")
    state = tricks(state, "0: AS 2H 3C 3D")
    # 2S is in nobody's hand, but any of the three may have laid it aside.
    view = br.observe(state, 0)
    assert view.voids[1:] == ((br.SPADES,),) * 3
    # The 35 other unseen cards fill three hands of 11, and what is left of three places aside.
    others = comb(35, 11) * comb(24, 11) * comb(13, 11) * 2
    assert facts_of(view).aside == {0: br.parse_card("AH").index, 1: None, 2: None, 3: None}
    assert worlds(state, 0).count == 3 * others
    drawn = worlds(state, 0).world(random.Random(1))
    assert drawn.aside[0] == mask("AH")
    assert worlds(state, 0).admits(drawn)


def test_P23_chicane_says_that_no_trump_was_dealt() -> None:
    slug, state = next(
        (slug, state)
        for slug in br.list_variants()
        if br.get_variant(slug).chicane is not None
        for state in [with_chicane(slug)]
    )
    assert slug
    view = br.observe(state, 0)
    assert view.contract is not None
    assert view.contract.trump is br.SPADES
    assert br.Event(1, br.Chicane()) in view.events
    for draw in range(5):
        assert not worlds(state, 2).draw(random.Random(draw))[1] & mask(SUITS[0])


def with_chicane(slug: str) -> br.State:
    state = br.start(br.get_variant(slug), 3, hands=SUITS)
    rng = random.Random(0)
    while state.phase != "chicane":
        if state.actor == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, rng))
            continue
        legal = br.legal_actions(state)
        bids = [action for action in legal if isinstance(action, br.Bid)]
        spades = [
            action
            for action in legal
            if action == br.NameTrump(br.SPADES)
            or (isinstance(action, br.Bid) and action.suit is br.SPADES)
        ]
        first = state.actor == 0 and not any(
            isinstance(event.action, br.Bid) for event in state.events
        )
        state = br.apply(state, (spades or bids or legal)[0] if first else (spades or legal)[0])
    return act(state, "pass", "chicane")


def test_a_holding_is_known_of_whoever_bid_on_it() -> None:
    state = act(french(STRIPES), "bid quatre-as")
    seen = worlds(state, 1)
    assert all(
        seen.draw(random.Random(draw))[0] & mask("AS AH AC AD") == mask("AS AH AC AD")
        for draw in range(5)
    )
    free = 39 - 4 - 1  # the aces, and the dealer's turned card
    assert seen.count == comb(free, 9) * comb(free - 9, 12)


def test_who_has_revoked_still_holds_a_card_of_the_suit() -> None:
    variant = br.get_variant("fontainebleau", enforcement="table")
    variant = evolve(variant, laws=evolve(variant.laws, whist=None))
    state = act(br.start(variant, 3, hands=STRIPES), "bid 5 S;pass;pass;pass;solo")
    state = tricks(state, "0: AS KH 8S 7S")
    before = worlds(state, 0).count
    spades = mask(SUITS[0])
    assert before == comb(36, 12) * comb(24, 12)
    state = br.apply(state, br.Revoke(1), seat=3)
    assert facts_of(br.observe(state, 0)).held == [(1, spades)]
    # He has 3 of the 13 spades himself, and 3 are played: 7 of the 36 unseen cards are spades.
    assert worlds(state, 0).count == before - comb(36 - 7, 12) * comb(24, 12)
    assert all(worlds(state, 0).draw(random.Random(draw))[1] & spades for draw in range(200))


def test_a_card_that_lies_exposed_is_one_that_a_revoke_tells_of() -> None:
    variant = br.get_variant("fontainebleau", enforcement="table")
    variant = evolve(variant, laws=evolve(variant.laws, whist=None))
    state = act(br.start(variant, 3, hands=STRIPES), "bid 5 S;pass;pass;pass;solo")
    state = br.apply(state, br.parse_action("play KS"), seat=1)
    state = tricks(state, "0: AS KH 8S 7S")
    before = worlds(state, 0).count
    state = br.apply(state, br.Revoke(1), seat=3)
    assert facts_of(br.observe(state, 0)).held == []
    assert worlds(state, 0).count == before == comb(35, 11) * comb(24, 12)


def test_every_card_that_can_have_been_laid_is_as_likely() -> None:
    state = french(belle="H")
    (bid, *_) = (
        action
        for action in br.legal_actions(state)
        if isinstance(action, br.Bid) and isinstance(action.card, br.Card)
    )
    view = worlds(br.apply(state, bid), 1)
    lowest, fair, spread = 0, 0.0, 0.0
    for draw in range(400):
        sample = view.state(random.Random(draw))
        laid = next(each.action.card for each in sample.events if isinstance(each.action, br.Bid))
        assert isinstance(laid, br.Card)
        held = [card for card in sample.hands[0] if card.suit is laid.suit]
        lowest += laid == min(held)
        fair += 1 / len(held)
        spread += (1 - 1 / len(held)) / len(held)
    assert abs(lowest - fair) < 5 * spread**0.5


def test_a_card_laid_and_overcalled_is_one_of_the_trump_suit() -> None:
    state = french(belle="H")
    bid = next(
        action
        for action in br.legal_actions(state)
        if isinstance(action, br.Bid) and action.card is not None
    )
    assert isinstance(bid.card, br.Card)
    lane = 0x1FFF << 13 * bid.card.suit
    state = br.apply(state, bid)
    viewer = 1
    view = br.observe(state, viewer)
    assert view.events[-1] == br.Event(0, br.Bid(bid.key, card=br.HOLE))
    own = view.hand.mask
    assert view.turned is not None
    dealer_card = 1 << view.turned.index
    unseen = 39 - 1
    plain = (lane & ~own & ~dealer_card).bit_count()
    none = comb(unseen - plain, 13) * comb(unseen - 13, 13)
    assert worlds(state, viewer).count == comb(unseen, 13) * comb(unseen - 13, 13) - none
    laid = {
        event.action.card
        for draw in range(60)
        for event in worlds(state, viewer).state(random.Random(draw)).events
        if isinstance(event.action, br.Bid)
    }
    assert len(laid) > 5
    assert {card.suit for card in laid if isinstance(card, br.Card)} == {bid.card.suit}


def test_P43_only_the_partner_knows_who_holds_the_called_card() -> None:
    state = br.start(br.get_variant("fontainebleau-cats"), 3, hands=SUITS)
    state = act(state, "bid 5 S;pass;pass;pass;call AH")
    held = mask("AH")
    seats = {
        seat
        for draw in range(40)
        for seat, hand in enumerate(worlds(state, 3).draw(random.Random(draw)))
        if hand & held
    }
    assert seats == {1, 2}, "not the declarer, and not the viewer"
    sample = worlds(state, 3).state(random.Random(4))
    assert sample.contract is not None
    assert sample.contract.partner in seats
    assert worlds(state, 3).count == 2 * comb(38, 12) * comb(26, 13)


def test_a_hand_on_the_table_is_known() -> None:
    state = act(fontainebleau(SUITS), "bid 13-table S;pass;pass;pass")
    assert worlds(state, 1).count == comb(26, 13)
    assert worlds(state, 1).draw(random.Random(1))[0] == mask(SUITS[0])


def test_honours_paid_after_a_concession_bind_cards_nobody_saw() -> None:
    hands = (
        "AS KS QS AD TS TH TC TD 6S 6H 6C 6D 2S",
        "AH KH KC KD 9S 9H 9C 9D 5S 5H 5C 5D 2H",
        "AC QH QC QD 8S 8H 8C 8D 4S 4H 4C 4D 2C",
        STRIPES[3],
    )
    # No telling has both; a house may.
    rules = br.variants.Fontainebleau(concession=br.get_variant("russian").concession)
    state = only_bid(br.start(rules, 3, hands=hands), 0, "bid 5 S")
    state = reach(state, "play", last_legal)
    asked = act(tricks(state, "0: AS 5S 4S 3S"), "concede", "concede")
    state = act(asked, "concede")
    view = br.observe(state, 1)
    assert view.settlement is not None
    assert "3 honours" in view.settlement.explain()
    seen = worlds(state, 1)
    # Two of K Q J of spades lie with the declarer, beside ten of the 33 other unseen cards; the
    # third with seat 3, as the honours of each seat are counted.
    assert view.events[-1].shows.counted == br.Counted((3, 0, 0, 1))
    assert seen.count == 3 * comb(33, 10) * comb(23, 11)
    assert worlds(asked, 1).count == comb(36, 12) * comb(24, 12)
    for draw in range(10):
        assert br.observe(seen.state(random.Random(draw)), 1) == view
    true = world_of(state)
    assert true is not None
    assert seen.admits(true)


def test_hands_thrown_in_stay_as_hidden_as_they_were() -> None:
    state = act(french(), "pass;pass;pass;pass")
    assert (state.phase, state.play) == ("settled", None)
    for seat in range(4):
        seen = worlds(state, seat)
        assert seen.count == (ALL if seat == 3 else comb(38, 12) * comb(26, 13))
        sample = seen.state(random.Random(seat))
        assert sample != state
        assert sample.settlement == state.settlement
        assert br.observe(sample, seat) == br.observe(state, seat)


def test_a_view_that_contradicts_itself_is_refused() -> None:
    state = act(fontainebleau(SUITS), "bid 5 S;pass;pass;pass;solo")
    view = br.observe(tricks(state, "0: AS 2H 2C 2D"), 1)
    assert isinstance(view, br.Playing)
    hands = (0, mask(SUITS[1][3:]), 0, 0)  # a card short
    setup = evolve(view.setup, deal=evolve(view.deal, hands=hands), hands=hands)
    with pytest.raises(ValueError, match="no deal fits the view"):
        br.sample(evolve(view, setup=setup), random.Random(1))


@pytest.mark.parametrize("slug", ["french", "mariland", "whisch-bostonien"])
def test_a_sampled_misdeal_turned_the_card_that_everybody_saw(slug: str) -> None:
    rng = random.Random(1)
    start = br.start(br.get_variant(slug, enforcement="table"))
    state, misdeals = start, 0
    while state.actor == br.CHANCE or misdeals < 2:
        if state.actor == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, rng))
        else:
            state, misdeals = br.apply(state, br.Misdeal()), misdeals + 1
    sample = br.sample(br.observe(state, 1), rng)
    again = start
    for event in sample.events:
        if not isinstance(event.action, br.Opened):
            again = br.apply(again, event.action)
    assert again == sample
    assert again.events == sample.events


def test_with_three_seats_and_a_dead_hand_what_is_drawn_is_admitted() -> None:
    state: br.State = br.start(br.get_variant("english-boston", seats=3))
    rng = random.Random(1)
    while state.actor is not None:
        if state.actor == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, rng))
            continue
        known = worlds(state, state.actor)
        assert known.admits(known.world(rng))
        state = br.apply(state, rng.choice(br.legal_actions(state)))
    assert len(state.events) > 3 * 13
