"""Plain search over all lines of a play, through the engine alone."""

from __future__ import annotations

import boston_rules as br

__all__ = ["perfect_play"]


def perfect_play(state: br.State) -> tuple[bool, int]:
    """Whether a contract is made, and the tricks that count for it, if all play perfectly.

    The side wants the contract first; then more tricks where they are counted, and otherwise fewer.
    """
    contract = state.contract
    assert contract is not None
    goal = state.variant.ladder[contract.key].goal
    if isinstance(state, br.Settled):
        taken = sum(state.outcome.tricks[seat] for seat in goal.binds(contract.side))
        return bool(state.settlement.made), taken
    sign = 1 if goal.counted else -1
    ends = [perfect_play(br.apply(state, action)) for action in br.legal_actions(state)]
    choose = max if state.actor in contract.side else min
    return choose(ends, key=lambda end: (end[0], sign * end[1]))
