"""A rule says what it means: nobody outside its room compares a tag of it or tests its class.

What a rule is called, and which choices its fields have, is read from the source of the rooms in
which rules are defined; every other file of the library is then looked through.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import boston_rules as br

PACKAGE = Path(br.__file__).parent
ROOMS = ("rules", "deal/questions", "variants")
"""Where rules are defined and composed."""
COMPOSING = {"composition.py"}
"""Checks that a slot which one class fills is filled by it."""
WAITING: set[str] = set()
"""Files that still do it; there are none, and there shall be none."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def files_of(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (PACKAGE / room).rglob("*.py"))


def composes(path: Path) -> bool:
    """Whether a file is of a room in which rules are defined and composed."""
    return str(path.relative_to(PACKAGE)).startswith(ROOMS)


def base_names(node: ast.ClassDef) -> set[str]:
    return {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases}


def defined(path: Path) -> Iterator[ast.ClassDef]:
    yield from (node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef))


def rule_classes() -> set[str]:
    """The classes that put a rule into words; protocols are no rules, and phases say nothing."""
    found = {
        node.name
        for path in files_of("rules", "deal/questions")
        for node in defined(path)
        if "Protocol" not in base_names(node)
        and any(isinstance(part, ast.FunctionDef) and part.name == "words" for part in node.body)
    }
    elsewhere = {
        name
        for path in PACKAGE.rglob("*.py")
        if not composes(path)
        for name in re.findall(r"^ *class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    return found - elsewhere


def tags() -> dict[str, set[str]]:
    """The fields of rules that are one of some words, with the words."""
    found: dict[str, set[str]] = {}
    for path in files_of("rules", "deal/questions"):
        for node in ast.walk(tree(path)):
            if not (isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call)):
                continue
            if ast.unparse(node.value.func) == "choice":
                words = found.setdefault(ast.unparse(node.target), set())
                words |= {each for arg in node.value.args for each in strings(arg)}
    return found


def strings(node: ast.AST) -> set[str]:
    """The words in an expression."""
    return {
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }


RULES = rule_classes()
TAGS = tags()


def named(node: ast.AST) -> set[str]:
    """The names in an expression, the last part of those with dots."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found.add(part.id)
        elif isinstance(part, ast.Attribute):
            found.add(part.attr)
    return found


def tag_of(node: ast.expr) -> str | None:
    """The tag that an expression looks up, or that a variable is named after."""
    name = ""
    if isinstance(node, ast.Attribute):
        name = node.attr
    elif isinstance(node, ast.Name):
        name = node.id
    return name if name in TAGS else None


def classes_asked(node: ast.AST) -> set[str]:
    """The rule classes that a part of a file asks for."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
        return named(node.args[1]) & RULES
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(isinstance(side, ast.Call) and ast.unparse(side.func) == "type" for side in sides):
            return {name for side in sides for name in named(side)} & RULES
        return {name for side in sides for name in made(side)} & RULES
    if isinstance(node, ast.MatchClass):
        return named(node.cls) & RULES
    return set()


def made(node: ast.expr) -> set[str]:
    """The class of which an expression makes an object, as in ``lead == EldestLeads()``."""
    return named(node.func) if isinstance(node, ast.Call) else set()


def compares_tag(node: ast.AST) -> set[str]:
    """The tags that a part of a file holds against their words."""
    found = set()
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        words = {word for side in sides for word in strings(side)}
        found = {tag for tag in map(tag_of, sides) if tag is not None and TAGS[tag] & words}
    elif isinstance(node, ast.Match):
        tag = tag_of(node.subject)
        if tag is not None and any(TAGS[tag] & strings(case.pattern) for case in node.cases):
            found = {tag}
    elif isinstance(node, ast.Subscript):
        tag = tag_of(node.slice)
        if tag is not None and isinstance(node.value, ast.Dict):
            found = {tag}
    return found


def offences(source: ast.AST) -> list[str]:
    """What a file does that only the room of a rule may, as ``line: what``."""
    found = []
    for node in ast.walk(source):
        line = getattr(node, "lineno", 0)
        found += [f"{line}: asks for the class {name}" for name in sorted(classes_asked(node))]
        found += [f"{line}: compares the tag {name}" for name in sorted(compares_tag(node))]
    return found


OUTSIDE = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if not composes(path) and str(path.relative_to(PACKAGE)) not in COMPOSING
]


def test_rules_and_tags_are_found() -> None:
    assert {"AtLeast", "Exactly", "AskAndAccept", "InAuction", "FixedSides", "NamedSuit"} <= RULES
    assert {"ChicaneRule", "ContestRule", "ConcessionRule", "BostonJack", "Flat"} <= RULES
    assert not {"Goal", "PartnerRule", "Asking", "Raising", "QuestionRule"} & RULES
    assert set(TAGS) == {
        *("shuffle", "cutters", "first_cutters", "turn", "exposed", "after_pass"),
        *("last_pool", "exchange", "penalty", "turn_order"),
    }
    assert TAGS["cutters"] == {"all", "dealer-right"}


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_file_outside_decides_for_a_rule(path: Path) -> None:
    found = offences(tree(path))
    if str(path.relative_to(PACKAGE)) not in WAITING:
        assert found == []


def test_no_file_waits_that_need_not() -> None:
    """A file that is mended, or gone, leaves the list."""
    names = {str(path.relative_to(PACKAGE)): path for path in OUTSIDE}
    assert {name for name in WAITING if name in names and offences(tree(names[name]))} == WAITING


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(goal, AtLeast)",
        "isinstance(goal, br.AtLeast | int)",
        "isinstance(goal, (int, AtLeast))",
        "issubclass(kind, FixedSides)",
        "type(goal) is AtLeast",
        "type(goal) in (AtLeast, int)",
        "step.lead == EldestLeads()",
        "match goal:\n    case AtLeast(): pass",
        'rule.exposed == "no"',
        '"all" != dealing.cutters',
        'dealing.turn in ("last-card", "dead-hand")',
        'turn = dealing.turn\nif turn == "last-card": pass',
        'match rule.after_pass:\n    case "anybody" | "eldest": pass',
        '{"trumps": 1, "turned": 2}[rule.exchange]',
    ],
)
def test_what_must_not_be_is_caught(source: str) -> None:
    assert len(offences(ast.parse(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(rule, QuestionRule)",
        "isinstance(state, Conceding)",
        "type(goal) is int",
        "dealing.cutters is None",
        'state.phase == "all"',
        "contract.turn == Turn()",
        'view.exposed == ((0, "x"),)',
        "goal == other",
        "step = Step(goal=AtLeast(5))",
        "rows[rule.exchange]",
    ],
)
def test_what_may_be_is_let_pass(source: str) -> None:
    assert offences(ast.parse(source)) == []
