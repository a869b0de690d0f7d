"""The commands of the program with their arguments and options, read from the program itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click
from docs._ext.rst import escaped, heading, list_table

from boston_rules.cli.program import program

__all__ = ["command_reference"]


def command_reference() -> str:
    """Every command, as reStructuredText."""
    top = click.Context(program, info_name="boston-rules")
    names = program.list_commands(top)
    return "\n".join(line for name in names for line in _command(program, name, top))


def _told(text: str) -> str:
    """Help in one line, with options as they are typed."""
    plain = escaped(" ".join(text.replace("\b", "").split()))
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"``\g<0>``", plain)


def _command(group: click.Group, name: str, parent: click.Context) -> Iterator[str]:
    """A command, and those below it."""
    command = group.get_command(parent, name)
    assert command is not None, "it is listed"
    with click.Context(command, info_name=name, parent=parent) as context:
        path = context.command_path.partition(" ")[2]
        yield from heading(path, "-")
        yield "::"
        yield ""
        yield f"   {context.command_path} {' '.join(command.collect_usage_pieces(context))}"
        yield ""
        for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
            yield _told(paragraph)
            yield ""
        records = (
            param.get_help_record(context)
            for param in command.params
            if isinstance(param, click.Option) and not param.hidden
        )
        rows = [[f"``{record[0]}``", _told(record[1])] for record in records if record]
        if rows:
            yield from list_table(["option", "what it does"], rows, widths="32 68")
        if isinstance(command, click.Group):
            for below in command.list_commands(context):
                yield from _command(command, below, context)
