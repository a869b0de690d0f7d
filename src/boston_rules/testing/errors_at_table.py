"""Deals played by the table's law with every kind of error, all chips counted.

``python -m boston_rules.testing --table DEALS`` plays them and prints how often each happened.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Final

from attrs import define, evolve, field

from boston_rules.core.actions import Action, CallSuit, Correct, Demand, Misdeal, Play, Revoke
from boston_rules.deal.engine import lawful_actions
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.rules.variant import Variant
from boston_rules.testing.conservation import check_conservation
from boston_rules.testing.random_walks import STYLES, random_walk

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
    "suits called",
    "ended by a card",
)
"""What is counted, besides deals and actions."""


_BY_LAW: Final[dict[type, str]] = {
    Misdeal: "misdeals",
    Correct: "corrected",
    Revoke: "claims",
    Demand: "demands",
    CallSuit: "suits called",
}
_STYLES: Final = tuple(style for style in STYLES if style.aim is None)
"""Nobody steers the play, which would take most of the time."""
_SESSION: Final = 2
"""Deals of a session, at most."""


@define
class TableCount:
    """What happened in deals of one variant by the table's law."""

    slug: str
    deals: int = 0
    actions: int = 0
    happened: Counter[str] = field(factory=Counter)


def play_at_table(variant: Variant, deals: int, seed: int = 0) -> TableCount:
    """Play ``deals`` deals of a variant by the table's law, in short sessions.

    Players err now and then: whatever the law lets happen happens. Cards and chips are counted, and
    every bill must penalize what was established.

    Raises:
        LawBroken: law 3, a card or a chip is lost.
        AssertionError: a bill does not tell what was done.

    >>> import boston_rules as br
    >>> count = play_at_table(br.get_variant("russian"), deals=6)
    >>> count.deals, count.happened["revokes played"] > 0
    (6, True)
    """
    rules = evolve(variant, enforcement="table")
    rng = random.Random(f"{variant.slug} {seed}")
    count = TableCount(variant.slug)
    while count.deals < deals:
        session = min(_SESSION, deals - count.deals)
        drawn, style = rng.randrange(2**32), rng.choice(_STYLES)
        walk = random_walk(rules, seed=drawn, deals=session, session=session, style=style)
        check_conservation(rules, walk)
        for states, taken in zip(walk.states, walk.taken, strict=True):
            for state, after, action in zip(states, states[1:], taken, strict=False):
                _count(count, state, after.events[-1].seat, action)
            _settled(count, states[-1])
    return count


def _count(count: TableCount, state: State, seat: int, action: Action) -> None:
    count.actions += 1
    if isinstance(action, Play) and seat != state.actor:
        count.happened["exposed cards"] += 1
    elif isinstance(action, Play) and action not in lawful_actions(state):
        count.happened["revokes played"] += 1
    elif type(action) in _BY_LAW:
        count.happened[_BY_LAW[type(action)]] += 1


def _settled(count: TableCount, state: State) -> None:
    assert isinstance(state, Settled), "a walk ends with a settled deal"
    count.deals += 1
    bill, law = state.settlement, state.variant.laws
    revoked = [each.seat for each in state.infractions if each.kind == "revoke"]
    ended = [each for each in state.infractions if each.kind == "out-of-turn"]
    assert tuple(revoked) == state.revoked, "what was established is to be settled"
    assert len(bill.penalties) == len(revoked) + len(ended), "each of them stands in the bill"
    count.happened["established"] += len(revoked)
    count.happened["ended by a card"] += len(ended)
    misdeals = [each for each in state.infractions if each.kind == "misdeal"]
    if misdeals and law.misdeal.loses_deal:
        count.happened["deals lost by one"] += 1
    fines = sum(law.misdeal.due(touched=each.touched) for each in misdeals)
    fines += law.revoke.fine * len(revoked)
    if ended:
        assert law.whist is not None, "only the law of whist ends a deal so"
        fines += law.whist.misere_fine or 0
    paid = [line for moved in bill.transfers for line in moved.lines if "fine for" in line.reason]
    if state.table.variant.pool is not None:
        assert sum(line.chips for line in paid) == fines, "the fines of the law are paid"


def table_lines(counts: Iterable[TableCount]) -> str:
    """What happened, a line a variant and one for all.

    A revoke that was neither corrected nor claimed is not penalized.
    """
    found = list(counts)
    total = TableCount(
        "all", sum(each.deals for each in found), sum(each.actions for each in found)
    )
    for each in found:
        total.happened.update(each.happened)
    rows = [("variant", "deals", "actions", *KINDS), *map(_row, (*found, total))]
    first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
    return "\n".join(
        "  ".join((slug.ljust(first), *map(str.rjust, numbers, others))) for slug, *numbers in rows
    )


def _row(count: TableCount) -> tuple[str, ...]:
    happened = Counter(count.happened)
    settled = happened["corrected"] + happened["established"]
    happened["not penalized"] = happened["revokes played"] - settled
    return (count.slug, str(count.deals), str(count.actions), *(str(happened[x]) for x in KINDS))
