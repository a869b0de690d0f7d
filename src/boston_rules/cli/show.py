"""``boston-rules variants`` and ``boston-rules show``: the rules, looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, groupby
from typing import Any, Final

import click
from attrs import evolve, fields_dict
from rich.console import Console
from rich.table import Table
from rich.text import Text

import boston_rules as br
from boston_rules.cli.arguments import as_json, chosen_variant, is_number, rule_options
from boston_rules.cli.documents import Document, identity, print_document
from boston_rules.cli.prices import LOST, MADE, PRICE
from boston_rules.cli.pricetables import EITHER, PriceRow, PriceTable, price_tables
from boston_rules.cli.terminal import console as open_console
from boston_rules.cli.terminal import grid, heading, pips, ruled, table
from boston_rules.rules.ladder import Step
from boston_rules.rules.payments import Payments

__all__ = ["ladder_table", "print_prices", "show", "variants"]

_BY_TRICKS: Final = ("over", "short")
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
            Text.assemble(
                (variant.title, "bold"), f"\n{_sentence(variant.about)}\nSources: {sources}."
            ),
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
    agreed = _suit_rule(variant)
    if agreed is not None:
        console.print(pips(f"Bids with trumps: {agreed}."))
    _print_cites(console, _cites(variant, "ladder"))
    _head(console, "Prices")
    print_prices(console, variant)
    _head(console, "Rules")
    rules = grid(2)
    for name, rule in _rules(variant):
        body = pips(_sentence(_rule_words(rule, partnered=variant.partners.method != "none")))
        for line in _cite_lines(_cites(variant, name)):
            body.append(f"\n{line}", "dim")
        rules.add_row(Text(_label(name), "bold"), body)
    console.print(rules)
    _head(console, "Sources")
    _print_sources(console, _sources(variant))
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
    ruled(console, text)


def _print_sources(console: Console, sources: list[br.Source]) -> None:
    made = grid(2)
    for source in sources:
        made.add_row(Text(source.key, "bold"), str(source))
    console.print(made)


def _print_cites(console: Console, cites: list[br.Cite]) -> None:
    for line in _cite_lines(cites):
        console.print(Text(line, "dim"))


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
            "yes" if step.partnered else "",
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


def print_prices(console: Console, variant: br.Variant, key: str | None = None) -> None:
    """The price tables, or what they say of one bid."""
    first = True
    for prices in price_tables(variant):
        if key is not None:
            rows = tuple(row for row in prices.rows if row.key == key)
            shared = tuple(shared for shared in prices.common if key not in shared.but)
            prices = evolve(prices, rows=rows, common=shared if rows else ())
        if prices.rows:
            if not first:
                console.print()
            first = False
            console.print(Text(prices.title, "italic"))
            console.print(_price_table(variant, prices))


def _bid_names(variant: br.Variant, keys: list[str]) -> str:
    return ", ".join(variant.ladder[key].name or key for key in keys)


def _price_table(variant: br.Variant, prices: PriceTable) -> Table:
    """One table of prices; bids that cost the same share their rows."""
    numbers = [MADE, LOST] if prices.by == "nothing" else list(prices.columns)
    made = table("bid", *numbers, right=range(1, len(numbers) + 1), wrap=(0,))
    blocks: list[tuple[list[str], list[PriceRow]]] = []
    for key, found in groupby(prices.rows, key=lambda row: row.key):
        rows = [evolve(row, key="") for row in found]
        if blocks and key and blocks[-1][1] == rows:
            blocks[-1][0].append(key)
        else:
            blocks.append(([key], rows))
    for keys, rows in blocks:
        known = [key for key in keys if key in variant.ladder]
        names = ", ".join(keys) if prices.by in _BY_TRICKS else _bid_names(variant, known)
        for label, cells in _lines(prices, rows, names):
            made.add_row(pips(label), *("" if chips is None else str(chips) for chips in cells))
    if prices.common:
        made.add_section()
        for shared in prices.common:
            row = PriceRow("", shared.what, shared.verdict, shared.cells)
            for label, cells in _lines(prices, [row], ""):
                but = f" (not {', '.join(shared.but)})" if shared.but else ""
                shown = ("" if chips is None else str(chips) for chips in cells)
                made.add_row(pips(label.strip() + but), *shown)
    return made


def _lines(
    prices: PriceTable, rows: list[PriceRow], names: str
) -> Iterator[tuple[str, list[int | None]]]:
    """Each price named by its bid, what is added to it indented below."""
    if prices.by == "nothing":
        for (what, where), found in groupby(rows, key=lambda row: (row.what, row.where)):
            cells: dict[str, int] = {}
            for row in found:
                for verdict in (MADE, LOST):
                    if row.verdict in (EITHER, verdict):
                        cells[verdict] = row.cells[""]
            yield _line_label(what, where, names), [cells.get(MADE), cells.get(LOST)]
        return
    for row in rows:
        label = _line_label(row.what, row.where, names)
        if row.verdict != EITHER and prices.by not in _BY_TRICKS and not _says_verdict(row.what):
            label += f", {row.verdict}"
        yield label, [row.cells.get(column) for column in prices.columns]


def _line_label(what: str, where: str, names: str) -> str:
    said = (names, where) if what == PRICE else (f"  {what}", where)
    return ", ".join(filter(None, said))


def _says_verdict(what: str) -> bool:
    return what in ("each overtrick", "each undertrick", "every trick")


# The rules in words.


def _rules(variant: br.Variant) -> Iterator[tuple[str, Any]]:
    """Every rule that has words, by the name of its field."""
    names = [*fields_dict(br.Variant), *fields_dict(type(variant))]
    for name in dict.fromkeys(names):
        rule = getattr(variant, name)
        if name not in variant.option_names() and callable(getattr(rule, "words", None)):
            yield name, rule


def _rule_words(rule: Any, *, partnered: bool) -> str:
    """A rule in words; prices, which stand in tables of their own, are left out."""
    if not isinstance(rule, Payments):
        return str(rule.words())
    parts = ["prices as in the tables above"]
    if partnered:
        parts.append(rule.shares.words())
    if rule.slams is not None:
        parts.append(rule.slams.words())
    return "; ".join(parts)


def _cites(variant: br.Variant, name: str) -> list[br.Cite]:
    """The citations of a rule and of all rules within it."""
    found: dict[br.Cite, None] = {}
    for path, rule in variant.rules():
        source = getattr(rule, "source", None)
        if isinstance(source, br.Cite) and re.match(rf"{re.escape(name)}($|[.\[])", path):
            found[source] = None
    return list(found)


def _cite_lines(cites: list[br.Cite]) -> list[str]:
    """Citations of the same place on one line, their rulings together."""
    merged: dict[br.Cite, dict[str, None]] = {}
    for cite in cites:
        rulings = filter(None, cite.ruling.split(", "))
        merged.setdefault(evolve(cite, ruling=""), {}).update(dict.fromkeys(rulings))
    return [
        f"[{evolve(cite, ruling=', '.join(sorted(rulings, key=_ruling_order)))}]"
        for cite, rulings in merged.items()
    ]


def _ruling_order(ruling: str) -> tuple[bool, int, str]:
    """R before P, and by number."""
    digits = ruling[1:]
    return ruling[:1] != "R", int(digits) if digits.isdecimal() else 0, ruling


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
    if choices is None and not is_number(type(variant), name):
        text = "a rule object, in Python only"
    elif choices is None:
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
