"""Bars that tell how far something is."""

from __future__ import annotations

import os
import sys

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)

from boston_rules.cli.terminal import open_console

__all__ = ["progress_bar"]


def progress_bar(*last: ProgressColumn) -> Progress:
    """A bar that says how much is done, and for how long; none without a terminal or under CI.

    Args:
        last: what stands behind.
    """
    console = open_console(sys.stderr)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        *last,
        console=console,
        transient=True,
        disable=not console.is_terminal or bool(os.environ.get("CI")),
    )
