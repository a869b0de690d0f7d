"""The gallery of the games: a picture of each, who plays how long, and what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs._ext.rst import escaped, indented

import boston_rules as br
from boston_rules.core.saying import sentence_of

__all__ = ["games_gallery"]


def games_gallery(variants: Iterable[br.Variant]) -> str:
    """A picture and a few words for each game, with a link to its page."""
    return "\n".join(line for variant in variants for line in _game(variant))


def _game(variant: br.Variant) -> Iterator[str]:
    page = f"/variants/{variant.slug}"
    yield ".. container:: game"
    yield ""
    yield from indented(
        [
            f".. image:: /pictures/game-{variant.slug}.svg",
            f"   :alt: A deal of {escaped(variant.title)} in its third trick.",
            "",
            f":doc:`{escaped(variant.title)} <{page}>` (``{variant.slug}``)",
            "",
            f"*{_players(variant)}, {_length(variant)}, {len(variant.ladder)} bids.* "
            f"{escaped(sentence_of(variant.about))}",
            "",
        ]
    )


def _players(variant: br.Variant) -> str:
    choices = variant.option_choices("seats") if "seats" in variant.option_names() else None
    seats = sorted({variant.seats, *(each for each in choices or () if isinstance(each, int))})
    return f"{' or '.join(map(str, seats))} players"


def _length(variant: br.Variant) -> str:
    rules = variant.session
    return f"{rules.deals} deals" if rules.first_to is None else f"first to {rules.first_to} chips"
