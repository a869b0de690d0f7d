"""Writes the golden tables of actions: ``python -m tests.envs.make_golden``."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

from tests.envs.games import SLUGS

import boston_rules as br
from boston_rules.envs import action_encoding

GOLDEN: Final = Path(__file__).resolve().parents[1] / "golden" / "encodings"


def rows(slug: str) -> list[list[str]]:
    """The table of a variant."""
    tokens = action_encoding(br.get_variant(slug)).tokens
    return [["number", "token"], *([str(number), token] for number, token in enumerate(tokens))]


def main() -> None:
    for slug in SLUGS:
        with (GOLDEN / f"{slug}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows(slug))


if __name__ == "__main__":
    main()
