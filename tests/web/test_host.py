"""What a host must stand: power cuts, strangers, two tabs at once, garbage and floods."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.web.conftest import SECONDS, Host, Player, run
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from boston_rules.web.line import FOR_GOOD, MOST_ONLOOKERS, MOST_WINDOWS
from boston_rules.web.server import CLIENT

Shown = dict[str, object]


def shown(player: Player) -> Shown:
    """What a player sees, but for who else is connected."""
    return {name: value for name, value in player.table.items() if name != "people"}


async def play_some(player: Player, actions: int) -> None:
    """Act so many times, and wait for one's turn again."""
    rng = random.Random(3)
    for _ in range(actions):
        await player.until_asked()
        # Who has made a bid has a deal that is played.
        bids = [token for token in player.legal if token != "pass"]
        assert "refused" not in await player.act(rng.choice(bids))
    await player.until_asked()


@pytest.mark.long
@pytest.mark.no_cover
def test_after_a_power_cut_the_table_stands_as_it_stood(own_host: Callable[..., Host]) -> None:
    """Killed in the play; the token is still good, and the session is finished."""
    host = own_host()
    table, token = host.open("mariland", bots=3, deals=1)
    stood: Shown = {}

    async def before() -> None:
        async with host.player(table, token) as ann:
            await play_some(ann, 4)
            stood.update(shown(ann))
            host.kill()

    async def after(host: Host) -> None:
        async with host.player(table, token) as ann:
            assert shown(ann) == stood
            assert ann.table["seat"] == 0
            await ann.play(random.Random(4))

    run(before())
    run(after(own_host()))


def get(host: Host, path: str, **more: str) -> int:
    """The status of a page."""
    try:
        with urlopen(Request(host.url + path, headers=more), timeout=SECONDS) as response:
            return int(response.status)
    except HTTPError as error:
        return error.code


def post(host: Host, body: bytes, where: str = "open", **more: str) -> tuple[int, str]:
    try:
        request = Request(f"{host.url}{where}", body, headers=more)
        with urlopen(request, timeout=SECONDS) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


# Seats and tokens.


def test_a_wrong_token_plays_for_nobody(host: Host) -> None:
    async def play() -> None:
        table, token = host.open(bots=3)
        _, foreign = host.open(bots=3)
        for wrong in ("x", token[:-1], token + "x", foreign, "\ud800", "x" * 1000):
            async with host.player(table, wrong) as player:
                assert player.greeting["refused"] == "that token is for no seat at this table"
                assert player.table["seat"] is None
                assert player.table["hand"] == []
                assert player.legal == []
                for what in ("act", "ready", "bots"):
                    answer = await player.ask(what, text="pass", position=1)
                    assert answer["refused"].startswith("only those who sit")

    run(play())


def test_a_seat_is_taken_once_and_a_name_too(host: Host) -> None:
    async def play() -> None:
        table, token = host.open(bots=1)
        async with host.player(table) as ben, host.player(table, token) as ann:
            for seat, name, why in (
                (0, "Ben", "Ann sits there"),
                (-1, "Ben", "there is no seat -1"),
                (4, "Ben", "there is no seat 4"),
                (1, " ANN ", "there is a ANN at this table already"),
                (1, "", "a name has"),
                (1, "\u202eBen", "a name has"),
                (1, "B\ud800", "a name has"),
                (1, "B" * 25, "a name has"),
            ):
                answer = await ben.ask("sit", seat=seat, name=name)
                assert answer["refused"].startswith(why), (seat, name)
            assert (await ben.ask("sit", seat=1, name="Ben"))["token"]
            assert (await ben.ask("sit", seat=2, name="Ben 2"))["refused"]
            assert (await ann.act("pass"))["refused"]
            await ann.ask("bots", bot="simple")
            await ann.until(lambda shown: shown["position"] > 1)
            clara = {"name": "Clara", "bot": "simple", "here": True, "away": False}
            assert ann.table["people"][2] == clara

    run(play())


def test_no_token_is_on_disk(own_host: Callable[..., Host]) -> None:
    host = own_host()
    table, token = host.open(bots=3)
    for path in host.folder.iterdir():
        assert token.encode() not in path.read_bytes()
    assert host.kept(table).table.seat_of(token) == 0


def test_who_sits_down_or_leaves_is_shown_the_table_with_the_answer(host: Host) -> None:
    async def play() -> None:
        for _ in range(20):
            table, _ = host.open(bots=3)
            async with host.player(table) as ben:
                await ben.until(lambda shown: True)
                answer = await ben.ask("sit", seat=2, name="Ben")
                assert answer["scene"]["seat"] == 2
                answer = await ben.ask("leave")
                assert answer["scene"]["seat"] is None

    run(play())


def test_two_tabs_do_not_play_twice(host: Host) -> None:
    async def play() -> None:
        table, token = host.open("mariland", bots=3)
        async with host.player(table, token) as first, host.player(table, token) as second:
            await first.until_asked()
            await second.until_asked()
            position, chosen = first.table["position"], first.legal[0]
            answers = await asyncio.gather(first.act(chosen), second.act(chosen))
            refused = [answer["refused"] for answer in answers if "refused" in answer]
            assert len(refused) == 1
            assert refused[0].startswith(f"the table has moved on from {position}")
            for stale in (position, 0, -1, 10**30):
                assert "moved on" in (await first.act(chosen, stale))["refused"]
            told = [line for line in first.table["log"] if line.startswith("You ")]
            assert len(told) == 1

    run(play())


# Strangers.


def test_pages_of_other_sites_cannot_connect(host: Host) -> None:
    table, token = host.open(bots=3)

    async def play() -> None:
        with pytest.raises(InvalidStatus, match="403"):
            async with host.player(table, token, origin=Origin("https://elsewhere.example")):
                pass
        own = Origin(host.url.rstrip("/"))
        async with host.player(table, token, origin=own) as ann:
            assert ann.table["seat"] == 0

    run(play())
    status, told = post(host, b"{}", Origin="https://elsewhere.example")
    assert (status, told) == (403, "The page of another site may not do that.")
    assert post(host, b"{}", Origin=host.url.rstrip("/"))[0] == 422


def test_what_is_not_there_is_not_found(host: Host) -> None:
    table, _ = host.open(bots=3)
    paths = ("t/none", "t/", f"{table}.txt", "..%2f..%2fetc", "..%2ftable.py", "x", "table.py")
    for path in paths:
        assert get(host, path) == 404, path
    for path in ("", "games", "pages.json", *(each.name for each in CLIENT.glob("*.[mchs]*"))):
        assert get(host, path) == 200, path

    async def play() -> None:
        with pytest.raises(ConnectionClosed, match="there is no such table") as closed:
            await host.player("none").__aenter__()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == FOR_GOOD
        with closing(sqlite3.connect(host.folder / "tables.sqlite")) as sql, sql:
            sql.execute("UPDATE entries SET entry = '{}' WHERE name = ? AND number = 1", (table,))
        with pytest.raises(ConnectionClosed, match=r"The tables cannot be read\."):
            await host.player(table).__aenter__()

    run(play())


@pytest.mark.long
def test_a_table_that_cannot_be_opened_says_why(own_host: Callable[..., Host]) -> None:
    host = own_host()
    whole: dict[str, object] = {
        "game": "classic",
        "name": "Ann",
        "options": {},
        "bots": 3,
        "bot": "simple",
    }
    for wrong, why in (
        ({"game": "frensh"}, "near: french"),
        ({"game": 7}, "'game' must be a text"),
        ({"options": {"deal": 3}}, "near: dealt, deals"),
        ({"options": {"deals": "x"}}, "it may be a whole number"),
        ({"options": {"deals": 101}}, "at most 100 deals"),
        ({"options": {"slug": "french"}}, "has no field 'slug'"),
        ({"options": []}, "'options' must be an object"),
        ({"options": {"starting_chips": 10**600}}, ""),
        ({"name": " "}, "a name has"),
        ({"options": {"pool.cup": 100}}, "pool has no field 'cup'; near: cap"),
        ({"name": "\u202eAnn"}, "a name has no invisible characters"),
        ({"bots": True}, "'bots' must be a whole number"),
        ({"bots": -1}, "a table has 0 to 3 bots"),
        ({"bots": 4}, "a table has 0 to 3 bots"),
        ({"bot": "os:system"}, "there is no bot 'os:system' here"),
    ):
        status, told = post(host, json.dumps(whole | wrong).encode())
        assert (status, why in told) == (422, True), told
    assert post(host, b"\xff")[0] == 422
    assert post(host, b" " * 300_000)[0] == 413
    with closing(sqlite3.connect(host.folder / "tables.sqlite")) as store:
        left = store.execute("SELECT count(*) FROM entries").fetchone()
    assert left == (0,), "nothing was left behind"


def test_what_is_no_question_about_an_evening_is_refused(host: Host) -> None:
    begun = {
        "ask": "begin evening",
        "slug": "classic",
        "players": ["Ann", "Bob", "Cid", "Dot"],
        "dealer": 0,
    }
    evening = json.loads(post(host, json.dumps(begun).encode(), "evening")[1])["evening"]
    deal = {"ask": "deal", "evening": evening}
    for wrong in (
        b"[]",
        *(
            json.dumps(asked).encode()
            for asked in (
                {},
                {"ask": ["form"]},
                {"ask": "form"},
                {"ask": "form", "slug": 7},
                {**begun, "players": [1, 2, 3, 4]},
                {**begun, "players": None},
                {**begun, "players": ["\ud800", "Bob", "Cid", "Dot"]},
                {**begun, "dealer": "x"},
                {**deal, "told": None},
                {**deal, "told": {"misdeals": 10**9}},
                {**deal, "told": {"misdeals": "x"}},
                {**deal, "told": {"bid": "6"}},
                {"ask": "correct", "evening": evening, "number": 9, "told": {}},
                {"ask": "read evening", "evening": "{}"},
            )
        ),
    ):
        status, told = post(host, wrong, "evening")
        assert (status, "refused" in json.loads(told)) == (200, True), (wrong, told)


GARBAGE = (
    "",
    "nothing",
    "[]",
    "null",
    "{",
    "[" * 3000,
    "9" * 4000,
    '{"do": 1}',
    '{"do": "fly"}',
    '{"do": "_do"}',
    '{"do": "act"}',
    '{"do": "act", "text": "pass", "position": true}',
    '{"do": "act", "text": "pass", "position": 1e999}',
    '{"do": "act", "text": ["pass"], "position": 1}',
    '{"do": "act", "text": "", "position": 1}',
    '{"do": "act", "text": "\\ud800\\u0000¿", "position": POSITION}',
    '{"do": "act", "text": "play ' + "A" * 3000 + '", "position": POSITION}',
    '{"do": "sit", "seat": 0.5, "name": "Ben"}',
    '{"do": "withdraw", "what": "\\ud800"}',
    '{"do": "hello"}',
    '{"do": "hello", "token": null}',
    b"\x00\xff",
)


def test_garbage_is_answered_and_harms_nobody(host: Host) -> None:
    async def play() -> None:
        table, token = host.open(bots=3)
        async with host.player(table, token) as ann, host.player(table, token) as other:
            await ann.until_asked()
            await other.until_asked()
            position = str(ann.table["position"])
            for sent in GARBAGE:
                whole = sent if isinstance(sent, bytes) else sent.replace("POSITION", position)
                await other.socket.send(whole)
                while "refused" not in (answer := await other.hear()):
                    pass
                assert answer["id"] is None
            stood = shown(ann)
            await ann.ask("look")
            assert shown(ann) == stood
            assert "refused" not in await ann.act(ann.legal[0])

    run(play())


@pytest.mark.parametrize(
    ("text", "often", "code"), [("x" * 5000, 1, 1009), ("{}", 60, 1008)], ids=["long", "many"]
)
def test_too_much_closes_the_line_and_no_other(
    host: Host, text: str, often: int, code: int
) -> None:
    async def play() -> None:
        table, token = host.open(bots=3)
        async with host.player(table, token) as ann:
            async with connect(ann.url) as flood:
                with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
                    for _ in range(often):
                        await flood.send(text)
                    while True:
                        await flood.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code
            await ann.until_asked()
            assert "refused" not in await ann.act(ann.legal[0])

    run(play())


def test_who_goes_and_comes_back_again_and_again_is_shown_the_door(host: Host) -> None:
    """Each time is kept in the journal, which would grow without end."""

    async def play() -> None:
        table, token = host.open("mariland", bots=3)
        async with host.player(table, token) as ann:
            for what in ("away", "back") * 4:
                await ann.socket.send(json.dumps({"do": what}))
            with pytest.raises(ConnectionClosed) as closed:
                await ann.until(lambda shown: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008

    run(play())


def test_who_may_not_look_on_is_gone_when_all_have_sat_down(host: Host) -> None:
    async def play() -> None:
        table, token = host.open(settings={"onlookers": False})
        async with AsyncExitStack() as stack:
            people = [host.player(table, who) for who in (token, "", "", "", "")]
            for each in people:
                await stack.enter_async_context(each)
            for seat in range(1, 4):
                assert (await people[seat].ask("sit", seat=seat, name=f"Ben {seat}"))["token"]
            with pytest.raises(ConnectionClosed, match="nobody may look on at this table"):
                await people[4].until(lambda shown: False)
            assert people[4].table["position"] == 1
            await people[0].until(lambda shown: shown["position"] > 1)

    run(play())


def test_so_many_look_on_and_no_more_and_players_have_their_place(host: Host) -> None:
    async def play() -> None:
        table, token = host.open(bots=3)
        async with AsyncExitStack() as stack:
            for _ in range(MOST_ONLOOKERS):
                await stack.enter_async_context(host.player(table))
            with pytest.raises(ConnectionClosed, match="Too many are connected"):
                await stack.enter_async_context(host.player(table))
            for _ in range(MOST_WINDOWS):
                ann = await stack.enter_async_context(host.player(table, token))
            assert ann.table["seat"] == 0
            with pytest.raises(ConnectionClosed, match="Too many are connected"):
                await stack.enter_async_context(host.player(table, token))

    run(play())


@pytest.mark.parametrize(
    ("accepted", "told"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "ein Name hat 1 bis 24 Zeichen"),
        ("xx, fr;q=0.8", "un nom a de 1 à 24 caractères"),
        ("", "a name has 1 to 24 characters"),
        (",;=", "a name has 1 to 24 characters"),
    ],
)
def test_it_answers_in_the_language_that_is_accepted(host: Host, accepted: str, told: str) -> None:
    asked = {"game": "classic", "name": "", "options": {}, "bots": 0, "bot": "simple"}
    status, answer = post(host, json.dumps(asked).encode(), **{"Accept-Language": accepted})
    assert (status, json.loads(answer)["refused"]) == (422, told)


def test_each_line_has_a_language(host: Host) -> None:
    async def play() -> None:
        table, token = host.open("mariland", bots=3)
        async with host.player(table, token) as ann:
            await ann.until_asked()
            greeting = await ann.ask("look", lang="fr")
            assert greeting["pack"]["AS"] == "as de pique"
            assert "Échelle du Mariland" in (await ann.ask("prices"))["html"]
            assert ann.table["log"][0] == "Le jeu a été battu."
            assert (await ann.act("sauter"))["refused"].startswith("'sauter' n’est pas compris")
            refused = await ann.ask("look", lang="xx")
            assert refused["refused"] == "'xx' n’est pas une langue de cet hôte"

    run(play())
