"""A table without sockets: every game by strict rules and by the table's law, and its files."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from tests.web.conftest import run

import boston_rules as br
from boston_rules.bots import SimpleBot
from boston_rules.web.guest import Guest
from boston_rules.web.menu import games
from boston_rules.web.server import Host, Line, Room, Settings
from boston_rules.web.store import Folder
from boston_rules.web.table import Refused, Table

NAMES = ("Ann", "Ben", "<b>Cato</b>", "Dora & 'Dot'")


RNG = random.SystemRandom()


def opened(folder: Path, name: str, slug: str, **options: object) -> Table:
    """A table at which everybody sits."""
    table = Table.open(slug, options, Folder(folder).keeping(name), RNG)
    for seat in range(len(table.seats)):
        table.sit(seat, NAMES[seat])
    return table


def scene(table: Table, seat: int | None) -> dict[str, Any]:
    """What somebody is shown who comes to the table now."""
    guest = Guest(table, set)
    guest.seat = seat
    shown: dict[str, Any] = guest.news()["scene"]
    return shown


def sentences(shown: dict[str, Any]) -> set[str]:
    """What somebody was told of the deal."""
    return set(re.split(r"(?<=[.]) +", " ".join(shown["log"])))


def markup(shown: dict[str, Any]) -> str:
    """What the page takes as markup; all else it takes as text."""
    return "".join((shown["table"] or "", shown["score"] or ""))


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
def test_every_game_goes_on_from_its_file(slug: str, tmp_path: Path) -> None:
    """Positions only go up, every guest is told frame by frame what he would see anew, and what is
    loaded is what was saved."""
    rng = random.Random(f"table {slug}")
    folder = Folder(tmp_path)
    keep = folder.keeping("t")
    saved: list[Any] = []
    options = {"deals": 1, "enforcement": rng.choice(("strict", "table"))}
    table = Table.open(slug, options, lambda *both: saved.append(both), RNG)
    for seat in range(len(table.seats)):
        table.sit(seat, NAMES[seat])
    guest, count = Guest(table, set), 0
    guest.seat = rng.choice((0, None))
    shown = guest.news()["scene"]
    table.watchers.add(guest.note)
    while not table.is_over:
        before, count = table.position, count + 1
        act(table, rng)
        assert table.position > before
        if count % 20 == 0 or table.is_over:
            for frame in guest.news()["frames"]:
                shown |= frame["changes"]
                shown["log"] = [*shown["log"], frame.get("said", "")]
            now = scene(table, guest.seat)
            assert sentences(now) <= sentences(shown)
            assert shown | {"log": now["log"]} == now
            assert markup(shown).count("<b>") == 0
    keep(*saved[-1])
    again = folder.load("t", RNG)
    assert again.state == table.state
    assert again.seats == table.seats
    for viewer in (0, None):
        assert scene(again, viewer) == scene(table, viewer)
        assert "&lt;b&gt;Cato&lt;/b&gt;" in markup(scene(table, viewer))
        assert again.record_for(viewer) == table.score()


def test_what_cannot_be_written_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Table.open("classic", {}, Folder(tmp_path).keeping("t"), RNG).names == [""] * 4
    assert list(tmp_path.iterdir()) == [], "nothing is written before somebody sits"
    table = opened(tmp_path, "t", "classic")
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
    table = opened(tmp_path, "t", "mariland", deals=2)
    with pytest.raises(Refused, match="the deal is not over"):
        table.get_ready(0)
    while not isinstance(table.state, br.Settled):
        act(table, rng)
    for seat, waiting in ((0, 3), (2, 2), (2, 2), (3, 1)):
        table.get_ready(seat)
        table = Folder(tmp_path).load("t", RNG)
        assert len(table.waiting()) == waiting
    assert table.waiting() == [1]
    pool, purses = table.state.table.pool, table.state.table.purses
    table.get_ready(1)
    assert table.state.table.deal_number == 2
    assert table.state.table.chips == pool + sum(purses)
    while not table.is_over:
        act(table, rng)
    with pytest.raises(br.SessionOver):
        table.get_ready(0)


def test_a_spoilt_file_costs_one_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    spoilt, seatless, short, whole = "abcd"
    for name in (spoilt, seatless, short, whole):
        opened(tmp_path, name, "classic")
    (tmp_path / f"{spoilt}.txt").write_text("Boston", encoding="utf-8")
    (tmp_path / f"{seatless}.seats.json").unlink()
    seats = tmp_path / f"{short}.seats.json"
    seats.write_text(json.dumps(json.loads(seats.read_bytes())[:3]), encoding="utf-8")
    assert set(Host(Settings(tmp_path))._rooms) == {whole}
    assert {record.getMessage().split()[0] for record in caplog.records} == {
        spoilt,
        seatless,
        short,
    }
    assert "3 seats are not those of the game" in caplog.text


def test_bots_take_the_last_seats_and_play_for_themselves(tmp_path: Path) -> None:
    table = Table.open("classic", {}, Folder(tmp_path).keeping("t"), RNG)
    table.sit(1, "Ben")
    assert table.due() is None
    table.add_bots(-1, "simple")
    table.add_bots(2, "simple")
    assert table.names == ["", "Ben", "Clara", "Denis"]
    table.add_bots(4, "simple")
    while (actor := table.due()) is not None:
        assert actor == br.CHANCE or table.seats[actor].bot
        table.apply(actor, table.choose(actor), table.position)
    assert table.state.actor == 1 or isinstance(table.state, br.Settled)


class Socket:
    """The server's end of a connection, of which a test says when it takes what is sent."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        hello = {"do": "hello", "token": ""}
        self.received.put_nowait({"type": "websocket.receive", "text": json.dumps(hello)})
        self.receive = self.received.get
        self.free = asyncio.Event()
        self.free.set()
        self.positions: list[list[int]] = []
        """By message, the positions that it tells of."""

    async def send_text(self, text: str) -> None:
        await self.free.wait()
        told = json.loads(text)
        frames = [frame["changes"]["position"] for frame in told.get("frames", ())]
        self.positions.append(frames or [told["scene"]["position"]])


def test_who_reads_slowly_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def play() -> None:
        table = opened(tmp_path, "t", "mariland", deals=1)
        room, rng = Room("t", table), random.Random(2)
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
            while quick.positions[-1][-1] < table.position:
                await asyncio.sleep(0)
        slow.free.set()
        while slow.positions[-1][-1] < table.position:
            await asyncio.sleep(0)
        assert quick.positions == [[start + at] for at in range(5)]
        assert slow.positions == [[start], [start + 1], [start + 2, start + 3, start + 4]]
        for each in (slow, quick):
            each.received.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.gather(*lines)
        assert room.lines == set()
        assert table.watchers == set()

    run(play())


def test_who_has_missed_very_much_sees_the_table_anew(tmp_path: Path) -> None:
    table, rng = opened(tmp_path, "t", "mariland", deals=5), random.Random(3)
    guest = Guest(table, set)
    guest.news()
    table.watchers.add(guest.note)
    while table.position < 250:
        if isinstance(table.state, br.Settled):
            for seat in range(4):
                table.get_ready(seat)
        else:
            act(table, rng)
    assert guest.news()["scene"] == scene(table, None)


def test_what_a_player_chose_last_is_taken_back_if_all_people_want_it(tmp_path: Path) -> None:
    table = Table.open("classic", {}, Folder(tmp_path).keeping("t"), random.Random(2))
    table.sit(0, "Ann")
    table.sit(2, "Ben")
    table.add_bots(2, "simple")
    table.go_on()
    with pytest.raises(Refused, match="nothing of yours"):
        table.take_back(0)
    chosen, stood = 0, table.state
    while not isinstance(table.state, br.Playing):
        assert table.state.actor is not None
        chosen, stood = table.state.actor, table.state
        table.apply(chosen, br.legal_actions(table.state)[-1], table.position)
        table.go_on()
    assert not table.take_back(chosen)
    assert table.take_back(2 - chosen)
    assert table.state == stood
    assert "In the last deal 1 action was taken back." in (tmp_path / "t.txt").read_text("utf-8")


def test_games_of_strangers_are_offered_with_all_others() -> None:
    found = {game["slug"]: game for game in games()}
    assert set(found) == {*br.list_variants()}
    for slug, game in found.items():
        for option in game["options"]:
            assert option["choices"] or option["chosen"] is None, (slug, option)
            Table.open(slug, {option["name"]: option["chosen"]}, lambda *both: None, RNG)


def test_the_lesson_is_won_by_whoever_does_what_is_advised(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    table = Table.lesson(folder.keeping("t"), random.Random(1))
    table.sit(0, "Ann")
    table.add_bots(3, "simple")
    for token in ("bid 6 S", "play AS", "play KS", "play QS"):
        table.go_on()
        table.apply(0, br.parse_action(token), table.position)
    table.go_on()
    assert folder.load("t", RNG).may_take_back(0)
    bot = SimpleBot(random.Random(1))
    while table.state.actor is not None:
        assert table.state.actor == 0
        table.apply(0, bot.choose(br.observe(table.state, 0)), table.position)
        table.go_on()
    assert table.state.settlement is not None
    assert table.state.settlement.made
    table.get_ready(0)
    assert table.state.table.deal_number == 2
