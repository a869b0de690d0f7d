"""One table: who sits at it and how its game stands. It knows nothing of sockets and files.

It is saved before an action counts, so that whatever anybody has seen is kept. What is saved of a
seat has no token, only its hash: reading it lets nobody play.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, Protocol, TypeAlias

from attrs import define, evolve

import boston_rules as br
from boston_rules.bots import BOT_NAMES, Bot, load_bot
from boston_rules.core.saying import say, say_number
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.telling.typed import Choices

__all__ = ["LONGEST_NAME", "MOST_DEALS", "Keep", "Refused", "Seat", "Table", "Watcher", "check_bot"]

MOST_DEALS: Final = 100
"""A session is written down anew after every action, so that it must not grow without end."""
LONGEST_NAME: Final = 24
Watcher: TypeAlias = Callable[[br.State], None]
"""Is told every new state."""


class Refused(br.BostonError, ValueError):
    """The table refuses something of which the rules know nothing."""


@define
class Seat:
    """Who sits at one place."""

    name: str = ""
    """Empty as long as nobody does."""
    hashed: str = ""
    """The SHA-256 of the token by which its player is known; empty for a bot."""
    ready: int = 0
    """The last deal after which its player wanted to go on."""
    bot: str = ""
    """Which bot plays it, as :func:`boston_rules.bots.load_bot` reads it; empty for a person."""


def check_bot(name: str) -> None:
    """Refuse what is not a bot of the library; any other name would import a module.

    Raises:
        Refused: it is none.
    """
    if name not in BOT_NAMES:
        raise Refused(say("there is no bot {name} here", name=repr(name)[:40]))


class Keep(Protocol):
    """Saves a table."""

    def __call__(self, record: br.Record, seats: Sequence[Seat]) -> None:
        """Save the session so far and who sits at the table, both or neither.

        Raises:
            OSError: it cannot be saved.
        """
        ...


def _hashed(token: str) -> str:
    # A token is 128 random bits, so that one fast hash is enough; a password would need a slow one.
    return sha256(token.encode(errors="replace")).hexdigest()


class Table:
    """A session at one table.

    Args:
        states: the last state of every deal so far; the last of them is the game as it stands.
        seats: who sits where.
        keep: saves it.
        rng: what cards and bots are drawn with.
    """

    def __init__(
        self, states: Sequence[br.State], seats: Sequence[Seat], keep: Keep, rng: random.Random
    ) -> None:
        self._states = tuple(states)
        self.seats: list[Seat] = list(seats)
        self.watchers: set[Watcher] = set()
        """Who is told every new state, once it is saved."""
        self._keep_it, self._rng = keep, rng
        self._bots: dict[int, Bot] = {}
        self._trail = list(self._path())
        """The states of this deal."""
        self._taken_back = 0
        self._wishes: set[int] = set()
        """Who wants the last action of somebody taken back."""

    @classmethod
    def open(
        cls, slug: str, options: Mapping[str, object], keep: Keep, rng: random.Random
    ) -> Table:
        """A new table; it is saved once somebody sits at it.

        Raises:
            BostonError: there are no such rules, or they are not for this host.
        """
        variant = br.variant_class(slug).with_options(options)
        if variant.session.deals > MOST_DEALS:
            raise Refused(say("a session has at most {number} deals here", number=MOST_DEALS))
        state = br.start(variant, dealer=rng.randrange(variant.seats))
        return cls((state,), [Seat() for _ in range(variant.seats)], keep, rng)

    @classmethod
    def lesson(cls, keep: Keep, rng: random.Random) -> Table:
        """A table for the first lesson, with the cards of it; the deals after it are as ever."""
        told = json.loads(files(__package__).joinpath("lesson.json").read_text("utf-8"))
        hands = told["hands"]
        state = br.start(br.get_variant(told["game"]), dealer=told["dealer"], hands=hands)
        return cls((state,), [Seat() for _ in hands], keep, rng)

    @classmethod
    def load(
        cls,
        record: br.Record,
        seats: Sequence[Mapping[str, Any]],
        keep: Keep,
        rng: random.Random,
    ) -> Table:
        """A table as it was last saved.

        Raises:
            ValueError, TypeError: what was saved is spoilt.
        """
        states = br.replay(record)
        if len(seats) != states[-1].variant.seats:
            raise ValueError(f"{len(seats)} seats are not those of the game")
        return cls(states, [Seat(**seat) for seat in seats], keep, rng)

    def _keep(self, states: tuple[br.State, ...], seats: list[Seat]) -> None:
        """Save what shall be, and only then let it be."""
        self._keep_it(self._record(states, [seat.name for seat in seats]), seats)
        self._states, self.seats = states, seats

    def _move(self, states: tuple[br.State, ...], trail: list[br.State]) -> None:
        self._keep(states, self.seats)
        self._trail = trail
        self._wishes.clear()
        for watcher in self.watchers:
            watcher(self.state)

    def _record(self, states: Sequence[br.State], players: Sequence[str]) -> br.Record:
        told = []
        if self._taken_back:
            told = [
                say_number(
                    "In the last deal {number} action was taken back.",
                    "In the last deal {number} actions were taken back.",
                    self._taken_back,
                )
            ]
        return br.record(states, players=players, comments=told)

    @property
    def state(self) -> br.State:
        """The game as it stands."""
        return self._states[-1]

    @property
    def position(self) -> int:
        """How many events the session has had; an action is for one position and for no other."""
        return sum(len(state.events) for state in self._states)

    @property
    def names(self) -> list[str]:
        """The players by seat."""
        return [seat.name for seat in self.seats]

    @property
    def is_full(self) -> bool:
        """Whether somebody sits in every seat."""
        return all(self.names)

    @property
    def is_over(self) -> bool:
        """Whether the session has ended."""
        return isinstance(self.state, br.Settled) and self.state.session_over

    @property
    def people(self) -> list[int]:
        """The seats in which people sit."""
        return [seat for seat, who in enumerate(self.seats) if who.hashed]

    # Who sits where.

    def seat_of(self, token: str) -> int | None:
        """The seat that a token is for; how long the search takes tells nothing of any token."""
        hashed = _hashed(token)
        found = [secrets.compare_digest(seat.hashed, hashed) for seat in self.seats]
        return found.index(True) if any(found) else None

    def sit(self, seat: int, name: str) -> str:
        """Take a seat; the token that its player plays with.

        Raises:
            Refused: there is no such seat, it is taken, or the name is not one.
        """
        name = " ".join(name.split())
        if not 0 <= seat < len(self.seats):
            raise Refused(say("there is no seat {number}", number=seat))
        if self.seats[seat].name:
            raise Refused(say("{who} sits there", who=self.seats[seat].name))
        if not name or not name.isprintable() or len(name) > LONGEST_NAME:
            raise Refused(say("a name has 1 to {number} characters", number=LONGEST_NAME))
        if name.casefold() in (other.casefold() for other in self.names):
            raise Refused(say("there is a {name} at this table already", name=name))
        token = secrets.token_urlsafe(16)
        self._replace({seat: Seat(name, _hashed(token))})
        return token

    def add_bots(self, most: int, bot: str) -> None:
        """Let bots take empty seats, those at the end first.

        Raises:
            Refused: there is no such bot.
        """
        check_bot(bot)
        empty = [seat for seat, who in enumerate(self.seats) if not who.name]
        taken = [name.casefold() for name in self.names]
        free = [name for name in GIVEN_NAMES if name.casefold() not in taken]
        chosen = empty[::-1][: max(0, most)]
        self._replace({seat: Seat(free.pop(), bot=bot) for seat in chosen})

    def get_ready(self, seat: int) -> None:
        """Want the next deal, which begins when all people do.

        Raises:
            Refused: the deal is not over.
            SessionOver: it was the last.
        """
        if not isinstance(self.state, br.Settled):
            raise Refused(say("the deal is not over"))
        br.next_deal(self.state)  # whether there is one
        self._replace({seat: evolve(self.seats[seat], ready=self.state.table.deal_number)})
        if not self.waiting():
            self._taken_back = 0
            opened = br.next_deal(self.state)
            self._move((*self._states, opened), [opened])

    def waiting(self) -> list[int]:
        """Whom the next deal waits for."""
        deal = self.state.table.deal_number
        return [seat for seat in self.people if self.seats[seat].ready < deal]

    def _replace(self, changed: Mapping[int, Seat]) -> None:
        seats = [changed.get(place, seat) for place, seat in enumerate(self.seats)]
        self._keep(self._states, seats)
        self._bots.clear()

    # The game.

    def read(self, seat: int, text: str) -> br.Action:
        """What a player has chosen or typed: a token, a card, a bid by name.

        Raises:
            NotationError: it is no action.
        """
        return Choices(br.observe(self.state, seat)).read(text.strip())

    def due(self) -> int | None:
        """Whose action the host makes now: chance, the seat of a bot, or None."""
        actor = self.state.actor
        if not self.is_full or actor is None:
            return None
        return actor if actor == br.CHANCE or self.seats[actor].bot else None

    def choose(self, actor: int) -> br.Action:
        """What chance does, or a bot, which gets the view of its seat as a person does."""
        if actor == br.CHANCE:
            return br.draw_chance(self.state, self._rng)
        if actor not in self._bots:
            self._bots[actor] = load_bot(self.seats[actor].bot)(self._rng)
        return self._bots[actor].choose(br.observe(self.state, actor))

    def apply(self, actor: int, action: br.Action, position: int) -> None:
        """Do it, saved before anybody is told.

        Raises:
            Refused: it was meant for another position, or the game has not begun.
            IllegalAction: the rules refuse it.
            OSError: it cannot be saved, so nothing was done.
        """
        if not self.is_full:
            raise Refused(say("the game begins when everybody has sat down"))
        if position != self.position:
            moved = say(
                "the table has moved on from {old} to {new}", old=position, new=self.position
            )
            raise Refused(moved)
        after = br.apply(self.state, action, seat=None if actor == br.CHANCE else actor)
        self._move((*self._states[:-1], after), [*self._trail, after])

    def go_on(self) -> None:
        """Let chance and bots act until a person is to act or the deal is over."""
        while (actor := self.due()) is not None:
            self.apply(actor, self.choose(actor), self.position)

    def take_back(self, seat: int) -> bool:
        """Take back what this player chose last in the deal, once all other people want it too.

        Returns:
            Whether it was done; if not, the wish stands until the next action.

        Raises:
            Refused: there is nothing of his to take back.
        """
        asker = min(self._wishes, default=seat)
        back = self._before_choice(asker)
        if back is None:
            raise Refused(say("there is nothing of yours in this deal to take back"))
        self._wishes.add(seat)
        if self._wishes < {*self.people}:
            return False
        self._taken_back += 1
        self._move((*self._states[:-1], back), self._trail[: self._trail.index(back) + 1])
        return True

    def may_take_back(self, seat: int) -> bool:
        """Whether there is something of this player to take back."""
        return self._before_choice(seat) is not None

    def _before_choice(self, seat: int) -> br.State | None:
        """The deal as it was before this player last had a choice."""
        if self.state.actor is None:
            return None
        for state in reversed(self._trail[:-1]):
            if state.actor == seat and len(br.legal_actions(state)) > 1:
                return state
        return None

    def _path(self) -> Iterator[br.State]:
        """The states of this deal, from its first on."""
        deal = self.state.deal
        given = deal is not None and not any(
            isinstance(event.action, br.Shuffle) for event in self.state.events
        )
        hands = [br.Cards.from_mask(hand) for hand in deal.hands] if deal and given else None
        if len(self._states) > 1:
            state = br.next_deal(self._states[-2])
        else:
            state = br.start(self.state.variant, dealer=self.state.table.dealer, hands=hands)
        yield state
        for event in self.state.events[1:]:
            seat = None if event.seat == br.CHANCE else event.seat
            state = br.apply(state, br.parse_action(str(event.action)), seat=seat)
            yield state

    # What is kept of it.

    def record_for(self, seat: int | None) -> br.Record:
        """The deals that are over, as a record: whole at the end of the session, until then with
        what the seat has seen. The pack of one deal may be that of the next, only cut.

        Raises:
            Refused: no deal is over.
        """
        over = [state for state in self._states if isinstance(state, br.Settled)]
        if not over:
            raise Refused(say("the first deal is not over"))
        seen = over if self.is_over else [br.observe(state, seat) for state in over]
        return br.record(seen, players=self.names)

    def score(self) -> br.Record:
        """The deals so far, for their score."""
        return br.record(self._states, players=self.names)
