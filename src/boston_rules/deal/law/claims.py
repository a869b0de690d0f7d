"""After the play revokes may be claimed, by the law of whist."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from attrs import field, frozen

from boston_rules.core.actions import Action, Pass, Revoke
from boston_rules.core.errors import IllegalAction
from boston_rules.core.events import Event, Events
from boston_rules.core.making import maker
from boston_rules.core.saying import say_as
from boston_rules.deal.interlude import Interlude
from boston_rules.deal.settled import settle_play
from boston_rules.deal.state import State
from boston_rules.deal.table import clockwise
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.law.whist import PlayingByWhist

__all__ = ["Claims", "open_claims"]

_PASS: Final = (Pass(),)


@frozen
class Claims(Interlude):
    """The play is over, and a player may claim revokes before the bill.

    It is shown where anybody was off suit, whether or not that was a revoke, so that it does not
    tell.
    """

    phase: ClassVar[str] = say_as("phase", "claims")
    conceded: bool = field(default=False, kw_only=True)
    """Whether all opponents have agreed to pay."""

    if TYPE_CHECKING:

        @property
        def play(self) -> PlayingByWhist: ...

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Pass and claims."""
        return (*_PASS, *variant.laws.claims(variant.seats, variant.hand))

    def lawful(self) -> tuple[Action, ...]:
        """Pass: nobody needs to claim."""
        return _PASS if self.sees(self.actor) else ()

    def legal(self) -> tuple[Action, ...]:
        """Pass, claims."""
        return (*_PASS, *self.play.claimable(self.actor)) if self.sees(self.actor) else ()

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        if type(action) is Revoke:
            if action in self.play.claimable(self.actor):
                return None
            error = self.play.unclaimable(self.actor, action)
            return self.refusal(type(error), action, error.reason, error.rule)
        return None if type(action) is Pass else self.wrong_phase(action)

    def rule_of(self, action: Action) -> object:
        """The law."""
        return self.play.law

    def moved_by(self, event: Event) -> State:
        """A claim is judged, and its maker asked again; after the last pass comes the bill."""
        if type(event.action) is Revoke:
            after, event = self.play.claimed(event, self.answers, conceded=self.conceded)
            if after.actor is None:
                return after
            play: Any = after
            return self._asking(play, self.actor, self.waiting, (*self.answers, event))
        answers = (*self.answers, event)
        if self.waiting:
            return self._asking(self.play, self.waiting[0], self.waiting[1:], answers)
        return settle_play(self.play, event, conceded=self.conceded, answers=answers)

    def _asking(
        self, play: PlayingByWhist, actor: int, waiting: tuple[int, ...], answers: Events
    ) -> Claims:
        return _claims(play, actor, waiting, answers, conceded=self.conceded)


_claims: Final = maker(Claims)


def open_claims(play: PlayingByWhist, answers: Events, *, conceded: bool) -> Claims:
    """Every seat is asked in turn, from eldest.

    Args:
        play: the play as it stands at the end.
        answers: what has happened after the last card played.
        conceded: whether all opponents have agreed to pay.
    """
    first, *others = clockwise(play.table.eldest, play.setup.seats)
    return _claims(play, first, tuple(others), answers, conceded=conceded)
