"""The host on the web: the client, lines to tables, and the limits of what strangers may do."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from attrs import frozen
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

import boston_rules as br
from boston_rules.core.saying import Said, say, term
from boston_rules.telling.language import CATALOGUES, ENGLISH, languages, speaking, spoken
from boston_rules.telling.screen import refusal
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.web import evening
from boston_rules.web.guest import get, object_of
from boston_rules.web.line import AGAIN, FOR_GOOD, UNREAD, Line
from boston_rules.web.menu import games
from boston_rules.web.metrics import Metrics
from boston_rules.web.room import Hall
from boston_rules.web.store import StoreError, open_store
from boston_rules.web.table import Entry, Refused, check_bot, hashed, lesson, opening, reopening

__all__ = ["CLIENT", "Hasty", "Host", "Settings"]

MOST_TABLES: Final = 20_000
MOST_LINES: Final = 20_000
"""Connections to one process."""
_SHOWN: Final = 200
"""Tables among which those are looked for that are shown to everybody."""
_LONGEST: Final = 200_000
"""Bytes of what a table is opened with: a record of a long evening."""
_HOUR: Final = 3600.0
_PATIENCE: Final = 10.0
"""Seconds in which a request has to come, and then its text."""

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
_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOREIGN: Final = say("The page of another site may not do that.")
_FULL: Final = say("{number} tables are open; no more fit.", number=MOST_TABLES)
_MANY: Final = say("You have opened very many tables; wait a while.")
_TOO_MANY: Final = say("Too many are connected.")


@frozen
class Settings:
    """The choices of whoever runs the host."""

    store: str
    """Where tables are kept, as :func:`boston_rules.web.store.open_store` reads it."""
    origins: tuple[str, ...] = ()
    """Where the host is reached, besides by a number or as localhost: ``https://boston.example``."""
    tables: int = 30
    """Tables that one address may open in an hour; 0 for any number."""
    lines: int = 100
    """Connections that one address may have at once; 0 for any number."""
    days: int = 30
    """How long a table is kept that nobody plays at."""
    metrics: bool = False
    """Whether anybody may read what the host counts."""


class Limits:
    """How much strangers may do, by their addresses."""

    def __init__(self, settings: Settings) -> None:
        self._tables, self._lines = settings.tables, settings.lines
        self._opened: dict[str, deque[float]] = {}
        self._connected: dict[str, int] = {}

    def may_open(self, address: str) -> bool:
        """Whether one more table may be opened from there; it counts if so."""
        now = time.monotonic()
        for known in [known for known, times in self._opened.items() if times[-1] < now - _HOUR]:
            del self._opened[known]
        times = self._opened.setdefault(address, deque())
        while times and times[0] < now - _HOUR:
            times.popleft()
        if self._tables and len(times) >= self._tables:
            return False
        times.append(now)
        return True

    @contextlib.contextmanager
    def connecting(self, address: str) -> Iterator[bool]:
        """Whether one more connection may be had from there; it counts as long as it is."""
        count = self._connected.get(address, 0)
        if (self._lines and count >= self._lines) or self.count >= MOST_LINES:
            yield False
            return
        self._connected[address] = count + 1
        try:
            yield True
        finally:
            self._connected[address] -= 1
            if not self._connected[address]:
                del self._connected[address]

    @property
    def count(self) -> int:
        """All connections."""
        return sum(self._connected.values())


class Hasty(H11Protocol):
    """HTTP over a connection that is closed when no request comes in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._hurry()

    def _hurry(self) -> None:
        self.loop.call_later(_PATIENCE, self._look, self.cycle)

    def _look(self, before: object) -> None:
        """Look whether a request has come since then, or one is being answered."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        answered = getattr(self.cycle, "response_complete", True)  # or there was none
        if self.cycle is before and answered:
            self.transport.close()
        else:
            self._hurry()


# The pages.


class _Guarded:
    """Answers to its own names alone, in the language that the browser accepts before others.

    A page of another site can make a browser look for that site at the address of this host; the
    browser then takes the host for that site, but still says its name.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        codes = (part.partition(";")[0].partition("-")[0].strip() for part in accepted.split(","))
        with speaking(next((code for code in codes if code in languages()), ENGLISH)):
            if _is_named(headers.get(b"host", b"").decode("latin-1"), self._names):
                await self._app(scope, receive, send)
                return
            refused = PlainTextResponse(spoken(say("This host has another name.")), 421, _HEADERS)
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(refused)
            else:
                await refused(scope, receive, send)


def _is_named(told: str, names: frozenset[str]) -> bool:
    """Whether a browser has a name of this host: any number, or one of its names."""
    try:
        name = urlsplit(f"//{told}").hostname or ""
    except ValueError:
        return False
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return name in names


class Host:
    """All tables of a store, and what is asked over HTTP.

    Raises:
        BadStore: the store cannot be opened.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._metrics = Metrics()
        self._hall = Hall(
            open_store(settings.store), self._metrics, kept=settings.days * 24 * _HOUR
        )
        self._limits = Limits(settings)
        self._scoring = asyncio.Lock()
        self._files = {path.name: path for path in CLIENT.iterdir() if path.suffix in _KINDS}
        self._files["pages.json"] = CATALOGUES / "pages.json"

    def app(self) -> Starlette:
        """The ASGI application."""
        names = {urlsplit(origin).hostname or "" for origin in self._settings.origins}
        return Starlette(
            routes=[
                Route("/", self._file),
                Route("/games", self._games),
                Route("/tables", self._tables),
                Route("/open", self._open, methods=["POST"]),
                Route("/evening", self._evening, methods=["POST"]),
                Route("/health", self._health),
                *([Route("/metrics", self._counted)] if self._settings.metrics else []),
                Route("/{file}", self._file),
                WebSocketRoute("/t/{name}/line", self._line),
            ],
            middleware=[Middleware(_Guarded, frozenset({"localhost", *names}))],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async with self._hall.living():
            yield

    def _file(self, request: Request) -> Response:
        """A file of the client; the name only chooses one of those that there are."""
        path = self._files.get(request.path_params.get("file", "index.html"))
        if path is None:
            raise HTTPException(404, spoken(say("There is no such file.")), _HEADERS)
        return FileResponse(path, media_type=_KINDS[path.suffix], headers=_HEADERS)

    def _games(self, request: Request) -> Response:
        """Every registered variant with its options, those of third parties included."""
        return JSONResponse(games(), headers=_HEADERS)

    async def _tables(self, request: Request) -> Response:
        """The tables that are shown to everybody and have a seat for one more person."""
        try:
            found = await self._hall.store.tables(_SHOWN)
        except StoreError as error:
            raise HTTPException(503, spoken(UNREAD), _HEADERS) from error
        free = [
            {
                "table": name,
                "title": spoken(term(br.get_variant(about["game"]).title)),
                "names": about["names"],
                "bots": about["bots"],
            }
            for name, about in found
            if about["public"]
            and not about["over"]
            and about["game"] in br.list_variants()
            and (any(about["bots"]) or not all(about["names"]))
        ]
        return JSONResponse(free, headers=_HEADERS)

    async def _health(self, request: Request) -> Response:
        """Whether tables can be read."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._hall.store.tables(1)
        except (StoreError, TimeoutError) as error:
            raise HTTPException(503, spoken(UNREAD), _HEADERS) from error
        return PlainTextResponse("ok", headers=_HEADERS)

    def _counted(self, request: Request) -> Response:
        self._metrics.rooms.set(sum(bool(room.lines) for room in self._hall.rooms.values()))
        self._metrics.lines.set(self._limits.count)
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")

    async def _open(self, request: Request) -> Response:
        """Open a table and sit down at it: the answer has its name and the token."""
        body = await self._body(request)
        try:
            asked = object_of(body)
            if not self._limits.may_open(_address(request)):
                self._metrics.refused.labels("tables").inc()
                raise HTTPException(429, spoken(_MANY), _HEADERS)
            # In a thread, for a record is played again, and after the limit, for that takes long.
            name, token, entries = await asyncio.to_thread(_entries, asked)
            if await self._hall.store.count() >= MOST_TABLES:
                raise HTTPException(503, spoken(_FULL), _HEADERS)
            await self._hall.open(name, entries)
        except br.BostonError as error:
            return JSONResponse(refusal(error), 422, _HEADERS)
        except StoreError as error:
            raise HTTPException(
                503, spoken(say("The table could not be saved.")), _HEADERS
            ) from error
        return JSONResponse({"table": name, "token": token}, 201, _HEADERS)

    async def _evening(self, request: Request) -> Response:
        """Keep the score of a real table, of which the host keeps nothing."""
        body = await self._body(request)
        try:
            asked = object_of(body)
        except br.BostonError as error:
            return JSONResponse(refusal(error), headers=_HEADERS)
        turn = self._hall.turn("evening", _address(request))
        async with turn, self._scoring:  # in a thread, and one at a time
            made = await asyncio.to_thread(evening.answer, asked)
        return JSONResponse(made, headers=_HEADERS)

    async def _body(self, request: Request) -> bytes:
        """Read what a page of this host sends, if it comes in time and is not too long."""
        if not self._from_own_page(request):
            raise HTTPException(403, spoken(_FOREIGN), _HEADERS)
        body = b""
        try:
            async with asyncio.timeout(_PATIENCE):
                async for part in request.stream():
                    body += part
                    if len(body) > _LONGEST:
                        raise HTTPException(413, spoken(say("That is too long.")), _HEADERS)
        except (TimeoutError, ClientDisconnect) as error:
            raise HTTPException(408, spoken(say("That takes too long.")), _HEADERS) from error
        return body

    async def _line(self, socket: WebSocket) -> None:
        if not self._from_own_page(socket):
            await self._deny(socket, _FOREIGN, 403)
            return
        address = _address(socket)
        with self._limits.connecting(address) as may:
            if not may:
                self._metrics.refused.labels("connection").inc()
                await self._deny(socket, _TOO_MANY, 429)
                return
            try:
                room = await self._hall.room(socket.path_params["name"])
            except StoreError:
                await self._turn_away(socket, AGAIN, UNREAD)
                return
            if room is None:
                await self._turn_away(socket, FOR_GOOD, say("there is no such table"))
                return
            await socket.accept()
            await Line(socket, room, self._hall, self._metrics, address).serve()

    async def _deny(self, socket: WebSocket, why: Said, status: int) -> None:
        with contextlib.suppress(WebSocketDisconnect, OSError):  # it may be gone already
            await socket.send_denial_response(Response(spoken(why), status))

    async def _turn_away(self, socket: WebSocket, code: int, why: Said) -> None:
        """Say why to a page, which a browser does not tell with what status it was refused."""
        with contextlib.suppress(WebSocketDisconnect, OSError):  # it may be gone already
            await socket.accept()
            await socket.close(code, spoken(why))

    def _from_own_page(self, connection: HTTPConnection) -> bool:
        """Whether a browser has it from a page of this host; other programs name no origin."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self._settings.origins:
            return True
        return origin.partition("://")[2] == connection.headers.get("host")


_KINDS_OF: Final[dict[str, type[Any]]] = {
    "seconds": int,
    "onlookers": bool,
    "delay": int,
    "public": bool,
}
"""Settings of a table that a client may choose, by type."""


def _entries(asked: dict[str, Any]) -> tuple[str, str, list[Entry]]:
    """A new table: its name, the token of whoever opens it, and its first entries.

    Raises:
        BostonError: there can be no such table.
    """
    check_bot(bot := get(asked, "bot", str))
    token = secrets.token_urlsafe(16)
    if "record" in asked:
        return _named(token, reopening(asked, hashed(token), bot))
    who, bots = get(asked, "name", str), get(asked, "bots", int)
    if not 0 <= bots < len(GIVEN_NAMES):
        raise Refused(say("a table has 0 to {most} bots", most=len(GIVEN_NAMES) - 1))
    if asked.get("lesson") is True:
        opened = lesson()
    else:
        settings = {name: get(asked, name, _KINDS_OF[name]) for name in _KINDS_OF if name in asked}
        opened = opening(get(asked, "game", str), get(asked, "options", dict), **settings)
    entries = [
        opened,
        {"do": "sit", "seat": 0, "name": who, "hashed": hashed(token)},
        {"do": "bots", "most": bots, "bot": bot},
    ]
    return _named(token, entries)


def _named(token: str, entries: Sequence[Entry]) -> tuple[str, str, list[Entry]]:
    now = round(time.time(), 3)
    return secrets.token_hex(8), token, [{**entry, "at": now} for entry in entries]


def _address(connection: HTTPConnection) -> str:
    """Where a connection comes from; of the long numbers, the network."""
    told = connection.client.host if connection.client else ""
    with contextlib.suppress(ValueError):
        number = ipaddress.ip_address(told)
        if number.version == 6:
            mapped = number.ipv4_mapped
            return str(mapped or ipaddress.ip_network((int(number), 64), strict=False))
    return told
