"""Rules that ask: which phases they bring, and what the base class leaves to them."""

from __future__ import annotations

import pytest
from tests.phases.table_talk import SUITS, act, legal, speak
from tests.questions.house import House

import boston_rules as br
from boston_rules.core import errors
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher, Raising
from boston_rules.deal.questions.asking import Answering, AskAndAccept, Asking
from boston_rules.deal.questions.calling import CalledCard, Calling
from boston_rules.deal.questions.conceding import Conceding, ConcessionRule
from boston_rules.deal.questions.discarding import DISCARDING, Discarding
from boston_rules.deal.questions.naming import NAMING, Naming
from boston_rules.deal.questions.order import questions_of
from boston_rules.deal.questions.polls import AnsweringBid, AskingChicane, ChicaneRule, ContestRule
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.rules.bidding import FreeReturn, UntilAllPass
from boston_rules.testing import random_walk


@pytest.mark.parametrize(
    ("rule", "phases"),
    [
        (AskAndAccept(), (Asking, Answering)),
        (CalledCard(), (Calling,)),
        (InAuction(), ()),
        (InAuction(unaccepted=RaiseHigher()), (Raising,)),
        (NAMING, (Naming,)),
        (ChicaneRule(), (AskingChicane,)),
        (ContestRule(("5",)), (AnsweringBid,)),
        (DISCARDING, (Discarding,)),
        (ConcessionRule(), (Conceding,)),
    ],
    ids=repr,
)
def test_the_phases_that_a_rule_brings(
    rule: QuestionRule | ConcessionRule, phases: tuple[type[br.State], ...]
) -> None:
    assert rule.phases() == phases


@pytest.mark.parametrize("slug", br.list_variants())
def test_no_other_phase_is_met_between_auction_and_lead(slug: str) -> None:
    variant = br.get_variant(slug)
    brought = {phase.phase for rule in questions_of(variant) for phase in rule.phases()}
    if isinstance(variant.concession, ConcessionRule):
        brought |= {phase.phase for phase in variant.concession.phases()}
    common = {"shuffle", "cut", "turn-up", "turn-cut", "auction", "play", "settled"}
    met = {at.state.phase for seed in range(8) for at in random_walk(variant, seed=seed).positions}
    assert met <= brought | common


def test_the_base_class_leaves_everything_to_the_rule() -> None:
    rule, contract = QuestionRule(), br.Contract("nine", 0)
    state = act(br.start(House(), 3, hands=SUITS), "bid nine; pass; pass; pass")
    assert isinstance(state, Naming)
    with pytest.raises(NotImplementedError):
        rule.arises(House(), contract)
    with pytest.raises(NotImplementedError):
        rule.ask(state.opening)
    with pytest.raises(NotImplementedError):
        rule.phases()
    assert rule.tells(House(), contract, 0, br.Pass()) == ()


def test_the_base_of_a_phase_leaves_the_answers_to_it() -> None:
    state = act(br.start(House(), 3, hands=SUITS), "bid nine; pass; pass; pass")
    assert isinstance(state, Naming)
    bare = Question(state.opening, 0)
    with pytest.raises(NotImplementedError):
        br.legal_actions(bare)
    with pytest.raises(NotImplementedError):
        br.why_illegal(bare, br.Pass())
    assert br.legal_actions(br.observe(bare, 1)) == (), "it is not his to answer"
    assert bare.refuse_hand(br.Pass()) is None


def test_one_who_has_passed_may_come_back_and_not_accept() -> None:
    house = House(
        bidding=UntilAllPass(FreeReturn()), partners=InAuction(extra=0, after_pass="nobody")
    )
    state = speak(br.start(house, 3, hands=SUITS), "0 pass; 1 bid ask S; 2 pass; 3 pass")
    assert (state.actor, "accept" in legal(state), "bid misere" in legal(state)) == (0, False, True)
    error = br.why_illegal(state, br.Accept())
    assert type(error) is errors.NothingToAccept
    assert "who has passed may not accept" in str(error)
