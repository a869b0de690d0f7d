"""The page that sets prices side by side says what the comparison says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs._ext.comparepage import comparison
from tests.cousins.games import registered

import boston_rules as br
from boston_rules.telling.wording.comparison import compare

PAGE = Path(__file__).resolve().parents[2] / "docs" / "prices.rst"


def families() -> list[tuple[str, ...]]:
    """The variants of each comparison on the page."""
    text = re.sub(r"\n   (?=[a-z])", " ", PAGE.read_text(encoding="utf-8"))
    return [
        tuple(line.split()) for line in re.findall(r"^\.\. compare:: (.*)$", text, re.MULTILINE)
    ]


def test_the_american_family_comes_first_and_whole() -> None:
    first = families()[0]
    assert set(first) == {
        slug for slug in br.list_variants() if br.get_variant(slug).dealing.turns_of_another
    }


@pytest.mark.long
@pytest.mark.parametrize("slugs", families())
def test_every_line_stands_on_the_page(slugs: tuple[str, ...]) -> None:
    with registered():
        variants = [br.get_variant(slug) for slug in slugs]
        text, found = comparison(variants), compare(variants)
    lines = [*found.ladder_lines(), *found.price_lines()]
    assert text.count("   * - ") == len(lines) + 2, "and two heads"
    cells = re.findall(r"^     -(?: (.*))?$", text, re.MULTILINE)
    told = [
        f"**\\*{cell}**" if mark else cell
        for line in lines
        for cell, mark in zip(line.cells, line.marked, strict=True)
    ]
    heads = len(slugs)
    after_ladder = heads + heads * len(list(found.ladder_lines()))
    assert cells[heads:after_ladder] + cells[after_ladder + heads :] == told
    for _, words in found.rules():
        assert all(who in text for who, _ in words if len(words) > 1)
