"""A table in one process, with its bots, where nobody else writes its journal."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable

import boston_rules as br
from boston_rules.bots import Bot, load_bot
from boston_rules.web.table import Entry, Table

__all__ = ["Company", "Journal"]


class Company:
    """The bots of a table, which remember what they have seen.

    Args:
        rng: what they draw with; without it the randomness of the operating system.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        self._bots: dict[int, tuple[str, Bot]] = {}
        self._rng = rng or random.SystemRandom()

    def choose(self, table: Table, actor: int) -> br.Action:
        """Choose for chance, or as a bot, which gets the view of its seat as a person does."""
        if actor == br.CHANCE:
            return table.draw()
        name = table.seats[actor].bot
        found = self._bots.get(actor)
        if found is None or found[0] != name:
            found = self._bots[actor] = (name, load_bot(name)(self._rng))
        return found[1].choose(br.observe(table.state, actor))


class Journal:
    """The journal of one table, and the table as it stands.

    Args:
        entries: what has happened so far.
        rng: what bots draw with; without it the randomness of the operating system.

    Raises:
        BostonError, KeyError, TypeError, ValueError: the entries are spoilt.

    >>> from boston_rules.web.journal import Journal
    >>> from boston_rules.web.table import opening
    >>> journal = Journal([opening("classic", {"deals": 2})])
    >>> journal.do(do="sit", seat=0, name="Ann", hashed="")
    >>> journal.do(do="bots", most=3, bot="simple")
    >>> journal.go_on()
    >>> journal.table.names, journal.table.due()
    (['Ann', 'Basil', 'Clara', 'Denis'], None)
    """

    def __init__(self, entries: Iterable[Entry], rng: random.Random | None = None) -> None:
        self.entries: list[Entry] = list(entries)
        self.table: Table = Table.load(self.entries)
        self._company = Company(rng)

    def do(self, **entry: object) -> None:
        """Do something now; the keywords are those of an entry.

        Raises:
            BostonError: the table or the rules refuse it, and it stays as it is.
        """
        whole = {**entry, "at": round(time.time(), 3)}
        self.table = self.table.then(whole)
        self.entries.append(whole)

    def act(self, seat: int, action: br.Action) -> None:
        """Do an action of the game.

        Raises:
            BostonError: the table or the rules refuse it.
        """
        self.do(do="act", seat=seat, token=str(action))

    def due(self) -> bool:
        """Let chance or a bot act, if it is their turn; whether it was."""
        actor = self.table.due()
        if actor is not None:
            self.act(actor, self._company.choose(self.table, actor))
        return actor is not None

    def go_on(self) -> None:
        """Let chance and bots act until a person is to act or the deal is over."""
        while self.due():
            pass
