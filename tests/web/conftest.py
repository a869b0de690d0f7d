"""A host in a process of its own, and players who reach it over sockets."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import ClientConnection, connect

from boston_rules.web.journal import Journal
from boston_rules.web.store import Store

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60

Table: TypeAlias = dict[str, Any]


class Host:
    """A running ``boston-rules serve``."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self.log = folder.with_name(f"{folder.name}.log")
        self.store = f"sqlite:{folder / 'tables.sqlite'}"
        command = [sys.executable, "-m", "boston_rules.cli", "serve", "--store", self.store]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(port), "--no-open", "--tables", "0", *options],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        assert told.startswith("The table is at http"), self.log.read_text(encoding="utf-8")
        self.url = told.split()[4]
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate(timeout=SECONDS)

    def stop(self) -> None:
        """End it unless a test has killed it; nothing may have gone wrong in it."""
        if self.process.returncode is None:
            assert self.process.poll() is None, "the host has stopped by itself"
            self.kill()
        assert "Traceback" not in self.log.read_text(encoding="utf-8")

    def open(
        self,
        game: str = "classic",
        *,
        bots: int = 0,
        settings: Mapping[str, object] | None = None,
        **options: object,
    ) -> tuple[str, str]:
        """Open a table as Ann; its name and her token."""
        asked = {"game": game, "name": "Ann", "options": options, "bots": bots, "bot": "simple"}
        asked |= settings or {}
        request = Request(f"{self.url}open", json.dumps(asked).encode())
        with urlopen(request, timeout=SECONDS) as response:
            made = json.load(response)
        return made["table"], made["token"]

    def kept(self, table: str) -> Journal:
        """A table as it is kept."""
        with closing(sqlite3.connect(self.folder / "tables.sqlite")) as store:
            statement = "SELECT entry FROM entries WHERE name = ? ORDER BY number"
            rows = store.execute(statement, (table,)).fetchall()
        return Journal([json.loads(entry) for (entry,) in rows])

    def player(self, table: str, token: str = "", **options: Any) -> Player:
        """Somebody who connects to a table."""
        return Player(f"{self.url.replace('http', 'ws')}t/{table}/line", token, options)


class Failing:
    """Lets statements of a store fail, as on a full disk."""

    def __init__(self, store: Store) -> None:
        self.fails = False
        self.failed = 0
        store._execute = self._or_fail(store._execute)  # type: ignore[method-assign]

    def meets(self, statement: str) -> bool:
        """Whether a statement is one that fails."""
        return statement != "BEGIN"

    def _or_fail(self, does: Callable[..., Any]) -> Callable[..., Any]:
        def execute(statement: str, *values: Any) -> Any:
            if self.fails and self.meets(statement):
                self.failed += 1
                raise sqlite3.OperationalError("database or disk is full")
            return does(statement, *values)

        return execute


class Player(AbstractAsyncContextManager["Player"]):
    """A connection, and what came over it."""

    def __init__(self, url: str, token: str, options: dict[str, Any]) -> None:
        self.url, self.token, self.options = url, token, options
        self.table: Table = {}
        """The scene as it is by now, with what has happened in the deal as ``log``."""
        self.heard: list[dict[str, Any]] = []
        """Every message."""
        self._asked = 0

    async def __aenter__(self) -> Self:
        self.socket: ClientConnection = await connect(self.url, compression=None, **self.options)
        self.greeting = await self.ask("hello", token=self.token)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.socket.close()

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(await self.socket.recv())
        self.heard.append(message)
        self.table = message.get("scene", self.table)
        for frame in message.get("frames", ()):
            self.table = self.table | frame["changes"]
            log = [] if frame.get("do") == "opened" else self.table["log"]
            self.table["log"] = log + list(filter(None, [frame.get("said")]))
        return message

    async def ask(self, what: str, **more: Any) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        self._asked += 1
        await self.socket.send(json.dumps({"do": what, "id": self._asked, **more}))
        while (message := await self.hear()).get("id") != self._asked:
            pass
        return message

    async def act(self, text: str, position: int | None = None) -> dict[str, Any]:
        at = self.table["position"] if position is None else position
        return await self.ask("act", text=text, position=at)

    @property
    def legal(self) -> list[str]:
        """The tokens that may be chosen."""
        return legal_tokens(self.table)

    async def until(self, wanted: Callable[[Table], bool]) -> None:
        while not (self.table and wanted(self.table)):
            await self.hear()

    async def until_asked(self) -> None:
        """Wait for one's turn or the end of the deal."""
        await self.until(lambda table: bool(self.legal) or bool(table["bill"]))

    async def play(self, rng: random.Random) -> None:
        """Play the session to its end, any legal action at a time."""
        while True:
            if self.table["over"]:
                return
            if self.table["seat"] in self.table["waiting"]:
                answer = await self.ask("ready")
            elif self.legal and not self.table["bill"]:
                answer = await self.act(rng.choice(self.legal))
            else:
                await self.hear()
                continue
            assert "refused" not in answer, answer


def legal_tokens(shown: Table) -> list[str]:
    """Everything that a scene lets one choose."""
    cards = [card["token"] for card in shown["hand"] if card["legal"]]
    bids = [cell["token"] for row in shown["bids"] for cell in row["cells"] if cell["legal"]]
    return cards + [item["token"] for group in shown["choices"] for item in group["items"]] + bids


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine, which may not wait for ever.

    In a thread of its own, since a browser that is open has a loop in this one.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asyncio.wait_for(coroutine, SECONDS)).result()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that several tests share, each at a table of its own."""
    made = Host(tmp_path_factory.mktemp("host") / "tables")
    yield made
    made.stop()


@pytest.fixture
def own_host(tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Starts hosts on one folder, one after the other."""
    started: list[Host] = []

    def start(*options: str, port: int = 0) -> Host:
        started.append(Host(tmp_path / "tables", *options, port=port))
        return started[-1]

    yield start
    started[-1].stop()
