"""Exploitability to the last chip, on packs so small that the whole game fits into memory.

    $ python -m benchmarks.small_pack --game small-boston --iterations 300 --bots simple

A small game has eight cards and 2,520 deals. Its tree is made by the engine, once; counterfactual
regret minimization (CFR+) runs on it in arrays, and a best response to any profile is exact. Told
are what each seat would gain by leaving the profile alone, and the sum (*NashConv*), in chips
a deal.

What holds: a profile with NashConv 0 is a Nash equilibrium, and what a seat can gain from a bot is
known exactly. What does not hold with three or four seats, even where a contract has two sides:
CFR need not come near an equilibrium (it does here), two equilibria cannot be mixed or compared by
their value, and partners who change their play together may gain where neither gains alone.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from tests.cousins.games import SMALL
from tests.exhaustion.walking import every_deal

import boston_rules as br
from boston_rules.bots import load_bot

__all__ = ["GAMES", "Tree", "best_response", "gains", "learn"]

Array = NDArray[Any]
GAMES: Final = {each.slug: evolve(each, session=evolve(each.session, deals=1)) for each in SMALL}
"""By name, in sessions of one deal."""


class Tree:
    """All states of some deals, with those together that their actor cannot tell apart.

    Args:
        variant: the game, one deal of which is played.
        dealer: who deals.
        every: of so many deals one is taken, each as likely as the others.
    """

    def __init__(self, variant: br.Variant, dealer: int = 0, every: int = 1) -> None:
        self.seats: Final = variant.seats
        views: dict[tuple[Any, ...], int] = {}
        self.views: Final[list[br.State]] = []
        """A view for each information set."""
        self.actions: Final[list[tuple[br.Action, ...]]] = []
        """What may be done there."""
        first: list[int] = []
        slots = 0
        level = [
            br.start(variant, dealer, hands=hands)
            for hands in islice(every_deal(variant), 0, None, every)
        ]
        self.roots: Final = level
        """The first states, a deal each."""
        self.deals: Final = len(level)
        edges: list[tuple[int, int, int, int]] = []
        self.levels: Final[list[slice]] = []
        """By depth, the edges that begin there."""
        results: list[tuple[int, tuple[int, ...]]] = []
        nodes = len(level)
        number = 0
        while level:
            following: list[br.State] = []
            begin = len(edges)
            for state in level:
                actor = state.actor
                if actor is None:
                    start = variant.session.starting_chips
                    results.append((number, tuple(purse - start for purse in state.table.purses)))
                else:
                    view = br.observe(state, actor)
                    key = actor, view.dealt.mask, view.events
                    place = views.setdefault(key, len(views))
                    if place == len(self.views):
                        self.views.append(view)
                        self.actions.append(br.legal_actions(view))
                        first.append(slots)
                        slots += len(self.actions[-1])
                    for choice, action in enumerate(self.actions[place]):
                        edges.append((number, first[place] + choice, nodes, actor))
                        following.append(br.apply(state, action))
                        nodes += 1
                number += 1
            self.levels.append(slice(begin, len(edges)))
            level = following
        self.parent, self.slot, self.child, self.actor = map(np.array, zip(*edges, strict=True))
        self.first: Final = np.array(first)
        self.nodes: Final = nodes
        self.owner: Final = np.repeat(np.arange(len(first)), np.diff([*first, slots]))
        """By slot, the information set."""
        self.seat: Final = np.array([view.actor for view in self.views])[self.owner]
        """By slot, who chooses."""
        self.results: Final = np.zeros((nodes, self.seats))
        for place, chips in results:
            self.results[place] = chips

    def uniform(self) -> Array:
        """The profile in which everybody draws among what may be done."""
        return 1 / np.bincount(self.owner)[self.owner]

    def of_bot(self, make: Callable[[random.Random], br.bots.Bot]) -> Array:
        """The profile of a bot: its choice at each information set, with the same luck at all."""
        profile = np.zeros(len(self.owner))
        for begin, view, actions in zip(self.first, self.views, self.actions, strict=True):
            profile[begin + actions.index(make(random.Random(0)).choose(view))] = 1
        return profile

    def reach(self, profile: Array) -> Array:
        """By node and seat, how likely the seat's own choices lead there."""
        found = np.ones((self.nodes, self.seats))
        for level in self.levels:
            child, actor = self.child[level], self.actor[level]
            found[child] = found[self.parent[level]]
            found[child, actor] *= profile[self.slot[level]]
        return found

    def values(self, profile: Array) -> Array:
        """By node, the chips that each seat expects."""
        found = self.results.copy()
        for level in reversed(self.levels):
            chance = profile[self.slot[level], None]
            np.add.at(found, self.parent[level], chance * found[self.child[level]])
        return found

    def expected(self, profile: Array) -> Array:
        """The chips that each seat expects of a deal."""
        found: Array = self.values(profile)[: self.deals].mean(axis=0)
        return found

    def others(self, reach: Array, seat: int) -> Array:
        """By node, how likely all others and the deal lead there."""
        chosen = [each for each in range(self.seats) if each != seat]
        found: Array = reach[:, chosen].prod(axis=1) / self.deals
        return found


def learn(tree: Tree, iterations: int) -> Iterator[Array]:
    """The average profile after each iteration of CFR+, later ones counting more."""
    regrets = np.zeros(len(tree.owner))
    total = np.zeros(len(tree.owner))
    for number in range(1, iterations + 1):
        sums = np.bincount(tree.owner, regrets)[tree.owner]
        profile = np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), tree.uniform())
        reach, values = tree.reach(profile), tree.values(profile)
        others = np.stack([tree.others(reach, seat) for seat in range(tree.seats)], axis=1)
        weight = others[tree.parent, tree.actor] * values[tree.child, tree.actor]
        gained = np.bincount(tree.slot, weight, len(tree.owner))
        mean = np.bincount(tree.owner, profile * gained)[tree.owner]
        regrets = np.maximum(regrets + gained - mean, 0)
        own = reach[tree.parent, tree.actor] / tree.deals
        total += number * profile * np.bincount(tree.slot, own, len(tree.owner))
        sums = np.bincount(tree.owner, total)[tree.owner]
        yield np.where(sums > 0, total / np.where(sums > 0, sums, 1), tree.uniform())


def best_response(tree: Tree, profile: Array, seat: int) -> Array:
    """The profile with the best that a seat can do while the others keep to it."""
    found = profile.copy()
    others, value = tree.others(tree.reach(profile), seat), tree.results[:, seat].copy()
    for level in reversed(tree.levels):
        parent, slot, child = tree.parent[level], tree.slot[level], tree.child[level]
        own = tree.actor[level] == seat
        slots, places = np.unique(slot[own], return_inverse=True)
        sums = np.bincount(places, (others[parent] * value[child])[own], len(slots))
        order = np.lexsort((-sums, tree.owner[slots]))  # by information set, the best first
        _, best = np.unique(tree.owner[slots][order], return_index=True)
        found[slots] = 0
        found[slots[order][best]] = 1
        np.add.at(value, parent, found[slot] * value[child])
    return found


def gains(tree: Tree, profile: Array) -> Array:
    """What each seat wins by leaving a profile alone, in chips a deal."""
    expected = tree.expected(profile)
    return np.array(
        [
            tree.expected(best_response(tree, profile, seat))[seat] - expected[seat]
            for seat in range(tree.seats)
        ]
    )


def told(tree: Tree, name: str, profile: Array) -> str:
    """A line of the table."""
    found = gains(tree, profile)
    return f"{name},{found.sum():.3f},{' '.join(f'{gain:.3f}' for gain in found)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="small-boston")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--every", type=int, default=1, help="of so many deals one is taken")
    parser.add_argument("--bots", nargs="*", default=["simple"])
    chosen = parser.parse_args()
    began = time.process_time()
    tree = Tree(GAMES[chosen.game], every=chosen.every)
    spent = time.process_time() - began
    print(
        f"{chosen.game}: {tree.deals} deals, {tree.nodes} states, {len(tree.views)} information "
        f"sets, {spent:.0f} s"
    )
    print("profile,NashConv,gain of each seat")
    print(told(tree, "uniform", tree.uniform()), flush=True)
    for bot in chosen.bots:
        print(told(tree, bot, tree.of_bot(load_bot(bot))), flush=True)
    for number, profile in enumerate(learn(tree, chosen.iterations), 1):
        if number in (1, 10, 30, 100, 300, 1000, 3000, chosen.iterations):
            print(told(tree, f"CFR+ {number}", profile), flush=True)


if __name__ == "__main__":
    main()
