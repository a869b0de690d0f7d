"""One table, as an immutable value: who sits at it and how its game stands.

Whatever happens at a table is an *entry* of its journal, a JSON object. :meth:`Table.then` is the
table after an entry, or refuses it. A host appends the entry to the journal before the table that
it makes counts: whatever anybody has seen is kept, nothing is half done, and all processes that
read one journal have one table. A table knows nothing of sockets, files and clocks.
"""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, TypeAlias

from attrs import evolve, field, frozen

import boston_rules as br
from boston_rules.bots import BOT_NAMES
from boston_rules.core.saying import say, say_number
from boston_rules.records import with_fields
from boston_rules.records.replaying import positions
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.web.fair import Draws, commitment

__all__ = [
    "LONGEST_NAME",
    "MOST_DEALS",
    "UNSEEN",
    "Entry",
    "Refused",
    "Seat",
    "Settings",
    "Table",
    "check_bot",
    "check_seen",
    "hashed",
    "opening",
    "reopening",
]

MOST_DEALS: Final = 100
"""A session has an end, and so has what a host reads to go on with it."""
LONGEST_NAME: Final = 24
_JOINERS: Final = "\u200c\u200d"
"""Persian and some Indian names, and many pictures, are not written without them."""
UNSEEN: Final = say("nobody may look on at this table")
"""Why onlookers, and a delay for them, are refused where there are to be none."""
CLOCK: Final = (15, 600)
"""The fewest and the most seconds that a clock gives for a decision."""
LONGEST_DELAY: Final = 600
"""Seconds."""
STAND_IN: Final = "simple"
"""The bot that plays for somebody who is away."""

Entry: TypeAlias = Mapping[str, Any]
"""What happens at a table: ``do``, when as ``at``, and what that needs. JSON throughout."""


class Refused(br.BostonError, ValueError):
    """The table refuses something of which the rules know nothing."""


@frozen
class Seat:
    """Who sits at one place.

    A seat with a hash and a bot is that of a person for whom a bot plays.
    """

    name: str = ""
    """Empty as long as nobody does."""
    hashed: str = ""
    """The SHA-256 of the token by which its player is known; empty where no person sits."""
    bot: str = ""
    """Which bot plays it, as :func:`boston_rules.bots.load_bot` reads it; empty for a person."""
    ready: int = 0
    """The last deal after which its player wanted to go on."""
    came: float = 0.0
    """Since when its player decides for himself: a clock gives him its time from then on."""

    @property
    def is_away(self) -> bool:
        """Whether a bot plays for the person who sits there."""
        return bool(self.hashed and self.bot)


@frozen
class Settings:
    """Agreed when a table is opened; nothing of it changes later."""

    game: str
    """The slug of the variant."""
    options: Mapping[str, Any]
    """House rules."""
    dealer: int
    """Who deals first."""
    secret: str
    """What chance is drawn from (:mod:`boston_rules.web.fair`), told when the session is over."""
    seconds: int = 0
    """How long a decision may take before a bot plays for the player; 0 for no clock."""
    onlookers: bool = True
    """Whether those without a seat may watch."""
    delay: int = 0
    """By how many seconds they see everything later."""
    public: bool = False
    """Whether the table is shown to everybody who looks for one."""
    hands: tuple[str, ...] = ()
    """The hands of the first deal, where it is not shuffled."""
    record: str = ""
    """What has been played elsewhere; the table goes on with the last deal of it."""
    events: int | None = None
    """After how many events of that deal; after all where it is ``None``."""


def hashed(token: str) -> str:
    """The hash of a token, which is kept in its place: reading it lets nobody play."""
    # A token is 128 random bits, so that one fast hash is enough; a password would need a slow one.
    return sha256(token.encode(errors="replace")).hexdigest()


def check_bot(name: str) -> None:
    """Refuse what is not a bot of the library; any other name would import a module.

    Raises:
        Refused: it is none.
    """
    if name not in BOT_NAMES:
        raise Refused(say("there is no bot {name} here", name=repr(name)[:40]))


@lru_cache(maxsize=256)
def _variant(slug: str, options: str) -> br.Variant:
    """A game with its options and house rules as JSON; tables of one game share it."""
    return with_fields(slug, json.loads(options))


def opening(slug: str, options: Mapping[str, object], **settings: Any) -> dict[str, Any]:
    """The first entry of a table's journal, whose first dealer and secret are drawn now.

    Args:
        slug: the game.
        options: its options, and house rules by path, such as ``{"pool.cap": 100}``.
        settings: those of :class:`Settings`, as far as they are not the usual ones.

    Raises:
        BostonError: there are no such rules, or they are not for a host.
    """
    variant = _variant(slug, json.dumps(dict(options)))
    if variant.session.deals > MOST_DEALS:
        raise Refused(say("a session has at most {number} deals here", number=MOST_DEALS))
    seconds, delay = settings.get("seconds", 0), settings.get("delay", 0)
    if seconds and not CLOCK[0] <= seconds <= CLOCK[1]:
        least, most = CLOCK
        raise Refused(say("a clock gives {least} to {most} seconds", least=least, most=most))
    if not 0 <= delay <= LONGEST_DELAY:
        raise Refused(say("onlookers are at most {number} seconds behind", number=LONGEST_DELAY))
    if delay and not settings.get("onlookers", True):
        raise Refused(UNSEEN)
    first = {"dealer": secrets.randbelow(variant.seats), "secret": secrets.token_hex(32)}
    told = {"game": slug, "options": dict(options), **first, **settings}
    entry = {"do": "open", "of": variant.fingerprint(), "settings": told}
    br.dumps(Table.begin(entry).score())  # what cannot be recorded is not played
    return entry


def lesson() -> dict[str, Any]:
    """The first entry of a table for the first lesson; the deals after its own are as ever."""
    told = json.loads(files(__package__).joinpath("lesson.json").read_text("utf-8"))
    return opening(told["game"], {}, dealer=told["dealer"], hands=told["hands"])


def reopening(asked: Mapping[str, Any], hashed: str, bot: str) -> list[Entry]:
    """The first entries of a table that goes on with the last finished deal of a record.

    Args:
        asked: ``record``, the text of one in which all cards can be seen; ``seat``, whose place the
            person takes; ``events``, after how many of the deal, or at its end without it.
        hashed: the hash of the token of the person who sits down.
        bot: what plays all other seats.

    Raises:
        BostonError: it is no record, or there is no such moment in it.
    """
    seat, events = asked.get("seat", 0), asked.get("events")
    told = br.loads(str(asked["record"]))
    over = [state for state in br.replay(told) if isinstance(state, br.Settled)]
    if not over:
        raise Refused(say("no deal of the record is over"))
    if over[-1].viewer is not br.FULL:
        raise Refused(say("the record does not show the cards of all players"))
    last = over[-1]
    known = type(seat) is int and type(events) in (int, type(None))
    moments = [None, *range(1, len(last.events) + 1)]
    if not known or events not in moments or seat not in range(last.variant.seats):
        raise Refused(say("there is no such moment in the record"))
    variant = last.variant
    names = _names(told.players, variant.seats)
    settings: dict[str, Any] = {
        "game": variant.slug,
        "options": {},
        "dealer": over[0].table.dealer,
        "secret": secrets.token_hex(32),
        "record": br.dumps(br.record(over)),
        "events": events,
    }
    return [
        {"do": "open", "of": variant.fingerprint(), "settings": settings},
        {"do": "sit", "seat": seat, "name": names[seat], "hashed": hashed},
        {"do": "bots", "most": variant.seats, "bot": bot, "names": names},
    ]


def _names(players: Sequence[str], seats: int) -> list[str]:
    """What the players of a record are called at a table."""
    names = [" ".join(name.split())[:LONGEST_NAME].strip() for name in players]
    told = {_as_seen(name) for name in names if name and _is_seen(name)}
    return names if len(told) == seats else list(GIVEN_NAMES[:seats])


def _as_seen(name: str) -> str:
    """The same for names that nobody can tell apart at a glance, however they are encoded."""
    shown = unicodedata.normalize("NFKC", name).casefold()
    return shown.translate(dict.fromkeys(map(ord, _JOINERS)))


def check_seen(name: str) -> None:
    """Refuse a name that nobody can read.

    Raises:
        Refused: something in it is invisible.
    """
    if not _is_seen(name):
        raise Refused(say("a name has no invisible characters"))


def _is_seen(name: str) -> bool:
    """Whether nothing in a name is invisible but what joins its letters, or keeps them apart."""
    return name.strip(_JOINERS) == name and all(
        char.isprintable() or char in _JOINERS for char in name
    )


def _dealt(settings: Settings) -> br.State:
    """The first deal before anything has happened in it."""
    variant = _variant(settings.game, json.dumps(settings.options))
    return br.start(variant, dealer=settings.dealer, hands=settings.hands or None)


def _played(settings: Settings) -> tuple[tuple[br.State, ...], tuple[br.State, ...]]:
    """The last state of every deal of the record but one, and the states of that one."""
    deals: dict[int, list[br.State]] = {}
    for state in positions(br.loads(settings.record)):
        deals.setdefault(state.table.deal_number, []).append(state)
    *past, last = deals.values()
    return tuple(deal[-1] for deal in past), tuple(last[: settings.events])


_NO_WISHES: Final[Mapping[str, tuple[int, ...]]] = {}


@frozen
class Table:
    """A session at one table."""

    settings: Settings
    states: tuple[br.State, ...]
    """The last state of every deal so far; the last of them is the game as it stands."""
    seats: tuple[Seat, ...]
    trail: tuple[br.State, ...]
    """The states of this deal."""
    stamps: tuple[float, ...]
    """When each of them came to be."""
    past: Table | None = None
    """The table as it stood at the end of the deal before."""
    position: int = 1
    """How many events the session has had; an action is for one position and for no other."""
    number: int = 1
    """How many entries have made it."""
    drawn: tuple[Mapping[str, Any], ...] = ()
    """What chance has drawn, each as what it made, and from which cards."""
    wishes: Mapping[str, tuple[int, ...]] = field(default=_NO_WISHES)
    """What somebody wants that all have to agree to, and who does."""
    taken_back: int = 0
    """Actions of this deal that were taken back."""
    redealt: int = 0
    """How often this deal was dealt again."""
    ended: bool = False
    """Whether its people have ended the session before its time."""

    @classmethod
    def begin(cls, entry: Entry) -> Table:
        """The table that an entry opens.

        Raises:
            BostonError: there are no such rules.
            KeyError, TypeError, ValueError: the entry is spoilt.
        """
        told = entry["settings"]
        settings = Settings(**{**told, "hands": tuple(told.get("hands", ()))})
        past, trail = _played(settings) if settings.record else ((), (_dealt(settings),))
        variant = trail[-1].variant
        if variant.fingerprint() != entry["of"]:
            raise ValueError(f"the rules of {settings.game} are not those of this table any more")
        seats, stamps = (Seat(),) * variant.seats, (entry.get("at", 0.0),) * len(trail)
        states = (*past, trail[-1])
        position = sum(len(state.events) for state in states)
        return cls(settings, states, seats, trail, stamps, position=position)

    @classmethod
    def load(cls, entries: Iterable[Entry]) -> Table:
        """The table of a journal.

        Raises:
            BostonError, KeyError, TypeError, ValueError: the journal is spoilt.
        """
        first, *others = entries
        table = cls.begin(first)
        for entry in others:
            table = table.then(entry)
        return table

    def then(self, entry: Entry) -> Table:
        """The table after an entry.

        Raises:
            Refused: the table does not admit it.
            IllegalAction: the rules refuse it.
        """
        after: Table = _DOES[entry["do"]](self, entry)
        return evolve(after, number=self.number + 1)

    # How it stands.

    @property
    def state(self) -> br.State:
        """The game as it stands."""
        return self.states[-1]

    @property
    def names(self) -> list[str]:
        """The players by seat."""
        return [seat.name for seat in self.seats]

    @property
    def is_full(self) -> bool:
        """Whether somebody sits in every seat, so that the game begins."""
        return all(self.names)

    @property
    def is_over(self) -> bool:
        """Whether the session has ended."""
        return self.ended or (isinstance(self.state, br.Settled) and self.state.session_over)

    @property
    def people(self) -> list[int]:
        """The seats in which people sit."""
        return [seat for seat, who in enumerate(self.seats) if who.hashed]

    @property
    def playing(self) -> list[int]:
        """The seats in which people sit for whom no bot plays."""
        return [seat for seat in self.people if not self.seats[seat].is_away]

    @property
    def since(self) -> float:
        """When the game last moved on."""
        return self.stamps[-1]

    def asked_since(self, seat: int) -> float:
        """Since when a decision of this player is awaited, if one is."""
        return max(self.since, self.seats[seat].came)

    def seat_of(self, token: str) -> int | None:
        """The seat that a token is for; how long the search takes tells nothing of any token."""
        wanted = hashed(token)
        found = [secrets.compare_digest(seat.hashed, wanted) for seat in self.seats]
        return found.index(True) if any(found) else None

    def due(self) -> int | None:
        """Whose action the host makes now: chance, the seat of a bot, or None."""
        actor = self.state.actor
        if not self.is_full or actor is None or self.ended:
            return None
        return actor if actor == br.CHANCE or self.seats[actor].bot else None

    def waiting(self) -> list[int]:
        """Whom the next deal waits for."""
        deal = self.state.table.deal_number
        return [seat for seat in self.playing if self.seats[seat].ready < deal]

    def awaited(self) -> list[int]:
        """The people whose decision the table waits for."""
        actor = self.state.actor
        if not self.is_full or self.is_over:
            return []
        if actor is None:
            return self.waiting()
        return [actor] if actor in self.playing else []

    def check_position(self, position: int | None) -> None:
        """Refuse what is meant for another position than this.

        Raises:
            Refused: it is.
        """
        if position not in (None, self.position):
            raise Refused(
                say("the table has moved on from {old} to {new}", old=position, new=self.position)
            )

    def draw(self) -> br.Action:
        """Draw the action of chance that is due."""
        return br.draw_chance(self.state, Draws(self.settings.secret, len(self.drawn)))

    def as_of(self, time: float) -> Table:
        """The table as it stood then, as far back as the deal before this one."""
        if self.stamps[-1] <= time:
            return self
        count = sum(stamp <= time for stamp in self.stamps)
        if not count and self.past is not None:
            return self.past.as_of(time)
        trail, stamps = self.trail[: count or 1], self.stamps[: count or 1]
        position = self.position - len(self.trail) + len(trail)
        states = (*self.states[:-1], trail[-1])
        return evolve(
            self, states=states, trail=trail, stamps=stamps, position=position, ended=False
        )

    def about(self) -> dict[str, Any]:
        """The table as it is shown to those who look for one."""
        return {
            "game": self.settings.game,
            "names": self.names,
            "bots": [bool(seat.bot and not seat.hashed) for seat in self.seats],
            "public": self.settings.public,
            "over": self.is_over,
        }

    # Who sits where.

    def _sit(self, entry: Entry) -> Table:
        seat, name = entry["seat"], " ".join(entry["name"].split())
        if not 0 <= seat < len(self.seats):
            raise Refused(say("there is no seat {number}", number=seat))
        who = self.seats[seat]
        if who.hashed:
            raise Refused(say("{who} sits there", who=who.name))
        if not 1 <= len(name) <= LONGEST_NAME:
            raise Refused(say("a name has 1 to {number} characters", number=LONGEST_NAME))
        check_seen(name)
        others = self.names[:seat] + self.names[seat + 1 :]
        if _as_seen(name) in map(_as_seen, others):
            raise Refused(say("there is a {name} at this table already", name=name))
        return self._replaced({seat: Seat(name, entry["hashed"], came=entry.get("at", 0.0))})

    def _bots(self, entry: Entry) -> Table:
        check_bot(bot := entry["bot"])
        empty = [seat for seat, who in enumerate(self.seats) if not who.name]
        chosen = empty[::-1][: max(0, entry["most"])]
        told = entry.get("names")
        names = [told[seat] for seat in chosen] if told else self._free()
        return self._replaced(
            {seat: Seat(name, bot=bot) for seat, name in zip(chosen, names, strict=False)}
        )

    def _free(self) -> Iterator[str]:
        """Names for bots that nobody at the table has."""
        taken = [*map(_as_seen, self.names)]
        return (name for name in reversed(GIVEN_NAMES) if _as_seen(name) not in taken)

    def _leave(self, entry: Entry) -> Table:
        """A bot takes the place, or nobody as long as the game has not begun."""
        return self._left(self._person(entry), entry)

    def _left(self, seat: int, entry: Entry) -> Table:
        left = self._replaced({seat: Seat()})
        if self.is_full:
            left = left._replaced({seat: Seat(next(left._free()), bot=STAND_IN)})
        others = {
            what: tuple(each for each in by if each != seat)
            for what, by in self._wishes_but(f"free {seat}").items()
            if by[0] != seat  # it was his choice that he wanted back
        }
        return evolve(left, wishes=others)._agreed(entry)._go_on(entry)

    def _away(self, entry: Entry) -> Table:
        seat = self._person(entry)
        check_bot(bot := entry.get("bot", STAND_IN))
        if self.seats[seat].is_away:
            raise Refused(say("a bot plays for {who} already", who=self.seats[seat].name))
        away = self._replaced({seat: evolve(self.seats[seat], bot=bot)})
        return away._agreed(entry)._go_on(entry)

    def _back(self, entry: Entry) -> Table:
        seat = self._person(entry)
        if not self.seats[seat].is_away:
            return self
        who = evolve(self.seats[seat], bot="", came=entry.get("at", 0.0))
        back = evolve(self._replaced({seat: who}), wishes=self._wishes_but(f"free {seat}"))
        return back._go_on(entry)

    def _person(self, entry: Entry) -> int:
        seat: int = entry["seat"]
        if not self.seats[seat].hashed:
            raise Refused(say("nobody sits there"))
        return seat

    def _replaced(self, changed: Mapping[int, Seat]) -> Table:
        seats = tuple(changed.get(place, seat) for place, seat in enumerate(self.seats))
        return evolve(self, seats=seats)

    # The game.

    def _act(self, entry: Entry) -> Table:
        if not self.is_full:
            raise Refused(say("the game begins when everybody has sat down"))
        if self.ended:
            raise Refused(say("the session was ended"))
        actor, variant = entry["seat"], self.state.variant
        action = br.parse_action(entry["token"], variant)
        after = br.apply(self.state, action, seat=None if actor == br.CHANCE else actor)
        moved = self._move((*self.states[:-1], after), (*self.trail, after), entry)
        drawn = (*self.drawn, *self._drawn(entry))
        stale = ("undo", "redeal") if after.actor is None else ("undo",)
        return evolve(moved, drawn=drawn, wishes=self._wishes_but(*stale))

    def _drawn(self, entry: Entry) -> Iterator[Mapping[str, Any]]:
        """The draw that an entry writes down, if it is one."""
        if entry["seat"] == br.CHANCE:
            mask = getattr(self.state, "among", self.state.variant.dealing.pack.mask)
            yield {"made": entry["token"], "from": list(map(str, br.Cards.from_mask(mask)))}

    def _move(
        self, states: tuple[br.State, ...], trail: tuple[br.State, ...], entry: Entry
    ) -> Table:
        stamps = (*self.stamps[: len(trail) - 1], entry.get("at") or self.since)
        begun = len(states) > len(self.states)
        position = self.position + (1 if begun else len(trail) - len(self.trail))
        return evolve(self, states=states, trail=trail, stamps=stamps, position=position)

    def _ready(self, entry: Entry) -> Table:
        seat = self._person(entry)
        if not isinstance(self.state, br.Settled):
            raise Refused(say("the deal is not over"))
        if self.ended:
            raise Refused(say("the session was ended"))
        br.next_deal(self.state)  # whether there is one
        ready = evolve(self.seats[seat], ready=self.state.table.deal_number)
        return self._replaced({seat: ready})._go_on(entry)

    def _go_on(self, entry: Entry) -> Table:
        """With the next deal, where nobody is waited for and somebody wants it."""
        state, deal = self.state, self.state.table.deal_number
        wanted = any(self.seats[seat].ready == deal for seat in self.playing)
        if not isinstance(state, br.Settled) or self.is_over or not wanted or self.waiting():
            return self
        opened = br.next_deal(state)
        moved = self._move((*self.states, opened), (opened,), entry)
        past = evolve(self, past=None)
        return evolve(moved, past=past, taken_back=0, redealt=0, wishes=_NO_WISHES)

    # What all have to agree to.

    def _wish(self, entry: Entry) -> Table:
        seat, what = self._person(entry), entry["what"]
        by = self.wishes.get(what, ())
        if seat not in by:
            by = (*by, seat)
        self._check_wish(what, by[0])
        return evolve(self, wishes={**self.wishes, what: by})._agreed(entry)

    def _agreed(self, entry: Entry) -> Table:
        """Do what everybody wants, now that somebody more wants it or somebody is not asked."""
        for what, by in self.wishes.items():
            if {*by} >= {*self._voters(what)}:
                with suppress(Refused):  # it was possible when it was asked for
                    self._check_wish(what, by[0])
                    return self._granted(what, by[0], entry)
        return self

    def _withdraw(self, entry: Entry) -> Table:
        """Somebody does not want it, or not any more."""
        self._person(entry)
        if entry["what"] not in self.wishes:
            raise Refused(say("nobody has asked for that"))
        return evolve(self, wishes=self._wishes_but(entry["what"]))

    def _wishes_but(self, *what: str) -> Mapping[str, tuple[int, ...]]:
        return {each: by for each, by in self.wishes.items() if each not in what}

    def _voters(self, what: str) -> list[int]:
        return [seat for seat in self.playing or self.people if what != f"free {seat}"]

    def _check_wish(self, what: str, asker: int) -> None:
        match what.split(" "):
            case ["undo"]:
                if not self.may_take_back(asker):
                    raise Refused(say("there is nothing of yours in this deal to take back"))
            case ["redeal"]:
                if not self.is_full or self.state.actor is None or self.ended:
                    raise Refused(say("no deal is being played"))
            case ["end"]:
                if not self.is_full or self.is_over:
                    raise Refused(say("no session is being played"))
            case ["free", whose] if whose in map(str, range(len(self.seats))):
                if not self.seats[int(whose)].is_away:
                    raise Refused(say("only a seat for which a bot plays can be given away"))
            case _:
                raise Refused(say("nobody can wish for {what}", what=repr(what)[:20]))

    def _granted(self, what: str, asker: int, entry: Entry) -> Table:
        after = evolve(self, wishes=self._wishes_but(what))
        kind, _, whose = what.partition(" ")
        match kind:
            case "undo":
                place = self._before_choice(asker)
                assert place is not None, "a wish is checked"
                moved = after._back_to(place, entry)
                return evolve(moved, taken_back=self.taken_back + 1)
            case "redeal":
                return evolve(after._back_to(0, entry), redealt=self.redealt + 1)
            case "end":
                return evolve(after, ended=True)
        return after._left(int(whose), entry)

    def _back_to(self, place: int, entry: Entry) -> Table:
        """This deal as it was."""
        trail = self.trail[: place + 1]
        return self._move((*self.states[:-1], trail[-1]), trail, entry)

    def may_take_back(self, seat: int) -> bool:
        """Whether there is something of this player to take back."""
        return self._before_choice(seat) is not None

    def _before_choice(self, seat: int) -> int | None:
        """The place of the last state of this deal at which this player had a choice."""
        if self.state.actor is None or self.ended:
            return None
        for place in range(len(self.trail) - 2, -1, -1):
            state = self.trail[place]
            if state.actor == seat and len(br.legal_actions(state)) > 1:
                return place
        return None

    # What is kept of it.

    def record_for(self, seat: int | None) -> br.Record:
        """The deals that are over, as a record: whole at the end of the session, until then with
        what the seat has seen. The pack of one deal may be that of the next, only cut.

        Raises:
            Refused: no deal is over.
        """
        over = self.settled()
        if not over:
            raise Refused(say("the first deal is not over"))
        seen = over if self.is_over else [br.observe(state, seat) for state in over]
        return br.record(seen, players=self.names, comments=self._comments())

    def settled(self) -> list[br.Settled]:
        """The deals that are over."""
        return [state for state in self.states if isinstance(state, br.Settled)]

    def deal(self, number: int) -> br.Settled:
        """A deal that is over, by its number.

        Raises:
            Refused: it is not over, or there is no such deal.
        """
        for state in self.settled():
            if state.table.deal_number == number:
                return state
        raise Refused(say("the deal is not over"))

    def score(self) -> br.Record:
        """The deals so far, for their score."""
        return br.record(self.states, players=self.names)

    def _comments(self) -> Sequence[Any]:
        told = []
        if self.taken_back:
            told.append(
                say_number(
                    "In the last deal {number} action was taken back.",
                    "In the last deal {number} actions were taken back.",
                    self.taken_back,
                )
            )
        if self.redealt:
            told.append(
                say_number(
                    "The last deal was dealt again {number} time.",
                    "The last deal was dealt again {number} times.",
                    self.redealt,
                )
            )
        return told

    def fairness(self) -> dict[str, Any]:
        """The draws of chance and the secret that they came from, once the session is over.

        Raises:
            Refused: it is not.
        """
        if not self.is_over:
            raise Refused(say("the session is not over"))
        return {"secret": self.settings.secret, "draws": list(self.drawn)}

    @property
    def promise(self) -> str:
        """The hash of the secret, which everybody may know."""
        return commitment(self.settings.secret)


_DOES: Final[Mapping[str, Callable[[Table, Entry], Table]]] = {
    "sit": Table._sit,
    "bots": Table._bots,
    "leave": Table._leave,
    "away": Table._away,
    "back": Table._back,
    "act": Table._act,
    "ready": Table._ready,
    "wish": Table._wish,
    "withdraw": Table._withdraw,
}
