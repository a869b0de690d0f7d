"""What the best hand of a deal comes to in every contract of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from attrs import evolve, field, frozen

import boston_rules as br
from benchmarks.worth.dealt import Dealt, deal_of
from benchmarks.worth.solving import Question, Solved
from boston_rules.conformance.answers import tricks_of_others
from boston_rules.deal.contracts import reachable
from boston_rules.deal.table import Deal
from boston_rules.deal.terms import terms_of
from boston_rules.solver import Kind, kinds

__all__ = ["Came", "Hand", "Row", "bill", "came_to", "rows_of"]


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
    found = {_row(variant, contract): None for contract in _reachable(variant)}
    order = {row: (variant.ladder.place(row.key), row.partnered) for row in found}
    return tuple(sorted(order, key=order.__getitem__))


def _reachable(variant: br.Variant) -> Iterator[br.Contract]:
    for turn in variant.dealing.turns():
        yield from reachable(variant, turn, 0)


def _row(variant: br.Variant, contract: br.Contract) -> Row:
    terms = terms_of(variant, contract)
    return Row(contract.key, len(terms.counting) == 2, terms.target)


def _contracts(deal: Deal) -> dict[Row, list[br.Contract]]:
    """By row every contract that is open to anybody in a deal."""
    variant = deal.table.variant
    found: dict[Row, dict[br.Contract, None]] = {}
    for declarer, hand in enumerate(deal.hands):
        for each in reachable(variant, deal.turn, declarer, stakes=(1,)):
            step = variant.ladder[each.key]
            held = not step.holding.mask & ~hand
            if step.lays_card:
                held &= any(hand >> card.index & 1 for card in br.PACK if card.suit == each.trump)
            if held:
                # By which card he was called a partner costs nothing.
                contract = evolve(each, called=None)
                found.setdefault(_row(variant, contract), {})[contract] = None
    return {row: list(found[row]) for row in rows_of(variant) if row in found}


def came_to(variant: br.Variant, cards: Dealt, solved: Solved) -> dict[Row, Came | None]:
    """By row what the best hand comes to; ``None`` where it is unknown whether it is made.

    Of contracts to win tricks the best hands of a trump suit are those that win most; among them,
    and among trump suits, the best hand earns most. A row is left out where it is open to nobody.
    """
    deal = deal_of(variant, cards)
    return {
        row: (_by_tricks if variant.ladder[row.key].goal.counted else _by_verdict)(
            deal, contracts, solved
        )
        for row, contracts in _contracts(deal).items()
    }


@frozen(cache_hash=True)
class Hand:
    """A contract in the hand of a declarer: what is asked, and what the answer is worth."""

    question: Question
    """How many tricks its side wins."""
    bills: tuple[Came, ...]
    """By number of tricks."""

    def least(self, bounds: tuple[int, int]) -> Came:
        """What is certain of it."""
        low, high = bounds
        return min(self.bills[low : high + 1], key=_chips)

    def most(self, bounds: tuple[int, int]) -> Came:
        """What it can still come to."""
        low, high = bounds
        return max(self.bills[low : high + 1], key=_chips)

    def needs(self, bounds: tuple[int, int], chips: int, guess: int) -> tuple[int, ...]:
        """The numbers of tricks to ask for; none where it cannot earn more than ``chips``.

        After the guess comes the fewest tricks that earn more: if they are not won it is settled.
        """
        low, high = bounds
        if self.most(bounds).chips <= chips:
            return ()
        counts = range(low + 1, high + 1)
        # Tricks above those that earn most may earn less.
        more = [count for count in counts if self.bills[count].chips > chips] or counts
        return tuple(dict.fromkeys((min(max(guess, more[0]), more[-1]), more[0])))


def _by_tricks(deal: Deal, contracts: Sequence[br.Contract], solved: Solved) -> Came | None:
    """Only what may still earn more than the best so far is asked about."""
    # Partners who are paid alike are one question, whoever of them declares.
    hands = tuple(dict.fromkeys(_hand(deal, contract) for contract in contracts))
    guesses = {hand.question: solved.strength(hand.question) for hand in hands}
    while True:
        bounds = {question: solved.bounds(question) for question in guesses}
        best = max((hand.least(bounds[hand.question]) for hand in hands), key=_chips)
        hopes = [best]
        asks: list[tuple[int, int, Question, int]] = []
        for hand in hands:
            question = hand.question
            needs = hand.needs(bounds[question], best.chips, guesses[question] // 10)
            if needs:
                hopes.append(hand.most(bounds[question]))
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


def _hand(deal: Deal, contract: br.Contract) -> Hand:
    terms = terms_of(deal.table.variant, contract)
    leader = deal.table.eldest if terms.leader < 0 else terms.leader
    question = (terms.trick_table, leader, sum(1 << seat for seat in contract.side))
    return Hand(question, tuple(bill(deal, contract, count) for count in range(terms.total + 1)))


@lru_cache(maxsize=1)
def _kind_of(variant: br.Variant) -> dict[tuple[str, br.Suit | None], Kind]:
    return {(step.key, kind.trump): kind for kind in kinds(variant) for step in kind.steps}


def _by_verdict(deal: Deal, contracts: Sequence[br.Contract], solved: Solved) -> Came | None:
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
    step, goal = variant.ladder[contract.key], terms.goal
    assert goal is not None, "a contract has a goal"
    slams: list[Literal["closed", "table"] | None] = [None]
    if count == terms.total and terms.slammer >= 0:
        slams += ["closed", "table"]
    found = []
    for slam in slams:
        settled = []
        for holder in terms.counting:
            tricks = [0] * terms.seats
            tricks[holder] = count
            tricks[terms.opponents[0]] = tricks_of_others(variant, step, goal, count, slam=slam)
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
