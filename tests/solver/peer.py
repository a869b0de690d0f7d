"""Counts of tricks against DDS, the solver of bridge, through the package ``endplay``.

    $ python -m tests.solver.peer --deals 1000

Partners sit opposite; half the deals have trumps. Full deals at random, each with a leader at
random; both count the tricks of the leader's side. ``endplay`` is needed for this alone.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

import boston_rules as br
from boston_rules.cardplay import COMPILED
from boston_rules.cardplay.ranked import Ranked
from boston_rules.search.search import Search

__all__ = ["Peer", "boards", "counted"]

Board = tuple[tuple[int, ...], int, int | None]
"""Hands, leader, and the trump suit or none."""


def boards(deals: int, seed: int = 1) -> Iterator[Board]:
    """Full deals at random, every other one without trumps."""
    rng = random.Random(seed)
    for number in range(deals):
        pack = rng.sample(range(52), 52)
        hands = tuple(sum(1 << card for card in pack[seat::4]) for seat in range(4))
        yield hands, rng.randrange(4), rng.randrange(4) if number % 2 else None


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


def main(arguments: list[str]) -> int:
    """Compare, and print how many agree and the time of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    peer = Peer()
    equal = done = 0
    own: list[float] = []
    other: list[float] = []
    for board in boards(options.deals, options.seed):
        deal = peer.board(board)
        start = time.process_time()
        theirs = peer.counted(deal)
        middle = time.process_time()
        ours = counted(board)
        own.append(time.process_time() - middle)
        other.append(middle - start)
        done += 1
        equal += ours == theirs
        if ours != theirs:
            print(f"{deal.to_pbn()} {board[1:]}: {ours}, DDS {theirs}", flush=True)
        if not done % 100 or done == options.deals:
            print(f"{equal} of {done} equal", flush=True)
    kind = "compiled" if COMPILED else "not compiled"
    for name, times in ((f"boston_rules, {kind}", own), ("DDS", other)):
        times.sort()
        print(
            f"{name}: {sum(times) / len(times) * 1000:.1f} ms mean, "
            f"{times[len(times) // 2] * 1000:.1f} median, "
            f"{times[len(times) * 9 // 10] * 1000:.1f} p90"
        )
    return 0 if equal == done else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
