"""What writes the card play a second time is the engine's on walks steered into every rule.

Environments, which do so in arrays, are in ``tests/envs``; random endings, which hold the search to
plain search, in ``tests/solver``.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.solver.brute import Ending, Plain
from tests.steered import CASES, Case, walk

import boston_rules as br
from boston_rules.bots import SimpleBot
from boston_rules.bots.montecarlo.table_talk import played_on
from boston_rules.bots.simple.situation import progress_of
from boston_rules.rules.trumps import ranked
from boston_rules.solver import makes
from boston_rules.solver.errors import NotSolvable
from boston_rules.solver.positions import positions_of


def word_of(state: br.State) -> object:
    """The slam that was declared, and how many cards had been played."""
    play = state.play
    return None if play is None else play.slam


every_case = pytest.mark.parametrize("case", CASES, ids=str)
lawful_cases = pytest.mark.parametrize(
    "case", [case for case in CASES if case.variant.table_law is None], ids=str
)


def playing(case: Case) -> Iterator[br.Playing]:
    return (state for state in walk(case) if isinstance(state, br.Playing))


@lawful_cases
def test_players_know_turns_voids_and_what_may_be_played(case: Case) -> None:
    for state in playing(case):
        order = ranked(state.setup.terms.trick_table)
        progress = progress_of(br.observe(state, state.actor), order)
        assert (progress.actor, progress.number) == (state.actor, len(state.done))
        hand = order.mask(state.held(state.actor).mask)
        assert progress.legal(hand) == order.mask(state.may)
        view = br.observe(state, state.actor)
        told = {(suit, seat) for seat, suits in enumerate(view.voids) for suit in suits}
        assert progress.void == sum(1 << 4 * suit + seat for suit, seat in told)


@every_case
def test_rollouts_end_as_simple_players_play_on(case: Case) -> None:
    for state in playing(case):
        if len(state.done) not in (0, 1, 7) or len(state.played) not in (0, 2):
            continue
        settled = played_by_bots(state)
        if settled.outcome.conceded or word_of(state) != word_of(settled):
            continue  # no rollout concedes or declares a slam
        found, goal, contract = played_on(state), state.terms.goal, state.contract
        if contract is None or goal is None or goal.most is None:
            assert found == settled.taken
        else:  # a rollout stops when the contract is lost
            most, declarer = goal.most + 1, contract.declarer
            assert min(found[declarer], most) == min(settled.taken[declarer], most)


def played_by_bots(state: br.State) -> br.Settled:
    """The deal after simple players have played on from a state."""
    bot = SimpleBot()
    while not isinstance(state, br.Settled):
        assert state.actor is not None
        state = br.apply(state, bot.choose(br.observe(state, state.actor)))
    return state


@every_case
def test_the_solvers_positions_are_those_of_the_play(case: Case) -> None:
    met: dict[int, tuple[object, ...]] = {}
    for state in walk(case):
        if isinstance(state, br.Playing):
            met[state.left] = board(state)  # after a slam was declared, where one is
        if not isinstance(state, br.Settled):
            continue
        try:
            found = positions_of(state)
        except NotSolvable:
            assert state.contract is None or case.variant.table_law is not None
        else:
            assert list(map(board, found[:-1])) == list(met.values())
            assert found[-1].taken == state.taken
        met.clear()


@every_case
def test_the_solver_finds_what_plain_search_finds(case: Case) -> None:
    for state in playing(case):
        terms, contract = state.terms, state.contract
        left = terms.total - len(state.done)
        goal = terms.goal
        ruled = terms.binding is not None and len(state.done) < terms.binding.lasts
        if left != (4 if ruled else 3) or goal is None or contract is None or word_of(state):
            continue
        taken = sum(state.taken[seat] for seat in terms.counting)
        ending = Ending(
            terms.trick_table,
            tuple(hand & state.left for hand in state.setup.hands),
            state.leader,
            state.played,
            left,
            sum(1 << seat for seat in contract.side),
            sum(1 << seat for seat in terms.counting),
            True,
            (),
            terms.binding,
            len(state.done),
        )
        made = [more for more in range(left + 1) if goal.verdict(taken + more, 0)]
        if state.decided is None:
            assert makes(state) is Plain(ending).answer(sum(1 << more for more in made))


def board(state: br.Playing) -> tuple[object, ...]:
    """What a solver reads of a position."""
    slam = word_of(state)
    return state.actor, state.left, state.played, state.done, state.won, state.may, slam
