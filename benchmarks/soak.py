"""A soak test: a million deals through ``simulate``, with memory that must stay flat.

    python -m benchmarks.soak --deals 1000000

Deals of every registered game are played to the end in sessions between random bots, in this
process, and kept in results files. The memory of the process and the objects that Python's
collector tracks are looked at after each part; once the caches are full neither may grow with the
number of deals. The exit status is 1 if the memory does. It runs on Linux.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import boston_rules as br
from boston_rules.simulate import simulate

__all__ = ["Part", "main", "soak"]

_PARTS: Final = 20
_BYTES_A_DEAL: Final = 16
"""What may be kept for each deal: the place of its session in the results file takes one number."""
_SLACK: Final = 24 * 2**20
"""Bytes by which the memory may grow otherwise, while caches fill."""
_DEALS: Final = 10
"""Deals in a session."""


class Part(NamedTuple):
    """What was found after a part of the deals."""

    deals: int
    """Played so far."""
    seconds: float
    """Since the first deal."""
    memory: int
    """Bytes that the process holds."""
    objects: int
    """What Python's collector tracks."""


def memory() -> int:
    """The bytes of memory that the process holds, as Linux tells it."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def soak(deals: int, slugs: Sequence[str], bots: str) -> Iterator[Part]:
    """Play deals in twenty parts, in each some of every game, and look at the memory after each."""
    variants = [br.get_variant(slug) for slug in slugs]
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for part in range(1, _PARTS + 1):
            sessions = max(part, deals * part // (_PARTS * _DEALS * len(variants)))
            played = 0
            for variant in variants:
                results = simulate(
                    variant,
                    bots,
                    sessions,
                    deals=_DEALS,
                    workers=1,
                    results=Path(folder, f"{variant.slug}.sqlite"),
                )
                played += results.report().deals
            seconds = time.perf_counter() - began
            gc.collect()
            yield Part(played, seconds, memory(), len(gc.get_objects()))


def growth(found: Sequence[Part]) -> tuple[int, int]:
    """Bytes by which the memory grew from the second part to the last, and what it may."""
    first, last = found[1], found[-1]
    allowed = _SLACK + _BYTES_A_DEAL * (last.deals - first.deals)
    return last.memory - first.memory, allowed


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and say whether the memory stayed flat."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--variant", action="append", help="one game of several; all by default")
    parser.add_argument("--bots", default="random")
    given = parser.parse_args(arguments)
    slugs = given.variant or br.list_variants()
    print(f"games: {len(slugs)}, bots: {given.bots}")
    print(f"{'deals':>9} {'seconds':>8} {'deals/s':>8} {'MiB':>7} {'objects':>9}", flush=True)
    found = [Part(0, 0.0, 0, 0)]
    for part in soak(given.deals, slugs, given.bots):
        rate = (part.deals - found[-1].deals) / (part.seconds - found[-1].seconds)
        print(
            f"{part.deals:>9} {part.seconds:>8.0f} {rate:>8.0f} "
            f"{part.memory / 2**20:>7.1f} {part.objects:>9}",
            flush=True,
        )
        found.append(part)
    grown, allowed = growth(found[1:])
    verdict = "flat" if grown <= allowed else "NOT flat"
    print(
        f"memory is {verdict}: {grown / 2**20:+.1f} MiB since the second part, "
        f"{allowed / 2**20:.1f} allowed"
    )
    return 0 if grown <= allowed else 1


if __name__ == "__main__":
    sys.exit(main())
