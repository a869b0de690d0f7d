"""Law 1: an action succeeds exactly when it is legal, and is else refused in good order."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from attrs import fields, has

from boston_rules.core.actions import Action, Bid, Shuffle, TurnUp
from boston_rules.core.errors import IllegalAction, NotYourTurn
from boston_rules.core.hidden import HOLE
from boston_rules.deal.dealing import ShufflingStill
from boston_rules.deal.engine import apply, draw_chance, lawful_actions, legal_actions, why_illegal
from boston_rules.deal.state import State
from boston_rules.deal.table import CHANCE
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.universe import STRANGERS, can_err, formable, universe
from boston_rules.testing.walks import Walk

__all__ = ["check_soundness"]


@by_variant
def check_soundness(variant: Variant, walk: Walk, *, states: int = 2, glances: int = 8) -> None:
    """Legal actions succeed, all others are refused alike by ``apply`` and ``why_illegal``.

    In every state: ``legal_actions`` is a tuple without duplicates in canonical order (kind by
    kind; bids up the ladder, cards in the order of the pack; the same for equal states and for what
    two neighbouring states share), not empty exactly when a seat is to act, and
    ``glances`` actions of the universe are tried; in ``states`` of them (different phases first)
    the whole universe is tried, the refusals are read and pickled, and the state is compared with
    a copy made before.

    Raises:
        LawBroken: law 1.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    rng = random.Random(walk.seed)
    everything = universe(variant)
    known = formable(variant)
    thorough = {(at.deal, at.ply) for at in walk.sample(states, rng)}
    before: State | None = None
    for at in walk.positions:
        state = at.state
        what = _listing(state, known) or (_order(before, state) if at.ply else "")
        if not what and (at.deal, at.ply) in thorough:
            what = _whole(state, everything, rng)
        elif not what:
            what = _tried(state, rng.sample(everything, glances), rng, read=False)
        if what:
            raise LawBroken(Law.SOUND_AND_TOTAL, what, walk.variant, walk, at)
        before = state


def _listing(state: State, known: frozenset[Action]) -> str:
    legal = legal_actions(state)
    if type(legal) is not tuple:
        return f"legal actions come as a {type(legal).__name__}, not a tuple"
    if len(set(legal)) != len(legal):
        return f"legal actions are listed twice: {_shown(legal)}"
    if bool(legal) != (state.actor is not None and state.actor != CHANCE):
        return f"{len(legal)} legal actions when {state.actor!r} is to act"
    kinds = [type(action) for action in legal]
    if sum(one is not two for one, two in pairwise(kinds)) != len(set(kinds)) - bool(kinds):
        return f"actions of one kind do not stand together: {_shown(legal)}"
    ladder = state.table.variant.ladder
    places = [_place(action, ladder) for action in legal]
    for (one, lower), (two, higher) in pairwise(zip(legal, places, strict=True)):
        if lower > higher and type(one) is type(two):
            return f"{one} stands before {two} in the order {_shown(legal)}"
    if not known.issuperset(legal):
        strange = next(action for action in legal if action not in known)
        return f"a legal action that the ladder, cards and seats cannot form: {strange!r}"
    stated = _of_phase(type(state), state.table.variant)  # type: ignore[arg-type]  # a class
    if not stated.issuperset(legal):
        strange = next(action for action in legal if action not in stated)
        return f"{strange} is legal, but none of the actions that the phase {state.phase} states"
    return ""


@lru_cache(maxsize=1024)
def _of_phase(phase: type[State], variant: Variant) -> frozenset[Action]:
    return frozenset(phase.actions(variant))


def _place(action: Action, ladder: Ladder) -> int:
    """Where an action stands among those of its kind: low bids, cards, numbers and suits first."""
    if isinstance(action, Bid):
        return ladder.place(action.key) if action.key in ladder else -1
    card = getattr(action, "card", None)
    if card is not None:
        return int(card.index)
    for name in ("at", "suit", "seat"):
        if hasattr(action, name):
            return int(getattr(action, name))
    return 0


def _order(before: State | None, state: State) -> str:
    """What two neighbouring states of one phase both offer comes in the same order."""
    if before is None or type(before) is not type(state):
        return ""
    old, new = legal_actions(before), legal_actions(state)
    in_old, in_new = set(old), set(new)
    if [one for one in old if one in in_new] != [one for one in new if one in in_old]:
        return f"the order changed from {_shown(old)} to {_shown(new)}"
    return ""


def _shown(legal: Iterable[Action]) -> str:
    return ", ".join(map(str, legal))


def _whole(state: State, everything: tuple[Action, ...], rng: random.Random) -> str:
    twin = copy.deepcopy(state, {id(state.table.variant): state.table.variant})
    if legal_actions(twin) != legal_actions(state):
        return "equal states list their legal actions otherwise"
    what = _tried(state, everything, rng, read=True) or _strangers(state) or _turns(state)
    if what:
        return what
    if state.actor == CHANCE:
        drawn = draw_chance(state, rng)
        if why_illegal(state, drawn) is not None:
            return f"the chance event that was drawn is refused: {why_illegal(state, drawn)}"
    fresh = copy.deepcopy(state, {id(state.table.variant): state.table.variant})
    if (
        state != twin
        or fresh != twin
        or hash(fresh) != hash(twin)
        or _inside(fresh) != _inside(twin)
    ):
        return "the state was changed by what was tried on it"
    return ""


def _inside(thing: object) -> object:
    """All there is in a state, what its equality leaves out too; but for the variant."""
    if isinstance(thing, tuple):
        return tuple(map(_inside, thing))
    kind: type = type(thing)
    if has(kind) and not isinstance(thing, Variant):
        inner = (_inside(getattr(thing, attribute.name)) for attribute in fields(kind))
        return (kind, *inner)
    return thing


def _allowed(state: State, action: Action, legal: frozenset[Action]) -> bool:
    """What may succeed, by the words of the rules for chance, by the list for players."""
    if state.actor != CHANCE:
        return action in legal
    variant = state.table.variant
    if state.deal is None or isinstance(state, ShufflingStill):
        return (
            isinstance(action, Shuffle)
            and action.pack is not HOLE
            and sorted(action.pack) == list(variant.dealing.pack)
        )
    if not isinstance(action, TurnUp):
        return False
    return (
        action.card in variant.dealing.pack
        if variant.dealing.turns_by_chance
        else action.card in state.hands[state.table.dealer]
    )


def _attempt(
    state: State, action: Action, seat: int | None = None
) -> tuple[State | None, Exception | None]:
    try:
        return apply(state, action, seat), None
    except Exception as error:  # whatever it is, it is looked at
        return None, error


def _tried(state: State, actions: Iterable[Action], rng: random.Random, *, read: bool) -> str:
    legal = frozenset(legal_actions(state))
    seen: set[tuple[type, type]] = set()
    for action in actions:
        allowed = _allowed(state, action, legal)
        try:
            reason = why_illegal(state, action)
        except Exception as error:  # whatever it is, it must not escape
            return f"why_illegal({action!r}) raises {error!r}"
        if (reason is None) != allowed:
            return f"{action} is {'legal' if allowed else 'illegal'}, why_illegal gives {reason!r}"
        after, raised = _attempt(state, action)
        if allowed:
            if raised is not None:
                return f"{action} is legal, but apply raises {raised!r}"
            if after == state:
                return f"{action} leads from the state to itself"
            continue
        if raised is None:
            return f"{action} is illegal, but apply takes it"
        if not isinstance(raised, IllegalAction):
            return f"{action!r} raises {raised!r}, which is no IllegalAction"
        if raised != reason:
            return f"apply raises {raised!r} for {action}, why_illegal gives {reason!r}"
        kind = (type(raised), type(action))
        if (read and kind not in seen) or rng.random() < 0.02:
            seen.add(kind)
            try:
                alike = (str(raised), repr(raised)) == (str(reason), repr(reason))
            except Exception as error:  # a message never fails
                return f"the refusal of {action!r} cannot be printed: {error!r}"
            if not alike or hash(raised) != hash(reason):
                return f"apply raises {raised!r} for {action}, why_illegal gives {reason!r}"
            what = _read(state, action, raised)
            if what:
                return what
    return ""


def _read(state: State, action: Action, raised: IllegalAction) -> str:
    """A refusal says what was tried, by whom, and what else would do; it survives pickling."""
    text = str(raised)
    token = str(action)
    if type(raised) is IllegalAction or not raised.code or raised.code == IllegalAction.code:
        return f"{token} is refused by {type(raised).__name__}, which names no reason"
    if not (text.startswith(token) or (len(token) >= 60 and text.startswith(token[:50]))):
        return f"the refusal of {token!r} does not begin with what was tried: {text!r}"
    if not raised.reason or raised.reason not in text:
        return f"the refusal of {token!r} gives no reason: {text!r}"
    seat = None if state.actor == CHANCE else state.actor
    if raised.action != action or raised.seat != seat or raised.legal != legal_actions(state):
        return f"the refusal of {token!r} is about something else: {raised!r}"
    packed = pickle.loads(pickle.dumps(raised))
    if packed != raised or type(packed) is not type(raised) or str(packed) != text:
        return f"the refusal of {token!r} does not survive pickling"
    return ""


def _strangers(state: State) -> str:
    for thing in STRANGERS:
        for function in (apply, why_illegal):
            try:
                function(state, thing)  # type: ignore[arg-type]  # that is the point
            except TypeError:
                continue
            except Exception as error:  # anything else is a mistake
                return f"{function.__name__} of {thing!r} raises {error!r}, not a TypeError"
            return f"{function.__name__} takes {thing!r}, which is no action"
    return ""


def _out_of_turn(state: State, seat: int, actions: Iterable[Action]) -> str:
    """What a seat may do out of turn succeeds, and all else is refused alike."""
    legal = legal_actions(state, seat)
    if len(set(legal)) != len(legal):
        return f"actions of seat {seat} are listed twice: {_shown(legal)}"
    for action in actions:
        reason = why_illegal(state, action, seat=seat)
        if (reason is None) != (action in legal):
            return f"{action} of seat {seat} is listed or not, and why_illegal gives {reason!r}"
        after, raised = _attempt(state, action, seat)
        if raised != reason:
            return f"apply for seat {seat} raises {raised!r}, why_illegal gives {reason!r}"
        if reason is not None and not isinstance(reason, NotYourTurn) and reason.legal != legal:
            return f"the refusal of {action} to seat {seat} names other legal actions: {reason!r}"
        if after is not None and (after.events[-1].seat, after.events[-1].action) != (seat, action):
            return f"{action} of seat {seat} is told as {after.events[-1]!r}"
    return ""


def _turns(state: State) -> str:
    """With ``seat`` named, only the seat to act is heard, or who may act out of turn."""
    legal = legal_actions(state)
    variant = state.variant
    everything = universe(variant)
    action = legal[0] if legal else everything[0]
    errs = can_err(variant)
    if not set(lawful_actions(state)) <= set(legal):
        return f"lawful, and not legal: {_shown(set(lawful_actions(state)) - set(legal))}"
    if not errs and lawful_actions(state) != legal:
        return "where nobody can err, what is lawful is not what is legal"
    if legal_actions(state, state.actor) != legal:
        return "the seat to act has other legal actions when it is named"
    for seat in range(variant.seats):
        if seat == state.actor:
            _, raised = _attempt(state, action, seat)
            if raised != why_illegal(state, action, seat) or isinstance(raised, NotYourTurn):
                return f"seat {seat} is answered {raised!r} when {state.actor!r} is to act"
        elif what := _out_of_turn(state, seat, everything if errs else (action,)):
            return what
        elif not errs and not isinstance(why_illegal(state, action, seat), NotYourTurn):
            return f"seat {seat} may act when {state.actor!r} is to act"
    return ""
