"""Playing a session at the terminal, deal after deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from attrs import frozen

import boston_rules as br
from boston_rules.bots import Bot, decide
from boston_rules.bots.driver import tell_settled
from boston_rules.bots.makers import Maker
from boston_rules.core.saying import Said
from boston_rules.records import PbnDeal, record
from boston_rules.records.replaying import positions

if TYPE_CHECKING:
    from boston_rules.cli.human import Human

__all__ = [
    "AUCTION",
    "LeaveTable",
    "PlayedDeal",
    "TakeBack",
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
        deal = self.state.deal
        return () if deal is None else tuple(map(br.Cards.from_mask, deal.hands))

    def steps(self, viewer: int | None = None) -> Iterator[tuple[br.State, br.Event]]:
        """The events since the deal was opened, each with the state in which it happened; with a
        viewer, as he has seen them."""
        seen = self.state if viewer is None else br.observe(self.state, viewer)
        return zip(states_of(self.state), seen.events[1:], strict=False)


class LeaveTable(Exception):
    """The person at the terminal leaves the session."""

    def __init__(self, words: Said) -> None:
        super().__init__(words)
        self.words = words
        """What is said of it."""


class TakeBack(Exception):
    """The person at the terminal takes back what he did last."""


def seat_bots(bots: Sequence[Maker], seed: int) -> list[Bot]:
    """A bot for each seat. Each draws from a stream of its own, so that none disturbs the cards."""
    return [bot(random.Random(f"{seed} seat {seat}")) for seat, bot in enumerate(bots)]


def play_session(
    variant: br.Variant,
    players: Sequence[Bot],
    seed: int,
    *,
    dealer: int = 0,
    given: Sequence[PbnDeal] | None = None,
    watcher: Human | None = None,
    before: br.State | None = None,
    keep: Callable[[br.State], None] = lambda _: None,
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
        rng, states = random.Random(f"{seed} cards"), []
    else:
        done = len(before.events) - 1 + before.table.deal_number
        rng, states = random.Random(f"{seed} cards after {done}"), [*states_of(before)]
    while True:
        last = states[-1] if states else None
        if last is None or isinstance(last, br.Settled):
            if last is not None and last.session_over:
                return
            deal = next(deals)
            hands = None if deal is None else deal.hands
            if last is None:
                states = [br.start(variant, dealer, hands=hands)]
            else:
                states = [br.next_deal(last, hands=hands)]
            keep(states[0])
        taken_back = _play_deal(states, players, rng, watcher, keep)
        assert isinstance(states[-1], br.Settled), "the deal was played to its end"
        tell_settled(states[-1], players)
        yield PlayedDeal(state=states[-1], given=deal, taken_back=taken_back)


def _play_deal(
    states: list[br.State],
    players: Sequence[Bot],
    rng: random.Random,
    watcher: Human | None,
    keep: Callable[[br.State], None],
) -> int:
    """Add states to those of a deal until it is settled.

    Returns:
        How many actions were taken back.
    """
    taken_back = 0
    if watcher is not None:
        for passed in states:
            watcher.see(passed)
    while (seat := (state := states[-1]).actor) is not None:
        try:
            action = None if watcher is None else _interruption(state, watcher)
            if action is None:
                action = decide(state, players, rng)
            elif watcher is not None:
                seat = watcher.seat
            states.append(br.apply(state, action, seat))
        except TakeBack:
            assert watcher is not None, "only a person takes back"
            place = _last_choice(states, watcher.seat)
            undone = None
            if place is not None:
                undone = br.observe(states[place + 1], watcher.seat).events[-1]
                del states[place + 1 :]
                taken_back += 1
            keep(states[-1])
            watcher.back(states[-1], undone)
        except br.IllegalAction as error:
            if watcher is None or watcher.seat != seat:
                raise
            watcher.hear(error)
        else:
            keep(states[-1])
            if watcher is not None:
                watcher.see(states[-1])
    return taken_back


def _last_choice(states: Sequence[br.State], seat: int) -> int | None:
    """The place of the last state but this one in which a seat had a choice, and made it."""
    for place in reversed(range(len(states) - 1)):
        before, done = states[place], states[place + 1].events[-1]
        if done.seat == seat and (before.actor != seat or len(br.legal_actions(before)) > 1):
            return place
    return None


def _interruption(state: br.State, watcher: Human) -> br.Action | None:
    """What the watching player does out of turn, where the table's law lets him."""
    if state.actor in (br.CHANCE, watcher.seat) or not br.legal_actions(state, watcher.seat):
        return None
    return watcher.interrupt(br.observe(state, watcher.seat))
