"""How a field stood in the first edition, so that its fingerprints and records are still good.

A field that was added since, renamed, or that takes another kind of value carries in its metadata
how the first edition spelled the values that it knew. A fingerprint is worked out of that spelling,
and a record of the first edition is read by it; a value that the first edition did not have stands
for itself.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from attrs import Attribute

__all__ = ["OMITTED", "Former", "Gone", "added", "former", "former_of"]

FORMER: Final = "boston_rules.former"


class _Omitted:
    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = _Omitted()
"""In the place of a spelling: the first edition had no such field."""


class Gone(NamedTuple):
    """A rule class of the first edition in whose place there is nothing."""

    name: str


class Former(NamedTuple):
    """How the first edition spelled a field."""

    name: str
    """What the field was called; nothing for the same name."""
    spellings: tuple[tuple[Any, Any], ...]
    """Values, each with what stood for it: a number, a text, or the name of a rule class."""

    def spelled(self, value: object) -> Any:
        """What stood for a value.

        Raises:
            KeyError: the first edition did not have it.
        """
        for known, told in self.spellings:
            if type(known) is type(value) and known == value:
                return told
        raise KeyError(value)

    def read(self, told: object) -> Any:
        """The value of a spelling.

        Raises:
            KeyError: it is none of the first edition.
        """
        for value, known in self.spellings:
            if type(known) is type(told) and known == told:
                return value
        raise KeyError(told)


def former(*spellings: tuple[Any, Any], name: str = "") -> dict[str, Any]:
    """The metadata of a field that the first edition spelled otherwise."""
    return {FORMER: Former(name, spellings)}


def added(default: object) -> dict[str, Any]:
    """The metadata of a field that the first edition did not have; what it did is the default."""
    return {FORMER: Former("", ((default, OMITTED),))}


def former_of(attribute: Attribute[Any]) -> Former | None:
    """How the first edition spelled a field, where that differs."""
    found: Former | None = attribute.metadata.get(FORMER)
    return found
