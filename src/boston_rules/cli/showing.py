"""What ``variants`` and ``show`` print with ``--json``."""

from __future__ import annotations

from attrs import asdict

import boston_rules as br
from boston_rules.cli.documents import Document, identity, step_document
from boston_rules.telling.rulebook import Passage, rulebook
from boston_rules.telling.wording.pricetables import PriceTable, price_tables
from boston_rules.telling.wording.rulewords import sources_of

__all__ = ["document", "summary"]


def summary(variant: br.Variant) -> Document:
    return {
        **identity(variant),
        "title": variant.title,
        "about": variant.about,
        "seats": variant.seats,
        "bids": len(variant.ladder),
        "sources": [asdict(source) for source in variant.sources],
    }


def document(variant: br.Variant) -> Document:
    return {
        **summary(variant),
        "sources": [asdict(source) for source in sources_of(variant)],
        "ladder": [
            {
                "place": place,
                **step_document(step),
                "cite": None if step.source is None else str(step.source),
            }
            for place, step in enumerate(variant.ladder, 1)
        ],
        "prices": [_prices_document(prices) for prices in price_tables(variant)],
        "chapters": [
            {
                "title": chapter.title,
                "rules": [
                    {
                        "label": block.label,
                        "words": block.words,
                        "cites": list(map(str, block.cites)),
                    }
                    for block in chapter.blocks
                    if isinstance(block, Passage) and block.words
                ],
            }
            for chapter in rulebook(variant).chapters
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
