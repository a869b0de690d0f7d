"""Bots of another edition: this file is run by an interpreter that imports that edition.

It uses only what every edition has: ``start``, ``apply``, ``observe``, ``parse_action``, bots by
name. One line of JSON asks for an action, one line answers.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import OrderedDict
from typing import Any

import boston_rules as br
from boston_rules.bots import make_bot

KEPT = 64
"""Bots remembered; a table has four, so that none is forgotten that is still asked."""


def answer(asked: dict[str, Any], bots: OrderedDict[int, Any]) -> dict[str, Any]:
    """What the bot of a seat does in the position that it is told."""
    number, name, seed = asked["bot"]
    if number not in bots:
        bots[number] = make_bot(name, random.Random(seed))
        if len(bots) > KEPT:
            bots.popitem(last=False)
    variant = br.get_variant(asked["variant"])
    state = br.start(variant, asked["dealer"], hands=asked["hands"])
    for token in asked["actions"]:
        state = br.apply(state, br.parse_action(token, variant))
    view = br.observe(state, asked["seat"])
    begun = time.process_time()
    chosen = bots[number].choose(view)
    return {"action": str(chosen), "seconds": time.process_time() - begun}


def main() -> None:
    """Answer until the input ends."""
    bots: OrderedDict[int, Any] = OrderedDict()
    for line in sys.stdin:
        try:
            answered = answer(json.loads(line), bots)
        except Exception as error:  # whatever it is, the asker is told
            answered = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answered), flush=True)


if __name__ == "__main__":
    main()
