"""The bot that thinks in sampled worlds."""

from __future__ import annotations

import random
from typing import Final

from boston_rules import Action, Cut, Playing, State, TurnCut
from boston_rules.bots.montecarlo.cardplay import choose_card
from boston_rules.bots.montecarlo.fitted import FITTED
from boston_rules.bots.montecarlo.search import Budget
from boston_rules.bots.montecarlo.table_talk import candidates, choose_word
from boston_rules.bots.montecarlo.words import FITTED_WORDS
from boston_rules.bots.protocol import own_choices
from boston_rules.bots.simple import SimpleBot
from boston_rules.core.arguments import check_rng

__all__ = ["MonteCarloBot"]

_DEFAULT = 64
"""Worlds looked at in a decision where no budget is given."""
_PER_WORD: Final = 8
"""Worlds for a bid, or another word, for each one for a card.

A word is said once and paid for all through the deal, and what it leads to differs from world to
world far more than what a card does: with few worlds thinking gains nothing over the habit.
"""


class MonteCarloBot:
    """A player who draws worlds that fit what he has seen and plays each choice out in all of them.

    Worlds in which the others would have bid or played otherwise count for less.

    In every decision the same worlds are tried for every choice, and choices that fall behind are
    given up. The deal is finished by four :class:`~boston_rules.bots.SimpleBot`, who see no more
    than players do; the last six tricks are solved with all hands open instead. What counts is the
    mean of the chips that the seat wins or loses by the deal, and of its part of those that go to
    the pool and are won later. The choice of a simple player stands before the last six tricks
    unless another is better by more than chance explains, so that the bot is not led astray by
    noise. A bid or another word stands instead that is worth most by values fitted to very many
    deals (:ref:`word-values`), and only many worlds speak clearly enough against it. A contract
    whose declarer can win too many tricks counts as made and as lost, each as often as players who
    look ahead bring it about where simple players end it as they do.

    Args:
        rng: draws the worlds; the same seed and iterations give the same choices.
        iterations: how many equally likely worlds those looked at for a card are worth, as far as
            sixteen times as many give them; twice as many in the last six tricks, eight times as
            many for a bid or another word.
        seconds: time for each decision, instead of iterations.

    Raises:
        ValueError: both or a senseless budget.
        TypeError: ``rng`` is not a generator.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.bots import MonteCarloBot
    >>> state = br.start(br.get_variant("mariland"), dealer=3)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> view = br.observe(state, 0)
    >>> MonteCarloBot(random.Random(2), iterations=4).choose(view) in br.lawful_actions(view)
    True
    """

    def __init__(
        self,
        rng: random.Random | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if rng is not None:
            check_rng(rng)
        self._rng = random.Random(0) if rng is None else rng
        if iterations is None and seconds is None:
            iterations = _DEFAULT
        self._budget = Budget(iterations=iterations, seconds=seconds)
        self._words = self._budget.times(_PER_WORD)
        self._fitted = FITTED
        self._values = FITTED_WORDS
        self._simple = SimpleBot(self._rng)

    def choose(self, view: State) -> Action:
        """A legal action of the view.

        Raises:
            ValueError: it is not the turn of the seat whose view it is.
            TypeError: it is not a view.
        """
        seat, legal = own_choices(view)
        if len(legal) == 1:
            return legal[0]
        cuts = [action for action in legal if isinstance(action, Cut | TurnCut)]
        if cuts:
            return cuts[int(self._rng.random() * len(cuts))]
        habit = self._simple.choose_among(view, legal)
        if isinstance(view, Playing):
            return choose_card(view, legal, habit, self._budget, self._rng, self._fitted)
        choices = candidates(view, seat, legal, habit)
        if len(choices) == 1:
            return habit
        budget, rng = self._words, self._rng
        return choose_word(view, seat, choices, habit, budget, rng, self._fitted, self._values)
