"""The rules of a variant in words, bids called by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import fields_dict

import boston_rules as br
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.payments import Flat

__all__ = ["in_slots", "named", "slots_of", "words_of"]


def slots_of(variant: br.Variant) -> Iterator[tuple[str, Any]]:
    """Every rule that a variant is composed of, by the name of its field."""
    for name in dict.fromkeys([*fields_dict(br.Variant), *fields_dict(type(variant))]):
        rule = getattr(variant, name)
        if name not in variant.option_names() and rule is not None:
            yield name, rule


def in_slots(variant: br.Variant, name: str) -> Iterator[tuple[str, Any]]:
    """Every rule object within one of them, itself left out."""
    for path, rule in variant.rules():
        if re.match(rf"{re.escape(name)}[.\[]", path):
            yield path, rule


def words_of(variant: br.Variant, rule: Any) -> str:
    """What a rule object says, in English.

    Raises:
        TypeError: the rule has no words.
    """
    if isinstance(rule, Ladder):
        return f"{len(rule)} bids: " + ", ".join(step.name or step.key for step in rule)
    if isinstance(rule, Flat):
        return ", ".join(f"{_name(variant, key)} {chips}" for key, chips in rule.rows)
    words = getattr(rule, "words", None)
    if not callable(words):
        raise TypeError(f"{variant.slug}: {type(rule).__name__} has no words")
    return named(variant, str(words()))


def named(variant: br.Variant, words: str) -> str:
    """The same words with the names of bids in place of their keys."""
    keys = [step.key for step in variant.ladder if re.search("[a-z]", step.key)]
    for key in sorted(keys, key=len, reverse=True):
        words = re.sub(rf"(?<![\w-]){re.escape(key)}(?![\w-])", _name(variant, key), words)
    return words


def _name(variant: br.Variant, key: str) -> str:
    return (variant.ladder[key].name or key) if key in variant.ladder else key
