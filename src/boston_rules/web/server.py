"""The host on the web: the client, one WebSocket for each player, and the limits of what it takes.

A message to the host is a question of :class:`~boston_rules.web.guest.Guest`. The answer has the
message's ``id`` and, where it was refused, the reason as ``refused``; what has changed on the table
comes beside it, or by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import secrets
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import boston_rules as br
from boston_rules.core.saying import say
from boston_rules.telling.language import CATALOGUES, ENGLISH, languages, speaking, spoken
from boston_rules.telling.screen import refusal
from boston_rules.web.guest import SLOW, Guest, get, object_of
from boston_rules.web.menu import games
from boston_rules.web.store import Folder
from boston_rules.web.table import Refused, Table, check_bot

__all__ = ["CLIENT", "LONGEST", "Host", "Settings"]

LONGEST: Final = 4096
"""Bytes of a message; the longest that a player needs has a few hundred."""
MOST_TABLES: Final = 500
MOST_LINES: Final = 16
"""Connections to one table, those of onlookers included."""
BURST, PER_SECOND = 40, 10
"""How many messages a connection may send at once, and then each second."""

CLIENT: Final = Path(__file__).parent / "client"
"""The client, served as it is written."""
_KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_RNG: Final = random.SystemRandom()
"""Shuffles with randomness of the operating system: no player can work out the seed."""
_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOREIGN: Final = say("The page of another site may not do that.")
_FULL: Final = say("{number} tables are open; no more fit.", number=MOST_TABLES)
_log: Final = logging.getLogger("uvicorn.error")


@frozen
class Settings:
    """What whoever runs the host decides."""

    folder: Path
    """Where the tables are kept; every file in it is the host's."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may connect, besides the host's own."""


class Room:
    """A table, and everybody who is connected to it."""

    def __init__(self, name: str, table: Table) -> None:
        self.name: str = name
        self.table: Table = table
        self.lines: set[Line] = set()
        self._driver: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Show everybody the table, and let chance and bots go on."""
        self._show()
        if self._driver is None and self.table.due() is not None:
            self._driver = asyncio.create_task(self._drive())

    def _show(self) -> None:
        for line in self.lines:
            line.stale.set()

    def present(self) -> set[int | None]:
        """The seats whose players are connected."""
        return {line.guest.seat for line in self.lines}

    async def _drive(self) -> None:
        table = self.table
        try:
            while (actor := table.due()) is not None:
                position = table.position
                # In a thread, so that a bot that thinks long holds up no other table.
                action = await asyncio.to_thread(table.choose, actor)
                with contextlib.suppress(Refused):  # somebody acted while it thought
                    table.apply(actor, action, position)
                self._show()
        except Exception:  # a full disk, a bot of one's own: the table stands, its people are there
            _log.exception("table %s: chance and bots have stopped", self.name)
        finally:
            self._driver = None

    async def stop(self) -> None:
        """Let nothing go on by itself."""
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)


class Line:
    """One connection of a guest."""

    def __init__(self, socket: WebSocket, room: Room) -> None:
        self._socket, self._room = socket, room
        self.guest: Guest = Guest(room.table, room.present)
        self.stale: asyncio.Event = asyncio.Event()
        """Set when the table has changed since this line was last sent it."""
        self._greeted = asyncio.Event()
        self._sending = asyncio.Lock()
        self._allowed, self._counted = float(BURST), time.monotonic()

    async def serve(self) -> None:
        """Take and send messages until either side closes."""
        room = self._room
        room.lines.add(self)
        room.table.watchers.add(self.guest.note)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read())
                tasks.create_task(self._watch())
        except* WebSocketDisconnect:
            pass
        finally:
            room.table.watchers.discard(self.guest.note)
            room.lines.discard(self)
            room.changed()

    async def _watch(self) -> None:
        await self._greeted.wait()
        while await self.stale.wait():
            await self._send({})

    async def _send(self, answer: dict[str, Any]) -> None:
        """Send an answer, and what has changed on the table by then."""
        async with self._sending:
            if self._greeted.is_set() and self.stale.is_set():
                self.stale.clear()
                answer |= self.guest.news()
            if answer:
                await self._socket.send_text(json.dumps(answer))

    async def _read(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received["code"])
            now = time.monotonic()
            self._allowed += (now - self._counted) * PER_SECOND
            self._allowed, self._counted = min(self._allowed, float(BURST)) - 1, now
            if self._allowed < 0:
                async with self._sending:
                    reason = spoken(say("more than {number} messages a second", number=PER_SECOND))
                    await self._socket.close(1008, reason)
                raise WebSocketDisconnect(1008)
            await self._send(await self._answer(received.get("text")))

    async def _answer(self, text: str | None) -> dict[str, Any]:
        asked: dict[str, Any] = {}
        try:
            asked = object_of(text)
            if asked.get("do") in SLOW:
                self._allowed -= BURST / 4
                made = await asyncio.to_thread(self.guest.answer, asked)
            else:
                made = self.guest.answer(asked)
        except Refused as error:
            made = dict(refusal(error))
        except OSError as error:
            _log.error("table %s could not be written: %s", self._room.name, error)
            made = {"refused": spoken(say("the table could not be saved, so nothing was done"))}
        if asked.get("do") == "record":
            self._allowed -= BURST / 4  # the whole session is written down for it
        if self.guest.greeted:
            self._greeted.set()
            self._room.changed()
        number = asked.get("id")
        return {**made, "id": number if type(number) is int else None}


# The pages.


class _Speaking:
    """Answers over HTTP in the language that the browser accepts before others."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = dict(scope.get("headers", ())).get(b"accept-language", b"").decode("latin-1")
        codes = (part.partition(";")[0].partition("-")[0].strip() for part in accepted.split(","))
        with speaking(next((code for code in codes if code in languages()), ENGLISH)):
            await self._app(scope, receive, send)


class Host:
    """All tables that are in the folder, and what is asked over HTTP."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = Folder(settings.folder)
        self._rooms: dict[str, Room] = {}
        self._files = {path.name: path for path in CLIENT.iterdir() if path.suffix in _KINDS}
        self._files["pages.json"] = CATALOGUES / "pages.json"
        for name in self._folder.names():
            try:
                self._enter(name, self._folder.load(name, _RNG))
            except (OSError, ValueError, TypeError) as error:  # one spoilt file costs one table
                _log.error("%s is left out: %s", name, error)

    def _enter(self, name: str, table: Table) -> Room:
        room = self._rooms[name] = Room(name, table)
        return room

    def app(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/", self._file),
                Route("/games", self._games),
                Route("/open", self._open, methods=["POST"]),
                Route("/{file}", self._file),
                WebSocketRoute("/t/{name}/line", self._line),
            ],
            middleware=[Middleware(_Speaking)],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        for room in self._rooms.values():
            room.changed()
        yield
        await asyncio.gather(*(room.stop() for room in self._rooms.values()))

    def _file(self, request: Request) -> Response:
        """A file of the client; the name only chooses one of those that there are."""
        path = self._files.get(request.path_params.get("file", "index.html"))
        if path is None:
            raise HTTPException(404, spoken(say("There is no such file.")), _HEADERS)
        return FileResponse(path, media_type=_KINDS[path.suffix], headers=_HEADERS)

    def _games(self, request: Request) -> Response:
        """Every registered variant with its options, those of third parties included."""
        return JSONResponse(games(), headers=_HEADERS)

    async def _open(self, request: Request) -> Response:
        """Open a table and sit down at it: the answer has its name and the token."""
        if not self._from_own_page(request):
            raise HTTPException(403, spoken(_FOREIGN), _HEADERS)
        if len(self._rooms) >= MOST_TABLES:
            raise HTTPException(503, spoken(_FULL), _HEADERS)
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LONGEST:
                raise HTTPException(413, spoken(say("That is too long.")), _HEADERS)
        try:
            asked = object_of(body)
            slug, who = get(asked, "game", str), get(asked, "name", str)
            options, bots = get(asked, "options", dict), get(asked, "bots", int)
            check_bot(bot := get(asked, "bot", str))
            name = secrets.token_hex(8)
            keep = self._folder.keeping(name)
            if asked.get("lesson") is True:
                table = Table.lesson(keep, _RNG)
            else:
                table = Table.open(slug, options, keep, _RNG)
            token = table.sit(0, who)
            table.add_bots(bots, bot)
        except br.BostonError as error:
            return JSONResponse(refusal(error), 422, _HEADERS)
        except OSError as error:
            raise HTTPException(
                503, spoken(say("The table could not be saved.")), _HEADERS
            ) from error
        self._enter(name, table).changed()
        return JSONResponse({"table": name, "token": token}, 201, _HEADERS)

    async def _line(self, socket: WebSocket) -> None:
        room = self._rooms.get(socket.path_params["name"])
        if room is None:
            refused = Response(spoken(say("There is no such table.")), 404)
        elif not self._from_own_page(socket):
            refused = Response(spoken(_FOREIGN), 403)
        elif len(room.lines) >= MOST_LINES:
            refused = Response(spoken(say("Too many are connected.")), 503)
        else:
            await socket.accept()
            await Line(socket, room).serve()
            return
        await socket.send_denial_response(refused)

    def _from_own_page(self, connection: HTTPConnection) -> bool:
        """Whether a browser has it from a page of this host; other programs name no origin."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self._settings.origins:
            return True
        return origin.partition("://")[2] == connection.headers.get("host")
