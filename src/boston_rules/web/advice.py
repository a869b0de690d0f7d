"""What a player may ask for: a hint with its reason, the rules of the moment, a review."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import boston_rules as br
from boston_rules.bots import SimpleBot
from boston_rules.bots.simple.contracts import setting_of
from boston_rules.bots.simple.valuation import HandValue, value_of_hand
from boston_rules.core.saying import Said, joined, say, say_number, sentence_of
from boston_rules.knowing.worlds import sample
from boston_rules.solver import (
    JudgedCard,
    Limits,
    NotSolvable,
    SearchStopped,
    analysis_of,
    judged_cards,
)
from boston_rules.telling.language import spoken
from boston_rules.telling.moment import rules_of_the_moment
from boston_rules.telling.screen import worth_of
from boston_rules.telling.tables.solved import analysis_lines, mark_of
from boston_rules.web.table import Refused, Table

__all__ = ["hint", "review", "rules"]

_WORLDS: Final = 20
"""Deals that a card is tried in."""
_SECONDS: Final = 4.0
"""How long the solver may take for a review."""


def hint(view: br.State, rng: random.Random) -> dict[str, Any]:
    """What a bot would do in the place of the viewer, and why.

    Raises:
        Refused: it is not the viewer's turn.
    """
    seat = view.actor
    if seat is None or seat != view.viewer:
        raise Refused(say("it is not your turn"))
    action = SimpleBot(rng).choose(view)
    reasons = list(_reasons(view, seat, action, rng))
    label = sentence_of(br.describe(action, view.variant))
    return {
        "token": str(action),
        "card": str(action.card) if isinstance(action, br.Play | br.Discard) else None,
        "label": spoken(label),
        "why": spoken(joined(" ", reasons)) if reasons else "",
    }


def _reasons(view: br.State, seat: int, action: br.Action, rng: random.Random) -> Iterator[Said]:
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
            max(0, round(value.own(trump))),
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


def rules(view: br.State) -> list[list[str]]:
    """The rules of the moment in sentences, each with its source or nothing."""
    found = rules_of_the_moment(view)
    return [[spoken(said), "" if cite is None else str(cite)] for said, cite in found]


def review(table: Table, number: int | None = None) -> dict[str, Any]:
    """What the solver says of the cards that were played, as far as it comes in a few seconds.

    Args:
        table: at which they were played.
        number: of the deal; of the last one that is over where it is ``None``.

    Returns:
        ``deal``, its number, and ``deals``, those that are over; ``hands`` as they were dealt;
        ``tricks``, for each the seat of its leader, its winner, and its cards, each with a mark and
        a sentence where it lost something (``None`` where nobody knows), and after how many events
        it was played; ``lines``, what else there is to say; ``record``, from which any moment of
        the deal can be played again, where nobody can learn from it what is still to come.

    Raises:
        Refused: the deal is not over, or cards of it may still matter.
    """
    deals = [state.table.deal_number for state in table.settled()]
    state = table.deal(max(deals, default=0) if number is None else number)
    alone = table.is_over or len(table.people) == 1
    if not alone and sum(len(trick.cards) for trick in state.tricks) < len(br.PACK):
        # What nobody has seen of this deal may tell of the next, whose cards are only cut.
        raise Refused(say("not all cards of this deal were seen; wait for the end of the session"))
    names = table.names
    cards: list[JudgedCard] = []
    stopped = None
    lines: list[Said] = []
    try:
        try:
            cards.extend(judged_cards(state, Limits(seconds=_SECONDS)))
        except SearchStopped as error:
            stopped = error
        analysis = analysis_of(state, cards, stopped)
        lines = list(analysis_lines(names, analysis))
    except NotSolvable as error:
        lines = [sentence_of(say("{reason}", reason=error))]
    mistakes = [card for card in reversed(cards) if card.is_mistake]
    judged = {card.card: ("", "") for card in cards} | {
        card.card: (mark_of(card), spoken(line))
        for card, line in zip(mistakes, lines, strict=False)
    }
    events = {
        event.action.card: place
        for place, event in enumerate(state.events)
        if isinstance(event.action, br.Play)
    }
    tricks = [
        {
            "leader": trick.leader,
            "winner": trick.winner,
            "cards": [
                [str(card), *judged.get(card, ("", None)), events.get(card)] for card in trick.cards
            ],
        }
        for trick in state.tricks
    ]
    return {
        "deal": state.table.deal_number,
        "deals": deals,
        "hands": [list(map(str, br.Cards.from_mask(hand).sorted())) for hand in state.deal.hands],
        "tricks": tricks,
        "lines": [spoken(line) for line in lines[len(mistakes) :]],
        "record": br.dumps(br.record(state, players=names)) if alone else "",
    }
