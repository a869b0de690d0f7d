"""Asking every question of a corpus, and telling what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import field, frozen

from boston_rules.conformance.corpus import Case, Json, canonical
from boston_rules.conformance.engines import Engine

__all__ = ["ANY_CODE", "Count", "Failure", "Report", "differences", "run"]

ANY_CODE = "illegal"
"""What an engine without codes of its own says of an illegal action; it matches every code."""
_MOST_PROBLEMS = 20


@frozen
class Failure:
    """A case that an engine did not answer as expected."""

    case: Case
    problems: tuple[str, ...]
    """What differs, one place a line; at most twenty."""

    def __str__(self) -> str:
        return "\n".join([str(self.case), *(f"  {problem}" for problem in self.problems)])


@frozen
class Count:
    """Cases of one variant and kind."""

    passed: int = 0
    failed: int = 0
    unsupported: int = 0


@frozen
class Report:
    """How a run went."""

    engine: str
    """The name of the engine."""
    counts: dict[tuple[str, str], Count]
    """By variant and kind, in the order of the corpus."""
    failures: tuple[Failure, ...]
    unsupported: tuple[str, ...] = field(default=())
    """The reasons for which cases were not supported, each once."""

    @property
    def passed(self) -> int:
        """Cases answered as expected."""
        return sum(count.passed for count in self.counts.values())

    @property
    def failed(self) -> int:
        """Cases answered otherwise."""
        return sum(count.failed for count in self.counts.values())

    @property
    def skipped(self) -> int:
        """Cases that the engine does not support."""
        return sum(count.unsupported for count in self.counts.values())


def run(cases: Iterable[Case], engine: Engine) -> Report:
    """Ask an engine every question, and compare.

    Args:
        cases: the cases, as :func:`~boston_rules.conformance.load_corpus` reads them.
        engine: whom to ask.

    Raises:
        EngineFailure: the engine cannot be asked any more.
        RecordError: a file of the corpus is not of this format.
    """
    tallies: dict[tuple[str, str], Counter[str]] = {}
    failures: list[Failure] = []
    reasons: dict[str, None] = {}
    for case in cases:
        tally = tallies.setdefault((case.variant, case.kind), Counter())
        reply = engine.ask(case)
        if reply.unsupported is not None:
            tally["unsupported"] += 1
            reasons[reply.unsupported] = None
            continue
        if reply.error is not None:
            problems: tuple[str, ...] = (f"the engine says: {reply.error}",)
        else:
            problems = differences(case, reply.answer)
        tally["failed" if problems else "passed"] += 1
        if problems:
            failures.append(Failure(case, problems))
    counts = {key: Count(**tally) for key, tally in tallies.items()}
    return Report(engine.name, counts, tuple(failures), tuple(reasons))


def differences(case: Case, answer: Json) -> tuple[str, ...]:
    """Where an answer is not the expected one; empty if it is.

    The order of legal actions and of transfers does not matter, nor do fields that are not
    expected.

    >>> case = Case("perft", "any", "opening", {}, {"leaves": [46, 1093]})
    >>> differences(case, {"leaves": [46, 1094], "seconds": 3})
    ('leaves[1]: 1093 expected, 1094 answered',)
    """
    found = _compared("", case.expect, answer)
    problems: list[str] = []
    for problem in found:
        if len(problems) == _MOST_PROBLEMS:
            problems.append("and more")
            break
        problems.append(problem)
    return tuple(problems)


def _compared(path: str, expected: Json, found: Json) -> Iterator[str]:
    name = path.rpartition(".")[2]
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            yield _differs(path, expected, found)
            return
        for key, value in expected.items():
            where = f"{path}.{key}" if path else key
            if key in found:
                yield from _compared(where, value, found[key])
            else:
                yield f"{where}: {_shown(value)} expected, nothing answered"
    elif isinstance(expected, list) and isinstance(found, list):
        if name == "legal":
            yield from _compared_sets(path, expected, found)
        elif name == "transfers":
            yield from _compared_sets(path, expected, _merged(found))
        elif len(expected) != len(found):
            yield f"{path}: {len(expected)} values expected, {len(found)} answered"
        else:
            for place, (value, other) in enumerate(zip(expected, found, strict=True)):
                yield from _compared(f"{path}[{place}]", value, other)
    elif name.startswith("codes[") and isinstance(expected, str) and found == ANY_CODE:
        return
    elif canonical(expected) != canonical(found):
        yield _differs(path, expected, found)


def _compared_sets(path: str, expected: list[Json], found: list[Json]) -> Iterator[str]:
    wanted = Counter(map(canonical, expected))
    given = Counter(map(canonical, found))
    missing, surplus = sorted((wanted - given).elements()), sorted((given - wanted).elements())
    for what, values in (("is missing", missing), ("is not expected", surplus)):
        for value in values:
            yield f"{path}: {_cut(value)} {what}"


def _merged(transfers: list[Json]) -> list[Json]:
    """One row for all that an account pays to another, without rows of nothing."""
    sums: dict[str, list[Json]] = {}
    for row in transfers:
        if not (isinstance(row, list) and len(row) == 3 and type(row[2]) is int):
            return transfers
        sums.setdefault(canonical(row[:2]), [row[0], row[1], 0])[2] += row[2]
    return [row for row in sums.values() if row[2]]


def _differs(path: str, expected: Json, found: Json) -> str:
    return f"{path or 'the answer'}: {_shown(expected)} expected, {_shown(found)} answered"


def _shown(value: Json) -> str:
    return _cut(canonical(value))


def _cut(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:117]}..."
