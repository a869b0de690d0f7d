"""Bots in games that the library does not know."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from attrs import evolve
from tests.bots.spots import Watched
from tests.bots.strangers import AllThirteen, Between, Greetings, only, whist_ladder

import boston_rules as br
from boston_rules.bots import SimpleBot, make_bot, play_deal
from boston_rules.bots.simple.contracts import is_thrown_in_alone, own_share
from boston_rules.bots.simple.estimate import own_tricks, support
from boston_rules.bots.simple.policy import aim_of
from boston_rules.bots.strategy.rollout import EXACT, WIN
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import AtLeast, NamedSuit
from boston_rules.rules.trumps import PlainTrumps


def deals(
    variant: br.Variant, number: int, name: str = "simple", seed: int = 1
) -> list[br.Settled]:
    """Deals of four bots, each decision checked."""
    rng = random.Random(seed)
    table = [Watched(make_bot(name, random.Random(seat))) for seat in range(variant.seats)]
    found = []
    state = br.start(variant, 0)
    for _ in range(number):
        settled = play_deal(state, table, rng)
        found.append(settled)
        state = br.start(variant, 0) if settled.session_over else br.next_deal(settled)
    return found


def cards_of(text: str) -> br.Cards:
    return br.Cards(map(br.parse_card, text.split()))


@cache
def whist(number: int = 160) -> tuple[br.Settled, ...]:
    return tuple(deals(whist_ladder(), number))


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
def test_a_ladder_like_that_of_solo_whist_is_bid_in_several_kinds() -> None:
    kinds = Counter(deal.contract.key for deal in whist() if deal.contract is not None)
    assert len(kinds) >= 4
    assert sum(kinds.values()) > 0.8 * len(whist())


def test_contracts_played_alone_win_chips_on_average() -> None:
    gains = [
        deal.settlement.deltas[deal.contract.declarer]
        for deal in whist()
        if deal.contract is not None and deal.contract.partner is None
    ]
    assert len(gains) > 20
    assert sum(gains) > 0


class Greedy(Between):
    """Wants every trick, although too many lose the contract."""

    def wants(self, taken: int) -> bool:
        """Always."""
        return True


def raising(hand: str) -> str:
    """What the bidder of an unaccepted proposal says: hearts are turned, seat 0 holds the hand."""
    own = cards_of(hand)
    rest = [card for card in br.PACK if card not in own]
    hearts = next(card for card in rest if card.suit is br.HEARTS)
    rest.remove(hearts)
    hands = [list(own), rest[:13], rest[13:26], [*rest[26:], hearts]]
    state = br.start(whist_ladder(), dealer=3, hands=hands, turned=hearts)
    for token in ("bid prop", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    assert state.actor == 0
    assert br.legal_actions(state)[0] == br.Pass()
    return str(SimpleBot().choose(br.observe(state, 0)))


def test_a_proposal_that_nobody_accepts_is_raised_when_it_pays_alone() -> None:
    assert raising("AH KH QH JH TH 9H AS KS 3D 2D 4C 3C 2C") != "pass"
    assert raising("7H 6H 5H 9S 8S 7S 6D 5D JD 4C 8C 9C JC") == "pass"


def test_a_proposal_is_thrown_in_without_a_partner_and_promises_a_part_of_its_tricks() -> None:
    rules = whist_ladder()
    assert is_thrown_in_alone(rules, br.Contract("prop", 0, br.HEARTS))
    assert not is_thrown_in_alone(rules, br.Contract("prop", 0, br.HEARTS, partner=2))
    assert not is_thrown_in_alone(br.get_variant("fontainebleau"), br.Contract("5", 0, br.HEARTS))
    assert own_share(rules, rules.ladder["prop"]) == 5


@pytest.mark.long
@pytest.mark.parametrize("goal", [Between(0, 2), Between(1, 3), Between(3, 5)], ids=str)
def test_a_range_of_tricks_is_bid_and_made_more_often_than_lost(goal: Goal) -> None:
    made = Counter(
        deal.settlement.made for deal in deals(only(goal), 80) if deal.contract is not None
    )
    assert made[True] > made[False]


def test_the_aim_in_the_play_is_what_the_goal_wants() -> None:
    contract = br.Contract("odd", 0)
    aim = aim_of(only(Between(3, 5)), contract)
    assert (aim.kind, aim.tricks, aim.most) == (EXACT, 3, 5)
    assert aim_of(only(AllThirteen()), contract).kind == WIN
    assert aim_of(only(Between(0, 13)), contract).kind == WIN


def test_a_goal_with_a_limit_that_always_wants_more_tricks() -> None:
    variant = only(Greedy(3, 5))
    aim = aim_of(variant, br.Contract("odd", 0))
    assert (aim.kind, aim.tricks, aim.most) == (EXACT, 13, 5)
    assert [deal for deal in deals(variant, 8) if deal.contract is not None]


@pytest.mark.parametrize("goal", [AllThirteen(), AtLeast(13), Between(12, 13), Between(13, 13)])
def test_thirteen_tricks_without_trumps_are_bid_with_a_sure_hand_only(goal: Goal) -> None:
    variant = only(goal)
    assert not [deal for deal in deals(variant, 12) if deal.contract is not None]
    hands = ["AS KS QS JS TS 9S 8S AH KH QH AD AC KC"]
    rest = [card for card in br.PACK if card not in cards_of(hands[0])]
    random.Random(1).shuffle(rest)
    hands += [" ".join(map(str, rest[at : at + 13])) for at in (0, 13, 26)]
    state = br.start(variant, dealer=3, hands=hands)
    for name in ("simple", "montecarlo:iterations=4"):
        bot = make_bot(name, random.Random(1))
        assert str(bot.choose(br.observe(state, 0))) == "bid odd", name


def test_tricks_without_trumps_are_counted_by_high_cards_and_long_suits() -> None:
    table = PlainTrumps().table(None, None)

    def tricks(hand: str, *, leads: bool = False) -> float:
        return own_tricks(cards_of(hand).mask, table, 4, leads)

    flat = tricks("QS 9S 5S 3S JH 8H 4H KD 7D 2D TC 6C 2C")
    aces = tricks("AS 9S 5S 3S AH 8H 4H AD 7D 2D AC 6C 2C")
    long_suit = tricks("AS KS QS JS 9S 8S 4S AD 7D AC 6C 2C AH")
    assert flat < 3 < aces < 6 < long_suit
    certain = "AS KS QS JS TS 9S 8S 7S 6S 5S AH AD AC"
    assert tricks(certain, leads=True) == 13
    assert support(cards_of(certain).mask, table) > support(0, table)


def test_eight_without_trumps_is_made_more_often_than_lost() -> None:
    made: Counter[bool | None] = Counter()
    rng = random.Random(4)
    strong = cards_of("AS KS QS 7S 5S AH KH 4H AD KD 3D AC 2C")
    for _ in range(24):
        rest = [card for card in br.PACK if card not in strong]
        rng.shuffle(rest)
        hands = [list(strong), rest[:13], rest[13:26], rest[26:]]
        state = br.start(only(AtLeast(8)), dealer=rng.randrange(4), hands=hands)
        settled = play_deal(state, [SimpleBot() for _ in range(4)], rng)
        assert settled.contract is not None
        made[settled.settlement.made] += 1
    assert made[True] > made[False]


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("name", ["simple", "montecarlo:iterations=2"])
def test_a_question_that_no_bot_knows_is_answered(name: str) -> None:
    for variant in (only(AtLeast(5), NamedSuit()), br.get_variant("fontainebleau")):
        played = deals(evolve(variant, questions=(Greetings(),)), 4, name)
        contracts = [deal.contract for deal in played if deal.contract is not None]
        assert contracts
        said = [(event.seat, event.action) for deal in played for event in deal.events]
        for contract in contracts:
            declarer = contract.declarer
            assert {(declarer, br.Decline()), (declarer, br.Accept())} & set(said)


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize(
    "variant",
    [only(Between(0, 2)), only(Between(3, 5), NamedSuit()), only(AtLeast(6)), whist_ladder()],
    ids=["at most two", "three to five", "six without trumps", "whist"],
)
def test_a_bot_that_searches_plays_a_strangers_game(variant: br.Variant) -> None:
    assert deals(variant, 3, "montecarlo:iterations=3")
