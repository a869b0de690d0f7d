"""What a player works out from his view before he plays a card or lays one aside, on integers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from boston_rules import State
from boston_rules.bots.simple.contracts import table_of
from boston_rules.bots.strategy.knowledge import Knowledge
from boston_rules.core.cardplay.progress import Progress
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cards import bits, mask_of
from boston_rules.deal.terms import terms_of
from boston_rules.rules.trumps import TrickTable, ranked

__all__ = ["Order", "Situation", "order_of", "progress_of", "rows"]


class Order:
    """Which cards stand above and below each card in its suit, for one trick table."""

    __slots__ = ("above", "below", "by_rank", "table")

    def __init__(self, table: TrickTable) -> None:
        self.table: TrickTable = table
        above, below = [], []
        for card in range(52):
            power = table.power[card]
            suit = table.suit_masks[table.suit_of[card]]
            above.append(mask_of(c for c in bits(suit) if power[c] > power[card]))
            below.append(mask_of(c for c in bits(suit) if power[c] < power[card]))
        self.above: Final[tuple[int, ...]] = tuple(above)
        """``above[card]``: the cards of its suit that beat it."""
        self.below: Final[tuple[int, ...]] = tuple(below)
        """``below[card]``: the cards of its suit that it beats."""
        self.by_rank: Final = tuple(
            tuple(sorted(bits(mask), key=lambda card: table.power[card][card]))
            for mask in table.suit_masks
        )
        """The cards of each suit from low to high."""


@lru_cache(maxsize=64)
def order_of(table: TrickTable) -> Order:
    """The order of the cards under a trick table."""
    return Order(table)


def rows(hand: int, order: Order) -> tuple[list[int], ...]:
    """The cards of a hand by suit, each from low to high."""
    return tuple([card for card in suit if hand >> card & 1] for suit in order.by_rank)


def progress_of(view: State, order: Ranked, *, begun: bool = True) -> Progress:
    """How far the deal of a view has been played, in ranked numbers.

    Args:
        view: of a deal whose auction is over.
        order: the numbers.
        begun: whether the cards that were played are counted.
    """
    contract, play, variant = view.contract, view.play, view.variant
    declarer = -1 if contract is None else contract.declarer
    binding = None if contract is None else terms_of(variant, contract).binding
    if binding is None:
        progress = Progress(order, variant.seats, declarer)
    else:
        binds, watched = binding.numbered(order.numbers, order.cards), order.mask(binding.watched)
        progress = Progress(order, variant.seats, declarer, binds, binding.lasts, watched)
    if play is None:
        return progress
    if not begun:
        progress.lead(play.done[0][0] if play.done else play.leader)
        return progress
    for leader, cards, _ in (*play.done, (play.leader, play.played, -1)):
        progress.lead(leader)
        for card in cards:
            progress.play(1 << order.numbers[card])
    if not play.strict:
        # A card of another suit proves nothing: it may be a revoke.
        progress.void = sum(
            1 << 4 * suit + seat for seat, suits in enumerate(view.voids) for suit in suits
        )
    return progress


class Situation:
    """The table as one seat sees it when it is to play a card, or to lay one aside.

    Args:
        view: what it sees.
        seat: whose view it is.
        playable: the cards that it may play, as a mask.
    """

    __slots__ = ("hand", "known", "order", "table")

    def __init__(self, view: State, seat: int, playable: int = 0) -> None:
        contract, seats = view.contract, view.variant.seats
        self.table: TrickTable = table_of(view, None if contract is None else contract.trump)
        self.order: Ranked = ranked(self.table)
        self.hand: int = view.hand.mask
        side = 0 if contract is None else sum(1 << member for member in contract.side)
        if contract is None:
            allies = 1 << seat
        elif side >> seat & 1:
            allies = side
        else:
            allies = (1 << seats) - 1 & ~side
        progress = progress_of(view, self.order)
        self.known: Knowledge = Knowledge(self.order, seats, progress.declarer)
        """The same on ranked cards."""
        self.known.update(
            progress,
            seat,
            self.order.mask(self.hand),
            self.order.mask(playable),
            self.order.mask(view.variant.dealing.pack.mask & ~view.dealt.mask),
            side,
            allies,
        )
        for open_seat, cards in view.exposed:
            self.known.show_hand(open_seat, self.order.mask(cards.mask))

    def row(self, suit: int, mask: int) -> list[int]:
        """The cards of a mask that are of a suit, from low to high."""
        order = self.order
        return [order.cards[number] for number in bits(order.mask(mask) & order.lanes[suit])]
