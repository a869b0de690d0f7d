"""What a view says of the cards: where each may still lie.

Two kinds of facts bind the hidden cards. What was done must have been legal: a bid that needs a
holding, a card laid with a bid, chicane, a called card, a suit not followed. And what lies open is
known: cards played, a turned card, a hand on the table. Nothing else binds them: a pass, a refusal
or a question tells of a player's judgement and is no fact about his cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from boston_rules.core.actions import Action, Bid
from boston_rules.core.cards import Suit, cards_of
from boston_rules.core.events import Events, Opened, expected
from boston_rules.core.hidden import HOLE
from boston_rules.deal.auction import open_auction
from boston_rules.deal.calls import laid_suits
from boston_rules.deal.dealing import Turning
from boston_rules.deal.questions.order import questions_of
from boston_rules.deal.questions.question import (
    HandCount,
    Question,
    QuestionRule,
    discards_of,
)
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal
from boston_rules.deal.terms import terms_of
from boston_rules.rules.variant import Variant

__all__ = ["Facts", "facts_of"]


@define
class Facts:
    """What binds the cards that a viewer does not see. Sets of cards are masks, by seat."""

    dealt: bool
    """Whether there are hands."""
    known: list[int]
    """Cards that were dealt to the seat."""
    barred: list[int]
    """Cards that were not."""
    void: list[int]
    """Cards that the seat cannot hold any more."""
    played: list[int]
    shown: dict[int, int]
    """Seats whose cards not yet played are known, and the cards."""
    aside: dict[int, int | None] = field(factory=dict)
    """Who has laid a card aside, and the card where the viewer knows it."""
    turned_dead: int = 0
    """The card turned from a dead hand."""
    counts: list[tuple[int, HandCount]] = field(factory=list)
    """Seats that were dealt so many of some cards."""
    seen: list[int] = field(factory=lambda: [0] * 4)
    """Cards that have been face up in its hand, played or not."""
    held: list[tuple[int, int]] = field(factory=list)
    """Seats that still hold one at least of some cards."""
    not_dead: int = 0
    """Cards that are surely in somebody's hand."""


def facts_of(view: State) -> Facts:
    """The facts of a view."""
    variant, deal = view.variant, view.deal
    seats = variant.seats
    facts = Facts(
        dealt=deal is not None,
        known=[0] * seats,
        barred=[0] * seats,
        void=[0] * seats,
        played=[0] * seats,
        shown={},
    )
    if deal is None:
        return facts
    viewer = view.viewer
    facts.shown.update((seat, cards.mask) for seat, cards in view.exposed)
    if isinstance(viewer, int):
        dealt = deal.hands[viewer]
        facts.known[viewer], facts.barred[viewer] = dealt, variant.dealing.pack.mask ^ dealt
        facts.shown[viewer] = view.hand.mask
    _read_turned(facts, deal)
    _read_dealt(facts, view)
    _read_said(facts, view, deal)
    _read_tricks(facts, view)
    _read_bill(facts, view)
    for seat in range(seats):
        facts.known[seat] |= facts.played[seat] | facts.shown.get(seat, 0) | facts.seen[seat]
    return facts


def _read_turned(facts: Facts, deal: Deal) -> None:
    if deal.turned is not None:
        dealing = deal.table.variant.dealing
        if dealing.turns_from_hand:
            facts.known[deal.table.dealer] |= 1 << deal.turned
        elif dealing.turns_from_dead:
            facts.turned_dead = 1 << deal.turned


def _read_said(facts: Facts, view: State, deal: Deal) -> None:
    """What the auction and the questions tell."""
    variant, contract, said = view.variant, view.contract, view.said
    if contract is not None:
        for rule, seat, action in _answers(deal, said):
            for told in rule.tells(variant, contract, seat, action):
                facts.known[told.seat] |= told.holds
                facts.barred[told.seat] |= told.lacks
                facts.not_dead |= told.held
                facts.counts += [(told.seat, each) for each in told.counts]
    facts.aside.update((seat, None if card < 0 else card) for seat, card in discards_of(said))
    bidder, laid = -1, laid_suits(variant, deal.turn, said)
    for place, event in enumerate(said):
        if isinstance(event.action, Bid):
            bidder = event.seat
            _read_bid(facts, variant, bidder, event.action, laid.get(place, ()))
        if event.shows.laid is not None:
            facts.known[bidder] |= 1 << event.shows.laid.index


def _answers(deal: Deal, said: Events) -> Iterator[tuple[QuestionRule, int, Action]]:
    """Every answer given before the first lead: the rule that asked, the seat, and what it said.

    The deal is followed from its auction on, by the same machine that moves a view; only where a
    question of the variant tells something at all.
    """
    rules = questions_of(deal.table.variant)
    if all(type(rule).tells is QuestionRule.tells for rule in rules):
        return
    *before, last = deal.bare_events
    state = open_auction(evolve(deal, bare_events=(*before, expected(last))))
    for place, event in enumerate(said, 1):
        if isinstance(state, Question) and not isinstance(event.action, Opened):
            yield rules[state.opening.done - 1], event.seat, event.action
        if place < len(said):  # the last may end the deal, with a bill that nobody asks for here
            state = state.told(event)


def _read_dealt(facts: Facts, view: State) -> None:
    """What a contract that the cards make tells of them, and what it tells that they make none."""
    rule, contract = view.variant.dealt, view.contract
    if rule is None or isinstance(view, Turning):
        return
    if contract is not None and contract.key in rule.keys:
        for seat, cards in rule.known(contract):
            facts.known[seat] |= cards
    else:
        cards, most = rule.limit()
        limit = HandCount(cards, least=0, most=most)
        facts.counts += [(seat, limit) for seat in range(view.variant.seats)]


def _read_bid(facts: Facts, variant: Variant, seat: int, bid: Bid, laid: tuple[Suit, ...]) -> None:
    """What a bid tells, with which a card was laid of one of some suits."""
    facts.known[seat] |= variant.ladder[bid.key].holding.mask
    if bid.card is HOLE:
        facts.counts.append((seat, HandCount(cards_of(laid))))
    elif bid.card is not None:
        facts.known[seat] |= 1 << bid.card.index


def _read_tricks(facts: Facts, view: State) -> None:
    """Cards played or seen, and what is known of those that are left."""
    play = view.play
    if play is None:
        return
    facts.played = list(play.gone)
    facts.void = list(play.void)
    facts.seen = list(play.seen)
    if play.apart and view.contract is not None and view.contract.called is not None:
        called = 1 << view.contract.called.index
        for seat in play.apart:
            if seat is None:
                facts.not_dead |= called
            else:
                facts.barred[seat] |= called
    for told in play.evidence:
        later = facts.played[told.seat] & ~told.gone
        lying = facts.seen[told.seat] & ~facts.played[told.seat]
        if told.held and not (later | lying) & told.suit:
            facts.held.append((told.seat, told.suit))


def _read_bill(facts: Facts, view: State) -> None:
    """What the end of the deal has told: who held the called card, and what the bill counts."""
    contract = view.contract
    if contract is None or view.settlement is None:
        return
    shows = view.events[-1].shows
    if shows.partner is not HOLE and contract.called is not None:
        _dealt_to(facts, shows.partner, 1 << contract.called.index)
    if shows.counted is not None:
        terms = terms_of(view.variant, contract)
        for seat, number in enumerate(shows.counted.honours):
            facts.counts.append((seat, HandCount(terms.honours, least=number, most=number)))
        if terms.boston is not None:
            _dealt_to(facts, shows.counted.boston, 1 << terms.boston)


def _dealt_to(facts: Facts, seat: int | None, card: int) -> None:
    """A card was dealt to a seat, or to nobody."""
    if seat is None:
        facts.barred = [cards | card for cards in facts.barred]
    else:
        facts.known[seat] |= card
