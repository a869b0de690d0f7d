"""The commands of the program: what each does, and the module that is imported to run it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from boston_rules.core.saying import Said, say

__all__ = ["COMMANDS", "Listed"]


@frozen
class Listed:
    """A command in the list."""

    module: str
    about: Said
    """What it does, in a sentence: the first one of its help."""


COMMANDS: Final[Mapping[str, Listed]] = {
    "play": Listed("play", say("Play a session, all of it by bots or with yourself at one seat.")),
    "serve": Listed("serve", say("Open a table in the browser, against bots or with friends.")),
    "replay": Listed("replay", say("Show the record of a session, or check it.")),
    "why": Listed("why", say("Tell which statements of the sources decide an action or a bill.")),
    "convert": Listed("convert", say("Write the record in IN to OUT, as text or as JSON.")),
    "settle": Listed("bill", say("Settle a deal played at a real table.")),
    "solve": Listed(
        "solve", say("Solve a deal: what can be made with best play on both sides, all cards seen.")
    ),
    "table": Listed("table", say("Keep the score of an evening at a real table.")),
    "variants": Listed("show", say("List the variants.")),
    "show": Listed(
        "show",
        say("Show the rules of a variant: its bids, prices, rules in words, sources and options."),
    ),
    "rulebook": Listed(
        "rulebook",
        say("Make the rulebook of a variant, with two deals that show the rules at work."),
    ),
    "compare": Listed("compare", say("Set the ladders and prices of variants side by side.")),
    "perft": Listed("perft", say("Count the sequences of legal actions below a position.")),
    "conformance": Listed(
        "conformance",
        say("Ask an engine the questions of the corpus in DIR, and tell what differs."),
    ),
    "problems": Listed(
        "suite",
        say("Put problems with one right answer to bots, show them or certify them."),
    ),
    "simulate": Listed(
        "simulate",
        say("Play many sessions between bots and report contracts, success rates and chips."),
    ),
    "tournament": Listed(
        "tournament",
        say("Measure bots against each other on the same deals, from every seat."),
    ),
}
