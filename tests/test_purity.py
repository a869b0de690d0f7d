"""Nothing can be changed in place, and dependencies flow one way."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import fields

import boston_rules as br
from boston_rules import testing
from boston_rules.actions import ACTION_TYPES

SLUGS = br.list_variants()
PACKAGE = Path(br.__file__).parent
"""The package as installed."""


@pytest.mark.parametrize("slug", SLUGS)
def test_variants_are_frozen_through_and_through(slug: str) -> None:
    variant = br.get_variant(slug)
    for seed in range(3):
        testing.random_walk(variant, seed=seed)
    assert testing.mutable_parts(variant) == ()
    for path, rule in variant.rules():
        for attribute in fields(type(rule)):
            with pytest.raises(AttributeError):
                setattr(rule, attribute.name, None)
            with pytest.raises(AttributeError):
                delattr(rule, attribute.name)
        assert not hasattr(rule, "__dict__"), path


def seen(slug: str) -> Iterator[object]:
    """A state of every phase, its parts, and what everybody sees of it."""
    phases: dict[str, br.State] = {}
    for seed in range(20):
        for at in testing.random_walk(br.get_variant(slug), seed=seed).positions:
            phases.setdefault(at.state.name, at.state)
    for state in phases.values():
        yield state
        yield state.table
        yield from (part for part in (state.deal, state.contract, state.settlement) if part)
        yield from (br.observe(state, seat) for seat in (None, 0, 1))


@pytest.mark.parametrize("slug", SLUGS)
def test_states_tables_and_views_refuse_every_change(slug: str) -> None:
    for thing in seen(slug):
        assert testing.mutable_parts(thing) == ()
        names = [attribute.name for attribute in fields(type(thing))]  # type: ignore[arg-type]
        assert names
        for name in (*names, "actor", "name", "no_such_field"):
            with pytest.raises(AttributeError):
                setattr(thing, name, None)
            with pytest.raises(AttributeError):
                delattr(thing, name)


@pytest.mark.parametrize("kind", ACTION_TYPES, ids=lambda kind: kind.__name__)
def test_actions_refuse_every_change(kind: type[br.Action]) -> None:
    universe = testing.universe(br.get_variant(SLUGS[0]))
    action = next(action for action in universe if type(action) is kind)
    assert testing.mutable_parts(action) == ()
    for name in (*(attribute.name for attribute in fields(kind)), "seat"):
        with pytest.raises(AttributeError):
            setattr(action, name, None)
        with pytest.raises(AttributeError):
            delattr(action, name)


@pytest.mark.parametrize("thing", [br.PACK[0], br.Cards(br.PACK[:3])], ids=["card", "cards"])
def test_cards_refuse_every_change(thing: object) -> None:
    for name in ("index", "rank", "suit", "mask", "other"):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
        with pytest.raises(AttributeError):
            delattr(thing, name)


def test_views_hold_no_state() -> None:
    from boston_rules.testing.immutability import parts

    for slug in SLUGS[:3]:
        for thing in seen(slug):
            if isinstance(thing, br.View):
                kinds = {type(part) for _, part in parts(thing, set())}
                assert not {kind for kind in kinds if issubclass(kind, br.State)}
                assert not kinds & {br.Deal, br.Table}


# Dependencies.

LAYERS: tuple[tuple[str, ...], ...] = (
    ("display", "cardplay"),
    ("solver", "strategy"),
    ("errors",),
    ("cards",),
    ("actions",),
    ("rules",),
    ("variant",),
    ("contract",),
    ("settlement",),
    ("phases",),
    ("engine",),
    ("notation", "variants"),
    ("sampling",),
    ("views",),
    ("registry",),
    ("perft", "records", "testing", "wording"),
    ("conformance",),
    ("bots",),
    ("draw", "envs", "simulate"),
    ("cli",),
)
"""Lowest first. A module that is not named here is on the side of whoever imports it."""

HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}
FACE = HEIGHT["perft"]
"""From here on the package as a whole may be imported."""
OUTSIDE = {"attr", "attrs", "typing_extensions"}
"""What the library itself needs besides the standard library."""


@cache
def imports_of(path: Path) -> set[str]:
    """Modules that a file imports when it runs: dotted names, relative ones made absolute."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            here = ["boston_rules", *path.relative_to(PACKAGE).parts[:-1]]
            base = here[: len(here) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found.add(module)
            found |= {f"{module}.{alias.name}" for alias in node.names}
        waiting += ast.iter_child_nodes(node)
    return found


def module_of(path: Path) -> str:
    """The dotted name of a file of the package."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(["boston_rules", *(part for part in parts if part != "__init__")])


MODULES = {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def inner(path: Path) -> set[str]:
    """The modules of the package that a file imports."""
    return {name for name in imports_of(path) if name in MODULES and MODULES[name] != path}


def room(module: str) -> str:
    """The first part below the package: ``phases`` of ``boston_rules.play.tricks``."""
    return f"{module}.".split(".")[1]


def test_the_modules_are_found() -> None:
    rooms = {room(module) for module in MODULES}
    assert {"cards", "rules", "phases", "variants", "views", "testing"} <= rooms
    assert "boston_rules.actions" in inner(MODULES["boston_rules.notation"])
    assert "boston_rules.errors" in inner(MODULES["boston_rules.cards"])
    assert inner(MODULES["boston_rules.errors"]) == set()


def reached(module: str) -> dict[str, str]:
    """Every module that is imported with this one, and who imports it."""
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        one = waiting.pop()
        for other in inner(MODULES[one]) - found.keys():
            found[other] = one
            if other != "boston_rules":
                waiting.append(other)
    return found


@pytest.mark.parametrize("module", [name for name in MODULES if room(name) in HEIGHT])
def test_dependencies_flow_one_way(module: str) -> None:
    mine = room(module)
    for other, importer in reached(module).items():
        theirs = room(other)
        how = f"{module} needs {other}, imported by {importer}"
        if theirs == "":
            assert HEIGHT[mine] >= FACE, how
        elif theirs != mine and theirs in HEIGHT:
            top = HEIGHT[mine] == HEIGHT[theirs] == len(LAYERS) - 1
            assert HEIGHT[mine] > HEIGHT[theirs] or top, how


def test_no_module_imports_itself_round_about() -> None:
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " -> ".join([*trail, module])
        if module not in done:
            for other in inner(MODULES[module]) - {"boston_rules"}:
                if not module.startswith(f"{other}."):  # its own package is loaded first anyway
                    visit(other, (*trail, module))
            done.add(module)

    for module in MODULES:
        visit(module, ())


@pytest.mark.parametrize("module", [name for name in MODULES if room(name) == "variants"])
def test_variants_import_rules_cards_and_variant_only(module: str) -> None:
    rooms = {room(other) for other in inner(MODULES[module])}
    assert rooms <= {"rules", "cards", "variant", "variants"}


LIBRARY = [name for name in MODULES if HEIGHT.get(room(name), 0) < FACE]
"""The library itself, without what is built on it and may need an extra."""


@pytest.mark.parametrize("module", LIBRARY)
def test_the_library_needs_attrs_and_typing_extensions_only(module: str) -> None:
    outside = {name.split(".")[0] for name in imports_of(MODULES[module])} - {"boston_rules", ""}
    assert outside - set(sys.stdlib_module_names) <= OUTSIDE


_LOADED = """
import sys, time
before = set(sys.modules)
begin = time.perf_counter()
import boston_rules
print(f"{1000 * (time.perf_counter() - begin):.0f} ms")
print(*sorted({name.split(".")[0] for name in set(sys.modules) - before}))
"""


def test_importing_the_library_loads_nothing_else() -> None:
    """The time is printed (pytest -s), not judged."""
    done = subprocess.run(
        [sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True
    )
    took, names = done.stdout.splitlines()
    print(f"import boston_rules: {took}")
    loaded = set(names.split())
    assert "boston_rules" in loaded
    assert loaded - set(sys.stdlib_module_names) - {"boston_rules"} <= OUTSIDE
    assert not loaded & {"click", "rich", "hypothesis", "pytest", "numpy", "boston_rules.testing"}


def test_testing_without_hypothesis_names_the_extra() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import boston_rules.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "boston_rules[testing]" in last
