"""Counting the tree: against slow counting, closed forms, and a reading of the play of its own."""

from __future__ import annotations

import random
from functools import cache
from math import comb
from typing import Any, Final

import pytest
from tests.conformance.corpus import SLUGS, cases
from tests.phases.table_talk import SUITS, after_chance

import boston_rules as br
from boston_rules.conformance import Case
from boston_rules.conformance.answers import opened
from boston_rules.conformance.perft import divide, perft, perft_by_depth
from boston_rules.deal.engine import shuffled

OPENINGS: Final = {
    ("fontainebleau", 4): (46, 1093, 17878),
    ("fontainebleau-cats", 4): (46, 1093, 17870),
    ("fontainebleau-hoyle", 4): (46, 1093, 17880),
    ("russian", 4): (46, 1081, 17296),
    ("russian-partnership", 4): (46, 1093, 17880),
    ("american", 4): (32, 540, 6390),
    ("american-decimal", 4): (32, 540, 6390),
    ("boston-whist", 4): (41, 864, 12496),
    ("american-foster", 4): (32, 540, 6398),
    ("two-pack-hoyle", 4): (41, 864, 12496),
    ("american-partnership", 4): (10, 67, 369),
    ("american-capped", 4): (12, 90, 530),
    ("fontainebleau-foster", 4): (46, 1093, 17878),
    ("russian-foster", 4): (58, 1700, 33582),
    ("french-foster", 4): (21, 242, 2026),
    ("english-boston", 4): (23, 288, 2608),
    ("english-boston", 3): (23, 288, 2608),
    ("classic", 4): (40, 832, 11990),
    ("french", 4): (21, 242, 2026),
    ("mariland", 4): (41, 843, 11645),
    ("whisch-bostonien", 4): (3, 19, 78),
}
"""Leaves of depth 1, 2 and 3 below the opening of the deal of seed 0, seat 0 dealing."""


def opening(variant: br.Variant, seed: int = 0) -> br.State:
    """The first call of the deal that ``boston-rules perft --seed`` counts in."""
    rng = random.Random(seed)
    pack = shuffled(rng)
    order = variant.dealing.deal(range(52), 0)
    hands = [[pack[place] for place in row] for row in order[: variant.seats]]
    turned = shuffled(rng)[0] if variant.dealing.turns_from_still else None
    return after_chance(br.start(variant, 0, hands=hands, turned=turned), rng)


def position(case: Case) -> br.State:
    """The position of a case of the corpus."""
    variant = br.get_variant(case.variant, **case.options)
    state = opened(variant, case.input["dealer"], case.input["deals"])
    for token in case.input["deals"][-1]["actions"]:
        state = br.apply(state, br.parse_action(token))
    return state


def slowly(state: br.State, depth: int) -> int:
    """Every action played, nothing counted in bulk."""
    if depth == 0 or state.actor is None or state.actor == br.CHANCE:
        return 1
    return sum(slowly(br.apply(state, action), depth - 1) for action in br.legal_actions(state))


@pytest.mark.parametrize(("slug", "seats"), OPENINGS)
def test_golden_openings_of_every_variant(slug: str, seats: int) -> None:
    variant = br.get_variant(slug, **({"seats": 3} if seats == 3 else {}))
    state = opening(variant)
    assert (variant.seats, state.phase) == (seats, "auction")
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == OPENINGS[slug, seats]
    assert perft_by_depth(state, 3) == OPENINGS[slug, seats]


def test_golden_openings_are_of_all_variants() -> None:
    assert {slug for slug, _ in OPENINGS} == set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_bulk_counting_counts_what_playing_counts(slug: str) -> None:
    checked = set()
    for case in cases(slug, "perft"):
        state = position(case)
        for depth, leaves in enumerate(case.expect["leaves"], 1):
            if leaves > 60 or (depth > 3 and depth < case.input["depth"]):
                continue
            assert slowly(state, depth) == leaves, case
            checked.add((state.phase, depth))
        if "last tricks" in case.id:
            assert perft(state, 100) == case.expect["leaves"][-1]
    assert {name for name, _ in checked} >= {"auction", "play"}


@pytest.mark.parametrize("slug", SLUGS)
def test_divide_adds_up_and_names_every_legal_action(slug: str) -> None:
    for case in cases(slug, "perft"):
        if max(case.expect["leaves"]) > 3000:
            continue
        state = position(case)
        for depth, leaves in enumerate(case.expect["leaves"][:4], 1):
            rows = divide(state, depth)
            assert [action for action, _ in rows] == list(br.legal_actions(state))
            assert sum(count for _, count in rows) == leaves


@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("slug", SLUGS)
def test_one_walk_counts_what_a_walk_for_each_depth_counts(slug: str) -> None:
    for case in cases(slug, "perft"):
        state, leaves = position(case), case.expect["leaves"]
        assert perft_by_depth(state, len(leaves)) == tuple(leaves)
        if max(leaves) < 1000:
            assert tuple(perft(state, depth) for depth in range(1, len(leaves) + 1)) == tuple(
                leaves
            )


# Closed forms.


def test_P3_calls_over_a_fixed_ladder_are_combinations() -> None:
    # Up to the third call nobody is asked twice: a pass or any of the higher bids. After the
    # highest bid everybody is asked about chicane; those who hold a trump can only pass.
    state = opening(br.get_variant("russian"))
    bids = len(br.legal_actions(state)) - 1
    assert bids == 10 * 4 + 5
    assert [perft(state, depth) for depth in (1, 2, 3)] == [
        comb(bids + depth, depth) for depth in (1, 2, 3)
    ]


def test_four_passes_throw_the_hands_in() -> None:
    # One Demande, supported or not, or an Indépendance over it: small enough to write down.
    state = opening(br.get_variant("whisch-bostonien"))
    passed = state
    for _ in range(3):
        passed = br.apply(passed, br.parse_action("pass"))
    last = {str(action): count for action, count in divide(passed, 4)}
    assert last["pass"] == 1, "the deal is settled: one leaf, however deep"


def test_discards_are_independent_of_each_other() -> None:
    state = br.start(br.get_variant("fontainebleau"), dealer=3, hands=SUITS)
    for token in ("bid little-misere", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    assert [perft(state, depth) for depth in (1, 2, 3)] == [13, 13**2, 13**3]


def test_hands_of_one_suit_play_in_any_order() -> None:
    state = br.start(br.get_variant("classic"), dealer=3, hands=SUITS)
    for token in ("bid 13 D", *(f"play {rank}S" for rank in "A")):
        state = br.apply(state, br.parse_action(token))
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [13, 13**2, 13**3, 12 * 13**3]


# The last tricks, counted from the cards alone.


@cache
def ways(
    hands: tuple[frozenset[str], ...],
    actor: int,
    trick: tuple[str, ...],
    trump: str | None,
    enders: frozenset[int] = frozenset(),
    spare: int = 0,
) -> int:
    """The ways to play the cards out: follow suit, highest trump or card of the suit led wins.

    Where lost deals are broken off, the play is over as soon as the *enders* win more tricks than
    they have to *spare*.
    """
    if not any(hands) or spare < 0:
        return 1
    held = hands[actor]
    follow = {card for card in held if trick and card[1] == trick[0][1]}
    found = 0
    for card in follow or held:
        left = (*hands[:actor], held - {card}, *hands[actor + 1 :])
        row = (*trick, card)
        following, to_spare = (actor + 1) % len(hands), spare
        if len(row) == len(hands):
            lead = row[0][1]
            best = max(
                row, key=lambda c: (c[1] == trump, c[1] == lead, "23456789TJQKA".index(c[0]))
            )
            following, row = (following + row.index(best)) % len(hands), ()
            to_spare -= following in enders
        found += ways(left, following, row, trump, enders, to_spare)
    return found


def endings() -> list[Any]:
    return [
        pytest.param(case, id=str(case))
        for slug in SLUGS
        if slug != "french"  # the Boston jack and slams are of another kind
        for case in cases(slug, "perft")
        if "last tricks" in case.id
    ]


@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("case", endings())
def test_the_last_tricks_are_played_in_so_many_ways(case: Case) -> None:
    state = position(case)
    assert isinstance(state, br.Playing)
    hands = tuple(frozenset(map(str, hand)) for hand in state.hands)
    assert {len(hand) for hand in hands} == {3}
    contract = state.contract
    trump = None if contract is None or contract.trump is None else contract.trump.letter
    enders, spare = frozenset[int](), 0
    step = None if contract is None else state.table.variant.ladder[contract.key]
    if contract is not None and step is not None and step.breaks_off:
        # A misère or Piccolissimo is lost by its declarer's tricks, a slam by those of the others.
        enders, spare = frozenset({contract.declarer}), step.goal.tricks
        if step.goal.counted:
            enders, spare = frozenset(range(4)) - enders, len(state.done) + 3 - step.goal.tricks
        spare -= sum(state.taken[seat] for seat in enders)
    counted = ways(hands, state.actor, (), trump, enders, spare)
    assert perft(state, 100) == case.expect["leaves"][-1] == counted


def test_P34_slams_that_may_be_declared_are_counted() -> None:
    spades, hearts, clubs, diamonds = SUITS
    hands = [spades.replace("2S", "JD"), hearts, clubs, diamonds.replace("JD", "2S")]
    state = br.start(br.get_variant("french"), 3, hands=hands, turned=br.parse_card("2D"))
    for token in ("bid neuf S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    for _ in range(9 * 4):
        assert not any(isinstance(action, br.Slam) for action in br.legal_actions(state))
        state = br.apply(state, br.legal_actions(state)[-1])
    # Nine tricks from above: four cards are left to each, and a slam may be declared, which is
    # an action more on the way to the same card.
    assert state.actor == 0
    assert perft(state, 1) == 4 + 2
    assert perft(state, 2) == 4 * 4 + 2 * 4
    assert perft(state, 3) == slowly(state, 3) == 4**3 + 2 * 4**2
    for _ in range(3 * 4):
        state = br.apply(state, br.legal_actions(state)[0])
    # In the last trick it may still be declared.
    assert [perft(state, depth) for depth in (1, 4, 5)] == [3, 3, 3]


# What counts as a leaf.


def test_a_state_is_its_own_leaf_of_depth_0() -> None:
    for state in (
        br.start(br.get_variant("classic")),
        br.start(br.get_variant("classic"), hands=SUITS),
    ):
        assert perft(state, 0) == 1
        assert perft_by_depth(state, 0) == ()


def test_chance_is_not_expanded() -> None:
    shuffling = br.start(br.get_variant("american"))
    assert [perft(shuffling, depth) for depth in range(4)] == [1, 1, 1, 1]
    assert divide(shuffling, 2) == ()
    state = br.apply(shuffling, br.draw_chance(shuffling, random.Random(1)))
    # The one cut of the first deal, after which a card is turned.
    assert [perft(state, depth) for depth in (1, 2, 3)] == [51, 51, 51]


def test_a_settled_deal_is_a_leaf_at_every_depth() -> None:
    state = br.start(br.get_variant("classic"), hands=SUITS)
    for _ in range(4):
        state = br.apply(state, br.parse_action("pass"))
    assert state.actor is None
    assert [perft(state, depth) for depth in (0, 1, 7)] == [1, 1, 1]
    assert divide(state, 1) == ()


@pytest.mark.parametrize("depth", [-1, 1.0, True, None, "2"])
def test_a_depth_is_a_whole_number(depth: Any) -> None:
    state = br.start(br.get_variant("classic"), hands=SUITS)
    with pytest.raises(ValueError, match="a whole number from 0"):
        perft(state, depth)
    with pytest.raises(ValueError, match="a whole number from 0"):
        divide(state, depth)
    with pytest.raises(ValueError, match="a whole number from 0"):
        perft_by_depth(state, depth)


def test_the_tree_below_a_view_is_not_known() -> None:
    view = br.observe(br.start(br.get_variant("classic"), hands=SUITS), 0)
    with pytest.raises(TypeError, match="a view is moved by events"):
        perft(view, 0)


def test_depth_0_has_nothing_to_divide_by() -> None:
    state = br.start(br.get_variant("classic"), hands=SUITS)
    with pytest.raises(ValueError, match="no first action"):
        divide(state, 0)
