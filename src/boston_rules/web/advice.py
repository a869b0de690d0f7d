"""What a player may ask for: a hint with its reason, the rules of the moment, a review."""

from __future__ import annotations

import random
from typing import Any, Final

import boston_rules as br
from boston_rules.bots import SimpleBot
from boston_rules.bots.simple.reasons import reasons
from boston_rules.core.saying import Said, joined, say, sentence_of
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
from boston_rules.telling.tables.solved import analysis_lines, mark_of
from boston_rules.web.table import Refused, Table

__all__ = ["hint", "review", "rules"]

_SECONDS: Final = 4.0
"""How long the solver may take for a review."""


def hint(view: br.State, rng: random.Random) -> dict[str, Any]:
    """What a bot would do in the place of the viewer, and why.

    Raises:
        Refused: it is not the viewer's turn.
    """
    if view.actor is None or view.actor != view.viewer:
        raise Refused(say("it is not your turn"))
    action = SimpleBot(rng).choose(view)
    told = list(reasons(view, action, rng))
    label = sentence_of(br.describe(action, view.variant))
    return {
        "token": str(action),
        "card": str(action.card) if isinstance(action, br.Play | br.Discard) else None,
        "label": spoken(label),
        "why": spoken(joined(" ", told)) if told else "",
    }


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
