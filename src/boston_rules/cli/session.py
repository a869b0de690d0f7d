"""Playing a session at the terminal, deal after deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Protocol

from attrs import frozen

import boston_rules as br
from boston_rules.bots import Bot, NamedBot, decide
from boston_rules.records import PbnDeal, record
from boston_rules.records.replaying import positions

__all__ = [
    "AUCTION",
    "LeaveTable",
    "PlayedDeal",
    "TakeBack",
    "Watcher",
    "play_session",
    "seat_bots",
    "states_of",
]

AUCTION = "auction"
"""The name of the phase in which bids are made."""


def states_of(state: br.State) -> tuple[br.State, ...]:
    """All states of a deal from its opening to this one, as its record gives them back."""
    return tuple(positions(record(state), variant=state.table.variant))


@frozen(kw_only=True)
class PlayedDeal:
    """A deal as it was played, or as far as it was, and what its states do not know."""

    state: br.State
    """The last state."""
    given: PbnDeal | None = None
    """The deal in the file, where the hands come from one."""
    taken_back: int = 0
    """How many actions the person at the terminal has taken back."""

    @property
    def settled(self) -> br.Settled:
        """The last state of a deal that is over."""
        assert isinstance(self.state, br.Settled), "only a deal that is over is asked"
        return self.state

    @property
    def table(self) -> br.Table:
        """The table as the deal began, its antes paid."""
        return self.state.table if self.state.deal is None else self.state.deal.table

    @property
    def hands(self) -> tuple[br.Cards, ...]:
        """The hands as dealt; none before the deal."""
        return (
            () if self.state.deal is None else tuple(map(br.Cards.from_mask, self.state.deal.hands))
        )

    def steps(self, viewer: int | None = None) -> Iterator[tuple[br.State, br.Event]]:
        """The events since the deal was opened, each with the state in which it happened; with a
        viewer, as he has seen them."""
        seen = self.state if viewer is None else br.observe(self.state, viewer)
        return zip(states_of(self.state), seen.events[1:], strict=False)


class LeaveTable(Exception):
    """The person at the terminal leaves the session."""


class TakeBack(Exception):
    """The person at the terminal takes back what he did last."""


class Watcher(Protocol):
    """A player who follows the whole session and may choose again when the rules refuse him."""

    @property
    def seat(self) -> int:
        """Where he sits."""
        ...

    def see(self, state: br.State) -> None:
        """A state was reached."""
        ...

    def hear(self, error: br.IllegalAction) -> None:
        """The action chosen last was refused; it is asked for again."""
        ...

    def interrupt(self, view: br.State) -> br.Action | None:
        """What he does out of turn, where the table's law lets him; ``None`` for nothing."""
        ...

    def back(self, state: br.State, undone: br.Event | None) -> None:
        """The deal stands again in an earlier state; what he did there is undone, if anything."""
        ...


def seat_bots(bots: Sequence[NamedBot], seed: int) -> list[Bot]:
    """A bot for each seat. Each draws from a stream of its own, so that none disturbs the cards."""
    return [bot(random.Random(f"{seed} seat {seat}")) for seat, bot in enumerate(bots)]


def play_session(
    variant: br.Variant,
    players: Sequence[Bot],
    seed: int,
    *,
    dealer: int = 0,
    given: Sequence[PbnDeal] | None = None,
    watcher: Watcher | None = None,
    before: br.State | None = None,
    keep: Callable[[br.State], None] | None = None,
) -> Iterator[PlayedDeal]:
    """Every deal of a session, as soon as it is settled.

    With ``given`` there are as many deals as the session has. A session goes on from the state
    ``before``; what comes then is drawn anew, and not the cards that the seed has given to the
    first deal. Each new state is told to ``keep``.

    Raises:
        LeaveTable: a player has left.
        DealError: a given deal is none of the variant.
    """
    deals = repeat(None) if given is None else iter(given)
    deal = None
    if before is None:
        rng = random.Random(f"{seed} cards")
        deal = next(deals)
        path = [br.start(variant, dealer, hands=None if deal is None else deal.hands)]
    else:
        done = len(before.events) - 1 + before.table.deal_number
        rng = random.Random(f"{seed} cards after {done}")
        path = [before] if isinstance(before, br.Settled) else [*states_of(before)]
    while True:
        if isinstance(path[-1], br.Settled):
            deal = next(deals)
            path = [br.next_deal(path[-1], hands=None if deal is None else deal.hands)]
        settled, undone = _play_deal(path, players, rng, watcher, keep)
        yield PlayedDeal(state=settled, given=deal, taken_back=undone)
        if settled.session_over:
            return
        path = [settled]


def _play_deal(
    path: Sequence[br.State],
    players: Sequence[Bot],
    rng: random.Random,
    watcher: Watcher | None,
    keep: Callable[[br.State], None] | None,
) -> tuple[br.Settled, int]:
    states, state, taken_back = list(path), path[-1], 0
    if keep is not None and len(path) == 1:
        keep(state)
    if watcher is not None:
        for passed in path:
            watcher.see(passed)
    while not isinstance(state, br.Settled):
        assert state.actor is not None, "only a settled deal has no actor"
        seat = state.actor
        try:
            action = _interruption(state, watcher)
            if action is None:
                action = decide(state, players, rng)
            elif watcher is not None:
                seat = watcher.seat
            state = br.apply(state, action, seat)
        except TakeBack:
            assert watcher is not None, "only a person takes back"
            place = _last_choice(states, watcher.seat)
            undone = None
            if place is not None:
                undone = br.observe(states[place + 1], watcher.seat).events[-1]
                del states[place + 1 :]
                taken_back += 1
            state = states[-1]
            if keep is not None:
                keep(state)
            watcher.back(state, undone)
            continue
        except br.IllegalAction as error:
            if watcher is None or watcher.seat != seat:
                raise
            watcher.hear(error)
            continue
        states.append(state)
        if keep is not None:
            keep(state)
        if watcher is not None:
            watcher.see(state)
    return state, taken_back


def _last_choice(states: Sequence[br.State], seat: int) -> int | None:
    """The place of the last state but this one in which a seat had a choice, and made it."""
    for place in reversed(range(len(states) - 1)):
        before, done = states[place], states[place + 1].events[-1]
        if done.seat == seat and (before.actor != seat or len(br.legal_actions(before)) > 1):
            return place
    return None


def _interruption(state: br.State, watcher: Watcher | None) -> br.Action | None:
    """What the watching player does out of turn, where the table's law lets him."""
    if watcher is None or state.table.variant.table_law is None:
        return None
    if state.actor in (br.CHANCE, watcher.seat) or not br.legal_actions(state, watcher.seat):
        return None
    return watcher.interrupt(br.observe(state, watcher.seat))
