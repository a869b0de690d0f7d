"""Commands and options whose help is said in the reader's language, and click's own words too."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any, Final

import click

from boston_rules.core.saying import Said, joined, say, say_as
from boston_rules.telling.language import (
    CATALOGUES,
    DOMAIN,
    languages,
    own_language,
    speaking,
    spoken,
)

__all__ = [
    "Command",
    "Group",
    "Option",
    "command",
    "helped",
    "in_language",
    "option",
    "paragraphs",
]

_PLACES: Final = say_as(
    "what stands in help for what is typed, each in a word, in this order",
    "ACTION ACTIONS ADDRESS ARGS BID CARD CARDS CHIPS CODE COMMAND DEAL DIR FILE HANDS IN "
    "INTEGER NAME NAMES OPTIONS OUT PERCENT PLAYER PLAYERS RANGE SEAT SEATS SECONDS SUIT "
    "TEXT TRICK TRICKS VALUE VARIANT",
)
_PLACE: Final = re.compile(rf"\b({'|'.join(_PLACES.split())})\b")


def helped(text: str) -> str:
    """A text of the help in the language of the moment, with what stands for what is typed."""
    said = dict(zip(_PLACES.split(), spoken(_PLACES).split(), strict=True))
    return _PLACE.sub(lambda found: said[found[0]], spoken(text))


def paragraphs(*said: str) -> Said:
    """The help of a command, paragraph by paragraph."""
    return joined("\n\n", said)


class Option(click.Option):
    """An option whose help is a message."""

    def __init__(
        self,
        names: Sequence[str],
        *,
        help: str | None = None,
        show_default: bool | str | None = None,
        **how: Any,
    ) -> None:
        super().__init__(names, help=help, show_default=show_default, **how)
        self._said = help, show_default

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The names of the option and what it does."""
        told, default = self._said
        self.help: str | None = None if told is None else spoken(told)
        if isinstance(default, str):
            self.show_default: bool | str | None = spoken(default)
        record = super().get_help_record(ctx)
        return None if record is None else (helped(record[0]), helped(record[1]))


option: Final = partial(click.option, cls=Option)
"""An option of a command."""
_LANG: Final = "--lang"
_language: Final = Option(
    [_LANG],
    type=click.Choice(languages()),
    metavar="CODE",
    expose_value=False,
    help=say(
        "The language, one of {codes}; without it that of the system. It may stand anywhere.",
        codes=", ".join(languages()),
    ),
)


class _Formatter(click.HelpFormatter):
    """Writes headings as the language does."""

    def write_heading(self, heading: str) -> None:
        """A heading with its colon."""
        said = say("{heading}:", heading=heading)
        self.write(f"{'':>{self.current_indent}}{spoken(said)}\n")


class _Context(click.Context):
    formatter_class: type[click.HelpFormatter] = _Formatter


class _Helped(click.Command):
    """A command whose help is messages, and that can be asked for in any language."""

    context_class: type[click.Context] = _Context

    def __init__(self, name: str | None, *, help: str | None = None, **how: Any) -> None:
        super().__init__(name, help=help, **how)
        self._said = help

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters, with the language and the help last."""
        own, shown = super().get_params(ctx), self.get_help_option(ctx)
        if shown is None:
            return [*own, _language]
        shown.help = spoken(say("Show this message and exit."))
        return [*own[:-1], _language, shown]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What stands behind the name of the command."""
        return [helped(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        self._speak()
        super().format_help_text(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The same in a line."""
        self._speak()
        return super().get_short_help_str(limit)

    def _speak(self) -> None:
        self.help: str | None = None if self._said is None else helped(self._said)


class Command(_Helped):
    """A command of the program."""


class Group(_Helped, click.Group):
    """Commands below one name."""

    command_class: type[click.Command] | None = Command


command: Final = partial(click.command, cls=Command)
"""A command, whose help is messages."""


@contextmanager
def in_language(arguments: Sequence[str]) -> Iterator[None]:
    """Within, everything is said in the language that the arguments or else the system ask for.

    The arguments are looked at before click reads them, so that it complains in that language.
    """
    asked = [after for word, after in pairwise(arguments) if word == _LANG]
    asked += [word.partition("=")[2] for word in arguments if word.startswith(f"{_LANG}=")]
    lang = asked[-1] if asked and asked[-1] in languages() else own_language()
    with speaking(lang), _click_in(lang):
        yield


@contextmanager
def _click_in(lang: str) -> Iterator[None]:
    """Click, which asks gettext itself, finds its own words in the library's catalogues."""
    domain, wanted = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, CATALOGUES)
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = lang
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if wanted is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = wanted
