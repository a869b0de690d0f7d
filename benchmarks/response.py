"""What a local best response wins from a bot: ``python -m benchmarks.response --bot net:FILE``.

For each bot a line of a table: what somebody who knows it gains in its place, in chips a deal.
"""

from __future__ import annotations

import argparse
import time

from boston_rules.simulate.response import local_response


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="mariland")
    parser.add_argument("--bot", nargs="+", default=["random", "simple"])
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print("variant,bot,deals,worlds,gain,low,high,seconds a deal")
    for bot in chosen.bot:
        began = time.process_time()
        found = local_response(chosen.variant, bot, chosen.deals, chosen.worlds, chosen.seed)
        gain, spent = found.gain, (time.process_time() - began) / chosen.deals
        low, high = gain.low or 0.0, gain.high or 0.0
        print(
            f"{chosen.variant},{bot},{chosen.deals},{chosen.worlds},{gain.estimate:.1f},"
            f"{low:.1f},{high:.1f},{spent:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
