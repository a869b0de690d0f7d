"""Kleurenwiezen: the auction, sentence by sentence."""

from __future__ import annotations

import pytest
from tests.cousins.games import KLEUREN, kleuren, refused
from tests.phases.table_talk import act, legal, speak

import boston_rules as br
from boston_rules.core import errors

SUITS_UP = "SCDH"
"""Spades rank lowest."""
VRAAG = [f"bid vraag {suit}" for suit in SUITS_UP]
ALONE = [
    "bid abondance-9",
    "bid miserie",
    "bid abondance-10",
    "bid abondance-11",
    "bid abondance-12",
    "bid open-miserie",
]
SOLO_13 = [f"bid solo-13 {suit}" for suit in SUITS_UP]
BIDS = [*VRAAG, *ALONE, *SOLO_13]


def contract(state: br.State) -> tuple[object, ...]:
    """Its key, trumps, declarer and partner."""
    found = state.contract
    assert found is not None
    return found.key, found.trump, found.declarer, found.partner


def test_what_can_be_bid_from_low_to_high() -> None:
    assert legal(kleuren()) == ["pass", *BIDS]


def test_the_ladder_has_two_contracts_more() -> None:
    assert [step.key for step in KLEUREN.ladder if not step.biddable] == ["alleen", "troel"]
    assert [step.key for step in KLEUREN.ladder][:3] == ["vraag", "alleen", "abondance-9"]


def test_the_goals_of_the_ladder() -> None:
    assert {step.key: step.goal.tricks for step in KLEUREN.ladder} == {
        "vraag": 8,
        "alleen": 6,
        "abondance-9": 9,
        "miserie": 0,
        "abondance-10": 10,
        "abondance-11": 11,
        "abondance-12": 12,
        "open-miserie": 0,
        "solo-13": 13,
        "troel": 8,
    }
    assert [step.key for step in KLEUREN.ladder if step.is_misere] == ["miserie", "open-miserie"]


def test_every_name_is_the_same_in_every_language() -> None:
    assert [step.name for step in KLEUREN.ladder] == [
        "Vraag",
        "Alleen",
        "Abondance 9",
        "Miserie",
        "Abondance 10",
        "Abondance 11",
        "Abondance 12",
        "Open Miserie",
        "Solo 13",
        "Troel",
    ]
    assert all(step.french == step.name for step in KLEUREN.ladder)


def test_eldest_bids_first() -> None:
    assert [kleuren(dealer=dealer).actor for dealer in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("place", range(len(BIDS)))
def test_each_bid_outranks_the_ones_before_it_and_not_itself(place: int) -> None:
    state = speak(kleuren(), f"0 {BIDS[place]}")
    if place == len(BIDS) - 1:
        assert (state.phase, state.actor) == ("play", 0), "nobody can bid higher"
        return
    assert [token for token in legal(state) if token.startswith("bid")] == BIDS[place + 1 :]
    for token in BIDS[: place + 1]:
        error = refused(state, token)
        assert type(error) is errors.BidTooLow
        assert error.reason == f"not higher than the standing {BIDS[place]} of seat 0"


def test_the_suit_is_named_where_the_bid_has_one_and_nowhere_else() -> None:
    for token in ("bid vraag", "bid solo-13", "bid abondance-9 H", "bid miserie S"):
        assert type(refused(kleuren(), token)) is errors.BidForm


@pytest.mark.parametrize(
    "token", ["bid alleen S", "bid alleen H", "bid alleen", "bid troel H", "bid troel"]
)
def test_alleen_and_troel_are_not_bid(token: str) -> None:
    for script in ("0 pass", "0 bid vraag S", "0 bid miserie"):
        error = refused(speak(kleuren(), script), token)
        assert type(error) is errors.BidUnavailable
        assert error.reason == f"{token.split()[1].capitalize()} is not bid in the auction"


def test_a_vraag_may_be_accepted_or_overcalled_in_a_higher_suit() -> None:
    state = speak(kleuren(), "0 bid vraag C")
    assert legal(state) == ["pass", "accept", *VRAAG[2:], *ALONE, *SOLO_13]
    state = speak(state, "1 accept; 2 pass; 3 pass")
    assert state.phase == "play"
    assert contract(state) == ("vraag", br.CLUBS, 0, 1)


def test_passed_seats_are_asked_clockwise_in_their_place() -> None:
    state = speak(kleuren(), "0 pass; 1 bid vraag S; 2 bid vraag C")
    assert state.actor == 3
    assert legal(state) == ["pass", "accept", *VRAAG[2:], *ALONE, *SOLO_13]
    state = speak(state, "3 pass")
    assert state.actor == 0
    assert legal(state) == ["pass", "accept"], "who has passed may accept and nothing else"
    state = speak(state, "0 pass")
    assert state.actor == 1
    assert legal(state) == ["pass", "accept", *VRAAG[2:], *ALONE, *SOLO_13]
    assert contract(speak(state, "1 accept")) == ("vraag", br.CLUBS, 2, 1)


def test_any_passed_seat_may_accept() -> None:
    state = speak(kleuren(), "0 pass; 1 pass; 2 pass; 3 bid vraag D")
    for seat in range(3):
        assert state.actor == seat
        assert legal(state) == ["pass", "accept"]
        assert type(refused(state, "bid vraag H")) is errors.PassedOut
        assert contract(act(state, "accept")) == ("vraag", br.DIAMONDS, 3, seat)
        state = act(state, "pass")
    assert (state.phase, state.actor) == ("raising the bid", 3)


def test_a_passed_seat_is_asked_once_about_each_new_vraag() -> None:
    state = speak(kleuren(), "0 pass; 1 pass; 2 bid vraag S; 3 pass; 0 pass; 1 pass")
    assert (state.phase, state.actor) == ("raising the bid", 2), "each was asked once"
    state = speak(kleuren(), "0 pass; 1 bid vraag S; 2 pass; 3 bid vraag C; 0 pass")
    state = speak(state, "1 bid vraag D; 2 pass; 3 pass; 0 pass")
    assert (state.phase, state.actor) == ("raising the bid", 1), "0 and 2 were asked about each"


def test_after_an_acceptance_only_seats_not_out_are_asked_with_bids_and_pass() -> None:
    state = speak(kleuren(), "0 pass; 1 bid vraag S; 2 accept")
    assert state.actor == 3
    assert legal(state) == ["pass", *VRAAG[1:], *ALONE, *SOLO_13]
    error = refused(state, "accept")
    assert type(error) is errors.AlreadyAccepted
    assert error.reason == "seat 2 has accepted the standing bid already"
    assert speak(state, "3 pass").phase == "play", "seat 0 has passed and is skipped"


def test_an_overcalled_acceptance_leaves_both_free_to_bid_accept_or_pass() -> None:
    state = speak(kleuren(), "0 bid vraag S; 1 accept; 2 bid vraag C; 3 pass")
    for seat in (0, 1):
        assert state.actor == seat
        assert legal(state) == ["pass", "accept", *VRAAG[2:], *ALONE, *SOLO_13]
        state = act(state, "pass")
    assert (state.phase, state.actor) == ("raising the bid", 2)


def test_an_overcalled_acceptance_may_be_answered_by_another() -> None:
    state = speak(kleuren(), "0 bid vraag S; 1 accept; 2 bid vraag C; 3 pass; 0 accept")
    assert state.actor == 1
    assert legal(state) == ["pass", *VRAAG[2:], *ALONE, *SOLO_13]
    assert contract(speak(state, "1 pass")) == ("vraag", br.CLUBS, 2, 0)


def test_an_acceptor_who_had_passed_is_only_asked_to_accept_or_pass() -> None:
    state = speak(kleuren(), "0 pass; 1 bid vraag S; 2 bid vraag C; 3 pass; 0 accept")
    state = speak(state, "1 bid vraag D")
    assert state.actor == 2
    assert legal(state) == ["pass", "accept", *VRAAG[3:], *ALONE, *SOLO_13]
    state = speak(state, "2 pass; 3 pass")
    assert state.actor == 0, "he accepted the clubs, which is cancelled"
    assert legal(state) == ["pass", "accept"]
    assert type(refused(state, "bid miserie")) is errors.PassedOut
    assert contract(speak(state, "0 accept")) == ("vraag", br.DIAMONDS, 1, 0)


def test_passed_seats_are_not_asked_about_other_bids() -> None:
    state = speak(kleuren(), "0 pass; 1 bid vraag S; 2 bid miserie; 3 pass; 1 pass")
    assert state.phase == "play"
    assert contract(state) == ("miserie", None, 2, None)


@pytest.mark.parametrize("suit", list(br.Suit))
def test_the_bidder_of_an_unaccepted_vraag_plays_alone_in_its_suit(suit: br.Suit) -> None:
    state = speak(kleuren(), f"0 bid vraag {suit.letter}; 1 pass; 2 pass; 3 pass")
    assert (state.phase, state.actor) == ("raising the bid", 0)
    assert legal(state) == ["pass", f"bid alleen {suit.letter}"]
    state = speak(state, f"0 bid alleen {suit.letter}")
    assert (state.phase, state.actor) == ("play", 0), "nobody is asked again"
    assert contract(state) == ("alleen", suit, 0, None)


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("bid alleen S", errors.BidUnavailable),
        ("bid alleen H", errors.BidUnavailable),
        ("bid vraag C", errors.BidUnavailable),
        ("bid vraag H", errors.BidUnavailable),
        ("bid abondance-9", errors.BidUnavailable),
        ("bid solo-13 C", errors.BidUnavailable),
        ("bid troel C", errors.BidUnavailable),
        ("bid troel", errors.BidUnavailable),
        ("bid alleen", errors.BidForm),
        ("bid prop", errors.UnknownBid),
        ("accept", errors.WrongPhase),
        ("trump C", errors.WrongPhase),
        ("play AC", errors.WrongPhase),
    ],
)
def test_nothing_else_raises_it(token: str, kind: type[br.IllegalAction]) -> None:
    state = speak(kleuren(), "0 pass; 1 bid vraag C; 2 pass; 3 pass; 0 pass")
    error = refused(state, token)
    assert type(error) is kind
    assert error.legal == br.legal_actions(state)
    reasons = {
        errors.BidUnavailable: (
            "nobody has accepted Vraag: he may raise it to Alleen in the same suit"
        ),
        errors.BidForm: "Alleen is bid otherwise: the bid names the trump suit",
        errors.WrongPhase: "that cannot be done in the phase 'raising the bid'",
    }
    assert error.reason == reasons.get(kind, error.reason)


@pytest.mark.parametrize(
    "script",
    [
        "0 pass; 1 pass; 2 pass; 3 pass",
        "0 bid vraag H; 1 pass; 2 pass; 3 pass; 0 pass",
        "0 pass; 1 bid vraag S; 2 pass; 3 pass; 0 pass; 1 pass",
    ],
)
def test_hands_are_thrown_in_nobody_pays_and_the_deal_counts(script: str) -> None:
    state = speak(kleuren(), script)
    assert isinstance(state, br.Settled)
    assert state.contract is None
    assert state.settlement.transfers == ()
    assert state.settlement.deltas == (0, 0, 0, 0)
    following = br.next_deal(state).table
    assert (following.deal_number, following.dealer) == (2, 0)


def test_an_abondance_names_any_suit_after_the_auction() -> None:
    for tricks in (9, 10, 11, 12):
        state = speak(kleuren(), f"0 pass; 1 bid abondance-{tricks}; 2 pass; 3 pass")
        assert (state.phase, state.actor) == ("naming trumps", 1)
        assert legal(state) == ["trump C", "trump D", "trump H", "trump S"]
        state = act(state, "trump S")
        assert (state.phase, state.actor) == ("play", 0)
        assert contract(state) == (f"abondance-{tricks}", br.SPADES, 1, None)


def test_the_auction_ends_at_once_after_the_highest_bid() -> None:
    state = speak(kleuren(), "0 bid solo-13 D; 1 bid solo-13 H")
    assert state.phase == "play"
    assert contract(state) == ("solo-13", br.HEARTS, 1, None)


def test_every_other_standing_bid_wins_when_all_others_have_passed() -> None:
    state = speak(kleuren(), "0 bid vraag S; 1 accept; 2 bid open-miserie; 3 pass; 0 pass; 1 pass")
    assert contract(state) == ("open-miserie", None, 2, None)
