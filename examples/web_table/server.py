"""The host on the web: pages, one WebSocket for each player, and the limits of what it takes.

A message to the host is a JSON object with ``do`` and what that needs; see
:meth:`Line._do`. The answer has the message's ``id`` and, where it was refused, the reason as
``refused``; once the table has changed, also ``table``, the screen of that seat.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import frozen
from examples.web_table.table import Refused, Table
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import boston_rules as br
from boston_rules.core.saying import say, sentence_of, term
from boston_rules.telling import draw
from boston_rules.telling.language import CATALOGUES, ENGLISH, languages, speaking, spoken
from boston_rules.telling.screen import refusal
from boston_rules.telling.wording.rulewords import choice_label, label_of

LONGEST: Final = 4096
"""Bytes of a message; the longest that a player needs has a few hundred."""
MOST_TABLES: Final = 500
MOST_LINES: Final = 16
"""Connections to one table, those of onlookers included."""
BURST, PER_SECOND = 40, 10
"""How many messages a connection may send at once, and then each second."""

_HERE: Final = Path(__file__).parent / "client"
_SHARED: Final = Path(__file__).parents[2] / "docs" / "browser"
"""What the page draws a table with is that of the page in the documentation."""
_FILES: Final = {
    "pages.json": (CATALOGUES, "application/json"),
    "common.mjs": (_SHARED, "text/javascript"),
    "table.mjs": (_SHARED, "text/javascript"),
    "browser.css": (_SHARED, "text/css"),
    "client.mjs": (_HERE, "text/javascript"),
    "client.css": (_HERE, "text/css"),
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
_log: Final = logging.getLogger("uvicorn.error")
_T = TypeVar("_T")


@frozen
class Settings:
    """What whoever runs the host decides."""

    folder: Path
    """Where the tables are kept; every file in it is the host's."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may connect, besides the host's own."""
    bot: str = "simple"
    """Who sits in for people, as ``boston_rules.bots.load_bot`` reads it."""
    pace: float = 0.8
    """Seconds from action to action of bots, so that people can follow."""


class Room:
    """A table, and everybody who is connected to it."""

    def __init__(self, table: Table, pace: float) -> None:
        self.table = table
        self.lines: set[Line] = set()
        self._pace = pace
        self._driver: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Show everybody the table, and let chance and bots go on."""
        for line in self.lines:
            line.stale.set()
        if self._driver is None and self.table.due() is not None:
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        table = self.table
        try:
            while (actor := table.due()) is not None:
                position = table.position
                if actor != br.CHANCE:
                    await asyncio.sleep(self._pace)
                # In a thread, so that a bot that thinks long holds up no other table.
                action = await asyncio.to_thread(table.choose, actor)
                with contextlib.suppress(Refused):  # somebody acted while it thought
                    table.apply(actor, action, position)
                for line in self.lines:
                    line.stale.set()
        except Exception:  # a full disk, a bot of one's own: the table stands, its people are there
            _log.exception("table %s: chance and bots have stopped", table.name)
        finally:
            self._driver = None

    async def stop(self) -> None:
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)


class Line:
    """One connection: an onlooker, until it shows the token of a seat."""

    def __init__(self, socket: WebSocket, room: Room) -> None:
        self._socket, self._room, self._table = socket, room, room.table
        self.seat: int | None = None
        self.stale = asyncio.Event()
        """Set when the table has changed since this line was last sent it."""
        self._greeted = asyncio.Event()
        self._narrow = False
        self._lang = ENGLISH
        self._sending = asyncio.Lock()
        self._allowed, self._counted = float(BURST), time.monotonic()

    async def serve(self) -> None:
        """Take and send messages until either side closes."""
        self._room.lines.add(self)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read())
                tasks.create_task(self._watch())
        except* WebSocketDisconnect:
            pass
        finally:
            self._room.lines.discard(self)
            self._room.changed()

    async def _watch(self) -> None:
        await self._greeted.wait()
        while await self.stale.wait():
            await self._send({})

    async def _send(self, answer: dict[str, Any]) -> None:
        """Send an answer, and the table as it is by then if it has changed.

        Who reads slowly misses what was between, and keeps nobody waiting.
        """
        async with self._sending:
            if self._greeted.is_set() and self.stale.is_set():
                self.stale.clear()
                answer["table"] = self._screen()
            if answer:
                await self._socket.send_text(json.dumps(answer))

    def _screen(self) -> dict[str, Any]:
        here = {line.seat for line in self._room.lines}
        with speaking(self._lang):
            made = self._table.screen(self.seat, narrow=self._narrow)
        made["seat"] = self.seat
        made["seats"] = [
            {"name": who.name, "bot": who.is_bot, "here": seat in here}
            for seat, who in enumerate(self._table.seats)
        ]
        return made

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
                    many = say("more than {number} messages a second", number=PER_SECOND)
                    with speaking(self._lang):
                        reason = spoken(many)
                    await self._socket.close(1008, reason)
                raise WebSocketDisconnect(1008)
            await self._send(self._answer(received.get("text")))

    def _answer(self, text: str | None) -> dict[str, Any]:
        asked: dict[str, Any] = {}
        with speaking(self._lang):
            try:
                asked = _object(text)
                made = self._do(_get(asked, "do", str), asked)
            except br.BostonError as error:
                made = dict(refusal(error))
            except OSError as error:
                _log.error("table %s could not be written: %s", self._table.name, error)
                made = {"refused": spoken(say("the table could not be saved, so nothing was done"))}
        number = asked.get("id")
        return {**made, "id": number if type(number) is int else None}

    def _do(self, what: str, asked: dict[str, Any]) -> dict[str, Any]:
        """Everything that may be asked."""
        table = self._table
        match what:
            case "hello" if not self._greeted.is_set():  # who one is, and how one looks on
                told = self._do("look", asked)
                self._greeted.set()
                token = _get(asked, "token", str)
                self.seat = table.seat_of(token)
                self._room.changed()
                if token and self.seat is None:
                    raise Refused(say("that token is for no seat at this table"))
                return told
            case "look":
                self._narrow = _get(asked, "narrow", bool)
                self._lang = _language(asked.get("lang", ENGLISH))
                self.stale.set()
                rules = table.state.table.variant
                with speaking(self._lang):
                    return {"prices": draw.html(rules), "game": spoken(term(rules.title))}
            case "record":
                self._allowed -= BURST / 4  # the whole session is written down for it
                return {"record": table.record_for(self.seat)}
            case "sit" if self.seat is None:
                seat = _get(asked, "seat", int)
                token = table.sit(seat, _get(asked, "name", str))
                self.seat = seat
                self._room.changed()
                return {"token": token}
        if self.seat is None:
            raise Refused(say("only those who sit at the table may do that"))
        match what:
            case "act":
                action = table.read(self.seat, _get(asked, "text", str))
                table.apply(self.seat, action, _get(asked, "position", int))
            case "next":
                table.get_ready(self.seat)
            case "bots":
                table.add_bots(len(table.seats))
            case _:
                raise Refused(say("nobody can do {what} here", what=repr(what[:20])))
        self._room.changed()
        return {}


def _object(text: str | bytes | None) -> dict[str, Any]:
    """What somebody sent, which may be anything."""
    try:
        asked = json.loads(text or "")
    except (ValueError, RecursionError):
        raise Refused(say("a message is a JSON object")) from None
    if not isinstance(asked, dict):
        raise Refused(say("a message is a JSON object"))
    return asked


def _language(told: object) -> str:
    if told not in languages():
        raise Refused(say("{lang} is no language of this host", lang=repr(told)[:20]))
    return str(told)


def _get(asked: dict[str, Any], name: str, kind: type[_T]) -> _T:
    value = asked.get(name)
    if type(value) is not kind:
        raise Refused(say("{name} must be of the type {kind}", name=repr(name), kind=kind.__name__))
    return value


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
        self._rooms: dict[str, Room] = {}
        # The records hold all cards.
        settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for record in sorted(settings.folder.glob("*.txt")):
            try:
                self._enter(Table.load(record, settings.bot))
            except (OSError, ValueError, TypeError) as error:  # one spoilt file costs one table
                _log.error("%s is left out: %s", record.name, error)

    def _enter(self, table: Table) -> Room:
        room = self._rooms[table.name] = Room(table, self._settings.pace)
        return room

    def app(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/games", self._games),
                Route("/open", self._open, methods=["POST"]),
                Route("/t/{name}", self._page),
                WebSocketRoute("/t/{name}/line", self._line),
                Route("/files/{name}", _file),
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

    def _page(self, request: Request) -> Response:
        name = request.path_params.get("name")
        if name is not None and name not in self._rooms:
            raise HTTPException(404, spoken(say("There is no such table.")), _HEADERS)
        page = (_HERE / "index.html").read_text(encoding="utf-8")
        table = (_SHARED / "table.html").read_text(encoding="utf-8")
        return HTMLResponse(page.replace("TABLE", table), headers=_HEADERS)

    def _games(self, request: Request) -> Response:
        """Every registered variant with its options, those of third parties included."""
        return JSONResponse(list(map(_game, br.list_variants())), headers=_HEADERS)

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
            asked = _object(body)
            slug, name = _get(asked, "game", str), _get(asked, "name", str)
            options, bots = _get(asked, "options", dict), _get(asked, "bots", int)
            table = Table.open(self._settings.folder, slug, options, self._settings.bot)
            token = table.sit(0, name)
            table.add_bots(bots)
        except br.BostonError as error:
            return JSONResponse(refusal(error), 422, _HEADERS)
        except OSError as error:
            raise HTTPException(
                503, spoken(say("The table could not be saved.")), _HEADERS
            ) from error
        self._enter(table).changed()
        return JSONResponse({"table": table.name, "token": token}, 201, _HEADERS)

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


def _game(slug: str) -> dict[str, Any]:
    variant = br.get_variant(slug)
    options = []
    for name in variant.option_names():
        choices, chosen = variant.option_choices(name), getattr(variant, name)
        if all(isinstance(each, str | int | None) for each in (chosen, *(choices or ()))):
            words = choices and [(each, spoken(choice_label(each))) for each in choices]
            label = spoken(label_of(name))
            options.append({"name": name, "label": label, "choices": words, "chosen": chosen})
    about = {
        "title": spoken(term(variant.title)),
        "about": spoken(sentence_of(term(variant.about))),
        "seats": variant.seats,
    }
    return {"slug": slug, **about, "options": options}


def _file(request: Request) -> Response:
    """A file of the page; the name only chooses one of a fixed list."""
    name = request.path_params["name"]
    if name not in _FILES:
        raise HTTPException(404, spoken(say("There is no such file.")), _HEADERS)
    folder, kind = _FILES[name]
    return FileResponse(folder / name, media_type=kind, headers=_HEADERS)
