"""Tables that pages of documentation include, with the command that makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from boston_rules.cli.mass import written
from boston_rules.core.files import atomic_write

__all__ = ["RST", "page_of", "written_text"]

RST: Final = (".rst", ".inc")
"""How files of reStructuredText end."""
_LINE: Final = 80
"""Of commands."""


def page_of(parts: Iterable[str], command: Iterable[Sequence[str]]) -> str:
    """A page of reStructuredText.

    Args:
        parts: its lines, the last of them empty.
        command: what makes it again, each option beside its value.
    """
    head = ".. Made by the command below; do not edit."
    lines = [head, "", *parts, ".. code-block:: console", "", *_folded(command), ""]
    return "\n".join(lines)


def _folded(command: Iterable[Sequence[str]]) -> Iterator[str]:
    """A command on as many lines as it needs, an option beside its value."""
    line = "   $"
    for words in command:
        part = f" {' '.join(words)}"
        if len(line) + len(part) > _LINE - 2:
            yield f"{line} \\"
            line = f"{'':6}"
        line += part
    yield line


def written_text(option: str, path: str, content: str) -> None:
    """Write a file whole or not at all; see :func:`~boston_rules.cli.mass.written`."""

    def write(name: str) -> None:
        with atomic_write(name) as file:
            file.write(content.encode())

    written(option, path, write)
