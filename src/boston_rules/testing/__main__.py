"""``python -m boston_rules.testing``: all laws, or random sessions, of some or all variants."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from boston_rules.core.errors import VariantError
from boston_rules.records import load_house
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import LawBroken
from boston_rules.testing.errors_at_table import play_at_table, table_lines
from boston_rules.testing.sessions import play_sessions, table_of
from boston_rules.testing.suite import check_variant
from boston_rules.variants.registry import get_variant, list_variants


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, check the laws or play, print what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m boston_rules.testing",
        description="Check all laws, or play random sessions with every card and chip counted.",
    )
    parser.add_argument(
        "variants",
        nargs="*",
        metavar="VARIANT",
        help="slugs, or TOML files of house rules; all variants when none is given",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the first walk or session")
    parser.add_argument("--jobs", type=int, default=1, help="variants to play at the same time")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--walks", type=int, default=20, help="check all laws on so many walks (default: 20)"
    )
    what.add_argument("--sessions", type=int, help="play so many sessions of each variant instead")
    what.add_argument(
        "--table",
        type=int,
        metavar="DEALS",
        help="play so many deals in all by the table's law instead",
    )
    given = parser.parse_args(arguments)
    try:
        variants = [_variant(name) for name in given.variants or list_variants()]
    except (OSError, VariantError) as error:
        parser.error(str(error))
    if given.table is not None:
        each = -(-given.table // len(variants))
        print(table_lines(play_at_table(variant, each, given.seed) for variant in variants))
        return
    if given.sessions is None:
        for variant in variants:
            try:
                report = check_variant(variant, examples=given.walks, seed=given.seed)
            except LawBroken as error:
                parser.exit(1, f"{error}\n")
            print(f"{variant.slug}: {report}")
        return
    play = partial(play_sessions, sessions=given.sessions, seed=given.seed)
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            counts = list(pool.map(play, variants))
    else:
        counts = list(map(play, variants))
    print(table_of(zip(variants, counts, strict=True)))


def _variant(name: str) -> Variant:
    """The variant that is called so, or that a file of house rules makes."""
    return load_house(name) if name.endswith(".toml") else get_variant(name)


if __name__ == "__main__":
    main()
