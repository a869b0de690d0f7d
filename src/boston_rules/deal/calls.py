"""What can be called in a deal, worked out once for a variant and its turned suits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from attrs import field, frozen

from boston_rules.core.actions import Accept, Action, Bid, Pass, SuitClass
from boston_rules.core.cards import PACK, Lists, Suit, subsets
from boston_rules.core.contract import Contract
from boston_rules.core.errors import (
    BidForm,
    BidTooLow,
    BidUnavailable,
    CardNotHeld,
    HoldingRequired,
    IllegalAction,
    LaidSuit,
    UnknownBid,
)
from boston_rules.core.hidden import HOLE
from boston_rules.core.sources import Cite
from boston_rules.deal.table import Deal
from boston_rules.deal.terms import completed, fixed_partner
from boston_rules.rules.ladder import RANKS, Step, SuitChoice
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = [
    "ACCEPT",
    "MARK_BITS",
    "PASS",
    "Calls",
    "Claim",
    "Offer",
    "OpenBid",
    "bids_of",
    "calls_of",
    "offer_of",
    "open_bid_of",
    "possible_bids",
    "why_not",
]

_NO_CARD: Final = 1 << 52
"""Held by nobody: no player bids with a card that is hidden from himself."""
MARK_BITS: Final = 8
"""Room for what the bidding rule remembers of a seat."""
PASS: Final = Pass()
ACCEPT: Final = Accept()


_Form: TypeAlias = tuple[str, Suit | None, SuitClass | None, bool]
"""What a bid names, without a laid card."""


def _form(bid: Bid) -> _Form:
    return bid.key, bid.suit, bid.suit_class, bid.alone


@frozen(cache_hash=True)
class OpenBid:
    """One form of one step as it stands in a deal."""

    strength: int
    """Higher overcalls lower; equal does not."""
    step: Step
    """The bid of the ladder."""
    suit_choice: SuitChoice
    """Its suit, and what that ranks."""
    bid: Bid
    """The bid, without a laid card."""


@frozen
class Calls:
    """The calls of a variant under the suits that turned cards have fixed.

    The *mark* of a seat is what the bidding rule remembers of it; the *floor* is the strength of
    the standing bid, -1 without one.
    """

    variant: Variant
    """The rules."""
    turn: Turn
    """The suits that turned cards have fixed."""
    open_bids: tuple[OpenBid, ...] = field(eq=False, repr=False)
    """Everything that can be bid in the auction, lowest first."""
    closed: tuple[OpenBid, ...] = field(eq=False, repr=False)
    """The bids of the ladder that cannot be, but for which a proposal may be raised."""
    order: tuple[tuple[tuple[int, ...], ...], ...] = field(eq=False, repr=False)
    """By the seat whose bid stands, last for none, and by the seat that has called: who may be
    asked after it, first to last."""
    acceptors: tuple[bool, bool, bool, bool] = field(eq=False, repr=False)
    """Whether a partnered bid may be accepted: by one who has not passed, by one who has, by eldest
    who has not, by eldest who has."""
    lays: bool = field(eq=False, repr=False)
    """Whether a card is laid with some bids."""
    _forms: dict[_Form, OpenBid] = field(init=False, eq=False, repr=False)
    _offers: dict[tuple[int, int, int], Offer] = field(
        factory=dict, init=False, eq=False, repr=False
    )
    _contracts: dict[tuple[OpenBid, int, int | None, int], Contract] = field(
        factory=dict, init=False, eq=False, repr=False
    )

    @_forms.default
    def _by_form(self) -> dict[_Form, OpenBid]:
        return {_form(open_bid.bid): open_bid for open_bid in (*self.open_bids, *self.closed)}

    def __reduce__(self) -> Any:
        # Made again, with what it has worked out.
        return calls_of, (self.variant, self.turn)

    def open_bid(self, bid: Bid) -> OpenBid | None:
        """The step and form of a bid, if the ladder has it under the turned cards."""
        return self._forms.get(_form(bid))

    def open_bid_of(self, contract: Contract) -> OpenBid:
        """The bid that makes a contract.

        Raises:
            ValueError: no bid makes it under the turned cards.
        """
        for open_bid in (*self.open_bids, *self.closed):
            if open_bid.step.key == contract.key and self._leads_to(open_bid, contract):
                return open_bid
        raise ValueError(f"no bid makes {contract}")

    def _leads_to(self, open_bid: OpenBid, contract: Contract) -> bool:
        if open_bid.suit_choice.trump is None and open_bid.step.suit.nameable(self.turn):
            return contract.suit_class in (None, "plain")
        choice = open_bid.suit_choice
        return (choice.trump, choice.alone) == (contract.trump, contract.alone)

    def offer(self, floor: int, mark: int, accept: int) -> Offer:
        """What public facts leave open to a seat.

        Args:
            floor: the strength of the standing bid, -1 without one.
            mark: what the bidding rule remembers of the seat.
            accept: 1 where the standing bid can be accepted, else 0.
        """
        key = (floor, mark, accept)
        found = self._offers.get(key)
        if found is None:
            rule = self.variant.bidding
            asked = rule.asks(mark)
            open_bids = tuple(
                open_bid
                for open_bid in self.open_bids
                if asked and open_bid.strength > floor and not rule.forbids(open_bid.step, mark)
            )
            invites = bool(accept) and asked
            found = self._offers[key] = offer_of(self, open_bids, floor, mark, invites=invites)
        return found

    def marked(self, mark: int, call: Action, step: Step | None = None) -> int:
        """What the bidding rule remembers of a seat after a call.

        Raises:
            ValueError: the rule gives what is no mark.
        """
        found = self.variant.bidding.marked(mark, call, step)
        if type(found) is not int or not 0 <= found < 1 << MARK_BITS:
            kind = type(self.variant.bidding).__name__
            raise ValueError(f"{kind} marks a seat with {found!r}, not with 0 to 255")
        return found

    def contract(
        self, open_bid: OpenBid, declarer: int, partner: int | None, stakes: int = 1
    ) -> Contract:
        """The contract that a bid makes, with the partner of the auction or of fixed sides."""
        key = (open_bid, declarer, partner, stakes)
        found = self._contracts.get(key)
        if found is None:
            found = self._contracts[key] = self._contract(open_bid, declarer, partner, stakes)
        return found

    def _contract(
        self, open_bid: OpenBid, declarer: int, partner: int | None, stakes: int
    ) -> Contract:
        suit_choice, turn = open_bid.suit_choice, self.turn
        suit_class: SuitClass | None = suit_choice.suit_class
        if suit_class is None and open_bid.step.suit.nameable(turn):
            suit_class = open_bid.step.suit.unnamed_class
        elif suit_class is None and suit_choice.trump is not None:
            suit_class = self.variant.suits.suit_class(suit_choice.trump, turn)
        contract = Contract(
            key=open_bid.step.key,
            declarer=declarer,
            trump=suit_choice.trump,
            partner=partner,
            suit_class=suit_class,
            turned=turn.suit,
            belle=turn.belle,
            stakes=stakes,
            alone=suit_choice.alone,
        )
        return completed(self.variant, contract)


@frozen
class Offer:
    """What public facts leave open to a seat; what its hand forbids of it comes to that."""

    calls: Calls
    """The calls that it is taken from."""
    floor: int
    """The strength of the standing bid; -1 without one."""
    mark: int
    """What the bidding rule remembers of the seat."""
    invites: bool
    """Whether the standing bid may be accepted."""
    open_bids: tuple[OpenBid, ...]
    """The bids, lowest first."""
    words: tuple[Action, ...] = field(eq=False, repr=False)
    """Pass, and accept where that is possible."""
    parts: tuple[_Part, ...] = field(eq=False, repr=False)
    """The bids as the lists of legal calls are put together from them."""
    rare: tuple[int, ...] = field(eq=False, repr=False)
    """What must be held for the bids that few hands admit, as masks."""
    plain: tuple[_Part, ...] = field(eq=False, repr=False)
    """The parts of a hand that admits none of those: fewer."""
    every: tuple[Action, ...] = field(eq=False, repr=False)
    """All calls where none depends on the hand; nothing where one does."""
    passing: int = field(eq=False, repr=False)
    """The mark of the seat after a pass."""
    accepting: int = field(eq=False, repr=False)
    """The mark of the seat after it has accepted."""
    _claims: dict[Bid, Claim] = field(factory=dict, init=False, eq=False, repr=False)

    def __reduce__(self) -> Any:
        # Found again, not pickled.
        return self.calls.offer, (self.floor, self.mark, int(self.invites))

    def legal(self, hand: int) -> tuple[Action, ...]:
        """Pass, accept, then the bids that a hand admits, from low to high."""
        found = self.words
        parts = self.plain
        for needed in self.rare:
            if not needed & ~hand:
                parts = self.parts
        for needed, bids, shift, low, high in parts:
            if not needed & ~hand:
                if low:
                    lane = hand >> shift
                    found += low[lane & 0x7F] + high[lane >> 7 & 0x3F]
                else:
                    found += bids
        return found

    def claim(self, bid: Bid) -> Claim | None:
        """What a bid comes to; ``None`` for one that is not open."""
        found = self._claims.get(bid)
        if found is None:
            found = self._claim(bid)
            if found is not None:
                self._claims[bid] = found
        return found

    def _claim(self, bid: Bid) -> Claim | None:
        open_bid = self.calls.open_bid(bid)
        if open_bid is None or open_bid not in self.open_bids:
            return None
        step, card = open_bid.step, bid.card
        if (card is not None) != step.lays_card:
            return None
        needed = step.holding.mask
        if card is HOLE:
            needed |= _NO_CARD
        elif card is not None:
            if card.suit != open_bid.suit_choice.trump:
                return None
            needed |= 1 << card.index
        return Claim(needed, open_bid, self.calls.marked(self.mark, open_bid.bid, step))


class Claim(NamedTuple):
    """What an open bid comes to."""

    needed: int
    """What must be held, as a mask."""
    open_bid: OpenBid
    """Its step and form."""
    mark: int
    """The mark of the seat after it."""


def offer_of(
    calls: Calls,
    open_bids: tuple[OpenBid, ...],
    floor: int = -1,
    mark: int = 0,
    *,
    invites: bool = False,
) -> Offer:
    """An offer of some bids."""
    words = (PASS, ACCEPT) if invites else (PASS,)
    every: tuple[Action, ...] = ()
    if not any(open_bid.step.lays_card or open_bid.step.holding for open_bid in open_bids):
        every = (*words, *(open_bid.bid for open_bid in open_bids))
    rare = tuple(
        {open_bid.step.holding.mask: None for open_bid in open_bids if open_bid.step.holding}
    )
    plain = _parts(tuple(open_bid for open_bid in open_bids if not open_bid.step.holding))
    return Offer(
        *(calls, floor, mark, invites, open_bids, words, _parts(open_bids), rare, plain, every),
        passing=calls.marked(mark, PASS),
        accepting=calls.marked(mark, ACCEPT),
    )


_Part: TypeAlias = tuple[int, tuple[Bid, ...], int, Lists[Bid], Lists[Bid]]
"""Bids that stand together: what must be held for any of them, as a mask, and the bids themselves.

Of a step that lays a card, instead of the bids, where the suit of the card begins, and the bids by
the low and by the high cards held in it.
"""


def _parts(open_bids: tuple[OpenBid, ...]) -> tuple[_Part, ...]:
    found: list[_Part] = []
    for open_bid in open_bids:
        needed = open_bid.step.holding.mask
        if open_bid.step.lays_card:
            laid = _laid_bids(open_bid)
            bids = tuple(bid for _, bid in laid)
            found.append((needed, (), laid[0][0], subsets(bids[:7]), subsets(bids[7:])))
        elif found and found[-1][0] == needed and found[-1][1]:
            found[-1] = (needed, (*found[-1][1], open_bid.bid), 0, (), ())
        else:
            found.append((needed, (open_bid.bid,), 0, (), ()))
    return tuple(found)


@lru_cache(maxsize=4096)
def calls_of(variant: Variant, turn: Turn) -> Calls:
    """The calls of a variant under the turned suits."""
    seats = variant.seats
    open_bids = tuple(
        OpenBid(
            RANKS * place + suit_choice.rank,
            step,
            suit_choice,
            Bid(step.key, suit_choice.suit, suit_choice.suit_class, alone=suit_choice.alone),
        )
        for place, step in enumerate(variant.ladder)
        for suit_choice in step.suit.suit_choices(turn, variant.suits)
    )
    partners = variant.partners
    return Calls(
        variant,
        turn,
        open_bids=tuple(open_bid for open_bid in open_bids if open_bid.step.biddable),
        closed=tuple(open_bid for open_bid in open_bids if not open_bid.step.biddable),
        order=tuple(
            tuple(
                variant.bidding.order(
                    seat, bidder, None if bidder is None else fixed_partner(variant, bidder), seats
                )
                for seat in range(seats)
            )
            for bidder in (*range(seats), None)
        ),
        acceptors=(
            partners is not None and partners.may_accept(passed=False, eldest=False),
            partners is not None and partners.may_accept(passed=True, eldest=False),
            partners is not None and partners.may_accept(passed=False, eldest=True),
            partners is not None and partners.may_accept(passed=True, eldest=True),
        ),
        lays=any(step.lays_card for step in variant.ladder),
    )


@lru_cache(maxsize=256)
def possible_bids(variant: Variant, *, closed: bool = False) -> tuple[Bid, ...]:
    """Every bid that is open in some deal, whatever cards are turned, each once.

    A step that lays a card has a bid for each card of every suit that can be trumps.

    Args:
        variant: the rules.
        closed: with the bids of steps that cannot be bid in the auction.

    >>> import boston_rules as br
    >>> [str(bid) for bid in possible_bids(br.get_variant("whisch-bostonien"))]
    ['bid demande', 'bid independance']
    """
    found: dict[Bid, None] = {}
    for turn in variant.dealing.turns():
        calls = calls_of(variant, turn)
        found.update(dict.fromkeys(bids_of((*calls.open_bids, *(calls.closed if closed else ())))))
    return tuple(found)


def bids_of(open_bids: Iterable[OpenBid]) -> Iterator[Bid]:
    """The bids of some steps, where a card is laid one for each card."""
    for open_bid in open_bids:
        if open_bid.step.lays_card:
            yield from (bid for _, bid in _laid_bids(open_bid))
        else:
            yield open_bid.bid


@lru_cache(maxsize=4096)
def _laid_bids(open_bid: OpenBid) -> tuple[tuple[int, Bid], ...]:
    """The bids of a step with which a card of the trump suit is laid, each with that card."""
    trump = open_bid.suit_choice.trump
    assert trump is not None, "a step that lays a card has trumps (checked by the variant)"
    cards = range(13 * trump, 13 * trump + 13)
    return tuple((card, Bid(open_bid.step.key, card=PACK[card])) for card in cards)


class Why(NamedTuple):
    """Why a bid is not open."""

    kind: type[IllegalAction]
    reason: str
    source: Cite | None


def why_not(offer: Offer, bid: Bid, deal: Deal, seat: int, standing: str = "") -> Why | None:
    """Why a bid is not open to a seat, or ``None``; as far as the viewer knows its hand.

    Args:
        offer: what public facts leave open to the seat.
        bid: what it would bid.
        deal: the cards.
        seat: who would bid.
        standing: the standing bid in words, for the reason.
    """
    claim = offer.claim(bid)
    if claim is not None:
        needed = claim.needed
        if bid.card is HOLE and not deal.sees(seat):
            needed ^= _NO_CARD
        if not deal.lacks(seat, needed):
            return None
    calls = offer.calls
    variant = calls.variant
    ladder = variant.ladder
    open_bid = calls.open_bid(bid)
    if open_bid is not None and (bid.card is not None) == open_bid.step.lays_card:
        return _why_not_rung(offer, open_bid, standing) or _why_not_held(
            variant, bid, open_bid, deal, seat
        )
    if bid.key not in ladder:
        keys = ", ".join(step.key for step in ladder)
        return Why(UnknownBid, f"the ladder has {keys}", ladder.source)
    step = ladder[bid.key]
    source = step.source or ladder.source
    if all(open_bid.step.key != step.key for open_bid in (*calls.open_bids, *calls.closed)):
        reason = f"{step.key} is not open in this deal: {_turn_words(calls.turn)}"
        return Why(BidUnavailable, reason, source)
    if not step.biddable and all(open_bid.step.key != step.key for open_bid in offer.open_bids):
        return Why(BidUnavailable, f"{step.key} is not bid in the auction", source)
    reason = f"{step.key} is bid otherwise: {step.suit.words()}"
    if step.lays_card:
        reason += "; a card of that suit is laid with it"
    return Why(BidForm, reason, source)


def _why_not_rung(offer: Offer, open_bid: OpenBid, standing: str) -> Why | None:
    """What public facts say against a bid."""
    if open_bid in offer.open_bids:
        return None
    variant = offer.calls.variant
    if not open_bid.step.biddable:
        source = open_bid.step.source or variant.ladder.source
        return Why(BidUnavailable, f"{open_bid.step.key} is not bid in the auction", source)
    forbidden = variant.bidding.forbids(open_bid.step, offer.mark)
    if forbidden is not None:
        return Why(*forbidden, variant.bidding.source)
    return Why(BidTooLow, f"not higher than {standing}", variant.ladder.source)


def _why_not_held(variant: Variant, bid: Bid, open_bid: OpenBid, deal: Deal, seat: int) -> Why:
    """What a hand says against a bid that public facts leave open."""
    step = open_bid.step
    source = step.source or variant.ladder.source
    if deal.lacks(seat, step.holding.mask):
        return Why(HoldingRequired, f"only with {step.holding} in hand", source)
    assert bid.card is not None, "all else of a bid of the right form was found in order"
    if bid.card is HOLE:
        return Why(BidForm, "a card that is held is laid with it", source)
    if bid.card.suit != open_bid.suit_choice.trump:
        trump = "" if open_bid.suit_choice.trump is None else open_bid.suit_choice.trump.word
        return Why(LaidSuit, f"the laid card must be one of {trump}", source)
    return Why(CardNotHeld, f"you do not hold {bid.card}", source)


def _turn_words(turn: Turn) -> str:
    def shown(suit: Suit | None) -> str:
        return "none" if suit is None else suit.symbol

    return f"turned {shown(turn.suit)}, belle {shown(turn.belle)}, petite {shown(turn.petite)}"


def open_bid_of(variant: Variant, turn: Turn, bid: Bid) -> OpenBid:
    """The step and form of a bid that can be made under the turned cards."""
    open_bid = calls_of(variant, turn).open_bid(bid)
    assert open_bid is not None, "the bid was legal"
    return open_bid
