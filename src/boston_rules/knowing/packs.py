"""What lies face down before the cards are in the hands: packs, cuts, hands that were misdealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from boston_rules.core.actions import Cut, Misdeal, Shuffle, TurnCut, TurnUp, shuffle_of
from boston_rules.core.cardplay.bits import indices
from boston_rules.core.cards import Cards, mask_of, mix
from boston_rules.core.events import Event, Events, event_of, showing
from boston_rules.core.hidden import HOLE
from boston_rules.deal.dealing import masks_of
from boston_rules.deal.table import Table, clockwise
from boston_rules.knowing.presorted import Presorted, draw_presorted
from boston_rules.rules.dealing import DealingRule

__all__ = ["Hands", "Lying", "cuts_of_sorted", "lay_out"]

Hands: TypeAlias = list[list[int]]
"""By hand, a dead one last, the cards in the order received."""


class Lying(NamedTuple):
    """The packs of a deal, and what has happened with them, without holes."""

    table: Table
    pack: tuple[int, ...]
    """The pack that is dealt, after the cuts."""
    still: tuple[int, ...]
    """The other one, after it was cut for the card turned; nothing where there is none yet."""
    events: Events
    """What has happened until the cards were dealt and turned."""
    order: Hands | None
    """The hands in an order in which they were received; ``None`` before the deal."""
    hands: tuple[int, ...] | None
    """Those of the players as masks."""


class _Round(NamedTuple):
    """A pack from where it lay ready to where its cards were dealt, or are to be."""

    pack: tuple[int, ...]
    cuts: list[int]
    hands: Hands | None

    @property
    def after(self) -> tuple[int, ...]:
        """The pack after the cuts."""
        at = sum(self.cuts) % len(self.pack)
        return self.pack[at:] + self.pack[:at]


def lay_out(
    table: Table,
    events: Events,
    order: Hands | None,
    rng: Random,
    deals: Presorted | None,
) -> Lying:
    """Packs, cuts and misdealt hands that fit what a viewer has seen; any that do.

    Args:
        table: the table, with holes for packs that were not shuffled for this deal.
        events: what the viewer has seen of the shuffles, cuts and deals.
        order: the hands that were dealt in the end; ``None`` where the cards are not dealt yet.
        rng: draws what is open.
        deals: how the hands came out of packs that were sorted, where that was drawn.

    Raises:
        ValueError: the hands cannot have been dealt from a pack that was sorted.
    """
    told = _rounds(events)
    if not table.variant.dealing.sorts_misdeal or len(told) == 1:
        rounds = _gathered_rounds(table, told, order, rng)
    elif order is None:
        rounds = _sorted_forwards(table, told, rng)
    else:
        rounds = _sorted_rounds(table, told, order, deals, rng)
    rules = table.variant.dealing
    two = rules.packs > 1
    still, turn_cuts = _still_pack(table, events, rng) if two else ((), [])
    shuffles = [
        each.pack
        for each, said in zip(rounds, told, strict=True)
        if any(isinstance(event.action, Shuffle) for event in said)
    ]
    if two:  # neither is shuffled twice
        shuffles = [still] if table.pack or events[0].shows.dealt else [rounds[0].pack, still]
    cuts = [cut for each in rounds for cut in each.cuts]
    hands = [masks_of(each.hands, rules) for each in rounds if each.hands is not None]
    made = tuple(_filled(events, shuffles, cuts, turn_cuts, hands, rules.pack.mask))
    shuffled = sum(isinstance(event.action, Shuffle) for event in events)
    lies_there = bool(table.still) or (two and shuffled == len(shuffles))
    if table.pack is HOLE:
        table = table.lying(rounds[0].pack, table.still, table.viewer)
    if table.still is HOLE:
        table = table.lying(table.pack, still, table.viewer)
    at = sum(turn_cuts) % len(still) if still else 0
    lying = still[at:] + still[:at] if lies_there else ()
    last = rounds[-1]
    return Lying(table, last.after, lying, made, last.hands, hands[-1] if last.hands else None)


def _rounds(events: Events) -> list[list[Event]]:
    """What was done from each shuffle, cut or deal on: more than one after misdeals."""
    found: list[list[Event]] = [[]]
    for event in events:
        found[-1].append(event)
        if isinstance(event.action, Misdeal):
            found.append([])
    return found


def _filled(
    events: Events,
    shuffles: Sequence[Sequence[int]],
    cuts: Sequence[int],
    turn_cuts: Sequence[int],
    hands: Sequence[tuple[int, ...]],
    cards: int,
) -> Iterator[Event]:
    """Events without holes.

    Args:
        events: what the viewer has seen.
        shuffles: the packs that are shuffled, in order.
        cuts: the cuts of the pack that is dealt, in order.
        turn_cuts: those of the still pack.
        hands: those of the players of each deal, as masks.
        cards: those of a pack, as a mask.
    """
    packs, of_pack, of_still, dealt = iter(shuffles), iter(cuts), iter(turn_cuts), iter(hands)
    for event in events:
        action, shows = event.action, event.shows
        if isinstance(action, Shuffle):
            action = shuffle_of(next(packs), cards)
        elif isinstance(action, Cut):
            action = Cut(next(of_pack))
        elif isinstance(action, TurnCut):
            action = TurnCut(next(of_still))
        if shows.dealt:
            shows = showing(shows, dealt=Cards.of_masks(next(dealt)))
        yield event_of(event.seat, action, shows)


# The pack that is dealt.


def _gathered_rounds(
    table: Table, told: list[list[Event]], order: Hands | None, rng: Random
) -> list[_Round]:
    """From the last round back, each pack that of the hands that were misdealt before."""
    found: list[_Round] = []
    hands = order
    for number in reversed(range(len(told))):
        before = told[number - 1] if number else None
        found.insert(0, _round_of(table, told[number], hands, before, rng))
        if before is not None:
            hands = _misdealt(table, before, found[0].pack, rng)
    return found


def _drawn_cuts(table: Table, told: list[Event], rng: Random) -> list[int]:
    numbers = table.variant.dealing.cuts
    return [
        numbers[int(rng.random() * len(numbers))] for event in told if isinstance(event.action, Cut)
    ]


def _round_of(
    table: Table, told: list[Event], hands: Hands | None, before: list[Event] | None, rng: Random
) -> _Round:
    """A pack that gives these hands, before it was cut, and the cuts."""
    dealing = table.variant.dealing
    size = len(dealing.pack)
    cuts = _drawn_cuts(table, told, rng)
    if hands is None:
        return _Round(tuple(mix(list(dealing.order), rng)), cuts, None)
    pack = table.undealt(hands)
    last = None if before is None else _turned_from_hand(table, before)
    if last is not None and table.gathers and cuts:
        # The card that was turned before the hands were gathered lies at the bottom.
        rest = sum(cuts[1:])
        cuts[0] = (size - 1 - pack.index(last) - rest) % size or size
        if cuts[0] == size:
            cuts[0], cuts[-1] = 1, (cuts[-1] - 1) % size or size - 1
    turn = size - sum(cuts) % size
    return _Round(pack[turn:] + pack[:turn], cuts, hands)


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


def _misdealt(table: Table, told: list[Event], pack: tuple[int, ...], rng: Random) -> Hands:
    """Hands that were called a misdeal, and gathered to the pack that was dealt next."""
    rules, seats = table.variant.dealing, table.variant.seats
    gathered = table.gathers
    lying = list(pack) if gathered else mix(list(rules.order), rng)
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


# A pack that was gathered from sorted hands.


def cuts_of_sorted(table: Table, events: Events) -> tuple[int, ...]:
    """How often the pack was cut for each deal from sorted hands, first to last."""
    if not table.variant.dealing.sorts_misdeal:
        return ()
    return _cuts_in(_rounds(events)[1:])


def _cuts_in(told: Sequence[Sequence[Event]]) -> tuple[int, ...]:
    return tuple([sum(isinstance(event.action, Cut) for event in each) for each in told])


def _sorted_rounds(
    table: Table, told: list[list[Event]], order: Hands, deals: Presorted | None, rng: Random
) -> list[_Round]:
    """The rounds of a deal that was dealt again, each time from sorted hands.

    Args:
        table: whose deal it is.
        told: what was seen of each round.
        order: the hands in the end.
        deals: how these came out of the packs; ``None`` where that is to be found.
        rng: draws what is open.

    Raises:
        ValueError: no sorted packs are found that give the hands.
    """
    counts, rules = _cuts_in(told[1:]), table.variant.dealing
    if deals is None:
        deals = draw_presorted(table, [mask_of(hand) for hand in order], counts, rng)
    if deals is None:
        raise ValueError("no pack that was sorted gives these hands")
    first = [mix(list(indices(hand)), rng) for hand in deals.gathered[0]]
    found = [_round_of(table, told[0], first, None, rng)]
    for rotation, gathered, count in zip(deals.rotations, deals.gathered, counts, strict=True):
        cuts = _cuts_to(rotation, count, rules, rng)
        made = _Round(_sorted_pack(table, gathered), cuts, None)
        found.append(made._replace(hands=[list(hand) for hand in table.dealt(made.after)]))
    return found


def _sorted_forwards(table: Table, told: list[list[Event]], rng: Random) -> list[_Round]:
    """Where the cards are not dealt yet nothing is known of them."""
    found: list[_Round] = []
    pack = tuple(mix(list(table.variant.dealing.order), rng))
    for each in told:
        made = _Round(pack, _drawn_cuts(table, each, rng), None)
        hands = [list(hand) for hand in table.dealt(made.after)]
        found.append(made._replace(hands=hands))
        pack = _sorted_pack(table, [mask_of(hand) for hand in hands])
    found[-1] = found[-1]._replace(hands=None)
    return found


def _sorted_pack(table: Table, hands: Sequence[int]) -> tuple[int, ...]:
    """The pack of misdealt hands, a dead one last."""
    seats = clockwise(table.eldest, table.variant.seats)
    placed = [*(hands[seat] for seat in seats), *hands[len(seats) :]]
    return tuple([card for hand in placed for card in reversed(indices(hand))])


def _cuts_to(at: int, count: int, rules: DealingRule, rng: Random) -> list[int]:
    """So many cuts that together move ``at`` cards from the top, as they can."""
    while count:
        cuts = [rules.cuts[int(rng.random() * len(rules.cuts))] for _ in range(count - 1)]
        last = (at - sum(cuts)) % len(rules.pack)
        if last in rules.cuts:
            return [*cuts, last]
    return []


# The still pack.


def _still_pack(table: Table, events: Events, rng: Random) -> tuple[tuple[int, ...], list[int]]:
    """A pack from which the cards were turned that were, before its first cut, and the cuts."""
    rules = table.variant.dealing
    turned = [
        event.shows.turned.index
        for event in events
        if isinstance(event.action, TurnCut) and event.shows.turned is not None
    ]
    while True:
        pack = tuple(mix(list(rules.order), rng))
        cuts, at = [], 0
        for card in turned:
            cuts.append((pack.index(card) - at) % len(pack))
            at += cuts[-1]
        if all(cut in rules.cuts for cut in cuts):
            return pack, cuts
