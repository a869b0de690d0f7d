"""Law 11: views move by events to what is seen of the state after the action."""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Iterable, Iterator
from typing import Any, Final

from attrs import evolve

from boston_rules.core.actions import Bid, Cut, Play, Revoke, TurnCut
from boston_rules.core.cards import PACK, Cards
from boston_rules.core.contract import Contract, Infraction
from boston_rules.core.errors import (
    BadCut,
    BadPack,
    BadTurnUp,
    CalledCardHeld,
    CardBound,
    CardDemanded,
    CardNotHeld,
    EventError,
    HoldingRequired,
    HoldsTrump,
    MustFollowSuit,
    NothingToCorrect,
    SuitCalled,
)
from boston_rules.core.events import Counted, Event, Opened, Shows
from boston_rules.core.hidden import FULL, HOLE, Viewer
from boston_rules.deal.auction import Auction
from boston_rules.deal.calls import calls_of
from boston_rules.deal.engine import lawful_actions, legal_actions, next_deal, why_illegal
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.table import CHANCE
from boston_rules.knowing.views import advance, observe
from boston_rules.knowing.worlds import sample
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.universe import universe
from boston_rules.testing.walks import Walk, named

__all__ = ["check_views"]

_HIDDEN: Final = (
    *(
        BadCut,
        BadPack,
        BadTurnUp,
        CalledCardHeld,
        CardBound,
        CardDemanded,
        CardNotHeld,
        HoldingRequired,
        HoldsTrump,
        SuitCalled,
    ),
    *(MustFollowSuit, NothingToCorrect),
)
"""Refusals because of what is hidden: who does not see it may take the event for possible."""
_STATES: Final = 2
"""Positions of a walk that are looked at thoroughly."""
_GLANCES: Final = 20
"""Actions tried at each of them, of all that there are."""


@by_variant
def check_views(variant: Variant, walk: Walk) -> None:
    """Each event moves each view to what is seen of the state after it, into the next deal too.

    What a seat may do in its view is what it may do in the state, and nobody else may do anything
    there; what is decided in a view is what the bill says. At some positions views that differ only
    in what is hidden are pickled to the same bytes, and events that cannot have happened are
    refused, as is the one that did happen when it shows less, more, or what cannot be.

    Raises:
        LawBroken: law 11.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    rng = random.Random(walk.seed)
    tried = [(at.deal, at.ply) for at in walk.sample(_STATES, rng)]
    _check_verdicts(walk, FULL)
    for viewer in (None, *range(variant.seats)):
        _check_verdicts(walk, viewer)
        view: State | None = None
        for at in walk.positions:
            seen = observe(at.state, viewer)
            told, thorough = seen.events[-1], (at.deal, at.ply) in tried
            moved, what = (seen, "") if view is None else _moved(view, seen)
            if view is not None and at.ply and (thorough or told.shows.told()):
                what = what or _refusing(view, _otherwise(view, told))
            what = what or _listed(at.state, moved)
            if thorough:
                what = what or _refusing(moved, _impossible(at.state, moved, rng))
                what = what or _packed_alike(moved, seen, rng)
            if what:
                raise LawBroken(Law.VIEWS_MOVE, f"{named(viewer)}: {what}", variant, walk, at)
            view = moved


def _check_verdicts(walk: Walk, viewer: Viewer) -> None:
    """What is decided of a contract is so to the end of the deal, but for revokes to come."""
    decided: bool | None = None
    infractions: tuple[Infraction, ...] = ()
    for at in walk.positions:
        view = at.state if viewer is FULL else observe(at.state, viewer)
        bill = view.settlement
        verdict = view.decided if bill is None else bill.made
        if view.infractions != infractions or at.ply == 0:
            decided, infractions = None, view.infractions
        elif decided is not None and verdict is not decided and (bill or verdict is not None):
            what = f"what was decided ({decided}) is {verdict} for {viewer!r}"
            raise LawBroken(Law.VIEWS_MOVE, what, walk.variant, walk, at)
        decided = verdict if verdict is not None else decided


def _listed(state: State, view: State) -> str:
    viewer, actor = view.viewer, state.actor
    if type(view) is not type(state) or view.actor != actor:
        return f"{view!r} is seen of {state!r}"
    for seat in range(state.variant.seats):
        legal = legal_actions(state, seat) if seat == viewer else ()
        if legal_actions(view, seat) != legal:
            return f"seat {seat} may do {legal_actions(view, seat)}, not {legal}"
    for listing in (legal_actions, lawful_actions):
        if listing(view) != (listing(state) if actor == viewer else ()):
            return f"the view lists {listing(view)}"
    return ""


def _moved(view: State, seen: State) -> tuple[State, str]:
    """A view moved to one that was seen, and what is wrong with it."""
    event = seen.events[-1]
    try:
        moved = advance(view, event)
    except EventError as error:
        return seen, f"{event!r} has happened, and is refused: {error}"
    if moved != seen:
        return moved, f"moved by {event!r} the view is {moved!r}, not {seen!r}"
    if isinstance(event.action, Opened) and not event.shows.dealt and next_deal(view) != seen:
        return moved, f"the next deal is {next_deal(view)!r}, not {seen!r}"
    return moved, ""


class _Pickler(pickle.Pickler):
    """Leaves out the rules, which everybody knows."""

    def persistent_id(self, thing: object) -> str | None:
        return "rules" if isinstance(thing, Variant) else None


def _packed(view: State) -> bytes:
    """A view pickled part by part, so that equal parts are the same bytes, shared or not."""
    buffer = io.BytesIO()
    pickler = _Pickler(buffer)
    pickler.fast = True
    pickler.dump(view)
    return buffer.getvalue()


def _packed_alike(moved: State, seen: State, rng: random.Random) -> str:
    """What a pickled view holds besides what is seen, whatever it has been told and refused."""
    twin = observe(sample(seen, rng), seen.viewer)  # type: ignore[arg-type]
    if len(set(map(_packed, (moved, seen, twin, pickle.loads(pickle.dumps(moved)))))) > 1:
        return "views that are equal are pickled otherwise"
    return ""


# Events that cannot have happened.


def _refusing(view: State, events: Iterable[tuple[Event, bool]]) -> str:
    """What a view takes that cannot have happened.

    Args:
        view: of any viewer.
        events: what did not happen, and whether the viewer can be sure of that.
    """
    for event, sure in events:
        try:
            advance(view, event)
        except EventError:
            continue
        if sure:
            return f"{event!r} cannot have happened, and is taken"
    return ""


def _impossible(state: State, view: State, rng: random.Random) -> Iterator[tuple[Event, bool]]:
    viewer, seats = view.viewer, range(view.variant.seats)
    known = [Play(card) for card in view.dealt]
    known += [Play(card) for trick in view.tricks for card in trick.cards]
    for action in (*rng.sample(universe(view.variant), _GLANCES), *known):
        seat = rng.choice([CHANCE, *seats, *[state.actor or 0] * 4])
        reason = why_illegal(state, action, seat)
        if reason is not None:
            event = Event(seat, action).seen_by(viewer)
            sees = (seat == viewer and not isinstance(action, Cut | TurnCut)) or action in known
            open_card = event.action == action and getattr(action, "card", None) is not HOLE
            yield event, open_card and (sees or not isinstance(reason, _HIDDEN))
    if isinstance(state, Settled) and not state.session_over:
        table = state.next_table()
        yield Event(CHANCE, Opened(table.eldest, table.deal_number, table.antes)), True


def _otherwise(view: State, event: Event) -> Iterator[tuple[Event, bool]]:
    """An event that shows less than it does, or more, or what cannot be."""
    nothing, unfit = Shows(), _unfit(view, event)
    for name, value in _more(view.variant.seats).items():
        others = [value]
        if name in event.shows.told():
            others = [getattr(nothing, name), *unfit.get(name, ())]
        for other in others:
            # Only the cards say whether they make a contract.
            sure = name != "made" or other is not None
            yield evolve(event, shows=evolve(event.shows, **{name: other})), sure


def _more(seats: int) -> dict[str, Any]:
    """By field, something that an event could show."""
    return {
        "dealt": (HOLE,) * seats,
        "turned": PACK[0],
        "made": Contract("none", 0),
        "laid": PACK[0],
        "exposed": (0, Cards()),
        "verdict": True,
        "winner": 0,
        "partner": None,
        "counted": Counted((0,) * seats),
    }


def _unfit(view: State, event: Event) -> dict[str, list[Any]]:
    shows, viewer, seats = event.shows, view.viewer, view.variant.seats
    own = view.dealt
    some = Cards(list(view.variant.dealing.pack)[: view.variant.hand])
    if isinstance(viewer, int) and shows.dealt and isinstance(told := shows.dealt[viewer], Cards):
        own = told
    found: dict[str, list[Any]] = {
        "dealt": [shows.dealt[:-1], (some,) * seats, (HOLE, Cards(), *shows.dealt[2:])],
        "winner": [-1, seats],
        "partner": [-1, seats],
    }
    if view.contract is not None:
        found["partner"].append(view.contract.declarer)
        if isinstance(viewer, int) and view.contract.called not in own:
            found["partner"].append(viewer)
    if isinstance(event.action, Revoke) and event.action.seat == viewer:
        found["verdict"] = [not shows.verdict]
    if shows.exposed is not None:
        seat, hand = shows.exposed
        fewer = Cards(list(hand)[1:])
        found["exposed"] = [((seat + 1) % seats, hand), (seat, fewer), (seat, Cards())]
        found["exposed"] += [(seat, Cards([*fewer, card])) for card in own - hand]
    if shows.laid is not None:
        assert isinstance(view, Auction), "a laid card is shown when the auction is over"
        # The bid that stands, unless the auction ends with a bid at once.
        last = (event.seat, event.action) if isinstance(event.action, Bid) else view.standing_bid
        assert last is not None, "and was laid with a bid"
        seat, bid = last
        open_bid = calls_of(view.variant, view.deal.turn).open_bid(bid)
        assert open_bid is not None, "which was legal"
        suits = open_bid.laid
        found["laid"] = [card for card in PACK if card.suit not in suits]
        if seat != viewer:
            found["laid"] += own
    if shows.turned is not None:
        dealing = view.variant.dealing
        if dealing.turns_from_dead or (dealing.turns_from_hand and view.table.dealer != viewer):
            found["turned"] = list(own)
    if shows.made is not None:
        found["made"] = [evolve(shows.made, key="none"), evolve(shows.made, declarer=seats)]
    if shows.counted is not None:
        honours, boston = shows.counted.honours, shows.counted.boston
        found["counted"] = [Counted(honours[1:], boston), Counted((4,) * seats, boston)]
        if boston is None:
            found["counted"].append(Counted(honours, seats))
        elif not _may_be_dead(view, event):
            found["counted"].append(Counted(honours, None))
        if isinstance(viewer, int):
            other = tuple(each + (seat == viewer) for seat, each in enumerate(honours))
            found["counted"].append(Counted(other, boston))
    return found


def _may_be_dead(view: State, event: Event) -> bool:
    """Whether the viewer may take the Boston for a card of a hand laid aside."""
    variant = view.variant
    if len(variant.dealing.pack) == variant.seats * variant.hand:
        return False
    rows = (*(trick.cards for trick in view.tricks), view.trick, view.dealt)
    laid = [hand for _, hand in (*view.exposed, *view.faced)]
    seen = {card for cards in (*rows, *laid) for card in cards}
    last = getattr(event.action, "card", None)
    return variant.trumps.bonus_card(view.turn.suit) not in seen | {last}
