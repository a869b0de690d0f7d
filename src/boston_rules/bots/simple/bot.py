from __future__ import annotations

import random

from boston_rules import Action, View

__all__ = ["SimpleBot"]


class SimpleBot:
    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng if rng is not None else random.Random(0)

    def choose(self, view: View) -> Action:
        return view.legal[0]
