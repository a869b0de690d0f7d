"""Names of bots, as they are typed and as they stand in a record."""

from __future__ import annotations

import random

from boston_rules.bots import make_bot

__all__ = ["is_bot"]


def is_bot(name: str) -> bool:
    """Whether a bot has the name, options included.

    >>> is_bot("simple"), is_bot("montecarlo:iterations=9"), is_bot("Ann"), is_bot("simple:x=1")
    (True, True, False, False)
    """
    try:
        make_bot(name, random.Random(0))
    except ValueError:
        return False
    return True
