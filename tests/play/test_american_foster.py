"""`american-foster`: Foster's own figures, the pool, "I pay", a passed-out deal and the grand."""

from __future__ import annotations

import random
from typing import Final

import pytest
from tests.phases.table_talk import STRIPES, SUITS, act, finish, tricks
from tests.play.tables import bill, opened, refusal, since

import boston_rules as br
from boston_rules.core.errors import PassedOut, SettlementError

FOSTER: Final = br.get_variant("american-foster")
GRAND: Final = br.get_variant("american-foster", end="grand", deals=1)


def price(key: str, taken: int, **options: object) -> tuple[int, ...]:
    """What each seat wins by a bid of seat 0, the pool being empty."""
    tricks_won = (taken, 13 - taken, 0, 0)
    contract = br.Contract(key, 0, br.SPADES, suit_class="plain")
    variant = br.get_variant("american-foster", **options)
    return br.settle(variant, contract, br.Outcome(tricks_won)).deltas


class TestFostersFigures:
    @pytest.mark.parametrize(
        ("key", "taken", "chips"), [("7", 10, 22), ("10", 10, 42), ("8", 7, -23)]
    )
    def test_each_payer(self, key: str, taken: int, chips: int) -> None:
        assert price(key, taken) == (3 * chips, -chips, -chips, -chips)

    @pytest.mark.parametrize(("key", "taken", "chips"), [("7", 10, 20), ("8", 7, -25)])
    def test_the_american_system(self, key: str, taken: int, chips: int) -> None:
        assert price(key, taken, overtricks=False) == (3 * chips, -chips, -chips, -chips)

    @pytest.mark.parametrize(
        ("taken", "deltas"),
        [
            ((6, 2, 5, 0), (-110, 40, 10, 60)),
            ((5, 5, 1, 2), (-35, -35, 40, 30)),
            ((4, 3, 3, 3), (-30, 10, 10, 10)),
            ((7, 6, 0, 0), (-150, 10, 70, 70)),
            ((4, 4, 4, 1), (-10, -10, -10, 30)),
        ],
    )
    def test_when_all_pass(self, taken: tuple[int, ...], deltas: tuple[int, ...]) -> None:
        found = br.settle(FOSTER, None, br.Outcome(taken), pool=40)
        assert found.deltas == deltas
        assert found.pool == 40

    @pytest.mark.parametrize(
        ("key", "chips"),
        [("little-misere", 20), ("grand-misere", 40), ("little-spread", 80), ("grand-spread", 160)],
    )
    def test_misères(self, key: str, chips: int) -> None:
        contract, total = br.Contract(key, 0), 13 - ("little" in key)
        made = br.settle(FOSTER, contract, br.Outcome((0, total, 0, 0)), pool=40)
        assert (made.deltas[1], made.pool) == (-chips, 0)
        lost = br.settle(FOSTER, contract, br.Outcome((1, 2, 0, 0)), pool=40)
        assert (lost.deltas[1], lost.pool) == (chips, 80)


class TestThePool:
    def test_everybody_has_a_thousand_and_puts_in_ten(self) -> None:
        table = br.start(FOSTER, 3).table
        assert table.purses == (990,) * 4
        assert table.pool == 40

    def test_G6_no_antes_while_something_is_in_it(self) -> None:
        state = finish(act(opened("american-foster"), *["pass"] * 4))
        following = br.next_deal(state)
        assert following.table.pool == 40
        assert following.table.antes == ()

    def test_G6_antes_once_it_is_empty(self) -> None:
        state = act(opened("american-foster", SUITS), "bid 13", *["pass"] * 3, "trump S")
        state = tricks(state, "0: AS AH AC AD")
        state = act(state, "contest")
        state = finish(state)
        assert bill(state).pool == 0
        following = br.next_deal(state)
        assert following.table.pool == 40
        assert [paid.chips for paid in following.table.antes] == [10] * 4

    def test_F4_a_pool_of_250_is_full(self) -> None:
        contract = br.Contract("5", 0, br.SPADES)
        lost = br.Outcome((4, 9, 0, 0))
        assert br.settle(FOSTER, contract, lost, pool=125).pool == 250
        assert br.settle(FOSTER, contract, lost, pool=125).set_aside == 0
        more = br.settle(FOSTER, contract, lost, pool=250)
        assert (more.pool, more.set_aside) == (250, 250)
        assert more.deltas[0] == -3 * 11 - 250

    @pytest.mark.parametrize("key", ["5", "6", "7"])
    def test_G8_whatever_is_played_and_made_takes_it(self, key: str) -> None:
        contract = br.Contract(key, 0, br.SPADES)
        assert br.settle(FOSTER, contract, br.Outcome((7, 6, 0, 0)), pool=40).pool == 0

    @pytest.mark.parametrize(("key", "left"), [("5", 40), ("6", 40), ("7", 0)])
    def test_G8_a_concession_leaves_it_to_no_small_bid(self, key: str, left: int) -> None:
        contract = br.Contract(key, 0, br.SPADES)
        paid = br.settle(FOSTER, contract, br.Outcome((1, 0, 0, 0), conceded=True), pool=40)
        assert paid.pool == left

    @pytest.mark.parametrize(("antes", "chips"), [("each-deal", [2] * 4), ("when-empty", [])])
    def test_two_pack_hoyle_has_it_as_an_option(self, antes: str, chips: list[int]) -> None:
        state = finish(act(opened("two-pack-hoyle", antes=antes), *["pass"] * 4))
        assert [paid.chips for paid in br.next_deal(state).table.antes] == chips


class TestTheAuction:
    def test_a_bare_bid_may_name_any_suit(self) -> None:
        state = act(opened("american-foster"), "bid 5", *["pass"] * 3)
        assert [str(action) for action in br.legal_actions(state)] == [
            "trump C",
            "trump D",
            "trump H",
            "trump S",
        ]

    @pytest.mark.parametrize(
        "key", ["little-misere", "grand-misere", "little-spread", "grand-spread"]
    )
    def test_who_has_passed_may_come_back_with_any_misere(self, key: str) -> None:
        state = act(opened("american-foster"), "pass", "bid 5", "pass", "pass")
        assert state.actor == 0
        assert refusal(state, f"bid {key}") is None
        assert refusal(state, "bid 6") is PassedOut

    def test_G9_he_is_asked_while_one_would_overcall(self) -> None:
        state = act(opened("american-foster"), "pass", "bid 12", "pass", "pass")
        assert [str(action) for action in br.legal_actions(state)] == ["pass", "bid grand-spread"]
        state = act(opened("american-foster"), "pass", "bid grand-spread", "pass", "pass")
        assert state.phase != "auction"


class TestTheEnd:
    def test_divided_after_the_twelfth_deal(self) -> None:
        state = finish(act(opened("american-foster", deals=1), *["pass"] * 4))
        assert state.session_over
        assert bill(state).pool == 0

    def test_G7_a_thirteenth_deal_without_an_auction(self) -> None:
        state = finish(act(opened("american-foster", end="grand", deals=1), *["pass"] * 4))
        assert not state.session_over
        assert bill(state).pool == 40
        opening = next_opened_grand(state)
        assert (opening.phase, opening.actor) == ("play", 1)
        assert opening.contract is None
        assert opening.turned is None
        done = finish(opening)
        assert {type(action) for action in since(opening, done)} == {br.Play}
        last = done.tricks[-1].winner
        assert done.settlement.deltas == tuple(40 * (seat == last) for seat in range(4))
        assert done.session_over
        assert bill(done).made is None
        assert bill(done).heading == "grand"

    def test_G7_after_cuts_alone(self) -> None:
        before = finish(act(opened("american-foster", end="grand", deals=1), *["pass"] * 4))
        rng = random.Random(1)
        state = br.next_deal(before)
        phases: list[str] = []
        while state.actor is not None:
            phases.append(state.phase)
            legal = br.legal_actions(state)
            chance = state.actor == br.CHANCE
            state = br.apply(state, br.draw_chance(state, rng) if chance else legal[0])
        assert [*dict.fromkeys(phases)] == ["shuffle", "cut", "play"]

    def test_G7_no_card_is_turned_in_a_deal_given_outright(self) -> None:
        state = finish(act(opened("american-foster", end="grand", deals=1), *["pass"] * 4))
        with pytest.raises(br.DealError, match=r"Boston .* turns no card in a grand"):
            br.next_deal(state, hands=STRIPES, turned=br.parse_card("7C"))

    def test_views_and_records_of_a_grand(self) -> None:
        state = finish(act(opened("american-foster", end="grand", deals=1), *["pass"] * 4))
        done = finish(next_opened_grand(state))
        record = br.record([state, done])
        assert br.replay(br.loads(br.dumps(record))) == (state, done)
        assert br.replay(br.redact(record, 1))[-1] == br.observe(done, 1)

    def test_the_set_aside_goes_with_the_pool(self) -> None:
        cards = [
            br.parse_card(token)
            for hand in zip(*map(str.split, STRIPES), strict=True)
            for token in hand
        ]
        played = br.played_tricks(FOSTER, None, cards, dealer=3)
        won = tuple(sum(trick.winner == seat for trick in played) for seat in range(4))
        outcome = br.Outcome(won, played=played)
        found = br.settle(GRAND, None, outcome, pool=250, set_aside=70, grand=True, dealer=3)
        assert found.deltas[played[-1].winner] == 320
        assert (found.pool, found.set_aside) == (0, 0)

    def test_G7_R9_divides_after_a_revoke(self) -> None:
        revoke = [br.Infraction("revoke", 0)]
        outcome = br.Outcome((2, 1, 0, 0))
        found = br.settle(GRAND, None, outcome, pool=40, grand=True, infractions=revoke)
        assert found.deltas == (-150 - 40 + 20, 50 + 20, 50 + 20, 50 + 20)

    @pytest.mark.parametrize(
        ("variant", "contract", "problem"),
        [
            (FOSTER, None, r"a session of American Boston \(Foster\) does not end with a grand"),
            (GRAND, br.Contract("5", 0, br.SPADES), "a grand is played without a contract"),
            (GRAND, None, "the last trick is counted: give the tricks in order, as played"),
        ],
    )
    def test_no_such_grand(
        self, variant: br.Variant, contract: br.Contract | None, problem: str
    ) -> None:
        with pytest.raises(SettlementError, match=problem):
            br.settle(variant, contract, br.Outcome((13, 0, 0, 0)), grand=True)

    def test_grand_is_true_or_false(self) -> None:
        with pytest.raises(SettlementError, match="grand is true or false, not 1"):
            br.settle(GRAND, None, br.Outcome((13, 0, 0, 0)), grand=1)  # type: ignore[arg-type]


def next_opened_grand(state: br.State) -> br.State:
    """The grand after a settled deal, with hands given."""
    return br.next_deal(state, hands=STRIPES)
