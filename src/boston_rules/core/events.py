"""What happened in a deal: events, each an action with what it made visible.

The events of a state are typed and whole; those of a view have a
:data:`~boston_rules.core.hidden.HOLE` where the viewer does not see.
:func:`~boston_rules.knowing.views.advance` moves a view by one of them.

>>> import boston_rules as br
>>> state = br.start("mariland", dealer=1)
>>> state.events[0].action.dealer
1
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar

from attrs import evolve, field, fields, frozen

from boston_rules.core.actions import Action, Bid, Cut, Discard, Pass, Play, Shuffle, TurnCut
from boston_rules.core.arguments import CARD, check_kind, wrong_type
from boston_rules.core.cards import PACK, Card, Cards
from boston_rules.core.contract import Contract
from boston_rules.core.hidden import FULL, HOLE, Hole, Viewer
from boston_rules.core.making import changer, maker
from boston_rules.core.transfers import Transfer

__all__ = [
    "NOTHING",
    "PASS_EVENTS",
    "Counted",
    "Event",
    "Events",
    "Opened",
    "Shows",
    "asked",
    "counted_of",
    "event_of",
    "expected",
    "opened_of",
    "play_event",
    "reveal",
    "seen_events",
    "showing",
    "shows_of",
    "tell",
]


def _check(expected: str, fits: Callable[[Any], bool]) -> Callable[[Any, Any, Any], None]:
    """The attrs validator of a field whose values are not of one class alone."""

    def check(instance: object, attribute: Any, value: Any) -> None:
        if not fits(value):
            raise wrong_type(f"{attribute.name} of {type(instance).__name__}", expected, value)

    return check


def _is_number(value: object) -> bool:
    return type(value) is int


def _is_shown_hand(value: Any) -> bool:
    if type(value) is not tuple or len(value) != 2:
        return value is None
    return _is_number(value[0]) and isinstance(value[1], Cards)


_INT: Final = _check("an int", _is_number)
_SEAT: Final = _check("a seat, or None", lambda value: value is None or _is_number(value))
_IS_CARD: Final = check_kind(Card, CARD, none=True)


@frozen
class Opened:
    """The beginning of a deal: whose deal it is, and what was paid before it."""

    dealer: int = field(validator=_INT)
    """The seat that deals."""
    deal_number: int = field(validator=_INT)
    """1 for the first deal of the session."""
    antes: tuple[Transfer, ...] = ()
    """What was paid before the deal, and what a capped pool took back or set aside."""

    def __str__(self) -> str:
        return "open"


@frozen
class Counted:
    """What is counted of the hands as dealt when the bill is made."""

    honours: tuple[int, ...] = field(
        validator=_check(
            "a tuple of ints, by seat",
            lambda value: type(value) is tuple and all(map(_is_number, value)),
        )
    )
    """Honours of the trump suit by seat."""
    boston: int | None = field(default=None, validator=_SEAT)
    """The seat dealt the Boston, where the variant has one."""


@frozen(kw_only=True)
class Shows:
    """What an action made visible besides itself; a field that is not told is empty."""

    dealt: tuple[Cards | Hole, ...] = field(
        default=(),
        validator=_check(
            "a tuple of Cards or HOLE, by seat",
            lambda value: (
                type(value) is tuple
                and all(hand is HOLE or isinstance(hand, Cards) for hand in value)
            ),
        ),
    )
    """By seat, the cards dealt; a viewer sees its own. Where hands are dealt, or given outright."""
    turned: Card | None = field(default=None, validator=_IS_CARD)
    """The card that the deal itself turned up; one turned by chance is an action."""
    made: Contract | None = field(
        default=None, validator=check_kind(Contract, "a Contract", none=True)
    )
    """The contract that the cards make, without an auction."""
    laid: Card | None = field(default=None, validator=_IS_CARD)
    """The card laid with the bid that has won the auction."""
    exposed: tuple[int, Cards] | None = field(
        default=None, validator=_check("a seat and its Cards, or None", _is_shown_hand)
    )
    """A seat that lays its hand on the table, and what it holds."""
    verdict: bool | None = field(
        default=None, validator=check_kind(bool, "True or False", none=True)
    )
    """Of a claim, whether the seat accused could have followed suit."""
    winner: int | None = field(default=None, validator=_SEAT)
    """Of a claim that moves the trick while the partner is unknown, who has won it now."""
    partner: int | Hole | None = field(
        default=HOLE,
        validator=_check(
            "a seat, None or HOLE",
            lambda value: value is None or value is HOLE or _is_number(value),
        ),
    )
    """At the end of a deal, who held the called card if nobody has seen it; ``None`` for the hand
    laid aside."""
    counted: Counted | None = field(
        default=None, validator=check_kind(Counted, "a Counted", none=True)
    )
    """What the bill counts of the hands as dealt."""

    def told(self) -> frozenset[str]:
        """The names of the fields that say something."""
        return frozenset(name for name, empty in _EMPTY.items() if getattr(self, name) != empty)

    def seen_by(self, viewer: Viewer) -> Shows:
        """The same as a viewer sees it: of the cards dealt its own."""
        if viewer is FULL or not self.dealt:
            return self
        own = [hand if seat == viewer else HOLE for seat, hand in enumerate(self.dealt)]
        return showing(self, dealt=tuple(own))


_EMPTY: Final[dict[str, Any]] = {each.name: each.default for each in fields(Shows)}
NOTHING: Final = Shows()
"""Of an action that makes nothing visible besides itself."""


@frozen
class Event:
    """Something that was done in a deal, by whom, and what it made visible."""

    seat: int = field(validator=_INT)
    """Who did it; :data:`~boston_rules.deal.table.CHANCE` for chance and for the opening."""
    action: Action | Opened
    """What was done; holes where the viewer does not see."""
    shows: Shows = field(default=NOTHING, validator=check_kind(Shows, "a Shows"))
    """What it made visible."""
    pending: Shows = field(default=NOTHING, eq=False, repr=False)
    """While a view is moved, all that it is told; what is asked for of it goes into ``shows``."""

    def __reduce__(self) -> Any:
        return Event, (self.seat, self.action, self.shows)

    def seen_by(self, viewer: Viewer) -> Event:
        """The event as a viewer sees it."""
        action, shows = self.action, self.shows
        if shows is NOTHING and viewer is not FULL:
            unseen = _UNSEEN.get((type(action), self.seat))
            if unseen is not None:
                return unseen
        seen = _action_seen(action, own=viewer is FULL or viewer == self.seat, viewer=viewer)
        shown = shows.seen_by(viewer) if shows.dealt else shows
        if seen is action and shown is shows:
            return self
        return event_of(self.seat, seen, shown)

    def __str__(self) -> str:
        return str(self.action)


Events: TypeAlias = tuple[Event, ...]
"""Events in order."""

opened_of: Final = maker(Opened)
"""The beginning of a deal, made fast."""
event_of: Final = maker(Event)
"""An event, made fast."""
shows_of: Final = maker(Shows)
"""What an event shows, made fast."""
_changed: Final = changer(Shows)
counted_of: Final = maker(Counted)
"""What a bill counts, made fast."""


def showing(shows: Shows, **told: Any) -> Shows:
    """What an event shows, and by name what it shows besides, or otherwise."""
    return shows_of(**told) if shows is NOTHING else _changed(shows, **told)


_DISCARDED: Final = Discard(HOLE)
_FACE_DOWN: Final[dict[type, Action]] = {
    Shuffle: Shuffle(HOLE),
    Cut: Cut(HOLE),
    TurnCut: TurnCut(HOLE),
}
"""By class, what nobody sees more of than that it was done."""
_UNSEEN: Final = {
    (kind, seat): event_of(seat, action)
    for kind, action in _FACE_DOWN.items()
    for seat in range(-1, 4)
}
"""The same as events, by class and by seat or chance."""


def _action_seen(action: Action | Opened, *, own: bool, viewer: Viewer) -> Action | Opened:
    kind = type(action)
    if viewer is FULL:
        return action
    if kind in _FACE_DOWN:
        return _FACE_DOWN[kind]
    if own:
        return action
    if kind is Discard:
        return _DISCARDED
    if isinstance(action, Bid) and action.card is not None:
        return _without_card(action)
    return action


@lru_cache(maxsize=1024)
def _without_card(bid: Bid) -> Bid:
    return evolve(bid, card=HOLE)


def seen_events(events: Events, viewer: Viewer) -> Events:
    """Events as a viewer sees them.

    Of cards that were dealt again after a misdeal nobody keeps what he has held.
    """
    deals = [at for at, event in enumerate(events) if event.shows.dealt]
    before = deals[-1] if deals else 0
    return tuple(
        [event.seen_by(None) for event in events[:before]]
        + [event.seen_by(viewer) for event in events[before:]]
    )


_PLAY_EVENTS: Final = tuple(tuple(event_of(seat, Play(card)) for card in PACK) for seat in range(4))
PASS_EVENTS: Final = tuple(event_of(seat, Pass()) for seat in range(4))
"""By seat, a pass."""


def play_event(seat: int, card: int) -> Event:
    """The play of a card that shows nothing besides; the same object each time."""
    return _PLAY_EVENTS[seat][card]


# Asking for what is hidden.

_T = TypeVar("_T")


def asked(event: Event, viewer: Viewer, name: str, compute: Callable[[], _T]) -> _T:
    """A hidden fact that an event makes visible: a full state works it out, a view is told it.

    So there is one way through the rules for both.

    Args:
        event: what is happening.
        viewer: whose state it is.
        name: the field of :class:`Shows`.
        compute: works the fact out, of a state without holes.
    """
    value: Any = compute() if viewer is FULL else getattr(event.pending, name)
    found: _T = value
    return found


def tell(event: Event, viewer: Viewer, name: str, compute: Callable[[], _T]) -> tuple[_T, Event]:
    """A fact as by :func:`asked`, and the event with it told."""
    value = asked(event, viewer, name, compute)
    if value is _EMPTY[name]:
        return value, event
    shows = showing(event.shows, **{name: value})
    return value, event_of(event.seat, event.action, shows, event.pending)


def reveal(
    events: Events, viewer: Viewer, name: str, compute: Callable[[], _T]
) -> tuple[_T, Events]:
    """The same as :func:`tell` for the last of some events."""
    *before, last = events
    value, told = tell(last, viewer, name, compute)
    return value, events if told is last else (*before, told)


def expected(event: Event) -> Event:
    """The event while a view is moved by it: what it shows is told when it is asked for."""
    return event_of(event.seat, event.action, NOTHING, event.shows)
