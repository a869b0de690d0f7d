"""``play --save`` and ``play --resume``: a session as a file, at whatever moment it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Final

import click
from attrs import evolve, frozen

import boston_rules as br
from boston_rules.bots import BotNameError, NamedBot, load_bot
from boston_rules.cli.arguments import stacked
from boston_rules.cli.files import read_record
from boston_rules.cli.help import helped, option
from boston_rules.cli.problems import bad_option, failure, shown_path, unwritable
from boston_rules.cli.session import PlayedDeal
from boston_rules.cli.terminal import echo
from boston_rules.core.saying import Said, joined, say, say_number
from boston_rules.records import Record, dump, record, replay
from boston_rules.records.limits import MOST_DEALS

__all__ = [
    "HUMAN",
    "Resumed",
    "Saver",
    "check_target",
    "comment_words",
    "resumed_from",
    "saving_options",
]

HUMAN: Final = "human"
"""What the person at the terminal is called in a record."""
_TAKEN_BACK: Final = " was taken back"
"""What follows the token of an action in the comment of a record that says so."""
_SETTLED_BY_THE_FILE: Final = ("slug", "options", "house", "deals", "dealer", "path")
"""Parameters of ``play`` that a resumed session has from its record."""


saving_options: Final = stacked(
    option(
        "--save",
        metavar="FILE",
        help=say(
            "Write the record of the session, also of one that is left or interrupted: JSON "
            "where the name ends in .json, else text."
        ),
    ),
    option(
        "--resume",
        metavar="FILE",
        help=say(
            "Go on with a saved session, whose rules and deals are those of the file; it is "
            "saved there again, unless --save names another file. Cards and bots to come follow "
            "from a seed of their own."
        ),
    ),
    option("--force", is_flag=True, help=say("With --save: replace a file that is there.")),
)
"""``--save``, ``--resume`` and ``--force``."""


def check_target(path: str, variant: br.Variant, *, force: bool) -> None:
    """Refuse before the session what could not be written after it.

    Raises:
        BadParameter: the file exists and must not be replaced, or its folder is none.
        UsageError: the session is longer than a record.
    """
    reason = None
    shown = shown_path(path)
    try:
        target = Path(path)
        folder = target.resolve().parent
        if target.exists() and not target.is_file():
            reason = say("{file} is no regular file", file=shown)
        elif target.exists() and not force:
            reason = say(
                "{file} is there already: --force replaces it, --resume goes on with it", file=shown
            )
        elif not folder.is_dir() or not os.access(folder, os.W_OK):
            reason = say("{file}: its folder cannot be written", file=shown)
    except (OSError, ValueError, RuntimeError) as error:  # a path that no file can have
        reason = say("{file}: {reason}", file=shown, reason=error)
    if reason is not None:
        raise bad_option("--save", reason)
    rules = variant.session
    if rules.first_to is None and rules.most_deals > MOST_DEALS:
        raise click.UsageError(
            say(
                "a record holds {most} deals at most, the session has {deals}",
                most=MOST_DEALS,
                deals=rules.most_deals,
            )
        )


@frozen
class Resumed:
    """A session that goes on."""

    file: str
    record: Record
    states: tuple[br.State, ...]
    """The last state of each deal."""

    @property
    def last(self) -> br.State:
        """The state from which it goes on."""
        return self.states[-1]

    @property
    def past(self) -> list[PlayedDeal]:
        """The deals that are settled."""
        settled = (state for state in self.states if isinstance(state, br.Settled))
        return [PlayedDeal(state=state) for state in settled]

    def words(self) -> str:
        """Where it goes on."""
        state = self.last
        number = state.table.deal_number
        if isinstance(state, br.Settled):
            return say(
                "Resumed from {file}, after deal {deal}.", file=shown_path(self.file), deal=number
            )
        return say_number(
            "Resumed from {file}, in deal {deal}, after {number} action.",
            "Resumed from {file}, in deal {deal}, after {number} actions.",
            sum(event.seat != br.CHANCE for event in state.events),
            file=shown_path(self.file),
            deal=number,
        )

    def company(
        self, ctx: click.Context, bots: tuple[NamedBot, ...], human: int | None
    ) -> tuple[tuple[NamedBot, ...], int | None]:
        """Who plays: as in the record, where the names tell, unless it is said otherwise.

        A bot of somebody's own is not imported because a file names it.
        """
        players = self.record.players
        if players and _is_default(ctx, "bots"):
            bots = tuple(_bot_of_record(name) or bots[0] for name in players)
        plain = not ctx.params.get("as_json") and not ctx.params.get("summary")
        if human is None and players.count(HUMAN) == 1 and plain:
            human = players.index(HUMAN)
        return bots, human


def _bot_of_record(name: str) -> NamedBot | None:
    try:
        return load_bot(name, own=False)
    except BotNameError:
        return None


def _is_default(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is click.core.ParameterSource.DEFAULT


def resumed_from(file: str, ctx: click.Context) -> Resumed:
    """Read a saved session and play it as far as it came.

    Raises:
        ClickException: it cannot be read, is not borne out by the rules, or is over.
        UsageError: something is chosen that the record settles.
    """
    for parameter in ctx.command.params:
        if parameter.name in _SETTLED_BY_THE_FILE and not _is_default(ctx, parameter.name):
            raise click.UsageError(
                say(
                    "{option} does not go with --resume: the file settles it",
                    option=helped((parameter.metavar or "").strip("[]"))
                    if isinstance(parameter, click.Argument)
                    else parameter.opts[0],
                )
            )
    made = read_record(file)
    if made.viewer is not None:
        raise failure(file, say("the record is redacted: it does not tell all hands"))
    try:
        states = replay(made)
    except br.RecordError as error:
        raise failure(file, error) from error
    last = states[-1]
    if isinstance(last, br.Settled) and last.session_over:
        raise failure(file, say("the session is over: there is nothing to go on with"))
    return Resumed(file, made, states)


def comment_words(variant: br.Variant | None, text: str) -> str:
    """A comment of a record; one on what was taken back in the reader's language.

    >>> import boston_rules as br
    >>> from boston_rules.cli.saving import comment_words
    >>> classic = br.get_variant("classic")
    >>> print(comment_words(classic, "play KH was taken back"))
    play the king of hearts, taken back
    >>> print(comment_words(classic, "my trust was taken back"))
    my trust was taken back
    """
    token = text.removesuffix(_TAKEN_BACK)
    if variant is None or token == text:
        return text
    try:
        action = br.describe(br.parse_action(token), variant)
    except br.NotationError:
        return text
    return say("{action}, taken back", action=action)


class Saver:
    """Keeps the last state of each deal and writes the record when the session ends, however.

    With a person at the table it is written before each of his turns too, so that not even a
    terminal that is closed costs him more than one.
    """

    def __init__(
        self, file: str | None, names: Sequence[str], human: int | None, old: Resumed | None
    ) -> None:
        self.file = file
        """Where the record goes; without one it is only kept, and may be saved at the end."""
        self._human = human
        self._old = None if old is None else old.record
        told = () if old is None else old.record.deals
        self._comments = {deal.number: deal.comments for deal in told}
        """By number of the deal, with those on what was taken back."""
        self._states: list[br.State] = [] if old is None else list(old.states)
        self._players = tuple(HUMAN if seat == human else name for seat, name in enumerate(names))
        if old is not None and old.record.players:
            self._players = old.record.players

    def keep(self, state: br.State) -> None:
        """A state was reached.

        Raises:
            RecordError: there are more deals than a record holds.
        """
        if self.file is None and self._human is None:
            return  # nobody can ask for it
        if not self._states or isinstance(self._states[-1], br.Settled):
            if len(self._states) == MOST_DEALS and self.file is not None:
                raise br.RecordError(
                    say(
                        "{file} holds {most} deals: no more",
                        file=shown_path(self.file),
                        most=MOST_DEALS,
                    )
                )
            self._states.append(state)
        else:
            undone = self._states[-1].events[len(state.events) :]
            if undone:
                number, now = state.table.deal_number, len(state.events) - 1
                # What was said of events that are no more stands after those that are left.
                kept = [(min(at, now), text) for at, text in self._comments.get(number, ())]
                self._comments[number] = (*kept, (now, f"{undone[0]}{_TAKEN_BACK}"))
            self._states[-1] = state
        if self._human is not None and state.actor in (self._human, None):
            self._write()

    @property
    def _over(self) -> bool:
        last = self._states[-1]
        return isinstance(last, br.Settled) and last.session_over

    @property
    def unsaved(self) -> bool:
        """Whether something of an unfinished session would be lost."""
        return self.file is None and bool(self._states) and not self._over

    def free_name(self) -> str:
        """The name of a file that does not exist yet, after the variant."""
        slug = self._states[0].variant.slug
        names = chain([f"{slug}.txt"], (f"{slug}-{number}.txt" for number in count(2)))
        return next(name for name in names if not os.path.lexists(name))

    def save_as(self, file: str) -> None:
        """Write what was kept to a file, which is that of the session from now on.

        Raises:
            BadParameter: the file exists, or its folder is none.
            ClickException: it cannot be written.
        """
        check_target(file, self._states[0].table.variant, force=False)
        self.file = file
        try:
            self._write()
        except click.ClickException:
            self.file = None
            raise

    def _write(self) -> None:
        if self.file is None:
            return
        made = record(self._states, players=self._players)
        old = made if self._old is None else self._old
        told = (*old.deals, *made.deals[len(old.deals) :])
        deals = [
            evolve(new, tags=before.tags, comments=self._comments.get(new.number, ()))
            for new, before in zip(made.deals, told, strict=True)
        ]
        try:
            dump(evolve(made, tags=old.tags, comments=old.comments, deals=deals), self.file)
        except OSError as error:
            raise unwritable(self.file, error) from error

    def __enter__(self) -> None:
        """A session begins."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.file is None or not self._states or isinstance(error, click.ClickException):
            return
        self._write()
        if isinstance(error, KeyboardInterrupt):
            if sys.stderr.isatty():
                echo(error=True)
            echo(joined("", ("boston-rules: ", self.farewell())), error=True)

    def farewell(self) -> Said:
        """Where the session is, and how it goes on."""
        assert self.file is not None, "it is kept in a file"
        name = shown_path(self.file)
        if self._over:
            return say("The session is in {file}.", file=name)
        return say(
            "The session is in {file}; boston-rules play --resume {file} goes on.", file=name
        )
