"""Tasks for the compiled packages, or for their sources, and the results as a hash.

Every function takes *modules*, those of ``cardplay``, ``search`` and ``strategy`` as attributes,
and yields results that depend on seeds alone. Between them the 52 cards go through every function,
under every trick table.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import boston_rules as br
from boston_rules.rules.trumps import BostonJack, TrickTable

__all__ = ["WORK", "free_for", "hashed", "tables"]


@cache
def tables() -> tuple[TrickTable, ...]:
    """Every trick table of every variant, and of a rule that they might have."""
    found = {}
    rules = [br.get_variant(slug).trumps for slug in br.list_variants()]
    for rule in (*rules, BostonJack(exchange="trumps"), BostonJack(exchange="turned")):
        for trump in (*br.Suit, None):
            for turned in (*br.Suit, None):
                table = rule.table(trump, turned)
                found[table.trump, table.boston] = table
    return tuple(found.values())


def order_of(modules: Any, table: TrickTable) -> Any:
    """The ranked cards of a table, as an object of these modules."""
    return modules.ranked.Ranked(
        table.suit_masks, table.power, -1 if table.trump is None else int(table.trump)
    )


def heaps(rng: random.Random, seats: int, each: int) -> list[int]:
    """Hands at random."""
    pack = rng.sample(range(52), seats * each)
    return [sum(1 << card for card in pack[at::seats]) for at in range(seats)]


def one_of(rng: random.Random, mask: int) -> int:
    """A card of a mask, as a mask."""
    return 1 << rng.choice([card for card in range(52) if mask >> card & 1])


def bits(modules: Any) -> Iterator[object]:
    """Single cards and masks of all lengths."""
    rng = random.Random(1)
    masks = [0, 2**52 - 1]
    masks += [2**card for card in range(52)] + [2**card - 1 for card in range(52)]
    masks += [rng.getrandbits(52) & rng.getrandbits(52) for _ in range(500)]
    for mask in masks:
        yield modules.bits.count_of(mask), modules.bits.top_of(mask)
    for card in range(52):
        yield modules.bits.two_to(card), modules.bits.number_of(2**card), modules.bits.BIT[card]
        for place in range(card + 1):
            yield modules.tricks.nth_bit(2 ** (card + 1) - 1, place)
    state = 1
    for _ in range(2000):
        state = modules.tricks.random_step(state)
        yield state
    yield modules.tricks.random_step(modules.tricks.LAST_STATE)


def orders(modules: Any) -> Iterator[object]:
    """Every card under every trick table: its suit, what beats it, what may be played to it."""
    rng = random.Random(2)
    for table in tables():
        order = order_of(modules, table)
        yield order.numbers, order.cards, order.lanes, order.levels, order.trumps, order.plain
        for card in range(52):
            bit = 1 << card
            yield order.suit_of(bit), order.lane_of(bit), order.above(bit), order.below(bit)
            yield order.level(bit), order.mask(bit), order.mask(rng.getrandbits(52))
            hand = rng.getrandbits(52) & rng.getrandbits(52)
            yield modules.tricks.may_play(hand, table.follow[card])
            trick = [card, *rng.sample(range(52), rng.randrange(4))]
            leader = rng.randrange(4)
            yield (leader + modules.tricks.winning_place(trick, table.power)) % 4


def deals(modules: Any) -> Iterator[object]:
    """Shuffles and deals."""
    for seed in range(300):
        yield modules.shuffling.dealt(seed, seed % 4)
        yield modules.shuffling.dealt(seed, seed % 3, 3, (3, 3, 3, 4))
        yield modules.shuffling.mix(list(range(seed % 53)), random.Random(seed))


def random_playouts(modules: Any) -> Iterator[object]:
    """Whole deals and rests of deals, from the lead and from the middle of a trick."""
    rng = random.Random(3)
    state = 1
    for table in tables():
        order = order_of(modules, table)
        for number in range(200):
            seats = 3 if number % 4 == 3 else 4
            leader = rng.randrange(seats)
            hands = heaps(rng, seats, rng.choice([13, 13, 5, 1]))
            trick: list[int] = []
            for step in range(rng.randrange(seats)):
                seat = (leader + step) % seats
                card = one_of(rng, hands[seat])
                hands[seat] ^= card
                trick.append(card.bit_length() - 1)
            record: list[int] = []
            won, state = modules.tricks.random_playout(order, hands, leader, state, trick, record)
            again = modules.tricks.random_playout(order, hands, leader, state, trick)
            yield won, state, record, again


def free_for(seat: int) -> Callable[[int, int, int, int, int, int], Sequence[int]]:
    """A play rule by which a seat need not follow suit."""

    def binds(
        actor: int, leader: int, number: int, follow: int, best: int, left: int
    ) -> Sequence[int]:
        return (follow,) if follow and actor != seat else ()

    return binds


def begun(modules: Any, order: Any, rng: random.Random) -> tuple[Any, list[int], list[int]]:
    """A deal some cards after the first lead, with the hands as dealt and as they are."""
    seats = rng.choice([4, 4, 4, 3])
    dealt = heaps(rng, seats, 13)
    hands = list(dealt)
    declarer = rng.randrange(-1, seats)
    lasts = rng.choice([0, 0, 0, 3])
    progress = modules.progress.Progress(order, seats, declarer, free_for(declarer), lasts)
    progress.lead(rng.randrange(seats))
    for _ in range(rng.randrange(12 * seats)):
        bit = one_of(rng, progress.legal(hands[progress.actor]))
        hands[progress.actor] ^= bit
        progress.play(bit)
    return progress, dealt, hands


def simple_cards(modules: Any) -> Iterator[object]:
    """One card of a simple player in all kinds of places, and what he sees."""
    rng = random.Random(4)
    for table in tables():
        order = order_of(modules, table)
        for _ in range(120):
            progress, dealt, hands = begun(modules, order, rng)
            seat, seats, declarer = progress.actor, progress.seats, progress.declarer
            side = 0 if declarer < 0 else 1 << declarer | 1 << rng.randrange(seats)
            allies = 1 << seat
            if declarer >= 0:
                allies = side if side >> seat & 1 else (1 << seats) - 1 & ~side
            known = modules.knowledge.Knowledge(order, seats, declarer)
            hidden = 2**52 - 1 & ~dealt[seat]
            hand = hands[seat]
            known.update(progress, seat, hand, progress.legal(hand), hidden, side, allies)
            if declarer >= 0 and rng.random() < 0.3:
                known.show_hand(declarer, hands[declarer])
            # Only a declarer wants an exact number.
            for aim in range(3 if declarer >= 0 else 2):
                for missing in range(-1, 4):
                    yield modules.rollout.card_for(known, aim, missing)
            yield (
                progress.void, progress.gone, progress.number, progress.winner,
                known.void, known.unseen,
            )  # fmt: skip
            yield known.beating, known.later, known.trumps_out()
            for card in range(52):
                yield known.holds_up(1 << card), known.is_master(1 << card), known.higher(1 << card)
            yield modules.ducking.most_dangerous(known, hand)


def simple_rollouts(modules: Any) -> Iterator[object]:
    """Deals that simple players finish."""
    rng = random.Random(5)
    for table in tables():
        order = order_of(modules, table)
        for number in range(120):
            progress, dealt, hands = begun(modules, order, rng)
            seats, declarer = progress.seats, progress.declarer
            aim = rng.randrange(3 if declarer >= 0 else 2)
            partner = rng.randrange(-1, seats) if declarer >= 0 else -1
            called = one_of(rng, dealt[partner]) if partner >= 0 and number % 3 == 0 else 0
            given = []
            if rng.random() < 0.3:
                given.append(one_of(rng, progress.legal(hands[progress.actor])))
            taken = [0] * seats
            taken[0] = progress.number
            players = modules.rollout.SimplePlayers(
                progress, aim, rng.randrange(4), 13, rng.choice([0, 1, 13]), called
            )
            yield players.play_out(hands, dealt, partner, taken, given)
            yield players.play_out(hands, dealt, partner, taken)
            judged = number % 15 + 1
            yield players.play_out(hands, dealt, partner, taken, given, judged)


def searches(modules: Any) -> Iterator[object]:
    """Exact answers, with the positions looked at for each."""
    rng = random.Random(8)
    for table in tables():
        order = order_of(modules, table)
        for _ in range(12):
            seats = rng.choice([4, 4, 3])
            hands = heaps(rng, seats, rng.choice([3, 4, 5]))
            leader, friends = rng.randrange(seats), rng.randrange(1, 7)
            sets = rng.random() < 0.3
            search = modules.search.Search(
                order,
                hands,
                leader,
                (),
                friends,
                rng.choice([friends, 6, rng.randrange(1, 8)]),
                sets=sets,
                watched=rng.choice([0, 0, hands[0] & -hands[0]]),
                lasts=rng.randrange(3),
                memory=rng.choice([30, 10000]),
            )
            search.obey(free_for(0), 0, [0])
            for need in range(1, 5):
                yield search.reaches(need), search.nodes
            card = one_of(rng, hands[leader]).bit_length() - 1
            yield search.reaches_by(card, 1), search.alike(card), search.nodes
            if not sets:
                yield search.most(0, 3, 1), search.nodes


def placings(modules: Any) -> Iterator[object]:
    """Counts and draws of cards in places, with suits that cannot lie somewhere and needs."""
    rng = random.Random(7)
    for number in range(150):
        places = rng.choice([2, 3, 3, 4])
        sizes = [rng.randrange(1, 12) for _ in range(places)]
        cards = sum(1 << card for card in rng.sample(range(52), sum(sizes)))
        allowed = [2**52 - 1] * places
        for _ in range(rng.randrange(4)):
            allowed[rng.randrange(places)] &= ~(0x1FFF << 13 * rng.randrange(4))
        needs = [
            (1 << rng.randrange(places), rng.getrandbits(52), number % 2, rng.choice([52, 5]))
            for _ in range(number % 3)
        ]
        placing = modules.placing.Placing(cards, allowed, sizes, needs)
        yield placing.total, placing.allowed
        if placing.total:
            draws = random.Random(number)
            for _ in range(6):
                masks = placing.draw(draws)
                yield masks, placing.admits(masks), placing.admits(masks[::-1])
            yield draws.random()


WORK: Final[dict[str, Callable[[Any], Iterator[object]]]] = {
    "bits": bits,
    "orders": orders,
    "deals": deals,
    "random playouts": random_playouts,
    "simple cards": simple_cards,
    "simple rollouts": simple_rollouts,
    "searches": searches,
    "placings": placings,
}
"""All of it, by name."""


def hashed(results: Iterator[object]) -> tuple[int, str]:
    """How many results there are, and a hash of them."""
    text = hashlib.sha256()
    number = 0
    for result in results:
        text.update(repr(result).encode())
        number += 1
    return number, text.hexdigest()
