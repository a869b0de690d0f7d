"""Imports run one way, as the contracts of import-linter in pyproject.toml say.

What these cannot say stands here: which other packages are needed, what is loaded by name, and
what a bare import loads.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Final

import grimp
import pytest
from packaging.requirements import Requirement

import boston_rules as br

FACE: Final = "boston_rules"
ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path(br.__file__).parent
"""The package as installed."""
GRAPH: Final = grimp.build_graph(FACE, include_external_packages=True, cache_dir=None)
"""Every import, those inside functions and for the type checker included."""


def test_the_contracts_hold() -> None:
    # In a process of its own: it keeps the streams that it finds.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


ALWAYS: Final = {"attrs", "typing_extensions"}
"""What the library itself needs besides the standard library."""
EXTRAS: Final = {
    "cli": {"click", "rich"},
    "cli.serve": {"click", "rich", "uvicorn", "websockets"},
    "envs": {"gymnasium", "numpy", "pettingzoo", "pyspiel"},
    "simulate": {"distributed", "matplotlib", "pyarrow"},
    "telling.press": {"typst"},
    "testing": {"hypothesis"},
    "web": {"starlette"},
    "web.metrics": {"prometheus_client"},
    "web.server": {"uvicorn"},
    "web.store": {"psycopg"},
    # Named for the compiler, and never imported when the code runs.
    "core.cardplay": {"mypy_extensions"},
    "solver.search": {"mypy_extensions"},
    "bots.strategy": {"mypy_extensions"},
}
"""By room, what it needs besides that."""


def test_rooms_need_no_more_packages_than_their_extras_install() -> None:
    for module in GRAPH.modules:
        if module.split(".")[0] == FACE:
            packages = GRAPH.find_modules_directly_imported_by(module)
            others = packages - GRAPH.find_descendants(FACE) - {FACE}
            name = module.removeprefix(FACE).lstrip(".")
            rooms = [room for room in EXTRAS if name == room or name.startswith(f"{room}.")]
            allowed = ALWAYS.union(*(EXTRAS[room] for room in rooms))
            assert others - sys.stdlib_module_names <= allowed, module


@pytest.mark.long
def test_the_tools_of_the_checks_are_installed() -> None:
    """Tests that need them, and are skipped without them, are run where this test is."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    named = [line for line in groups["checks"] if isinstance(line, str)]
    assert len(named) > 5
    for line in named:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate():
            assert version(requirement.name) in requirement.specifier


BY_NAME: Final = {"__init__.py", "bots/names.py", "cli/program.py", "variants/__init__.py"}
"""Modules that load others by name when they are first asked for: the face, the tellings, a bot of
one's own (``module:Class``) and the commands.

The face also plugs in the painter of notebooks and the registry, which are rooms above it.
"""


def test_modules_are_loaded_by_name_in_few_places() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"\b(import_module|__import__)\b", path.read_text(encoding="utf-8"))
    }
    assert found == BY_NAME


def test_the_face_has_the_same_names_for_checkers_and_for_programs() -> None:
    """Checkers read its imports, which do not run; programs get names by table, on demand."""
    face = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    (unrun,) = (node for node in face.body if isinstance(node, ast.If))
    imports = [node for node in unrun.body if isinstance(node, ast.ImportFrom)]
    read = {alias.name: node.module for node in imports for alias in node.names}
    got = br._HOMES | {name: module.rpartition(".")[0] for name, module in br._MODULES.items()}
    assert read == got
    assert set(br.__all__) == set(got)


# What is loaded when.

SLOW: Final = {"click", "hashlib", "hypothesis", "json", "numpy", "pytest", "random", "rich", "xml"}
"""Modules that some calls need, and whoever only plays a deal does not wait for."""

_LOADED = """
import sys, time
before = set(sys.modules)
begin = time.perf_counter()
import boston_rules as br
{code}
print(f"{{1000 * (time.perf_counter() - begin):.0f}} ms")
print(*sorted(set(sys.modules) - before))
"""


def _loaded(code: str = "") -> set[str]:
    """The modules that ``import boston_rules`` loads and then some code.

    The time is printed (pytest -s), not judged.
    """
    done = subprocess.run(
        [sys.executable, "-c", _LOADED.format(code=code)],
        capture_output=True,
        text=True,
        check=True,
    )
    took, names = done.stdout.splitlines()
    print(f"import boston_rules; {code}: {took}")
    return set(names.split())


def test_a_bare_import_loads_next_to_nothing() -> None:
    loaded = _loaded()
    core = f"{FACE}.core"
    assert loaded & GRAPH.find_descendants(FACE) == {core, f"{core}.display", f"{core}.slugs"}
    assert {name.split(".")[0] for name in loaded} - {FACE} <= sys.stdlib_module_names


def test_a_deal_loads_the_engine_and_nothing_slow() -> None:
    loaded = _loaded("br.legal_actions(br.start('classic'))")  # a slug alone finds the registry
    rooms = {name.split(".")[1] for name in loaded & GRAPH.find_descendants(FACE)}
    assert rooms == {"core", "rules", "deal", "variants"}
    tops = {name.split(".")[0] for name in loaded if not name.endswith("__mypyc")} - {FACE}
    assert tops - sys.stdlib_module_names <= ALWAYS | {"attr"}
    assert not tops & SLOW


def test_the_rules_are_shown_by_the_words_of_one_game_alone() -> None:
    """No deal is dealt, no record read, nobody plays, and no progress is told."""
    command = """
import contextlib, io
from boston_rules.cli import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    sys.argv = ["boston-rules", "show", "classic"]
    main()
"""
    loaded = _loaded(command)
    own = loaded & GRAPH.find_descendants(FACE)
    assert {name.split(".")[1] for name in own} == {"core", "rules", "variants", "telling", "cli"}
    assert {name for name in own if name.startswith(f"{FACE}.variants.")} == {
        f"{FACE}.variants.{name}" for name in ("classic", "registry", "tellings")
    }
    tops = {name.split(".")[0] for name in loaded if not name.endswith("__mypyc")} - {FACE}
    assert tops - sys.stdlib_module_names <= ALWAYS | {"attr", "click", "rich"}
    assert "rich.progress" not in loaded


def test_testing_without_hypothesis_names_the_extra() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import boston_rules.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("boston_rules.core.extras.MissingExtra: ")
    assert "boston_rules[testing]" in last
