"""Walks: whole deals and sessions with every state on the way, written down in tokens."""

from __future__ import annotations

import random
from collections.abc import Iterator

from attrs import evolve, field, frozen

from boston_rules.core.actions import Action
from boston_rules.core.events import Opened
from boston_rules.deal.dealing import open_deal
from boston_rules.deal.engine import apply, next_deal, start
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.table import CHANCE
from boston_rules.rules.notation import parse_action
from boston_rules.rules.variant import Variant

__all__ = ["Position", "Walk", "WalkBuilder", "named"]


@frozen
class Position:
    """A state of a walk and its place."""

    deal: int
    """0 for the first deal of the walk."""
    ply: int
    """Actions taken in the deal so far."""
    state: State = field(repr=False)
    """The state."""

    def __str__(self) -> str:
        actor = self.state.actor
        who = "nobody to act" if actor is None else "chance" if actor == CHANCE else f"seat {actor}"
        return f"deal {self.deal + 1}, after {self.ply} actions ({self.state.phase}, {who})"


@frozen
class Walk:
    """Deals of one session, from its start, with every state on the way."""

    variant: Variant = field(repr=False)
    """The rules."""
    dealer: int
    """Who deals first."""
    states: tuple[tuple[State, ...], ...] = field(repr=False)
    """By deal, the state before the first action, and the one after each."""
    taken: tuple[tuple[Action, ...], ...] = field(repr=False)
    """By deal, the actions."""
    seed: int = 0
    """What picks the samples that the laws take from it."""

    @property
    def positions(self) -> Iterator[Position]:
        """Every state with its place, in order."""
        for deal, states in enumerate(self.states):
            for ply, state in enumerate(states):
                yield Position(deal, ply, state)

    @property
    def complete(self) -> bool:
        """Whether the session has come to its end."""
        last = self.states[-1][-1]
        return isinstance(last, Settled) and last.session_over

    @property
    def text(self) -> str:
        """The walk in tokens, one a line, first the dealer, then the actions of each deal.

        An action out of turn follows its seat: ``2: play TH``.
        """
        lines = [f"dealer {self.dealer}"]
        for number, actions in enumerate(self.taken, 1):
            lines.append(f"deal {number}")
            lines += map(_line, self.states[number - 1], self.states[number - 1][1:], actions)
        return "\n".join(lines)

    @classmethod
    def parse(cls, variant: Variant, text: str) -> Walk:
        """Walk again what :attr:`text` wrote down.

        Raises:
            ValueError: the first line is not ``dealer SEAT``.
            IllegalAction: an action is refused.

        >>> import boston_rules as br
        >>> from boston_rules.testing import Walk
        >>> from boston_rules.testing import random_walk
        >>> walk = random_walk(br.get_variant(br.list_variants()[0]), seed=1)
        >>> Walk.parse(walk.variant, walk.text).states == walk.states
        True
        """
        head, *lines = text.strip().splitlines()
        word, _, seat = head.partition(" ")
        if word != "dealer":
            raise ValueError(f"a walk begins with 'dealer SEAT', not {head[:40]!r}")
        builder = WalkBuilder(variant, int(seat))
        for line in lines[1:]:
            if line.startswith("deal "):
                builder.next_deal()
            else:
                who, _, token = line.rpartition(": ")
                builder.apply(parse_action(token), int(who) if who else None)
        return builder.walk

    def until(self, at: Position) -> Walk:
        """The walk that ends at a position."""
        return evolve(
            self,
            states=(*self.states[: at.deal], self.states[at.deal][: at.ply + 1]),
            taken=(*self.taken[: at.deal], self.taken[at.deal][: at.ply]),
        )

    def replayed(self, at: Position, state: State) -> Iterator[State]:
        """The states that the events of a state lead through, from the first of the deal on.

        Args:
            at: a position of the walk, in whose deal they happen.
            state: the state there, or another in which the cards lie otherwise.

        Raises:
            IllegalAction: an action is refused.
        """
        pack, still = state.table.pack, state.table.still
        again = open_deal(evolve(self.states[at.deal][0].table, pack=pack, still=still))
        yield again
        for event in state.events[1:]:
            assert not isinstance(event.action, Opened), "a deal is opened once"
            again = apply(again, event.action, event.seat)
            yield again

    def sample(self, count: int, rng: random.Random) -> list[Position]:
        """Some positions, a different phase each as long as there are any."""
        phases: dict[str, list[Position]] = {}
        for position in self.positions:
            phases.setdefault(position.state.phase, []).append(position)
        found: list[Position] = []
        for positions in phases.values():
            rng.shuffle(positions)
        order = list(phases)
        while phases and len(found) < count:
            rng.shuffle(order)
            found += [phases[name].pop() for name in order[: count - len(found)]]
            phases = {name: left for name, left in phases.items() if left}
            order = list(phases)
        return found


class WalkBuilder:
    """A walk while it is played.

    Args:
        variant: the rules.
        dealer: who deals first.
        seed: what picks the samples that the laws take from the walk.
    """

    def __init__(self, variant: Variant, dealer: int, seed: int = 0) -> None:
        self.state: State = start(variant, dealer)
        """The last state."""
        self._variant, self._dealer, self._seed = variant, dealer, seed
        self._states: list[list[State]] = [[self.state]]
        self._taken: list[list[Action]] = [[]]

    def apply(self, action: Action, seat: int | None = None) -> None:
        """Take an action, of the seat to act or of another."""
        self.state = apply(self.state, action, seat)
        self._taken[-1].append(action)
        self._states[-1].append(self.state)

    def next_deal(self) -> None:
        """Open the next deal."""
        self.state = next_deal(self.state)
        self._taken.append([])
        self._states.append([self.state])

    @property
    def deals(self) -> int:
        """Deals so far."""
        return len(self._states)

    @property
    def at(self) -> Position:
        """The last position."""
        return Position(len(self._taken) - 1, len(self._taken[-1]), self.state)

    @property
    def walk(self) -> Walk:
        """The walk so far."""
        states, taken = tuple(map(tuple, self._states)), tuple(map(tuple, self._taken))
        return Walk(self._variant, self._dealer, states, taken, self._seed)


def named(viewer: int | None) -> str:
    """A seat, or an onlooker, in words."""
    return "an onlooker" if viewer is None else f"seat {viewer}"


def _line(state: State, after: State, action: Action) -> str:
    seat = after.events[-1].seat
    return str(action) if seat == state.actor else f"{seat}: {action}"
