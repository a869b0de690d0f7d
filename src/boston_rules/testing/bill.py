"""Law 10: the bill is one."""

from __future__ import annotations

from boston_rules.deal.contracts import contract_problems
from boston_rules.deal.settled import Settled
from boston_rules.deal.settlement import settle
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken, breaking
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.walks import Walk

__all__ = ["check_bill"]


@by_variant
def check_bill(variant: Variant, walk: Walk) -> None:
    """What was played is settled without a game as it was settled in it.

    Every contract that a deal of the walk came to is admitted by the judge of contracts, and
    :func:`~boston_rules.deal.settlement.settle` makes the bill of the deal from its contract and
    outcome.

    Raises:
        LawBroken: law 10.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    for position in walk.positions:
        state = position.state
        if not isinstance(state, Settled):
            continue
        table, contract = state.deal.table, state.contract
        found = [] if contract is None else contract_problems(walk.variant, contract)
        if found:
            what = f"{contract} was played, and is refused: {'; '.join(found)}"
            raise LawBroken(Law.ONE_BILL, what, walk.variant, walk, position)
        with breaking(Law.ONE_BILL, "settle", walk.variant, walk, position):
            bill = settle(
                walk.variant,
                contract,
                state.outcome,
                table.pool,
                table.set_aside,
                state.session_over,
                dealer=table.dealer,
                infractions=state.infractions,
                grand=table.is_grand,
                stakes=table.stakes if contract is None else None,
            )
        if bill != state.settlement:
            what = f"{bill.explain()}\nis not the bill of the deal\n{state.settlement.explain()}"
            raise LawBroken(Law.ONE_BILL, what, walk.variant, walk, position)
