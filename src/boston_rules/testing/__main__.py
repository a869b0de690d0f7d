"""``python -m boston_rules.testing``: random sessions, or all laws, of some or all variants."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from boston_rules.testing.errors_at_table import play_at_table, table_lines
from boston_rules.testing.sessions import play_sessions, table_of
from boston_rules.testing.suite import check_variant
from boston_rules.variants.registry import get_variant, list_variants


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, play, print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m boston_rules.testing",
        description="Play random sessions with every card and chip counted, or check all laws.",
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="slugs; all when none given")
    parser.add_argument("--sessions", type=int, default=1000, help="sessions of each variant")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first session")
    parser.add_argument("--jobs", type=int, default=1, help="variants to play at the same time")
    parser.add_argument("--laws", type=int, metavar="WALKS", help="check all laws on so many walks")
    parser.add_argument(
        "--table", type=int, metavar="DEALS", help="play so many deals in all by the table's law"
    )
    given = parser.parse_args(arguments)
    variants = [get_variant(slug) for slug in given.variants or list_variants()]
    if given.laws is not None:
        for variant in variants:
            report = check_variant(variant, examples=given.laws, seed=given.seed)
            print(f"{variant.slug}: {report}")
        return
    if given.table is not None:
        each = -(-given.table // len(variants))
        print(table_lines(play_at_table(variant, each, given.seed) for variant in variants))
        return
    play = partial(play_sessions, sessions=given.sessions, seed=given.seed)
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            counts = list(pool.map(play, variants))
    else:
        counts = list(map(play, variants))
    print(table_of(zip(variants, counts, strict=True)))


if __name__ == "__main__":
    main()
