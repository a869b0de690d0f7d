"""Who cuts and how the cards are dealt, over all sixteen variants."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import pytest
from attrs import evolve
from tests.phases.table_talk import STRIPES, act, cutting, finish, legal
from tests.play.tables import IN_ORDER, SLUGS, UNSHUFFLED, opened, orders, refusal, said, three

import boston_rules as br
from boston_rules.core.errors import BadTurnUp, WrongPhase
from boston_rules.deal.dealing import open_deal
from boston_rules.telling.draw.shown import last_calls

CUTTERS: Final = {
    "fontainebleau": "all",
    "fontainebleau-cats": "all but first",
    "fontainebleau-hoyle": "nobody",
    "russian": "nobody",
    "russian-partnership": "nobody",
    "american": "all but first",
    "american-decimal": "all but first",
    "boston-whist": "nobody",
    "two-pack-hoyle": "nobody",
    "american-partnership": "nobody",
    "american-capped": "all but first",
    "english-boston": "nobody",
    "classic": "dealer's right",
    "french": "nobody",
    "mariland": "nobody",
    "whisch-bostonien": "nobody",
}
"""P1: who cuts in every deal; in the first of *all but first* the dealer's right."""

SINGLY: Final = (1,) * 13
PACKETS: Final = {
    "fontainebleau": (4, 4, 5),
    "fontainebleau-cats": SINGLY,
    "fontainebleau-hoyle": (3, 3, 3, 3, 1),
    "russian": (3, 3, 3, 3, 1),
    "russian-partnership": (3, 3, 3, 3, 1),
    "american": SINGLY,
    "american-decimal": SINGLY,
    "boston-whist": (3, 3, 3, 3, 1),
    "two-pack-hoyle": (3, 3, 3, 3, 1),
    "american-partnership": (5, 5, 3),
    "american-capped": SINGLY,
    "english-boston": (3, 3, 3, 3, 1),
    "classic": (4, 4, 5),
    "french": SINGLY,
    "mariland": SINGLY,
    "whisch-bostonien": (3, 3, 3, 4),
}
TURNED: Final = {
    **dict.fromkeys(SLUGS, "none"),
    **dict.fromkeys(("french", "mariland", "whisch-bostonien"), "the dealer's last card"),
    **dict.fromkeys(("american", "american-decimal", "american-capped"), "a second pack"),
    **dict.fromkeys(("american-partnership", "boston-whist"), "a second pack"),
    **dict.fromkeys(("two-pack-hoyle", "english-boston"), "a second pack"),
}


def test_the_tables_are_of_all_variants() -> None:
    library = {cls.slug for cls in br.variants.ALL}
    assert set(SLUGS) == set(CUTTERS) == set(PACKETS) == set(TURNED)
    fosters = {slug for slug in library if slug.endswith("-foster")}  # in files of their own
    assert library == {*SLUGS, *fosters}
    assert (len(SLUGS), len(fosters)) == (16, 4)


def expected_cutters(slug: str, dealer: int, number: int) -> list[int]:
    everybody = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    return {
        "all": everybody,
        "all but first": everybody if number else [(dealer + 3) % 4],
        "dealer's right": [(dealer + 3) % 4],
        "nobody": [],
    }[CUTTERS[slug]]


def dealt(
    slug: str, dealer: int, pack: Sequence[br.Card] = IN_ORDER, **options: object
) -> br.State:
    """A first deal from a pack, with cuts that leave it as it was."""
    state = br.apply(br.start(br.get_variant(slug, **options), dealer), br.Shuffle(pack))
    # Cuts that add up to twice 52; one cut alone is undone by the order of the pack.
    for at in (10, 42, 20, 32):
        if state.phase == "cut":
            state = br.apply(state, br.Cut(at))
    return state


class TestCuts:
    @pytest.mark.parametrize("slug", SLUGS)
    @pytest.mark.parametrize("dealer", range(4))
    def test_R10_R11_P1_who_cuts_in_every_deal(self, slug: str, dealer: int) -> None:
        state = br.start(br.get_variant(slug), dealer)
        for number in range(3):
            now = (dealer + number) % 4
            assert state.table.dealer == now
            if number == 0 or slug not in UNSHUFFLED:
                assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
                state = br.apply(state, br.Shuffle(IN_ORDER))
            cutters = []
            while state.phase == "cut":
                assert state.actor is not None
                cutters.append(state.actor)
                state = act(state, f"cut {7 + number}")
            assert cutters == expected_cutters(slug, now, number)
            assert state.phase == ("turn-up" if TURNED[slug] == "a second pack" else "auction")
            state = br.next_deal(finish(state))

    def test_P48_nobody_cuts_with_three_seats(self) -> None:
        state = br.start(br.get_variant("english-boston", seats=3), 1)
        for dealer in (1, 2, 0, 1):
            assert state.table.dealer == dealer
            state = br.apply(state, br.Shuffle(IN_ORDER))
            assert (state.phase, state.actor) == ("auction", (dealer + 1) % 3)
            state = br.next_deal(finish(state))

    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if CUTTERS[slug] != "nobody"])
    def test_R11_P1_every_cut_is_legal_and_one_of_fontainebleau_can_be_declined(
        self, slug: str
    ) -> None:
        state = br.apply(br.start(br.get_variant(slug)), br.Shuffle(IN_ORDER))
        cuts = [f"cut {at}" for at in range(1, 52)]
        if slug == "fontainebleau":
            assert legal(state) == [*cuts, "pass"]
            assert refusal(state, "pass") is None
        else:
            assert legal(state) == cuts
            assert refusal(state, "pass") is WrongPhase
        assert refusal(state, "decline") is WrongPhase

    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if CUTTERS[slug] == "all but first"])
    def test_R11_one_cut_of_the_first_pack_by_hand(self, slug: str) -> None:
        """Seat 1 deals, seat 0 cuts ten cards off; the eleventh is the first of eldest, seat 2."""
        state = br.apply(br.start(br.get_variant(slug), 1), br.Shuffle(IN_ORDER))
        assert state.actor == 0
        after = act(state, "cut 10")
        assert orders(after)[2][:2] == ("QC", "3D")
        assert after.phase in ("auction", "turn-up")

    def test_R11_the_first_deal_is_the_first_of_the_session(self) -> None:
        """A record that begins with a later deal whose pack is not known has it cut by all."""
        table = evolve(br.start(br.get_variant("american")).table, deal_number=5)
        state = br.apply(open_deal(table), br.Shuffle(IN_ORDER))
        assert (state.actor, *cutting(state).waiting) == (1, 2, 3, 0)

    def test_R11_a_declined_cut_leaves_the_pack(self) -> None:
        """Seat 0 deals: 1 and 3 decline, 2 cuts 20 and 0 cuts 32, which makes 52."""
        state = br.apply(br.start(br.get_variant("fontainebleau")), br.Shuffle(IN_ORDER))
        after = act(state, "pass; cut 20; pass; cut 32")
        assert orders(after)[1][:4] == ("2C", "3C", "4C", "5C")
        assert after.actor == 1
        assert orders(act(state, "pass; pass; pass; pass")) == orders(after)

    def test_L12_a_declined_cut_is_seen_by_all_and_the_number_of_a_cut_by_nobody(self) -> None:
        state = br.apply(br.start(br.get_variant("fontainebleau")), br.Shuffle(IN_ORDER))
        state = act(state, "pass; cut 20; pass; cut 32")
        for seat in (0, 1, 2, 3, None):
            view = br.observe(state, seat)
            assert said(view) == ["-1 shuffle ?", "1 pass", "2 cut ?", "3 pass", "0 cut ?"]
            assert view.said == ()

    @pytest.mark.parametrize("cuts", ["pass; pass; pass; pass", "cut 3; pass; pass; cut 7"])
    def test_L12_a_declined_cut_is_no_pass_of_the_auction(self, cuts: str) -> None:
        """In the second deal, which no shuffle opens; the worlds that are sampled agree."""
        state = br.start(br.get_variant("fontainebleau"), 3, hands=STRIPES)
        state = act(br.next_deal(finish(act(state, "pass; pass; pass; pass"))), cuts)
        assert (state.phase, state.actor) == ("auction", 1)
        assert br.observe(state, 0).said == ()
        state = act(state, "pass; bid 5 H; pass; pass")
        for seat in (0, 1, 2, 3, None):
            view = br.observe(state, seat)
            assert len(view.said) == 4
            calls = {caller: str(event) for caller, event in last_calls(view).items()}
            assert calls == {1: "pass", 2: "bid 5 H", 3: "pass", 0: "pass"}
            assert br.observe(br.sample(view, random.Random(1)), seat) == view

    def test_L12_hands_given_outright_and_passed_out_are_not_declined_cuts(self) -> None:
        state = br.start(br.get_variant("fontainebleau"), 3, hands=STRIPES)
        done = finish(act(state, "pass; pass; pass; pass"))
        state = act(br.next_deal(done, hands=STRIPES), "pass; pass; pass; pass")
        assert state.phase == "play"
        for now in (state, act(state, "play 2H"), finish(state)):
            assert [event.seat for event in br.observe(now, 2).said] == [1, 2, 3, 0]

    @pytest.mark.parametrize("at", [1, 13, 26, 51])
    def test_R10_the_cut_of_classic_moves_the_top_to_the_bottom(self, at: int) -> None:
        """Seat 0 deals, seat 3 cuts, seat 1 gets the first packet of four."""
        state = br.apply(br.start(br.get_variant("classic")), br.Shuffle(IN_ORDER))
        after = act(state, f"cut {at}")
        expected = [str(br.PACK[card % 52]) for card in range(at, at + 4)]
        assert list(orders(after)[1][:4]) == expected

    def test_P44_the_number_of_a_cut_is_seen_by_nobody(self) -> None:
        """Four cuts that give the same pack look the same, to those who cut as well."""
        start = br.apply(br.start(br.get_variant("fontainebleau")), br.Shuffle(IN_ORDER))
        one = act(start, "cut 10; cut 42; cut 20; cut 32")
        other = act(start, "cut 51; cut 1; cut 26; cut 26")
        assert one != other
        assert [hand.mask for hand in one.hands] == [hand.mask for hand in other.hands]
        for seat in (0, 1, 2, 3, None):
            assert br.observe(one, seat) == br.observe(other, seat)
        assert said(br.observe(one, 1))[1:] == [f"{seat} cut ?" for seat in (1, 2, 3, 0)]

    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if CUTTERS[slug] != "nobody"])
    def test_P44_the_pack_is_part_of_no_view(self, slug: str) -> None:
        variant = br.get_variant(slug)
        states = [
            br.apply(br.start(variant), br.Shuffle(pack)) for pack in (IN_ORDER, IN_ORDER[::-1])
        ]
        for seat in (0, 1, 2, 3, None):
            assert br.observe(states[0], seat) == br.observe(states[1], seat)


class TestPackets:
    @pytest.mark.parametrize("slug", SLUGS)
    @pytest.mark.parametrize("dealer", range(4))
    def test_P4_packets_from_eldest_to_dealer(self, slug: str, dealer: int) -> None:
        """Dealt here by hand: packet by packet, each to every player in turn."""
        pack = [*map(str, IN_ORDER[::-1])] if slug == "classic" else [*map(str, IN_ORDER)]
        # One cut at the right of the dealer: cut 10 brings this pack to the wanted order.
        once = CUTTERS[slug] in ("dealer's right", "all but first")
        start = pack[-10:] + pack[:-10] if once else pack
        state = dealt(slug, dealer, [br.parse_card(token) for token in start])
        hands: dict[int, list[str]] = {seat: [] for seat in range(4)}
        top = 0
        for size in PACKETS[slug]:
            for seat in [(dealer + step) % 4 for step in (1, 2, 3, 4)]:
                hands[seat] += pack[top : top + size]
                top += size
        assert orders(state) == tuple(tuple(hands[seat]) for seat in range(4))
        assert [len(hand) for hand in state.hands] == [13] * 4

    @pytest.mark.parametrize(
        ("slug", "places"),
        [
            ("boston-whist", [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38, 48]),
            ("russian", [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38, 48]),
            ("american-partnership", [0, 1, 2, 3, 4, 20, 21, 22, 23, 24, 40, 41, 42]),
            ("whisch-bostonien", [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38, 39]),
            ("mariland", [*range(0, 52, 4)]),
            ("fontainebleau-cats", [*range(10, 52, 4), 2, 6]),
        ],
    )
    def test_P4_the_places_of_eldests_cards_in_the_pack(self, slug: str, places: list[int]) -> None:
        assert list(orders(dealt(slug, 3))[0]) == [str(br.PACK[place]) for place in places]

    @pytest.mark.parametrize("slug", ["french", "mariland", "whisch-bostonien"])
    @pytest.mark.parametrize("dealer", range(4))
    def test_R36_R44_R45_the_dealers_last_card_is_turned(self, slug: str, dealer: int) -> None:
        """It is the bottom card of the pack, public, and stays in the dealer's hand."""
        state = dealt(slug, dealer)
        assert state.deal is not None
        assert state.deal.turned == br.parse_card("AS").index
        assert br.parse_card("AS") in state.hands[dealer]
        for seat in (0, 1, 2, 3, None):
            assert br.observe(state, seat).turned is br.parse_card("AS")

    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if TURNED[slug] == "a second pack"])
    def test_a_second_pack_turns_any_card(self, slug: str) -> None:
        state = dealt(slug, 0)
        for card in br.PACK:
            after = br.apply(state, br.TurnUp(card))
            assert after.hands == state.hands
            assert br.observe(after, None).turned is card
            assert after.events[-1] == br.Event(br.CHANCE, br.TurnUp(card))

    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if TURNED[slug] == "none"])
    def test_elsewhere_no_card_is_turned(self, slug: str) -> None:
        state = opened(slug)
        assert br.observe(state, 0).turned is None
        with pytest.raises(br.DealError, match="turns no card"):
            br.start(br.get_variant(slug), 3, hands=STRIPES, turned=br.parse_card("7C"))


class TestThreeSeats:
    """R33, P29: eldest, second, dead hand, dealer."""

    PLACES: Final = {
        "eldest": [0, 1, 2, 12, 13, 14, 24, 25, 26, 36, 37, 38, 48],
        "second": [3, 4, 5, 15, 16, 17, 27, 28, 29, 39, 40, 41, 49],
        "dead": [6, 7, 8, 18, 19, 20, 30, 31, 32, 42, 43, 44, 50],
        "dealer": [9, 10, 11, 21, 22, 23, 33, 34, 35, 45, 46, 47, 51],
    }

    @pytest.mark.parametrize("dealer", range(3))
    def test_R33_P29_the_dead_hand_is_dealt_third(self, dealer: int) -> None:
        state = dealt("english-boston", dealer, seats=3)
        assert state.deal is not None
        found = {
            "eldest": orders(state)[(dealer + 1) % 3],
            "second": orders(state)[(dealer + 2) % 3],
            "dead": tuple(str(br.PACK[card]) for card in state.deal.dead),
            "dealer": orders(state)[dealer],
        }
        assert found == {
            who: tuple(str(br.PACK[place]) for place in places)
            for who, places in self.PLACES.items()
        }
        assert len(state.hands) == 3

    @pytest.mark.parametrize("dealer", range(3))
    def test_P29_the_51st_card_of_the_pack_is_preference(self, dealer: int) -> None:
        """There is no ``turn``: K♠, the last but one of the pack, shows by itself."""
        state = dealt("english-boston", dealer, seats=3)
        assert state.phase == "auction"
        assert [token for token in legal(state) if "5" in token] == ["bid 5 C", "bid 5 S"]
        for seat in (0, 1, 2, None):
            assert br.observe(state, seat).turned is br.parse_card("KS")

    def test_P29_the_other_twelve_stay_hidden(self) -> None:
        """A dead 2♦ for seat 2's 2♣ changes nothing that seats 0 and 1 are shown."""
        swapped = (*STRIPES[:2], STRIPES[2].replace("2C", "2D"))
        one, other = three(), three(swapped)
        assert one != other
        for seat in (0, 1, None):
            assert br.observe(one, seat) == br.observe(other, seat)
        assert br.observe(one, 2) != br.observe(other, 2)

    def test_P29_no_view_holds_a_dead_card_but_the_one_turned(self) -> None:
        state = act(three(), "bid 5 C; pass; pass")
        dead = br.Cards.parse(STRIPES[3])
        while state.actor is not None:
            for seat in (0, 1, 2, None):
                view = br.observe(state, seat)
                shown = {*view.hand, *view.dealt, *view.trick}
                shown |= {card for trick in view.tricks for card in trick.cards}
                assert not shown & set(dead)
            state = br.apply(state, br.legal_actions(state)[0])

    def test_P29_the_turned_card_is_of_the_dead_hand(self) -> None:
        variant = br.get_variant("english-boston", seats=3)
        with pytest.raises(br.DealError, match="dead hand"):
            br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("AS"))
        state = br.start(variant, 2, hands=STRIPES[:3])
        assert (state.phase, state.actor) == ("turn-up", br.CHANCE)
        rng = random.Random(1)
        drawn = {str(br.draw_chance(state, rng)) for _ in range(300)}
        assert drawn == {f"turn {card}" for card in STRIPES[3].split()}
        assert refusal(state, "turn AS") is BadTurnUp
        assert refusal(state, "turn JS") is None
        turned = act(state, "turn 7C")
        assert (turned.turned, orders(turned)) == (three().turned, orders(three()))

    def test_three_hands_are_given_and_the_dealer_is_one_of_three(self) -> None:
        variant = br.get_variant("english-boston", seats=3)
        with pytest.raises(br.DealError, match="3 hands are dealt, not 4"):
            br.start(variant, 0, hands=STRIPES)
        with pytest.raises(br.DealError, match="a seat 0 to 2"):
            br.start(variant, 3)
        with pytest.raises(ValueError, match="a seat 0 to 2"):
            br.observe(three(), 3)
