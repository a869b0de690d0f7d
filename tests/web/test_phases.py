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


def test_nothing_is_asked_about_a_table_that_is_not_there_yet(gallery: Gallery) -> None:
    page = gallery.page("wide")
    assert page.locator(".tool:enabled").count() == 0
    page.click(".icon >> nth=0")
    assert page.locator("dialog .menu button").all_inner_texts() == ["To the start", "Settings"]
    page.keyboard.press("Escape")
    shown = scenes("classic")
    gallery.show(page, next(shown)[1])
    assert page.locator(".tool.words:enabled").count() == 1
    assert page.locator(".tool.history:enabled").count() == 0
    gallery.show(page, next(shown)[1])
    page.click(".tool.history")
    assert page.locator("dialog .log li").all_inner_texts() == ["The pack was shuffled."]


def test_the_check_finds_what_is_wrong(gallery: Gallery) -> None:
    page = gallery.page("phone")
    kind, scene = next(each for each in scenes("classic") if "auction, own turn, calls" in each[0])
    gallery.show(page, scene)
    assert problems(page) == [], kind
    for style, told in (
        (".level { min-height: 20px !important }", "small"),
        (".plate { min-width: 300px !important }", "cut off"),
        (".tool { flex: none !important; width: 44px }", "too narrow: tool"),
        (".call { padding: 20px !important }", "too high"),
        (".turn { translate: 0 -60px }", "overlaps"),
        (".hand .card { flex-basis: 30px !important }", "narrow card"),
        (".note { display: block !important; inset: 0 !important; max-width: none }", "covered"),
    ):
        page.add_style_tag(content=style).evaluate("each => each.dataset.test = 1")
        assert any(told in problem for problem in problems(page)), told
        page.evaluate("document.querySelector('style[data-test]').remove()")
