"""The published tables of actions and observations, as the documentation includes them.

``python -m docs._ext.envtables docs/environments`` writes them anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

import boston_rules as br
from boston_rules.envs.encoding import Block, action_encoding
from boston_rules.envs.observation import observation_spec

__all__ = ["ACTIONS", "OBSERVATIONS", "action_tables", "observation_tables"]

ACTIONS: Final = "actions.inc"
OBSERVATIONS: Final = "observations.inc"
"""The files."""


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _rows(block: Block) -> Iterator[tuple[str, str]]:
    tokens = list(map(str, block.actions))
    if len(tokens) > 8 and block.name != "bid":
        whole = "every card in index order" if len(tokens) == 52 else "in order"
        yield _range(block.first, block.last), f"``{tokens[0]}`` … ``{tokens[-1]}``, {whole}"
        return
    if block.name != "bid":
        yield _range(block.first, block.last), ", ".join(f"``{token}``" for token in tokens)
        return
    at = block.first
    for _, group in groupby(tokens, key=lambda token: token.split()[1]):
        row = list(group)
        if len(row) > 5:
            shown = f"``{row[0]}`` … ``{row[-1]}``, a number for each card that can be laid"
        else:
            shown = ", ".join(f"``{token}``" for token in row)
        yield _range(at, at + len(row) - 1), shown
        at += len(row)


def _table(title: str, note: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f".. rubric:: {title}", "", note, "", ".. list-table::", "   :header-rows: 1"]
    lines += ["   :widths: auto", ""]
    for row in (head, *rows):
        for place, cell in enumerate(row):
            lines.append(f"   {'* -' if place == 0 else '  -'} {cell}")
    return "\n".join([*lines, ""])


def action_tables(slugs: Iterable[str]) -> str:
    """A table of numbers for each variant."""
    found = []
    for slug in slugs:
        encoding = action_encoding(br.get_variant(slug))
        note = f"{len(encoding)} actions, digest ``{encoding.digest}``."
        rows = [row for block in encoding.blocks for row in _rows(block)]
        found.append(_table(slug, note, ("numbers", "actions"), rows))
    return "\n".join(found)


def observation_tables(slugs: Iterable[str]) -> str:
    """A table of slices for each variant."""
    found = []
    for slug in slugs:
        spec = observation_spec(br.get_variant(slug))
        rows = [
            (
                _range(part.start, part.stop - 1),
                f"``{part.name}``",
                " × ".join(map(str, part.shape)),
                part.meaning,
            )
            for part in spec.slices
        ]
        note = f"{len(spec)} numbers."
        found.append(_table(slug, note, ("places", "slice", "shape", "meaning"), rows))
    return "\n".join(found)


def main(arguments: Sequence[str]) -> None:
    """Write both files into the folder that is named."""
    if len(arguments) != 1:
        raise SystemExit("usage: python -m docs._ext.envtables FOLDER")
    folder = Path(arguments[0])
    slugs = br.list_variants()
    (folder / ACTIONS).write_text(action_tables(slugs), encoding="utf-8")
    (folder / OBSERVATIONS).write_text(observation_tables(slugs), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
