"""The face that all phases of a deal share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import field, frozen

from boston_rules.actions import Action, checked
from boston_rules.cards import Cards
from boston_rules.contract import Contract
from boston_rules.display import svg_of
from boston_rules.errors import IllegalAction, WrongPhase
from boston_rules.phases.table import CHANCE, Deal, History, Table
from boston_rules.rules.sources import Cite
from boston_rules.settlement import Settlement

__all__ = ["AfterDeal", "Dealt", "State", "public_hands"]


class State:
    """What every state has, whatever its phase. States are immutable, hashable and picklable."""

    __slots__ = ()

    name: ClassVar[str] = ""
    """The phase in a word, for messages."""

    if TYPE_CHECKING:
        # Fields in some phases, properties in others.
        @property
        def table(self) -> Table: ...
        @property
        def actor(self) -> int | None: ...
        @property
        def history(self) -> History: ...

    @property
    def contract(self) -> Contract | None:
        """The contract, once the auction has made one."""
        return None

    @property
    def deal(self) -> Deal | None:
        """What the deal has fixed, once the cards are dealt."""
        return None

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards each seat holds now; empty before the deal."""
        return ()

    @property
    def settlement(self) -> Settlement | None:
        """The bill, once the deal is settled."""
        return None

    def legal(self) -> tuple[Action, ...]:
        """Every legal action of the actor in canonical order; empty where chance is due."""
        raise NotImplementedError

    def refuse(self, action: Action) -> IllegalAction | None:
        """Why the action is illegal, or ``None``."""
        raise NotImplementedError

    def advance(self, action: Any) -> State:
        """The state after an action that :meth:`refuse` admits."""
        raise NotImplementedError

    def step(self, action: Action) -> State:
        """The state after the action.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all.
        """
        error = self.refuse(action)
        if error is not None:
            raise error
        return self.advance(action)

    def refusal(
        self,
        kind: type[IllegalAction],
        action: Action,
        reason: str,
        rule: Cite | None = None,
    ) -> IllegalAction:
        """An exception about this state, unraised."""
        actor = self.actor
        seat = None if actor is None or actor == CHANCE else actor
        return kind(reason, action=action, seat=seat, rule=rule, legal=self.legal())

    def wrong_phase(self, action: Action) -> IllegalAction:
        """The refusal of an action that belongs elsewhere.

        Raises:
            TypeError: not an action at all.
        """
        checked(action)
        return self.refusal(WrongPhase, action, f"not an action of this phase ({self.name})")

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return svg_of(self)


def public_hands(masks: tuple[int, ...]) -> tuple[Cards, ...]:
    """Masks as sets of cards."""
    return tuple(map(Cards.from_mask, masks))


class AfterDeal(State):
    """What every phase between the deal and the play has."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def deal(self) -> Deal: ...

    @property
    def table(self) -> Table:
        """What outlives the deal."""
        return self.deal.table

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands as dealt."""
        return public_hands(self.deal.hands)


@frozen(cache_hash=True)
class Dealt(AfterDeal):
    """A phase between the deal and the play."""

    deal: Deal
    history: History = field(repr=False)
