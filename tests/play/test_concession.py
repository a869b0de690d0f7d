"""P19: after the first trick the opponents may agree to pay."""

from __future__ import annotations

import pickle
from typing import Final

import pytest
from tests.phases.table_talk import (
    STRIPES,
    act,
    finish,
    leave,
    legal,
    only_bid,
    playing,
    settled,
    tricks,
)
from tests.play.tables import (
    SLUGS,
    bill,
    contract,
    opened,
    play_on,
    refusal,
    said,
    session,
)

import boston_rules as br
from boston_rules.core.errors import WrongPhase
from boston_rules.deal.questions.conceding import Conceding

CONCEDING: Final = ("fontainebleau-hoyle", "russian", "russian-partnership")
VOID: Final = (
    "AS AH AC AD TS TH TC TD 6S 6H 6C JH 2S",
    "KS KH KC KD 9S 9H 9C 9D 5S 5H 5C 7H 2H",
    "QS QH QC QD 8S 8H 8C 8D 4S 4H 4C 3H 2C",
    "JS 6D JC JD 7S 5D 7C 7D 3S 4D 3C 3D 2D",
)
"""Seat 3 holds no heart."""


def bid_by(slug: str, declarer: int, bid: str, *words: str, concessions: bool = True) -> br.State:
    """The first lead of a contract: seat 0 is eldest; ``words`` answer about the partner."""
    state = opened(slug, concessions=concessions)
    state = act(only_bid(state, declarer, f"bid {bid}"), *words)
    return leave(leave(state, "chicane"), "discarding")


def asked(state: br.State, answer: str = "concede") -> list[int]:
    """Who is asked in turn when everybody gives the same answer."""
    found = []
    while state.phase == "conceding":
        assert state.actor is not None
        found.append(state.actor)
        state = act(state, answer)
    return found


class TestWhoIsAsked:
    @pytest.mark.parametrize("slug", ["fontainebleau-hoyle", "russian"])
    @pytest.mark.parametrize("declarer", range(4))
    def test_in_turn_from_the_declarers_left(self, slug: str, declarer: int) -> None:
        state = after_first(bid_by(slug, declarer, "5 H", "solo"))
        assert asked(state) == [(declarer + step) % 4 for step in (1, 2, 3)]

    @pytest.mark.parametrize(("partner", "opponents"), [(0, [2, 3]), (2, [3, 0]), (3, [2, 0])])
    @pytest.mark.parametrize("slug", ["fontainebleau-hoyle", "russian"])
    def test_partnered_deals_ask_only_opponents(
        self, slug: str, partner: int, opponents: list[int]
    ) -> None:
        """Seat 1 has bid."""
        answers = ["decline"] * [2, 3, 0].index(partner)
        state = bid_by(slug, 1, "5 H", "ask", *answers, "accept")
        assert contract(state).partner == partner
        assert asked(after_first(state)) == opponents

    @pytest.mark.parametrize("bid", ["5 H", "11 H", "grand-misere", "piccolissimo"])
    @pytest.mark.parametrize("declarer", range(4))
    def test_P21_fixed_sides_ask_the_other_side(self, declarer: int, bid: str) -> None:
        state = after_first(bid_by("russian-partnership", declarer, bid))
        assert asked(state) == [(declarer + 1) % 4, (declarer + 3) % 4]

    @pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug not in CONCEDING])
    def test_nowhere_else(self, slug: str) -> None:
        for _, done in session(br.get_variant(slug), seed=1):
            kinds = [type(event.action) for event in done.events]
            if br.Play in kinds:
                assert not {br.Concede, br.Contest} & set(kinds[kinds.index(br.Play) :])


def after_first(state: br.State) -> br.State:
    """The state after the first trick, in which the lowest legal cards were played."""
    for _ in range(state.table.variant.seats):
        assert state.phase == "play"
        state = br.apply(state, br.legal_actions(state)[0])
    return state


class TestWhen:
    @pytest.mark.parametrize("slug", CONCEDING)
    def test_after_the_first_trick_of_every_deal_with_a_declarer(self, slug: str) -> None:
        for step in br.get_variant(slug).ladder:
            suit = " C" if step.has_trumps else ""
            words = ["solo"] if step.partnered and slug != "russian-partnership" else []
            state = bid_by(slug, 0, step.key + suit, *words)
            assert state.phase == "play"
            assert after_first(state).phase == "conceding"

    @pytest.mark.parametrize("slug", CONCEDING)
    def test_P22_none_in_a_passed_out_deal(self, slug: str) -> None:
        state = act(opened(slug), "pass; pass; pass; pass")
        assert state.phase == "play"
        while state.actor is not None:
            assert state.phase == "play"
            state = br.apply(state, br.legal_actions(state)[0])

    @pytest.mark.parametrize("slug", CONCEDING)
    @pytest.mark.parametrize("refused", range(3))
    def test_the_first_contest_ends_it_and_nobody_is_asked_again(
        self, slug: str, refused: int
    ) -> None:
        words = [] if slug == "russian-partnership" else ["solo"]
        state = after_first(bid_by(slug, 2, "5 H", *words))
        count = 2 if slug == "russian-partnership" else 3
        state = act(state, *["concede"] * min(refused, count - 1), "contest")
        assert state.phase == "play"
        while state.actor is not None:
            assert state.phase == "play"
            state = br.apply(state, br.legal_actions(state)[0])
        assert sum(settled(state).outcome.tricks) == 13

    def test_decided_or_not(self) -> None:
        """Seat 0 has a Grand Misère and wins the first trick with A♠; he may yet be paid."""
        state = tricks(bid_by("fontainebleau-hoyle", 0, "grand-misere"), "0: AS 5S 4S 3S")
        assert state.phase == "conceding"
        done = settled(act(state, "concede; concede; concede"))
        assert bill(done).made is True
        # Grand Misère 30 from each and the pool of 1.
        assert bill(done).deltas == (91, -30, -30, -30)

    def test_the_winner_of_the_first_trick_leads_on(self) -> None:
        state = tricks(bid_by("russian", 2, "5 H", "solo"), "0: 6S KS 4S 3S")
        assert state.actor == 3
        assert act(state, "concede; contest").actor == 1

    @pytest.mark.parametrize("slug", CONCEDING)
    def test_concessions_off(self, slug: str) -> None:
        words = [] if slug == "russian-partnership" else ["solo"]
        state = after_first(bid_by(slug, 0, "5 H", *words, concessions=False))
        assert state.phase == "play"
        assert sum(settled(finish(state)).outcome.tricks) == 13


class TestThePhase:
    @staticmethod
    def state() -> br.State:
        return tricks(bid_by("fontainebleau-hoyle", 0, "5 H", "solo"), "0: AS 5S 4S 3S")

    def test_two_answers(self) -> None:
        assert legal(self.state()) == ["concede", "contest"]
        for token in ("play AH", "pass", "accept", "decline", "bid 6 H", "chicane"):
            assert refusal(self.state(), token) is WrongPhase

    def test_history(self) -> None:
        """The answers stand between the first trick and the second, with their seats."""
        state = act(self.state(), "concede; contest")
        head = ["0 play AS", "1 play 5S", "2 play 4S", "3 play 3S", "1 concede", "2 contest"]
        assert said(act(self.state(), "concede"))[-5:] == head[:5]
        assert said(state)[-6:] == head
        state = tricks(state, "0: AH 5H 4H 3H")
        assert said(state)[-10:-4] == head
        done = settled(finish(state))
        first = said(done).index("0 play AS")
        assert said(done)[first : first + 6] == head
        for seat in (0, 1, 2, 3, None):
            assert said(br.observe(done, seat))[first : first + 6] == head

    def test_the_first_trick_is_seen(self) -> None:
        state = self.state()
        assert state.hands[1] == br.Cards.parse(STRIPES[1]) - br.Cards.parse("5S")
        view = br.observe(state, 2)
        assert view.taken == (1, 0, 0, 0)
        assert [str(card) for card in view.tricks[0].cards] == ["AS", "5S", "4S", "3S"]
        assert view.contract == contract(state)
        assert view.phase == "conceding"
        assert br.legal_actions(view) == ()
        assert br.legal_actions(br.observe(state, 1)) == (br.Concede(), br.Contest())

    def test_answers_are_public_at_once(self) -> None:
        state = act(self.state(), "concede")
        for seat in (0, 1, 2, 3, None):
            assert br.observe(state, seat).events[-1] == br.Event(1, br.Concede())

    @pytest.mark.parametrize("words", ["", "concede", "concede; concede", "contest"])
    def test_states_pickle(self, words: str) -> None:
        state = act(self.state(), words) if words else self.state()
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert again.events == state.events
        assert finish(again) == finish(state)

    def test_different_answers_are_different_states(self) -> None:
        asked_once, asked_twice = act(self.state(), "contest"), act(self.state(), "concede;contest")
        assert asked_once != asked_twice
        assert playing(asked_once).hands == playing(asked_twice).hands
        assert len({asked_once, asked_twice, act(self.state(), "contest")}) == 2

    def test_P19_nothing_is_decided_until_answered(self) -> None:
        """Chelem, with the first trick lost: no verdict before the answers, lost after them."""
        start = bid_by("fontainebleau-hoyle", 0, "13 H")
        state = act(start, "play 6S; play KS; play 4S")
        assert br.observe(state, 0).decided is None
        state = act(state, "play 3S")
        for words in ("", "concede", "concede; concede"):
            now = act(state, words) if words else state
            assert isinstance(now, Conceding)
            assert now.play.decided is None
            for seat in (0, 1, 2, 3, None):
                assert br.observe(now, seat).decided is None
        for words in ("contest", "concede; contest", "concede; concede; contest"):
            assert br.observe(act(state, words), 2).decided is False

    def test_no_verdict_on_a_made_contract_either(self) -> None:
        """Piccolissimo stands at one trick of twelve; the rest may go wrong."""
        state = bid_by("fontainebleau-hoyle", 0, "piccolissimo")
        state = play_on(state, lambda now: now.phase == "conceding")
        assert br.observe(state, 1).decided is None

    def test_where_nobody_is_asked_a_verdict_stands_at_once(self) -> None:
        state = tricks(
            bid_by("fontainebleau-hoyle", 0, "13 H", concessions=False), "0: 6S KS 4S 3S"
        )
        assert br.observe(state, 0).decided is False


class TestTheBill:
    def test_made_without_overtricks_and_the_pool(self) -> None:
        """Seven hearts: 12 from each and the pool of 1, which seat 3 had put in."""
        state = tricks(bid_by("fontainebleau-hoyle", 0, "7 H", "solo"), "0: AS 5S 4S 3S")
        done = settled(act(state, "concede; concede; concede"))
        assert bill(done).made is True
        assert bill(done).deltas == (37, -12, -12, -12)
        assert (bill(done).pool, done.table.purses) == (0, (37, -12, -12, -13))
        assert done.outcome.conceded is True
        assert done.outcome.tricks == (1, 0, 0, 0)
        assert said(done)[-3:] == ["1 concede", "2 concede", "3 concede"]

    def test_thirteen_tricks_for_five_would_have_been_more(self) -> None:
        """Conceding saves the eight overtricks: 4, not 4 + 8."""
        hands = (
            "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
            "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
            "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
            "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
        )
        state = act(opened("fontainebleau-hoyle", hands), "bid 5 H; pass; pass; pass; solo")
        state = tricks(state, "0: AH 2S 2C 2D")
        assert bill(act(state, "concede; concede; concede")).deltas == (13, -4, -4, -4)
        assert bill(finish(act(state, "contest"))).deltas == (37, -12, -12, -12)

    def test_with_a_partner(self) -> None:
        """R14: 1 pays 0 and 3 pays 2, eight hearts 16; the pool of 1 is the bidder's odd chip."""
        state = bid_by("fontainebleau-hoyle", 0, "8 H", "ask", "decline", "accept")
        done = settled(act(after_first(state), "concede; concede"))
        assert bill(done).deltas == (17, -16, 16, -16)

    def test_P21_fixed_sides(self) -> None:
        """A Grand Misère of seat 1, conceded: 2 pays 1 and 0 pays 3, 30 each; pool 1 to seat 1."""
        state = after_first(bid_by("russian-partnership", 1, "grand-misere"))
        done = settled(act(state, "concede; concede"))
        assert bill(done).deltas == (-30, 31, -30, 30)

    def test_chicane_as_usual(self) -> None:
        """P19: seat 3 holds no heart; he has 2 from each although he concedes with the others."""
        state = act(opened("russian", VOID), "bid 5 H; pass; pass; pass; solo")
        state = act(state, "pass; pass; pass; chicane")
        done = settled(act(after_first(state), "concede; concede; concede"))
        # 5♥ 4 from each and the pool of 1; chicane 2 from each of the others to seat 3.
        assert bill(done).deltas == (12 + 1 - 2, -4 - 2, -4 - 2, -4 + 6)
