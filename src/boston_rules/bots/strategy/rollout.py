"""Deals played to the end by simple players, who see no more than players do.

What a player knows is kept from card to card; cards are ranked (see
:mod:`~boston_rules.core.cardplay.ranked`), seats are bits of a set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.bots.strategy.ducking import duck, force, take_one
from boston_rules.bots.strategy.knowledge import Knowledge
from boston_rules.bots.strategy.winning import establish, win
from boston_rules.core.cardplay.bits import FULL, check_mask, count_of, two_to
from boston_rules.core.cardplay.progress import Progress

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["DUCK", "EXACT", "WIN", "SimplePlayers", "card_for"]

WIN: Final = 0
"""Both sides want tricks."""
DUCK: Final = 1
"""Nobody wants any."""
EXACT: Final = 2
"""The declarer wants so many tricks and no more."""


def card_for(known: Knowledge, aim: i64, missing: i64, bound: i64 = 0) -> i64:
    """The card that a simple player plays, as a mask.

    Args:
        known: what he knows.
        aim: :data:`WIN`, :data:`DUCK` or :data:`EXACT`.
        missing: with :data:`EXACT` the tricks that the declarer still needs.
        bound: with :data:`EXACT` the seats whose tricks count besides the declarer's, as a set.
    """
    if not known.legal & (known.legal - 1):
        return known.legal
    if aim == WIN:
        card: i64 = 0
        if known.order.trump < 0 and known.seat == known.declarer and not known.best:
            card = establish(known)
        return card if card else win(known)
    if aim == DUCK:
        return duck(known)
    left = count_of(known.hand)
    if known.seat == known.declarer or bound >> known.seat & 1:
        if missing <= 0:
            return duck(known)
        return win(known) if missing > 1 and missing * 2 >= left else take_one(known, missing, left)
    if known.side >> known.seat & 1 or (
        missing > 0 and (missing >= left - 1 or missing * 2 > left)
    ):
        # His partner takes what he must not have; tricks still due are kept from him when they are
        # most of those that are left.
        return win(known)
    return force(known)


class SimplePlayers:
    """Simple players at a table, as everybody sees it before a card is played.

    Args:
        progress: how far the deal has been played.
        aim: :data:`WIN`, :data:`DUCK` or :data:`EXACT`.
        tricks: with :data:`EXACT` the tricks that the declarer wants.
        total: the tricks of a deal.
        exposed: the trick from which on the declarer's hand lies face up.
        called: the card, as a mask, whose holder is the partner, where one was called; else 0.
        most: with :data:`EXACT` the tricks above which the play may stop; -1 for ``tricks``.
        shared: with :data:`EXACT` whether a partner's tricks count as the declarer's.
    """

    def __init__(
        self,
        progress: Progress,
        aim: i64,
        tricks: i64,
        total: i64,
        exposed: i64,
        called: i64,
        most: i64 = -1,
        shared: bool = False,
    ) -> None:
        self.progress = progress
        self.aim = aim
        self.tricks = tricks
        self.most: i64 = tricks if most < 0 else most
        self.shared = shared
        self.total = total
        self.exposed = exposed
        self.called = called
        self.now: Progress = Progress(
            progress.order,
            progress.seats,
            progress.declarer,
            progress.binds,
            progress.lasts,
            progress.watched,
        )
        self.known: Knowledge = Knowledge(progress.order, progress.seats, progress.declarer)

    def play_out(
        self,
        hands: Sequence[int],
        dealt: Sequence[int],
        partner: i64,
        taken: Sequence[int],
        given: Sequence[int] = (),
        judged: i64 = 0,
    ) -> i64:
        """The tricks of each seat at the end, four bits a seat; the table stays as it is.

        A contract that its declarer has lost by winning a trick too many is not played to the end.

        Args:
            hands: what each seat holds.
            dealt: what each seat was dealt.
            partner: the declarer's partner, known or not; -1 without.
            taken: tricks that each seat has won before.
            given: the first cards to be played, as masks, whatever the players would do.
            judged: seats, as a set: stop after these cards, and return how many of those of the
                seats simple players would have played.

        Raises:
            ValueError: a mask is not one of cards, or a seat has no card to play.
        """
        for mask in hands:
            check_mask(mask)
        now = self.now
        now.take_over(self.progress)
        seats = now.seats
        declarer = now.declarer
        held0: i64 = hands[0]
        held1: i64 = hands[1]
        held2: i64 = hands[2]
        held3: i64 = hands[3] if seats > 3 else 0
        dealt0: i64 = dealt[0]
        dealt1: i64 = dealt[1]
        dealt2: i64 = dealt[2]
        dealt3: i64 = dealt[3] if seats > 3 else 0
        won: i64 = 0
        for seat in range(seats):
            tricks: i64 = taken[seat]
            won += tricks << 4 * seat
        count: i64 = len(given)
        turn: i64 = 0
        alike: i64 = 0
        while True:
            actor = now.actor
            if actor == 0:
                hand, own = held0, dealt0
            elif actor == 1:
                hand, own = held1, dealt1
            elif actor == 2:
                hand, own = held2, dealt2
            else:
                hand, own = held3, dealt3
            if judged and turn == count:
                return alike
            legal = now.legal(hand)
            bit: i64 = legal
            if turn < count and not judged >> actor & 1:
                bit = given[turn]
                turn += 1
            elif legal & (legal - 1):
                open_hand: i64 = 0
                if declarer >= 0 and now.number >= self.exposed:
                    if declarer == 0:
                        open_hand = held0
                    elif declarer == 1:
                        open_hand = held1
                    else:
                        open_hand = held2 if declarer == 2 else held3
                bit = self._choice(hand, legal, own, open_hand, partner, won)
            if judged >> actor & 1:
                if bit == given[turn]:
                    alike += 1
                bit = given[turn]
                turn += 1
            # Every turn takes a card from a hand, so that the loop ends whatever it was given.
            if not bit & hand or bit & (bit - 1):
                raise ValueError("the seat whose turn it is does not hold one card to play")
            if actor == 0:
                held0 ^= bit
            elif actor == 1:
                held1 ^= bit
            elif actor == 2:
                held2 ^= bit
            else:
                held3 ^= bit
            if now.play(bit):
                winner = now.actor
                won += two_to(4 * winner)
                if judged:
                    continue
                if now.number == self.total:
                    return won
                if winner == declarer and self._is_lost(won >> 4 * winner & 15):
                    return won

    def _choice(
        self, hand: i64, legal: i64, own: i64, open_hand: i64, partner: i64, won: i64
    ) -> i64:
        """The card of the seat whose turn it is, which has a choice."""
        declarer = self.now.declarer
        missing: i64 = 0
        bound: i64 = 0
        self._look(hand, legal, own, open_hand, partner)
        if self.aim == EXACT:
            missing = self.tricks - (won >> 4 * declarer & 15)
            if self.shared and partner >= 0 and self.known.side >> partner & 1:
                bound = self.known.side
                missing -= won >> 4 * partner & 15
        return card_for(self.known, self.aim, missing, bound)

    def _is_lost(self, tricks: i64) -> bool:
        """Whether a declarer with so many tricks has lost, so that the play may stop."""
        return self.aim == EXACT and not self.shared and tricks > self.most

    def _look(self, hand: i64, legal: i64, own: i64, shown: i64, partner: i64) -> None:
        """What the seat whose turn it is sees."""
        now = self.now
        declarer = now.declarer
        me = two_to(now.actor)
        side: i64 = 0
        allies = me
        if declarer >= 0:
            side = two_to(declarer)
            # The holder of a called card knows himself; the others learn it when it is played.
            hidden = self.called != 0 and now.actor != partner and now.gone & self.called == 0
            if partner >= 0 and not hidden:
                side |= two_to(partner)
            allies = side if side & me else (two_to(now.seats) - 1) & ~side
        self.known.update(now, now.actor, hand, legal, FULL & ~own, side, allies)
        if shown:
            self.known.show_hand(declarer, shown)
