"""A conversation at the terminal, played when the documentation is built."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import boston_rules as br
from boston_rules.cli.human import Human
from boston_rules.cli.report import YOU, Seats
from boston_rules.cli.session import LeaveTable, play_session, seat_bots

__all__ = ["conversation"]

_THEME: Final = TerminalTheme(
    (27, 32, 36),
    (222, 226, 230),
    [
        *((73, 80, 87), (255, 135, 135), (140, 233, 154), (255, 212, 59)),
        *((116, 192, 252), (229, 153, 247), (102, 217, 232), (222, 226, 230)),
    ],
)
"""Light text on a dark ground, every colour of it read easily there."""
_SEED: Final = 4


def conversation(slug: str, seat: int, typed: Sequence[str], width: int) -> str:
    """What a person sees who types these lines, as HTML."""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=width,
        force_terminal=True,
        color_system="standard",
        highlight=False,
        markup=False,
        emoji=False,
    )
    lines = list(typed)

    def read() -> str:
        if not lines:
            raise EOFError
        line = lines.pop(0)
        console.print(Text(f"> {line}"))
        return line

    variant = br.get_variant(slug)
    players = seat_bots(("simple",) * variant.seats, _SEED)
    names = tuple(YOU if place == seat else "simple" for place in range(variant.seats))
    players[seat] = human = Human(console, seat, Seats(names), read)
    try:
        for _ in play_session(variant, players, _SEED, dealer=1, watcher=human):
            human.pause()
    except LeaveTable:
        pass
    return console.export_html(
        theme=_THEME, inline_styles=True, code_format='<pre class="terminal">{code}</pre>'
    )
