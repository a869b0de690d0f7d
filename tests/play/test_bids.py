"""P23 and the ladders: what can be bid in each variant, by token and in order."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import STRIPES, act, legal, only_bid, speak
from tests.play.tables import SLUGS, contract, opened, refusal, three

import boston_rules as br
from boston_rules.core.errors import BidForm, BidTooLow, UnknownBid

FAMILY: Final = (
    "5 6 little-misere- 7 piccolissimo- 8 grand-misere- 9 little-misere-table- 10 "
    "grand-misere-table- 11 12 13 13-table"
)
PAIR: Final = "5 6 7 little-misere- 8 9 grand-misere- 10 11 little-spread- 12 grand-spread- 13"
"""Ladders, lowest first; a dash ends what is bid without a suit."""


def spelt(ladder: str, *forms: str) -> list[str]:
    """Every bid of a ladder, its suit bids in the given forms."""
    found = []
    for key in ladder.split():
        if key.endswith("-"):
            found.append(f"bid {key[:-1]}")
        else:
            found += [f"bid {key} {form}".rstrip() for form in forms]
    return found


BIDS: Final = {
    "fontainebleau": spelt(FAMILY, "S", "C", "H", "D"),
    "fontainebleau-cats": spelt(FAMILY, "S", "C", "D", "H"),
    "fontainebleau-hoyle": spelt(FAMILY, "S", "C", "H", "D"),
    "russian": spelt(FAMILY, "S", "C", "H", "D"),
    "russian-partnership": spelt(FAMILY, "S", "C", "H", "D"),
    "american": spelt(PAIR, "", "colour", "preference"),
    "american-decimal": spelt(PAIR, "", "colour", "preference"),
    "boston-whist": spelt(PAIR, "D", "H", "S", "C"),
    "two-pack-hoyle": spelt(PAIR, "D", "H", "S", "C"),
    "english-boston": spelt(PAIR, "S", "C"),
    "american-capped": spelt(PAIR.replace(" grand-spread- 13", ""), ""),
    "american-partnership": spelt("5 6 7 8 9 10 11 12 13", ""),
    "classic": spelt(
        "5 6 7 petite-misere- 8 grande-misere- 9 10 misere-ouverte- 11 12 13", "S", "C", "H", "D"
    ),
    # In the first deal 7♣ makes clubs superpreference and nothing preference.
    "mariland": spelt("4 5 6 7 8 9 10 11 12 13", "D", "H", "S", "C"),
    "whisch-bostonien": ["bid demande", "bid independance"],
}
"""What eldest may bid when 7♣ is turned: clubs preference, spades colour."""


@pytest.mark.parametrize("slug", BIDS)
def test_P23_every_opening_bid_in_order(slug: str) -> None:
    assert legal(opened(slug)) == ["pass", *BIDS[slug]]


def test_the_table_is_of_all_but_french() -> None:
    assert set(SLUGS) - set(BIDS) == {"french"}


@pytest.mark.parametrize("slug", BIDS)
def test_R4_every_bid_overcalls_exactly_those_below(slug: str) -> None:
    """Equal: two plain suits of the two-pack games, two other suits of Mariland."""
    equal = {
        "boston-whist": ("D", "H"), "two-pack-hoyle": ("D", "H"), "mariland": ("D", "H", "S"),
    }.get(slug, ())  # fmt: skip
    bids = BIDS[slug]
    for place, bid in enumerate(bids):
        words = bid.split()
        higher = [
            other
            for other in bids[place + 1 :]
            if not (words[-1] in equal and other.split() in [[*words[:-1], s] for s in equal])
        ]
        state = act(opened(slug), bid)
        if not higher:
            # P3: after the highest bid nobody is asked.
            assert state.phase != "auction"
            continue
        assert [token for token in legal(state) if token.startswith("bid")] == higher
        for other in bids:
            assert refusal(state, other) is (None if other in higher else BidTooLow)


@pytest.mark.parametrize("slug", ["boston-whist", "two-pack-hoyle", "english-boston"])
@pytest.mark.parametrize(
    ("turned", "order"),
    [("2C", "DHSC"), ("KS", "DHCS"), ("9H", "CSDH"), ("AD", "CSHD")],
)
def test_R26_preference_over_colour_over_plain(slug: str, turned: str, order: str) -> None:
    """Low to high by letter; English Boston has the two high ones alone."""
    found = [token[-1] for token in legal(opened(slug, turned=turned)) if token.startswith("bid 5")]
    assert found == list(order[2:] if slug == "english-boston" else order)


class TestForms:
    """P23: the token of another variant is refused by its form, not by its rank."""

    @pytest.mark.parametrize("slug", ["american", "american-decimal"])
    def test_american_names_a_class(self, slug: str) -> None:
        for token in ("bid 5 C", "bid 5 S", "bid little-misere colour"):
            assert refusal(opened(slug), token) is BidForm

    @pytest.mark.parametrize("slug", ["boston-whist", "two-pack-hoyle", "english-boston"])
    def test_the_others_name_a_suit(self, slug: str) -> None:
        for token in ("bid 5", "bid 5 colour", "bid 5 preference", "bid grand-misere C"):
            assert refusal(opened(slug), token) is BidForm

    @pytest.mark.parametrize("slug", ["american-capped", "american-partnership"])
    def test_or_nothing_at_all(self, slug: str) -> None:
        for token in ("bid 5 C", "bid 5 colour", "bid 5 preference"):
            assert refusal(opened(slug), token) is BidForm

    def test_P29_no_plain_suit_in_english_boston(self) -> None:
        for state in (opened("english-boston"), three()):
            for letter in "DH":
                assert refusal(state, f"bid 5 {letter}") is BidForm
            for letter in "SC":
                assert refusal(state, f"bid 5 {letter}") is None

    def test_P28_the_capped_ladder_stops_at_twelve(self) -> None:
        for key in ("13", "grand-spread", "13-table"):
            assert refusal(opened("american-capped"), f"bid {key}") is UnknownBid
        state = act(opened("american-capped"), "bid 12")
        assert (state.phase, contract(state).key) == ("play", "12")

    def test_R34_classic_has_french_miseres_and_no_table_bids(self) -> None:
        for key in ("little-misere", "piccolissimo", "13-table", "grand-misere-table"):
            assert refusal(opened("classic"), f"bid {key}") is UnknownBid

    def test_bostonien_has_two_calls(self) -> None:
        state = opened("whisch-bostonien")
        for token in ("bid 5", "bid simple-petite 6C", "bid 8 C"):
            assert refusal(state, token) is UnknownBid
        assert refusal(state, "bid demande C") is BidForm


class TestTrumps:
    @pytest.mark.parametrize("slug", ["american", "american-decimal"])
    @pytest.mark.parametrize("suit", "CDHS")
    def test_P23_R28_a_plain_bid_names_any_suit_afterwards(self, slug: str, suit: str) -> None:
        state = speak(opened(slug), "0 pass; 1 bid 6; 2 pass; 3 pass; 0 pass")
        assert (state.phase, state.actor) == ("naming trumps", 1)
        assert legal(state) == ["trump C", "trump D", "trump H", "trump S"]
        state = act(state, f"trump {suit}")
        assert state.phase == "play"
        assert contract(state).trump is br.parse_suit(suit)
        assert contract(state).suit_class == "plain"

    @pytest.mark.parametrize("slug", ["american", "american-decimal"])
    def test_colour_and_preference_are_trumps_at_once(self, slug: str) -> None:
        for word, suit in (("colour", br.SPADES), ("preference", br.CLUBS)):
            state = speak(opened(slug), f"0 pass; 1 bid 6 {word}; 2 pass; 3 pass; 0 pass")
            assert state.phase == "play"
            assert contract(state).trump is suit

    @pytest.mark.parametrize(
        ("slug", "bid"),
        [("american-capped", "bid 7"), ("american-partnership", "bid 7"),
         ("whisch-bostonien", "bid demande")],
    )  # fmt: skip
    def test_P28_the_turned_suit_without_a_word(self, slug: str, bid: str) -> None:
        for turned in ("7C", "JH", "3S", "2D"):
            state = only_bid(opened(slug, turned=turned), 0, bid)
            assert state.phase == "play", "no naming of trumps"
            assert contract(state).trump is br.parse_card(turned).suit

    @pytest.mark.parametrize("slug", ["boston-whist", "two-pack-hoyle", "classic", "mariland"])
    def test_the_suit_named_in_the_bid(self, slug: str) -> None:
        for letter in "CDHS":
            state = only_bid(opened(slug), 3, f"bid 8 {letter}")
            assert state.phase == "play"
            assert contract(state).trump is br.parse_suit(letter)

    @pytest.mark.parametrize("slug", SLUGS)
    def test_R3_no_trumps_in_miseres(self, slug: str) -> None:
        for step in br.get_variant(slug).ladder:
            assert step.has_trumps == (not (step.is_misere or step.key == "piccolissimo"))


def test_stripes_hold_what_the_bids_need() -> None:
    """Nobody is void, so no bid of these tables depends on the hand."""
    for hand in STRIPES:
        assert {token[1] for token in hand.split()} == set("CDHS")
