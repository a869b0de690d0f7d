"""Views: a state as one seat, or an onlooker, may know it, and how events move it."""

from __future__ import annotations

from attrs import evolve

from boston_rules.core.actions import Cut, TurnCut
from boston_rules.core.arguments import check_seat, check_type, wrong_type
from boston_rules.core.errors import EventError
from boston_rules.core.events import Event, Opened
from boston_rules.core.hidden import FULL, HOLE
from boston_rules.deal.dealing import open_as_told
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State, check_state

__all__ = ["advance", "check_view", "observe"]


def check_view(view: object) -> None:
    """Refuse what is not a view.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(view, State) or view.viewer is FULL:
        raise wrong_type("view", "a view, such as br.observe() returns", view)


def observe(state: State, seat: int | None) -> State:
    """The state with holes: what a seat may know of it; ``None`` for an onlooker.

    It is of the same phase and class, holds nothing that the seat may not see and no reference to
    the full state. :func:`advance` moves it by what happens next.

    Raises:
        ValueError: no such seat, or the view of somebody else.
        TypeError: not a state.

    >>> import random
    >>> import boston_rules as br
    >>> state = br.start(br.get_variant("french"), dealer=3)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> view = br.observe(state, 0)
    >>> [len(hand) for hand in view.hands], view.actor, str(view.events[1])
    ([13, 0, 0, 0], 0, 'shuffle ?')
    """
    check_state(state)
    if seat is not None:
        check_seat(seat, "the viewer", state.variant.seats)
    viewer = state.viewer
    if viewer is FULL:
        return state.seen_by(seat)
    if viewer == seat:
        return state
    raise ValueError("what somebody else sees cannot be told from a view")


def advance(view: State, event: Event) -> State:
    """The view after an event: what :func:`observe` gives of the state after the action.

    Args:
        view: what a seat, or an onlooker, knows.
        event: what happened next, as that viewer has seen it. After a deal is settled, the event
            with which the next one is opened.

    Raises:
        EventError: it cannot have happened: another's turn, a card that lies elsewhere, the wrong
            phase, or what it shows is not what such an event shows. The view stays as it was.
        TypeError: not a view, or not an event.

    >>> import random
    >>> import boston_rules as br
    >>> state = br.start(br.get_variant("mariland"))
    >>> view, rng = br.observe(state, 2), random.Random(1)
    >>> while state.actor is not None:
    ...     chance = state.actor == br.CHANCE
    ...     action = br.draw_chance(state, rng) if chance else br.legal_actions(state)[0]
    ...     state = br.apply(state, action)
    ...     view = br.advance(view, br.observe(state, 2).events[-1])
    >>> view == br.observe(state, 2), view.settlement == state.settlement
    (True, True)
    """
    check_view(view)
    check_type("event", event, Event, "an Event, such as the last of state.events")
    after = _opened(view, event) if isinstance(event.action, Opened) else _moved(view, event)
    told = after.events[-1]
    if told != event:
        raise EventError(f"such an event shows {told.shows}, not {event.shows}")
    return after


def _opened(view: State, event: Event) -> State:
    if not isinstance(view, Settled) or view.session_over:
        raise EventError(f"a deal is opened after one that is settled, not in the {view.phase}")
    return open_as_told(view.next_table(), event)


def _moved(view: State, event: Event) -> State:
    seat, action = event.seat, event.action
    assert not isinstance(action, Opened), "the deal has begun"
    if event.seen_by(view.viewer) != event:
        who = "an onlooker" if view.viewer is None else f"seat {view.viewer}"
        raise EventError(f"{who} cannot have seen {action}")
    asked = action
    if isinstance(action, Cut | TurnCut) and action.at is HOLE:
        # Nobody sees the number of a cut, so that it is admitted where any cut is.
        asked = evolve(action, at=view.variant.dealing.least_cut)
    error = view.refuse_from(seat, asked)
    if error is not None:
        raise EventError(f"this cannot have happened: {error}") from error
    return view.told(event)
