"""What a hand is worth: tricks by counting, and the danger of taking one.

The weights are least-squares fits to thousands of random deals played out by this bot, rounded;
they go by the place of a card from the top of its suit, so that a Boston jack counts as the best
trump and the ace as the second.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from boston_rules.bots.simple.situation import Order, order_of, rows
from boston_rules.rules.trumps import TrickTable

__all__ = [
    "danger_left",
    "danger_of_row",
    "defence",
    "misere_odds",
    "odds_at_least",
    "odds_between",
    "own_of_side",
    "own_tricks",
    "side_tricks",
    "single_trick_odds",
    "support",
]

_TOPS: Final = (1.27, 1.04, 0.7, 0.5, 0.3)
"""What the best, second best ... trump adds in the declarer's hand, beside its length."""
_SUPPORT_TOPS: Final = (1.13, 0.91, 0.49, 0.3, 0.16)
"""The same in a partner's hand."""
_SPREAD: Final = 0.52
"""The scale of the error of an estimate of one's own tricks, as of a logistic distribution."""


class _PlainSuit(dict[int, tuple[int, float, float]]):
    """By the cards of a plain suit its length, and its tricks without and with long cards.

    Samplers value very many hands: every holding of a suit is worked out once.
    """

    def __init__(self, ranks: tuple[int, ...]) -> None:
        self.ranks: Final = ranks

    def __missing__(self, cards: int) -> tuple[int, float, float]:
        ace, king, queen, jack = (cards >> self.ranks[-1 - place] & 1 for place in range(4))
        length = cards.bit_count()
        tricks = 1.05 * ace
        if king and length > 1:
            tricks += 0.78
        if queen and (ace or king or length > 2):
            tricks += 0.4
        if jack and length > 2 and (ace or king or queen):
            tricks += 0.27
        found = self[cards] = length, tricks, tricks + 0.28 * max(0, length - 4)
        return found


class _TrumpSuit(dict[int, tuple[int, float]]):
    """By the cards of the trump suit their number, and their tricks by length and high cards."""

    def __init__(
        self, ranks: tuple[int, ...], base: float, each: float, tops: tuple[float, ...]
    ) -> None:
        self.ranks: Final = ranks
        self.base: Final = base
        self.each: Final = each
        self.tops: Final = tops

    def __missing__(self, cards: int) -> tuple[int, float]:
        length = cards.bit_count()
        tops = _tops(cards, self.ranks, self.tops)
        found = self[cards] = length, self.base + self.each * length + tops
        return found


class _Suits:
    """The suits of a trick table with their tricks."""

    __slots__ = ("plain", "supported", "trumps")

    def __init__(self, table: TrickTable) -> None:
        by_rank = order_of(table).by_rank
        trump = table.trump
        self.plain: Final = [
            (table.suit_masks[suit], _PlainSuit(by_rank[suit]))
            for suit in range(4)
            if suit != trump
        ]
        ranks = () if trump is None else by_rank[trump]
        self.trumps: Final = _TrumpSuit(ranks, -3.0, 0.72, _TOPS)
        self.supported: Final = _TrumpSuit(ranks, -0.4, 0.45, _SUPPORT_TOPS)


@lru_cache(maxsize=64)
def _suits(table: TrickTable) -> _Suits:
    return _Suits(table)


def _tops(hand: int, ranks: tuple[int, ...], weights: tuple[float, ...]) -> float:
    return sum(weight for place, weight in enumerate(weights) if hand >> ranks[-1 - place] & 1)


def own_tricks(hand: int, table: TrickTable, seats: int = 4, leads: bool = False) -> float:
    """Tricks that the hand can expect to win alone against all others, as declarer.

    Length and high cards of trumps, high cards and length elsewhere, ruffs of short suits; without
    trumps what the suits win when they are played from the top.

    Args:
        hand: as dealt, a mask.
        table: the trick table of the trump suit, or of no trumps.
        seats: players at the table.
        leads: the hand has the first lead; this matters without trumps.
    """
    if table.trump is None:
        return _tricks_without_trumps(hand, order_of(table), seats, leads)
    suits = _suits(table)
    trumps, tricks = suits.trumps[hand & table.suit_masks[table.trump]]
    for mask, plain in suits.plain:
        length, _, won = plain[hand & mask]
        tricks += won
        if length < 3 and trumps > 2:
            tricks += 0.4 * min(3 - length, trumps - 2)
    return tricks if seats > 3 else _FEWER[0] + _FEWER[1] * tricks


def _tricks_without_trumps(hand: int, order: Order, seats: int, leads: bool) -> float:
    """Tricks of each suit played from the top, those won before the first one is lost, and stops.

    A hand with the lead wins at least the tricks that it can win without giving it up.
    """
    expected, certain, open_suits = 1.3, 0, 0.0
    for cards in order.by_rank:
        row = [place for place, card in enumerate(cards) if hand >> card & 1]
        out = len(cards) - len(row)
        won, at_once = _from_the_top(row, len(cards), seats)
        expected += 0.57 * won + 0.24 * at_once
        if not _is_stopped(row, len(cards)):
            open_suits += out / 3
        sure = _masters(row, len(cards))
        certain += len(row) if sure >= out else sure
    expected -= 0.21 * open_suits
    if seats < 4:
        expected = _FEWER[0] + _FEWER[1] * expected
    return max(expected, float(certain)) if leads else expected


def _from_the_top(row: list[int], length: int, seats: int) -> tuple[int, int]:
    """Tricks won by a suit that is played from the top, and those won before one is lost.

    Args:
        row: the places of its cards in the suit, from low to high.
        length: cards in the suit.
        seats: players; the others beat a card with their best, or follow with their lowest.
    """
    out = [place for place in range(length) if place not in row]
    won = at_once = lost = 0
    for place in reversed(row):
        if out and out[-1] > place:
            lost += 1
            out = out[seats - 2 : -1]
        else:
            won += 1
            at_once += not lost
            out = out[seats - 1 :]
    return won, at_once


def _masters(row: list[int], length: int) -> int:
    """Cards from the top of a suit without a gap."""
    found = 0
    for place in reversed(row):
        if place != length - 1 - found:
            break
        found += 1
    return found


def _is_stopped(row: list[int], length: int) -> bool:
    """Whether a suit wins a trick when others play it from the top."""
    return any(below >= length - 1 - place for below, place in enumerate(row))


_FEWER: Final = (1.9, 0.84)
"""With three at the table a quarter of the cards lies dead."""


@lru_cache(maxsize=4096)
def support(hand: int, table: TrickTable) -> float:
    """Tricks that the hand adds to a declarer's own as his partner; 3.2 on average."""
    suits = _suits(table)
    if table.trump is None:
        return 0.9 + sum([plain[hand & mask][1] for mask, plain in suits.plain])
    trumps, tricks = suits.supported[hand & table.suit_masks[table.trump]]
    for mask, plain in suits.plain:
        length, honours, _ = plain[hand & mask]
        tricks += honours
        if length < 3:
            tricks += 0.35 * min(3 - length, trumps)
    return tricks


def defence(hand: int, table: TrickTable) -> float:
    """Tricks that the hand can expect to win against a declarer."""
    tricks = 0.2
    for mask, plain in _suits(table).plain:
        tricks += plain[hand & mask][1]
    if table.trump is not None:
        tricks += 0.8 * _tops(hand, order_of(table).by_rank[table.trump], _TOPS)
        tricks += 0.3 * max(0, (hand & table.suit_masks[table.trump]).bit_count() - 2)
    return tricks


_SIDE: Final = (4.6, 0.69)
"""Tricks of two partners of whom one hand is known: a part for both, and a part of that hand."""


def side_tricks(own: float) -> float:
    """Tricks to be expected of a hand with that of a fixed partner, which is not known."""
    return _SIDE[0] + _SIDE[1] * own


def own_of_side(tricks: float) -> float:
    """The tricks of a hand's own with which its side is expected to win so many."""
    return (tricks - _SIDE[0]) / _SIDE[1]


def odds_at_least(tricks: float, mean: float, spread: float = _SPREAD) -> float:
    """How likely a hand wins so many tricks or more when ``mean`` are expected.

    >>> round(odds_at_least(5, 4.5), 2), round(odds_at_least(5, 6), 2)
    (0.5, 0.95)
    """
    return 1 / (1 + math.exp(-(mean - tricks + 0.5) / spread))


# Danger: what a hand is worth that must not win.

_RATES: Final = (0.45, 0.25, 0.2, 0.12)


def danger_of_row(row: list[int], order: Order, unseen: int) -> float:
    """How likely a suit held (cards from low to high) takes a trick against its holder's will.

    The nth lowest card is safe while few of the cards below it are in other hands, and each round
    of the suit uses up some of them.
    """
    total = 0.0
    for place, card in enumerate(row[:4]):
        lower = (order.below[card] & unseen).bit_count()
        if lower > 2 + place and order.above[card] & unseen | order.below[card] & unseen:
            total += _RATES[place] * (lower - 2 - place)
    return total


@lru_cache(maxsize=4096)
def danger_left(hand: int, table: TrickTable, discards: int, pack: int) -> float:
    """The danger of a hand as dealt after its most dangerous cards are discarded."""
    order = order_of(table)
    suits = rows(hand, order)
    unseen = pack & ~hand
    for _ in range(discards):
        _, suit = max(
            (danger_of_row(row, order, unseen) - danger_of_row(row[:-1], order, unseen), suit)
            for suit, row in enumerate(suits)
        )
        del suits[suit][-1:]
    return sum(danger_of_row(row, order, unseen) for row in suits)


def misere_odds(
    hand: int, table: TrickTable, *, pack: int, discards: int, exposed: bool, leads: bool
) -> float:
    """How likely a hand wins no trick at all.

    Args:
        hand: as dealt, a mask.
        table: the trick table.
        pack: the cards of the game, a mask.
        discards: cards laid aside before the first lead.
        exposed: the hand is laid on the table.
        leads: the hand has the first lead.
    """
    logit = 2.5 - 2.5 * math.sqrt(danger_left(hand, table, discards, pack)) - 0.45 * leads
    if exposed:
        logit -= 0.7 if discards else 0.4
    elif not discards:
        logit -= 0.45
    return 1 / (1 + math.exp(-logit))


def single_trick_odds(
    hand: int, table: TrickTable, *, pack: int, discards: int, exposed: bool, leads: bool
) -> float:
    """How likely a hand wins exactly one trick: a high card and nothing else that is dangerous.

    Arguments as for :func:`misere_odds`.
    """
    order = order_of(table)
    found = [danger_left(hand, table, discards, pack) + 3]
    for suit in order.by_rank:
        for cost, card in enumerate(reversed(suit[-4:])):
            if hand >> card & 1:
                found.append(0.5 * cost + danger_left(hand & ~(1 << card), table, discards, pack))
                break
    logit = 0.55 - 0.6 * min(found) - 0.3 * exposed - 0.55 * leads
    return 1 / (1 + math.exp(-logit))


def odds_between(
    hand: int,
    table: TrickTable,
    fewest: int,
    most: int,
    *,
    pack: int,
    discards: int,
    exposed: bool,
    leads: bool,
    own: float,
) -> float:
    """How likely a hand that plays for it wins from ``fewest`` to ``most`` tricks.

    The tricks that it may win are taken to be won by its most dangerous cards.

    Args:
        hand: as dealt, a mask.
        table: the trick table.
        fewest: tricks that it must win.
        most: tricks that it may win.
        pack: the cards of the game, a mask.
        discards: cards laid aside before the first lead.
        exposed: the hand is laid on the table.
        leads: the hand has the first lead.
        own: the tricks that it can expect when it plays for as many as it can.
    """
    few = misere_odds(
        hand, table, pack=pack, discards=discards + most, exposed=exposed, leads=leads
    )
    return few * odds_at_least(fewest, own) if fewest else few
