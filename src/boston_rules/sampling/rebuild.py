"""From a view and a world to a full state: the deal is played again from its cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from attrs import evolve, frozen

from boston_rules.actions import Action, Bid, Cut, Discard, Shuffle
from boston_rules.calls import open_bid_of
from boston_rules.cards import PACK, bits, mix
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

__all__ = ["World", "rebuilt", "table_of"]


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


def rebuilt(view: ViewLike, facts: Facts, world: World | None, rng: Random) -> State:
    """The state of a world (or one with a random pack, before the deal), played as it was seen."""
    rules = view.variant.dealing
    table = table_of(view)
    tokens = view.history
    cuts = [1 + int(rng.random() * 51) for _, token in tokens if token == "cut ?"]
    shuffled = bool(tokens) and tokens[0][1] == "shuffle ?"
    gathered = rules.gathers and view.deal_number > 1 and not shuffled
    straight = gathered and bool(before_deal(view) or not rules.cutting_seats(view.dealer))
    if world is None:
        pack = mix(list(range(52)), rng)
        before = pack
        straight = gathered
    else:
        order = _order(view, facts, world, rng)
        pack = [0] * 52
        for row, hand in zip(_rows(view.variant, view.dealer), order, strict=True):
            for place, card in zip(row, hand, strict=True):
                pack[place] = card
        turn = 52 - sum(cuts) % 52
        before = pack[turn:] + pack[:turn]
    if gathered:
        table = evolve(table, pack=tuple(before))
    if shuffled or straight or world is None:
        state = open_deal(table)
    else:  # hands given outright
        turned = view.turned
        if any(token.startswith("turn ") for _, token in tokens):
            turned = None
        given = [[PACK[card] for card in hand] for hand in order[: view.variant.seats]]
        state = deal_given(table, given, turned)
    for seat, token in tokens:
        state = state.after(_action(view, facts, world, seat, token, before, cuts, rng))
    return state


def _order(view: ViewLike, facts: Facts, world: World, rng: Random) -> list[list[int]]:
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
    pack: Sequence[int],
    cuts: list[int],
    rng: Random,
) -> Action:
    """The action of a token, with what it hides filled in."""
    if not token.endswith(HIDDEN):
        return token_read(token)
    if seat == CHANCE:
        return Shuffle(tuple(PACK[card] for card in pack))
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
