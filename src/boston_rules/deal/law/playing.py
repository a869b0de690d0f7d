"""The play by the table's law: cards that fail to follow suit, claims, exposed cards.

The strict play stays the judge of what is lawful: it is asked which cards follow suit, and it plays
on from whatever card is laid. What the table adds to it stands in :class:`Incidents`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from attrs import evolve, field, frozen

from boston_rules.core.actions import (
    CORRECTIONS,
    DEMANDS,
    PLAYS,
    Action,
    Correct,
    Demand,
    Play,
    Revoke,
    Slam,
)
from boston_rules.core.cards import PACK, Cards, bits
from boston_rules.core.contract import Contract
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
from boston_rules.deal.cardplay import TrickRow
from boston_rules.deal.law.conceding import asking_at_table
from boston_rules.deal.law.verdicts import trick_moves, verdict_in_sight, winner_without
from boston_rules.deal.plays import plays_of
from boston_rules.deal.settled import settle_play
from boston_rules.deal.setup import DealSetup, SlamCall
from boston_rules.deal.state import State
from boston_rules.deal.table import partnered
from boston_rules.deal.tricks import Playing
from boston_rules.rules.variant import Variant

__all__ = ["Evidence", "Incidents", "PlayingAtTable", "play_at_table"]


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
    claims: tuple[tuple[int, int], ...] = ()
    """Who has claimed whom in the trick just complete."""
    caught: int = 0
    """Seats whose revoke in the trick just complete is established, as bits."""
    demanded: int = -1
    """The card that has been demanded at this turn; -1 for none."""
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
    incidents: Incidents = Incidents()
    """What was done wrong so far, and what may still be claimed."""

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
        faced = self.incidents.faced
        if any(cards >> card & 1 for owner, cards in enumerate(faced) if owner != seat):
            return True
        return Playing.lacks(self, seat, card)

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
        return tuple(
            [
                (seat, Cards.from_mask(cards))
                for seat, cards in enumerate(self.incidents.faced)
                if cards
            ]
        )

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """The trick (counted from 0) and the seat of each established revoke, in order."""
        return self.incidents.revokes

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
        if self._poll_pending() or contract.partner is UNKNOWN:
            return None
        return verdict_in_sight(self)

    def _poll_pending(self) -> bool:
        """Whether the opponents have not been asked yet whether they concede."""
        setup = self.setup
        return len(self.done) <= 1 and bool(setup.terms.concession) and not setup.interlude

    # What happened in a trick.

    def _held(self, seat: int) -> int:
        return self.setup.hands[seat] & self.unplayed

    def _accused(self) -> tuple[int, ...]:
        """Seats that did not follow suit in the trick just complete, and may be claimed."""
        if self.played or not self.done:
            return ()
        (leader, cards, _), number = self.done[-1], len(self.done) - 1
        seats, caught = self.setup.seats, self.incidents.caught
        return tuple(
            seat
            for place, card in enumerate(cards)
            for seat in ((leader + place) % seats,)
            if not caught >> seat & 1 and self.forbidding(card, number, place)
        )

    def claimable(self, claimant: int) -> tuple[int, ...]:
        """The seats that a seat may claim now."""
        if self._bound() and claimant == self.actor:
            return ()
        claims = self.incidents.claims
        return tuple(
            sorted(
                seat
                for seat in self._accused()
                if seat != claimant and (claimant, seat) not in claims
            )
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

    def _bound(self) -> bool:
        """Whether the demanded card must be played."""
        card = self.incidents.demanded
        return card >= 0 and bool(self._follows() >> card & 1)

    def _follows(self) -> int:
        """The cards that follow suit, as a mask; none in the view of anybody but the actor."""
        return self.may or (self.follows() if self.sees(self.actor) else 0)

    # The phase.

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, slams, corrections, demands and claims."""
        claims = map(Revoke, range(variant.seats))
        return (*Playing.actions(variant), *CORRECTIONS, *DEMANDS, *claims)

    def lawful(self) -> tuple[Action, ...]:
        """What the strict play lists; while a demand binds, the card demanded."""
        card = self.incidents.demanded
        return (PLAYS[card],) if self._bound() else Playing.legal(self)

    def legal(self) -> tuple[Action, ...]:
        """The cards held, slams, claims; while a demand binds, the card demanded."""
        if not self.sees(self.actor):
            return ()
        if self._bound():
            return (PLAYS[self.incidents.demanded],)
        slams = tuple(action for action in Playing.legal(self) if type(action) is Slam)
        claims = map(Revoke, self.claimable(self.actor))
        return (*plays_of(self._held(self.actor)), *slams, *claims)

    def legal_for(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do now; out of turn exposures, a correction, a demand and claims."""
        if seat == self.actor:
            return self.legal()
        if seat not in range(self.setup.seats) or not self.sees(seat):
            return ()
        return (
            *plays_of(self._exposable(seat)),
            *(CORRECTIONS[card] for card in bits(self._corrections(seat))),
            *(DEMANDS[card] for card in bits(self._demandable(seat))),
            *map(Revoke, self.claimable(seat)),
        )

    def refuse(self, action: Action) -> IllegalAction | None:
        """Any card held may be played, unless one is demanded."""
        kind = type(action)
        if kind in (Correct, Demand, Revoke):
            return self._refuse_law(self.actor, action)
        if self._bound() and kind in (Play, Slam):
            if kind is Play and action.index == self.incidents.demanded:  # type: ignore[union-attr]
                return None
            shown = PACK[self.incidents.demanded]
            return self.refusal(CardDemanded, action, f"{shown} lies exposed and is demanded")
        # The strict play says why, with any card that is held, and this one what is legal.
        error = Playing.refuse(self.admitting(self._held(self.actor) or self.unplayed), action)
        if error is None:
            return None
        return self.refusal(type(error), action, error.reason, error.rule)

    def refuse_from(self, seat: int, action: Action) -> IllegalAction | None:
        """Why a seat may not do this now."""
        if seat == self.actor:
            return self.refuse(action)
        if seat not in range(self.setup.seats):
            return self.not_your_turn(seat, action)
        if type(action) is not Play:
            if type(action) in (Correct, Demand, Revoke):
                return self._refuse_law(seat, action)
            return self.not_your_turn(seat, action)
        if self.lacks(seat, action.index):
            return self._refused(seat, CardNotHeld, action, f"you do not hold {action.card}")
        if self.incidents.faced[seat] >> action.index & 1:
            reason = f"it is not your turn, and {action.card} lies exposed already"
            return self._refused(seat, CardExposed, action, reason)
        return None

    def _refuse_law(self, seat: int, action: Any) -> IllegalAction | None:
        """Why a correction, a demand or a claim is not open."""
        if type(action) is Revoke:
            if action.seat in self.claimable(seat):
                return None
            reason = (
                "only another seat that did not follow suit in the trick just complete can be "
                "claimed, once by each player, until the next lead"
            )
            return self._refused(seat, NothingToClaim, action, reason)
        if type(action) is Correct:
            card = action.card.index
            if self._correctable(seat) >> card & 1 and not self.lacks(seat, card):
                return None
            reason = (
                "only your card of a trick not yet complete can be replaced, if it did not follow "
                "suit, by one that you hold of the suit led"
            )
            return self._refused(seat, NothingToCorrect, action, reason)
        if self._demandable(seat) >> action.card.index & 1:
            return None
        reason = "only an exposed card of an opponent who is to play can be demanded, one a turn"
        return self._refused(seat, DemandNotOpen, action, reason)

    def _refused(
        self, seat: int, kind: type[IllegalAction], action: Action, reason: str
    ) -> IllegalAction:
        rule = self.table.variant.laws.revoke.source
        return kind(reason, action=action, seat=seat, rule=rule, legal=self.legal_for(seat))

    def after(self, action: Action) -> State:
        """The state after an action of the seat to act.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        self.check_full()
        error = self.refuse(action)
        if error is not None:
            raise error
        return self.advance_from(self.actor, action)

    def advance_from(self, seat: int, action: Any) -> State:
        """The state after an action that is admitted."""
        return self.told(event_of(seat, action))

    def told(self, event: Event) -> State:
        """The state after an event that is admitted."""
        if event.shows is not NOTHING:
            event = expected(event)
        seat, action = event.seat, event.action
        if isinstance(action, Revoke):
            return self.claimed(event)[0]
        incidents = self.incidents.said(event)
        if isinstance(action, Demand):
            return self._with(evolve(incidents, demanded=action.card.index))
        if isinstance(action, Correct):
            return self._corrected(seat, action.card.index, incidents)
        if isinstance(action, Slam):
            return self._with(incidents)._declared(action).laid_open(event)
        assert isinstance(action, Play), "nothing else is done in this phase"
        faced = list(incidents.faced)
        if seat != self.actor:
            faced[seat] |= action.bit
            return self._with(evolve(incidents, faced=tuple(faced)))._seeing(seat, action.index)
        faced[seat] &= ~action.bit
        evidence = incidents.evidence
        if incidents.demanded not in (-1, action.index):
            suit = self.forbidding(incidents.demanded, len(self.done), len(self.played))
            if suit and not suit & action.bit:
                gone = self.gone_from(seat) | action.bit
                evidence = (*evidence, Evidence(seat, suit, gone, held=True))
        incidents = evolve(
            incidents, faced=tuple(faced), demanded=-1, claims=(), caught=0, evidence=evidence
        )
        # The strict play goes on from the card, whatever it is.
        state = self._with(incidents).with_card(action.index)
        if self.viewer is not FULL:
            state = state.admitting(0)
        return state if state.played else state.after_event(event)

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
    ) -> PlayingAtTable:
        """The play in another position, with the same incidents."""
        return _made(setup, unplayed, actor, played, done, won, slam, may, self.incidents)

    def _with(self, incidents: Incidents) -> PlayingAtTable:
        return _at_table(self, incidents)

    def _seeing(self, seat: int, card: int) -> PlayingAtTable:
        """The same once a card was seen in a hand: a called one makes its holder known (L9)."""
        setup = self.setup
        return self.in_setup(setup.with_partner(seat)) if card == setup.called else self

    def after_event(self, last: Event) -> State:
        """What follows a trick; while the opponents are asked revokes may still be claimed."""
        return asking_at_table(Playing.after_event(self, last))

    def laid_open(self, event: Event) -> PlayingAtTable:
        """The play once an event has laid a hand on the table, if one must lie there now."""
        seat = self.exposed_seat
        if seat is None or any(before.shows.exposed for before in self.events):
            return self
        state = Playing.laid_open(self, event)
        *log, last = state.incidents.log
        shows = evolve(last.shows, exposed=(seat, state.held(seat)))
        log.append(event_of(last.seat, last.action, shows, last.pending))
        return state._with(evolve(state.incidents, log=tuple(log)))

    def _corrected(self, seat: int, card: int, incidents: Incidents) -> State:
        """The wrong card goes back and lies exposed; what was played after it is taken back."""
        place = (seat - self.leader) % self.setup.seats
        wrong = 1 << self.played[place]
        unplayed = self.unplayed ^ 1 << card
        for taken_back in self.played[place:]:
            unplayed |= 1 << taken_back
        faced = list(incidents.faced)
        faced[seat] = faced[seat] & ~(1 << card) | wrong
        incidents = evolve(incidents, faced=tuple(faced), demanded=-1)
        state = self._with(incidents)._at(
            unplayed, self.setup.terms.after[seat], (*self.played[:place], card)
        )
        return state._seeing(seat, card)

    def _at(self, unplayed: int, actor: int, played: tuple[int, ...]) -> PlayingAtTable:
        """The same with other cards in the current trick."""
        state = self.make(self.setup, unplayed, actor, played, self.done, self.won, self.slam, 0)
        return state.in_setup(state.setup)

    # Claims.

    def claimed(self, event: Event, answers: Events | None = None) -> tuple[State, Event]:
        """The state after a claim, and the claim with what it shows.

        Args:
            event: the claim, and who makes it.
            answers: where the opponents are being asked whether they concede, what has been said
                since the last card; the caller adds the claim to it.

        Raises:
            EventError: a view is not told what came of it.
        """
        action = event.action
        assert isinstance(action, Revoke), "a claim names who is accused"
        seat, viewer = action.seat, self.viewer
        leader, cards, _ = self.done[-1]
        place = (seat - leader) % self.setup.seats
        held, follow = self._held(seat), self.forbidding(cards[place], len(self.done) - 1, place)
        could = bool(held & follow)
        verdict, event = tell(event, viewer, "verdict", lambda: could)
        if verdict not in ((could,) if held else (True, False)):
            raise EventError(f"the event does not tell whether seat {seat} could follow suit")
        incidents = self.incidents
        told = Evidence(seat, follow, self.gone_from(seat), held=bool(verdict))
        incidents = evolve(
            incidents,
            claims=(*incidents.claims, (event.seat, seat)),
            evidence=(*incidents.evidence, told),
        )
        contract, laws = self.setup.contract, self.table.variant.laws.revoke
        new: int | None = None
        if verdict:
            incidents = evolve(
                incidents,
                revokes=(*incidents.revokes, (len(self.done) - 1, seat)),
                caught=incidents.caught | 1 << seat,
            )
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
            return settle_play(self._with(incidents), event, answers=said), event
        return self._with(incidents) if new is None else self._moved(new, incidents), event

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


_made: Final = maker(PlayingAtTable)


def _at_table(play: Playing, incidents: Incidents) -> PlayingAtTable:
    return _made(
        play.setup,
        play.unplayed,
        play.actor,
        play.played,
        play.done,
        play.won,
        play.slam,
        play.may,
        incidents,
    )


def play_at_table(play: Playing) -> PlayingAtTable:
    """The first lead, by the table's law."""
    return _at_table(play, Incidents(faced=(0,) * play.setup.seats))
