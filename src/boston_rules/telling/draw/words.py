"""The descriptions of drawings, for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from boston_rules import Cards
from boston_rules.core.cards import IN_HAND, parse_suit
from boston_rules.telling.draw.pieces import rank_text
from boston_rules.telling.draw.shown import Hand, ShownDeal
from boston_rules.telling.tables.deals import on_table, revokes_of, without_contract
from boston_rules.telling.wording.phrases import contract_words, counted, listed
from boston_rules.telling.wording.rulewords import stop

__all__ = ["deal_words", "hand_words", "in_words"]

_RUN: Final = re.compile(r"([♣♦♥♠])([2-9TJQKA]+)\b( (?=[♣♦♥♠]))?")
_PIP: Final = re.compile(r"[♣♦♥♠]")


def in_words(text: str) -> str:
    """A text with its pips in words.

    >>> in_words("40 for Five in ♥"), in_words("only with ♠A ♥A in hand")
    ('40 for Five in hearts', 'only with A of spades, A of hearts in hand')
    """
    text = _RUN.sub(_run, text)
    return _PIP.sub(lambda found: parse_suit(found[0]).word, text)


def _run(found: re.Match[str]) -> str:
    ranks = " ".join(found[2]).replace("T", "10")
    return f"{ranks} of {parse_suit(found[1]).word}{', ' if found[3] else ''}"


def hand_words(hand: Hand) -> str:
    """A hand, suit by suit.

    >>> hand_words(Hand(Cards.parse("AS TS 2D").sorted(), 2))
    'spades A 10, diamonds 2, 2 cards face down'
    """
    parts = []
    held = Cards(hand.cards)
    for suit in IN_HAND:
        if held.of(suit):
            ranks = " ".join(rank_text(card) for card in held.of(suit).sorted())
            parts.append(f"{suit.word} {ranks}")
    if hand.hidden:
        parts.append(f"{counted(hand.hidden, 'card')} face down")
    if hand.faced:
        parts.append(f"of which exposed: {listed([card.words for card in hand.faced.sorted()])}")
    return ", ".join(parts) or "no cards"


def deal_words(shown: ShownDeal) -> str:
    """A deal from its contract to its hands, in sentences."""
    return " ".join(map(stop, filter(None, _facts(shown))))


def _facts(shown: ShownDeal) -> Iterable[str]:
    state, table = shown.state, shown.state.table
    yield shown.point_of_view
    if state.contract is not None:
        yield f"the contract is {in_words(contract_words(state.variant, state.contract))}"
    elif state.settlement is not None:
        lost = without_contract(state) == "misdeal"
        yield "the dealer has lost the deal by a misdeal" if lost else "all have passed"
    if state.turned is not None:
        yield f"{state.turned.words} is turned"
    if table.belle is not None:
        yield f"belle is {table.belle.word}"
    if state.variant.pool is not None:
        yield f"the pool is {counted(table.pool, 'chip')}"
    if state.contract is None and table.conditions.words():
        yield table.conditions.words()
    when = "was dealt" if shown.dealt else "holds"
    for seat in shown.order:
        roles = shown.roles(seat)
        who = shown.label(seat) + (f" ({listed(list(roles))})" if roles else "")
        hand = hand_words(shown.hands[seat])
        yield f"{who} {when} {hand}; {counted(table.purses[seat], 'chip')}"
    if shown.dead is not None:
        yield f"the dead hand is {hand_words(shown.dead)}"
    if state.trick:
        played = [f"{shown.label(seat)} {card.words}" for seat, card in on_table(state).items()]
        yield f"in the trick are {listed(played)}"
    for seat in shown.order:
        if revoked := revokes_of(state, seat):
            yield f"{shown.label(seat)} {revoked}"
    if any(state.taken):
        won = [f"{shown.label(seat)} {state.taken[seat]}" for seat in shown.order]
        yield f"tricks won: {listed(won)}"
    if state.actor is not None and state.actor >= 0:
        yield f"{shown.label(state.actor)} is to act"
    if state.settlement is not None:
        won_by = state.settlement.deltas
        deltas = [f"{shown.label(seat)} {won_by[seat]:+d}" for seat in shown.order]
        yield f"chips won and lost: {listed(deltas)}"
