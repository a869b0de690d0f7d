"""``boston-rules compare``: ladders and prices of several variants side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import click
from attrs import evolve
from rich.text import Text

import boston_rules as br
from boston_rules.cli.arguments import as_json, chosen_variant
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import Document, identity, print_document, step_document
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.terminal import (
    NAMES,
    grid,
    in_words,
    letters_for,
    open_console,
    pips,
    rich_table,
    ruled,
)
from boston_rules.core.arguments import shown
from boston_rules.core.saying import say
from boston_rules.telling.tables.ladders import comparison_tables
from boston_rules.telling.tables.model import Column
from boston_rules.telling.wording.comparedrows import ComparedRow
from boston_rules.telling.wording.comparison import (
    LADDER_LEGEND,
    PRICE_LEGEND,
    Comparison,
)
from boston_rules.telling.wording.comparison import compare as compared

__all__ = ["compare"]

SCHEMA: Final = "boston_rules/comparison/1"
_LABELS: Final = 24
"""So much is left for the names of the bids."""


@command(
    help=paragraphs(
        COMMANDS["compare"].about,
        say(
            "Options of one variant follow its name, each after a colon, as in "
            "fontainebleau-cats:special_losses=as-won; so a variant can be compared with "
            "itself under another option. In place of a name there may be a file of house "
            "rules, ending in .toml. What differs from the first variant is marked."
        ),
    )
)
@click.argument("named", metavar="VARIANT VARIANT [VARIANT]...", nargs=-1)
@option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help=say(
        "An option of all the variants that have it, or a field of the rules of all, such as "
        "pool.cap; may be given several times."
    ),
)
@as_json
def compare(named: tuple[str, ...], options: tuple[str, ...], as_json: bool) -> None:
    """``boston-rules compare``."""
    found = compared(_chosen(named, options))
    console = open_console()
    if as_json:
        print_document(_document(found))
        return
    tables = [in_words(table).narrowed(NAMES) for table in comparison_tables(found)]
    if any(table.width(_LABELS) > console.width for table in tables):
        names = grid(2)
        letters = letters_for(len(found.names))
        for letter, name in zip(letters, found.names, strict=True):
            names.add_row(pips(letter, "bold"), pips(name))
        console.print(names)
        console.print()
        heads = [Column(letter, "right") for letter in letters]
        tables = [evolve(table, columns=[table.columns[0], *heads]) for table in tables]
    for title, legend, table in zip(
        (say("Ladders"), say("Prices")), (LADDER_LEGEND, PRICE_LEGEND), tables, strict=True
    ):
        ruled(console, title)
        console.print(pips(legend, "dim"))
        console.print()
        # The first variant, which the others are compared with, stands in each.
        for part in table.parts(console.width, 2, _LABELS):
            console.print(rich_table(part))
            console.print()
    console.print(found.summary())
    console.print()
    ruled(console, say("Other rules of payment"))
    made = grid(2)
    for rule, told in found.rules():
        body = Text("\n").join(
            Text.assemble(pips(f"{who}: " if len(told) > 1 else "", "bold"), pips(said))
            for who, said in told
        )
        made.add_row(pips(rule, "bold"), body)
    console.print(made)


def _chosen(named: Sequence[str], options: tuple[str, ...]) -> Iterator[br.Variant]:
    """The variants with their options.

    Raises:
        VariantError: no such variant, option or value, or an option that none of them has.
    """
    slugs = [text.partition(":")[0] for text in named]
    known = {slug: type(chosen_variant(slug, ())).option_names() for slug in slugs}
    for name in map(_name, options):
        if known and "." not in name and not any(name in names for names in known.values()):
            there = ", ".join(dict.fromkeys(option for names in known.values() for option in names))
            raise br.VariantError(
                [
                    say(
                        "none of the variants has an option {name}; known: {known}",
                        name=shown(name),
                        known=there,
                    )
                ]
            )
    for text, slug in zip(named, slugs, strict=True):
        own = text.split(":")[1:]
        shared = [each for each in options if "." in _name(each) or _name(each) in known[slug]]
        yield chosen_variant(slug, (*own, *shared))


def _name(option: str) -> str:
    return option.partition("=")[0].strip().replace("-", "_")


# On the terminal.


# JSON.


def _document(found: Comparison) -> Document:
    return {
        "schema": SCHEMA,
        "variants": [
            {**identity(variant), "title": variant.title, "name": name}
            for variant, name in zip(found.variants, found.names, strict=True)
        ],
        "contracts": [
            {
                "name": contract.name,
                "bids": [
                    bid and {"place": bid.place, "moved": bid.moved, **step_document(bid.step)}
                    for bid in contract.bids
                ],
                "prices": [_row_document(row) for row in contract.rows],
            }
            for contract in found.contracts
        ],
        "rules": [
            {
                "rule": title,
                "words": [{"variants": who.split(", "), "words": said} for who, said in told],
            }
            for title, told in found.rules()
        ],
    }


def _row_document(row: ComparedRow) -> Document:
    tricks = {"count": row.counted, "from": row.first, "to": row.last} if row.counted else None
    return {
        "words": row.label(),
        "verdict": row.verdict,
        "what": row.part.words,
        "tricks": tricks,
        "honours": row.honours,
        "by": row.by,
        "suits": list(row.suits),
        "where": row.way,
        "chips": list(row.chips),
        "differs": list(row.differs),
    }
