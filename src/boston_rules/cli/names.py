"""Names of bots, as they are typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from boston_rules.bots import BOT_NAMES, NamedBot, load_bot

__all__ = ["BotList", "bots_option"]

if TYPE_CHECKING:
    _Names = click.ParamType[tuple[NamedBot, ...]]
else:  # not a generic class in every version
    _Names = click.ParamType

_F = TypeVar("_F", bound=Callable[..., Any])

_EXAMPLE: Final = "montecarlo:iterations=20"
_KNOWN: Final = (
    f"Known: {', '.join(BOT_NAMES)}, or a class of your own as module:Class; each option of a "
    f"bot follows a colon, as in {_EXAMPLE}."
)


class BotList(_Names):
    """Names between commas. Within a name a colon goes before each option, never a comma.

    >>> bots = BotList().convert("simple, montecarlo:iterations=40,random", None, None)
    >>> [str(bot) for bot in bots]
    ['simple', 'montecarlo:iterations=40', 'random']
    """

    name = "bots"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[NamedBot, ...]:
        """The bots; a module is looked for in the working directory too."""
        if isinstance(value, tuple):
            return value
        text = str(value)
        names = tuple(map(str.strip, text.split(",")))
        bots: dict[str, NamedBot] = {}
        for name in dict.fromkeys(names):
            kind = name.partition(":")[0]
            if not name:
                self.fail(f"{text!r}: a name is missing before or after a comma", param, ctx)
            if "=" in kind:
                self.fail(
                    f"{name!r} is no bot: commas separate bots, and a colon goes before each "
                    f"option of a bot, as in {_EXAMPLE}; known: {', '.join(BOT_NAMES)}",
                    param,
                    ctx,
                )
            try:
                bots[name] = _loaded(name)
            except ValueError as error:
                self.fail(str(error), param, ctx)
        return tuple(bots[name] for name in names)


def bots_option(told: str, **how: Any) -> Callable[[_F], _F]:
    """``--bots NAMES``; ``told`` says who they are."""
    help_text = f"{told} {_KNOWN}"
    return click.option("--bots", type=BotList(), metavar="NAMES", help=help_text, **how)


def _loaded(name: str) -> NamedBot:
    here = os.getcwd()
    if here not in sys.path:  # as with ``python -m``, but last: it replaces no other module
        sys.path.append(here)
    return load_bot(name)
