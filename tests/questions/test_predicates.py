"""What an answer reveals is a predicate on a hand, and is asked of answers alone.

Each other player in turn tells the declarer whether he was dealt so many aces: ``accept`` if he
was, ``pass`` if not, the word that the auction has as well.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import ClassVar

import pytest
from attrs import evolve, frozen
from tests.enumeration import dealt_of

import boston_rules as br
from boston_rules import testing
from boston_rules.core.errors import CardNotHeld
from boston_rules.deal.opening import Opening
from boston_rules.deal.questions.polls import ContestRule
from boston_rules.deal.questions.question import HandCount, Question, QuestionRule, Told

ACES = br.Cards.parse("AS AH AD AC").mask


@br.register_rule
@frozen
class TellAces(QuestionRule):
    """Everybody but the declarer says whether he was dealt ``least`` aces."""

    least: int = 2
    source: br.Cite | None = None

    def arises(self, variant: br.Variant, contract: br.Contract) -> bool:
        return True

    def ask(self, opening: Opening) -> br.State:
        declarer = opening.contract.declarer
        return TellingAces(opening, (declarer + 1) % 4, self.least)

    def phases(self) -> tuple[type[br.State], ...]:
        return (TellingAces,)

    def tells(
        self, variant: br.Variant, contract: br.Contract, seat: int, action: br.Action
    ) -> tuple[Told, ...]:
        if isinstance(action, br.Accept):
            return (Told(seat, counts=(HandCount(ACES, self.least),)),)
        return (Told(seat, counts=(HandCount(ACES, 0, self.least - 1),)),)

    def words(self) -> str:
        return f"the other players say whether they were dealt {self.least} aces"


@frozen(cache_hash=True)
class TellingAces(Question):
    """A player says whether he was dealt so many aces."""

    phase: ClassVar[str] = "telling aces"
    least: int

    @classmethod
    def actions(cls, variant: br.Variant) -> tuple[br.Action, ...]:
        return (br.Pass(), br.Accept())

    def _true(self, hand: int) -> br.Action:
        return br.Accept() if HandCount(ACES, self.least).holds_of(hand) else br.Pass()

    def answers_with(self, hand: int) -> tuple[br.Action, ...]:
        return (self._true(hand),)

    def refuse_openly(self, action: br.Action) -> br.IllegalAction | None:
        return None if isinstance(action, br.Pass | br.Accept) else self.wrong_phase(action)

    def refuse_hand(self, action: br.Action) -> br.IllegalAction | None:
        deal = self.deal
        if not deal.sees(self.actor) or action == self._true(deal.hands[self.actor]):
            return None
        return self.refusal(CardNotHeld, action, "say how many aces you were dealt")

    def advance(self, action: br.Action) -> br.State:
        opening, following = self.opening.said(self.actor, action), (self.actor + 1) % 4
        if following == opening.contract.declarer:
            return opening.proceed()
        return TellingAces(opening, following, self.least)


def game(least: int) -> br.Variant:
    return evolve(br.get_variant("fontainebleau"), questions=(TellAces(least),))


def test_a_pass_of_the_auction_tells_nothing_of_what_a_pass_says_of_aces() -> None:
    hands = (
        "KS QS JS TS KH QH JH TH KD QD JD TD KC",
        "AS AH 9S 8S 7S 6S 9H 8H 7H 6H 9D 8D 7D",
        "AD 5S 4S 3S 2S 5H 4H 3H 2H 6D 5D 4D 3D",
        "AC 2D QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    )
    state = br.start(game(2), 3, hands=hands)
    for token in ("bid 5 S", "pass", "pass", "pass", "solo"):
        state = br.apply(state, br.parse_action(token))
    assert (state.phase, state.actor) == ("telling aces", 1)
    for seat in (0, 2, 3, None):
        assert br.Worlds(br.observe(state, seat)).admits(br.World(dealt_of(state), (0,) * 4, 0))
    for token in ("accept", "pass", "pass"):
        assert [str(each) for each in br.legal_actions(state)] == [token]
        state = br.apply(state, br.parse_action(token))
    worlds = br.Worlds(br.observe(state, 0))
    assert worlds.admits(br.World(dealt_of(state), (0,) * 4, 0))
    rng = random.Random(1)
    held = Counter(
        tuple((hand & ACES).bit_count() for hand in worlds.draw(rng)[1:]) for _ in range(200)
    )
    assert {hand for hand in held if sum(hand) == 4} == set(held)
    assert all(first >= 2 and second < 2 and third < 2 for first, second, third in held)
    assert set(held) == {(2, 1, 1), (3, 1, 0), (3, 0, 1), (4, 0, 0)}


def test_a_deal_that_an_answer_has_ended_is_sampled() -> None:
    """All concede before the first lead: the bill is no part of what the answers tell."""
    house = br.variants.AmericanDecimal(contest=ContestRule(("5",)), questions=(TellAces(),))
    state = br.start(house, 3)
    rng = random.Random(4)
    while state.actor is not None:
        legal = br.legal_actions(state)
        if state.actor == br.CHANCE:
            action = br.draw_chance(state, rng)
        elif state.phase == "auction":
            bid = br.Bid("5", suit_class="preference")
            action = bid if bid in legal else br.Pass()
        else:
            action = br.Concede() if br.Concede() in legal else legal[0]
        state = br.apply(state, action)
    assert isinstance(state, br.Settled)
    assert state.outcome.conceded
    for seat in (None, 0, 1, 2, 3):
        view = br.observe(state, seat)
        assert br.observe(br.sample(view, rng), seat) == view


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
def test_every_law_holds() -> None:
    testing.check_variant(game(2), examples=3)


@pytest.mark.no_cover
def test_players_may_err_as_at_a_table() -> None:
    rules = evolve(game(1), enforcement="table")
    for seed in range(3):
        walk = testing.random_walk(rules, seed=seed, deals=1)
        for check in (testing.check_sampling, testing.check_views):
            check(rules, walk)
