"""A table without sockets: every game by strict rules and by the table's law, and its journal."""

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
from boston_rules.records import with_fields
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.web.fair import unfair_draws
from boston_rules.web.guest import Guest
from boston_rules.web.journal import Journal
from boston_rules.web.line import Line
from boston_rules.web.menu import games
from boston_rules.web.metrics import Metrics
from boston_rules.web.room import Hall
from boston_rules.web.store import open_store
from boston_rules.web.table import Refused, hashed, lesson, opening

NAMES = ("Ann", "Ben", "<b>Cato</b>", "Dora & 'Dot'")


def opened(slug: str, people: int = 4, **options: object) -> Journal:
    """A table at which so many people sit."""
    journal = Journal([opening(slug, options)])
    for seat in range(min(people, len(journal.table.seats))):
        journal.do(do="sit", seat=seat, name=NAMES[seat], hashed=hashed(f"token {seat}"))
    return journal


def guest_of(journal: Journal, seat: int | None) -> Guest:
    """Somebody who comes to the table now."""
    guest = Guest(lambda: journal.table, set)
    token = "" if seat is None else f"token {seat}"
    guest.answer({"do": "hello", "token": token})
    return guest


def scene(journal: Journal, seat: int | None) -> dict[str, Any]:
    """What somebody is shown who comes to the table now."""
    shown: dict[str, Any] = guest_of(journal, seat).news()["scene"]
    return shown


def sentences(shown: dict[str, Any]) -> set[str]:
    """What somebody was told of the deal."""
    return set(re.split(r"(?<=[.]) +", " ".join(shown["log"])))


def markup(shown: dict[str, Any]) -> str:
    """What the page takes as markup; all else it takes as text."""
    return "".join((shown["table"] or "", shown["score"] or ""))


def act(journal: Journal, rng: random.Random) -> None:
    """Any action that is legal, by the table's law sometimes out of turn."""
    table = journal.table
    state = table.state
    if state.actor == br.CHANCE:
        journal.act(br.CHANCE, table.draw())
        return
    seats = [seat for seat in range(len(table.seats)) if br.legal_actions(state, seat=seat)]
    seat = rng.choice(seats) if rng.random() < 0.1 else state.actor
    if seat is None or not br.legal_actions(state, seat=seat):
        seat = state.actor
    assert seat is not None
    journal.act(seat, rng.choice(br.legal_actions(state, seat=seat)))


def to_the_bill(journal: Journal, rng: random.Random) -> None:
    while not isinstance(journal.table.state, br.Settled):
        act(journal, rng)


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", br.list_variants())
def test_every_game_goes_on_from_its_journal(slug: str) -> None:
    """Positions only go up, every guest is told frame by frame what he would see anew, and what is
    read is what was written."""
    rng = random.Random(f"table {slug}")
    journal = opened(slug, deals=1, enforcement=rng.choice(("strict", "table")))
    seat = rng.choice((0, None))
    guest, count = guest_of(journal, seat), 0
    shown = guest.news()["scene"]
    while not journal.table.is_over:
        before, count = journal.table.position, count + 1
        act(journal, rng)
        assert journal.table.position > before
        guest.note(journal.table)
        if count % 20 == 0 or journal.table.is_over:
            for frame in guest.news()["frames"]:
                shown |= frame["changes"]
                shown["log"] = [*shown["log"], frame.get("said", "")]
            now = scene(journal, seat)
            assert sentences(now) <= sentences(shown)
            assert shown | {"log": now["log"]} == now
            assert markup(shown).count("<b>") == 0
    again = Journal(json.loads(json.dumps(journal.entries)))
    assert again.table == journal.table
    for viewer in (0, None):
        assert scene(again, viewer) == scene(journal, viewer)
        assert "&lt;b&gt;Cato&lt;/b&gt;" in markup(scene(journal, viewer))
        assert again.table.record_for(viewer) == journal.table.score()


def test_who_waits_for_the_next_deal_is_written_down() -> None:
    rng = random.Random(8)
    journal = opened("mariland", deals=2)
    with pytest.raises(Refused, match="the deal is not over"):
        journal.do(do="ready", seat=0)
    to_the_bill(journal, rng)
    for seat, waiting in ((0, 3), (2, 2), (2, 2), (3, 1)):
        journal.do(do="ready", seat=seat)
        journal = Journal(journal.entries)
        assert len(journal.table.waiting()) == waiting
    assert journal.table.waiting() == [1]
    pool, purses = journal.table.state.table.pool, journal.table.state.table.purses
    journal.do(do="ready", seat=1)
    assert journal.table.state.table.deal_number == 2
    assert journal.table.state.table.chips == pool + sum(purses)
    to_the_bill(journal, rng)
    with pytest.raises(br.SessionOver):
        journal.do(do="ready", seat=0)


def test_bots_take_the_last_seats_and_play_for_themselves() -> None:
    journal = Journal([opening("classic", {})])
    journal.do(do="sit", seat=1, name="Ben", hashed=hashed("x"))
    assert journal.table.due() is None
    journal.do(do="bots", most=-1, bot="simple")
    journal.do(do="bots", most=2, bot="simple")
    assert journal.table.names == ["", "Ben", "Clara", "Denis"]
    journal.do(do="bots", most=4, bot="simple")
    journal.go_on()
    assert journal.table.state.actor == 1 or isinstance(journal.table.state, br.Settled)


# Seats that change hands.


def test_a_bot_plays_for_somebody_until_he_is_back() -> None:
    journal = opened("classic", people=4)
    journal.do(do="away", seat=2)
    assert journal.table.seats[2].is_away
    assert journal.table.names[2] == NAMES[2]
    assert journal.table.playing == [0, 1, 3]
    with pytest.raises(Refused, match="a bot plays for"):
        journal.do(do="away", seat=2)
    rng = random.Random(2)
    while journal.table.state.actor != 2:
        act(journal, rng)
    assert journal.table.due() == 2
    journal.do(do="back", seat=2)
    assert journal.table.due() is None
    assert journal.table.seat_of("token 2") == 2


def test_a_seat_that_is_left_is_a_bots_and_can_be_taken() -> None:
    journal = opened("mariland", people=3)
    journal.do(do="leave", seat=2)
    assert journal.table.names == [NAMES[0], NAMES[1], "", ""]
    journal.do(do="bots", most=4, bot="simple")
    journal.do(do="leave", seat=1)
    assert journal.table.seat_of("token 1") is None
    assert journal.table.seats[1].bot
    assert len(set(journal.table.names)) == 4
    journal.do(do="sit", seat=1, name="Eva", hashed=hashed("eva"))
    assert journal.table.seat_of("eva") == 1
    for refused, why in (
        ({"do": "sit", "seat": 1, "name": "Flo"}, "Eva sits there"),
        ({"do": "sit", "seat": 2, "name": "eva"}, "there is a eva at this table already"),
        ({"do": "leave", "seat": 2}, "nobody sits there"),
        ({"do": "away", "seat": 3}, "nobody sits there"),
        ({"do": "back", "seat": 3}, "nobody sits there"),
    ):
        with pytest.raises(Refused, match=why):
            journal.do(**refused, hashed="")


def test_who_leaves_makes_place_for_a_bot_also_where_people_have_the_names_of_bots() -> None:
    journal = Journal([opening("classic", {})])
    for seat, name in enumerate(GIVEN_NAMES):
        journal.do(do="sit", seat=seat, name=name.lower(), hashed=hashed(name))
    journal.do(do="leave", seat=1)
    assert journal.table.people == [0, 2, 3]
    assert journal.table.names[1] == GIVEN_NAMES[1]


def test_nobody_has_a_name_that_looks_like_anothers() -> None:
    journal = opened("classic", people=0)
    journal.do(do="sit", seat=0, name="Jos\u00e9", hashed="a")
    for name in ("JOS\u00c9", "Jose\u0301", "\uff2aos\u00e9", "Jo\u200cs\u00e9", " Jos\u00e9 "):
        with pytest.raises(Refused, match="at this table already"):
            journal.do(do="sit", seat=1, name=name, hashed="b")


def test_the_next_deal_does_not_wait_for_who_goes_away_or_leaves() -> None:
    for does in ("away", "leave"):
        journal = opened("mariland", people=4, deals=3)
        to_the_bill(journal, random.Random(1))
        for seat in (0, 1, 2):
            journal.do(do="ready", seat=seat)
        assert journal.table.waiting() == [3]
        journal.do(do=does, seat=3)
        assert journal.table.state.table.deal_number == 2


# What all have to agree to.


def test_what_a_player_chose_last_is_taken_back_if_all_people_want_it() -> None:
    journal = Journal([opening("classic", {}, dealer=2, secret="b")])
    journal.do(do="sit", seat=0, name="Ann", hashed="a")
    journal.do(do="sit", seat=2, name="Ben", hashed="b")
    journal.do(do="bots", most=2, bot="simple")
    journal.go_on()
    with pytest.raises(Refused, match="nothing of yours"):
        journal.do(do="wish", seat=0, what="undo")
    chosen, stood = 0, journal.table.state
    while not isinstance(journal.table.state, br.Playing):
        if isinstance(journal.table.state, br.Settled):
            for seat in (0, 2):
                journal.do(do="ready", seat=seat)
            journal.go_on()
            continue
        actor = journal.table.state.actor
        assert actor is not None
        chosen, stood = actor, journal.table.state
        journal.act(chosen, br.legal_actions(journal.table.state)[-1])
        journal.go_on()
    journal.do(do="wish", seat=chosen, what="undo")
    assert journal.table.wishes == {"undo": (chosen,)}
    journal.do(do="withdraw", seat=2 - chosen, what="undo")
    assert journal.table.wishes == {}
    journal.do(do="wish", seat=chosen, what="undo")
    journal.do(do="wish", seat=2 - chosen, what="undo")
    assert journal.table.state == stood
    journal.act(chosen, br.legal_actions(journal.table.state)[-1])
    for _ in range(400):
        if isinstance(journal.table.state, br.Settled):
            break
        if not journal.due():
            act(journal, random.Random(3))
    assert "In the last deal 1 action was taken back." in br.dumps(journal.table.record_for(0))


def test_a_deal_is_dealt_again_if_all_people_want_it() -> None:
    journal = opened("mariland", people=2, deals=2)
    with pytest.raises(Refused, match="no deal is being played"):
        journal.do(do="wish", seat=0, what="redeal")
    journal.do(do="bots", most=2, bot="simple")
    rng = random.Random(5)
    for _ in range(9):
        act(journal, rng)
    first = journal.table.trail[0]
    deals = [each["made"] for each in journal.table.drawn]
    journal.do(do="wish", seat=0, what="redeal")
    assert journal.table.state != first
    journal.do(do="wish", seat=1, what="redeal")
    assert journal.table.state == first
    to_the_bill(journal, rng)
    assert journal.table.drawn[len(deals)]["made"] not in deals
    assert "dealt again 1 time" in br.dumps(journal.table.record_for(0))
    assert Journal(journal.entries).table == journal.table


def test_a_session_is_ended_if_all_people_want_it() -> None:
    journal = opened("mariland", people=3, deals=5)
    journal.do(do="bots", most=1, bot="simple")
    rng = random.Random(5)
    to_the_bill(journal, rng)
    for seat in range(3):
        journal.do(do="ready", seat=seat)
    for _ in range(9):
        act(journal, rng)
    journal.do(do="wish", seat=0, what="end")
    journal.do(do="away", seat=2)
    journal.do(do="wish", seat=1, what="end")
    assert journal.table.is_over
    assert journal.table.due() is None
    assert journal.table.awaited() == []
    with pytest.raises(Refused, match="the session was ended"):
        journal.act(0, br.Pass())
    whole = br.replay(journal.table.record_for(None))
    assert whole == tuple(journal.table.settled())
    assert len(whole) == 1
    shown = scene(journal, 0)
    assert shown["over"] == shown["turn"] == "The session was ended by its players."
    assert not any(card["legal"] for card in shown["hand"])
    assert unfair_draws(journal.table.promise, journal.table.fairness()) == []


def test_a_seat_is_given_away_by_all_others_while_its_player_is_away() -> None:
    journal = opened("classic", people=4)
    with pytest.raises(Refused, match="only a seat for which a bot plays"):
        journal.do(do="wish", seat=0, what="free 3")
    for wrong in ("free 4", "free", "fly", "free x"):
        with pytest.raises(Refused, match="nobody can wish"):
            journal.do(do="wish", seat=0, what=wrong)
    journal.do(do="away", seat=3)
    guest = guest_of(journal, 3)
    guest.news()
    for seat in (0, 1, 2):
        assert journal.table.seat_of("token 3") == 3
        journal.do(do="wish", seat=seat, what="free 3")
    assert journal.table.seat_of("token 3") is None
    assert not journal.table.seats[3].hashed
    guest.note(journal.table)
    assert guest.seat is None
    assert guest.news()["scene"]["hand"] == []


def test_whoever_is_not_there_any_more_is_not_asked() -> None:
    for does in ("away", "leave"):
        journal = opened("mariland", people=3)
        journal.do(do="bots", most=1, bot="simple")
        for seat in (0, 1):
            journal.do(do="wish", seat=seat, what="end")
        assert not journal.table.ended
        journal.do(do=does, seat=2)
        assert journal.table.ended, does


def test_nothing_is_done_that_nobody_who_plays_wants() -> None:
    journal = opened("mariland", people=2)
    journal.do(do="bots", most=2, bot="simple")
    journal.do(do="wish", seat=0, what="end")
    journal.do(do="away", seat=0)
    journal.do(do="away", seat=1)
    assert not journal.table.ended, "he was asked and has not agreed"
    journal.do(do="wish", seat=1, what="end")
    assert journal.table.ended


def test_a_choice_is_not_taken_back_for_somebody_else() -> None:
    """Whoever asked for it is gone: those who agreed did not ask for their own."""
    journal = opened("classic", people=4)
    journal.go_on()
    while journal.table.position < 8:
        act(journal, random.Random(0))
    asker = next(seat for seat in range(4) if journal.table.may_take_back(seat))
    other = next(seat for seat in range(4) if seat != asker and journal.table.may_take_back(seat))
    position = journal.table.position
    for seat in (asker, other):
        journal.do(do="wish", seat=seat, what="undo")
    assert journal.table.wishes == {"undo": (asker, other)}
    journal.do(do="leave", seat=asker)
    assert journal.table.wishes == {}
    assert journal.table.position == position


def test_what_nobody_can_want_is_not_kept() -> None:
    journal = opened("mariland", people=2)
    journal.do(do="bots", most=2, bot="simple")
    journal.do(do="wish", seat=0, what="redeal")
    to_the_bill(journal, random.Random(5))
    assert journal.table.wishes == {}
    for what in ("redeal " + "x" * 99, "end it", "undo ", "free 1 2", "free  1"):
        with pytest.raises(Refused, match="nobody can wish"):
            journal.do(do="wish", seat=0, what=what)
    with pytest.raises(Refused, match="nobody has asked for that"):
        journal.do(do="withdraw", seat=0, what="redeal")
    assert journal.table.wishes == {}


def test_a_seat_is_not_given_away_by_what_was_wanted_before_its_player_came_back() -> None:
    journal = opened("mariland", people=4)
    journal.do(do="away", seat=3)
    journal.do(do="wish", seat=0, what="free 3")
    journal.do(do="wish", seat=1, what="free 3")
    journal.do(do="back", seat=3)
    assert journal.table.wishes == {}
    journal.do(do="away", seat=3)
    journal.do(do="wish", seat=2, what="free 3")
    assert journal.table.people == [0, 1, 2, 3]


def test_whoever_wants_to_go_on_before_he_is_back_is_not_stuck() -> None:
    journal = opened("mariland", people=1, deals=2)
    journal.do(do="bots", most=3, bot="simple")
    to_the_bill(journal, random.Random(5))
    for does in ("away", "ready", "back"):
        journal.do(do=does, seat=0)
    assert journal.table.state.table.deal_number == 2


# Chance.


def test_cards_come_from_the_secret_that_was_promised() -> None:
    for slug in ("mariland", "fontainebleau", "american"):
        journal = opened(slug, deals=2)
        promise = scene(journal, None)["promise"]
        with pytest.raises(Refused, match="the session is not over"):
            journal.table.fairness()
        rng = random.Random(7)
        while not journal.table.is_over:
            if isinstance(journal.table.state, br.Settled):
                for seat in range(4):
                    journal.do(do="ready", seat=seat)
            else:
                act(journal, rng)
        told = json.loads(json.dumps(journal.table.fairness()))
        assert told["draws"]
        assert unfair_draws(promise, told) == []
        swapped = [*told["draws"]]
        made = swapped[0]["made"].split()
        made[1:3] = made[2:0:-1]
        swapped[0] = {**swapped[0], "made": " ".join(made)}
        assert unfair_draws(promise, {**told, "draws": swapped}) == [0]
        assert len(unfair_draws(promise, {**told, "secret": "other"})) == len(told["draws"])


def test_what_nobody_has_seen_of_a_deal_is_not_told_before_the_end() -> None:
    """A deal that is passed out goes into the next, whose cards may only be cut."""
    journal = opened("classic", people=4, deals=2)
    while not isinstance(journal.table.state, br.Settled):
        state = journal.table.state
        assert state.actor is not None
        chance = state.actor == br.CHANCE
        journal.act(state.actor, journal.table.draw() if chance else br.legal_actions(state)[0])
    assert not journal.table.state.tricks
    with pytest.raises(Refused, match="not all cards of this deal were seen"):
        guest_of(journal, 0).answer({"do": "review"})
    for seat in range(4):
        journal.do(do="ready", seat=seat)
    for seat in range(4):
        journal.do(do="wish", seat=seat, what="end")
    assert len(guest_of(journal, 0).answer({"do": "review"})["hands"]) == 4


def test_a_deal_is_shown_again_as_the_seat_saw_it_and_at_the_end_with_all_hands() -> None:
    journal, rng = opened("mariland", people=4, deals=2), random.Random(9)
    guest = guest_of(journal, 1)
    with pytest.raises(Refused, match="the deal is not over"):
        guest.answer({"do": "replay", "deal": 1})
    for over in (False, True):
        while not isinstance(journal.table.state, br.Settled):
            act(journal, rng)
        scenes = guest.answer({"do": "replay", "deal": 1})["scenes"]
        shown = dict(scenes[0])
        for changes in scenes[1:]:
            shown |= changes
            hidden = [bool(seat["hidden"]) for seat in shown["seats"]]
            if over:
                assert not any(hidden)
            elif shown["phase"] == "auction":
                assert hidden == [True, False, True, True]
        assert shown["bill"]
        assert len(scenes) == len(journal.table.states[0].events)
        if not over:
            for seat in range(4):
                journal.do(do="ready", seat=seat)


# Those who look on.


def test_onlookers_see_everything_later(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr("time.time", lambda: clock[0])
    journal = Journal([opening("mariland", {"deals": 2}, delay=30)])
    for seat in range(4):
        journal.do(do="sit", seat=seat, name=NAMES[seat], hashed=hashed(f"token {seat}"))
    rng = random.Random(6)
    seen: list[tuple[float, dict[str, Any]]] = []
    late, early = guest_of(journal, None), guest_of(journal, None)
    shown: dict[str, Any] = {}
    for _ in range(150):
        clock[0] += 7
        if isinstance(journal.table.state, br.Settled):
            if journal.table.is_over:
                break
            for seat in range(4):
                journal.do(do="ready", seat=seat)
        else:
            act(journal, rng)
        early.note(journal.table)
        news = early.news()
        shown = news.get("scene", shown)
        for frame in news.get("frames", ()):
            shown |= frame["changes"]
        seen.append((clock[0], {"position": journal.table.position}))
        then = [each["position"] for at, each in seen if at <= clock[0] - 30]
        assert shown["position"] == (then[-1] if then else shown["position"])
        assert scene(journal, None)["position"] == shown["position"]
        assert scene(journal, 1)["position"] == journal.table.position
    late.note(journal.table)
    assert journal.table.state.table.deal_number == 2


def test_nobody_looks_on_where_it_was_not_agreed() -> None:
    journal = Journal([opening("classic", {}, onlookers=False)])
    early = Guest(lambda: journal.table, lambda: {0})
    early.answer({"do": "hello", "token": ""})  # somebody may still sit down
    early.news()
    for seat in range(4):
        assert not early.is_barred
        journal.do(do="sit", seat=seat, name=NAMES[seat], hashed=hashed(f"token {seat}"))
    assert early.is_barred
    guest = Guest(lambda: journal.table, lambda: {0})
    with pytest.raises(Refused, match="nobody may look on"):
        guest.answer({"do": "hello", "token": ""})
    assert not guest.greeted
    assert guest_of(journal, 0).seat == 0


def test_whoever_may_not_look_on_can_take_a_seat_that_is_left() -> None:
    """He sees who sits there and nothing of the game, also if he was there before."""
    journal = Journal([opening("classic", {"deals": 3}, onlookers=False)])
    for seat in range(4):
        journal.do(do="sit", seat=seat, name=NAMES[seat], hashed=hashed(f"token {seat}"))
    rng = random.Random(4)
    to_the_bill(journal, rng)
    journal.do(do="leave", seat=3)
    early = Guest(lambda: journal.table, lambda: {0, 1, 2})
    early.answer({"do": "hello", "token": ""})
    shown = early.news()["scene"]
    assert not early.is_barred
    for seat in range(3):
        journal.do(do="ready", seat=seat)
    for _ in range(40):
        act(journal, rng)
        early.note(journal.table)
        for frame in early.news().get("frames", ()):
            shown |= frame["changes"]
    late = guest_of(journal, None).news()["scene"]
    for seen in (shown, late):
        assert [who["name"] for who in seen["people"]] == journal.table.names
        assert seen["turn"] == "Nobody may look on at this table."
        assert not any(seen[part] for part in ("auction", "trick", "bill"))
        assert not any(seat["cards"] or seat["hidden"] for seat in seen["seats"])
    assert late["log"] == []
    for what in ("record", "review", "replay", "words", "rules", "prices", "fairness"):
        with pytest.raises(Refused, match="nobody may look on"):
            early.answer({"do": what, "deal": 1})
    wish = early.wish({"do": "sit", "seat": 3, "name": "Eva"})
    assert wish is not None
    journal.do(**wish.entry)
    early.done(wish)
    assert early.news()["scene"]["position"] == journal.table.position


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"seconds": 14}, "a clock gives 15 to 600 seconds"),
        ({"seconds": 601}, "a clock gives"),
        ({"delay": -1}, "at most 600 seconds behind"),
        ({"delay": 601}, "at most 600"),
        ({"delay": 30, "onlookers": False}, "nobody may look on"),
    ],
)
def test_what_cannot_be_agreed_is_refused(wrong: dict[str, int], why: str) -> None:
    with pytest.raises(Refused, match=why):
        opening("classic", {}, **wrong)


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
        journal, rng = opened("mariland", deals=1), random.Random(2)
        while journal.table.state.actor == br.CHANCE:
            act(journal, rng)
        store = open_store(f"sqlite:{tmp_path / 'tables.sqlite'}")
        hall = Hall(store, metrics := Metrics())
        await hall.open("t", journal.entries)
        room = await hall.room("t")
        assert room is not None
        slow, quick = Socket(), Socket()
        lines = [
            asyncio.create_task(Line(cast("WebSocket", each), room, hall, metrics, "").serve())
            for each in (slow, quick)
        ]
        start = journal.table.position
        while not (slow.positions and quick.positions):
            await asyncio.sleep(0)
        slow.free.clear()
        for _ in range(4):
            act(journal, rng)
            await room.do(journal.entries[-1])
            while quick.positions[-1][-1] < journal.table.position:
                await asyncio.sleep(0)
        slow.free.set()
        while slow.positions[-1][-1] < journal.table.position:
            await asyncio.sleep(0)
        assert quick.positions == [[start], *([start + at] for at in range(1, 5))]
        assert slow.positions[0] == [start]
        assert [at for each in slow.positions[1:] for at in each] == [*range(start + 1, start + 5)]
        assert len(slow.positions) <= 3
        for each in (slow, quick):
            each.received.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.gather(*lines)
        assert room.lines == set()
        await hall.store.close()

    run(play())


def test_who_has_missed_very_much_sees_the_table_anew() -> None:
    journal, rng = opened("mariland", deals=5), random.Random(3)
    guest = guest_of(journal, None)
    guest.news()
    while journal.table.position < 250:
        if isinstance(journal.table.state, br.Settled):
            for seat in range(4):
                journal.do(do="ready", seat=seat)
        else:
            act(journal, rng)
        guest.note(journal.table)
    assert guest.news()["scene"] == scene(journal, None)


def test_games_of_strangers_are_offered_with_all_others() -> None:
    found = {game["slug"]: game for game in games()}
    assert set(found) == {*br.list_variants()}
    for slug, game in found.items():
        for option in game["options"]:
            assert option["choices"] or option["chosen"] is None, (slug, option)
            opening(slug, {option["name"]: option["chosen"]})


def test_the_lesson_is_won_by_whoever_does_what_is_advised() -> None:
    journal = Journal([lesson()])
    journal.do(do="sit", seat=0, name="Ann", hashed=hashed("a"))
    journal.do(do="bots", most=3, bot="simple")
    for token in ("bid 6 S", "play AS", "play KS", "play QS"):
        journal.go_on()
        journal.act(0, br.parse_action(token))
    journal.go_on()
    assert Journal(journal.entries).table.may_take_back(0)
    bot = SimpleBot(random.Random(1))
    while journal.table.state.actor is not None:
        assert journal.table.state.actor == 0
        journal.act(0, bot.choose(br.observe(journal.table.state, 0)))
        journal.go_on()
    assert journal.table.state.settlement is not None
    assert journal.table.state.settlement.made
    journal.do(do="ready", seat=0)
    assert journal.table.state.table.deal_number == 2


def test_a_table_is_opened_with_house_rules_by_path() -> None:
    rng = random.Random(1)
    journal = opened("fontainebleau", 1, **{"pool.cap": 60, "deals": 3})
    journal.do(do="bots", most=3, bot="simple")
    to_the_bill(journal, rng)
    house = with_fields("fontainebleau", {"pool.cap": 60, "deals": 3})
    assert journal.table.state.variant == house
    again = Journal(journal.entries)
    assert again.table.state == journal.table.state
    assert br.replay(br.loads(br.dumps(journal.table.record_for(0))))[-1].variant == house


@pytest.mark.parametrize("name", ["می\u200cخواهم", "\U0001f468\u200d\U0001f469\u200d\U0001f467"])
def test_a_name_may_have_what_joins_its_letters_or_keeps_them_apart(name: str) -> None:
    journal = Journal([opening("classic", {})])
    journal.do(do="sit", seat=0, name=name, hashed=hashed("token"))
    assert journal.table.names[0] == name
    for hidden in ("\u200dAnn", "A\u202enn", "A\u200bnn"):
        with pytest.raises(Refused, match="invisible"):
            journal.do(do="sit", seat=1, name=hidden, hashed=hashed("other"))
