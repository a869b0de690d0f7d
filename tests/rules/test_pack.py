"""The pack as a rule: fewer cards, smaller hands, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from attrs import evolve
from tests.cousins.games import SMALL, registered
from tests.phases.table_talk import finish, only_bid

import boston_rules as br
from boston_rules.core.errors import CardNotHeld
from boston_rules.deal.questions.calling import CalledCard
from boston_rules.rules.cases import Case, cases_of, most_honours
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast
from boston_rules.rules.ladder import Ladder, Step
from boston_rules.rules.payments import EveryTrick

BOSTON, MISERE, ALLIANCE = SMALL
PIQUET = br.Cards(card for card in br.PACK if card.rank >= br.Rank.SEVEN)


@pytest.fixture(autouse=True)
def known_by_name() -> Iterator[None]:
    with registered():
        yield


def test_a_game_has_52_cards_and_hands_of_13_unless_it_says_otherwise() -> None:
    rule = DealingRule()
    assert (rule.pack, rule.hand, rule.packets) == (br.Cards(br.PACK), 13, (1,) * 13)
    assert rule.order == tuple(range(52))
    assert "the cards are" not in rule.words()


def test_the_hand_is_a_fourth_of_the_pack_and_dealt_singly_unless_packets_are_given() -> None:
    rule = DealingRule(pack=PIQUET)
    assert (rule.hand, rule.packets, rule.problems()) == (8, (1,) * 8, [])
    assert DealingRule(pack=PIQUET, packets=(3, 2, 3)).problems() == []
    assert rule.words().startswith(f"the cards are {PIQUET}; 8 cards each, dealt singly")


def test_packets_add_up_to_the_hand() -> None:
    rule = DealingRule(pack=PIQUET, packets=(4, 4, 5))
    assert rule.problems() == ["packets (4, 4, 5) do not add up to 8 cards"]


@pytest.mark.parametrize("cards", ["", "AS AH AC AD", "AS KS QS AH KH QH AC KC QC"])
def test_a_pack_is_dealt_out_to_four_hands_of_two_or_more(cards: str) -> None:
    (problem,) = DealingRule(pack=br.Cards.parse(cards)).problems()
    assert problem.startswith("a pack is dealt out to four hands of two cards or more")


def test_a_pack_is_a_set_of_cards() -> None:
    with pytest.raises(br.VariantError, match=r"DealingRule.pack is a set of Cards, not \(\)"):
        DealingRule(pack=())  # type: ignore[arg-type]


def test_a_ladder_asks_for_no_more_than_the_hand_and_every_problem_is_told() -> None:
    four = Step(key="4", goal=AtLeast(4))
    held = Step(key="high", goal=AtLeast(1), holding=br.Cards.parse("AS AH AC AD"))
    king = Step(key="king", goal=AtLeast(1), holding=br.Cards.parse("KS"))
    short = Step(key="short", goal=AtLeast(2), discard=True)
    ladder = Ladder((four, held, king, short))
    with pytest.raises(br.VariantError) as caught:
        evolve(BOSTON, ladder=ladder)
    found = [problem for problem in caught.value.problems if "no price" not in problem]
    assert [problem.removeprefix("SmallBoston: ") for problem in found] == [
        "4: 4 of 2 tricks",
        "high: nobody can hold ♠A ♥A ♣A ♦A",
        "king: nobody can hold ♠K",
        "short: 2 of 1 tricks",
    ]


def test_a_suit_is_turned_only_where_the_pack_has_it() -> None:
    rule = DealingRule(pack=br.Cards.parse("AS KS QS JS AH KH QH JH"), turn="last-card")
    assert [turn.suit for turn in rule.turns()] == [br.HEARTS, br.SPADES]


def test_chance_shuffles_and_turns_the_cards_of_the_game() -> None:
    variant = evolve(MISERE, dealing=evolve(MISERE.dealing, seats=4, turn="second-pack"))
    state = br.start(variant)
    rng = random.Random(1)
    shuffle = br.draw_chance(state, rng)
    assert isinstance(shuffle, br.Shuffle)
    assert shuffle.pack is not br.HOLE
    assert br.Cards(shuffle.pack) == variant.dealing.pack
    turning = br.apply(state, shuffle)
    turned = {str(br.draw_chance(turning, rng)) for _ in range(200)}
    assert turned == {f"turn {card}" for card in variant.dealing.pack}
    error = br.why_illegal(turning, br.parse_action("turn AS"))
    assert error is not None
    assert error.code == "deal/bad-turn-up"


@pytest.mark.parametrize("other", ["AS", "JS", "KS JD"])
def test_another_pack_is_no_shuffle_of_the_game(other: str) -> None:
    state = br.start(BOSTON)
    cards = [*BOSTON.dealing.pack]
    pack = [*cards[:-2], *br.Cards.parse(other), *cards][: len(cards)]
    error = br.why_illegal(state, br.Shuffle(pack))
    assert error is not None
    assert (error.code, error.reason) == ("deal/bad-pack", "a pack is each of the 8 cards once")


def test_a_cut_leaves_two_parts_of_the_pack() -> None:
    state = br.apply(br.start(BOSTON), br.draw_chance(br.start(BOSTON), random.Random(1)))
    assert [str(action) for action in br.legal_actions(state)] == [
        f"cut {at}" for at in range(1, 8)
    ]
    error = br.why_illegal(state, br.Cut(8))
    assert error is not None
    assert error.reason == "a cut moves 1 to 7 cards"


def test_hands_that_are_given_are_of_the_pack() -> None:
    with pytest.raises(br.DealError) as caught:
        br.start(BOSTON, hands=["AS KS", "AH JH", "AC JC JD", "JS AD"])
    assert caught.value.problems == (
        "hand 2 has 3 cards, not 2",
        "not in the pack: KS",
    )


def test_a_card_that_is_not_in_the_pack_is_not_called_or_turned() -> None:
    turning = evolve(MISERE, dealing=evolve(MISERE.dealing, turn="dead-hand"))
    with pytest.raises(br.DealError, match="AS is turned, which is not in the pack"):
        br.start(turning, hands=["3S 2S", "3H 2H", "3C 2C"], turned=br.parse_card("AS"))


def test_a_card_that_is_not_in_the_pack_is_not_called_to_find_a_partner() -> None:
    one, two = BOSTON.ladder
    ladder = Ladder((evolve(one, partnered=True), two))
    called = evolve(BOSTON, partners=CalledCard(extra=0), ladder=ladder)
    state = br.start(called, dealer=2, hands=["AS JD", "AH JH", "AC JC", "JS AD"])
    for token in ("bid 1", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    error = br.why_illegal(state, br.parse_action("call KS"))
    assert isinstance(error, CardNotHeld)
    assert "nobody holds K" in str(error)


def test_a_suit_that_the_pack_does_not_have_is_not_turned() -> None:
    dealing = evolve(
        MISERE.dealing, turn="dead-hand", pack=br.Cards.parse("4S 4H 3S 2S 3H 2H 3C 2C")
    )
    turning = evolve(MISERE, dealing=dealing)
    contract = br.Contract("petite", 0, turned=br.DIAMONDS)
    with pytest.raises(br.SettlementError, match="♦ is not turned"):
        br.settle(turning, contract, br.Outcome((0, 1, 1)))


def test_honours_and_cases_are_those_of_the_pack() -> None:
    assert most_honours(BOSTON, br.SPADES) == 2
    assert {case.total for case in cases_of(BOSTON, BOSTON.ladder["1"])} == {2}
    assert {case.total for case in cases_of(MISERE, MISERE.ladder["petite"])} == {1}
    hands = ["AS JD", "AH JH", "AC JC", "JS AD"]
    contract = br.Contract("1", 3, br.SPADES, partner=1)
    with pytest.raises(br.SettlementError, match="there are 2 honours, with trumps only"):
        br.settle(BOSTON, contract, br.Outcome((0, 1, 0, 1), honours=(1, 1, 1, 0)))
    state = finish(only_bid(br.start(BOSTON, dealer=2, hands=hands), 3, "bid 1"))
    assert (state.outcome.honours, state.outcome.boston) == ((1, 0, 0, 1), 0)


def test_every_trick_is_every_trick_of_the_deal() -> None:
    price, one = EveryTrick(alone=7, two=4), BOSTON.ladder["1"]
    assert price.lines(Case(step=one, made=True, taken=1, total=2)) == ()
    (line,) = price.lines(Case(step=one, made=True, taken=2, total=2))
    assert (line.chips, price.words()) == (7, "every trick: 7 more alone, 4 more with a partner")


@pytest.mark.parametrize("variant", SMALL, ids=lambda each: each.slug)
def test_records_tell_a_small_game_and_refuse_another_pack(variant: br.Variant) -> None:
    rng = random.Random(2)
    state = br.start(variant)
    states = []
    while True:
        if isinstance(state, br.Settled):
            states.append(state)
            if state.session_over:
                break
            state = br.next_deal(state)
        action = (
            br.draw_chance(state, rng)
            if state.actor == br.CHANCE
            else rng.choice(br.legal_actions(state))
        )
        state = br.apply(state, action)
    text = br.dumps(br.record(states))
    assert br.replay(br.loads(text)) == tuple(states)
    other = evolve(variant, dealing=evolve(variant.dealing, pack=br.Cards.parse(OTHERS)))
    with pytest.raises(br.RecordError):
        br.replay(br.loads(text), variant=other, ignore_fingerprint=True)


OTHERS = "JD JC JS 2S 2H 9C AS KS"


def test_a_house_rule_for_the_pack_is_part_of_records_and_fingerprints() -> None:
    plain = br.get_variant("classic")
    ladder = Ladder((evolve(plain.ladder["5"], partnered=False),))
    dealing = evolve(plain.dealing, pack=PIQUET, packets=(3, 3, 2))
    try:
        house = evolve(plain, dealing=dealing, ladder=ladder)
    except br.VariantError as error:
        raise AssertionError(error.problems) from error
    assert house.fingerprint() != plain.fingerprint()
    record = br.loads(br.dumps(br.record(br.start(house))))
    assert br.variant_of(record) == house
