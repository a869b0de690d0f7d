"""Reading the files of a corpus."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from boston_rules.core.arguments import shown, tuple_of
from boston_rules.core.errors import RecordError
from boston_rules.core.files import check_path
from boston_rules.records.data import parse_json
from boston_rules.records.limits import MOST_BYTES

__all__ = [
    "FORMAT",
    "KINDS",
    "Case",
    "Json",
    "canonical",
    "load_corpus",
    "read_file",
]

FORMAT: Final = "boston_rules/conformance/1"
"""What every file of this version calls itself."""

KINDS: Final = (
    *("prices", "settlements", "legality", "perft", "sessions"),
    *("penalties", "table-law", "solutions"),
)
"""The kinds of questions, in the order in which they are asked."""

Json: TypeAlias = Any
"""A parsed JSON value."""


@frozen
class Case:
    """One question and its answer. The values are JSON and must not be changed."""

    kind: str
    """What is asked, one of :data:`KINDS`."""
    variant: str
    """The slug of the variant."""
    id: str
    """Its name, unique among the cases of its kind and variant."""
    input: Json = field(repr=False)
    """The question."""
    expect: Json = field(repr=False)
    """The answer."""
    options: dict[str, Json] = field(factory=dict)
    """Options of the variant that differ from their defaults."""

    def __str__(self) -> str:
        return f"{self.variant} {self.kind}: {self.id}"

    @property
    def question(self) -> Json:
        """The input as an engine is asked it, which is without the bills of a record."""
        record = self.input.get("record")
        if not (isinstance(record, dict) and isinstance(record.get("deals"), list)):
            return self.input
        deals = [
            {name: value for name, value in deal.items() if name != "settlement"}
            if isinstance(deal, dict)
            else deal
            for deal in record["deals"]
        ]
        return {**self.input, "record": {**record, "deals": deals}}


def canonical(value: Json) -> str:
    """A JSON value as text, the same for equal values and for no others.

    >>> canonical({"b": 1, "a": True}), canonical(1) == canonical(True)
    ('{"a":true,"b":1}', False)
    """
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def load_corpus(
    folder: str | Path,
    *,
    variants: Collection[str] = (),
    kinds: Collection[str] = (),
) -> Iterator[Case]:
    """The cases of a corpus, by variant and kind, a file at a time.

    Args:
        folder: the corpus; its files lie in it as ``VARIANT/KIND.json``.
        variants: the slugs to read; none for all.
        kinds: the kinds to read; none for all.

    Raises:
        RecordError: a file is not of this format, or a variant or kind that is asked for is not
            there, or there is nothing to read at all.
        OSError: the folder or a file cannot be read.
        TypeError: an argument is of another type.
        ValueError: no folder can be called so.
    """
    check_path(folder, "the path of a folder", "folder")
    variants = tuple_of("variants", variants, "several slugs")
    kinds = tuple_of("kinds", kinds, "several kinds")
    paths = _paths(Path(folder))
    _check_named("variant", variants, {path.parent.name for path in paths})
    _check_named("kind", kinds, KINDS)
    chosen = [
        path
        for path in paths
        if (not variants or path.parent.name in variants) and (not kinds or path.stem in kinds)
    ]
    if not chosen:
        raise RecordError(f"{folder} has no cases of these variants and kinds")
    for path in chosen:
        yield from read_file(path)


def _paths(folder: Path) -> list[Path]:
    found = [
        path
        for inner in sorted(folder.iterdir())
        if inner.is_dir() and not inner.name.startswith(".")
        for path in sorted(inner.glob("*.json"), key=_place)
    ]
    if not found:
        raise RecordError(f"{folder} is no corpus: it has no files VARIANT/KIND.json")
    strange = [path for path in found if path.stem not in KINDS]
    if strange:
        raise RecordError(f"{strange[0]}: {strange[0].stem!r} is none of {', '.join(KINDS)}")
    return found


def _place(path: Path) -> tuple[int, str]:
    return KINDS.index(path.stem) if path.stem in KINDS else len(KINDS), path.stem


def _check_named(what: str, named: Iterable[str], known: Collection[str]) -> None:
    for name in named:
        if name not in known:
            listed = ", ".join(sorted(known) if isinstance(known, set) else known)
            raise RecordError(f"no {what} of the corpus is called {shown(name)}; it has {listed}")


def read_file(path: Path) -> Iterator[Case]:
    """The cases of one file.

    Raises:
        RecordError: the file is not of this format; it names the file and the case.
        OSError: it cannot be read.
    """
    if path.stat().st_size > MOST_BYTES:
        raise RecordError(f"{path}: files of more than {MOST_BYTES} bytes are not read")
    try:
        document = parse_json(path.read_bytes(), whole=False)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("format"), str):
        raise RecordError(f"{path}: this is no file of a corpus: it names no format")
    if document["format"] != FORMAT:
        raise RecordError(
            f"{path}: the file is of the format {document['format'][:60]!r}; {FORMAT!r} is read"
        )
    for name, expected in (("kind", path.stem), ("variant", path.parent.name)):
        if document.get(name) != expected:
            raise RecordError(f"{path}: by its name the {name} is {expected!r}, the file differs")
    cases = document.get("cases")
    if not isinstance(cases, list):
        raise RecordError(f"{path}: it has no list of cases")
    seen: set[str] = set()
    for number, case in enumerate(cases, 1):
        problem = _problem(case, document["kind"])
        if problem:
            raise RecordError(f"{path}: case {number} {problem}")
        if case["id"] in seen:
            raise RecordError(f"{path}: two cases are called {case['id']!r}")
        seen.add(case["id"])
        yield Case(
            kind=document["kind"],
            variant=document["variant"],
            id=case["id"],
            input=case["input"],
            expect=case["expect"],
            options=case.get("options", {}),
        )


def _problem(case: Json, kind: str) -> str:
    if not isinstance(case, dict):
        return "is no object"
    for name, type_ in (("id", str), ("input", dict), ("expect", dict)):
        if not isinstance(case.get(name), type_):
            return f"has no {name}, or one of another type"
    if not isinstance(case.get("options", {}), dict):
        return "has options that are no object"
    if kind == "sessions":
        record = case["input"].get("record")
        deals = record.get("deals") if isinstance(record, dict) else None
        if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
            return "has no record with a list of deals"
    return ""
