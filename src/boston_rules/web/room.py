"""The rooms of a host: a table each, who is connected to it, its clock, and whoever acts by itself.

A room is there as long as somebody is connected to its table; what is not in a room waits in the
store. Several hosts may share one store: whoever is too late with an entry reads what the other
has done and goes on from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

from attrs import evolve

import boston_rules as br
from boston_rules.core.saying import say
from boston_rules.web.guest import SLOW, Guest
from boston_rules.web.journal import Company
from boston_rules.web.metrics import Metrics
from boston_rules.web.store import Conflict, Store, StoreError
from boston_rules.web.table import Entry, Refused, Table

__all__ = ["Connected", "Hall", "Room"]

ABSENT: Final = 60.0
"""Seconds that the table waits for somebody who is not connected, where it has no clock."""
DESERTED: Final = 300.0
"""Seconds without anybody who sits at a table, after which others may take their seats."""
GRACE: Final = 1.0
"""Seconds that a host waits for another, which has moved the table, to go on with it."""
_UNUSED: Final = 60.0
"""Seconds that an empty room is kept."""
_PRESENCE: Final = 20.0
"""Seconds between two notices of who is connected; after three of them it is no longer believed."""
_TICK: Final = 1.0
_TRIES: Final = 20
_log: Final = logging.getLogger("uvicorn.error")


class Connected(Protocol):
    """Somebody who is connected to a table."""

    guest: Guest

    def tell(self) -> None:
        """Send what has changed when there is time."""
        ...


class Room:
    """A table, and everybody who is connected to it."""

    def __init__(self, name: str, table: Table, store: Store, metrics: Metrics) -> None:
        self.name: str = name
        self.table: Table = table
        self.lines: set[Connected] = set()
        self.used: float = time.time()
        """When somebody was last connected."""
        self.announced: float = 0.0
        """When other processes were last told who is connected."""
        self._store, self._metrics = store, metrics
        self._company = Company()
        self._lock = asyncio.Lock()
        self._driver: asyncio.Task[None] | None = None
        self._begun = False
        """Whether a person has acted since it was loaded."""
        self._own = asyncio.Event()
        """Set if this process has moved the table last, which then lets chance and bots go on."""
        self._own.set()
        self.resumed: float = time.time()
        """Since when somebody has been connected without a break: no clock runs in a break."""
        self._gone: dict[int, float] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        self._sat = time.time()
        """When somebody was there last who sits at the table."""
        self._here: set[int | None] = set()
        """Who was there when the clock was looked at last."""
        self._complained = 0.0

    # Who is there.

    async def join(self, line: Connected) -> None:
        """Somebody has connected."""
        if not self.lines:  # who plays at other processes was not heard of meanwhile
            self.resumed = self._sat = time.time()
        self.lines.add(line)
        await self.catch_up()

    def leave(self, line: Connected) -> None:
        """Somebody has gone."""
        self.lines.discard(line)
        self.used = time.time()
        if line.guest.seat is not None:
            self._gone[line.guest.seat] = self.used
        self.changed()

    def present(self) -> set[int | None]:
        """The seats whose players are connected, here or to another process."""
        here = {line.guest.seat for line in self.lines}
        for until, seats in self._elsewhere.values():
            if time.time() < until:
                here |= seats
        return here

    def heard(self, process: str, seats: list[int]) -> bool:
        """Another process has told who is connected to it; whether that was not known."""
        before, now = self.present(), time.time()
        self._elsewhere = {other: told for other, told in self._elsewhere.items() if now < told[0]}
        is_new = process not in self._elsewhere
        self._elsewhere[process] = (now + 3 * _PRESENCE, frozenset(seats))
        if self.present() != before:
            self._show()
        return is_new

    def changed(self) -> None:
        """Show everybody the table, and let chance and bots go on."""
        self._show()
        self._go_on()

    def _go_on(self) -> None:
        if self._driver is None and self.lines and self.table.due() is not None:
            self._driver = asyncio.create_task(self._drive())

    def _show(self) -> None:
        for line in self.lines:
            line.tell()

    # What happens.

    async def do(
        self, entry: Entry, position: int | None = None, may: Callable[[Table], bool] | None = None
    ) -> None:
        """Do something at the table, written down before anybody is told.

        Args:
            position: the only position that it is meant for.
            may: whether whoever wants it may still do it, when his turn to write has come.

        Raises:
            BostonError: the table or the rules refuse it.
            StoreError: it cannot be written, so nothing was done.
        """
        # Whoever asked may go while it is written: it is done all the same.
        await asyncio.shield(asyncio.ensure_future(self._do(entry, position, may)))

    async def _do(
        self, entry: Entry, position: int | None, may: Callable[[Table], bool] | None
    ) -> None:
        async with self._lock:
            for _ in range(_TRIES):
                table = self.table
                table.check_position(position)
                if may is not None and not may(table):
                    raise Refused(say("somebody else sits there now"))
                whole = {**entry, "at": round(time.time(), 3)}
                after = table.then(whole)
                if entry["do"] != "act" and evolve(after, number=table.number) == table:
                    return  # it changes nothing, and would be written again and again
                told = bool(self._elsewhere)
                acts = entry["do"] == "act" and entry["seat"] in table.playing
                about = None
                if entry["do"] != "act" or after.state.actor is None or (acts and not self._begun):
                    about = after.about()
                try:
                    with self._metrics.writing():
                        await self._store.append(
                            self.name,
                            table.number,
                            [whole],
                            about,
                            begun=acts,
                            told=told,
                        )
                except Conflict:
                    self._metrics.conflicts.inc()
                    await self._read()
                    continue
                if self._elsewhere and not told:
                    self.announced = 0.0  # somebody came while it was written
                self._begun |= acts
                self._own.set()
                self._metrics.done(entry)
                self._become(after)
                self.changed()
                return
            raise StoreError("others were quicker again and again")

    async def catch_up(self, notice: Mapping[str, Any] | None = None) -> None:
        """Take what other processes have done.

        Args:
            notice: perhaps their entries, and after how many they come; all else is read.
        """
        async with self._lock:
            if notice is not None and notice.get("number") == self.table.number:
                for entry in notice["entries"]:
                    self._take(json.loads(entry))
            elif notice is None or notice.get("number", self.table.number) >= self.table.number:
                await self._read()
        self.changed()

    async def _read(self) -> None:
        for entry in await self._store.read(self.name, self.table.number):
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        """Take what another process has done."""
        self._own.clear()
        self._become(self.table.then(entry))

    def _become(self, after: Table) -> None:
        before, self.table = self.table, after
        if before.trail is not after.trail or before.seats is not after.seats:
            for line in self.lines:
                line.guest.note(after)

    async def _drive(self) -> None:
        """Let chance and bots act as long as it is their turn."""
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._own.wait(), GRACE)
            while self.lines and (actor := self.table.due()) is not None:
                table = self.table
                # In a thread, so that a bot that thinks long holds up no other table.
                action = await asyncio.to_thread(self._company.choose, table, actor)
                with contextlib.suppress(Refused):  # somebody acted while it thought
                    act = {"do": "act", "seat": actor, "token": str(action)}
                    await self.do(act, table.position, lambda now: now.due() is not None)
        except Exception as error:  # a full disk, a bot of one's own: it is tried again
            self.complain(error)
        finally:
            self._driver = None

    def complain(self, error: Exception) -> None:
        """Tell of what goes wrong, but not every second."""
        if time.time() - self._complained > 60:
            self._complained = time.time()
            unexpected = None if isinstance(error, OSError) else error
            _log.error("table %s does not go on: %s", self.name, error, exc_info=unexpected)

    # The clock.

    async def tick(self) -> None:
        """Look whether somebody has thought too long, and show onlookers what they wait for."""
        now = time.time()
        if not self._is_deserted():
            self._sat = now
        for line in self.lines:
            if line.guest.has_news(now):
                line.tell()
        if (here := self.present()) != self._here:  # nothing was heard of somebody
            self._here = here
            self._show()
        self._go_on()
        for seat in self._late(now):  # last, for what is written may fail
            await self._put_away(seat, now)

    async def _put_away(self, seat: int, now: float) -> None:
        with contextlib.suppress(br.BostonError):  # he has just decided
            await self.do({"do": "away", "seat": seat}, may=lambda _: seat in self._late(now))

    def _late(self, now: float) -> list[int]:
        """The players for whom a bot is to play: the table has waited for them too long."""
        table, here = self.table, self.present()
        if not any(seat in here for seat in table.playing):
            return []  # nobody is there who waits
        late = []
        for seat in table.awaited():
            since = max(table.asked_since(seat), self.resumed)
            clock = table.settings.seconds
            absent = 0.0 if seat in here else now - max(since, self._gone.get(seat, 0.0))
            if absent > ABSENT or (clock and now - since > clock):
                late.append(seat)
        return late

    def _is_deserted(self) -> bool:
        """Whether nobody is there who sits at the table."""
        return self.present().isdisjoint(self.table.people)

    async def vacate(self, seat: int) -> None:
        """Free a seat for whoever wants it, where all who sat at the table are gone for good.

        They may have lost their tokens, all of them: nobody is left who could give a seat away.

        Raises:
            StoreError: it cannot be written, so nothing was done.
        """
        gone = self._is_deserted() and time.time() - self._sat > DESERTED
        if gone and seat in self.table.people:
            with contextlib.suppress(br.BostonError):  # it was freed meanwhile
                await self.do({"do": "leave", "seat": seat})

    async def stop(self) -> None:
        """Let nothing go on by itself."""
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)


class Hall:
    """All rooms of a process.

    Args:
        store: the journals of all tables.
        idle: seconds that a table is kept at which no person has acted.
        kept: seconds that any other is kept after it was last played at.
    """

    def __init__(
        self, store: Store, metrics: Metrics, *, idle: float = 3600.0, kept: float = 30 * 86400.0
    ) -> None:
        self.store: Store = store
        self.rooms: dict[str, Room] = {}
        self.slow: Mapping[str, ThreadPoolExecutor] = {
            what: ThreadPoolExecutor(1, thread_name_prefix=what) for what in SLOW
        }
        """A thread for each slow question, so that no bot waits until all are answered."""
        self._metrics, self._idle, self._kept = metrics, idle, kept
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def turn(self, what: str, address: str) -> asyncio.Lock:
        """Held while somebody is answered what takes long: no address takes the turns of others."""
        return self._turns.setdefault((what, address), asyncio.Lock())

    async def open(self, name: str, entries: list[Entry]) -> Table:
        """A new table, with all entries or not at all.

        Raises:
            BostonError: the table or the rules refuse one of them.
            StoreError: it cannot be written.
        """
        table = Table.load(entries)
        await self.store.append(name, 0, entries, table.about(), told=False)
        self._metrics.opened.inc()
        return table

    async def room(self, name: str) -> Room | None:
        """The room of a table, or None where there is no such table.

        Raises:
            StoreError: it cannot be read.
        """
        if (found := self.rooms.get(name)) is not None:
            found.used = time.time()  # kept until whoever asks has said who he is
            return found
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.ensure_future(self._load(name))
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def _load(self, name: str) -> Room | None:
        entries = await self.store.read(name)
        if not entries:
            return None
        try:
            # In a thread, for a long session is played again.
            table = await asyncio.to_thread(Table.load, entries)
        except (br.BostonError, KeyError, TypeError, ValueError) as error:
            _log.error("table %s cannot be read: %s", name, error)
            raise StoreError(str(error)) from error
        room = self.rooms[name] = Room(name, table, self.store, self._metrics)
        return room

    def announce(self, room: Room) -> None:
        """Tell other processes who is connected here, and what is known here of the table.

        A process whose lines are at a table has told the others so, and is told what happens at it.
        """
        room.announced = time.time()
        seats = [line.guest.seat for line in room.lines if line.guest.seat is not None]
        self._begin(self.store.tell(room.name, {"here": seats, "known": room.table.number}))

    def heard(self, name: str, notice: Mapping[str, Any]) -> None:
        """Another process has done or told something; with no name, perhaps anything."""
        rooms = list(self.rooms.values()) if not name else filter(None, [self.rooms.get(name)])
        for room in rooms:
            if not room.lines:
                continue  # whoever comes reads what he has missed
            if "here" in notice:
                if room.heard(notice["from"], notice["here"]):
                    self.announce(room)  # it may not know of this process
                if notice["known"] > room.table.number:
                    self._begin(room.catch_up())
            else:
                self._begin(room.catch_up(notice))
                if not name:
                    self.announce(room)

    def _begin(self, does: Any) -> None:
        task = asyncio.ensure_future(does)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("%s", error)

    @contextlib.asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        """Let clocks run, and forget what nobody needs."""
        self.store.listen(self.heard)
        ticking = asyncio.create_task(self._tick())
        try:
            yield
        finally:
            ticking.cancel()
            for thread in self.slow.values():
                thread.shutdown(wait=False, cancel_futures=True)
            stopping = [room.stop() for room in self.rooms.values()]
            await asyncio.gather(ticking, *stopping, *self._tasks, return_exceptions=True)
            await self.store.close()

    async def _tick(self) -> None:
        swept = 0.0
        while True:
            await asyncio.sleep(_TICK)
            for room in list(self.rooms.values()):
                if room.lines:
                    try:
                        await room.tick()
                    except Exception as error:  # the clocks of all other tables go on
                        room.complain(error)
                    if time.time() - room.announced > _PRESENCE:
                        self.announce(room)
                elif time.time() - room.used > _UNUSED:
                    del self.rooms[room.name]
                await asyncio.sleep(0)  # of many rooms, not all at once
            now = time.time()
            if now - swept > 3600:
                swept = now
                try:
                    used = [name for name, room in self.rooms.items() if room.lines]
                    await self.store.expire(now - self._idle, now - self._kept, used)
                except Exception as error:  # the clocks go on
                    _log.error("old tables could not be deleted: %s", error)
