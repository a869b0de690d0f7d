"""``classic``: exposure after the first trick, the lead in misères, first to 500."""

from __future__ import annotations

from typing import Final

import pytest
from tests.phases.table_talk import (
    SUITS,
    act,
    finish,
    last_legal,
    leave,
    only_bid,
    playing,
    settled,
    speak,
    tricks,
)
from tests.play.deals import LOW, MIXED, SPADES_FIVE, SPADES_NINE
from tests.play.tables import bill, next_opened, opened, refusal, session

import boston_rules as br
from boston_rules.core.errors import BidTooLow, UnknownBid

MISERES: Final = ("petite-misere", "grande-misere", "misere-ouverte")


def first_lead(key: str, declarer: int, dealer: int = 3) -> br.State:
    """The first lead; all who must have discarded their first card."""
    state = only_bid(opened("classic", MIXED, dealer=dealer), declarer, f"bid {key}")
    return leave(state, "discarding")


class TestLead:
    @pytest.mark.parametrize("key", MISERES)
    @pytest.mark.parametrize("declarer", range(4))
    @pytest.mark.parametrize("dealer", range(4))
    def test_P31_the_declarers_left_leads_in_miseres(
        self, key: str, declarer: int, dealer: int
    ) -> None:
        assert first_lead(key, declarer, dealer).actor == (declarer + 1) % 4

    @pytest.mark.parametrize("declarer", range(4))
    @pytest.mark.parametrize("dealer", range(4))
    def test_P31_eldest_leads_else(self, declarer: int, dealer: int) -> None:
        assert first_lead("8 S", declarer, dealer).actor == (dealer + 1) % 4

    @pytest.mark.parametrize("declarer", range(4))
    def test_P31_discards_go_from_eldest_all_the_same(self, declarer: int) -> None:
        state = only_bid(opened("classic", MIXED, dealer=1), declarer, "bid petite-misere")
        asked = []
        while state.phase == "discarding":
            assert state.actor is not None
            asked.append(state.actor)
            state = br.apply(state, br.legal_actions(state)[0])
        assert asked == [2, 3, 0, 1]

    @pytest.mark.parametrize(
        ("key", "total"), [("petite-misere", 12), ("grande-misere", 13), ("misere-ouverte", 13)]
    )
    def test_R2_only_the_petite_misere_discards(self, key: str, total: int) -> None:
        assert sum(settled(finish(first_lead(key, 2))).outcome.tricks) == total

    def test_the_winner_of_a_trick_leads_to_the_next(self) -> None:
        state = tricks(first_lead("grande-misere", 1), "2: 9S 8S AS JS")
        assert state.actor == 0


class TestExposure:
    """R3: a Misère Ouverte is laid down after the first trick."""

    def test_not_before_nor_within_the_first_trick(self) -> None:
        state = first_lead("misere-ouverte", 3)
        for card in ("AS", "JS", "9S"):
            assert playing(state).exposed == ()
            for seat in (0, 1, 2, None):
                assert br.observe(state, seat).exposed == ()
            state = act(state, f"play {card}")
        assert playing(state).exposed == ()

    def test_from_the_end_of_the_first_trick_on(self) -> None:
        state = tricks(first_lead("misere-ouverte", 3), "0: AS JS 9S 8S")
        held = br.Cards.parse(MIXED[3]) - br.Cards.parse("8S")
        for seat in (0, 1, 2, 3, None):
            assert br.observe(state, seat).exposed == ((3, held),)
        while state.actor is not None:
            assert playing(state).exposed == ((3, state.hands[3]),)
            assert br.observe(state, 1).exposed == state.exposed
            state = br.apply(state, br.legal_actions(state)[0])

    @pytest.mark.parametrize("key", ["petite-misere", "grande-misere", "5 S", "13 D"])
    def test_nothing_else_is_exposed(self, key: str) -> None:
        state = first_lead(key, 3)
        while state.actor is not None:
            assert playing(state).exposed == ()
            state = br.apply(state, br.legal_actions(state)[0])

    @pytest.mark.parametrize(
        ("slug", "bid"),
        [
            ("fontainebleau-cats", "grand-misere-table"),
            ("fontainebleau-cats", "13-table S"),
            ("fontainebleau-hoyle", "little-misere-table"),
            ("russian", "grand-misere-table"),
            ("american-decimal", "grand-spread"),
            ("american-capped", "little-spread"),
            ("boston-whist", "grand-spread"),
            ("two-pack-hoyle", "little-spread"),
            ("english-boston", "grand-spread"),
        ],
    )
    def test_R3_elsewhere_before_the_first_lead(self, slug: str, bid: str) -> None:
        """After the discards where there are any."""
        state = only_bid(opened(slug, MIXED, turned="5C"), 0, f"bid {bid}")
        while state.phase in ("discarding", "chicane"):
            for seat in (1, 2, 3, None):
                assert br.observe(state, seat).exposed == ()
            state = br.apply(state, br.legal_actions(state)[0])
        assert playing(state).exposed == ((0, state.hands[0]),)
        assert br.observe(state, 2).exposed == state.exposed


class TestPool:
    def test_P31_a_won_misere_takes_the_pool(self) -> None:
        for key, price in zip(MISERES, (20, 40, 90), strict=True):
            state = only_bid(opened("classic", LOW), 3, f"bid {key}")
            state = leave(state, "discarding", last_legal)
            done = settled(finish(state))
            # R34: as Seven, Eight and Ten, which they outrank; the pool of 10.
            assert bill(done).deltas == (-price, -price, -price, 3 * price + 10)

    def test_R34_lost_the_same_and_nothing_to_the_pool(self) -> None:
        done = settled(finish(first_lead("grande-misere", 0)))
        assert bill(done).made is False
        assert bill(done).deltas == (-120, 40, 40, 40)
        assert bill(done).pool == 10

    def test_R35_P31_the_fines_stay_for_the_next_deal(self) -> None:
        done = settled(act(opened("classic"), "pass; pass; pass; pass"))
        assert bill(done).deltas == (-5, -5, -5, -5)
        assert bill(done).pool == 30
        after = next_opened(done, MIXED)
        assert (after.table.dealer, after.table.pool) == (0, 40)


class TestFirstTo500:
    def test_P31_the_session_ends_after_the_deal_in_which_one_reaches_it(self) -> None:
        """Seat 0 wins 100 with the pool of 10 by seat 3, then 400 from each."""
        words = "0 bid 7 S; 1 pass; 2 pass; 3 pass"
        state = speak(opened("classic", MIXED, first_to=500), words)
        done = settled(tricks(state, *SPADES_NINE))
        assert done.table.purses == (100, -30, -30, -40)
        assert not done.session_over
        assert done.winners == ()
        state = speak(next_opened(done, SUITS), "1 pass; 2 pass; 3 pass; 0 bid 13 S")
        state = speak(state, "1 pass; 2 pass; 3 pass")
        # Seat 0 dealt and holds all spades, which seat 1 leads hearts into.
        done = settled(finish(state))
        # Chelem 400 from each and the pool of 10, which he had put in himself.
        assert bill(done).deltas == (1210, -400, -400, -400)
        assert done.session_over
        assert done.winners == (0,)
        with pytest.raises(br.SessionOver):
            br.next_deal(done)

    @pytest.mark.parametrize("chips", [499, 500, 501])
    def test_P31_reaching_it_is_enough(self, chips: int) -> None:
        """Seat 0 needs 100: 400 more than he starts with, one less, one more."""
        start = chips - 100
        state = opened("classic", MIXED, first_to=500, starting_chips=start)
        done = settled(tricks(speak(state, "0 bid 7 S; 1 pass; 2 pass; 3 pass"), *SPADES_NINE))
        assert done.table.purses[0] == chips
        assert done.session_over is (chips >= 500)

    def test_R9_follows(self) -> None:
        """Eight short by three: 40 + 15 = 55 to each; then the pool of 10, odd from seat 0."""
        state = opened("classic", MIXED, first_to=50)
        state = speak(state, "0 bid 8 S; 1 pass; 2 pass; 3 pass")
        done = settled(tricks(state, *SPADES_FIVE))
        assert done.session_over
        assert bill(done).deltas == (-165 + 3, 55 + 3, 55 + 2, 55 + 2)
        assert (done.table.pool, done.winners) == (0, (1,))

    def test_P31_the_division_itself_ends_no_session(self) -> None:
        """Seat 1 has 55 and would have 58 with his part of the pool."""
        state = opened("classic", MIXED, first_to=57)
        state = speak(state, "0 bid 8 S; 1 pass; 2 pass; 3 pass")
        done = settled(tricks(state, *SPADES_FIVE))
        assert not done.session_over
        assert bill(done).deltas == (-165, 55, 55, 55)
        assert done.table.pool == 10

    @pytest.mark.parametrize("seed", range(5))
    def test_P31_no_number_of_deals_ends_it(self, seed: int) -> None:
        variant = br.get_variant("classic", first_to=500)
        deals = session(variant, seed, passing=0.7)
        for _, done in deals[:-1]:
            assert max(done.table.purses) < 500
        last = deals[-1][1]
        assert max(last.table.purses) >= 500
        assert last.table.pool == 0
        assert last.winners == tuple(
            seat for seat in range(4) if last.table.purses[seat] == max(last.table.purses)
        )

    def test_sixteen_deals_without_the_option(self) -> None:
        deals = session(br.get_variant("classic"), 1)
        assert len(deals) == 16
        assert max(max(done.table.purses) for _, done in deals) > 0

    def test_sessions_longer_than_sixteen_deals(self) -> None:
        """All pass until the end of time: nobody ever reaches 500."""
        state = opened("classic", first_to=500)
        for number in range(1, 41):
            assert state.table.deal_number == number
            done = settled(act(state, "pass; pass; pass; pass"))
            assert not done.session_over
            state = next_opened(done)
        assert opened("classic", deals=1).table.is_last_deal
        assert not opened("classic", deals=1, first_to=500).table.is_last_deal


def keys(levels: str) -> str:
    return " ".join(step.key for step in br.get_variant("classic", levels=levels).ladder)


class TestR55Levels:
    """The page's shorter and longer games, with the library's own places and prices."""

    def test_R55_the_ladders(self) -> None:
        low, high = "5 6 7 petite-misere", "8 grande-misere 9 10"
        assert keys("standard") == f"{low} {high} misere-ouverte 11 12 13"
        assert keys("short") == f"{low} {high}"
        assert keys("long") == f"{low} piccolissimo {high} misere-ouverte 11 12 13 13-table"

    def test_R55_the_short_game_ends_with_ten_in_diamonds(self) -> None:
        state = opened("classic", MIXED, levels="short")
        assert refusal(state, "bid 11 S") is refusal(state, "bid misere-ouverte") is UnknownBid
        assert act(state, "bid 10 D").phase == "play"

    def test_R55_piccolissimo_between_petite_misere_and_eight(self) -> None:
        state = act(opened("classic", MIXED, levels="long"), "bid piccolissimo")
        assert refusal(state, "bid petite-misere") is BidTooLow
        assert refusal(state, "bid 8 S") is None

    @pytest.mark.parametrize("declarer", range(4))
    def test_R55_piccolissimo_discards_and_eldest_leads(self, declarer: int) -> None:
        state = opened("classic", MIXED, levels="long")
        state = only_bid(state, declarer, "bid piccolissimo")
        asked = []
        while state.phase == "discarding":
            asked.append(state.actor)
            state = br.apply(state, br.legal_actions(state)[0])
        assert (asked, state.actor) == ([0, 1, 2, 3], 0)
        assert playing(state).setup.terms.total == 12
        assert sum(settled(finish(state)).outcome.tricks) == 12

    def test_R55_chelem_ouvert_is_the_highest_and_lies_open_after_the_first_trick(self) -> None:
        state = opened("classic", MIXED, levels="long")
        state = speak(state, "0 bid 13 D; 1 bid 13-table S; 2 pass; 3 pass; 0 pass")
        assert state.actor == 0, "eldest leads"
        assert refusal(speak(opened("classic", MIXED, levels="long"), "0 bid 13-table H"),
                       "bid 13 D") is BidTooLow  # fmt: skip
        state = tricks(state, "0: AS 5S 4S 3S")
        assert [seat for seat, _ in playing(state).exposed] == [1]
        assert br.observe(state, 3).exposed == state.exposed

    @pytest.mark.parametrize(
        ("contract", "won", "made", "chips"),
        [
            (br.Contract("piccolissimo", 0), 1, True, 30),
            (br.Contract("piccolissimo", 0), 0, False, 30),
            (br.Contract("piccolissimo", 0), 4, False, 30),
            (br.Contract("13-table", 0, br.CLUBS), 13, True, 800),
            (br.Contract("13-table", 0, br.CLUBS), 12, False, 800 + 5),
            (br.Contract("13-table", 0, br.DIAMONDS), 0, False, 800 + 13 * 5),
        ],
    )
    def test_R55_prices(self, contract: br.Contract, won: int, made: bool, chips: int) -> None:
        """Thirty both ways, without the pool of 10 when lost; 800 and 5 for each missing trick."""
        total = 12 if contract.trump is None else 13
        outcome = br.Outcome((won, total - won, 0, 0))
        settlement = br.settle(br.get_variant("classic", levels="long"), contract, outcome, pool=10)
        assert settlement.made is made
        sign = 1 if made else -1
        own = sign * 3 * chips + (10 if made else 0)
        assert settlement.deltas == (own, *(-sign * chips,) * 3)
        assert settlement.pool == (0 if made else 10)

    @pytest.mark.parametrize("levels", ["short", "long"])
    def test_R55_every_other_price_is_that_of_the_page(self, levels: str) -> None:
        plain, other = br.get_variant("classic"), br.get_variant("classic", levels=levels)
        for step in plain.ladder:
            if step.key not in other.ladder:
                continue
            contract = br.Contract(step.key, 2, br.HEARTS if step.has_trumps else None)
            for won in range(step.tricks_played(plain.hand) + 1):
                outcome = br.Outcome((0, step.tricks_played(plain.hand) - won, won, 0))
                assert br.settle(other, contract, outcome, pool=7) == br.settle(
                    plain, contract, outcome, pool=7
                )

    def test_R55_the_standard_game_is_what_it_was(self) -> None:
        assert br.get_variant("classic", levels="standard") == br.get_variant("classic")
        assert br.get_variant("classic").revision == 1
