"""Calls, partners, trumps, discards and polls of the simple bot, in variants old and new."""

from __future__ import annotations

import random

import pytest
from attrs import evolve, frozen
from tests.bots.spots import Watched, chosen, spot
from tests.phases.table_talk import act, after_chance

import boston_rules as br
from boston_rules.bots import SimpleBot, play_session
from boston_rules.bots.simple.policy import few_is_good
from boston_rules.core.transfers import POOL, Line, Transfer
from boston_rules.deal.questions.accepting import InAuction
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.deal.questions.calling import CalledCard
from boston_rules.rules.ladder import ClassCall, Ladder
from boston_rules.rules.passed_out import PassedOut

STRONG = "AS KS QS JS TS 9S 8S AH KH AD KD 3C 2C"
LOW = "6S 4S 2S 7H 5H 3H 2H 6D 4D 2D 5C 4C 3C"
FLAT = "JS 9S 6S QH 9H 7H JD TD 6D QC 9C 8C 7C"


def opening(slug: str, hand: str, *said: str) -> br.State:
    """The view of seat 0, who holds the hand and speaks first, or after what others have said."""
    own = br.Cards.parse(hand)
    rest = [card for card in br.PACK if card not in own]
    random.Random(5).shuffle(rest)
    hands = [tuple(own), rest[:13], rest[13:26], rest[26:]]
    state = br.start(br.get_variant(slug), dealer=(3 - len(said)) % 4, hands=hands)
    state = act(after_chance(state, random.Random(2)), *said)
    assert state.actor == 0
    return br.observe(state, 0)


@pytest.mark.parametrize("slug", ["fontainebleau", "american", "boston-whist", "classic", "french"])
def test_a_strong_hand_bids_and_a_flat_one_passes(slug: str) -> None:
    assert chosen(opening(slug, STRONG)).startswith("bid ")
    assert chosen(opening(slug, FLAT)) == "pass"


@pytest.mark.parametrize("slug", ["fontainebleau", "american", "classic", "french"])
def test_a_low_hand_without_gaps_bids_a_misere(slug: str) -> None:
    view = opening(slug, LOW)
    bid = SimpleBot().choose(view)
    assert isinstance(bid, br.Bid)
    assert view.variant.ladder[bid.key].is_misere


def test_the_suit_bid_is_the_one_that_wins_most() -> None:
    bid = SimpleBot().choose(opening("boston-whist", STRONG))
    assert isinstance(bid, br.Bid)
    assert bid.suit is br.SPADES


def test_R28_trumps_left_open_are_named_where_the_hand_is_best() -> None:
    contract = br.Contract("7", 0, suit_class="plain", turned=br.CLUBS)
    view = spot("american", contract, STRONG, seat=0)
    assert chosen(view, *map(br.NameTrump, br.Suit)) == "trump S"


def test_a_declarer_asks_when_it_helps_and_not_when_he_is_sure() -> None:
    asking = (br.Ask(), br.Solo())
    sure = br.Contract("5", 0, trump=br.SPADES)
    assert chosen(spot("fontainebleau", sure, STRONG, seat=0), *asking) == "solo"
    hopeful = br.Contract("7", 0, trump=br.SPADES)
    hand = "AS KS QS 9S 8S AH 7H 3H 6D 4D 9C 3C 2C"
    assert chosen(spot("fontainebleau", hopeful, hand, seat=0), *asking) == "ask"


def test_a_partner_is_accepted_with_help_for_him_only() -> None:
    contract = br.Contract("5", 0, trump=br.SPADES)
    answers = (br.Accept(), br.Decline())
    help_ = "KS QS 4S AH KH 3H AD 7D 4D 2D 9C 3C 2C"
    assert chosen(spot("fontainebleau", contract, help_, seat=1), *answers) == "accept"
    none = "8H 7H 6H 4H 3H 9D 8D 7D 4D 2D 9C 3C 2C"
    assert chosen(spot("fontainebleau", contract, none, seat=1), *answers) == "decline"


def test_P18_the_best_missing_trump_is_called() -> None:
    contract = br.Contract("7", 0, trump=br.SPADES)
    hand = "KS QS JS 9S 8S AH 7H 3H 6D 4D 9C 3C 2C"
    view = spot("fontainebleau-cats", contract, hand, seat=0)
    calls = [br.Call(card) for card in br.PACK if card not in view.hand]
    assert chosen(view, *calls, br.Solo()) == "call AS"


def test_P21_a_partners_standing_bid_is_left_alone() -> None:
    opponents = opening("russian-partnership", STRONG, "bid 5 C", "pass", "pass")
    assert chosen(opponents).startswith("bid ")
    assert chosen(opening("russian-partnership", STRONG, "pass", "bid 5 C", "pass")) == "pass"


def test_R2_who_must_not_win_discards_danger_and_his_opponents_discard_high() -> None:
    contract = br.Contract("little-misere", 0)
    hand = "AS 3S 2S 7H 5H 3H 2H 6D 4D 2D 5C 4C 3C"
    discards = tuple(br.Discard(card) for card in br.Cards.parse(hand))
    for seat in (0, 1):
        assert chosen(spot("american", contract, hand, seat=seat), *discards) == "discard AS"


def test_in_piccolissimo_one_winner_is_kept() -> None:
    hand = "AS 3S 2S KH 5H 3H 2H 6D 4D 2D 5C 4C 3C"
    discards = tuple(br.Discard(card) for card in br.Cards.parse(hand))
    view = spot("fontainebleau", br.Contract("piccolissimo", 0), hand, seat=0)
    assert chosen(view, *discards) == "discard KH"


def test_P20_chicane_is_declared() -> None:
    contract = br.Contract("5", 0, trump=br.SPADES)
    view = spot("russian", contract, "AH KH QH", seat=1)
    assert chosen(view, br.Pass(), br.Chicane()) == "chicane"


def test_P26_a_small_bid_is_contested_with_a_good_hand_only() -> None:
    contract = br.Contract("5", 0, trump=br.SPADES, turned=br.CLUBS)
    answers = (br.Concede(), br.Contest())
    weak = "8H 7H 6H 4H 3H 9D 8D 7D 4D 2D 9C 3C 2C"
    for hand, word in ((STRONG, "contest"), (weak, "concede")):
        assert chosen(spot("two-pack-hoyle", contract, hand, seat=1), *answers) == word


def test_a_share_is_asked_of_the_opponents_that_are_left_beside_an_unknown_partner() -> None:
    rules = evolve(br.get_variant("two-pack-hoyle"), partners=CalledCard(extra=0))
    alone = br.Contract("5", 0, trump=br.SPADES, turned=br.CLUBS)
    two = evolve(alone, partner=br.UNKNOWN, called=br.parse_card("AS"))
    hand = "4S 3S 7H AH KH 4H 3H AD 8D 2D 9C 3C 2C"
    for contract, word in ((alone, "contest"), (two, "concede")):
        assert chosen(spot(rules, contract, hand, seat=1), br.Concede(), br.Contest()) == word


def test_P19_only_a_hopeless_hand_concedes_and_a_misere_is_always_played() -> None:
    answers = (br.Concede(), br.Contest())
    before = ["1: 5H AH TH 9H"]
    weak = "8H 7H 6H 4H 3H 9D 8D 7D 4D 2D 9C 3C"
    contract = br.Contract("5", 0, trump=br.SPADES)
    view = spot("fontainebleau-hoyle", contract, weak, seat=1, before=before)
    assert chosen(view, *answers) == "concede"
    ace = weak.replace("9D", "AD").replace("8D", "KD")
    view = spot("fontainebleau-hoyle", contract, ace, seat=1, before=before)
    assert chosen(view, *answers) == "contest"
    view = spot("fontainebleau-hoyle", br.Contract("grand-misere", 0), weak, seat=1, before=before)
    assert chosen(view, *answers) == "contest"


def test_an_unknown_question_gets_a_harmless_answer() -> None:
    view = spot("american", None, "AS KS", seat=0)
    assert chosen(view, br.Misdeal(), br.Revoke(1), br.Revoke(2), br.Pass()) == "pass"
    assert chosen(view, br.Misdeal(), br.Misdeal(touched=True)).startswith("misdeal")


@frozen
class MostTakesPool:
    """A passed-out deal that rewards tricks: a rule of somebody else's."""

    played = True
    source = None

    def transfers(self, end: PassedOut) -> tuple[Transfer, ...]:
        """The pool to whoever has most."""
        most = end.tricks.index(max(end.tricks))
        return (Transfer(POOL, most, (Line(end.pool, "most tricks"),)),) if end.pool else ()

    def words(self) -> str:
        """The rule in English."""
        return "who takes most tricks takes the pool"


def test_a_passed_out_deal_that_rewards_tricks_is_played_for_tricks() -> None:
    variant = br.variants.Fontainebleau(passed_out=MostTakesPool())
    assert not few_is_good(variant)
    assert chosen(spot(variant, None, "AS KS 2S 4D", seat=0, trick="9S")) == "play KS"


@pytest.mark.long
def test_trumps_named_after_a_partner_is_found_are_no_riddle() -> None:
    # A composition that no telling has: suit classes and partners together.
    american, base = br.variants.American(), br.variants.Fontainebleau()
    ladder = Ladder(
        tuple(evolve(step, suit=ClassCall()) if step.has_trumps else step for step in base.ladder)
    )
    heard: set[str] = set()
    for partners in (AskAndAccept(), CalledCard(), InAuction()):
        house = br.variants.Fontainebleau(
            dealing=american.dealing,
            suits=american.suits,
            ladder=ladder,
            partners=partners,
            deals=8,
        )
        rng = random.Random(1)
        table = [Watched(SimpleBot(rng)) for _ in range(4)]
        assert len(list(play_session(house, table, rng))) == 8
        heard |= {token.split()[0] for bot in table for token in bot.choices}
    assert {"bid", "ask", "accept", "call", "trump"} <= heard
