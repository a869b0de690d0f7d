"""The history of a deal as categories: who and what, a row an action, for sequence models.

>>> import boston_rules as br
>>> spec = event_spec(br.get_variant("mariland"))
>>> spec.rows, spec.whos, spec.kinds
(229, 5, 149)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

import boston_rules as br
from boston_rules.envs.bounds import bounds_of
from boston_rules.envs.encoding import action_encoding, bid_forms

__all__ = ["EventSpec", "Events", "event_spec", "history_codes"]

Events: TypeAlias = NDArray[np.int16]


@lru_cache(maxsize=64)
def history_codes(variant: br.Variant) -> dict[str, int]:
    """A number from 1 for everything that can stand in the history of a view.

    The tokens of the players' actions come first, in the order of their encoding, then what is
    hidden (``shuffle ?``, ``cut ?``, ``discard ?``, bids with a laid card unseen), then the cards
    turned up.
    """
    hidden = [f"{bid} ?" for bid in bid_forms(variant) if variant.ladder[bid.key].lays_card]
    tokens = (
        *action_encoding(variant).tokens,
        *("shuffle ?", "cut ?", "discard ?"),
        *hidden,
        *(f"turn {card}" for card in br.PACK),
    )
    return {token: number for number, token in enumerate(tokens, 1)}


@final
class EventSpec:
    """Rows of two whole numbers: who (0 chance, 1 the observer, 2 the player at his left, ...) and
    what (its number in :func:`history_codes`). Rows of two zeros follow the last event.
    """

    __slots__ = ("codes", "digits", "kinds", "rows", "variant", "whos")

    def __init__(self, variant: br.Variant) -> None:
        self.variant: Final = variant
        self.codes: Final = history_codes(variant)
        self.rows: Final = bounds_of(variant).decisions + 2
        """The most events of a deal."""
        self.whos: Final = variant.seats + 1
        """How many there are who act, chance included."""
        self.kinds: Final = len(self.codes) + 1
        """How many numbers the events have, 0 for none included."""
        places = np.arange(self.kinds.bit_length())
        self.digits: Final = (np.arange(self.kinds)[:, None] >> places & 1).astype(np.float32)
        """By number, its binary digits, the lowest first."""

    def __reduce__(self) -> tuple[type[EventSpec], tuple[br.Variant]]:
        return EventSpec, (self.variant,)

    def encode(self, history: tuple[tuple[int, str], ...], seat: int) -> Events:
        """The events of a view's history, told from a seat."""
        made = np.zeros((self.rows, 2), dtype=np.int16)
        if history:
            n, codes = self.variant.seats, self.codes
            made[: len(history)] = [
                (0 if who < 0 else (who - seat) % n + 1, codes[token]) for who, token in history
            ]
        return made


@lru_cache(maxsize=64)
def event_spec(variant: br.Variant) -> EventSpec:
    """The events of a variant, made once."""
    return EventSpec(variant)
