"""Which tests run which lines, recorded once in a copy of the repository, and kept in ``build/``.

The copy is also where the mutants are tried, so that the checkout never changes. A test that is
changed afterwards is recorded again, and everything when the library is changed.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from coverage import CoverageData

ROOT: Final = Path(__file__).resolve().parents[2]
BUILD: Final = ROOT / "build" / "mutants"
TREE: Final = BUILD / "tree"
PACKAGE: Final = Path("src/boston_rules")

TESTS: Final = (
    *(f"tests/{name}" for name in ("cardplay", "compiled", "cousins", "engine", "exhaustion")),
    *(f"tests/{name}" for name in ("laws", "phases", "play", "questions", "rules")),
    *(f"tests/{name}" for name in ("sampling", "settlement", "solver", "tables", "views")),
    *(f"tests/test_{name}.py" for name in ("cards", "composition", "errors", "making")),
    *(f"tests/test_{name}.py" for name in ("options", "perft", "registry", "seating", "variant")),
    *(f"src/boston_rules/{name}" for name in ("core", "deal", "knowing", "rules", "solver")),
)
"""Where tests stand that could notice: those of the parts that are mutated, and of whole games."""

_CONFIG: Final = """[run]
source = boston_rules
relative_files = true
data_file = {data}
"""
_LEFT: Final = (".git", ".venv", "build", "dist", "node_modules", ".*_cache", ".hypothesis")


def environment(tree: Path) -> dict[str, str]:
    """For tests in a copy of the repository: they import the copy, and draw the same every time."""
    traced = ("COV_", "COVERAGE_", "PYTEST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(traced)}
    path = os.pathsep.join((str(tree / "src"), str(tree)))
    return kept | {"PYTHONPATH": path, "CI": "true", "HYPOTHESIS_PROFILE": "fast"}


def copy_tree(source: Path, target: Path) -> None:
    """A copy of the repository; what is compiled of it keeps its time, and so is not stale."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns(*_LEFT, "*.so", "*.pyd"))


def record(workers: int) -> None:
    """Make the copy and the recording, or bring them up to date."""
    digests = BUILD / "digests.json"
    new = _digests(ROOT)
    old = json.loads(digests.read_text(encoding="utf-8")) if digests.is_file() else {}
    differ = {name for name in new | old if new.get(name) != old.get(name)}
    if not differ:
        return
    digests.unlink(missing_ok=True)
    if old and all(name.startswith("tests/") for name in differ):
        tests = sorted(name for name in differ & new.keys() if Path(name).name[:5] == "test_")
    else:
        shutil.rmtree(BUILD, ignore_errors=True)
        tests = [test for test in TESTS if (ROOT / test).exists()]
    shutil.rmtree(TREE, ignore_errors=True)
    copy_tree(ROOT, TREE)
    tests = [test for test in tests if test.startswith(TESTS)]
    if tests:
        _record(tests, workers)
    digests.write_text(json.dumps(new), encoding="utf-8")


def _digests(root: Path) -> dict[str, str]:
    found = [path for part in ("src", "tests") for path in (root / part).rglob("*.py")]
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in found
        if path.parent != Path(__file__).parent
    }


def _record(tests: Iterable[str], workers: int) -> None:
    config, latest = BUILD / "coveragerc", BUILD / "latest.json"
    config.write_text(_CONFIG.format(data=BUILD / "lines"), encoding="utf-8")
    options = ("-q", "-n", str(workers), "-pno:cacheprovider", "-ptests.mutants.recorder")
    lines = (f"--cov-config={config}", "--cov", "--cov-append", "--cov-context=test")
    subprocess.run(
        [sys.executable, "-m", "pytest", *options, *lines, "--cov-report=", *tests],
        cwd=TREE,
        env=environment(TREE) | {"MUTANTS_SECONDS": str(latest)},
        stdout=sys.stderr,
        check=True,
    )
    seconds = BUILD / "seconds.json"
    known = json.loads(seconds.read_text(encoding="utf-8")) if seconds.is_file() else {}
    known |= json.loads(latest.read_text(encoding="utf-8"))
    seconds.write_text(json.dumps(known), encoding="utf-8")


class Recording:
    """The tests that run a line, the most telling first."""

    def __init__(self) -> None:
        self._data = CoverageData(str(BUILD / "lines"))
        self._data.read()
        self.seconds: Mapping[str, float] = json.loads(
            (BUILD / "seconds.json").read_text(encoding="utf-8")
        )
        self._width: Counter[str] = Counter()
        for file in self._data.measured_files():
            for contexts in self._data.contexts_by_lineno(file).values():
                self._width.update({context.rpartition("|")[0] for context in contexts})

    def tests(self, file: str, line: int) -> list[str]:
        """Those of the statement; of the definition or the file where it runs at the import only.

        What a statement of the import names is often met by code that attrs makes, in no line of
        the file: the tests of the files that say the name come first then. After that, the test
        files come first of which one of these tests runs the fewest lines of the library, and of
        each file in turn the quickest test.
        """
        path = (PACKAGE / file).as_posix()
        source = (TREE / path).read_text(encoding="utf-8")
        contexts = self._contexts(path)
        found: set[str] = set()
        spans = lines_around(source, line)
        for first, last in spans:
            for number in range(first, last + 1):
                found |= contexts.get(number, set())
            if found:
                break
        said = self._saying(names_at(source, line)) if (first, last) != spans[0] else {}
        found |= {test for test in self.seconds if test.partition("::")[0] in said}
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(found, key=lambda test: (self.seconds[test], test)):
            by_file[test.partition("::")[0]].append(test)
        least = {name: min(self._width[test] for test in by_file[name]) for name in by_file}
        ranked = sorted(by_file, key=lambda name: (-said.get(name, 0), least[name], name))
        longest = max(map(len, by_file.values()), default=0)
        return [
            by_file[name][turn]
            for turn in range(longest)
            for name in ranked
            if turn < len(by_file[name])
        ]

    def _saying(self, names: Sequence[str]) -> dict[str, int]:
        """The test files that say the first name, and how many of the names."""
        return {
            file: sum(each in words for each in names)
            for file, words in self._words.items()
            if names and names[0] in words
        }

    @cached_property
    def _words(self) -> dict[str, set[str]]:
        """By test file, the words in it."""
        files = {test.partition("::")[0] for test in self.seconds}
        return {
            file: set(re.findall(r"\w+", (TREE / file).read_text(encoding="utf-8")))
            for file in files
        }

    @cache  # noqa: B019 - one recording lasts as long as the program
    def _contexts(self, path: str) -> dict[int, set[str]]:
        by_line = self._data.contexts_by_lineno(path)
        return {
            line: {test for each in contexts if (test := each.rpartition("|")[0]) in self.seconds}
            for line, contexts in by_line.items()
        }


def lines_around(source: str, line: int) -> list[tuple[int, int]]:
    """First and last line of the statement or its head, then of each definition around it."""
    spans = {(1, source.count("\n"))}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or node.end_lineno is None:
            continue
        body = getattr(node, "body", None)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            last = node.end_lineno
        else:
            first = node.lineno
            last = node.end_lineno if body is None else max(first, body[0].lineno - 1)
        if first <= line <= last:
            spans.add((first, last))
    return sorted(spans, key=lambda span: span[1] - span[0])


def names_at(source: str, line: int) -> tuple[str, ...]:
    """The name that a statement gives to a value, and that of the class in which it stands."""
    given, owner = "", ""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
            continue
        if isinstance(node, ast.ClassDef):
            owner = node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            given = node.target.id
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            given = node.targets[0].id
    return tuple(filter(None, (given, owner))) if given else ()
