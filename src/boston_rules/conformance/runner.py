"""Asking every question of a corpus, and telling what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from attrs import field, frozen

from boston_rules.conformance.corpus import Case, Json, canonical
from boston_rules.conformance.engines import Engine
from boston_rules.core.arguments import check_type, wrong_type

__all__ = ["ANY_CODE", "Count", "Failure", "Report", "differences", "run"]

ANY_CODE: Final = "illegal"
"""What an engine without codes of its own says of an illegal action; it matches every code."""
_CASES: Final = "cases, such as load_corpus() gives"
_MOST_PROBLEMS: Final = 8
_Path: TypeAlias = tuple[str | int, ...]


@frozen
class Failure:
    """A case that an engine did not answer as expected."""

    case: Case
    """The case."""
    problems: tuple[str, ...]
    """What differs, one place a line; at most eight, then "and more"."""

    def __str__(self) -> str:
        return "\n".join([str(self.case), *(f"  {problem}" for problem in self.problems)])


@frozen
class Count:
    """Cases of one variant and kind."""

    passed: int = 0
    """Answered as expected."""
    failed: int = 0
    """Answered otherwise."""
    unsupported: int = 0
    """Not supported by the engine."""


@frozen
class Report:
    """How a run went."""

    engine: str
    """The name of the engine."""
    counts: dict[tuple[str, str], Count]
    """By variant and kind, in the order of the corpus."""
    failures: tuple[Failure, ...]
    """The cases that were answered otherwise."""
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
        cases: the cases, as :func:`~boston_rules.conformance.corpus.load_corpus` reads them.
        engine: whom to ask.

    Raises:
        EngineFailure: the engine cannot be asked any more.
        RecordError: a file of the corpus is not of this format.
        TypeError: an argument is of another type.
    """
    tallies: dict[tuple[str, str], Counter[str]] = {}
    failures: list[Failure] = []
    reasons: dict[str, None] = {}
    if not callable(getattr(engine, "ask", None)):
        raise wrong_type("engine", "an engine, such as LibraryEngine()", engine)
    given: object = cases
    if not isinstance(given, Iterable):
        raise wrong_type("cases", _CASES, cases)
    for case in cases:
        check_type("cases", case, Case, _CASES)
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
    ('leaves of depth 2: 1093 expected, 1094 answered',)
    """
    problems: list[str] = []
    for problem in _compared(case, (), case.expect, answer):
        if len(problems) == _MOST_PROBLEMS:
            problems.append("and more")
            break
        problems.append(problem)
    return tuple(problems)


def _compared(case: Case, path: _Path, expected: Json, found: Json) -> Iterator[str]:
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            yield _differs(case, path, expected, found)
            return
        for key, value in expected.items():
            if key in found:
                yield from _compared(case, (*path, key), value, found[key])
            else:
                where = _place(case, (*path, key))
                yield f"{where}: {_shown(value)} expected, nothing answered"
    elif isinstance(expected, list) and isinstance(found, list):
        if path[-1:] in (("legal",), ("lawful",)):
            yield from _compared_sets(case, path, expected, found)
        elif path[-1:] == ("transfers",):
            yield from _compared_sets(case, path, expected, _merged(found))
        elif len(expected) != len(found):
            where = _place(case, path)
            yield f"{where}: {len(expected)} values expected, {len(found)} answered"
        else:
            for number, (value, other) in enumerate(zip(expected, found, strict=True)):
                yield from _compared(case, (*path, number), value, other)
    elif path[:1] == ("codes",) and isinstance(expected, str) and found == ANY_CODE:
        return
    elif canonical(expected) != canonical(found):
        yield _differs(case, path, expected, found)


def _compared_sets(
    case: Case, path: _Path, expected: list[Json], found: list[Json]
) -> Iterator[str]:
    wanted = Counter(map(canonical, expected))
    given = Counter(map(canonical, found))
    missing, surplus = sorted((wanted - given).elements()), sorted((given - wanted).elements())
    for what, values in (("is missing", missing), ("is not expected", surplus)):
        for value in values:
            yield f"{_place(case, path)}: {_cut(value)} {what}"


def _merged(transfers: list[Json]) -> list[Json]:
    """One row for all that an account pays to another, without rows of nothing."""
    sums: dict[str, list[Json]] = {}
    for row in transfers:
        if not (isinstance(row, list) and len(row) == 3 and type(row[2]) is int):
            return transfers
        sums.setdefault(canonical(row[:2]), [row[0], row[1], 0])[2] += row[2]
    return [row for row in sums.values() if row[2]]


def _place(case: Case, path: _Path) -> str:
    """Where in an answer, in words where the question gives them."""
    asked = case.input
    try:
        match (case.kind, *path):
            case "prices", "chips", int(row), int(column):
                held, taken = asked["honours"][row], asked["tricks"][column]
                return f"chips with {held} honours and {taken} tricks"
            case "legality", "positions", int(number), *rest:
                return _joined(f"after {asked['at'][number]} actions", rest)
            case "legality", "codes", int(number):
                ply, token = asked["tries"][number]
                return f"{token!r} after {ply} actions"
            case "table-law", "positions", int(number), *rest:
                return _joined(f"after {asked['at'][number]} actions", rest)
            case "table-law", "codes", int(number):
                ply, seat, token = asked["tries"][number]
                return f"{token!r} of seat {seat} after {ply} actions"
            case "perft", "leaves", int(number):
                return f"leaves of depth {number + 1}"
            case "solutions", "cards", int(number), *rest:
                return _joined(case.expect["cards"][number]["card"], rest)
            case "sessions", "deals", int(number), *rest:
                return _joined(f"deal {number + 1}", rest)
    except (KeyError, IndexError, TypeError, ValueError):
        pass  # a corpus of somebody else, whose questions are odd
    return _joined("", path)


def _joined(head: str, path: Sequence[str | int]) -> str:
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return ", ".join(filter(None, (head, text.removeprefix(".")))) or "the answer"


def _differs(case: Case, path: _Path, expected: Json, found: Json) -> str:
    return f"{_place(case, path)}: {_shown(expected)} expected, {_shown(found)} answered"


def _shown(value: Json) -> str:
    return _cut(canonical(value))


def _cut(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:117]}..."
