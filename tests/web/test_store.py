"""Journals in SQLite and in PostgreSQL, and two processes at one table."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Failing, Host, run
from tests.web.postgres import postgres_server, programs
from tests.web.test_rooms import Somebody, opened, settle_down

from boston_rules.web.metrics import Metrics
from boston_rules.web.room import Hall
from boston_rules.web.store import (
    BadStore,
    Conflict,
    Postgres,
    Sqlite,
    StoreError,
    open_store,
)

KINDS = ("sqlite", "postgresql")
ENTRY = {"do": "wish", "what": "Ünï \u2028 '\"", "seat": 1}


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The URL of a server."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # the name of a socket must be short
    with postgres_server(folder) as url:
        yield url
    shutil.rmtree(folder)


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store is."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'new folder' / 'tables.sqlite'}"
    return str(request.getfixturevalue("postgres"))


@pytest.mark.long
def test_entries_are_appended_all_or_none_and_read(url: str) -> None:
    async def play() -> None:
        store = open_store(url)
        name = f"t{random.random()}"
        assert await store.read(name) == []
        await store.append(name, 0, [ENTRY, {"n": 2}], {"public": True})
        await store.append(name, 2, [{"n": 3}])
        assert await store.read(name) == [ENTRY, {"n": 2}, {"n": 3}]
        assert await store.read(name, 2) == [{"n": 3}]
        for taken in (0, 2, 4):
            with pytest.raises(Conflict):
                await store.append(name, taken, [{"n": 9}, {"n": 10}], {"public": False})
        assert (name, {"public": True}) in await store.tables(100)
        assert len(await store.read(name)) == 3
        await store.close()
        again = open_store(url)
        assert len(await again.read(name)) == 3
        await again.close()

    run(play())


def test_of_many_who_are_at_once_one_at_a_table_comes_first(url: str) -> None:
    async def play() -> None:
        store = open_store(url)
        start = f"{random.random()}"
        asked = [store.append(f"{start} {at % 40}", 0, [{"n": at}]) for at in range(400)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert answers[:40] == [None] * 40
        assert all(isinstance(each, Conflict) for each in answers[40:])
        for table in range(40):
            assert await store.read(f"{start} {table}") == [{"n": table}]
        await store.close()

    run(play())


def test_of_two_processes_at_once_one_comes_first(postgres: str) -> None:
    async def play() -> None:
        stores = [Postgres(postgres) for _ in range(4)]
        name = f"{random.random()}"
        for number in range(60):
            asked = [store.append(name, number, [{"n": number}]) for store in stores]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert answers.count(None) == 1
            assert sum(isinstance(each, Conflict) for each in answers) == 3, answers
        for store in stores:
            await store.close()

    run(play())


def test_what_nobody_touches_is_deleted(url: str) -> None:
    async def play() -> None:
        store = open_store(url)
        await store.expire(9e9, 9e9)
        start = random.random()
        await store.append(f"{start} idle", 0, [ENTRY], {})
        await store.append(f"{start} begun", 0, [ENTRY], {}, begun=True)
        count = await store.count()
        assert await store.expire(0, 0) == 0
        assert await store.expire(9e9, 0) == 1
        assert await store.read(f"{start} idle") == []
        assert await store.read(f"{start} begun") == [ENTRY]
        assert await store.count() == count - 1
        await store.expire(9e9, 9e9)
        assert await store.count() == 0
        await store.close()

    run(play())


def test_a_store_that_is_none_says_so(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no store", encoding="utf-8")
    for url, why in (
        ("", "a store is sqlite:PATH or postgresql"),
        ("mysql://x", "a store is"),
        ("sqlite:", "a store is"),
        (f"sqlite:{tmp_path}", "directory|unable to open"),
        (f"sqlite:{tmp_path / 'text'}", "not a database"),
        (f"sqlite:{tmp_path / 'text' / 'x'}", "exists|directory"),
        ("postgresql://nobody@/none?host=/nowhere", "nowhere"),
    ):
        with pytest.raises(BadStore, match=why):
            open_store(url)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("CREATE TABLE entries (id integer)", "no such column: name"),
        ("CREATE TABLE tables (name text, touched real)", "no such column: begun"),
    ],
)
def test_a_file_of_another_program_is_no_store(tmp_path: Path, table: str, why: str) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute(table)
    with pytest.raises(BadStore, match=why):
        open_store(f"sqlite:{path}")


def test_one_file_is_for_one_host(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'tables.sqlite'}"
    first = Sqlite(Path(url.partition(":")[2]))
    with pytest.raises(BadStore, match="another host has it; perhaps it is running already"):
        open_store(url)
    run(first.close())
    run(open_store(url).close())


def test_a_statement_that_fails_fails_alone_and_leaves_nothing(tmp_path: Path) -> None:
    """A fault at each statement of a transaction in its turn."""

    async def play() -> None:
        store = Sqlite(tmp_path / "tables.sqlite")
        failing = Failing(store)
        for at in range(4):
            statements: list[str] = []

            def meets(statement: str, at: int = at, told: list[str] = statements) -> bool:
                told.append(statement)
                return len(told) == at + 1

            name = f"table {at}"
            failing.fails, failing.meets = True, meets  # type: ignore[method-assign]
            with pytest.raises(StoreError, match="disk is full"):
                await store.append(name, 0, [ENTRY, ENTRY], {"a": 1})
            failing.fails = False
            assert await store.read(name) == [], statements
            assert name not in dict(await store.tables(99))
            await store.append(name, 0, [ENTRY], {"a": 1})
            assert await store.read(name) == [ENTRY]
        await store.close()

    run(play())


def test_what_cannot_be_written_harms_no_other_table(tmp_path: Path) -> None:
    async def play() -> None:
        store = Sqlite(tmp_path / "tables.sqlite")
        told = await asyncio.gather(
            *(store.append(name, 0, [{"name": name}]) for name in ("one", "\ud800", "two")),
            return_exceptions=True,
        )
        assert [type(each) for each in told] == [type(None), UnicodeEncodeError, type(None)]
        assert await store.read("two") == [{"name": "two"}]
        await store.close()

    run(play())


# Two processes.


@pytest.mark.long
def test_two_processes_share_a_table(postgres: str, tmp_path: Path) -> None:
    """Two people at each of two hosts play a session; every host tells of the others."""
    hosts = [Host(tmp_path / str(at), "--store", postgres) for at in range(2)]
    try:

        async def play() -> None:
            table, token = hosts[0].open("mariland", deals=1)
            async with AsyncExitStack() as stack:
                players = [await stack.enter_async_context(hosts[0].player(table, token))]
                for seat in (1, 2, 3):
                    host = hosts[seat % 2]
                    player = await stack.enter_async_context(host.player(table))
                    answer = await player.ask("sit", seat=seat, name=f"Player {seat}")
                    assert answer["token"]
                    players.append(player)
                here = {f"Player {seat}" for seat in (1, 2, 3)} | {"Ann"}
                for player in players:
                    await player.until(
                        lambda shown: (
                            {who["name"] for who in shown["people"] if who["here"]} == here
                        )
                    )
                async with asyncio.TaskGroup() as tasks:
                    for seat, player in enumerate(players):
                        tasks.create_task(player.play(random.Random(seat)))
                records = [(await player.ask("record"))["record"] for player in players]
                assert len(set(records)) == 1

        run(play())
    finally:
        for host in hosts:
            host.stop()


def test_processes_are_told_of_tables_at_which_they_have_somebody(postgres: str) -> None:
    async def play() -> None:
        told: list[dict[str, Any]] = []
        witness = Postgres(postgres)
        witness.listen(lambda name, notice: told.append(notice))
        hall, room = await opened(Postgres(postgres), 4)
        other = Hall(Postgres(postgres), Metrics())
        there = await other.room("t")
        assert there is not None
        async with hall.living(), other.living():
            await until(lambda: {} in told)
            await room.join(Somebody(room, 0))
            hall.announce(room)
            await settle_down(room)
            await room.do({"do": "act", "seat": 0, "token": "pass"})
            await until(lambda: any("here" in each for each in told))
            assert not any("entries" in each for each in told), "nobody else is there"
            await there.join(Somebody(there, 1))
            other.announce(there)
            await until(lambda: bool(room._elsewhere and there._elsewhere))
            for place in (there, room):
                entry = {"do": "act", "seat": place.table.state.actor, "token": "pass"}
                await place.do(entry)
                await until(lambda: room.table == there.table)
            await until(lambda: sum("entries" in each for each in told) >= 2)
        await witness.close()

    async def until(is_so: Callable[[], bool]) -> None:
        while not is_so():
            await asyncio.sleep(0.01)

    run(play())


@pytest.mark.long
def test_a_host_that_dies_leaves_its_tables_to_the_others(postgres: str, tmp_path: Path) -> None:
    hosts = [Host(tmp_path / str(at), "--store", postgres) for at in range(2)]
    try:

        async def play() -> None:
            table, token = hosts[0].open("mariland", bots=3, deals=1)
            async with hosts[0].player(table, token) as ann:
                await ann.until_asked()
                await ann.act(ann.legal[0])
            hosts[0].kill()
            async with hosts[1].player(table, token) as ann:
                await ann.play(random.Random(2))
                assert ann.table["over"]

        run(play())
    finally:
        hosts[1].stop()


def test_a_line_to_the_server_that_was_cut_comes_back(postgres: str) -> None:
    async def play() -> None:
        store = Postgres(postgres)
        name = f"cut {random.random()}"
        await store.append(name, 0, [ENTRY])
        other = Postgres(postgres)
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        await other._ask(lambda: other._rows(cut))
        with pytest.raises(StoreError):
            await store.read(name)
        await store.append(name, len(await store.read(name)), [ENTRY])
        await store.close()
        await other.close()

    run(play())
