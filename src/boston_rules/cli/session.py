"""Playing a session and keeping what a report tells of each deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, repeat
from typing import Protocol

from attrs import frozen

import boston_rules as br
from boston_rules.bots import Bot, NamedBot, decide
from boston_rules.records import PbnDeal

__all__ = [
    "AUCTION",
    "LeaveTable",
    "PlayedDeal",
    "TakeBack",
    "TakenAction",
    "Watcher",
    "deals_of",
    "play_session",
    "seat_bots",
]

AUCTION = "auction"
"""The name of the phase in which bids are made."""


@frozen
class TakenAction:
    """One action of a deal, and in which phase it was taken, which no record keeps."""

    phase: str
    seat: int
    token: str
    exposes: bool = False
    """A card was played out of turn, and lies exposed."""


@frozen(kw_only=True)
class PlayedDeal:
    """A deal as it was played, or as far as it was: more than a record of it keeps."""

    plies: tuple[TakenAction, ...]
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
    def turned(self) -> br.Card | None:
        """The turned card, where there is one."""
        index = None if self.state.deal is None else self.state.deal.turned
        return None if index is None else br.PACK[index]

    @property
    def hands(self) -> tuple[br.Cards, ...]:
        """The hands as dealt; none before the deal."""
        return (
            () if self.state.deal is None else tuple(map(br.Cards.from_mask, self.state.deal.hands))
        )

    @property
    def auction(self) -> tuple[TakenAction, ...]:
        """Bids, passes and acceptances."""
        return tuple(ply for ply in self.plies if ply.phase == AUCTION)


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

    def interrupt(self, view: br.View) -> br.Action | None:
        """What he does out of turn, where the table's law lets him; ``None`` for nothing."""
        ...

    def back(
        self, state: br.State, plies: Sequence[TakenAction], undone: TakenAction | None
    ) -> None:
        """The deal stands again in an earlier state, with what led to it and what was undone."""
        ...


def seat_bots(bots: Sequence[NamedBot], seed: int) -> list[Bot]:
    """A bot for each seat. Each draws from a stream of its own, so that none disturbs the cards."""
    return [bot(random.Random(f"{seed} seat {seat}")) for seat, bot in enumerate(bots)]


def deals_of(states: Iterable[br.State]) -> Iterator[PlayedDeal]:
    """The deals of a session from all its states in order, the last perhaps unfinished.

    A deal is told as soon as it is over.
    """
    path: list[br.State] = []
    for state in states:
        path.append(state)
        if isinstance(state, br.Settled):
            yield PlayedDeal(plies=_plies(path), state=state)
            path = []
    if path:
        yield PlayedDeal(plies=_plies(path), state=path[-1])


def play_session(
    variant: br.Variant,
    players: Sequence[Bot],
    seed: int,
    *,
    dealer: int = 0,
    given: Sequence[PbnDeal] | None = None,
    watcher: Watcher | None = None,
    before: Sequence[br.State] = (),
    keep: Callable[[br.State], None] | None = None,
) -> Iterator[PlayedDeal]:
    """Every deal of a session, as soon as it is settled.

    With ``given`` there are as many deals as the session has. A session goes on from the last of
    the states ``before``, which are those of its last deal from the opening on; what comes then is
    drawn anew, and not the cards that the seed has given to the first deal. Each new state is told
    to ``keep``.

    Raises:
        LeaveTable: a player has left.
        DealError: a given deal is none of the variant.
    """
    done = sum(len(state.history) + state.table.deal_number for state in before[-1:])
    rng = random.Random(f"{seed} cards after {done}" if before else f"{seed} cards")
    deals = repeat(None) if given is None else iter(given)
    deal = None
    if not before:
        deal = next(deals)
        path = [br.start(variant, dealer, hands=None if deal is None else deal.hands)]
    else:
        path = list(before)
    while True:
        if isinstance(path[-1], br.Settled):
            deal = next(deals)
            path = [br.next_deal(path[-1], hands=None if deal is None else deal.hands)]
        plies, settled, undone = _play_deal(path, players, rng, watcher, keep)
        yield PlayedDeal(plies=plies, state=settled, given=deal, taken_back=undone)
        if settled.session_over:
            return
        path = [settled]


def _play_deal(
    path: Sequence[br.State],
    players: Sequence[Bot],
    rng: random.Random,
    watcher: Watcher | None,
    keep: Callable[[br.State], None] | None,
) -> tuple[tuple[TakenAction, ...], br.Settled, int]:
    states, plies = list(path), list(_plies(path, watcher))
    state, taken_back = path[-1], 0
    if keep is not None and len(path) == 1:
        keep(state)
    if watcher is not None:
        for passed in path:
            watcher.see(passed)
    while not isinstance(state, br.Settled):
        before = state
        assert before.actor is not None, "only a settled deal has no actor"
        seat = before.actor
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
            undone = None if place is None else plies[place]
            if place is not None:
                del states[place + 1 :], plies[place:]
                taken_back += 1
            state = states[-1]
            if keep is not None:
                keep(state)
            watcher.back(state, plies, undone)
            continue
        except br.IllegalAction as error:
            if watcher is None or watcher.seat != seat:
                raise
            watcher.hear(error)
            continue
        states.append(state)
        plies.append(_ply(before, state, watcher))
        if keep is not None:
            keep(state)
        if watcher is not None:
            watcher.see(state)
    return tuple(plies), state, taken_back


def _last_choice(states: Sequence[br.State], seat: int) -> int | None:
    """The place of the last state but this one in which a seat had a choice, and made it."""
    for place in reversed(range(len(states) - 1)):
        before, (who, _) = states[place], states[place + 1].history[-1]
        if who == seat and (before.actor != seat or len(br.legal_actions(before)) > 1):
            return place
    return None


def _interruption(state: br.State, watcher: Watcher | None) -> br.Action | None:
    """What the watching player does out of turn, where the table's law lets him."""
    if watcher is None or state.table.variant.table_law is None:
        return None
    if state.actor in (br.CHANCE, watcher.seat) or not br.legal_actions(state, watcher.seat):
        return None
    return watcher.interrupt(br.observe(state, watcher.seat))


def _plies(path: Sequence[br.State], watcher: Watcher | None = None) -> tuple[TakenAction, ...]:
    """The actions between states of a deal that follow each other."""
    found = []
    for before, after in pairwise(path):
        found.append(_ply(before, after, watcher))
    return tuple(found)


def _ply(before: br.State, after: br.State, watcher: Watcher | None) -> TakenAction:
    """The action between two states."""
    seat, action = after.history[-1]
    exposes = isinstance(action, br.Play) and seat != before.actor
    return TakenAction(before.name, seat, _token(after, action, watcher), exposes)


def _token(state: br.State, action: br.Action, watcher: Watcher | None) -> str:
    """The action as a watching player may know it."""
    if watcher is None:
        return str(action)
    history = br.observe(state, watcher.seat).history
    return history[-1][1] if history else str(action).partition(" ")[0]
