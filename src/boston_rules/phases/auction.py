"""The auction: bids, passes and acceptances until the standing bid has seen everybody off."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import define, field, frozen

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
from boston_rules.phases.calls import ACCEPT, PASS, Calls, Rung, calls_of
from boston_rules.phases.partnering import find_partner
from boston_rules.phases.settled import throw_in
from boston_rules.phases.state import AfterDeal, State
from boston_rules.phases.table import Deal, History
from boston_rules.phases.tricks import play_passed_out
from boston_rules.rules.suits import Turn

__all__ = ["Auction", "Standing", "open_auction"]


@frozen
class Standing:
    """The bid that stands."""

    seat: int
    bid: Bid
    rung: Rung


@define(eq=False, init=False, repr=False, match_args=False)
class _Draft(AfterDeal):
    """An :class:`Auction` while it is made, which then changes its class.

    It is set field by field in a third of the time that a frozen object takes.
    """

    deal: Deal
    history: History = field(repr=False)
    actor: int
    calls: Calls = field(eq=False, repr=False)
    """What can be called under the turned suits, worked out from the rest."""
    standing: Standing | None = None
    """The highest bid so far."""
    acceptor: int | None = None
    """Who has accepted the standing bid."""
    spoken: int = 0
    """Seats that have spoken since the standing bid."""
    passed: int = 0
    """Seats that have passed in this deal."""
    committed: int = 0
    """Seats that have bid tricks or accepted in this deal."""


@frozen
class Auction(_Draft):
    """A player is to bid, accept or pass. Seats are sets of bits in the bookkeeping fields."""

    name: ClassVar[str] = "auction"

    # What a seat may say by public facts alone.

    def _may_accept(self, seat: int) -> bool:
        standing = self.standing
        return (
            standing is not None
            and self.calls.invites
            and self.acceptor is None
            and standing.seat != seat
            and standing.rung.step.partnered
        )

    def _opening(self, seat: int) -> tuple[int, bool, bool]:
        """What decides which bids are open to a seat: floor, out, barred."""
        standing = self.standing
        return (
            -1 if standing is None else standing.rung.strength,
            bool(self.passed >> seat & 1),
            self.calls.bars and bool(self.committed >> seat & 1),
        )

    # The phase.

    def legal(self) -> tuple[Action, ...]:
        """Pass, accept, then bids from low to high."""
        seat = self.actor
        calls = self.calls
        accept = self._may_accept(seat)
        opening = self._opening(seat)
        plain = calls.plain(*opening, accept)
        if plain:
            return plain
        hand = self.deal.hands[seat]
        found: list[Action] = [PASS, ACCEPT] if accept else [PASS]
        for needed, bids in calls.held(*opening):
            if not needed & ~hand:
                found += bids
        return tuple(found)

    def refuse(self, action: Action) -> IllegalAction | None:
        """Bids must be of the ladder, open to the seat, higher, and held."""
        kind = type(action)
        if kind is Pass:
            return None
        if kind is Accept:
            return self._refuse_accept(action)
        if kind is Bid:
            return self._refuse_bid(action)  # type: ignore[arg-type]
        return self.wrong_phase(action)

    def _refuse_accept(self, action: Action) -> IllegalAction | None:
        if self._may_accept(self.actor):
            return None
        rules = self.table.variant.partners
        if rules.method != "auction":
            return self.wrong_phase(action)
        if self.acceptor is not None:
            reason = f"seat {self.acceptor} has accepted the standing bid already"
            return self.refusal(AlreadyAccepted, action, reason, rules.source)
        reason = "no bid that asks for a partner is standing"
        return self.refusal(NothingToAccept, action, reason, rules.source)

    def _refuse_bid(self, bid: Bid) -> IllegalAction | None:
        rung = self.calls.rung(bid)
        if rung is not None and (bid.card is not None) == rung.step.lays_card:
            return self._refuse_rung(bid, rung) or self._refuse_holding(bid, rung)
        variant = self.table.variant
        ladder = variant.ladder
        if bid.key not in ladder:
            keys = ", ".join(step.key for step in ladder)
            return self.refusal(UnknownBid, bid, f"the ladder has {keys}", ladder.source)
        step = ladder[bid.key]
        source = step.source or ladder.source
        if all(rung.step.key != step.key for rung in self.calls.rungs):
            reason = f"{step.key} is not open in this deal: {_turn_words(self.calls.turn)}"
            return self.refusal(BidUnavailable, bid, reason, source)
        reason = f"{step.key} is bid otherwise: {step.suit.words()}"
        if step.lays_card:
            reason += "; a card of that suit is laid with it"
        return self.refusal(BidForm, bid, reason, source)

    def _refuse_rung(self, bid: Bid, rung: Rung) -> IllegalAction | None:
        floor, out, barred = self._opening(self.actor)
        rules = self.table.variant.bidding
        if out and not rung.returns:
            return self.refusal(PassedOut, bid, rules.reentry.words(), rules.source)
        if barred and rung.misere:
            reason = "who has bid tricks or accepted may not bid a misère"
            return self.refusal(MisereBarred, bid, reason, rules.source)
        standing = self.standing
        if standing is not None and rung.strength <= floor:
            reason = f"not higher than the standing {standing.rung.bid} of seat {standing.seat}"
            return self.refusal(BidTooLow, bid, reason, self.table.variant.ladder.source)
        return None

    def _refuse_holding(self, bid: Bid, rung: Rung) -> IllegalAction | None:
        hand = self.deal.hands[self.actor]
        step = rung.step
        source = step.source or self.table.variant.ladder.source
        if step.holding.mask & ~hand:
            reason = f"only with {step.holding} in hand"
            return self.refusal(HoldingRequired, bid, reason, source)
        if bid.card is None:
            return None
        if bid.card.suit != rung.form.trump:
            trump = "" if rung.form.trump is None else rung.form.trump.word
            return self.refusal(LaidSuit, bid, f"the laid card must be one of {trump}", source)
        if not hand >> bid.card.index & 1:
            return self.refusal(CardNotHeld, bid, f"you do not hold {bid.card}", source)
        return None

    def advance(self, action: Action) -> State:
        """The next to speak, or what follows the auction."""
        seat = self.actor
        bit = 1 << seat
        calls = self.calls
        standing, acceptor = self.standing, self.acceptor
        spoken, passed, committed = self.spoken, self.passed, self.committed
        if type(action) is Bid:
            rung = calls.rung(action)
            assert rung is not None, "the bid was legal"
            standing, acceptor, spoken = Standing(seat, action, rung), None, 0
            if not rung.misere:
                committed |= bit
        elif type(action) is Accept:
            acceptor = seat
            spoken |= bit
            committed |= bit
        else:
            spoken |= bit
            passed |= bit
        history = (*self.history, (seat, action))
        following = _next_to_speak(calls, seat, standing, acceptor, spoken, passed, committed)
        if following < 0:
            return _closed(self.deal, history, calls, standing, acceptor)
        draft: Any = _Draft()
        draft.deal = self.deal
        draft.history = history
        draft.actor = following
        draft.calls = calls
        draft.standing = standing
        draft.acceptor = acceptor
        draft.spoken = spoken
        draft.passed = passed
        draft.committed = committed
        draft.__class__ = Auction
        state: Auction = draft
        return state


def open_auction(deal: Deal, history: History) -> State:
    """Eldest speaks first."""
    draft: Any = _Draft()
    draft.deal = deal
    draft.history = history
    draft.actor = deal.table.eldest
    draft.calls = calls_of(deal.table.variant, deal.turn)
    draft.standing = draft.acceptor = None
    draft.spoken = draft.passed = draft.committed = 0
    draft.__class__ = Auction
    state: Auction = draft
    return state


def _next_to_speak(
    calls: Calls,
    seat: int,
    standing: Standing | None,
    acceptor: int | None,
    spoken: int,
    passed: int,
    committed: int,
) -> int:
    """The next seat that has not spoken and still has a call; -1 when the auction is over."""
    if standing is None:
        for following in calls.following[seat]:
            if not spoken >> following & 1:
                return following
        return -1
    bidder, rung = standing.seat, standing.rung
    asks = calls.invites and acceptor is None and rung.step.partnered
    for following in calls.following[seat]:
        if spoken >> following & 1 or following == bidder:
            continue
        barred = calls.bars and bool(committed >> following & 1)
        if asks or calls.open(rung.strength, bool(passed >> following & 1), barred):
            return following
    return -1


def _closed(
    deal: Deal, history: History, calls: Calls, standing: Standing | None, acceptor: int | None
) -> State:
    """What follows the auction."""
    if standing is not None:
        contract = calls.contract(standing.rung, standing.seat, acceptor)
        return find_partner(deal, history, contract)
    if calls.variant.passed_out.played:
        return play_passed_out(deal, history)
    return throw_in(deal, history)


def _turn_words(turn: Turn) -> str:
    def shown(suit: Suit | None) -> str:
        return "none" if suit is None else suit.symbol

    return f"turned {shown(turn.suit)}, belle {shown(turn.belle)}, petite {shown(turn.petite)}"
