"""Law 3: all cards, and all chips."""

from __future__ import annotations

from typing import Any

from boston_rules.core.cards import PACK, bits, mask_of
from boston_rules.core.hidden import HOLE
from boston_rules.core.transfers import POOL, SET_ASIDE, Account
from boston_rules.deal.questions.question import discards_of
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.walks import Position, Walk

__all__ = ["check_conservation"]


@by_variant
def check_conservation(variant: Variant, walk: Walk) -> None:
    """Cards and chips are the same in every state of a walk.

    Each seat's cards are those it was dealt, less what it has played or laid aside; together with
    them they are the pack. Purses, pool and set-aside add up to the chips everybody started with;
    every bill is balanced and is what its transfers say; after the last deal the pool is empty.

    Raises:
        LawBroken: law 3.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    chips = variant.session.starting_chips * variant.seats
    for position in walk.positions:
        state = position.state
        for what in (_cards(state), _chips(state, chips), _bill(state, position, walk)):
            if what:
                raise LawBroken(Law.CONSERVATION, what, walk.variant, walk, position)


def _shown(mask: int) -> str:
    return " ".join(str(PACK[card]) for card in bits(mask)) or "nothing"


def _lying(state: State, seats: int) -> tuple[list[int], str]:
    """By seat, the cards that lie in tricks or aside, as masks, and which of them lies there twice.

    What was played may have been taken back, so that the actions do not tell.
    """
    rows = [(trick.leader, trick.cards) for trick in state.tricks]
    if state.leader is not None:
        rows.append((state.leader, state.trick))
    lying = [
        ((leader + place) % seats, card.index)
        for leader, cards in rows
        for place, card in enumerate(cards)
    ]
    lying += discards_of(state.said)
    gone = [0] * seats
    seen = 0
    for seat, card in lying:
        if seen >> card & 1:
            return gone, f"{PACK[card]} played or laid aside twice"
        seen |= 1 << card
        gone[seat] |= 1 << card
    return gone, ""


def _cards(state: State) -> str:
    if state.deal is None:
        return _packs(state.variant, getattr(state, "pack", ()), getattr(state, "still", ()))
    seen = 0
    for hand in state.deal.hands:
        if seen & hand:
            return f"{_shown(seen & hand)} dealt twice"
        seen |= hand
    what = _packs(state.variant, state.deal.still)
    if what:
        return what
    dead, pack = mask_of(state.deal.dead), state.variant.dealing.pack.mask
    if seen & dead or seen | dead != pack:
        return f"{_shown(pack ^ (seen ^ dead))} not dealt, or dealt twice"
    gone, twice = _lying(state, len(state.deal.hands))
    if twice:
        return twice
    for seat, held in enumerate(state.hands):
        if held.mask & gone[seat]:
            return f"seat {seat} still holds {_shown(held.mask & gone[seat])} after playing it"
        if held.mask | gone[seat] != state.deal.hands[seat]:
            lost = state.deal.hands[seat] ^ (held.mask | gone[seat])
            return f"seat {seat} has lost or gained {_shown(lost)}"
    if isinstance(state, Settled):
        gathered = state.gathered
        if gathered is HOLE or sorted(gathered) != [*state.variant.dealing.order]:
            return f"the pack gathered has the cards {gathered}"
    return ""


def _packs(variant: Variant, *packs: Any) -> str:
    """Packs that are there have each card once."""
    for pack in packs:
        if pack and sorted(pack) != [*variant.dealing.order]:
            return f"a pack has the cards {pack}"
    return ""


def _chips(state: State, chips: int) -> str:
    table = state.table
    if table.chips != chips:
        return f"{table.chips} chips in purses, pool and set-aside, not {chips}"
    if table.pool < 0 or table.set_aside < 0:
        return f"pool {table.pool} and set-aside {table.set_aside} cannot be below 0"
    return ""


def _bill(state: State, position: Position, walk: Walk) -> str:
    bill = state.settlement
    if bill is None:
        return ""
    before = walk.states[position.deal][0].table
    balance: dict[Account, int] = dict.fromkeys(range(len(before.purses)), 0)
    balance[POOL], balance[SET_ASIDE] = before.pool, before.set_aside
    for transfer in bill.transfers:
        if transfer.chips <= 0 or transfer.payer == transfer.payee:
            return f"a bill has no such transfer: {transfer}"
        balance[transfer.payer] -= transfer.chips
        balance[transfer.payee] += transfer.chips
    billed = tuple(balance[seat] for seat in range(len(before.purses)))
    if (billed, balance[POOL], balance[SET_ASIDE]) != (bill.deltas, bill.pool, bill.set_aside):
        return f"the transfers do not add up to the bill:\n{bill.explain()}"
    after = tuple(purse + delta for purse, delta in zip(before.purses, bill.deltas, strict=True))
    table = state.table
    if (after, bill.pool, bill.set_aside) != (table.purses, table.pool, table.set_aside):
        return f"purses {table.purses} are not what the bill makes of {before.purses}"
    if getattr(state, "session_over", False) and (bill.pool or bill.set_aside):
        return f"{bill.pool} chips in the pool, {bill.set_aside} set aside after the last deal"
    return ""
