"""Why a simple player does what it does, for a person who asks for a hint."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import boston_rules as br
from boston_rules.bots.simple.bot import SimpleBot
from boston_rules.bots.simple.contracts import setting_of
from boston_rules.bots.simple.valuation import HandValue, value_of_hand
from boston_rules.core.saying import Said, say, say_number
from boston_rules.knowing.worlds import sample
from boston_rules.telling.screen import worth_of

__all__ = ["reasons"]

_WORLDS: Final = 20
"""Deals that a card is tried in."""


def reasons(view: br.State, action: br.Action, rng: random.Random) -> Iterator[Said]:
    """Sentences that speak for an action which a simple player would take, if there are any.

    Args:
        view: of the seat to act.
        action: what it would do.
        rng: draws the deals in which a card is tried.

    >>> import random
    >>> import boston_rules as br
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> view = br.observe(br.start("classic", dealer=3, hands=hands), 0)
    >>> for reason in reasons(view, br.Bid("13", br.SPADES), random.Random(1)):
    ...     print(reason)
    By yourself you can count on about 13 tricks.
    Chelem in spades (win 13 tricks) is made in about 9 of 10 such hands; it pays 400 and costs \
405 to each.
    """
    seat = view.actor
    if seat is None or seat != view.viewer:
        return
    if len(br.legal_actions(view)) == 1 and not isinstance(action, br.Play):
        yield say("It is all that you may do.")
        return
    match action:
        case br.Play():
            yield _of_card(view, action, rng)
        case br.Cut() | br.TurnCut():
            yield say("Nobody has seen a card: one cut is as good as another.")
        case br.Chicane():
            yield say("You hold no trump, and that is paid for.")
        case br.NameTrump(suit=suit) if view.contract is not None:
            yield from _alone(view, seat, view.contract.key, suit)
        case br.Ask() | br.Solo() | br.Accept() | br.Decline():
            if (contract := view.contract) is not None:
                yield from _alone(view, seat, contract.key, contract.trump)
            elif view.standing_bid is not None:
                yield from _of_suit(view, seat, view.standing_bid[1])
    bids = [each for each in br.legal_actions(view) if isinstance(each, br.Bid)]
    if isinstance(action, br.Bid):
        yield from _of_bid(view, seat, action)
    elif bids and isinstance(action, br.Pass):
        value = value_of_hand(view, seat)
        best = max(bids, key=lambda bid: (value.promise(bid).odds, -bids.index(bid)))
        yield from _of_bid(view, seat, best)


def _of_bid(view: br.State, seat: int, bid: br.Bid) -> Iterator[Said]:
    """What one can count on, and how often the contract is made."""
    variant = view.variant
    step = variant.ladder[bid.key]
    odds = round(10 * value_of_hand(view, seat).promise(bid).odds)
    name = br.describe(bid, variant)
    yield from _of_suit(view, seat, bid)
    pays, costs = worth_of(view, bid)
    yield say(
        "{bid} ({goal}) is made in about {number} of 10 such hands; it pays {pays} and costs "
        "{costs} to each.",
        bid=name,
        goal=step.goal.words(),
        number=odds,
        pays=pays,
        costs=costs,
    )


def _of_suit(view: br.State, seat: int, bid: br.Bid) -> Iterator[Said]:
    """What one can count on in the trumps of a bid."""
    step, setting = view.variant.ladder[bid.key], setting_of(view)
    trump = setting.trump(bid)
    if step.leaves_open(trump, setting.turn):
        trump = value_of_hand(view, seat).best_trump(setting.unnamed(step))
    yield from _alone(view, seat, bid.key, trump)


def _alone(view: br.State, seat: int, key: str, trump: br.Suit | None) -> Iterator[Said]:
    """What one can count on by oneself, unless it is to avoid tricks."""
    if view.variant.ladder[key].goal.counted:
        value: HandValue = value_of_hand(view, seat)
        yield say_number(
            "By yourself you can count on about {number} trick.",
            "By yourself you can count on about {number} tricks.",
            min(view.variant.hand, max(0, round(value.own(trump)))),
        )


def _of_card(view: br.State, action: br.Play, rng: random.Random) -> Said:
    """How often the card takes the trick, in deals that the player cannot tell apart."""
    if len(br.legal_actions(view)) == 1:
        return say("It is the only card that you may play.")
    taken = 0
    bot = SimpleBot(rng)
    for _ in range(_WORLDS):
        state = br.apply(sample(view, rng), action)
        number = len(view.tricks)
        while len(state.tricks) == number and state.actor is not None:
            state = br.apply(state, bot.choose(br.observe(state, state.actor)))
        taken += bool(state.tricks[number:]) and state.tricks[number].winner == view.viewer
    return say(
        "It takes the trick in {taken} of {number} deals that are possible after what you have "
        "seen.",
        taken=taken,
        number=_WORLDS,
    )
