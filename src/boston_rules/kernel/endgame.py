"""The end of a deal with all cards seen: exact results by alpha-beta search.

All cards are ranked (see :mod:`~boston_rules.kernel.ranked`).
"""

from __future__ import annotations

from collections.abc import Sequence

from boston_rules.kernel.tricks import BIT

__all__ = ["solve_avoiding", "solve_sides"]

Known = dict[tuple[tuple[int, ...], int, int], tuple[int, int]]
"""By hands, leader and tricks wanted before a trick, the least and the most the result can be."""


def solve_sides(
    hands: Sequence[int],
    leader: int,
    camp: int,
    follow: Sequence[int],
    trumps: int,
    trick: Sequence[int] = (),
    known: Known | None = None,
) -> int:
    """The tricks that the declarer's side wins from here on when both sides play perfectly.

    Args:
        hands: what each seat holds.
        leader: who leads, or has led ``trick``.
        camp: the declarer's side, as bits by seat.
        follow: by card led, the cards that follow it.
        trumps: the mask of the trumps, 0 without.
        trick: the cards of the current trick, no longer in the hands.
        known: results of positions of the same deal, kept between calls.

    >>> lanes = tuple(0x1FFF << 13 * suit for suit in range(4))
    >>> follow = tuple(lanes[card // 13] for card in range(52))
    >>> solve_sides((0b101, 0b010 | 1 << 20), 0, 0b01, follow, 0)
    2
    >>> solve_sides((0b101, 0b1010), 0, 0b01, follow, 0)
    0
    """
    total = len(trick)
    for hand in hands:
        total += hand.bit_count()
    tricks = total // len(hands)
    memory: Known = {} if known is None else known
    return _sides(list(hands), leader, camp, follow, trumps, list(trick), tricks, 0, tricks, memory)


def _sides(
    held: list[int],
    leader: int,
    camp: int,
    follow: Sequence[int],
    trumps: int,
    trick: list[int],
    left: int,
    alpha: int,
    beta: int,
    known: Known,
) -> int:
    """Tricks of the camp, exact between alpha and beta; ``left`` counts the current trick."""
    seats = len(held)
    if not trick:
        if left == 0:
            return 0
        if left == 1:
            return _last_trick(held, leader, camp, follow, trumps)
        key = (tuple(held), leader, -1)
        low, high = known.get(key, (0, left))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        value = _cards(
            held, leader, camp, follow, trumps, trick, left, max(alpha, low), min(beta, high), known
        )
        if value <= max(alpha, low):
            known[key] = (low, min(high, value)) if value > low else (low, value)
        elif value >= min(beta, high):
            known[key] = (value, high)
        else:
            known[key] = (value, value)
        return value
    if len(trick) == seats:
        winner = _winner(trick, leader, seats, follow, trumps)
        gained = camp >> winner & 1
        rest = _sides(
            held, winner, camp, follow, trumps, [], left - 1, alpha - gained, beta - gained, known
        )
        return rest + gained
    return _cards(held, leader, camp, follow, trumps, trick, left, alpha, beta, known)


def _cards(
    held: list[int],
    leader: int,
    camp: int,
    follow: Sequence[int],
    trumps: int,
    trick: list[int],
    left: int,
    alpha: int,
    beta: int,
    known: Known,
) -> int:
    seats = len(held)
    seat = (leader + len(trick)) % seats
    hand = held[seat]
    legal = hand
    if trick:
        following = hand & follow[trick[0]]
        if following:
            legal = following
    gaining = camp >> seat & 1
    live = 0
    for other in held:
        live |= other
    for card in trick:
        live |= BIT[card]
    found = -1 if gaining else 99
    for card in _different(legal, live, follow):
        held[seat] = hand ^ BIT[card]
        trick.append(card)
        value = _sides(held, leader, camp, follow, trumps, trick, left, alpha, beta, known)
        trick.pop()
        if gaining:
            if value > found:
                found = value
                if found > alpha:
                    alpha = found
        elif value < found:
            found = value
            if found < beta:
                beta = found
        if alpha >= beta:
            break
    held[seat] = hand
    return found


def _different(legal: int, live: int, follow: Sequence[int]) -> list[int]:
    """The cards that are worth different things, high ones first.

    Of two with no card of another hand between them only the higher is looked at.
    """
    found: list[int] = []
    last = -1
    while legal:
        card = legal.bit_length() - 1
        legal ^= BIT[card]
        if last >= 0 and follow[card] == follow[last]:
            between = live & (BIT[last] - 1) & ~(BIT[card] * 2 - 1)
            if not between:
                last = card
                continue
        found.append(card)
        last = card
        live &= ~BIT[card]
    return found


def _winner(
    trick: Sequence[int], leader: int, seats: int, follow: Sequence[int], trumps: int
) -> int:
    lane = follow[trick[0]]
    best = -1
    place = 0
    for at in range(len(trick)):
        card = trick[at]
        strength = -1
        if trumps & BIT[card]:
            strength = card + 64
        elif lane & BIT[card]:
            strength = card
        if strength > best:
            best = strength
            place = at
    return (leader + place) % seats


def _last_trick(
    held: Sequence[int], leader: int, camp: int, follow: Sequence[int], trumps: int
) -> int:
    seats = len(held)
    trick = [held[(leader + step) % seats].bit_length() - 1 for step in range(seats)]
    return camp >> _winner(trick, leader, seats, follow, trumps) & 1


def solve_avoiding(
    hands: Sequence[int],
    leader: int,
    victim: int,
    wanted: int,
    follow: Sequence[int],
    trick: Sequence[int] = (),
    helpers: int = 0,
    known: Known | None = None,
) -> bool:
    """Whether a declarer without trumps wins exactly ``wanted`` tricks more, all playing perfectly.

    Args:
        hands: what each seat holds.
        leader: who leads, or has led ``trick``.
        victim: the declarer.
        wanted: the tricks he must win from here on, no more and no fewer.
        follow: by card led, the cards that follow it.
        trick: the cards of the current trick, no longer in the hands.
        helpers: seats that play for the declarer, as bits.
        known: results of positions of the same deal, kept between calls.

    >>> lanes = tuple(0x1FFF << 13 * suit for suit in range(4))
    >>> follow = tuple(lanes[card // 13] for card in range(52))
    >>> solve_avoiding((0b0011, 0b1100), 0, 0, 0, follow)
    True
    >>> solve_avoiding((0b0110, 0b1001), 0, 0, 0, follow)
    False
    """
    memory: Known = {} if known is None else known
    friends = helpers | BIT[victim]
    return _avoids(list(hands), leader, victim, wanted, follow, list(trick), friends, memory)


def _avoids(
    held: list[int],
    leader: int,
    victim: int,
    wanted: int,
    follow: Sequence[int],
    trick: list[int],
    friends: int,
    known: Known,
) -> bool:
    seats = len(held)
    key = None
    if not trick:
        count = held[leader].bit_count()
        if wanted > count:
            return False
        if not count:
            return wanted == 0
        key = (tuple(held), leader, wanted)
        before = known.get(key)
        if before is not None:
            return before[0] == 1
    elif len(trick) == seats:
        winner = _winner(trick, leader, seats, follow, 0)
        if winner == victim:
            wanted -= 1
            if wanted < 0:
                return False
        return _avoids(held, winner, victim, wanted, follow, [], friends, known)
    seat = (leader + len(trick)) % seats
    hand = held[seat]
    legal = hand
    if trick:
        following = hand & follow[trick[0]]
        if following:
            legal = following
    live = 0
    for other in held:
        live |= other
    for card in trick:
        live |= BIT[card]
    hoping = bool(friends & BIT[seat])
    result = not hoping
    for card in _different(legal, live, follow):
        held[seat] = hand ^ BIT[card]
        trick.append(card)
        made = _avoids(held, leader, victim, wanted, follow, trick, friends, known)
        trick.pop()
        if made == hoping:
            result = hoping
            break
    held[seat] = hand
    if key is not None:
        known[key] = (1, 1) if result else (0, 0)
    return result
