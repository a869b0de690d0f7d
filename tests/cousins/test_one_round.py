"""Each player speaks once: an auction of another shape, in a game of its own and in every other."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from attrs import evolve
from tests.cousins.games import MIXED, TRAIN, refused
from tests.cousins.one_round import DealerOpens
from tests.phases.table_talk import act, legal, speak

import boston_rules as br
from boston_rules import testing
from boston_rules.bots import SimpleBot, play_session
from boston_rules.deal.auction import Auction
from boston_rules.rules.bidding import BiddingRule, OneRound

RULES: tuple[BiddingRule, ...] = (OneRound(), DealerOpens())


def train(*tokens: str) -> br.State:
    """The auction of a deal after some calls; seat 0 is eldest, seat 3 deals."""
    return act(br.start(TRAIN, 3, hands=MIXED), *tokens)


def house(slug: str, rule: BiddingRule) -> br.Variant:
    return evolve(br.get_variant(slug), bidding=rule)


def test_everybody_speaks_once() -> None:
    state = speak(train(), "0 pass; 1 bid six H; 2 bid seven S")
    assert legal(state)[:2] == ["pass", "bid seven C"]
    state = act(state, "bid seven D")
    assert state.phase == "play"
    assert str(state.contract) == "seven ♦ by seat 3"


def test_the_last_seat_ends_the_auction_whatever_it_says() -> None:
    state = speak(train(), "0 bid six S; 1 bid nullo; 2 pass; 3 pass")
    assert state.phase == "play"
    assert str(state.contract) == "nullo by seat 1"


def test_who_comes_later_may_accept_and_who_has_spoken_may_not() -> None:
    state = speak(train(), "0 pass; 1 bid six H; 2 accept; 3 pass")
    assert str(state.contract) == "six ♥ by seat 1 with seat 2"
    state = speak(train(), "0 pass; 1 pass; 2 pass; 3 bid six H")
    assert str(state.contract) == "six ♥ by seat 3", "nobody is left to accept"


def test_four_passes_throw_the_hands_in() -> None:
    state = speak(train(), "0 pass; 1 pass; 2 pass; 3 pass")
    assert state.phase == "settled"
    assert state.contract is None


def test_a_rule_may_open_elsewhere_and_bring_back_who_has_passed() -> None:
    rules = evolve(TRAIN, bidding=DealerOpens())
    state = br.start(rules, 3, hands=MIXED)
    state = speak(state, "3 pass; 0 bid seven S; 1 pass; 2 pass")
    assert state.actor == 3
    assert refused(state, "bid nullo").code == "auction/misere-barred"
    assert refused(state, "bid nullo").reason == "who has passed may come back with tricks only"
    state = speak(state, "3 pass")
    assert str(state.contract) == "seven ♠ by seat 0"


@pytest.mark.long
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
@pytest.mark.parametrize("slug", br.list_variants())
def test_it_is_a_house_rule_of_every_game(slug: str, rule: BiddingRule) -> None:
    variant = house(slug, rule)
    walk = testing.random_walk(variant, seed=7, deals=2)
    for check in (testing.check_sampling, testing.check_views, testing.check_termination):
        check(variant, walk)
    states = tuple(states[-1] for states in walk.states if isinstance(states[-1], br.Settled))
    again = br.loads(br.dumps(br.record(states)))
    assert br.variant_of(again) == variant
    assert br.replay(again) == states
    assert variant.fingerprint() != br.get_variant(slug).fingerprint()
    bots = [SimpleBot() for _ in range(variant.seats)]
    deals = [*islice(play_session(variant, bots, random.Random(1)), 3)]
    assert len(deals) == 3


@pytest.mark.parametrize("slug", br.list_variants())
def test_nobody_speaks_twice(slug: str) -> None:
    variant = house(slug, OneRound())
    for seed in range(8):
        walk = testing.random_walk(variant, seed=seed)
        spoken = [state.actor for state in walk.states[0] if isinstance(state, Auction)]
        assert len(spoken) == len(set(spoken))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
@pytest.mark.parametrize("slug", ["fontainebleau", "french", "english-boston"])
def test_the_batch_of_tables_plays_it_like_the_engine(slug: str, rule: BiddingRule) -> None:
    pytest.importorskip("numpy")
    from tests.envs.batch_steps import compare

    compare(house(slug, rule), tables=6, steps=200, seed=5)


def test_a_rule_that_asks_nobody_or_no_seat_is_refused() -> None:
    class Elsewhere(DealerOpens):
        def order(
            self, speaker: int, bidder: int | None, partner: int | None, seats: int
        ) -> tuple[int, ...]:
            return (speaker, 4)

    with pytest.raises(br.VariantError, match=r"asks the seats \(0, 4\) after seat 0, of 4"):
        house("fontainebleau", Elsewhere())


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover  # depth, not coverage
def test_the_game_keeps_the_laws() -> None:
    report = testing.check_variant(TRAIN, examples=4, seed=2)
    assert "all laws hold" in str(report)


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
@pytest.mark.parametrize("slug", ["french", "russian-partnership", "american"])
def test_other_games_keep_the_laws_with_it(slug: str, rule: BiddingRule) -> None:
    report = testing.check_variant(house(slug, rule), examples=2, seed=3)
    assert "all laws hold" in str(report)
