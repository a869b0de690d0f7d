"""Questions that interrupt the play of the cards, or follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from attrs import evolve, field, frozen

from boston_rules.core.events import Events
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal, Table

if TYPE_CHECKING:
    from boston_rules.deal.tricks import Playing

__all__ = ["Interlude"]


@frozen
class Interlude(State):
    """Players are asked something in turn while no card is to be played."""

    play: Playing
    """The play as it stands."""
    actor: int
    """The seat that is asked."""
    waiting: tuple[int, ...]
    """Who is asked after this player."""
    answers: Events = field(default=(), repr=False)
    """What was answered so far."""

    @property
    def table(self) -> Table:
        """What outlives the deal."""
        return self.play.table

    @property
    def deal(self) -> Deal:
        """What the deal has fixed."""
        return self.play.deal

    @property
    def events(self) -> Events:
        """What has happened in this deal."""
        return self.play.events + self.answers

    def seen_by(self, viewer: int | None) -> Self:
        """The same as a viewer sees the play; the answers are public."""
        return evolve(self, play=self.play.seen_by(viewer))

    def over(self, deal: Deal, said: Events) -> Self:
        """The same question with other cards, of a deal and events that make the same public."""
        return evolve(self, play=self.play.over(deal, said))
