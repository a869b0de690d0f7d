"""The laws hold for games of rules that no telling combines, on walks that reach what is rare."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from attrs import evolve
from tests.laws.composed import COMPOSED, steered

import boston_rules as br
from boston_rules import testing
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.rules.sessions import BostonBonus
from boston_rules.testing.completeness import wanted_of

pytestmark = [pytest.mark.laws, pytest.mark.no_cover]  # depth, not coverage

CHECKS = (
    *(testing.check_conservation, testing.check_termination, testing.check_bill),
    *(testing.check_soundness, testing.check_round_trips, testing.check_non_interference),
    *(testing.check_sampling, testing.check_immutability, testing.check_views),
)
RARE = {
    *("contested while unknown", "conceding while unknown", "chicane after a call"),
    *("slam", "slam table", "discard", "a hand on the table", "a card laid and overcalled"),
    *("the trick moves while unknown", "the called card is dead", "raised"),
    *("misdealt and gathered", "dealt at once", "demand", "correct", "lost by a misdeal"),
}
BOTH = [(name, enforcement) for name in COMPOSED for enforcement in ("strict", "table")]


def walks(variant: br.Variant, count: int) -> Iterator[testing.Walk]:
    """Random walks, and others steered to each verdict that the game can come to."""
    wanted = list(wanted_of(variant))
    rng = random.Random(1)
    for seed in range(count):
        if seed % 2:
            yield steered(variant, rng.choice(wanted), seed, 2)
        else:
            session = 2 if seed % 4 else None
            yield testing.random_walk(variant, seed=seed, deals=2, session=session)


@pytest.mark.long
@pytest.mark.parametrize(("name", "enforcement"), BOTH)
def test_the_laws_hold(name: str, enforcement: str) -> None:
    variant = COMPOSED[name](enforcement)
    for walk in walks(variant, 4):
        for check in CHECKS:
            check(variant, walk)


def met(walk: testing.Walk) -> Iterator[str]:
    """What is rare and came up in a walk."""
    for at in walk.positions:
        state = at.state
        contract = br.observe(state, None).contract
        event = state.events[-1]
        if contract is not None and contract.partner is br.UNKNOWN:
            yield f"{state.phase.split()[0].replace('contesting', 'contested')} while unknown"
            if isinstance(event.action, br.Chicane):
                yield "chicane after a call"
            if event.shows.winner is not None:
                yield "the trick moves while unknown"
        if event.shows.partner is None:
            yield "the called card is dead"
        if state.exposed:
            yield "a hand on the table"
        if isinstance(event.action, br.Opened) and event.shows.dealt:
            yield "dealt at once"
        if isinstance(event.action, br.Misdeal) and state.actor is None:
            yield "lost by a misdeal"
        elif isinstance(event.action, br.Misdeal) and walk.variant.dealing.gathers:
            yield "misdealt and gathered"
        if state.phase == "raising the bid":
            yield "raised"
        if sum(str(each).endswith("?") for each in br.observe(state, None).said) > 1:
            yield "a card laid and overcalled"
        if isinstance(event.action, br.Slam | br.Discard | br.Demand | br.Correct):
            yield "slam table" if str(event) == "slam table" else str(event).split()[0]


@pytest.mark.parametrize("enforcement", ["strict", "table"])
def test_P43_law_11_a_boston_that_nobody_has_shown_may_lie_in_the_dead_hand(
    enforcement: str,
) -> None:
    """A view may be told so when a concession ends the deal, whoever was dealt it."""
    variant = br.variants.EnglishBoston(
        seats=3,
        enforcement=enforcement,
        trumps=br.get_variant("french").trumps,
        boston_bonus=BostonBonus(2),
        concession=ConcessionRule(),
    )
    ends = set()
    for seed in range(6):
        walk = testing.random_walk(variant, seed=seed, deals=2)
        testing.check_views(variant, walk)
        outcomes = [at.state.outcome for at in walk.positions if isinstance(at.state, br.Settled)]
        ends |= {(each.conceded, each.boston is None) for each in outcomes}
    assert ends >= {(True, False), (False, False)}


@pytest.mark.long
def test_the_walks_reach_what_is_rare() -> None:
    missing = set(RARE)
    for name, enforcement in BOTH:
        for walk in walks(COMPOSED[name](enforcement), 60):
            missing -= set(met(walk))
            if not missing:
                return
    raise AssertionError(missing)


@pytest.mark.long
@pytest.mark.parametrize(("name", "enforcement"), BOTH)
def test_views_of_hands_given_outright_move_too(name: str, enforcement: str) -> None:
    variant = COMPOSED[name](enforcement)
    for seed in range(2):
        rng = random.Random(seed)
        state = br.start(variant, rng.randrange(variant.seats), hands=hands(variant, rng))
        states, taken = [], []
        for _ in range(2):
            seen, actions = [state], []
            while state.actor is not None:
                chance = state.actor == br.CHANCE
                legal = br.lawful_actions(state)
                actions.append(br.draw_chance(state, rng) if chance else rng.choice(legal))
                state = br.apply(state, actions[-1])
                seen.append(state)
            states.append(tuple(seen))
            taken.append(tuple(actions))
            state = br.next_deal(state, hands=hands(variant, rng))
        walk = testing.Walk(variant, states[0][0].table.dealer, tuple(states), tuple(taken), seed)
        testing.check_views(variant, walk)


def hands(variant: br.Variant, rng: random.Random) -> list[list[br.Card]]:
    """Hands of a shuffled pack; with three seats the rest is dead."""
    pack = br.shuffled(rng)
    return [list(pack[13 * seat : 13 * seat + 13]) for seat in range(variant.seats)]


def test_an_event_of_a_view_cannot_open_a_deal_that_is_not_next() -> None:
    variant = evolve(COMPOSED["dealt_at_once"]("strict"), deals=2)
    walk = testing.random_walk(variant, seed=1, deals=2)
    done = br.observe(walk.states[0][-1], 0)
    opened = br.observe(walk.states[1][0], 0).events[0]
    assert br.advance(done, opened) == br.observe(walk.states[1][0], 0)
    with pytest.raises(br.EventError, match="tells them"):
        br.next_deal(done)
    for view in (br.observe(walk.states[0][0], 0), br.observe(walk.states[1][-1], 0)):
        with pytest.raises(br.EventError, match="a deal is opened after"):
            br.advance(view, opened)
    with pytest.raises(br.EventError):
        br.advance(done, evolve(opened, shows=br.Shows()))
