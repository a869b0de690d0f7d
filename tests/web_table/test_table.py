"""A table without sockets: every game by strict rules and by the table's law, and its files."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any, cast

import pytest
from examples.web_table.server import Host, Line, Room, Settings
from examples.web_table.table import Refused, Table
from starlette.websockets import WebSocket
from tests.web_table.conftest import run

import boston_rules as br

NAMES = ("Ann", "Ben", "<b>Cato</b>", "Dora & 'Dot'")


def opened(folder: Path, slug: str, **options: object) -> Table:
    """A table at which everybody sits."""
    table = Table.open(folder, slug, options, "simple")
    for seat in range(len(table.seats)):
        table.sit(seat, NAMES[seat])
    return table


def markup(shown: dict[str, Any]) -> str:
    """What the page takes as markup; all else it takes as text."""
    trick = shown.get("trick", {"picture": ""})["picture"]
    return "".join((shown["picture"], trick, shown.get("bill", ""), shown.get("score", "")))


def act(table: Table, rng: random.Random) -> None:
    """Any action that is legal, by the table's law sometimes out of turn."""
    state = table.state
    if state.actor == br.CHANCE:
        table.apply(br.CHANCE, table.choose(br.CHANCE), table.position)
        return
    seats = [seat for seat in range(len(table.seats)) if br.legal_actions(state, seat=seat)]
    seat = rng.choice(seats) if rng.random() < 0.1 else state.actor
    assert seat is not None
    action = rng.choice(br.legal_actions(state, seat=seat) or br.legal_actions(state))
    if not br.legal_actions(state, seat=seat):
        seat = state.actor
    assert seat is not None
    assert table.read(seat, str(action)) == action
    table.apply(seat, action, table.position)


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", br.list_variants())
def test_every_game_goes_on_from_its_file(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions only go up, every seat has a screen, and what is loaded is what was saved."""
    rng = random.Random(f"table {slug}")
    table = opened(tmp_path, slug, deals=1, enforcement=rng.choice(("strict", "table")))
    dump = br.dump
    with monkeypatch.context() as patched:
        patched.setattr(br, "dump", lambda record, path: None)  # only the last one is looked at
        count = 0
        while not table.is_over:
            before, count = table.position, count + 1
            act(table, rng)
            assert table.position > before
            if count % 20 == 0:
                for seat in (*range(len(table.seats)), None):
                    assert markup(table.screen(seat, narrow=True)).count("<b>") == 0
    dump(br.record(table._states, players=table.names), tmp_path / f"{table.name}.txt")
    again = Table.load(tmp_path / f"{table.name}.txt", "simple")
    assert again.state == table.state
    assert again.seats == table.seats
    for seat in (0, None):
        assert again.screen(seat, narrow=False) == table.screen(seat, narrow=False)
        assert "&lt;b&gt;Cato&lt;/b&gt;" in markup(table.screen(seat, narrow=False))
        assert "<b>" not in markup(table.screen(seat, narrow=False))
        assert br.loads(again.record_for(seat)) == br.record(table._states, players=table.names)


def test_what_cannot_be_written_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Table.open(tmp_path, "classic", {}, "simple").names == [""] * 4
    assert list(tmp_path.iterdir()) == [], "nothing is written before somebody sits"
    table = opened(tmp_path, "classic")
    stood, position = table.state, table.position
    chance = table.choose(br.CHANCE)

    def full(*arguments: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(br, "dump", full)
        with pytest.raises(OSError, match="no space"):
            table.apply(br.CHANCE, chance, position)
    assert (table.state, table.position) == (stood, position)
    table.apply(br.CHANCE, chance, position)
    with pytest.raises(Refused, match="moved on"):
        table.apply(br.CHANCE, chance, position)


def test_who_waits_for_the_next_deal_is_written_down(tmp_path: Path) -> None:
    rng = random.Random(8)
    table = opened(tmp_path, "mariland", deals=2)
    with pytest.raises(Refused, match="the deal is not over"):
        table.get_ready(0)
    while not isinstance(table.state, br.Settled):
        act(table, rng)
    for seat, waiting in ((0, 3), (2, 2), (2, 2), (3, 1)):
        table.get_ready(seat)
        table = Table.load(tmp_path / f"{table.name}.txt", "simple")
        assert len(table.waiting()) == waiting
    assert table.waiting() == ["Ben"]
    pool, purses = table.state.table.pool, table.state.table.purses
    table.get_ready(1)
    assert table.state.table.deal_number == 2
    assert table.state.table.chips == pool + sum(purses)
    while not table.is_over:
        act(table, rng)
    with pytest.raises(br.SessionOver):
        table.get_ready(0)


def test_a_spoilt_file_costs_one_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    spoilt, seatless, short, whole = (opened(tmp_path, "classic").name for _ in range(4))
    (tmp_path / f"{spoilt}.txt").write_text("Boston", encoding="utf-8")
    (tmp_path / f"{seatless}.seats.json").unlink()
    seats = tmp_path / f"{short}.seats.json"
    seats.write_text(json.dumps(json.loads(seats.read_bytes())[:3]), encoding="utf-8")
    assert set(Host(Settings(tmp_path))._rooms) == {whole}
    assert {record.getMessage().split()[0] for record in caplog.records} == {
        f"{name}.txt" for name in (spoilt, seatless, short)
    }
    assert "3 seats are not those of the game" in caplog.text


def test_bots_take_the_last_seats_and_play_for_themselves(tmp_path: Path) -> None:
    table = Table.open(tmp_path, "classic", {}, "simple")
    table.sit(1, "Ben")
    assert table.due() is None
    table.add_bots(-1)
    table.add_bots(2)
    assert table.names == ["", "Ben", "Clara", "Denis"]
    table.add_bots(4)
    while (actor := table.due()) is not None:
        assert actor == br.CHANCE or table.seats[actor].is_bot
        table.apply(actor, table.choose(actor), table.position)
    assert table.state.actor == 1 or isinstance(table.state, br.Settled)


class Socket:
    """The server's end of a connection, of which a test says when it takes what is sent."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        hello = {"do": "hello", "token": "", "narrow": True}
        self.received.put_nowait({"type": "websocket.receive", "text": json.dumps(hello)})
        self.receive = self.received.get
        self.free = asyncio.Event()
        self.free.set()
        self.positions: list[int] = []

    async def send_text(self, text: str) -> None:
        await self.free.wait()
        self.positions.append(json.loads(text)["table"]["position"])


def test_who_reads_slowly_misses_what_lies_between_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def play() -> None:
        table = opened(tmp_path, "mariland", deals=1)
        room, rng = Room(table, pace=0), random.Random(2)
        while table.state.actor == br.CHANCE:
            table.apply(br.CHANCE, table.choose(br.CHANCE), table.position)
        slow, quick = Socket(), Socket()
        lines = [
            asyncio.create_task(Line(cast("WebSocket", each), room).serve())
            for each in (slow, quick)
        ]
        start = table.position
        while not (slow.positions and quick.positions):
            await asyncio.sleep(0)
        slow.free.clear()
        for _ in range(4):
            act(table, rng)
            room.changed()
            while quick.positions[-1] < table.position:
                await asyncio.sleep(0)
        slow.free.set()
        while slow.positions[-1] < table.position:
            await asyncio.sleep(0)
        assert set(quick.positions) == set(range(start, start + 5))
        assert set(slow.positions) == {start, start + 1, start + 4}
        for each in (slow, quick):
            each.received.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.gather(*lines)
        assert room.lines == set()

    run(play())
