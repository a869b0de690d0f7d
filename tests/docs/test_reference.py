"""What the reference pages gather: every bid in the glossary, every refusal in its table."""

from __future__ import annotations

import ast
import builtins
import doctest
import inspect
import re
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from attrs import evolve
from docs._ext.bidnames import bid_glossary, entries
from docs._ext.names import ROOMS, homes, name_table, public_names
from docs._ext.refusals import (
    error_table,
    examples,
    other_errors,
    refusal_table,
    refusals,
)

import boston_rules as br
from boston_rules.core import errors
from boston_rules.core.actions import ACTION_TYPES
from boston_rules.deal.phases import phases_of
from boston_rules.rules import notation
from boston_rules.rules.ladder import Ladder, normal_key
from boston_rules.variants import BUILT_IN

DOCS = Path(__file__).resolve().parents[2] / "docs"
VARIANTS = [br.get_variant(slug) for slug in BUILT_IN]
HAND_WRITTEN = (DOCS / "glossary.rst").read_text(encoding="utf-8")


def terms(text: str) -> list[str]:
    """The terms of every glossary in a page."""
    blocks = re.findall(r"^\.\. glossary::\n((?:   .*\n|\n)+)", text, re.MULTILINE)
    return [line.strip() for block in blocks for line in re.findall(r"^   \S.*$", block, re.M)]


def test_every_name_of_every_bid_is_in_the_glossary() -> None:
    listed = {normal_key(term) for term in terms(bid_glossary(VARIANTS) + "\n")}
    for variant in VARIANTS:
        for step in variant.ladder:
            for name in filter(None, (step.name, step.french)):
                assert normal_key(name) in listed, f"{variant.slug}: {name}"


def test_every_bid_is_explained_where_its_name_is() -> None:
    told = bid_glossary(VARIANTS)
    assert sum(len(entry.bids) for entry in entries(VARIANTS)) == sum(
        map(len, (v.ladder for v in VARIANTS))
    )
    for variant in VARIANTS:
        for step in variant.ladder:
            assert f"</variants/{variant.slug}>` (``{step.key}``" in told


def test_a_new_bid_gets_into_the_glossary() -> None:
    step = br.get_variant("classic").ladder["5"]
    named = evolve(step, name="Small Beginning", french="Petit début")
    old = br.get_variant("classic")
    variant = evolve(old, ladder=Ladder((named, *old.ladder.steps[1:])))
    assert {"Small Beginning", "Petit début"} <= set(terms(bid_glossary([variant]) + "\n"))


def test_terms_written_by_hand_are_in_both_languages_and_no_names_of_bids() -> None:
    own = terms(HAND_WRITTEN)
    assert len(own) == len({term.casefold() for term in own})
    assert not {normal_key(term) for term in own} & {
        normal_key(term) for term in terms(bid_glossary(VARIANTS) + "\n")
    }
    for term in ("declarer", "whister", "pool", "misère", "petite", "belle", "on the table"):
        assert term in own
    for term in ("demandeur", "sur table", "chicane", "vole", "levée", "atout"):
        assert term in own


@pytest.mark.parametrize("kind", refusals(), ids=lambda kind: kind.__name__)
def test_every_refusal_is_in_the_table_with_an_example(kind: type[br.IllegalAction]) -> None:
    table = refusal_table()
    example = examples()[kind.code]
    (row,) = [row for row in table.split("\n   * - ") if row.startswith(f"``{kind.code}``")]
    assert f"`~boston_rules.core.errors.{kind.__name__}`" in row
    assert f"*{example.variant}:*" in row
    assert example.words
    assert not re.search(r"\[|; legal", example.words)
    if example.rule:
        assert ":ref:`" in row


def test_all_exceptions_are_listed() -> None:
    listed = {kind.__name__ for kind in (*refusals(), *other_errors())}
    roots = {"BostonError", "IllegalAction", "ProblemsError"}
    assert listed | roots == set(errors.__all__)
    assert all(f".{kind.__name__}`" in error_table() for kind in other_errors())


@pytest.mark.long
def test_every_public_name_is_in_the_table() -> None:
    table = name_table()
    for name in br.__all__:
        assert re.search(
            rf":py:(obj|mod):`{name} <{re.escape(homes('boston_rules', name)[0])}>`", table
        )


def test_an_interpreter_completes_the_public_names() -> None:
    assert dir(br) == sorted(br.__all__)


def test_rooms_are_those_that_the_library_has() -> None:
    assert all(public_names(room) for room in ROOMS)


@cache
def bodies(path: str) -> dict[str, list[ast.stmt]]:
    """What stands in each class of a file."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.name: node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def members(cls: type) -> Iterator[tuple[str, bool]]:
    """What stands in the body of a class under a public name, and whether it is described there."""
    module = inspect.getmodule(cls)
    assert module is not None
    body = bodies(str(module.__file__))[cls.__name__]
    for node, after in zip(body, [*body[1:], None], strict=True):
        names: list[ast.expr] = []
        told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(node, ast.AnnAssign):
            names = [node.target]
        elif isinstance(node, ast.Assign):
            names = node.targets
        elif isinstance(node, ast.FunctionDef):
            names, told = [ast.Name(node.name)], ast.get_docstring(node) is not None
        for name in names:
            if isinstance(name, ast.Name) and not name.id.startswith("_"):
                yield name.id, told


def not_described(cls: type) -> set[str]:
    """Public attributes and methods that neither a class nor a base of it describes."""
    own = {name for name, _ in members(cls)}
    bases = [base for base in cls.__mro__ if base.__module__.startswith(("boston_rules", __name__))]
    told = {name for base in bases for name, described in members(base) if described}
    return own - told - {"source"}  # of a rule: the page of the rules says it once


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
def test_every_public_attribute_is_described(room: str) -> None:
    module = import_module(room)
    for name in public_names(room):
        value = getattr(module, name)
        if not isinstance(value, type) or issubclass(value, Enum):
            continue
        if value.__module__.startswith("boston_rules"):
            assert value.__doc__, name
            assert not not_described(value), name


def test_an_attribute_without_a_description_is_found() -> None:
    assert not_described(Undescribed) == {"bare", "silent"}
    assert not_described(Described) == set()


class Undescribed:
    """A class with and without descriptions."""

    bare: int
    told: int
    """How many."""

    def silent(self) -> None: ...

    def spoken(self) -> None:
        """Say it."""


class Described(Undescribed):
    """What a base describes need not be described again."""

    told = 3


def unbound(source: str) -> set[str]:
    """Names that a piece of code uses and nobody has bound."""
    tree = ast.parse(source)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)} | set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return {node.id for node in names} - bound


@pytest.mark.parametrize("room", ROOMS)
def test_examples_of_the_reference_import_what_they_use(room: str) -> None:
    module = import_module(room)
    for name in public_names(room):
        value = getattr(module, name)
        home = str(getattr(value, "__module__", ""))
        if not home.startswith("boston_rules") or not (
            inspect.isclass(value) or inspect.isroutine(value)
        ):
            continue
        found = doctest.DocTestFinder().find(value, name, sys.modules[home])
        for example in found:
            code = "".join(each.source for each in example.examples)
            assert not unbound(code), f"{home}: {example.name}"


def test_every_token_that_the_parser_knows_is_in_the_table_of_tokens() -> None:
    page = (DOCS / "reference" / "tokens.rst").read_text(encoding="utf-8")
    for kind in ACTION_TYPES:
        assert f"`~boston_rules.core.actions.{kind.__name__}`" in page
    for form in (*notation._WORDS, *notation._FORMS):
        assert f"``{form.split()[0]}" in page, form


def imported(path: Path) -> dict[str, str]:
    """The names that a file takes from the library, and the modules they are from."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("boston_rules"):
            found |= {alias.name: str(node.module) for alias in node.names}
    return found


@pytest.mark.parametrize("path", sorted((DOCS / "_ext").glob("*.py")), ids=lambda path: path.stem)
def test_directives_take_public_names_and_no_layout_of_the_terminal(path: Path) -> None:
    names = imported(path)
    assert not [name for name in names if name.startswith("_")]
    terminal = {name for name, module in names.items() if "boston_rules.cli" in (module, name)}
    terminal |= {name for name, module in names.items() if module.startswith("boston_rules.cli.")}
    assert terminal <= {"program", "worked_deals"}, "of which pages are written, as data"


@pytest.mark.long
@pytest.mark.parametrize("name", ["gallery", "rst", "specimens"])
def test_examples_of_the_directives_run(name: str) -> None:
    failed, attempted = doctest.testmod(import_module(f"docs._ext.{name}"))
    assert attempted
    assert not failed


def test_every_phase_is_in_the_table_of_phases() -> None:
    page = (DOCS / "reference" / "states.rst").read_text(encoding="utf-8")
    listed = re.findall(r"^   \* - ``([a-z -]+)``$", page, re.MULTILINE)
    reached = {kind.phase for variant in VARIANTS for kind in phases_of(variant)}
    assert reached <= set(listed)
    assert len(listed) == len(set(listed))


@pytest.mark.long
def test_a_signature_keeps_its_parameters_and_leaves_out_long_defaults() -> None:
    """Of a bound method too, whose first parameter is not one of those that are shown."""
    boston = pytest.importorskip("docs._ext.boston")

    class Told:
        @classmethod
        def parse(cls, text: str, least: int = 3, whole: object = tuple(range(100))) -> None: ...

    boston.shorten_defaults(None, Told.parse, False)
    shown = str(inspect.signature(Told.parse))
    assert shown == "(text: 'str', least: 'int' = 3, whole: 'object' = ...) -> 'None'"
