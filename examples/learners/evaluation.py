"""Evaluation by duplicate deals, and the learning curve: what all learners here have in common.

A network is measured against a bot as bots are measured against each other: both play the same
deals from the same seats, and the interval is about the difference a deal.
"""

import argparse
import csv
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boston_rules as br
from boston_rules.bots import NamedBot, load_bot
from boston_rules.bots.makers import Maker
from boston_rules.envs import action_encoding, observation_spec
from boston_rules.simulate import tournament

if TYPE_CHECKING:
    from boston_rules.envs.gymnasium import BostonEnv

Chooser = Callable[[Any, Any], int]
"""From an observation and its mask to the number of an action."""


def require(*modules: str) -> None:
    """Leave with a clear word where a package is missing."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        print(f"skipped: needs {', '.join(missing)}, which this library does not install")
        sys.exit(0)


def options(description: str | None, *, deals: int = 10) -> argparse.ArgumentParser:
    """What every learner can be told: the game, whom it is measured against, and how."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--variant", default="mariland")
    parser.add_argument("--against", type=load_bot, default="simple")
    parser.add_argument("--deals", type=int, default=deals, help="duplicate deals an evaluation")
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def one_seat(chosen: argparse.Namespace) -> "BostonEnv":
    """The game of one who learns at every seat in turn, with bots at the others."""
    from boston_rules.envs.gymnasium import BostonEnv  # needs what a learner asks for first

    # What is refused cannot be chosen: the policies are masked.
    return BostonEnv(
        chosen.variant, seat=None, opponents=chosen.against, reward_scale=0.02, illegal="raise"
    )


class Learned:
    """A bot that asks a network."""

    def __init__(self, choose: Chooser) -> None:
        self.network = choose

    def choose(self, view: br.State) -> br.Action:
        encoding = action_encoding(view.variant)
        seen = observation_spec(view.variant).encode(view)
        return encoding.decode(self.network(seen, encoding.mask(br.legal_actions(view))))


def duel(
    variant: br.Variant, learned: Maker, against: NamedBot, deals: int, seed: int
) -> tuple[float, float, float]:
    """The chips a deal by which what was learned is better than a bot, with a 95 % interval."""
    found = tournament([variant], [learned, against], deals, seed, which="opposite", workers=1)
    (result,) = found.duels()
    difference = result.difference
    low, high = difference.low, difference.high
    if low is None or high is None:
        raise ValueError(f"an interval takes several deals, not {deals}")
    return difference.estimate, low, high


class Curve:
    """A learning curve: a line for each evaluation, printed and kept as CSV."""

    FIELDS = ("minutes", "decisions", "against", "deals", "chips", "low", "high")

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: list[tuple[object, ...]] = []

    def add(
        self,
        minutes: float,
        decisions: int,
        against: NamedBot,
        deals: int,
        chips: tuple[float, ...],
    ) -> None:
        shown = [f"{value:.2f}" for value in chips]
        self.rows.append((f"{minutes:.1f}", decisions, str(against), deals, *shown))
        print(
            f"{minutes:6.1f} min {decisions:10,} decisions: {shown[0]} chips a deal better than "
            f"{against} ({shown[1]} to {shown[2]}, {deals} duplicate deals)",
            flush=True,
        )
        if self.path is not None:
            with self.path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([self.FIELDS, *self.rows])

    def end(self) -> None:
        """What can be said of it."""
        low, high = (float(str(value)) for value in self.rows[-1][-2:])
        bot = self.rows[-1][2]
        if low > 0:
            print(f"it beats {bot}: the whole interval says so")
        elif high < 0:
            print(f"it does not beat {bot}: the whole interval says so")
        else:
            print(f"whether it beats {bot} is open: the interval has both signs")
