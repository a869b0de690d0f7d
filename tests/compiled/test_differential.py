"""Compiled and in Python, the card play gives the same results, those that are written down.

Beside an installation that is compiled, result by result, with a copy of the sources under another
name, which is left in Python.
"""

from __future__ import annotations

import csv
import importlib
import sys
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.compiled.workload import WORK, hashed, tables

import boston_rules as br
from boston_rules.core.cardplay import COMPILED

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "compiled.csv"
HOME = Path(br.__file__).parent
PACKAGES = ("core/cardplay", "solver/search", "bots/strategy")
MODULES = {
    path.stem: package
    for package in PACKAGES
    for path in sorted((HOME / package).glob("*.py"))
    if path.stem != "__init__"
}
"""The package of each module."""


def modules_of(parent: str) -> Any:
    """The modules of the packages, by name."""
    return SimpleNamespace(
        **{
            name: importlib.import_module(f"{parent}.{package.replace('/', '.')}.{name}")
            for name, package in MODULES.items()
        }
    )


@pytest.fixture(scope="module")
def own() -> Any:
    """The modules that are installed."""
    return modules_of("boston_rules")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The same modules in Python."""
    if not COMPILED:
        pytest.skip("nothing is compiled here: the results written down tell of both")
    folder = tmp_path_factory.mktemp("other")
    (folder / "other").mkdir()
    (folder / "other" / "__init__.py").touch()
    for package in PACKAGES:
        (folder / "other" / package).mkdir(parents=True)
        for path in (HOME / package).glob("*.py"):
            text = path.read_text(encoding="utf-8").replace("boston_rules.", "other.")
            (folder / "other" / package / path.name).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        return modules_of("other")
    finally:
        sys.path.remove(str(folder))


def test_no_table_is_left_out() -> None:
    assert {(table.trump, table.boston is None) for table in tables()} == {
        *((trump, plain) for trump in range(4) for plain in (True, False)),
        (None, True),
    }


def test_the_modules_tell_whether_they_are_compiled(own: Any) -> None:
    assert COMPILED is (Path(own.bits.__file__).suffix != ".py")


@pytest.mark.no_cover  # depth, not coverage
def test_compiled_or_not_the_results_are_the_same(own: Any, other: Any) -> None:
    assert own.bits.COMPILED
    assert not other.bits.COMPILED
    for modules in (own, other):
        for name in MODULES:
            file = str(getattr(modules, name).__file__)
            assert file.endswith(".py") is not modules.bits.COMPILED, file
    for name, work in WORK.items():
        number = 0
        for mine, theirs in zip_longest(work(own), work(other)):
            assert mine == theirs, f"{name}: result {number}"
            number += 1
        assert number > 100


def _golden() -> dict[str, tuple[int, str]]:
    with GOLDEN.open(encoding="utf-8", newline="") as lines:
        return {row["work"]: (int(row["results"]), row["sha256"]) for row in csv.DictReader(lines)}


@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("name", WORK)
def test_the_results_are_those_written_down(name: str, own: Any) -> None:
    assert hashed(WORK[name](own)) == _golden()[name]


def test_nothing_else_is_written_down() -> None:
    assert set(_golden()) == set(WORK)
