"""From a view and a world to a full state: the holes are filled, nothing is played again."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from attrs import evolve, frozen

from boston_rules.core.actions import Bid, Cut, Discard, Misdeal, Shuffle, TurnUp
from boston_rules.core.cards import PACK, Cards, Suit, bits, cards_of, mask_of, mix
from boston_rules.core.events import Event, Events, event_of
from boston_rules.core.hidden import FULL, HOLE
from boston_rules.deal.calls import laid_suits
from boston_rules.deal.dealing import Cutting, Shuffling
from boston_rules.deal.state import State
from boston_rules.deal.table import Deal, Table, deal_of
from boston_rules.knowing.facts import Facts

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


Hands: TypeAlias = list[list[int]]
"""By hand, a dead one last, the cards in the order received."""


def filled(view: State, facts: Facts, world: World | None, rng: Random) -> State:
    """The state of a world, or one with a random pack before the deal; it makes the same view.

    What nobody sees (packs, cuts, the order of the cards in a hand) is any that fits.
    """
    deal, order = view.deal, None
    told = view.events if deal is None else deal.events
    while True:
        if deal is not None and world is not None:
            order = _order(deal, facts, world, rng)
        table = evolve((deal or view).table, viewer=FULL)
        table, pack, events = _before(table, told, order, rng)
        if _auctioned(table, events):
            break
    if deal is None or world is None or order is None:
        assert isinstance(view, Shuffling | Cutting), "the cards are not dealt yet"
        return view.lying(table, pack, events)
    full = deal_of(
        table=table,
        hands=tuple([mask_of(hand) for hand in order[: table.variant.seats]]),
        order=tuple(map(tuple, order)),
        events=events,
        turned=deal.turned,
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
    cards = tuple(bits(hand & cards_of(suits)))
    return cards[int(rng.random() * len(cards))]


def _before(
    table: Table, events: Events, order: Hands | None, rng: Random
) -> tuple[Table, tuple[int, ...], Events]:
    """The table, the pack as it lies at the end, and what has happened, without holes.

    Args:
        table: the table, with a hole for an unshuffled pack.
        events: what the viewer has seen of the shuffles, cuts and deals.
        order: the hands that were dealt in the end; ``None`` where the cards are not dealt yet.
        rng: draws what is open.
    """
    rounds = _rounds(events)
    made: list[Event] = []
    pack: list[int] = []
    following = order
    for number in reversed(range(len(rounds))):
        told = rounds[number]
        last = number == len(rounds) - 1
        hands = order if last else _misdealt(table, told, pack, rng)
        pack, cuts = _pack_of(table, told, hands, rounds[number - 1] if number else None, rng)
        made[:0] = _told(told, pack, cuts, (hands, following), table.variant.seats)
        following = hands
        if last:
            lying = tuple(_after(pack, cuts))
    if table.pack is HOLE:
        table = evolve(table, pack=tuple(pack))
    return table, lying, tuple(made)


def _rounds(events: Events) -> list[list[Event]]:
    """What was done from each shuffle, cut or deal on: more than one after misdeals."""
    found: list[list[Event]] = [[]]
    for event in events:
        found[-1].append(event)
        if isinstance(event.action, Misdeal):
            found.append([])
    return found


def _pack_of(
    table: Table, told: list[Event], hands: Hands | None, before: list[Event] | None, rng: Random
) -> tuple[list[int], list[int]]:
    """A pack that gives these hands, before it was cut, and the cuts."""
    dealing = table.variant.dealing
    size = len(dealing.pack)
    places = dealing.cuts
    cuts = [
        places[int(rng.random() * len(places))] for event in told if isinstance(event.action, Cut)
    ]
    if hands is None:
        return mix(list(dealing.order), rng), cuts
    pack = [0] * size
    for row, hand in zip(table.dealt(range(size)), hands, strict=True):
        for place, card in zip(row, hand, strict=True):
            pack[place] = card
    last = None if before is None else _turned_from_hand(table, before)
    if last is not None and table.gathers and cuts:
        # The card that was turned before the hands were gathered lies at the bottom.
        due = size - 1 - pack.index(last) - sum(cuts)
        cuts[0] = (cuts[0] + due) % size
        if cuts[0] not in places:
            due = cuts[0] + cuts[-1]
            cuts[0] = next(at for at in places if (due - at) % size in places)
            cuts[-1] = (due - cuts[0]) % size
    turn = size - sum(cuts) % size
    return pack[turn:] + pack[:turn], cuts


def _after(pack: list[int], cuts: list[int]) -> list[int]:
    at = sum(cuts) % len(pack)
    return pack[at:] + pack[:at]


def _turned_from_hand(table: Table, told: list[Event]) -> int | None:
    """The card of a hand that a deal has turned, or chance from a hand given outright."""
    rules = table.variant.dealing
    if not (rules.turns_from_hand or rules.turns_from_dead):
        return None
    for event in told:
        if event.shows.turned is not None:
            return event.shows.turned.index
        if isinstance(event.action, TurnUp):
            return event.action.card.index
    return None


def _misdealt(table: Table, told: list[Event], pack: list[int], rng: Random) -> Hands:
    """Hands that were called a misdeal, and gathered to the pack that was dealt next."""
    rules, seats = table.variant.dealing, table.variant.seats
    gathered = table.gathers
    lying = pack if gathered else mix(list(rules.order), rng)
    size = rules.hand
    order = [lying[size * place : size * (place + 1)] for place in range(4)]
    hands = [order[(seat - table.eldest) % seats] for seat in range(seats)] + order[seats:]
    turned = _turned_from_hand(table, told)
    if turned is not None and not gathered:
        at = table.dealer if rules.turns_from_hand else -1
        owner = next(hand for hand in hands if turned in hand)
        place = owner.index(turned)
        owner[place], hands[at][-1] = hands[at][-1], owner[place]
    return hands


def _told(
    told: list[Event],
    pack: list[int],
    cuts: list[int],
    dealt: tuple[Hands | None, Hands | None],
    seats: int,
) -> list[Event]:
    """Events of one round without holes.

    Args:
        told: the round, with a misdeal at the end if another one follows.
        pack: the pack that was dealt.
        cuts: the cuts.
        dealt: the hands of the round and of the one that follows, which a misdeal deals itself
            where nobody shuffles or cuts.
        seats: players at the table.
    """
    left = list(cuts)
    found = []
    for event in told:
        action, shows = event.action, event.shows
        if isinstance(action, Shuffle):
            action = Shuffle(tuple([PACK[card] for card in pack]))
        elif isinstance(action, Cut):
            action = Cut(left.pop(0))
        if shows.dealt:
            hands = dealt[isinstance(action, Misdeal)]
            assert hands is not None, "the cards were dealt"
            shown = tuple([Cards.from_mask(mask_of(hand)) for hand in hands[:seats]])
            shows = evolve(shows, dealt=shown)
        found.append(event_of(event.seat, action, shows))
    return found


def _order(deal: Deal, facts: Facts, world: World, rng: Random) -> Hands:
    """The hands in an order in which they may have been dealt; a dead hand comes last."""
    order = [
        mix(list(bits(world.hands[seat] | world.aside[seat] | facts.played[seat])), rng)
        for seat in range(len(world.hands))
    ]
    if world.dead:
        order.append(mix(list(bits(world.dead)), rng))
    if deal.turned is not None:
        dealing = deal.table.variant.dealing
        if dealing.turns_from_hand or dealing.turns_from_dead:
            hand = order[deal.table.dealer if dealing.turns_from_hand else -1]
            hand.remove(deal.turned)
            hand.append(deal.turned)
    return order
