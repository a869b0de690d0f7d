"""Who plays: bots by name, or anything that makes one."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from boston_rules.bots import Bot, NamedBot, make_bot

__all__ = ["BotMaker", "Bots", "label", "makers", "new_bot"]

BotMaker: TypeAlias = str | Callable[[random.Random], Bot]
"""The name of a bot, or a callable that makes one from the stream of chance that it is given."""
Bots: TypeAlias = BotMaker | Sequence[BotMaker]
"""One for all seats, or one a seat."""


def makers(bots: Bots, seats: int) -> tuple[BotMaker, ...]:
    """A maker for each seat.

    Raises:
        ValueError: there is not one for all nor one a seat, or no bot has such a name.
        TypeError: one is neither a name nor a callable.

    >>> makers("simple", 3)
    ('simple', 'simple', 'simple')
    """
    found: tuple[BotMaker, ...]
    found = (bots,) if isinstance(bots, str) or callable(bots) else tuple(bots)
    if len(found) == 1:
        found *= seats
    if len(found) != seats:
        raise ValueError(f"give one bot for all or one for each of {seats} seats, not {len(found)}")
    for maker in dict.fromkeys(found):
        check(maker)
    return found


def check(maker: BotMaker) -> None:
    """Refuse what makes no bot, before anything is played."""
    if isinstance(maker, str):
        make_bot(maker, random.Random(0))
    elif not callable(maker):
        raise TypeError(f"a bot is a name or a callable that makes one, not {maker!r}")


def new_bot(maker: BotMaker, rng: random.Random) -> Bot:
    """A bot."""
    return make_bot(maker, rng) if isinstance(maker, str) else maker(rng)


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
