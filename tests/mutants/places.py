"""The mutants: what Cosmic Ray's operators make of the source, and a sample of them.

Its operators replace an operator, a number or a keyword, negate a condition, empty a loop, drop a
decorator or an exception that is caught. A *place* is where one kind of them applies. Places are
drawn, then one mutant of each, because a binary operator has eleven replacements and would else
count eleven times.

A place is drawn by a hash of the seed and its line of text: a change of the source leaves the
sample as it was everywhere else.
"""

from __future__ import annotations

import ast
import hashlib
import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

PARTS: Final = ("rules", "deal", "knowing", "core/cardplay", "solver")
"""What is mutated, below ``src/boston_rules``."""

_IDENTITY: Final = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")
"""Equality for identity: the same for the small numbers and single objects that are compared."""

OPERATORS: Final = {
    name: get_operator(name)()
    for name in operator_names()
    if not get_operator(name).arguments() and not name.endswith(_IDENTITY)
}


class Mutant(NamedTuple):
    """A file with one operator applied to it once."""

    file: str
    """Below ``src/boston_rules``."""
    operator: str
    occurrence: int
    """Which application of the operator to the file, from 0."""
    line: int

    @property
    def kind(self) -> str:
        """The name of the operator without what it replaces by what."""
        return self.operator.removeprefix("core/").partition("_")[0]


class Changed(NamedTuple):
    """A mutant, and the source that it stands for."""

    mutant: Mutant
    source: str
    was: str
    """The line of text that it changes."""
    becomes: str
    """The line as changed, "" where it is dropped."""


def files(package: Path) -> list[str]:
    """The files that are mutated, below the package."""
    found = [path for part in PARTS for path in (package / part).rglob("*.py")]
    return sorted(path.relative_to(package).as_posix() for path in found)


def places(package: Path, file: str) -> dict[str, list[Mutant]]:
    """The mutants of a file by place; a place is named by file, kind, line of text and count."""
    source = (package / file).read_text(encoding="utf-8")
    text = source.splitlines()
    # Most of a file are leaves that no operator looks at.
    nodes = [
        node
        for node in ast_nodes(get_ast(source))
        if node.type not in ("name", "newline", "string", "endmarker")
        and not (node.type == "operator" and node.value in "()[]{}.,:=")
    ]
    found: dict[tuple[str, tuple[int, int]], list[Mutant]] = defaultdict(list)
    for name, operator in OPERATORS.items():
        positions = (
            (node, start) for node in nodes for start, _ in operator.mutation_positions(node)
        )
        for occurrence, (node, start) in enumerate(positions):
            # Cosmic Ray takes the mark of keywords only for a product.
            if node.parent is None or node.parent.type != "parameters":
                mutant = Mutant(file, name, occurrence, start[0])
                found[mutant.kind, start].append(mutant)
    counts: dict[str, int] = defaultdict(int)
    named = {}
    for (kind, (line, _)), mutants in sorted(found.items(), key=lambda item: item[0][1]):
        name = f"{file}: {kind}: {text[line - 1].strip()}"
        named[f"{name}: {counts[name]}"] = mutants
        counts[name] += 1
    return named


def changed(package: Path, mutant: Mutant) -> Changed | None:
    """The mutant's source; ``None`` if it does not compile, or only annotations differ."""
    sound = (package / mutant.file).read_text(encoding="utf-8")
    source = mutate_code(sound, OPERATORS[mutant.operator], mutant.occurrence)
    try:
        compile(source, mutant.file, "exec")
    except SyntaxError:
        return None
    if _meaning(source) == _meaning(sound):
        return None
    was, becomes = sound.splitlines(), source.splitlines()
    if len(was) != len(becomes):
        return Changed(mutant, source, was[mutant.line - 1].strip(), "")
    lines = next((old, new) for old, new in zip(was, becomes, strict=True) if old != new)
    return Changed(mutant, source, *(line.strip() for line in lines))


def sample(package: Path, size: int, seed: int) -> Iterator[Changed]:
    """Mutants of as many places, one of each."""
    everywhere: dict[str, list[Mutant]] = {}
    for file in files(package):
        everywhere.update(places(package, file))
    found = (
        _one_of(package, everywhere[name], f"{seed} {name}")
        for name in sorted(everywhere, key=lambda name: _rank(f"{seed} {name}"))
    )
    return itertools.islice((each for each in found if each is not None), size)


def _one_of(package: Path, mutants: Sequence[Mutant], seed: str) -> Changed | None:
    order = sorted(range(len(mutants)), key=lambda number: _rank(f"{seed} {number}"))
    found = (changed(package, mutants[number]) for number in order)
    return next((each for each in found if each is not None), None)


def of_line(package: Path, file: str, was: str) -> Iterator[Changed]:
    """All mutants of the lines with this text."""
    text = (package / file).read_text(encoding="utf-8").splitlines()
    lines = {number for number, line in enumerate(text, 1) if line.strip() == was}
    for mutants in places(package, file).values():
        for mutant in mutants:
            if mutant.line in lines:
                found = changed(package, mutant)
                if found is not None:
                    yield found


def _rank(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


class _Unannotated(ast.NodeTransformer):
    """Without annotations, which nothing evaluates: every file defers them."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.copy_location(ast.Constant(None), node.annotation)
        return self.generic_visit(node)


@lru_cache
def _meaning(source: str) -> str:
    return ast.dump(_Unannotated().visit(ast.parse(source)))
