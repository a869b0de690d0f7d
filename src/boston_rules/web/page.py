"""What the client asks where Python runs in the page itself, one JSON question at a time.

There is one table at most. Bots act as soon as they may; the client shows it at its own pace.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from attrs import asdict

import boston_rules as br
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import say
from boston_rules.telling.language import speaking, spoken
from boston_rules.telling.screen import refusal
from boston_rules.web import evening
from boston_rules.web.console import Console
from boston_rules.web.guest import Guest, get
from boston_rules.web.menu import games
from boston_rules.web.table import Refused, Seat, Table

__all__ = ["answer"]

Answer = dict[str, Any]


class Page:
    """The table of the page, and whoever plays at it."""

    def __init__(self) -> None:
        self._guest: Guest | None = None
        self._table: Table | None = None
        self._saved: Answer | None = None

    def _keep(self, record: br.Record, seats: Sequence[Seat]) -> None:
        self._saved = {"record": br.dumps(record), "seats": [asdict(seat) for seat in seats]}

    def open(self, asked: Answer) -> Answer:
        """Open a table and sit down at it, with bots in all other seats."""
        seed = asked.get("seed")
        rng = random.SystemRandom() if seed is None else random.Random(str(seed))
        if asked.get("lesson"):
            table = Table.lesson(self._keep, rng)
        else:
            options = get(asked, "options", dict)
            table = Table.open(get(asked, "game", str), options, self._keep, rng)
        token = table.sit(0, get(asked, "name", str))
        table.add_bots(len(table.seats), get(asked, "bot", str))
        return self._enter(table, token)

    def restore(self, asked: Answer) -> Answer:
        """Go on at a table that was saved."""
        record, seats = br.loads(get(asked, "record", str)), get(asked, "seats", list)
        table = Table.load(record, seats, self._keep, random.SystemRandom())
        return self._enter(table, get(asked, "token", str))

    def _enter(self, table: Table, token: str) -> Answer:
        self._table = table
        self._guest = Guest(table, lambda: {*table.people})
        table.watchers.add(self._guest.note)
        return {"token": token}

    def ask(self, asked: Answer) -> Answer:
        """What a guest asks; with the answer comes what has changed on the table."""
        guest, table = self._guest, self._table
        if guest is None or table is None:
            raise Refused(say("no game is being played"))
        made = guest.answer(asked)
        table.go_on()
        return made | guest.news()

    def saved(self) -> Answer:
        """What is to be kept of the table, if it has changed."""
        saved, self._saved = self._saved, None
        return {} if saved is None else {"saved": saved}


_page = Page()
_console = Console()

_ANSWERS: Final[dict[str, Callable[..., Answer]]] = {
    "games": lambda: {"games": games()},
    # Score a real table.
    "form": evening.form,
    "begin evening": evening.begun,
    "read evening": evening.read,
    "deal": evening.dealt,
    "correct": evening.corrected,
    "remove": evening.removed,
    # Try Python.
    "run": _console.run,
}


def answer(question: str) -> str:
    """The answer to ``{"ask": WHAT, ...}``, or what was refused and why as ``refused``.

    It is in the language of the code ``lang``, as far as the question has one.
    """
    asked = json.loads(question)
    what = asked.pop("ask")
    with speaking(asked.get("lang")):
        try:
            match what:
                case "open" | "restore" | "ask":
                    made = getattr(_page, what)(asked) | _page.saved()
                case _:
                    asked.pop("lang", None)
                    made = _ANSWERS[what](**asked)
        except br.BostonError as error:
            made = dict(refusal(error))
        except (ValueError, TypeError) as error:
            made = {"refused": spoken(message_of(error))}
    return json.dumps(made, ensure_ascii=False)
