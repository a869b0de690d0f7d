"""The conformance suite as a third party meets it: strategies, walks, reports of broken laws."""

from __future__ import annotations

import itertools
import random
from typing import ClassVar

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules import testing
from boston_rules.core.actions import ACTION_TYPES
from boston_rules.rules.bidding import BiddingRule, UntilAllPass
from boston_rules.rules.ladder import Step
from boston_rules.rules.passed_out import PassedOut
from boston_rules.testing.playouts import Wanted
from boston_rules.testing.universe import STRANGERS

VARIANT: br.Variant = br.variants.Fontainebleau()


@br.register_rule
@frozen
class ReturnOnce:
    """A rule of somebody else's: who has passed may come back with the highest step only."""

    key: str

    def allows(self, step: Step) -> bool:
        """The one step."""
        return step.key == self.key

    def words(self) -> str:
        """The rule in English."""
        return f"a player who has passed may come back only with {self.key}"


@frozen(kw_only=True, cache_hash=True)
class HouseGame(br.variants.Fontainebleau):
    """A variant of somebody else's."""

    slug: ClassVar[str] = "house-game"
    bidding: BiddingRule = UntilAllPass(ReturnOnce("13-table"))


@br.register_rule
@frozen
class Failing(ReturnOnce):
    """A rule with a mistake."""

    def allows(self, step: Step) -> bool:
        """Never comes to an answer."""
        raise ZeroDivisionError("my own mistake")


@br.register_rule
@frozen
class Gift:
    """A rule that makes chips: eldest takes more than the pool has."""

    played: ClassVar[bool] = False

    def transfers(self, end: PassedOut) -> tuple[br.Transfer, ...]:
        """Five chips too many."""
        return (br.Transfer(br.POOL, end.eldest, (br.Line(end.pool + 5, "a gift"),)),)

    def words(self) -> str:
        """The rule in English."""
        return "if all pass eldest takes the pool, and more"


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
def test_a_third_partys_variant_is_checked_with_one_call() -> None:
    report = testing.check_variant(HouseGame(deals=5), examples=4, seed=11)
    assert report.walks == 4
    assert report.deals == 1 + 2 + 3 + 1
    assert report.states > 50 * report.deals
    assert report.twins > 4
    assert str(report).startswith("all laws hold on 4 walks of 7 deals")


def test_a_broken_law_is_reported_with_a_walk_that_leads_there() -> None:
    walk = testing.random_walk(HouseGame(deals=5), seed=2, deals=2)
    at = list(walk.positions)[70]
    broken = testing.LawBroken(testing.Law.CONSERVATION, "a chip is gone", walk.variant, walk, at)
    assert isinstance(broken, AssertionError)
    text = str(broken)
    head, place, what, intro, tokens = text.split("\n", 4)
    assert head == "law 3 (conservation) is broken by house-game {'deals': 5}"
    assert place.startswith(f"at deal {at.deal + 1}, after {at.ply} actions (")
    assert what == "a chip is gone"
    assert "Walk.parse" in intro
    again = testing.Walk.parse(walk.variant, tokens)
    assert again.states[-1][-1] == at.state
    assert len(again.taken[-1]) == at.ply


@pytest.mark.long
def test_what_a_rule_raises_is_a_broken_law() -> None:
    variant = evolve(VARIANT, bidding=UntilAllPass(Failing("13-table")))
    with pytest.raises(testing.LawBroken, match="my own mistake"):
        testing.check_variant(variant, examples=1)


@pytest.mark.long
def test_chips_out_of_nowhere_are_a_broken_law() -> None:
    variant = evolve(VARIANT, passed_out=Gift())
    with pytest.raises(testing.LawBroken) as caught:
        testing.check_variant(variant, examples=1, seed=15)  # in which all pass
    assert caught.value.law is testing.Law.CONSERVATION
    assert caught.value.what == "pool -5 and set-aside 0 cannot be below 0"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ValueError),
        ("seat 1\ndeal 1", ValueError),
        ("dealer 1\ndeal 1\npass", br.IllegalAction),
        ("dealer 1\ndeal 1\nno such action", br.NotationError),
        ("dealer 7\ndeal 1", br.DealError),
    ],
)
def test_a_walk_that_cannot_be_walked(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        testing.Walk.parse(VARIANT, text)


def test_the_same_seed_walks_the_same_way() -> None:
    one, two = (testing.random_walk(VARIANT, seed=8, deals=3) for _ in range(2))
    assert one == two
    assert one.text == two.text
    assert one != testing.random_walk(VARIANT, seed=9, deals=3)


@pytest.mark.parametrize("style", testing.STYLES, ids=lambda style: style.name)
def test_styles(style: testing.Style) -> None:
    walks = [testing.random_walk(VARIANT, seed=seed, style=style) for seed in range(30)]
    bids = [sum(isinstance(action, br.Bid) for action in walk.taken[0]) for walk in walks]
    assert (max(bids) == 0) == (style.name == "mute")
    if style.name == "climbing":
        assert max(bids) > 10
    verdicts = [walk.states[0][-1].settlement for walk in walks]
    made = sum(bill is not None and bill.made is True for bill in verdicts)
    if style.aim is not None:
        assert (made > 5) == style.aim


def test_a_sample_takes_different_phases_first() -> None:
    walk = testing.random_walk(VARIANT, seed=4)
    phases = {at.state.phase for at in walk.positions}
    sample = walk.sample(len(phases), random.Random(0))
    assert {at.state.phase for at in sample} == phases
    assert len(walk.sample(10**6, random.Random(0))) == len(list(walk.positions))


@pytest.mark.parametrize("slug", br.list_variants())
def test_the_universe_has_every_kind_of_action_once(slug: str) -> None:
    variant = br.get_variant(slug)
    everything = testing.universe(variant)
    assert len(set(everything)) == len(everything)
    assert {type(action) for action in everything} == set(ACTION_TYPES)
    plays = [action for action in everything if isinstance(action, br.Play)]
    assert len(plays) == 52
    for step in variant.ladder:
        assert br.Bid(step.key) in everything
        assert all(br.Bid(step.key, suit=suit) in everything for suit in br.Suit)
        assert all(br.Bid(step.key, card=card) in everything for card in br.PACK)
    assert not any(isinstance(thing, tuple(ACTION_TYPES)) for thing in STRANGERS)


@given(data=st.data())
def test_strategies(data: st.DataObject) -> None:
    assert data.draw(testing.cards()) in br.PACK
    assert data.draw(testing.suits()) in br.Suit
    hands = data.draw(testing.deals(VARIANT))
    assert sorted(itertools.chain(*hands)) == list(br.PACK)
    state = br.start(VARIANT, hands=hands)
    assert data.draw(testing.actions(VARIANT)) in testing.universe(VARIANT)
    assert br.parse_action(data.draw(testing.tokens(VARIANT))) in testing.well_formed(VARIANT)
    walk = data.draw(testing.walks(VARIANT, most_deals=2))
    assert 1 <= len(walk.taken) <= 2
    assert state.actor == walk.states[0][0].table.variant.seats - 3


def test_wanted_deals_say_what_they_are() -> None:
    assert str(Wanted("5", made=True)) == "5 made"
    wanted = Wanted("neuf", made=False, partnered=True, slam=br.Slam(table=True))
    assert str(wanted) == "neuf lost with a partner with slam table declared"


def test_steering_wins_and_loses_the_same_deal() -> None:
    seen = set()
    for made in (True, False):
        rng = random.Random(3)
        hands = [" ".join(map(str, br.PACK[place::4])) for place in range(4)]
        state = br.start(VARIANT, dealer=3, hands=hands)
        state = br.apply(state, br.parse_action("bid 5 S"))
        while state.actor is not None:
            if isinstance(state, br.Playing):
                state = br.apply(state, testing.steer(state, made=made, rng=rng))
            else:
                legal = br.legal_actions(state)
                state = br.apply(state, br.Solo() if br.Solo() in legal else legal[0])
        assert state.settlement is not None
        seen.add(state.settlement.made)
    assert seen == {True, False}
