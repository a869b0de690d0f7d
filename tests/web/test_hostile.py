"""What a hostile network does to a host, and what its players and its log notice of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket
from tests.web.conftest import SECONDS, Host, Player, run
from tests.web.test_host import get, post
from tests.web.test_rooms import opened, store
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import boston_rules as br
from boston_rules.web import line as lines
from boston_rules.web import server
from boston_rules.web.metrics import Metrics
from boston_rules.web.server import _address
from boston_rules.web.store import Store, StoreError

__all__ = ["store"]

OPENING = json.dumps(
    {"game": "classic", "name": "Ann", "options": {}, "bots": 3, "bot": "simple"}
).encode()
GONE = "websocket.disconnect"
QUICK = 0.2
"""Seconds in which a player is answered while others do what they like."""


def test_a_page_that_passes_the_host_off_as_its_own_is_refused(host: Host) -> None:
    """DNS rebinding: the browser says the name that it looked up."""
    for named, status in (
        ("evil.example", 421),
        ("evil.example:8000", 421),
        ("localhost.evil.example", 421),
        ("", 421),
        ("[", 421),
        ("localhost", 200),
        (f"127.0.0.1:{host.port}", 200),
        ("[::1]:80", 200),
        ("192.168.0.7", 200),
    ):
        assert get(host, "", Host=named) == status, named
        posted, _ = post(host, OPENING, Host=named)
        assert posted == (201 if status == 200 else 421)

    async def play() -> None:
        table, token = host.open(bots=3)
        for named, status in (("evil.example", "421"), ("localhost", "")):
            url = host.player(table).url.replace("127.0.0.1", named)
            player = Player(url, token, {"host": "127.0.0.1", "port": host.port})
            if not status:
                async with player:
                    assert player.table["seat"] == 0
                continue
            with pytest.raises(InvalidStatus, match=status):
                await player.__aenter__()

    run(play())


@pytest.mark.long
def test_a_host_has_the_name_that_it_is_given(own_host: Callable[..., Host]) -> None:
    host = own_host("--origin", "https://boston.example")
    assert get(host, "games", Host="boston.example") == 200
    assert get(host, "games", Host="evil.example") == 421
    assert post(host, b"{}", Host="boston.example", Origin="https://boston.example")[0] == 422
    assert post(host, b"{}", Host="boston.example", Origin="http://boston.example")[0] == 422
    assert post(host, b"{}", Origin="https://other.example")[0] == 403


@pytest.mark.long
@pytest.mark.parametrize("address", ["0.0.0.0", "::", "::1"])
def test_the_address_that_is_told_leads_others_to_the_host(
    own_host: Callable[..., Host], address: str
) -> None:
    """An invitation has it: 0.0.0.0 would lead everybody to his own machine."""
    if ":" in address:
        has_ipv6()
    host = own_host("--host", address)
    assert "//0.0.0.0" not in host.url
    assert "//[::]" not in host.url
    assert get(host, "health") == 200


@pytest.mark.long
def test_an_address_opens_so_many_tables_and_has_so_many_lines(
    own_host: Callable[..., Host],
) -> None:
    host = own_host("--tables", "3", "--connections", "4")
    assert [post(host, OPENING)[0] for _ in range(5)] == [201, 201, 201, 429, 429]
    made = json.loads(post(host, OPENING[:-1])[1])
    assert made["refused"], "what is no question does not count"
    host.stop()
    host = own_host("--tables", "3", "--connections", "4")
    record = json.dumps({"record": "nonsense", "bot": "simple"}).encode()
    assert [post(host, record)[0] for _ in range(4)] == [422, 422, 422, 429], "it may take long"

    async def play() -> None:
        found = [table for table, _ in await kept()]
        async with AsyncExitStack() as stack:
            url = host.player(found[0]).url
            for _ in range(4):
                await stack.enter_async_context(connect(url))
            with pytest.raises(InvalidStatus, match="429"):
                await connect(url)
        async with host.player(found[0]):
            pass

    async def kept() -> list[tuple[str, Any]]:
        import sqlite3

        with sqlite3.connect(host.folder / "tables.sqlite") as sql:
            return sql.execute("SELECT name, about FROM tables").fetchall()

    run(play())


def has_ipv6() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("there is no IPv6 here")


class Silent:
    """The server's end of a connection over which nothing comes."""

    def __init__(self) -> None:
        self.closed: list[tuple[int, str]] = []

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(60)
        raise AssertionError("it was closed before")

    async def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))


def test_the_long_numbers_of_one_network_are_one_address() -> None:
    def address(told: str) -> str:
        return _address(HTTPConnection({"type": "http", "client": (told, 1)}))

    assert address("2001:db8::1") == address("2001:db8::2:0:0:1") == address("2001:db8:0:0:9::")
    assert address("2001:db8::1") != address("2001:db8:0:1::1")
    assert address("::ffff:192.0.2.1") == "192.0.2.1" != address("192.0.2.2")
    assert address("unix") == "unix"


def test_who_says_nothing_is_gone_and_takes_nobodys_place(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "PATIENCE", 0.05)

    async def play() -> None:
        hall, room = await opened(store, 1)
        silent = [Silent() for _ in range(40)]
        async with asyncio.timeout(5):
            await asyncio.gather(
                *(
                    lines.Line(cast("WebSocket", each), room, hall, Metrics(), "").serve()
                    for each in silent
                )
            )
        assert {code for each in silent for code, _ in each.closed} == {1008}
        assert room.lines == set()
        await store.close()

    run(play())


@pytest.mark.parametrize("sent", [b"", b"GET /health HTTP/1.1\r\nHost: loc"])
@pytest.mark.parametrize("again", [False, True])
def test_a_connection_over_which_no_request_comes_is_closed(
    sent: bytes, again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the beginning, or after one that was answered."""
    monkeypatch.setattr("boston_rules.web.server._PATIENCE", 0.1)

    async def play() -> None:
        app = server.Host(server.Settings(f"sqlite:{tmp_path / 'tables.sqlite'}")).app()
        serving = uvicorn.Server(uvicorn.Config(app, http=server.Hasty, log_level="warning"))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            task = asyncio.create_task(serving.serve([listening]))
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            if again:
                writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert await reader.readuntil(b"\r\n\r\nok")
            writer.write(sent)
            assert await asyncio.wait_for(reader.read(), SECONDS / 4) == b""
            writer.close()
            serving.should_exit = True
            await task

    run(play())


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is read from outside")
def test_as_many_may_be_connected_as_the_system_admits(own_host: Callable[..., Host]) -> None:
    import resource

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
    try:
        host = own_host()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))
    assert get(host, "health") == 200
    assert resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE) == (most, most)


class Told:
    """The server's end of a connection over which messages come, and then nothing."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.messages = [{"type": "websocket.receive", "text": json.dumps(m)} for m in messages]
        self.sent: list[dict[str, Any]] = []
        self.closed: list[tuple[int, str]] = []

    async def receive(self) -> dict[str, Any]:
        return self.messages.pop(0) if self.messages else {"type": GONE, "code": 1000}

    async def send_text(self, text: str) -> None:
        self.sent.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))


def test_a_store_that_cannot_be_read_for_a_moment_costs_nobody_his_token(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that is refused at the door forgets the token; it keeps it where the line drops."""

    async def read(*_: Any) -> Any:
        raise StoreError("disk I/O error")

    async def play() -> None:
        hall, room = await opened(store, 2)
        monkeypatch.setattr(store, "read", read)
        ann = Told({"do": "hello", "token": "token 0", "id": 1})
        await lines.Line(cast("WebSocket", ann), room, hall, Metrics(), "").serve()
        assert ann.sent == []
        assert ann.closed == [(1013, "The tables cannot be read.")]
        assert room.lines == set()
        await store.close()

    run(play())


async def answered(
    store: Store, monkeypatch: pytest.MonkeyPatch, asked: Iterable[tuple[str, list[dict[str, Any]]]]
) -> list[str]:
    """The addresses of lines, each with what comes over it, in the order of the answers."""

    async def read(*_: Any) -> list[Any]:
        return []

    hall, room = await opened(store, 2)
    monkeypatch.setattr(store, "read", read)  # for which nobody waits
    found: list[str] = []
    serving = []
    for address, messages in asked:
        socket = Told({"do": "hello", "token": "", "id": -1}, *messages)
        line = lines.Line(cast("WebSocket", socket), room, hall, Metrics(), address)

        async def answer(text: str | None, of: str = address, does: Any = line._answer) -> Any:
            made = await does(text)
            found.append(of)
            return made

        line._answer = answer  # type: ignore[method-assign]
        serving.append(line.serve())
    await asyncio.gather(*serving)
    await store.close()
    return found


def test_lines_over_which_very_much_comes_take_turns(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    often: list[dict[str, Any]] = [
        {"do": "act", "action": "pass", "id": number} for number in range(20)
    ]
    told = asyncio.run(answered(store, monkeypatch, [("ann", often), ("bob", often)]))
    assert told == ["ann", "bob"] * 21


def test_of_what_takes_long_one_address_is_answered_one_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices, fairness = ([{"do": what, "id": 2}] for what in ("prices", "fairness"))
    asked = [*[("eve", prices)] * 10, ("ann", fairness)]
    told = asyncio.run(answered(store, monkeypatch, asked))
    assert told[10:].index("ann", 1) < 5


@pytest.mark.parametrize("what", ["look", "prices", "record", "rules", "words"])
def test_what_takes_long_to_answer_may_not_be_asked_often(store: Store, what: str) -> None:
    async def play() -> None:
        hall, room = await opened(store, 2)
        eve = Told({"do": "hello", "token": "", "id": -1}, *[{"do": what, "id": 1}] * 9)
        await lines.Line(cast("WebSocket", eve), room, hall, Metrics(), "").serve()
        assert [code for code, _ in eve.closed] == [1008]
        assert sum(each.get("id") == 1 for each in eve.sent) < 5
        await store.close()

    run(play())


def test_of_those_who_have_a_score_kept_no_address_takes_the_turns_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    until = threading.Event()

    def answer(asked: dict[str, str]) -> dict[str, Any]:
        begun.append(asked["from"])
        assert until.wait(SECONDS)
        return {}

    monkeypatch.setattr("boston_rules.web.evening.answer", answer)

    async def play() -> None:
        host = server.Host(server.Settings(f"sqlite:{tmp_path / 'tables.sqlite'}"))

        def request(address: str) -> Request:
            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": json.dumps({"from": address}).encode()}

            scope = {"type": "http", "client": (address, 1), "headers": []}
            return Request(scope, receive)

        asking = [host._evening(request(each)) for each in ("eve", "eve", "eve", "ann")]
        asked = asyncio.gather(*asking)
        while not begun:
            await asyncio.sleep(0.001)
        until.set()
        await asked
        assert begun == ["eve", "ann", "eve", "eve"]
        await host._hall.store.close()

    run(play())


def test_a_message_that_is_sent_again_is_not_done_again(host: Host) -> None:
    """Everything that a player has sent comes once more, from him and from a stranger."""

    async def play() -> None:
        table, token = host.open("mariland", bots=3)
        sent: list[str] = []
        async with host.player(table, token) as ann:
            send = ann.socket.send

            async def record(message: Any) -> None:
                sent.append(message)
                await send(message)

            ann.socket.send = record  # type: ignore[method-assign, assignment]
            rng = random.Random(1)
            for _ in range(6):
                await ann.until_asked()
                if ann.legal:
                    await ann.act(rng.choice(ann.legal))
            await ann.until_asked()
            stood = host.kept(table).entries
            async with host.player(table, token) as other, host.player(table) as stranger:
                for each in sent:
                    for player in (other, stranger):
                        await player.socket.send(each)
                        while "id" not in (answer := await player.hear()):
                            pass
                        assert "refused" in answer
            assert host.kept(table).entries == stood

    run(play())


def slow_requests(host: Host, number: int) -> list[socket.socket]:
    """Requests that are begun and not ended."""
    made = []
    for at in range(number):
        line = socket.create_connection(("127.0.0.1", host.port))
        begun = b"POST /open HTTP/1.1\r\nHost: localhost\r\n"
        line.sendall(begun + (b"Content-Length: 4000\r\n\r\n{" if at % 2 else b""))
        made.append(line)
    return made


async def flood(host: Host, table: str, until: float) -> int:
    """Connect, send nonsense and go, as fast as it can be done; how often."""
    count = 0
    url = host.player(table).url
    messages = ("{" * 4000, "x" * 5000, b"\x00" * 4000, '{"do": "hello", "token": "x"}', "[]")
    while time.monotonic() < until:
        count += 1
        try:
            async with connect(url, open_timeout=30) as line:
                for _ in range(60):
                    await line.send(messages[count % len(messages)])
                    count += 1
        except (ConnectionClosed, InvalidStatus, TimeoutError, OSError):
            pass
        with contextlib.suppress(InvalidStatus):
            async with connect(url.replace(table, "none"), open_timeout=30) as line:
                with pytest.raises(ConnectionClosed):
                    await line.recv()
    return count


@pytest.mark.long
@pytest.mark.no_cover
def test_players_are_answered_while_strangers_flood_the_host(own_host: Callable[..., Host]) -> None:
    host = own_host()

    async def play() -> None:
        table, token = host.open("mariland", bots=3)
        other, _ = host.open("mariland", bots=3)
        slow = slow_requests(host, 30)
        until = time.monotonic() + 4
        floods = [asyncio.create_task(flood(host, other, until)) for _ in range(3)]
        times, rng = [], random.Random(2)
        async with host.player(table, token) as ann:
            while time.monotonic() < until and not ann.table.get("bill"):
                await ann.until_asked()
                if not ann.legal:
                    break
                started = time.perf_counter()
                assert "refused" not in await ann.act(rng.choice(ann.legal))
                times.append(time.perf_counter() - started)
                await asyncio.sleep(0.1)
        assert sum(await asyncio.gather(*floods)) > 100
        assert len(times) > 5
        assert sorted(times)[len(times) // 2] < QUICK
        for each in slow:
            each.close()

    run(play())
    told = host.log.read_text(encoding="utf-8").splitlines()
    assert len(told) < 20, told[:40]


@pytest.mark.long
def test_a_host_ends_in_time_whoever_waits_for_something(own_host: Callable[..., Host]) -> None:
    """A container that is stopped is killed after ten seconds."""
    host = own_host()
    slow = slow_requests(host, 2)
    time.sleep(0.5)  # until they are read
    host.process.terminate()
    started = time.monotonic()
    host.process.communicate(timeout=SECONDS)
    assert time.monotonic() - started < 9
    (told,) = host.log.read_text(encoding="utf-8").splitlines()
    assert "timeout graceful shutdown exceeded" in told
    for each in slow:
        each.close()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is set from outside")
def test_a_full_disk_is_told_and_the_table_goes_on_afterwards(
    own_host: Callable[..., Host],
) -> None:
    import resource

    host, free = own_host(), resource.RLIM_INFINITY

    async def play() -> None:
        table, token = host.open("mariland", bots=3)
        async with host.player(table, token) as ann:
            await ann.until_asked()
            resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (8192, free))
            answer = await ann.act(ann.legal[0])
            assert answer["refused"] == "the table could not be saved, so nothing was done"
            assert post(host, OPENING)[0] == 503
            resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (free, free))
            assert "refused" not in await ann.act(ann.legal[0])
            await ann.until_asked()

    run(play())
    (told,) = host.log.read_text(encoding="utf-8").splitlines()
    assert "does not go on" in told


def test_the_hands_are_not_in_what_is_told_of_a_table(host: Host) -> None:
    table, _ = host.open("classic", bots=3, settings={"public": True})
    assert get(host, "tables") == 200
    from urllib.request import urlopen

    with urlopen(f"{host.url}tables") as response:
        found = {each["table"]: each for each in json.load(response)}
    assert found[table]["names"] == ["Ann", "Basil", "Clara", "Denis"]
    assert set(found[table]) == {"table", "title", "names", "bots"}
    assert found[table]["title"] == str(br.get_variant("classic").title)
