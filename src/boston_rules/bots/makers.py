"""What makes bots: their names, or anything that makes one."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from boston_rules.bots.names import NamedBot, load_bot
from boston_rules.bots.protocol import Bot
from boston_rules.core.arguments import tuple_of, wrong_type
from boston_rules.core.saying import say

__all__ = ["BotMaker", "Bots", "Maker", "label", "maker_of", "makers"]

Maker: TypeAlias = Callable[[random.Random], Bot]
BotMaker: TypeAlias = str | Maker
"""The name of a bot, or a callable that makes one from the stream of chance that it is given."""
Bots: TypeAlias = BotMaker | Sequence[BotMaker]
"""One for all seats, or one a seat."""

_BOTS: Final = "names or callables that make a bot, one for all or one for each seat"


def makers(bots: Bots, seats: int, name: str = "bots") -> tuple[Maker, ...]:
    """A maker for each seat; ``name`` is that of the argument.

    Raises:
        ValueError: there is not one for all nor one a seat, or no bot has such a name.
        TypeError: one is neither a name nor a callable.

    >>> [str(maker) for maker in makers("simple", 3)]
    ['simple', 'simple', 'simple']
    """
    given = (bots,) if isinstance(bots, str) or callable(bots) else tuple_of(name, bots, _BOTS)
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
        TypeError: it is neither a name nor a callable.
    """
    if isinstance(bot, str):
        return load_bot(bot, own=False)
    if not callable(bot):
        raise wrong_type(name, _BOTS, bot)
    return bot


def label(maker: BotMaker) -> str:
    """What a maker is called in results: it must be the same in the next process.

    >>> from boston_rules.bots import RandomBot
    >>> label("simple"), label(RandomBot)
    ('simple', 'boston_rules.bots.basic.RandomBot')
    """
    if isinstance(maker, str | NamedBot):
        return str(maker)
    if isinstance(maker, functools.partial):
        given = [*map(repr, maker.args), *(f"{k}={v!r}" for k, v in maker.keywords.items())]
        return f"{label(maker.func)}({', '.join(given)})"
    named = maker if hasattr(maker, "__qualname__") else type(maker)
    return f"{named.__module__}.{named.__qualname__}"
