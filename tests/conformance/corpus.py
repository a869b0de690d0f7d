"""The corpus of the repository, for the tests of this folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from boston_rules.conformance import Case
from boston_rules.conformance.corpus import read_file
from boston_rules.variants.registry import own_variants

CORPUS = Path(__file__).resolve().parents[2] / "conformance"
TINY = CORPUS.parent / "examples" / "tiny_engine.py"
SLUGS = own_variants()


@cache
def cases(slug: str, kind: str) -> tuple[Case, ...]:
    """The cases of a file."""
    return tuple(read_file(CORPUS / slug / f"{kind}.json"))
