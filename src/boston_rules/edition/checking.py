"""Checks every edge of the statements: to the variants, the register, the proofs and the texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import fields, frozen

from boston_rules.core.errors import BostonError
from boston_rules.core.sources import Cite, Source, own_cites
from boston_rules.edition.statements import (
    FAMILIES,
    Statement,
    Text,
    plain_path,
    statements_at,
    texts,
    within,
)
from boston_rules.rules.variant import Variant
from boston_rules.variants.registry import get_variant, own_variants

__all__ = [
    "LIBRARY",
    "Ruling",
    "check_citation",
    "check_citations",
    "check_lines",
    "check_proofs",
    "check_statements",
    "citations",
    "digest_of",
    "register",
    "silences",
    "text_in",
]

LIBRARY: Final = "LIB"
"""What decides where every telling is silent; no text."""


@cache
def _settings(slug: str) -> tuple[Variant, ...]:
    """The variant, and the variant with each choice of each option."""
    plain = get_variant(slug)
    made = [plain]
    for name in plain.option_names():
        others = [each for each in plain.option_choices(name) or () if each != getattr(plain, name)]
        made += [get_variant(slug, **{name: choice}) for choice in others]
    return tuple(made)


def citations(slug: str) -> Iterator[tuple[str, Cite]]:
    """Every citation of a variant under every option, each with the rule's path."""
    found: dict[tuple[str, Cite], None] = {}
    for variant in _settings(slug):
        for path, rule in variant.rules():
            for source in own_cites(rule):
                found[plain_path(path), source] = None
    for attribute in fields(type(get_variant(slug))):
        source = attribute.metadata.get("source")
        if isinstance(source, Cite):
            path = ".".join(attribute.metadata["boston_rules.option"].paths[0])
            found[path, source] = None
    return iter(found)


@cache
def _paths(slug: str) -> frozenset[str]:
    """The paths of all rules of a variant and of their fields, whatever its options."""
    found: set[str] = set()
    for variant in _settings(slug):
        for path, rule in variant.rules():
            plain = plain_path(path)
            found.add(plain)
            found.update(f"{plain}.{each.alias}" for each in fields(type(rule)) if each.init)
    return frozenset(found)


@cache
def silences(slug: str) -> Mapping[str, str]:
    """The rules of a variant on which every telling is silent, with the rulings that decide.

    >>> from boston_rules.edition.checking import silences
    >>> silences("mariland")["pool.ante"]
    'R44, P38'
    """
    return {
        plain_path(path): cite.ruling
        for path, rule in get_variant(slug).rules()
        for cite in own_cites(rule)
        if {source.key for source in cite.sources} == {LIBRARY}
    }


# Each check yields a sentence for each fault.


def check_statements(text: Text) -> Iterator[str]:
    """Check the statements of a text by themselves and against the variants."""
    numbers = [each.number for each in text.statements]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"{text.name}: the statements are not numbered from 1 in order"
    for statement in text.statements:
        for fault in _faults(text, statement):
            yield f"{statement.identifier}: {fault}"


def _faults(text: Text, statement: Statement) -> Iterator[str]:
    if statement.part not in text.parts:
        yield f"there is no part {statement.part!r}"
    first, last = statement.lines
    if not 1 <= first <= last:
        yield f"no lines go from {first} to {last}"
    for family, slugs in FAMILIES.items():
        if family in statement.part and statement.games and set(slugs).isdisjoint(statement.games):
            yield f"it is about no game of {family}, in whose part it stands"
    unknown = [slug for slug in statement.games if slug not in own_variants()]
    yield from (f"there is no variant {slug!r}" for slug in unknown)
    games = [slug for slug in statement.games if slug in own_variants()]
    adopted = statement.fate in ("followed", "option", "ruled")
    for slug in games if adopted else ():
        if text.telling not in {source.key for source in get_variant(slug).sources}:
            yield f"{slug} does not rest on {text.telling}"
        for path in sorted(silences(slug).keys() & set(statement.rules)):
            yield f"{slug} has it that no telling speaks of {path}"
    for path in statement.rules:
        if not any(path in _paths(slug) for slug in games):
            yield f"no rule of {', '.join(games) or 'any game'} is {path}"
    needed = {
        "followed": ("games", "rules", "proofs"),
        "option": ("games", "rules", "proofs", "option"),
        "ruled": ("games", "rules", "proofs", "rulings"),
        "superseded": ("by", "why"),
        "not modelled": ("why",),
    }[statement.fate]
    for name in needed:
        if not getattr(statement, name):
            yield f"it is {statement.fate}, and has no {name}"
    if statement.option and not any(_takes(slug, statement.option) for slug in games):
        yield f"no game of it has the option {statement.option}"
    for slug in filter(lambda slug: _has_by_default(slug, statement.option), games):
        yield f"{statement.option} is the rule of {slug}, and no option"
    known = {each.telling for each in texts().values()} | {LIBRARY}
    yield from (f"there is no telling {key!r}" for key in statement.by if key not in known)


def _takes(slug: str, option: str) -> bool:
    name, _, value = option.partition("=")
    if name not in get_variant(slug).option_names():
        return False
    choices = get_variant(slug).option_choices(name)
    try:
        return choices is None or value in map(str, choices)
    except BostonError:
        return False


def _has_by_default(slug: str, option: str) -> bool:
    name, _, value = option.partition("=")
    variant = get_variant(slug)
    return name in variant.option_names() and str(getattr(variant, name)) == value


def check_citations(slug: str) -> Iterator[str]:
    """Check that each citation of a variant points to statements about the rule that has it."""
    sources = get_variant(slug).sources
    for path, cite in citations(slug):
        for fault in check_citation(cite, path, sources):
            yield f"{slug}: {path} [{cite}]: {fault}"


def check_citation(cite: Cite, path: str, sources: Iterable[Source]) -> Iterator[str]:
    """Check one citation.

    Args:
        cite: the citation.
        path: the path in the variant of the rule that has it.
        sources: the tellings on which the variant rests.
    """
    rule = plain_path(path)
    known = {source.key for source in sources}
    cited = [source.key for source in cite.sources]
    yield from (f"{key} is none of the variant's sources" for key in cited if key not in known)
    if LIBRARY in cited and not cite.ruling:
        yield "the library decides by a numbered ruling, and none is cited"
    tellings = [key for key in cited if key != LIBRARY]
    silent = set(tellings)
    for piece in filter(None, cite.locus.split("; ")):
        places = {key: told for key in tellings if (told := statements_at(key, piece)) is not None}
        speaking = {
            key
            for key, told in places.items()
            if any(within(rule, said) for each in told for said in each.rules)
        }
        silent -= speaking
        if not places:
            yield f"{' and '.join(cited)} has no part {piece!r}"
        elif not speaking:
            yield f"{' and '.join(places)}, {piece}, says nothing of {path}"
    yield from (f"{key} is cited and says nothing of {path} there" for key in sorted(silent))


def check_proofs(text: Text, root: Path) -> Iterator[str]:
    """Check that rulings fit the statements, and that tests and files of the corpus exist."""
    rulings = register(root)
    for statement in text.statements:
        for fault in _ruling_faults(text, statement, rulings):
            yield f"{statement.identifier}: {fault}"
        for proof in statement.proofs:
            if not _exists(proof, root):
                yield f"{statement.identifier}: there is no {proof}"


def _ruling_faults(
    text: Text, statement: Statement, rulings: Mapping[str, Ruling]
) -> Iterator[str]:
    """Check that the rulings of a statement speak of its games and of its telling."""
    yield from (
        f"the register has no ruling {number}"
        for number in statement.rulings
        if number not in rulings
    )
    cited = {number: rulings[number] for number in statement.rulings if number in rulings}
    for number, ruling in cited.items():
        if statement.games and not any(map(ruling.concerns, statement.games)):
            yield f"{number} is about none of its games"
        if text.telling not in ruling.tellings:
            yield f"{number} does not name {text.telling} among its sources"
    for slug in statement.games if statement.fate == "ruled" and cited else ():
        if not any(ruling.concerns(slug) for ruling in cited.values()):
            yield f"it is ruled, and no ruling of it is about {slug}"


@frozen
class Ruling:
    """An entry of the register, as far as the checks need it."""

    why: str
    """Why it was needed; empty where that is not told."""
    variants: frozenset[str] | None
    """The variants that it is about; ``None`` if it is about all, or the entry does not say."""
    tellings: frozenset[str]
    """The keys that stand in its sources, those of the tellings among them."""

    def concerns(self, slug: str) -> bool:
        """Whether it is about a variant."""
        return self.variants is None or slug in self.variants


@cache
def register(root: Path) -> Mapping[str, Ruling]:
    """The rulings of the register, by their numbers.

    Args:
        root: a checkout; without one there is no register.
    """
    docs, found = root / "docs", {}
    for page in sorted({*docs.glob("rulings.rst"), *docs.glob("rulings/*.rst")}):
        for entry in re.split(r"(?m)^(?=\.\. _)", page.read_text("utf-8")):
            number = re.match(r"\.\. _([A-Z]+\d+):$", entry, re.MULTILINE)
            if number is not None:
                told = dict(re.findall(r"(?ms)^:(\w+): (.*?)(?=^\S|\Z)", entry))
                slugs = frozenset(re.findall(r"``([a-z-]+)``", told.get("Variants", "")))
                keys = frozenset(re.findall(r"\b[A-Z]{3}[A-Z0-9]*\b", told.get("Sources", "")))
                found[number[1]] = Ruling(
                    " ".join(told.get("Why", "").split()), slugs or None, keys
                )
    return found


def _exists(proof: str, root: Path) -> bool:
    if proof.startswith("corpus "):
        return (root / "conformance" / f"{proof.removeprefix('corpus ')}.json").is_file()
    file, _, name = proof.partition("::")
    return bool(name) and name in _tests(root / file)


@cache
def _tests(file: Path) -> frozenset[str]:
    """The tests of a file, those of a class behind its name."""
    if not file.is_file():
        return frozenset()
    found: set[str] = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        for each in inside:
            if isinstance(each, ast.FunctionDef) and each.name.startswith("test_"):
                found.add(before + each.name)
    return frozenset(found)


def text_in(folder: Path, text: Text) -> list[str] | None:
    """The lines of the text that a folder has; ``None`` if no file in it is that text."""
    for file in sorted(folder.iterdir()):
        content = file.read_bytes() if file.is_file() else b""
        if sha256(content).hexdigest() == text.sha256:
            return content.decode("utf-8").split("\n")
    return None


def digest_of(lines: Iterable[str]) -> str:
    """A digest of lines, whatever their spaces."""
    return sha256(" ".join(" ".join(lines).split()).encode()).hexdigest()[:12]


def check_lines(text: Text, folder: Path) -> Iterator[str]:
    """Check that the lines of each statement are those of which it was made."""
    lines = text_in(folder, text)
    if lines is None:
        yield f"{text.name}: no file in {folder} has its SHA-256"
        return
    for statement in text.statements:
        first, last = statement.lines
        if last > len(lines):
            yield f"{statement.identifier}: the text has {len(lines)} lines, not {last}"
        elif digest_of(lines[first - 1 : last]) != statement.digest:
            yield f"{statement.identifier}: lines {first} to {last} are not what it was made of"
