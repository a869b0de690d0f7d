"""The exact search against plain search, and what the solver says of states of every variant."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from tests.phases.table_talk import at_random, playing, reach
from tests.playrules import AceFirst, HigherFirst, LeadSuit, RuffFirst
from tests.solver.brute import Ending, Plain, disagreements, endings, helped, searched

import boston_rules as br
from boston_rules.core.cardplay import COMPILED
from boston_rules.rules.binding import FreeDiscards
from boston_rules.rules.goals import AtLeast
from boston_rules.rules.trumps import ranked
from boston_rules.solver import (
    Limits,
    NotSolvable,
    Result,
    SearchStopped,
    best,
    first_lead,
    makes,
    tricks,
)
from boston_rules.solver.search.effort import LimitReached
from boston_rules.solver.search.memory import Shape
from boston_rules.solver.search.search import Search

NO_TRUMPS = br.get_variant("classic").trumps.table(None, None)


def test_small_endings_against_plain_search() -> None:
    assert list(disagreements(endings(300, seed=1))) == []


def test_the_endings_compared_are_of_every_kind() -> None:
    found = list(endings(300, seed=1))
    assert {len(ending.hands) for ending in found} == {3, 4}
    assert {len(ending.trick) for ending in found} == {0, 1, 2, 3, 4}
    assert {ending.sets for ending in found} == {True, False}
    rules = {type(ending.binding.rule) for ending in found if ending.binding is not None}
    assert rules == {FreeDiscards, AceFirst, LeadSuit, RuffFirst, HigherFirst}
    # Of free discards all tricks are left, some or none.
    free = [e for e in found if e.binding and isinstance(e.binding.rule, FreeDiscards)]
    left = {e.binding.lasts - e.done for e in free if e.binding}
    assert {0, 1, 2} <= left
    assert {ending.table.boston is None for ending in found} == {True, False}
    answers = {Plain(ending).answer(ending.needs[0]) for ending in found[:40]}
    assert answers == {True, False}


def questions(kind: str) -> Iterator[tuple[Search, Iterable[int]]]:
    """Searches of endings of one kind, and what each is asked."""
    if "trumps" in kind:
        pack, trump = random.Random(kind), None if kind == "no trumps" else br.HEARTS
        order = ranked(br.get_variant("classic").trumps.table(trump, None))
        for _ in range(6):
            dealt = pack.sample(range(52), 36)
            hands = [order.mask(sum(1 << card for card in dealt[seat::4])) for seat in range(4)]
            yield Search(order, hands, 0, (), 0b0101, 0b0101), range(4, 6)
        return
    for ending in endings(90, seed=2, lengths=(5, 6, 7)):
        needs = ending.needs if ending.sets else range(1, ending.tricks + 1)
        name = "sets" if ending.sets else "least" if ending.binding is None else "rules"
        search = helped(ending, higher=1) if kind == "helped" else searched(ending)
        if search is not None and kind in ("helped", name):
            yield search, needs


NODES = {
    "least": 5054,
    "sets": 22629,
    "rules": 17119,
    "helped": 7344,
    "no trumps": 2978,
    "trumps": 5471,
}
"""Positions that the search looks at; more would be slower."""


@pytest.mark.parametrize("kind", NODES)
def test_the_devices_of_the_search_spare_what_they_did(kind: str) -> None:
    found = 0
    for search, needs in questions(kind):
        for need in needs:
            search.reaches(need)
        found += search.nodes
    assert found == NODES[kind], "where the search was changed and this is no more, write it down"


WRONG = (
    ("cash", True),
    ("secure", True),
    ("losing", 1),
    ("waiting", True),
    ("behind", 0x23),
    ("as_low", -1),
    ("edge", 0),
    ("_claimed", True),
)
"""Devices of the search, and what they would wrongly say."""


@pytest.mark.skipif(COMPILED, reason="compiled methods cannot be exchanged")
@pytest.mark.parametrize(("bound", "wrong"), WRONG)
def test_a_wrong_device_would_be_seen(
    bound: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, bound, lambda *_: wrong)
    assert next(disagreements(endings(600, seed=1)), None)


def misled() -> int:
    """How many questions a search answers otherwise when a coarser one helps it."""
    wrong = 0
    for ending in endings(100, seed=4, lengths=(5,)):
        other = helped(ending, 0)
        if other is not None:
            search = searched(ending)
            needs = ending.needs if ending.sets else range(1, ending.tricks + 1)
            wrong += sum(search.reaches(need) != other.reaches(need) for need in needs)
    return wrong


def test_a_coarser_search_helps_and_does_not_mislead() -> None:
    assert not misled()


@pytest.mark.skipif(COMPILED, reason="compiled methods cannot be exchanged")
def test_what_an_answer_of_the_coarser_search_rests_on_matters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Search, "edges", lambda *_: 0)
    assert misled()


@cache
def ends() -> tuple[br.Playing, ...]:
    """Random deals of every variant with a contract, three tricks or fewer before the end."""
    rng = random.Random(1)
    found = []
    for slug in br.list_variants():
        variant, kinds = br.get_variant(slug), set[str]()
        for _ in range(60):
            state = br.start(variant)
            left = rng.choice([2, 3])
            while state.actor is not None:
                if (
                    isinstance(state, br.Playing)
                    and len(state.done) == state.setup.terms.total - left
                ):
                    break
                if state.actor == br.CHANCE:
                    state = br.apply(state, br.draw_chance(state, rng))
                    continue
                legal = br.legal_actions(state)
                passes = state.phase == "auction" and rng.random() < 0.5
                state = br.apply(state, legal[0] if passes else rng.choice(legal))
            if isinstance(state, br.Playing) and state.contract is not None:
                for _ in range(rng.randrange(3)):
                    plays = [a for a in br.legal_actions(state) if isinstance(a, br.Play)]
                    after = br.apply(state, rng.choice(plays))
                    assert isinstance(after, br.Playing)
                    state = after
                if state.contract is not None and state.contract.key not in kinds:
                    kinds.add(state.contract.key)
                    found.append(state)
            if len(kinds) == 3:
                break
    return tuple(found)


def through_the_engine(state: br.State, side: tuple[int, ...]) -> bool:
    """Whether the contract is made, by plain search on states to the bill."""
    if state.settlement is not None:
        return bool(state.settlement.made)
    plays = [action for action in br.legal_actions(state) if isinstance(action, br.Play)]
    ours = state.actor in side
    found = (through_the_engine(br.apply(state, play), side) == ours for play in plays)
    return ours if any(found) else not ours


def number_of(state: br.Playing, result: Result, at: br.Playing | None = None) -> int:
    """The tricks of a result, searched for where it leaves them open, as lost misères do."""
    if result.tricks is not None:
        return result.tricks
    goal = state.setup.terms.goal
    assert goal is not None
    assert not goal.counted
    return tricks(state if at is None else at)


@pytest.mark.parametrize("state", ends(), ids=lambda s: f"{s.table.variant.slug}-{s.contract.key}")
def test_whether_a_contract_is_made_is_what_the_bills_say(state: br.Playing) -> None:
    contract = state.contract
    assert contract is not None
    made = through_the_engine(state, contract.side)
    assert makes(state) is made
    found = best(state)
    assert found.result.made is made
    assert number_of(state, found.result) == tricks(state)
    assert [card for card, _ in found.results] == [
        action.card for action in br.legal_actions(state) if isinstance(action, br.Play)
    ]
    for card, result in found.results:
        after = br.apply(state, br.Play(card))
        assert result.made is through_the_engine(after, contract.side)
        if isinstance(after, br.Playing):
            assert number_of(state, result, after) == tricks(after)
        assert (card in found.cards) is (result == found.result)


def test_every_variant_has_such_an_end() -> None:
    assert {state.table.variant.slug for state in ends()} == set(br.list_variants())


def at_first_lead() -> br.Playing:
    """A whole deal, about to be played."""
    rng = random.Random(5)
    state = br.start(br.get_variant("fontainebleau", deals=1))
    return playing(reach(state, "play", at_random(rng), rng))


def test_no_answer_when_the_nodes_run_out() -> None:
    with pytest.raises(SearchStopped, match="as many as were allowed") as caught:
        tricks(at_first_lead(), Limits(nodes=2))
    assert (caught.value.limit, caught.value.nodes) == ("nodes", 2)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def stopped_at(state: br.Playing, nodes: int) -> tuple[int, int] | None:
    """What is known of the tricks after so many positions; ``None`` where that is the answer."""
    try:
        tricks(state, Limits(nodes=nodes))
    except SearchStopped as stopped:
        return stopped.bounds
    return None


def test_what_was_found_out_of_the_tricks_is_told_when_the_nodes_run_out() -> None:
    narrowed = set()
    for state in ends():
        for bounds in filter(None, (stopped_at(state, nodes) for nodes in (3, 9, 27))):
            fewest, most = bounds
            assert fewest <= tricks(state) <= most
            if most - fewest < state.terms.total - len(state.done):
                goal = state.terms.goal
                assert goal is not None
                narrowed.add(goal.most is None)
    assert narrowed == {True, False}, "of goals that set a most number as well"


def whole_deal() -> list[int]:
    """Four hands of thirteen cards."""
    pack = random.Random(2).sample(range(52), 52)
    return [sum(1 << card for card in pack[seat::4]) for seat in range(4)]


def test_no_answer_when_the_time_is_up() -> None:
    hands = whole_deal()
    search = Search(ranked(NO_TRUMPS), hands, 0, (), 0b0101, 0b0101)
    search.effort.limited(0, 1e-9)
    with pytest.raises(LimitReached, match="seconds"):
        search.most(0, 13, 7)


def test_what_the_progress_raises_ends_the_search() -> None:
    told: list[int] = []

    def progress(nodes: int) -> None:
        told.append(nodes)
        if len(told) == 2:
            raise KeyboardInterrupt

    hands = whole_deal()
    search = Search(ranked(NO_TRUMPS), hands, 0, (), 0b0101, 0b0101)
    search.effort.limited(0, 0.0, progress)
    with pytest.raises(KeyboardInterrupt):
        search.most(0, 13, 7)
    assert len(told) == 2
    assert 0 < told[0] < told[1]


def test_a_search_goes_on_where_it_was_stopped() -> None:
    rng = random.Random(3)
    pack = rng.sample(range(52), 24)
    hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
    fresh = Search(ranked(NO_TRUMPS), hands, 0, (), 0b0101, 0b0101).most(0, 6, 3)
    search = Search(ranked(NO_TRUMPS), hands, 0, (), 0b0101, 0b0101)
    stops = 0
    while True:
        search.effort.limited(60, 0.0)
        try:
            found = search.most(0, 6, 3)
        except LimitReached:
            stops += 1
            assert stops < 1000
            continue
        break
    assert found == fresh
    assert stops


def test_the_memory_is_bounded_and_the_answer_the_same() -> None:
    rng = random.Random(4)
    for _ in range(20):
        pack = rng.sample(range(52), 24)
        hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
        found = []
        for limit in (2, 100_000):
            search = Search(ranked(NO_TRUMPS), hands, 0, (), 0b0001, 0b0001, memory=limit)
            found.append(search.most(0, 6, 2))
            assert search.memory.count <= limit
            assert sum(map(entries, search.memory.slots)) <= limit
        assert found[0] == found[1]


def entries(shape: Shape | None) -> int:
    """The entries of the shapes of one place in the table."""
    return 0 if shape is None else len(shape.entries) + entries(shape.then)


def test_few_shapes_share_a_place_of_the_table() -> None:
    rng = random.Random(5)
    pack = rng.sample(range(52), 36)
    hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
    search = Search(ranked(NO_TRUMPS), hands, 0, (), 0b0101, 0b0101)
    search.most(0, 9, 4)
    shapes = 0
    places = [place for place in search.memory.slots if place is not None]
    for place in places:
        shape: Shape | None = place
        while shape is not None:
            shapes += 1
            shape = shape.then
    assert (len(places), shapes) == (410, 411), "where the table was changed, write it down"


def test_what_errors_at_the_table_leave_to_no_card() -> None:
    variant = br.get_variant("fontainebleau", enforcement="table")
    hands = ["AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH", "2S KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"]
    hands += [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "CD"]
    state = br.start(variant, 3, hands=hands)
    for token in ("bid 5 S", "pass", "pass", "pass", "solo", "play AS"):
        state = br.apply(state, br.parse_action(token))
    for token in ("play KH", "play AC", "play AD"):
        state = br.apply(state, br.parse_action(token))
    with pytest.raises(NotSolvable, match="a revoke has been established"):
        best(br.apply(state, br.Revoke(1, trick=1), seat=2))
    state = br.apply(state, br.Play(br.parse_card("2C")), seat=2)
    state = br.apply(br.apply(state, br.parse_action("play KS")), br.parse_action("play 2S"))
    state = br.apply(state, br.parse_action("demand 2C"), seat=0)
    with pytest.raises(NotSolvable, match="an exposed card is demanded"):
        best(state)


def test_what_cannot_be_solved() -> None:
    state = br.start(br.get_variant("fontainebleau"))
    with pytest.raises(NotSolvable, match="of the phase"):
        makes(state)


@pytest.mark.parametrize(("name", "value"), [("nodes", 0), ("seconds", -1.0), ("memory", 0)])
def test_a_limit_is_positive(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match="positive number"):
        Limits(**{name: value})


@pytest.mark.parametrize("name", ["nodes", "seconds", "memory"])
@pytest.mark.parametrize("value", [True, "5", float("nan"), 10**400, float("inf")])
def test_a_limit_is_a_number_that_can_be_counted_to(name: str, value: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=f"{name} (must be|is) .*, not "):
        Limits(**{name: value})


def slam_of_two_losers() -> br.Playing:
    """A slam declared at the eleventh trick, with an ace and two losers to be played."""
    hands = ["AS KS QS JS TS 9S 8S 7S 6S JD AC KH 2H", "5S 4S 3S 2S KC QC JC TC 9C 8C AH QH JH"]
    hands += ["AD KD QD TD 9D 8D 7D 6D 7C 6C 5C 4C TH", "5D 4D 3D 2D 3C 2C 9H 8H 7H 6H 5H 4H 3H"]
    state: br.State = br.start(br.get_variant("french"), 3, hands=hands, turned=br.parse_card("2D"))
    for token in ("bid neuf S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    for trump in hands[0].split()[:10]:
        state = br.apply(state, br.parse_action(f"play {trump}"))
        for _ in range(3):  # a trump, or the lowest card of the first suit
            state = br.apply(state, br.legal_actions(state)[0])
    state = br.apply(state, br.parse_action("slam"))
    assert isinstance(state, br.Playing)
    assert sorted(map(str, state.hands[1])) == ["AH", "JH", "QH"]
    return state


def test_a_goal_of_at_least_is_asked_for_the_most() -> None:
    """A declared slam is lost where a trick is, yet every card is told by its tricks."""
    state = slam_of_two_losers()
    assert isinstance(state.setup.terms.goal, AtLeast)
    assert state.slam is not None
    found = best(state)
    values = [number_of(state, result) for _, result in found.results]
    assert sorted(values) == [10, 10, 11]
    contract = state.contract
    assert contract is not None
    most = max(values) if state.actor in contract.side else min(values)
    assert found.result.tricks == most


@pytest.mark.parametrize("names", [("6S", "AH"), ("6H", "AS")])
def test_positions_differ_where_watched_cards_do(names: tuple[str, str]) -> None:
    """Ninth of its suit or first, with another that is first."""
    order = ranked(NO_TRUMPS)
    six, ace = (order.numbers[br.parse_card(card).index] for card in names)
    hands = [order.mask(hand) for hand in whole_deal()]
    search = Search(order, hands, 0, (), 0b0101, 0b0101, watched=1 << six | 1 << ace)
    low, every = 1 << search.numbers[six], sum(1 << number for number in search.numbers.values())
    few = every & ~search.lane_of(low) | low
    assert len({search._places_of(search.watched, left) for left in (every, few)}) == 2


def ending_of(state: br.Playing) -> Ending:
    """The same state as an ending of the tests' plain search."""
    terms, contract = state.setup.terms, state.contract
    assert contract is not None
    return Ending(
        state.setup.terms.trick_table,
        tuple(hand & state.left for hand in state.setup.hands),
        state.leader,
        state.played,
        terms.total - len(state.done),
        sum(1 << seat for seat in contract.side),
        sum(1 << seat for seat in terms.counting),
        False,
        (),
        terms.binding,
        len(state.done),
    )


def test_a_search_of_a_state_is_that_of_its_ending() -> None:
    for state in ends()[:10]:
        ending = ending_of(state)
        assert searched(ending).reaches(1) == Plain(ending).answer(1)


@cache
def exact_ends() -> tuple[br.Playing, ...]:
    """Contracts to win exactly one trick, some tricks before the end."""
    rng = random.Random(8)
    found: list[br.Playing] = []
    while len(found) < 40:
        pack = [br.PACK[card] for card in rng.sample(range(52), 52)]
        hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        laid = [hand[0] for hand in hands]
        contract = br.Contract("piccolissimo", 0)
        state: br.State = first_lead("fontainebleau", hands, contract, discards=laid)
        left = rng.choice([2, 3])
        while isinstance(state, br.Playing) and 12 - len(state.done) > left:
            plays = [each for each in br.legal_actions(state) if isinstance(each, br.Play)]
            state = br.apply(state, rng.choice(plays))
        if isinstance(state, br.Playing) and state.taken[0] <= 1:
            found.append(state)
    return tuple(found)


def number_by_plain_search(state: br.Playing, order: list[int]) -> int:
    """What the play comes to where the declarer's side prefers numbers of tricks in an order."""
    plain, taken = Plain(ending_of(state)), state.taken[0]
    for place in reversed(range(len(order))):
        wanted = sum(1 << count - taken for count in order[place:])
        ending = plain.ending
        if plain.reaches(ending.hands, ending.leader, ending.trick, wanted, ending.tricks):
            return order[place]
    raise AssertionError("some number is reached")


def test_of_two_numbers_as_near_to_an_exact_goal_the_smaller_is_preferred() -> None:
    other_order = 0
    for state in exact_ends():
        counts = range(state.taken[0], state.taken[0] + 13 - len(state.done))
        smaller = sorted(counts, key=lambda count: (-abs(count - 1), -count))
        larger = sorted(counts, key=lambda count: (-abs(count - 1), count))
        expected = number_by_plain_search(state, smaller)
        assert tricks(state) == expected
        other_order += expected != number_by_plain_search(state, larger)
    assert other_order
