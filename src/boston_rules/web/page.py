"""What the client asks where Python runs in the page itself, one JSON question at a time.

There is one table at most. Bots act when the client asks on; it shows that at its own pace.
"""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

import boston_rules as br
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import say
from boston_rules.telling.language import speaking, spoken
from boston_rules.telling.screen import refusal
from boston_rules.web import evening
from boston_rules.web.console import Console
from boston_rules.web.guest import Guest, get
from boston_rules.web.journal import Journal
from boston_rules.web.table import Refused, Table, hashed, lesson, opening, reopening

__all__ = ["answer", "warm_up"]

Answer = dict[str, Any]


class Page:
    """The table of the page, and whoever plays at it."""

    def __init__(self) -> None:
        self._journal: Journal | None = None
        self._guest: Guest | None = None
        self._saved = 0
        """How many entries the page has been given to keep."""

    def open(self, asked: Answer) -> Answer:
        """Open a table and sit down at it, with bots in all other seats."""
        seed = asked.get("seed")
        token = secrets.token_urlsafe(16)
        bot = get(asked, "bot", str)
        if "record" in asked:
            self._enter(Journal(reopening(asked, hashed(token), bot)))
            return {"token": token}
        if asked.get("lesson"):
            first = lesson()
        else:
            fixed = {} if seed is None else {"secret": str(seed), "dealer": 0}
            first = opening(get(asked, "game", str), get(asked, "options", dict), **fixed)
        journal = Journal([first], None if seed is None else random.Random(str(seed)))
        journal.do(do="sit", seat=0, name=get(asked, "name", str), hashed=hashed(token))
        journal.do(do="bots", most=len(journal.table.seats), bot=bot)
        self._enter(journal)
        return {"token": token}

    def restore(self, asked: Answer) -> Answer:
        """Go on at a table that was saved."""
        token = get(asked, "token", str)
        try:
            self._enter(Journal(get(asked, "entries", list)))
        except (KeyError, TypeError, ValueError) as error:
            raise Refused(say("the table that is kept cannot be read")) from error
        return {"token": token}

    def _enter(self, journal: Journal) -> None:
        self._journal, self._saved = journal, 0
        self._guest = Guest(lambda: journal.table, lambda: {*journal.table.people})

    def ask(self, asked: Answer) -> Answer:
        """What a guest asks; with the answer comes what has changed on the table.

        It has ``more`` where chance or a bot is to act: see :meth:`go_on`.
        """
        journal, guest = self._at_table()
        before = journal.table
        wish = guest.wish(asked)
        if wish is None:
            made = guest.answer(asked)
        else:
            before.check_position(wish.position)
            journal.do(**wish.entry)
            made = guest.done(wish)
        return made | self._news(before)

    def go_on(self, asked: Answer) -> Answer:
        """Let chance or a bot act, if it is their turn; what has changed."""
        journal, _ = self._at_table()
        before = journal.table
        journal.due()
        return self._news(before)

    def refusal(self, error: br.BostonError) -> Answer:
        """Why something was not done."""
        return dict(refusal(error)) if self._guest is None else self._guest.refusal(error)

    def _at_table(self) -> tuple[Journal, Guest]:
        if self._journal is None or self._guest is None:
            raise Refused(say("no game is being played"))
        return self._journal, self._guest

    def _news(self, before: Table) -> Answer:
        journal, guest = self._at_table()
        if journal.table.trail is not before.trail:
            guest.note(journal.table)
        more = {} if journal.table.due() is None else {"more": True}
        return guest.news() | more

    def saved(self) -> Answer:
        """What is to be kept of the table, if it has changed."""
        entries = self._journal.entries if self._journal else []
        if self._saved == len(entries):
            return {}
        self._saved = len(entries)
        return {"saved": {"entries": entries}}


def warm_up() -> None:
    """Do what every first table needs, on one that is thrown away."""
    page = Page()
    asked = {"game": "classic", "options": {}, "name": "Ann", "bot": "simple"}
    page.ask({"do": "hello", **page.open(asked)})


_page = Page()
_console = Console()


def answer(question: str) -> str:
    """The answer to ``{"ask": WHAT, ...}``, or what was refused and why as ``refused``.

    It is in the language of the code ``lang``, as far as the question has one.
    """
    asked = json.loads(question)
    what = asked.pop("ask")
    with speaking(asked.get("lang")):
        try:
            match what:
                case "open" | "restore" | "ask" | "go_on":
                    made = getattr(_page, what)(asked) | _page.saved()
                case "run":
                    made = _console.run(get(asked, "code", str))
                case _:
                    asked.pop("lang", None)
                    made = evening.answer({"ask": what, **asked})
        except br.BostonError as error:
            made = _page.refusal(error)
        except (ValueError, TypeError) as error:
            made = {"refused": spoken(message_of(error))}
    return json.dumps(made, ensure_ascii=False)
