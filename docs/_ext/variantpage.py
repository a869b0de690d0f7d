"""The page of a variant, made from its rule objects and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, fields_dict
from docs._ext.differences import differences
from docs._ext.rst import cite_line, escaped, heading, list_table, ruling_link

import boston_rules as br
from boston_rules.core.saying import sentence_of
from boston_rules.core.sources import own_cites
from boston_rules.rules.variant import content
from boston_rules.telling.language import spoken
from boston_rules.telling.rulebook import Chapter, Passage, rulebook
from boston_rules.telling.tables.ladders import ladder_table
from boston_rules.telling.tables.model import Table
from boston_rules.telling.tables.rst import table_rst
from boston_rules.telling.wording.rulewords import (
    option_words,
    ruling_order,
    slots_of,
    sources_of,
    words_of,
)

__all__ = ["variant_page"]


def variant_page(
    variant: br.Variant, older: br.Variant | None = None, deals: Iterable[Chapter] = ()
) -> str:
    """All that a page says of a variant below its own introduction, as reStructuredText.

    Args:
        variant: any variant, house rules included.
        older: the telling with which it is compared.
        deals: chapters of deals that show the rules at work.
    """
    lines, ladder = list(_glance(variant)), ladder_table(variant)
    for chapter in rulebook(variant, deals).chapters:
        lines += heading(spoken(chapter.title), "-")
        for block in chapter.blocks:
            if isinstance(block, Passage):
                lines += _passage(variant, block)
            else:
                lines += _bids(variant, block) if block == ladder else _table(block)
    if older is not None:
        lines += differences(variant, older)
    return "\n".join([*lines, *_sources(variant), *_options(variant), ""])


def _glance(variant: br.Variant) -> Iterator[str]:
    session = variant.session
    length = f"{session.deals} deals"
    if session.first_to is not None:
        length = f"until somebody has {session.first_to} chips"
    facts = {
        "In programs": f"``{variant.slug}``, :class:`~{type(variant).__module__}."
        f"{type(variant).__qualname__}`",
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


def _passage(variant: br.Variant, passage: Passage) -> Iterator[str]:
    """A rule with its sources; the index leads to it by what it is about."""
    label = spoken(passage.label)
    if label:
        yield f".. index:: single: {label.lower()}; {variant.title}"
        yield ""
        yield f"**{escaped(label)}**"
        yield ""
    for line in filter(None, spoken(passage.words).split("\n")):
        yield f"| {escaped(line)}"
    yield ""
    source = cite_line(passage.cites)
    if source:
        yield f"*Sources:* {source}."
        yield ""


def _bids(variant: br.Variant, table: Table) -> Iterator[str]:
    """The ladder, with the keys by which programs know the bids, and links to the glossary."""
    rows = []
    for row, step in zip(table.rows, variant.ladder, strict=True):
        place, _, *others = (cell.said() for cell in row)
        rows.append([place, f"``{step.key}``", _term(step), *map(escaped, others)])
    place, name, *heads = (column.head for column in table.columns)
    yield from list_table([place, "key", name, *heads], rows)
    yield from _notes(table)


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"*{escaped(spoken(table.title))}*"
        yield ""
    yield from table_rst(evolve(table, title=""), classes="prices")
    yield from _notes(table)


def _notes(table: Table) -> Iterator[str]:
    for note in table.notes:
        yield escaped(spoken(note))
        yield ""


def _without_empty_columns(
    head: list[str], rows: list[list[str]]
) -> tuple[list[str], list[list[str]]]:
    filled = [place for place in range(len(head)) if any(row[place] for row in rows)]
    return [head[place] for place in filled], [[row[place] for place in filled] for row in rows]


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
        for cite in own_cites(rule)
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
