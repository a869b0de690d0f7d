"""Somebody at a table: what he asks and is answered, and what he is shown.

A question is a JSON object with ``do`` and what that needs; see :meth:`Guest.answer`. What has
changed on the table comes as :meth:`Guest.news`: the whole scene once, and from then on a frame for
each event, with what is said of it and the parts of the scene that it has changed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import boston_rules as br
from boston_rules.core.saying import say
from boston_rules.telling import draw
from boston_rules.telling.language import ENGLISH, languages, speaking, spoken
from boston_rules.telling.screen import refusal, screen, told
from boston_rules.web.advice import hint, review, rules
from boston_rules.web.table import Refused, Table

__all__ = ["SLOW", "Guest", "get", "language", "object_of"]

SLOW: Final = ("hint", "review")
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
    value = asked.get(name)
    if type(value) is not kind:
        raise Refused(say("{name} must be of the type {kind}", name=repr(name), kind=kind.__name__))
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


class Guest:
    """One who looks at a table, and plays at it once he has shown the token of a seat.

    Args:
        table: the table.
        present: the seats whose players are there.
    """

    def __init__(self, table: Table, present: Callable[[], set[int | None]]) -> None:
        self._table, self._present = table, present
        self.seat: int | None = None
        self.greeted: bool = False
        self._lang = ENGLISH
        self._scene: dict[str, Any] | None = None
        """What he was shown last."""
        self._log: list[str] = []
        """What he was told of this deal."""
        self._pending: list[tuple[int, br.State]] = []

    @property
    def _names(self) -> Sequence[str]:
        """The players, once there are as many as seats."""
        return self._table.names if self._table.is_full else ()

    def note(self, state: br.State) -> None:
        """The table has moved on."""
        self._pending.append((self._table.position, br.observe(state, self.seat)))
        if len(self._pending) > _MOST:
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._scene = None
        self._pending.clear()

    # What he is shown.

    def news(self) -> dict[str, Any]:
        """What has changed since he was last shown the table; nothing where nothing has."""
        pending, self._pending = self._pending, []
        with speaking(self._lang):
            if self._scene is None:
                self._scene = self._scene_of(br.observe(self._table.state, self.seat))
                self._log = told(br.observe(self._table.state, self.seat), self._names)
                return {"scene": {**self._scene, "log": self._log}}
            frames = [self._frame(*each) for each in pending]
            scene = self._scene_of(br.observe(self._table.state, self.seat))
            if changes := _changes(self._scene, scene):
                frames.append({"changes": changes})
                self._scene = scene
        return {"frames": frames} if frames else {}

    def _frame(self, position: int, view: br.State) -> dict[str, Any]:
        """An event, and the scene after it."""
        assert self._scene is not None, "he was shown the table"
        scene = self._scene | self._seen(view) | {"position": position}
        frame: dict[str, Any] = {"changes": _changes(self._scene, scene)}
        self._scene = scene
        event = view.events[-1]
        frame |= {"do": str(event.action).partition(" ")[0], "seat": event.seat}
        before = self._log if len(view.events) > 1 else []
        self._log = told(view, self._table.names)
        # A line may have grown, where a trick was not complete before this event.
        grown = [
            now.removeprefix(then)
            for then, now in zip(before, self._log, strict=False)
            if now != then and not then.startswith(now)
        ]
        added = [*grown, *self._log[len(before) :]]
        if said := " ".join(map(str.strip, filter(None, added))):
            frame["said"] = said
        if len(view.events) == 1:
            frame["do"] = "opened"
        if isinstance(event.action, br.Play):
            frame["card"] = str(event.action.card)
        return frame

    def _seen(self, view: br.State) -> dict[str, Any]:
        return {"bill": None, "table": None, "over": None, **screen(view, self._names)}

    def _scene_of(self, view: br.State) -> dict[str, Any]:
        """The whole scene: the table as he sees it, and who is there."""
        table, here = self._table, self._present()
        people = [
            {"name": who.name, "bot": who.bot, "here": bool(who.bot) or seat in here}
            for seat, who in enumerate(table.seats)
        ]
        made = self._seen(view) | {
            "position": table.position,
            "seat": self.seat,
            "people": people,
            "undo": self.seat is not None and table.may_take_back(self.seat),
            "waiting": [],
            "score": None,
        }
        if isinstance(view, br.Settled):
            made["waiting"] = table.waiting()
            made["score"] = draw.html(table.score())
        return made

    # What he asks.

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked; the answer, with ``refused`` where it was.

        Raises:
            OSError: the table could not be saved, so nothing was done.
        """
        with speaking(self._lang):
            try:
                return self._do(get(asked, "do", str), asked)
            except br.BostonError as error:
                return dict(refusal(error, self._names, variant=self._table.state.variant))

    def _do(self, what: str, asked: dict[str, Any]) -> dict[str, Any]:
        table = self._table
        match what:
            case "hello" if not self.greeted:  # who one is, and how one looks on
                said = self._look(asked)
                self.greeted = True
                token = get(asked, "token", str)
                self.seat = table.seat_of(token)
                if token and self.seat is None:
                    raise Refused(say("that token is for no seat at this table"))
                return said
            case "look":
                return self._look(asked)
            case "prices":
                return {"html": draw.html(table.state.variant)}
            case "rules":
                with speaking(names=self._names):
                    return {"rules": rules(br.observe(table.state, self.seat))}
            case "review":
                return review(table.state, table.names)
            case "record":
                return {"record": br.dumps(table.record_for(self.seat))}
            case "sit" if self.seat is None:
                seat = get(asked, "seat", int)
                token = table.sit(seat, get(asked, "name", str))
                self.seat = seat
                self._begin_anew()
                return {"token": token}
        if self.seat is None:
            raise Refused(say("only those who sit at the table may do that"))
        match what:
            case "act":
                action = table.read(self.seat, get(asked, "text", str))
                table.apply(self.seat, action, get(asked, "position", int))
            case "hint":
                return hint(br.observe(table.state, self.seat), random.Random())
            case "next":
                table.get_ready(self.seat)
            case "undo":
                if not table.take_back(self.seat):
                    return {"said": spoken(say("Everybody at the table is asked."))}
                self._begin_anew()
            case "bots":
                table.add_bots(len(table.seats), get(asked, "bot", str))
            case _:
                raise Refused(say("nobody can do {what} here", what=repr(what[:20])))
        return {}

    def _look(self, asked: dict[str, Any]) -> dict[str, Any]:
        self._lang = language(asked)
        self._begin_anew()
        with speaking(self._lang):
            return {"pack": {str(card): spoken(card.words) for card in br.PACK}}


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a scene that are not as they were."""
    return {name: part for name, part in after.items() if before.get(name) != part}
