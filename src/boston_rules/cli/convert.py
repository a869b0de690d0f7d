"""``boston-rules convert``: a record in its other form, redacted, or made of a bridge deal."""

from __future__ import annotations

import os
from typing import Final

import click

import boston_rules as br
from boston_rules.cli.arguments import chosen_variant, count_option, rule_options, seat_option
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.files import bridge_deal, read_bytes, record_in
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.problems import STDIO, failure, unwritable
from boston_rules.core.saying import say
from boston_rules.records import (
    ONLOOKER,
    Format,
    dump,
    dumps,
    record,
    redact,
)

__all__ = ["convert"]

_FORMATS: Final = ("text", "json")


@command(
    help=paragraphs(
        COMMANDS["convert"].about,
        say(
            "Either may be - for the standard input or output. Nothing is played: a record of "
            "rules that are not here is converted as well. A file that is there already is "
            "replaced with --force only, and is written whole or not at all."
        ),
        say(
            "With VARIANT, IN is a file of bridge deals (PBN), and one of them becomes a record of "
            "this game, that 'play --resume' plays."
        ),
    )
)
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.argument("slug", metavar="[VARIANT]", required=False)
@option(
    "--to",
    "form",
    type=click.Choice(_FORMATS),
    help=say(
        "The form of OUT. Without it: JSON where its name ends in .json, text where it ends "
        "otherwise, and for - the form that IN does not have."
    ),
)
@option("--force", is_flag=True, help=say("Replace OUT where it is there already."))
@option(
    "--redact",
    "viewer",
    type=click.Choice(("0", "1", "2", "3", ONLOOKER)),
    metavar="SEAT",
    help=say("Keep what this seat may know, 0 to 3, or '{onlooker}'.", onlooker=ONLOOKER),
)
@count_option(
    "--deal",
    "number",
    help=say("With VARIANT: the deal, by its place in the file; the first if not told."),
)
@seat_option("--dealer", help=say("With VARIANT: who deals, if not the dealer in the file."))
@rule_options
def convert(
    source: str,
    target: str,
    form: Format | None,
    force: bool,
    viewer: str | None,
    slug: str | None,
    number: int | None,
    dealer: int | None,
    options: tuple[str, ...],
    house: tuple[str, ...],
) -> None:
    """``boston-rules convert``."""
    if slug is None and (number is not None or dealer is not None or options or house):
        raise click.UsageError(say("--deal, --dealer, --option and --house go with VARIANT"))
    if target != STDIO and not force and os.path.lexists(target):
        raise failure(target, say("it is there already; --force replaces it"))
    content = read_bytes(source)
    try:
        if slug is None:
            made = record_in(content)
        else:
            variant = chosen_variant(slug, options, house=house)
            deal = bridge_deal(content, variant, number or 1)
            state = br.start(variant, deal.dealer if dealer is None else dealer, hands=deal.hands)
            made = record(state, tags=[("Board", deal.board)] if deal.board else [])
        if viewer is not None:
            made = redact(made, None if viewer == ONLOOKER else int(viewer))
        if target == STDIO:
            other: Format = "text" if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" else "json"
            # As it is, whatever the encoding of the terminal.
            click.echo(dumps(made, form or other).encode(), nl=False)
            return
    except br.RecordError as error:
        raise failure(source, error) from error
    try:
        dump(made, target, form)
    except OSError as error:
        raise unwritable(target, error) from error
    except ValueError as error:  # a path that no file can have
        raise failure(target, error) from error
