"""Law 6: what a seat cannot see changes nothing that it is shown.

A view has holes where its viewer may not look. For a state and a viewer a *twin* is drawn, a sample
of the view: other hands, discards and laid cards, another pack and other cuts, in which everything
public happened alike. Played from its first action on, it must look to the viewer like the state
itself after every action.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from boston_rules.actions import Action, Bid, Cut, Discard, Shuffle
from boston_rules.engine import apply, next_deal, why_illegal
from boston_rules.errors import IllegalAction
from boston_rules.events import Event
from boston_rules.hidden import HOLE
from boston_rules.play.settled import Settled
from boston_rules.play.tricks import Playing
from boston_rules.sampling import sample
from boston_rules.state import State
from boston_rules.table import CHANCE
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.universe import universe
from boston_rules.testing.walks import Position, Walk, named
from boston_rules.variant import Variant
from boston_rules.views import observe

__all__ = ["check_non_interference", "uncovered"]


def check_non_interference(
    variant: Variant, walk: Walk, *, samples: int = 3, glances: int = 60
) -> int:
    """Twins of ``samples`` states of a walk, each for the seat to act, another seat, an onlooker.

    Where a partner was called, the last state before his card is seen is looked at as well.

    Compared are the views (legal actions and the seat to act among them) of the state, of all
    states before it in its deal, and of what comes after it, and the refusals of ``glances``
    actions of the universe.

    Returns:
        How many twins were compared.

    Raises:
        LawBroken: law 6.
    """
    rng = random.Random(walk.seed)
    compared = 0
    for at in (*walk.sample(samples, rng), *_secrets(walk)):
        for viewer in _viewers(at.state, rng):
            glanced = rng.sample(universe(variant), glances)
            view = observe(at.state, viewer)
            what = uncovered(view)
            if not what:
                twin = sample(view, rng)
                what = (
                    _before(walk, at, viewer, twin)
                    or _answered(at.state, twin, view, glanced)
                    or _after(walk, at, viewer, twin)
                )
                what = what and f"two deals that look alike are told apart: {what}"
            if what:
                text = f"{named(viewer)} sees what is hidden from it: {what}"
                raise LawBroken(Law.NON_INTERFERENCE, text, walk.variant, walk, at)
            compared += 1
    return compared


def _secrets(walk: Walk) -> list[Position]:
    """The last state of the walk in which only a called partner knows that he is one."""
    secret = [
        at
        for at in walk.positions
        if isinstance(at.state, Playing) and not at.state.partner_shown
    ]
    return secret[-1:]


def _viewers(state: State, rng: random.Random) -> Iterator[int | None]:
    actor = state.actor
    yield None
    yield rng.choice([seat for seat in range(state.variant.seats) if seat != actor])
    if actor is not None and actor != CHANCE:
        yield actor


def uncovered(view: State) -> str:
    """What lies open in a view and should be a hole, by the rules alone; empty where nothing does.

    Hidden are packs and cuts, the cards that others were dealt and hold unless these lie on the
    table, the cards that others have laid aside, and those laid with bids (that of the winner is
    told when the auction ends).
    """
    viewer, deal = view.viewer, view.deal
    open_to_all = {seat for seat, _ in view.exposed}
    if deal is not None and view.phase == "settled" and view.play is None:
        open_to_all = set()
    for event in view.events:
        if _names_hidden(event, viewer):
            return f"{event.action} of seat {event.seat} with {event.shows}"
    for seat, hand in enumerate(view.hands):
        if hand and seat != viewer and seat not in open_to_all:
            return f"the hand of seat {seat}: {hand}"
    if view.table.pack or getattr(view, "pack", HOLE) is not HOLE:
        if view.table.pack is not HOLE:
            return "the pack"
    if deal is None:
        return ""
    if deal.order is not HOLE or any(
        hand for seat, hand in enumerate(deal.hands) if seat != viewer
    ):
        return "the cards that others were dealt"
    return ""
