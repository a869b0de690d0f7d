"""What the numbers of tricks at the end of a deal are worth in chips."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from boston_rules.deal.settled import settle_play
from boston_rules.deal.settlement.validation import validate
from boston_rules.deal.tricks import Playing

__all__ = ["Chips", "chips_by_count", "chips_won"]


@frozen
class Chips:
    """What a deal brings both sides by its bill, chips from the pool and into it included."""

    declarers: int
    """What the declarer and his partner gain together; negative what they lose."""
    opponents: int
    """What their opponents gain together."""


def chips_won(state: Playing) -> Chips | None:
    """What the bill comes to with the tricks won by each seat in a state.

    ``None`` where the contract leaves open what its price depends on.
    """
    table = state.table
    end = settle_play(state, state.events[-1])
    if validate(
        table.variant, end.contract, end.outcome, table.pool, table.set_aside, table.dealer
    ):
        return None
    return _chips(state)


def _chips(state: Playing) -> Chips:
    """The same, where nothing is open."""
    deltas = settle_play(state, state.events[-1]).settlement.deltas
    contract = state.contract
    assert contract is not None, "there is something to be paid for"
    declarers = sum(deltas[seat] for seat in contract.side)
    return Chips(declarers, sum(deltas) - declarers)


def chips_by_count(state: Playing, counts: Iterable[int]) -> dict[int, Chips] | None:
    """The bill of every number of tricks, or ``None`` where the number alone does not tell it.

    It does not where the contract leaves open what its price depends on (a turned suit), where the
    bill asks who of a side has won the tricks, or where it counts something of their cards.

    Args:
        state: a card is to be played in it, for a contract.
        counts: tricks at the end of the deal of those whose tricks count.
    """
    terms = state.terms
    others = [seat for seat in range(terms.seats) if seat not in terms.counting]
    # Made, so that the deal is one that is played to its end.
    made = terms.target if state.slam is None else terms.total
    won = made << 4 * terms.counting[0] | terms.total - made << 4 * others[0]
    if terms.counts or chips_won(evolve(state, won=won)) is None:
        return None
    found: dict[int, Chips] = {}
    for count in counts:
        # All tricks of a side with one seat of it, then with the other: the bill may ask.
        told = {
            _chips(evolve(state, won=count << 4 * ours | terms.total - count << 4 * theirs))
            for ours in terms.counting
            for theirs in others
        }
        if len(told) > 1:
            return None
        (found[count],) = told
    return found
