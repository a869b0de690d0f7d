"""Faults put into the library one by one: narrow tests of each must fail within a minute.

``python -m tests.mutations`` from the root of the repository prints a table: the fault, the first
test that fails, and the seconds that it took, of processor time and by the clock. ``--only 3,7``
tries some of them. Exit status 1 when a fault is not caught, or takes more than a minute of
processor time. The faults are put into a copy of the package.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS: Final = 60


class Mutation(NamedTuple):
    """A fault, and where the tests are that must find it."""

    what: str
    file: str
    old: str
    """What stands in the file, once."""
    new: str
    tests: str
    """Files or node ids below tests/, between spaces."""


MUTATIONS: Final = (
    Mutation(
        "kernel: nobody need follow suit",
        "core/cardplay/tricks.py",
        "return following if following else hand",
        "return hand",
        "cardplay/test_tricks.py",
    ),
    Mutation(
        "kernel: the fourth card never wins over the card led",
        "core/cardplay/tricks.py",
        "return 3 if last > first else 0",
        "return 0",
        "cardplay/test_tricks.py",
    ),
    Mutation(
        "kernel: a card that follows shows a void",
        "core/cardplay/tricks.py",
        "return 0 if bit & follow else follow",
        "return follow",
        "cardplay/test_tricks.py",
    ),
    Mutation(
        "kernel: a trump does not beat the suit led",
        "core/cardplay/tricks.py",
        "return led & -(best + best) | trumps",
        "return led & -(best + best)",
        "cardplay/test_tricks.py",
    ),
    Mutation(
        "kernel: the shuffle never leaves a card in its place",
        "core/cardplay/shuffling.py",
        "other = floor(uniform() * size)",
        "other = floor(uniform() * last)",
        "cardplay/test_shuffling.py",
    ),
    Mutation(
        "price: a cell of Fontainebleau ten chips too dear",
        "variants/fontainebleau.py",
        '("7", (50, 50, 60, 70))',
        '("7", (50, 50, 70, 70))',
        "settlement/test_fontainebleau.py",
    ),
    Mutation(
        "price: the first overtrick is free",
        "rules/goals.py",
        "return max(0, taken - self.tricks)",
        "return max(0, taken - self.tricks - 1)",
        "rules/test_goals.py",
    ),
    Mutation(
        "settlement: a partner's honours are not counted",
        "deal/settlement/tariff.py",
        "return of_side(honours, self.side) if self.honours else 0",
        "return honours[self.side[0]] if self.honours else 0",
        "settlement/test_fontainebleau.py",
    ),
    Mutation(
        "settlement: a misère is made with one trick",
        "rules/goals.py",
        "if taken > self.tricks or taken + left < self.tricks:",
        "if taken > self.tricks + 1 or taken + left < self.tricks:",
        "rules/test_goals.py",
    ),
    Mutation(
        "pool: the dealer antes no more than the others",
        "rules/pool.py",
        "(self.dealer_extra if seat == dealer else 0)",
        "0",
        "rules/test_pool.py",
    ),
    Mutation(
        "pool: the bid that a range begins with is not of it",
        "rules/pool.py",
        "            if each.key == self.key:\n                return True\n",
        "            if each.key == self.key:\n                return step.key != self.key\n",
        "rules/test_pool.py",
    ),
    Mutation(
        "view: the cut is told",
        "core/events.py",
        "    Cut: Cut(HOLE),\n",
        "",
        "records/test_redaction.py",
    ),
    Mutation(
        "view: another player's discard is told",
        "core/events.py",
        "return _DISCARDED",
        "return action",
        "views/test_observe.py",
    ),
    Mutation(
        "view: the hands of the others are told",
        "deal/table.py",
        "hands=tuple([hand if seat == viewer else 0 for seat, hand in enumerate(self.hands)])",
        "hands=self.hands",
        "play/test_called_card.py",
    ),
    Mutation(
        "auction: who has passed is asked again",
        "deal/auction.py",
        "            passed |= bit\n",
        "            passed |= 0\n",
        "phases/test_auction.py",
    ),
    Mutation(
        "auction: an equal bid overcalls",
        "deal/calls.py",
        "self.open_bids, floor, key",
        "self.open_bids, floor - 1, key",
        "play/test_bids.py",
    ),
    Mutation(
        "sampling: a void that was shown does not bind",
        "knowing/facts.py",
        "facts.void = list(play.void)",
        "pass",
        "sampling/test_facts.py",
    ),
    Mutation(
        "records: a redacted record keeps the gathered pack",
        "records/redaction.py",
        "start=seen.start",
        "start=record.start",
        "records/test_redaction.py",
    ),
    Mutation(
        "records: a false bill is not noticed",
        "records/replaying.py",
        "        if recorded != found:\n",
        "        if False:\n",
        "records/test_replay.py",
    ),
    Mutation(
        "batch: the declarer who need not follow suit must",
        "envs/batch.py",
        "ruled = done < self._ruled[tables]",
        "ruled = done < 0",
        "envs/test_vector.py::test_every_rule_of_the_play_is_the_engines",
    ),
    Mutation(
        "laws of the table: a forfeited trick goes nowhere",
        "rules/laws.py",
        "            tricks[payee] += given\n",
        "",
        "settlement/test_infractions.py",
    ),
    Mutation(
        "laws of the table: a demand outlives the card played",
        "deal/law/playing.py",
        "faced=tuple(faced), demanded=-1, lay=lay))\n        state = played",
        "faced=tuple(faced), lay=lay))\n        state = played",
        "engine/test_table_law.py",
    ),
    Mutation(
        "laws of the table: the cards of a misdeal are never touched",
        "deal/state.py",
        'Infraction("misdeal", dealer, event.action.touched)',
        'Infraction("misdeal", dealer, False)',
        "records/test_table_law.py",
    ),
    Mutation(
        "play: the declarer is free for a trick too long",
        "rules/binding.py",
        "to_play.number < self.tricks and",
        "to_play.number <= self.tricks and",
        "rules/test_binding.py",
    ),
    Mutation(
        "sampling: who has revoked need not have held the suit",
        "knowing/facts.py",
        "        if told.held and not",
        "        if False and not",
        "sampling/test_facts.py",
    ),
    Mutation(
        "sampling: of sorted packs always the first way",
        "knowing/presorted.py",
        "chosen = rng.random() * sum(",
        "chosen = 0 * sum(",
        "sampling/test_presorted.py",
    ),
    Mutation(
        "sampling: the card laid with a bid is the lowest",
        "knowing/filling.py",
        "return cards[int(rng.random() * len(cards))]",
        "return cards[0]",
        "sampling/test_facts.py",
    ),
    Mutation(
        "price: the case without honours is forgotten",
        "rules/cases.py",
        "for honours in range(most + 1):",
        "for honours in range(1, most + 1) or (0,):",
        "rules/test_cases.py",
    ),
    Mutation(
        "session: chips end it, and the pool stays full",
        "deal/settled.py",
        "        over = True\n        bill = settle_unchecked(",
        "        over = True\n        settle_unchecked(",
        "play/test_sessions.py",
    ),
)


def copied(folder: Path) -> Path:
    """A copy of the package without its compiled modules, in a folder for PYTHONPATH."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "src" / "boston_rules", folder / "boston_rules", ignore=ignored)
    return folder


def _untraced(environment: Mapping[str, str]) -> dict[str, str]:
    """Without what would have the lines of the copy counted with those of the source."""
    traced = ("COV_", "COVERAGE_", "PYTEST_")
    return {name: value for name, value in environment.items() if not name.startswith(traced)}


def caught(mutation: Mutation, folder: Path) -> str:
    """The first test that fails with the fault in the copy; "" for none.

    Raises:
        ValueError: what the fault replaces does not stand once in the file.
    """
    file = folder / "boston_rules" / mutation.file
    sound = file.read_text(encoding="utf-8")
    if sound.count(mutation.old) != 1:
        raise ValueError(f"{mutation.what}: {mutation.old!r} stands not once in {mutation.file}")
    options = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly")
    tests = [f"tests/{each}" for each in mutation.tests.split()]
    paths = (str(folder), str(ROOT))
    try:
        file.write_text(sound.replace(mutation.old, mutation.new), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", *options, *tests],
            cwd=ROOT,
            env=_untraced(os.environ) | {"PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    finally:
        file.write_text(sound, encoding="utf-8")
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return failed[1].removeprefix("tests/") if failed and done.returncode == 1 else ""


def _processor() -> float:
    """Seconds of processor time that processes started from here have had."""
    times = os.times()
    return times.children_user + times.children_system


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the faults and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", metavar="N,N", help="The numbers of some of them, from 1.")
    only = parser.parse_args(arguments).only
    chosen = range(1, len(MUTATIONS) + 1) if only is None else map(int, only.split(","))
    missed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = copied(Path(temporary))
        for number in chosen:
            mutation = MUTATIONS[number - 1]
            clock, busy = time.monotonic(), _processor()
            test = caught(mutation, folder)
            clock, busy = time.monotonic() - clock, _processor() - busy
            missed += not test or busy > SECONDS
            took = f"{busy:5.1f} s ({clock:.0f} s)"
            print(f"{number:2}  {mutation.what:54}  {took:15}  {test or 'NOT CAUGHT'}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
