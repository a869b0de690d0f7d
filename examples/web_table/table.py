"""One table: who sits at it, how its game stands, and its two files. It knows nothing of sockets.

The record (``NAME.txt``) is written before an action counts, so that whatever anybody has seen is
on disk. The seats (``NAME.seats.json``) hold no token, only its hash: reading it lets nobody play.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import asdict, define, evolve

import boston_rules as br
from boston_rules.bots import Bot, load_bot
from boston_rules.core.files import atomic_write
from boston_rules.core.saying import say
from boston_rules.telling import draw
from boston_rules.telling.screen import screen, told
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.telling.typed import Choices

MOST_DEALS: Final = 100
"""A session is written down anew after every action, so that it must not grow without end."""
LONGEST_NAME: Final = 24

RNG: Final = random.SystemRandom()
"""Shuffles with randomness of the operating system: no player can work out the seed."""


class Refused(br.BostonError, ValueError):
    """The host refuses something of which the rules know nothing."""


@define
class Seat:
    """Who sits at one place."""

    name: str = ""
    """Empty as long as nobody does."""
    hashed: str = ""
    """The SHA-256 of the token by which its player is known; empty for a bot."""
    ready: int = 0
    """The last deal after which its player wanted to go on."""

    @property
    def is_bot(self) -> bool:
        return bool(self.name) and not self.hashed


def _hashed(token: str) -> str:
    # A token is 128 random bits, so that one fast hash is enough; a password would need a slow one.
    return sha256(token.encode(errors="replace")).hexdigest()


class Table:
    """A session at one table, saved in a folder under a name that the host has made."""

    def __init__(
        self, folder: Path, name: str, states: tuple[br.State, ...], seats: list[Seat], bot: str
    ) -> None:
        self.name = name
        self._record, self._seats_file = folder / f"{name}.txt", folder / f"{name}.seats.json"
        self._states = states
        """The last state of every deal so far; the last of them is the game as it stands."""
        self.seats = seats
        self._bots: list[Bot] = [load_bot(bot)(RNG) for _ in seats]

    @classmethod
    def open(cls, folder: Path, slug: str, options: Mapping[str, object], bot: str) -> Table:
        """A new table; it is on disk once somebody sits at it.

        Raises:
            BostonError: there are no such rules, or they are not for this host.
        """
        variant = br.variant_class(slug).with_options(options)
        if variant.session.deals > MOST_DEALS:
            raise Refused(say("a session has at most {number} deals here", number=MOST_DEALS))
        state = br.start(variant, dealer=RNG.randrange(variant.seats))
        seats = [Seat() for _ in range(variant.seats)]
        return cls(folder, secrets.token_hex(8), (state,), seats, bot)

    @classmethod
    def load(cls, record: Path, bot: str) -> Table:
        """A table as it stood when the host last wrote it.

        Raises:
            OSError, ValueError: a file of it is missing or spoilt.
        """
        told = json.loads(record.with_suffix(".seats.json").read_bytes())
        seats, states = [Seat(**seat) for seat in told], br.replay(br.load(record))
        if len(seats) != states[-1].table.variant.seats:
            raise ValueError(f"{len(seats)} seats are not those of the game")
        return cls(record.parent, record.stem, states, seats, bot)

    def _keep(self, states: tuple[br.State, ...], seats: list[Seat]) -> None:
        """Write down what shall be, and only then let it be."""
        br.dump(br.record(states, players=[seat.name for seat in seats]), self._record)
        if seats != self.seats:
            with atomic_write(self._seats_file) as file:
                file.write(json.dumps([asdict(seat) for seat in seats]).encode())
        self._states, self.seats = states, seats

    @property
    def state(self) -> br.State:
        """The game as it stands."""
        return self._states[-1]

    @property
    def position(self) -> int:
        """How many actions the session has had; an action is for one position and for no other."""
        return sum(len(state.events) for state in self._states)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def is_full(self) -> bool:
        return all(self.names)

    @property
    def is_over(self) -> bool:
        return isinstance(self.state, br.Settled) and self.state.session_over

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

    def add_bots(self, most: int) -> None:
        """Let bots take empty seats, those at the end first."""
        empty = [seat for seat, who in enumerate(self.seats) if not who.name]
        taken = [name.casefold() for name in self.names]
        free = [name for name in GIVEN_NAMES if name.casefold() not in taken]
        self._replace({seat: Seat(free.pop()) for seat in empty[::-1][: max(0, most)]})

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
            self._keep((*self._states, br.next_deal(self.state)), self.seats)

    def waiting(self) -> list[str]:
        """Whom the next deal waits for."""
        deal = self.state.table.deal_number
        return [seat.name for seat in self.seats if seat.hashed and seat.ready < deal]

    def _replace(self, changed: Mapping[int, Seat]) -> None:
        seats = [changed.get(place, seat) for place, seat in enumerate(self.seats)]
        self._keep(self._states, seats)

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
        return actor if actor == br.CHANCE or self.seats[actor].is_bot else None

    def choose(self, actor: int) -> br.Action:
        """What chance does, or a bot, which gets the view of its seat as a person does."""
        if actor == br.CHANCE:
            return br.draw_chance(self.state, RNG)
        return self._bots[actor].choose(br.observe(self.state, actor))

    def apply(self, actor: int, action: br.Action, position: int) -> None:
        """Do it, on disk too.

        Raises:
            Refused: it was meant for another position, or the game has not begun.
            IllegalAction: the rules refuse it.
            OSError: it cannot be written, so nothing was done.
        """
        if not self.is_full:
            raise Refused(say("the game begins when everybody has sat down"))
        if position != self.position:
            moved = say(
                "the table has moved on from {old} to {new}", old=position, new=self.position
            )
            raise Refused(moved)
        after = br.apply(self.state, action, seat=None if actor == br.CHANCE else actor)
        self._keep((*self._states[:-1], after), self.seats)

    # What is shown.

    def screen(self, seat: int | None, *, narrow: bool) -> dict[str, Any]:
        """What a player or an onlooker sees: made from the view of that seat alone."""
        view = br.observe(self.state, seat)
        made = screen(view, self.names if self.is_full else (), narrow=narrow)
        made |= {"told": told(view, self.names), "position": self.position}
        if isinstance(self.state, br.Settled):
            made["waiting"] = self.waiting()
            made["score"] = draw.html(br.record(self._states, players=self.names))
        return made

    def record_for(self, seat: int | None) -> str:
        """The deals that are over, as a record: whole at the end of the session, until then with
        what the seat has seen. The pack of one deal may be that of the next, only cut.

        Raises:
            Refused: no deal is over.
        """
        over = [state for state in self._states if isinstance(state, br.Settled)]
        if not over:
            raise Refused(say("the first deal is not over"))
        seen = over if self.is_over else [br.observe(state, seat) for state in over]
        return br.dumps(br.record(seen, players=self.names))
