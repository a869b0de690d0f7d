"""The descriptions of drawings, for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from boston_rules import Cards
from boston_rules.core.cards import IN_HAND, parse_suit
from boston_rules.core.saying import Said, joined, listed, say, say_number, sentence_of
from boston_rules.telling.draw.pieces import rank_text
from boston_rules.telling.draw.shown import Hand, ShownDeal
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.deals import on_table, revokes_of, without_contract_of
from boston_rules.telling.wording.phrases import chips_in_words, contract_words

__all__ = ["deal_words", "hand_words", "in_words"]

_RUN: Final = re.compile(r"([♣♦♥♠])([2-9TJQKA]+)\b( (?=[♣♦♥♠]))?")
_PIP: Final = re.compile(r"[♣♦♥♠]")


def in_words(text: str) -> str:
    """A text with its pips in words.

    >>> in_words("40 for Five in ♥"), in_words("only with ♠A ♥A in hand")
    ('40 for Five in hearts', 'only with A of spades, A of hearts in hand')
    """
    text = _RUN.sub(_run, spoken(text))
    return _PIP.sub(lambda found: spoken(parse_suit(found[0]).word), text)


def _run(found: re.Match[str]) -> str:
    cards = say(
        "{ranks} of {suit}",
        ranks=" ".join(found[2]).replace("T", "10"),
        suit=parse_suit(found[1]).word,
    )
    return spoken(cards) + (", " if found[3] else "")


def hand_words(hand: Hand) -> Said:
    """A hand, suit by suit.

    >>> hand_words(Hand(Cards.parse("AS TS 2D").sorted(), 2))
    'spades A 10, diamonds 2, 2 cards face down'
    """
    parts: list[str] = []
    held = Cards(hand.cards)
    for suit in IN_HAND:
        if held.of(suit):
            ranks = " ".join(rank_text(card) for card in held.of(suit).sorted())
            parts.append(joined(" ", (suit.word, ranks)))
    if hand.hidden:
        parts.append(say_number("{number} card face down", "{number} cards face down", hand.hidden))
    if hand.faced:
        cards = listed([card.words for card in hand.faced.sorted()])
        parts.append(say("of which exposed: {cards}", cards=cards))
    return joined(", ", parts or [say("no cards")])


def deal_words(shown: ShownDeal) -> str:
    """A deal from its contract to its hands, in sentences."""
    return " ".join(spoken(sentence_of(fact)) for fact in _facts(shown) if fact)


def _facts(shown: ShownDeal) -> Iterable[str]:
    state, table = shown.state, shown.state.table
    yield shown.point_of_view
    if state.contract is not None:
        contract = contract_words(state.variant, state.contract, worded=True)
        yield say("the contract is {contract}", contract=contract)
    elif state.settlement is not None:
        yield without_contract_of(state)
    if state.turned is not None:
        yield say("{card} is turned", card=state.turned.the)
    if table.belle is not None:
        yield say("belle is {suit}", suit=table.belle.word)
    if state.variant.pool is not None:
        yield say_number("the pool is {number} chip", "the pool is {number} chips", table.pool)
    if state.contract is None:
        yield table.conditions.words()
    for seat in shown.order:
        yield _seat(shown, seat)
    if shown.dead is not None:
        yield say("the dead hand is {hand}", hand=hand_words(shown.dead))
    if state.trick:
        played = (
            joined(" ", (shown.label(seat), card.words)) for seat, card in on_table(state).items()
        )
        yield say("in the trick are {cards}", cards=listed(played))
    for seat in shown.order:
        yield revokes_of(state, seat, named=True)
    if any(state.taken):
        won = (joined(" ", (shown.label(seat), str(state.taken[seat]))) for seat in shown.order)
        yield say("tricks won: {tricks}", tricks=listed(won))
    if state.actor is not None and state.actor >= 0:
        yield say("{who} is to act", who=shown.label(state.actor))
    if state.settlement is not None:
        won_by = state.settlement.deltas
        deltas = (joined(" ", (shown.label(seat), f"{won_by[seat]:+d}")) for seat in shown.order)
        yield say("chips won and lost: {chips}", chips=listed(deltas))


def _seat(shown: ShownDeal, seat: int) -> Said:
    """Who sits there, with what cards and chips."""
    who, roles = shown.label(seat), shown.roles(seat)
    if roles:
        who = say("{who} ({roles})", who=who, roles=listed(roles))
    hand = hand_words(shown.hands[seat])
    chips = chips_in_words(shown.state.table.purses[seat])
    if shown.dealt:
        return say("{who} was dealt {hand}; {chips}", who=who, hand=hand, chips=chips)
    return say("{who} holds {hand}; {chips}", who=who, hand=hand, chips=chips)
