"""Rooms without sockets: clocks, bots that stand in, faults at every write, other processes."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import SECONDS, Failing, run

import boston_rules as br
from boston_rules.web.guest import Guest
from boston_rules.web.line import Line
from boston_rules.web.metrics import Metrics
from boston_rules.web.room import ABSENT, DESERTED, GRACE, Hall, Room
from boston_rules.web.store import Store, StoreError, open_store
from boston_rules.web.table import Entry, Refused, Table, hashed, opening


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 10_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("time.time", made)
    return made


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(f"sqlite:{tmp_path / 'tables.sqlite'}")


class Somebody:
    """One who is connected and does nothing by himself."""

    def __init__(self, room: Room, seat: int | None) -> None:
        self.guest = Guest(lambda: room.table, room.present)
        self.guest.answer({"do": "hello", "token": "" if seat is None else f"token {seat}"})
        self.told = 0

    def tell(self) -> None:
        self.told += 1


async def opened(store: Store, people: int, **settings: Any) -> tuple[Hall, Room]:
    """A room of a table at which so many people sit, and bots in the other seats."""
    hall = Hall(store, Metrics())
    entries: list[Entry] = [opening("mariland", {"deals": 3}, dealer=3, **settings)]
    for seat in range(people):
        name = f"Player {seat}"
        entries.append({"do": "sit", "seat": seat, "name": name, "hashed": hashed(f"token {seat}")})
    entries.append({"do": "bots", "most": 4, "bot": "simple"})
    await hall.open("t", entries)
    room = await hall.room("t")
    assert room is not None
    return hall, room


async def settle_down(room: Room) -> None:
    """Wait until chance and bots have done all they may."""
    while room._driver is not None:
        await asyncio.sleep(0.001)


def test_a_bot_plays_for_whoever_has_thought_too_long(clock: Clock, store: Store) -> None:
    async def play() -> None:
        hall, room = await opened(store, 4, seconds=30)
        lines = [Somebody(room, seat) for seat in range(4)]
        for line in lines:
            await room.join(line)
        await settle_down(room)
        assert room.table.state.actor == 0
        clock.now += 30
        await room.tick()
        assert room.table.playing == [0, 1, 2, 3]
        clock.now += 1
        await room.tick()
        await settle_down(room)
        assert room.table.playing == [1, 2, 3]
        assert room.table.state.actor == 1
        await room.do({"do": "back", "seat": 0})
        assert room.table.playing == [0, 1, 2, 3]
        # Whoever does not want to go on after the bill is not waited for either.
        rng = random.Random(3)
        while not isinstance(room.table.state, br.Settled):
            actor = room.table.state.actor
            assert actor is not None
            if room.table.due() is None:
                token = str(rng.choice(br.legal_actions(room.table.state)))
                await room.do({"do": "act", "seat": actor, "token": token})
            await settle_down(room)
        await room.do({"do": "ready", "seat": 2})
        clock.now += 31
        await room.tick()
        assert room.table.playing == [2]
        assert room.table.state.table.deal_number == 2
        await hall.store.close()

    run(play())


def test_who_decides_in_time_is_not_put_away(clock: Clock, store: Store) -> None:
    """While that is written the clock runs out; to be ready moves no position."""

    async def play() -> None:
        _, room = await opened(store, 4, seconds=30)
        for seat in range(4):
            await room.join(Somebody(room, seat))
            await room.do({"do": "away", "seat": seat})
        await settle_down(room)
        for seat in range(4):
            await room.do({"do": "back", "seat": seat})
        await room.do({"do": "ready", "seat": 2})
        clock.now += 31
        ready = asyncio.create_task(room.do({"do": "ready", "seat": 1}))
        while not room._lock.locked():
            await asyncio.sleep(0)
        await room.tick()
        await ready
        assert [who.is_away for who in room.table.seats] == [True, False, False, True]
        await room.stop()
        await store.close()

    run(play())


def test_whoever_comes_back_or_takes_a_seat_has_the_whole_time(clock: Clock, store: Store) -> None:
    """At the bill too, where a bot that stands in does not go on by itself."""

    async def play() -> None:
        hall, room = await opened(store, 1, seconds=30)
        await room.join(ann := Somebody(room, 0))
        await settle_down(room)
        rng = random.Random(3)
        while not isinstance(room.table.state, br.Settled):
            token = str(rng.choice(br.legal_actions(room.table.state)))
            await room.do({"do": "act", "seat": 0, "token": token})
            await settle_down(room)
        clock.now += 31
        await room.tick()
        assert room.table.playing == []
        await room.do({"do": "back", "seat": 0})
        for _ in range(30):
            clock.now += 1
            await room.tick()
            assert room.table.playing == [0]
        assert ann.guest.news()["scene"]["clock"] == {"seats": [0], "left": 0}
        await room.do({"do": "back", "seat": 0})  # he is there: it gives no more time
        sit = {"do": "sit", "seat": 1, "name": "Eva", "hashed": hashed("token 1")}
        await room.do(sit)
        eva = Somebody(room, 1)
        assert eva.guest.news()["scene"]["clock"] == {"seats": [0, 1], "left": 30}
        clock.now += 1
        await room.tick()
        assert room.table.playing == [1]
        await hall.store.close()

    run(play())


def test_a_clock_runs_and_is_shown_from_when_somebody_is_there(clock: Clock, store: Store) -> None:
    async def play() -> None:
        hall, room = await opened(store, 4, seconds=30)
        clock.now += 500
        line = Line(None, room, hall, Metrics(), "")  # type: ignore[arg-type]
        line.guest.answer({"do": "hello", "token": "token 0"})
        await room.join(line)
        await settle_down(room)
        room.leave(line)
        clock.now += 500
        line = Line(None, room, hall, Metrics(), "")  # type: ignore[arg-type]
        line.guest.answer({"do": "hello", "token": "token 0"})
        await room.join(line)
        assert line.guest.news()["scene"]["clock"] == {"seats": [0], "left": 30}
        clock.now += 10
        line.guest.answer({"do": "look"})
        assert line.guest.news()["scene"]["clock"] == {"seats": [0], "left": 20}
        await room.tick()
        assert room.table.playing == [0, 1, 2, 3]
        await hall.store.close()

    run(play())


def test_what_is_wanted_for_a_seat_is_not_done_once_it_is_somebody_elses(store: Store) -> None:
    """Another window of the player before, and a bot that was thinking."""

    async def play() -> None:
        hall, room = await opened(store, 2)
        window = Somebody(room, 1)
        await room.join(window)
        await settle_down(room)
        wish = window.guest.wish({"do": "leave"})
        assert wish is not None
        may = window.guest.holds(window.guest.seat)
        await room.do({"do": "leave", "seat": 1})
        await room.do({"do": "sit", "seat": 1, "name": "Eva", "hashed": hashed("eva")})
        with pytest.raises(Refused, match="somebody else sits there now"):
            await room.do(wish.entry, wish.position, may)
        assert room.table.seat_of("eva") == 1
        thinking, thought = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def choose(table: Table, actor: int) -> br.Action:
            loop.call_soon_threadsafe(thinking.set)
            asyncio.run_coroutine_threadsafe(thought.wait(), loop).result()
            return br.legal_actions(table.state)[0]

        room._company.choose = choose  # type: ignore[method-assign]
        assert room.table.state.actor == 0
        await room.do({"do": "away", "seat": 0})
        await thinking.wait()
        await room.do({"do": "back", "seat": 0})
        thought.set()
        await settle_down(room)
        assert room.table.awaited() == [0]
        await hall.store.close()

    run(play())


def test_a_table_at_which_somebody_waits_is_not_deleted(
    clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes until four have come; nor do clocks stop for what goes wrong at one."""
    monkeypatch.setattr("boston_rules.web.room._TICK", 0.001)

    async def play() -> None:
        hall = Hall(store, Metrics())
        async with hall.living():
            for name in ("waits", "is left"):
                opens = opening("classic", {})
                sits = {"do": "sit", "seat": 0, "name": "Ann", "hashed": hashed("token 0")}
                await hall.open(name, [opens, sits])
            room = await hall.room("waits")
            assert room is not None
            await room.join(Somebody(room, 0))
            monkeypatch.setattr(room, "tick", lambda: 1 / 0)
            for _ in range(3):
                clock.now += 3601
                await asyncio.sleep(0.01)
            while len(await store.tables(9)) > 1:
                await asyncio.sleep(0.001)
            assert [name for name, _ in await store.tables(9)] == ["waits"]
            await room.do({"do": "sit", "seat": 1, "name": "Ben", "hashed": hashed("token 1")})

    run(play())


def test_a_table_is_kept_for_long_once_a_person_has_acted(store: Store) -> None:
    """Bots who play by themselves do not keep it."""

    async def play() -> None:
        _, room = await opened(store, 1)
        await room.join(Somebody(room, 0))
        await settle_down(room)
        assert room.table.position > 1
        assert await store.expire(9e9, 0) == 1
        _, room = await opened(store, 1)
        await room.join(Somebody(room, 0))
        await settle_down(room)
        await room.do({"do": "act", "seat": 0, "token": "pass"})
        await settle_down(room)
        again = await Hall(store, Metrics()).room("t")
        assert again is not None
        await again.do({"do": "wish", "seat": 0, "what": "undo"})
        assert await store.expire(9e9, 0) == 0
        assert await store.expire(9e9, 9e9) == 1
        await store.close()

    run(play())


def test_a_room_is_kept_while_somebody_comes_to_it(
    clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or those who come a moment later would be in another room of the same table."""
    monkeypatch.setattr("boston_rules.web.room._TICK", 0.001)

    async def play() -> None:
        hall, room = await opened(store, 2)
        async with hall.living():
            clock.now += 60
            assert await hall.room("t") is room
            clock.now += 1
            await asyncio.sleep(0.02)
            assert hall.rooms == {"t": room}

    run(play())


def test_without_a_clock_the_table_waits_for_who_is_there_and_a_minute_for_who_is_not(
    clock: Clock, store: Store
) -> None:
    async def play() -> None:
        hall, room = await opened(store, 2)
        ann, ben = Somebody(room, 0), Somebody(room, 1)
        await room.join(ann)
        await room.join(ben)
        await settle_down(room)
        assert room.table.awaited() == [0]
        clock.now += 9 * ABSENT
        await room.tick()
        assert room.table.playing == [0, 1]
        room.leave(ann)
        clock.now += ABSENT
        await room.tick()
        assert room.table.playing == [0, 1]
        clock.now += 1
        await room.tick()
        assert room.table.playing == [1]
        await settle_down(room)
        assert room.table.awaited() == [1]
        # Nobody is there who waits: nothing happens, however long.
        room.leave(ben)
        await room.join(Somebody(room, None))
        clock.now += 99 * ABSENT
        await room.tick()
        assert room.table.playing == [1]
        await hall.store.close()

    run(play())


def test_who_plays_at_another_process_is_there(clock: Clock, store: Store) -> None:
    async def play() -> None:
        hall, room = await opened(store, 2)
        await room.join(Somebody(room, 1))
        await settle_down(room)
        hall.heard("t", {"from": "other", "here": [0], "known": 0})
        assert room.present() == {0, 1}
        clock.now += ABSENT - 1
        hall.heard("t", {"from": "other", "here": [0], "known": 0})
        clock.now += ABSENT - 1
        await room.tick()
        assert room.table.playing == [0, 1], "he is there, and there is no clock"
        clock.now += ABSENT
        assert room.present() == {1}, "nothing was heard of him"
        await room.tick()
        assert room.table.playing == [1]
        await hall.store.close()

    run(play())


def test_who_comes_while_something_is_written_hears_of_it(
    clock: Clock, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those who are known to be there are told; at the next tick, how far the table is."""

    async def play() -> None:
        hall, room = await opened(store, 4)
        await room.join(Somebody(room, 0))
        await settle_down(room)
        append, told = hall.store.append, []

        async def heard_meanwhile(*args: Any, **more: Any) -> None:
            told.append(more["told"])
            await append(*args, **more)
            hall.heard("t", {"from": "other", "here": [1], "known": 0})

        monkeypatch.setattr(hall.store, "append", heard_meanwhile)
        for _ in range(2):
            hall.announce(room)
            await room.do({"do": "act", "seat": room.table.state.actor, "token": "pass"})
            assert (room.announced == 0) is not told[-1]
        assert told == [False, True]
        await hall.store.close()

    run(play())


def test_where_all_are_gone_for_good_others_take_their_seats(clock: Clock, store: Store) -> None:
    async def play() -> None:
        hall, room = await opened(store, 2)
        ann = Somebody(room, 0)
        await room.join(ann)
        await room.join(Somebody(room, None))
        sit = {"do": "sit", "seat": 1, "name": "Eva", "hashed": hashed("eva")}
        for _ in range(int(DESERTED)):
            clock.now += 1
            await room.tick()
        await settle_down(room)
        await room.vacate(1)
        with pytest.raises(Refused, match="Player 1 sits there"):
            await room.do(sit)
        room.leave(ann)
        for _ in range(int(DESERTED)):
            clock.now += 1
            await room.tick()
            await room.vacate(1)
        assert room.table.people == [0, 1]
        clock.now += 1
        await room.vacate(1)
        await room.do(sit)
        assert room.table.seat_of("eva") == 1
        await hall.store.close()

    run(play())


def test_no_seat_is_freed_before_the_other_processes_were_heard(clock: Clock, store: Store) -> None:
    """A room to which nobody is connected is told nothing, though all may play elsewhere."""

    async def play() -> None:
        hall, room = await opened(store, 2)
        hall.heard("t", {"from": "other", "here": [0, 1], "known": 0})
        clock.now += DESERTED + 1
        assert await hall.room("t") is room
        await room.join(Somebody(room, None))
        await room.vacate(0)
        assert room.table.people == [0, 1]
        await settle_down(room)
        await hall.store.close()

    run(play())


def test_what_changes_nothing_is_not_written(store: Store) -> None:
    """Said again and again, it would fill the disk."""

    async def play() -> None:
        _, room = await opened(store, 2)
        await room.join(Somebody(room, None))
        for seat in range(2):
            await room.do({"do": "away", "seat": seat})
        await settle_down(room)
        for seat in range(2):
            await room.do({"do": "back", "seat": seat})
        assert room.table.waiting() == [0, 1]
        for entry in (
            {"do": "ready", "seat": 0},
            {"do": "back", "seat": 0},
            {"do": "bots", "most": 4, "bot": "simple"},
            {"do": "wish", "seat": 0, "what": "end"},
        ):
            await room.do(entry)
            table = room.table
            await room.do(entry)
            assert room.table is table
        assert len(await store.read("t")) == room.table.number
        await store.close()

    run(play())


def test_a_table_at_which_very_much_was_done_is_only_played_out(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who acts and takes it back for ever would fill the disk too."""

    async def play() -> None:
        hall, room = await opened(store, 2)
        line = Line(None, room, hall, Metrics(), "")  # type: ignore[arg-type]
        line.guest.answer({"do": "hello", "token": "token 0"})
        await room.join(line)
        await settle_down(room)
        act = {"do": "act", "text": "pass", "position": room.table.position}
        assert await line._done(act) == {}
        monkeypatch.setattr("boston_rules.web.line.MOST_ENTRIES", room.table.number - 1)
        for asked in ({"do": "wish", "what": "undo"}, {"do": "away"}, {"do": "leave"}):
            with pytest.raises(Refused, match="it can only be played out"):
                await line._done(asked)
        assert await line._done({"do": "back"}) == {}
        await room.stop()
        await store.close()

    run(play())


def test_no_bot_waits_for_those_who_ask_what_takes_long(store: Store) -> None:
    """Many ask for a review at once, which the solver is at for seconds."""

    async def play() -> None:
        hall, room = await opened(store, 1)
        begun: list[str] = []
        until = threading.Event()

        def review(address: str) -> dict[str, Any]:
            begun.append(address)
            assert until.wait(SECONDS)
            return {}

        asking = []
        for address in ("192.0.2.1", "192.0.2.2"):
            for _ in range(40):
                line = Line(None, room, hall, Metrics(), address)  # type: ignore[arg-type]
                line.guest.answer = lambda asked, address=address: review(address)  # type: ignore[method-assign, misc]
                asking.append(asyncio.create_task(line._answer('{"do": "review", "id": 1}')))
        while not begun:
            await asyncio.sleep(0.001)
        await room.join(Somebody(room, 0))
        await asyncio.wait_for(settle_down(room), SECONDS / 4)
        assert room.table.awaited() == [0]
        assert len(begun) == 1
        until.set()
        assert await asyncio.gather(*asking) == [{"id": 1}] * 80
        assert len({*begun[:2]}) == 2, "the other address has its turn"
        await hall.store.close()

    run(play())


def test_a_fault_at_every_write_leaves_no_table_stuck(
    caplog: pytest.LogCaptureFixture, store: Store
) -> None:
    """Each thing that is done fails once, whoever does it; nothing is done by halves."""

    async def play() -> None:
        hall, room = await opened(store, 2)
        failing, rng = Failing(hall.store), random.Random(4)
        line = Somebody(room, 0)
        failing.fails = True
        await room.join(line)
        for _ in range(500):
            table = room.table
            await settle_down(room)
            assert room.table is table, "nothing is done that is not written"
            assert Table.load(await hall.store.read("t")) == table
            if table.is_over:
                break
            if table.due() is not None:  # it is tried again each second
                failing.fails = False
                actor = table.due()
                assert actor is not None
                token = str(room._company.choose(table, actor))
                await room.do({"do": "act", "seat": actor, "token": token})
                failing.fails = True
                continue
            if isinstance(table.state, br.Settled):
                if table.state.table.deal_number == 2:
                    break
                entry: dict[str, Any] = {"do": "ready", "seat": table.waiting()[0]}
            else:
                token = str(rng.choice(br.legal_actions(table.state)))
                entry = {"do": "act", "seat": table.state.actor, "token": token}
            with pytest.raises(StoreError, match="disk is full"):
                await room.do(entry)
            assert room.table is table
            failing.fails = False
            # The driver may go on at once: it is stopped by the next fault.
            doing = asyncio.create_task(room.do(entry))
            await doing
            failing.fails = True
        assert room.table.state.table.deal_number == 2
        assert failing.failed > 30
        await hall.store.close()

    run(play())
    told = [record for record in caplog.records if "does not go on" in record.getMessage()]
    assert 1 <= len(told) <= 2, "it is told once a minute, and without a traceback"
    assert not any(record.exc_info for record in told)


def test_a_fault_that_nobody_expects_stops_neither_clocks_nor_what_is_shown(
    clock: Clock, caplog: pytest.LogCaptureFixture, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boston_rules.web.room._TICK", 0.001)
    swept = []

    async def expire(*_: Any) -> int:
        swept.append(clock.now)
        return 1 // 0

    async def append(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    async def play() -> None:
        hall, room = await opened(store, 2, seconds=30)
        await room.join(ben := Somebody(room, 1))
        await settle_down(room)
        monkeypatch.setattr(store, "append", append)
        monkeypatch.setattr(store, "expire", expire)
        hall.heard("t", {"from": "other", "here": [0], "known": 0})
        await room.tick()
        told = ben.told
        clock.now += 99
        with pytest.raises(ZeroDivisionError):
            await room.tick()
        assert ben.told == told + 1, "nothing was heard of Ann"
        async with hall.living():
            while len(swept) < 2:
                clock.now += 3601
                await asyncio.sleep(0.001)

    run(play())
    assert "old tables could not be deleted" in caplog.text
    assert "table t does not go on" in caplog.text


def test_a_store_that_cannot_be_written_is_told_once_a_minute(
    clock: Clock, caplog: pytest.LogCaptureFixture, store: Store
) -> None:
    async def play() -> None:
        hall, room = await opened(store, 2)
        line = Line(None, room, hall, Metrics(), "")  # type: ignore[arg-type]
        line.guest.answer({"do": "hello", "token": "token 0"})
        Failing(store).fails = True
        for _ in range(9):
            assert "refused" in await line._answer('{"do": "away"}')
            clock.now += 10
        await store.close()

    run(play())
    assert len(caplog.records) == 2


def test_chance_and_bots_go_on_once_there_is_room_again(clock: Clock, store: Store) -> None:
    async def play() -> None:
        hall, room = await opened(store, 1)
        failing = Failing(hall.store)
        failing.fails = True
        await room.join(Somebody(room, 0))
        await settle_down(room)
        assert room.table.due() is not None
        await room.tick()
        await settle_down(room)
        assert room.table.due() is not None
        failing.fails = False
        await room.tick()
        await settle_down(room)
        assert room.table.awaited() == [0]
        await hall.store.close()

    run(play())


def test_of_two_processes_the_slower_one_reads_what_the_other_has_done(store: Store) -> None:
    async def play() -> None:
        hall, room = await opened(store, 2)
        other_hall = Hall(hall.store, Metrics())
        other = await other_hall.room("t")
        assert other is not None
        lines = [Somebody(room, 0), Somebody(other, 1)]
        await room.join(lines[0])
        while room.table.awaited() != [0]:
            await asyncio.sleep(0.001)
        assert other.table.position < room.table.position
        position = room.table.position
        token = str(br.legal_actions(room.table.state)[0])
        # Both do it: one is done, the other is told that the table has moved on.
        act = {"do": "act", "seat": 0, "token": token}
        await other.join(lines[1])
        assert other.table == room.table
        answers = await asyncio.gather(
            room.do(act, position), other.do(act, position), return_exceptions=True
        )
        assert {*map(type, answers)} == {type(None), Refused}
        await asyncio.sleep(GRACE / 4)
        await room.catch_up()
        await other.catch_up()
        assert other.table.position >= position + 1
        await room.stop()
        await other.stop()
        await hall.store.close()

    run(play())


def test_who_is_about_to_join_hears_what_other_processes_do_from_then_on(store: Store) -> None:
    async def play() -> None:
        _, room = await opened(store, 2)
        other_hall = Hall(store, Metrics())
        other = await other_hall.room("t")
        assert other is not None
        line = Somebody(other, 1)
        await room.do({"do": "away", "seat": 0})
        other_hall.heard("t", {"from": "first"})  # he has not joined yet
        await other.join(line)
        assert other.table == room.table
        await room.do({"do": "back", "seat": 0})
        other_hall.heard("t", {"from": "first"})
        while other.table != room.table:
            await asyncio.sleep(0.001)
        await other.stop()
        await store.close()

    run(play())


def test_a_journal_that_cannot_be_read_costs_one_table(
    caplog: pytest.LogCaptureFixture, store: Store
) -> None:
    async def play() -> None:
        hall, _ = await opened(store, 1)
        entry = opening("classic", {})
        for name, entries in (
            ("other rules", [{**entry, "of": "x"}]),
            ("nonsense", [entry, {"do": "fly"}]),
            ("too early", [entry, {"do": "act", "seat": 0, "token": "pass"}]),
        ):
            await hall.store.append(name, 0, entries)
            with pytest.raises(StoreError):
                await hall.room(name)
        assert await hall.room("t") is not None
        assert await hall.room("none") is None
        await hall.store.close()

    run(play())
    assert len(caplog.records) == 3
