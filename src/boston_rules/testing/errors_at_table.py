"""Deals played by the table's law with every kind of error, all chips counted.

``python -m boston_rules.testing --table DEALS`` plays them and prints how often each happened.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Final

from attrs import define, evolve, field

from boston_rules.core.actions import Action, Correct, Demand, Misdeal, Play, Revoke
from boston_rules.core.errors import SessionOver
from boston_rules.deal.engine import apply, lawful_actions, next_deal, start
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.rules.variant import Variant
from boston_rules.testing.random_walks import STYLES, choose, stray

__all__ = ["KINDS", "TableCount", "play_at_table", "table_lines"]

KINDS = (
    "misdeals",
    "deals lost by one",
    "revokes played",
    "corrected",
    "claims",
    "established",
    "not penalized",
    "exposed cards",
    "demands",
)
"""What is counted, besides deals and actions."""


_BY_LAW: Final[dict[type, str]] = {
    Misdeal: "misdeals",
    Correct: "corrected",
    Revoke: "claims",
    Demand: "demands",
}
_STYLES: Final = tuple(style for style in STYLES if style.aim is None)
"""Nobody steers the play, which would take most of the time."""


@define
class TableCount:
    """What happened in deals of one variant by the table's law."""

    slug: str
    deals: int = 0
    actions: int = 0
    happened: Counter[str] = field(factory=Counter)


def play_at_table(variant: Variant, deals: int, seed: int = 0) -> TableCount:
    """Play ``deals`` deals of a variant by the table's law, in sessions of its own length.

    Players err now and then: whatever the law lets happen happens. After every action all chips
    are counted, and every bill must penalize what was established.

    Raises:
        AssertionError: a chip is lost, or a bill does not tell what was done.

    >>> import boston_rules as br
    >>> count = play_at_table(br.get_variant("russian"), deals=3)
    >>> count.deals, count.happened["revokes played"] > 0
    (3, True)
    """
    rules = evolve(variant, enforcement="table")
    rng = random.Random(f"{variant.slug} {seed}")
    count = TableCount(variant.slug)
    state = start(rules, rng.randrange(rules.seats))
    chips = state.table.chips
    manner = rng.choice(_STYLES)
    while count.deals < deals:
        if state.actor is None:
            assert isinstance(state, Settled), "only a settled deal has no actor"
            _settled(count, state)
            manner = rng.choice(_STYLES)
            try:
                state = next_deal(state)
            except SessionOver:
                state = start(rules, rng.randrange(rules.seats))
                chips = state.table.chips
            continue
        seat, action = stray(state, rng) or (state.actor, choose(state, rng, manner))
        _count(count, state, seat, action)
        state = apply(state, action, seat)
        assert state.table.chips == chips, f"{state.table.chips} chips, not {chips}"
    return count


def _count(count: TableCount, state: State, seat: int, action: Action) -> None:
    count.actions += 1
    if isinstance(action, Play) and seat != state.actor:
        count.happened["exposed cards"] += 1
    elif isinstance(action, Play) and action not in lawful_actions(state):
        count.happened["revokes played"] += 1
    elif type(action) in _BY_LAW:
        count.happened[_BY_LAW[type(action)]] += 1


def _settled(count: TableCount, state: Settled) -> None:
    count.deals += 1
    bill, law = state.settlement, state.deal.table.variant.laws
    revoked = [each.seat for each in state.infractions if each.kind == "revoke"]
    assert tuple(revoked) == state.revoked, "what was established is to be settled"
    assert len(bill.penalties) == len(revoked), "each revoke stands in the bill"
    count.happened["established"] += len(revoked)
    misdeals = [each for each in state.infractions if each.kind == "misdeal"]
    if misdeals and law.misdeal.loses_deal:
        count.happened["deals lost by one"] += 1
    fines = sum(law.misdeal.due(touched=each.touched) for each in misdeals)
    fines += law.revoke.fine * len(revoked)
    paid = [line for moved in bill.transfers for line in moved.lines if "fine for" in line.reason]
    if state.table.variant.pool is not None:
        assert sum(line.chips for line in paid) == fines, "the fines of the law are paid"


def table_lines(counts: Iterable[TableCount]) -> str:
    """What happened, a line a variant and one for all.

    A revoke that was neither corrected nor claimed is not penalized.
    """
    rows: list[tuple[str, ...]] = [("variant", "deals", "actions", *KINDS)]
    total = TableCount("all")
    for count in counts:
        rows.append(_row(count))
        total.deals += count.deals
        total.actions += count.actions
        total.happened.update(count.happened)
    rows.append(_row(total))
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _row(count: TableCount) -> tuple[str, ...]:
    happened = Counter(count.happened)
    settled = happened["corrected"] + happened["established"]
    happened["not penalized"] = happened["revokes played"] - settled
    return (count.slug, str(count.deals), str(count.actions), *(str(happened[x]) for x in KINDS))
