"""Somebody at a table: what he asks and is answered, what he wants done, and what he is shown.

A message is a JSON object with ``do`` and what that needs. What changes the table is a
:class:`Wish`, see :meth:`Guest.wish`, whose entry the host writes down; all else
:meth:`Guest.answer` answers. What has changed comes as :meth:`Guest.news`: to people as the whole
scene once, and from then on a frame for each event, with what is said of it and the parts of the
scene that it has changed; to programs as the view once, and from then on its events.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from attrs import frozen

import boston_rules as br
from boston_rules.core.saying import Said, say, sentence_of
from boston_rules.records.replaying import positions
from boston_rules.records.schema import TYPES
from boston_rules.telling import draw
from boston_rules.telling.language import ENGLISH, languages, speaking, spoken
from boston_rules.telling.screen import events_told, explained, refusal, screen, told
from boston_rules.telling.typed import Choices
from boston_rules.web.advice import hint, review, rules
from boston_rules.web.table import UNSEEN, Entry, Refused, Seat, Table, hashed

__all__ = ["SLOW", "Guest", "Wish", "get", "language", "object_of"]

SLOW: Final = ("hint", "replay", "review")
"""What takes more than a moment to answer, and changes nothing."""
_MOST: Final = 200
"""Events that are told one by one to somebody who has not heard them; of more only the last."""
_T = TypeVar("_T")


def object_of(text: str | bytes | None) -> dict[str, Any]:
    """The object that somebody sent, who may send anything.

    Raises:
        Refused: it is no object of JSON.
    """
    try:
        asked = json.loads(text or "")
    except (ValueError, RecursionError):
        raise Refused(say("a message is a JSON object")) from None
    if not isinstance(asked, dict):
        raise Refused(say("a message is a JSON object"))
    return asked


def get(asked: Mapping[str, Any], name: str, kind: type[_T]) -> _T:
    """A field of a question.

    Raises:
        Refused: it is missing or of another type.
    """
    if name not in asked:
        raise Refused(say("{name} is missing", name=repr(name)))
    value = asked[name]
    if type(value) is not kind:
        raise Refused(say("{name} must be {kind}", name=repr(name), kind=TYPES[kind]))
    return value


def language(asked: Mapping[str, Any]) -> str:
    """The language of a question.

    Raises:
        Refused: the library does not speak it.
    """
    lang = asked.get("lang", ENGLISH)
    if lang not in languages():
        raise Refused(say("{lang} is no language of this host", lang=repr(lang)[:20]))
    return str(lang)


@frozen
class Wish:
    """A change of the table that somebody asks for."""

    entry: Entry
    position: int | None = None
    """The position that it is meant for, where it is for one alone."""
    seat: int | None = None
    """The seat that he has then."""
    token: str = ""
    """What he plays it with."""


class Guest:
    """One who looks at a table, and plays at it once he has shown the token of a seat.

    Args:
        table: the table as it stands.
        present: the seats whose players are there.
        resumed: since when the clock runs.
    """

    def __init__(
        self,
        table: Callable[[], Table],
        present: Callable[[], set[int | None]],
        resumed: Callable[[], float] = float,
    ) -> None:
        self._now, self._present, self._resumed = table, present, resumed
        self.seat: int | None = None
        self.greeted: bool = False
        self.events_only: bool = False
        """Whether he keeps his own view, and is told events alone."""
        self._lang = ENGLISH
        self._scene: dict[str, Any] | None = None
        """What he was shown last."""
        self._log: list[Said] = []
        """What he was told of this deal."""
        self._sure = 0
        """How many lines of it stay as they are when a card is played."""
        self._pending: list[tuple[float, int, br.State]] = []
        """What he has not been told: since when it is so, the position, and his view."""
        self._heard = 0
        """The last position of it, or else of what he was told."""
        self._hashed = ""
        self._clock: tuple[Any, ...] = ()
        self._known: tuple[tuple[Seat, ...], set[int | None], list[dict[str, Any]]] | None = None

    @property
    def _delay(self) -> float:
        """By how many seconds he sees everything later, infinitely many where nobody looks on."""
        table = self._now()
        if self.seat is not None:
            return 0
        return table.settings.delay if table.settings.onlookers or not table.is_full else math.inf

    @property
    def is_barred(self) -> bool:
        """Whether he has nothing to do here: nobody may look on, and he cannot sit down."""
        table = self._now()
        return (
            self.seat is None
            and not table.settings.onlookers
            and len(table.people) == len(table.seats)
            and not self._present().isdisjoint(table.people)
        )

    def _table(self) -> Table:
        """The table as he may see it."""
        table = self._now()
        return table.as_of(time.time() - self._delay) if self._delay else table

    def note(self, table: Table) -> None:
        """The table has moved on."""
        if self.seat is not None and table.seats[self.seat].hashed != self._hashed:
            self._sit_down(None, "")  # his seat was given away
            return
        if self._scene is None:
            return
        if table.position != self._heard + 1 or len(self._pending) == _MOST:
            self._begin_anew()  # something was taken back, or he has missed very much
            return
        self._heard = table.position
        seen = br.observe(table.state, self.seat)
        self._pending.append((table.since, table.position, seen))

    def has_news(self, now: float) -> bool:
        """Whether something that he had to wait for may be shown now."""
        return bool(self._pending) and self._pending[0][0] <= now - self._delay

    def _sit_down(self, seat: int | None, token: str) -> None:
        self.seat, self._hashed = seat, hashed(token) if token else ""
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._scene = None
        self._clock = ()
        self._pending.clear()

    # What he is shown.

    def news(self) -> dict[str, Any]:
        """What has changed since he was last shown the table; nothing where nothing has."""
        until = time.time() - self._delay if self._delay else math.inf
        count = sum(since <= until for since, *_ in self._pending)
        pending, self._pending = self._pending[:count], self._pending[count:]
        table = self._table()
        if self._scene is None:
            self._await(table)
        if self.events_only:
            return self._events(table, pending)
        with speaking(self._lang):
            if self._scene is None:
                view = br.observe(table.state, self.seat)
                self._scene = self._scene_of(table, view, self._seen(view))
                self._log, self._sure = list(events_told(view)), 0
                with speaking(names=self._names, viewer=self.seat):
                    return {"scene": {**self._scene, "log": list(map(spoken, self._log))}}
            frames = [self._frame(position, view) for _, position, view in pending]
            if pending and pending[-1][1] == table.position:
                view, seen = pending[-1][2], self._scene
            else:
                view = br.observe(table.state, self.seat)
                seen = self._seen(view)
            scene = self._scene_of(table, view, seen)
            if changes := _changes(self._scene, scene):
                frames.append({"changes": changes})
                self._scene = scene
        return {"frames": frames} if frames else {}

    def _await(self, shown: Table) -> None:
        """Keep what is to be told after a table that is shown whole."""
        now = self._now()
        self._heard = now.position
        moves = [
            (stamp, state)
            for table in filter(None, (now.past, now))
            for stamp, state in zip(table.stamps, table.trail, strict=True)
        ]
        count = now.position - shown.position
        self._pending = [
            (stamp, now.position - after, br.observe(state, self.seat))
            for after, (stamp, state) in zip(
                range(count)[::-1], moves[len(moves) - count :], strict=True
            )
        ]

    def _events(
        self, table: Table, pending: Sequence[tuple[float, int, br.State]]
    ) -> dict[str, Any]:
        """The view once, then its events; beside them what no rule of the game knows of."""
        around = self._around(table)
        if self._scene is None:
            self._scene = around
            view = br.dumps_view(br.observe(table.state, self.seat))
            return {"view": json.loads(view), "table": around}
        made: dict[str, Any] = {}
        if pending:
            made["events"] = [json.loads(br.dumps_event(view.events[-1])) for *_, view in pending]
        if changes := _changes(self._scene, around):
            made["table"] = changes
            self._scene = around
        return made

    def _frame(self, position: int, view: br.State) -> dict[str, Any]:
        """An event, and the scene after it."""
        assert self._scene is not None, "he was shown the table"
        scene = self._scene | self._seen(view) | {"position": position}
        frame: dict[str, Any] = {"changes": _changes(self._scene, scene)}
        self._scene = scene
        event = view.events[-1]
        frame |= {"do": type(event.action).__name__.lower(), "seat": event.seat}
        if len(view.events) == 1:
            self._log = []
        sure = self._sure if isinstance(event.action, br.Play) else 0
        before = self._log[sure:]
        log = list(events_told(view, since=sure + 1))
        self._log[sure:] = log
        self._sure = sure if view.trick else len(self._log)
        with speaking(names=self._now().names, viewer=self.seat):
            # A line may have grown, where a trick was not complete before this event.
            grown = [
                spoken(now).removeprefix(spoken(then))
                for then, now in zip(before, log, strict=False)
                if now != then and not then.startswith(now)
            ]
            added = [*grown, *map(spoken, log[len(before) :])]
        if said := " ".join(map(str.strip, filter(None, added))):
            frame["said"] = said
        if len(view.events) == 1:
            frame["do"] = "opened"
        if isinstance(event.action, br.Play):
            frame["card"] = str(event.action.card)
        return frame

    @property
    def _names(self) -> Sequence[str]:
        """The players, once there are as many as seats."""
        table = self._now()
        return table.names if table.is_full else ()

    def _seen(self, view: br.State) -> dict[str, Any]:
        return {"bill": None, "table": None, "over": None, **screen(view, self._names)}

    def _scene_of(self, table: Table, view: br.State, seen: dict[str, Any]) -> dict[str, Any]:
        """The whole scene: the table as he sees it, and who is there."""
        made = seen | self._around(table) | {"score": None}
        if self._delay == math.inf:
            made["turn"] = spoken(sentence_of(UNSEEN))
        if isinstance(view, br.Settled):
            made["score"] = draw.html(table.score())
        elif table.ended:
            over = spoken(say("The session was ended by its players."))
            hand = [card | {"token": None, "legal": False, "why": ""} for card in made["hand"]]
            made |= {"over": over, "turn": over, "actor": None, "hand": hand}
            made |= {"bids": [], "choices": [], "score": draw.html(table.score())}
        return made

    def _around(self, table: Table) -> dict[str, Any]:
        """The table apart from the game: who sits there, who is waited for, what is asked."""
        return {
            "position": table.position,
            "seat": self.seat,
            "people": self._people(table.seats),
            "undo": self.seat is not None and table.may_take_back(self.seat),
            "waiting": table.waiting() if isinstance(table.state, br.Settled) else [],
            "wishes": {what: list(by) for what, by in table.wishes.items()},
            "clock": self._time(table),
            "ended": table.ended,
            "promise": table.promise,
        }

    def _people(self, seats: tuple[Seat, ...]) -> list[dict[str, Any]]:
        """Who sits where; worked out when that has changed."""
        known, here = self._known, self._present()
        if known is None or known[0] is not seats or known[1] != here:
            people = [
                {
                    "name": who.name,
                    "bot": who.bot,
                    "here": seat in here or bool(who.bot and not who.hashed),
                    "away": who.is_away,
                }
                for seat, who in enumerate(seats)
            ]
            known = self._known = (seats, here, people)
        return known[2]

    def _time(self, table: Table) -> dict[str, Any] | None:
        """Who is to decide, and how many seconds were left when it was first asked."""
        seconds = table.settings.seconds
        awaited = table.awaited() if seconds else []
        if not awaited:
            return None
        key = (table.position, *awaited)
        if self._clock[:1] != (key,):
            asked = [self.seat] if self.seat in awaited else awaited
            since = max(self._resumed(), *(table.asked_since(seat) for seat in asked))
            left = max(0, round(seconds - (time.time() - since)))
            self._clock = (key, {"seats": awaited, "left": left})
        return dict(self._clock[1])

    # What he asks.

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question, which changes nothing.

        Raises:
            BostonError: it has none.
        """
        with speaking(self._lang):
            return self._answer(get(asked, "do", str), asked)

    def refusal(self, error: br.BostonError) -> dict[str, Any]:
        """Why something was not done, in his language."""
        with speaking(self._lang, viewer=self.seat):
            return dict(refusal(error, self._names, variant=self._now().state.variant))

    def _answer(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        table = self._table()
        match what:
            case "hello" if not self.greeted:  # who one is, and how one looks on
                said = self._look(asked)
                self.events_only = asked.get("form") == "events"
                token = get(asked, "token", str)
                seat = self._now().seat_of(token) if token else None
                if seat is None and self.is_barred:
                    raise Refused(UNSEEN)
                self.greeted = True
                self._sit_down(seat, token)
                if token and seat is None:
                    raise Refused(say("that token is for no seat at this table"))
                return {} if self.events_only else said
            case _ if not self.greeted:
                raise Refused(say("say hello first"))
            case "look":
                return self._look(asked)
            case _ if self._delay == math.inf:
                raise Refused(UNSEEN)
            case "prices":
                return {"html": draw.html(table.state.variant)}
            case "words":
                return explained(br.observe(table.state, self.seat), self._names)
            case "rules":
                view = br.observe(table.state, self.seat)
                with speaking(names=self._names, viewer=self.seat):
                    return {"rules": rules(view), **explained(view, self._names)}
            case "review":
                return review(table, get(asked, "deal", int) if "deal" in asked else None)
            case "replay":
                return self._replay(table, get(asked, "deal", int))
            case "record":
                return {"record": br.dumps(table.record_for(self.seat))}
            case "fairness":
                return table.fairness()
            case "hint" if self.seat is not None:
                return hint(br.observe(table.state, self.seat), random.Random())
        raise Refused(say("nobody can do {what} here", what=repr(what[:20])))

    def _replay(self, table: Table, number: int) -> dict[str, Any]:
        """The scenes of a deal that is over: each as one saw it then, and at the end of the session
        with the cards of all.

        Raises:
            Refused: there is no such deal.
        """
        scenes, said = [], ""
        for state in positions(br.record(table.deal(number), players=table.names)):
            view = br.observe(state, self.seat)
            log = told(view, self._names, since=len(view.events) - 1)
            scene = self._seen(view) | {"said": log[-1] if log and log[-1] != said else ""}
            said = log[-1] if log else ""
            if table.is_over and state.actor is not None and state.hands:
                scene["seats"] = [
                    seat | {"cards": list(map(str, hand.sorted())), "hidden": 0}
                    for seat, hand in zip(scene["seats"], state.hands, strict=True)
                ]
            scenes.append(scene)
        return {"scenes": [scenes[0], *itertools.starmap(_changes, itertools.pairwise(scenes))]}

    def _look(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        self._lang = language(asked)
        self._begin_anew()
        with speaking(self._lang):
            return {"pack": {str(card): spoken(card.words) for card in br.PACK}}

    # What he wants done.

    def wish(self, asked: Mapping[str, Any]) -> Wish | None:
        """The change of the table that a message asks for; nothing where it is a question.

        Raises:
            BostonError: it is no action, or he may not do that.
        """
        with speaking(self._lang):
            what = get(asked, "do", str)
            if what not in _WISHES:
                return None
            if not self.greeted:
                raise Refused(say("say hello first"))
            if what == "sit":
                return self._sit(asked)
            if self.seat is None:
                raise Refused(say("only those who sit at the table may do that"))
            entry: dict[str, Any] = {"do": what, "seat": self.seat}
            match what:
                case "act":
                    entry["token"] = str(self._read(get(asked, "text", str)))
                    return Wish(entry, get(asked, "position", int), self.seat)
                case "bots":
                    most = len(self._now().seats)
                    entry = {"do": what, "most": most, "bot": get(asked, "bot", str)}
                case "wish" | "withdraw":
                    entry["what"] = get(asked, "what", str)
                case "leave":
                    return Wish(entry)
            return Wish(entry, seat=self.seat)

    def _sit(self, asked: Mapping[str, Any]) -> Wish:
        if self.seat is not None:
            raise Refused(say("you have a seat already"))
        seat, token = get(asked, "seat", int), secrets.token_urlsafe(16)
        name = get(asked, "name", str)
        entry = {"do": "sit", "seat": seat, "name": name, "hashed": hashed(token)}
        return Wish(entry, seat=seat, token=token)

    def _read(self, text: str) -> br.Action:
        """The action that a player has chosen or typed: a token, a card, a bid by name."""
        view = br.observe(self._now().state, self.seat)
        if self.events_only:
            return br.parse_action(text, view.variant)
        return Choices(view).read(text.strip())

    def holds(self, seat: int | None) -> Callable[[Table], bool]:
        """Whether a table still knows him as the player of the seat that he has now."""
        known = self._hashed
        return lambda table: seat is None or table.seats[seat].hashed == known

    def done(self, wish: Wish) -> dict[str, Any]:
        """The answer once it is done."""
        if wish.token or wish.seat is None:
            self._sit_down(wish.seat, wish.token)
        with speaking(self._lang):
            if wish.token:
                return {"token": wish.token}
            if wish.entry["do"] == "wish" and wish.entry["what"] in self._now().wishes:
                return {"said": spoken(say("Everybody at the table is asked."))}
            return {}


_WISHES: Final = ("sit", "bots", "leave", "away", "back", "act", "ready", "wish", "withdraw")


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a scene that are not as they were."""
    return {name: part for name, part in after.items() if before.get(name) != part}
