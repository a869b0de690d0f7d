"""What a bid is worth, to stand beside it while one bids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import boston_rules as br
from boston_rules.rules.ladder import Step
from boston_rules.telling.wording.prices import (
    LABELS,
    LOST,
    MADE,
    Priced,
    Verdict,
    deal_suits,
    priced,
)

__all__ = ["prices_beside"]


def prices_beside(view: br.State, bids: Sequence[br.Bid], *, lost: bool = True) -> str:
    """Chips from each opponent for forms of one bid just made, and to each for one just lost.

    One price stands for forms that cost the same; between the lowest and the highest is a dash,
    where trumps are not named yet or where it goes by the tricks won. Bids for which nobody can
    tell have none.

    >>> import boston_rules as br
    >>> view = br.observe(br.start("fontainebleau"), 0)
    >>> prices_beside(view, [br.Bid("6", suit=suit) for suit in (br.SPADES, br.DIAMONDS)])
    '+30 50 −35 55'
    >>> prices_beside(view, [br.Bid("little-misere")])
    '±75'
    """
    steps = [view.variant.ladder[bid.key] for bid in bids]
    made, short = (
        _told([_chips(view, bid, step, verdict) for bid, step in zip(bids, steps, strict=True)])
        for verdict in (MADE, LOST)
    )
    if not made or not short or not lost:
        return made and f"+{made}"
    return f"±{made}" if made == short else f"+{made} −{short}"


def _told(forms: Sequence[tuple[int, ...]]) -> str:
    """The prices of forms, each as a figure or as the lowest and the highest."""
    if not all(forms):
        return ""
    told = [f"{chips[0]}" if len(chips) == 1 else f"{min(chips)}–{max(chips)}" for chips in forms]
    return " ".join(dict.fromkeys(told) if len(set(told)) == 1 else told)


def _chips(view: br.State, bid: br.Bid, step: Step, verdict: Verdict) -> tuple[int, ...]:
    """The prices that a bid may have with this verdict, at the stakes of the deal."""
    table = _priced(view.variant, step)
    if table is None:
        return ()
    label = dict(LABELS)[table.by]
    trump = bid.card.suit if isinstance(bid.card, br.Card) else bid.suit
    found: list[int] = []
    for suits in deal_suits(view.variant, step):
        if suits.turn != view.turn:
            continue
        if trump is not None and suits.trump != trump:
            continue
        if bid.suit_class is not None and suits.suit_class != bid.suit_class:
            continue
        unnamed = trump is None and bid.suit_class is None and step.has_trumps
        if unnamed and step.suit.unnamed_class not in (None, suits.suit_class):
            continue
        by_end = table.columns[label(suits)]
        for (end, _), schedule in by_end.items():
            if end == verdict:
                found += schedule.least
                break  # alone, where there are two ways
    return tuple(sorted({view.table.stakes * chips for chips in found}))


@lru_cache(maxsize=512)
def _priced(variant: br.Variant, step: Step) -> Priced | None:
    return priced(variant, step)
