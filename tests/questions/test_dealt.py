"""A contract that the cards make without an auction, and what everybody concludes from it."""

from __future__ import annotations

import pickle
from collections import Counter
from math import comb
from random import Random

import pytest
from attrs import evolve
from tests.enumeration import fitting
from tests.phases.table_talk import act, finish, legal, playing, settled, tricks
from tests.questions.house import ACES, FOUR_ACES, House, opened

import boston_rules as br
from boston_rules.core import errors
from boston_rules.knowing.worlds import Worlds

HOUSE = House()
KINGS_TOO = (
    "AS AH AC AD KS KH KD KC QS QH JS JH JD",
    "QD QC JC TS TH TD TC 9S 9H 9D 9C 2S 2H",
    "8S 8H 8D 8C 7S 7H 7D 7C 6S 6H 6D 6C 2D",
    "5S 5H 5D 5C 4S 4H 4D 4C 3S 3H 3D 3C 2C",
)
THREE = (
    "AS AH AC KS QS JS TS 9S 8S 7S QH JH TH",
    "6S 5S 4S 3S 2S 9H 8H 7H 6H KC KD AD 2D",
    "KH 5H 4H 3H 2H QC JC TC 9C 8C QD JD TD",
    "5D 9D 8D 7D 6D 4D 3D 7C 6C 5C 4C 3C 2C",
)


def test_the_first_lead_follows_the_deal() -> None:
    state = playing(opened(HOUSE, FOUR_ACES))
    assert state.contract == br.Contract(
        "aces", 0, br.HEARTS, partner=1, target=9, called=br.parse_card("KH")
    )
    assert (state.actor, state.leader) == (1, 1), "his partner"
    terms = state.setup.terms
    assert (terms.target, terms.counting, state.opponents) == (9, (0, 1), (2, 3))
    assert (len(state.events), state.said, state.partner_shown) == (1, (), True)
    assert state.events[0].shows.made == state.contract
    assert pickle.loads(pickle.dumps(state)) == state


def test_the_called_card_is_the_highest_that_is_not_held() -> None:
    state = playing(opened(HOUSE, KINGS_TOO))
    assert state.contract is not None
    assert (str(state.contract.called), state.contract.partner) == ("QD", 1)


def test_a_shuffled_deal_may_make_it_too() -> None:
    """From the pack to the play, with no auction between."""
    cards = [br.Cards.parse(hand).sorted() for hand in FOUR_ACES]
    pack = [cards[(place + 1) % 4][place // 4] for place in range(52)]  # dealer 0, singly
    state = br.apply(br.start(HOUSE), br.Shuffle(tuple(pack)))
    assert playing(state).contract == opened(HOUSE, FOUR_ACES).contract
    view = br.observe(state, 2)
    assert list(map(str, view.events)) == ["open", "shuffle ?"]
    assert view.events[-1].shows.made == view.contract
    assert br.observe(br.sample(view, Random(1)), 2) == view


def test_three_aces_make_none() -> None:
    assert opened(HOUSE, THREE).phase == "auction"


def test_it_is_never_bid() -> None:
    state = opened(HOUSE, THREE)
    assert not any("aces" in token for token in legal(state))
    error = br.why_illegal(state, br.parse_action("bid aces H"))
    assert type(error) is errors.BidUnavailable


def test_its_target_is_its_own_and_it_is_paid_by_the_ladder() -> None:
    done = finish(opened(HOUSE, FOUR_ACES))
    assert done.contract is not None
    assert done.contract.target == 9
    taken = done.outcome.tricks[0] + done.outcome.tricks[1]
    bill = done.settlement
    assert bill.made is (taken >= 9)
    assert abs(bill.deltas[0]) == 4 + abs(taken - 9)
    assert bill == br.settle(HOUSE, done.contract, done.outcome)
    less = evolve(done.contract, target=taken)
    assert br.settle(HOUSE, less, done.outcome).made is True
    more = evolve(done.contract, target=None)
    assert br.settle(HOUSE, more, done.outcome).made is (taken >= 8)


@pytest.mark.parametrize("target", [-1, 14, "9", True])
def test_a_target_that_cannot_be_is_refused(target: int) -> None:
    contract = br.Contract("aces", 0, br.HEARTS, partner=1, target=target)
    with pytest.raises(br.SettlementError, match="a target is 0 to 13 tricks"):
        br.settle(HOUSE, contract, br.Outcome((9, 0, 2, 2)))


def test_another_contract_has_the_target_of_the_ladder() -> None:
    contract = br.Contract("ask", 0, br.HEARTS, partner=1, target=9)
    for variant in (HOUSE, House(dealt=None)):
        with pytest.raises(br.SettlementError, match="ask has the target of the ladder, not 9"):
            br.settle(variant, contract, br.Outcome((9, 0, 2, 2)))


def test_doubled_stakes_are_those_of_a_dealt_contract_too_and_end_with_it() -> None:
    done = settled(act(opened(HOUSE, THREE), "pass; pass; pass; pass"))
    state = br.next_deal(done, hands=FOUR_ACES)
    assert state.contract is not None
    assert state.contract.stakes == 2
    end = finish(state)
    taken = end.outcome.tricks[0] + end.outcome.tricks[1]
    assert abs(end.settlement.deltas[0]) == 2 * (4 + abs(taken - 9))
    assert br.next_deal(end).table.stakes == 1


# What everybody may conclude, against all ways in which the cards can lie.


def late(state: br.State, cards: int, seed: int) -> br.State:
    """The state after so many cards, played at random."""
    rng = Random(seed)
    for _ in range(cards):
        state = br.apply(state, rng.choice(br.legal_actions(state)))
    assert isinstance(state, br.Playing)
    return state


def check(state: br.State, seat: int, draws: int = 40) -> int:
    """The worlds of a view are exactly the deals that fit it; returns how many there are."""
    view = br.observe(state, seat)
    found = fitting(state, seat)
    worlds = Worlds(view)
    assert worlds.count == len(found)
    rng = Random(7)
    for _ in range(draws):
        other = worlds.state(rng)
        assert br.observe(other, seat) == view
        assert other.deal is not None
        assert other.deal.hands in found
    return worlds.count


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("hands", [FOUR_ACES, KINGS_TOO], ids=["one-king", "four-kings"])
@pytest.mark.parametrize("seed", range(2))
def test_worlds_of_a_dealt_contract_are_those_that_make_it(
    hands: tuple[str, ...], seed: int
) -> None:
    state = late(opened(HOUSE, hands), 40, seed)
    for seat in range(4):
        assert check(state, seat) >= 1


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("seed", range(2))
def test_worlds_of_an_auction_have_no_hand_of_four_aces(seed: int) -> None:
    state = act(opened(HOUSE, THREE), "pass; bid nine; pass; pass; trump C")
    state = late(state, 40, seed)
    for seat in range(4):
        check(state, seat)


def test_the_fourth_ace_is_with_nobody_who_has_shown_three() -> None:
    """Seat 0 has played three aces: the fourth, not seen yet, is surely another's."""

    def worlds_of(house: House) -> Worlds:
        state = act(opened(house, THREE), "pass; bid nine; pass; pass; trump H")
        state = tricks(state, "0: AH 6H 2H 2C", "0: AC KC 8C 3C", "0: AS 2S 3H 3D")
        return Worlds(br.observe(state, 3))

    ace = br.parse_card("AD").index
    worlds, without = worlds_of(HOUSE), worlds_of(House(dealt=None))
    holders = Counter(
        next(seat for seat, hand in enumerate(worlds.draw(Random(seed))) if hand >> ace & 1)
        for seed in range(200)
    )
    assert set(holders) == {1, 2}
    assert without.count > worlds.count
    assert 0 in {
        next(seat for seat, hand in enumerate(without.draw(Random(seed))) if hand >> ace & 1)
        for seed in range(200)
    }


def test_before_anything_is_said_hands_of_four_aces_are_left_out() -> None:
    state = opened(HOUSE, THREE)
    view = br.observe(state, 3)
    worlds = Worlds(view)
    most = set()
    for seed in range(300):
        hands = worlds.draw(Random(seed))
        most.add(max((hand & ACES.mask).bit_count() for hand in hands))
    assert most == {2, 3} | ({1} & most)
    free = Worlds(br.observe(opened(House(dealt=None), THREE), 3))
    # Seat 3 has no ace: the four lie in one of three hands, with nine others of 35 cards.
    assert free.count - worlds.count == 3 * comb(35, 9) * comb(26, 13)


def test_a_holder_of_three_knows_that_nobody_has_four() -> None:
    state = opened(HOUSE, THREE)
    view = br.observe(state, 0)
    free = Worlds(br.observe(opened(House(dealt=None), THREE), 0))
    # The fourth ace may be anybody's but his.
    assert Worlds(view).count == free.count


def test_the_views_of_a_dealt_contract_show_it_to_everybody() -> None:
    state = opened(HOUSE, FOUR_ACES)
    for seat in (None, *range(4)):
        view = br.observe(state, seat)
        assert view.contract == state.contract
        assert (view.standing_bid, view.leader, view.decided) == (None, 1, None)
        for seed in range(10):
            other = br.sample(view, Random(seed))
            assert br.observe(other, seat) == view
            assert other.hands[0] >= ACES
