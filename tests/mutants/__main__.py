"""Mutation testing of the engine: ``python -m tests.mutants --sample 400 --seed 1``.

Draws a sample of the mutants that Cosmic Ray's operators make of rules, deal, knowing, card play
and solver, and runs for each the tests that run its line until one fails, in a copy of the
repository. Prints how each went, those that survived as changes of a line, and the share that was
killed, with its 95 % interval. Mutants known to be equivalent stand in ``equivalent.toml``, each
with the reason; ``--equivalent`` tries those instead: a test that kills one proves it wrong.

Exit status 1 when less than 95 % are killed, or the list is stale or wrong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from tests.mutants.recording import (
    PACKAGE,
    ROOT,
    TREE,
    Recording,
    copy_tree,
    environment,
    record,
)

EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
WORKER: Final = Path(__file__).with_name("worker.py")
LEAST: Final = 0.95


class Key(NamedTuple):
    """What an equivalent mutant is known by: the change of a line of a file."""

    file: str
    was: str
    becomes: str


def equivalents() -> dict[Key, str]:
    """The reasons, by mutant.

    Raises:
        ValueError: a mutant stands there twice, or has no reason.
    """
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    reasons: dict[Key, str] = {}
    for each in listed:
        key = Key(each["file"], each["was"], each["becomes"])
        if key in reasons or not each["reason"].strip():
            raise ValueError(f"{EQUIVALENT.name}: {key}")
        reasons[key] = each["reason"]
    return reasons


def stale(package: Path, keys: Iterable[Key]) -> list[Key]:
    """Those whose line does not stand in the file any more."""
    return [
        key
        for key in keys
        if not (package / key.file).is_file()
        or key.was
        not in map(str.strip, (package / key.file).read_text(encoding="utf-8").splitlines())
    ]


class Round(NamedTuple):
    """Tests to run on a mutant."""

    tests: list[str]
    seconds: float
    """After as many of the processor no other test is begun."""
    limit: float
    """After as many the tests are stopped."""


class Worker:
    """A process that tries mutants in a copy of its own."""

    def __init__(self, source: Path, tree: Path) -> None:
        copy_tree(source, tree)
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-P", str(WORKER)],
            cwd=tree,
            env=environment(tree) | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def attempt(
        self, file: str, source: str, rounds: Sequence[tuple[Sequence[str], float, float]]
    ) -> dict[str, Any]:
        """How the mutant fares: outcome, test and seconds of the processor."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        task = {"file": (PACKAGE / file).as_posix(), "source": source, "rounds": rounds}
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


@contextmanager
def workers(number: int) -> Iterator[SimpleQueue[Worker]]:
    """Processes that are free."""
    free: SimpleQueue[Worker] = SimpleQueue()
    started = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for each in range(number):
                worker = Worker(TREE, Path(folder) / str(each))
                started.append(worker)
                free.put(worker)
            yield free
        finally:
            for worker in started:
                worker.process.kill()
                worker.process.communicate()


def rounds_of(tests: Sequence[str], seconds: Mapping[str, float], most: float) -> list[Round]:
    """A few quick tests of few files first, then all of more files, with all their parameters."""
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    first = [test for test in tests if test.partition("::")[0] in files[:4] and seconds[test] < 1]
    more = [test for test in tests if test.partition("::")[0] in files[:40]]
    every = list(dict.fromkeys(test.partition("[")[0] for test in more))
    rounds = []
    for chosen, recorded, end in ((first[:40], first[:40], 5.0), (every, more, most)):
        if chosen:
            slowest = max(seconds[test] for test in recorded)
            rounds.append(Round(chosen, end, end + 5 + 5 * slowest))
    return rounds


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, try, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=40, metavar="N", help="How many mutants.")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="Which ones.")
    parser.add_argument("--most", type=float, default=40, metavar="SECONDS", help="Tests of one.")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="Processes.")
    parser.add_argument("--equivalent", action="store_true", help="Try those listed instead.")
    options = parser.parse_args(arguments)
    reasons = equivalents()
    gone = stale(ROOT / PACKAGE, reasons)
    for key in gone:
        print(f"{EQUIVALENT.name} is stale: {key.file}: {key.was}")
    if gone:
        return 1
    began = time.monotonic()
    record(options.workers)
    recorded = time.monotonic() - began
    recording = Recording()
    from tests.mutants.places import Changed, of_line, sample

    package = TREE / PACKAGE

    def key_of(each: Changed) -> Key:
        return Key(each.mutant.file, each.was, each.becomes)

    if options.equivalent:
        lines = dict.fromkeys((key.file, key.was) for key in reasons)
        made = [each for file, was in lines for each in of_line(package, file, was)]
        drawn = [each for each in made if key_of(each) in reasons]
        missing = reasons.keys() - set(map(key_of, drawn))
        for key in sorted(missing):
            print(f"{EQUIVALENT.name}: no operator makes {key.becomes!r} of {key.file}: {key.was}")
    else:
        drawn, missing = list(sample(package, options.sample, options.seed)), set()
    counts: Counter[str] = Counter()
    survived = []
    busy = 0.0
    with workers(options.workers) as free, ThreadPoolExecutor(options.workers) as pool:

        def tried(each: Changed) -> dict[str, Any]:
            if key_of(each) in reasons and not options.equivalent:
                return {"outcome": "equivalent", "test": "", "seconds": 0.0}
            mutant = each.mutant
            tests = recording.tests(mutant.file, mutant.line)
            if not tests:
                return {"outcome": "survived", "test": "", "seconds": 0.0}
            worker = free.get()
            try:
                rounds = rounds_of(tests, recording.seconds, options.most)
                return worker.attempt(mutant.file, each.source, rounds)
            finally:
                free.put(worker)

        for each, answer in zip(drawn, pool.map(tried, drawn), strict=True):
            counts[answer["outcome"]] += 1
            busy += answer["seconds"]
            where = f"{each.mutant.file}:{each.mutant.line}"
            operator = each.mutant.operator.removeprefix("core/")
            print(
                f"{answer['outcome']:10} {answer['seconds']:5.1f} s  {where:36} {operator:40}"
                f" {answer['test']}",
                flush=True,
            )
            if answer["outcome"] == "survived":
                survived.append(each)
    for each in survived:
        print(f"\n{each.mutant.file}:{each.mutant.line}\n- {each.was}\n+ {each.becomes}")
    print(
        f"\n{counts.total()} mutants: {counts['killed']} killed, {counts['timed out']} timed out,"
        f" {counts['survived']} survived, {counts['equivalent']} equivalent"
    )
    if options.equivalent:
        return int(bool(missing) or counts["survived"] < counts.total())
    from boston_rules.simulate import wilson

    found = counts["killed"] + counts["timed out"]
    share = wilson(found, found + counts["survived"])
    if share is None:
        return 0
    print(
        f"killed of those not equivalent: {share.estimate:.1%}"
        f" (95 % interval {share.low:.1%} to {share.high:.1%}); sample {options.sample},"
        f" seed {options.seed}"
    )
    tried_count = counts.total() - counts["equivalent"]
    print(
        f"{busy / max(1, tried_count):.1f} s of the processor a mutant;"
        f" {recorded:.0f} s to record, {time.monotonic() - began:.0f} s in all"
    )
    return int(share.estimate < LEAST)


if __name__ == "__main__":
    sys.exit(main())
