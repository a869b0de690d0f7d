"""Who wins a trick that a side must not win, and what a contract has come to with its forfeits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boston_rules.core.contract import Contract, Outcome
from boston_rules.deal.settlement.penalties import judge, verdict_of
from boston_rules.deal.terms import terms_of
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.tricks import Playing

__all__ = ["trick_moves", "verdict_in_sight", "winner_without"]


def trick_moves(variant: Variant, contract: Contract | None) -> bool:
    """Whether a revoke gives the trick itself to the other side: in no misère (L6)."""
    if not variant.laws.revoke.moves_trick or contract is None:
        return variant.laws.revoke.moves_trick
    goal = terms_of(variant, contract).goal
    return goal is None or goal.counted


def winner_without(
    row: tuple[int, tuple[int, ...], int],
    offender: int,
    contract: Contract | None,
    power: Sequence[Sequence[int]],
) -> int:
    """Who wins a trick once the side of a seat cannot: the best card of the other side.

    Args:
        row: the leader of the trick, its cards in the order played, and its winner so far.
        offender: a seat of the side that cannot win it.
        contract: whose side is whose; ``None`` in a deal that nobody bid, each for himself.
        power: by card led and card, what wins.
    """
    leader, cards, winner = row
    seats = len(cards)
    side: tuple[int, ...] = (offender,)
    if contract is not None:
        offends = offender in contract.side
        side = tuple(seat for seat in range(seats) if (seat in contract.side) is offends)
    if winner not in side:
        return winner
    strength = power[cards[0]]
    others = [place for place in range(seats) if (leader + place) % seats not in side]
    best = max(others, key=lambda place: (strength[cards[place]], -place))
    return (leader + best) % seats


def verdict_in_sight(play: Playing) -> bool | None:
    """The verdict, if it is the same however the tricks that are left fall; ``None`` if not."""
    contract, setup = play.contract, play.setup
    assert contract is not None, "a contract has a verdict"
    slam = None if play.slam is None else play.slam[0]
    won = sum(play.taken[seat] for seat in contract.side)
    left = setup.terms.total - sum(play.taken)
    found = set()
    for own in range(left + 1):
        tricks = list(play.taken)
        tricks[contract.declarer] += own
        tricks[play.terms.opponents[0]] += left - own
        outcome = Outcome(tricks, slam=slam, honours=(0,) * len(tricks))
        judged = judge(setup.deal.table.variant, contract, outcome, play.offences)
        found.add(verdict_of(setup.deal.table.variant, contract, judged))
    if found == {True} and play.slam_possible and won + left == setup.terms.total:
        return None
    return found.pop() if len(found) == 1 else None
