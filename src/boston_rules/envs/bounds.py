"""How long a session can last and how much can be won in it, from the rules alone.

Sound, not tight: nothing that can happen is beyond a bound, and no bound need be reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from boston_rules import Suit, Variant
from boston_rules.core.transfers import POOL
from boston_rules.deal.phases import most_answers, most_bids
from boston_rules.rules.cases import Case
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn

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


@lru_cache(maxsize=64)
def bounds_of(variant: Variant) -> Bounds:
    """The bounds of a session, whose last deal empties the pool.

    In a deal a seat gets at most the highest price from each of the others, bonuses (chicane, the
    Boston), and all that is in the pool; it pays at most the same price to each, the same bonuses,
    and its debt to the pool. Everything is taken at the highest stakes. The pool grows by antes,
    fines and the debt of a lost contract, deal by deal, and what is left is divided at the end.
    Since the chips that one seat wins the others lose, each bound limits the other.

    >>> import boston_rules as br
    >>> from boston_rules.envs.bounds import bounds_of
    >>> bounds_of(br.get_variant("mariland", deals=1))
    Bounds(decisions=227, win=327, lose=317)
    """
    others = variant.seats - 1
    stakes = 1 if variant.stakes is None else max(variant.stakes.values)
    price = stakes * _highest_price(variant)
    bonuses = stakes * _bonuses(variant)
    moved, fine = _passed_out(variant)
    ante, antes = _antes(variant)
    between = max(others * (price + bonuses), stakes * moved)
    win = lose = pool = 0
    for _ in range(variant.session.deals):
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
    return len(variant.dealing.cutting_seats(0)) + auction + answers + 13 * seats + 1


def _cases(variant: Variant, step: Step, turn: Turn) -> Iterator[Case]:
    """Every outcome of a step that a price can tell from another."""
    trumps: set[Suit | None] = {None}
    if step.has_trumps:
        trumps = {form.trump for form in step.suit.suit_choices(turn, variant.suits)}
        if None in trumps:  # named after the auction
            trumps = set(Suit)
    for trump in trumps:
        suit_class = None if trump is None else variant.suits.suit_class(trump, turn)
        for goal, with_partner in _goals(variant, step):
            for taken in range(step.tricks_played + 1):
                for honours in (0, 3, 4) if trump is not None else (0,):
                    yield Case(
                        step=step,
                        trump=trump,
                        suit_class=suit_class,
                        turned=turn.suit,
                        belle=turn.belle,
                        made=goal.verdict(taken, 0) is True,
                        taken=taken,
                        over=goal.over(taken),
                        under=goal.under(taken),
                        honours=honours,
                        partnered=with_partner,
                    )


def _goals(variant: Variant, step: Step) -> Iterator[tuple[Goal, bool]]:
    """What a side may have to win, each with whether a partner helps."""
    yield step.goal, False
    if step.partnered and variant.partners is not None:
        yield step.goal.with_partner(variant.partners.extra), True
    if variant.dealt is not None and step.key in variant.dealt.keys:
        for target in range(step.goal.tricks, step.tricks_played + 1):
            goal = step.goal.with_partner(target - step.goal.tricks)
            yield goal, False
            yield goal, True


def _highest_price(variant: Variant) -> int:
    """The most that one player pays another for a contract."""
    payments = variant.payments
    highest = 0
    for turn in variant.dealing.turns():
        for step in variant.ladder:
            for case in _cases(variant, step, turn):
                parts = payments.won if case.made else payments.lost
                bills = [[line for part in parts for line in part.lines(case)]]
                if payments.slams is not None:
                    bills += [
                        list(payments.slams.lines(case, how, partnered=case.partnered))
                        for how in ("closed", "table")
                    ]
                for bill in bills:
                    highest = max(highest, sum(line.chips for line in bill))
    return highest


def _bonuses(variant: Variant) -> int:
    """The most that one player owes another beside the price of the contract."""
    chicane = 0 if variant.chicane is None else variant.chicane.chips
    return chicane + (0 if variant.boston_bonus is None else variant.boston_bonus.chips)


def _passed_out(variant: Variant) -> tuple[int, int]:
    """When all pass: the most a seat wins or loses among the others, and pays into the pool."""
    most = fine = 0
    played = variant.passed_out.played
    for tricks in _shares(13, variant.seats) if played else [(0,) * variant.seats]:
        moved = [0] * variant.seats
        fed = [0] * variant.seats
        for transfer in variant.passed_out.transfers(tricks, 0, 0):
            for account, sign in ((transfer.payer, -1), (transfer.payee, 1)):
                if isinstance(account, int):
                    moved[account] += sign * transfer.chips
            if transfer.payee == POOL and isinstance(transfer.payer, int):
                fed[transfer.payer] += transfer.chips
        most = max(most, *map(abs, moved))
        fine = max(fine, *fed)
    return most, fine


def _shares(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _shares(total - first, seats - 1):
            yield (first, *rest)


def _antes(variant: Variant) -> tuple[int, int]:
    """The most that one seat puts into the pool before a deal, and that all do."""
    if variant.pool is None:
        return 0, 0
    deals = variant.session.deals
    amounts = [
        variant.pool.ante.amounts(dealer, deal, deals, variant.seats)
        for dealer in range(variant.seats)
        for deal in range(1, deals + 1)
    ]
    return max(map(max, amounts)), max(map(sum, amounts))


def _due(variant: Variant, price: int, pool: int) -> int:
    """The most that a lost contract owes the pool."""
    if variant.pool is None:
        return 0
    rule, ladder = variant.pool.lost, variant.ladder
    return max(
        rule.due(step, ladder, price=price, pool=pool, tricks=tricks)
        for step in ladder
        for tricks in range(14)
    )
