"""Deals played to the end by four simple players, who see no more than players do.

The same cards as those of :class:`~boston_rules.bots.SimpleBot` at the same table, several times
as fast: what a player knows is kept from card to card instead of being read off a view.
"""

from __future__ import annotations

from collections.abc import Sequence

from boston_rules import Call, Playing
from boston_rules.bots.simple.policy import aim_of
from boston_rules.bots.simple.situation import progress_of
from boston_rules.bots.strategy.rollout import SimplePlayers
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.rules.trumps import ranked

__all__ = ["Players"]


class Players:
    """Four simple players at a table, as everybody sees it.

    Args:
        play: a state or a view of the play.
        table: whether a slam on the table is declared, even if it was not.
        begun: whether the cards that were played have been.
    """

    def __init__(self, play: Playing, *, table: bool = False, begun: bool = True) -> None:
        terms, contract = play.setup.terms, play.contract
        self.seats: int = terms.seats
        self.taken: Sequence[int] = play.taken
        self.order: Ranked = ranked(terms.trick_table)
        exposed = None if terms.step is None else terms.step.opened_after
        if table or (play.slam is not None and play.slam[0] == "table"):
            exposed = 0
        called = next(
            (event.action.card for event in play.said if isinstance(event.action, Call)), None
        )
        aim = aim_of(terms.variant, contract)
        self._table = SimplePlayers(
            progress_of(play, self.order, begun=begun),
            aim.kind,
            aim.tricks,
            terms.total,
            terms.total if exposed is None else exposed,
            0 if called is None else self._bit(called.index),
            aim.most,
            aim.shared,
        )

    def _bit(self, card: int) -> int:
        return 1 << self.order.numbers[card]

    def masks(self, cards: Sequence[int]) -> list[int]:
        """Cards as masks of ranked numbers."""
        return list(map(self._bit, cards))

    def _ranked(self, hands: Sequence[int]) -> Sequence[int]:
        """Hands in ranked numbers."""
        return hands if self.order.plain else list(map(self.order.mask, hands))

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
        return self.finish(self._ranked(hands), self._ranked(dealt), partner, self.masks(cards))

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

    def alike(
        self,
        hands: Sequence[int],
        dealt: Sequence[int],
        partner: int | None,
        cards: Sequence[int],
        judged: int,
    ) -> int:
        """How many of the first cards of the play simple players would have played as well.

        Args:
            hands: what each seat held before the first card, as masks.
            dealt: what each seat was dealt.
            partner: the declarer's partner, known or not.
            cards: the first ones that were played, as by :meth:`masks`.
            judged: the seats whose cards count, as a set.
        """
        hands, dealt = self._ranked(hands), self._ranked(dealt)
        friend = -1 if partner is None else partner
        return self._table.play_out(hands, dealt, friend, (0,) * self.seats, cards, judged)
