"""Running the command line within the process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner, Result

from boston_rules.cli.program import program

Run: TypeAlias = Callable[..., Result]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a continuous integration sets for its own pages must not colour the tests."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def run() -> Run:
    """Run a command; unless ``status`` says otherwise it must succeed and complain of nothing."""

    def runner(*arguments: object, status: int = 0, typed: str | None = None) -> Result:
        result = CliRunner().invoke(program, [str(word) for word in arguments], input=typed)
        assert result.exit_code == status, result.output
        assert isinstance(result.exception, SystemExit | None), result.exception
        assert (result.stderr == "") is (status == 0), result.stderr
        return result

    return runner


@pytest.fixture
def document(run: Run) -> Callable[..., Any]:
    """Run a command with ``--json`` and read what it prints."""

    def runner(*arguments: object) -> Any:
        return json.loads(run(*arguments, "--json").stdout)

    return runner


@pytest.fixture
def pbn_deals() -> Path:
    """A file with 25 bridge deals."""
    return Path(__file__).resolve().parents[1] / "data" / "deals-25.pbn"
