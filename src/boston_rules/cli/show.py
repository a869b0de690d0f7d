"""``boston-rules variants`` and ``boston-rules show``: the rules, looked up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

import boston_rules as br
from boston_rules.cli.arguments import as_json, chosen_variant, rule_options
from boston_rules.cli.documents import Document, identity, print_document
from boston_rules.cli.terminal import console as open_console
from boston_rules.cli.terminal import grid, heading, pips, ruled, table
from boston_rules.wording.pricelines import (
    PriceLine,
    price_columns,
    price_lines,
    prices_of_bid,
    shared_lines,
)
from boston_rules.wording.pricetables import PriceTable, price_tables
from boston_rules.wording.rulewords import (
    bids_of,
    cites_of,
    label_of,
    merged_cites,
    option_words,
    payment_words,
    sources_of,
    stop,
    suit_rule,
    worded_rules,
    words_of,
)

__all__ = ["ladder_table", "lines_table", "print_prices", "show", "variants"]

_WIDE: Final = 110
"""From this width on the French names have a column of their own."""


@click.command()
@as_json
def variants(as_json: bool) -> None:
    """List the variants."""
    found = [br.get_variant(slug) for slug in br.list_variants()]
    console = open_console()
    if as_json:
        print_document(console, [_summary(variant) for variant in found])
        return
    made = table("variant", "what it is", "bids", right=(2,), wrap=(1,))
    for variant in found:
        sources = ", ".join(source.key for source in variant.sources)
        made.add_row(
            Text.assemble(
                (variant.slug, "bold"),
                f"\nrevision {variant.revision}\n{variant.fingerprint()}",
            ),
            Text.assemble((variant.title, "bold"), f"\n{stop(variant.about)}\nSources: {sources}."),
            str(len(variant.ladder)),
            end_section=variant is not found[-1],
        )
    console.print(made)
    console.print()
    _print_sources(console, list(dict.fromkeys(chain(*(variant.sources for variant in found)))))


@click.command()
@click.argument("slug", metavar="VARIANT")
@rule_options
@as_json
def show(slug: str, options: tuple[str, ...], as_json: bool) -> None:
    """Show the rules of a variant: its bids, prices, rules in words, sources and options."""
    variant = chosen_variant(slug, options)
    console = open_console()
    if as_json:
        print_document(console, _document(variant))
        return
    _print_title(console, variant)
    _head(console, "Bids, lowest first")
    console.print(ladder_table(variant, console.width))
    agreed = suit_rule(variant)
    if agreed is not None:
        console.print(pips(f"Bids with trumps: {agreed}."))
    _print_cites(console, cites_of(variant, "ladder"))
    _head(console, "Prices")
    print_prices(console, variant)
    _head(console, "Rules")
    rules = grid(2)
    for name, rule in worded_rules(variant):
        # The prices stand in tables of their own.
        priced = name == "payments"
        body = pips(stop(payment_words(variant, rule) if priced else words_of(variant, rule)))
        for cite in merged_cites(cites_of(variant, name)):
            body.append(f"\n[{cite}]", "dim")
        rules.add_row(Text(label_of(name), "bold"), body)
    console.print(rules)
    sources = sources_of(variant)
    if sources:
        _head(console, "Sources")
        _print_sources(console, sources)
    _head(console, "Options")
    made = grid(2)
    for name in variant.option_names():
        made.add_row(Text(name, "bold"), option_words(variant, name))
    console.print(made)


def _print_title(console: Console, variant: br.Variant) -> None:
    console.print(heading(variant.title))
    console.print(stop(variant.about))
    console.print(
        f"{variant.slug}, revision {variant.revision}, fingerprint {variant.fingerprint()}"
    )
    chosen = variant.options()
    if chosen:
        console.print("With " + ", ".join(f"{name}={value}" for name, value in chosen.items()))


def _head(console: Console, text: str) -> None:
    console.print()
    ruled(console, text)


def _print_sources(console: Console, sources: list[br.Source]) -> None:
    made = grid(2)
    for source in sources:
        made.add_row(Text(source.key, "bold"), str(source))
    console.print(made)


def _print_cites(console: Console, cites: list[br.Cite]) -> None:
    for cite in merged_cites(cites):
        console.print(Text(f"[{cite}]", "dim"))


# Tables.


def ladder_table(variant: br.Variant, width: int) -> Table:
    """The bids, lowest first."""
    wide = width >= _WIDE
    names = ("English", "French") if wide else ("English and French",)
    bids = bids_of(variant)
    partnered = any(bid.partnered for bid in bids)
    partner = ["partner"] if partnered else []
    made = table("", "key", *names, "to win", *partner, right=(0,))
    made.columns[1].no_wrap = True
    for bid in bids:
        if wide:
            called = [Text(bid.english), Text(bid.french, "italic")]
        else:
            both = Text(bid.english)
            if bid.french and bid.french != bid.english:
                both.append(f"\n{bid.french}", "italic")
            called = [both]
        made.add_row(
            str(bid.place),
            Text(bid.key, "bold"),
            *called,
            pips(bid.goal),
            *(["yes" if bid.partnered else ""] if partnered else []),
        )
    return made


def print_prices(console: Console, variant: br.Variant, key: str | None = None) -> None:
    """The price tables, or what they say of one bid."""
    told = (
        prices if key is None else prices_of_bid(prices, key) for prices in price_tables(variant)
    )
    for place, prices in enumerate(prices for prices in told if prices.rows):
        if place:
            console.print()
        console.print(Text(prices.title, "italic"))
        console.print(_price_table(variant, prices))


def _price_table(variant: br.Variant, prices: PriceTable) -> Table:
    made = lines_table(price_columns(prices), price_lines(variant, prices))
    if prices.common:
        made.add_section()
        for line in shared_lines(prices):
            made.add_row(pips(line.label), *line.cells)
    return made


def lines_table(columns: Sequence[str], lines: Iterable[PriceLine]) -> Table:
    """Lines of prices under the heads of their columns; a star stands before a marked cell."""
    made = table("bid", *columns, right=range(1, len(columns) + 1), wrap=(0,))
    for line in lines:
        marked = line.marked or (False,) * len(line.cells)
        made.add_row(
            pips(f"{'  ' if line.added else ''}{line.label}"),
            *(
                Text(f"*{cell}", "bold") if mark else Text(cell)
                for cell, mark in zip(line.cells, marked, strict=True)
            ),
        )
    return made


# JSON.


def _source_document(source: br.Source) -> Document:
    return {"key": source.key, "title": source.title, "year": source.year}


def _summary(variant: br.Variant) -> Document:
    return {
        **identity(variant),
        "title": variant.title,
        "about": variant.about,
        "seats": variant.seats,
        "bids": len(variant.ladder),
        "sources": [_source_document(source) for source in variant.sources],
    }


def _document(variant: br.Variant) -> Document:
    return {
        **_summary(variant),
        "sources": [_source_document(source) for source in sources_of(variant)],
        "ladder": [
            {
                "place": place,
                "key": step.key,
                "name": step.name,
                "french_name": step.french,
                "words": step.words(),
                "partner": step.partnered,
                "cite": None if step.source is None else str(step.source),
            }
            for place, step in enumerate(variant.ladder, 1)
        ],
        "prices": [_prices_document(prices) for prices in price_tables(variant)],
        "rules": [
            {
                "rule": name,
                "words": words_of(variant, rule),
                "cites": [str(cite) for cite in cites_of(variant, name)],
            }
            for name, rule in worded_rules(variant)
        ],
        "admitted": {
            name: None if choices is None else list(choices)
            for name in variant.option_names()
            for choices in [variant.option_choices(name)]
        },
    }


def _prices_document(prices: PriceTable) -> Document:
    return {
        "title": prices.title,
        "by": prices.by,
        "columns": list(prices.columns),
        "rows": [
            {
                "key": row.key,
                "what": row.what,
                "where": row.where,
                "verdict": row.verdict,
                "chips": dict(row.cells),
            }
            for row in prices.rows
        ],
        "for_all": [
            {
                "what": shared.what,
                "verdict": shared.verdict,
                "chips": dict(shared.cells),
                "but": list(shared.but),
            }
            for shared in prices.common
        ],
    }
