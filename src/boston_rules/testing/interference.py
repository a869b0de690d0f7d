"""Law 6: what a seat cannot see changes nothing that it is shown.

A view has holes where its viewer may not look. For a state and a viewer a *twin* is drawn, a sample
of the view: other hands, discards and laid cards, another pack and other cuts, in which everything
public happened alike. Played from its first action on, it must look to the viewer like the state
itself after every action.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from boston_rules.core.actions import Action, Bid, Cut, Discard, Misdeal, Shuffle, TurnCut
from boston_rules.core.errors import IllegalAction
from boston_rules.core.events import Event
from boston_rules.core.hidden import HOLE, Viewer
from boston_rules.deal.engine import apply, next_deal, why_illegal
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.table import CHANCE
from boston_rules.deal.tricks import Playing
from boston_rules.knowing.views import observe
from boston_rules.knowing.worlds import sample
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.universe import universe
from boston_rules.testing.walks import Position, Walk, named

__all__ = ["check_non_interference", "uncovered"]

_GLANCES: Final = 60
"""Actions of the universe tried at each state."""


@by_variant
def check_non_interference(variant: Variant, walk: Walk, *, samples: int = 3) -> int:
    """Twins of ``samples`` states of a walk, each for the seat to act, another seat, an onlooker.

    Where a partner was called, the last state before his card is seen is looked at as well.

    Compared are the views (legal actions and the seat to act among them) of the state, of all
    states before it in its deal, and of what comes after it, and the refusals of some actions of
    the universe.

    Returns:
        How many twins were compared.

    Raises:
        LawBroken: law 6.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    rng = random.Random(walk.seed)
    compared = 0
    for at in (*walk.sample(samples, rng), *_secrets(walk)):
        for viewer in _viewers(at.state, rng):
            glanced = rng.sample(universe(variant), _GLANCES)
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
        at for at in walk.positions if isinstance(at.state, Playing) and not at.state.partner_shown
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

    Hidden are packs and cuts, the cards of others unless they lie on the table, what others have
    laid aside, and the cards that they have laid with bids; the winner's is told at the end of the
    auction.
    """
    viewer, deal = view.viewer, view.deal
    for event in view.events:
        if _tells_hidden(event, viewer):
            return f"{event!r}"
    lying = [getattr(view, "pack", ()), getattr(view, "still", ())]
    lying += [] if deal is None else [deal.still]
    for pack in (view.table.pack, view.table.still, *lying):
        if pack is not HOLE and pack:
            return f"the pack {pack}"
    seen = {viewer, *(seat for seat, _ in view.exposed)}
    for seat, hand in enumerate(view.hands):
        if hand and seat not in seen:
            return f"the hand of seat {seat}, {hand}"
    if deal is None:
        return ""
    others = [hand for seat, hand in enumerate(deal.hands) if seat != viewer]
    if deal.order is not HOLE or any(others):
        return f"the cards dealt, {deal.order} and {deal.hands}"
    return ""


def _tells_hidden(event: Event, viewer: Viewer) -> bool:
    action = event.action
    if any(hand is not HOLE and seat != viewer for seat, hand in enumerate(event.shows.dealt)):
        return True
    if isinstance(action, Shuffle):
        return action.pack is not HOLE
    if isinstance(action, Cut | TurnCut):
        return action.at is not HOLE
    if event.seat == viewer or not isinstance(action, Discard | Bid):
        return False
    return action.card not in (HOLE, None)


def _before(walk: Walk, at: Position, viewer: int | None, twin: State) -> str:
    """What tells a twin from the state on the way there; cards that were misdealt are forgotten."""
    walked = walk.states[at.deal]
    misdeals = [isinstance(event.action, Misdeal) for event in twin.events]
    dealt = len(misdeals) - misdeals[::-1].index(True) - 1 if True in misdeals else 0
    try:
        for ply, theirs in enumerate(walk.replayed(at, twin)):
            if ply >= dealt and _seen(walked[ply], theirs, viewer):
                return f"after {ply} actions, {_seen(walked[ply], theirs, viewer)}"
    except IllegalAction as error:
        return f"what happened in one cannot have happened in the other: {error}"
    return ""


def _seen(ours: State, theirs: State, viewer: int | None) -> str:
    one, two = observe(ours, viewer), observe(theirs, viewer)
    if one == two and repr(one) == repr(two):
        return ""
    return f"one is seen as {one!r} and the other as {two!r}"


def _answered(ours: State, theirs: State, view: State, glances: Sequence[Action]) -> str:
    """What is answered otherwise in a state, its twin and the view: a refusal, or what is legal."""
    viewer = view.viewer
    if not isinstance(viewer, int):
        return ""
    for action in glances:
        one, *others = (why_illegal(state, action, viewer) for state in (ours, theirs, view))
        for two in others:
            if one != two or str(one) != str(two) or repr(one) != repr(two):
                return f"{action} is answered {str(one)!r} and {str(two)!r}"
    return ""


def _after(walk: Walk, at: Position, viewer: int | None, twin: State) -> str:
    """What tells a twin from the state after the next action, if that is told alike of both."""
    if isinstance(at.state, Settled):
        if at.state.session_over:
            return ""
        ours, theirs = next_deal(at.state), next_deal(twin)
    else:
        ours, action = walk.states[at.deal][at.ply + 1], walk.taken[at.deal][at.ply]
        seat = ours.events[-1].seat
        if why_illegal(twin, action, seat) is not None:
            return ""
        theirs = apply(twin, action, seat)
    if observe(ours, viewer).events[-1] != observe(theirs, viewer).events[-1]:
        return ""
    what = _seen(ours, theirs, viewer)
    return what and f"after one more action, {what}"
