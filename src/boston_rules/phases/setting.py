"""What the play of one deal has fixed before the first lead."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from attrs import field, frozen

from boston_rules.actions import Call
from boston_rules.contract import Contract, counting_seats, target_of
from boston_rules.phases.table import Deal, History
from boston_rules.rules.ladder import AtLeast, Step
from boston_rules.rules.trumps import TrickTable
from boston_rules.variant import Variant

__all__ = ["Setting", "contract_setting", "passed_out_setting"]


@frozen(kw_only=True, cache_hash=True)
class Setting:
    """What the play of one deal has fixed before the first lead."""

    deal: Deal
    history: History = field(repr=False)
    """Every action before the first lead."""
    contract: Contract | None
    """``None`` in a passed-out deal."""
    discards: tuple[tuple[int, int], ...] = field(repr=False)
    """Seat and card of each discard."""
    hands: tuple[int, ...] = field(repr=False)
    """The hands at the first lead."""
    step: Step | None = field(eq=False, repr=False)
    trick_table: TrickTable = field(eq=False, repr=False)
    target: int = field(eq=False)
    side: tuple[int, ...] = field(eq=False)
    """Whose tricks count for the contract, declarer first."""
    total: int = field(eq=False)
    """Tricks in the deal."""
    free: int = field(eq=False)
    """Tricks at the start in which one player need not follow suit."""
    exempt: int = field(default=-1, eq=False)
    """Who need not, the declarer; -1 for nobody."""
    slammer: int = field(default=-1, eq=False)
    """Who may declare a slam, the declarer; -1 for nobody."""
    concession: bool = field(eq=False)
    """Whether the opponents are asked after the first trick."""
    chicane: tuple[int, ...] = ()
    """Seats that have declared chicane."""
    interlude: History = field(default=(), repr=False)
    """What was said between the first trick and the second."""
    called: int | None = field(default=None, eq=False)
    """The card whose holder is the unknown partner."""
    seats: int = field(eq=False)


@lru_cache(maxsize=4096)
def _terms_of(rules: Variant, contract: Contract) -> dict[str, Any]:
    """What a contract fixes of a setting by itself, the same in many deals."""
    step = rules.ladder[contract.key]
    slams = rules.payments.slams is not None and isinstance(step.goal, AtLeast)
    return {
        "contract": contract,
        "step": step,
        "trick_table": rules.trumps.table(contract.trump, contract.turned),
        "target": target_of(rules, contract),
        "side": counting_seats(rules, contract),
        "total": step.tricks_played,
        "free": step.free_tricks,
        "exempt": contract.declarer if step.free_tricks else -1,
        "slammer": contract.declarer if slams else -1,
        "concession": rules.concession is not None,
        "seats": rules.seats,
    }


def contract_setting(
    deal: Deal,
    history: History,
    contract: Contract,
    discards: tuple[tuple[int, int], ...],
    chicane: tuple[int, ...],
) -> Setting:
    """The setting of a contract."""
    rules = deal.table.variant
    hands = deal.hands
    if discards:
        left = list(hands)
        for seat, card in discards:
            left[seat] ^= 1 << card
        hands = tuple(left)
    called = None
    if rules.partners.method == "call":
        cards = [action.card.index for _, action in history if isinstance(action, Call)]
        called = cards[0] if cards else None
    return Setting(
        deal=deal,
        history=history,
        discards=discards,
        hands=hands,
        chicane=chicane,
        called=called,
        **_terms_of(rules, contract),
    )


def passed_out_setting(deal: Deal, history: History) -> Setting:
    """The setting of a deal that nobody bid: no trumps, each for himself."""
    rules = deal.table.variant
    return Setting(
        deal=deal,
        history=history,
        contract=None,
        discards=(),
        hands=deal.hands,
        step=None,
        trick_table=rules.trumps.table(None, deal.turn.suit),
        target=0,
        side=(),
        total=13,
        free=0,
        seats=rules.seats,
        concession=False,
    )
