"""A player who has just learned the rules."""

from __future__ import annotations

import random
from typing import Final

from boston_rules import Action, Bid, Pass, Play, State
from boston_rules.bots.protocol import own_choices
from boston_rules.bots.simple import SimpleBot
from boston_rules.core.arguments import check_rng

__all__ = ["BeginnerBot"]

_TIMID: Final = 0.3
"""How often a bid is not dared."""
_CARELESS: Final = 0.35
"""How often a card is played without thinking of what has gone."""


class BeginnerBot:
    """A beginner: what a simple player does, but timid in the auction and careless in the play.

    Careless is the lowest card that may be played, never an absurd one.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.bots import BeginnerBot
    >>> state = br.start(br.get_variant("french"))
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> view = br.observe(state, 1)
    >>> BeginnerBot(random.Random(2)).choose(view) in br.lawful_actions(view)
    True
    """

    def __init__(self, rng: random.Random) -> None:
        check_rng(rng)
        self._rng = rng
        self._simple = SimpleBot(rng)

    def choose(self, view: State) -> Action:
        """A legal action of the view.

        Raises:
            ValueError: it is not the turn of the seat whose view it is.
        """
        _, lawful = own_choices(view)
        chosen = self._simple.choose_among(view, lawful)
        if isinstance(chosen, Bid) and Pass() in lawful and self._rng.random() < _TIMID:
            return Pass()
        if isinstance(chosen, Play) and self._rng.random() < _CARELESS:
            cards = [action for action in lawful if isinstance(action, Play)]
            return min(cards, key=lambda play: (play.card.rank, play.card.suit))
        return chosen
