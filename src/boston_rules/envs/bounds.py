"""How long a session can last and how much can be won in it, from the rules alone.

Sound, not tight: nothing that can happen is beyond a bound, and no bound need be reached.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from attrs import frozen

from boston_rules import Variant
from boston_rules.core.transfers import POOL
from boston_rules.deal.contracts import highest_stakes
from boston_rules.deal.phases import most_answers, most_bids
from boston_rules.rules.cases import cases_of
from boston_rules.rules.passed_out import passed_out_cases
from boston_rules.rules.variant import as_variant

__all__ = ["Bounds", "bounds_of"]


@frozen
class Bounds:
    """Of one session."""

    decisions: int
    """Actions of players in a deal, at most."""
    win: int
    """Chips that a seat can win, at most."""
    lose: int
    """Chips that a seat can lose, at most."""


def bounds_of(variant: Variant | str) -> Bounds:
    """The bounds of a session, whose last deal empties the pool.

    In a deal a seat gets at most the highest price from each of the others, bonuses (chicane, the
    Boston), and all that is in the pool; it pays at most the same price to each, the same bonuses,
    and its debt to the pool. Everything is taken at the highest stakes. The pool grows by antes,
    fines and the debt of a lost contract, deal by deal, and what is left is divided at the end.
    Since the chips that one seat wins the others lose, each bound limits the other.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.

    >>> import boston_rules as br
    >>> from boston_rules.envs.bounds import bounds_of
    >>> bounds_of(br.get_variant("mariland", deals=1))
    Bounds(decisions=227, win=327, lose=317)
    """
    return _bounds_of(as_variant(variant))


@lru_cache(maxsize=64)
def _bounds_of(variant: Variant) -> Bounds:
    others = variant.seats - 1
    stakes = highest_stakes(variant)
    chicane = 0 if variant.chicane is None else variant.chicane.chips
    boston = 0 if variant.boston_bonus is None else variant.boston_bonus.chips
    price = stakes * max(
        variant.payments.chips(case) for step in variant.ladder for case in cases_of(variant, step)
    )
    moved, fine = _passed_out(variant)
    ante, antes = _antes(variant)
    between = max(others * (price + stakes * (chicane + boston)), stakes * moved)
    win = lose = pool = 0
    for _ in range(variant.session.most_deals):
        pool += antes
        due = _due(variant, price, pool)
        win += between + pool
        lose += between + max(due, fine) + ante
        pool += max(due, fine * variant.seats)
    win += pool
    return Bounds(_decisions(variant), min(win, others * lose), min(lose, others * win))


def _decisions(variant: Variant) -> int:
    """Cuts, the auction, answers to questions, cards and a slam.

    Every bid is higher than the last. Everybody passes at most once before the first bid and, but
    for the bidder, once after each; each bid is accepted at most once. Five questions to everybody
    (partner, trumps, chicane, whether a bid is contested or the contract conceded, discards) are
    counted in every game, so that the number depends on the rules no more than it has to.
    """
    seats = variant.seats
    bids = most_bids(variant)
    auction = seats + seats * bids + bids
    answers = max(5 * seats, most_answers(variant))
    cuts = len(variant.dealing.cutting_seats(0)) + variant.dealing.turns_from_still
    return cuts + auction + answers + variant.hand * seats + 1


def _passed_out(variant: Variant) -> tuple[int, int]:
    """When nobody has bid: the most a seat wins or loses among the others, and owes the pool."""
    seats, grand = variant.seats, variant.session.grand
    rules = (variant.passed_out,) if grand is None else (variant.passed_out, grand)
    most = fine = 0
    for transfers in (
        rule.transfers(end) for rule in rules for end in passed_out_cases(rule, seats, variant.hand)
    ):
        moved, fed = [0] * seats, [0] * seats
        for transfer in transfers:
            if isinstance(transfer.payer, int):
                moved[transfer.payer] -= transfer.chips
                fed[transfer.payer] += transfer.chips * (transfer.payee == POOL)
            if isinstance(transfer.payee, int):
                moved[transfer.payee] += transfer.chips
        most = max(most, *map(abs, moved))
        fine = max(fine, *fed)
    return most, fine


def _antes(variant: Variant) -> tuple[int, int]:
    """The most that one seat puts into the pool before a deal, and that all do."""
    if variant.pool is None:
        return 0, 0
    deals, factor = variant.session.most_deals, max(each.antes for each in variant.conditions)
    amounts = [
        [factor * chips for chips in variant.pool.ante.amounts(dealer, deal, deals, variant.seats)]
        for dealer in range(variant.seats)
        for deal in range(1, variant.session.most_deals + 1)
    ]
    return max(map(max, amounts)), max(map(sum, amounts))


def _due(variant: Variant, price: int, pool: int) -> int:
    """The most that a lost contract owes the pool."""
    if variant.pool is None:
        return 0
    return max(
        variant.pool.lost.due(step, variant.ladder, price=price, pool=pool, tricks=tricks)
        for step, tricks in product(variant.ladder, range(variant.hand + 1))
    )
