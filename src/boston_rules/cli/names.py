"""Names of bots, as they are typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from boston_rules.bots import BOT_NAMES, NamedBot, load_bot

__all__ = ["bot_list", "bots_option"]

_F = TypeVar("_F", bound=Callable[..., Any])

_EXAMPLE: Final = "montecarlo:iterations=20"
_KNOWN: Final = (
    f"Known: {', '.join(BOT_NAMES)}, or a class of your own as module:Class; each option of a "
    f"bot follows a colon, as in {_EXAMPLE}."
)


def bot_list(text: str) -> tuple[NamedBot, ...]:
    """Bots by their names between commas; a module is looked for in the working directory too.

    Within a name a colon goes before each option, never a comma.

    Raises:
        BadParameter: there is no such bot.

    >>> [str(bot) for bot in bot_list("simple, montecarlo:iterations=40,random")]
    ['simple', 'montecarlo:iterations=40', 'random']
    """
    names = tuple(map(str.strip, text.split(",")))
    bots: dict[str, NamedBot] = {}
    for name in dict.fromkeys(names):
        if not name:
            raise click.BadParameter(f"{text!r}: a name is missing before or after a comma")
        if "=" in name.partition(":")[0]:
            raise click.BadParameter(
                f"{name!r} is no bot: commas separate bots, and a colon goes before each "
                f"option of a bot, as in {_EXAMPLE}; known: {', '.join(BOT_NAMES)}"
            )
        try:
            bots[name] = _loaded(name)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
    return tuple(bots[name] for name in names)


def bots_option(told: str, **how: Any) -> Callable[[_F], _F]:
    """``--bots NAMES``; ``told`` says who they are."""
    help_text = f"{told} {_KNOWN}"
    return click.option("--bots", type=bot_list, metavar="NAMES", help=help_text, **how)


def _loaded(name: str) -> NamedBot:
    here = os.getcwd()
    if here not in sys.path:  # as with ``python -m``, but last: it replaces no other module
        sys.path.append(here)
    return load_bot(name)
