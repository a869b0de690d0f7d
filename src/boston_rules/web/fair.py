"""Cards that nobody can have chosen: chance is drawn from a secret that is promised first.

Before anybody sits down everybody is told the SHA-256 of a secret, 64 hexadecimal digits. Draw
number ``n`` of the session takes its random numbers from the SHA-256 of ``SECRET:n:0``,
``SECRET:n:1`` and so on: the first 53 bits of each, as a fraction of one. When the session is over
the secret is told, and any client can draw again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import boston_rules as br

__all__ = ["Draws", "commitment", "unfair_draws"]

_PARTS: Final[float] = 2.0**53


class Draws(random.Random):
    """The random numbers of one draw.

    Args:
        secret: the secret of the session.
        number: which draw of the session it is, from 0.

    >>> from boston_rules.web.fair import Draws
    >>> round(Draws("ab", 0).random(), 6), round(Draws("ab", 1).random(), 6)
    (0.601509, 0.118417)
    """

    def __init__(self, secret: str, number: int) -> None:
        super().__init__(0)
        self._start = f"{secret}:{number}:"
        self._count = 0

    def random(self) -> float:
        """The next number, at least 0 and less than 1."""
        digest = sha256(f"{self._start}{self._count}".encode()).digest()
        self._count += 1
        return (int.from_bytes(digest[:7], "big") >> 3) / _PARTS


def commitment(secret: str) -> str:
    """The SHA-256 of a secret, by which it is promised.

    >>> from boston_rules.web.fair import commitment
    >>> commitment("ab")[:16]
    'fb8e20fc2e4c3f24'
    """
    return sha256(secret.encode()).hexdigest()


def unfair_draws(promised: str, told: Mapping[str, Any]) -> list[int]:
    """The draws of a session that do not come from the secret; all, if it is not the promised one.

    Args:
        promised: what was promised before the first deal.
        told: what the host tells at the end, as ``fairness`` of
            ``boston_rules.web.table.Table``.
    """
    secret, draws = told["secret"], told["draws"]
    if commitment(secret) != promised:
        return list(range(len(draws)))
    return [
        number
        for number, each in enumerate(draws)
        if _drawn(each["from"], each["made"].split(), Draws(secret, number)) != each["made"]
    ]


def _drawn(among: Sequence[str], made: Sequence[str], draws: Draws) -> str:
    """The same draw again: a pack that is shuffled, or one card that is turned."""
    if len(made) == 2:
        return f"{made[0]} {among[int(draws.random() * len(among))]}"
    pack = br.shuffled(draws, br.Cards.parse(" ".join(among)))
    return " ".join((made[0], *map(str, pack)))
