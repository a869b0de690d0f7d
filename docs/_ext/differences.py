"""What a telling changes in an older one: found by comparing rule objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs._ext.rst import escaped, heading, list_table

import boston_rules as br
from boston_rules.core.saying import sentence_of
from boston_rules.rules.cases import Payments
from boston_rules.rules.ladder import Ladder
from boston_rules.rules.variant import content
from boston_rules.telling.wording.pricetables import PriceTable, price_tables
from boston_rules.telling.wording.rulewords import label_of, slots_of, words_of

__all__ = ["differences"]


def differences(variant: br.Variant, older: br.Variant) -> Iterator[str]:
    """The rules that are not those of the other variant, side by side."""
    yield from heading(f"Differences from {older.title}", "-")
    mine, theirs = dict(slots_of(variant)), dict(slots_of(older))
    same, rows = [], []
    for name in {**mine, **theirs}:
        here, there = mine.get(name), theirs.get(name)
        if content(here) == content(there):
            same.append(label_of(name).lower())
        elif name == "ladder":
            rows.append([label_of(name), *_ladders(variant, variant.ladder, older, older.ladder)])
        elif name == "payments":
            rows += _payments(variant, variant.payments, older, older.payments)
        else:
            rows.append([label_of(name), _said(variant, here), _said(older, there)])
    if rows:
        yield from list_table(
            ["rule", "here", f":doc:`{escaped(older.title)} </variants/{older.slug}>`"],
            rows,
            widths="16 42 42",
        )
    if same:
        yield f"The same: {', '.join(same)}."
        yield ""


def _said(variant: br.Variant, rule: Any) -> str:
    return "–" if rule is None else escaped(sentence_of(words_of(variant, rule)))


def _ladders(
    variant: br.Variant, mine: Ladder, older: br.Variant, theirs: Ladder
) -> tuple[str, str]:
    """Bids that only one of them has, and whether those of both stand in the same order."""
    common = [step.key for step in mine if step.key in theirs]
    in_order = common == [step.key for step in theirs if step.key in mine]
    cells = []
    for own, ladder, other, place in (
        (variant, mine, theirs, "common"),
        (older, theirs, mine, ""),
    ):
        parts = [f"{len(ladder)} bids"]
        alone = [step.name or step.key for step in ladder if step.key not in other]
        if alone:
            parts.append(f"only here: {', '.join(alone)}" if place else ", ".join(alone))
        changed = [
            f"{step.name or step.key}: {words_of(own, step)}"
            for step in ladder
            if step.key in other and content(step) != content(other[step.key])
        ]
        if changed and len(changed) <= 4:
            parts += changed
        elif changed:
            parts.append(f"{len(changed)} bids of the same key have other rules or another form")
        if place and not in_order:
            parts.append("the bids of both stand in another order")
        cells.append(escaped(sentence_of("; ".join(parts))))
    return cells[0], cells[1]


def _payments(
    variant: br.Variant, mine: Payments, older: br.Variant, theirs: Payments
) -> list[list[str]]:
    rows = []
    here, there = _figures(variant), _figures(older)
    common = [key for key in here if key in there]
    other = [key for key in common if here[key] != there[key]]
    if other:
        cells = []
        for own, figures in ((variant, here), (older, there)):
            example = other[0]
            cells.append(
                f"{own.ladder[example].name or example}: {escaped(figures[example])}"
                if example in own.ladder
                else "–"
            )
        rows.append(
            [f"Prices ({len(other)} of {len(common)} bids of both differ), such as", *cells]
        )
    for name in ("shares", "slams"):
        if name == "shares" and variant.partners is older.partners is None:
            continue
        own, others = getattr(mine, name), getattr(theirs, name)
        if content(own) != content(others):
            rows.append([label_of(name), _said(variant, own), _said(older, others)])
    if not rows:
        rows.append(["Payments", _said(variant, mine), _said(older, theirs)])
    return rows


def _figures(variant: br.Variant) -> dict[str, str]:
    """By bid, everything that its rows in the price tables say."""
    found: dict[str, list[str]] = {}
    for prices in price_tables(variant):
        for row in prices.rows:
            for key in row.key.split(", "):
                if key in variant.ladder:
                    cells = ", ".join(
                        f"{label} {row.cells[label]}".strip()
                        for label in prices.columns
                        if label in row.cells
                    )
                    found.setdefault(key, []).append(f"{_what(prices, row)}{cells}")
    return {key: "; ".join(said) for key, said in found.items()}


def _what(prices: PriceTable, row: Any) -> str:
    parts = [row.where, "" if row.what == "price" else row.what]
    parts.append("" if row.verdict == "either" else row.verdict)
    units = {"over": "by tricks over", "short": "by tricks short", "won": "by tricks won"}
    unit = units.get(prices.by, "")
    told = ", ".join(filter(None, (*parts, unit)))
    return f"{told}: " if told else ""
