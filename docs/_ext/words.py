"""The rules of a variant in words, bids called by their names."""

from __future__ import annotations

import re
from typing import Any

import boston_rules as br
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.payments import Flat

__all__ = ["named", "words_of"]


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
