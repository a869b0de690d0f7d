"""What the best hand of a deal comes to in every contract of a variant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from attrs import evolve, field, frozen

import boston_rules as br
from benchmarks.worth.dealt import Dealt, deal_of
from benchmarks.worth.solving import Question, Solved
from boston_rules.deal.calls import calls_of
from boston_rules.deal.table import Deal
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.rules.ladder import Step
from boston_rules.solver import Kind, kinds

__all__ = ["Came", "Row", "bill", "came_to", "measured", "rows_of"]


def measured() -> tuple[str, ...]:
    """The games that can be measured: those of which every deal is played to its end.

    Where a lost contract ends the deal, the bill of a number of tricks is not that of the play.
    """
    return tuple(
        slug
        for slug in br.list_variants()
        if not any(step.breaks_off for step in br.get_variant(slug).ladder)
    )


@frozen
class Row:
    """A contract, alone or with a partner."""

    key: str
    """The key of the contract."""
    partnered: bool = False
    """Whether a partner is found, by the rule of the variant."""
    target: int = field(default=0, eq=False)
    """The tricks that make it."""


@frozen
class Came:
    """What a row comes to in a deal with the best hand."""

    chips: int
    """What the declarer wins; negative what he loses. Where tricks are unknown, the least."""
    made: bool
    """Whether the contract is made."""
    more: int = 0
    """Chips that he may win besides, or lose less, since an answer was given up."""


def rows_of(variant: br.Variant) -> tuple[Row, ...]:
    """The rows of a variant, in the order of the ladder.

    >>> [(row.key, row.partnered, row.target) for row in rows_of(br.get_variant("french"))][:3]
    [('simple-petite', False, 5), ('simple-petite', True, 8), ('simple-belle', False, 5)]
    """
    return tuple(
        Row(step.key, partnered, _target(variant, step, partnered))
        for step in variant.ladder
        for partnered in _partnered(variant, step)
    )


def _partnered(variant: br.Variant, step: Step) -> tuple[bool, ...]:
    rule = variant.partners
    if rule is None or not step.goal.counted:
        return (False,)
    if fixed_partner(variant, 0) is not None:
        return (True,)
    if not step.partnered:
        return (False,)
    return (False, True) if rule.optional else (True,)


def _target(variant: br.Variant, step: Step, partnered: bool) -> int:
    partner = next(iter(_partners(variant, 0))) if partnered else None
    return terms_of(variant, br.Contract(step.key, 0, partner=partner)).target


def _partners(variant: br.Variant, declarer: int) -> tuple[int, ...]:
    """Who may be the partner of a declarer: whom the rule fixes, or any other seat."""
    fixed = fixed_partner(variant, declarer)
    if fixed is not None:
        return (fixed,)
    return tuple(seat for seat in range(variant.seats) if seat != declarer)


def _contracts(deal: Deal, row: Row) -> Iterator[br.Contract]:
    """Every contract of a row that is open to anybody in a deal."""
    variant = deal.table.variant
    calls = calls_of(variant, deal.turn)
    step = variant.ladder[row.key]
    for open_bid in (*calls.open_bids, *calls.closed):
        if open_bid.step.key != row.key:
            continue
        for declarer in range(variant.seats):
            if step.holding.mask & ~deal.hands[declarer]:
                continue
            for partner in _partners(variant, declarer) if row.partnered else (None,):
                contract = calls.contract(open_bid, declarer, partner)
                if contract.trump is None and step.has_trumps:
                    yield from (evolve(contract, trump=suit) for suit in br.Suit)
                else:
                    yield contract


def came_to(variant: br.Variant, cards: Dealt, solved: Solved) -> dict[Row, Came | None]:
    """By row what the best hand comes to; ``None`` where it is unknown whether it is made.

    Of contracts to win tricks the best hands of a trump suit are those that win most; among them,
    and among trump suits, the best hand earns most. A row is left out where it is open to nobody.
    """
    deal = deal_of(variant, cards)
    found = {}
    for row in rows_of(variant):
        contracts = tuple(_contracts(deal, row))
        if contracts:
            counted = variant.ladder[row.key].goal.counted
            find = _by_tricks if counted else _by_verdict
            found[row] = find(deal, contracts, solved)
    return found


@frozen(cache_hash=True)
class _Hand:
    """A contract in the hand of a declarer: what is asked, and what the answer is worth."""

    question: Question
    bills: tuple[Came, ...]
    """By number of tricks."""

    def needs(self, bounds: tuple[int, int], chips: int, guess: int) -> tuple[int, ...]:
        """The numbers of tricks to ask for; none where it cannot earn more than ``chips``.

        After the guess comes the fewest tricks that earn more: if they are not won it is settled.
        """
        low, high = bounds
        if self.bills[high].chips <= chips:
            return ()
        more = [count for count in range(low + 1, high + 1) if self.bills[count].chips > chips]
        return tuple(dict.fromkeys((min(max(guess, more[0]), more[-1]), more[0])))


def _by_tricks(deal: Deal, contracts: tuple[br.Contract, ...], solved: Solved) -> Came | None:
    """Only what may still earn more than the best so far is asked about."""
    # Partners who are paid alike are one question, whoever of them declares.
    hands = tuple(dict.fromkeys(_hand(deal, contract) for contract in contracts))
    guesses = {hand.question: solved.strength(hand.question) for hand in hands}
    while True:
        bounds = {question: solved.bounds(question) for question in guesses}
        best = max((hand.bills[bounds[hand.question][0]] for hand in hands), key=_chips)
        hopes = [best]
        asks: list[tuple[int, int, Question, int]] = []
        for hand in hands:
            question = hand.question
            needs = hand.needs(bounds[question], best.chips, guesses[question] // 10)
            if needs:
                hopes.append(hand.bills[bounds[question][1]])
            for need in needs:
                if not solved.gave_up(question, need):
                    asks.append((hand.bills[need].chips, guesses[question], question, need))
                    break
        if not asks:
            most = max(hopes, key=_chips)
            if most.made is not best.made:
                return None
            return evolve(best, more=most.chips - best.chips)
        _, _, question, need = max(asks, key=lambda ask: ask[:2])
        solved.ask(question, need)


def _hand(deal: Deal, contract: br.Contract) -> _Hand:
    terms = terms_of(deal.table.variant, contract)
    leader = deal.table.eldest if terms.leader < 0 else terms.leader
    question = (terms.trick_table, leader, sum(1 << seat for seat in contract.side))
    return _Hand(question, tuple(bill(deal, contract, count) for count in range(terms.total + 1)))


@lru_cache(maxsize=1)
def _kind_of(variant: br.Variant) -> dict[tuple[str, br.Suit | None], Kind]:
    return {(step.key, kind.trump): kind for kind in kinds(variant) for step in kind.steps}


def _by_verdict(deal: Deal, contracts: tuple[br.Contract, ...], solved: Solved) -> Came | None:
    variant = deal.table.variant
    kind_of = _kind_of(variant)
    best: Came | None = None
    hoped: list[int] = []
    # Who holds low cards is asked first.
    for contract in sorted(contracts, key=lambda contract: _height(deal.hands[contract.declarer])):
        terms = terms_of(variant, contract)
        goal = terms.goal
        assert goal is not None, "a contract has a goal"
        assert goal.most is not None, "tricks above it are not counted"
        won, lost = bill(deal, contract, goal.tricks), bill(deal, contract, goal.most + 1)
        if best is None or won.chips > best.chips:
            made = solved.makes(deal, kind_of[contract.key, contract.trump], contract, terms)
            if made is None:
                hoped.append(won.chips)
            came = won if made else lost
            if best is None or came.chips > best.chips:
                best = came
    assert best is not None, "there is a contract"
    return None if any(chips > best.chips for chips in hoped) else best


def _chips(came: Came) -> int:
    return came.chips


def _height(hand: int) -> int:
    return sum(card % 13 for card in range(52) if hand >> card & 1)


def bill(deal: Deal, contract: br.Contract, count: int) -> Came:
    """What a number of tricks brings the declarer, by the bill of the variant.

    A slam is declared where one can be and every trick is won. Where the bill depends on who of two
    partners has won the tricks the declarer has half of what it brings both.
    """
    variant = deal.table.variant
    terms = terms_of(variant, contract)
    seats = [(contract.declarer + place) % terms.seats for place in range(terms.seats)]
    hands = [deal.hands[seat] for seat in seats]
    honours: tuple[int, ...] = (0,) * terms.seats
    if "honours" in variant.payments.reads:
        honours = terms.honours_in(hands)
    partner = next(map(seats.index, contract.side[1:]), None)
    turned = evolve(contract, declarer=0, partner=partner)
    return _bill(variant, turned, count, honours, terms.boston_in(hands), deal.table.pool)


@lru_cache(maxsize=2**20)
def _bill(
    variant: br.Variant,
    contract: br.Contract,
    count: int,
    honours: tuple[int, ...],
    boston: int | None,
    pool: int,
) -> Came:
    """The bill with the declarer at seat 0."""
    terms = terms_of(variant, contract)
    slams: list[Literal["closed", "table"] | None] = [None]
    if count == terms.total and terms.slammer >= 0:
        slams += ["closed", "table"]
    found = []
    for slam in slams:
        settled = []
        for holder in terms.counting:
            tricks = [0] * terms.seats
            tricks[holder] = count
            tricks[terms.opponents[0]] = terms.total - count
            outcome = br.Outcome(tricks, honours, slam=slam, boston=boston)
            settled.append(br.settle(variant, contract, outcome, pool))
        own = {each.deltas[0] for each in settled}
        if len(own) == 1:
            (chips,) = own
        else:
            (both,) = {sum(each.deltas[seat] for seat in contract.side) for each in settled}
            chips = both // 2
        found.append(Came(chips, settled[0].made is True))
    return max(found, key=_chips)
