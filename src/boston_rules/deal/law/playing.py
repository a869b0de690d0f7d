"""The play by the table's law: cards that fail to follow suit, claims, exposed cards.

The strict play stays the judge of what is lawful: it is asked which cards follow suit, and it plays
on from whatever card is laid. What the table adds to it stands in :class:`Incidents`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from attrs import evolve, field, frozen

from boston_rules.core.actions import (
    CORRECTIONS,
    DEMANDS,
    PLAYS,
    Action,
    CallSuit,
    Correct,
    Demand,
    Play,
    Revoke,
    Slam,
)
from boston_rules.core.cards import PACK, Cards, bits, mask_of
from boston_rules.core.contract import Contract, Infraction
from boston_rules.core.errors import (
    CardDemanded,
    CardExposed,
    CardNotHeld,
    DemandNotOpen,
    EventError,
    IllegalAction,
    NothingToClaim,
    NothingToCorrect,
)
from boston_rules.core.events import NOTHING, Event, Events, event_of, expected, tell
from boston_rules.core.hidden import FULL, UNKNOWN
from boston_rules.core.making import maker
from boston_rules.core.saying import say
from boston_rules.deal.cardplay import TrickRow
from boston_rules.deal.law.conceding import asking_at_table
from boston_rules.deal.law.verdicts import trick_moves, verdict_in_sight, winner_without
from boston_rules.deal.plays import plays_of
from boston_rules.deal.settled import settle_play
from boston_rules.deal.setup import DealSetup, SlamCall
from boston_rules.deal.state import State
from boston_rules.deal.table import partnered
from boston_rules.deal.tricks import Playing
from boston_rules.rules.laws import RevokeLaw, WhistLaw
from boston_rules.rules.variant import Variant

__all__ = ["Evidence", "Incidents", "PlayingAtTable", "by_seat", "play_at_table"]


def by_seat(masks: tuple[int, ...]) -> tuple[tuple[int, Cards], ...]:
    """Seats with some cards, and these, of masks by seat."""
    return tuple([(seat, Cards.from_mask(cards)) for seat, cards in enumerate(masks) if cards])


class Evidence(NamedTuple):
    """What everybody knows of a hand because of a claim or a demand. Sets of cards are masks.

    A card of another suit proves nothing where players may err. A claim does: one that was wrong
    shows that the seat could not follow suit, one that was right that it could. So does an exposed
    card that was demanded and not played: it would have had to be, unless its owner held a card of
    the suit led.
    """

    seat: int
    suit: int
    """The cards that follow the suit led."""
    gone: int
    """What the seat had played by then."""
    held: bool
    """Whether the seat held one of the suit then, or none."""


@frozen(cache_hash=True)
class Incidents:
    """What the table's law adds to a play."""

    log: Events = field(default=(), repr=False)
    """What has happened since the first lead was due."""
    faced: tuple[int, ...] = ()
    """By seat, cards that lie exposed, as masks."""
    revokes: tuple[tuple[int, int], ...] = ()
    """The number of the trick and the seat of each established revoke, in order."""
    strayed: tuple[tuple[int, int], ...] = ()
    """The number of the trick and the seat of each card of a complete trick that was off suit."""
    claims: tuple[tuple[int, int, int], ...] = ()
    """The number of a trick, who has claimed a revoke in it, and of whom."""
    demanded: int = -1
    """The card that has been demanded at this turn; -1 for none."""
    lay: int = 0
    """Cards of the current trick that lay exposed before they were played, as a mask."""
    evidence: tuple[Evidence, ...] = ()
    """What claims and demands have told of the hands."""
    apart: tuple[int | None, ...] = ()
    """Who cannot be the called partner, as a trick that moved would have gone to somebody else."""

    def said(self, event: Event) -> Incidents:
        """With one more thing done."""
        return evolve(self, log=(*self.log, event))


@frozen
class PlayingAtTable(Playing):
    """A card is to be played; any card that is held can be, and others may act out of turn."""

    phase: ClassVar[str] = Playing.phase
    strict: ClassVar[bool] = False
    by_law: ClassVar[tuple[type, ...]] = (Correct, Demand, Revoke)
    """What players do by the law alone in this phase, but for cards."""
    incidents: Incidents = Incidents()
    """What was done wrong so far, and what may still be claimed."""

    if TYPE_CHECKING:

        def build(
            self,
            setup: DealSetup,
            unplayed: int,
            actor: int,
            played: tuple[int, ...],
            done: tuple[TrickRow, ...],
            won: int,
            slam: SlamCall | None,
            may: int,
            incidents: Incidents,
        ) -> Self:
            """A position of the same class and other incidents, made fast."""
            ...

    # The public face.

    @property
    def since_lead(self) -> Events:
        """What has happened since the first lead was due."""
        return self.incidents.log

    @property
    def void(self) -> tuple[int, ...]:
        """By seat, the cards that everybody knows it cannot hold any more, as masks."""
        found = [0] * self.setup.seats
        for told in self.incidents.evidence:
            if not told.held:
                found[told.seat] |= told.suit
        for seat in self.apart:
            if seat is not None and not self.partner_shown:
                found[seat] |= 1 << self.setup.called
        return tuple(found)

    @property
    def apart(self) -> tuple[int | None, ...]:
        """Who cannot be the called partner, by what claims have told; ``None`` for nobody."""
        return self.incidents.apart

    def lacks(self, seat: int, card: int) -> bool:
        """Whether the viewer knows that a seat does not hold a card, by its index."""
        if Playing.lacks(self, seat, card):
            return True
        if self.setup.hands[seat]:
            return False
        return any(cards >> card & 1 for owner, cards in enumerate(self.seen) if owner != seat)

    @property
    def seen(self) -> tuple[int, ...]:
        """By seat, the cards that have been face up in its hand, as masks."""
        found = [0] * self.setup.seats
        for event in self.incidents.log:
            if isinstance(event.action, Play | Correct):
                found[event.seat] |= 1 << event.action.card.index
        return tuple(found)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What claims and demands have told of the hands."""
        return self.incidents.evidence

    @property
    def faced(self) -> tuple[tuple[int, Cards], ...]:
        """Seats with single cards that lie exposed, and these."""
        return by_seat(self.incidents.faced)

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """The trick (counted from 0) and the seat of each established revoke, in order."""
        return self.incidents.revokes

    @property
    def offences(self) -> tuple[Infraction, ...]:
        """What has been established of the play, in order."""
        return tuple(Infraction("revoke", seat) for _, seat in self.revokes)

    @property
    def decided(self) -> bool | None:
        """The verdict once no trick can change it, forfeits counted (L14).

        ``None`` while a card that did not follow suit may still be corrected or claimed, whether
        or not it was a revoke, which nobody knows; and after a revoke while the partner is unknown.
        """
        if self._in_doubt():
            return None
        contract = self.contract
        if not self.revoked or contract is None:
            return super().decided
        if self.poll_pending or contract.partner is UNKNOWN:
            return None
        return verdict_in_sight(self)

    # What happened in a trick.

    def _held(self, seat: int) -> int:
        return self.setup.hands[seat] & self.unplayed

    def _astray(self) -> tuple[tuple[int, int], ...]:
        """The number of the trick just complete, with each seat whose card was off suit in it."""
        number = len(self.done) - 1
        leader, cards, _ = self.done[number]
        return tuple(
            (number, (leader + place) % self.setup.seats)
            for place, card in enumerate(cards)
            if self.forbidding(card, number, place)
        )

    # Which tricks are open to claims, and how a claim names one, is for each law to say.

    def open_to_claims(self, trick: int) -> bool:
        """Whether a revoke in a complete trick, by its number, may be claimed now."""
        return not self.played and trick == len(self.done) - 1

    def claim_in(self, trick: int, seat: int) -> Revoke:
        """The claim that a seat has revoked in a trick, by its number."""
        return Revoke(seat)

    def trick_of(self, claim: Revoke) -> int:
        """The number of the trick that a claim is about."""
        return len(self.done) - 1

    def claimable(self, claimant: int) -> tuple[Revoke, ...]:
        """The claims that are open to a seat, by seat accused and trick."""
        incidents = self.incidents
        if not incidents.strayed:
            return ()
        return tuple(
            self.claim_in(trick, seat)
            for seat, trick in sorted((seat, trick) for trick, seat in incidents.strayed)
            if seat != claimant
            and self.open_to_claims(trick)
            and (trick, seat) not in incidents.revokes
            and (trick, claimant, seat) not in incidents.claims
        )

    def _in_doubt(self) -> bool:
        """Whether a card that did not follow suit may still be corrected or claimed."""
        number = len(self.done)
        if any(self.forbidding(card, number, place) for place, card in enumerate(self.played)):
            return True
        return any(self.claimable(seat) for seat in range(self.setup.seats))

    def _correctable(self, seat: int) -> int:
        """The cards that would replace a wrong card of a seat in the current trick, as a mask."""
        place = (seat - self.leader) % self.setup.seats
        if place >= len(self.played):
            return 0
        return self.forbidding(self.played[place], len(self.done), place)

    def _corrections(self, seat: int) -> int:
        """The cards by which a seat may replace its card of the current trick, as a mask."""
        return self._held(seat) & self._correctable(seat)

    def _exposable(self, seat: int) -> int:
        """The cards that a seat may lay out of turn, as a mask."""
        return self._held(seat) & ~self.incidents.faced[seat]

    def _demandable(self, seat: int) -> int:
        """The cards that a seat may demand, as a mask."""
        if seat == self.actor or self.incidents.demanded >= 0:
            return 0
        contract = self.setup.contract
        if contract is not None and self.partner_shown:
            side = contract.side
            if (seat in side) == (self.actor in side):
                return 0
        return self.incidents.faced[self.actor]

    def bound(self) -> int:
        """The cards of which the actor must play one, by a demand, as a mask; 0 where none binds.

        Of a hand that the viewer does not see it is what he can tell: a card demanded that follows
        suit must be played, another one may have to be.
        """
        card = self.incidents.demanded
        if card < 0:
            return 0
        forbidding = self.forbidding(card, len(self.done), len(self.played))
        held = self._held(self.actor)
        return 0 if (forbidding & held if held else forbidding) else 1 << card

    def told_by(self, event: Event) -> tuple[Evidence, ...]:
        """What an event tells of the hand of the actor: that he was not bound to something else."""
        seat, action, card = event.seat, event.action, self.incidents.demanded
        if seat != self.actor or card < 0 or action == PLAYS[card]:
            return ()
        suit = self.forbidding(card, len(self.done), len(self.played))
        if not suit or (isinstance(action, Play) and suit & action.bit):
            return ()
        return (Evidence(seat, suit, self.gone_from(seat), held=True),)

    def callable_suits(self, seat: int) -> tuple[CallSuit, ...]:
        """The suits that a seat may call after a lead out of turn; none by this law."""
        return ()

    # The phase.

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, slams, corrections, demands and claims."""
        claims = variant.laws.claims(variant.seats, variant.hand)
        return (*Playing.actions(variant), *CORRECTIONS, *DEMANDS, *claims)

    def lawful(self) -> tuple[Action, ...]:
        """What the strict play lists; while something binds, the cards that it leaves."""
        bound = self.bound() if self.sees(self.actor) else 0
        return plays_of(bound) if bound else Playing.legal(self)

    def legal(self) -> tuple[Action, ...]:
        """The cards held, slams, suits to call and claims; while something binds, cards alone."""
        actor = self.actor
        if not self.sees(actor):
            return ()
        bound = self.bound()
        if bound:
            return plays_of(bound)
        slams = tuple(action for action in Playing.legal(self) if type(action) is Slam)
        suits, claims = self.callable_suits(actor), self.claimable(actor)
        return (*plays_of(self._held(actor)), *slams, *suits, *claims)

    def legal_for(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do now; out of turn cards, a correction, a demand, suits and claims."""
        if seat == self.actor:
            return self.legal()
        if seat not in range(self.setup.seats) or not self.sees(seat):
            return ()
        return (
            *plays_of(self._exposable(seat)),
            *(CORRECTIONS[card] for card in bits(self._corrections(seat))),
            *(DEMANDS[card] for card in bits(self._demandable(seat))),
            *self.callable_suits(seat),
            *self.claimable(seat),
        )

    def refuse(self, action: Action) -> IllegalAction | None:
        """Any card held may be played, unless something binds."""
        kind = type(action)
        if kind in self.by_law:
            return self._refuse_law(self.actor, action)
        bound = self.bound() if kind in (Play, Slam) else 0
        if bound and not (isinstance(action, Play) and bound & action.bit):
            return self._refuse_free(action)
        # The strict play says why, with any card that is held, and this one what is legal.
        error = Playing.refuse(self.admitting(self._held(self.actor) or self.unplayed), action)
        if error is None:
            return None
        return self.refusal(type(error), action, error.reason, error.rule)

    def _refuse_free(self, action: Action) -> IllegalAction:
        """The refusal of what the actor might do if nothing bound him."""
        card = PACK[self.incidents.demanded]
        reason = say("{card} lies exposed and is demanded", card=card)
        return self.refusal(CardDemanded, action, reason)

    def refuse_from(self, seat: int, action: Action) -> IllegalAction | None:
        """Why a seat may not do this now."""
        if seat == self.actor:
            return self.refuse(action)
        if seat not in range(self.setup.seats):
            return self.not_your_turn(seat, action)
        if type(action) is not Play:
            if type(action) in self.by_law:
                return self._refuse_law(seat, action)
            return self.not_your_turn(seat, action)
        if self.lacks(seat, action.index):
            reason = say("you do not hold {card}", card=action.card)
            return self._refused(seat, CardNotHeld, action, reason)
        if self.incidents.faced[seat] >> action.index & 1:
            card = action.card
            reason = say("it is not your turn, and {card} lies exposed already", card=card)
            return self._refused(seat, CardExposed, action, reason)
        return None

    def _refuse_law(self, seat: int, action: Any) -> IllegalAction | None:
        """Why a correction, a demand or a claim is not open."""
        if type(action) is Revoke:
            bound = seat == self.actor and self.bound()
            free = action in self.claimable(seat) and not bound
            return None if free else self.unclaimable(seat, action)
        if type(action) is Correct:
            card = action.card.index
            if self._correctable(seat) >> card & 1 and not self.lacks(seat, card):
                return None
            reason = say(
                "only your card of a trick not yet complete can be replaced, if it did not follow "
                "suit, by one that you hold of the suit led"
            )
            return self._refused(seat, NothingToCorrect, action, reason)
        if self._demandable(seat) >> action.card.index & 1:
            return None
        reason = say(
            "only an exposed card of an opponent who is to play can be demanded, one a turn"
        )
        return self._refused(seat, DemandNotOpen, action, reason)

    def unclaimable(self, seat: int, claim: Revoke) -> IllegalAction:
        """The refusal of a claim that is not open to a seat."""
        reason = say(
            "only another seat that did not follow suit in the trick just complete can be "
            "claimed, once by each player, until the next lead"
        )
        return self._refused(seat, NothingToClaim, claim, reason)

    def _refused(
        self, seat: int, kind: type[IllegalAction], action: Action, reason: str
    ) -> IllegalAction:
        legal = self.legal_for(seat)
        return kind(reason, action=action, seat=seat, rule=self.law.source, legal=legal)

    @property
    def law(self) -> RevokeLaw | WhistLaw:
        """The law by which errors at the table are put right."""
        return self.table.variant.laws.revoke

    def rule_of(self, action: Action) -> object:
        """Of a claim, a correction or a demand the law."""
        return self.law if type(action) in self.by_law else Playing.rule_of(self, action)

    def after(self, action: Action) -> State:
        """The state after an action of the seat to act.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        return State.after(self, action)  # not CardPlay's short way: a card may be an error here

    def advance(self, action: Any) -> State:
        """The state after an action of the seat to act that is admitted."""
        return self.advance_from(self.actor, action)

    def advance_from(self, seat: int, action: Any) -> State:
        """The state after an action that is admitted."""
        return self.told(event_of(seat, action))

    def told(self, event: Event) -> State:
        """The state after an event that is admitted."""
        if event.shows is not NOTHING:
            event = expected(event)
        incidents = self.incidents
        told = [each for each in self.told_by(event) if each not in incidents.evidence]
        if told:
            incidents = evolve(incidents, evidence=(*incidents.evidence, *told))
        if isinstance(event.action, Revoke):
            return self._with(incidents).claimed(event)[0]
        return self._with(incidents.said(event)).following(event)

    def following(self, event: Event) -> State:
        """What follows an event, no claim, that is in the log already."""
        seat, action, incidents = event.seat, event.action, self.incidents
        if isinstance(action, Demand):
            return self._with(evolve(incidents, demanded=action.card.index))
        if isinstance(action, Correct):
            return self._corrected(seat, action.card.index)
        if isinstance(action, Slam):
            return self._declared(action).laid_open(event)
        assert isinstance(action, Play), "nothing else is done in this phase"
        if seat != self.actor:
            return self.exposing(event, action)
        faced = list(incidents.faced)
        lay = (incidents.lay if self.played else 0) | faced[seat] & action.bit
        faced[seat] &= ~action.bit
        # The strict play goes on from the card, whatever it is.
        played = self._with(evolve(incidents, faced=tuple(faced), demanded=-1, lay=lay))
        state = played.with_card(action.index)
        if self.viewer is not FULL:
            state = state.admitting(0)
        if state.played:
            return state
        astray = state._astray()
        if astray:
            strayed = (*incidents.strayed, *astray)
            state = state._with(evolve(state.incidents, strayed=strayed))
        return state.after_event(event)

    def exposing(self, event: Event, action: Play) -> State:
        """What follows a card out of turn: it lies exposed."""
        faced = list(self.incidents.faced)
        faced[event.seat] |= action.bit
        state = self._with(evolve(self.incidents, faced=tuple(faced)))
        return state._seeing(event.seat, action.index)

    def make(
        self,
        setup: DealSetup,
        unplayed: int,
        actor: int,
        played: tuple[int, ...],
        done: tuple[TrickRow, ...],
        won: int,
        slam: SlamCall | None,
        may: int,
    ) -> Self:
        """The play in another position, with the same incidents."""
        return self.build(setup, unplayed, actor, played, done, won, slam, may, self.incidents)

    def _with(self, incidents: Incidents) -> Self:
        return self.build(
            self.setup,
            self.unplayed,
            self.actor,
            self.played,
            self.done,
            self.won,
            self.slam,
            self.may,
            incidents,
        )

    def _seeing(self, seat: int, card: int) -> Self:
        """The same once a card was seen in a hand: a called one makes its holder known (L9)."""
        setup = self.setup
        return self.in_setup(setup.with_partner(seat)) if card == setup.called else self

    def after_event(self, last: Event) -> State:
        """What follows a trick; while the opponents are asked revokes may still be claimed."""
        return asking_at_table(Playing.after_event(self, last))

    def laid_open(self, event: Event) -> Self:
        """The play once an event has laid a hand on the table, if one must lie there now."""
        seat = self.exposed_seat
        if seat is None or any(before.shows.exposed for before in self.events):
            return self
        state = Playing.laid_open(self, event)
        *log, last = state.incidents.log
        shows = evolve(last.shows, exposed=(seat, state.held(seat)))
        log.append(event_of(last.seat, last.action, shows, last.pending))
        return state._with(evolve(state.incidents, log=tuple(log)))

    def _corrected(self, seat: int, card: int) -> State:
        """The wrong card goes back and lies exposed; what was played after it is taken back.

        What lay exposed before it was played lies so again, and can be demanded again (L9, F16).
        """
        incidents, seats = self.incidents, self.setup.seats
        place = (seat - self.leader) % seats
        wrong, right = 1 << self.played[place], 1 << card
        faced, unplayed = list(incidents.faced), self.unplayed ^ right | wrong
        lay = incidents.lay & ~wrong | faced[seat] & right
        faced[seat] = faced[seat] & ~right | wrong
        for later, played in enumerate(self.played[place + 1 :], place + 1):
            taken_back = 1 << played
            unplayed |= taken_back
            faced[(self.leader + later) % seats] |= lay & taken_back
            lay &= ~taken_back
        incidents = evolve(incidents, faced=tuple(faced), demanded=-1, lay=lay)
        state = self._with(incidents)._at(
            unplayed, self.setup.terms.after[seat], (*self.played[:place], card)
        )
        return state._seeing(seat, card)

    def _at(self, unplayed: int, actor: int, played: tuple[int, ...]) -> Self:
        """The same with other cards in the current trick."""
        state = self.make(self.setup, unplayed, actor, played, self.done, self.won, self.slam, 0)
        return state.in_setup(state.setup)

    def broken_off(self) -> Self:
        """The same without the current trick, whose cards go back to their hands (G2)."""
        unplayed = self.unplayed | mask_of(self.played)
        return self._at(unplayed, self.leader, ()) if self.played else self

    # Claims.

    def claimed(
        self, event: Event, answers: Events | None = None, *, conceded: bool = False
    ) -> tuple[State, Event]:
        """The state after a claim, and the claim with what it shows.

        Args:
            event: the claim, and who makes it.
            answers: where players are asked something between tricks or after the last, what has
                been said since the last card; the caller adds the claim to it.
            conceded: whether the opponents have agreed to pay.

        Raises:
            EventError: a view is not told what came of it.
        """
        claim = event.action
        assert isinstance(claim, Revoke), "a claim names who is accused"
        seat, viewer, trick = claim.seat, self.viewer, self.trick_of(claim)
        leader, cards, _ = self.done[trick]
        place = (seat - leader) % self.setup.seats
        follow, gone = self.forbidding(cards[place], trick, place), self._gone_by(seat, trick)
        hand, seen = self.setup.hands[seat], self.seen[seat]
        if seen.bit_count() == self.setup.terms.total:
            hand = seen  # all that it has held
        could = bool((hand or seen) & ~gone & follow)
        verdict, event = tell(event, viewer, "verdict", lambda: could)
        if verdict not in ((could,) if hand or could else (True, False)):
            raise EventError(f"the event does not tell whether seat {seat} could follow suit")
        incidents = self.incidents
        told = Evidence(seat, follow, gone, held=bool(verdict))
        incidents = evolve(
            incidents,
            claims=(*incidents.claims, (trick, event.seat, seat)),
            evidence=(*incidents.evidence, told),
        )
        contract, laws = self.setup.contract, self.table.variant.laws.revoke
        new: int | None = None
        if verdict:
            incidents = evolve(incidents, revokes=(*incidents.revokes, (trick, seat)))
            if trick_moves(self.table.variant, contract) and not laws.ends_deal:
                new = self._winner_without(seat, contract)
                if contract is not None and contract.partner is UNKNOWN:
                    full = self.setup.known_contract
                    new, event = tell(
                        event, viewer, "winner", lambda: self._winner_without(seat, full)
                    )
                    apart = self._apart(seat, contract, new)
                    if all(
                        partner in apart or self.setup.lacks_called(partner)
                        for partner in self.setup.possible_partners
                    ):
                        raise EventError(f"the event tells {new} of who has won the trick now")
                    incidents = evolve(incidents, apart=apart)
        if answers is None:
            incidents = incidents.said(event)
        if verdict and laws.ends_deal:
            said = () if answers is None else (*answers, event)
            play = self._with(incidents).broken_off()
            return settle_play(play, event, conceded=conceded, answers=said), event
        return self._with(incidents) if new is None else self._moved(new, incidents), event

    def _gone_by(self, seat: int, trick: int) -> int:
        """The cards that a seat had played when a trick, by its number, was complete, as a mask."""
        rows, seats = self.done[: trick + 1], self.setup.seats
        return mask_of(cards[(seat - leader) % seats] for leader, cards, _ in rows)

    def _winner_without(self, offender: int, contract: Contract | None) -> int:
        """Who has won the last trick if the side of an offender cannot."""
        return winner_without(self.done[-1], offender, contract, self.setup.terms.power)

    def _apart(
        self, offender: int, contract: Contract, winner: int | None
    ) -> tuple[int | None, ...]:
        """Who cannot be the partner, now that a trick of the offender's side goes to a seat."""
        return tuple(
            partner
            for partner in self.setup.possible_partners
            if partner in self.apart
            or self._winner_without(offender, partnered(contract, partner)) != winner
        )

    def _moved(self, new: int, incidents: Incidents) -> State:
        """The last trick goes to a seat, unless it has won it already."""
        leader, cards, winner = self.done[-1]
        if new == winner:
            return self._with(incidents)
        state = self.make(
            self.setup,
            self.unplayed,
            new,
            (),
            (*self.done[:-1], (leader, cards, new)),
            self.won - (1 << 4 * winner) + (1 << 4 * new),
            self.slam,
            0,
        )
        return state.in_setup(state.setup)._with(evolve(incidents, demanded=-1))

    # Concession.

    def contested(self, answers: Events) -> Playing:
        """The play as it goes on after somebody has refused to concede."""
        incidents = evolve(self.incidents, log=(*self.incidents.log, *answers))
        return Playing.contested(self._with(incidents), answers)


_build: Any = maker(PlayingAtTable, method=True)
PlayingAtTable.build = _build  # type: ignore[method-assign]


def play_at_table(play: Playing) -> PlayingAtTable:
    """The first lead, by the table's law."""
    incidents = Incidents(faced=(0,) * play.setup.seats)
    first_lead: PlayingAtTable = _build(
        None, play.setup, play.unplayed, play.actor, (), (), 0, None, play.may, incidents
    )
    return first_lead
