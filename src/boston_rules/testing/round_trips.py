"""Law 5: what is written, packed or copied comes back the same."""

from __future__ import annotations

import copy
import pickle
import random
from functools import lru_cache

from boston_rules.core.actions import Action
from boston_rules.core.errors import BostonError
from boston_rules.deal.engine import legal_actions
from boston_rules.deal.state import State
from boston_rules.knowing.views import observe
from boston_rules.rules.notation import parse_action
from boston_rules.rules.variant import Variant
from boston_rules.testing.broken import Law, LawBroken
from boston_rules.testing.by_variant import by_variant
from boston_rules.testing.universe import malformed, well_formed
from boston_rules.testing.walks import Position, Walk

__all__ = ["check_round_trips", "check_tokens"]


@by_variant
def check_tokens(variant: Variant) -> None:
    """Every well-formed action is read back from its token, in any case and spacing.

    No two actions share a token; what is malformed still has a text.

    Raises:
        LawBroken: law 5.
    """
    seen: dict[str, Action] = {}
    for action in well_formed(variant):
        token = str(action)
        if token in seen:
            what = f"{action!r} and {seen[token]!r} share the token {token!r}"
            raise LawBroken(Law.ROUND_TRIPS, what, variant)
        seen[token] = action
        for text in (token, token.upper(), f"  {token.replace(' ', '   ')}\t"):
            what = _read_back(text, action, None)
            if what:
                raise LawBroken(Law.ROUND_TRIPS, what, variant)
        if getattr(action, "key", None) in variant.ladder:
            what = _read_back(token, action, variant)
            if what:
                raise LawBroken(Law.ROUND_TRIPS, what, variant)
    for action in malformed(variant):
        str(action)


def _read_back(text: str, action: Action, variant: Variant | None) -> str:
    try:
        read = parse_action(text, variant)
    except BostonError as error:
        return f"the token {text!r} of {action!r} cannot be read: {error}"
    if read != action or hash(read) != hash(action) or type(read) is not type(action):
        return f"the token {text!r} of {action!r} is read as {read!r}"
    return ""


@by_variant
def check_round_trips(variant: Variant, walk: Walk, *, states: int = 8) -> None:
    """Actions, states and views of a walk survive token, pickle, copy and replay.

    All actions are read back from their tokens and the whole walk is walked again from them;
    every state met is equal to its twin and hashes the same; ``states`` of them, and views of them,
    are pickled and copied, and the states are replayed from their events.

    Raises:
        LawBroken: law 5.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.
    """
    try:
        again = Walk.parse(walk.variant, walk.text)
    except BostonError as error:
        what = f"the walk cannot be walked again from its tokens: {error}"
        raise LawBroken(Law.ROUND_TRIPS, what, walk.variant, walk) from error
    for ours, theirs in zip(walk.positions, again.positions, strict=True):
        what = _difference(ours.state, theirs.state)
        if what:
            what = f"replayed from its tokens the state is another: {what}"
            raise LawBroken(Law.ROUND_TRIPS, what, walk.variant, walk, ours)
    if not _copied_alike(walk.variant):
        what = "deeply copied the variant is another"
        raise LawBroken(Law.ROUND_TRIPS, what, walk.variant)
    rng = random.Random(walk.seed)
    for position in walk.sample(states, rng):
        view = observe(position.state, rng.randrange(variant.seats))
        what = _copies(position.state) or _copies(view) or _retold(walk, position)
        if what:
            raise LawBroken(Law.ROUND_TRIPS, what, walk.variant, walk, position)
    for actions in walk.taken:
        for action in actions:
            for made, how in ((copy.copy(action), "copied"), (_pickled(action), "pickled")):
                if made != action or type(made) is not type(action) or str(made) != str(action):
                    what = f"{action!r} {how} is {made!r}"
                    raise LawBroken(Law.ROUND_TRIPS, what, walk.variant, walk)


@lru_cache(maxsize=64)
def _copied_alike(variant: Variant) -> bool:
    """Whether a deep copy of the rules is equal to them; the rules are the same on every walk."""
    made = copy.deepcopy(variant)
    return bool(made == variant and hash(made) == hash(variant))


def _pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def _difference(one: State, two: object) -> str:
    """How two states that should be equal differ; empty when they do not."""
    if type(two) is not type(one) or not isinstance(two, State):
        return f"a {type(two).__name__} instead of a {type(one).__name__}"
    if one != two:
        return "not equal"
    if hash(one) != hash(two):
        return "equal with another hash"
    for name in ("actor", "events", "contract", "settlement"):
        if getattr(one, name) != getattr(two, name):
            return f"another {name}: {getattr(two, name)!r} instead of {getattr(one, name)!r}"
    if legal_actions(one) != legal_actions(two):
        return "other legal actions, or in another order"
    return ""


def _copies(state: State) -> str:
    # The variant is not copied each time: it is by far the greatest part, and pickled below.
    rules = state.table.variant
    for made, how in (
        (copy.copy(state), "copied"),
        (copy.deepcopy(state, {id(rules): rules}), "deeply copied"),
        (_pickled(state), "pickled"),
    ):
        what = _difference(state, made)
        if what:
            return f"{how} the state is another: {what}"
    return ""


def _retold(walk: Walk, at: Position) -> str:
    taken = [event.action for event in at.state.events[1:]]
    if tuple(taken) != walk.taken[at.deal][: at.ply]:
        return f"the events tell other actions than were taken: {taken}"
    *_, state = walk.replayed(at, at.state)
    what = _difference(at.state, state)
    return f"replayed from its events the state is another: {what}" if what else ""
