"""The face that all phases of a deal share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from boston_rules.actions import ANSWERS, CALLS, DISCARDS, Action, Bid, NameTrump, checked
from boston_rules.calls import possible_bids
from boston_rules.cards import Card, Cards, Suit
from boston_rules.contract import Contract
from boston_rules.display import svg_of
from boston_rules.errors import IllegalAction, NotYourTurn, WrongPhase
from boston_rules.rules.sources import Cite
from boston_rules.settlement import Settlement
from boston_rules.table import CHANCE, Deal, History, Table, Trick
from boston_rules.variant import Variant

__all__ = ["AfterDeal", "State", "public_hands"]


class State:
    """What every state has, whatever its phase. States are immutable, hashable and picklable."""

    __slots__ = ()

    name: ClassVar[str] = ""
    """The phase, in a word or a few."""

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

    def held(self, seat: int) -> Cards:
        """The cards a seat holds now; none before the deal."""
        hands = self.hands
        return hands[seat] if hands else Cards()

    @property
    def settlement(self) -> Settlement | None:
        """The bill, once the deal is settled."""
        return None

    # What views tell of the play; nothing before it.

    @property
    def before_lead(self) -> History:
        """What was said before the first lead, once cards are played."""
        return ()

    @property
    def since_lead(self) -> tuple[tuple[int, str], ...]:
        """What was said and played from the first lead on, as tokens; none of it is hidden."""
        return ()

    @property
    def standing_bid(self) -> tuple[int, Bid] | None:
        """The seat and the bid that stands in the auction, with a card laid with it."""
        return None

    @property
    def leader(self) -> int | None:
        """Who led, or leads, the current trick."""
        return None

    @property
    def trick(self) -> tuple[Card, ...]:
        """The current trick, from its leader's card on."""
        return ()

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        return ()

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat; empty before the play."""
        return ()

    @property
    def exposed(self) -> tuple[int, ...]:
        """Seats whose hand lies face up on the table, or lay so when the deal ended."""
        return ()

    @property
    def faced(self) -> tuple[Cards, ...]:
        """By seat, single cards that lie exposed; empty where no card can."""
        return ()

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """The trick (counted from 0) and the seat of each established revoke, in order."""
        return ()

    @property
    def revoked(self) -> tuple[int, ...]:
        """Seats whose revoke has been established, in order."""
        return tuple(seat for _, seat in self.revokes)

    @property
    def misdealt(self) -> Deal | None:
        """The deal before this one that was called a misdeal."""
        return None if self.deal is None else self.deal.misdealt

    def partner_known_to(self, seat: int | None) -> bool:
        """Whether a seat, or an onlooker, knows who plays with the declarer, or that nobody does.

        A called partner knows himself; the others learn it when his card is played (P43).
        """
        return True

    def decided_for(self, seat: int | None) -> bool | None:
        """The verdict on the contract once a seat can be sure that it does not change."""
        return None

    # The phase. One judge decides what is legal, ``refuse``: ``apply`` and ``why_illegal`` ask it,
    # and ``legal`` lists what it does not refuse.

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every action that a player can ever take in this phase under these rules.

        Learners' encodings number these; which of them are legal depends on the state. A phase that
        does not say so by a method of its own may admit anything except a cut, a slam and a card
        played: every other word, suit, card called or discarded, and bid.
        """
        trumps = map(NameTrump, Suit)
        return (*ANSWERS, *trumps, *CALLS, *DISCARDS, *possible_bids(variant, closed=True))

    def legal(self) -> tuple[Action, ...]:
        """Every legal action of the actor in canonical order; empty where chance is due."""
        raise NotImplementedError

    def legal_for(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do now, in canonical order; out of turn by the table's law only."""
        return self.legal() if seat == self.actor else ()

    def lawful(self, legal: tuple[Action, ...] | None = None) -> tuple[Action, ...]:
        """The legal actions of the actor that break no law; all of them, but by the table's law.

        Whoever has listed the legal ones already gives them, so that they are not listed twice.
        """
        return self.legal() if legal is None else legal

    def refuse(self, action: Action) -> IllegalAction | None:
        """Why the action is illegal, or ``None``."""
        raise NotImplementedError

    def refuse_from(self, seat: int, action: Action) -> IllegalAction | None:
        """Why a seat may not do this now, or ``None``."""
        if seat == self.actor:
            return self.refuse(action)
        return self.not_your_turn(seat, action)

    def advance(self, action: Any) -> State:
        """The state after an action that :meth:`refuse` admits."""
        raise NotImplementedError

    def after(self, action: Action) -> State:
        """The state after the action.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all.
        """
        error = self.refuse(action)
        if error is not None:
            raise error
        return self.advance(action)

    def after_from(self, seat: int, action: Action) -> State:
        """The state after an action of a seat, which need not be the one to act.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all.
        """
        if seat == self.actor:
            return self.after(action)
        error = self.refuse_from(seat, action)
        if error is not None:
            raise error
        return self.advance_from(seat, action)

    def advance_from(self, seat: int, action: Any) -> State:
        """The state after an action out of turn that :meth:`refuse_from` admits."""
        raise NotImplementedError

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

    def not_your_turn(self, seat: int, action: Action) -> IllegalAction:
        """The refusal of an action of a seat that has nothing to do now.

        Raises:
            TypeError: not an action at all.
        """
        checked(action)
        actor = self.actor
        if actor is None:
            who, to_act = "nobody is to act", None
        elif actor == CHANCE:
            who, to_act = "chance is to act", None
        else:
            who, to_act = f"seat {actor} is to act", actor
        reason = f"it is not the turn of seat {seat}: {who}"
        return NotYourTurn(reason, action=action, seat=to_act)

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
