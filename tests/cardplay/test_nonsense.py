"""Functions that can be compiled check their arguments, so that no loop runs for ever."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from boston_rules.bots.strategy.rollout import DUCK, EXACT, WIN, SimplePlayers
from boston_rules.core.cardplay.bits import check_mask, check_position
from boston_rules.core.cardplay.placing import Placing
from boston_rules.core.cardplay.progress import Progress
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cardplay.shuffling import dealt
from boston_rules.core.cardplay.tricks import nth_bit, random_playout
from boston_rules.solver.search.search import Search

LANES = tuple(0x1FFF << 13 * suit for suit in range(4))
ORDER = Ranked(LANES, [[card % 13] * 52 for card in range(52)], -1)
FULL = 2**52 - 1
DEALT = dealt(1, 0)
ENDING = (0b11, 0b1100, 3 << 20, 3 << 30)

PLAYERS: dict[str, Callable[..., object]] = {
    "random_playout": lambda hands, leader=0, trick=(): random_playout(
        ORDER, hands, leader, 1, trick
    ),
    "search": lambda hands, leader=0, trick=(): Search(ORDER, hands, leader, trick, 5, 5).reaches(
        1
    ),
    "search of sets": lambda hands, leader=0, trick=(): Search(
        ORDER, hands, leader, trick, 1, 1, sets=True
    ).reaches(1),
}

POSITIONS: dict[str, tuple[Any, ...]] = {
    "negative": ((-1, 1, 2, 4),),
    "all negative": ((-1, -1, -1, -1),),
    "beyond the pack": ((2**52, 1, 2, 4),),
    "of two seats": ((1, 2),),
    "of no seat": ((),),
    "of five seats": ((1, 2, 4, 8, 16),),
    "uneven": ((3, 4, 8, 16),),
    "shared": ((1, 1, 2, 4),),
    "no leader": (ENDING, 4),
    "a negative leader": (ENDING, -1),
    "a card held and played": ((2, 12, 3 << 20, 3 << 30), 0, (1,)),
    "no card": ((2, 12, 3 << 20, 3 << 30), 0, (52,)),
    "a negative card": ((2, 12, 3 << 20, 3 << 30), 0, (-1,)),
    "too long a trick": (ENDING, 0, (40, 41, 42, 43, 44)),
}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_no_position_is_refused(player: str, position: str) -> None:
    with pytest.raises(ValueError, match=r"mask|hands|holds?|leader|trick"):
        PLAYERS[player](*POSITIONS[position])


@pytest.mark.parametrize("player", PLAYERS)
def test_positions_are_played(player: str) -> None:
    PLAYERS[player](ENDING)
    PLAYERS[player]((2, 12, 3 << 20, 3 << 30), 0, (0,))
    PLAYERS[player](ENDING[:3], 2)


@pytest.mark.parametrize("aim", [WIN, DUCK, EXACT])
@pytest.mark.parametrize(
    ("hands", "total", "given"),
    [
        ((0, 0, 0, 0), 13, ()),
        (DEALT, 14, ()),
        (DEALT, -1, ()),
        ((-1, -1, -1, -1), 13, ()),
        ((*DEALT[:3], 0), 13, ()),
        (DEALT, 13, (0,)),
        (DEALT, 13, (FULL,)),
        (DEALT, 13, (DEALT[1] & -DEALT[1],)),
    ],
)
def test_simple_players_do_not_play_for_ever(
    aim: int, hands: tuple[int, ...], total: int, given: tuple[int, ...]
) -> None:
    progress = Progress(ORDER, 4, 0)
    players = SimplePlayers(progress, aim, 5, total, 99, 0, 13)
    with pytest.raises(ValueError, match=r"mask of cards|does not hold one card"):
        players.play_out(hands, DEALT, -1, (0, 0, 0, 0), given)


def test_placing_nonsense() -> None:
    for arguments in (
        (-1, (1,), (1,)),
        (2**52, (1,), (1,)),
        (1, (1,), (-1,)),
        (1, (1, 1), (1,)),
        (1, (1,), (1,), ((1, 1, 1, 52),) * 53),
        (1, (1,) * 53, (0,) * 53),
    ):
        with pytest.raises(ValueError, match=r"mask|needs"):
            Placing(*arguments)
    assert Placing(1, (-1,), (1,)).draw(Random(1)) == (1,)


def test_bits_that_are_not_there() -> None:
    assert nth_bit(0b101, 2) == 0
    assert nth_bit(0, 2**62) == 0
    check_mask(FULL)
    check_position(DEALT, 3, (), 1)
