"""What a shell completes: variants, their fields, keys of bids, bots and files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem

import boston_rules as br
from boston_rules.bots import BOT_NAMES
from boston_rules.cli.arguments import chosen_variant
from boston_rules.cli.files import read_evening
from boston_rules.records import rule_fields

__all__ = ["complete"]

_Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete(command: click.Command) -> None:
    """Let a command, and those below it, complete its arguments and the values of its options.

    What a parameter takes is told by how its help calls it, so that no command says it again.
    """
    if isinstance(command, click.Group):
        for below in command.commands.values():
            complete(below)
    for parameter in command.params:
        named = re.search("[A-Z=]+", parameter.metavar or "")
        if named is not None and named[0] in _COMPLETIONS:
            parameter._custom_shell_complete = _COMPLETIONS[named[0]]


def _files(ctx: click.Context, parameter: click.Parameter, text: str) -> list[CompletionItem]:
    return [CompletionItem(text, type="file")]


def _one_of(values: Callable[[], Iterable[str]], *, listed: bool = False) -> _Complete:
    """Completes a value, or where they are listed the last one of several between commas."""

    def found(ctx: click.Context, parameter: click.Parameter, text: str) -> list[CompletionItem]:
        before, comma, last = text.rpartition(",") if listed else ("", "", text)
        begun = (value for value in values() if value.casefold().startswith(last.casefold()))
        return [CompletionItem(f"{before}{comma}{value}") for value in begun]

    return found


def _keys(ctx: click.Context, parameter: click.Parameter, text: str) -> list[CompletionItem]:
    """The bids of the variant that is named before, or of the evening in a file."""
    variant = _variant(ctx)
    if variant is None:
        return []
    return [
        CompletionItem(step.key, help=step.name)
        for step in variant.ladder
        if step.key.startswith(text)
    ]


def _fields(ctx: click.Context, parameter: click.Parameter, text: str) -> list[CompletionItem]:
    """What ``--option`` can set in the variant that is named before."""
    variant = _variant(ctx)
    if variant is None:
        return []
    return [
        CompletionItem(f"{field.path}=", help=field.may_be)
        for field in rule_fields(variant)
        if field.path.startswith(text)
    ]


def _variant(ctx: click.Context) -> br.Variant | None:
    try:
        if "slug" in ctx.params:
            given = [ctx.params.get(name) or () for name in ("options", "house")]
            arguments = [p.name for p in ctx.command.params if isinstance(p, click.Argument)]
            # Before an option without its value click leaves arguments unnamed.
            unnamed = ctx.args[arguments.index("slug") :]
            slug = unnamed[0] if unnamed else ctx.params["slug"]
            return chosen_variant(slug, given[0], house=given[1]) if isinstance(slug, str) else None
        return read_evening(ctx.params["file"]).variant
    except (br.BostonError, click.ClickException, KeyError, TypeError):
        return None


_COMPLETIONS: Final[dict[str, _Complete]] = {
    "FILE": _files,
    "IN": _files,
    "OUT": _files,
    "DIR": _files,
    "VARIANT": _one_of(br.list_variants),
    "BID": _keys,
    "NAME=VALUE": _fields,
    "NAMES": _one_of(lambda: BOT_NAMES, listed=True),
    "SUIT": _one_of(lambda: "CDHS"),
}
