"""What every seat can make of a deal, contract by contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from itertools import chain
from typing import Any, Final

from attrs import evolve, frozen

from boston_rules.core.arguments import check_type, is_seat, tuple_of, wrong_type
from boston_rules.core.cards import PACK, Card, Suit, bits, cards_of, mask_of
from boston_rules.core.contract import Contract
from boston_rules.core.saying import say
from boston_rules.deal.contracts import contract_problems
from boston_rules.deal.dealing import Hand
from boston_rules.deal.table import Deal, clockwise
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.rules.cases import deal_suits
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.trumps import ranked
from boston_rules.rules.variant import Variant, as_variant
from boston_rules.solver.errors import SearchStopped
from boston_rules.solver.limits import Limits, check_limits
from boston_rules.solver.positions import deal_with, lead_of
from boston_rules.solver.question import Question

__all__ = ["Kind", "SolvedCell", "cells", "kinds"]

_KINDS: Final = "kinds of contracts, such as kinds() returns"
_CELLS: Final = "answers of the same deal, such as cells() gives"
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
            if held and not contract_problems(variant, contract, priced=False):
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
    bounds: tuple[int, int] | None = None
    """Where tricks are counted, the fewest and the most that his side wins with best play, as far
    as was found out; ``None`` where nothing was, or tricks are not counted."""
    barred: bool = False
    """No contract of the kind is open to the side in this deal; nothing was solved."""
    stopped: SearchStopped | None = None
    """The limit that was reached before there was an answer."""

    @property
    def tricks(self) -> int | None:
        """How many tricks his side wins with best play; ``None`` where that is not known, or tricks
        are not counted."""
        if self.bounds is None or len({*self.bounds}) > 1:
            return None
        return self.bounds[0]

    @property
    def known(self) -> bool:
        """Whether there is an answer."""
        return self.made is not None or self.tricks is not None


def kinds(variant: Variant | str) -> tuple[Kind, ...]:
    """The contracts of a variant that differ when all cards are seen, in the order of the ladder.

    Contracts to win tricks differ by trumps alone, since the number won answers for all of them; a
    misère with the hand on the table is the same as without.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

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
    found: Iterable[SolvedCell] = (),
    executor: Executor | None = None,
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
        found: answers of the same deal found before, which are not looked for again; those that
            were stopped are taken up with the bounds known then.
        executor: solves each kind in a worker of its own, such as a ``ProcessPoolExecutor``; no
            progress is told then. Without it all are solved one after another.

    Raises:
        DealError: the hands are not a deal.
        VariantError: no such variant.
        ValueError: a declarer is his own partner.
        TypeError: another argument is of the wrong type.

    >>> from boston_rules.solver import cells
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC"]
    >>> found = [cell for cell in cells("mariland", hands) if cell.declarer == 0]
    >>> [(cell.kind.trump.symbol, cell.tricks) for cell in found]
    [('♣', 0), ('♦', 0), ('♥', 0), ('♠', 13)]
    """
    variant = as_variant(variant)
    limits = check_limits(limits)
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
        if len({*side}) < len(side):
            raise ValueError(say("seat {seat} is not his own partner", seat=side[0]))
    before: dict[Kind, list[SolvedCell]] = {}
    for cell in tuple_of("found", found, _CELLS):
        check_type("found", cell, SolvedCell, _CELLS)
        before.setdefault(cell.kind, []).append(cell)
    if executor is None:
        for kind in asked:
            yield from _Row(deal, kind, limits, before.get(kind, [])).solve(sides)
        return
    check_type("executor", executor, Executor, "an Executor of concurrent.futures, or None")
    limits = evolve(limits, progress=None)
    rows = [_Row(deal, kind, limits, before.get(kind, [])) for kind in asked]
    answers = [executor.submit(row.solved, tuple(sides)) for row in rows]
    yield from chain.from_iterable(answer.result() for answer in as_completed(answers))


@frozen
class _Row:
    """The contracts of a kind in a deal, for all sides."""

    deal: Deal
    kind: Kind
    limits: Limits
    found: Sequence[SolvedCell]
    """Answers found before."""

    def solved(self, sides: Sequence[tuple[int, ...]]) -> list[SolvedCell]:
        """All answers."""
        return list(self.solve(sides))

    def solve(self, sides: Sequence[tuple[int, ...]]) -> Iterator[SolvedCell]:
        """The answers one by one."""
        variant, kind = self.deal.table.variant, self.kind
        before = {(cell.declarer, cell.partner): cell for cell in self.found}
        bounds: dict[object, _Bounds] = {}
        for declarer, *others in sides:
            partner = others[0] if others else fixed_partner(variant, declarer)
            cell = SolvedCell(declarer=declarer, partner=partner, kind=kind)
            cell = before.get((declarer, partner), cell)
            contract = kind.contract(variant, self.deal, declarer, partner)
            if contract is None:
                yield evolve(cell, barred=True)
            elif kind.counts:
                yield self._counted(cell, contract, bounds)
            else:
                yield cell if cell.known else self._judged(cell, contract)

    def _counted(
        self, cell: SolvedCell, contract: Contract, known: dict[object, _Bounds]
    ) -> SolvedCell:
        """The tricks, or what is known of them when a limit is reached."""
        lead = lead_of(self.deal, contract)
        terms = lead.setup.terms
        alike = terms.binding is None and {*terms.counting} == {*contract.side}
        of_lead = lead.leader if alike else contract
        bounds = known.setdefault(of_lead, _Bounds(terms.seats, terms.total))
        if cell.bounds is not None:
            bounds.narrow(contract.side, *cell.bounds)
        fewest, most = bounds.of(contract.side)
        stopped = None
        if fewest < most:
            question = Question(lead, self.limits)
            guess = None
            if contract.trump is not None:
                # Who plays alone mostly wins one trick less than he holds trumps.
                trumps = cards_of([contract.trump])
                held = sum((lead.setup.hands[seat] & trumps).bit_count() for seat in contract.side)
                guess = held + len(contract.side) - 2
            # Each number is a level.
            low, high = map(question.counts.index, (fewest, most))
            try:
                question.level(low, high, guess=guess)
            except SearchStopped as reached:
                stopped = reached
            fewest, most = question.bounds
            bounds.narrow(contract.side, fewest, most)
        told = None if (fewest, most) == (0, terms.total) else (fewest, most)
        return evolve(cell, bounds=told, stopped=stopped)

    def _judged(self, cell: SolvedCell, contract: Contract) -> SolvedCell:
        """Whether the contract is made, unless a limit is reached."""
        try:
            if self.kind.steps[0].discard:
                made = _Discards(self.deal, contract, self.limits).made(())
                return evolve(cell, made=made, stopped=None)
            question = Question(lead_of(self.deal, contract), self.limits, verdict=True)
            return evolve(cell, made=question.solve().made, stopped=None)
        except SearchStopped as reached:
            return evolve(cell, stopped=reached)


class _Bounds:
    """What is known of the tricks that sides win, with the same trumps and the same leader.

    A side wins what its opponents do not, and no less than its seats are sure of one by one.
    """

    def __init__(self, seats: int, total: int) -> None:
        self.total = total
        self.everybody: int = (1 << seats) - 1
        self.fewest: dict[int, int] = dict.fromkeys(range(self.everybody), 0)
        """By seats of a side, as bits; all of them are no side."""

    def narrow(self, side: tuple[int, ...], fewest: int, most: int) -> None:
        """Note what was found out about a side."""
        seats = self._bits(side)
        for mask, sure in ((seats, fewest), (self.everybody ^ seats, self.total - most)):
            for other, known in self.fewest.items():
                if mask & ~other == 0:
                    # The others of a larger side are sure of what they win by themselves.
                    self.fewest[other] = max(known, sure + self.fewest[other ^ mask])

    def of(self, side: tuple[int, ...]) -> tuple[int, int]:
        """The fewest tricks of a side and the most."""
        seats = self._bits(side)
        return self.fewest[seats], self.total - self.fewest[self.everybody ^ seats]

    def _bits(self, side: tuple[int, ...]) -> int:
        return sum(1 << seat for seat in side)


class _Discards:
    """Whether a contract is made when every player first lays a card aside, from eldest on.

    What is left of the hands are positions of one deal to one search.
    """

    def __init__(self, deal: Deal, contract: Contract, limits: Limits) -> None:
        self.deal = deal
        self.contract = contract
        variant = deal.table.variant
        self.order = clockwise(deal.table.eldest, variant.seats)
        self.ranked = ranked(terms_of(variant, contract).trick_table)
        some = [PACK[next(bits(hand))] for hand in deal.hands]
        lead = lead_of(deal, contract, some)
        self.question = Question(lead, limits, verdict=True, hands=deal.hands)

    def made(self, laid: tuple[int, ...]) -> bool:
        """Whether it is made once these cards are laid aside, in the order of the seats."""
        if len(laid) == len(self.order):
            question = self.question
            left = sum(self.deal.hands) & ~mask_of(laid)
            question.search.stand(self.ranked.mask(left), question.state.leader, ())
            return question.won[question.level(0, question.top)]
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
