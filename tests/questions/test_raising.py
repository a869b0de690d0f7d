"""A partnered bid that nobody has accepted is raised by its bidder, or the hands are thrown in."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from attrs import evolve
from tests.phases.table_talk import act, finish, legal, playing, settled, speak, tricks
from tests.questions.house import House, opened

import boston_rules as br
from boston_rules import testing
from boston_rules.core import errors
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher, RaiseTo, Raising
from boston_rules.rules.carryover import PLAIN
from boston_rules.rules.passed_out import MostPaysEach

HANDS = (
    "KS QS JS TS 9S 8S 7S AH QH JH TH AC 5D",
    "AS 6S 5S 4S 3S 2S 9H 8H 7H 6H KC KD 2D",
    "KH 5H 4H 3H 2H QC JC TC 9C 8C QD JD TD",
    "AD 9D 8D 7D 6D 4D 3D 7C 6C 5C 4C 3C 2C",
)
KINGS = (
    "KS KH KD KC QS JS TS 9S 8S 7S QH JH TH",
    "AS AH 6S 5S 4S 3S 2S 9H 8H 7H 6H AC 2D",
    "5H 4H 3H 2H QC JC TC 9C 8C QD JD TD 5D",
    "AD 9D 8D 7D 6D 4D 3D 7C 6C 5C 4C 3C 2C",
)
HIGHER = House()
ALONE = House(partners=InAuction(extra=0, unaccepted=RaiseTo("alone")))


def raising(variant: br.Variant = HIGHER, hands: tuple[str, ...] = HANDS) -> Raising:
    """Seat 0 has asked in clubs; three have passed."""
    state = speak(opened(variant, hands), "0 bid ask C; 1 pass; 2 pass; 3 pass")
    assert isinstance(state, Raising)
    return state


def test_the_bidder_is_asked_when_everybody_else_has_passed() -> None:
    state = raising()
    assert (state.phase, state.actor, str(state.contract)) == (
        "raising the bid",
        0,
        "ask ♣ by seat 0",
    )
    assert state.contract == br.Contract("ask", 0, br.CLUBS)
    assert state.deal == opened(HIGHER, HANDS).deal
    assert br.observe(state, 1).contract == state.contract
    assert len(state.said) == 4
    assert pickle.loads(pickle.dumps(state)) == state


def test_he_may_raise_to_what_is_higher_and_biddable() -> None:
    assert legal(raising()) == [
        "pass",
        *("bid ask D", "bid ask H", "bid nine", "bid misere", "bid open"),
        *("bid slam S", "bid slam C", "bid slam D", "bid slam H"),
    ]
    assert "bid kings" in legal(raising(hands=KINGS))


def test_he_may_raise_to_one_contract_in_the_same_suit() -> None:
    assert legal(raising(ALONE)) == ["pass", "bid alone C"]
    assert legal(speak(opened(ALONE, HANDS), "0 pass; 1 bid ask H; 2 pass; 3 pass; 0 pass")) == [
        "pass",
        "bid alone H",
    ]


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("bid ask C", errors.BidUnavailable),
        ("bid ask S", errors.BidUnavailable),
        ("bid alone C", errors.BidUnavailable),
        ("bid aces H", errors.BidUnavailable),
        ("bid kings", errors.HoldingRequired),
        ("bid nine C", errors.BidForm),
        ("bid slam", errors.BidForm),
        ("bid misere H", errors.BidForm),
        ("bid ten", errors.UnknownBid),
        ("accept", errors.WrongPhase),
        ("solo", errors.WrongPhase),
        ("trump H", errors.WrongPhase),
        ("play KS", errors.WrongPhase),
    ],
)
def test_every_other_action_is_refused(token: str, kind: type[br.IllegalAction]) -> None:
    state = raising()
    action = br.parse_action(token)
    error = br.why_illegal(state, action)
    assert type(error) is kind
    assert error is not None
    assert (error.seat, error.action, error.legal) == (0, action, br.legal_actions(state))
    with pytest.raises(kind) as caught:
        br.apply(state, action)
    assert caught.value == error


def test_the_refusal_of_a_bid_says_what_may_be_raised() -> None:
    low = br.why_illegal(raising(), br.parse_action("bid ask S"))
    assert "nobody has accepted ask: he may raise it to any higher bid" in str(low)
    other = br.why_illegal(raising(ALONE), br.parse_action("bid nine"))
    assert "nobody has accepted ask: he may raise it to alone in the same suit" in str(other)
    suit = br.why_illegal(raising(ALONE), br.parse_action("bid alone H"))
    assert type(suit) is errors.BidUnavailable


def test_whole_action_universe() -> None:
    for variant in (HIGHER, ALONE):
        for hands in (HANDS, KINGS):
            state = raising(variant, hands)
            open_ = set(br.legal_actions(state))
            for action in testing.universe(variant):
                assert (br.why_illegal(state, action) is None) is (action in open_)


def test_what_is_no_action_is_no_refusal() -> None:
    nothing: Any = "pass"
    with pytest.raises(TypeError):
        br.apply(raising(), nothing)


def test_only_the_bidder_is_asked() -> None:
    state = raising()
    assert isinstance(br.why_illegal(state, br.Pass(), seat=1), errors.NotYourTurn)
    assert [br.legal_actions(br.observe(state, seat)) for seat in (1, 2, 3, None)] == [()] * 4
    assert br.legal_actions(br.observe(state, 0)) == br.legal_actions(state)


def test_a_pass_throws_the_hands_in() -> None:
    done = settled(act(raising(), "pass"))
    assert done.contract is None
    assert done.outcome.tricks == (0, 0, 0, 0)
    assert (done.settlement.made, done.settlement.deltas) == (None, (0, 0, 0, 0))
    assert done.settlement.heading == "all passed"
    assert done.said == (*raising().said, br.Event(0, br.Pass()))
    assert br.next_deal(done).table.deal_number == 2


def test_a_raise_is_played_alone() -> None:
    state = playing(act(raising(), "bid slam S"))
    assert state.contract == br.Contract("slam", 0, br.SPADES)
    terms = state.setup.terms
    assert (terms.target, terms.counting, state.opponents) == (13, (0,), (1, 2, 3))
    alone = playing(act(raising(ALONE), "bid alone C"))
    assert alone.contract == br.Contract("alone", 0, br.CLUBS)
    assert (alone.setup.terms.target, alone.setup.terms.counting) == (6, (0,))


def test_a_higher_proposal_is_played_alone_too() -> None:
    """Nobody is asked twice: everybody has declined."""
    state = playing(act(raising(), "bid ask H"))
    assert state.contract == br.Contract("ask", 0, br.HEARTS)
    assert (state.setup.terms.target, state.setup.terms.counting) == (8, (0,))


def test_the_trump_suit_is_asked_for_after_the_raise() -> None:
    state = act(raising(), "bid nine")
    assert (state.phase, state.actor) == ("naming trumps", 0)
    assert playing(act(state, "trump D")).contract == br.Contract("nine", 0, br.DIAMONDS)


def test_the_bid_may_be_raised_to_one_that_needs_a_holding() -> None:
    assert playing(act(raising(hands=KINGS), "bid kings")).setup.terms.target == 10


def test_without_a_raise_the_bid_is_played_alone() -> None:
    house = House(partners=InAuction(extra=0))
    state = speak(opened(house, HANDS), "0 bid ask C; 1 pass; 2 pass; 3 pass")
    assert playing(state).contract == br.Contract("ask", 0, br.CLUBS)


@pytest.mark.parametrize("variant", [HIGHER, ALONE], ids=["higher", "alone"])
def test_nobody_is_asked_about_an_accepted_or_another_bid(variant: br.Variant) -> None:
    state = speak(opened(variant, HANDS), "0 bid ask C; 1 pass; 2 accept; 3 pass")
    assert playing(state).contract == br.Contract("ask", 0, br.CLUBS, partner=2)
    state = speak(opened(variant, HANDS), "0 bid misere; 1 pass; 2 pass; 3 pass")
    assert playing(state).contract == br.Contract("misere", 0)


def test_eldest_may_accept_although_he_has_passed() -> None:
    state = speak(opened(HIGHER, HANDS), "0 pass; 1 bid ask H; 2 pass; 3 pass")
    assert (state.actor, legal(state)) == (0, ["pass", "accept"])
    after = playing(act(state, "accept"))
    assert after.contract == br.Contract("ask", 1, br.HEARTS, partner=0)
    assert isinstance(act(state, "pass"), Raising)


def test_another_who_has_passed_may_not() -> None:
    state = speak(opened(HIGHER, HANDS), "0 pass; 1 pass; 2 bid ask H; 3 pass; 0 pass")
    assert isinstance(state, Raising)
    anybody = House(partners=InAuction(extra=0, unaccepted=RaiseHigher()))
    state = speak(opened(anybody, HANDS), "0 pass; 1 pass; 2 bid ask H; 3 pass; 0 pass")
    assert (state.actor, legal(state)) == (1, ["pass", "accept"])
    nobody = House(partners=InAuction(extra=0, after_pass="nobody", unaccepted=RaiseHigher()))
    state = speak(opened(nobody, HANDS), "0 pass; 1 pass; 2 bid ask H; 3 pass")
    assert isinstance(state, Raising)
    assert state.actor == 2


def test_a_step_that_is_not_bid_is_refused_in_the_auction() -> None:
    state = opened(HIGHER, HANDS)
    assert not {"bid alone C", "bid aces H"} & set(legal(state))
    error = br.why_illegal(state, br.parse_action("bid alone C"))
    assert type(error) is errors.BidUnavailable
    assert "alone is not bid in the auction" in str(error)


def test_sampled_states_of_the_phase_cannot_be_told_from_it() -> None:
    state = raising()
    for seat in (None, *range(4)):
        view = br.observe(state, seat)
        for seed in range(5):
            other = br.sample(view, Random(seed))
            assert isinstance(other, Raising)
            assert br.observe(other, seat) == view


class TestLeads:
    def test_the_declarer_leads(self) -> None:
        for bid in ("misere", "open", "slam S"):
            state = speak(opened(HIGHER, HANDS, dealer=3), f"0 pass; 1 pass; 2 bid {bid}; 3 pass")
            assert playing(state).actor == 2
            assert br.observe(state, 0).leader == 2

    def test_eldest_leads_elsewhere(self) -> None:
        state = speak(opened(HIGHER, HANDS), "0 pass; 1 bid nine; 2 pass; 3 pass; 1 trump S")
        assert playing(state).actor == 0

    def test_a_hand_is_laid_open_after_the_first_trick_that_its_holder_led(self) -> None:
        state = playing(speak(opened(HIGHER, HANDS), "0 pass; 1 bid open; 2 pass; 3 pass"))
        assert (state.actor, state.exposed) == (1, ())
        state = playing(tricks(state, "1: 2D TD AD"))
        assert state.exposed == ()
        assert br.observe(state, 3).exposed == ()
        state = playing(act(state, "play 5D"))
        assert state.exposed == br.observe(state, 3).exposed
        ((seat, cards),) = state.exposed
        assert seat == 1
        assert cards == br.Cards.parse(HANDS[1]) - br.Cards.parse("2D")
        done = finish(state)
        assert done.exposed == ((1, br.Cards()),)

    def test_a_bidder_with_a_partner_leaves_the_lead_to_him_where_the_step_says_so(self) -> None:
        leads = evolve(
            HIGHER.ladder,
            steps=tuple(
                evolve(step, lead=HIGHER.ladder["aces"].lead) if step.key == "ask" else step
                for step in HIGHER.ladder
            ),
        )
        house = House(ladder=leads, partners=InAuction(extra=0))
        state = speak(opened(house, HANDS), "0 bid ask C; 1 pass; 2 accept; 3 pass")
        assert playing(state).actor == 2
        state = speak(opened(house, HANDS, dealer=0), "1 pass; 2 pass; 3 pass; 0 bid ask C")
        state = act(state, "pass; pass; pass")
        assert playing(state).actor == 1, "eldest, as nobody is partner"


class TestStakes:
    def test_a_deal_thrown_in_doubles_the_next_and_no_more(self) -> None:
        done = settled(act(opened(HIGHER, HANDS), "pass; pass; pass; pass"))
        assert (done.table.stakes, done.settlement.deltas) == (1, (0,) * 4)
        second = br.next_deal(done, hands=HANDS)
        assert (second.table.stakes, br.observe(second, 1).table.stakes) == (2, 2)
        again = settled(act(second, "pass; pass; pass; pass"))
        third = br.next_deal(again, hands=HANDS)
        assert third.table.stakes == 2
        # dealer 1: eldest is 2; seat 0 plays a misère, which he loses.
        state = act(third, "pass; pass; bid misere; pass")
        assert state.contract == br.Contract("misere", 0, stakes=2)
        done = finish(state)
        assert done.settlement.made is False
        assert done.settlement.deltas == (-36, 12, 12, 12)
        assert done.settlement == br.settle(
            HIGHER, br.Contract("misere", 0, stakes=2), done.outcome
        )
        assert br.next_deal(done).table.stakes == 1

    def test_a_proposal_thrown_in_doubles_the_next_too(self) -> None:
        done = settled(act(raising(), "pass"))
        state = br.next_deal(done, hands=HANDS)
        assert state.table.stakes == 2
        state = act(state, "bid ask C; pass; pass; pass")
        assert isinstance(state, Raising)
        assert state.contract.stakes == 2
        after = playing(act(state, "bid slam D"))
        assert after.contract == br.Contract("slam", 1, br.DIAMONDS, stakes=2)

    def test_a_game_without_the_rule_has_single_stakes(self) -> None:
        house = House(carryover=None)
        done = settled(act(opened(house, HANDS), "pass; pass; pass; pass"))
        assert br.next_deal(done).table.stakes == 1

    def test_stakes_that_the_rule_does_not_know_are_refused(self) -> None:
        outcome = br.Outcome((0, 5, 4, 4))
        for variant, stakes in ((HIGHER, 3), (HIGHER, 0), (House(carryover=None), 2)):
            with pytest.raises(br.SettlementError, match="the stakes of House game are 1"):
                br.settle(variant, br.Contract("misere", 0, stakes=stakes), outcome)

    def test_stakes_are_part_of_what_is_seen_and_of_equality(self) -> None:
        first = opened(HIGHER, HANDS)
        done = settled(act(first, "pass; pass; pass; pass"))
        table = br.next_deal(done, hands=HANDS).table
        assert evolve(table, conditions=PLAIN) != table
        view = br.observe(br.next_deal(done, hands=HANDS), 0)
        assert br.observe(br.sample(view, Random(1)), 0) == view


def test_a_proposal_that_nobody_raises_is_played_where_a_deal_that_all_pass_is() -> None:
    variant = House(
        partners=HIGHER.partners, passed_out=MostPaysEach(2), carryover=None, dealt=None
    )
    state = act(raising(variant), "pass")
    assert state.phase == "play"
    assert (state.contract, state.actor) == (None, 0)
    for seat in (None, 0, 3):
        view = br.observe(state, seat)
        assert br.observe(br.sample(view, Random(1)), seat) == view
    done = finish(state)
    assert sum(done.outcome.tricks) == 13
    assert done.settlement == br.settle(variant, None, done.outcome, dealer=3)
    assert br.replay(br.record(done), variant=variant) == (done,)
