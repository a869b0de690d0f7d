"""After the deal: the next dealer, the end of the session, winners, and R30 over random play."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.phases.table_talk import (
    OPENINGS,
    STRIPES,
    SUITS,
    act,
    american,
    finish,
    fontainebleau,
    french,
    legal,
    settled,
)

import boston_rules as br
from boston_rules.errors import SessionOver, WrongPhase


class TestNextDeal:
    @pytest.mark.parametrize("slug", ["fontainebleau", "american", "french"])
    @pytest.mark.parametrize("dealer", range(4))
    def test_the_deal_passes_to_the_left(self, slug: str, dealer: int) -> None:
        state = br.start(br.get_variant(slug), dealer)
        for deal in range(6):
            assert state.table.dealer == (dealer + deal) % 4
            assert state.table.eldest == (dealer + deal + 1) % 4
            assert state.table.deal_number == deal + 1
            state = br.next_deal(finish(state))

    def test_P5_a_thrown_in_deal_counts_and_its_ante_stays(self) -> None:
        state = french(dealer=3, turned="7C", deals=3)
        for deal, turned in ((2, "AC"), (3, "KC")):
            state = act(state, "pass;pass;pass;pass")
            assert settled(state).settlement.pool == state.table.pool > 0
            assert not settled(state).session_over
            state = br.next_deal(state, hands=STRIPES, turned=br.parse_card(turned))
            assert state.table.deal_number == deal
            assert state.table.pool == 20 * deal
        assert settled(act(state, "pass;pass;pass;pass")).session_over

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

    @pytest.mark.parametrize("slug", ["fontainebleau", "american", "french"])
    def test_chips_are_conserved_over_a_session(self, slug: str) -> None:
        rng = random.Random(slug)
        state = br.start(br.get_variant(slug, deals=10))
        chips = state.table.chips
        assert chips == (0 if slug == "french" else 6400)

        def choose(now: br.State) -> br.Action:
            legal_now = br.legal_actions(now)
            return rng.choice([legal_now[0], rng.choice(legal_now)])

        while True:
            done = finish(state, choose, seed=rng.randrange(99))
            assert sum(done.settlement.deltas) + done.settlement.pool == done.deal.table.pool
            assert done.table.chips == chips
            if done.session_over:
                break
            state = br.next_deal(done)
            assert state.table.chips == chips
        assert done.table.pool == 0, "R9: nothing is left in the pool"

    def test_purses_go_below_zero(self) -> None:
        state = french(SUITS, dealer=3, turned="2D")
        state = act(state, "bid grande-misere;pass;pass;pass")
        done = finish(state)
        # Lost at k = 3: 96 to each and the pool of 10 doubled; seat 3 paid the ante of 10.
        assert done.table.purses == (-298, 96, 96, 86)
        again = br.next_deal(done, hands=STRIPES, turned=br.parse_card("AS"))
        assert again.table.purses == (-308, 96, 96, 86), "he antes as if nothing were the matter"
        assert br.legal_actions(br.apply(again, br.Pass()))


class TestSessionEnd:
    @pytest.mark.parametrize(
        ("slug", "deals"), [("fontainebleau", 12), ("american", 12), ("french", 40)]
    )
    def test_the_session_has_its_deals(self, slug: str, deals: int) -> None:
        state = br.start(br.get_variant(slug))
        for number in range(1, deals):
            assert state.table.deal_number == number
            done = finish(state)
            assert not done.session_over
            assert done.winners == ()
            state = br.next_deal(done)
        done = finish(state)
        assert done.session_over
        assert done.winners
        with pytest.raises(
            SessionOver, match=f"^the session is over after {deals} deals; won by seat"
        ):
            br.next_deal(done)

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
            "the session is over after 1 deals; won by seat 0 and seat 1 and seat 2"
        )

    def test_session_over_comes_before_bad_hands(self) -> None:
        done = settled(act(french(deals=1), "pass;pass;pass;pass"))
        with pytest.raises(SessionOver):
            br.next_deal(done, hands=())

    def test_options_change_the_session(self) -> None:
        state = br.start(br.get_variant("french", starting_chips=500), 1)
        assert state.table.purses == (500, 490, 500, 500)


def general_misery(tricks: tuple[int, ...], eldest: int) -> list[int]:
    """R30 and P25, read off the page."""
    most = max(tricks)
    order = [(eldest + place) % 4 for place in range(4)]
    tied = [seat for seat in order if tricks[seat] == most]
    deltas = [0, 0, 0, 0]
    for payee in order:
        if payee in tied:
            continue
        if len(tied) == 3:
            shares = [5, 5, 5]
        else:
            due = 5 * (most - tricks[payee])
            shares = [due] if len(tied) == 1 else [(due + 1) // 2, due // 2]
        for payer, chips in zip(tied, shares, strict=True):
            deltas[payer] -= chips
            deltas[payee] += chips
    return deltas


class TestPassedOut:
    def test_R30_P25_random_deals(self) -> None:
        rng = random.Random(30)
        ties: Counter[int] = Counter()
        odd = 0
        for deal in range(60):
            pack = [str(card) for card in br.shuffled(rng)]
            hands = [" ".join(pack[place : place + 13]) for place in range(0, 52, 13)]
            state = act(american(hands, dealer=deal % 4), "pass;pass;pass;pass")
            done = finish(state, lambda now: rng.choice(br.legal_actions(now)))
            tricks = done.outcome.tricks
            assert list(done.settlement.deltas) == general_misery(tricks, (deal + 1) % 4)
            assert done.settlement.pool == 20, "untouched"
            tied = sum(count == max(tricks) for count in tricks)
            ties[tied] += 1
            odd += tied == 2 and any((max(tricks) - count) % 2 for count in tricks)
        assert set(ties) == {1, 2, 3}
        assert odd, "the odd chip has been met"

    def test_R8_fewest_tricks_divide_the_pool(self) -> None:
        rng = random.Random(8)
        met = set()
        for deal in range(60):
            pack = [str(card) for card in br.shuffled(rng)]
            hands = [" ".join(pack[place : place + 13]) for place in range(0, 52, 13)]
            state = act(fontainebleau(hands, dealer=deal % 4), "pass;pass;pass;pass")
            done = finish(state, lambda now: rng.choice(br.legal_actions(now)))
            tricks = done.outcome.tricks
            winners = [seat for seat in range(4) if tricks[seat] == min(tricks)]
            share, left = divmod(50, len(winners))
            assert list(done.settlement.deltas) == [
                share if seat in winners else 0 for seat in range(4)
            ]
            assert done.table.pool == left
            met.add(len(winners))
        assert met == {1, 2, 3}


@pytest.mark.parametrize("slug", ["fontainebleau", "american"])
def test_P22_passed_out_deals_are_thirteen_tricks_from_eldest(slug: str) -> None:
    for dealer in range(4):
        state = act(OPENINGS[slug](STRIPES, dealer), "pass;pass;pass;pass")
        assert (state.name, state.actor) == ("play", (dealer + 1) % 4)
        assert len(legal(state)) == 13
        done = finish(state)
        assert sum(done.outcome.tricks) == 13
        assert {type(action) for _, action in done.history} <= {br.Pass, br.Play, br.TurnUp}
