"""The tables in the documentation are those of the code, and a missing framework is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.envs.games import SLUGS

pytest.importorskip("numpy")

from docs._ext import envtables

DOCS = Path(__file__).resolve().parents[2] / "docs" / "environments"


def test_the_published_tables_are_up_to_date() -> None:
    """Else: ``python -m docs._ext.envtables docs/environments``."""
    assert (DOCS / envtables.ACTIONS).read_text(encoding="utf-8") == envtables.action_tables(SLUGS)
    shown = (DOCS / envtables.OBSERVATIONS).read_text(encoding="utf-8")
    assert shown == envtables.observation_tables(SLUGS)


def test_the_tables_are_written_into_a_folder(tmp_path: Path) -> None:
    envtables.main([str(tmp_path)])
    assert {path.name for path in tmp_path.iterdir()} == {envtables.ACTIONS, envtables.OBSERVATIONS}
    with pytest.raises(SystemExit, match="usage"):
        envtables.main([])


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "missing"),
    [
        ("boston_rules.envs", "numpy"),
        ("boston_rules.envs.pettingzoo", "pettingzoo"),
        ("boston_rules.envs.pettingzoo", "gymnasium"),
        ("boston_rules.envs.openspiel", "pyspiel"),
    ],
)
def test_a_missing_framework_is_named_with_its_extra(module: str, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        f"boston_rules.core.extras.MissingExtra: boston_rules.envs needs {missing}: "
        "install it with pip install 'boston_rules[envs]'"
    )


def test_a_fault_inside_a_framework_is_not_taken_for_its_absence() -> None:
    from boston_rules.core.extras import needs

    with (
        pytest.raises(ModuleNotFoundError, match="no such thing"),
        needs("it", "envs", "numpy"),
    ):
        raise ModuleNotFoundError("no such thing", name="other")
