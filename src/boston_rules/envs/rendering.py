"""The table as text, with everything on and under it."""

from __future__ import annotations

import boston_rules as br

__all__ = ["table_as_text"]


def table_as_text(state: br.State) -> str:
    """Everything on and under the table.

    >>> import boston_rules as br
    >>> print(table_as_text(br.start(br.get_variant("mariland"))).splitlines()[0])
    Mariland, deal 1: shuffle
    """
    table = state.table
    lines = [f"{table.variant.title}, deal {table.deal_number}: {state.phase}"]
    for seat, purse in enumerate(table.purses):
        hand = str(state.hands[seat]) if state.hands else "–"
        turn = ">" if seat == state.actor else " "
        deals = " (dealer)" if seat == table.dealer else ""
        lines.append(f"{turn} seat {seat}: {purse} chips, {hand}{deals}")
    pool = "" if table.variant.pool is None else f"pool {table.pool}, "
    left = "" if table.variant.carryover is None else f"conditions {table.conditions.name}, "
    lines.append(f"  {pool}{left}contract {state.contract or 'none'}")
    last = state.events[-1]
    if last.seat != br.CHANCE:
        lines.append(f"  last: seat {last.seat} {last}")
    if state.settlement is not None:
        lines.append(str(state.settlement))
    return "\n".join(lines)
