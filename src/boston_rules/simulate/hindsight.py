"""The chips that choices bring in a deal of which all cards are seen."""

from __future__ import annotations

from boston_rules import Action, Cut, Play, State, TurnCut, lawful_actions, observe
from boston_rules.bots.montecarlo.table_talk import candidates, word_values
from boston_rules.bots.simple import SimpleBot
from boston_rules.core.hidden import FULL
from boston_rules.deal.state import check_state

__all__ = ["outcomes"]


def outcomes(state: State) -> dict[Action, float]:
    """The chips that each choice of the seat to act brings it, where simple players play on.

    They see no more than their cards, declare no slam and never give up. One deal tells little of
    a choice; the mean over deals with the same view is what it is worth among simple players, a
    part of the chips that go to a pool counted. Of cards to play all are asked about, and no slam;
    of bids and other words those that are worth a thought, and what a simple player would say.

    Args:
        state: a state with all cards, in which a player has a choice.

    Raises:
        ValueError: a view, or nobody has a choice there, or it is a cut.
        TypeError: no state.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.simulate.hindsight import outcomes
    >>> state = br.start("mariland", dealer=3)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> for action, chips in outcomes(state).items():
    ...     print(action, chips)
    pass -11.5
    bid 4 D 43.5
    bid 4 S 43.5
    bid 4 C 34.5
    bid 5 S -25.5
    bid 5 C 43.5
    """
    check_state(state)
    if state.viewer is not FULL:
        raise ValueError("the cards of a view lie face down: br.sample() fills its holes")
    seat = state.actor
    if seat is None or seat < 0:
        raise ValueError(f"no player has a choice in the phase {state.phase}")
    view = observe(state, seat)
    legal = lawful_actions(view)
    if any(isinstance(action, Cut | TurnCut) for action in legal):
        raise ValueError(f"seat {seat} cuts, which nothing speaks for or against")
    cards = [action for action in legal if isinstance(action, Play)]
    choices = cards or candidates(view, seat, legal, SimpleBot().choose_among(view, legal))
    # Each by itself: what is kept of a table does not tell the card by which it was reached.
    return {action: word_values(view, seat, None)(action, state) for action in choices}
