"""The auction: bids, passes and acceptances until the standing bid has seen everybody off."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from attrs import evolve, frozen

from boston_rules.actions import Accept, Action, Bid, Pass
from boston_rules.cards import PACK, Suit, bits
from boston_rules.contract import Contract
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
from boston_rules.phases.partnering import find_partner
from boston_rules.phases.settled import throw_in
from boston_rules.phases.state import Dealt, State
from boston_rules.phases.table import Deal, History, clockwise
from boston_rules.phases.tricks import play_passed_out
from boston_rules.rules.ladder import Form, Step
from boston_rules.rules.suits import Turn
from boston_rules.variant import Variant

__all__ = ["Auction", "Rung", "Standing", "open_auction", "rung_of", "rungs"]

_PASS = Pass()
_ACCEPT = Accept()


@frozen
class Rung:
    """One form of one step as it stands in a deal."""

    strength: int
    """Higher overcalls lower; equal does not."""
    step: Step
    form: Form
    bid: Bid
    """The bid, without a laid card."""


@lru_cache(maxsize=4096)
def rungs(variant: Variant, turn: Turn) -> tuple[Rung, ...]:
    """Everything that can be bid under the turned cards, lowest first."""
    return tuple(
        Rung(16 * place + form.rank, step, form, Bid(step.key, form.suit, form.suit_class))
        for place, step in enumerate(variant.ladder)
        for form in step.suit.forms(turn, variant.suits)
    )


def rung_of(variant: Variant, turn: Turn, bid: Bid) -> Rung:
    """The step and form of a bid that can be made under the turned cards."""
    return next(
        rung for rung in rungs(variant, turn) if rung.step.key == bid.key and _same_form(rung, bid)
    )


@lru_cache(maxsize=8192)
def _open(variant: Variant, turn: Turn, floor: int, out: bool, barred: bool) -> tuple[Rung, ...]:
    """The bids above a floor for a seat that has passed (``out``), or may bid no misère."""
    allows = variant.bidding.reentry.allows
    return tuple(
        rung
        for rung in rungs(variant, turn)
        if rung.strength > floor
        and not (out and not allows(rung.step))
        and not (barred and rung.step.is_misere)
    )


@lru_cache(maxsize=8192)
def _plain_calls(
    variant: Variant, turn: Turn, floor: int, out: bool, barred: bool, accept: bool
) -> tuple[Action, ...]:
    """All calls where none depends on the hand; nothing where one does."""
    found = _open(variant, turn, floor, out, barred)
    if any(rung.step.lays_card or rung.step.holding for rung in found):
        return ()
    bids = (rung.bid for rung in found)
    return (_PASS, _ACCEPT, *bids) if accept else (_PASS, *bids)


@frozen
class Standing:
    """The bid that stands."""

    seat: int
    bid: Bid
    rung: Rung


def open_auction(deal: Deal, history: History) -> State:
    """Eldest speaks first."""
    return Auction(deal, history, deal.table.eldest)


@frozen(cache_hash=True)
class Auction(Dealt):
    """A player is to bid, accept or pass. Seats are sets of bits in the bookkeeping fields."""

    name: ClassVar[str] = "auction"
    actor: int
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

    # What a seat may say by public facts alone.

    def _barred(self, seat: int, step: Step) -> bool:
        rules = self.table.variant.bidding
        return step.is_misere and not rules.misere_after_tricks and bool(self.committed >> seat & 1)

    def _out(self, seat: int, step: Step) -> bool:
        return bool(self.passed >> seat & 1) and not self.table.variant.bidding.reentry.allows(step)

    def _may_accept(self, seat: int) -> bool:
        standing = self.standing
        return (
            standing is not None
            and self.acceptor is None
            and standing.seat != seat
            and standing.rung.step.partnered
            and self.table.variant.partners.method == "auction"
        )

    def _opening(self, seat: int) -> tuple[Variant, Turn, int, bool, bool]:
        """What decides which bids are open to a seat."""
        deal, standing = self.deal, self.standing
        rules = deal.table.variant
        return (
            rules,
            deal.turn,
            -1 if standing is None else standing.rung.strength,
            bool(self.passed >> seat & 1),
            bool(self.committed >> seat & 1) and not rules.bidding.misere_after_tricks,
        )

    def _open_rungs(self, seat: int) -> tuple[Rung, ...]:
        return _open(*self._opening(seat))

    def _has_call(self, seat: int) -> bool:
        return self._may_accept(seat) or bool(self._open_rungs(seat))

    # The phase.

    def legal(self) -> tuple[Action, ...]:
        """Pass, accept, then bids from low to high."""
        seat = self.actor
        accept = self._may_accept(seat)
        opening = self._opening(seat)
        plain = _plain_calls(*opening, accept)
        if plain:
            return plain
        hand = self.deal.hands[seat]
        found: list[Action] = [_PASS, _ACCEPT] if accept else [_PASS]
        for rung in _open(*opening):
            if rung.step.holding.mask & ~hand:
                continue
            if rung.step.lays_card:
                found += _laid(rung, hand)
            else:
                found.append(rung.bid)
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
        variant = self.table.variant
        ladder = variant.ladder
        if bid.key not in ladder:
            keys = ", ".join(step.key for step in ladder)
            return self.refusal(UnknownBid, bid, f"the ladder has {keys}", ladder.source)
        step = ladder[bid.key]
        open_forms = [rung for rung in rungs(variant, self.deal.turn) if rung.step.key == step.key]
        if not open_forms:
            reason = f"{step.key} is not open in this deal: {_turn_words(self.deal.turn)}"
            return self.refusal(BidUnavailable, bid, reason, step.source or ladder.source)
        named = [rung for rung in open_forms if _same_form(rung, bid)]
        if not named or (bid.card is not None) != step.lays_card:
            reason = f"{step.key} is bid otherwise: {step.suit.words()}"
            if step.lays_card:
                reason += "; a card of that suit is laid with it"
            return self.refusal(BidForm, bid, reason, step.source or ladder.source)
        rung = named[0]
        return self._refuse_rung(bid, rung) or self._refuse_holding(bid, rung)

    def _refuse_rung(self, bid: Bid, rung: Rung) -> IllegalAction | None:
        rules = self.table.variant.bidding
        if self._out(self.actor, rung.step):
            return self.refusal(PassedOut, bid, rules.reentry.words(), rules.source)
        if self._barred(self.actor, rung.step):
            reason = "who has bid tricks or accepted may not bid a misère"
            return self.refusal(MisereBarred, bid, reason, rules.source)
        standing = self.standing
        if standing is not None and rung.strength <= standing.rung.strength:
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
        standing, acceptor = self.standing, self.acceptor
        spoken, passed, committed = self.spoken, self.passed, self.committed
        if isinstance(action, Bid):
            rung = rung_of(self.table.variant, self.deal.turn, action)
            standing, acceptor, spoken = Standing(seat, action, rung), None, 0
            committed |= 0 if rung.step.is_misere else bit
        elif type(action) is Accept:
            acceptor = seat
            spoken |= bit
            committed |= bit
        else:
            spoken |= bit
            passed |= bit
        following = (seat + 1) % self.table.variant.seats
        history = (*self.history, (seat, action))
        return Auction(
            self.deal, history, following, standing, acceptor, spoken, passed, committed
        )._next()

    def _next(self) -> State:
        """Ask the next seat that has not spoken and still has a call, or close the auction."""
        seats = self.table.variant.seats
        standing = self.standing
        for seat in clockwise(self.actor, seats):
            if self.spoken >> seat & 1 or (standing is not None and standing.seat == seat):
                continue
            if standing is None or self._has_call(seat):
                return self if seat == self.actor else evolve(self, actor=seat)
        if standing is not None:
            return find_partner(self.deal, self.history, self._contract(standing))
        if self.table.variant.passed_out.played:
            return play_passed_out(self.deal, self.history)
        return throw_in(self.deal, self.history)

    def _contract(self, standing: Standing) -> Contract:
        rung = standing.rung
        turn = self.deal.turn
        suit_class = rung.form.suit_class
        ranking = self.table.variant.suits
        return Contract(
            key=rung.step.key,
            declarer=standing.seat,
            trump=rung.form.trump,
            partner=self.acceptor,
            suit_class=suit_class
            or (
                "plain"
                if rung.step.suit.named_later
                else None
                if rung.form.trump is None
                else ranking.suit_class(rung.form.trump, turn)
            ),
            turned=turn.suit,
            belle=turn.belle,
        )


def _same_form(rung: Rung, bid: Bid) -> bool:
    return rung.form.suit == bid.suit and rung.form.suit_class == bid.suit_class


def _laid(rung: Rung, hand: int) -> list[Action]:
    trump = rung.form.trump
    assert trump is not None, "a step that lays a card has trumps (checked by the variant)"
    lane = hand & (0x1FFF << (13 * trump))
    return [Bid(rung.step.key, card=PACK[index]) for index in bits(lane)]


def _turn_words(turn: Turn) -> str:
    def shown(suit: Suit | None) -> str:
        return "none" if suit is None else suit.symbol

    return f"turned {shown(turn.suit)}, belle {shown(turn.belle)}, petite {shown(turn.petite)}"
