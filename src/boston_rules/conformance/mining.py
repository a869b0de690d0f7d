"""Mining problems: ``python -m boston_rules.conformance.mining FOLDER FILE``.

Deals of every variant are bid and played by simple players. Where few worlds are left that fit what
the player has seen and the contract depends on his card, his cards are weighed exactly; first bids
are compared in sampled deals. FOLDER keeps what was found, so that mining goes on where it stopped;
the best of it make up FILE: many of every theme and variant, above all those in which a player goes
wrong who is simple or who solves each world for itself. The same rounds give the same file.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from boston_rules.bots.driver import decide
from boston_rules.bots.montecarlo.table_talk import candidates
from boston_rules.bots.simple import SimpleBot
from boston_rules.conformance.positions import example_deals
from boston_rules.conformance.problems import (
    THEMES,
    Problem,
    answered,
    compared_bids,
    dumps_problems,
    load_problems,
    pose,
    pose_bid,
)
from boston_rules.core.actions import Play
from boston_rules.core.files import atomic_write
from boston_rules.core.hidden import UNKNOWN
from boston_rules.deal.auction import Auction
from boston_rules.deal.engine import apply, lawful_actions, start
from boston_rules.deal.state import State
from boston_rules.deal.tricks import Playing
from boston_rules.knowing.views import observe
from boston_rules.knowing.worlds import Worlds
from boston_rules.rules.variant import Variant
from boston_rules.solver import Limits, NotSolvable, SearchStopped, best
from boston_rules.variants.registry import get_variant, own_variants

__all__ = ["chosen", "main", "mined", "mined_bids"]

_DEALS: Final = 30
"""Deals of a round that simple players bid."""
_LIMITED: Final = 24
"""Deals of a round for every contract with a limit, such as misères."""
_BIDS: Final = 12
"""First bids of a round that are looked at."""
_FEWEST: Final = 6
_MOST: Final = {3: 1700, 4: 283, 5: 28}
"""The fewest worlds that are weighed, and by cards in the hand the most."""
_STEPS: Final = 120_000
_LOOK: Final = 12
"""Worlds that are solved first, to see whether the contract depends on the card."""
_FIRST_LOOK: Final = 40
"""Deals in which bids are compared first."""
_WHOLE: Final = 100
"""Problems of the suite."""
_EACH: Final = 11
"""Problems of a theme, where there are so many."""
_CLEAR: Final = 0.08
"""The part of the worlds in which the contract depends on the answer, at least."""


# Deals.


def _played_to(phase: type[State], state: State, rng: random.Random) -> State:
    """The deal as simple players go on, when it comes to a phase or is over."""
    bots = [SimpleBot(rng) for _ in range(state.variant.seats)]
    while state.actor is not None and not isinstance(state, phase):
        state = apply(state, decide(state, bots, rng))
    return state


def _auctions(variant: Variant, number: int) -> Iterator[State]:
    """Deals of a round, when the first player is to speak."""
    rng = random.Random(f"{variant.slug} deals {number}")
    while True:
        yield _played_to(Auction, start(variant, dealer=rng.randrange(variant.seats)), rng)


def _leads(variant: Variant, number: int) -> Iterator[Playing]:
    """First leads of deals that simple players have bid, and of contracts with a limit."""
    rng = random.Random(f"{variant.slug} bids {number}")
    for _, auction in zip(range(_DEALS), _auctions(variant, number), strict=False):
        state = _played_to(Playing, auction, rng)
        if isinstance(state, Playing):
            yield state
    for each in range(_LIMITED):
        for example in example_deals(variant, f"problems {number} {each}"):
            first = next((at for at in example.states if isinstance(at, Playing)), None)
            goal = None if first is None else first.terms.goal
            if first is not None and goal is not None and goal.most is not None:
                yield first


def _endings(first: Playing) -> Iterator[Playing]:
    """Views of players who are to play a card near the end of a deal that simple players play."""
    state: State = first
    if state.contract is None or state.contract.partner is UNKNOWN:
        return
    rng = random.Random(0)
    bots = [SimpleBot(rng) for _ in range(state.variant.seats)]
    while state.actor is not None:
        if isinstance(state, Playing) and len(state.held(state.actor)) in _MOST:
            view = observe(state, state.actor)
            cards = lawful_actions(view)
            assert isinstance(view, Playing), "the phase is the same"
            if len(cards) > 1 and all(isinstance(card, Play) for card in cards):
                yield view
        state = apply(state, decide(state, bots, rng))


def _matters(worlds: Worlds) -> bool:
    """Whether in one of some worlds the contract depends on the card."""
    rng = random.Random(0)
    for _ in range(_LOOK):
        found = best(worlds.state(rng), Limits(nodes=3000))
        if found.chips is None:
            return False
        if len({result.made for _, result in found.results}) > 1:
            return True
    return False


def mined(variant: Variant, number: int) -> Iterator[Problem]:
    """The problems of a round that are about a card."""
    for deal, first in enumerate(_leads(variant, number), 1):
        for view in _endings(first):
            name = f"{variant.slug} {number}.{deal}.{len(view.done) + 1}{'abcd'[len(view.played)]}"
            try:
                worlds = Worlds(view)
                if _FEWEST <= worlds.count <= _MOST[len(view.hand)] and _matters(worlds):
                    posed = pose(name, view, steps=_STEPS)
                    if posed is not None:
                        yield posed
            except (NotSolvable, SearchStopped):
                continue


def mined_bids(variant: Variant, number: int) -> Iterator[Problem]:
    """The problem of a round that is about a first bid, if one is found."""
    for deal, auction in zip(range(1, _BIDS + 1), _auctions(variant, -1 - number), strict=False):
        seat = auction.actor
        if seat is None:
            continue
        name, view = f"{variant.slug} {number}.bid {deal}", observe(auction, seat)
        habit = SimpleBot(random.Random(0)).choose(view)
        tokens = [str(action) for action in candidates(view, seat, lawful_actions(view), habit)]
        if len(tokens) < 2:
            continue
        first, second, *_ = looked = compared_bids(name, view, tokens, _FIRST_LOOK)
        gap = first.chips - second.chips
        if first.actions == (str(habit),) or 2 * gap < (first.interval or 0):
            continue
        posed = pose_bid(name, view, [choice.actions[0] for choice in looked[:2]])
        if posed is not None:
            yield posed
            return


# The suite.


def _errs(problem: Problem) -> bool:
    """Whether a simple player, or one who solves each world for itself, goes wrong."""
    return problem.misleads or not answered(problem, SimpleBot)[1]


def _clear(problem: Problem) -> bool:
    """Whether the answer is more than a matter of a trick less in a lie or two."""
    if problem.theme == "bid":
        return True
    differs = abs(problem.choices[0].made - problem.rival.made)
    return problem.misleads or differs >= max(2, _CLEAR * problem.worlds)


def chosen(found: Sequence[Problem], number: int = _WHOLE) -> tuple[Problem, ...]:
    """The best problems: as many of every theme and variant as can be, two of a deal at most.

    Args:
        found: what was mined.
        number: how many are wanted.
    """
    rng = random.Random(0)
    rest = [(not _errs(one), rng.random(), one) for one in found if _clear(one)]
    themes: Counter[str] = Counter()
    variants: Counter[str] = Counter()
    deals: Counter[str] = Counter()
    kept: list[Problem] = []
    for most, of_a_deal in ((_EACH, 1), (number, 2)):
        while len(kept) < number:
            open_ = [
                (themes[one.theme], right, variants[one.view.variant.slug], drawn, one)
                for right, drawn, one in rest
                if themes[one.theme] < most and deals[one.id.rpartition(".")[0]] < of_a_deal
            ]
            if not open_:
                break
            *_, one = min(open_, key=lambda row: row[:4])
            kept.append(one)
            themes[one.theme] += 1
            variants[one.view.variant.slug] += 1
            if one.theme != "bid":
                deals[one.id.rpartition(".")[0]] += 1
            rest = [row for row in rest if row[2] is not one]
    order = list(THEMES)
    return tuple(sorted(kept, key=lambda one: (order.index(one.theme), one.id)))


_KINDS: Final[dict[str, Callable[[Variant, int], Iterator[Problem]]]] = {
    "plays": mined,
    "bids": mined_bids,
}


def main(args: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Mine problems and choose the best.")
    parser.add_argument("folder", type=Path, help="keeps what was found")
    parser.add_argument("file", type=Path, help="gets the problems that were chosen")
    parser.add_argument("--rounds", type=int, default=1)
    for kind in _KINDS:
        told = f"the variants of which {kind} are mined; without it all"
        parser.add_argument(
            f"--{kind}", nargs="+", metavar="SLUG", default=own_variants(), help=told
        )
    given = parser.parse_args(args)
    found: list[Problem] = []
    for number in range(given.rounds):
        for slug in own_variants():
            for kind, mine in _KINDS.items():
                if slug not in getattr(given, kind):
                    continue
                path = given.folder / f"{slug}-{kind}-{number}.json"
                if not path.exists():
                    problems = list(mine(get_variant(slug), number))
                    _write(path, problems)
                    print(f"{path.name}: {len(problems)}", file=sys.stderr)
                found += load_problems(path)
    _write(given.file, chosen(found))


def _write(path: Path, problems: Sequence[Problem]) -> None:
    with atomic_write(path) as file:
        file.write(dumps_problems(problems).encode())


if __name__ == "__main__":
    main()
