"""``--bots``: who plays."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import click

from boston_rules.bots import BOT_NAMES, Bot, NamedBot, load_bot
from boston_rules.bots.programs.bot import forfeits_by_name
from boston_rules.cli.help import option
from boston_rules.cli.problems import reason_of
from boston_rules.core.arguments import shown
from boston_rules.core.saying import Said, joined, say

__all__ = ["bot_list", "bots_option", "forfeits_of", "forfeits_words"]

_F = TypeVar("_F", bound=Callable[..., Any])

_EXAMPLE: Final = "montecarlo:iterations=20"
_COMMA: Final = re.compile(r"""'[^']*'|"[^"]*"|,""")
"""A comma, or what is quoted."""
_KNOWN: Final = ", ".join((*BOT_NAMES, "net:FILE", "cmd:COMMAND"))


def bot_list(text: str) -> tuple[NamedBot, ...]:
    """Bots by their names between commas; a module is looked for in the working directory too.

    Within a name a colon goes before each option, never a comma, unless it is quoted: a program's
    command may have one.

    Raises:
        BadParameter: there is no such bot.

    >>> [str(bot) for bot in bot_list("simple, montecarlo:iterations=40,random")]
    ['simple', 'montecarlo:iterations=40', 'random']
    """
    here = os.getcwd()
    if here not in sys.path:  # as with ``python -m``, but last: it replaces no other module
        sys.path.append(here)
    _end_as_by_an_interrupt()
    commas = [at.start() for at in _COMMA.finditer(text) if at.group() == ","]
    starts, ends = [0, *(at + 1 for at in commas)], [*commas, len(text)]
    names = tuple([text[start:end].strip() for start, end in zip(starts, ends, strict=True)])
    bots: dict[str, NamedBot] = {}
    for name in dict.fromkeys(names):
        if not name:
            raise click.BadParameter(
                say("{text}: a name is missing before or after a comma", text=shown(text))
            )
        if "=" in name.partition(":")[0]:
            raise click.BadParameter(
                say(
                    "{name} is no bot: commas separate bots, and a colon goes before each "
                    "option of a bot, as in {example}; known: {known}",
                    name=shown(name),
                    example=_EXAMPLE,
                    known=_KNOWN,
                )
            )
        try:
            bots[name] = load_bot(name)
        except ValueError as error:
            raise click.BadParameter(reason_of(error)) from error
    return tuple(bots[name] for name in names)


def _end_as_by_an_interrupt() -> None:
    """Let SIGTERM end the command as Ctrl-C does, so that no program is left behind."""
    if (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    ):
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def bots_option(told: str, **how: Any) -> Callable[[_F], _F]:
    """``--bots NAMES``; ``told`` says who they are."""
    known = say(
        "Known: {known}, or a class of your own as module:Class; each option of a bot follows a "
        "colon, as in {example}.",
        known=_KNOWN,
        example=_EXAMPLE,
    )
    how["help"] = joined(" ", (told, known))
    return option("--bots", type=bot_list, metavar="NAMES", **how)


def forfeits_of(names: Sequence[str], bots: Sequence[Bot]) -> dict[str, dict[str, int]]:
    """How many decisions were made in the place of each program, by its name and the reason."""
    lost = (getattr(bot, "forfeits", {}) for bot in bots)
    return forfeits_by_name(zip(names, lost, strict=True))


def forfeits_words(lost: Mapping[str, Mapping[str, int]]) -> Iterator[Said]:
    """A sentence for each program in whose place another bot has decided."""
    for bot, reasons in lost.items():
        told = ", ".join(f"{reason} {number}" for reason, number in reasons.items())
        yield say("Decisions made in the place of {bot}: {reasons}.", bot=bot, reasons=told)
