"""From a view and a world to a full state: the holes are filled, nothing is played again."""

from __future__ import annotations

from random import Random

from attrs import evolve, field, frozen

from boston_rules.core.actions import Bid, Discard, Misdeal
from boston_rules.core.cardplay.bits import indices
from boston_rules.core.cards import PACK, Suit, cards_of, mix
from boston_rules.core.events import Events, event_of
from boston_rules.core.hidden import FULL, HOLE
from boston_rules.deal.calls import laid_suits
from boston_rules.deal.dealing import Cutting, Shuffling
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal, Table, deal_of
from boston_rules.knowing.facts import Facts
from boston_rules.knowing.packs import Hands, lay_out
from boston_rules.knowing.presorted import Presorted

__all__ = ["World", "filled"]


@frozen
class World:
    """Where every card lies: what a view leaves open, filled in."""

    hands: tuple[int, ...]
    """The cards each seat holds now, as masks over ``Card.index``."""
    aside: tuple[int, ...]
    """The card each seat has laid aside, as a mask; 0 for none."""
    dead: int
    """With three seats, the hand laid aside, as a mask."""
    redealt: Presorted | None = field(default=None, eq=False, repr=False)
    """How the hands came out of packs that were sorted after misdeals, where they did."""


def filled(view: State, facts: Facts, world: World | None, rng: Random) -> State:
    """The state of a world, or one with a random pack before the deal; it makes the same view.

    What nobody sees (packs, cuts, the order of the cards in a hand) is any that fits.
    """
    deal, order = view.deal, None
    told = view.events if deal is None else deal.events
    table = (deal or view).table
    table = table.lying(table.pack, table.still, FULL)
    while True:
        if deal is not None and world is not None:
            order = _order(deal, facts, world, rng)
        deals = None if world is None else world.redealt
        lying = lay_out(table, told, order, rng, deals)
        if _auctioned(lying.table, lying.events):
            break
    if deal is None or world is None or lying.order is None or lying.hands is None:
        assert isinstance(view, Shuffling | Cutting), "the cards are not dealt yet"
        return view.lying(lying.table, lying.pack, lying.still, lying.events)
    events, at = [*lying.events], deal.dealt_at
    events[at] = event_of(events[at].seat, events[at].action, deal.bare_events[at].shows)
    full = deal_of(
        table=lying.table,
        hands=lying.hands,
        order=tuple(map(tuple, lying.order)),
        bare_events=tuple(events),
        dealt_at=at,
        turned=deal.turned,
        still=lying.still,
    )
    return view.over(full, _said(view.said, full, facts, world, rng))


def _auctioned(table: Table, events: Events) -> bool:
    """Whether every hand that was misdealt left the deal its auction, where the call was made."""
    rule = table.variant.dealt
    if rule is None:
        return True
    cards, most = rule.limit()
    held: list[int] = []
    for event in events:
        if isinstance(event.action, Misdeal) and any(
            (hand & cards).bit_count() > most for hand in held
        ):
            return False
        held = [hand.mask for hand in event.shows.dealt if hand is not HOLE] or held
    return True


def _said(said: Events, deal: Deal, facts: Facts, world: World, rng: Random) -> Events:
    """What has happened between the deal and the first lead, without holes."""
    if all(getattr(event.action, "card", None) is not HOLE for event in said):
        return said
    made = list(said)
    suits = laid_suits(deal.table.variant, deal.turn, said)
    laid: int | None = None
    for at in reversed(range(len(made))):
        event = made[at]
        action = event.action
        if event.shows.laid is not None:
            laid = event.shows.laid.index
        if isinstance(action, Discard) and action.card is HOLE:
            card = PACK[world.aside[event.seat].bit_length() - 1]
            made[at] = event_of(event.seat, Discard(card), event.shows)
        elif isinstance(action, Bid):
            if action.card is HOLE:
                card = PACK[_laid(deal.hands[event.seat], suits[at], rng) if laid is None else laid]
                made[at] = event_of(event.seat, evolve(action, card=card), event.shows)
            laid = None
    return tuple(made)


def _laid(hand: int, suits: tuple[Suit, ...], rng: Random) -> int:
    """A card of one of some suits that was laid with a bid."""
    cards = indices(hand & cards_of(suits))
    return cards[int(rng.random() * len(cards))]


def _order(deal: Deal, facts: Facts, world: World, rng: Random) -> Hands:
    """The hands in an order in which they may have been dealt; a dead hand comes last."""
    order = [
        mix(list(indices(world.hands[seat] | world.aside[seat] | facts.played[seat])), rng)
        for seat in range(len(world.hands))
    ]
    if world.dead:
        order.append(mix(list(indices(world.dead)), rng))
    if deal.turned is not None:
        dealing = deal.table.variant.dealing
        if dealing.turns_from_hand or dealing.turns_from_dead:
            hand = order[deal.table.dealer if dealing.turns_from_hand else -1]
            hand.remove(deal.turned)
            hand.append(deal.turned)
    return order
