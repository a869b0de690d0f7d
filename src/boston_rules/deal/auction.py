"""The auction: bids, passes and acceptances until the standing bid has seen everybody off."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final

from attrs import evolve, field, frozen

from boston_rules.core.actions import Accept, Action, Bid, Pass
from boston_rules.core.cards import Card, Suit
from boston_rules.core.contract import Contract
from boston_rules.core.errors import (
    AlreadyAccepted,
    BidTooLow,
    EventError,
    IllegalAction,
    NothingToAccept,
)
from boston_rules.core.events import PASS_EVENTS, Event, Events, event_of, expected, seen_events
from boston_rules.core.hidden import FULL, HOLE
from boston_rules.core.making import changer, maker
from boston_rules.core.saying import Player, say, say_as
from boston_rules.deal.calls import (
    ACCEPT,
    MARK_BITS,
    PASS,
    Calls,
    Offer,
    OpenBid,
    calls_of,
    laid_bit,
    possible_bids,
    why_not,
)
from boston_rules.deal.contracts import contract_problems
from boston_rules.deal.opening import pass_out, proceed
from boston_rules.deal.state import AfterDeal, State
from boston_rules.deal.table import Deal
from boston_rules.rules.variant import Variant

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
_MARK: Final = (1 << MARK_BITS) - 1


@frozen
class Auction(AfterDeal):
    """A player is to bid, accept or pass. Seats are sets of bits in the bookkeeping fields."""

    phase: ClassVar[str] = say_as("phase", "auction")
    deal: Deal
    said: Events = field(repr=False)
    """What has happened since the cards were dealt."""
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
    marks: int = 0
    """What everybody remembers of what they have called, ``MARK_BITS`` for each seat."""

    @property
    def events(self) -> Events:
        """What has happened in this deal."""
        return self.deal.events + self.said

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Pass, accept where the partner rule admits it, and every bid of the auction."""
        accepts = any(step.partnered for step in variant.ladder) and any(
            any(calls_of(variant, turn).acceptors) for turn in variant.dealing.turns()
        )
        return (PASS, *((ACCEPT,) if accepts else ()), *possible_bids(variant))

    def legal(self) -> tuple[Action, ...]:
        """Pass, accept, then bids from low to high."""
        hand = self.deal.hands[self.actor]  # 0 in the view of another
        return (self.offer.every or self.offer.legal(self._held(hand))) if hand else ()

    def _held(self, hand: int) -> int:
        """The hand of the actor, and what must be known of the card that he has laid."""
        laid = self._laid
        return hand if laid is None else hand | laid_bit(laid)

    @property
    def _laid(self) -> Suit | None:
        """The suit of the card that the actor has laid, where a bid depends on it and the viewer
        knows it."""
        if not self.offer.asks_laid:
            return None
        own = (event.action for event in reversed(self.said) if event.seat == self.actor)
        laid = next(bid.card for bid in own if type(bid) is Bid and bid.card is not None)
        return None if laid is HOLE else laid.suit

    @property
    def standing_bid(self) -> tuple[int, Bid] | None:
        standing = self.standing
        return None if standing is None else (standing.seat, standing.bid)

    @property
    def public(self) -> Hashable:
        """What everybody knows of it, on which alone depends what follows a call that is legal."""
        table = self.deal.table
        return (
            *(self.deal.turn, table.eldest, table.stakes, self.actor, self.standing),
            *(self.acceptor, self.spoken, self.passed, self.marks),
        )

    def over(self, deal: Deal, said: Events) -> Auction:
        standing = self.standing
        if standing is not None and self.offer.calls.lays:
            bid = next(event.action for event in reversed(said) if type(event.action) is Bid)
            standing = _standing(standing.seat, bid, standing.open_bid)
        return _changed(self, deal=deal, said=said, standing=standing)

    def seen_by(self, viewer: int | None) -> Auction:
        """The same as a viewer sees it: of a card laid with a bid he sees his own."""
        said = seen_events(self.said, viewer) if self.offer.calls.lays else self.said
        return self.over(self.deal.seen_by(viewer), said)

    def after(self, action: Action, told: Event | None = None) -> State:
        """The state after the action.

        Args:
            action: what the actor says.
            told: in a view, the event that tells of it, which the rules admit.

        Raises:
            IllegalAction: the rules refuse the action.
            TypeError: not an action at all, or a view.
        """
        deal, seat, offer, kind = self.deal, self.actor, self.offer, type(action)
        if told is None and deal.table.viewer is not FULL:
            self.check_full()
        bit = 1 << seat
        standing, acceptor = self.standing, self.acceptor
        spoken, passed = self.spoken | bit, self.passed
        if kind is Pass:
            passed |= bit
            mark = offer.passing
        elif kind is Bid:
            claim = offer.claim(action)  # type: ignore[arg-type]
            if claim is None or (
                told is None
                and claim[0] & ~deal.hands[seat]
                and claim[0] & ~self._held(deal.hands[seat])
            ):
                return State.after(self, action)
            _, open_bid, mark = claim
            standing, acceptor, spoken = _standing(seat, action, open_bid), None, bit  # type: ignore[arg-type]
        elif kind is Accept and offer.invites:
            acceptor, mark = seat, offer.accepting
        else:
            return State.after(self, action)
        event = told or (PASS_EVENTS[seat] if kind is Pass else event_of(seat, action))
        marks = self.marks + ((mark - offer.mark) << MARK_BITS * seat)
        said = self.said + (event,)  # noqa: RUF005 - faster than to unpack
        calls = offer.calls
        for following in calls.order[-1 if standing is None else standing.seat][seat]:
            if spoken >> following & 1:
                continue
            if standing is None:
                break  # as open to this seat as to the last one
            open_bid = standing.open_bid
            accept = 0
            if acceptor is None and open_bid.step.partnered:
                accept = calls.acceptors[
                    (passed >> following & 1) + 2 * (following == deal.table.eldest)
                ]
            mark = marks >> MARK_BITS * following & _MARK
            offer = calls.offer(open_bid.strength, mark, accept)
            if offer.open_bids or offer.invites:
                break
        else:
            return _closed(deal, said, calls, standing, acceptor)
        return _auction(deal, said, following, offer, standing, acceptor, spoken, passed, marks)

    def told(self, event: Event) -> State:
        """The state after a call."""
        return self.after(event.action, expected(event))  # type: ignore[arg-type]

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
        why = why_not(self.offer, bid, self.deal, self.actor, self._laid)
        if why is None:
            return None
        reason, standing = why.reason, self.standing
        if why.kind is BidTooLow:
            assert standing is not None, "a bid is too low for one that stands"
            reason = say(
                "not higher than the standing {bid} of {who}",
                bid=standing.open_bid.bid,
                who=Player(standing.seat),
            )
        return self.refusal(why.kind, bid, reason, why.source)

    def rule_of(self, action: Action) -> object:
        """Of a bid its step of the ladder, of an acceptance the rule of partners."""
        variant = self.table.variant
        match action:
            case Bid(key=key) if key in variant.ladder and variant.ladder[key].source is not None:
                return variant.ladder[key]
            case Bid():
                return variant.ladder
            case Accept():
                return variant.partners
            case _:
                return variant.bidding

    def _refuse_accept(self, action: Action) -> IllegalAction | None:
        if self.offer.invites:
            return None
        rule = self.table.variant.partners
        if rule is None or not any(self.offer.calls.acceptors):
            return self.wrong_phase(action)
        if self.acceptor is not None:
            who = Player(self.acceptor)
            reason = say("{who} has accepted the standing bid already", who=who)
            return self.refusal(AlreadyAccepted, action, reason, rule.source)
        if self.standing is not None and self.standing.open_bid.step.partnered:
            reason = say("who has passed may not accept")
        else:
            reason = say("no bid that asks for a partner is standing")
        return self.refusal(NothingToAccept, action, reason, rule.source)


_auction: Final = maker(Auction)
_changed: Final = changer(Auction)


_NOTHING_SAID: Final[Events] = ()


def open_auction(deal: Deal) -> State:
    """The auction, to which the bidding rule calls the first; none where the cards make the
    contract, and in a grand."""
    variant, said = deal.table.variant, _NOTHING_SAID
    if deal.table.is_grand:
        return pass_out(deal, said)
    if variant.dealt is not None:
        contract, deal, said = deal.reveal(said, "made", lambda: _made(deal))
        if deal.viewer is not FULL and not _can_be_made(contract, deal):
            raise EventError(f"the cards cannot make {contract}")
        if contract is not None:
            return proceed(deal, said, contract)
    calls = calls_of(variant, deal.turn)
    offer, first = calls.offer(-1, 0, 0), calls.order[-1][deal.table.dealer][0]
    return _auction(deal, said, first, offer, None, None, 0, 0, 0)


def _made(deal: Deal) -> Contract | None:
    """The contract that the cards make, if they make one."""
    rule, turn = deal.table.variant.dealt, deal.turn
    contract = None if rule is None else rule.contract(deal.hands, turn)
    if contract is None:
        return None
    return evolve(contract, turned=turn.suit, belle=turn.belle, stakes=deal.table.stakes)


def _can_be_made(contract: Contract | None, deal: Deal) -> bool:
    """Whether the cards can make a contract, or none, as far as a view knows them."""
    rule, table, turn = deal.table.variant.dealt, deal.table, deal.turn
    assert rule is not None, "cards make contracts"
    if contract is None:
        cards, most = rule.limit()
        return all((hand & cards).bit_count() <= most for hand in deal.hands)
    public = (contract.turned, contract.belle, contract.stakes)
    return (
        public == (turn.suit, turn.belle, table.stakes)
        and contract.key in rule.keys
        and (contract.called is None or isinstance(contract.partner, int))
        and not contract_problems(table.variant, contract)
        and not any(deal.lacks(seat, cards) for seat, cards in rule.known(contract))
    )


def _shown(deal: Deal, said: Events, standing: Standing) -> tuple[Card, Deal, Events]:
    """The card laid with the bid that has won is turned up.

    Raises:
        EventError: a view is told a card that cannot have been laid.
    """
    laid = standing.bid.card
    found, deal, said = deal.reveal(said, "laid", lambda: None if laid is HOLE else laid)
    if (
        found is None
        or (laid is not HOLE and laid != found)
        or found.suit not in standing.open_bid.laid
        or deal.lacks(standing.seat, 1 << found.index)
    ):
        raise EventError(f"{found} was not laid with {standing.bid} by seat {standing.seat}")
    return found, deal, said


def _closed(
    deal: Deal, said: Events, calls: Calls, standing: Standing | None, acceptor: int | None
) -> State:
    """What follows the auction."""
    if standing is not None:
        laid: Suit | None = None
        if standing.bid.card is not None:
            card, deal, said = _shown(deal, said, standing)
            laid = card.suit
        stakes = deal.table.stakes
        contract = calls.contract(standing.open_bid, standing.seat, acceptor, stakes, laid)
        return proceed(deal, said, contract)
    return pass_out(deal, said)
