"""Deals played to the end by four simple players, who see no more than players do.

The same cards as those of :class:`~boston_rules.bots.SimpleBot` at the same table, several times
as fast: what a player knows is kept from card to card instead of being read off a view.
"""

from __future__ import annotations

from collections.abc import Sequence

from boston_rules import Contract, Suit, Variant, View
from boston_rules.bots.simple.policy import aim_of
from boston_rules.bots.simple.situation import shown_voids, unknown_card
from boston_rules.cardplay.progress import Progress
from boston_rules.cardplay.ranked import Ranked
from boston_rules.rules.trumps import ranked
from boston_rules.strategy.rollout import SimplePlayers

__all__ = ["Players", "players_of"]


class Players:
    """Four simple players at a table, as everybody sees it before a card is played.

    Args:
        variant: the rules.
        contract: what is played, or ``None`` in a deal that nobody bid.
        turned: the suit turned in the deal.
        done: the complete tricks: who led each, and its cards in the order played.
        played: the cards of the current trick.
        leader: who led it, or is to lead.
        taken: tricks won by each seat.
        called: the card whose holder is the partner, where one was called.
        table: whether the declarer has declared a slam on the table.
        voids: the suits that seats are known to be out of, four bits a suit; without it what the
            cards tell where nobody errs.
    """

    def __init__(
        self,
        variant: Variant,
        contract: Contract | None,
        turned: Suit | None,
        *,
        done: Sequence[tuple[int, Sequence[int]]],
        played: Sequence[int],
        leader: int,
        taken: Sequence[int],
        called: int | None,
        table: bool = False,
        voids: int | None = None,
    ) -> None:
        declarer = -1 if contract is None else contract.declarer
        trump = None if contract is None else contract.trump
        self.seats: int = variant.seats
        self.taken: Sequence[int] = taken
        self.order: Ranked = ranked(variant.trumps.table(trump, turned))
        total, free, exposed = 13, 0, 13
        aim = aim_of(variant, contract)
        if contract is not None:
            step = variant.ladder[contract.key]
            total, free = step.tricks_played, step.free_tricks
            exposed = next((done for done in range(total) if step.open_after(done)), total)
            if table:
                exposed = 0
        progress = Progress(self.order, variant.seats, declarer, free)
        for first, cards in (*done, (leader, played)):
            progress.lead(first)
            for card in cards:
                progress.play(self._bit(card))
        if voids is not None:
            progress.void = voids
        self._table = SimplePlayers(
            progress,
            aim.kind,
            aim.tricks,
            total,
            exposed,
            0 if called is None else self._bit(called),
            aim.most,
            aim.shared,
        )

    def _bit(self, card: int) -> int:
        return 1 << self.order.numbers[card]

    def run(
        self,
        hands: Sequence[int],
        dealt: Sequence[int],
        partner: int | None,
        cards: Sequence[int] = (),
    ) -> tuple[int, ...]:
        """Tricks by seat at the end; no slam is declared and nobody gives up.

        A contract that its declarer has lost by winning a trick is not played to the end.

        Args:
            hands: what each seat holds, as masks.
            dealt: what each seat was dealt.
            partner: the declarer's partner, known or not.
            cards: the first cards to be played, whatever the players would do.
        """
        if not self.order.plain:
            hands = [self.order.mask(hand) for hand in hands]
            dealt = [self.order.mask(hand) for hand in dealt]
        return self.finish(hands, dealt, partner, [self._bit(card) for card in cards])

    def finish(
        self,
        hands: Sequence[int],
        dealt: Sequence[int],
        partner: int | None,
        cards: Sequence[int] = (),
    ) -> tuple[int, ...]:
        """The same in ranked numbers; the first cards are masks."""
        friend = -1 if partner is None else partner
        won = self._table.play_out(hands, dealt, friend, self.taken, cards)
        return tuple([won >> 4 * seat & 15 for seat in range(self.seats)])

    def ranked_bits(self, cards: Sequence[int]) -> list[int]:
        """Cards in ranked numbers, as masks."""
        return [self._bit(card) for card in cards]

    def unlike(
        self, hands: Sequence[int], dealt: Sequence[int], partner: int | None, cards: Sequence[int]
    ) -> int:
        """How many of the cards played each seat would not have played; four bits a seat.

        Args:
            hands: what each seat held before the first of the cards, as masks.
            dealt: what each seat was dealt.
            partner: the declarer's partner, known or not.
            cards: the cards played, in ranked numbers, as masks.
        """
        friend = -1 if partner is None else partner
        if not self.order.plain:
            hands = [self.order.mask(hand) for hand in hands]
            dealt = [self.order.mask(hand) for hand in dealt]
        return self._table.unlike(hands, dealt, friend, cards)


def players_of(view: View, *, begun: bool = True, table: bool = False) -> Players:
    """Simple players at the table of a view.

    Args:
        view: a card has been played in it, or is to be played.
        begun: as it stands, or else before the first card.
        table: whether the declarer has declared a slam on the table.
    """
    done = [(trick.leader, [card.index for card in trick.cards]) for trick in view.tricks]
    leader, played = view.leader, [card.index for card in view.trick]
    taken: Sequence[int] = view.taken
    if not begun:
        leader = done[0][0] if done else leader
        done, played, taken = [], [], (0,) * view.variant.seats
    assert leader is not None, "the play has begun"
    return Players(
        view.variant,
        view.contract,
        None if view.turned is None else view.turned.suit,
        done=done,
        played=played,
        leader=leader,
        taken=taken,
        called=unknown_card(view),
        table=table,
        voids=None if view.variant.table_law is None else shown_voids(view),
    )
