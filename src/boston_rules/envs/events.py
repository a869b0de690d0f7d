"""The events of a deal as categories: who and what, a row an event, for sequence models.

>>> import boston_rules as br
>>> spec = event_spec(br.get_variant("mariland"))
>>> spec.rows, spec.whos, spec.kinds
(229, 5, 149)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias, final

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

import boston_rules as br
from boston_rules.core.events import Events, Opened
from boston_rules.envs.bounds import bounds_of
from boston_rules.envs.encoding import OfVariant, action_encoding, bid_forms

__all__ = ["EventRows", "EventSpec", "event_spec", "history"]

EventRows: TypeAlias = NDArray[np.int16]


def history(events: Events) -> list[tuple[int, br.Action]]:
    """Who did what, in order: a bid with the card laid with it, once that has been shown."""
    found: list[tuple[int, br.Action]] = []
    bid = 0
    for event in events:
        if not isinstance(event.action, Opened):
            if isinstance(event.action, br.Bid):
                bid = len(found)
            found.append((event.seat, event.action))
        if event.shows.laid is not None:
            seat, hidden = found[bid]
            assert isinstance(hidden, br.Bid), "a card is laid with a bid"
            found[bid] = seat, evolve(hidden, card=event.shows.laid)
    return found


@final
class EventSpec(OfVariant):
    """Rows of two whole numbers: who (0 chance, 1 the observer, 2 the player at his left, ...) and
    what (its number in :attr:`codes`). Rows of two zeros follow the last event.
    """

    __slots__ = ("codes", "digits", "kinds", "rows", "variant", "whos")

    def __init__(self, variant: br.Variant) -> None:
        self.variant: br.Variant = variant
        bids = [bid for bid in bid_forms(variant) if variant.ladder[bid.key].lays_card]
        actions = (
            *action_encoding(variant).actions,
            *(br.Shuffle(br.HOLE), br.Cut(br.HOLE), br.Discard(br.HOLE)),
            *([br.TurnCut(br.HOLE)] if variant.dealing.turns_from_still else ()),
            *(evolve(bid, card=br.HOLE) for bid in bids),
            *map(br.TurnUp, br.PACK),
        )
        self.codes: Final = {action: number for number, action in enumerate(actions, 1)}
        """A number from 1 for everything that a view can tell of: the players' actions in the order
        of their encoding, then what is hidden (a shuffle, a cut, a discard, a cut of the still
        pack where there is one, bids with a laid card unseen), then the cards turned up."""
        self.rows: Final = bounds_of(variant).decisions + 2
        """The most events of a deal."""
        self.whos: Final = variant.seats + 1
        """How many there are who act, chance included."""
        self.kinds: Final = len(self.codes) + 1
        """How many numbers the events have, 0 for none included."""
        places = np.arange(self.kinds.bit_length())
        self.digits: Final = (np.arange(self.kinds)[:, None] >> places & 1).astype(np.float32)
        """By number, its binary digits, the lowest first."""

    def encode(self, events: Events, seat: int) -> EventRows:
        """The rows of a view's events, told from a seat."""
        made = np.zeros((self.rows, 2), dtype=np.int16)
        n = self.variant.seats
        told = [
            (0 if who < 0 else (who - seat) % n + 1, self.codes[action])
            for who, action in history(events)
        ]
        made[: len(told)] = np.reshape(told, (-1, 2))
        return made


@lru_cache(maxsize=64)
def event_spec(variant: br.Variant) -> EventSpec:
    """The events of a variant, made once."""
    return EventSpec(variant)
