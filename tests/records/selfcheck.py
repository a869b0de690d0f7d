"""Round trips over many random deals of all variants.

    python -m tests.records.selfcheck --deals 10000

Each deal is written as text and as JSON, read back, replayed and compared; a state in its middle
as well. Whatever is not equal is an error.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import boston_rules as br
from boston_rules.records import dumps, loads, record, replay
from boston_rules.testing import random_walk

__all__ = ["check", "main"]


def check(slug: str, deals: int, seed: int = 0) -> Iterator[int]:
    """Check so many deals of a variant, three a session; yields the actions of each session."""
    left = deals
    while left > 0:
        walk = random_walk(br.get_variant(slug), seed=seed, deals=min(3, left))
        states = tuple(path[-1] for path in walk.states)
        middle = (*states[:-1], walk.states[-1][len(walk.states[-1]) // 2])
        for some in (states, middle):
            made = record(some)
            for text in (dumps(made, "text"), dumps(made, "json")):
                read = loads(text)
                assert read == made, f"{slug}, seed {seed}: another record is read back"
                again = replay(read)
                assert again == some, f"{slug}, seed {seed}: another state is replayed"
                assert hash(again) == hash(some)
        yield sum(map(len, walk.taken))
        left -= len(walk.taken)
        seed += 1


def main(arguments: list[str] | None = None) -> None:
    """Read the arguments, check, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000, help="deals in all")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    slugs = br.list_variants()
    begin = time.perf_counter()
    each = -(-given.deals // len(slugs))
    actions = sum(sum(check(slug, each, given.seed)) for slug in slugs)
    took = time.perf_counter() - begin
    print(f"{each * len(slugs)} deals of {len(slugs)} variants, {actions} actions: ", end="")
    print(f"all equal, in {took:.0f} s")


if __name__ == "__main__":
    main()
