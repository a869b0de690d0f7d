"""A deal against bots: the person sits South, which is seat 0."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import boston_rules as br
from boston_rules.bots import SimpleBot, decide
from boston_rules.telling import draw
from boston_rules.telling.screen import screen, told
from boston_rules.telling.typed import Choices

__all__ = ["Game", "games", "restored"]

YOU: Final = 0
_NAMES: Final = {4: ("South", "West", "North", "East"), 3: ("South", "West", "East")}


def games() -> list[dict[str, str]]:
    """Every game with its title, and a line that says what it is."""
    found = (br.get_variant(slug) for slug in br.list_variants())
    return [
        {"slug": each.slug, "title": each.title, "about": _sentence(each.about)} for each in found
    ]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


class Game:
    """A session, deal after deal, and what the page shows of it."""

    def __init__(self, settled: Sequence[br.State], path: Sequence[br.State], seed: str) -> None:
        self._settled = list(settled)
        """The last states of the deals that are over, but this one."""
        self._path = list(path)
        """The states of this deal."""
        self._seed = seed
        self._rng = random.Random(f"{seed} cards {len(self._settled)} {len(path[-1].events) - 1}")
        seats = path[-1].table.variant.seats
        self._bots = [SimpleBot(random.Random(f"{seed} seat {seat}")) for seat in range(seats)]
        self._names = _NAMES[seats]
        self._theme: draw.Theme = "light"
        self._narrow = False
        self._told: list[str] = []
        self._undone = 0

    @classmethod
    def begun(cls, slug: str, seed: str) -> Game:
        """A new session; the seed gives the cards."""
        variant = br.get_variant(slug)
        return cls((), (br.start(variant, dealer=variant.seats - 1),), seed)

    @property
    def state(self) -> br.State:
        """How the deal stands."""
        return self._path[-1]

    # What the person does.

    def do(self, text: str) -> dict[str, Any]:
        """Do what was clicked or typed, then let the bots go on.

        Raises:
            NotationError: it is no action.
            IllegalAction: the rules refuse it.
        """
        action = Choices(br.observe(self.state, YOU)).read(text.strip())
        self._apply(action)
        return self.go_on()

    def undo(self) -> dict[str, Any]:
        """Take back what the person chose last in this deal.

        Raises:
            ValueError: there is nothing to take back.
        """
        chosen = [
            place
            for place, state in enumerate(self._path[:-1])
            if state.actor == YOU and len(br.legal_actions(state)) > 1
        ]
        if not chosen:
            raise ValueError("there is nothing of yours in this deal to take back")
        self._told = [f"Taken back: {self._last(self._path[chosen[-1] + 1])}"]
        del self._path[chosen[-1] + 1 :]
        self._undone += 1
        return self.scene()

    def next_deal(self) -> dict[str, Any]:
        """Begin the next deal, with the pool and the purses as this one left them.

        Raises:
            DealNotSettled: this one is not over.
            SessionOver: it was the last.
        """
        opened = br.next_deal(self.state)
        self._settled.append(self.state)
        self._path = [opened]
        self._undone = 0
        return self.go_on()

    def go_on(self) -> dict[str, Any]:
        """Let bots and chance act until the person has a choice or the deal is over."""
        while self.state.actor is not None:
            legal = br.legal_actions(self.state)
            if self.state.actor != YOU:
                self._apply(decide(self.state, self._bots, self._rng))
            elif len(legal) == 1 and isinstance(legal[0], br.Play):
                self._apply(legal[0])
                self._told[-1] += " You could play no other card."
            else:
                break
        return self.scene()

    def _apply(self, action: br.Action) -> None:
        self._path.append(br.apply(self.state, action))
        self._told.append(self._last(self.state))

    def _last(self, state: br.State) -> str:
        """What was done last, as far as the person may know."""
        return told(br.observe(state, YOU), self._names, since=len(state.events) - 1)[0]

    # What the page shows.

    def look(self, theme: draw.Theme, narrow: bool) -> dict[str, Any]:
        """The pictures again, light or dark, for a wide screen or a phone."""
        self._theme, self._narrow = theme, narrow
        return self.scene()

    def scene(self) -> dict[str, Any]:
        """Everything that the page shows now, and what has happened since it was last asked."""
        state, names = self.state, self._names
        new, self._told = self._told, []
        made = screen(br.observe(state, YOU), names, theme=self._theme, narrow=self._narrow)
        made |= {
            "told": new,
            "undo": self._may_undo(),
            "record": self._record(),
            "seed": self._seed,
        }
        if isinstance(state, br.Settled):
            made["score"] = draw.html(br.record([*self._settled, state], players=names))
            made["over"] = self._winners(state) if state.session_over else None
        return made

    def _may_undo(self) -> bool:
        return any(
            state.actor == YOU and len(br.legal_actions(state)) > 1 for state in self._path[:-1]
        )

    def _winners(self, state: br.Settled) -> str:
        won = " and ".join("You" if seat == YOU else self._names[seat] for seat in state.winners)
        return f"The session is over. Most chips: {won}."

    def _record(self) -> str:
        """The session so far, as ``boston-rules replay`` reads it."""
        undone = []
        if self._undone:
            was = "action was" if self._undone == 1 else "actions were"
            undone = [f"In the last deal {self._undone} {was} taken back."]
        made = br.record(
            [*self._settled, self.state],
            players=self._names,
            tags=[("Seed", self._seed)],
            comments=undone,
        )
        return br.dumps(made)


def restored(text: str) -> Game:
    """A session that was left, from its record.

    Raises:
        RecordError: it is no record of this page.
    """
    record = br.loads(text)
    if record.players != _NAMES.get(record.seats):
        raise br.RecordError("the record is of another table than this page's")
    if record.viewer is not None:
        raise br.RecordError("the record is redacted: it does not tell all cards")
    states = br.replay(record)
    seed = next((value for name, value in record.tags if name == "Seed"), "")
    return Game(states[:-1], states[-1:], seed)
