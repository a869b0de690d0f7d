"""Deals given outright: what is taken, and what is refused with every problem listed."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.phases.table_talk import STRIPES, SUITS, cards, finish, fontainebleau, french
from tests.play.tables import orders

import boston_rules as br

VARIANTS = {slug: br.get_variant(slug) for slug in ("fontainebleau", "american", "french")}


@pytest.mark.parametrize("form", ["tokens", "cards", "sets", "generators"])
def test_hands_are_taken_in_any_form(form: str) -> None:
    forms: dict[str, Iterable[Iterable[br.Card] | str]] = {
        "tokens": STRIPES,
        "cards": [cards(hand) for hand in STRIPES],
        "sets": [br.Cards.parse(hand) for hand in STRIPES],
        "generators": (iter(cards(hand)) for hand in STRIPES),
    }
    state = br.start(VARIANTS["fontainebleau"], hands=forms[form])
    assert state.hands == tuple(br.Cards.parse(hand) for hand in STRIPES)
    assert [event.action for event in state.events] == [state.table.opened().action]
    assert state.events[0].shows.dealt == state.hands
    assert state.phase == "auction"


def test_P4_cards_given_in_order_keep_it() -> None:
    hands = [cards(hand) for hand in STRIPES]
    state = br.start(VARIANTS["american"], hands=hands, turned=br.parse_card("AS"))
    assert [cards(" ".join(hand)) for hand in orders(state)] == hands


def test_P4_tokens_given_in_order_keep_it() -> None:
    """Tokens are a deal order as much as cards are."""
    hands = ("2S AS 3S KS 4S QS 5S JS 6S TS 7S 9S 8S", *SUITS[1:])
    state = br.start(VARIANTS["american"], hands=hands, turned=br.parse_card("AS"))
    assert orders(state)[0] == tuple(hands[0].split())


def test_french_turned_card_becomes_the_dealers_last() -> None:
    hands = [cards(hand) for hand in STRIPES]
    state = br.start(VARIANTS["french"], 1, hands=hands, turned=br.parse_card("9D"))
    assert state.turned == br.parse_card("9D")
    kept = [str(card) for card in hands[1] if str(card) != "9D"]
    assert orders(state)[1] == (*kept, "9D")


def test_hands_are_given_for_any_deal() -> None:
    state = br.next_deal(finish(fontainebleau()), hands=SUITS)
    assert (state.phase, state.table.deal_number, state.table.dealer) == ("auction", 2, 0)
    assert state.hands[0] == br.Cards.parse(SUITS[0])


def fourteen(hand: str, extra: str) -> str:
    return f"{hand} {extra}"


@pytest.mark.parametrize(
    ("slug", "hands", "turned", "problems"),
    [
        ("fontainebleau", STRIPES[:3], None, ("4 hands are dealt, not 3",)),
        ("fontainebleau", (), None, ("4 hands are dealt, not 0",)),
        (
            "fontainebleau",
            (*STRIPES, "AS"),
            None,
            ("4 hands are dealt, not 5", "hand 4 has 1 cards, not 13", "dealt twice: AS"),
        ),
        (
            "fontainebleau",
            (fourteen(STRIPES[0], "KS"), *STRIPES[1:]),
            None,
            ("hand 0 has 14 cards, not 13", "dealt twice: KS"),
        ),
        (
            "fontainebleau",
            (STRIPES[0], STRIPES[1][3:], *STRIPES[2:]),
            None,
            ("hand 1 has 12 cards, not 13",),
        ),
        (
            "american",
            (SUITS[0], SUITS[0], SUITS[2], SUITS[3]),
            "AS",
            ("dealt twice: 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",),
        ),
        ("fontainebleau", STRIPES, "7C", ("Boston de Fontainebleau turns no card",)),
        (
            "fontainebleau",
            (STRIPES[0][3:], *STRIPES[1:]),
            "7C",
            ("hand 0 has 12 cards, not 13", "Boston de Fontainebleau turns no card"),
        ),
        (
            "french",
            STRIPES,
            "AS",
            ("the dealer's last card is turned, but seat 3 has no AS",),
        ),
    ],
)
def test_bad_deals_are_refused_with_every_problem(
    slug: str, hands: tuple[str, ...], turned: str | None, problems: tuple[str, ...]
) -> None:
    card = None if turned is None else br.parse_card(turned)
    with pytest.raises(br.DealError) as first:
        br.start(VARIANTS[slug], 3, hands=hands, turned=card)
    assert first.value.problems == problems
    assert str(first.value) == "; ".join(problems)
    before = finish(french(dealer=2, turned="QC") if slug == "french" else fontainebleau(dealer=2))
    if slug != "american":
        with pytest.raises(br.DealError) as later:
            br.next_deal(before, hands=hands, turned=card)
        assert later.value.problems == problems


def test_a_hand_holds_cards() -> None:
    strange: list[object] = [list(cards(hand)) for hand in STRIPES]
    strange[2] = ["QS", *cards(STRIPES[2])[1:]]
    with pytest.raises(br.DealError, match=r"^hand 2 holds 'QS', which is not a Card$"):
        br.start(VARIANTS["fontainebleau"], hands=strange)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", ["AS XX", "AS AS KS"])
def test_tokens_that_cannot_be_read_are_no_deal(bad: str) -> None:
    """One documented exception for hands that are no deal, whatever is wrong with them."""
    with pytest.raises(br.DealError):
        br.start(VARIANTS["fontainebleau"], hands=(bad, *STRIPES[1:]))


def test_a_turned_card_comes_with_hands() -> None:
    message = "^a turned card is given together with the hands$"
    with pytest.raises(br.DealError, match=message):
        br.start(VARIANTS["american"], turned=br.parse_card("AS"))
    with pytest.raises(br.DealError, match=message):
        br.next_deal(finish(french()), turned=br.parse_card("AS"))


@pytest.mark.parametrize("dealer", [-1, 4, 99])
def test_the_dealer_is_a_seat(dealer: int) -> None:
    message = f"^the dealer is a seat 0 to 3, not {dealer}$"
    with pytest.raises(br.DealError, match=message):
        br.start(VARIANTS["fontainebleau"], dealer)
    with pytest.raises(br.DealError, match=message):
        br.start(VARIANTS["fontainebleau"], dealer, hands=STRIPES)
