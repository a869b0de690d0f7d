"""``boston-rules variants`` and ``boston-rules show``: the rules, looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import click
from attrs import evolve, fields, fields_dict
from rich.console import Console
from rich.table import Table
from rich.text import Text

import boston_rules as br
from boston_rules.cli.arguments import as_json, chosen_variant, rule_options
from boston_rules.cli.documents import Document, identity, print_document
from boston_rules.cli.prices import (
    EITHER,
    LOST,
    MADE,
    PRICE,
    Common,
    PriceRow,
    PriceTable,
    price_tables,
)
from boston_rules.cli.terminal import console as open_console
from boston_rules.cli.terminal import grid, heading, pips, table
from boston_rules.rules.ladder import Step

__all__ = ["ladder_table", "show", "variants"]

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
        sources = "; ".join(map(str, variant.sources))
        made.add_row(
            Text.assemble(
                (variant.slug, "bold"),
                f"\nrevision {variant.revision}\n{variant.fingerprint()}",
            ),
            Text.assemble(
                (variant.title, "bold"), f"\n{_sentence(variant.about)}\nSources: {sources}."
            ),
            str(len(variant.ladder)),
            end_section=variant is not found[-1],
        )
    console.print(made)


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
    agreed = _suit_rule(variant)
    if agreed is not None:
        console.print(pips(f"Bids with trumps: {agreed}."))
    _print_cites(console, _cites(variant, "ladder"))
    _head(console, "Prices")
    for prices in price_tables(variant):
        console.print(_price_table(variant, prices))
        for line in _common_lines(prices):
            console.print(pips(line))
        console.print()
    _head(console, "Rules")
    rules = grid(2)
    for name, rule in _rules(variant):
        body = pips(_sentence(rule.words()))
        for cite in _cites(variant, name):
            body.append(f"\n[{cite}]", "dim")
        rules.add_row(Text(_label(name), "bold"), body)
    console.print(rules)
    _head(console, "Sources")
    sources = grid(2)
    for source in _sources(variant):
        sources.add_row(Text(source.key, "bold"), str(source))
    console.print(sources)
    _head(console, "Options")
    made = grid(2)
    for name in variant.option_names():
        made.add_row(Text(name, "bold"), _option_words(variant, name))
    console.print(made)


def _print_title(console: Console, variant: br.Variant) -> None:
    console.print(heading(variant.title))
    console.print(_sentence(variant.about))
    console.print(
        f"{variant.slug}, revision {variant.revision}, fingerprint {variant.fingerprint()}"
    )
    chosen = variant.options()
    if chosen:
        console.print("With " + ", ".join(f"{name}={value}" for name, value in chosen.items()))


def _head(console: Console, text: str) -> None:
    console.print()
    console.rule(heading(text), align="left", characters="─", style="default")


def _print_cites(console: Console, cites: list[br.Cite]) -> None:
    for cite in cites:
        console.print(Text(f"[{cite}]", "dim"))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


# The ladder.


def ladder_table(variant: br.Variant, width: int) -> Table:
    """The bids, lowest first."""
    wide = width >= _WIDE
    names = ("English", "French") if wide else ("English and French",)
    made = table("", "key", *names, "to win", "partner", right=(0,))
    made.columns[1].no_wrap = True
    common = _suit_rule(variant) is not None
    for place, step in enumerate(variant.ladder, 1):
        english, french = step.name or step.key, step.french
        if wide:
            called = [Text(english), Text(french, "italic")]
        else:
            both = Text(english)
            if french and french != english:
                both.append(f"\n{french}", "italic")
            called = [both]
        made.add_row(
            str(place),
            Text(step.key, "bold"),
            *called,
            pips(_goal(step, named=not common)),
            "possible" if step.partnered else "",
        )
    return made


def _goal(step: Step, *, named: bool) -> str:
    """The step in words; how its trump suit is settled only where bids differ in it."""
    words = evolve(step, partnered=False).words()
    if step.has_trumps and not named:
        return words.replace(f"; {step.suit.words()}", "", 1)
    return words


def _suit_rule(variant: br.Variant) -> str | None:
    """How the trump suit is settled, where all bids with trumps agree on it."""
    found = {step.suit.words() for step in variant.ladder if step.has_trumps}
    return found.pop() if len(found) == 1 else None


# Prices.


def _bid_names(variant: br.Variant, keys: list[str]) -> str:
    return ", ".join(variant.ladder[key].name or key for key in keys)


def _price_table(variant: br.Variant, prices: PriceTable) -> Table:
    """One table of prices; bids that cost the same share their rows."""
    numbers = [*prices.columns] if prices.by != "nothing" else [MADE, LOST]
    made = table("bid", *numbers, title=prices.title, right=range(1, len(numbers) + 1), wrap=(0,))
    blocks: list[tuple[list[str], list[PriceRow]]] = []
    for key, found in groupby(prices.rows, key=lambda row: row.key):
        rows = list(found)
        alike = [evolve(row, key="") for row in rows]
        if blocks and key and [evolve(row, key="") for row in blocks[-1][1]] == alike:
            blocks[-1][0].append(key)
        else:
            blocks.append(([key], rows))
    for keys, rows in blocks:
        by_tricks = prices.by in ("over", "short")
        names = ", ".join(keys) if by_tricks else _bid_names(variant, [key for key in keys if key])
        for label, cells in _labelled(prices, rows, names):
            made.add_row(pips(label), *("" if chips is None else str(chips) for chips in cells))
    return made


def _labelled(
    prices: PriceTable, rows: list[PriceRow], names: str
) -> Iterator[tuple[str, list[int | None]]]:
    """Each row of a bid, its price named by the bid and additions indented below it."""
    if prices.by == "nothing":
        for what, found in groupby(rows, key=lambda row: row.what):
            cells: dict[str, int] = {}
            for row in found:
                for verdict in (MADE, LOST):
                    if row.verdict in (EITHER, verdict):
                        cells[verdict] = row.cells[""]
            label = " ".join(filter(None, (names, rows[0].where))) if what == PRICE else f"  {what}"
            yield label, [cells.get(MADE), cells.get(LOST)]
        return
    for row in rows:
        label = " ".join(filter(None, (names, row.where))) if row.what == PRICE else f"  {row.what}"
        told = (
            row.verdict == EITHER or prices.by in ("over", "short") or row.what.startswith("each")
        )
        yield (
            label if told else f"{label}, {row.verdict}",
            [row.cells.get(column) for column in prices.columns],
        )


def _common_lines(prices: PriceTable) -> Iterator[str]:
    """What is the same for every bid of a table."""
    if prices.common:
        parts = [f"{shared.what} {shared.chips}{_when(shared)}" for shared in prices.common]
        yield f"And for every bid of this table: {'; '.join(parts)}."


def _when(shared: Common) -> str:
    if shared.what.startswith("each"):
        return ""
    return " (made or lost)" if shared.verdict == EITHER else f" (if {shared.verdict})"


# The rules in words.


def _rules(variant: br.Variant) -> Iterator[tuple[str, Any]]:
    """Every rule that has words, by the name of its field."""
    named = variant.option_names()
    for attribute in fields(type(variant)):
        rule = getattr(variant, attribute.name)
        if attribute.name not in named and callable(getattr(rule, "words", None)):
            yield attribute.name, rule


def _cites(variant: br.Variant, name: str) -> list[br.Cite]:
    """The citations of a rule and of all rules within it."""
    found: dict[br.Cite, None] = {}
    for path, rule in variant.rules():
        source = getattr(rule, "source", None)
        if isinstance(source, br.Cite) and re.match(rf"{re.escape(name)}($|[.\[])", path):
            found[source] = None
    return list(found)


def _sources(variant: br.Variant) -> list[br.Source]:
    """Every telling that is named or cited."""
    found = dict.fromkeys(variant.sources)
    for _, rule in variant.rules():
        source = getattr(rule, "source", None)
        if isinstance(source, br.Cite):
            found.update(dict.fromkeys(source.sources))
    return list(found)


def _option_words(variant: br.Variant, name: str) -> str:
    choices = variant.option_choices(name)
    if choices is None:
        text = "a whole number, in place of the figure of the telling"
    else:
        text = "one of " + ", ".join(str(choice).lower() for choice in choices)
        default = fields_dict(type(variant))[name].default
        text += f"; as a rule {str(default).lower()}"
    chosen = getattr(variant, name)
    return f"{text}; here {chosen}" if name in variant.options() else text


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
        "sources": [_source_document(source) for source in _sources(variant)],
        "ladder": [
            {
                "place": place,
                "key": step.key,
                "english": step.name,
                "french": step.french,
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
                "words": rule.words(),
                "cites": [str(cite) for cite in _cites(variant, name)],
            }
            for name, rule in _rules(variant)
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
        "for_every_bid": [
            {"what": shared.what, "verdict": shared.verdict, "chips": shared.chips}
            for shared in prices.common
        ],
    }
