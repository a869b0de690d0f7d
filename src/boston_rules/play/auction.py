"""The auction: bids, passes and acceptances until the standing bid has seen everybody off."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final

from attrs import evolve, field, frozen

from boston_rules.actions import Accept, Action, Bid, Pass
from boston_rules.calls import (
    ACCEPT,
    PASS,
    Calls,
    Offer,
    OpenBid,
    calls_of,
    first_offer,
    possible_bids,
    why_not,
)
from boston_rules.errors import AlreadyAccepted, IllegalAction, NothingToAccept
from boston_rules.making import maker
from boston_rules.play.opening import proceed
from boston_rules.play.settled import throw_in
from boston_rules.play.tricks import play_passed_out
from boston_rules.state import AfterDeal, State
from boston_rules.table import Deal, History
from boston_rules.variant import Variant

__all__ = ["Auction", "Standing", "open_auction"]


@frozen
class Standing:
    """The bid that stands."""

    seat: int
    """Who bid it."""
    bid: Bid
    """What was said."""
    open_bid: OpenBid
    """The same with its trump suit and its rank in this deal."""


_standing: Final = maker(Standing)


@frozen
class Auction(AfterDeal):
    """A player is to bid, accept or pass. Seats are sets of bits in the bookkeeping fields."""

    name: ClassVar[str] = "auction"
    deal: Deal
    history: History = field(repr=False)
    """Every action of this deal so far."""
    actor: int
    """The seat that is to speak."""
    offer: Offer = field(eq=False, repr=False)
    """What public facts leave open to the actor, worked out from the rest."""
    standing: Standing | None = None
    """The highest bid so far."""
    acceptor: int | None = None
    """Who has accepted the standing bid."""
    spoken: int = 0
    """Seats that have spoken since the standing bid, its bidder among them."""
    passed: int = 0
    """Seats that have passed in this deal."""
    committed: int = 0
    """Seats that have bid tricks or accepted in this deal."""

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Pass, accept where the partner rule admits it, and every bid of the auction."""
        accepts = any(step.partnered for step in variant.ladder) and any(
            any(calls_of(variant, turn).acceptors) for turn in variant.dealing.turns()
        )
        return (PASS, *((ACCEPT,) if accepts else ()), *possible_bids(variant))

    def legal(self) -> tuple[Action, ...]:
        """Pass, accept, then bids from low to high."""
        return self.offer.every or self.offer.legal(self.deal.hands[self.actor])

    @property
    def standing_bid(self) -> tuple[int, Bid] | None:
        """The seat and the bid that stands."""
        standing = self.standing
        return None if standing is None else (standing.seat, standing.bid)

    @property
    def public(self) -> Hashable:
        """What everybody knows of it, on which alone depends what follows a call that is legal."""
        table = self.deal.table
        return (
            *(self.deal.turn, table.eldest, table.stakes, self.actor, self.standing),
            *(self.acceptor, self.spoken, self.passed, self.committed),
        )

    def over(self, deal: Deal, history: History) -> Auction:
        """The same auction with other cards; of a deal and a history that make the same public."""
        return _auction(
            *(deal, history, self.actor, self.offer, self.standing, self.acceptor),
            *(self.spoken, self.passed, self.committed),
        )

    def after(self, action: Action) -> State:
        """The state after the action.

        Raises:
            IllegalAction: the rules refuse the action.
        """
        kind = type(action)
        offer, seat = self.offer, self.actor
        bit = 1 << seat
        standing, acceptor = self.standing, self.acceptor
        spoken, passed, committed = self.spoken | bit, self.passed, self.committed
        if kind is Pass:
            passed |= bit
        elif kind is Bid:
            claim = offer.claim(action)  # type: ignore[arg-type]
            if claim is None or claim[0] & ~self.deal.hands[seat]:
                return State.after(self, action)
            open_bid = claim[1]
            standing, acceptor, spoken = _standing(seat, action, open_bid), None, bit  # type: ignore[arg-type]
            if not open_bid.misere:
                committed |= bit
        elif kind is Accept and offer.invites:
            acceptor = seat
            committed |= bit
        else:
            return State.after(self, action)
        deal = self.deal
        history = self.history + ((seat, action),)  # noqa: RUF005 - faster than to unpack
        calls = offer.calls
        unasked = spoken if standing is None else spoken | calls.silent[standing.seat]
        for following in calls.following[seat]:
            if unasked >> following & 1:
                continue
            if standing is None:
                break  # as open to this seat as to the last one
            open_bid = standing.open_bid
            out = passed >> following & 1
            accept = 0
            if acceptor is None and open_bid.step.partnered:
                accept = calls.acceptors[out + 2 * (following == deal.table.eldest)]
            offer = calls.offer(
                open_bid.strength, out, calls.bars and committed >> following & 1, accept
            )
            if offer.open_bids or offer.invites:
                break
        else:
            return _closed(deal, history, calls, standing, acceptor)
        return _auction(
            deal, history, following, offer, standing, acceptor, spoken, passed, committed
        )

    def refuse(self, action: Action) -> IllegalAction | None:
        """Bids must be of the ladder, open to the seat, higher, and held."""
        kind = type(action)
        if kind is Pass:
            return None
        if kind is Accept:
            return self._refuse_accept(action)
        if kind is not Bid:
            return self.wrong_phase(action)
        bid: Bid = action  # type: ignore[assignment]
        standing = self.standing
        shown = (
            ""
            if standing is None
            else f"the standing {standing.open_bid.bid} of seat {standing.seat}"
        )
        why = why_not(self.offer, bid, self.deal.hands[self.actor], shown)
        return None if why is None else self.refusal(why.kind, bid, why.reason, why.source)

    def _refuse_accept(self, action: Action) -> IllegalAction | None:
        if self.offer.invites:
            return None
        rule = self.table.variant.partners
        if rule is None or not any(self.offer.calls.acceptors):
            return self.wrong_phase(action)
        if self.acceptor is not None:
            reason = f"seat {self.acceptor} has accepted the standing bid already"
            return self.refusal(AlreadyAccepted, action, reason, rule.source)
        if self.standing is not None and self.standing.open_bid.step.partnered:
            reason = "who has passed may not accept"
        else:
            reason = "no bid that asks for a partner is standing"
        return self.refusal(NothingToAccept, action, reason, rule.source)


_auction: Final = maker(Auction)


def open_auction(deal: Deal, history: History) -> State:
    """The auction, in which eldest speaks first; none where the cards make the contract."""
    variant = deal.table.variant
    if variant.dealt is not None:
        contract = variant.dealt.contract(deal.hands, deal.turn)
        if contract is not None:
            turn = deal.turn
            contract = evolve(
                contract, turned=turn.suit, belle=turn.belle, stakes=deal.table.stakes
            )
            return proceed(deal, history, contract)
    offer = first_offer(variant, deal.turn)
    return _auction(deal, history, deal.table.eldest, offer, None, None, 0, 0, 0)


def _closed(
    deal: Deal, history: History, calls: Calls, standing: Standing | None, acceptor: int | None
) -> State:
    """What follows the auction."""
    if standing is not None:
        stakes = deal.table.stakes
        contract = calls.contract(standing.open_bid, standing.seat, acceptor, stakes)
        return proceed(deal, history, contract)
    if calls.variant.passed_out.played:
        play = play_passed_out(deal, history)
        if calls.variant.table_law is None:
            return play
        from boston_rules.play.infractions.playing import play_at_table  # few tables need it

        return play_at_table(play)
    return throw_in(deal, history)
