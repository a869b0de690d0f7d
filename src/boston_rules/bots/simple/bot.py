from __future__ import annotations

import random

from boston_rules import PACK, Action, Discard, Play, View
from boston_rules.bots.simple.discard import choose_discard
from boston_rules.bots.simple.policy import choose_card

__all__ = ["SimpleBot"]


class SimpleBot:
    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng if rng is not None else random.Random(0)

    def choose(self, view: View) -> Action:
        if any(isinstance(a, Play) for a in view.legal):
            return Play(PACK[choose_card(view, view.seat)])
        if any(isinstance(a, Discard) for a in view.legal):
            return Discard(PACK[choose_discard(view, view.seat)])
        return view.legal[0]
