"""The auction: bids, passes and acceptances until the standing bid has seen everybody off."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from boston_rules.actions import Accept, Action, Bid, Pass
from boston_rules.cards import Suit
from boston_rules.errors import (
    AlreadyAccepted,
    BidForm,
    BidTooLow,
    BidUnavailable,
    CardNotHeld,
    HoldingRequired,
    IllegalAction,
    LaidSuit,
    MisereBarred,
    NothingToAccept,
    PassedOut,
    UnknownBid,
)
from boston_rules.phases.calls import Calls, Offer, Rung, first_offer
from boston_rules.phases.partnering import find_partner
from boston_rules.phases.setting import terms_at
from boston_rules.phases.settled import throw_in
from boston_rules.phases.state import AfterDeal, State
from boston_rules.phases.table import Deal, History
from boston_rules.phases.tricks import play_passed_out, play_straight
from boston_rules.rules.suits import Turn

__all__ = ["Auction", "Standing", "open_auction"]


class _Said:
    """A :class:`Standing` while it is made."""

    __slots__ = ("__weakref__", "bid", "rung", "seat")


@frozen
class Standing(_Said):
    """The bid that stands."""

    seat: int
    bid: Bid
    rung: Rung


class _Draft(AfterDeal):
    """An :class:`Auction` while it is made, which then changes its class.

    It is set field by field in a third of the time that a frozen object takes.
    """

    __slots__ = (
        "__weakref__",
        "acceptor",
        "actor",
        "committed",
        "deal",
        "history",
        "offer",
        "passed",
        "spoken",
        "standing",
    )


@frozen
class Auction(_Draft):
    """A player is to bid, accept or pass. Seats are sets of bits in the bookkeeping fields."""

    name: ClassVar[str] = "auction"
    deal: Deal
    history: History = field(repr=False)
    actor: int
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

    def legal(self) -> tuple[Action, ...]:
        """Pass, accept, then bids from low to high."""
        return self.offer.every or self.offer.legal(self.deal.hands[self.actor])

    def step(self, action: Action) -> State:
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
            claim = offer.claim(action)
            if claim is None or claim[0] & ~self.deal.hands[seat]:
                return State.step(self, action)
            said: Any = _Said()
            said.seat = seat
            said.bid = action
            said.rung = rung = claim[1]
            said.__class__ = Standing
            standing, acceptor, spoken = said, None, bit
            if not rung.misere:
                committed |= bit
        elif kind is Accept and offer.invites:
            acceptor = seat
            committed |= bit
        else:
            return State.step(self, action)
        history = self.history + ((seat, action),)  # noqa: RUF005 - faster than to unpack
        calls = offer.calls
        for following in calls.following[seat]:
            if spoken >> following & 1:
                continue
            if standing is None:
                break  # as open to this seat as to the last one
            rung = standing.rung
            offer = calls.offer(
                rung.strength,
                passed >> following & 1,
                calls.bars and committed >> following & 1,
                acceptor is None and calls.invites and rung.step.partnered,
            )
            if offer.rungs or offer.invites:
                break
        else:
            return _closed(self.deal, history, calls, standing, acceptor)
        draft: Any = _Draft()
        draft.deal = self.deal
        draft.history = history
        draft.actor = following
        draft.offer = offer
        draft.standing = standing
        draft.acceptor = acceptor
        draft.spoken = spoken
        draft.passed = passed
        draft.committed = committed
        draft.__class__ = Auction
        state: Auction = draft
        return state

    def refuse(self, action: Action) -> IllegalAction | None:
        """Bids must be of the ladder, open to the seat, higher, and held."""
        kind = type(action)
        if kind is Pass:
            return None
        if kind is Accept:
            return self._refuse_accept(action)
        if kind is Bid:
            bid: Bid = action  # type: ignore[assignment]
            claim = self.offer.claim(bid)
            if claim is not None and not claim[0] & ~self.deal.hands[self.actor]:
                return None
            return self._refuse_bid(bid)
        return self.wrong_phase(action)

    def _refuse_accept(self, action: Action) -> IllegalAction | None:
        if self.offer.invites:
            return None
        rules = self.table.variant.partners
        if rules.method != "auction":
            return self.wrong_phase(action)
        if self.acceptor is not None:
            reason = f"seat {self.acceptor} has accepted the standing bid already"
            return self.refusal(AlreadyAccepted, action, reason, rules.source)
        reason = "no bid that asks for a partner is standing"
        return self.refusal(NothingToAccept, action, reason, rules.source)

    def _refuse_bid(self, bid: Bid) -> IllegalAction:
        calls = self.offer.calls
        rung = calls.rung(bid)
        if rung is not None and (bid.card is not None) == rung.step.lays_card:
            return self._refuse_rung(bid, rung) or self._refuse_holding(bid, rung)
        variant = self.table.variant
        ladder = variant.ladder
        if bid.key not in ladder:
            keys = ", ".join(step.key for step in ladder)
            return self.refusal(UnknownBid, bid, f"the ladder has {keys}", ladder.source)
        step = ladder[bid.key]
        source = step.source or ladder.source
        if all(rung.step.key != step.key for rung in calls.rungs):
            reason = f"{step.key} is not open in this deal: {_turn_words(calls.turn)}"
            return self.refusal(BidUnavailable, bid, reason, source)
        reason = f"{step.key} is bid otherwise: {step.suit.words()}"
        if step.lays_card:
            reason += "; a card of that suit is laid with it"
        return self.refusal(BidForm, bid, reason, source)

    def _refuse_rung(self, bid: Bid, rung: Rung) -> IllegalAction | None:
        offer = self.offer
        rules = self.table.variant.bidding
        if offer.out and not rung.returns:
            return self.refusal(PassedOut, bid, rules.reentry.words(), rules.source)
        if offer.barred and rung.misere:
            reason = "who has bid tricks or accepted may not bid a misère"
            return self.refusal(MisereBarred, bid, reason, rules.source)
        standing = self.standing
        if standing is not None and rung.strength <= offer.floor:
            reason = f"not higher than the standing {standing.rung.bid} of seat {standing.seat}"
            return self.refusal(BidTooLow, bid, reason, self.table.variant.ladder.source)
        return None

    def _refuse_holding(self, bid: Bid, rung: Rung) -> IllegalAction:
        step = rung.step
        source = step.source or self.table.variant.ladder.source
        if step.holding.mask & ~self.deal.hands[self.actor]:
            reason = f"only with {step.holding} in hand"
            return self.refusal(HoldingRequired, bid, reason, source)
        assert bid.card is not None, "all else of a bid of the right form was found in order"
        if bid.card.suit != rung.form.trump:
            trump = "" if rung.form.trump is None else rung.form.trump.word
            return self.refusal(LaidSuit, bid, f"the laid card must be one of {trump}", source)
        return self.refusal(CardNotHeld, bid, f"you do not hold {bid.card}", source)


def open_auction(deal: Deal, history: History) -> State:
    """Eldest speaks first."""
    draft: Any = _Draft()
    draft.deal = deal
    draft.history = history
    draft.actor = deal.table.eldest
    draft.offer = first_offer(deal.table.variant, deal.turn)
    draft.standing = draft.acceptor = None
    draft.spoken = draft.passed = draft.committed = 0
    draft.__class__ = Auction
    state: Auction = draft
    return state


def _closed(
    deal: Deal, history: History, calls: Calls, standing: Standing | None, acceptor: int | None
) -> State:
    """What follows the auction."""
    if standing is not None:
        contract = calls.contract(standing.rung, standing.seat, acceptor)
        terms = terms_at(deal, contract)
        if terms.straight:
            return play_straight(deal, history, terms)
        return find_partner(deal, history, contract)
    if calls.variant.passed_out.played:
        return play_passed_out(deal, history)
    return throw_in(deal, history)


def _turn_words(turn: Turn) -> str:
    def shown(suit: Suit | None) -> str:
        return "none" if suit is None else suit.symbol

    return f"turned {shown(turn.suit)}, belle {shown(turn.belle)}, petite {shown(turn.petite)}"
