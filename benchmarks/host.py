"""Load on the host of the web table: ``python -m benchmarks.host``.

Starts one or more processes of ``boston-rules serve`` on one store, opens tables at which four bots
sit that keep their own views from the host's events, and lets each table do something every two
seconds. ``--pages`` lets players look at a page of the client besides, which is sent sentences and
what a screen shows in place of events. Told are the times from an action to its answer, and until
the last of the four has heard of it, with the clients on the same machine; and what a table takes
of a host's memory, an action of its processor.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any, Final
from urllib.request import Request, urlopen

import click
from attrs import define, field
from websockets.asyncio.client import ClientConnection, connect

import boston_rules as br

__all__ = ["Seat", "Tally", "Watcher", "hosts", "open_table", "play_tables"]

EVERY: Final = 2.0
"""Seconds between two actions at a table."""
_AT_ONCE: Final = 50
"""Tables that are opened at a time."""


@define
class Tally:
    """Times, and what was refused."""

    answers: list[float] = field(factory=list)
    """Seconds from an action to its answer."""
    heard: list[float] = field(factory=list)
    """Seconds from an action until the last of the four was told."""
    refused: list[str] = field(factory=list)
    processor: float = 0.0
    """Seconds of the hosts' processor time."""
    frames: int = 0
    """What pages were sent."""
    counts: bool = False
    """Whether it counts already."""


class Watcher:
    """Keeps the view of a client by what a host sends."""

    def __init__(self) -> None:
        self.view: br.State
        self.around: dict[str, Any] = {}
        """The table apart from the game."""

    def take(self, message: dict[str, Any]) -> int:
        """Move the view by a message; by how many events."""
        if "view" in message:
            self.view = br.loads_view(json.dumps(message["view"]))
        self.around |= message.get("table", {})
        events = message.get("events", ())
        for event in events:
            self.view = br.advance(self.view, br.loads_event(json.dumps(event)))
        return len(events)

    @staticmethod
    def is_news(message: dict[str, Any]) -> bool:
        """Whether a message tells something of the table."""
        return not {"view", "events", "table"}.isdisjoint(message)


class Seat(Watcher):
    """One client: a bot that plays any legal action, rather a pass than a bid."""

    def __init__(self, url: str, table: Table, token: str = "", *, has_page: bool = False) -> None:
        super().__init__()
        self._url, self._table, self._token = url, table, token
        self._has_page = has_page
        self._rng = random.Random(f"{table.name} {id(self)}")
        self._asked: dict[int, float] = {}
        self._ready = 0
        """The last deal after which it wanted to go on."""
        self.socket: ClientConnection

    async def play(self, seat: int) -> None:
        """Sit down and play until the task ends."""
        async with connect(self._url, compression=None, max_queue=64) as self.socket:
            await self._send("hello", token=self._token, form="events")
            if not self._token:
                await self._send("sit", seat=seat, name=f"Player {seat}")
            async for text in self.socket:
                self._hear(json.loads(text))
                if self._has_page and self._token:
                    self._has_page = False
                    table_task(self._table, self._look())

    async def _look(self) -> None:
        """Have a page open, which only hears."""
        async with connect(self._url, compression=None, max_queue=64) as page:
            await page.send(json.dumps({"do": "hello", "token": self._token, "id": 0}))
            async for text in page:
                self._table.tally.frames += len(json.loads(text).get("frames", ()))

    async def _send(self, what: str, **more: Any) -> None:
        number = len(self._asked)
        self._asked[number] = time.perf_counter()
        await self.socket.send(json.dumps({"do": what, "id": number, **more}))

    def _hear(self, message: dict[str, Any]) -> None:
        table = self._table
        self._token = message.get("token", self._token)
        for _ in range(self.take(message)):
            table.told()
        if message.get("id") is not None:
            asked = self._asked[message["id"]]
            if "refused" in message:
                table.tally.refused.append(message["refused"])
            elif table.tally.counts:
                table.tally.answers.append(time.perf_counter() - asked)
        if self.is_news(message):
            self._act()

    def _act(self) -> None:
        seat = self.around["seat"]
        if seat is None or not all(who["name"] for who in self.around["people"]):
            return
        if self.view.actor is None:
            deal = self.view.table.deal_number
            if seat in self.around["waiting"] and deal > self._ready:
                self._ready = deal
                table_task(self._table, self._send("ready"))
        elif self.view.actor == seat:
            position = self.around["position"]
            if position != self._table.acted:
                self._table.acted = position
                table_task(self._table, self._in_time(position))

    async def _in_time(self, position: int) -> None:
        table = self._table
        await asyncio.sleep(max(0.0, table.due - time.perf_counter()))
        table.due = max(table.due + EVERY, time.perf_counter())
        legal = br.legal_actions(self.view)
        action = legal[0] if self._rng.random() < 0.5 else self._rng.choice(legal)
        table.begins()
        await self._send("act", text=str(action), position=position)


def table_task(table: Table, coroutine: Any) -> None:
    """Do something for a table beside what it hears."""
    task = asyncio.ensure_future(coroutine)
    table.tasks.add(task)
    task.add_done_callback(table.tasks.discard)


class Table:
    """A table and its four clients."""

    def __init__(self, name: str, tally: Tally, first: float) -> None:
        self.name, self.tally, self.due = name, tally, first
        self.acted = -1
        self.tasks: set[asyncio.Task[None]] = set()
        self._begun, self._told = 0.0, 0

    def begins(self) -> None:
        """An action is sent."""
        self._begun, self._told = time.perf_counter(), 0

    def told(self) -> None:
        """One of the four has heard of it."""
        self._told += 1
        if self._told == 4 and self._begun and self.tally.counts:
            self.tally.heard.append(time.perf_counter() - self._begun)


def open_table(url: str, game: str, **more: object) -> tuple[str, str]:
    """Open a table at a host, with no bots; its name, and the token of the first seat."""
    asked = {"game": game, "name": "Player 0", "options": {}, "bots": 0, "bot": "simple", **more}
    with urlopen(Request(f"{url}open", json.dumps(asked).encode()), timeout=60) as response:
        made = json.load(response)
    return made["table"], made["token"]


async def play_tables(
    running: list[tuple[str, subprocess.Popen[str]]],
    tables: int,
    seconds: float,
    game: str,
    *,
    shared: bool = False,
    pages: int = 0,
) -> Tally:
    """Open tables and play at them.

    Args:
        running: the hosts with their addresses; the tables are at them in turn, as the proxy of
            ``deploy`` places them.
        shared: the players of each table are at them in turn instead.
        pages: how many players of a table have a page open.
        tables: how many.
        seconds: how long is measured, once everybody sits.
    """
    tally = Tally()
    urls, processes = zip(*running, strict=True)
    players: list[asyncio.Task[None]] = []
    playing: list[Table] = []
    started = time.perf_counter()
    for at in range(0, tables, _AT_ONCE):
        asked = [
            asyncio.to_thread(open_table, urls[number % len(urls)], game)
            for number in range(at, min(at + _AT_ONCE, tables))
        ]
        for number, (name, token) in enumerate(await asyncio.gather(*asked), at):
            table = Table(name, tally, time.perf_counter() + EVERY * random.random())
            playing.append(table)
            for seat in range(4):
                url = urls[(seat if shared else number) % len(urls)].replace("http", "ws")
                line, own = f"{url}t/{name}/line", token if seat == 0 else ""
                client = Seat(line, table, own, has_page=seat < pages)
                players.append(asyncio.create_task(client.play(seat)))
        await asyncio.sleep(0.2)
    print(f"{tables} tables opened in {time.perf_counter() - started:.0f} s", flush=True)
    await asyncio.sleep(EVERY * 3)
    tally.counts = True
    before = processor(processes)
    done, _ = await asyncio.wait(players, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    tally.counts = False
    tally.processor = processor(processes) - before
    for task in (*(task for table in playing for task in table.tasks), *players):
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    for player in done:
        player.result()
    return tally


@contextmanager
def hosts(store: str, processes: int) -> Iterator[list[tuple[str, subprocess.Popen[str]]]]:
    """Processes of the host, with their addresses."""
    command = [sys.executable, "-m", "boston_rules.cli", "serve", "--no-open", "--port", "0"]
    limits = ["--tables", "0", "--connections", "0", "--metrics", "--store", store]
    with ExitStack() as stack:
        made = []
        for _ in range(processes):
            process = subprocess.Popen([*command, *limits], stdout=subprocess.PIPE, text=True)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            assert process.stdout is not None, "its output is read"
            made.append((process.stdout.readline().split()[4], process))
        yield made


def megabytes(process: subprocess.Popen[str]) -> float:
    """The memory that a process has in use."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def processor(processes: Iterable[subprocess.Popen[str]]) -> float:
    """The seconds of processor time that processes have taken."""
    stats = [Path(f"/proc/{each.pid}/stat").read_text(encoding="ascii") for each in processes]
    ticks = [sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats]
    return sum(ticks) / os.sysconf("SC_CLK_TCK")


def _row(name: str, seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100)
    told = "  ".join(f"{1000 * cuts[at - 1]:7.1f}" for at in (50, 95, 99))
    return f"{name:<28}{told}  {1000 * max(seconds):8.1f}"


@click.command(help=__doc__)
@click.option("--tables", default=1000, show_default=True)
@click.option("--seconds", default=60.0, show_default=True, help="How long is measured.")
@click.option("--processes", default=1, show_default=True)
@click.option("--store", type=click.Choice(["sqlite", "postgresql"]), default="sqlite")
@click.option("--shared", is_flag=True, help="The players of a table are at different processes.")
@click.option("--pages", default=0, help="Players of each table who have a page open.")
@click.option("--game", default="mariland", show_default=True)
def main(
    tables: int,
    seconds: float,
    processes: int,
    store: str,
    shared: bool,
    pages: int,
    game: str,
) -> None:
    """Measure and print."""
    from tests.web.postgres import postgres_server

    gc.disable()  # the clients' own pauses are not the host's

    folder = Path(tempfile.mkdtemp(prefix="bh"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder)
        if store == "sqlite":
            url = f"sqlite:{folder / 'tables.sqlite'}"
        else:
            url = stack.enter_context(postgres_server(folder))
        made = stack.enter_context(hosts(url, processes))
        before = sum(megabytes(process) for _, process in made)
        playing = play_tables(made, tables, seconds, game, shared=shared, pages=pages)
        tally = asyncio.run(playing)
        after = sum(megabytes(process) for _, process in made)
    print(f"{store}, {processes} host processes, {tables} tables, {4 * tables} clients")
    print(f"{len(tally.answers) / seconds:.0f} answers a second, {len(tally.refused)} refused")
    if pages:
        print(f"{tally.frames} frames sent to {pages * tables} pages")
    print(f"{'milliseconds':<28}{'p50':>7}  {'p95':>7}  {'p99':>7}  {'longest':>8}")
    print(_row("until the answer", tally.answers))
    print(_row("until all four have heard", tally.heard))
    print(f"{(after - before) * 1000 / tables:.0f} kB of the hosts' memory for a table")
    spent = 1000 * tally.processor / len(tally.answers)
    print(f"{spent:.2f} ms of the hosts' processor time for an action")
    for reason in sorted(set(tally.refused)):
        print(f"refused: {reason} ({tally.refused.count(reason)})")


if __name__ == "__main__":
    main()
