"""What is worked out once: calls of turned suits, what is open to a seat, terms of contracts."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.core.cards import bits, listed, lists, subsets
from boston_rules.deal.calls import Calls, Offer, calls_of
from boston_rules.deal.opening import proceed
from boston_rules.deal.plays import ONE_SUIT, plays_of
from boston_rules.deal.questions.order import questions_of
from boston_rules.deal.terms import Terms, passed_out_terms, terms_of
from boston_rules.deal.tricks import play_contract
from boston_rules.rules.payments import Flat, Payments
from boston_rules.rules.suits import Turn
from boston_rules.testing import random_walk

SLUGS = br.list_variants()
HANDS = (
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
)


def turns(variant: br.Variant) -> list[Turn]:
    if variant.dealing.turn is None:
        return [Turn(None, None)]
    if variant.dealing.fixes_belle:
        return [Turn(turned, belle) for turned, belle in product(br.Suit, br.Suit)]
    return [Turn(turned, None) for turned in br.Suit]


def a_deal(variant: br.Variant) -> br.State:
    """A deal before its auction, with a card of the dealer's turned where one is."""
    hands = HANDS[: variant.seats]
    turned = None if variant.dealing.turn is None else br.parse_card("2C")
    if variant.dealing.turns_from_dead:
        turned = br.parse_card("2S")
    return br.start(variant, 0, hands=hands, turned=turned)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_contract_goes_straight_to_the_first_lead_where_nothing_is_asked(slug: str) -> None:
    variant = br.get_variant(slug)
    deal = a_deal(variant).deal
    assert deal is not None
    partners = [None, 2] if variant.seats == 4 else [None]
    for open_bid in calls_of(variant, deal.turn).open_bids:
        for partner in partners:
            contract = calls_of(variant, deal.turn).contract(open_bid, 0, partner)
            after = proceed(deal, (), contract)
            asked = any(rule.arises(variant, contract) for rule in questions_of(variant))
            assert asked is not isinstance(after, br.Playing)
            if not asked:
                assert after == play_contract(deal, (), contract)


def test_variants_have_contracts_of_both_kinds() -> None:
    kinds = set()
    for slug in SLUGS:
        variant = br.get_variant(slug)
        for turn in turns(variant)[:1]:
            calls = calls_of(variant, turn)
            contracts = [calls.contract(open_bid, 0, None) for open_bid in calls.open_bids]
            rules = questions_of(variant)
            kinds |= {any(rule.arises(variant, each) for rule in rules) for each in contracts}
    assert kinds == {True, False}


CACHES = (calls_of, terms_of, passed_out_terms)


def worked_out(variant: br.Variant) -> Iterator[object]:
    """What is worked out once for a variant and kept, of every kind."""
    for turn in turns(variant):
        calls = calls_of(variant, turn)
        contract = calls.contract(calls.open_bids[-1], 0, None)
        yield calls
        yield calls.offer(calls.open_bids[0].strength, 2, 0)
        yield calls_of(variant, turn).offer(-1, 0, 0)
        yield contract
        yield terms_of(variant, contract)
        yield passed_out_terms(variant, turn.suit)


def clear() -> None:
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_worked_out_once_is_equal_wherever_it_was_made(slug: str) -> None:
    """Equality is by what it is of, so nothing depends on how long a cache keeps it."""
    variant = br.get_variant(slug)
    before = [*worked_out(variant)]
    pickled = [pickle.dumps(each) for each in before]
    clear()
    after = [*worked_out(variant)]
    for old, new, data in zip(before, after, pickled, strict=True):
        assert new is not old
        for same in (new, copy.copy(old), pickle.loads(pickle.dumps(old)), pickle.loads(data)):
            assert type(same) is type(old)
            assert same == old
            assert hash(same) == hash(old)


def test_what_is_worked_out_for_one_variant_or_turn_is_not_that_of_another() -> None:
    found = [each for slug in SLUGS for each in worked_out(br.get_variant(slug))]
    for kind in (Calls, Terms):
        things = [each for each in found if isinstance(each, kind)]
        keys = {(each.variant, each.turn if isinstance(each, Calls) else each) for each in things}
        assert len(set(things)) == len(keys) > len(SLUGS)


def small_cache(cache: Any, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """Let a cache hold two things only."""
    name, made = cache.__name__, lru_cache(maxsize=2)(cache.__wrapped__)
    for where, loaded in [*sys.modules.items()]:
        if where.startswith("boston_rules") and getattr(loaded, name, None) is cache:
            monkeypatch.setattr(loaded, name, made)
    assert getattr(sys.modules[module], name) is made


def as_played(variant: br.Variant, seed: int) -> list[br.State]:
    return [at.state for at in random_walk(variant, seed=seed).positions]


@pytest.mark.parametrize("slug", ["fontainebleau", "american", "french", "whisch-bostonien"])
def test_a_full_cache_changes_nothing(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = br.get_variant(slug, deals=2)
    others = [br.get_variant(other, deals=2) for other in SLUGS if other != slug]
    kept = as_played(variant, 1)
    small_cache(calls_of, monkeypatch, "boston_rules.deal.calls")
    small_cache(terms_of, monkeypatch, "boston_rules.deal.terms")
    small_cache(passed_out_terms, monkeypatch, "boston_rules.deal.terms")
    assert as_played(variant, 1) == kept
    again = iter(as_played(variant, 1))
    for place, state in enumerate(kept):
        for turn in turns(others[place % len(others)]):
            calls_of(others[place % len(others)], turn)
        other = next(again)
        assert other == state
        assert hash(other) == hash(state)
        assert pickle.loads(pickle.dumps(other)) == state
        assert br.legal_actions(other) == br.legal_actions(state)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_state_goes_on_alike_after_its_caches_were_cleared(slug: str) -> None:
    """A state pickled before goes on like the one that stayed, on both sides of the clearing."""
    walk = random_walk(br.get_variant(slug, deals=2), seed=3)
    for states, taken in zip(walk.states, walk.taken, strict=True):
        for (before, after), action in zip(pairwise(states), taken, strict=True):
            data = pickle.dumps(before)
            clear()
            again = pickle.loads(data)
            assert again == before
            assert hash(again) == hash(before)
            assert br.legal_actions(again) == br.legal_actions(before)
            for state in (again, before):
                following = br.apply(state, action)
                assert following == after
                assert hash(following) == hash(after)
                assert br.legal_actions(following) == br.legal_actions(after)
                assert repr(following) == repr(after)


@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("slug", SLUGS)
def test_bids_are_listed_as_they_are_claimed(slug: str) -> None:
    """A list puts parts together; a claim judges one bid."""
    variant = br.get_variant(slug)
    masks = [0x5A5A5A5A5A5A5, 0x8004002001000 | 0x3FF, (1 << 52) - 1]  # with the four aces, too
    for turn in turns(variant):
        calls = calls_of(variant, turn)
        floors = [-1, *(open_bid.strength for open_bid in calls.open_bids)]
        for floor, mark, accept, hand in product(floors, (0, 1), (0, 1), masks):
            offer = calls.offer(floor, mark, accept)
            words, bids = claimed(offer, hand)
            assert (offer.every or offer.legal(hand)) == words + bids
            assert bool(accept) is offer.invites is (br.Accept() in words)
            if offer.every:
                assert offer.legal(hand) == offer.every


def test_a_hand_may_admit_one_rare_bid_and_not_another() -> None:
    french = br.get_variant("french")
    (aces,) = (step for step in french.ladder if step.holding)
    kings = evolve(aces, key="quatre-rois", name="", french="", holding=br.Cards.parse("KS KH KC"))
    steps = (*french.ladder.steps, kings)
    price = Flat(tuple((step.key, 1) for step in steps))
    house = evolve(
        french,
        ladder=evolve(french.ladder, steps=steps),
        payments=Payments(won=(price,), lost=(price,)),
    )
    offer = calls_of(house, Turn(br.CLUBS, br.SPADES)).offer(-1, 0, 0)
    assert sorted(offer.rare) == sorted((aces.holding.mask, kings.holding.mask))
    for held, keys in (
        ("AS AH AC AD KS KH KC 2D", {"quatre-as", "quatre-rois"}),
        ("AS AH AC AD KS KH QC 2D", {"quatre-as"}),
        ("AS AH AC KD KS KH KC 2D", {"quatre-rois"}),
        ("AS AH AC KD KS KH QC 2D", set()),
    ):
        hand = br.Cards.parse(held).mask
        bids = [bid for bid in offer.legal(hand) if isinstance(bid, br.Bid)]
        assert {bid.key for bid in bids if house.ladder[bid.key].holding} == keys
        assert ((br.Pass(),), tuple(bids)) == claimed(offer, hand)


def claimed(offer: Offer, hand: int) -> tuple[tuple[br.Action, ...], tuple[br.Action, ...]]:
    forms: list[br.Bid] = []
    for open_bid in offer.calls.open_bids:
        if open_bid.step.lays_card:
            forms += [br.Bid(open_bid.step.key, card=card) for card in br.PACK]
        else:
            forms.append(open_bid.bid)
    found = []
    for bid in dict.fromkeys(forms):
        claim = offer.claim(bid)
        if claim is not None and not claim[0] & ~hand:
            found.append((claim[1].strength, bid))
    found.sort(key=lambda each: each[0])
    words: tuple[br.Action, ...] = (br.Pass(), br.Accept()) if offer.invites else (br.Pass(),)
    return words, tuple(bid for _, bid in found)


def test_a_bid_over_another_is_open_over_no_higher_or_lower_one() -> None:
    foster = br.get_variant("french-foster")
    steps = tuple(
        evolve(step, only_over="neuf") if step.key == "grande-misere" else step
        for step in foster.ladder
    )
    variant = evolve(foster, ladder=evolve(foster.ladder, steps=steps))
    calls = calls_of(variant, next(iter(turns(variant))))
    over = variant.ladder["grande-misere"]
    floors = {bid.step.key: bid.strength for bid in calls.open_bids}
    assert [key for key, floor in floors.items() if calls.follows(over, floor)] == ["neuf"]
    assert all(calls.follows(variant.ladder["neuf"], floor) for floor in floors.values())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_contract_is_made_by_the_bid_that_made_it(slug: str) -> None:
    variant = br.get_variant(slug)
    for turn in turns(variant):
        calls = calls_of(variant, turn)
        for open_bid in calls.open_bids:
            for trump in open_bid.trumps:
                contract = calls.contract(open_bid, 1, None, laid=trump)
                assert calls.open_bid_of(contract) == open_bid


def test_no_bid_makes_what_is_not_open_in_the_deal() -> None:
    calls = calls_of(br.get_variant("fontainebleau"), Turn())
    for contract in (br.Contract("5", 0), br.Contract("grand-misere", 0, br.HEARTS)):
        with pytest.raises(ValueError, match="no bid makes"):
            calls.open_bid_of(contract)
    with pytest.raises(ValueError, match="no bid makes neuf"):
        calls.open_bid_of(br.Contract("neuf", 0, br.HEARTS))


def test_terms_of_a_contract_are_those_of_the_rules() -> None:
    variant = br.get_variant("fontainebleau")
    contract = br.Contract("5", 1, trump=br.HEARTS, partner=3)
    terms = terms_of(variant, contract)
    assert isinstance(terms, Terms)
    assert (terms.target, terms.counting, terms.opponents) == (8, (1, 3), (2, 0))
    assert (terms.after, terms.seats) == ((1, 2, 3, 0), 4)
    assert terms.follow is terms.trick_table.follow
    assert terms.power is terms.trick_table.power
    assert br.Cards.from_mask(terms.honours) == br.Cards.parse("AH KH QH JH")


MASKS = [
    0,
    1,
    (1 << 52) - 1,
    0x1FFF << 13,
    0x5555555555555,
    0xA00F00013,
    1 << 51,
    1 << 12 | 1 << 13,
]


@pytest.mark.parametrize("mask", MASKS)
def test_lists_by_mask(mask: int) -> None:
    cards = tuple(br.PACK[card] for card in bits(mask))
    assert listed(lists(br.PACK), mask) == cards
    assert tuple(play.card for play in plays_of(mask)) == cards


def test_plays_of_every_mask_of_one_suit() -> None:
    assert plays_of(1) == (br.Play(br.PACK[0]),)  # the tables are made
    for suit in range(4):
        for lane in range(1 << 13):
            mask = lane << 13 * suit
            plays = plays_of(mask)
            assert sum(1 << play.card.index for play in plays) == mask
            assert [play.card.index for play in plays] == list(bits(mask))
            assert (mask in ONE_SUIT) is (1 <= len(plays) <= 4)
            assert ONE_SUIT.get(mask, plays) is plays


def test_no_plays_of_what_is_no_mask_of_cards() -> None:
    plays_of(1)
    with pytest.raises(IndexError):
        plays_of(1 << 52)


def test_subsets_stand_at_their_masks() -> None:
    rows = subsets("abcd")
    assert len(rows) == 16
    for mask, row in enumerate(rows):
        assert "".join(row) == "".join(c for place, c in enumerate("abcd") if mask >> place & 1)
