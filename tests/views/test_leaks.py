"""What told too much, or was forgotten, before views were states with holes."""

from __future__ import annotations

import random

import pytest
from tests.laws.composed import COMPOSED, fontainebleau, three_seats
from tests.phases.table_talk import STRIPES, SUITS, act, finish, playing, settled, tricks
from tests.play.deals import MIXED

import boston_rules as br
from boston_rules.deal.questions.conceding import Conceding
from boston_rules.deal.questions.polls import AnsweringBid

HANDS = (
    "AS KS QS JS TS 9S 8S 7S AH KH QH JH 2C",
    "6S 5S 4S TH 9H 8H 7H JC TC 9C 8C AD KD",
    "AC KC QC 2H 2D 3D 4D 5D 6D 7D 8D 9D TD",
    "3S 2S 6H 5H 4H 3H 7C 6C 5C 4C 3C QD JD",
)
"""Seat 0 is eldest and declarer in spades; with seat 2 he wins the first eight tricks."""
ROWS = (
    "2: 2H 3H AH 7H", "0: AS 4S 3D 2S", "0: KS 5S 4D 3S", "0: QS 6S 5D 4C",
    "0: JS 9C 6D 5C", "0: TS TC 7D 6C", "0: 9S JC 8D 7C",
)  # fmt: skip


def after_eight(called: str, rows: tuple[str, ...] = ROWS) -> br.State:
    """The side of two has won eight tricks, and the declarer is to lead."""
    state = br.start(fontainebleau("strict"), 3, hands=HANDS)
    state = act(state, f"bid 5 S;pass;pass;pass;call {called}", *["pass"] * 4, "contest")
    state = act(tricks(state, "0: 2C 8C AC 3C"), "contest")
    return tricks(state, *rows)


def offered(state: br.State) -> bool:
    """Whether the seat to act may declare a slam."""
    return br.Slam() in br.legal_actions(state)


class TestTheSlamOffer:
    """It would tell the declarer who his partner is: what counts is what everybody knows."""

    def test_it_is_not_open_while_the_partner_is_unknown(self) -> None:
        state = after_eight("2D")
        assert playing(state).taken == (7, 0, 1, 0)
        assert not offered(state)
        view = br.observe(state, 0)
        assert view.contract is not None
        assert view.contract.partner is br.UNKNOWN
        legal = {br.legal_actions(br.sample(view, random.Random(seed))) for seed in range(20)}
        assert legal == {br.legal_actions(state)}

    def test_it_is_open_once_he_is_known(self) -> None:
        state = after_eight("3D")
        assert playing(state).partner_shown
        assert offered(state)


class TestWhoIsPolled:
    """All three others: whoever was passed over would be known as the partner."""

    def test_before_the_first_lead(self) -> None:
        state = br.start(fontainebleau("strict"), 3, hands=HANDS)
        state = act(state, "bid 5 S;pass;pass;pass;call 2D", *["pass"] * 4)
        assert isinstance(state, AnsweringBid)
        assert (state.actor, *state.waiting) == (1, 2, 3)

    def test_after_the_first_trick(self) -> None:
        state = br.start(fontainebleau("strict"), 3, hands=HANDS)
        state = act(state, "bid 7 S;pass;pass;pass;call 2D", *["pass"] * 4)
        state = tricks(state, "0: 2C 8C AC 3C")
        assert isinstance(state, Conceding)
        assert (state.actor, *state.waiting) == (1, 2, 3)


class TestTheDeadHand:
    """With three seats the called card may be nobody's."""

    def test_the_partner_is_unknown_to_all_and_nobody_in_the_end(self) -> None:
        variant = three_seats("strict")
        state = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("7C"))
        dead = STRIPES[3].split()[0]
        state = act(state, f"bid 5 S;pass;pass;call {dead}")
        while state.actor is not None:
            contracts = [br.observe(state, seat).contract for seat in (0, 1, 2, None)]
            assert [each and each.partner for each in contracts] == [br.UNKNOWN] * 4
            answers = [br.Contest()] if isinstance(state, Conceding) else br.legal_actions(state)
            state = br.apply(state, answers[0])
        done = settled(state)
        assert done.contract is not None
        assert done.contract.partner is None
        assert done.events[-1].shows.partner is None
        for seat in (0, 1, 2, None):
            assert br.observe(state, seat).settlement == done.settlement
        assert done.settlement == br.settle(
            variant, done.contract, done.outcome, done.deal.table.pool
        )

    def test_no_verdict_counts_on_a_partner_who_may_be_nobody(self) -> None:
        state = br.start(three_seats("strict"), 2, hands=STRIPES[:3], turned=br.parse_card("7C"))
        state = act(state, f"bid 5 S;pass;pass;call {STRIPES[3].split()[0]}")
        rng = random.Random(5)
        seen = set()
        while state.actor is not None:
            seen |= {br.observe(state, seat).decided for seat in (0, 1, 2, None)}
            answers = [br.Contest()] if isinstance(state, Conceding) else br.legal_actions(state)
            state = br.apply(state, rng.choice(answers))
        assert state.settlement is not None
        assert seen <= {None, state.settlement.made}


def test_a_misdeal_keeps_the_card_that_was_turned() -> None:
    variant = COMPOSED["dealt_at_once"]("table")
    state = br.start(variant)
    state = br.apply(state, br.draw_chance(state, random.Random(1)))
    first = state.turned
    state = act(state, "misdeal")
    assert [event.shows.turned for event in state.events[1:]] == [first, state.turned]
    for seat in (0, 1, 2, 3, None):
        view = br.observe(state, seat)
        assert [event.shows.turned for event in view.events[1:]] == [first, state.turned]


class TestUnplayed:
    """The cards not played yet are public, whether held, laid aside or dead."""

    def test_discards(self) -> None:
        plain = br.start(br.get_variant("fontainebleau"), 3, hands=STRIPES)
        state = act(plain, "bid little-misere;pass;pass;pass")
        one = act(state, "discard AS;discard KH;discard QC;discard JD")
        other = act(state, "discard TS;discard KH;discard QC;discard JD")
        for seat in (1, 2, 3, None):
            views = [br.observe(each, seat) for each in (one, other)]
            assert views[0] == views[1]
            assert views[0].play.unplayed == br.Cards(br.PACK).mask

    def test_a_dead_hand(self) -> None:
        variant = br.get_variant("english-boston", seats=3)
        state = br.start(variant, 2, hands=STRIPES[:3], turned=br.parse_card("7C"))
        state = act(state, "bid 5 C;pass;pass")
        for seat in (0, 1, 2, None):
            play = br.observe(state, seat).play
            assert play.unplayed == br.Cards(br.PACK).mask
            assert play.left == (0 if seat is None else state.hands[seat].mask)


@pytest.mark.parametrize("enforcement", ["strict", "table"])
class TestRefusals:
    """A view refuses what its viewer knows cannot be."""

    def test_a_card_that_the_viewer_holds(self, enforcement: str) -> None:
        state = br.start(fontainebleau(enforcement), 3, hands=SUITS)
        state = act(state, "bid 13 S;pass;pass;pass", *["pass"] * 4)
        view = br.observe(state, 1)
        assert view.actor == 0
        for card in view.hand:
            with pytest.raises(br.EventError, match="cannot have happened"):
                br.advance(view, br.Event(0, br.Play(card)))
        played = br.Event(0, br.parse_action("play AS"))
        after = br.advance(view, played)
        with pytest.raises(br.EventError, match="cannot have happened"):
            br.advance(after, br.Event(1, br.parse_action("play AS")))

    def test_what_happens_is_an_event(self, enforcement: str) -> None:
        state = br.start(fontainebleau(enforcement), 3, hands=SUITS)
        view = br.observe(state, 1)
        for nothing in (None, br.Pass(), "pass", (0, br.Pass())):
            with pytest.raises(TypeError, match="event must be an Event"):
                br.advance(view, nothing)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="view must be a view"):
            br.advance(state, br.Event(0, br.Pass()))
        with pytest.raises(TypeError, match="moved by events"):
            br.apply(view, br.Pass())
        with pytest.raises(TypeError):
            br.draw_chance(view, random.Random(1))


class TestWhatWasLeft:
    def test_nothing_of_a_deal_that_was_played_out(self) -> None:
        done = finish(br.start(br.get_variant("classic"), 3, hands=MIXED))
        assert done.hands == tuple(map(br.Cards.parse, MIXED)), "thrown in"
        state = act(br.start(br.get_variant("classic"), 3, hands=MIXED), "bid 7 S;pass;pass;pass")
        assert finish(state).hands == (br.Cards(),) * 4

    def test_the_hands_of_a_deal_that_was_conceded(self) -> None:
        state = after_eight("3D", ())
        asked = br.start(fontainebleau("strict"), 3, hands=HANDS)
        asked = act(asked, "bid 7 S;pass;pass;pass;solo", *["pass"] * 4)
        done = settled(act(tricks(asked, "0: 2C 8C AC 3C"), "concede;concede;concede"))
        assert done.hands == playing(state).hands
        for seat in range(4):
            assert br.observe(done, seat).hand == done.hands[seat]
            assert [len(hand) for hand in br.observe(done, seat).hands] == [
                12 * (other == seat) for other in range(4)
            ]
