"""``boston-rules conformance``: does an engine answer a corpus as expected?"""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Final

import click
from attrs import asdict

from boston_rules.cli.arguments import as_json
from boston_rules.cli.documents import Document, print_document
from boston_rules.cli.files import Wrong, bad_option
from boston_rules.cli.terminal import open_console, print_table
from boston_rules.conformance import (
    KINDS,
    Count,
    Engine,
    EngineFailure,
    LibraryEngine,
    ProcessEngine,
    Report,
    load_corpus,
    run,
)
from boston_rules.core.arguments import shown
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.wording.phrases import counted

__all__ = ["conformance"]

_DIFFERS: Final = 1


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.option(
    "--variant", "variants", metavar="SLUG", multiple=True, help="Only this variant; repeatable."
)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    help="Only questions of this kind; repeatable.",
)
@click.option(
    "--engine",
    "command",
    metavar="COMMAND",
    help="The program to ask, with its arguments; without it this library.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.01, 86_400),
    metavar="SECONDS",
    default=60,
    show_default=True,
    help="How long the program may think about a question.",
)
@click.option(
    "--show",
    "most",
    type=click.IntRange(0, 1_000_000),
    metavar="N",
    default=10,
    show_default=True,
    help="How many differing cases are shown in full; --json has them all.",
)
@as_json
@click.pass_context
def conformance(
    ctx: click.Context,
    folder: str,
    variants: tuple[str, ...],
    kinds: tuple[str, ...],
    command: str | None,
    timeout: float,
    most: int,
    as_json: bool,
) -> None:
    """Ask an engine the questions of the corpus in DIR, and tell what differs.

    DIR is the folder 'conformance' of the project, or one of the same form; its README describes
    how a program is asked. Exit status: 0 all answers are as expected; 1 some differ; 2 nothing can
    be said, because the engine or the corpus is broken or the engine supports none of it.
    """
    try:
        with _opened(command, timeout) as engine:
            report = run(load_corpus(folder, variants=variants, kinds=kinds), engine)
    except EngineFailure as error:
        raise Wrong(str(error)) from error
    except OSError as error:
        raise Wrong(f"{folder}: {error.strerror or error}") from error
    if as_json:
        print_document(_document(report))
    else:
        _print(report, most)
    sys.stdout.flush()
    if report.failed:
        ctx.exit(_DIFFERS)
    if not report.passed:
        raise Wrong(
            f"{report.engine} supports none of {counted(report.skipped, 'case')}: "
            + "; ".join(report.unsupported)
        )


def _opened(command: str | None, timeout: float) -> AbstractContextManager[Engine]:
    if command is None:
        return nullcontext(LibraryEngine())
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise bad_option("--engine", f"{shown(command)}: {error}") from error
    if not words:
        raise bad_option("--engine", "it names no program")
    return ProcessEngine(words, timeout=timeout)


def _document(report: Report) -> Document:
    return {
        "engine": report.engine,
        "passed": report.passed,
        "failed": report.failed,
        "unsupported": report.skipped,
        "counts": [
            {"variant": variant, "kind": kind, **asdict(count)}
            for (variant, kind), count in report.counts.items()
        ],
        "failures": [
            {
                "variant": failure.case.variant,
                "options": failure.case.options,
                "kind": failure.case.kind,
                "id": failure.case.id,
                "problems": list(failure.problems),
            }
            for failure in report.failures
        ],
        "reasons": list(report.unsupported),
    }


def _print(report: Report, most: int) -> None:
    console = open_console()
    kinds = [kind for kind in KINDS if any(kind == one for _, one in report.counts)]
    rows, foreign = [], []
    for variant in dict.fromkeys(variant for variant, _ in report.counts):
        counts = [report.counts.get((variant, kind)) for kind in kinds]
        if any(count is not None and count.passed + count.failed for count in counts):
            rows.append((variant, *map(_cell, counts)))
        else:
            foreign.append(variant)
    if rows:
        heads = (Column(kind, "right") for kind in kinds)
        print_table(console, Table(("variant", *heads), rows))
    if foreign:
        console.print(f"\nNot supported: {', '.join(foreign)}.")
    for failure in report.failures[:most]:
        console.print(f"\n{failure}", soft_wrap=True)
    if report.failed > most:
        console.print(f"\nand {counted(report.failed - most, 'further case')} that differ")
    unsupported = f", {report.skipped} not supported" if report.skipped else ""
    console.print(
        f"\n{report.engine}: {report.passed} as expected, {report.failed} different{unsupported}"
    )


def _cell(count: Count | None) -> str:
    """How many were answered as expected; those that differ, and those not supported, by name."""
    if count is None:
        return ""
    words = [
        str(count.passed) if count.passed else "",
        f"{count.failed} differ" if count.failed else "",
        f"({count.unsupported} –)" if count.unsupported else "",
    ]
    return " ".join(filter(None, words))
