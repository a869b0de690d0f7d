"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from boston_rules import Action, View

__all__ = ["Bot"]


class Bot(Protocol):
    """A player: it is shown a view when it is to act and answers with one of its legal actions.

    A bot never sees a state, so it cannot know more than its seat may know.
    """

    def choose(self, view: View) -> Action:
        """One of ``view.lawful``; the view is of the seat to act."""
        ...
