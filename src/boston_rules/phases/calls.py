"""What can be called in a deal, worked out once for a variant and its turned suits."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from boston_rules.actions import Accept, Action, Bid, Pass, SuitClass
from boston_rules.cards import PACK, Lists, Suit, subsets
from boston_rules.contract import Contract, completed
from boston_rules.phases.table import clockwise
from boston_rules.rules.ladder import Form, Step
from boston_rules.rules.suits import Turn
from boston_rules.variant import Variant

__all__ = [
    "ACCEPT",
    "PASS",
    "Calls",
    "Offer",
    "Rung",
    "calls_of",
    "first_offer",
    "rung_of",
    "rungs",
]

PASS: Final = Pass()
ACCEPT: Final = Accept()


@frozen(cache_hash=True)
class Rung:
    """One form of one step as it stands in a deal."""

    strength: int
    """Higher overcalls lower; equal does not."""
    step: Step
    form: Form
    bid: Bid
    """The bid, without a laid card."""
    returns: bool = field(default=True, eq=False)
    """Whether a player who has passed may bid it."""
    misere: bool = field(default=False, eq=False)
    """Whether its goal is to win no trick."""


@frozen(eq=False)
class Calls:
    """The calls of a variant under the suits that turned cards have fixed.

    A seat that has passed is *out*; one that may bid no misère any more is *barred*; the *floor* is
    the strength of the standing bid, -1 without one.
    """

    variant: Variant
    turn: Turn
    rungs: tuple[Rung, ...]
    """Everything that can be bid, lowest first."""
    following: tuple[tuple[int, ...], ...]
    """By seat, all seats in the order in which they are asked after it."""
    bars: bool
    """Whether who has bid tricks, or accepted, may bid no misère."""
    invites: bool
    """Whether a bid may be accepted in the auction."""

    def __reduce__(self) -> Any:
        # There is one of a kind.
        return calls_of, (self.variant, self.turn)

    def rung(self, bid: Bid) -> Rung | None:
        """The step and form of a bid, if it can be made under the turned cards."""
        return _by_form(self).get((bid.key, bid.suit, bid.suit_class))

    @lru_cache(maxsize=8192)  # noqa: B019 - there are few, and they are kept anyhow
    def offer(self, floor: int, out: int, barred: int, accept: int) -> Offer:
        """What public facts leave open; ``accept`` says whether the standing bid invites.

        The last three are flags, 0 or 1.
        """
        rungs = tuple(
            rung
            for rung in self.rungs
            if rung.strength > floor
            and not (out and not rung.returns)
            and not (barred and rung.misere)
        )
        words = (PASS, ACCEPT) if accept else (PASS,)
        every: tuple[Action, ...] = ()
        if not any(rung.step.lays_card or rung.step.holding for rung in rungs):
            every = (*words, *(rung.bid for rung in rungs))
        rare = tuple({rung.step.holding.mask: None for rung in rungs if rung.step.holding})
        plain = _parts(tuple(rung for rung in rungs if not rung.step.holding))
        return Offer(
            self,
            floor,
            bool(out),
            bool(barred),
            bool(accept),
            words,
            rungs,
            _parts(rungs),
            rare,
            plain,
            every,
        )

    @lru_cache(maxsize=16384)  # noqa: B019 - as above
    def contract(self, rung: Rung, declarer: int, partner: int | None) -> Contract:
        """The contract that a bid makes, with the partner of the auction or of fixed sides."""
        form, turn = rung.form, self.turn
        suit_class: SuitClass | None = form.suit_class
        if suit_class is None and rung.step.suit.named_later:
            suit_class = "plain"
        elif suit_class is None and form.trump is not None:
            suit_class = self.variant.suits.suit_class(form.trump, turn)
        contract = Contract(
            key=rung.step.key,
            declarer=declarer,
            trump=form.trump,
            partner=partner,
            suit_class=suit_class,
            turned=turn.suit,
            belle=turn.belle,
        )
        return completed(self.variant, contract)


@frozen(eq=False)
class Offer:
    """What public facts leave open to a seat; what its hand forbids of it comes to that."""

    calls: Calls
    floor: int
    out: bool
    barred: bool
    invites: bool
    """Whether the standing bid may be accepted."""
    words: tuple[Action, ...]
    """Pass, and accept where that is possible."""
    rungs: tuple[Rung, ...]
    """The bids, lowest first."""
    parts: tuple[_Part, ...]
    """The same as the lists of legal calls are put together from them."""
    rare: tuple[int, ...]
    """What must be held for the bids that few hands admit, as masks."""
    plain: tuple[_Part, ...]
    """The parts of a hand that admits none of those: fewer."""
    every: tuple[Action, ...]
    """All calls where none depends on the hand; nothing where one does."""

    def __reduce__(self) -> Any:
        # There is one of a kind.
        return Calls.offer, (self.calls, self.floor, self.out, self.barred, self.invites)

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

    @lru_cache(maxsize=32768)  # noqa: B019 - as above
    def claim(self, bid: Bid) -> tuple[int, Rung] | None:
        """What must be held for a bid, as a mask, and its rung; ``None`` for one not open."""
        rung = self.calls.rung(bid)
        if rung is None or rung not in self.rungs:
            return None
        if (bid.card is not None) != rung.step.lays_card:
            return None
        needed = rung.step.holding.mask
        if bid.card is None:
            return needed, rung
        return (needed | 1 << bid.card.index, rung) if bid.card.suit == rung.form.trump else None


_Part: TypeAlias = tuple[int, tuple[Bid, ...], int, Lists[Bid], Lists[Bid]]
"""Bids that stand together: what must be held for any of them, as a mask, and the bids themselves.

Of a step that lays a card, instead of the bids, where the suit of the card begins, and the bids by
the low and by the high cards held in it.
"""


def _parts(rungs: tuple[Rung, ...]) -> tuple[_Part, ...]:
    found: list[_Part] = []
    for rung in rungs:
        needed = rung.step.holding.mask
        if rung.step.lays_card:
            laid = _laid_bids(rung)
            bids = tuple(bid for _, bid in laid)
            found.append((needed, (), laid[0][0], subsets(bids[:7]), subsets(bids[7:])))
        elif found and found[-1][0] == needed and found[-1][1]:
            found[-1] = (needed, (*found[-1][1], rung.bid), 0, (), ())
        else:
            found.append((needed, (rung.bid,), 0, (), ()))
    return tuple(found)


@lru_cache(maxsize=4096)
def calls_of(variant: Variant, turn: Turn) -> Calls:
    """The calls of a variant under the turned suits."""
    allows = variant.bidding.reentry.allows
    seats = variant.seats
    return Calls(
        variant,
        turn,
        rungs=tuple(
            Rung(
                16 * place + form.rank,
                step,
                form,
                Bid(step.key, form.suit, form.suit_class),
                allows(step),
                step.is_misere,
            )
            for place, step in enumerate(variant.ladder)
            for form in step.suit.forms(turn, variant.suits)
        ),
        following=tuple(clockwise(seat + 1, seats) for seat in range(seats)),
        bars=not variant.bidding.misere_after_tricks,
        invites=variant.partners.method == "auction",
    )


@lru_cache(maxsize=4096)
def first_offer(variant: Variant, turn: Turn) -> Offer:
    """What is open before anybody has bid."""
    return calls_of(variant, turn).offer(-1, 0, 0, 0)


@lru_cache(maxsize=4096)
def _by_form(calls: Calls) -> dict[tuple[str, Suit | None, str | None], Rung]:
    return {(rung.bid.key, rung.bid.suit, rung.bid.suit_class): rung for rung in calls.rungs}


@lru_cache(maxsize=4096)
def _laid_bids(rung: Rung) -> tuple[tuple[int, Bid], ...]:
    """The bids of a step with which a card of the trump suit is laid, each with that card."""
    trump = rung.form.trump
    assert trump is not None, "a step that lays a card has trumps (checked by the variant)"
    cards = range(13 * trump, 13 * trump + 13)
    return tuple((card, Bid(rung.step.key, card=PACK[card])) for card in cards)


def rungs(variant: Variant, turn: Turn) -> tuple[Rung, ...]:
    """Everything that can be bid under the turned cards, lowest first."""
    return calls_of(variant, turn).rungs


def rung_of(variant: Variant, turn: Turn, bid: Bid) -> Rung:
    """The step and form of a bid that can be made under the turned cards."""
    rung = calls_of(variant, turn).rung(bid)
    assert rung is not None, "the bid was legal"
    return rung
