"""From a view and a world to a full state: the deal is played again from its cards."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TypeAlias

from attrs import evolve, frozen

from boston_rules.actions import Action, Bid, Cut, Discard, Shuffle, TurnUp
from boston_rules.calls import open_bid_of
from boston_rules.cards import PACK, Card, bits, mix
from boston_rules.contract import Infraction
from boston_rules.play.dealing import deal_given, open_deal
from boston_rules.rules.transfers import POOL, SET_ASIDE
from boston_rules.sampling.facts import (
    HIDDEN,
    Facts,
    ViewLike,
    before_deal,
    token_read,
    view_turn,
)
from boston_rules.state import State
from boston_rules.table import CHANCE, Table
from boston_rules.variant import Variant

__all__ = ["World", "infractions_of", "rebuilt", "table_of"]


@frozen
class World:
    """Where every card lies: what a view leaves open, filled in."""

    hands: tuple[int, ...]
    """The cards each seat holds now, as masks over ``Card.index``."""
    aside: tuple[int, ...]
    """The card each seat has laid aside, as a mask; 0 for none."""
    dead: int
    """With three seats, the hand laid aside, as a mask."""


def table_of(view: ViewLike) -> Table:
    """The table when the deal began, its antes paid."""
    purses, pool, set_aside = view.purses, view.pool, view.set_aside
    bill = view.settlement
    if bill is not None:
        purses = tuple(purse - delta for purse, delta in zip(purses, bill.deltas, strict=True))
        for transfer in bill.transfers:
            pool += transfer.chips * ((transfer.payer == POOL) - (transfer.payee == POOL))
            gone = (transfer.payer == SET_ASIDE) - (transfer.payee == SET_ASIDE)
            set_aside += transfer.chips * gone
    return Table(
        variant=view.variant,
        purses=purses,
        pool=pool,
        set_aside=set_aside,
        dealer=view.dealer,
        deal_number=view.deal_number,
        stakes=view.stakes,
        belle=None if view.deal_number == 1 else view.belle,
        antes=view.antes,
    )


def infractions_of(view: ViewLike) -> tuple[Infraction, ...]:
    """What was done wrong in the deal of a view, in order."""
    misdeals = (token for _, token in view.history if token.startswith("misdeal"))
    return (
        *(Infraction("misdeal", view.dealer, token.endswith("touched")) for token in misdeals),
        *(Infraction("revoke", seat) for _, seat in view.revokes),
    )


def rebuilt(view: ViewLike, facts: Facts, world: World | None, rng: Random) -> State:
    """The state of a world (or one with a random pack, before the deal), played as it was seen."""
    variant = view.variant
    rules = variant.dealing
    table = table_of(view)
    rounds = _rounds(view)
    cuts = [[1 + int(rng.random() * 51) for token in each if token == "cut ?"] for each in rounds]
    shuffled = rounds[0][:1] == ["shuffle ?"]
    gathered = rules.gathers and view.deal_number > 1 and not shuffled
    straight = gathered and (_cut_first(view, rounds) or not rules.cutting_seats(view.dealer))
    order: Hands | None = None if world is None else _order(view, facts, world, rng)
    packs: list[list[int]] = []
    for number in reversed(range(len(rounds))):
        if number < len(rounds) - 1:  # called a misdeal
            order = _misdealt(view, rounds[number], packs[0] if rules.gathers else None, rng)
        if order is None:
            packs.insert(0, mix(list(range(52)), rng))
            continue
        pack = [0] * 52
        for row, hand in zip(_rows(variant, view.dealer), order, strict=True):
            for place, card in zip(row, hand, strict=True):
                pack[place] = card
        turn = 52 - sum(cuts[number]) % 52
        packs.insert(0, pack[turn:] + pack[:turn])
    if gathered:
        table = evolve(table, pack=tuple(packs[0]))
    if shuffled or straight or order is None:
        state = open_deal(table)
    else:  # hands given outright
        turned = view.turned if len(rounds) == 1 else _turned_last(view, order)
        if any(token.startswith("turn ") for token in rounds[0]):
            turned = None
        given = [[PACK[card] for card in hand] for hand in order[: variant.seats]]
        state = deal_given(table, given, turned)
    if not shuffled:
        # The first pack lies on the table, or was given by hand; the others are shuffled.
        packs.pop(0)
    every = [cut for each in cuts for cut in each]
    for seat, token in view.history:
        action = _action(view, facts, world, seat, token, packs, every, rng)
        state = state.after_from(seat, action)
    return state


Hands: TypeAlias = list[list[int]]


def _rounds(view: ViewLike) -> list[list[str]]:
    """What was done from each shuffle, cut or deal on: more than one after misdeals."""
    found: list[list[str]] = [[]]
    for _, token in view.history:
        found[-1].append(token)
        if token.startswith("misdeal") and not view.variant.laws.misdeal.loses_deal:
            found.append([])
    return found


def _cut_first(view: ViewLike, rounds: list[list[str]]) -> bool:
    """Whether the first pack of an unshuffled deal was offered to be cut: not hands given outright.

    A misdeal is called before the first call, so that only cuts and a turned card come before it.
    """
    if len(rounds) == 1:
        return before_deal(view) > 0
    return any(not token.startswith(("turn ", "misdeal")) for token in rounds[0])


def _misdealt(view: ViewLike, tokens: list[str], pack: list[int] | None, rng: Random) -> Hands:
    """Hands that were called a misdeal, and gathered to a pack where they were."""
    rules = view.variant.dealing
    seats = view.variant.seats
    lying = mix(list(range(52)), rng) if pack is None else pack
    eldest = (view.dealer + 1) % seats
    order = [lying[13 * place : 13 * place + 13] for place in range(4)]
    hands = [order[(seat - eldest) % seats] for seat in range(seats)] + order[seats:]
    turned = [token_read(token) for token in tokens if token.startswith("turn ")]
    if pack is None and turned and (rules.turns_from_hand or rules.turns_from_dead):
        (action,) = turned
        assert isinstance(action, TurnUp), "a turned card"
        at = view.dealer if rules.turns_from_hand else -1
        owner = next(hand for hand in hands if action.card.index in hand)
        place = owner.index(action.card.index)
        owner[place], hands[at][-1] = hands[at][-1], owner[place]
    return hands


def _turned_last(view: ViewLike, hands: Hands) -> Card | None:
    """The card that was turned with hands given outright, which a misdeal has taken back."""
    rules = view.variant.dealing
    if rules.turn is None:
        return None
    at = view.dealer if rules.turns_from_hand else -1
    return PACK[hands[at][-1]] if rules.turns_from_hand or rules.turns_from_dead else PACK[0]


def _order(view: ViewLike, facts: Facts, world: World, rng: Random) -> Hands:
    """The hands in an order in which they may have been dealt; a dead hand comes last."""
    order = [
        mix(list(bits(world.hands[seat] | world.aside[seat] | facts.played[seat])), rng)
        for seat in range(view.variant.seats)
    ]
    if world.dead:
        order.append(mix(list(bits(world.dead)), rng))
    if view.turned is not None:
        dealing = view.variant.dealing
        if dealing.turns_from_hand or dealing.turns_from_dead:
            hand = order[view.dealer if dealing.turns_from_hand else -1]
            hand.remove(view.turned.index)
            hand.append(view.turned.index)
    return order


@lru_cache(maxsize=64)
def _rows(variant: Variant, dealer: int) -> tuple[tuple[int, ...], ...]:
    """By hand, the places in the pack from which it is dealt."""
    return variant.dealing.deal(range(52), dealer)


def _action(
    view: ViewLike,
    facts: Facts,
    world: World | None,
    seat: int,
    token: str,
    packs: list[list[int]],
    cuts: list[int],
    rng: Random,
) -> Action:
    """The action of a token, with what it hides filled in."""
    if not token.endswith(HIDDEN):
        return token_read(token)
    if seat == CHANCE:
        return Shuffle(tuple(PACK[card] for card in packs.pop(0)))
    if token == "cut ?":
        return Cut(cuts.pop(0))
    assert world is not None, "what follows the cuts follows the deal"
    if token == "discard ?":
        return Discard(PACK[world.aside[seat].bit_length() - 1])
    bid = token_read(token.removesuffix(HIDDEN))
    assert isinstance(bid, Bid), "nothing else is hidden"
    suit = next(mask for other, mask in facts.laid if other == seat and _names(view, bid, mask))
    dealt = world.hands[seat] | world.aside[seat] | facts.played[seat]
    cards = tuple(bits(dealt & suit))
    return evolve(bid, card=PACK[cards[int(rng.random() * len(cards))]])


def _names(view: ViewLike, bid: Bid, suit: int) -> bool:
    trump = open_bid_of(view.variant, view_turn(view), bid).suit_choice.trump
    return trump is not None and bool(suit >> 13 * trump & 1)
