"""What may be played: every registered game with its options, in the language of the moment."""

from __future__ import annotations

from typing import Any

import boston_rules as br
from boston_rules.core.saying import sentence_of, term
from boston_rules.telling.language import spoken
from boston_rules.telling.wording.rulewords import choice_label, label_of

__all__ = ["games"]


def games() -> list[dict[str, Any]]:
    """Every game with its title, a line that says what it is, and its options.

    >>> [game["title"] for game in games() if game["slug"] == "classic"]
    ['Classic Boston']
    """
    return list(map(_game, br.list_variants()))


def _game(slug: str) -> dict[str, Any]:
    variant = br.get_variant(slug)
    options = []
    for name in variant.option_names():
        choices, chosen = variant.option_choices(name), getattr(variant, name)
        if all(isinstance(each, str | int | None) for each in (chosen, *(choices or ()))):
            words = choices and [(each, spoken(choice_label(each))) for each in choices]
            label = spoken(label_of(name))
            options.append({"name": name, "label": label, "choices": words, "chosen": chosen})
    return {
        "slug": slug,
        "title": spoken(term(variant.title)),
        "about": spoken(sentence_of(term(variant.about))),
        "seats": variant.seats,
        "options": options,
    }
