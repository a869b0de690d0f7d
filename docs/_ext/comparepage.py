"""The ladders and prices of several variants side by side, made from their rule objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs._ext.rst import escaped, indented

import boston_rules as br
from boston_rules.telling.tables.ladders import comparison_tables
from boston_rules.telling.tables.rst import table_rst
from boston_rules.telling.wording.comparison import LADDER_LEGEND, PRICE_LEGEND, Comparison, compare

__all__ = ["comparison"]


def comparison(variants: Sequence[br.Variant]) -> str:
    """Two tables and what else decides who pays, as reStructuredText."""
    return "\n".join(_lines(variants))


def _lines(variants: Sequence[br.Variant]) -> Iterator[str]:
    found = compare(variants)
    for legend, table in zip((LADDER_LEGEND, PRICE_LEGEND), comparison_tables(found), strict=True):
        yield escaped(legend)
        yield ""
        yield from table_rst(
            table,
            lambda said: f"``{said}``" if said in found.names else escaped(said),
            classes="prices",
        )
    yield escaped(found.summary())
    yield ""
    yield ".. container:: rules-in-words"
    yield ""
    yield from indented(_rules(found))


def _rules(found: Comparison) -> Iterator[str]:
    for title, told in found.rules():
        yield title
        if len(told) == 1:
            yield f"   {escaped(told[0][1])}"
        else:
            for who, said in told:
                yield f"   | *{escaped(who)}*: {escaped(said)}"
        yield ""
