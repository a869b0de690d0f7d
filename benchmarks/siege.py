"""A host under siege: ``python -m benchmarks.siege --minutes 30``.

Bots play at tables over sockets while the host is killed and started again, lines are cut, tokens
are lost and its disk is full for a while; with PostgreSQL there are two hosts, and instead of the
disk the database fails. At the end every table goes on, every action that was answered is in its
journal where it was done, every journal can be read, and the record of every table is replayed as
it was played. The exit status is 1 where anything is not so.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

import click
import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import boston_rules as br
from benchmarks.host import Watcher, open_table
from boston_rules.web.table import Table

__all__ = ["Siege"]

_THINKING: Final = 0.05
"""Seconds before a player acts."""
_CLOCK: Final = 15
"""Seconds that a decision may take."""
_FULL: Final = 8192
"""Bytes that a file may have when the disk is full: the log may still grow."""
_OPTIONS: Final = {"deals": 100}


class Player(Watcher):
    """One who comes back whenever he is thrown out, with his token or without."""

    def __init__(self, siege: Siege, table: str, seat: int, token: str = "") -> None:
        super().__init__()
        self._siege, self._table, self._seat, self._token = siege, table, seat, token
        self._rng = random.Random(f"{table} {seat}")
        self._line: ClientConnection | None = None
        self._asked: dict[int, tuple[int, str] | None] = {}

    async def play(self) -> None:
        while True:
            try:
                await self._visit()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.2)

    async def _visit(self) -> None:
        url = f"ws://127.0.0.1:{self._rng.choice(self._siege.ports)}/t/{self._table}/line"
        async with connect(url, compression=None, open_timeout=5) as self._line:
            self.around = {}
            self._asked.clear()
            await self._send("hello", token=self._token, form="events")
            async for text in self._line:
                self._siege.messages += 1
                await self._hear(json.loads(text))

    async def _send(self, do: str, doing: tuple[int, str] | None = None, **more: Any) -> None:
        assert self._line is not None, "he is connected"
        self._asked[len(self._asked)] = doing
        message = {"do": do, "id": len(self._asked) - 1, **more}
        await self._line.send(json.dumps(message))

    async def _hear(self, message: dict[str, Any]) -> None:
        self.take(message)
        self._token = message.get("token", self._token)
        doing = self._asked.get(message.get("id", -1))
        if doing is not None and "refused" not in message:
            self._siege.acknowledged.append((self._table, *doing))
        if self.is_news(message):
            await self._act()

    async def _act(self) -> None:
        around, seat = self.around, self.around["seat"]
        people = around["people"]
        if seat is None:
            own = people[self._seat]
            if not own["name"] or (own["bot"] and not own["away"]):
                name = f"{self._seat} {self._rng.randrange(10**6)}"
                await self._send("sit", seat=self._seat, name=name)
            return
        if not all(who["name"] for who in people):
            return
        if people[seat]["away"]:
            await self._send("back")
        for other, who in enumerate(people):
            what = f"free {other}"
            gone = other != seat and who["away"] and not who["here"]
            if gone and seat not in around["wishes"].get(what, ()):
                await self._send("wish", what=what)
        if self.view.actor is None:
            if seat in around["waiting"]:
                await self._send("ready")
        elif self.view.actor == seat:
            await asyncio.sleep(_THINKING * self._rng.random())
            legal = br.legal_actions(self.view)
            token = str(legal[0] if self._rng.random() < 0.5 else self._rng.choice(legal))
            position = around["position"]
            await self._send("act", (position, token), text=token, position=position)

    def cut(self) -> None:
        """Lose the line without a word."""
        if self._line is not None and self._line.transport is not None:
            self._line.transport.abort()

    def forget(self) -> None:
        """Lose the token as well, for good."""
        self._token = ""
        self.cut()


class Siege:
    """Hosts, their tables, and what happens to them.

    Args:
        store: the URL of the store, of PostgreSQL for several hosts.
        hosts: how many.
        folder: where their log is.
    """

    def __init__(self, store: str, hosts: int, folder: Path, seed: int) -> None:
        self._store, self._rng = store, random.Random(seed)
        self.ports: list[int] = []
        for _ in range(hosts):
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.ports.append(free.getsockname()[1])
        self.log = folder / "hosts.log"
        self.acknowledged: list[tuple[str, int, str]] = []
        """The actions that were answered as done: table, position, token."""
        self.messages = 0
        self.replayed = 0
        """Deals whose record was replayed."""
        self.happened: Counter[str] = Counter()
        self.tables: list[str] = []
        self._hosts: dict[int, subprocess.Popen[str]] = {}
        self._players: list[Player] = []

    def start(self, port: int) -> None:
        """Start a host, on the same store and port as before."""
        command = [sys.executable, "-m", "boston_rules.cli", "serve", "--no-open"]
        options = ["--port", str(port), "--tables", "0", "--connections", "0"]
        with self.log.open("a", encoding="utf-8") as log:
            host = self._hosts[port] = subprocess.Popen(
                [*command, *options, "--store", self._store],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert host.stdout is not None, "its output is read"
        assert host.stdout.readline(), self.log.read_text(encoding="utf-8")

    def kill(self, port: int) -> None:
        """End a host as a power cut would."""
        self._hosts[port].send_signal(signal.SIGKILL)
        self._hosts[port].wait()

    async def open(self, tables: int, game: str) -> list[asyncio.Task[None]]:
        """Open tables, with four players each."""
        url = f"http://127.0.0.1:{self.ports[0]}/"
        for _ in range(tables):
            name, token = open_table(url, game, options=_OPTIONS, seconds=_CLOCK)
            self.tables.append(name)
            for seat in range(4):
                self._players.append(Player(self, name, seat, token if seat == 0 else ""))
        return [asyncio.create_task(player.play()) for player in self._players]

    async def trouble(self, until: float) -> None:
        """Let something happen every few seconds."""
        troubles = {
            "a host is killed": (self._restart, 2),
            "a line is cut": (self._cut, 8),
            "a token is lost": (self._lose, 2),
        }
        if self._is_file:
            troubles["the disk is full"] = (self._fill, 2)
        else:
            troubles["the database fails"] = (self._fail, 2)
        while time.monotonic() < until:
            await asyncio.sleep(self._rng.uniform(0.5, 3))
            weights = [weight for _, weight in troubles.values()]
            (what,) = self._rng.choices(list(troubles), weights)
            self.happened[what] += 1
            await troubles[what][0]()

    async def _restart(self) -> None:
        port = self._rng.choice(self.ports)
        self.kill(port)
        await asyncio.sleep(self._rng.uniform(0, 1))
        await asyncio.to_thread(self.start, port)

    async def _cut(self) -> None:
        for player in self._rng.sample(self._players, min(5, len(self._players))):
            player.cut()

    async def _lose(self) -> None:
        """Of a table where nobody has lost his own."""
        sits = [player.around.get("seat") is not None for player in self._players]
        whole = [at for at in range(0, len(sits), 4) if all(sits[at : at + 4])]
        if whole:
            self._players[self._rng.choice(whole) + self._rng.randrange(4)].forget()

    async def _fill(self) -> None:
        """For a while the host's files cannot grow."""
        most = resource.RLIM_INFINITY
        host = self._hosts[self.ports[0]].pid
        resource.prlimit(host, resource.RLIMIT_FSIZE, (_FULL, most))
        await asyncio.sleep(self._rng.uniform(0.5, 3))
        resource.prlimit(host, resource.RLIMIT_FSIZE, (most, most))

    async def _fail(self) -> None:
        """The database ends all connections, whatever they are about, for a while."""
        ends = time.monotonic() + self._rng.uniform(0.5, 3)
        while time.monotonic() < ends:
            self._rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            await asyncio.sleep(0.1)

    @property
    def _is_file(self) -> bool:
        return self._store.startswith("sqlite:")

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        if self._is_file:
            with closing(sqlite3.connect(self._store.removeprefix("sqlite:"))) as file:
                return file.execute(statement).fetchall()
        with psycopg.connect(self._store, autocommit=True) as server:
            return server.execute(statement.encode()).fetchall()

    def journals(self) -> dict[str, list[Any]]:
        """The entries of every table."""
        found: dict[str, list[Any]] = {table: [] for table in self.tables}
        for name, entry in self._rows("SELECT name, entry FROM entries ORDER BY name, number"):
            found[name].append(json.loads(entry))
        return found

    def faults(self, before: dict[str, list[Any]]) -> list[str]:
        """Everything that is not as it should be.

        Args:
            before: the journals some time before the end, without trouble since then.
        """
        told = []
        done: set[tuple[str, int, str]] = set()
        after = self.journals()
        for name, entries in after.items():
            table = Table.begin(entries[0])
            for entry in entries[1:]:
                if entry["do"] == "act":
                    done.add((name, table.position, entry["token"]))
                table = table.then(entry)
            if not table.is_over and len(entries) <= len(before[name]):
                told.append(f"{name} is stuck at {table.position}: {table.awaited()}")
            if entries[: len(before[name])] != before[name]:
                told.append(f"{name} has lost entries")
            over = table.settled()
            again = br.replay(br.loads(br.dumps(br.record(over)))) if over else []
            self.replayed += len(over)
            if [each for each in again if isinstance(each, br.Settled)] != over:
                told.append(f"the record of {name} is another game")
        lost = [each for each in self.acknowledged if each not in done]
        return told + [f"answered and lost: {each}" for each in lost]


@click.command(help=__doc__)
@click.option("--minutes", default=30.0, show_default=True)
@click.option("--tables", default=20, show_default=True)
@click.option("--store", type=click.Choice(["sqlite", "postgresql"]), default="sqlite")
@click.option("--game", default="mariland", show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(minutes: float, tables: int, store: str, game: str, seed: int) -> None:
    """Besiege, and print what was found."""
    from tests.web.postgres import postgres_server

    folder = Path(tempfile.mkdtemp(prefix="bs"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if store == "sqlite":
            url = f"sqlite:{folder / 'tables.sqlite'}"
        else:
            url = stack.enter_context(postgres_server(folder))
        siege = Siege(url, 1 if store == "sqlite" else 2, folder, seed)
        faults = asyncio.run(_besiege(siege, minutes, tables, game))
        entries = sum(map(len, siege.journals().values()))
        lines = siege.log.read_text(encoding="utf-8").splitlines()
    print(f"{store}, {minutes:g} minutes, {tables} tables, {4 * tables} players, seed {seed}")
    for what, often in siege.happened.most_common():
        print(f"{often:6} times {what}")
    print(f"{siege.messages:6} messages, {entries} entries, {len(siege.acknowledged)} answered")
    print(f"{len(lines):6} lines in the log")
    print(f"{siege.replayed:6} deals replayed from their records")
    print("\n".join(faults[:20]) or "no table stuck, no action lost, every journal read")
    sys.exit(bool(faults))


async def _besiege(siege: Siege, minutes: float, tables: int, game: str) -> list[str]:
    for port in siege.ports:
        siege.start(port)
    players = await siege.open(tables, game)
    await siege.trouble(time.monotonic() + 60 * minutes)
    await asyncio.sleep(2 * _CLOCK)
    before = siege.journals()
    await asyncio.sleep(2 * _CLOCK)
    broken = [str(player.exception()) for player in players if player.done()]
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    for port in siege.ports:
        siege.kill(port)
    return broken + siege.faults(before)


if __name__ == "__main__":
    main()
