"""Tries mutants in the current folder, a copy of the repository.

Reads tasks as lines of JSON and answers each with a line. pytest and what it needs are imported
once; every task forks, and the child imports the library with the mutant in it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import hypothesis
import pytest

MEMORY: Final = 4 << 30
OPTIONS: Final = (
    *("-q", "-x", "-pno:cacheprovider", "-pno:cov", "-pno:xdist"),
    # Imported before the fork, Hypothesis is not rewritten.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


class Chosen:
    """A plugin of pytest that runs the tests of a list, in its order, and tells which fails.

    A test without its parameters stands for all sets of them: first one set of each test, then
    the second, and so on, until the seconds are over.
    """

    def __init__(self, tests: Sequence[str], seconds: float, told: int) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.seconds = seconds
        self.told = told

    def pytest_collection(self) -> None:
        """An example that fails is enough; Hypothesis need not look for the smallest."""
        phases = [phase for phase in hypothesis.Phase if phase.name in ("explicit", "generate")]
        hypothesis.settings.register_profile("mutants", hypothesis.settings.default, phases=phases)
        hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """What is not there any more, of its own accord or by the mutant, is left out."""
        chosen: list[tuple[int, int, pytest.Item]] = []
        turns: Counter[str] = Counter()
        for item in items:
            exact = item.nodeid in self.order
            name = item.nodeid if exact else item.nodeid.partition("[")[0]
            if name in self.order:
                chosen.append((turns[name], self.order[name], item))
                turns[name] += 1
        items[:] = [item for _, _, item in sorted(chosen, key=lambda each: each[:2])]

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        if time.process_time() > self.seconds:
            item.session.shouldstop = "enough"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._tell(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._tell(report)

    def _tell(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        if report.failed:
            os.write(self.told, f"{report.nodeid}\n".encode())


SOUND: Final = (
    pytest.ExitCode.OK,
    pytest.ExitCode.NO_TESTS_COLLECTED,
    pytest.ExitCode.INTERRUPTED,  # the seconds were over
)


def run(tests: Sequence[str], seconds: float, limit: float) -> dict[str, Any]:
    """Run tests in a child; how that went, the first that failed, and the processor's seconds.

    Args:
        tests: with or without parameters.
        seconds: after as many no other test is begun.
        limit: after as many the child is stopped.
    """
    reading, writing = os.pipe()
    before, began = _children(), time.monotonic()
    child = os.fork()
    if not child:
        _run_here(tests, seconds, limit, writing)
    os.close(writing)
    done, status = os.waitpid(child, os.WNOHANG)
    while not done:
        if time.monotonic() - began > 20 * limit:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)
        done, status = os.waitpid(child, os.WNOHANG)
    with os.fdopen(reading, encoding="utf-8") as told:
        first = told.readline().strip()
    code = os.waitstatus_to_exitcode(status)
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        outcome = "timed out"
    else:
        outcome = "survived" if code in SOUND and not first else "killed"
    return {"outcome": outcome, "test": first, "seconds": _children() - before}


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _run_here(tests: Sequence[str], seconds: float, limit: float, told: int) -> None:
    os.setpgid(0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    most = int(limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    paths = dict.fromkeys(test.partition("::")[0] for test in tests)
    code = 1
    try:
        code = pytest.main([*OPTIONS, *paths], plugins=[Chosen(tests, seconds, told)])
    finally:
        os._exit(code)


def attempt(task: dict[str, Any]) -> dict[str, Any]:
    """Put a mutant in its place, run the rounds of tests until one fails, and take it out again."""
    file = Path(task["file"])
    sound, times = file.read_bytes(), file.stat()
    file.write_text(task["source"], encoding="utf-8")
    answer: dict[str, Any] = {"outcome": "survived", "test": "", "seconds": 0.0}
    try:
        for tests, seconds, limit in task["rounds"]:
            done = run(tests, seconds, limit)
            answer = done | {"seconds": answer["seconds"] + done["seconds"]}
            if answer["outcome"] != "survived":
                break
    finally:
        file.write_bytes(sound)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    return answer


def main() -> None:
    """Answer tasks until there are no more."""
    sys.dont_write_bytecode = True
    for line in sys.stdin:
        print(json.dumps(attempt(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
