"""Numbers of tricks by what they are worth, and how the search is asked for them.

The search answers whether a side reaches a least number of tricks, or a number of a set. What a
contract is worth need not rise with the tricks: a misère falls, a Piccolissimo has its best number
in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.deal.binding import Binding
from boston_rules.deal.terms import Terms
from boston_rules.rules.trumps import ranked
from boston_rules.solver.search.search import Search

__all__ = ["Scale", "search_of"]


class Scale:
    """Levels of numbers of tricks, from the worst for the declarer's side up.

    Args:
        terms: of the contract.
        counts: the numbers of tricks that may be won at the end of the deal by those whose tricks
            count, the worst first.
        starts: by level, the place of its first number among them.
        like: the scale of an earlier state of the same play, whose search goes on.
    """

    def __init__(
        self,
        terms: Terms,
        counts: Sequence[int],
        starts: Sequence[int],
        like: Scale | None = None,
    ) -> None:
        self.terms = terms
        self.counts = counts
        self.starts = starts
        self.low: int = min(counts)
        """The tricks won so far."""
        self.high: int = max(counts)
        self.way: Literal["up", "down", "sets"] = self._way() if like is None else like.way
        """Whether more tricks are never worse, or fewer, or neither holds."""

    def _way(self) -> Literal["up", "down", "sets"]:
        cuts = [(self.counts[:start], self.counts[start:]) for start in self.starts if start]
        if all(max(worse) < min(better) for worse, better in cuts):
            return "up"
        if all(min(worse) > max(better) for worse, better in cuts):
            return "down"
        return "sets"

    @property
    def top(self) -> int:
        """The best level."""
        return len(self.starts) - 1

    def need(self, level: int) -> int:
        """What the search is asked for: a number of a level, or of a better one."""
        better = self.counts[self.starts[level] :]
        if self.way == "up":
            return min(better) - self.low
        if self.way == "down":
            return self.high - max(better)
        return sum(1 << count - self.low for count in better)

    def search(
        self,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        *,
        done: int,
        memory: int = 1_000_000,
    ) -> Search:
        """The search that such questions are asked of.

        Args:
            hands: what each seat holds, in ranked numbers.
            leader: who leads, or has led ``trick``.
            trick: the cards of the current trick, no longer in the hands.
            done: complete tricks.
            memory: the most positions kept.
        """
        terms, side = self.terms, 0
        assert terms.contract is not None, "the terms are of a contract"
        for seat in terms.contract.side:
            side |= 1 << seat
        counting = sum(1 << seat for seat in terms.counting)
        if self.way == "down":
            counting ^= (1 << terms.seats) - 1
        return search_of(
            ranked(terms.trick_table),
            terms.binding,
            hands,
            leader,
            trick,
            side,
            counting,
            sets=self.way == "sets",
            done=done,
            memory=memory,
        )


def search_of(
    order: Ranked,
    binding: Binding | None,
    hands: Sequence[int],
    leader: int,
    trick: Sequence[int],
    side: int,
    counting: int,
    *,
    sets: bool = False,
    done: int = 0,
    memory: int = 1_000_000,
) -> Search:
    """A search that obeys a play rule, if there is another than to follow suit.

    Args:
        order: the trick table.
        binding: the play rule.
        hands: what each seat holds, in ranked numbers.
        leader: who leads, or has led ``trick``.
        trick: the cards of the current trick, no longer in the hands.
        side: the seats that play together for the contract, as bits.
        counting: the seats whose tricks count, as bits.
        sets: whether sets of numbers of tricks are asked for, instead of least numbers.
        done: complete tricks.
        memory: the most positions kept.
    """
    search = Search(
        order,
        hands,
        leader,
        trick,
        side,
        counting,
        sets=sets,
        watched=0 if binding is None else order.mask(binding.watched),
        lasts=0 if binding is None else max(0, binding.lasts - done),
        memory=memory,
    )
    if binding is not None:
        cards = [-1 if card < 0 else order.cards[card] for card in search.cards]
        numbers = [search.numbers.get(card, -1) for card in order.numbers]
        loose = [seat for seat in range(search.seats) if not binding.binds_more(seat, search.seats)]
        search.obey(binding.numbered(numbers, cards), done, loose)
    return search
