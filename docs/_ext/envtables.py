"""The published tables of actions and observations, as the documentation includes them.

``python -m docs._ext.envtables docs/environments`` writes them anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
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
    row: Sequence[br.Action]
    if block.name != "bid":
        row = block.actions
        cards = "every card in index order" if len(row) == 52 else "in order"
        yield _range(block.first, block.last), _listed(row, 8, cards)
        return
    at = block.first
    for _, group in groupby(block.actions, key=attrgetter("key")):
        row = list(group)
        yield (
            _range(at, at + len(row) - 1),
            _listed(row, 5, "a number for each card that can be laid"),
        )
        at += len(row)


def _listed(actions: Sequence[br.Action], most: int, note: str) -> str:
    """Actions one by one, or the first and the last of many and a note."""
    if len(actions) > most:
        return f"``{actions[0]}`` … ``{actions[-1]}``, {note}"
    return ", ".join(f"``{action}``" for action in actions)


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
