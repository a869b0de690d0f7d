"""A plugin of pytest that writes how long each test took, for the recording of the lines."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

_seconds: dict[str, float] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Setup counts as well."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The one process that hears of all tests writes."""
    if not hasattr(session.config, "workerinput"):
        Path(os.environ["MUTANTS_SECONDS"]).write_text(json.dumps(_seconds), encoding="utf-8")
