"""One connection to a table, and the limits of what may come over it.

The answer to a message has the message's ``id`` and, where it was refused, the reason as
``refused``; what has changed on the table comes beside it, or by itself.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import nullcontext
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

import boston_rules as br
from boston_rules.core.saying import Said, say
from boston_rules.telling.language import spoken
from boston_rules.telling.screen import refusal
from boston_rules.web.guest import SLOW, Guest, object_of
from boston_rules.web.metrics import Metrics
from boston_rules.web.room import Hall, Room
from boston_rules.web.table import UNSEEN, Refused

__all__ = ["AGAIN", "FOR_GOOD", "LONGEST", "UNREAD", "Line"]

LONGEST: Final = 4096
"""Bytes of a message; the longest that a player needs has a few hundred."""
BURST, PER_SECOND = 40, 10
"""How many messages a connection may send at once, and then each second."""
PATIENCE: Final = 10.0
"""Seconds in which a connection has to say hello."""
FOR_GOOD: Final = 4000
"""The code with which a line is closed that need not be tried again."""
AGAIN: Final = 1013
"""The code with which one is closed that may well be tried again."""
UNREAD: Final = say("The tables cannot be read.")
MOST_ONLOOKERS: Final = 12
MOST_WINDOWS: Final = 4
"""Connections of one seat."""
MOST_ENTRIES: Final = 30_000
"""Entries of a table after which it can only be played to its end; 100 deals have a third."""
_PLAYS: Final = ("act", "back", "ready")
_COSTLY: Final = (*SLOW, "look", "prices", "record", "rules", "words")
"""What counts as many messages, and is answered to one of an address at a time."""


class Line:
    """One connection of a guest."""

    def __init__(
        self, socket: WebSocket, room: Room, hall: Hall, metrics: Metrics, address: str
    ) -> None:
        self._socket, self._room, self._hall, self._metrics = socket, room, hall, metrics
        self._address = address
        self.guest: Guest = Guest(lambda: room.table, room.present, lambda: room.resumed)
        self._stale = asyncio.Event()
        """Set when the table has changed since this line was last sent it."""
        self._greeted = asyncio.Event()
        self._sending = asyncio.Lock()
        self._idle = asyncio.Event()
        """Not set while a change that this guest wants is made: it comes with the answer."""
        self._idle.set()
        self._allowed, self._counted = float(BURST), time.monotonic()

    def tell(self) -> None:
        """Send what has changed when there is time."""
        self._stale.set()

    async def serve(self) -> None:
        """Take and send messages until either side closes."""
        room = self._room
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read())
                tasks.create_task(self._watch())
        except* WebSocketDisconnect:
            pass
        finally:
            if self in room.lines:
                room.leave(self)
                self._hall.announce(room)

    async def _watch(self) -> None:
        await self._greeted.wait()
        while await self._stale.wait():
            await self._idle.wait()
            if self.guest.is_barred:
                await self._close(FOR_GOOD, UNSEEN)
            await self._send({})

    async def _send(self, answer: dict[str, Any]) -> None:
        """Send an answer, and what has changed on the table by then."""
        async with self._sending:
            if self._greeted.is_set() and self._stale.is_set():
                self._stale.clear()
                answer |= self.guest.news()
            if answer:
                try:
                    await self._socket.send_text(json.dumps(answer, ensure_ascii=False))
                except RuntimeError as error:  # the server has closed it for what came next
                    raise WebSocketDisconnect(1006) from error

    async def _close(self, code: int, reason: Said) -> None:
        self._metrics.refused.labels("line").inc()
        async with self._sending:
            await self._socket.close(code, spoken(reason))
        raise WebSocketDisconnect(code)

    async def _read(self) -> None:
        while True:
            try:
                async with asyncio.timeout(None if self._greeted.is_set() else PATIENCE):
                    received = await self._socket.receive()
            except TimeoutError:
                await self._close(1008, say("say hello first"))
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received["code"])
            now = time.monotonic()
            self._allowed += (now - self._counted) * PER_SECOND
            self._allowed, self._counted = min(self._allowed, float(BURST)) - 1, now
            if self._allowed < 0:
                await self._close(
                    1008, say("more than {number} messages a second", number=PER_SECOND)
                )
            with self._metrics.answering():
                await self._send(await self._answer(received.get("text")))
            self._idle.set()
            await asyncio.sleep(0)  # what has come already is read without a pause for others

    async def _answer(self, text: str | None) -> dict[str, Any]:
        asked: dict[str, Any] = {}
        try:
            asked = object_of(text)
            if asked.get("do") in _COSTLY:
                self._allowed -= BURST / 4
            made = await self._done(asked)
        except br.BostonError as error:
            self._metrics.refused.labels("message").inc()
            made = self.guest.refusal(error) if self.guest.greeted else dict(refusal(error))
        except OSError as error:
            self._room.complain(error)
            made = {"refused": spoken(say("the table could not be saved, so nothing was done"))}
        number = asked.get("id")
        return {**made, "id": number if type(number) is int else None}

    async def _done(self, asked: dict[str, Any]) -> dict[str, Any]:
        guest, room = self.guest, self._room
        wish = guest.wish(asked)
        if wish is not None:
            self._idle.clear()
            seat = guest.seat
            if room.table.number > MOST_ENTRIES and wish.entry["do"] not in _PLAYS:
                raise Refused(say("so much was done at this table that it can only be played out"))
            if wish.entry["do"] == "sit":
                await room.vacate(wish.entry["seat"])
            await room.do(wish.entry, wish.position, guest.holds(seat))
            if wish.entry["do"] not in ("act", "ready"):
                self._allowed -= BURST / 4  # or the journal might grow without end
            made = guest.done(wish)
            if guest.seat != seat:
                self._hall.announce(room)
            return made
        what, greeted = asked["do"], guest.greeted
        try:
            async with self._hall.turn(what, self._address) if what in _COSTLY else nullcontext():
                if what in SLOW:
                    loop = asyncio.get_running_loop()
                    return await loop.run_in_executor(self._hall.slow[what], guest.answer, asked)
                await asyncio.sleep(0)  # while the turn is kept, all other addresses are answered
                return guest.answer(asked)
        finally:
            if guest.greeted and not greeted:
                await self._enter()
            elif what == "look":
                self.tell()

    async def _enter(self) -> None:
        """The guest is known: he is at the table from now on."""
        seat, room = self.guest.seat, self._room
        same = [line for line in room.lines if line.guest.seat == seat]
        if len(same) >= (MOST_ONLOOKERS if seat is None else MOST_WINDOWS):
            await self._close(1008, say("Too many are connected."))
        try:
            await room.join(self)
        except OSError as error:  # refused, a client would take its token for a wrong one
            room.complain(error)
            await self._close(AGAIN, UNREAD)
        self._hall.announce(room)
        self._greeted.set()
        room.changed()
