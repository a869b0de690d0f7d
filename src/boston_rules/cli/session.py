"""Playing a session and keeping what a report tells of each deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Protocol

from attrs import frozen

import boston_rules as br
from boston_rules.bots import Bot, decide, make_bot
from boston_rules.records import PbnDeal

__all__ = ["AUCTION", "DealRecord", "LeaveTable", "Ply", "Watcher", "play_session", "seat_bots"]

AUCTION = "auction"
"""The name of the phase in which bids are made."""


@frozen
class Ply:
    """One action of a deal."""

    phase: str
    seat: int
    token: str


@frozen(kw_only=True)
class DealRecord:
    """A deal as it was played."""

    plies: tuple[Ply, ...]
    settled: br.Settled
    given: PbnDeal | None = None
    """The deal in the file, where the hands come from one."""

    @property
    def table(self) -> br.Table:
        """The table as the deal began, its antes paid."""
        return self.settled.deal.table

    @property
    def turned(self) -> br.Card | None:
        """The turned card, where there is one."""
        index = self.settled.deal.turned
        return None if index is None else br.PACK[index]

    @property
    def hands(self) -> tuple[br.Cards, ...]:
        """The hands as dealt."""
        return tuple(map(br.Cards.from_mask, self.settled.deal.hands))

    @property
    def auction(self) -> tuple[Ply, ...]:
        """Bids, passes and acceptances."""
        return tuple(ply for ply in self.plies if ply.phase == AUCTION)


class LeaveTable(Exception):
    """A person at the terminal wants to go."""


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


def seat_bots(names: Sequence[str], seed: int) -> list[Bot]:
    """A bot for each seat. Each draws from a stream of its own, so that none disturbs the cards."""
    return [make_bot(name, random.Random(f"{seed} seat {seat}")) for seat, name in enumerate(names)]


def play_session(
    variant: br.Variant,
    players: Sequence[Bot],
    seed: int,
    *,
    dealer: int = 0,
    given: Sequence[PbnDeal] | None = None,
    watcher: Watcher | None = None,
) -> Iterator[DealRecord]:
    """Every deal of a session, as soon as it is settled.

    With ``given`` there are as many deals as the session has.

    Raises:
        LeaveTable: a player has left.
        DealError: a given deal is none of the variant.
    """
    rng = random.Random(f"{seed} cards")
    deals = repeat(None) if given is None else iter(given)
    deal = next(deals)
    state = br.start(variant, dealer, hands=None if deal is None else deal.hands)
    while True:
        plies, settled = _play_deal(state, players, rng, watcher)
        yield DealRecord(plies=plies, settled=settled, given=deal)
        if settled.session_over:
            return
        deal = next(deals)
        state = br.next_deal(settled, hands=None if deal is None else deal.hands)


def _play_deal(
    state: br.State,
    players: Sequence[Bot],
    rng: random.Random,
    watcher: Watcher | None,
) -> tuple[tuple[Ply, ...], br.Settled]:
    plies: list[Ply] = []
    if watcher is not None:
        watcher.see(state)
    while not isinstance(state, br.Settled):
        before = state
        action = decide(state, players, rng)
        try:
            state = br.apply(state, action)
        except br.IllegalAction as error:
            if watcher is None or watcher.seat != state.actor:
                raise
            watcher.hear(error)
            continue
        assert before.actor is not None, "only a settled deal has no actor"
        plies.append(Ply(before.name, before.actor, _token(state, action, watcher)))
        if watcher is not None:
            watcher.see(state)
    return tuple(plies), state


def _token(state: br.State, action: br.Action, watcher: Watcher | None) -> str:
    """The action as a watching player may know it."""
    if watcher is None:
        return str(action)
    history = br.observe(state, watcher.seat).history
    return history[-1][1] if history else str(action).partition(" ")[0]
