"""Every phase of a game as the client shows it at three sizes: nothing is cut off or covered.

All games, in three languages, are looked at by ``python -m docs._ext.phases``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from docs._ext.phases import SIZES, Gallery, problems, scenes


@pytest.fixture
def gallery(chromium: Any) -> Iterator[Gallery]:
    made = Gallery(chromium)
    yield made
    made.close()


@pytest.mark.parametrize("size", SIZES)
def test_everything_has_its_place(gallery: Gallery, size: str) -> None:
    page = gallery.page(size)
    for kind, scene in scenes("french"):
        gallery.show(page, scene)
        assert problems(page) == [], kind


def test_the_check_finds_what_is_wrong(gallery: Gallery) -> None:
    page = gallery.page("phone")
    kind, scene = next(each for each in scenes("classic") if "auction, own turn" in each[0])
    gallery.show(page, scene)
    assert problems(page) == [], kind
    for style, told in (
        (".level { min-height: 20px !important }", "small"),
        (".plate { width: 300px !important }", "cut off"),
        (".turn { translate: 0 -60px }", "overlaps"),
        (".hand .card { flex-basis: 30px !important }", "narrow card"),
        (".note { display: block !important; inset: 0 !important; max-width: none }", "covered"),
    ):
        page.add_style_tag(content=style).evaluate("each => each.dataset.test = 1")
        assert any(told in problem for problem in problems(page)), told
        page.evaluate("document.querySelector('style[data-test]').remove()")
