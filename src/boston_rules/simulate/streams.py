"""Streams of chance: one for the cards of a session and one for each of its bots.

The stream of ``(seed, unit, purpose)`` is ``random.Random(n)``, where ``n`` is the number, big end
first, that the 16-byte BLAKE2b digest makes of the text ``boston_rules <seed> <unit> <purpose>`` in
UTF-8. So a session is the same whichever worker plays it, in whatever order.
"""

from __future__ import annotations

import hashlib
import random

__all__ = ["stream"]


def stream(seed: int | str, unit: str, purpose: str) -> random.Random:
    """The stream of chance of one purpose.

    Args:
        seed: the seed of the whole run, or the name of a set of deals.
        unit: the session, such as ``session 17``.
        purpose: ``cards``, or a seat such as ``seat 2`` for the bot that sits there.

    >>> stream(1, "session 0", "cards").random() == stream(1, "session 0", "cards").random()
    True
    >>> stream(1, "session 0", "cards").random() == stream(1, "session 1", "cards").random()
    False
    """
    text = f"boston_rules {seed} {unit} {purpose}"
    digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
    return random.Random(int.from_bytes(digest, "big"))
