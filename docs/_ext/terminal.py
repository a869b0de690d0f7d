"""A conversation at the terminal, played when the documentation is built."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

from click.testing import CliRunner

from boston_rules.cli.program import program

__all__ = ["conversation"]

_PROMPT: Final = re.compile(r"^> ", re.MULTILINE)
_RED: Final = re.compile("[♥♦][2-9TJQKA]*")
_SEED: Final = 4


def conversation(slug: str, seat: int, typed: Sequence[str], width: int) -> str:
    """What a person sees who types these lines at a table of bots, as HTML.

    It ends before the answer to the first question for which no line is left.
    """
    result = CliRunner().invoke(
        program,
        [
            *("play", slug, "--human", str(seat)),
            *("--dealer", "1", "--seed", str(_SEED)),
        ],
        input="".join(f"{line}\n" for line in typed),
        env={"COLUMNS": str(width), "NO_COLOR": "1"},
    )
    if result.exit_code:
        raise ValueError(f"the conversation fails: {result.output}")
    first, *answers = _PROMPT.split(result.stdout[result.stdout.index("Deal 1") :])
    shown = html.escape(first)
    for line, answer in zip(typed, answers, strict=False):
        shown += f"<b>&gt; {html.escape(line)}</b>\n{html.escape(answer)}"
    shown = _RED.sub(lambda found: f'<span class="red">{found[0]}</span>', shown)
    return f'<pre class="terminal">{shown.rstrip()}</pre>'
