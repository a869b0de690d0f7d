"""Imports run one way: no circles, no room that imports a higher one, nothing loaded needlessly.

Every import of the package counts, those inside functions and under ``TYPE_CHECKING`` included.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import boston_rules as br

PACKAGE = Path(br.__file__).parent
"""The package as installed."""
FACE = "boston_rules"

FLOORS: tuple[tuple[str, ...], ...] = (
    ("arguments", "cardplay", "display", "files", "making", "parse_errors", "release"),
    ("cards", "rules.sources", "search", "strategy"),
    ("actions",),
    ("contract", "errors"),
    ("rules", "seating"),
    ("composition", "options"),
    ("variant",),
    ("notation", "terms"),
    ("settlement",),
    ("table",),
    ("calls",),
    ("state",),
    ("questions",),
    ("play", "variants"),
    ("engine", "registry"),
    ("perft", "sampling", "solver", "steering"),
    ("views",),
    ("records", "wording"),
    ("",),  # the public face
    ("bots", "conformance", "evening", "tables", "typed"),
    ("draw", "envs", "simulate"),
    ("screen", "testing"),
    ("cli",),
)
"""The rooms, lowest floor first: a room imports lower ones only, and none of its own floor."""

BY_NAME = {"boston_rules", "boston_rules.bots.names", "boston_rules.variants"}
"""Modules that load others by name when they are first asked for: the face, the tellings and a bot
of one's own (``module:Class``).

The face also plugs in the painter of notebooks, which is a room above it.
"""


# The imports of the package, read from its source.


def module_of(path: Path) -> str:
    """The dotted name of a file of the package."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join([FACE, *(part for part in parts if part != "__init__")])


MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree(module: str) -> ast.Module:
    """The source of a module, parsed."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def names_imported(source: ast.AST) -> Iterator[tuple[str, str | None]]:
    """Every import wherever it stands: the module, and the name taken from it if one is."""
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: imports are absolute"
            assert node.module is not None
            yield from ((node.module, alias.name) for alias in node.names)


@cache
def imports(module: str) -> set[str]:
    """The modules of the package that a module imports.

    Importing a submodule of another room also runs the ``__init__`` of that room. The face and a
    module's own packages are always loaded first, so they count only where they are asked for.
    """
    found: set[str] = set()
    for source, name in names_imported(tree(module)):
        whole = f"{source}.{name}"
        target = whole if whole in MODULES else source
        if target not in MODULES:
            assert target.split(".")[0] != FACE, f"{module} imports {target}, which does not exist"
            continue
        found.add(target)
        parts = target.split(".")
        parents = {".".join(parts[:end]) for end in range(2, len(parts))}
        found |= {parent for parent in parents if not f"{module}.".startswith(f"{parent}.")}
    return found - {module}


@pytest.mark.parametrize(
    ("module", "other"),
    [
        ("boston_rules.notation", "boston_rules.actions"),  # at the top
        ("boston_rules.cli", "boston_rules.cli.program"),  # inside a function
        ("boston_rules", "boston_rules.records"),  # under TYPE_CHECKING
        ("boston_rules", "boston_rules.variants"),  # a submodule taken from its package
        ("boston_rules.views", "boston_rules.sampling"),  # by way of a submodule
    ],
)
def test_imports_of_every_kind_are_found(module: str, other: str) -> None:
    assert other in imports(module)


def test_what_the_face_needs_of_the_package_is_not_itself() -> None:
    assert FACE not in imports(FACE)
    assert FACE in imports("boston_rules.bots.names")


# One way.


def circle(graph: Mapping[str, set[str]]) -> tuple[str, ...]:
    """A circle of imports, the first module once more at its end; nothing where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return tuple(reversed(error.args[1]))
    return ()


def test_no_circle_of_imports_is_left() -> None:
    assert circle({module: imports(module) for module in MODULES}) == ()


def reached(module: str) -> set[str]:
    """Every module that a module imports, itself or by way of others."""
    found: set[str] = set()
    waiting = {module}
    while waiting:
        new = imports(waiting.pop()) - found
        found |= new
        waiting |= new
    return found


FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}


def room(module: str) -> str:
    """The room of a module, as the floors name it: the longest name that fits."""
    path = module.removeprefix(FACE).removeprefix(".")
    while path and path not in FLOOR:
        path = path.rpartition(".")[0]
    assert path or module == FACE, f"{module} stands on no floor: add its room to FLOORS"
    return path


def test_every_room_of_the_floors_is_there() -> None:
    assert {room(module) for module in MODULES} == set(FLOOR)


def test_no_import_runs_up() -> None:
    for module in MODULES:
        mine = room(module)
        for other in imports(module):
            theirs = room(other)
            if theirs != mine and not is_empty_package(other):
                assert FLOOR[theirs] < FLOOR[mine], f"{module} imports {other}"


def is_empty_package(module: str) -> bool:
    """Whether a module is no more than the docstring of a package."""
    return MODULES[module].name == "__init__.py" and len(tree(module).body) == 1


@pytest.mark.parametrize("module", [name for name in MODULES if room(name) == "variants"])
def test_variants_import_rules_questions_cards_and_variant_only(module: str) -> None:
    rooms = {room(other) for other in imports(module)}
    assert rooms <= {"questions", "rules", "rules.sources", "cards", "variant", "variants"}


def loads_by_name(source: ast.AST) -> bool:
    """Whether ``import_module`` or ``__import__`` is mentioned, under whatever name."""
    for node in ast.walk(source):
        mentioned = {getattr(node, field, None) for field in ("id", "attr", "name")}
        if mentioned & {"import_module", "__import__"}:
            return True
    return False


def test_modules_are_loaded_by_name_in_few_places() -> None:
    assert loads_by_name(ast.parse("from importlib import import_module as load"))
    assert loads_by_name(ast.parse("importlib.import_module('boston_rules')"))
    assert {module for module in MODULES if loads_by_name(tree(module))} == BY_NAME


# Other people's packages.

OUTSIDE = {"attr", "attrs", "typing_extensions"}
"""What the library itself needs besides the standard library."""
TYPING_ONLY = {"mypy_extensions"}
"""Named for the compiler of the kernel, and never imported when the code runs."""
LIBRARY = [name for name in MODULES if FLOOR[room(name)] <= FLOOR[""]]
"""The library itself, without what is built on it and may need an extra."""


def test_the_library_needs_attrs_and_typing_extensions_only() -> None:
    for module in LIBRARY:
        named = {source.split(".")[0] for source, _ in names_imported(tree(module))} - {FACE}
        assert named - set(sys.stdlib_module_names) <= OUTSIDE | TYPING_ONLY, module


# What a bare import loads.

LOADED = {
    "": "actions arguments calls cardplay cards composition contract display engine errors making "
    "notation options parse_errors play questions registry rules settlement state table terms "
    "variant variants",
    "cardplay": "bits ranked shuffling tricks",
    "play": "auction dealing infractions opening plays settled setup tricks",
    "play.infractions": "misdeals",
    "questions": "discarding naming question",
    "rules": "bidding cases checked dealing dealt goals ladder laws leads partners "
    "passed_out polls pool sessions sources stakes suits transfers trumps",
    "settlement": "bills penalties tariff validation",
}
"""By package, the modules that ``import boston_rules`` loads: what every game needs."""
SLOW = {"click", "hashlib", "hypothesis", "json", "numpy", "pytest", "random", "rich", "xml"}
"""Modules that some calls need, and whoever only imports the library does not wait for."""

_IMPORT = """
import sys, time
before = set(sys.modules)
begin = time.perf_counter()
import boston_rules
print(f"{1000 * (time.perf_counter() - begin):.0f} ms")
print(*sorted(set(sys.modules) - before))
"""


def test_importing_the_library_loads_what_every_game_needs_and_nothing_else() -> None:
    """The time is printed (pytest -s), not judged."""
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True
    )
    took, names = done.stdout.splitlines()
    print(f"import boston_rules: {took}")
    loaded = set(names.split())
    expected = {
        ".".join(filter(None, (FACE, package, name)))
        for package, modules in LOADED.items()
        for name in modules.split()
    }
    assert {name for name in loaded if name in MODULES} == expected | {FACE}
    tops = {name.split(".")[0] for name in loaded if not name.endswith("__mypyc")} - {FACE}
    assert tops - set(sys.stdlib_module_names) <= OUTSIDE
    assert not tops & SLOW


def test_testing_without_hypothesis_names_the_extra() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import boston_rules.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "boston_rules[testing]" in last
