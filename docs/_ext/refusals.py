"""The table of refusals: each class of exception with its code, meaning, rule and an example."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen
from docs._ext.rst import escaped, linked, list_table

from boston_rules.core import errors
from boston_rules.core.errors import BostonError, IllegalAction

__all__ = ["EXAMPLES", "Example", "examples", "other_errors", "refusal_table", "refusals"]

EXAMPLES = Path(__file__).resolve().parents[2] / "tests" / "engine" / "refusals.csv"
"""Refusals that the test suite provokes, with the words they are given in."""


@frozen
class Example:
    """A refusal that the test suite provokes."""

    code: str
    variant: str
    message: str

    @property
    def rule(self) -> str:
        """The source of the rule, where the refusal cites one."""
        found = re.search(r" \[((?:[A-Z]+\d*)[^\]]*)\]", self.message)
        return found[1] if found else ""

    @property
    def words(self) -> str:
        """The message without its source and without the legal alternatives."""
        text = self.message.partition("; legal: ")[0]
        return text.replace(f" [{self.rule}]", "") if self.rule else text


def examples() -> dict[str, Example]:
    """One for each code, with a source where there is one."""
    found: dict[str, Example] = {}
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            example = Example(row["code"], row["variant"], row["message"])
            known = found.get(example.code)
            if known is None or (example.rule and not known.rule):
                found[example.code] = example
    return found


def refusals() -> list[type[IllegalAction]]:
    """Every class of refusal, in the order of the module."""
    return [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, IllegalAction) and kind is not IllegalAction
    ]


def other_errors() -> list[type[BostonError]]:
    """Every other exception that is raised."""
    return [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type)
        and issubclass(kind, BostonError)
        and not issubclass(kind, IllegalAction)
        and not (kind.__doc__ or "").rstrip().endswith("never raised itself.")
    ]


def _meaning(kind: type[BostonError]) -> str:
    return " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split())


def _class(kind: type[BostonError]) -> str:
    return f":class:`~boston_rules.core.errors.{kind.__name__}`"


def refusal_table() -> str:
    """Code, class, meaning, rule and example, as reStructuredText."""
    return "\n".join(_table())


def _table() -> Iterator[str]:
    known = examples()
    rows = []
    for kind in refusals():
        example = known[kind.code]
        rows.append(
            [
                f"``{kind.code}``\n\n{_class(kind)}",
                escaped(_meaning(kind)),
                linked(example.rule) if example.rule else "common to all variants",
                f"*{example.variant}:* {escaped(example.words)}",
            ]
        )
    yield from list_table(
        ["code and class", "meaning", "rule (of the example)", "example"],
        rows,
        widths="20 28 24 28",
    )


def error_table() -> str:
    """The exceptions that are no refusals, as reStructuredText."""
    rows = [[_class(kind), escaped(_meaning(kind))] for kind in other_errors()]
    return "\n".join(list_table(["class", "raised for"], rows))
