"""What makes bots: their names, or anything that makes one."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from boston_rules.bots.names import NamedBot, load_bot
from boston_rules.bots.protocol import Bot

__all__ = ["BotMaker", "Bots", "Maker", "label", "maker_of", "makers"]

Maker: TypeAlias = Callable[[random.Random], Bot]
BotMaker: TypeAlias = str | Maker
"""The name of a bot, or a callable that makes one from the stream of chance that it is given."""
Bots: TypeAlias = BotMaker | Sequence[BotMaker]
"""One for all seats, or one a seat."""


def makers(bots: Bots, seats: int) -> tuple[Maker, ...]:
    """A maker for each seat.

    Raises:
        ValueError: there is not one for all nor one a seat, or no bot has such a name.
        TypeError: one is neither a name nor a callable.

    >>> [str(maker) for maker in makers("simple", 3)]
    ['simple', 'simple', 'simple']
    """
    given = (bots,) if isinstance(bots, str) or callable(bots) else bots
    found = tuple(map(maker_of, given))
    if len(found) == 1:
        found *= seats
    if len(found) != seats:
        raise ValueError(f"give one bot for all or one for each of {seats} seats, not {len(found)}")
    return found


def maker_of(bot: BotMaker) -> Maker:
    """What makes a bot.

    Raises:
        ValueError: no bot has such a name.
        TypeError: it is neither a name nor a callable.
    """
    if isinstance(bot, str):
        return load_bot(bot, own=False)
    if not callable(bot):
        raise TypeError(f"a bot is a name or a callable that makes one, not {bot!r}")
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
