"""``boston-rules rulebook``: the rules as a book, with two deals, at the terminal or as a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import boston_rules as br
from boston_rules.bots import SimpleBot
from boston_rules.cli.arguments import chosen_variant, rule_options, variant_argument
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.files import write_bytes
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.mass import foreseen
from boston_rules.cli.problems import shown_path
from boston_rules.cli.report import Seats, deal_blocks
from boston_rules.cli.session import PlayedDeal, play_session
from boston_rules.cli.show import print_book
from boston_rules.cli.terminal import echo, open_console, print_title
from boston_rules.core.saying import say
from boston_rules.telling.language import speaking
from boston_rules.telling.press import pdf_of
from boston_rules.telling.rulebook import Chapter, Passage
from boston_rules.telling.rulebook import rulebook as book_of
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.telling.tables.model import Table

__all__ = ["rulebook", "worked_deals"]

_TRIES: Final = 200
"""Deals among which one is looked for that is made, and one that is lost."""
_VERDICTS: Final = {
    True: say("A deal whose contract is made"),
    False: say("A deal whose contract is lost"),
}


@command(
    help=paragraphs(
        COMMANDS["rulebook"].about,
        say(
            "Every rule stands with its source. The deals are played by bots and settled by the "
            "rules; house rules and options have their own."
        ),
    )
)
@variant_argument
@rule_options
@option(
    "--pdf",
    "file",
    metavar="FILE",
    help=say("Write the book to FILE, to be printed on A4; needs the extra pdf."),
)
def rulebook(slug: str, options: tuple[str, ...], house: tuple[str, ...], file: str | None) -> None:
    """``boston-rules rulebook``."""
    foreseen("--pdf", file, ("typst", "pdf"))
    variant = chosen_variant(slug, options, house=house)
    with speaking(names=GIVEN_NAMES):
        book = book_of(variant, worked_deals(variant))
        if file is None:
            console = open_console()
            print_title(console, variant)
            print_book(console, book)
            return
        made = pdf_of(book)
    write_bytes(file, made)
    echo(say("Written to {file}.", file=shown_path(file)))


def worked_deals(variant: br.Variant) -> Iterator[Chapter]:
    """A deal that is made and one that is lost, as far as bots come to play them."""
    seats = Seats.of_bots(("",) * variant.seats, None)
    found: dict[bool, PlayedDeal] = {}
    for seed in range(_TRIES):
        bots = [SimpleBot() for _ in range(variant.seats)]
        played = next(play_session(variant, bots, seed))
        if (made := played.settled.settlement.made) is not None:
            found.setdefault(made, played)
        if len(found) == len(_VERDICTS):
            break
    for verdict, title in _VERDICTS.items():
        if verdict in found:
            blocks = deal_blocks(found[verdict], seats)
            yield Chapter(
                title,
                (block if isinstance(block, Table) else Passage(block) for block in blocks),
            )
