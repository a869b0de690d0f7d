"""The opponents are asked whether they concede, while the table's law is in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from boston_rules.core.actions import Action, Revoke
from boston_rules.core.errors import IllegalAction
from boston_rules.core.events import Event
from boston_rules.deal.questions.conceding import Conceding
from boston_rules.deal.state import State
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.law.playing import PlayingAtTable

__all__ = ["ConcedingAtTable", "asking_at_table"]


class ConcedingAtTable(Conceding):
    """The opponents are asked whether they concede, and revokes may still be claimed (L3)."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def play(self) -> PlayingAtTable: ...

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Concede, contest and claims."""
        claims = variant.laws.claims(variant.seats, variant.hand)
        return (*Conceding.actions(variant), *claims)

    def lawful(self) -> tuple[Action, ...]:
        """Concede and contest."""
        return Conceding.legal(self)

    def legal(self) -> tuple[Action, ...]:
        """Concede, contest, claims."""
        answers = Conceding.legal(self)
        return (*answers, *self.play.claimable(self.actor)) if answers else ()

    def legal_for(self, seat: int) -> tuple[Action, ...]:
        """Out of turn, claims."""
        if seat == self.actor:
            return self.legal()
        if seat not in range(self.table.variant.seats) or not self.sees(seat):
            return ()
        return self.play.claimable(seat)

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        if type(action) is Revoke:
            return self._refuse_claim(self.actor, action)
        return Conceding.refuse(self, action)

    def refuse_from(self, seat: int, action: Action) -> IllegalAction | None:
        """Out of turn nothing but claims."""
        if seat == self.actor:
            return self.refuse(action)
        if type(action) is Revoke and seat in range(self.table.variant.seats):
            return self._refuse_claim(seat, action)
        return self.not_your_turn(seat, action)

    def _refuse_claim(self, seat: int, action: Revoke) -> IllegalAction | None:
        if action in self.play.claimable(seat):
            return None
        error = self.play.unclaimable(seat, action)
        kind, legal = type(error), self.legal_for(seat)
        return kind(error.reason, action=action, seat=seat, rule=error.rule, legal=legal)

    def rule_of(self, action: Action) -> object:
        """Of a claim the law."""
        return self.play.law if type(action) is Revoke else Conceding.rule_of(self, action)

    def moved_by(self, event: Event) -> State:
        """One refusal ends the asking; if all concede the deal ends; a claim is judged."""
        if type(event.action) is not Revoke:
            return asking_at_table(Conceding.moved_by(self, event))
        after, event = self.play.claimed(event, self.answers)
        if after.actor is None:
            return after
        play: Any = after
        return evolve(self, play=play, answers=(*self.answers, event))


def asking_at_table(state: State) -> State:
    """The same asking at which revokes may be claimed."""
    if type(state) is not Conceding:
        return state
    return ConcedingAtTable(state.play, state.actor, state.waiting, state.answers)
