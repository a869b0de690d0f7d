"""Names of bots, as they are typed and as they stand in a record."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from boston_rules.bots import BOT_NAMES, make_bot

__all__ = ["BotList", "bots_option", "is_bot"]

if TYPE_CHECKING:
    _Names = click.ParamType[tuple[str, ...]]
else:  # not a generic class in every version
    _Names = click.ParamType

_F = TypeVar("_F", bound=Callable[..., Any])

_EXAMPLE: Final = "montecarlo:iterations=20"
_KNOWN: Final = (
    f"Known: {', '.join(BOT_NAMES)}; each option of a bot follows a colon, as in {_EXAMPLE}."
)


class BotList(_Names):
    """Names between commas. Within a name a colon goes before each option, never a comma.

    >>> BotList().convert("simple, montecarlo:iterations=40,random", None, None)
    ('simple', 'montecarlo:iterations=40', 'random')
    """

    name = "bots"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """The names, each of a bot."""
        if isinstance(value, tuple):
            return value
        text = str(value)
        names = tuple(map(str.strip, text.split(",")))
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
                make_bot(name, random.Random(0))
            except ValueError as error:
                self.fail(str(error), param, ctx)
        return names


def bots_option(told: str, **how: Any) -> Callable[[_F], _F]:
    """``--bots NAMES``; ``told`` says who they are."""
    help_text = f"{told} {_KNOWN}"
    return click.option("--bots", type=BotList(), metavar="NAMES", help=help_text, **how)


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
