"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from boston_rules import Action, State, lawful_actions
from boston_rules.core.arguments import check_type, shown

__all__ = ["Bot", "own_choices"]


class Bot(Protocol):
    """A player: it is shown a view when it is to act and answers with one of its legal actions.

    A bot never sees a state without holes, so it cannot know more than its seat may know. One that
    has a method ``settled(view)`` is also shown how each deal has ended.
    """

    def choose(self, view: State) -> Action:
        """One of ``lawful_actions(view)``; the view is of the seat to act."""
        ...


def own_choices(view: State) -> tuple[int, tuple[Action, ...]]:
    """The seat whose view it is, and the actions among which it may choose.

    Raises:
        ValueError: it is not the turn of that seat, or no seat's view.
    """
    check_type("view", view, State, "a view, such as br.observe() returns")
    seat, lawful = view.viewer, lawful_actions(view)
    if not lawful or not isinstance(seat, int):
        raise ValueError(f"seat {shown(seat)} has nothing to choose in the phase {view.phase}")
    return seat, lawful
