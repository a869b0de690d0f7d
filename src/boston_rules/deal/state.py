"""The face that all phases of a deal share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from boston_rules.core.actions import (
    ANSWERS,
    CALLS,
    DISCARDS,
    Action,
    Bid,
    Misdeal,
    NameTrump,
    checked,
)
from boston_rules.core.arguments import check_type
from boston_rules.core.cards import PACK, Card, Cards, Suit
from boston_rules.core.contract import Contract, Infraction, Trick, Turn
from boston_rules.core.display import svg_of
from boston_rules.core.errors import IllegalAction, NoChanceDue, NotYourTurn, WrongPhase
from boston_rules.core.events import Event, Events, event_of, expected
from boston_rules.core.hidden import FULL, Viewer
from boston_rules.core.saying import Player, Said, personal, say
from boston_rules.core.sources import Cite
from boston_rules.deal.table import CHANCE, Deal, Table
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    import random

    from boston_rules.deal.settlement import Settlement

__all__ = ["AfterDeal", "State", "check_state", "misdeals_of"]


_EXPECTED: Final = "a State, such as br.start() returns"


@lru_cache(maxsize=256)
def _elsewhere(phase: str) -> Said:
    """Why an action of another phase is refused, most of what the laws try."""
    return say("that cannot be done in the phase '{phase}'", phase=phase)


def check_state(state: object) -> None:
    """Refuse what is not a state.

    Raises:
        TypeError: it is none.
    """
    check_type("state", state, State, _EXPECTED)


class State:
    """What every state has, whatever its phase. States are immutable, hashable and picklable.

    A view is a state that :func:`~boston_rules.knowing.views.observe` has made for a viewer: the
    same phase, with holes where the viewer may not look.
    """

    __slots__ = ()

    phase: ClassVar[str] = ""
    """The phase, in a word or a few."""

    if TYPE_CHECKING:
        # Fields in some phases, properties in others.
        @property
        def table(self) -> Table: ...
        @property
        def actor(self) -> int | None: ...
        @property
        def events(self) -> Events: ...

    @property
    def viewer(self) -> Viewer:
        """Who looks, ``FULL`` for a state without holes, a seat, or ``None`` for an onlooker."""
        return self.table.viewer

    @property
    def variant(self) -> Variant:
        """The rules of the session."""
        return self.table.variant

    @property
    def contract(self) -> Contract | None:
        """The contract, once the auction has made one, with the partner if the viewer knows him."""
        play = self.play
        return None if play is None else play.contract

    @property
    def deal(self) -> Deal | None:
        """What the deal has fixed, once the cards are dealt."""
        return None

    @property
    def said(self) -> Events:
        """What has happened between the deal and the first lead; nothing before the deal."""
        play = self.play
        return () if play is None else play.said

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards each seat holds now; empty before the deal, and where the viewer sees none."""
        play = self.play
        return () if play is None else play.hands

    def held(self, seat: int) -> Cards:
        """The cards a seat holds now; none before the deal, or where the viewer sees none."""
        hands = self.hands
        return hands[seat] if hands else Cards()

    @property
    def hand(self) -> Cards:
        """The cards that the viewer holds now; none before the deal, or where no seat looks."""
        viewer = self.viewer
        return self.held(viewer) if isinstance(viewer, int) else Cards()

    @property
    def dealt(self) -> Cards:
        """The cards that the viewer was dealt; none before the deal, or where no seat looks."""
        viewer, deal = self.viewer, self.deal
        if deal is None or not isinstance(viewer, int):
            return Cards()
        return Cards.from_mask(deal.hands[viewer])

    @property
    def turned(self) -> Card | None:
        """The card turned up in this deal, where one is."""
        deal = self.deal
        return None if deal is None or deal.turned is None else PACK[deal.turned]

    @property
    def turn(self) -> Turn:
        """The suits that turned cards have fixed so far."""
        deal = self.deal
        return Turn(belle=self.table.belle) if deal is None else deal.turn

    @property
    def settlement(self) -> Settlement | None:
        """The bill, once the deal is settled."""
        return None

    # The auction and the play; nothing before them.

    @property
    def standing_bid(self) -> tuple[int, Bid] | None:
        """The seat and the bid that stands in the auction, with a card laid with it."""
        return None

    @property
    def acceptor(self) -> int | None:
        """The seat that has accepted the bid that stands in the auction."""
        return None

    @property
    def leader(self) -> int | None:
        """Who led, or leads, the current trick."""
        play = self.play
        return None if play is None else play.leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The current trick, from its leader's card on."""
        play = self.play
        return () if play is None else play.trick

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        play = self.play
        return () if play is None else play.tricks

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat; empty before the play."""
        play = self.play
        return () if play is None else play.taken

    @property
    def exposed(self) -> tuple[tuple[int, Cards], ...]:
        """Seats whose hand lies face up, or lay so when the deal ended, and what it holds now."""
        play = self.play
        return () if play is None else play.exposed

    @property
    def faced(self) -> tuple[tuple[int, Cards], ...]:
        """Seats with single cards that lie exposed, played out of turn or corrected, and these."""
        play = self.play
        return () if play is None else play.faced

    @property
    def returned(self) -> tuple[tuple[int, Cards], ...]:
        """Seats into whose hand cards went back for which a suit was called, and these."""
        play = self.play
        return () if play is None else play.returned

    @property
    def called_suits(self) -> tuple[tuple[int, Suit], ...]:
        """Whose side must lead which suit when it leads next, in the order called."""
        play = self.play
        return () if play is None else play.called_suits

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """The trick (counted from 0) and the seat of each established revoke, in order."""
        play = self.play
        return () if play is None else play.revokes

    @property
    def revoked(self) -> tuple[int, ...]:
        """Seats whose revoke has been established, in order."""
        return tuple(seat for _, seat in self.revokes)

    @property
    def infractions(self) -> tuple[Infraction, ...]:
        """Misdeals, then what was established in the play so far, which the bill will penalize."""
        deal = self.deal
        events = self.events if deal is None else deal.events + self.said
        play = self.play
        offences = () if play is None else play.offences
        return (*misdeals_of(self.table.dealer, events), *offences)

    @property
    def play(self) -> Any:
        """The play of the cards as far as it went; ``None`` before the first lead."""
        return None

    @property
    def voids(self) -> tuple[tuple[Suit, ...], ...]:
        """By seat, the suits that it has shown to be out of; a Boston jack counts as a trump."""
        play = self.play
        return ((),) * self.variant.seats if play is None else play.voids

    @property
    def decided(self) -> bool | None:
        """The verdict on the contract, once the viewer can be sure that it does not change."""
        return None

    # The phase. What is legal depends on public facts and on the hand of the actor, which a view
    # has in its place or not; no judge looks at another hand. ``apply`` and ``why_illegal`` ask
    # ``refuse``, and ``legal`` lists what it does not refuse.

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every action that a player can ever take in this phase under these rules.

        Learners' encodings number these; which of them are legal depends on the state. A phase that
        does not say so by a method of its own may admit anything except a cut, a slam and a card
        played: every other word, suit, card called or discarded, and bid.
        """
        from boston_rules.deal.calls import possible_bids  # which rules that are only read skip

        trumps = map(NameTrump, Suit)
        return (*ANSWERS, *trumps, *CALLS, *DISCARDS, *possible_bids(variant, closed=True))

    def legal(self) -> tuple[Action, ...]:
        """Every legal action of the actor in canonical order; empty where chance is due, and in the
        view of anybody else."""
        raise NotImplementedError

    def legal_for(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do now, in canonical order; out of turn by the table's law only."""
        return self.legal() if seat == self.actor else ()

    def lawful(self) -> tuple[Action, ...]:
        """The legal actions of the actor that break no law; all of them, but by the table's law."""
        return self.legal()

    def refuse(self, action: Action) -> IllegalAction | None:
        """Why the action is illegal, or ``None``: of the actor, as far as his hand is known."""
        raise NotImplementedError

    def refuse_from(self, seat: int, action: Action) -> IllegalAction | None:
        """Why a seat may not do this now, or ``None``; as far as its hand is known."""
        if seat == self.actor:
            return self.refuse(action)
        return self.not_your_turn(seat, action)

    def draw(self, rng: random.Random) -> Action:
        """The chance event that is due, drawn with a generator.

        Raises:
            NoChanceDue: a player, or nobody, is to act.
            TypeError: a view.
        """
        self.check_full()
        raise NoChanceDue(f"no chance event is due in the phase {self.phase}")

    def rule_of(self, action: Action) -> object:
        """The rule object by which an action is judged in this phase, ``None`` where there is none.

        It is that of dealing, unless a phase says otherwise.
        """
        return self.table.variant.dealing

    def advance(self, action: Any) -> State:
        """The state after an action that :meth:`refuse` admits."""
        actor: Any = self.actor
        return self.moved_by(event_of(actor, action))

    def after(self, action: Action) -> State:
        """The state after the action.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        self.check_full()
        error = self.refuse(action)
        if error is not None:
            raise error
        return self.advance(action)

    def after_from(self, seat: int, action: Action) -> State:
        """The state after an action of a seat, which need not be the one to act.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        if seat == self.actor:
            return self.after(action)
        self.check_full()
        error = self.refuse_from(seat, action)
        if error is not None:
            raise error
        return self.advance_from(seat, action)

    def advance_from(self, seat: int, action: Any) -> State:
        """The state after an action out of turn that :meth:`refuse_from` admits."""
        return self.moved_by(event_of(seat, action))

    # Views. A phase says how it looks with other cards, and how it moves on by what it is told.

    def seen_by(self, viewer: int | None) -> State:
        """The state as a viewer sees it."""
        raise NotImplementedError

    def told(self, event: Event) -> State:
        """The state after an event that the rules admit, which tells what is hidden."""
        return self.moved_by(expected(event))

    def moved_by(self, event: Event) -> State:
        """What follows an event that is admitted; in a view, one that tells what is asked for."""
        raise NotImplementedError

    def over(self, deal: Deal, said: Events) -> State:
        """The same with other cards: of a deal, and of events between it and the first lead, that
        make the same public."""
        raise NotImplementedError

    def sees(self, seat: int | None) -> bool:
        """Whether the hand of a seat is no hole for the viewer."""
        viewer = self.table.viewer
        return viewer is FULL or (seat is not None and viewer == seat)

    def check_full(self) -> None:
        """Refuse to move a view by an action.

        Raises:
            TypeError: it is a view.
        """
        if self.table.viewer is not FULL:
            raise TypeError("a view is moved by events (br.advance), not by actions")

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
        return self.refusal(WrongPhase, action, _elsewhere(self.phase))

    def not_your_turn(self, seat: int | None, action: Action) -> IllegalAction:
        """The refusal of an action of a seat that has nothing to do now.

        Raises:
            TypeError: not an action at all.
        """
        checked(action)
        actor, whose = self.actor, say("an onlooker") if seat is None else Player(seat)
        if actor is None:
            reason = say("it is not the turn of {whose}: nobody is to act", whose=whose)
            own = {seat: say("it is not your turn: nobody is to act")}
        elif actor == CHANCE:
            actor = None
            reason = say("it is not the turn of {whose}: chance is to act", whose=whose)
            own = {seat: say("it is not your turn: chance is to act")}
        else:
            who = Player(actor)
            reason = say("it is not the turn of {whose}: {who} is to act", whose=whose, who=who)
            own = {
                seat: say("it is not your turn: {who} is to act", who=who),
                actor: say("it is not the turn of {whose}: you are to act", whose=whose),
            }
        return NotYourTurn(personal(reason, own), action=action, seat=actor)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return svg_of(self)


def misdeals_of(dealer: int, events: Events) -> tuple[Infraction, ...]:
    """The misdeals of a deal, of the seat that has dealt."""
    return tuple(
        Infraction("misdeal", dealer, event.action.touched)
        for event in events
        if type(event.action) is Misdeal
    )


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
    def viewer(self) -> Viewer:
        return self.deal.table.viewer

    @property
    def variant(self) -> Variant:
        return self.deal.table.variant

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands as dealt."""
        return Cards.of_masks(self.deal.hands)

    def held(self, seat: int) -> Cards:
        """The hand of a seat as dealt; empty where the viewer sees none."""
        return Cards.from_mask(self.deal.hands[seat])
