"""A bot without any judgement."""

from __future__ import annotations

import random

from boston_rules import Action, State
from boston_rules.bots.protocol import own_choices
from boston_rules.core.arguments import check_rng

__all__ = ["RandomBot"]


class RandomBot:
    """Any legal action, each as likely as the other.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.bots import RandomBot
    >>> state = br.start(br.get_variant("french"))
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> view = br.observe(state, 1)
    >>> RandomBot(random.Random(2)).choose(view) in br.lawful_actions(view)
    True
    """

    def __init__(self, rng: random.Random) -> None:
        check_rng(rng)
        self._rng = rng

    def choose(self, view: State) -> Action:
        """A legal action of the view.

        Raises:
            ValueError: it is not the turn of the seat whose view it is.
            TypeError: it is not a view.
        """
        _, lawful = own_choices(view)
        return lawful[int(self._rng.random() * len(lawful))]
