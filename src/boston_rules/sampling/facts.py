"""What a view says of the cards: where each may still lie.

Two kinds of facts bind the hidden cards. What was done must have been legal: a bid that needs a
holding, a card laid with a bid, chicane, a called card, a suit not followed. And what lies open is
known: cards played, a turned card, a hand on the table. Nothing else binds them: a pass, a refusal
or a question tells of a player's judgement and is no fact about his cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Protocol

from attrs import define, field

from boston_rules.actions import Action, Bid, Discard
from boston_rules.calls import open_bid_of
from boston_rules.cardplay.tricks import voids_in_trick
from boston_rules.cards import FULL_PACK, Card, Cards, Suit, bits
from boston_rules.contract import Contract
from boston_rules.notation import parse_action
from boston_rules.play.dealing import Cutting, Shuffling, Turning, plies_before_deal
from boston_rules.play.opening import questions_of
from boston_rules.rules.suits import Turn
from boston_rules.rules.transfers import Transfer
from boston_rules.rules.trumps import TrickTable
from boston_rules.sampling.incidents import read_incidents
from boston_rules.settlement import Settlement
from boston_rules.table import Trick, clockwise
from boston_rules.variant import Variant

__all__ = [
    "HIDDEN",
    "Facts",
    "TableFacts",
    "ViewLike",
    "before_deal",
    "facts_of",
    "token_read",
    "view_turn",
    "voids_shown",
]

HIDDEN: Final = " ?"
"""How the token of an action ends that is not shown whole."""

_LANE: Final = 0x1FFF


class TableFacts(Protocol):
    """What a table and a view of it both tell."""

    @property
    def variant(self) -> Variant: ...
    @property
    def dealer(self) -> int: ...
    @property
    def deal_number(self) -> int: ...
    @property
    def belle(self) -> Suit | None: ...
    @property
    def stakes(self) -> int: ...
    @property
    def pool(self) -> int: ...
    @property
    def set_aside(self) -> int: ...
    @property
    def purses(self) -> tuple[int, ...]: ...
    @property
    def antes(self) -> tuple[Transfer, ...]: ...


class ViewLike(TableFacts, Protocol):
    """What sampling reads of a :class:`~boston_rules.views.View`, which says what each means."""

    @property
    def seat(self) -> int | None: ...
    @property
    def phase(self) -> str: ...
    @property
    def turned(self) -> Card | None: ...
    @property
    def dealt(self) -> Cards: ...
    @property
    def exposed(self) -> tuple[tuple[int, Cards], ...]: ...
    @property
    def history(self) -> tuple[tuple[int, str], ...]: ...
    @property
    def contract(self) -> Contract | None: ...
    @property
    def leader(self) -> int | None: ...
    @property
    def trick(self) -> tuple[Card, ...]: ...
    @property
    def revokes(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def tricks(self) -> tuple[Trick, ...]: ...
    @property
    def taken(self) -> tuple[int, ...]: ...
    @property
    def settlement(self) -> Settlement | None: ...


@lru_cache(maxsize=4096)
def token_read(token: str) -> Action:
    """The action of a token without hidden parts."""
    return parse_action(token)


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
    laid: list[tuple[int, int]] = field(factory=list)
    """Seats that laid a card not shown, and the suit it is of."""
    turned_dead: int = 0
    """The card turned from a dead hand."""
    limit: tuple[int, int] | None = None
    """Some cards, and the most of them that anybody can have been dealt."""
    seen: list[int] = field(factory=lambda: [0] * 4)
    """Cards that have been face up, so that the seat did not lay them aside."""
    held: list[tuple[int, int]] = field(factory=list)
    """Seats that hold one at least of some cards."""
    not_dead: int = 0
    """Cards that are surely in somebody's hand."""


def facts_of(view: ViewLike) -> Facts:
    """The facts of a view."""
    seats = view.variant.seats
    facts = Facts(
        dealt=view.phase not in (Shuffling.name, Cutting.name),
        known=[0] * seats,
        barred=[0] * seats,
        void=[0] * seats,
        played=[0] * seats,
        shown={seat: cards.mask for seat, cards in view.exposed},
    )
    if not facts.dealt:
        return facts
    if view.seat is not None:
        facts.known[view.seat] = view.dealt.mask
        facts.barred[view.seat] = FULL_PACK ^ view.dealt.mask
    _read_turned(facts, view)
    _read_dealt(facts, view)
    _read_history(facts, view)
    _read_tricks(facts, view)
    if view.seat is not None:
        aside = facts.aside.get(view.seat)
        gone = facts.played[view.seat] | (0 if aside is None else 1 << aside)
        facts.shown[view.seat] = view.dealt.mask & ~gone
    for seat in range(seats):
        facts.known[seat] |= facts.played[seat] | facts.shown.get(seat, 0) | facts.seen[seat]
    return facts


def before_deal(view: ViewLike) -> int:
    """How many actions of a view's history came before the cards were dealt."""
    return plies_before_deal(view.history, view.dealer, view.variant.seats, phase=view.phase)


def _read_turned(facts: Facts, view: ViewLike) -> None:
    if view.turned is not None:
        dealing = view.variant.dealing
        if dealing.turns_from_hand:
            facts.known[view.dealer] |= 1 << view.turned.index
        elif dealing.turns_from_dead:
            facts.turned_dead = 1 << view.turned.index


def _read_history(facts: Facts, view: ViewLike) -> None:
    for seat, token in view.history[before_deal(view) :]:
        if seat < 0:
            continue
        if token.startswith("discard"):
            aside = None if token.endswith(HIDDEN) else token_read(token)
            facts.aside[seat] = aside.card.index if isinstance(aside, Discard) else None
            continue
        action = token_read(token.removesuffix(HIDDEN))
        if isinstance(action, Bid):
            _read_bid(facts, view, seat, action, hidden=token.endswith(HIDDEN))
        elif view.contract is not None:
            for rule in questions_of(view.variant):
                for told in rule.tells(view.variant, view.contract, seat, action):
                    facts.known[told.seat] |= told.holds
                    facts.barred[told.seat] |= told.lacks
                    facts.not_dead |= told.held


def _read_dealt(facts: Facts, view: ViewLike) -> None:
    """What a contract that the cards make tells of them, and what it tells that they make none."""
    rule = view.variant.dealt
    if rule is None or view.phase in (Shuffling.name, Cutting.name, Turning.name):
        return
    contract = view.contract
    if contract is not None and contract.key in rule.keys:
        for seat, cards in rule.known(contract):
            facts.known[seat] |= cards
    else:
        facts.limit = rule.limit()


def _read_bid(facts: Facts, view: ViewLike, seat: int, bid: Bid, *, hidden: bool) -> None:
    step = view.variant.ladder[bid.key]
    facts.known[seat] |= step.holding.mask
    if bid.card is not None:
        facts.known[seat] |= 1 << bid.card.index
    elif hidden:
        trump = open_bid_of(view.variant, view_turn(view), bid).suit_choice.trump
        assert trump is not None, "a card is laid of the trump suit"
        facts.laid.append((seat, _LANE << 13 * trump))


def view_turn(view: ViewLike) -> Turn:
    """The suits that turned cards have fixed for the deal of the view."""
    return Turn(None if view.turned is None else view.turned.suit, view.belle)


def _read_tricks(facts: Facts, view: ViewLike) -> None:
    """Cards played, and the suits that were not followed."""
    variant = view.variant
    table, rows = _trick_table(view), _rows(view)
    for leader, cards in rows:
        for seat, card in zip(clockwise(leader, variant.seats), cards, strict=False):
            facts.played[seat] |= 1 << card.index
    if variant.table_law is None:
        for seat, shown in enumerate(suits_not_followed(view)):
            for suit in shown:
                facts.void[seat] |= table.suit_masks[suit]
    elif rows:
        read_incidents(facts, view, table, rows[0][0])


def _rows(view: ViewLike) -> list[tuple[int, tuple[Card, ...]]]:
    """The leader and the cards of every trick, the current one last."""
    rows = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.leader is not None:
        rows.append((view.leader, view.trick))
    return rows


def _trick_table(view: ViewLike) -> TrickTable:
    contract, trumps = view.contract, view.variant.trumps
    if contract is not None:
        return trumps.table(contract.trump, contract.turned)
    return trumps.table(None, view_turn(view).suit)


def suits_not_followed(view: ViewLike) -> list[set[Suit]]:
    """By seat, the suits that it has not followed and so, where nobody can err, has no card of."""
    variant, contract = view.variant, view.contract
    table = _trick_table(view)
    free, declarer = 0, -1
    if contract is not None:
        free, declarer = variant.ladder[contract.key].free_tricks, contract.declarer
    found: list[set[Suit]] = [set() for _ in range(variant.seats)]
    for number, (leader, trick) in enumerate(_rows(view)):
        if trick:
            cards = [card.index for card in trick]
            exempt = declarer if number < free else -1
            void = voids_in_trick(cards, leader, variant.seats, table.follow[cards[0]], exempt)
            for seat in bits(void):
                found[seat].add(Suit(table.suit_of[cards[0]]))
    return found


def voids_shown(view: ViewLike) -> tuple[tuple[Suit, ...], ...]:
    """By seat, the suits of which it has shown to have no card left."""
    if view.variant.table_law is None:
        return tuple(tuple(sorted(suits)) for suits in suits_not_followed(view))
    suits = _trick_table(view).suit_masks
    return tuple(
        tuple(suit for suit in Suit if not suits[suit] & ~void) for void in facts_of(view).void
    )
