"""What a player works out from his view before he plays a card or lays one aside, on integers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from boston_rules import PACK, Action, Play, View, parse_action
from boston_rules.cardplay.progress import Progress
from boston_rules.cardplay.ranked import Ranked
from boston_rules.cards import FULL_PACK, bits, mask_of
from boston_rules.rules.trumps import TrickTable, ranked
from boston_rules.strategy.knowledge import Knowledge

__all__ = [
    "Order",
    "Situation",
    "mask_of",
    "order_of",
    "rows",
    "shown_voids",
    "side_of",
    "unknown_card",
]

_PLAY: Final = "play "
_HIDDEN: Final = "?"


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


def unknown_card(view: View) -> int | None:
    """The card whose holder is the declarer's partner, where the partner rule has one."""
    rule, contract = view.variant.partners, view.contract
    if rule is None or contract is None or not view.variant.ladder[contract.key].partnered:
        return None
    said = []
    for _, token in view.history:
        if token.startswith(_PLAY):
            break
        if not token.endswith(_HIDDEN):
            said.append(token)
    return rule.unknown_card(_actions(tuple(said)))


@lru_cache(maxsize=1024)
def _actions(tokens: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(map(parse_action, tokens))


def side_of(view: View) -> int:
    """The seats known to be of the declarer's side, as bits; 0 without a contract.

    The holder of a called card knows that he is the partner; the others learn it when it is played.
    """
    contract = view.contract
    if contract is None:
        return 0
    side = 1 << contract.declarer
    if contract.partner is not None:
        return side | 1 << contract.partner
    card = unknown_card(view)
    if card is None:
        return side
    if PACK[card] in view.dealt and view.seat is not None:
        side |= 1 << view.seat
    play = f"{_PLAY}{PACK[card]}"
    for player, shown in view.history:
        if shown == play:
            side |= 1 << player
    return side


def shown_voids(view: View) -> int:
    """The suits that seats are known to be out of where players may err, four bits a suit.

    There a card of another suit proves nothing: it may be a revoke.
    """
    return sum(1 << 4 * suit + seat for seat, suits in enumerate(view.voids) for suit in suits)


class Situation:
    """The table as one seat sees it when it is to play a card, or to lay one aside."""

    __slots__ = ("hand", "known", "order", "table")

    def __init__(self, view: View, seat: int) -> None:
        contract, seats = view.contract, view.variant.seats
        trump = None if contract is None else contract.trump
        self.table: TrickTable = view.variant.trumps.table(
            trump, None if view.turned is None else view.turned.suit
        )
        self.order: Ranked = ranked(self.table)
        self.hand: int = view.hand.mask
        declarer = -1 if contract is None else contract.declarer
        free = 0 if contract is None else view.variant.ladder[contract.key].free_tricks
        progress = Progress(self.order, seats, declarer, free)
        numbers = self.order.numbers
        for trick in view.tricks:
            progress.lead(trick.leader)
            for card in trick.cards:
                progress.play(1 << numbers[card.index])
        progress.lead(seat if view.leader is None else view.leader)
        for card in view.trick:
            progress.play(1 << numbers[card.index])
        if view.variant.table_law is not None:
            progress.void = shown_voids(view)
        side = side_of(view)
        if contract is None:
            allies = 1 << seat
        elif side >> seat & 1:
            allies = side
        else:
            allies = (1 << seats) - 1 & ~side
        playable = mask_of(action.card.index for action in view.lawful if isinstance(action, Play))
        self.known: Knowledge = Knowledge(self.order, seats, declarer)
        """The same on ranked cards."""
        self.known.update(
            progress,
            seat,
            self.order.mask(self.hand),
            progress.legal(self.order.mask(playable)),
            self.order.mask(FULL_PACK & ~view.dealt.mask),
            side,
            allies,
        )
        for open_seat, cards in view.exposed:
            self.known.show_hand(open_seat, self.order.mask(cards.mask))

    def row(self, suit: int, mask: int) -> list[int]:
        """The cards of a mask that are of a suit, from low to high."""
        order = self.order
        return [order.cards[number] for number in bits(order.mask(mask) & order.lanes[suit])]
