"""What a screen shows of a view, as data for JSON: the table, what may be chosen, what is told.

The client of ``boston_rules.web`` draws it; it needs no rules and no words of its own, since
every word and every token comes from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Final

import boston_rules as br
from boston_rules.core.arguments import check_int, check_type
from boston_rules.core.errors import BidForm, BidUnavailable, CardNotHeld, LaidSuit, UnknownBid
from boston_rules.core.saying import (
    Player,
    Said,
    joined,
    listed,
    personal,
    say,
    say_as,
    sentence_of,
    term,
)
from boston_rules.knowing.views import check_view
from boston_rules.rules.cases import DealSuits
from boston_rules.telling import draw
from boston_rules.telling.draw.shown import Hand, ShownDeal, last_calls, shown_deal
from boston_rules.telling.draw.words import deal_words
from boston_rules.telling.glossary import words_met
from boston_rules.telling.language import Speaker, speaking, spoken
from boston_rules.telling.moment import without_bid
from boston_rules.telling.tables.deals import on_table
from boston_rules.telling.tables.labels import players_of
from boston_rules.telling.typed import Choices, own_actions
from boston_rules.telling.wording.phrases import (
    bill_lines,
    call,
    contract_name,
    goal_so_far,
    player_words,
    sentence,
    session_over_words,
    words,
)
from boston_rules.telling.wording.prices import ALONE, PARTNERED, Way, least_prices
from boston_rules.telling.wording.terms import class_word

__all__ = ["events_told", "explained", "refusal", "screen", "told", "worth_of"]

_FROM_HAND: Final = (br.Play, br.Discard)
"""What is done with a card of one's own hand."""
_NOT_HERE: Final = (BidForm, BidUnavailable, CardNotHeld, LaidSuit, UnknownBid)
"""Why a bid is not even shown: this deal, or this hand, does not have it."""
_FEW: Final = 4
"""So many choices are listed in a sentence."""


def screen(
    view: br.State,
    names: Sequence[str] = (),
    *,
    lang: str | None = None,
) -> dict[str, Any]:
    """Everything that a screen shows of a view, and nothing that the view does not have.

    Args:
        view: what the seat, or an onlooker, knows.
        names: the players by seat, or nothing.
        lang: the code of a language; without it that of the moment.

    Returns:
        The table has ``seats`` (chips, tricks, cards as far as they are seen, how many are not, the
        last call, roles), ``seating`` (the seats clockwise from the viewer), ``trick`` and ``last``
        (seats with cards), ``dead`` with three seats, ``contract``, ``standing``, ``auction``,
        ``facts``. What is to be done: ``turn`` in a line, ``actor``, ``hand``, each card with its
        ``token``, its ``label``, whether it is ``legal`` and else why not, ``bids``, a row for each
        that the deal has with what it pays and costs, ``choices``, all other legal actions in
        groups. Once the deal is settled its ``bill`` in sentences and as a ``table`` (HTML), and
        ``over`` if the session has ended with it. Besides ``slug``, ``title``, ``phase``.

    Raises:
        ValueError: not as many names as seats; no such language.
        TypeError: it is no view; a full state has all hands.

    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import screen
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> shown = screen(br.observe(br.start("classic", dealer=3, hands=hands), 0))
    >>> shown["turn"]
    'You are to bid: Boston or more, or pass.'
    >>> shown["choices"][0]["items"]
    [{'token': 'pass', 'label': 'pass', 'short': ''}]
    >>> six = shown["bids"][1]
    >>> six["name"], six["cells"][0]["short"], six["cells"][0]["pays"], six["cells"][0]["costs"]
    ('Six', '♠', '15', '20')
    >>> shown["hand"][0]["words"], shown["hand"][0]["legal"]
    ('ace of spades', False)
    """
    check_view(view)
    with _spoken_to(view, names, lang):
        shown: dict[str, Any] = _spoken(_screen(view, names))
        return shown


def explained(
    view: br.State, names: Sequence[str] = (), *, lang: str | None = None
) -> dict[str, Any]:
    """A screen in words: its ``words`` for the whole, and its ``glossary``.

    Args:
        view: what the seat, or an onlooker, knows.
        names: the players by seat, or nothing.
        lang: the code of a language; without it that of the moment.

    Returns:
        ``words`` tell the table in sentences; ``glossary`` has pairs of a word that the screen
        shows and its meaning.

    Raises:
        ValueError: not as many names as seats; no such language.
        TypeError: it is no view; a full state has all hands.

    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import explained
    >>> explained(br.observe(br.start("mariland"), 0))["glossary"][0][0]
    'eldest'
    """
    shown = screen(view, names, lang=lang)
    with _spoken_to(view, names, lang):
        words = deal_words(shown_deal(view, names=names))
        met = words_met([words, *_texts(shown)], view.variant)
        glossary = [[spoken(entry.word), spoken(entry.meaning)] for entry in met]
        return {"words": words, "glossary": glossary}


def _screen(view: br.State, names: Sequence[str]) -> dict[str, Any]:
    shown = shown_deal(view, names=names)
    settled = view.settlement is not None
    session = view.variant.session
    made: dict[str, Any] = {
        "slug": view.variant.slug,
        "title": shown.title,
        "game": term(view.variant.title),
        "deal": view.table.deal_number,
        "deals": session.deals if session.first_to is None else None,
        "phase": view.phase,
        "actor": view.actor,
        "turn": _turn(view),
        "seats": [_seat(shown, seat) for seat in range(shown.seats)],
        "seating": shown.clockwise,
        "dead": None if shown.dead is None else _lying(shown.dead),
        "leader": None if settled else view.leader,
        "trick": [[seat, str(card)] for seat, card in on_table(view).items()],
        "last": _last(view),
        "pool": None if view.variant.pool is None else view.table.pool,
        "contract": _contract(view),
        "standing": _standing(view),
        "auction": _auction(view),
        "facts": list(_facts(view)),
        "hand": [] if settled else list(_hand(view)),
        "bids": list(_bids(view)),
        "choices": list(_choices(view)),
    }
    if view.settlement is not None:
        made["bill"] = bill_lines(view.settlement)
        made["table"] = draw.html(view.settlement, names=names)
    if isinstance(view, br.Settled) and view.session_over:
        made["over"] = session_over_words(view.winners, max(view.table.purses))
    return made


# The table.


def _lying(hand: Hand) -> dict[str, Any]:
    return {"cards": list(map(str, hand.cards)), "hidden": hand.hidden}


def _seat(shown: ShownDeal, seat: int) -> dict[str, Any]:
    """What lies before a seat, and what it is in this deal."""
    state, hand = shown.state, shown.hands[seat]
    contract, settlement = state.contract, state.settlement
    said = None if contract or settlement else last_calls(state).get(seat)
    return {
        **_lying(hand),
        "faced": list(map(str, hand.faced.sorted())),
        "chips": state.table.purses[seat],
        "won": None if settlement is None else settlement.deltas[seat],
        "tricks": state.taken[seat] if state.tricks or state.trick else None,
        "call": "" if said is None else call(state.variant, said),
        "roles": shown.roles(seat),
        "dealer": seat == state.table.dealer,
        "side": contract is not None and seat in (contract.declarer, contract.partner),
    }


def _last(view: br.State) -> dict[str, Any] | None:
    """The last complete trick."""
    if not view.tricks:
        return None
    trick, seats = view.tricks[-1], view.variant.seats
    cards = [[(trick.leader + at) % seats, str(card)] for at, card in enumerate(trick.cards)]
    return {"cards": cards, "winner": trick.winner, "number": len(view.tricks)}


def _contract(view: br.State) -> dict[str, Any] | None:
    contract = view.contract
    if contract is None:
        if view.phase != br.Playing.phase:
            return None
        name, words, _ = without_bid(view)
        return {"name": name, "side": "", "goal": words, "trump": None}
    return {
        "name": contract_name(view.variant, contract),
        "side": contract.side_words(),
        "goal": goal_so_far(view, contract),
        "trump": None if contract.trump is None else contract.trump.letter,
    }


def _standing(view: br.State) -> str:
    if view.standing_bid is None or view.contract is not None:
        return ""
    seat, bid = view.standing_bid
    return joined(", ", (call(view.variant, bid), player_words(seat)))


def _auction(view: br.State) -> list[list[Any]]:
    """The calls so far, and what was asked and answered after them."""
    return [[event.seat, call(view.variant, event)] for event in view.said]


# What is said.


def _spoken_to(
    view: br.State, names: Sequence[str], lang: str | None
) -> AbstractContextManager[Speaker]:
    """What is said within is said to the viewer."""
    seat = view.viewer if isinstance(view.viewer, int) else None
    return speaking(lang, players_of(names, view.variant.seats), seat)


def _spoken(what: Any) -> Any:
    """Data with every sentence in it said."""
    if isinstance(what, dict):
        return {key: _spoken(value) for key, value in what.items()}
    if isinstance(what, list | tuple):
        return type(what)(map(_spoken, what))
    return spoken(what) if isinstance(what, str) else what


def _texts(shown: Any) -> Iterator[str]:
    """What of a screen is read."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, dict):
        for key, inner in shown.items():
            if key not in ("picture", "token", "slug", "title"):
                yield from _texts(inner)
    elif isinstance(shown, list | tuple):
        for inner in shown:
            yield from _texts(inner)


def told(
    view: br.State, names: Sequence[str] = (), *, since: int = 0, lang: str | None = None
) -> list[str]:
    """What has happened in the deal, in the past tense, a sentence or two for each action.

    Args:
        view: what the seat, or an onlooker, knows.
        names: the players by seat, or nothing.
        since: how many events are left out, from the first on.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: not as many names as seats; no such language.
        TypeError: it is no view; a full state has all hands.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import told
    >>> state = br.start("french", dealer=3)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> told(br.observe(br.apply(state, br.Pass()), 1), ["Ann", "Ben", "Cid", "Dot"])
    ['The pack was shuffled.', 'Ann passed.']
    """
    check_view(view)
    with _spoken_to(view, names, lang):
        return list(map(spoken, events_told(view, since=since)))


def events_told(view: br.State, *, since: int = 0) -> Iterator[Said]:
    """What :func:`told` tells, still to be said in a language.

    Raises:
        TypeError: an argument is of another type.
    """
    check_view(view)
    check_int("since", since, "a number of events")
    played: set[br.Card] = set()
    tricks = iter(enumerate(view.tricks, 1))
    number, trick = next(tricks, (0, None))
    for place, event in enumerate(view.events[1:], 1):
        took = None
        if isinstance(event.action, br.Play | br.Correct):
            played.add(event.action.card)
        if trick is not None and played.issuperset(trick.cards):
            took = number, trick.winner
            number, trick = next(tricks, (0, None))
        if place >= since:
            yield joined(" ", _told(view, event, took))


def _told(view: br.State, event: br.Event, took: tuple[int, int] | None) -> Iterator[Said]:
    """What an event says, and who took the trick of which number with it."""
    yield sentence_of(sentence(view.variant, event, worded=True, past=True))
    if event.shows.laid is not None:
        yield say("The card laid was {card}.", card=event.shows.laid.the)
    if took is None:
        return
    number, winner = took
    said = say("{who:capital} took trick {number}.", who=Player(winner), number=number)
    yield personal(said, {winner: say("You took trick {number}.", number=number)})


def refusal(
    error: br.BostonError,
    names: Sequence[str] = (),
    *,
    variant: br.Variant | None = None,
    lang: str | None = None,
) -> dict[str, str]:
    """An error as data: why (``refused``), and of an illegal action the code and the rule.

    Args:
        error: any error of the library.
        names: the players by seat, or nothing.
        variant: the rules, which have the names of bids.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: no such language.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import refusal
    >>> try:
    ...     br.apply(br.start("french"), br.Pass())
    ... except br.IllegalAction as error:
    ...     refusal(error)["code"]
    'phase/wrong'
    """
    check_type("error", error, br.BostonError, "an error of the library")
    if variant is not None:
        check_type("variant", variant, br.Variant, "the rules, or None")
    said: Any = error
    if isinstance(error, br.IllegalAction) and variant is not None:
        said = error.reason_told(partial(call, variant))
    made = {"refused": words(said, lang=lang, names=names)}
    if isinstance(error, br.IllegalAction):
        made |= {"code": error.code, "whole": str(error)}
        if error.rule is not None:
            made["rule"] = str(error.rule)
    return made


def _symbol(card: br.Card) -> str:
    return card.symbol.replace("T", "10")


def _turn(view: br.State) -> Said:
    """What is to be done now, in a line."""
    if view.actor is None:
        return say("The deal is over; here is its bill.")
    if view.actor == view.viewer:
        return _own_turn(view)
    who = Player(view.actor)
    match view.phase:
        case "shuffle":
            return say("The cards are being shuffled.")
        case "cut":
            return say("{who:capital} is to cut the pack.", who=who)
        case "auction":
            return say("{who:capital} is to bid.", who=who)
        case "play":
            return say("{who:capital} is to play.", who=who)
    return say("Now: {phase}.", phase=view.phase)


def _own_turn(view: br.State) -> Said:
    legal = br.legal_actions(view)
    bids = [action for action in legal if isinstance(action, br.Bid)]
    cards = [action.card for action in legal if isinstance(action, br.Play)]
    if bids:
        least = view.variant.ladder[bids[0].key].title
        if br.Accept() in legal:
            return say("You are to bid: {bid} or more, accept, or pass.", bid=least)
        return say("You are to bid: {bid} or more, or pass.", bid=least)
    if cards:
        suits = {card.suit for card in cards}
        if not view.trick:
            return say("You lead: choose a card.")
        if len(cards) == len(view.hand):
            return say("You are to play: any card will do.")
        if len(suits) == 1:
            return say("You are to play: follow in {suit}.", suit=suits.pop().word)
        return say("You are to play a card.")
    match legal[0]:
        case br.Discard():
            return say("Choose a card to lay aside.")
        case br.NameTrump():
            return say("Name the trump suit.")
        case br.Cut():
            return say("You are to cut the pack.")
        case br.TurnCut():
            return say("You are to cut the still pack.")
    if len(legal) > _FEW:
        return say("Your turn: {what}.", what=view.phase)
    choices = [br.describe(each, view.variant) for each in legal]
    return say("Your turn: {what}.", what=listed(choices, last="or"))


def _hand(view: br.State) -> Iterator[dict[str, Any]]:
    """The cards held, each with what may be done with it."""
    legal = own_actions(view)
    kind = next((type(action) for action in legal if isinstance(action, _FROM_HAND)), None)
    named = partial(call, view.variant)
    for card in view.hand.sorted():
        action = None if kind is None else kind(card)
        why: str = ""
        if action is not None and action in legal:
            may, label = True, br.describe(action, view.variant)
        else:
            may, label = False, card.words
            if action is not None:
                label = say("{card}, not now", card=card.words)
                refused = br.why_illegal(view, action)
                why = "" if refused is None else refused.reason_told(named)
        yield {
            "card": str(card),
            "words": card.words,
            "token": None if action is None else str(action),
            "label": label,
            "legal": may,
            "why": why,
        }


def _bids(view: br.State) -> Iterator[dict[str, Any]]:
    """The bids of the ladder as far as this deal has them, lowest first, those too low as well."""
    legal = {action for action in own_actions(view) if isinstance(action, br.Bid)}
    if not legal:
        return
    found: dict[str, list[dict[str, Any]]] = {}
    named = partial(call, view.variant)
    every = dict.fromkeys(
        action for action in type(view).actions(view.variant) if isinstance(action, br.Bid)
    )
    for bid in every | dict.fromkeys(legal):
        if bid in legal:
            found.setdefault(bid.key, []).append(_bid(view, bid, ""))
        elif bid.card is None:
            refused = br.why_illegal(view, bid)
            if refused is not None and not isinstance(refused, _NOT_HERE):
                found.setdefault(bid.key, []).append(_bid(view, bid, refused.reason_told(named)))
    for step in view.variant.ladder:
        if step.key in found:
            yield {"name": step.title, "goal": term(step.goal.words()), "cells": found[step.key]}


def worth_of(view: br.State, bid: br.Bid, *, partnered: bool = False) -> tuple[str, str]:
    """What each opponent pays if a bid is just made, and gets if it is just lost, in this deal.

    Figures or ranges of chips, without honours; nothing where it cannot end so.

    Args:
        view: what is known of the deal.
        bid: the bid.
        partnered: played with a partner, where that is possible, instead of alone.

    Raises:
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.telling.screen import worth_of
    >>> worth_of(br.observe(br.start("fontainebleau"), 0), br.Bid("6", br.HEARTS))
    ('40', '45')
    >>> view = br.observe(br.start("fontainebleau-foster"), 0)
    >>> [worth_of(view, br.Bid("7", br.DIAMONDS), partnered=two)[0] for two in (False, True)]
    ['70', '130']
    """
    check_type("view", view, br.State, "a view or a state, such as br.observe() returns")
    check_type("bid", bid, br.Bid, "a bid")
    check_type("partnered", partnered, bool, "a bool")
    step = view.variant.ladder[bid.key]
    named = bid.card.suit if isinstance(bid.card, br.Card) else bid.suit
    suit_class = bid.suit_class or (step.suit.unnamed_class if step.has_trumps else None)

    def among(suits: DealSuits) -> bool:
        if named is not None:
            return suits.trump == named
        return suit_class is None or suits.suit_class == suit_class

    stakes = view.table.stakes
    way: Way = PARTNERED if partnered else ALONE
    return least_prices(view.variant, step, among, turn=view.turn, stakes=stakes, way=way)


def _bid(view: br.State, bid: br.Bid, why: str) -> dict[str, Any]:
    """A bid as a cell of the box."""
    pays, costs = worth_of(view, bid)
    return {
        "token": str(bid),
        "label": br.describe(bid, view.variant),
        "short": _short(bid, view.variant),
        "legal": not why,
        "why": why,
        "pays": pays,
        "costs": costs,
    }


def _choices(view: br.State) -> Iterator[dict[str, Any]]:
    """Everything else that may be done, arranged by what belongs together."""
    groups: dict[str, list[br.Action]] = {}
    for action in Choices(view).actions:
        if not isinstance(action, (*_FROM_HAND, br.Bid)):
            groups.setdefault(_group(action, view.variant), []).append(action)
    for name, actions in groups.items():
        items = [
            {
                "token": str(action),
                "label": br.describe(action, view.variant),
                "short": _short(action, view.variant),
            }
            for action in actions
        ]
        yield {"name": name, "items": items}


def _group(action: br.Action, variant: br.Variant) -> str:
    if isinstance(action, br.Call):
        return say("Call {suit}", suit=action.card.suit.symbol)
    if isinstance(action, br.Cut):
        return say("Cut the pack")
    if isinstance(action, br.TurnCut):
        return say("Cut the still pack")
    return say("Trumps") if isinstance(action, br.NameTrump) else ""


def _short(action: br.Action, variant: br.Variant) -> str:
    """What a button of a group says, where the group's name says the rest."""
    match action:
        case br.Bid(suit=br.Suit() as suit, alone=alone):
            return say("{suit} alone", suit=suit.symbol) if alone else suit.symbol
        case br.NameTrump(suit=suit):
            return suit.symbol
        case br.Bid(suit_class="grand", alone=alone):
            return say("grand alone") if alone else class_word("grand")
        case br.Bid(card=br.Card() as card) | br.Call(card=card):
            return _symbol(card)
        case br.Bid():
            step = variant.ladder[action.key]
            unnamed = step.suit.unnamed_class if step.has_trumps else None
            named = action.suit_class or unnamed
            return class_word(named) if named else ""
    return ""


def _facts(view: br.State) -> Iterator[tuple[Said, str]]:
    """What else one glances at."""
    table = view.table
    if view.turned is not None:
        yield say_as("card", "Turned"), _symbol(view.turned)
    if table.belle is not None:
        yield say("Belle"), table.belle.symbol
    for seat, suit in view.called_suits:
        yield say("{who:capital} must lead", who=Player(seat)), suit.symbol
