"""R2: every player lays one card aside, in turn from eldest, before the first lead."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import (
    OPENINGS,
    STRIPES,
    SUITS,
    act,
    fontainebleau,
    french,
    legal,
    playing,
    settled,
    speak,
)

import boston_rules as br

DISCARDS = {
    "fontainebleau": {"little-misere", "piccolissimo", "little-misere-table"},
    "american": {"little-misere", "little-spread"},  # R26: the Little Spread too
    "french": {"petite-misere", "petite-misere-table"},
}


def won(slug: str, key: str) -> br.State:
    """The state after eldest, seat 0, has won the auction with a key, alone."""
    state = OPENINGS[slug](belle="H") if slug == "french" else OPENINGS[slug]()
    bid = next(a for a in br.legal_actions(state) if isinstance(a, br.Bid) and a.key == key)
    state = br.apply(state, bid)
    while state.name == "auction":
        state = act(state, "pass")
    if state.name == "asking for a partner":
        state = act(state, "solo")
    if state.name == "naming trumps":
        state = act(state, "trump S")
    return state


EVERY_STEP = [
    (slug, step.key) for slug in DISCARDS for step in br.get_variant(slug).ladder
]  # the holder of four aces is eldest, so that every step is open to him


@pytest.mark.parametrize(("slug", "key"), EVERY_STEP)
def test_R2_R26_which_contracts_discard(slug: str, key: str) -> None:
    state = won(slug, key)
    assert state.contract is not None
    assert state.contract.key == key
    assert state.name == ("discarding" if key in DISCARDS[slug] else "play")
    if state.name == "discarding":
        for _ in range(4):
            state = act(state, legal(state)[0])
    assert playing(state).actor == 0, "eldest leads"
    plays = 0
    while state.actor is not None:
        state = br.apply(state, br.legal_actions(state)[0])
        plays += 1
    assert plays == (48 if key in DISCARDS[slug] else 52)
    assert sum(settled(state).outcome.tricks) == plays // 4


@pytest.mark.parametrize("dealer", range(4))
def test_R2_in_turn_from_eldest_whoever_declares(dealer: int) -> None:
    eldest = (dealer + 1) % 4
    state = act(fontainebleau(SUITS, dealer=dealer), "pass; pass; bid little-misere; pass")
    for place in range(4):
        seat = (eldest + place) % 4
        assert (state.name, state.actor) == ("discarding", seat)
        assert legal(state) == [f"discard {card}" for card in sorted(state.hands[seat])]
        assert len(legal(state)) == 13
        state = act(state, legal(state)[4])
        assert len(state.hands[seat]) == 12, "laid aside at once"
    assert playing(state).actor == eldest
    assert [len(hand) for hand in state.hands] == [12, 12, 12, 12]


def test_R2_the_declarer_discards_like_everybody() -> None:
    state = speak(
        fontainebleau(),
        "0 pass; 1 bid piccolissimo; 2 pass; 3 pass;"
        "0 discard AS; 1 discard KS; 2 discard QS; 3 discard JS",
    )
    assert [hand.tokens.split()[0] for hand in state.hands] == ["TS", "9S", "8S", "7S"]
    assert [(seat, str(br.PACK[card])) for seat, card in playing(state).setup.discards] == [
        (0, "AS"),
        (1, "KS"),
        (2, "QS"),
        (3, "JS"),
    ]


def test_R2_the_discard_is_not_played_again() -> None:
    state = speak(
        fontainebleau(SUITS),
        "0 bid little-misere; 1 pass; 2 pass; 3 pass;"
        "0 discard AS; 1 discard AH; 2 discard AC; 3 discard AD",
    )
    assert "play AS" not in legal(state)
    assert isinstance(br.why_illegal(state, br.Play(br.parse_card("AS"))), br.errors.CardNotHeld)


def test_R7_honours_are_counted_before_the_discards() -> None:
    """No contract with trumps discards, so that the count as dealt is never in doubt."""
    for slug in DISCARDS:
        for step in br.get_variant(slug).ladder:
            assert not (step.discard and step.has_trumps)


def test_P47_the_other_hands_stay_as_dealt_until_they_discard() -> None:
    state = act(french(STRIPES, belle="S"), "bid petite-misere;pass;pass;pass;discard 2S")
    assert [len(hand) for hand in state.hands] == [12, 13, 13, 13]
    assert state.deal is not None
    assert [hand.bit_count() for hand in state.deal.hands] == [13, 13, 13, 13]
