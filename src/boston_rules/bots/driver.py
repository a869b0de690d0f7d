"""Plays deals and sessions with bots."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
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
from boston_rules.bots.protocol import Bot
from boston_rules.core.arguments import check_rng, check_type, wrong_type
from boston_rules.core.saying import Player, say
from boston_rules.deal.state import check_state

__all__ = ["decide", "play_deal", "play_session", "tell_settled"]

_BOTS: Final = "a bot for each seat, such as [SimpleBot()] * 4; make_bot makes one by its name"


def decide(state: State, bots: Sequence[Bot], rng: random.Random) -> Action:
    """The next action of a deal: chance is drawn, a player's bot is asked with his view.

    Args:
        state: a state in which somebody, or chance, is to act.
        bots: one for each seat.
        rng: draws the chance events.

    Raises:
        ValueError: the deal is settled, so that nobody is to act.
        TypeError: an argument is of another type.
        RuntimeError: the bot wants to end the program; whatever else it raises is passed on.
    """
    check_state(state)
    check_rng(rng)
    actor = state.actor
    if actor is None:
        raise ValueError("the deal is settled: nobody is to act")
    if actor == CHANCE:
        return draw_chance(state, rng)
    check_type("bots", bots, Sequence, _BOTS)
    if len(bots) <= actor or not hasattr(bots[actor], "choose"):
        raise wrong_type("bots", _BOTS, bots)
    try:
        return bots[actor].choose(observe(state, actor))
    except SystemExit as error:  # which would end the program of the host without a word
        call = f"sys.exit({error.code!r})"
        raise RuntimeError(
            say("the bot of {player} called {call}", player=Player(actor), call=call)
        ) from error


def play_deal(state: State, bots: Sequence[Bot], rng: random.Random) -> Settled:
    """The settled state of a deal, played on from any of its states.

    Args:
        state: where to go on from.
        bots: one for each seat.
        rng: draws the chance events.

    Raises:
        ValueError: there are fewer bots than seats.
        TypeError: an argument is of another type.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.bots import play_deal
    >>> from boston_rules.bots import SimpleBot
    >>> rng = random.Random(5)
    >>> bots = [SimpleBot() for _ in range(4)]
    >>> play_deal(br.start(br.get_variant("french")), bots, rng).settlement.pool
    0
    """
    check_state(state)
    check_type("bots", bots, Sequence, _BOTS)
    seats = state.variant.seats
    if len(bots) < seats:
        raise ValueError(f"a bot for each of the {seats} seats, not {len(bots)}")
    while state.actor is not None:
        state = apply(state, decide(state, bots, rng))
    if not isinstance(state, Settled):  # pragma: no cover - only a settled deal has no actor
        raise DealNotSettled(say("nobody is to act in the phase {phase}", phase=state.phase))
    tell_settled(state, bots)
    return state


def tell_settled(state: Settled, bots: Sequence[Bot]) -> None:
    """Show every bot that has a method ``settled`` how the deal has ended, with its own view."""
    for seat, bot in enumerate(bots[: state.variant.seats]):
        tell = getattr(bot, "settled", None)
        if tell is not None:
            tell(observe(state, seat))


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
        TypeError: an argument is of another type.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.bots import play_session
    >>> from boston_rules.bots import make_bot
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
