"""Prints how samples of views fit what should be drawn, and the power to find faults.

    $ python -m tests.exactness

Each row of the first table is a case of :mod:`tests.exactness.views`; the height is that of a
chi-square statistic as a standard normal variable. The second table has the faults, each planted in
all views: how many refuse it, and the least and the pooled power of those. Exit status 1 when
samples are refused without a fault. It takes some minutes.
"""

from __future__ import annotations

import sys

from tests.exactness.alike import Alike
from tests.exactness.faults import FAULTS, planted
from tests.exactness.frequencies import Expected, Fit, pooled, smallest_bias
from tests.exactness.views import CASES, exact_chances, shows, views

import boston_rules as br


def main() -> int:
    """Print the tables."""
    found: list[tuple[Alike, Expected, Fit]] = []
    states = worlds = exact = 0
    print(f"{'known':60} views states  draws  height")
    for case in CASES:
        rows = [(alike, expected, expected.fit(alike)) for alike, expected in views(case)]
        every = pooled([fit for *_, fit in rows])
        number = sum(len(expected.chances) for _, expected, _ in rows)
        print(
            f"{case!s:60} {len(rows):5} {number:6} {every.draws:6} {every.height:7.2f}", flush=True
        )
        found += rows
        states += number
        for alike, expected, _ in rows:
            sampler = br.Worlds(alike.view)
            worlds += sampler.count
            if sampler.count != expected.worlds:
                print(f"    {sampler.count} worlds are counted, and there are {expected.worlds}")
                return 1
            exact += exact_chances(sampler) is not None
    every = pooled([fit for *_, fit in found])
    refused = sum(fit.refused for *_, fit in found)
    print(f"\n{len(found)} views, {worlds} worlds, {states} states, {every.draws} samples")
    print(f"refused: {refused}; all views together: height {every.height:.2f}")
    print(f"every world has exactly the same chance in {exact} views, all paths followed")
    bias = smallest_bias(every.draws, every.freedom)
    print(f"found in 99 of 100 runs: half of the states drawn {bias:.1%} too often\n")
    print(f"{'fault':30} refusing views  least power  pooled power")
    for fault in FAULTS:
        fits = []
        for alike, expected, _ in found:
            if shows(alike, fault):
                with planted(fault):
                    fits.append(fit_of(alike, expected))
        wrong = [fit for fit in fits if fit.refused]
        least = min(fit.power for fit in wrong)
        print(f"{fault:30} {len(wrong):14} {least:12.4f} {pooled(wrong).power:13.4f}", flush=True)
    return int(refused > 0)


def fit_of(alike: Alike, expected: Expected) -> Fit:
    """Samples of a view; all are strays where what is drawn cannot be made a state."""
    try:
        return expected.fit(alike)
    except (ValueError, IndexError):
        return Fit(expected.draws, 0.0, 1, expected.draws)


if __name__ == "__main__":
    sys.exit(main())
