"""axe finds no serious fault in any phase, light and dark, nor on the way in."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from typing import Any

import pytest
from docs._ext.phases import Gallery, scenes
from tests.headless import missing


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe."""
    try:
        folder = importlib.resources.files("axe_playwright_python")
    except ModuleNotFoundError:
        missing("axe is not installed: pip install --group browser")
    return (folder / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def gallery(chromium: Any) -> Iterator[Gallery]:
    made = Gallery(chromium)
    yield made
    made.close()


def faults(page: Any) -> list[str]:
    """What axe finds that is serious or worse."""
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']}: {node['html'][:150]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize(("size", "dark"), [("wide", False), ("phone", True)])
def test_every_phase_can_be_perceived_and_operated(
    gallery: Gallery, axe: str, size: str, dark: bool
) -> None:
    page = gallery.page(size, dark=dark)
    page.evaluate(axe)
    for kind, scene in scenes("french"):
        gallery.show(page, scene)
        assert faults(page) == [], kind
    page.click(".icon >> nth=0")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.evaluate("location.hash = ''")
    page.wait_for_selector(".ways")
    assert faults(page) == []


def test_axe_finds_a_fault(gallery: Gallery, axe: str) -> None:
    page = gallery.page("wide")
    page.evaluate(axe)
    page.evaluate("document.body.append(document.createElement('button'))")
    assert any(fault.startswith("button-name") for fault in faults(page))
