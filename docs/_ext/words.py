"""The rules of a variant in words, bids called by their names."""

from __future__ import annotations

import re
from typing import Any

import boston_rules as br
from boston_rules.telling.wording import rulewords

__all__ = ["named", "words_of"]


def words_of(variant: br.Variant, rule: Any) -> str:
    """What a rule object says, in English.

    Raises:
        TypeError: the rule has no words.
    """
    return named(variant, rulewords.words_of(variant, rule))


def named(variant: br.Variant, words: str) -> str:
    """The same words with the names of bids in place of their keys.

    A key that is a number is one only before another number, as in a list of prices by bid.
    """
    names = {step.key: step.name for step in variant.ladder if step.name}
    if not names:
        return words
    keys = (
        re.escape(key) + ("" if re.search("[a-z]", key) else r"(?= \d)")
        for key in sorted(names, key=len, reverse=True)
    )
    found = re.compile(rf"(?<![\w-])({'|'.join(keys)})(?![\w-])")
    return found.sub(lambda match: names[match[0]], words)
