"""A bot that asks a program, and what happens when the program fails."""

from __future__ import annotations

import random
import shlex
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from boston_rules import Action, RecordError, Settled, State, Variant
from boston_rules.bots.programs.messages import (
    asking,
    ending,
    greeting,
    read_answer,
    read_greeting,
    rules,
    showing,
)
from boston_rules.bots.protocol import Bot, own_choices
from boston_rules.bots.simple import SimpleBot
from boston_rules.core.arguments import check_rng, check_type, is_number, shown, wrong_type
from boston_rules.core.events import Event
from boston_rules.core.programs import Program, ProgramError
from boston_rules.core.saying import say
from boston_rules.rules.suits import Turn

__all__ = ["FORFEITS", "ProgramBot", "forfeits_by_name"]

_GREETING: Final = 20.0
"""Seconds that a program has to start and to greet."""
_LONGEST: Final = 100_000
"""Bytes of a line that a program may write, its line feed included."""
_STARTS: Final = 3
"""A program that fails to start so many times in a row is not started again for a deal."""

FORFEITS: Final = ("late", "ended", "nonsense", "illegal")
"""Why a decision is made in a program's place: it did not answer in time, it is gone, what it wrote
answers nothing, or its answer is not among the legal actions."""


def forfeits_by_name(
    forfeits: Iterable[tuple[str, Mapping[str, int]]],
) -> dict[str, dict[str, int]]:
    """How many decisions were made in the place of each program, by its name and the reason.

    Args:
        forfeits: names of bots, each as often as it was counted, with what was counted.

    >>> from boston_rules.bots.programs.bot import forfeits_by_name
    >>> forfeits_by_name([("cmd:a", {"late": 2}), ("simple", {}), ("cmd:a", {"late": 1})])
    {'cmd:a': {'late': 3}}
    """
    lost: dict[str, Counter[str]] = {}
    for name, reasons in forfeits:
        lost.setdefault(name, Counter()).update(reasons)
    return {name: dict(reasons) for name, reasons in lost.items() if reasons}


class Player:
    """A program that has been started and has greeted.

    Args:
        command: as typed in a shell; no shell reads it.
        seconds: what it is told that it has for a decision.

    Raises:
        ProgramError: it does not start, does not greet in time, or greets otherwise.
    """

    def __init__(self, command: str, seconds: float) -> None:
        self.asked = 0
        self.rules: tuple[Variant, Turn] | None = None
        """Those that it was told last."""
        self.program: Program = Program(shlex.split(command), longest=_LONGEST)
        try:
            self.program.send(greeting(seconds))
            self.name: str = read_greeting(self.program.receive(_GREETING))
        except (RecordError, ProgramError) as error:
            self.end()
            raise ProgramError(str(error), "start") from error

    def end(self) -> None:
        """Kill the program."""
        self.program.close(patient=False)


_idle: Final[dict[tuple[str, float], list[Player]]] = {}
"""Those that no bot holds, by command and seconds: a tournament makes thousands of bots."""
_failed: Final[Counter[tuple[str, float]]] = Counter()
"""How many starts have failed in a row, by command and seconds."""
# Reentrant: where a bot is collected as garbage, its programs are dismissed in the midst of a hire.
_lock: Final = threading.RLock()


def hire(command: str, seconds: float) -> Player:
    """A program that nobody holds, or else a new one.

    Raises:
        ProgramError: it does not start, does not greet in time, or greets otherwise.
    """
    with _lock:
        idle = _idle.get((command, seconds))
        if idle:
            return idle.pop()
    try:
        player = Player(command, seconds)
    except ProgramError:
        _failed[command, seconds] += 1
        raise
    del _failed[command, seconds]
    return player


def dismiss(command: str, seconds: float, held: list[Player]) -> None:
    """Keep programs for the next bot that asks the same."""
    with _lock:
        _idle.setdefault((command, seconds), []).extend(held)
    held.clear()


def _made(fallback: Callable[[random.Random], Bot], rng: random.Random) -> Bot:
    wanted = "a callable that makes a bot, such as RandomBot"
    try:
        found = fallback(rng)
    except TypeError as error:
        raise wrong_type("fallback", wanted, fallback) from error
    if not hasattr(found, "choose"):
        raise wrong_type("fallback", wanted, fallback)
    return found


class ProgramBot:
    """A program in any language that plays by lines of JSON.

    It is shown a view once in a deal and then what happens, and is asked only where there is a
    choice. A program that fails forfeits the decision, which another bot makes in its place:

    * no answer in time, an end, or a line that answers nothing: the program is ended, the other bot
      decides for the rest of the deal, and the program is started again for the next one;
    * an action that is not legal: the other bot makes this decision.

    Args:
        rng: gives the program a number for its own chance, another in each deal.
        command: the program and its arguments, as typed in a shell.
        seconds: for each decision.
        fallback: makes the bot that decides in its place.

    Raises:
        ValueError: the command is none, or the seconds are not a positive number.
        TypeError: an argument is of another type.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        command: str,
        seconds: float = 5.0,
        fallback: Callable[[random.Random], Bot] = SimpleBot,
    ) -> None:
        check_rng(rng)
        check_type("command", command, str, "a program and its arguments, such as 'node bot.mjs'")
        try:
            told = "" if shlex.split(command) else say("a command is missing")
        except ValueError as error:
            told = str(error)
        if told:
            raise ValueError(say("{place}: {reason}", place="command", reason=told))
        if not (is_number(seconds) and 0 < seconds < 1e6):
            raise ValueError(say("seconds is a positive number, not {value}", value=shown(seconds)))
        self.forfeits: Counter[str] = Counter()
        """How many decisions were made in its place, by reason."""
        self._command = command
        self._seconds = seconds
        self._seed = rng.getrandbits(32)
        self._fallback = _made(fallback, rng)
        self._told: tuple[Event, ...] = ()
        """What has happened in the deal as far as the program knows."""
        self._deal: tuple[object, ...] = ()
        self._lost: str | None = None
        """Why the program is out for the rest of the deal."""
        self._held: list[Player] = []
        weakref.finalize(self, dismiss, command, seconds, self._held)

    def check(self) -> None:
        """Start the program, to see whether it greets.

        Raises:
            ProgramError: it does not.
        """
        if not self._held:
            self._held.append(hire(self._command, self._seconds))

    def choose(self, view: State) -> Action:
        """The action that the program chooses, or one in its place.

        Raises:
            ValueError: it is not the turn of the seat whose view it is.
        """
        _, lawful = own_choices(view)
        if len(lawful) == 1:
            return lawful[0]
        if self._is_new(view):
            self._told, self._lost = (), None
            self._deal = (view.variant, view.viewer, view.table.deal_number, view.table.dealer)
        if self._lost is None:
            try:
                answer = self._ask(view, lawful)
            except ProgramError as error:
                self._told = view.events  # also where it was not started: the deal is lost
                self._lost = "late" if error.kind == "silent" else "ended"
                if error.kind == "long":
                    self._lost = "nonsense"
            else:
                for action in lawful:
                    if str(action) == answer:
                        return action
                self.forfeits["illegal"] += 1
                return self._fallback.choose(view)
            if self._held:
                self._held.pop().end()
        self.forfeits[self._lost] += 1
        return self._fallback.choose(view)

    def settled(self, view: State) -> None:
        """Tell the program how a deal has ended."""
        if self._held and not self._is_new(view) and isinstance(view, Settled):
            more = view.events[len(self._told) :]
            self._held[0].program.send(ending(more, view.settlement.deltas))
            self._told = view.events

    def _is_new(self, view: State) -> bool:
        """Whether a view does not go on from what the program has been told."""
        deal = (view.variant, view.viewer, view.table.deal_number, view.table.dealer)
        return not self._told or deal != self._deal or view.events[: len(self._told)] != self._told

    def _ask(self, view: State, lawful: Sequence[Action]) -> str:
        """What the program answers; one that has ended after an earlier deal is started again.

        Raises:
            ProgramError: it gives no answer, or what it writes is none.
        """
        begins = not self._told
        while True:
            try:
                return self._ask_once(view, lawful)
            except ProgramError as error:
                played = bool(self._held) and self._held[0].asked > 1
                if error.kind != "ended" or not (begins and played):
                    raise
            self._held.pop().end()
            self._told = ()

    def _ask_once(self, view: State, lawful: Sequence[Action]) -> str:
        if not self._held and _failed[self._command, self._seconds] >= _STARTS:
            raise ProgramError("does not start any more", "start")
        self.check()
        (player,) = self._held
        turn = view.turn
        if player.rules != (view.variant, turn):
            player.rules = view.variant, turn
            player.program.send(rules(view.variant, turn))
        events = view.events[len(self._told) :]
        if not self._told:
            seed = random.Random(f"{self._seed} deal {view.table.deal_number}").getrandbits(32)
            player.program.send(showing(view, seed))
            events = ()
        self._told = view.events
        player.asked += 1
        player.program.send(asking(player.asked, events, view, lawful, self._seconds))
        line = player.program.receive(self._seconds)
        try:
            return read_answer(line, player.asked)
        except RecordError as error:
            raise ProgramError(str(error), "long") from error
