"""A partnered bid is accepted while it stands in the auction, or raised by its bidder after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Protocol

from attrs import frozen

from boston_rules.core.actions import Action, Bid, Pass
from boston_rules.core.contract import Contract
from boston_rules.core.errors import BidTooLow, BidUnavailable, IllegalAction
from boston_rules.core.saying import BidKey, joined, say, say_as, say_number
from boston_rules.core.sources import Cite, cited
from boston_rules.deal.calls import (
    PASS,
    Calls,
    Offer,
    OpenBid,
    bids_of,
    calls_of,
    offer_of,
    possible_bids,
    why_not,
)
from boston_rules.deal.questions.question import Question, QuestionRule
from boston_rules.deal.state import State
from boston_rules.rules.checked import choice, figure, names_of_bids
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.rule import Rule
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.opening import Opening

__all__ = ["InAuction", "Raise", "RaiseHigher", "RaiseTo", "Raising"]


_WHO_ACCEPTS: Final = {
    "anybody": say(
        "while a partnered bid stands any other player, one who has passed too, may accept it on "
        "his turn"
    ),
    "eldest": say(
        "while a partnered bid stands any other player, eldest even if he has passed, may accept "
        "it on his turn"
    ),
    "nobody": say(
        "while a partnered bid stands any other player who has not passed may accept it on his turn"
    ),
}


class Raise(Rule, Protocol):
    """What the bidder of a partnered bid that nobody has accepted may bid instead."""

    __slots__ = ()

    def bids(self, calls: Calls, standing: OpenBid) -> tuple[OpenBid, ...]:
        """The bids that are open to him, lowest first."""
        ...


@frozen
class RaiseHigher(Raise):
    """Any bid that is higher than the one that stands."""

    source: Cite | None = cited()

    def bids(self, calls: Calls, standing: OpenBid) -> tuple[OpenBid, ...]:
        """The higher bids."""
        return tuple(
            open_bid for open_bid in calls.open_bids if open_bid.strength > standing.strength
        )

    def words(self) -> str:
        return say("he may raise it to any higher bid")


@frozen
class RaiseTo(Raise):
    """The contract ``key``, in the trump suit of the bid; it need not be open in the auction."""

    key: str = names_of_bids()
    """The key of the contract."""
    source: Cite | None = cited()

    def bids(self, calls: Calls, standing: OpenBid) -> tuple[OpenBid, ...]:
        """The bid in the same suit."""
        return tuple(
            open_bid
            for open_bid in (*calls.open_bids, *calls.closed)
            if open_bid.step.key == self.key
            and open_bid.suit_choice.trump == standing.suit_choice.trump
        )

    def words(self) -> str:
        return say("he may raise it to {key} in the same suit", key=BidKey(self.key))


@frozen
class InAuction(PartnerRule, QuestionRule):
    """A partnered bid may be accepted by any other player while it stands."""

    extra: int = figure(3)
    """Tricks more that the bid asks of two."""
    after_pass: Literal["anybody", "eldest", "nobody"] = choice("anybody", "eldest", "nobody")
    """Who may accept although he has passed."""
    unaccepted: Raise | None = None
    """What its bidder may make of a bid that nobody accepts; with ``None`` he plays it alone."""
    source: Cite | None = cited()
    by_contract: ClassVar[bool] = True
    volunteers: ClassVar[bool] = True

    @property
    def optional(self) -> bool:
        """A bid that nobody accepts is played alone, unless it must be raised."""
        return self.unaccepted is None

    def may_accept(self, *, passed: bool, eldest: bool) -> bool:
        """Anybody who has not passed, and who the rule says of those who have.

        >>> from boston_rules.deal.questions.accepting import InAuction
        >>> rule = InAuction(after_pass="eldest")
        >>> rule.may_accept(passed=True, eldest=True), rule.may_accept(passed=True, eldest=False)
        (True, False)
        """
        return (
            not passed or self.after_pass == "anybody" or (eldest and self.after_pass == "eldest")
        )

    def can_arise(self, variant: Variant) -> bool:
        """Where a step of the ladder is partnered and its bid can be raised."""
        return self.unaccepted is not None and any(step.partnered for step in variant.ladder)

    def arises(self, variant: Variant, contract: Contract) -> bool:
        """Where nobody has accepted, and the bid is not played alone."""
        if self.unaccepted is None or contract.partner is not None:
            return False
        return variant.ladder[contract.key].partnered

    def ask(self, opening: Opening) -> State:
        """The bidder raises his bid, or the hands are thrown in."""
        assert self.unaccepted is not None, "otherwise the question does not arise"
        return Raising(opening, opening.contract.declarer, self.unaccepted)

    @property
    def rebids(self) -> bool:  # type: ignore[override]
        """Where its bidder may make another bid of one that nobody accepts."""
        return self.unaccepted is not None

    def contracts(self, variant: Variant, contract: Contract) -> Iterator[Contract]:
        """The bids to which the bidder may raise his own."""
        assert self.unaccepted is not None, "otherwise the question does not arise"
        calls = calls_of(variant, contract.turn)
        for open_bid in self.unaccepted.bids(calls, calls.open_bid_of(contract)):
            yield calls.contract(open_bid, contract.declarer, None, contract.stakes)

    def phases(self) -> tuple[type[State], ...]:
        return () if self.unaccepted is None else (Raising,)

    def words(self) -> str:
        parts = [_WHO_ACCEPTS[self.after_pass]]
        if self.extra:
            parts.append(
                say_number(
                    "the first to do so is the partner, and the two must win {number} trick more "
                    "than the bid together",
                    "the first to do so is the partner, and the two must win {number} tricks more "
                    "than the bid together",
                    self.extra,
                )
            )
        else:
            parts.append(say("the first to do so is the partner, and the two must win it together"))
        parts.append(say("an overcall cancels bid and acceptance"))
        if self.unaccepted is not None:
            parts.append(
                say(
                    "when everybody else has passed and nobody has accepted, its bidder is asked: "
                    "{what}, or the hands are thrown in",
                    what=self.unaccepted.words(),
                )
            )
        return joined("; ", parts)


@frozen(cache_hash=True)
class Raising(Question):
    """The bidder of a bid that nobody has accepted raises it, or throws the hands in."""

    phase: ClassVar[str] = say_as("phase", "raising the bid")
    rule: Raise
    """What he may bid."""

    @property
    def offer(self) -> Offer:
        """What he may bid."""
        calls = calls_of(self.table.variant, self.deal.turn)
        return offer_of(calls, self.rule.bids(calls, calls.open_bid_of(self.opening.contract)))

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Pass, and every bid to which a partnered bid can be raised."""
        rule = variant.partners
        if not isinstance(rule, InAuction) or rule.unaccepted is None:
            return (PASS, *possible_bids(variant, closed=True))
        raises: dict[Bid, None] = {}
        for turn in variant.dealing.turns():
            calls = calls_of(variant, turn)
            for standing in calls.open_bids:
                if standing.step.partnered:
                    raises.update(dict.fromkeys(bids_of(rule.unaccepted.bids(calls, standing))))
        return (PASS, *raises)

    def answers_with(self, hand: int) -> tuple[Action, ...]:
        """Pass, then the bids to which he may raise."""
        return self.offer.legal(hand)

    def refuse_openly(self, action: Action) -> IllegalAction | None:
        """The bid must be one to which he may raise, and be held."""
        if type(action) is Pass:
            return None
        if type(action) is not Bid:
            return self.wrong_phase(action)
        why = why_not(self.offer, action, self.deal, self.actor)
        if why is None:
            return None
        if why.kind is BidTooLow or why.kind is BidUnavailable:
            ladder = self.variant.ladder
            reason = say(
                "nobody has accepted {bid}: {instead}",
                bid=ladder[self.opening.contract.key].title,
                instead=ladder.named(self.rule.words()),
            )
            return self.refusal(BidUnavailable, action, reason, why.source)
        return self.refusal(why.kind, action, why.reason, why.source)

    def advance(self, action: Action) -> State:
        """The new contract is played, or nothing is."""
        opening = self.opening.said(self.actor, action)
        if not isinstance(action, Bid):
            return opening.pass_out()
        offer = self.offer
        claim = offer.claim(action)
        assert claim is not None, "the bid was legal"
        stakes = opening.contract.stakes
        return opening.proceed(offer.calls.contract(claim.open_bid, self.actor, None, stakes))
