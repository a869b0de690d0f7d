"""The phase in which the cards are played: what is legal, what it tells, what follows a trick."""

from __future__ import annotations

from itertools import chain
from operator import getitem, itemgetter
from typing import Any, ClassVar, Final, Self

from attrs import evolve, frozen

from boston_rules.core.actions import PLAYS, Action, Play, Slam
from boston_rules.core.cards import Cards, Suit, mask_of
from boston_rules.core.contract import Contract, Infraction
from boston_rules.core.errors import (
    CardBound,
    CardNotHeld,
    IllegalAction,
    MustFollowSuit,
    SlamNotOpen,
)
from boston_rules.core.events import Event, Events, event_of, expected, play_event, shows_of
from boston_rules.core.hidden import FULL, HOLE, UNKNOWN, Hole, Viewer
from boston_rules.core.making import maker
from boston_rules.core.saying import listed, say, say_as
from boston_rules.core.sources import source_of
from boston_rules.deal.cardplay import CardPlay
from boston_rules.deal.plays import ONE_SUIT, plays_of
from boston_rules.deal.settled import settle_play
from boston_rules.deal.setup import (
    DealSetup,
    contract_setup,
    passed_out_setup,
)
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal, Table, clockwise, partnered
from boston_rules.deal.terms import Terms, terms_of
from boston_rules.rules.variant import Variant

__all__ = ["Playing", "play_contract", "play_passed_out"]

_cards_of_row: Final = itemgetter(1)
_SLAMS = (Slam(), Slam(table=True))
_one_suit: Final = ONE_SUIT.get  # bound once: a tenth of the time of a list
_EVENTS: Final = {
    seats: [
        [[play_event(seat, card) for card in range(52)] for seat in clockwise(leader, seats)]
        for leader in range(seats)
    ]
    for seats in (3, 4)
}
"""By number of seats, leader, place in the trick and card, the event."""


@frozen
class Playing(CardPlay, State):
    """A card is to be played (or a slam declared)."""

    phase: ClassVar[str] = say_as("phase", "play")
    strict: ClassVar[bool] = True
    """Whether what is illegal is refused; if not, a card that was played proves nothing."""

    # The public face.

    @property
    def table(self) -> Table:
        """What outlives the deal."""
        return self.setup.deal.table

    @property
    def deal(self) -> Deal:
        return self.setup.deal

    @property
    def viewer(self) -> Viewer:
        return self.setup.deal.table.viewer

    @property
    def variant(self) -> Variant:
        return self.setup.deal.table.variant

    @property
    def contract(self) -> Contract | None:
        return self.setup.known_contract

    @property
    def terms(self) -> Terms:
        """What the contract implies, with the partner if the viewer knows him."""
        setup, contract = self.setup, self.setup.known_contract
        if contract is setup.contract or contract is None:
            return setup.terms
        return terms_of(setup.deal.table.variant, contract)

    @property
    def hands(self) -> tuple[Cards, ...]:
        return Cards.of_masks([hand & self.unplayed for hand in self.setup.hands])

    def held(self, seat: int) -> Cards:
        return Cards.from_mask(self.setup.hands[seat] & self.unplayed)

    @property
    def opponents(self) -> tuple[int, ...]:
        """Who may play against the contract as far as everybody knows, from the declarer's left."""
        return self.setup.terms.opponents

    @property
    def partner_shown(self) -> bool:
        """Whether everybody knows the partner; a called one is unknown until his card is seen."""
        return self.setup.called < 0

    @property
    def exposed(self) -> tuple[tuple[int, Cards], ...]:
        seat = self.exposed_seat
        return () if seat is None else ((seat, self.held(seat)),)

    @property
    def exposed_seat(self) -> int | None:
        """The seat whose hand lies face up on the table, if one does: the declarer's."""
        step, contract = self.setup.terms.step, self.setup.contract
        if step is None or contract is None:
            return None
        if step.open_after(len(self.done)) or (self.slam is not None and self.slam[0] == "table"):
            return contract.declarer
        return None

    @property
    def events(self) -> Events:
        """What has happened in this deal."""
        return self.setup.events + self.since_lead

    @property
    def since_lead(self) -> Events:
        """What has happened since the first lead was due."""
        setup, slam = self.setup, self.slam
        seats = setup.seats
        from_leader = _EVENTS[seats]
        events: list[Event] = []
        for leader, cards, _ in self.done:
            events += map(getitem, from_leader[leader], cards)
        events += map(getitem, from_leader[self.leader], self.played)
        contract, step = setup.contract, setup.terms.step
        if contract is None or step is None:
            return tuple(events)
        opened = step.opened_after
        if opened and opened <= len(self.done):
            last = events[seats * opened - 1]
            events[seats * opened - 1] = self._laying_open(last, seats * opened)
        if slam is not None:
            said = event_of(contract.declarer, _SLAMS[slam[0] == "table"])
            if slam[0] == "table" and not (opened is not None and seats * opened <= slam[1]):
                said = self._laying_open(said, slam[1])
            events.insert(slam[1], said)
        if setup.interlude:
            events[seats:seats] = setup.interlude
        return tuple(events)

    def _laying_open(self, event: Event, played: int) -> Event:
        """An event at which the declarer lays his hand on the table, after so many cards."""
        contract, setup = self.setup.contract, self.setup
        assert contract is not None, "a hand is laid open in a contract"
        cards = [*(card for row in self.done for card in row[1]), *self.played][:played]
        hand = setup.hands[contract.declarer] & ~mask_of(cards)
        shows = shows_of(exposed=(contract.declarer, Cards.from_mask(hand)))
        return event_of(event.seat, event.action, shows)

    @property
    def gathered(self) -> tuple[int, ...] | Hole:
        """The cards as gathered for an unshuffled next deal, top first (R10, P2); a hole in a view.

        Tricks, discards, what is left of the hands, a dead hand. The cards of a trick that was
        broken off are back in their hands (G2).
        """
        setup = self.setup
        deal = setup.deal
        if deal.order is HOLE:
            return HOLE
        seats = clockwise(deal.table.eldest, setup.seats)
        aside = dict(setup.discards)
        left = self.left | mask_of(self.played)
        held = (
            [card for seat in seats for card in deal.order[seat] if left >> card & 1]
            if left
            else ()
        )
        return (
            *chain.from_iterable(map(_cards_of_row, self.done)),
            *[aside[seat] for seat in seats if seat in aside],
            *held,
            *deal.dead,
        )

    @property
    def decided(self) -> bool | None:
        """The verdict on the contract, once the viewer can be sure that it does not change.

        As long as the partner is unknown to him (P43), his tricks may be those of anybody.
        """
        setup, terms = self.setup, self.terms
        goal, contract = terms.goal, terms.contract
        if goal is None or contract is None:
            return None
        if self.poll_pending:
            return None
        goals, fewest = [goal], self.tricks_of(terms.counting)
        most = fewest
        if contract.partner is UNKNOWN:
            most += max(taken for seat, taken in enumerate(self.taken) if seat != contract.declarer)
            if setup.seats < 4:  # the card may be laid aside, so that he plays alone
                alone = terms_of(self.table.variant, partnered(contract, None)).goal
                goals += [] if alone is None else [alone]
        left, lost_none = terms.total - len(self.done), most == len(self.done)
        if self.slam is not None:
            return None if lost_none else False
        if all(each.verdict(fewest, left) for each in goals):
            return None if lost_none and self.slam_possible else True
        return False if all(each.verdict(most, left) is False for each in goals) else None

    @property
    def poll_pending(self) -> bool:
        """Whether the opponents have not been asked yet whether they concede."""
        setup = self.setup
        return len(self.done) <= 1 and setup.terms.concession is not None and not setup.interlude

    @property
    def is_lost(self) -> bool:
        """Whether the deal is broken off here: its contract, or slam, is lost by the tricks taken.

        Never while the partner is unknown.
        """
        terms = self.setup.terms
        if terms.goal is None or not self.partner_shown:
            return False
        taken, done = self.tricks_of(terms.counting), len(self.done)
        return terms.is_broken_off(taken, done, slam=self.slam is not None)

    @property
    def play(self) -> Playing:
        """The play itself."""
        return self

    @property
    def seen(self) -> tuple[int, ...]:
        """By seat, the cards that have been face up in its hand, as masks."""
        return self.gone

    @property
    def apart(self) -> tuple[int | None, ...]:
        """Who cannot be the called partner, by what claims have told; ``None`` for nobody."""
        return ()

    @property
    def evidence(self) -> tuple[Any, ...]:
        """What claims have told of the hands; nothing where nobody can err."""
        return ()

    @property
    def faced(self) -> tuple[tuple[int, Cards], ...]:
        """Nothing where nobody can err."""
        return ()

    @property
    def returned(self) -> tuple[tuple[int, Cards], ...]:
        """Nothing where nobody can err."""
        return ()

    @property
    def called_suits(self) -> tuple[tuple[int, Suit], ...]:
        """None where nobody can err."""
        return ()

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """None where nobody can err."""
        return ()

    @property
    def offences(self) -> tuple[Infraction, ...]:
        """None where nobody can err."""
        return ()

    @property
    def voids(self) -> tuple[tuple[Suit, ...], ...]:
        suits = self.setup.terms.trick_table.suit_masks
        return tuple(
            [tuple([suit for suit in Suit if not suits[suit] & ~void]) for void in self.void]
        )

    # Views.

    @property
    def said(self) -> Events:
        return self.setup.said

    def over(self, deal: Deal, said: Events) -> Self:
        return self.in_setup(self.setup.over(deal, said))

    def seen_by(self, viewer: int | None) -> Self:
        return self._made_in(self.setup.seen_by(viewer, self.exposed_seat), 0)

    def refused(self, action: Action) -> State:
        """The state after a slam, or the refusal of anything else."""
        return State.after(self, action)

    def told(self, event: Event) -> State:
        event, action = expected(event), event.action
        if isinstance(action, Slam):
            return self._declared(action).laid_open(event)
        assert isinstance(action, Play), "nothing else is done in this phase"
        state = self.with_card(action.index).admitting(0)
        return state if state.played else state.after_event(event)

    def after_trick(self, seat: int, card: int) -> State:
        return self.after_event(play_event(seat, card))

    def after_event(self, last: Event) -> State:
        """What follows a trick that an event has ended: a lead, answers of opponents, the bill."""
        terms, count = self.setup.terms, len(self.done)
        if count == terms.total:
            return self.ended(last)
        state = self.laid_open(last)
        if state.is_lost:
            return state.ended(last)
        if count > 1 or terms.concession is None:
            return state
        asking: State = terms.concession.ask(state)
        return asking

    def ended(self, last: Event, *, conceded: bool = False, answers: Events = ()) -> State:
        """What follows the play: the bill.

        Args:
            last: the last event.
            conceded: whether all opponents have agreed to pay.
            answers: what has happened after the last card played.
        """
        return settle_play(self, last, conceded=conceded, answers=answers)

    def laid_open(self, event: Event) -> Self:
        """The play once an event has laid a hand on the table, if one must lie there now.

        Raises:
            EventError: in a view, the event does not tell the hand, or it cannot be that.
        """
        setup = self.setup
        if setup.deal.table.viewer is FULL:
            return self
        seat = self.exposed_seat
        if seat is None or setup.hands[seat]:
            return self
        hand, gone = event.pending.exposed, self.gone_from(seat)
        return self.in_setup(setup.laid_open(seat, hand, gone, self.unplayed))

    @property
    def slam_possible(self) -> bool:
        """Whether a slam may still be declared in this deal if the side wins every trick."""
        setup, slammer = self.setup, self.setup.terms.slammer
        if slammer < 0 or self.slam is not None:
            return False
        has_played = (slammer - self.leader) % setup.seats < len(self.played)
        return len(self.done) + has_played < setup.terms.total

    def _slam_open(self) -> bool:
        terms = self.setup.terms
        won = len(self.done)
        if won < terms.target or self.slam is not None or self.actor != terms.slammer:
            return False
        return self.tricks_of(terms.counting) == won

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, and slams where they can be declared."""
        return (*PLAYS, *(() if variant.payments.slams is None else _SLAMS))

    def legal(self) -> tuple[Action, ...]:
        """The cards that may be played, then slams."""
        plays: tuple[Action, ...] = _one_suit(self.may) or plays_of(
            self.may or self._may_of_viewer()
        )
        if self.actor == self.setup.terms.slammer and plays and self._slam_open():
            return (*plays, *_SLAMS)
        return plays

    def _may_of_viewer(self) -> int:
        """In a view, the cards that the actor may play, as a mask; none if another looks."""
        return self.follows() if self.sees(self.actor) else 0

    def refuse(self, action: Action) -> IllegalAction | None:
        """The card must be held and follow suit; a slam must be open."""
        if type(action) is Slam and self.setup.terms.slammer >= 0:
            if self._slam_open():
                return None
            reason = say(
                "only the declarer, once, at a turn to play when his side has met its target and "
                "won every trick"
            )
            return self.refusal(SlamNotOpen, action, reason, source_of(self.rule_of(action)))
        if type(action) is not Play:
            return self.wrong_phase(action)
        if self.lacks(self.actor, action.card.index):
            reason = say("you do not hold {card}", card=action.card)
            return self.refusal(CardNotHeld, action, reason)
        may = self.may or self.follows()
        if not self.setup.hands[self.actor] or may & action.bit:
            return None
        follow = self.setup.terms.follow[self.played[0]] if self.played else 0
        if may & ~follow or follow & action.bit:
            step = self.setup.terms.step
            assert step is not None, "a contract has a play rule"
            reason = say(
                "you hold {cards}, which must be played first: {rule}",
                cards=listed(Cards.from_mask(may), last="or"),
                rule=step.play.words(),
            )
            return self.refusal(CardBound, action, reason, source_of(step.play))
        led = self.setup.terms.trick_table.suit_of[self.played[0]]
        reason = say("{suit} were led and you hold one", suit=Suit(led).word)
        return self.refusal(MustFollowSuit, action, reason, source_of(self.rule_of(action)))

    def rule_of(self, action: Action) -> object:
        """Of a lead the rule of leads, of another card that of play, of a slam that of slams."""
        variant, step = self.table.variant, self.setup.terms.step
        if type(action) is Slam:
            return variant.payments.slams
        if step is None:
            return variant.session.grand if self.table.is_grand else variant.passed_out
        return step.play if self.played else step.lead

    def advance(self, action: Slam) -> State:
        """The declarer has declared a slam and still has to play."""
        return self._declared(action)

    def _declared(self, action: Slam) -> Self:
        played = self.setup.seats * len(self.done) + len(self.played)
        return evolve(self, slam=("table" if action.table else "closed", played))

    def contested(self, answers: Events) -> Playing:
        """The play as it goes on after somebody has refused to concede."""
        return self.in_setup(self.setup.interrupted(answers))

    def conceded(self, answers: Events) -> State:
        """The bill, since all opponents have agreed to pay."""
        return self.ended(answers[-1], conceded=True, answers=answers)


_make: Any = maker(Playing, method=True)
Playing.make = _make  # type: ignore[method-assign]


def play_contract(deal: Deal, said: Events, contract: Contract) -> Playing:
    """The first lead of a contract."""
    return _first_lead(contract_setup(deal, said, contract))


def play_passed_out(deal: Deal, said: Events) -> Playing:
    """The first lead of a deal that nobody bid."""
    return _first_lead(passed_out_setup(deal, said))


def _first_lead(setup: DealSetup) -> Playing:
    terms, table = setup.terms, setup.deal.table
    leader = terms.leader
    if leader < 0:
        leader = table.eldest
    may = setup.hands[leader] if table.viewer is FULL else 0
    pack = table.variant.dealing.pack.mask
    first_lead: Playing = _make(None, setup, pack, leader, (), (), 0, None, may)
    return first_lead.admitting(first_lead.follows()) if may and terms.binding else first_lead
