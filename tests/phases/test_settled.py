"""After the deal: the next dealer, the end of the session, winners, and R30 over random play."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import (
    STRIPES,
    SUITS,
    act,
    american,
    finish,
    fontainebleau,
    french,
    settled,
)

import boston_rules as br
from boston_rules.core.errors import SessionOver, WrongPhase
from boston_rules.deal.phases import phases_of


class TestNextDeal:
    def test_a_settled_deal_has_nobody_to_act(self) -> None:
        state = settled(finish(fontainebleau()))
        assert state.actor is None
        assert br.legal_actions(state) == ()
        assert tuple(len(hand) for hand in state.hands) == (0, 0, 0, 0)
        error = br.why_illegal(state, br.Pass())
        assert isinstance(error, WrongPhase)
        assert error.seat is None

    def test_the_bill_is_paid_once(self) -> None:
        state = finish(act(fontainebleau(), "bid 5 H;pass;pass;pass;solo"))
        before, bill = state.deal.table, state.settlement
        assert state.table.purses == tuple(
            purse + delta for purse, delta in zip(before.purses, bill.deltas, strict=True)
        )
        assert state.table.pool == bill.pool
        after = br.next_deal(state).table
        antes = [50 if seat == 0 else 0 for seat in range(4)]
        assert after.purses == tuple(
            purse - ante for purse, ante in zip(state.table.purses, antes, strict=True)
        )
        assert after.pool == bill.pool + 50

    def test_purses_go_below_zero(self) -> None:
        state = french(SUITS, dealer=3, turned="2D")
        state = act(state, "bid grande-misere;pass;pass;pass")
        done = finish(state)
        # Lost at k = 3: 96 to each and the pool of 10 doubled; seat 3 paid the ante of 10.
        assert done.table.purses == (-298, 96, 96, 86)
        again = br.next_deal(done, hands=STRIPES, turned=br.parse_card("AS"))
        assert again.table.purses == (-308, 96, 96, 86), "he antes as if nothing were the matter"
        assert br.legal_actions(br.apply(again, br.Pass()))


def test_a_contest_is_a_phase_of_its_game_and_its_last_answer_tells_the_bill() -> None:
    state = br.start("two-pack-hoyle", hands=SUITS, dealer=3, turned=br.parse_card("2D"))
    assert "contesting the bid" in {phase.phase for phase in phases_of(state.variant)}
    state = act(state, "bid 5 H;pass;pass;pass")
    views = [br.observe(state, seat) for seat in (None, 0, 1, 2, 3)]
    for _ in range(3):
        state = act(state, "concede")
        views = [br.advance(v, br.observe(state, v.viewer).events[-1]) for v in views]  # type: ignore[arg-type]
        assert views == [br.observe(state, seat) for seat in (None, 0, 1, 2, 3)]
    assert settled(state).events[-1].shows.counted == br.Counted((0, 4, 0, 0))
    assert br.next_deal(settled(state)).table.purses == br.next_deal(views[0]).table.purses


class TestSessionEnd:
    def test_R9_the_pool_of_a_thrown_in_last_deal(self) -> None:
        """Ante 20 (late), nobody bids: 5 to each."""
        done = settled(act(french(deals=1), "pass;pass;pass;pass"))
        assert done.settlement.deltas == (5, 5, 5, 5)
        assert done.table.purses == (5, 5, 5, -15)
        assert done.winners == (0, 1, 2)

    def test_R9_odd_chips_go_one_each_from_eldest(self) -> None:
        """Three tie for the fewest and take 16 each of 50; the 2 left go to seats 3 and 0."""
        state = act(fontainebleau(SUITS, dealer=2, deals=1), "pass;pass;pass;pass")
        done = finish(state)
        assert done.outcome.tricks == (0, 0, 0, 13)
        assert done.settlement.deltas == (16 + 1, 16, 16, 0 + 1)
        assert done.table.pool == 0

    def test_R9_a_made_bid_leaves_nothing_to_divide(self) -> None:
        state = act(fontainebleau(SUITS, deals=1), "bid 5 S;pass;pass;pass;solo")
        done = finish(state)
        # 5♠ 10 + eight over 40 + four honours 20 = 70 from each, and the pool.
        assert done.settlement.deltas == (260, -70, -70, -70)
        assert done.winners == (0,)

    def test_R9_a_made_bid_that_does_not_take_the_pool_has_it_divided(self) -> None:
        state = act(american(SUITS, deals=1), "bid 5;pass;pass;pass;trump S")
        done = finish(state)
        # 5 bid, 13 won: 15 from each; the pool of 20 is not his (R21) and is divided: 5 each.
        assert done.settlement.deltas == (45 + 5, -15 + 5, -15 + 5, -15 + 5)
        assert done.table.pool == 0

    def test_P46_a_tie_is_joint(self) -> None:
        done = settled(act(french(deals=1), "pass;pass;pass;pass"))
        with pytest.raises(SessionOver) as over:
            br.next_deal(done)
        assert str(over.value) == (
            "the session is over after 1 deal; won by seat 0, seat 1 and seat 2"
        )

    def test_session_over_comes_before_bad_hands(self) -> None:
        done = settled(act(french(deals=1), "pass;pass;pass;pass"))
        with pytest.raises(SessionOver):
            br.next_deal(done, hands=())

    def test_options_change_the_session(self) -> None:
        state = br.start(br.get_variant("french", starting_chips=500), 1)
        assert state.table.purses == (500, 490, 500, 500)
