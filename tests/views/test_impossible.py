"""What cannot have happened moves no view, as far as its viewer can tell."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from attrs import evolve
from tests.laws import composed
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    american,
    finish,
    fontainebleau,
    french,
    last_legal,
    only_bid,
    playing,
    reach,
    tricks,
)
from tests.questions.house import FOUR_ACES, House

import boston_rules as br
from boston_rules.core.events import Counted
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw

EVERYBODY = (0, 1, 2, 3, None)


def moved(before: br.State, after: br.State, viewer: int | None) -> tuple[br.State, br.Event]:
    """A view, and the event that moves it to what is seen afterwards."""
    view, seen = br.observe(before, viewer), br.observe(after, viewer)
    assert br.advance(view, seen.events[-1]) == seen
    return view, seen.events[-1]


def refused(view: br.State, event: br.Event, why: str) -> None:
    before = pickle.dumps(view)
    with pytest.raises(br.EventError, match=why):
        br.advance(view, event)
    assert pickle.dumps(view) == before


def did(seat: int, token: str) -> br.Event:
    """Something that shows nothing besides."""
    return br.Event(seat, br.parse_action(token))


def showing(event: br.Event, **shows: Any) -> br.Event:
    """The same event, which shows something else."""
    return evolve(event, shows=evolve(event.shows, **shows))


class TestTheDeal:
    def test_a_pack_that_nobody_cuts_is_dealt_by_the_event_that_opens_the_deal(self) -> None:
        state = br.start(composed.dealt_at_once("strict"))
        done = finish(br.apply(state, br.draw_chance(state, random.Random(2))))
        for viewer in EVERYBODY:
            view, event = moved(done, br.next_deal(done), viewer)
            refused(view, showing(event, dealt=()), "tells them")
            with pytest.raises(br.EventError, match="tells them"):
                br.next_deal(view)

    def test_a_pack_that_is_cut_is_dealt_later(self) -> None:
        state = br.start("fontainebleau")
        state = br.apply(state, br.draw_chance(state, random.Random(2)))
        done = finish(state)
        for viewer in EVERYBODY:
            view, _ = moved(done, br.next_deal(done), viewer)
            assert br.next_deal(view) == br.observe(br.next_deal(done), viewer)


class TestAContractByTheCards:
    """Seat 0 has the four aces, and seat 1 the king of hearts that makes him the partner."""

    def told(self, viewer: int | None) -> tuple[br.State, br.Event]:
        hands = [br.Cards.parse(hand).sorted() for hand in FOUR_ACES]
        pack = [hands[(place + 1) % 4][place // 4] for place in range(52)]
        state = br.start(House())
        view, event = moved(state, br.apply(state, br.Shuffle(pack)), viewer)
        called = br.parse_card("KH")
        assert event.shows.made == br.Contract("aces", 0, br.HEARTS, 1, target=9, called=called)
        return view, event

    def changed(self, viewer: int | None, **changes: Any) -> tuple[br.State, br.Event]:
        view, event = self.told(viewer)
        assert event.shows.made is not None
        return view, showing(event, made=evolve(event.shows.made, **changes))

    @pytest.mark.parametrize(
        "changes",
        [
            {"turned": br.SPADES}, {"belle": br.SPADES}, {"stakes": 2}, {"key": "nine"},
            {"partner": None}, {"partner": br.UNKNOWN}, {"partner": 0}, {"declarer": 4},
            {"trump": None}, {"suit_class": "petite"}, {"target": 14}, {"target": "9"},
        ],
    )  # fmt: skip
    def test_is_one_that_the_rule_makes_at_this_table(self, changes: dict[str, object]) -> None:
        for viewer in EVERYBODY:
            refused(*self.changed(viewer, **changes), "the cards cannot make")

    @pytest.mark.parametrize(
        ("viewer", "changes"),
        [(0, {"declarer": 2}), (1, {"partner": 2}), (2, {"partner": 2}), (2, {"declarer": 2})],
    )
    def test_is_none_of_cards_that_the_viewer_knows_elsewhere(
        self, viewer: int, changes: dict[str, object]
    ) -> None:
        refused(*self.changed(viewer, **changes), "the cards cannot make")
        assert br.advance(*self.changed(3, **changes)).phase == "play", "for all that he knows"

    def test_is_missed_by_none_whose_cards_make_one(self) -> None:
        for viewer in EVERYBODY:
            view, event = self.told(viewer)
            if viewer == 0:
                refused(view, showing(event, made=None), "the cards cannot make None")
            else:
                assert br.advance(view, showing(event, made=None)).phase == "auction"


class TestTheAuction:
    def test_who_holds_an_ace_hears_nobody_bid_four(self) -> None:
        state = act(french(STRIPES), "pass")
        for viewer in (2, 3, None):
            assert br.advance(br.observe(state, viewer), did(1, "bid quatre-as")).actor == 2
        for viewer in (0, 1):
            refused(br.observe(state, viewer), did(1, "bid quatre-as"), "only with")

    def test_a_card_that_one_lays_oneself_is_no_hole(self) -> None:
        state = french(belle="H")
        hidden = br.Event(0, br.Bid("simple-belle", card=br.HOLE))
        for viewer in (1, 2, 3, None):
            assert br.advance(br.observe(state, viewer), hidden).actor == 1
        for own in (state, br.observe(state, 0)):
            error = br.why_illegal(own, hidden.action)  # type: ignore[arg-type]
            assert error is not None
            assert (error.code, error.reason) == (
                "auction/form",
                "a card that is held is laid with it",
            )
        refused(br.observe(state, 0), hidden, "a card that is held is laid with it")

    @pytest.mark.parametrize(
        ("laid", "viewers"),
        [("AC", EVERYBODY), (None, EVERYBODY), ("KH", (0, 1)), ("TH", (0,))],
    )
    def test_the_card_that_won_the_auction_can_have_been_laid(
        self, laid: str | None, viewers: tuple[int | None, ...]
    ) -> None:
        before = act(french(belle="H"), "bid simple-belle AH;pass;pass")
        card = None if laid is None else br.parse_card(laid)
        for viewer in EVERYBODY:
            view, event = moved(before, act(before, "pass"), viewer)
            assert event.shows == br.Shows(laid=br.parse_card("AH"))
            if viewer in viewers:
                refused(view, showing(event, laid=card), f"{laid} was not laid with")
            else:
                assert br.advance(view, showing(event, laid=card)).phase == "play"


def test_a_card_that_one_lays_aside_oneself_is_no_hole() -> None:
    state = act(american(), "bid little-misere;pass;pass;pass")
    hidden = br.Event(0, br.Discard(br.HOLE))
    for viewer in (1, 2, 3, None):
        assert br.advance(br.observe(state, viewer), hidden).actor == 1
    for own in (state, br.observe(state, 0)):
        error = br.why_illegal(own, br.Discard(br.HOLE))
        assert error is not None
        assert (error.code, error.reason) == ("cards/not-held", "a card that is held is laid aside")
    refused(br.observe(state, 0), hidden, "a card that is held is laid aside")


class TestSlams:
    """Seat 0 has won his five tricks, and may declare a slam."""

    HANDS = (
        "JD AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S",
        *SUITS[1:3],
        "AD KD QD TD 9D 8D 7D 6D 5D 4D 3D 2D 2S",
    )

    def offered(self) -> br.State:
        state = act(french(self.HANDS, turned="2S"), "bid simple-belle AS;pass;pass;pass")
        return tricks(
            state, "0: JD 2H 2C 2S", "0: AS 3H 3C 2D", "0: KS 4H 4C 3D", "0: QS 5H 5C 4D",
            "0: JS 6H 6C 5D",
        )  # fmt: skip

    def test_a_slam_is_told_like_a_card(self) -> None:
        for word in ("slam", "slam table"):
            for viewer in EVERYBODY:
                view, _ = moved(self.offered(), act(self.offered(), word), viewer)
                refused(view, did(1, word), "cannot have happened")
                if viewer != 0:
                    assert br.legal_actions(view) == ()

    def test_a_slam_on_the_table_shows_the_hand_of_the_declarer(self) -> None:
        state = self.offered()
        cards = state.hands[0]
        for viewer in (1, 2, 3, None):
            view, event = moved(state, act(state, "slam table"), viewer)
            assert event.shows == br.Shows(exposed=(0, cards))
            refused(view, showing(event, exposed=None), "does not tell")
            refused(view, showing(event, exposed=(1, cards)), "does not tell")
            refused(view, showing(event, exposed=(0, br.Cards.parse("TS 9S"))), "cannot hold")


def test_a_hand_lies_on_the_table_from_the_first_lead_as_it_was_dealt() -> None:
    before = act(fontainebleau(SUITS), "bid 13-table S;pass;pass")
    after = act(before, "pass")
    cards = before.hands[0]
    for viewer in EVERYBODY:
        view, event = moved(before, after, viewer)
        assert event.shows == br.Shows(exposed=(0, cards))
        refused(view, showing(event, exposed=None), "does not tell")
        refused(view, showing(event, exposed=(1, cards)), "does not tell")
        why = "does not tell" if viewer == 0 else "cannot hold"
        refused(view, showing(event, exposed=(0, cards - br.Cards.parse("AS"))), why)
        if viewer in (1, 2, 3):
            refused(view, showing(event, exposed=(0, before.hands[viewer])), "cannot hold")


class TestTheHolderOfACalledCard:
    """All opponents have conceded before the called card was seen: the deuce of diamonds."""

    HANDS = (
        "AS KS QS JS TS 9S 8S 7S AH KH QH JH 2C",
        "6S 5S 4S TH 9H 8H 7H JC TC 9C 8C AD KD",
        "AC KC QC 2H 2D 3D 4D 5D 6D 7D 8D 9D TD",
        "3S 2S 6H 5H 4H 3H 7C 6C 5C 4C 3C QD JD",
    )

    def asked(self) -> br.State:
        state = br.start(composed.fontainebleau("strict"), 3, hands=self.HANDS)
        state = act(state, "bid 7 S;pass;pass;pass;call 2D", *["pass"] * 4)
        return act(tricks(state, "0: 2C 8C AC 3C"), "concede;concede")

    def test_is_told_when_the_deal_ends(self) -> None:
        state = self.asked()
        for viewer in EVERYBODY:
            _, event = moved(state, act(state, "concede"), viewer)
            assert event.shows.partner == 2

    @pytest.mark.parametrize("partner", [br.HOLE, None, 0, 4])
    def test_is_another_seat(self, partner: object) -> None:
        state = self.asked()
        for viewer in EVERYBODY:
            view, event = moved(state, act(state, "concede"), viewer)
            refused(view, showing(event, partner=partner), "of who held the called card")

    def test_is_nobody_whose_cards_the_viewer_knows(self) -> None:
        state = self.asked()
        for viewer in EVERYBODY:
            view, event = moved(state, act(state, "concede"), viewer)
            for partner in (1, 3):
                if viewer in (2, partner):
                    refused(view, showing(event, partner=partner), "of who held the called card")


def test_nobody_plays_the_card_that_he_has_called() -> None:
    for variant in (composed.fontainebleau("strict"), composed.fontainebleau("table")):
        state = br.start(variant, 3, hands=TestTheHolderOfACalledCard.HANDS)
        state = act(state, "bid 5 S;pass;pass;pass;call 2D", *["pass"] * 4, "contest")
        for viewer in EVERYBODY:
            view = br.observe(state, viewer)
            refused(view, did(0, "play 2D"), "you do not hold 2D")
            if viewer in (1, 3, None):
                assert br.advance(view, did(0, "play 3D")).actor == 1, "for all that he knows"


def test_a_card_turned_from_the_dealers_hand_is_played_by_nobody_else() -> None:
    state = br.start("mariland", 3, hands=SUITS, turned=br.parse_card("2D"))
    state = reach(only_bid(state, 0, "bid 4 D"), "play", last_legal)
    assert state.actor == 0
    for viewer in EVERYBODY:
        view = br.observe(state, viewer)
        refused(view, did(0, "play 2D"), "you do not hold 2D")
        if viewer in (1, 2, None):
            assert br.advance(view, did(0, "play 3D")).actor == 1, "for all that he knows"


class TestChicane:
    """Seat 1 has declared it: it was dealt no trump."""

    def lead(self) -> br.State:
        state = br.start(composed.fontainebleau("strict"), 3, hands=SUITS)
        bid = "bid 5 S;pass;pass;pass;call 2D"
        return act(state, bid, "pass", "chicane", "pass", "pass", "contest")

    def test_plays_no_trump(self) -> None:
        state = act(self.lead(), "play AS")
        for viewer in EVERYBODY:
            view = br.observe(state, viewer)
            refused(view, did(1, "play 3S"), "you do not hold 3S")
            if viewer in (2, 3, None):
                assert br.advance(view, did(1, "play 3C" if viewer == 3 else "play 3D")).actor == 2

    def test_has_no_honours(self) -> None:
        state = act(tricks(self.lead(), "0: 2S 2H 2C 2D"), "concede")
        for viewer in EVERYBODY:
            view, event = moved(state, act(state, "concede"), viewer)
            assert event.shows.counted == Counted((4, 0, 0, 0))
            refused(view, showing(event, counted=Counted((3, 1, 0, 0))), "what the bill counts")
            if viewer in (1, 3, None):
                br.advance(view, showing(event, counted=Counted((3, 0, 1, 0))))


class TestWhatTheBillCounts:
    """All have conceded, each with an honour in hand, and seat 3 with the Boston."""

    def conceded(self, viewer: int | None) -> tuple[br.State, br.Event]:
        variant = composed.french("strict")
        state = br.start(variant, 3, hands=STRIPES, turned=br.parse_card("2D"))
        state = act(state, "bid petite-independance H;pass;pass;pass", *["pass"] * 4)
        state = act(tricks(state, "0: 6C 5C 2C 3C"), "concede;concede")
        view, event = moved(state, act(state, "concede"), viewer)
        assert event.shows == br.Shows(counted=Counted((1, 1, 1, 1), 3))
        return view, event

    @pytest.mark.parametrize(
        ("counted", "viewers"),
        [
            (None, EVERYBODY),
            (Counted((1, 1, 1), 3), EVERYBODY),
            (Counted((2, 1, 1, 1), 3), EVERYBODY),
            (Counted((1, 1, 1, 0), 3), EVERYBODY),
            (Counted((2, 2, 1, -1), 3), EVERYBODY),
            (Counted((2, 1, 1, 0), 3), (0, 3)),
            (Counted((1, 3, 0, 0), 3), (1, 2, 3)),
            (Counted((1, 1, 1, 1), None), EVERYBODY),
            (Counted((1, 1, 1, 1), 4), EVERYBODY),
            (Counted((1, 1, 1, 1), -1), EVERYBODY),
            (Counted((1, 1, 1, 1), 1), (1, 3)),
        ],
    )
    def test_is_what_the_hands_can_have_held(
        self, counted: Counted | None, viewers: tuple[int | None, ...]
    ) -> None:
        for viewer in EVERYBODY:
            view, event = self.conceded(viewer)
            if viewer in viewers:
                refused(view, showing(event, counted=counted), "what the bill counts")
            else:
                assert br.advance(view, showing(event, counted=counted)).phase == "settled"


class TestTheTablesLaw:
    """Whose trick it is after a revoke tells who the unknown partner may be."""

    HANDS = (
        "AS KS QS JS AH 5H 4H AC 5C 4C AD 5D 4D",
        "TS 9S 8S KH QH JH KC QC JC KD QD JD TD",
        "7S 6S 5S TH 9H 8H TC 9C 8C 2C 9D 8D 7D",
        "4S 3S 2S 7H 6H 3H 2H 7C 6C 3C 6D 3D 2D",
    )

    def ruffed(self, called: str, *, asking: bool = False) -> br.State:
        """Seat 1 has ruffed the heart that the declarer led, with hearts in hand."""
        if asking:
            variant = composed.fontainebleau("table")
        else:
            variant = evolve(
                br.get_variant("fontainebleau-cats", enforcement="table"),
                laws=Laws(MisdealLaw(), RevokeLaw("that-trick")),
            )
        state = act(br.start(variant, 3, hands=self.HANDS), "bid 7 S;pass;pass;pass")
        state = act(state, f"call {called}", *["pass"] * 4 * asking)
        state = tricks(state, "0: 5H 8S 8H 7H")
        assert state.taken == (0, 1, 0, 0)
        return state

    @pytest.mark.parametrize("asking", [False, True])
    @pytest.mark.parametrize(("called", "winner"), [("2D", 3), ("7D", 2), ("TD", 2)])
    def test_the_trick_goes_to_whoever_has_won_it_now(
        self, called: str, winner: int, *, asking: bool
    ) -> None:
        before = self.ruffed(called, asking=asking)
        after = br.apply(before, br.Revoke(1), 0)
        assert after.taken == tuple(int(seat == winner) for seat in range(4))
        for viewer in EVERYBODY:
            _, event = moved(before, after, viewer)
            assert event == br.Event(0, br.Revoke(1), br.Shows(verdict=True, winner=winner))
            worlds = br.Worlds(br.observe(after, viewer))
            contracts = [worlds.state(random.Random(seed)).contract for seed in range(20)]
            partners = {None if each is None else each.partner for each in contracts}
            if winner == 3:
                assert partners == {3}
            elif viewer in (1, 2):
                assert after.contract is not None
                assert partners == {after.contract.partner}, "he holds the card, or does not"
            else:
                assert partners == {1, 2}

    @pytest.mark.parametrize("asking", [False, True])
    def test_a_trick_goes_to_nobody_who_cannot_have_won_it(self, *, asking: bool) -> None:
        before = self.ruffed("2D", asking=asking)
        for viewer in EVERYBODY:
            view, event = moved(before, br.apply(before, br.Revoke(1), 0), viewer)
            for winner in (None, 0, 1, 4):
                refused(view, showing(event, winner=winner), "of who has won the trick now")
            if viewer == 3:
                refused(view, showing(event, winner=2), "of who has won the trick now")
            else:
                assert br.advance(view, showing(event, winner=2)).taken == (0, 0, 1, 0)

    def test_a_claim_tells_whether_it_was_right(self) -> None:
        before = self.ruffed("2D")
        for viewer in EVERYBODY:
            view, event = moved(before, br.apply(before, br.Revoke(1), 0), viewer)
            refused(view, evolve(event, shows=br.Shows()), "whether seat 1 could follow suit")
            wrong = evolve(event, shows=br.Shows(verdict=False))
            if viewer == 1:
                refused(view, wrong, "whether seat 1 could follow suit")
            else:
                assert br.advance(view, wrong).taken == before.taken

    def test_who_cannot_be_the_partner_does_not_play_the_called_card(self) -> None:
        state = br.apply(self.ruffed("2D"), br.Revoke(1), 0)
        assert state.actor == 3
        state = act(state, "play 3D")
        for card, seat in (("4D", 0), ("KD", 1), ("7D", 2)):
            for viewer in EVERYBODY:
                refused(br.observe(state, viewer), did(seat, "play 2D"), "you do not hold 2D")
            state = act(state, f"play {card}")

    def test_the_called_card_is_played_by_the_partner_that_is_left(self) -> None:
        before = br.apply(self.ruffed("2D"), br.Revoke(1), 0)
        after = act(before, "play 2D")
        for viewer in EVERYBODY:
            moved(before, after, viewer)
            view = br.observe(after, viewer)
            assert playing(view).partner_shown
            assert view.voids == ((), (), (), ()), "the claim was right"
            refused(view, did(0, "play 2D"), "you do not hold 2D")

    @pytest.mark.parametrize(("called", "winner"), [("KH", 2), ("9C", 2), ("7H", 0), ("2D", 0)])
    def test_with_three_seats_the_trick_tells_whether_the_called_card_is_dead(
        self, called: str, winner: int
    ) -> None:
        variant = composed.three_seats("table")
        state = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("7C"))
        state = act(state, f"bid 5 C;pass;pass;call {called}", *["pass"] * 3)
        before = tricks(state, "0: 6H 5C 8H")
        assert before.taken == (0, 1, 0)
        after = br.apply(before, br.Revoke(1), 0)
        assert after.taken == tuple(int(seat == winner) for seat in range(3))
        after = act(after, "contest")
        assert after.actor == winner
        for viewer in (0, 1, 2, None):
            moved(before, br.apply(before, br.Revoke(1), 0), viewer)
            view = br.observe(after, viewer)
            for seat in range(3):
                if winner == 0 or seat == 0:
                    refused(view, did(seat, f"play {called}"), f"you do not hold {called}")

    def test_a_card_that_lies_exposed_is_played_by_its_owner(self) -> None:
        state = br.apply(self.ruffed("2D"), br.parse_action("play TH"), 2)
        for viewer in EVERYBODY:
            view = br.observe(state, viewer)
            refused(view, did(1, "play TH"), "you do not hold TH")
            refused(view, did(3, "play TH"), "you do not hold TH")
