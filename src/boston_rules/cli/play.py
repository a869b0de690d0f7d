"""``boston-rules play``: a session of bots, or of a person and bots."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from itertools import chain

import click
from attrs import field, frozen
from rich.console import Console

import boston_rules as br
from boston_rules.bots import NamedBot
from boston_rules.cli.arguments import (
    as_json,
    chosen_variant,
    rule_options,
    seat_option,
    seed_option,
    variant_option,
)
from boston_rules.cli.documents import print_document, session_document
from boston_rules.cli.human import Human
from boston_rules.cli.names import bots_option
from boston_rules.cli.report import YOU, Seats, print_deal, print_final, print_summary
from boston_rules.cli.saving import Resumed, Saver, check_target, resumed_from, saving_options
from boston_rules.cli.session import LeaveTable, PlayedDeal, play_session, seat_bots
from boston_rules.cli.terminal import heading, open_console
from boston_rules.records import PbnDeal, load_deals
from boston_rules.telling.wording.phrases import counted
from boston_rules.telling.wording.rulewords import chosen_options, identity_words, stop

__all__ = ["play"]


@click.command()
@variant_option
@seed_option(
    help="Repeat a session: cards and bots follow from it. Without it a new one is drawn and told."
)
@click.option(
    "--deals",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="How many deals the session has. With --deals-from at most those of the file.",
)
@seat_option("--dealer", help="Who deals first; later deals pass to the left.")
@bots_option(
    "Who plays: one name for all, or one a seat, between commas; that of the seat of --human "
    "is not used.",
    default="simple",
    show_default=True,
)
@seat_option("--human", help="Play this seat yourself, at the terminal.")
@click.option(
    "--deals-from",
    "path",
    metavar="FILE.pbn",
    help="Play the bridge deals of a PBN file, one after the other; North, East, South and West "
    "are the seats 0, 1, 2 and 3. The first deal's dealer deals first (unless --dealer says "
    "otherwise) and the deal then passes to the left; later boards' dealers are only shown.",
)
@click.option(
    "--enforcement",
    type=click.Choice(["strict", "table"]),
    help="What is illegal is refused (strict, as a rule), or may happen as at a table and is "
    "settled by the law of the variant: with --human you can then revoke, claim, correct and "
    "demand.",
)
@rule_options
@as_json
@click.option("--summary", is_flag=True, help="One line a deal and the final standings.")
@saving_options
@click.pass_context
def play(
    ctx: click.Context,
    slug: str,
    seed: int | None,
    deals: int | None,
    dealer: int | None,
    bots: tuple[NamedBot, ...],
    human: int | None,
    path: str | None,
    enforcement: str | None,
    options: tuple[str, ...],
    as_json: bool,
    summary: bool,
    save: str | None,
    resume: str | None,
    force: bool,
) -> None:
    """Play a session, all of it by bots or with yourself at one seat.

    Shows the hands, antes and pool, the auction, the contract, every trick, the bill with its
    reasons, and the standings after every deal. In a pipe the text is plain; the same seed gives
    the same text. A session that is saved, or was left or interrupted, can be looked at with
    'replay'.
    """
    if as_json and summary:
        raise click.UsageError("--json and --summary exclude each other")
    if human is not None and (as_json or summary):
        raise click.UsageError(
            "--human is a conversation: it goes with neither --json nor --summary"
        )
    if enforcement is not None:
        options = (*options, f"enforcement={enforcement}")
    old = None if resume is None else resumed_from(resume, ctx)
    given = None if path is None else _deals_from(path)
    if given is not None:
        if deals is not None and deals > len(given):
            click.echo(
                f"boston-rules: {path} has {counted(len(given), 'deal')}: all are played", err=True
            )
        deals = min(len(given), deals or len(given))
    variant = chosen_variant(slug, options, deals) if old is None else old.last.table.variant
    if given is not None and variant.seats != len(given[0].hands):
        raise click.UsageError(
            f"a deal of the file has {len(given[0].hands)} hands, the game {variant.seats} seats"
        )
    if given is not None and variant.session.first_to is not None:
        raise click.UsageError(
            "a session that ends at a number of chips needs more deals than a file may have: "
            "--deals-from goes with a number of deals"
        )
    if given is not None and dealer is None:
        dealer = given[0].dealer
    if old is not None:
        bots, human = old.company(ctx, bots, human)
    if human is not None and human >= variant.seats:
        raise click.BadParameter(f"the seats are 0 to {variant.seats - 1}", param_hint="'--human'")
    bots = _one_a_seat(bots, variant.seats)
    if seed is None:
        seed = random.SystemRandom().randrange(2**32)
    target = resume if save is None else save
    if target is not None:
        check_target(target, variant, force=force or save is None)
    saver = Saver(target, [*map(str, bots)], human, old)
    session = _Session(variant, bots, seed, dealer or 0, given, saver, old)
    if as_json:
        session.as_document()
    elif summary:
        session.as_summary()
    elif human is not None:
        session.with_human(human)
    else:
        session.as_text()


def _deals_from(path: str) -> tuple[PbnDeal, ...]:
    try:
        return load_deals(path)
    except OSError as error:
        raise click.BadParameter(
            f"{path}: {error.strerror or error}", param_hint="'--deals-from'"
        ) from error
    except ValueError as error:  # a RecordError, or a path that no file can have
        raise click.BadParameter(f"{path!r}: {error}", param_hint="'--deals-from'") from error


def _one_a_seat(bots: tuple[NamedBot, ...], seats: int) -> tuple[NamedBot, ...]:
    if len(bots) == 1:
        bots *= seats
    if len(bots) != seats:
        told = f"give one name or {seats}, not {len(bots)}"
        raise click.BadParameter(told, param_hint="'--bots'")
    return bots


@frozen
class _Session:
    """A session that has been agreed on."""

    _variant: br.Variant
    _bots: tuple[NamedBot, ...]
    _seed: int
    _dealer: int
    _given: Sequence[PbnDeal] | None
    _saver: Saver
    _old: Resumed | None
    _console: Console = field(factory=open_console, init=False)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(map(str, self._bots))

    def _deals(self, human: Human | None = None) -> Iterator[PlayedDeal]:
        """The deals from now on, each as soon as it is settled."""
        players = seat_bots(self._bots, self._seed)
        if human is not None:
            players[human.seat] = human
        return play_session(
            self._variant,
            players,
            self._seed,
            dealer=self._dealer,
            given=self._given,
            watcher=human,
            before=None if self._old is None else self._old.last,
            keep=self._saver.keep,
        )

    @property
    def _past(self) -> list[PlayedDeal]:
        """The deals before the session was resumed."""
        return [] if self._old is None else self._old.past

    def as_document(self) -> None:
        """JSON."""
        with self._saver:
            deals = [*self._past, *self._deals()]
        print_document(session_document(self._variant, self._seed, self._names, deals))

    def as_summary(self) -> None:
        """A row a deal, as soon as it is settled."""
        seats, console = Seats(self._names), self._console
        self._print_opening(seats)
        head = True
        with self._saver:
            for deal in chain(self._past, self._deals()):
                print_summary(console, deal, seats, head=head)
                sys.stdout.flush()
                head = False
        console.print()
        print_final(console, deal.settled, seats)
        self._print_saved()

    def as_text(self) -> None:
        """Everything, each deal as soon as it is settled."""
        seats = Seats(self._names)
        self._print_opening(seats)
        with self._saver:
            for deal in self._deals():
                print_deal(self._console, deal, seats)
            print_final(self._console, deal.settled, seats)
        self._print_saved()

    def with_human(self, seat: int) -> None:
        """A conversation, with each deal in full at its end."""
        seats = Seats((*self._names[:seat], YOU, *self._names[seat + 1 :]))
        human = Human(self._console, seat, seats)
        self._print_opening(seats)
        human.greet()
        with self._saver:
            try:
                for deal in self._deals(human):
                    print_deal(self._console, deal, seats)
                    if not deal.settled.session_over:
                        human.pause()
                print_final(self._console, deal.settled, seats)
            except LeaveTable as leaving:
                self._console.print(f"\n{leaving}")
                human.offer_to_save(self._saver)
        self._print_saved()

    def _print_saved(self) -> None:
        if self._saver.file is not None:
            self._console.print(f"\n{self._saver.farewell()}", soft_wrap=True)

    def _print_opening(self, seats: Seats) -> None:
        console = self._console
        console.print(heading(self._variant.title))
        sitting = ", ".join(f"seat {place} {name}" for place, name in enumerate(seats.players))
        console.print(identity_words(self._variant))
        if chosen := chosen_options(self._variant):
            console.print(f"Options: {chosen}")
        console.print(f"Seed {self._seed}. {stop(sitting)}")
        if self._old is not None:
            console.print(self._old.words(), soft_wrap=True)
        console.print()
