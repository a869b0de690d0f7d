"""What should I bid? A hand of Boston de Fontainebleau, tried in deals that it may be part of.

Each bid is made in the same sampled deals; simple players speak and play after it. What comes of it
is printed, and drawn if matplotlib is installed. Give a file (.svg or .png) to keep the plot.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import tempfile
from pathlib import Path

import boston_rules as br
from boston_rules.bots import Bot, MonteCarloBot, SimpleBot, play_deal

HAND = "AS KS QS TS 8S 5S AH QH 7H KD 6D 9C 3C"
BIDS = ("pass", "bid 5 S", "bid 6 S", "bid 7 S", "bid 8 S", "bid little-misere")
DEALS = 60


def view_of_hand() -> br.State:
    """The hand at the left of the dealer, before anybody has spoken."""
    mine = br.Cards.parse(HAND)
    rest = [card for card in br.PACK if card not in mine]
    hands = [tuple(mine), *(tuple(rest[13 * at : 13 * at + 13]) for at in range(3))]
    return br.observe(br.start(br.get_variant("fontainebleau"), dealer=3, hands=hands), 0)


def chips_of(view: br.State) -> dict[str, list[int]]:
    """By bid, the chips that the hand wins in each sampled deal."""
    rng = random.Random(1)
    deals = [br.sample(view, rng) for _ in range(DEALS)]
    bots: list[Bot] = [SimpleBot(random.Random(seat)) for seat in range(4)]
    found: dict[str, list[int]] = {}
    for token in BIDS:
        action = br.parse_action(token)
        ends = [play_deal(br.apply(deal, action), bots, random.Random(2)) for deal in deals]
        found[token] = [end.settlement.deltas[0] for end in ends]
    return found


def interval(chips: list[int]) -> float:
    """Half the width of the 95 % interval of the mean."""
    return 1.96 * statistics.stdev(chips) / math.sqrt(len(chips))


def draw(found: dict[str, list[int]], path: Path) -> None:
    """Every deal a dot, and the mean with its interval."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    jitter = random.Random(3)
    for place, chips in enumerate(found.values()):
        across = [place + jitter.uniform(-0.25, 0.25) for _ in chips]
        axes.plot(across, chips, ".", color="0.75", markersize=4, zorder=1)
    means = [statistics.mean(chips) for chips in found.values()]
    spans = [interval(chips) for chips in found.values()]
    axes.errorbar(range(len(means)), means, yerr=spans, fmt="o", capsize=5, zorder=2)
    axes.axhline(0, color="0.3", linewidth=0.8)
    axes.set_xticks(range(len(found)), list(found))
    axes.set_ylabel("chips won in the deal")
    axes.set_title(f"{HAND}: {DEALS} deals for each bid")
    figure.savefig(path)
    pyplot.close(figure)


def main() -> None:
    view = view_of_hand()
    print(view.hand)
    found = chips_of(view)
    for token, chips in found.items():
        mean = statistics.mean(chips)
        print(f"{token:18} {mean:+7.1f} chips a deal, ± {interval(chips):.1f}")
    print("most:", max(found, key=lambda token: statistics.mean(found[token])))
    choice = MonteCarloBot(random.Random(4), iterations=64).choose(view)
    print("the Monte Carlo bot says:", choice)
    try:
        if len(sys.argv) > 1:
            draw(found, Path(sys.argv[1]))
            print("drawn:", sys.argv[1])
        else:
            with tempfile.TemporaryDirectory() as folder:
                plot = Path(folder) / "bids.svg"
                draw(found, plot)
                print(f"drawn: a plot of {plot.stat().st_size // 1024} kB; give a file to keep it")
    except ImportError:
        print("not drawn: matplotlib is not installed")


if __name__ == "__main__":
    main()
