"""A client that keeps its own view, in another process than the one that holds the cards.

The host has the full state. It writes what one seat sees happen, an event a line as JSON, and reads
the token of an action when it is that seat's turn. The client begins with what everybody knows,
moves its view by each event and asks the view what it may do; at the end it has the bill.
"""

import random
import subprocess
import sys

import boston_rules as br
from boston_rules.bots import SimpleBot, decide

VARIANT, DEALER, SEAT = "french", 3, 2


def host() -> None:
    """Play a deal: bots in three seats, the client in the other."""
    rng = random.Random(5)
    bots = [SimpleBot()] * 4
    state = br.start(VARIANT, DEALER)
    while state.actor is not None:
        if state.actor == SEAT:
            action = br.parse_action(input(), state.variant)
        else:
            action = decide(state, bots, rng)
        state = br.apply(state, action, seat=state.actor)
        print(br.dumps_event(br.observe(state, SEAT).events[-1]), flush=True)


def client() -> None:
    """Follow the deal, and answer when it is our turn."""
    view = br.observe(br.start(VARIANT, DEALER), SEAT)
    bot = SimpleBot()
    with subprocess.Popen(
        [sys.executable, __file__, "host"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            print("event", line, end="")
            view = br.advance(view, br.loads_event(line))
            legal = br.legal_actions(view)
            if legal:
                action = bot.choose(view)
                print(f"answer {action}, one of {len(legal)}")
                print(action, file=process.stdin, flush=True)
    print(view.settlement)


if __name__ == "__main__":
    host() if sys.argv[1:] == ["host"] else client()
