"""What a player works out from his view before he plays a card: on integers, once a turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from boston_rules import Play, View, parse_card
from boston_rules.cards import FULL_PACK, bits, mask_of
from boston_rules.rules.trumps import TrickTable

__all__ = ["Order", "Sight", "mask_of", "order_of", "rows", "side_of"]

_CALL: Final = "call "


class Order:
    """Which cards stand above and below each card in its suit, for one trick table."""

    __slots__ = ("above", "below", "by_rank", "table")

    def __init__(self, table: TrickTable) -> None:
        self.table = table
        above, below = [], []
        for card in range(52):
            power = table.power[card]
            suit = table.suit_masks[table.suit_of[card]]
            above.append(mask_of(c for c in bits(suit) if power[c] > power[card]))
            below.append(mask_of(c for c in bits(suit) if power[c] < power[card]))
        self.above: Final = tuple(above)
        """``above[card]``: the cards of its suit that beat it."""
        self.below: Final = tuple(below)
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


def side_of(view: View) -> set[int]:
    """The seats known to be of the declarer's side; empty without a contract.

    The holder of a called card knows that he is the partner; the others learn it when it is played.
    """
    contract = view.contract
    if contract is None:
        return set()
    side = {contract.declarer}
    if contract.partner is not None:
        side.add(contract.partner)
        return side
    for seat, token in view.history:
        if seat == contract.declarer and token.startswith(_CALL):
            called = parse_card(token.removeprefix(_CALL))
            if called in view.dealt and view.seat is not None:
                side.add(view.seat)
            play = f"play {called}"
            side.update(player for player, shown in view.history if shown == play)
    return side


class Sight:
    """The table as one seat sees it when it is to play a card."""

    __slots__ = (
        "allies",
        "best",
        "declarer",
        "exposed",
        "hand",
        "later",
        "leader",
        "legal",
        "order",
        "played",
        "seat",
        "seats",
        "side",
        "table",
        "trump",
        "unseen",
        "view",
        "void",
        "winner",
    )

    def __init__(self, view: View, seat: int) -> None:
        contract = view.contract
        self.view = view
        self.seat = seat
        self.seats = view.variant.seats
        trump = None if contract is None else contract.trump
        turned = None if view.turned is None else view.turned.suit
        self.table = view.variant.trumps.table(trump, turned)
        self.trump = trump
        self.order = order_of(self.table)
        self.hand = view.hand.mask
        self.played = [card.index for card in view.trick]
        self.leader = seat if view.leader is None else view.leader
        self.declarer = None if contract is None else contract.declarer
        self.side = side_of(view)
        if contract is None:
            self.allies = {seat}
        elif seat in self.side:
            self.allies = self.side
        else:
            self.allies = set(range(self.seats)) - self.side
        self.exposed = {open_seat: cards.mask for open_seat, cards in view.exposed}
        self._look_back()
        self.later = [
            (self.leader + step) % self.seats for step in range(len(self.played) + 1, self.seats)
        ]
        """Who plays to this trick after this seat, in order."""
        self.best: int | None = None
        """The card that is winning the trick."""
        self.winner: int | None = None
        """Whose card that is."""
        if self.played:
            power = self.table.power[self.played[0]]
            self.best = max(self.played, key=power.__getitem__)
            self.winner = (self.leader + self.played.index(self.best)) % self.seats
        self.legal = self._playable()

    def _look_back(self) -> None:
        """Cards not seen yet, and the suits each seat has shown not to hold (bits by suit)."""
        suit_of = self.table.suit_of
        seen = self.view.dealt.mask
        void = [0] * self.seats
        free = self._free_tricks()
        for number, trick in enumerate(self.view.tricks):
            led = suit_of[trick.cards[0].index]
            for step, card in enumerate(trick.cards):
                seen |= 1 << card.index
                if suit_of[card.index] != led:
                    player = (trick.leader + step) % self.seats
                    if number >= free or player != self.declarer:
                        void[player] |= 1 << led
        for step, index in enumerate(self.played):
            seen |= 1 << index
            if suit_of[index] != suit_of[self.played[0]]:
                player = (self.leader + step) % self.seats
                if len(self.view.tricks) >= free or player != self.declarer:
                    void[player] |= 1 << suit_of[self.played[0]]
        self.unseen = FULL_PACK & ~seen
        for player, mask in self.exposed.items():
            for suit, lane in enumerate(self.table.suit_masks):
                if not mask & lane:
                    void[player] |= 1 << suit
        for suit, lane in enumerate(self.table.suit_masks):
            if not self.unseen & lane:
                for player in range(self.seats):
                    if player != self.seat:
                        void[player] |= 1 << suit
        self.void = void

    def _free_tricks(self) -> int:
        contract = self.view.contract
        return 0 if contract is None else self.view.variant.ladder[contract.key].free_tricks

    def _playable(self) -> int:
        """The cards this seat may play; where a revoke is not refused outright, it follows suit."""
        legal = mask_of(action.card.index for action in self.view.legal if isinstance(action, Play))
        if self.played:
            follow = legal & self.table.follow[self.played[0]]
            free = self.seat == self.declarer and len(self.view.tricks) < self._free_tricks()
            if follow and not free:
                return follow
        return legal

    # Questions.

    def suit(self, card: int) -> int:
        """The suit a card counts as."""
        return self.table.suit_of[card]

    def row(self, suit: int, mask: int | None = None) -> list[int]:
        """The playable cards of a suit (or those of a mask) from low to high."""
        among = self.legal if mask is None else mask
        return [card for card in self.order.by_rank[suit] if among >> card & 1]

    def rows_of(self, mask: int) -> list[list[int]]:
        """The cards of a mask by suit, each from low to high, without the suits not held."""
        found = [self.row(suit, mask) for suit in range(4)]
        return [row for row in found if row]

    def higher(self, card: int) -> int:
        """How many cards of its suit in other hands may beat a card."""
        return (self.order.above[card] & self.unseen).bit_count()

    def lower(self, card: int) -> int:
        """How many cards of its suit in other hands it may beat."""
        return (self.order.below[card] & self.unseen).bit_count()

    def touching(self, low: int, high: int) -> bool:
        """Whether two cards of a suit are worth the same: no card that may be out lies between."""
        return not self.order.above[low] & ~self.order.above[high] & self.unseen

    def beats(self, card: int) -> bool:
        """Whether a card would be winning the trick."""
        if self.best is None:
            return True
        power = self.table.power[self.played[0]]
        return power[card] > power[self.best]

    def is_master(self, card: int) -> bool:
        """Whether no card that may be in another hand stands above it in its suit."""
        return not self.order.above[card] & self.unseen

    def opponents(self) -> list[int]:
        """The seats that are not with this one."""
        return [seat for seat in range(self.seats) if seat not in self.allies]

    def has_trumps(self) -> bool:
        """Whether this seat holds a trump."""
        return self.trump is not None and bool(self.hand & self.table.suit_masks[self.trump])

    def trumps_out(self) -> int:
        """Trumps that an opponent may still hold."""
        if self.trump is None:
            return 0
        left = self.unseen & self.table.suit_masks[self.trump]
        if all(self.void[seat] >> self.trump & 1 for seat in self.opponents()):
            return 0
        return left.bit_count()

    def may_ruff(self, seat: int, suit: int) -> bool:
        """Whether a seat is known to be able to trump a suit."""
        if self.trump is None or suit == self.trump:
            return False
        void = self.void[seat]
        return bool(void >> suit & 1) and not void >> self.trump & 1

    def holds_up(self, card: int) -> bool:
        """Whether a card that is winning now is likely to win against the seats still to play."""
        suit = self.suit(card)
        rivals = [seat for seat in self.later if seat not in self.allies]
        if not rivals:
            return True
        if self.order.above[card] & self.unseen and any(
            not self.void[seat] >> suit & 1 for seat in rivals
        ):
            return False
        led = suit if not self.played else self.suit(self.played[0])
        if suit != led:
            return all(not self.void[seat] >> led & 1 for seat in rivals) or not (
                self.order.above[card] & self.unseen
            )
        return not any(self.may_ruff(seat, led) for seat in rivals)

    def lowest_equal(self, card: int, among: int) -> int:
        """The lowest of the cards held that are worth as much as this one."""
        for other in reversed(self.row(self.suit(card), among & self.order.below[card])):
            if not self.touching(other, card):
                break
            card = other
        return card
