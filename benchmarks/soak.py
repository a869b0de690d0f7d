"""A soak test: a million deals through ``simulate``, with memory that must stay flat.

    python -m benchmarks.soak --deals 1000000

Deals are played in sessions between random bots, in this process, and kept in a results file. The
memory of the process is looked at after each part; once the caches are full it must not grow with
the number of deals. The exit status is 1 if it does. It runs on Linux.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import boston_rules as br
from boston_rules.simulate import simulate

__all__ = ["main", "soak"]

_PARTS: Final = 10
_BYTES_A_DEAL: Final = 16
"""What may be kept for each deal: the place of its session in the results file takes one number."""
_SLACK: Final = 24 * 2**20
"""Bytes by which the memory may grow otherwise, while caches fill."""
_DEALS: Final = 20
"""Deals in a session."""


def memory() -> int:
    """The bytes of memory that the process holds, as Linux tells it."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def soak(deals: int, slug: str, bots: str) -> list[tuple[int, int]]:
    """Play deals in ten parts; after each, the deals played so far and the memory in bytes."""
    variant = br.get_variant(slug)
    found: list[tuple[int, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        for part in range(1, _PARTS + 1):
            sessions = max(part, deals * part // _PARTS // _DEALS)
            began = time.perf_counter()
            results = simulate(
                variant,
                bots,
                sessions,
                deals=_DEALS,
                workers=1,
                results=Path(folder, "results.sqlite"),
            )
            report = results.report()
            took = time.perf_counter() - began
            found.append((report.deals, memory()))
            print(
                f"{report.deals:>9} deals, {memory() / 2**20:6.1f} MiB, {took:6.1f} s", flush=True
            )
    return found


def growth(found: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Bytes by which the memory grew from the second part to the last, and what it may."""
    (first, before), (last, after) = found[1], found[-1]
    return after - before, _SLACK + _BYTES_A_DEAL * (last - first)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and say whether the memory stayed flat."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--variant", default="fontainebleau")
    parser.add_argument("--bots", default="random")
    given = parser.parse_args(arguments)
    grown, allowed = growth(soak(given.deals, given.variant, given.bots))
    verdict = "flat" if grown <= allowed else "NOT flat"
    print(
        f"memory is {verdict}: {grown / 2**20:+.1f} MiB since the second part, "
        f"{allowed / 2**20:.1f} allowed"
    )
    return 0 if grown <= allowed else 1


if __name__ == "__main__":
    sys.exit(main())
