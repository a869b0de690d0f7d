"""The option that names the variants a command is about."""

from __future__ import annotations

from typing import Final

import click

import boston_rules as br

__all__ = ["ONLY"]


def _known(
    context: click.Context, parameter: click.Parameter, slugs: tuple[str, ...]
) -> tuple[str, ...]:
    for slug in slugs:
        if slug not in br.list_variants():
            raise click.BadParameter(f"no variant is called {slug!r}")
    return slugs


ONLY: Final = click.option(
    "--only",
    "slugs",
    multiple=True,
    metavar="SLUG",
    callback=_known,
    help="Only this variant.",
)
"""The variants named; none where all are meant."""
