"""The library never asks which variant it serves.

Outside ``variants/`` no file of the package names a slug or a variant class. A slug such as
``whisch-bostonien`` can mean nothing else, so any string equal to it fails. A slug that is an
ordinary word, such as ``french``, may also be the name of a field or of a language; as a string it
fails where it can be a slug: compared with something, matched, looked up, contained in a list that
something is compared with, or anywhere in a statement that speaks of a slug or a variant.
Docstrings and messages may show examples: only whole strings count.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import boston_rules as br
from boston_rules.variants import ALL

PACKAGE = Path(br.__file__).resolve().parent
SLUGS = frozenset(cls.slug for cls in ALL)
CLASSES = frozenset(cls.__name__ for cls in ALL)
ORDINARY = frozenset({"american", "classic", "french", "russian"}) & SLUGS
"""Slugs that are words of other meanings as well."""

# The public face offers the module.
MAY_IMPORT_VARIANTS = frozenset({"__init__.py"})
REGISTRY = "boston_rules.variants.registry"
"""Where everybody asks for a variant by its name."""

STATEMENTS = (
    ast.Expr,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Return,
    ast.Raise,
    ast.Assert,
    ast.Delete,
)
"""Statements without a body: the words of all of them count together."""


def _texts(node: ast.AST) -> Iterator[tuple[str, int]]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value, inner.lineno


def _speaks_of_variants(node: ast.AST) -> bool:
    for inner in ast.walk(node):
        names: list[str] = []
        if isinstance(inner, ast.Name):
            names = [inner.id]
        elif isinstance(inner, ast.Attribute):
            names = [inner.attr]
        elif isinstance(inner, ast.keyword | ast.arg):
            names = [inner.arg or ""]
        if any("slug" in name.lower() or "variant" in name.lower() for name in names):
            return True
    return False


def _suspicious(tree: ast.AST) -> Iterator[ast.AST]:
    """The parts of a file in which an ordinary word is taken for a slug."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue | ast.Subscript):
            yield node
        elif isinstance(node, STATEMENTS):
            if _speaks_of_variants(node):
                yield node
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            if _speaks_of_variants(node.test):
                yield node.test
        elif isinstance(node, ast.For | ast.comprehension):
            if _speaks_of_variants(node.target) or _speaks_of_variants(node.iter):
                yield node.iter
        elif isinstance(node, ast.FunctionDef | ast.Lambda):
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None and _speaks_of_variants(node.args):
                    yield default
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func).split(".")[-1]
            if called in ("startswith", "endswith"):
                yield node


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = "." * node.level + (node.module or "")
        return [start, *(f"{start}.{alias.name}" for alias in node.names)]
    return []


def offences(source: str, name: str = "somewhere.py") -> list[str]:
    """Where a file names a variant, as ``line: what``."""
    tree = ast.parse(source)
    found = set()
    texts = list(_texts(tree))
    for text, line in texts:
        if text in SLUGS - ORDINARY:
            found.add((line, f"the slug {text!r}"))
    for part in _suspicious(tree) if any(text in ORDINARY for text, _ in texts) else ():
        for text, line in _texts(part):
            if text in ORDINARY:
                found.add((line, f"the slug {text!r}"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in CLASSES:
            found.add((node.lineno, f"the class {node.id}"))
        elif isinstance(node, ast.Attribute) and node.attr in CLASSES:
            found.add((node.lineno, f"the class {node.attr}"))
        elif isinstance(node, ast.alias) and node.name in CLASSES:
            found.add((node.lineno, f"the class {node.name}"))
        elif isinstance(node, ast.Import | ast.ImportFrom) and name not in MAY_IMPORT_VARIANTS:
            for module in _imported(node):
                if "variants" in module.split(".") and not module.startswith(REGISTRY):
                    found.add((node.lineno, f"the import of {module}"))
    return [f"{line}: {what}" for line, what in sorted(found)]


def library_files() -> list[Path]:
    return sorted(
        path for path in PACKAGE.rglob("*.py") if "variants" not in path.relative_to(PACKAGE).parts
    )


def test_the_library_is_looked_at() -> None:
    names = {str(path.relative_to(PACKAGE)) for path in library_files()}
    assert {"deal/engine.py", "knowing/views.py", "rules/notation.py", "core/events.py"} <= names
    for room in ("deal/law", "deal/questions", "deal/settlement", "records", "cli"):
        assert any(name.startswith(room) for name in names)
    assert (PACKAGE / "variants" / "__init__.py").exists()


@pytest.mark.long
def test_no_file_outside_variants_names_a_variant() -> None:
    found = {}
    for path in library_files():
        name = str(path.relative_to(PACKAGE))
        found[name] = offences(path.read_text(encoding="utf-8"), name)
    assert {name: named for name, named in found.items() if named} == {}


def modules() -> list[ModuleType]:
    """Every module outside ``variants/`` that can be imported here; an extra may be missing."""
    found = [br]
    for info in pkgutil.walk_packages(br.__path__, "boston_rules."):
        if info.name.startswith("boston_rules.variants") or info.name.endswith("__main__"):
            continue
        missing: str | None = None
        try:
            found.append(importlib.import_module(info.name))
        except ModuleNotFoundError as error:
            missing = error.name
        assert missing is None or not missing.startswith("boston_rules"), missing
    return found


@pytest.mark.long
def test_no_module_outside_variants_holds_a_variant_or_its_class_under_any_name() -> None:
    for module in modules():
        for name, value in vars(module).items():
            kind = value if isinstance(value, type) else type(value)
            assert not (issubclass(kind, br.Variant) and kind is not br.Variant), (
                f"{module.__name__}.{name} is of the variant {kind.__name__}"
            )


# The test itself is tested: what it must catch, and what it must let pass.


@pytest.mark.parametrize(
    "source",
    [
        "x = 'fontainebleau'",
        "if v.slug == 'french': pass",
        "if name == 'french': pass",
        "if name in ('american', 'french'): pass",
        "if name not in {'classic'}: pass",
        "x = 1 if 'russian' != name else 2",
        "match name:\n    case 'french':\n        pass",
        "match name:\n    case 'whisch-bostonien' | 'x':\n        pass",
        "prices = table['french']",
        "variant = get_variant('french')",
        "get_variant(slug='french', deals=3)",
        "default_slug = 'american'",
        "def play(variant: str = 'french') -> None: ...",
        "play = lambda slug='french': slug",
        "for slug in ['french', 'american']: pass",
        "x = [v for v in ('french',) if v.slug]",
        "x = [go(slug) for slug in ('french', 'american')]",
        "SLOW = {'boston-whist': 3}",
        "if slug.startswith('french'): pass",
        "assert state.table.variant.slug != 'french'",
        "print(f'{v}' if v.slug == 'french' else 1)",
        "if isinstance(v, French): pass",
        "if type(v) is variants.French: pass",
        "if type(v).__name__ == 'x' or isinstance(v, br.variants.Fontainebleau): pass",
        "from boston_rules.variants.nantes import French as F",
        "from boston_rules.variants import ALL",
        "from boston_rules import variants",
        "import boston_rules.variants.nantes",
        "from ..variants import ALL",
        "from .variants.nantes import FACTORS",
    ],
)
def test_what_names_a_variant_is_caught(source: str) -> None:
    assert offences(source)


@pytest.mark.parametrize(
    "source",
    [
        "'''Play fontainebleau or french.'''",
        "help = 'such as french or fontainebleau'",
        "name = step.french",
        "Step(key='5', name='x', french='y')",
        "text = getattr(step, 'french')",
        "row = {'english': step.name, 'french': step.french}",
        "for language in ('english', 'french'): show(language)",
        "raise NotationError('french is no contract')",
        "if variant.slug == other.slug: pass",
        "if isinstance(v, Variant): pass",
        "names = [step.key for step in ladder if step.key == 'neuf']",
        "style = 'classic'",
        "from boston_rules.rules.variant import Variant, option",
        "from boston_rules.variants.registry import list_variants",
        "print(f'{variant.slug} has no contract')",
    ],
)
def test_what_names_none_is_let_pass(source: str) -> None:
    assert offences(source) == []
