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
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import Document, print_document
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.problems import Wrong, bad_option, failure, reason_of
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
from boston_rules.core.saying import Said, joined, say, say_number
from boston_rules.telling.tables.model import Column, Table

__all__ = ["conformance"]

_DIFFERS: Final = 1


@command(
    help=paragraphs(
        COMMANDS["conformance"].about,
        say(
            "The questions are those of all variants, or of the ones that are named. DIR is the "
            "folder 'conformance' of the project, or one of the same form; its README describes "
            "how a program is asked. Exit status: 0 all answers are as expected; 1 some differ; 2 "
            "nothing can be said, because the engine or the corpus is broken or the engine "
            "supports none of it."
        ),
    )
)
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.argument("variants", metavar="[VARIANT]...", nargs=-1)
@option(
    "--kind",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    help=say("Only questions of this kind; repeatable."),
)
@option(
    "--engine",
    "command",
    metavar="COMMAND",
    help=say("The program to ask, with its arguments; without it this library."),
)
@option(
    "--timeout",
    type=click.FloatRange(0.01, 86_400),
    metavar="SECONDS",
    default=60,
    show_default=True,
    help=say("How long the program may think about a question."),
)
@option(
    "--show",
    "most",
    type=click.IntRange(0, 1_000_000),
    metavar="N",
    default=10,
    show_default=True,
    help=say("How many differing cases are shown in full; --json has them all."),
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
    """``boston-rules conformance``."""
    try:
        with _opened(command, timeout) as engine:
            report = run(load_corpus(folder, variants=variants, kinds=kinds), engine)
    except EngineFailure as error:
        raise Wrong(reason_of(error)) from error
    except OSError as error:
        raise failure(folder, error.strerror or error) from error
    if as_json:
        print_document(_document(report))
    else:
        _print(report, most)
    sys.stdout.flush()
    if report.failed:
        ctx.exit(_DIFFERS)
    if not report.passed:
        raise Wrong(
            say_number(
                "{engine} does not support the {number} case: {reasons}",
                "{engine} supports none of {number} cases: {reasons}",
                report.skipped,
                engine=report.engine,
                reasons="; ".join(report.unsupported),
            )
        )


def _opened(command: str | None, timeout: float) -> AbstractContextManager[Engine]:
    if command is None:
        return nullcontext(LibraryEngine())
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        reason = say("{command}: {reason}", command=shown(command), reason=error)
        raise bad_option("--engine", reason) from error
    if not words:
        raise bad_option("--engine", say("it names no program"))
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
        print_table(console, Table((say("variant"), *heads), rows))
    if foreign:
        console.print()
        console.print(say("Not supported: {variants}.", variants=", ".join(foreign)))
    for each in report.failures[:most]:
        console.print(f"\n{each}", soft_wrap=True)
    if report.failed > most:
        console.print()
        console.print(
            say_number(
                "and {number} further case that differs",
                "and {number} further cases that differ",
                report.failed - most,
            )
        )
    told = say(
        "{engine}: {passed} as expected, {failed} different",
        engine=report.engine,
        passed=report.passed,
        failed=report.failed,
    )
    skipped = [say("{number} not supported", number=report.skipped)] if report.skipped else []
    console.print()
    console.print(joined(", ", [told, *skipped]))


def _cell(count: Count | None) -> Said | str:
    """How many were answered as expected; those that differ, and those not supported, by name."""
    if count is None:
        return ""
    words = [
        str(count.passed) if count.passed else "",
        say_number("{number} differs", "{number} differ", count.failed) if count.failed else "",
        f"({count.unsupported} –)" if count.unsupported else "",
    ]
    return joined(" ", filter(None, words))
