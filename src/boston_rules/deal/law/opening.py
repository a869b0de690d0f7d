"""Which law governs the play, and the phases that it brings."""

from __future__ import annotations

from boston_rules.deal.law.claims import Claims
from boston_rules.deal.law.playing import PlayingAtTable, play_at_table
from boston_rules.deal.law.whist import PlayingByWhist, play_by_whist
from boston_rules.deal.state import State
from boston_rules.deal.tricks import Playing
from boston_rules.rules.laws import Laws

__all__ = ["phases_by_law", "play_by_law"]


def play_by_law(play: Playing, laws: Laws) -> Playing:
    """The first lead by the law that is in force."""
    return play_at_table(play) if laws.whist is None else play_by_whist(play)


def phases_by_law(laws: Laws) -> tuple[type[State], ...]:
    """The phases of the play where players may err."""
    return (PlayingAtTable,) if laws.whist is None else (PlayingByWhist, Claims)
