"""What the compiled packages must not do, so that they mean the same compiled or not."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import boston_rules as br

ALLOWED = {
    "core.cardplay": ("core.cardplay",),
    "solver.search": ("solver.search", "core.cardplay"),
    "bots.strategy": ("bots.strategy", "core.cardplay"),
}
"""The packages that are compiled, and what each may import of the library."""

HOME = Path(br.__file__).parent
FILES = {
    path: package
    for package in ALLOWED
    for path in sorted(HOME.joinpath(*package.split(".")).glob("*.py"))
}
"""The package of each file."""


def offences(source: str, package: str = "core.cardplay") -> list[str]:
    """What a file of a package does that it should not, as ``line: what``."""
    found = []
    for node in _run(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            if isinstance(node.left, ast.Constant) and not isinstance(node.right, ast.Constant):
                found.append(f"{line}: a literal is shifted, which is cut to 32 bits")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                names = ["." * node.level + (node.module or "")]
            for name in names:
                inside = any(
                    name.startswith(f"boston_rules.{other}.") for other in ALLOWED[package]
                )
                if not inside and name.split(".")[0] not in sys.stdlib_module_names:
                    found.append(f"{line}: {name} is imported")
        elif isinstance(node, ast.Name) and node.id in ("i64", "attrs", "frozen"):
            found.append(f"{line}: {node.id} is asked for when the program runs")
    return found


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """The parts that run: no annotations, and nothing that is for the type checker alone."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            if isinstance(child, ast.AST):
                yield from _run(child)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_module_can_be_compiled_as_it_stands(path: Path) -> None:
    assert offences(path.read_text(encoding="utf-8"), FILES[path]) == []


def test_every_package_is_looked_at() -> None:
    names = {path.stem for path in FILES}
    assert {"bits", "tricks", "rollout", "search", "placing", "shuffling"} <= names


@pytest.mark.parametrize(
    "source",
    [
        "mask = 1 << card",
        "mask |= 2 << card + 1",
        "import attrs",
        "from boston_rules.core.cards import PACK",
        "from . import cards",
        "from boston_rules.solver.search.search import Search",
        "from mypy_extensions import i64",
        "x = i64(3)",
        "@frozen\nclass A: ...",
    ],
)
def test_what_must_not_be_is_caught(source: str) -> None:
    assert len(offences(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "mask = one << card",
        "mask = 1 << 4",
        "from boston_rules.core.cardplay.bits import BIT",
        "if TYPE_CHECKING:\n    from mypy_extensions import i64",
        "def f(mask: i64) -> i64: ...",
        "mask: i64 = 3",
    ],
)
def test_what_may_be_is_let_pass(source: str) -> None:
    assert offences(source) == []


def _told(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_importing_the_library_loads_what_the_play_asks_and_no_more() -> None:
    """The larger part of the card play waits until somebody counts, samples or solves."""
    code = "import sys, boston_rules as br; br.start; print(*sys.modules)"
    packages = tuple(f"boston_rules.{package}." for package in ALLOWED)
    loaded = {name for name in _told(code).split() if name.startswith(packages)}
    wanted = {
        f"boston_rules.core.cardplay.{name}" for name in ("bits", "ranked", "shuffling", "tricks")
    }
    assert wanted <= loaded
    # Compiled, all is one library, whose modules wait none the less.
    assert loaded - wanted <= {"boston_rules.core.cardplay.compiled__mypyc"}


def test_the_packages_run_without_the_compilers_own_package() -> None:
    modules = [
        f"boston_rules.{package}.{path.stem}"
        for path, package in FILES.items()
        if path.stem != "__init__"
    ]
    code = f"import sys; sys.modules['mypy_extensions'] = None; import {', '.join(modules)}"
    assert _told(code) == ""
