"""What every seat can make of a deal, contract by contract."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from boston_rules.core.arguments import check_type, is_seat, tuple_of, wrong_type
from boston_rules.core.cards import PACK, Card, Suit, bits
from boston_rules.core.contract import Contract
from boston_rules.deal.contracts import play_problems
from boston_rules.deal.dealing import Hand
from boston_rules.deal.table import Deal, clockwise
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.rules.cases import deal_suits
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.trumps import ranked
from boston_rules.rules.variant import Variant, as_variant
from boston_rules.solver.errors import SearchStopped
from boston_rules.solver.limits import Limits
from boston_rules.solver.positions import deal_with, lead_of
from boston_rules.solver.question import Question

__all__ = ["Kind", "SolvedCell", "cells", "kinds"]

_KINDS: Final = "kinds of contracts, such as kinds() returns"
_SIDES: Final = "tuples of one seat or two, the declarer first"


@frozen
class Kind:
    """Contracts of a variant that come to the same play, of which one answer tells."""

    steps: tuple[Step, ...]
    """The steps of the ladder, lowest first."""
    trump: Suit | None
    """The trump suit; ``None`` without trumps."""

    @property
    def counts(self) -> bool:
        """Whether tricks are counted, and not only made or lost is told."""
        step = self.steps[0]
        return step.goal.counted and not step.discard

    def contract(
        self, variant: Variant, deal: Deal, declarer: int, partner: int | None
    ) -> Contract | None:
        """The lowest contract of the kind that is open to a side in a deal; ``None`` without."""
        turn = deal.turn
        for step in self.steps:
            contract = Contract(
                step.key,
                declarer,
                self.trump,
                partner=partner,
                turned=turn.suit,
                belle=turn.belle,
            )
            held = not step.holding.mask & ~deal.hands[declarer]
            if held and not play_problems(variant, contract):
                return contract
        return None


@frozen(kw_only=True)
class SolvedCell:
    """What a declarer can make of a kind of contract."""

    declarer: int
    """The seat of the declarer."""
    partner: int | None
    """The seat of the partner; ``None`` where he plays alone."""
    kind: Kind
    """What was asked."""
    made: bool | None = None
    """Where tricks are not counted, whether it is made with best play; else ``None``."""
    tricks: int | None = None
    """Where tricks are counted, how many his side wins with best play; else ``None``."""
    barred: bool = False
    """No contract of the kind is open to the side in this deal; nothing was solved."""
    stopped: SearchStopped | None = None
    """The limit that was reached before there was an answer."""

    @property
    def known(self) -> bool:
        """Whether there is an answer."""
        return self.made is not None or self.tricks is not None


def kinds(variant: Variant | str) -> tuple[Kind, ...]:
    """The contracts of a variant that differ when all cards are seen, in the order of the ladder.

    Contracts to win tricks differ by trumps alone, since the number won answers for all of them; a
    misère with the hand on the table is the same as without.

    >>> from boston_rules.solver import kinds
    >>> [(kind.steps[0].key, kind.counts) for kind in kinds("fontainebleau")[3:]]
    [('5', True), ('little-misere', False), ('piccolissimo', False), ('grand-misere', False)]
    >>> [step.key for step in kinds("fontainebleau")[-1].steps]
    ['grand-misere', 'grand-misere-table']
    """
    variant = as_variant(variant)
    found: dict[object, list[Step]] = {}
    for step in variant.ladder:
        counts = step.goal.counted and step.goal.most is None and not step.discard
        goal: Goal | None = None if counts else step.goal
        key = (goal, step.has_trumps, step.play, step.discard, step.lead, step.holding)
        found.setdefault(key, []).append(step)
    return tuple(
        Kind(tuple(steps), trump)
        for steps in found.values()
        for trump in _trumps(variant, steps[0])
    )


def _trumps(variant: Variant, step: Step) -> tuple[Suit | None, ...]:
    if not step.has_trumps:
        return (None,)
    grand = any(suits.trump is None for suits in deal_suits(variant, step))
    return (*Suit, None) if grand else tuple(Suit)


def cells(
    variant: Variant | str,
    hands: Iterable[Hand],
    *,
    dealer: int = 0,
    turned: Card | None = None,
    belle: Suit | None = None,
    limits: Limits | None = None,
    sides: Sequence[tuple[int, ...]] | None = None,
    only: Iterable[Kind] | None = None,
) -> Iterator[SolvedCell]:
    """What every seat can make of every kind of contract, each answer as soon as it is found.

    Where all lay a card aside they do so in turn from eldest, each seeing what lies: the declarer
    lays aside what is best for the contract, the others what is worst for it.

    Args:
        variant: the rules, or the slug of a registered variant.
        hands: the hands, as for :func:`boston_rules.start`.
        dealer: who deals; the seat at his left is eldest.
        turned: the card turned, where the variant turns one and it is known.
        belle: the suit fixed for the session, where there is one; without it that of ``turned``.
        limits: how much each answer may take.
        sides: declarer, or declarer and partner; without it every seat as declarer, alone or with
            the partner whom the variant fixes.
        only: the kinds that are asked about; without it all of the variant.

    Raises:
        DealError: the hands are not a deal.

    >>> from boston_rules.solver import cells
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC"]
    >>> found = [cell for cell in cells("mariland", hands) if cell.declarer == 0]
    >>> [(cell.kind.trump.symbol, cell.tricks) for cell in found]
    [('♣', 0), ('♦', 0), ('♥', 0), ('♠', 13)]
    """
    variant = as_variant(variant)
    limits = Limits() if limits is None else limits
    deal = deal_with(variant, hands, dealer, turned, belle)
    if sides is None:
        sides = [(seat,) for seat in range(variant.seats)]
    asked = kinds(variant) if only is None else tuple_of("only", only, _KINDS)
    for kind in asked:
        check_type("only", kind, Kind, _KINDS)
    side: Any
    for side in tuple_of("sides", sides, _SIDES):
        if not isinstance(side, tuple) or not 0 < len(side) < 3 or not all(map(is_seat, side)):
            raise wrong_type("sides", _SIDES, side)
    for declarer, *others in sides:
        partner = others[0] if others else fixed_partner(variant, declarer)
        for kind in asked:
            contract = kind.contract(variant, deal, declarer, partner)
            cell = SolvedCell(declarer=declarer, partner=partner, kind=kind)
            if contract is None:
                yield evolve(cell, barred=True)
                continue
            try:
                yield _solved(cell, deal, contract, limits)
            except SearchStopped as reached:
                yield evolve(cell, stopped=reached)


def _solved(cell: SolvedCell, deal: Deal, contract: Contract, limits: Limits) -> SolvedCell:
    if cell.kind.steps[0].discard:
        return evolve(cell, made=_Discards(deal, contract, limits).made(()))
    result = Question(lead_of(deal, contract), limits, verdict=not cell.kind.counts).solve()
    if cell.kind.counts:
        return evolve(cell, tricks=result.tricks)
    return evolve(cell, made=result.made)


class _Discards:
    """Whether a contract is made when every player first lays a card aside, from eldest on."""

    def __init__(self, deal: Deal, contract: Contract, limits: Limits) -> None:
        self.deal = deal
        self.contract = contract
        self.limits = limits
        self.nodes = 0
        self.began = time.monotonic()
        self.order = clockwise(deal.table.eldest, deal.table.variant.seats)
        self.ranked = ranked(terms_of(deal.table.variant, contract).trick_table)

    def made(self, laid: tuple[int, ...]) -> bool:
        """Whether it is made once these cards are laid aside, in the order of the seats."""
        if len(laid) == len(self.order):
            cards = dict(zip(self.order, laid, strict=True))
            discards = [PACK[cards[seat]] for seat in range(len(self.order))]
            lead = lead_of(self.deal, self.contract, discards)
            question = Question(lead, self._left(), verdict=True)
            try:
                return question.solve().made
            except SearchStopped as reached:
                raise SearchStopped(reached.limit, self.nodes + reached.nodes) from None
            finally:
                self.nodes += question.search.nodes
        seat = self.order[len(laid)]
        ours = seat in self.contract.side
        for card in self._choices(self.deal.hands[seat]):
            if self.made((*laid, card)) == ours:
                return ours
        return not ours

    def _choices(self, hand: int) -> list[int]:
        """The cards that a hand may lay aside, of cards next to each other the highest alone.

        The highest of a suit come first: in a misère nobody wants them.
        """
        order = self.ranked
        tops = [
            (number - lane.bit_length(), order.cards[number])
            for lane in order.lanes
            for held in [order.mask(hand) & lane]
            for number in bits(held & ~(held >> 1))
        ]
        return [card for _, card in sorted(tops, reverse=True)]

    def _left(self) -> Limits:
        """What is left of the limits."""
        limits, nodes, seconds = self.limits, self.limits.nodes, self.limits.seconds
        if nodes is not None:
            nodes -= self.nodes
            if nodes <= 0:
                raise SearchStopped("nodes", self.nodes)
        if seconds is not None:
            seconds -= time.monotonic() - self.began
            if seconds <= 0:
                raise SearchStopped("seconds", self.nodes)
        return evolve(limits, nodes=nodes, seconds=seconds)
