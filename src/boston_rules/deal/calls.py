"""What can be called in a deal, worked out once for a variant and its turned suits."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby, product
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from attrs import field, frozen

from boston_rules.core.actions import Accept, Action, Bid, Pass, SuitClass
from boston_rules.core.arguments import shown
from boston_rules.core.cards import PACK, WHOLE_PACK, Lists, Suit, subsets
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
from boston_rules.core.events import Events
from boston_rules.core.hidden import HOLE
from boston_rules.core.saying import Said, listed, say
from boston_rules.core.sources import Cite
from boston_rules.deal.table import Deal
from boston_rules.deal.terms import completed, fixed_partner
from boston_rules.rules.bidding import Forbidden
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
    "laid_bit",
    "laid_suits",
    "offer_of",
    "possible_bids",
    "why_not",
]

_NO_CARD: Final = 1 << 52
"""Held by nobody: no player bids with a card that is hidden from himself."""
_RULE_BITS: Final = 8
"""Room for what the bidding rule remembers of a seat."""
_RULE_MARK: Final = (1 << _RULE_BITS) - 1
MARK_BITS: Final = _RULE_BITS + 4
"""Room for that, and above it for the suits of which the card can be that it has laid."""
_step_of: Final = attrgetter("step")
_strength_of: Final = attrgetter("strength")

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
    laid: tuple[Suit, ...] = ()
    """The suits of which a card is laid with it; more than one where the bid does not tell which,
    and the card settles the trump suit."""

    @property
    def trumps(self) -> tuple[Suit | None, ...]:
        """The trump suits to which it can lead; ``None`` without trumps, or for one named later."""
        return self.laid or (self.suit_choice.trump,)


def laid_bit(suit: Suit) -> int:
    """The bit that stands in a hand for the suit of the card that the player has laid."""
    return _NO_CARD << 1 + suit


@frozen
class Calls:
    """The calls of a variant under the suits that turned cards have fixed.

    The *mark* of a seat is what everybody remembers of it: what the bidding rule does, and of which
    suits the card can be that it has laid. The *floor* is the strength of the standing bid, -1
    without one.
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
    acceptors: tuple[bool, ...] = field(eq=False, repr=False)
    """Whether a partnered bid may be accepted: by one who has not passed, by one who has, by eldest
    who has not, by eldest who has."""
    lays: bool = field(eq=False, repr=False)
    """Whether a card is laid with some bids."""
    _forms: dict[_Form, OpenBid] = field(init=False, eq=False, repr=False)
    _offers: dict[tuple[int, int, int], Offer] = field(
        factory=dict, init=False, eq=False, repr=False
    )
    _contracts: dict[tuple[OpenBid, Suit | None, int, int | None, int], Contract] = field(
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
        if open_bid.suit_choice.trump is None and open_bid.step.named_later(self.turn):
            return contract.suit_class in (None, "plain")
        fits = contract.trump in open_bid.trumps
        return fits and contract.alone == open_bid.suit_choice.alone

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
            asked = self.variant.bidding.asks(mark & _RULE_MARK)
            open_bids = self._left_open(floor, mark) if asked else ()
            invites = bool(accept) and asked
            found = self._offers[key] = offer_of(self, open_bids, floor, mark, invites=invites)
        return found

    def _left_open(self, floor: int, mark: int) -> tuple[OpenBid, ...]:
        """The bids that are high enough, and that public facts admit."""
        found: list[OpenBid] = []
        higher = self.open_bids[bisect_right(self.open_bids, floor, key=_strength_of) :]
        for step, open_bids in groupby(higher, _step_of):
            if not self.follows(step, floor) or self.forbids(step, mark):
                continue
            if self.binds(step, mark):
                found += [each for each in open_bids if self._trump_bit(each) & mark]
            else:
                found += open_bids
        return tuple(found)

    def follows(self, step: Step, floor: int) -> bool:
        """Whether a step can be bid over the standing bid, as far as it needs a certain one."""
        return not step.only_over or self.variant.ladder.place(step.only_over) == floor // RANKS

    def forbids(self, step: Step, mark: int) -> Forbidden | None:
        """Why a seat may not bid a step that would be high enough."""
        return self.variant.bidding.forbids(step, mark & _RULE_MARK)

    def binds(self, step: Step, mark: int) -> bool:
        """Whether a seat bids a step only in the suit of the card that it has laid."""
        return self.variant.bidding.binds(step, mark & _RULE_MARK)

    def _trump_bit(self, open_bid: OpenBid) -> int:
        """The trump suit of a bid as a mark has it."""
        trump = open_bid.suit_choice.trump
        return 0 if trump is None else 1 << _RULE_BITS + trump

    def needs(self, open_bid: OpenBid, mark: int) -> int:
        """What a seat must hold for a bid, as a mask, :func:`laid_bit` for a suit laid unseen."""
        needed, trump = open_bid.step.holding.mask, open_bid.suit_choice.trump
        told = mark >> _RULE_BITS
        if trump is not None and told & told - 1 and self.binds(open_bid.step, mark):
            needed |= laid_bit(trump)
        return needed

    def marked(self, mark: int, call: Action, open_bid: OpenBid | None = None) -> int:
        """What everybody remembers of a seat after a call.

        Args:
            mark: the same before it.
            call: what was said.
            open_bid: of a bid, its step and form.

        Raises:
            ValueError: the bidding rule gives what is no mark.
        """
        rule, step = self.variant.bidding, None if open_bid is None else open_bid.step
        found = rule.marked(mark & _RULE_MARK, call, step)
        if type(found) is not int or not 0 <= found <= _RULE_MARK:
            kind = type(rule).__name__
            raise ValueError(f"{kind} marks a seat with {shown(found)}, not with 0 to 255")
        laid = mark & ~_RULE_MARK
        if open_bid is not None and open_bid.laid:
            laid = sum(1 << _RULE_BITS + suit for suit in open_bid.laid)
        elif open_bid is not None and self.binds(open_bid.step, mark):
            laid = self._trump_bit(open_bid)
        return found | laid

    def contract(
        self,
        open_bid: OpenBid,
        declarer: int,
        partner: int | None,
        stakes: int = 1,
        laid: Suit | None = None,
    ) -> Contract:
        """The contract that a bid makes.

        Args:
            open_bid: the bid.
            declarer: its bidder.
            partner: that of the auction; of fixed sides he is found.
            stakes: those of the deal.
            laid: the suit of the card that was laid, where that settles trumps.
        """
        trump = open_bid.suit_choice.trump if laid is None else laid
        key = (open_bid, trump, declarer, partner, stakes)
        found = self._contracts.get(key)
        if found is not None:
            return found
        step, turn = open_bid.step, self.turn
        suit_class: SuitClass | None = open_bid.suit_choice.suit_class
        if suit_class is None and step.suit.nameable(turn):
            suit_class = step.suit.unnamed_class
        elif suit_class is None and trump is not None:
            suit_class = self.variant.suits.suit_class(trump, turn)
        made = Contract(
            key=step.key,
            declarer=declarer,
            trump=trump,
            partner=partner,
            suit_class=suit_class,
            turned=turn.suit,
            belle=turn.belle,
            stakes=stakes,
            alone=open_bid.suit_choice.alone,
        )
        found = self._contracts[key] = completed(self.variant, made)
        return found


@frozen(repr=False)
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
    words: tuple[Action, ...]
    """Pass, and accept where that is possible."""
    parts: tuple[_Part, ...]
    """The bids as the lists of legal calls are put together from them."""
    rare: tuple[int, ...]
    """What must be held for the bids that few hands admit, as masks."""
    plain: tuple[_Part, ...]
    """The parts of a hand that admits none of those: fewer."""
    every: tuple[Action, ...]
    """All calls where none depends on the hand; nothing where one does."""
    asks_laid: bool
    """Whether a bid depends on the suit of the card that the seat has laid, which it alone knows;
    then the hand is to have :func:`laid_bit` of that suit."""
    passing: int
    """The mark of the seat after a pass."""
    accepting: int
    """The mark of the seat after it has accepted."""
    _claims: dict[Bid, Claim] = field(factory=dict, init=False, eq=False)

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
        open_bid, card = self.calls.open_bid(bid), bid.card
        if open_bid is None or open_bid not in self.open_bids:
            return None
        if (card is not None) != open_bid.step.lays_card:
            return None
        needed = self.calls.needs(open_bid, self.mark)
        if card is HOLE:
            needed |= _NO_CARD
        elif card is not None:
            if card.suit not in open_bid.laid:
                return None
            needed |= 1 << card.index
        return Claim(needed, open_bid, self.calls.marked(self.mark, open_bid.bid, open_bid))


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
    needs = {open_bid: calls.needs(open_bid, mark) for open_bid in open_bids}
    parts = plain = _parts(needs)
    every: tuple[Action, ...] = ()
    if not any(needs.values()) and not any(open_bid.laid for open_bid in open_bids):
        every = (*words, *[open_bid.bid for open_bid in open_bids])
    rare = tuple(dict.fromkeys([each.step.holding.mask for each in open_bids if each.step.holding]))
    if rare:
        plain = _parts({each: need for each, need in needs.items() if not each.step.holding})
    return Offer(
        *(calls, floor, mark, invites, open_bids, words, parts, rare, plain, every),
        asks_laid=max(needs.values(), default=0) > _NO_CARD,
        passing=calls.marked(mark, PASS),
        accepting=calls.marked(mark, ACCEPT),
    )


_Part: TypeAlias = tuple[int, tuple[Bid, ...], int, Lists[Bid], Lists[Bid]]
"""Bids that stand together: what must be held for any of them, as a mask, and the bids themselves.

Of a step that lays a card, instead of the bids, where the suit of the card begins, and the bids by
the low and by the high cards held in it.
"""


def _parts(needs: Mapping[OpenBid, int]) -> tuple[_Part, ...]:
    """Bids, lowest first, put together by what must be held for each."""
    found: list[_Part] = []
    for (needed, laid), together in groupby(needs, lambda each: (needs[each], each.laid)):
        if not laid:
            found.append((needed, tuple([open_bid.bid for open_bid in together]), 0, (), ()))
            continue
        for open_bid, suit in product(together, laid):
            bids = _laid_bids(open_bid.step.key, suit)
            found.append((needed, (), 13 * suit, subsets(bids[:7]), subsets(bids[7:])))
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
            _laid(step, suit_choice, turn),
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
        acceptors=tuple(
            partners is not None and partners.may_accept(passed=passed, eldest=eldest)
            for eldest in (False, True)
            for passed in (False, True)
        ),
        lays=any(step.lays_card for step in variant.ladder),
    )


def _laid(step: Step, suit_choice: SuitChoice, turn: Turn) -> tuple[Suit, ...]:
    """The suits of which a card is laid with a bid; none where none is laid."""
    if not step.lays_card:
        return ()
    trump = suit_choice.trump
    return step.suit.nameable(turn) if trump is None else (trump,)


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
        for suit in open_bid.laid:
            yield from _laid_bids(open_bid.step.key, suit)
        if not open_bid.laid:
            yield open_bid.bid


@lru_cache(maxsize=4096)
def _laid_bids(key: str, suit: Suit) -> tuple[Bid, ...]:
    """The bids of a step with which a card of a suit is laid, each with that card."""
    return tuple(Bid(key, card=card) for card in PACK[13 * suit : 13 * suit + 13])


def laid_suits(variant: Variant, turn: Turn, said: Events) -> dict[int, tuple[Suit, ...]]:
    """Of which suits each card can be that was laid with a bid, as far as everybody knows.

    Args:
        variant: the rules.
        turn: the suits that turned cards have fixed.
        said: what was said since the deal.

    Returns:
        The suits by the place of the bid in ``said``.
    """
    calls = calls_of(variant, turn)
    found: dict[int, tuple[Suit, ...]] = {}
    if not calls.lays:
        return found
    laying: dict[int, int] = {}
    marks: dict[int, int] = {}
    for place, event in enumerate(said):
        seat, action = event.seat, event.action
        if isinstance(action, Bid | Pass | Accept):
            open_bid = calls.open_bid(action) if isinstance(action, Bid) else None
            marks[seat] = calls.marked(marks.get(seat, 0), action, open_bid)
            if open_bid is not None and open_bid.laid:
                laying[seat] = place
            if seat in laying:
                told = marks[seat] >> _RULE_BITS
                found[laying[seat]] = tuple(suit for suit in Suit if told >> suit & 1)
        if event.shows.laid is not None:
            break  # the auction is over
    return found


class Why(NamedTuple):
    """Why a bid is not open."""

    kind: type[IllegalAction]
    reason: str
    """In one sentence; for a bid too low, the caller names the standing bid."""
    source: Cite | None


def why_not(offer: Offer, bid: Bid, deal: Deal, seat: int, laid: Suit | None = None) -> Why | None:
    """Why a bid is not open to a seat, or ``None``; as far as the viewer knows its hand.

    Args:
        offer: what public facts leave open to the seat.
        bid: what it would bid.
        deal: the cards.
        seat: who would bid.
        laid: the suit of the card that it has laid with a bid before, where the viewer knows it.
    """
    claim = offer.claim(bid)
    if claim is not None:
        needed = claim.needed
        if laid is not None:
            needed &= ~laid_bit(laid)
        if not deal.sees(seat):
            needed &= WHOLE_PACK.mask
        if not deal.lacks(seat, needed):
            return None
    calls = offer.calls
    variant = calls.variant
    ladder = variant.ladder
    open_bid = calls.open_bid(bid)
    if open_bid is not None and (bid.card is not None) == open_bid.step.lays_card:
        return _why_not_rung(offer, open_bid) or _why_not_held(offer, bid, open_bid, deal, seat)
    if bid.key not in ladder:
        return Why(UnknownBid, ladder.unknown(bid.key), ladder.source)
    step = ladder[bid.key]
    source = step.source or ladder.source
    if all(open_bid.step.key != step.key for open_bid in (*calls.open_bids, *calls.closed)):
        return Why(BidUnavailable, _not_open(step, calls.turn), source)
    if not step.biddable and all(open_bid.step.key != step.key for open_bid in offer.open_bids):
        return _not_bid(step, source)
    return Why(BidForm, _otherwise(step), source)


def _why_not_rung(offer: Offer, open_bid: OpenBid) -> Why | None:
    """What public facts say against a bid."""
    if open_bid in offer.open_bids:
        return None
    calls, step = offer.calls, open_bid.step
    variant = calls.variant
    source = step.source or variant.ladder.source
    if not step.biddable:
        return _not_bid(step, source)
    forbidden = calls.forbids(step, offer.mark)
    if forbidden is not None:
        kind, reason = forbidden
        return Why(kind, variant.ladder.named(reason), variant.bidding.source)
    if open_bid.strength > offer.floor and not calls.follows(step, offer.floor):
        reason = say(
            "{bid} is bid only over {other}",
            bid=step.title,
            other=variant.ladder[step.only_over].title,
        )
        return Why(BidUnavailable, reason, source)
    if open_bid.strength > offer.floor and calls.binds(step, offer.mark):
        return _why_not_laid(variant)
    return Why(BidTooLow, "", variant.ladder.source)


def _why_not_laid(variant: Variant) -> Why:
    """A bid is bound to the suit of the card that was laid with another."""
    reason = say("only in the suit of the card you have laid")
    return Why(LaidSuit, reason, variant.bidding.source)


def _why_not_held(offer: Offer, bid: Bid, open_bid: OpenBid, deal: Deal, seat: int) -> Why:
    """What a hand says against a bid that public facts leave open."""
    variant, step = offer.calls.variant, open_bid.step
    source = step.source or variant.ladder.source
    if deal.lacks(seat, step.holding.mask):
        reason = say("only with {cards} in hand", cards=step.holding)
        return Why(HoldingRequired, reason, source)
    if not open_bid.laid:
        return _why_not_laid(variant)
    assert bid.card is not None, "all else of a bid of the right form was found in order"
    if bid.card is HOLE:
        return Why(BidForm, say("a card that is held is laid with it"), source)
    if bid.card.suit not in open_bid.laid:
        suits = listed([suit.word for suit in open_bid.laid], last="or")
        return Why(LaidSuit, say("the laid card must be one of {suits}", suits=suits), source)
    return Why(CardNotHeld, say("you do not hold {card}", card=bid.card), source)


def _not_bid(step: Step, source: Cite | None) -> Why:
    return Why(BidUnavailable, say("{bid} is not bid in the auction", bid=step.title), source)


def _not_open(step: Step, turn: Turn) -> Said:
    def shown(suit: Suit | None) -> str:
        return say("none") if suit is None else suit.symbol

    return say(
        "{bid} is not open in this deal: turned {turned}, belle {belle}, petite {petite}",
        bid=step.title,
        turned=shown(turn.suit),
        belle=shown(turn.belle),
        petite=shown(turn.petite),
    )


def _otherwise(step: Step) -> Said:
    how = step.suit.words()
    if step.lays_card:
        return say(
            "{bid} is bid otherwise: {how}; a card of that suit is laid with it",
            bid=step.title,
            how=how,
        )
    return say("{bid} is bid otherwise: {how}", bid=step.title, how=how)
