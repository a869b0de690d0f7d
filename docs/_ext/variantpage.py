"""The page of a variant, made from its rule objects and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import evolve, fields_dict
from docs._ext.differences import differences
from docs._ext.rst import (
    cite_line,
    escaped,
    heading,
    indented,
    list_table,
    ruling_link,
)
from docs._ext.words import named, words_of

import boston_rules as br
from boston_rules.core.saying import sentence_of
from boston_rules.rules.cases import Payments
from boston_rules.rules.variant import content
from boston_rules.telling.tables.ladders import ladder_table, prices_tables
from boston_rules.telling.tables.rst import table_rst
from boston_rules.telling.wording.rulewords import (
    cites_of,
    label_of,
    option_words,
    ruling_order,
    slots_of,
    sources_of,
    within,
)

__all__ = ["variant_page"]


def variant_page(variant: br.Variant, older: br.Variant | None = None) -> str:
    """All that a page says of a variant below its own introduction, as reStructuredText.

    Args:
        variant: any variant, house rules included.
        older: the telling with which it is compared.
    """
    lines = [*_glance(variant), *_bids(variant), *_prices(variant), *_rules(variant)]
    if older is not None:
        lines += differences(variant, older)
    return "\n".join([*lines, *_sources(variant), *_options(variant), ""])


def _glance(variant: br.Variant) -> Iterator[str]:
    dealing, session = variant.dealing, variant.session
    second = " and a second pack, from which a card is turned" if dealing.turns_by_chance else ""
    length = f"{session.deals} deals"
    if session.first_to is not None:
        length = f"until somebody has {session.first_to} chips"
    ante = (
        {} if variant.pool is None else {"Ante": sentence_of(words_of(variant, variant.pool.ante))}
    )
    facts = {
        "In programs": f"``{variant.slug}``, :class:`~{type(variant).__module__}."
        f"{type(variant).__qualname__}`",
        "Players": str(variant.seats),
        "Pack": f"52 cards{second}" if dealing.packs == 1 else "two packs of 52 cards",
        "Deal": sentence_of(words_of(variant, dealing)),
        **ante,
        "Bids": f"{len(variant.ladder)}, from {_term(variant.ladder.steps[0])} "
        f"to {_term(variant.ladder.steps[-1])}",
        "Session": f"{length}; every purse starts with {session.starting_chips} chips",
        "Rules": f"revision {variant.revision}, fingerprint ``{variant.fingerprint()}``",
    }
    yield from heading("At a glance", "-")
    yield escaped(sentence_of(variant.about))
    yield ""
    for name, text in facts.items():
        yield f":{name}: {text}"
    yield ""


def _term(step: Any) -> str:
    return f":term:`{step.name}`" if step.name else f"``{step.key}``"


def _bids(variant: br.Variant) -> Iterator[str]:
    yield from heading("Bids, lowest first", "-")
    table = ladder_table(variant)
    rows = []
    for row, step in zip(table.rows, variant.ladder, strict=True):
        place, _, *others = (cell.said() for cell in row)
        rows.append([place, f"``{step.key}``", _term(step), *map(escaped, others)])
    place, name, *heads = (column.head for column in table.columns)
    yield from list_table([place, "key", name, *heads], rows)
    for note in table.notes:
        yield named(variant, note)
        yield ""
    yield from _source_line(variant, "ladder")


def _without_empty_columns(
    head: list[str], rows: list[list[str]]
) -> tuple[list[str], list[list[str]]]:
    filled = [place for place in range(len(head)) if any(row[place] for row in rows)]
    return [head[place] for place in filled], [[row[place] for place in filled] for row in rows]


def _prices(variant: br.Variant) -> Iterator[str]:
    yield from heading("Prices", "-")
    for table in prices_tables(variant):
        yield f"*{escaped(table.title)}*"
        yield ""
        yield from table_rst(
            evolve(table, title=""), lambda said: escaped(named(variant, said)), classes="prices"
        )


def _rules(variant: br.Variant) -> Iterator[str]:
    yield from heading("Rules in words", "-")
    yield ".. container:: rules-in-words"
    yield ""
    yield from indented(_slots(variant))


def _slots(variant: br.Variant) -> Iterator[str]:
    for name, rule in slots_of(variant):
        if name == "ladder":
            continue  # the table of bids
        yield label_of(name)
        if name == "payments":
            body = _payments(variant, variant.payments)
        else:
            body = [escaped(sentence_of(words_of(variant, rule)))]
        yield from (f"   {line}" if line else "" for line in body)
        said = "\n".join(body).casefold()
        for path, below in within(variant, name):
            if path == "payments.shares" and variant.partners is None:
                continue
            words = words_of(variant, below)
            if escaped(words).casefold() not in said:
                yield ""
                yield f"   {escaped(sentence_of(words))}"
        yield ""
        yield from (f"   {line}" for line in _source_line(variant, name))


def _payments(variant: br.Variant, payments: Payments) -> list[str]:
    """Rule by rule, since a sentence would be too long."""
    lines = []
    for title, rules in (
        ("Made, each opponent pays:", payments.won),
        ("Lost, each opponent is paid:", payments.lost),
    ):
        lines += [title, ""]
        lines += [f"* {escaped(words_of(variant, rule))}" for rule in rules]
        lines.append("")
    if variant.partners is not None:
        lines.append(escaped(sentence_of(words_of(variant, payments.shares))))
    if payments.slams is not None:
        lines += ["", escaped(sentence_of(words_of(variant, payments.slams)))]
    return lines


def _source_line(variant: br.Variant, name: str) -> Iterator[str]:
    text = cite_line(cites_of(variant, name))
    if text:
        yield f"*Sources:* {text}."
        yield ""


def _sources(variant: br.Variant) -> Iterator[str]:
    sources = sources_of(variant)
    if not sources:
        return
    yield from heading("Sources and rulings", "-")
    for source in sources:
        yield f"* :ref:`{source.key} <source-{source.key}>`, {escaped(str(source))}"
    rulings = {
        ruling
        for _, rule in variant.rules()
        if isinstance(cite := getattr(rule, "source", None), br.Cite)
        for ruling in re.findall(r"[A-Z]+\d+", cite.ruling)
    }
    yield ""
    if rulings:
        links = map(ruling_link, sorted(rulings, key=ruling_order))
        yield f"Rulings that its rules cite: {', '.join(links)}."
        yield ""


def _options(variant: br.Variant) -> Iterator[str]:
    yield from heading("Options", "-")
    yield (
        f"``br.get_variant({variant.slug!r}, ...)`` and the constructor of "
        f":class:`~{type(variant).__module__}.{type(variant).__qualname__}` take:"
    )
    yield ""
    rows = []
    for name in variant.option_names():
        cite = fields_dict(type(variant))[name].metadata.get("source")
        values = escaped(option_words(variant, name))
        for choice in variant.option_choices(name) or ():
            if choice != getattr(variant, name):
                said = " ".join(sentence_of(words) for words in _effect(variant, name, choice))
                values += f"\n\n``{choice!r}``: {escaped(said)}"
        source = cite_line([cite]) if isinstance(cite, br.Cite) else ""
        rows.append([f"``{name}``", values, source])
    yield from list_table(*_without_empty_columns(["option", "values", "source"], rows))


def _effect(variant: br.Variant, name: str, choice: object) -> Iterator[str]:
    """The rules that an option puts in place of others, in words."""
    chosen = evolve(variant, **dict[str, Any]({name: choice}))
    before, after = dict(variant.rules()), dict(chosen.rules())
    for path, rule in after.items():
        if content(rule) != content(before.get(path)):
            below = (inner for inner in after if re.match(rf"{re.escape(path)}[.\[]", inner))
            if all(content(after[inner]) == content(before.get(inner)) for inner in below):
                yield words_of(chosen, rule)
    for slot, rule in slots_of(variant):
        if slot not in after:
            yield f"without this: {words_of(variant, rule)}"
