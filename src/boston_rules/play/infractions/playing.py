"""The play by the table's law: cards that fail to follow suit, claims, exposed cards.

The strict play stays the judge of what is lawful: it is asked which cards follow suit, and it plays
on from whatever card is laid. What the table adds to it stands in :class:`Incidents`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from attrs import evolve, field, frozen

from boston_rules.actions import (
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
from boston_rules.cards import PACK, Cards, bits
from boston_rules.errors import (
    CardDemanded,
    CardExposed,
    CardNotHeld,
    DemandNotOpen,
    IllegalAction,
    NothingToClaim,
    NothingToCorrect,
)
from boston_rules.making import maker
from boston_rules.play.infractions.conceding import asking_at_table
from boston_rules.play.infractions.verdicts import trick_moves, verdict_in_sight, winner_without
from boston_rules.play.plays import plays_of
from boston_rules.play.settled import settle_play
from boston_rules.play.tricks import Playing
from boston_rules.state import State, public_hands
from boston_rules.table import History
from boston_rules.variant import Variant

__all__ = ["Incidents", "PlayingAtTable", "play_at_table"]


@frozen(cache_hash=True)
class Incidents:
    """What the table's law adds to a play."""

    log: History = field(default=(), repr=False)
    """Everything done since the first lead was due."""
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

    def said(self, seat: int, action: Action) -> Incidents:
        """With one more thing done."""
        return evolve(self, log=(*self.log, (seat, action)))


@frozen
class PlayingAtTable(Playing):
    """A card is to be played; any card that is held can be, and others may act out of turn."""

    name: ClassVar[str] = Playing.name
    incidents: Incidents = Incidents()
    """What was done wrong so far, and what may still be claimed."""

    # The public face.

    @property
    def history(self) -> History:
        """Every action of this deal so far."""
        return self.setup.history + self.incidents.log

    @property
    def since_lead(self) -> tuple[tuple[int, str], ...]:
        """What was said and played from the first lead on, as tokens."""
        return tuple([(seat, str(action)) for seat, action in self.incidents.log])

    @property
    def faced(self) -> tuple[Cards, ...]:
        """By seat, single cards that lie exposed."""
        return public_hands(self.incidents.faced)

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """The trick (counted from 0) and the seat of each established revoke, in order."""
        return self.incidents.revokes

    @property
    def partner_shown(self) -> bool:
        """Whether everybody knows the partner, since a called card has been face up (L9)."""
        called = self.setup.called
        return called is None or any(
            isinstance(action, Play | Correct) and action.card.index == called
            for _, action in self.incidents.log
        )

    @property
    def decided(self) -> bool | None:
        """The verdict once no trick can change it, forfeits counted (L14).

        ``None`` while a card that did not follow suit may still be corrected or claimed, whether
        or not it was a revoke, which nobody knows.
        """
        if self._in_doubt():
            return None
        if not self.revoked or self.contract is None:
            return super().decided
        if self._poll_pending():
            return None
        return verdict_in_sight(self)

    @property
    def decided_in_public(self) -> bool | None:
        """The same without knowing a called partner (P43)."""
        if self.partner_shown or not self.revoked or self.contract is None:
            return None if self._in_doubt() else super().decided_in_public
        return None

    def _poll_pending(self) -> bool:
        """Whether the opponents have not been asked yet whether they concede."""
        setup = self.setup
        return len(self.done) <= 1 and bool(setup.terms.concession) and not setup.interlude

    # What happened in a trick.

    def _held(self, seat: int) -> int:
        return self.setup.hands[seat] & self.left

    def _off_suit(self, seat: int, card: int, led: int, number: int) -> bool:
        """Whether a card visibly did not follow suit, though its player had to if he could."""
        terms = self.setup.terms
        exempt = seat == terms.exempt and number < terms.free
        return not exempt and not terms.follow[led] >> card & 1

    def _accused(self) -> tuple[int, ...]:
        """Seats that did not follow suit in the trick just complete, and may be claimed."""
        if self.played or not self.done:
            return ()
        leader, cards, _ = self.done[-1]
        number, seats = len(self.done) - 1, self.setup.seats
        caught = self.incidents.caught
        return tuple(
            seat
            for place, card in enumerate(cards)
            for seat in ((leader + place) % seats,)
            if not caught >> seat & 1 and self._off_suit(seat, card, cards[0], number)
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
        leader, number = self.leader, len(self.done)
        for place, card in enumerate(self.played):
            seat = (leader + place) % self.setup.seats
            if self._off_suit(seat, card, self.played[0], number):
                return True
        return any(self.claimable(seat) for seat in range(self.setup.seats))

    def _corrections(self, seat: int) -> int:
        """The cards by which a seat may replace its card of the current trick, as a mask."""
        place = (seat - self.leader) % self.setup.seats
        if place >= len(self.played):
            return 0
        led = self.played[0]
        if not self._off_suit(seat, self.played[place], led, len(self.done)):
            return 0
        return self._held(seat) & self.setup.terms.follow[led]

    def _exposable(self, seat: int) -> int:
        """The cards that a seat may lay out of turn, as a mask."""
        return self._held(seat) & ~self.incidents.faced[seat]

    def _demandable(self, seat: int) -> int:
        """The cards that a seat may demand, as a mask."""
        if seat == self.actor or self.incidents.demanded >= 0:
            return 0
        contract = self.contract
        if contract is not None and self.partner_shown:
            side = contract.side
            if (seat in side) == (self.actor in side):
                return 0
        return self.incidents.faced[self.actor]

    def _bound(self) -> bool:
        """Whether the demanded card must be played."""
        card = self.incidents.demanded
        return card >= 0 and bool(self.may >> card & 1)

    # The phase.

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, slams, corrections, demands and claims."""
        claims = map(Revoke, range(variant.seats))
        return (*Playing.actions(variant), *CORRECTIONS, *DEMANDS, *claims)

    def lawful(self, legal: tuple[Action, ...] | None = None) -> tuple[Action, ...]:
        """What the strict play lists; while a demand binds, the card demanded."""
        card = self.incidents.demanded
        return (PLAYS[card],) if self._bound() else Playing.legal(self)

    def legal(self) -> tuple[Action, ...]:
        """The cards held, slams, claims; while a demand binds, the card demanded."""
        if self._bound():
            return (PLAYS[self.incidents.demanded],)
        slams = tuple(action for action in Playing.legal(self) if type(action) is Slam)
        claims = map(Revoke, self.claimable(self.actor))
        return (*plays_of(self._held(self.actor)), *slams, *claims)

    def legal_for(self, seat: int) -> tuple[Action, ...]:
        """What a seat may do now; out of turn exposures, a correction, a demand and claims."""
        if seat == self.actor:
            return self.legal()
        if seat not in range(self.setup.seats):
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
        # The strict play says why, and this one what is legal.
        error = self.admitting(self._held(self.actor)).refuse(action)
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
        if not self._held(seat) >> action.index & 1:
            return self._refused(seat, CardNotHeld, action, f"you do not hold {action.card}")
        if not self._exposable(seat) >> action.index & 1:
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
            if self._corrections(seat) >> action.card.index & 1:
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
        """
        error = self.refuse(action)
        if error is not None:
            raise error
        return self.advance_from(self.actor, action)

    def advance_from(self, seat: int, action: Any) -> State:
        """The state after an action that is admitted."""
        kind = type(action)
        if kind is Revoke:
            return self.claimed(seat, action, ())
        incidents = self.incidents.said(seat, action)
        if kind is Demand:
            return self._with(evolve(incidents, demanded=action.card.index))
        if kind is Correct:
            return self._corrected(seat, action.card.index, incidents)
        if kind is Slam:
            declared = Playing.advance(self, action)
            assert isinstance(declared, Playing), "he still has to play"
            return _at_table(declared, incidents)
        faced = list(incidents.faced)
        if seat != self.actor:
            faced[seat] |= action.bit
            return self._with(evolve(incidents, faced=tuple(faced)))
        faced[seat] &= ~action.bit
        incidents = evolve(incidents, faced=tuple(faced), demanded=-1, claims=(), caught=0)
        return self._played(action, incidents)

    def _with(self, incidents: Incidents) -> PlayingAtTable:
        return _at_table(self, incidents)

    def _played(self, action: Play, incidents: Incidents) -> State:
        """The strict play goes on from the card, whatever it is."""
        after = self.admitting(self._held(self.actor)).after(action)
        if isinstance(after, Playing):
            return _at_table(after, incidents)
        play: Any = getattr(after, "play", None) or getattr(after, "playing", None)
        table = _at_table(play, incidents)
        if after.actor is None:
            return settle_play(table)
        rule = table.setup.terms.concession
        assert rule is not None, "somebody is asked whether to concede"
        return asking_at_table(rule.ask(table))

    def _corrected(self, seat: int, card: int, incidents: Incidents) -> State:
        """The wrong card goes back and lies exposed; what was played after it is taken back."""
        place = (seat - self.leader) % self.setup.seats
        wrong = 1 << self.played[place]
        left = self.left ^ 1 << card
        for taken_back in self.played[place:]:
            left |= 1 << taken_back
        faced = list(incidents.faced)
        faced[seat] = faced[seat] & ~(1 << card) | wrong
        strict = Playing(
            self.setup,
            left,
            self.setup.terms.after[seat],
            (*self.played[:place], card),
            self.done,
            self.won,
            self.slam,
        )
        return _at_table(strict, evolve(incidents, faced=tuple(faced), demanded=-1))

    # Claims.

    def claimed(self, claimant: int, action: Revoke, answers: History) -> State:
        """The state after a claim.

        Args:
            claimant: who claims.
            action: the claim.
            answers: what has been said since the last card, where the opponents are being asked
                whether they concede; the claim is then added to it by the caller.
        """
        seat = action.seat
        incidents = self.incidents
        if not answers:
            incidents = incidents.said(claimant, action)
        incidents = evolve(incidents, claims=(*incidents.claims, (claimant, seat)))
        cards = self.done[-1][1]
        if not self._held(seat) & self.setup.terms.follow[cards[0]]:
            return self._with(incidents)
        incidents = evolve(
            incidents,
            revokes=(*incidents.revokes, (len(self.done) - 1, seat)),
            caught=incidents.caught | 1 << seat,
        )
        variant = self.table.variant
        if variant.laws.revoke.ends_deal:
            return settle_play(self._with(incidents), answers=answers)
        if trick_moves(variant, self.contract):
            return self._moved(seat, incidents)
        return self._with(incidents)

    def _moved(self, offender: int, incidents: Incidents) -> State:
        """The trick goes to the best card of the other side, unless it has won it already."""
        leader, cards, winner = row = self.done[-1]
        new = winner_without(row, offender, self.contract, self.setup.terms.power)
        if new == winner:
            return self._with(incidents)
        strict = Playing(
            self.setup,
            self.left,
            new,
            (),
            (*self.done[:-1], (leader, cards, new)),
            self.won - (1 << 4 * winner) + (1 << 4 * new),
            self.slam,
        )
        return _at_table(strict, evolve(incidents, demanded=-1))

    # Concession.

    def contested(self, answers: History) -> Playing:
        """The play as it goes on after somebody has refused to concede."""
        incidents = evolve(self.incidents, log=(*self.incidents.log, *answers))
        return _at_table(Playing.contested(self, answers), incidents)


_made: Final = maker(PlayingAtTable)


def _at_table(play: Playing, incidents: Incidents) -> PlayingAtTable:
    return _made(
        play.setup,
        play.left,
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
