"""Coverage-guided fuzzing of the reader of records.

    python tests/fuzz/fuzz_records.py --seconds 20

With atheris the inputs follow the coverage; where it is not installed that is said, and inputs are
mutated at random for the same time. An input on which anything but a RecordError comes out is
printed and ends the run with status 1.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import boston_rules as br
from boston_rules import records
from boston_rules.testing import random_walk

__all__ = ["corpus", "main", "one_input"]


def one_input(content: bytes) -> None:
    """Read, write again, replay: a record or a RecordError."""
    try:
        made = records.loads(content)
    except br.RecordError:
        return
    assert records.loads(records.dumps(made)) == made
    assert records.loads(records.dumps(made, "json")) == made
    records.replay_while_valid(made)


def corpus() -> list[bytes]:
    """Records to begin with."""
    found = []
    for slug in br.list_variants():
        walk = random_walk(br.get_variant(slug), seed=1, deals=1)
        made = records.record(walk.states[0][-1], comments=["a\nb"], tags=[("Event", "x")])
        found += [records.dumps(made).encode(), records.dumps(made, "json").encode()]
    return found


def _mutated(seconds: float, seed: int) -> int:
    rng = random.Random(seed)
    known = corpus()
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
            one_input(bytes(content))
        except BaseException:
            print(f"the input {bytes(content)!r}", file=sys.stderr)
            raise
        runs += 1
    return runs


def _guided(atheris: Any, seconds: int) -> None:
    atheris.instrument_all()
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(corpus()):
            Path(folder, str(number)).write_bytes(content)
        options = [f"-max_total_time={seconds}", "-max_len=8192", "-timeout=10"]
        options.append(f"-artifact_prefix={folder}{os.sep}")
        atheris.Setup([sys.argv[0], *options, folder], one_input)
        atheris.Fuzz()


def main(arguments: Sequence[str] | None = None) -> None:
    """Fuzz for a while."""
    parser = argparse.ArgumentParser(description="Fuzz the reader of records.")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="mutate at random, without atheris")
    given = parser.parse_args(arguments)
    try:
        atheris = None if given.plain else importlib.import_module("atheris")
    except ImportError:
        print("atheris is not installed: coverage-guided fuzzing is skipped", file=sys.stderr)
        atheris = None
    if atheris is None:
        print(f"{_mutated(given.seconds, given.seed)} inputs, nothing but records and RecordErrors")
    else:
        _guided(atheris, given.seconds)


if __name__ == "__main__":
    main()
