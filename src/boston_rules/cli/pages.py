"""Tables that pages of documentation include, with the command that makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

__all__ = ["RST", "page_of"]

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
