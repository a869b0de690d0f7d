"""Where a rule comes from."""

from __future__ import annotations

from typing import Any, overload

from attrs import field, frozen

from boston_rules.core.arguments import wrong_type
from boston_rules.core.saying import joined

__all__ = ["Cite", "Source", "cited", "own_cites", "source_of", "text", "with_source"]


@frozen
class Source:
    """A telling of the game: a book, article or page."""

    key: str
    """Short name used in tables, such as ``ENC``."""
    title: str
    """The full title."""
    year: str = ""
    """When it appeared, as text, such as ``about 1810``."""

    def __str__(self) -> str:
        return f"{self.title} ({self.year})" if self.year else self.title


@frozen(cache_hash=True)
class Cite:
    """A place in a telling, with the numbered ruling that decided where one did.

    >>> import boston_rules as br
    >>> str(br.Cite(br.Source("ENC", "Boston (card game)"), "laws, 8", ruling="R7"))
    'ENC, laws, 8; ruling R7'
    """

    source: Source | tuple[Source, ...] = field()
    """The telling, or several that agree."""
    locus: str = ""
    """The place in it, such as a page, a law or a heading."""
    ruling: str = ""
    """The number of the ruling that decided, such as ``R7``; empty where the telling is plain."""

    @source.validator
    def _check(self, attribute: object, value: object) -> None:
        if not all(isinstance(each, Source) for each in self.sources):
            raise wrong_type("source of Cite", "a Source, or a tuple of them", value)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The tellings cited, one or several that agree."""
        return self.source if isinstance(self.source, tuple) else (self.source,)

    def __str__(self) -> str:
        text = " and ".join(source.key for source in self.sources)
        if self.locus:
            text += f", {self.locus}"
        if self.ruling:
            text += f"; ruling{'s' if ',' in self.ruling else ''} {self.ruling}"
        return text


def source_of(rule: object) -> Cite | None:
    """The citation of a rule object; ``None`` where it has none, and where there is no rule.

    >>> import boston_rules as br
    >>> from boston_rules.core.sources import source_of
    >>> print(source_of(br.get_variant("classic").dealing))
    WEB, Setup and Deal, 2 and 3; ruling P1
    """
    source = getattr(rule, "source", None)
    return source if isinstance(source, Cite) else None


def own_cites(rule: object) -> tuple[Cite, ...]:
    """The citation of a rule object, of rules within it none; empty where it has none."""
    source = source_of(rule)
    return () if source is None else (source,)


def with_source(sentence: str, source: Cite | None) -> str:
    """A sentence, with its source where one is cited.

    >>> from boston_rules import Cite, Source
    >>> from boston_rules.core.sources import with_source
    >>> with_source("a revoke ends the deal", Cite(Source("ENC", "Boston (card game)"), "laws, 8"))
    'a revoke ends the deal [ENC, laws, 8]'
    """
    return sentence if source is None else joined("", (sentence, f" [{source}]"))


TEXT_ONLY = {"boston_rules.text": True}
"""Metadata of fields that are words about a rule, not the rule: not part of the fingerprint."""

ADDED = {"boston_rules.added": True}
"""Metadata of fields that a rule got later: at the default they are not part of the fingerprint."""


@overload
def cited() -> Cite | None: ...
@overload
def cited(default: Any) -> Any: ...
def cited(default: Any = None) -> Any:
    """The ``source`` field every rule object carries."""
    return field(default=default, kw_only=True, metadata=TEXT_ONLY)


def text(default: Any = "") -> Any:
    """A field that holds words only."""
    return field(default=default, metadata=TEXT_ONLY)
