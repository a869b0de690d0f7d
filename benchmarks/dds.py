"""Counts of tricks against DDS, the solver of bridge, through the package ``endplay``.

Partners sit opposite; every fifth deal is without trumps, the others have each suit in turn. Full
deals at random, each with a leader at random; both count the tricks of the leader's side.
``endplay`` is needed for this alone.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

import boston_rules as br
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.solver.search.search import Search

__all__ = ["Comparison", "Peer", "boards", "compare", "counted"]

Board = tuple[tuple[int, ...], int, int | None]
"""Hands, leader, and the trump suit or none."""


def boards(deals: int, seed: int = 1) -> Iterator[Board]:
    """Full deals at random, with each suit as trumps in turn and none."""
    rng = random.Random(seed)
    for number in range(deals):
        pack = rng.sample(range(52), 52)
        hands = tuple(sum(1 << card for card in pack[seat::4]) for seat in range(4))
        yield hands, rng.randrange(4), number % 5 - 1 if number % 5 else None


def counted(board: Board) -> int:
    """The tricks of the leader's side by this library."""
    hands, leader, trump = board
    suit = None if trump is None else br.Suit(trump)
    table = br.get_variant("classic").trumps.table(suit, None)
    order = Ranked(table.suit_masks, table.power, -1 if trump is None else trump)
    side = 0b0101 if leader % 2 == 0 else 0b1010
    return Search(order, hands, leader, (), side, side).most(0, 13, 7)


class Peer:
    """DDS.

    Raises:
        ModuleNotFoundError: ``endplay`` is not installed.
    """

    def __init__(self) -> None:
        self.dds: Any = importlib.import_module("endplay.dds")
        self.types: Any = importlib.import_module("endplay.types")
        self.mode: Any = importlib.import_module("endplay.dds.solve").SolveMode.OptimalOne

    def board(self, board: Board) -> Any:
        """The same deal as an object of ``endplay``: our seat 0 sits north, and so on."""
        hands, leader, trump = board
        texts = []
        for hand in hands:
            suits = []
            for suit in (br.SPADES, br.HEARTS, br.DIAMONDS, br.CLUBS):
                cards = br.PACK[13 * suit : 13 * suit + 13]
                held = [str(card)[0] for card in cards if hand >> card.index & 1]
                suits.append("".join(reversed(held)))
            texts.append(".".join(suits))
        deal = self.types.Deal("N:" + " ".join(texts))
        names = ("north", "east", "south", "west")
        deal.first = getattr(self.types.Player, names[leader])
        strain = "nt" if trump is None else br.Suit(trump).name.lower()
        deal.trump = getattr(self.types.Denom, strain)
        return deal

    def counted(self, deal: Any) -> int:
        """The tricks of the leader's side by DDS."""
        return max(int(tricks) for _, tricks in self.dds.solve_board(deal, self.mode))


@frozen
class Comparison:
    """The same deals counted by both."""

    equal: int
    """Deals of which both count the same tricks."""
    different: tuple[str, ...]
    """The others, with both counts."""
    own: tuple[float, ...]
    """Seconds of processor time of this library, deal by deal."""
    theirs: tuple[float, ...]
    """The same of DDS."""


def compare(deals: int, tell: Callable[[int], object]) -> Comparison:
    """Count the tricks of so many deals twice, one right after the other.

    Raises:
        ModuleNotFoundError: ``endplay`` is not installed.
    """
    peer = Peer()
    equal = 0
    different: list[str] = []
    own: list[float] = []
    theirs: list[float] = []
    for number, board in enumerate(boards(deals)):
        deal = peer.board(board)
        start = time.process_time()
        by_dds = peer.counted(deal)
        middle = time.process_time()
        by_us = counted(board)
        own.append(time.process_time() - middle)
        theirs.append(middle - start)
        equal += by_us == by_dds
        if by_us != by_dds:
            different.append(f"{deal.to_pbn()} {board[1:]}: {by_us}, DDS {by_dds}")
        tell(number + 1)
    return Comparison(equal, tuple(different), tuple(own), tuple(theirs))
