"""A plugin of pytest for the recording: few tests of a kind, and how long each took."""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import hypothesis
import pytest

ALIKE: Final = 4
"""As many sets of parameters of one test are recorded."""
EXAMPLES: Final = 5
"""As many examples of Hypothesis."""

_seconds: dict[str, Any] = {}
_began = 0.0


def pytest_collection() -> None:
    """After the profile of the suite."""
    hypothesis.settings.register_profile(
        "recording", hypothesis.settings.default, max_examples=EXAMPLES
    )
    hypothesis.settings.load_profile("recording")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """From the first to the last at even steps."""
    alike: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        alike[item.nodeid.partition("[")[0]].append(item)
    items[:] = [
        each[round(step * (len(each) - 1) / (ALIKE - 1))] if len(each) > ALIKE else each[step]
        for each in alike.values()
        for step in range(min(ALIKE, len(each)))
    ]


def pytest_runtest_logstart() -> None:
    global _began
    _began = time.process_time()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The seconds of the processor reach the process that writes with the report."""
    report = yield
    report.user_properties.append(("processor", time.process_time() - _began))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """From the start of the test; of one that fails nothing is known."""
    if report.passed and report.when == "call":
        _seconds[report.nodeid] = dict(report.user_properties)["processor"]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The one process that hears of all tests writes."""
    if not hasattr(session.config, "workerinput"):
        Path(os.environ["MUTANTS_SECONDS"]).write_text(json.dumps(_seconds), encoding="utf-8")
