"""What the numbers of tricks at the end of a deal are worth in chips."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from boston_rules.play.settled import settle_play
from boston_rules.play.tricks import Playing
from boston_rules.settlement.validation import validate

__all__ = ["Chips", "chips_by_count"]


@frozen
class Chips:
    """What a deal brings both sides by its bill, chips from the pool and into it included."""

    declarers: int
    """What the declarer and his partner gain together; negative what they lose."""
    opponents: int
    """What their opponents gain together."""


def chips_by_count(state: Playing, counts: Iterable[int]) -> dict[int, Chips] | None:
    """The bill of every number of tricks, or ``None`` where the number alone does not tell it.

    It does not where the contract leaves open what its price depends on (a suit class, the turned
    suit), or where the bill asks who of a side has won the tricks.

    Args:
        state: a card is to be played in it, for a contract.
        counts: tricks at the end of the deal of those whose tricks count.
    """
    terms, table = state.setup.terms, state.table
    contract = state.setup.contract
    assert contract is not None, "there is something to be paid for"
    others = [seat for seat in range(terms.seats) if seat not in terms.counting]
    found: dict[int, Chips] = {}
    first = True
    for count in sorted(counts, reverse=True):
        rest = terms.total - count
        told = set()
        # All tricks of a side with one seat of it, then with the other: the bill may ask.
        for ours in terms.counting:
            for theirs in others:
                end = settle_play(evolve(state, won=count << 4 * ours | rest << 4 * theirs))
                if first and validate(
                    table.variant, contract, end.outcome, table.pool, table.set_aside, table.dealer
                ):
                    return None
                first = False
                deltas = end.settlement.deltas
                told.add(
                    Chips(
                        sum(deltas[seat] for seat in contract.side),
                        sum(deltas[seat] for seat in terms.opponents),
                    )
                )
        if len(told) > 1:
            return None
        (found[count],) = told
    return found
