"""``boston-rules play``: a session of bots, or of a person and bots."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from itertools import chain

import click
from rich.console import Console

import boston_rules as br
from boston_rules.bots import NamedBot
from boston_rules.bots.makers import label, makers
from boston_rules.cli.arguments import (
    as_json,
    chosen_variant,
    count_option,
    rule_options,
    seat_option,
    seed_option,
    usual_variant,
)
from boston_rules.cli.bots import bots_option, forfeits_of, forfeits_words
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import print_document, session_document
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.human import Human
from boston_rules.cli.problems import bad_option, reason_of
from boston_rules.cli.report import Seats, print_deal, print_final, print_summary
from boston_rules.cli.saving import Resumed, Saver, check_target, resumed_from, saving_options
from boston_rules.cli.session import LeaveTable, PlayedDeal, play_session, seat_bots
from boston_rules.cli.terminal import echo, open_console, pips, print_title
from boston_rules.core.arguments import shown
from boston_rules.core.saying import joined, say, say_number, sentence_of
from boston_rules.records import PbnDeal, load_deals
from boston_rules.telling.language import speaking
from boston_rules.telling.wording.rulewords import options_words

__all__ = ["play"]


@command(
    help=paragraphs(
        COMMANDS["play"].about,
        say(
            "Shows the hands, antes and pool, the auction, the contract, every trick, the "
            "bill with its reasons, and the standings after every deal. In a pipe the text is "
            "plain; the same seed gives the same text. A session that is saved, or was left "
            "or interrupted, can be looked at with 'replay'."
        ),
    )
)
@usual_variant
@seed_option(
    help=say(
        "Repeat a session: cards and bots follow from it. Without it a new one is drawn and told."
    )
)
@count_option(
    "--deals",
    help=say("How many deals the session has. With --deals-from at most those of the file."),
)
@seat_option("--dealer", help=say("Who deals first; later deals pass on."))
@bots_option(
    say(
        "Who plays: one name for all, or one a seat, between commas; that of the seat of --human "
        "is not used."
    ),
    default="simple",
    show_default=True,
)
@seat_option("--human", help=say("Play this seat yourself, at the terminal."))
@option(
    "--deals-from",
    "path",
    metavar="FILE.pbn",
    help=say(
        "Play the bridge deals of a PBN file, one after the other; North, East, South and West "
        "are the seats 0, 1, 2 and 3. The first deal's dealer deals first (unless --dealer says "
        "otherwise) and the deal then passes on; later boards' dealers are only shown."
    ),
)
@option(
    "--enforcement",
    type=click.Choice(["strict", "table"]),
    help=say(
        "What is illegal is refused (strict, as a rule), or may happen as at a table and is "
        "settled by the law of the variant: with --human you can then revoke, claim, correct and "
        "demand."
    ),
)
@rule_options
@as_json
@option("--summary", is_flag=True, help=say("One line a deal and the final standings."))
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
    house: tuple[str, ...],
    as_json: bool,
    summary: bool,
    save: str | None,
    resume: str | None,
    force: bool,
) -> None:
    """``boston-rules play``."""
    if as_json and summary:
        raise click.UsageError(say("--json and --summary exclude each other"))
    if human is not None and (as_json or summary):
        raise click.UsageError(
            say("--human is a conversation: it goes with neither --json nor --summary")
        )
    if enforcement is not None:
        options = (*options, f"enforcement={enforcement}")
    old = None if resume is None else resumed_from(resume, ctx)
    given = None if path is None else _deals_from(path)
    if given is not None:
        if deals is not None and deals > len(given):
            echo(
                say_number(
                    "boston-rules: {path} has {number} deal: all are played",
                    "boston-rules: {path} has {number} deals: all are played",
                    len(given),
                    path=path,
                ),
                error=True,
            )
        deals = min(len(given), deals or len(given))
        dealer = given[0].dealer if dealer is None else dealer
    variant = chosen_variant(slug, options, deals, house) if old is None else old.last.variant
    if given is not None and variant.seats != len(given[0].hands):
        raise click.UsageError(
            say(
                "a deal of the file has {hands} hands, the game {seats} seats",
                hands=len(given[0].hands),
                seats=variant.seats,
            )
        )
    if given is not None and variant.session.first_to is not None:
        raise click.UsageError(
            say(
                "a session that ends at a number of chips needs more deals than a file may have: "
                "--deals-from goes with a number of deals"
            )
        )
    if old is not None:
        bots, human = old.company(ctx, bots, human)
    if human is not None and human >= variant.seats:
        raise bad_option("--human", say("the seats are 0 to {last}", last=variant.seats - 1))
    try:
        seated = makers(bots, variant.seats)
    except ValueError as error:
        raise bad_option("--bots", error) from error
    if seed is None:
        seed = random.SystemRandom().randrange(2**32)
    target = resume if save is None else save
    if target is not None:
        check_target(target, variant, force=force or save is None)
    names = [*map(label, seated)]
    saver = Saver(target, names, human, old)
    past = [] if old is None else old.past
    console, players = open_console(), seat_bots(seated, seed)
    seats = Seats.of_bots(names, human)
    guest = None
    if human is not None:
        players[human] = guest = Human(console, human, seats)
    coming = play_session(
        variant,
        players,
        seed,
        dealer=dealer or 0,
        given=given,
        watcher=guest,
        before=None if old is None else old.last,
        keep=saver.keep,
    )
    if as_json:
        with saver:
            past += coming
        lost = forfeits_of(names, players)
        print_document(session_document(variant, seed, names, past) | {"forfeits": lost})
        return
    with speaking(names=seats.names, viewer=seats.viewer), saver:
        _tell(console, variant, seed, seats, old)
        if guest is not None:
            _converse(console, guest, coming, seats, saver)
        else:
            _watch(console, past, coming, seats, summary=summary)
        for told in forfeits_words(forfeits_of(names, players)):
            console.print(pips(told))
    if saver.file is not None:
        console.print()
        console.print(saver.farewell(), soft_wrap=True)


def _tell(
    console: Console, variant: br.Variant, seed: int, seats: Seats, old: Resumed | None
) -> None:
    """What is played, and who plays."""
    print_title(console, variant)
    if options := options_words(variant):
        console.print(options)
    sitting = sentence_of(joined(", ", seats.introduced()))
    console.print(joined(" ", (say("Seed {seed}.", seed=str(seed)), sitting)))
    if old is not None:
        console.print(old.words(), soft_wrap=True)
    console.print()


def _watch(
    console: Console,
    past: Iterable[PlayedDeal],
    coming: Iterable[PlayedDeal],
    seats: Seats,
    *,
    summary: bool,
) -> None:
    """A session of bots, a line a deal or each deal in full."""
    if summary:
        for place, deal in enumerate(chain(past, coming)):
            print_summary(console, deal, seats, head=not place)
            sys.stdout.flush()
        console.print()
    else:
        for deal in coming:
            print_deal(console, deal, seats)
    print_final(console, deal.settled, seats)


def _converse(
    console: Console, guest: Human, deals: Iterable[PlayedDeal], seats: Seats, saver: Saver
) -> None:
    """A session with a person, with each deal in full at its end."""
    guest.greet()
    try:
        for deal in deals:
            print_deal(console, deal, seats)
            if not deal.settled.session_over:
                guest.pause()
        print_final(console, deal.settled, seats)
    except LeaveTable as leaving:
        console.print()
        console.print(leaving.words)
        guest.offer_to_save(saver)


def _deals_from(path: str) -> tuple[PbnDeal, ...]:
    try:
        return load_deals(path)
    except OSError as error:
        reason = say("{file}: {reason}", file=path, reason=error.strerror or error)
        raise bad_option("--deals-from", reason) from error
    except ValueError as error:  # a RecordError, or a path that no file can have
        reason = say("{file}: {reason}", file=shown(path), reason=reason_of(error))
        raise bad_option("--deals-from", reason) from error
