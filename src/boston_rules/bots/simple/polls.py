"""Answers to the questions asked before and during the play."""

from __future__ import annotations

from collections.abc import Sequence

from boston_rules import Action, Concede, Contest, State
from boston_rules.bots.simple.contracts import has_limit, table_of
from boston_rules.bots.simple.estimate import defence
from boston_rules.deal.terms import terms_of

__all__ = ["concede_or_contest"]


def concede_or_contest(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """Contest with a hand that takes its share of the tricks the declarer must not have.

    Before the first lead conceding saves overtricks and keeps the pool, so a fair share is asked
    for; once a trick is played only a hand that can win none gives up.
    """
    contract = view.contract
    assert contract is not None
    step = view.variant.ladder[contract.key]
    if has_limit(view.variant, step):
        return Contest()
    tricks = defence(view.hand.mask, table_of(view, contract.trump))
    if view.tricks:
        return Concede() if tricks < 0.4 else Contest()
    opponents = view.variant.seats - (1 if contract.partner is None else 2)
    terms = terms_of(view.variant, contract)
    spare = terms.total - terms.target
    return Contest() if tricks >= spare / opponents else Concede()
