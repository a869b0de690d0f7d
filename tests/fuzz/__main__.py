"""Coverage-guided fuzzing of readers, from the seeds that are kept: of those named, or of all.

    python -m tests.fuzz records --seconds 20

With atheris the inputs follow the coverage; where it is not installed that is said, and inputs are
mutated at random for the same time. An input on which anything but a refusal comes out is
written to a file, which belongs among the seeds once the fault is mended, and ends the run with
status 1. ``--write-seeds`` makes the samples among the seeds anew.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

GUIDING = [
    f"boston_rules.{room}"
    for room in (
        "conformance",
        "core.actions",
        "core.cards",
        "core.events",
        "deal",
        "knowing",
        "records",
        "rules.notation",
    )
]
"""What is instrumented: the readers, and what they read into. All would take long to load."""
READERS = ("records", "views", "events", "pbn", "tokens", "corpus", "protocol", "houses")


def mutated(name: str, seconds: float, seed: int) -> int:
    """Inputs at random, without a guide; how many there were."""
    from tests.fuzz.targets import TARGETS, seeds_of

    rng = random.Random(seed)
    known = seeds_of(name)
    end = time.monotonic() + seconds
    runs = 0
    while time.monotonic() < end:
        content = bytearray(rng.choice(known))
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(content))
            kind = rng.randrange(3)
            if kind == 0:
                content[at] = rng.randrange(256)
            elif kind == 1:
                del content[at : at + rng.randint(1, 20)]
            else:
                other = rng.choice(known)
                start = rng.randrange(len(other))
                content[at:at] = other[start : start + rng.randint(1, 40)]
            if not content:
                break
        try:
            TARGETS[name].read(bytes(content))
        except BaseException:
            path = Path(f"{name}-{hashlib.sha256(content).hexdigest()[:16]}")
            path.write_bytes(content)
            print(f"the input is kept as {path}: {bytes(content)[:200]!r}", file=sys.stderr)
            raise
        runs += 1
    return runs


def guided(atheris: Any, names: Sequence[str], seconds: int) -> None:
    """Inputs that follow the coverage, by atheris, which ends its process itself."""
    with atheris.instrument_imports(include=GUIDING):
        targets = importlib.import_module("tests.fuzz.targets")
    for name in names:
        print(f"{name}:", flush=True)
        process = os.fork()
        if not process:
            _guided(atheris, targets, name, seconds)
        if status := os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
            sys.exit(status if status > 0 else 1)


def _guided(atheris: Any, targets: Any, name: str, seconds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(targets.seeds_of(name)):
            Path(folder, str(number)).write_bytes(content)
        options = [f"-max_total_time={seconds}", "-max_len=16384", "-timeout=20", "-rss_limit_mb=0"]
        options += ["-len_control=0", f"-artifact_prefix={os.getcwd()}{os.sep}{name}-"]
        atheris.Setup([sys.argv[0], *options, folder], targets.TARGETS[name].read)
        atheris.Fuzz()


def write_seeds() -> None:
    """Write the samples of every reader among the seeds."""
    from tests.fuzz.targets import SEEDS, TARGETS

    for name, target in TARGETS.items():
        folder = SEEDS / name
        folder.mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(target.samples()):
            Path(folder, f"sample-{number:02}").write_bytes(content)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fuzz for a while."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz readers.")
    parser.add_argument("readers", nargs="*", metavar="reader", help=", ".join(READERS))
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="mutate at random, without atheris")
    parser.add_argument("--write-seeds", action="store_true", help="make the samples anew")
    given = parser.parse_args(arguments)
    if unknown := set(given.readers) - set(READERS):
        parser.error(f"no reader: {', '.join(sorted(unknown))}; there are {', '.join(READERS)}")
    readers = given.readers or READERS
    if given.write_seeds:
        write_seeds()
        return
    try:
        atheris = None if given.plain else importlib.import_module("atheris")
    except ImportError:
        print("atheris is not installed: coverage-guided fuzzing is skipped", file=sys.stderr)
        atheris = None
    if atheris is None:
        for name in readers:
            runs = mutated(name, given.seconds, given.seed)
            print(f"{name}: {runs} inputs, nothing but results and refusals")
    else:
        guided(atheris, readers, given.seconds)


if __name__ == "__main__":
    main()
