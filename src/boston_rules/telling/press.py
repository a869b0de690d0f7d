"""A rulebook as a PDF. The pages are set by typst, after a template that has the words as data."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from boston_rules.core.extras import needs
from boston_rules.core.saying import say
from boston_rules.telling.language import speaker, spoken
from boston_rules.telling.rulebook import Block, Passage, Rulebook
from boston_rules.telling.tables.model import Column, Row

__all__ = ["pdf_of"]

_TEMPLATE: Final = "rulebook.typ"


def pdf_of(book: Rulebook) -> bytes:
    """The book on pages of A4, in the language of the moment.

    Raises:
        MissingExtra: typst is not installed.
    """
    with needs("pdf_of()", "pdf", "typst"):
        import typst
    template = (files(__package__) / _TEMPLATE).read_bytes()
    words = json.dumps(_words(book), ensure_ascii=False)
    made = typst.compile(
        template, format="pdf", ignore_system_fonts=True, sys_inputs={"book": words}
    )
    assert isinstance(made, bytes), "a PDF is one file"
    return made


def _words(book: Rulebook) -> dict[str, Any]:
    """Whatever is printed, in words."""
    return {
        "lang": speaker().lang,
        "title": spoken(book.title),
        "about": spoken(book.about),
        "identity": spoken(book.identity),
        "chapters": [
            {"title": spoken(chapter.title), "blocks": list(map(_block, chapter.blocks))}
            for chapter in book.chapters
        ],
        "sources": {
            "title": spoken(say("Sources")),
            "rows": [[source.key, str(source)] for source in book.sources],
        },
    }


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Passage):
        return {
            "label": spoken(block.label),
            "words": spoken(block.words),
            "cites": list(map(str, block.cites)),
        }
    return {
        "title": spoken(block.title),
        "columns": [_head(column) for column in block.columns],
        "rows": list(map(_row, block.rows)),
        "footer": list(map(_row, block.footer)),
        "notes": list(map(spoken, block.notes)),
    }


def _head(column: Column) -> dict[str, Any]:
    return {
        "head": spoken(column.head),
        "align": column.align,
        "room": column.room,
    }


def _row(row: Row) -> list[dict[str, Any]]:
    return [{"text": cell.said(), "bold": cell.bold} for cell in row]
