"""Whole sessions of a corpus, as records."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from boston_rules.conformance.corpus import Json
from boston_rules.conformance.positions import plan_for
from boston_rules.conformance.steering import DealPlan, Dice, laid_out, open_steps, play_out
from boston_rules.deal.dealing import Shuffling
from boston_rules.deal.engine import next_deal, start
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.records.document import to_document
from boston_rules.records.recording import record
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = ["session_question"]

_PASSED_OUT: Final = 3
"""The number of the deal that nobody bids."""
_DECLINED: Final = 0.3
"""How often a cut is declined that may be."""


def session_question(variant: Variant, seed: str) -> Json:
    """A session to its end, in which every step of the ladder is tried."""
    dice = Dice(f"{variant.slug} session {seed}")
    dealer = dice.below(variant.seats)
    last: list[State] = []
    state = start(variant, dealer)
    waiting: list[str] = []
    while True:
        if not waiting:
            waiting = dice.mixed([step.key for step in variant.ladder])
        plan, turn = _next_plan(variant, state, waiting, dice)
        layout = None
        if isinstance(state, Shuffling) or variant.dealing.turns_of_another:
            layout = laid_out(variant, plan, state.table.dealer, turn, dice)
        *_, settled = play_out(state, plan, layout, dice)
        assert isinstance(settled, Settled), "a deal is played to its end"
        last.append(settled)
        if plan.key in waiting:
            # What another has overcalled comes again, once all others have had their turn.
            waiting.remove(plan.key)
            if settled.contract is None or settled.contract.key != plan.key:
                waiting.append(plan.key)
        if settled.session_over:
            return {"record": to_document(record(last))}
        state = next_deal(settled)


def _next_plan(
    variant: Variant, state: State, waiting: list[str], dice: Dice
) -> tuple[DealPlan, Turn]:
    rule = variant.dealing
    turned = None if rule.turn is None else dice.pick(rule.suits)
    belle = None
    if rule.fixes_belle:
        belle = turned if state.table.belle is None else state.table.belle
    turn = Turn(turned, belle)
    dealer = state.table.dealer
    cuts = tuple(
        0 if rule.may_decline(seat, dealer) and dice.chance(_DECLINED) else dice.pick(rule.cuts)
        for seat in rule.cutting_seats(dealer, first=state.table.deal_number == 1)
    )
    if state.table.deal_number == _PASSED_OUT:
        return DealPlan(key=None, seat=0, cuts=cuts), turn
    can_be_bid = {step.key for step in open_steps(variant, turn)}
    key = next((key for key in waiting if key in can_be_bid), None)
    if key is None:
        key = dice.pick([step.key for step in variant.ladder])
    plan = plan_for(variant, key, turn, dice, partner=dice.chance(0.6))
    return evolve(plan, chatter=0.06), turn
