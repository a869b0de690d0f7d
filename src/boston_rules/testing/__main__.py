"""``python -m boston_rules.testing``: all laws, or random sessions, of some or all variants."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final, TypeVar

from boston_rules.core.errors import VariantError
from boston_rules.records import load_house
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import LawBroken
from boston_rules.testing.errors_at_table import play_at_table, table_lines
from boston_rules.testing.sessions import play_sessions, table_of
from boston_rules.testing.suite import check_variant
from boston_rules.variants.registry import get_variant, list_variants

Count = TypeVar("Count")
_WALKS: Final = 20


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, check the laws or play, print what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m boston_rules.testing",
        description="Check all laws, or play random sessions with every card and chip counted: "
        "strict, by the table's law, or both. What leads to a dead end is an error.",
    )
    parser.add_argument(
        "variants",
        nargs="*",
        metavar="VARIANT",
        help="slugs, or TOML files of house rules; all variants when none is given",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the first walk or session")
    parser.add_argument("--jobs", type=int, default=1, help="variants to play at the same time")
    parser.add_argument(
        "--walks", type=int, help=f"check all laws on so many walks (default: {_WALKS})"
    )
    parser.add_argument(
        "--sessions", type=int, help="play so many sessions of each variant instead"
    )
    parser.add_argument(
        "--table",
        type=int,
        metavar="DEALS",
        help="play so many deals in all by the table's law instead, or after the sessions",
    )
    given = parser.parse_args(arguments)
    try:
        variants = [_variant(name) for name in given.variants or list_variants()]
    except (OSError, VariantError) as error:
        parser.error(str(error))
    plays = given.sessions is not None or given.table is not None
    if plays and given.walks is not None:
        parser.error("--walks checks all laws, --sessions and --table only play")
    try:
        if not plays:
            walks = _WALKS if given.walks is None else given.walks
            for variant in variants:
                report = check_variant(variant, examples=walks, seed=given.seed)
                print(f"{variant.slug}: {report}")
        if given.sessions is not None:
            play = partial(play_sessions, sessions=given.sessions, seed=given.seed)
            print(table_of(zip(variants, _each(play, variants, given.jobs), strict=True)))
        if given.table is not None:
            share = -(-given.table // len(variants))
            err = partial(play_at_table, deals=share, seed=given.seed)
            print(table_lines(_each(err, variants, given.jobs)))
    except LawBroken as error:
        parser.exit(1, f"{error}\n")


def _each(play: Callable[[Variant], Count], variants: list[Variant], jobs: int) -> list[Count]:
    """What was counted in each variant, several of them played at the same time."""
    if jobs == 1:
        return list(map(play, variants))
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(play, variants))


def _variant(name: str) -> Variant:
    """The variant that is called so, or that a file of house rules makes."""
    return load_house(name) if name.endswith(".toml") else get_variant(name)


if __name__ == "__main__":
    main()
