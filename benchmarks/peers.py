"""Other libraries at the same task: legal actions, a uniform choice, its application."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from benchmarks.measure import Measure, Work, library

__all__ = ["REFERENCE", "measures"]

REFERENCE = "open_spiel spades, apply_action"
"""What ratios are to: the play of a game written in C++, driven from Python, changed in place."""

GAMES = 20

SETTINGS = {"bridge": "bridge(use_double_dummy_result=false)"}
"""Games whose cards are played out only when asked for."""


def _spiel(game_name: str, *, copying: bool) -> Callable[[], Work]:
    """Card play after a dealt hand and, where there is one, a random auction."""

    def prepare() -> Work:
        game = library("pyspiel").load_game(game_name)
        rng = random.Random(1)
        starts = [_opened(game, rng) for _ in range(GAMES)]
        uniform = rng.random

        def work() -> int:
            actions = 0
            for start in starts:
                state = start.clone()
                while not state.is_terminal():
                    legal = state.legal_actions()
                    action = legal[int(uniform() * len(legal))]
                    if copying:
                        state = state.child(action)
                    else:
                        state.apply_action(action)
                    actions += 1
            return actions

        return work

    return prepare


def _opened(game: Any, rng: random.Random) -> Any:
    """A state at the first card: chance nodes and calls are behind it."""
    while True:
        state = game.new_initial_state()
        while not state.is_terminal() and not _cards_only(game, state):
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        if not state.is_terminal():
            return state


def _cards_only(game: Any, state: Any) -> bool:
    if state.is_chance_node():
        return False
    name = game.get_type().short_name
    if name == "spades":
        return len(state.history()) >= 56  # 52 cards dealt, four bids
    if name == "bridge":
        return all(action < 52 for action in state.legal_actions())
    return True


def _rlcard() -> Work:
    bridge = library("rlcard.games.bridge.game")
    numpy = library("numpy")
    uniform = random.Random(1).random

    def work() -> int:
        actions = 0
        for _ in range(2):
            game = bridge.BridgeGame()
            game.np_random = numpy.random.RandomState(1)
            game.init_game()
            while not game.is_over():
                legal = game.judger.get_legal_actions()
                game.step(legal[int(uniform() * len(legal))])
                actions += 1
        return actions

    return work


def _chess(*, copying: bool) -> Callable[[], Work]:
    """Chess, and what a step of a search costs where a board must be copied first."""

    def prepare() -> Work:
        chess = library("chess")
        uniform = random.Random(1).random

        def work() -> int:
            board = chess.Board()
            actions = 0
            while actions < 80 and not board.is_game_over():
                if copying:
                    board = copy.copy(board)
                legal = list(board.legal_moves)
                board.push(legal[int(uniform() * len(legal))])
                actions += 1
            return actions

        return work

    return prepare


def _pokerkit() -> Work:
    kit = library("pokerkit")
    rng = random.Random(1)
    automations = tuple(
        step for step in kit.Automation if step.name not in ("RUNOUT_COUNT_SELECTION",)
    )

    def work() -> int:
        state = kit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200,) * 6, 6)
        actions = 0
        while state.status:
            legal: list[Callable[[], object]] = []
            if state.can_fold():
                legal.append(state.fold)
            if state.can_check_or_call():
                legal.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                legal.append(state.complete_bet_or_raise_to)
            legal[int(rng.random() * len(legal))]()
            actions += 1
        return actions

    return work


def measures() -> list[Measure]:
    """Every peer."""
    found = [Measure("peers", REFERENCE, "action", _spiel("spades", copying=False), compared=True)]
    found += [
        Measure(
            "peers",
            f"open_spiel {game}, {'child' if copying else 'apply_action'}",
            "action",
            _spiel(SETTINGS.get(game, game), copying=copying),
            compared=True,
        )
        for game, copying in (
            ("spades", True),
            ("hearts", False),
            ("hearts", True),
            ("bridge", False),
            ("bridge", True),
        )
    ]
    for name, prepare in (
        ("rlcard bridge, game without its env", _rlcard),
        ("pokerkit hold'em", _pokerkit),
        ("python-chess, push", _chess(copying=False)),
        ("python-chess, copy and push", _chess(copying=True)),
    ):
        found.append(Measure("peers", name, "action", prepare, compared=True))
    return found
