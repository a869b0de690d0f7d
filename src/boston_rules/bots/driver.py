"""Plays deals and sessions with bots, and makes bots by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from boston_rules import (
    CHANCE,
    Action,
    DealNotSettled,
    Settled,
    State,
    Variant,
    apply,
    draw_chance,
    next_deal,
    observe,
    start,
)
from boston_rules.arguments import wrong_type
from boston_rules.bots.basic import RandomBot
from boston_rules.bots.montecarlo import MonteCarloBot
from boston_rules.bots.names import BotNameError, Readers, options_of
from boston_rules.bots.protocol import Bot
from boston_rules.bots.simple import SimpleBot

__all__ = ["BOT_NAMES", "decide", "make_bot", "play_deal", "play_session"]

_MAKERS: Final[dict[str, tuple[Callable[..., Bot], Readers]]] = {
    "random": (RandomBot, {}),
    "simple": (SimpleBot, {}),
    "montecarlo": (MonteCarloBot, {"iterations": int, "seconds": float}),
}
BOT_NAMES: Final[tuple[str, ...]] = tuple(_MAKERS)
"""The names that :func:`make_bot` knows."""


def make_bot(name: str, rng: random.Random) -> Bot:
    """A new bot.

    Args:
        name: one of ``BOT_NAMES``; each of its options follows a colon, as in
            ``montecarlo:iterations=40`` or ``montecarlo:seconds=0.5``.
        rng: what the bot draws its choices with.

    Raises:
        BotNameError: no bot has the name, or it has no such option or value; what is known is
            listed.
        TypeError: the name is no text.

    >>> type(make_bot("simple", random.Random(1))).__name__
    'SimpleBot'
    >>> make_bot("montecarlo:iterations=none", random.Random(1))
    Traceback (most recent call last):
        ...
    boston_rules.bots.names.BotNameError: montecarlo: iterations is no number: 'none'
    """
    if not isinstance(name, str):
        raise wrong_type("name", f"a str, such as {BOT_NAMES[0]!r}", name)
    kind = name.partition(":")[0]
    if kind not in _MAKERS:
        known = ", ".join(BOT_NAMES)
        raise BotNameError(name, f"no bot is called {kind!r}; known: {known}", BOT_NAMES)
    maker, readers = _MAKERS[kind]
    options = options_of(name, readers)
    try:
        return maker(rng, **options)
    except ValueError as error:
        raise BotNameError(name, f"{kind}: {error}") from None


def decide(state: State, bots: Sequence[Bot], rng: random.Random) -> Action:
    """The next action of a deal: chance is drawn, a player's bot is asked with his view.

    Args:
        state: a state in which somebody, or chance, is to act.
        bots: one for each seat.
        rng: draws the chance events.

    Raises:
        ValueError: the deal is settled, so that nobody is to act.
        TypeError: an argument is of another type.
    """
    if not isinstance(state, State):
        raise wrong_type("state", "a State, such as br.start() returns", state)
    actor = state.actor
    if actor is None:
        raise ValueError("the deal is settled: nobody is to act")
    if actor == CHANCE:
        return draw_chance(state, rng)
    if not isinstance(bots, Sequence):
        raise wrong_type("bots", "a bot for each seat, such as [SimpleBot()] * 4", bots)
    return bots[actor].choose(observe(state, actor))


def play_deal(state: State, bots: Sequence[Bot], rng: random.Random) -> Settled:
    """The settled state of a deal, played on from any of its states.

    Args:
        state: where to go on from.
        bots: one for each seat.
        rng: draws the chance events.

    Raises:
        ValueError: there are fewer bots than seats.

    >>> import boston_rules as br
    >>> rng = random.Random(5)
    >>> bots = [SimpleBot() for _ in range(4)]
    >>> play_deal(br.start(br.get_variant("french")), bots, rng).settlement.pool
    0
    """
    seats = state.table.variant.seats
    if len(bots) < seats:
        raise ValueError(f"a bot for each of the {seats} seats, not {len(bots)}")
    while state.actor is not None:
        state = apply(state, decide(state, bots, rng))
    if not isinstance(state, Settled):  # pragma: no cover - only a settled deal has no actor
        raise DealNotSettled(f"nobody is to act in the phase {state.name}")
    return state


def play_session(
    variant: Variant | str, bots: Sequence[Bot], rng: random.Random, dealer: int = 0
) -> Iterator[Settled]:
    """Each deal of a session, settled, up to the last one.

    Args:
        variant: the rules, or the slug of a registered variant.
        bots: one for each seat.
        rng: draws the chance events.
        dealer: the seat that deals first.

    Raises:
        ValueError: there are fewer bots than seats.

    >>> import boston_rules as br
    >>> rng = random.Random(5)
    >>> bots = [make_bot("random", rng) for _ in range(4)]
    >>> len(list(play_session(br.get_variant("american"), bots, rng)))
    12
    """
    state = play_deal(start(variant, dealer), bots, rng)
    yield state
    while not state.session_over:
        state = play_deal(next_deal(state), bots, rng)
        yield state
