"""A deal against bots: the person sits South, which is seat 0."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import boston_rules as br
from boston_rules.bots import SimpleBot, decide
from boston_rules.core.saying import say, say_as, say_number, sentence_of, term
from boston_rules.telling import draw
from boston_rules.telling.language import spoken
from boston_rules.telling.screen import screen, told
from boston_rules.telling.typed import Choices

__all__ = ["Game", "games", "restored"]

YOU: Final = 0
_SOUTH, _WEST, _NORTH, _EAST = (
    say_as("place at the table", "South"),
    say_as("place at the table", "West"),
    say_as("place at the table", "North"),
    say_as("place at the table", "East"),
)
_NAMES: Final = {4: (_SOUTH, _WEST, _NORTH, _EAST), 3: (_SOUTH, _WEST, _EAST)}


def games() -> list[dict[str, str]]:
    """Every game with its title, and a line that says what it is."""
    found = (br.get_variant(slug) for slug in br.list_variants())
    return [
        {
            "slug": each.slug,
            "title": spoken(term(each.title)),
            "about": spoken(sentence_of(term(each.about))),
        }
        for each in found
    ]


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
        self._seated = _NAMES[seats]
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
    def _names(self) -> list[str]:
        """What the players are called in the language of the moment."""
        return [*map(spoken, self._seated)]

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
            raise ValueError(say("there is nothing of yours in this deal to take back"))
        back = self._last(self._path[chosen[-1] + 1])
        self._told = [spoken(say("Taken back: {what}", what=back))]
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
                only = say("You could play no other card.")
                self._told[-1] = f"{self._told[-1]} {spoken(only)}"
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

    def look(self, theme: draw.Theme, narrow: bool, *, again: bool = False) -> dict[str, Any]:
        """The pictures again, light or dark, for a wide screen or a phone.

        Args:
            theme: of the page.
            narrow: for a phone.
            again: what has happened in the deal is told again as well, in another language.
        """
        self._theme, self._narrow = theme, narrow
        if again:
            self._told = told(br.observe(self.state, YOU), self._names)
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
        return made

    def _may_undo(self) -> bool:
        return any(
            state.actor == YOU and len(br.legal_actions(state)) > 1 for state in self._path[:-1]
        )

    def _record(self) -> str:
        """The session so far, as ``boston-rules replay`` reads it."""
        undone = []
        if self._undone:
            undone = [
                say_number(
                    "In the last deal {number} action was taken back.",
                    "In the last deal {number} actions were taken back.",
                    self._undone,
                )
            ]
        made = br.record(
            [*self._settled, self.state],
            players=self._seated,
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
        raise br.RecordError(say("the record is of another table than this page's"))
    if record.viewer is not None:
        raise br.RecordError(say("the record is redacted: it does not tell all cards"))
    states = br.replay(record)
    seed = next((value for name, value in record.tags if name == "Seed"), "")
    return Game(states[:-1], states[-1:], seed)
