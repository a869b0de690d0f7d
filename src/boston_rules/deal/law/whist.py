"""The play by the law of whist: claims until the next deal, and suits called after a false lead."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import evolve, frozen

from boston_rules.core.actions import (
    CALLED_SUITS,
    Action,
    CallSuit,
    Play,
    Revoke,
)
from boston_rules.core.cards import Cards, Suit
from boston_rules.core.contract import Infraction
from boston_rules.core.errors import (
    CardExposed,
    IllegalAction,
    NothingToCall,
    NothingToClaim,
    SuitCalled,
)
from boston_rules.core.events import Event, Events
from boston_rules.core.making import maker
from boston_rules.core.saying import say
from boston_rules.deal.law.claims import open_claims
from boston_rules.deal.law.playing import Evidence, Incidents, PlayingAtTable, by_seat
from boston_rules.deal.settled import settle_play
from boston_rules.deal.state import State
from boston_rules.deal.table import clockwise
from boston_rules.deal.tricks import Playing
from boston_rules.rules.laws import WhistLaw
from boston_rules.rules.variant import Variant

__all__ = ["PlayingByWhist", "WhistIncidents", "play_by_whist"]


@frozen(cache_hash=True)
class WhistIncidents(Incidents):
    """What the law of whist adds to a play."""

    returned: tuple[int, ...] = ()
    """By seat, cards led out of turn that went back into the hand, as masks."""
    false_leads: tuple[tuple[int, int], ...] = ()
    """Seat and card of each lead out of turn for which a suit may still be called, in order."""
    called: tuple[tuple[int, Suit], ...] = ()
    """Whose side must lead which suit when it leads next, in the order called."""
    ended_by: int = -1
    """Who has ended the deal by a card out of turn; -1 for nobody."""


@frozen
class PlayingByWhist(PlayingAtTable):
    """A card is to be played, by the law of whist."""

    phase: ClassVar[str] = PlayingAtTable.phase
    by_law: ClassVar[tuple[type, ...]] = (*PlayingAtTable.by_law, CallSuit)
    incidents: WhistIncidents = WhistIncidents()
    """What was done wrong so far, and what may still be claimed or called."""

    @property
    def law(self) -> WhistLaw:
        """The law of the variant."""
        law = self.table.variant.laws.whist
        assert law is not None, "the law of whist is in force"
        return law

    @property
    def returned(self) -> tuple[tuple[int, Cards], ...]:
        """Seats into whose hand cards went back for which a suit was called, and these."""
        return by_seat(tuple([cards & self.unplayed for cards in self.incidents.returned]))

    @property
    def called_suits(self) -> tuple[tuple[int, Suit], ...]:
        """Whose side must lead which suit when it leads next, in the order called."""
        return self.incidents.called

    @property
    def offences(self) -> tuple[Infraction, ...]:
        """What has been established of the play, in order."""
        found = [Infraction("revoke", seat, trick=trick + 1) for trick, seat in self.revokes]
        if self.incidents.ended_by >= 0:
            found.append(Infraction("out-of-turn", self.incidents.ended_by))
        return tuple(found)

    # Claims.

    def open_to_claims(self, trick: int) -> bool:
        """Until the next deal."""
        return True

    def claim_in(self, trick: int, seat: int) -> Revoke:
        """The claim that a seat has revoked in a trick, by its number."""
        return Revoke(seat, trick + 1)

    def trick_of(self, claim: Revoke) -> int:
        """The number of the trick that a claim is about."""
        assert claim.trick is not None, "a claim by the law of whist names its trick"
        return claim.trick - 1

    def unclaimable(self, seat: int, claim: Revoke) -> IllegalAction:
        """The refusal of a claim that is not open to a seat."""
        reason = say(
            "only another seat that did not follow suit in a complete trick can be claimed, with "
            "the number of the trick, once by each player"
        )
        return self._refused(seat, NothingToClaim, claim, reason)

    def ended(self, last: Event, *, conceded: bool = False, answers: Events = ()) -> State:
        """Claims, where anybody was off suit; else the bill."""
        if self.incidents.strayed:
            return open_claims(self, answers, conceded=conceded)
        return settle_play(self, last, conceded=conceded, answers=answers)

    # Suits called.

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, slams, corrections, demands, suits to call and claims."""
        return (*PlayingAtTable.actions(variant), *CALLED_SUITS)

    def _allied(self, seat: int, other: int) -> bool:
        """Whether two seats play on one side, of a contract whose sides are known."""
        contract = self.setup.contract
        assert contract is not None, "a suit is called in a contract"
        return (seat in contract.side) is (other in contract.side)

    def _caller(self, offender: int) -> int:
        """Who may call a suit for a false lead: the declarer, or of his opponents the first from
        eldest; -1 for nobody (F15)."""
        contract = self.setup.contract
        if contract is None or not self.partner_shown:
            return -1
        if offender not in contract.side:
            return contract.declarer
        if self.law.spares_declarer and offender == contract.declarer:
            return -1
        seats = clockwise(self.table.eldest, self.setup.seats)
        return next(seat for seat in seats if seat not in contract.side)

    def _answered(self, caller: int) -> tuple[int, int] | None:
        """The oldest false lead that a suit called by a seat would answer."""
        leads = self.incidents.false_leads
        return next((lead for lead in leads if self._caller(lead[0]) == caller), None)

    def callable_suits(self, seat: int) -> tuple[CallSuit, ...]:
        """The suits that a seat may call: any, after a false lead of its opponents."""
        return () if self._answered(seat) is None else CALLED_SUITS

    def _called(self) -> tuple[int, Suit] | None:
        """The call that the next lead pays, where one is to be led and its side owes one."""
        if self.played:
            return None
        called = self.incidents.called
        return next((call for call in called if self._allied(call[0], self.actor)), None)

    def _called_cards(self) -> int:
        """The cards of the suit called, as a mask; 0 where none is called of the actor."""
        call = self._called()
        return 0 if call is None else self.setup.terms.trick_table.suit_masks[call[1]]

    def bound(self) -> int:
        """The cards of which the actor must play one, by a call or a demand, as a mask.

        A demand binds a leader of whom a suit is called only if its card is of that suit.
        """
        demanded, called = PlayingAtTable.bound(self), self._called_cards()
        if not called:
            return demanded
        actor = self.actor
        if self.setup.hands[actor]:
            held = self._held(actor) & called
        else:
            held = called if self.seen[actor] & self.unplayed & called else 0
            if demanded and not held:
                return called | demanded
        return demanded & held or held or demanded

    def told_by(self, event: Event) -> tuple[Evidence, ...]:
        """What an event tells of the hand of the actor: of a leader, that he has none of the suit
        called."""
        found = PlayingAtTable.told_by(self, event)
        seat, action = event.seat, event.action
        called = self._called_cards() if seat == self.actor else 0
        if not called or (isinstance(action, Play) and called & action.bit):
            return found
        return (*found, Evidence(seat, called, self.gone_from(seat), held=False))

    def _refuse_free(self, action: Action) -> IllegalAction:
        """The refusal of what the actor might do if nothing bound him."""
        call = self._called()
        card = self.incidents.demanded
        if call is None or (card >= 0 and self.bound() == 1 << card):
            return PlayingAtTable._refuse_free(self, action)
        reason = say("{suit} are called, and you hold one", suit=call[1].word)
        return self.refusal(SuitCalled, action, reason, self.law.source)

    def _exposable(self, seat: int) -> int:
        """The cards that a seat may lay out of turn, as a mask: none that went back (G25)."""
        return PlayingAtTable._exposable(self, seat) & ~self.incidents.returned[seat]

    def _demandable(self, seat: int) -> int:
        """The cards that a seat may demand, as a mask."""
        contract = self.setup.contract
        if self.law.spares_declarer and (contract is None or self.actor == contract.declarer):
            return 0
        return PlayingAtTable._demandable(self, seat)

    def refuse_from(self, seat: int, action: Action) -> IllegalAction | None:
        """Why a seat may not do this now."""
        error = PlayingAtTable.refuse_from(self, seat, action)
        if error is not None or seat == self.actor or not isinstance(action, Play):
            return error
        if self.incidents.returned[seat] & action.bit:
            reason = say(
                "it is not your turn, and {card} was laid out of turn before", card=action.card
            )
            return self._refused(seat, CardExposed, action, reason)
        return None

    def _refuse_law(self, seat: int, action: Any) -> IllegalAction | None:
        """Why a correction, a demand, a claim or a call is not open."""
        bound = seat == self.actor and self.bound()
        if bound and action in (*self.claimable(seat), *self.callable_suits(seat)):
            return self._refuse_free(action)
        if type(action) is not CallSuit:
            return PlayingAtTable._refuse_law(self, seat, action)
        if self.callable_suits(seat):
            return None
        reason = say(
            "a suit is called after a lead out of turn, before the right lead, by the declarer or "
            "by the first of his opponents from eldest"
        )
        return self._refused(seat, NothingToCall, action, reason)

    # What happens.

    def following(self, event: Event) -> State:
        """What follows an event, no claim, that is in the log already."""
        seat, action, incidents = event.seat, event.action, self.incidents
        if isinstance(action, CallSuit):
            lead = self._answered(seat)
            assert lead is not None, "a suit is called for a false lead"
            return self._called_back(*lead, action.suit)
        if isinstance(action, Play) and seat == self.actor and not self.played:
            call = self._called()
            left = list(incidents.called)
            if call is not None:
                left.remove(call)
            state = self._with(evolve(incidents, false_leads=(), called=tuple(left)))
            return PlayingAtTable.following(state, event)
        return PlayingAtTable.following(self, event)

    def _called_back(self, offender: int, card: int, suit: Suit) -> State:
        """A card led out of turn goes back into its hand, and a suit is called for it."""
        incidents, bit = self.incidents, 1 << card
        faced, returned = list(incidents.faced), list(incidents.returned)
        faced[offender] &= ~bit
        returned[offender] |= bit
        return self._with(
            evolve(
                incidents,
                faced=tuple(faced),
                returned=tuple(returned),
                false_leads=tuple(x for x in incidents.false_leads if x != (offender, card)),
                called=(*incidents.called, (offender, suit)),
            )
        )

    def exposing(self, event: Event, action: Play) -> State:
        """What follows a card out of turn: it lies exposed, or ends a misère as made."""
        seat, incidents, goal = event.seat, self.incidents, self.terms.goal
        if not self.played:
            lead = (seat, action.index)
            incidents = evolve(incidents, false_leads=(*incidents.false_leads, lead))
        contract = self.setup.contract
        ends = self.law.misere_fine is not None and goal is not None and not goal.counted
        if ends and contract is not None and seat not in contract.side:
            return settle_play(self._with(evolve(incidents, ended_by=seat)).broken_off(), event)
        return PlayingAtTable.exposing(self._with(incidents), event, action)


_build: Any = maker(PlayingByWhist, method=True)
PlayingByWhist.build = _build  # type: ignore[method-assign]


def play_by_whist(play: Playing) -> PlayingByWhist:
    """The first lead, by the law of whist."""
    nothing = (0,) * play.setup.seats
    incidents = WhistIncidents(faced=nothing, returned=nothing)
    first_lead: PlayingByWhist = _build(
        None, play.setup, play.unplayed, play.actor, (), (), 0, None, play.may, incidents
    )
    return first_lead
