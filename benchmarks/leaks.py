"""Searches what a host sends for cards: ``python -m benchmarks.leaks --messages 100000``.

Sessions of every game are played at random, by strict rules and by the table's law. Each seat and
an onlooker are sent what a page is sent and what a program is sent, and every message is searched
for cards that its reader could not know when it came. The same messages are searched as if a
neighbour read them, where something must be found. The exit status is 1 where either is not so.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from typing import Any, Final

import click
from tests.web.test_session import leaks, positions

import boston_rules as br
from boston_rules.web.guest import Guest
from boston_rules.web.journal import Journal
from boston_rules.web.table import hashed, opening

__all__ = ["Told", "session"]

FORMS: Final = ("screen", "events")


class Told:
    """Somebody at a table, and everything that he was sent."""

    def __init__(self, journal: Journal, seat: int | None, form: str) -> None:
        self.seat, self.form = seat, form
        self.heard: list[dict[str, Any]] = []
        self.guest = Guest(lambda: journal.table, set)
        token = "" if seat is None else f"token {seat}"
        self.guest.answer({"do": "hello", "token": token, "form": form})

    def hear(self) -> None:
        """Take what has changed, as it is sent."""
        if news := self.guest.news():
            self.heard.append(json.loads(json.dumps(news)))


def session(slug: str, rng: random.Random) -> tuple[list[Told], dict[int, br.State]]:
    """A session of one deal; everybody who was told of it, and its states by position."""
    enforcement = rng.choice(("strict", "table"))
    journal = Journal([opening(slug, {"deals": 1, "enforcement": enforcement})])
    seats = range(len(journal.table.seats))
    for seat in seats:
        token = hashed(f"token {seat}")
        journal.do(do="sit", seat=seat, name=f"Player {seat}", hashed=token)
    told = [Told(journal, seat, form) for seat in (*seats, None) for form in FORMS]
    for each in told:
        each.hear()
    while not journal.table.is_over:
        state = journal.table.state
        actor = state.actor
        assert actor is not None, "the session goes on"
        if actor == br.CHANCE:
            journal.act(actor, journal.table.draw())
        else:
            bids = [each for each in br.legal_actions(state) if isinstance(each, br.Bid)]
            wanted = bids if bids and rng.random() < 0.4 else br.legal_actions(state)
            journal.act(actor, rng.choice(wanted))
        for each in told:
            each.guest.note(journal.table)
            each.hear()
    return told, positions(journal.table.states)


@click.command(help=__doc__)
@click.option("--messages", default=100_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(messages: int, seed: int) -> None:
    """Search, and print what was found."""
    rng = random.Random(seed)
    count = sessions = blind = 0
    found: list[str] = []
    for slug in itertools.cycle(br.list_variants()):
        told, truth = session(slug, rng)
        sessions += 1
        for each in told:
            count += len(each.heard)
            who = f"{slug}, {each.form}, {each.seat}"
            found += [f"{who}: {leak}" for leak in leaks(each.heard, each.seat, truth)]
            if each.seat is not None and len(truth) > 2:
                neighbour = (each.seat + 1) % truth[1].variant.seats
                blind += not any(leaks(each.heard, neighbour, truth))
        if count >= messages:
            break
    print(f"{count} messages of {sessions} sessions were searched: {len(found)} leaks")
    print(f"{blind} seats were sent nothing that would be a leak to their neighbour")
    print("\n".join(found[:20]))
    sys.exit(bool(found or blind))


if __name__ == "__main__":
    main()
