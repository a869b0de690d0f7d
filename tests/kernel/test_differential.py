"""The kernel in Python and the kernel compiled give the same results, both those written down.

Whichever is installed is compared with the other: a copy of the sources under another name, left as
it is beside a compiled kernel, compiled beside one that is not.
"""

from __future__ import annotations

import csv
import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.kernel.workload import WORK, hashed, tables

from boston_rules import kernel

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kernel.csv"
HOME = Path(kernel.__file__).parent
MODULES = sorted(path.stem for path in HOME.glob("*.py") if path.stem != "__init__")

_COMPILE = """
from glob import glob
from mypyc.build import mypycify
from setuptools import setup

files = sorted(set(glob("other_room/*.py")) - {"other_room/__init__.py"})
setup(
    name="room",
    packages=[],
    ext_modules=mypycify(["--strict", *files], opt_level="1", debug_level="0"),
    script_args=["build_ext", "--inplace"],
)
"""


def room_of(package: str) -> Any:
    """The modules of a kernel."""
    return SimpleNamespace(
        **{name: importlib.import_module(f"{package}.{name}") for name in MODULES}
    )


@pytest.fixture(scope="module")
def own() -> Any:
    """The kernel that is installed."""
    return room_of("boston_rules.kernel")


def _can_compile() -> bool:
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(compiler) is not None and headers.exists()


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The kernel that is not installed: compiled if the other is not."""
    if not kernel.COMPILED:
        for module in ("mypyc", "setuptools"):
            if find_spec(module) is None:
                pytest.skip(f"nothing to compare with: there is no {module} to compile the kernel")
        if not _can_compile():
            pytest.skip("nothing to compare with: no C compiler, or no headers, for the kernel")
    folder = tmp_path_factory.mktemp("room")
    (folder / "other_room").mkdir()
    for name in ("__init__", *MODULES):
        text = (HOME / f"{name}.py").read_text(encoding="utf-8")
        text = text.replace("boston_rules.kernel", "other_room")
        (folder / "other_room" / f"{name}.py").write_text(text, encoding="utf-8")
    if not kernel.COMPILED:
        done = subprocess.run(
            [sys.executable, "-c", _COMPILE], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    try:
        return room_of("other_room")
    finally:
        sys.path.remove(str(folder))


def test_no_table_is_left_out() -> None:
    assert {(table.trump, table.boston is None) for table in tables()} == {
        *((trump, plain) for trump in range(4) for plain in (True, False)),
        (None, True),
    }


def test_compiled_or_not_the_results_are_the_same(own: Any, other: Any) -> None:
    """One test, so that the kernel is compiled once however many processes share the suite."""
    assert own.bits.COMPILED is kernel.COMPILED is not other.bits.COMPILED
    for room in (own, other):
        for name in MODULES:
            file = str(getattr(room, name).__file__)
            assert file.endswith(".py") is not room.bits.COMPILED, file
    for name, work in WORK.items():
        number = 0
        for mine, theirs in zip_longest(work(own), work(other)):
            assert mine == theirs, f"{name}: result {number}"
            number += 1
        assert number > 100


def _golden() -> dict[str, tuple[int, str]]:
    with GOLDEN.open(encoding="utf-8", newline="") as lines:
        return {row["work"]: (int(row["results"]), row["sha256"]) for row in csv.DictReader(lines)}


@pytest.mark.parametrize("name", WORK)
def test_the_results_are_those_written_down(name: str, own: Any) -> None:
    assert hashed(WORK[name](own)) == _golden()[name]


def test_nothing_else_is_written_down() -> None:
    assert set(_golden()) == set(WORK)
