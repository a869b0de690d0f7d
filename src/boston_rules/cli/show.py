"""``boston-rules variants`` and ``boston-rules show``: the rules, looked up.

Records, which take long to load, are loaded where a document or the fields are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, groupby, zip_longest

import click
from attrs import asdict
from rich.console import Console
from rich.table import Table as RichTable

import boston_rules as br
from boston_rules.cli.arguments import as_json, chosen_variant, rule_options
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.help import command, option
from boston_rules.cli.terminal import (
    echo,
    grid,
    open_console,
    pips,
    print_blocks,
    print_table,
    print_title,
    ruled,
)
from boston_rules.core.saying import joined, say, sentence_of, term
from boston_rules.telling.language import spoken
from boston_rules.telling.rulebook import Passage, Rulebook, rulebook
from boston_rules.telling.tables.ladders import prices_tables
from boston_rules.telling.tables.model import Cell, Column, Table
from boston_rules.telling.wording.rulewords import option_words

__all__ = ["print_book", "print_prices", "show", "variants"]


@command(help=COMMANDS["variants"].about)
@as_json
def variants(as_json: bool) -> None:
    """``boston-rules variants``."""
    found = [br.get_variant(slug) for slug in br.list_variants()]
    console = open_console()
    if as_json:
        from boston_rules.cli.documents import print_document
        from boston_rules.cli.showing import summary

        print_document([summary(variant) for variant in found])
        return
    rows = []
    for variant in found:
        sources = ", ".join(source.key for source in variant.sources)
        revision = say("revision {number}", number=variant.revision)
        rules = joined("\n", (variant.slug, revision, variant.fingerprint()))
        read = say("Sources: {sources}.", sources=sources)
        about = joined("\n", (term(variant.title), sentence_of(variant.about), read, ""))
        rows.append((Cell(rules, bold=True), about, str(len(variant.ladder))))
    columns = (say("variant"), Column(say("what it is"), room=60), Column(say("bids"), "right"))
    print_table(console, Table(columns, rows))
    console.print()
    _print_sources(console, list(dict.fromkeys(chain(*(variant.sources for variant in found)))))


@command(help=COMMANDS["show"].about)
@click.argument("slug", metavar="VARIANT")
@rule_options
@option(
    "--fields",
    "by_field",
    is_flag=True,
    help=say(
        "List every field that --option and --house can set instead, with its value and what it "
        "may be, as a file of house rules to be edited."
    ),
)
@as_json
def show(
    slug: str, options: tuple[str, ...], house: tuple[str, ...], by_field: bool, as_json: bool
) -> None:
    """``boston-rules show``."""
    variant = chosen_variant(slug, options, house=house)
    console = open_console()
    if by_field:
        _print_fields(variant, as_json=as_json)
        return
    if as_json:
        from boston_rules.cli.documents import print_document
        from boston_rules.cli.showing import document

        print_document(document(variant))
        return
    print_title(console, variant)
    print_book(console, rulebook(variant))
    _head(console, say("Options"))
    made = grid(2)
    for name in variant.option_names():
        made.add_row(pips(name, "bold"), pips(option_words(variant, name)))
    console.print(made)


def print_book(console: Console, book: Rulebook) -> None:
    """A rulebook below its title: chapter by chapter, each rule with its sources."""
    console.print(book.about)
    console.print(book.identity)
    passages = [
        block for chapter in book.chapters for block in chapter.blocks if isinstance(block, Passage)
    ]
    room = max(len(spoken(passage.label)) for passage in passages)
    for chapter in book.chapters:
        _head(console, chapter.title)
        for _, blocks in groupby(chapter.blocks, type):
            alike = list(blocks)
            print_blocks(console, [block for block in alike if isinstance(block, Table)])
            if rules := [block for block in alike if isinstance(block, Passage)]:
                console.print(_passages(rules, room))
    if book.sources:
        _head(console, say("Sources"))
        _print_sources(console, list(book.sources))


def _passages(passages: Iterable[Passage], room: int) -> RichTable:
    """Rules, each with what it is about, which takes so many characters, and its sources."""
    made = grid(2)
    made.columns[0].width = room
    for passage in passages:
        words = spoken(passage.words)
        body = pips("\n".join(filter(None, (words, *(f"[{cite}]" for cite in passage.cites)))))
        body.stylize("dim", len(words))
        made.add_row(pips(passage.label, "bold"), body)
    return made


def _print_fields(variant: br.Variant, *, as_json: bool) -> None:
    from boston_rules.records import rule_fields, spell_toml

    found = list(rule_fields(variant))
    if as_json:
        from boston_rules.cli.documents import identity, print_document
        from boston_rules.records.data import thaw

        fields = [{**asdict(each, recurse=False), "value": thaw(each.value)} for each in found]
        print_document({**identity(variant), "fields": fields})
        return
    echo(f'variant = "{variant.slug}"')
    for each, after in zip_longest(found, found[1:]):
        has_parts = after is not None and after.path.startswith(f"{each.path}.")
        if has_parts and "." not in each.path:
            echo()
        line = joined("", (f"{each.path} = {spell_toml(each.value)}  # ", each.may_be))
        echo(joined("", ("# " * has_parts, line)))


def _head(console: Console, text: str) -> None:
    console.print()
    ruled(console, text)


def _print_sources(console: Console, sources: list[br.Source]) -> None:
    made = grid(2)
    for source in sources:
        made.add_row(pips(source.key, "bold"), str(source))
    console.print(made)


def print_prices(console: Console, variant: br.Variant, key: str | None = None) -> None:
    """The price tables, or what they say of one bid."""
    for place, made in enumerate(prices_tables(variant, key)):
        if place:
            console.print()
        print_table(console, made)
