"""R2: where a contract discards everybody lays one card aside, face down, and twelve are played."""

from __future__ import annotations

import random
from typing import Final

import pytest
from tests.phases.table_talk import act, legal, only_bid, playing, settled
from tests.play.deals import MIXED
from tests.play.tables import SLUGS, opened, refusal

import boston_rules as br
from boston_rules.core.errors import CardNotHeld, WrongPhase

FAMILY: Final = ("little-misere", "piccolissimo", "little-misere-table")
PAIR: Final = ("little-misere", "little-spread")
DISCARDS: Final = {
    **dict.fromkeys(
        ("fontainebleau", "fontainebleau-cats", "fontainebleau-hoyle", "russian"), FAMILY
    ),
    "russian-partnership": FAMILY,
    **dict.fromkeys(("american", "american-decimal", "american-capped", "boston-whist"), PAIR),
    **dict.fromkeys(("two-pack-hoyle", "english-boston"), PAIR),
    "classic": ("petite-misere",),
    "french": ("petite-misere", "petite-misere-table"),
    **dict.fromkeys(("american-partnership", "mariland", "whisch-bostonien"), ()),
}
"""The contracts with discards, R26 among them."""
CASES: Final = [(slug, key) for slug, keys in DISCARDS.items() for key in keys]


def bid(slug: str, key: str, declarer: int = 2, dealer: int = 3) -> br.State:
    turned = {0: "AS", 1: "JS", 2: "9S", 3: "8S"}[dealer]
    return only_bid(opened(slug, MIXED, dealer=dealer, turned=turned), declarer, f"bid {key}")


@pytest.mark.parametrize("slug", SLUGS)
def test_which_contracts_discard(slug: str) -> None:
    found = [step.key for step in br.get_variant(slug).ladder if step.discard]
    assert found == list(DISCARDS[slug])


def test_R7_honours_as_dealt_are_never_in_doubt() -> None:
    """No contract with trumps discards."""
    for slug in SLUGS:
        assert not any(step.discard and step.has_trumps for step in br.get_variant(slug).ladder)


@pytest.mark.parametrize(("slug", "key"), CASES)
@pytest.mark.parametrize("dealer", range(4))
def test_R2_everybody_in_turn_from_eldest(slug: str, key: str, dealer: int) -> None:
    state = bid(slug, key, dealer=dealer)
    asked = []
    while state.phase == "discarding":
        seat = state.actor
        assert seat is not None
        asked.append(seat)
        assert sorted(legal(state)) == sorted(f"discard {card}" for card in MIXED[seat].split())
        laid = br.legal_actions(state)[4]
        state = br.apply(state, laid)
        assert len(state.hands[seat]) == 12, "laid aside at once"
        assert sum(map(len, state.hands)) == 52 - len(asked), "the others as dealt"
        assert state.deal is not None
        assert [hand.bit_count() for hand in state.deal.hands] == [13] * 4
    assert asked == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert playing(state).setup.terms.total == 12
    assert playing(state).actor == (dealer + 1) % 4 or slug == "classic", "eldest leads"
    assert [seat for seat, _ in playing(state).setup.discards] == asked


@pytest.mark.parametrize(("slug", "key"), CASES)
def test_R2_before_the_first_lead_and_of_the_own_hand(slug: str, key: str) -> None:
    state = bid(slug, key)
    assert refusal(state, "discard JS") is CardNotHeld
    assert refusal(state, "play AS") is WrongPhase
    assert refusal(state, "pass") is WrongPhase


@pytest.mark.parametrize(("slug", "key"), CASES)
def test_R2_a_discard_is_hidden_from_the_others_to_the_end_of_the_deal(slug: str, key: str) -> None:
    """Seat 0 lays A♠ or 2♠ aside; nobody else is shown a difference until the deal is settled."""
    one, other = (act(bid(slug, key), f"discard {card}") for card in ("AS", "2S"))
    rng = random.Random(7)
    kept = {br.Play(br.parse_card("AS")), br.Play(br.parse_card("2S"))}
    steps = 0
    while True:
        assert one.actor == other.actor
        for seat in (1, 2, 3, None):
            assert br.observe(one, seat) == br.observe(other, seat)
        assert br.observe(one, 0) != br.observe(other, 0)
        both = set(br.legal_actions(one)) & set(br.legal_actions(other)) - kept
        if not both:
            break
        action = rng.choice(sorted(both, key=str))
        one, other = br.apply(one, action), br.apply(other, action)
        steps += 1
    assert steps > 10
    assert br.observe(one, 0).events[-1] == br.observe(one, 1).events[-1]


@pytest.mark.parametrize(("slug", "key"), CASES)
def test_R2_a_discard_is_not_played(slug: str, key: str) -> None:
    state = act(bid(slug, key), "discard AS; discard KH; discard AD; discard JD")
    aside = {br.parse_card(card) for card in ("AS", "KH", "AD", "JD")}
    while state.actor is not None:
        if state.phase == "conceding":
            state = act(state, "contest")
            continue
        legal_now = br.legal_actions(state)
        assert not {a.card for a in legal_now if isinstance(a, br.Play)} & aside
        state = br.apply(state, legal_now[0])
    assert sum(settled(state).outcome.tricks) == 12
    plays = {event.action.card for event in state.events if isinstance(event.action, br.Play)}
    assert plays == set(br.PACK) - aside
