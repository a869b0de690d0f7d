"""What makes bots: their names, or anything that makes one."""

from __future__ import annotations

import bisect
import functools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final, TypeAlias, final

from boston_rules.bots.names import NamedBot, load_bot
from boston_rules.bots.protocol import Bot
from boston_rules.core.arguments import tuple_of, wrong_type
from boston_rules.core.saying import say

__all__ = ["BotMaker", "Bots", "Maker", "Mixture", "label", "maker_of", "makers"]

Maker: TypeAlias = Callable[[random.Random], Bot]
BotMaker: TypeAlias = str | Maker | Mapping[str | Maker, float]
"""The name of a bot, or a callable that makes one from the stream of chance that it is given; or
several of them with their weights, of which one is drawn whenever a bot is made."""
Bots: TypeAlias = BotMaker | Sequence[BotMaker]
"""One for all seats, or one a seat."""

_BOTS: Final = "names or callables that make a bot, one for all or one for each seat"


@final
class Mixture:
    """Makes one of several bots, drawn by weight.

    >>> kinds = {"random": 1, "simple": 3}
    >>> type(Mixture(kinds)(random.Random(1))).__name__
    'RandomBot'
    """

    def __init__(self, bots: Mapping[str | Maker, float], name: str = "bots") -> None:
        self.weights: Final = {maker_of(bot, name): weight for bot, weight in bots.items()}
        """The makers, and how likely each is."""
        weights = list(self.weights.values())
        if not weights or not all(
            type(weight) in (int, float) and 0 < weight < math.inf for weight in weights
        ):
            raise ValueError(say("{name}: the weights of a mixture are above 0", name=name))
        self._steps: Final = [*accumulate(weights)][:-1]
        self._total: Final = sum(weights)

    def __call__(self, rng: random.Random) -> Bot:
        """A bot of the one that is drawn."""
        drawn = rng.random() * self._total
        return list(self.weights)[bisect.bisect_right(self._steps, drawn)](rng)

    def __str__(self) -> str:
        parts = (f"{label(maker)}:{weight:g}" for maker, weight in self.weights.items())
        return f"mixture({', '.join(parts)})"


def makers(bots: Bots, seats: int, name: str = "bots") -> tuple[Maker, ...]:
    """A maker for each seat; ``name`` is that of the argument.

    Raises:
        ValueError: there is not one for all nor one a seat, or no bot has such a name.
        TypeError: one is neither a name nor a callable.

    >>> [str(maker) for maker in makers("simple", 3)]
    ['simple', 'simple', 'simple']
    """
    if isinstance(bots, str | Mapping) or callable(bots):
        bots = (bots,)
    given = tuple_of(name, bots, _BOTS)
    found = tuple([maker_of(bot, name) for bot in given])
    if len(found) == 1:
        found *= seats
    if len(found) != seats:
        raise ValueError(
            say(
                "{name}: give one bot for all or one for each of {seats} seats, not {number}",
                name=name,
                seats=seats,
                number=len(found),
            )
        )
    return found


def maker_of(bot: BotMaker, name: str = "bots") -> Maker:
    """What makes a bot; ``name`` is that of the argument.

    Raises:
        ValueError: no bot has such a name.
        TypeError: it is neither a name nor a callable, nor a mixture of these.
    """
    if isinstance(bot, str):
        return load_bot(bot, own=False)
    if isinstance(bot, Mapping):
        return Mixture(bot, name)
    if not callable(bot):
        raise wrong_type(name, _BOTS, bot)
    return bot


def label(maker: BotMaker) -> str:
    """What a maker is called in results: it must be the same in the next process.

    >>> from boston_rules.bots import RandomBot
    >>> label("simple"), label(RandomBot)
    ('simple', 'boston_rules.bots.basic.RandomBot')
    """
    if isinstance(maker, str | NamedBot | Mixture):
        return str(maker)
    if isinstance(maker, functools.partial):
        given = [*map(repr, maker.args), *(f"{k}={v!r}" for k, v in maker.keywords.items())]
        return f"{label(maker.func)}({', '.join(given)})"
    named = maker if hasattr(maker, "__qualname__") else type(maker)
    return f"{named.__module__}.{named.__qualname__}"
