"""The client with its engine in the page, in Chromium: played, and played on offline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docs._ext.served import served
from tests.headless import visits
from tests.web.playing import act, at_once, next_deal, play_the_deal, sit_down, turn, until

STARTS = """
const Usual = Worker;
globalThis.Worker = class extends Usual {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (data.ready) globalThis.imported = data.seconds;
    });
  }
};
"""
"""Notes how long the import of the library took when Python is ready."""
MEMORY = "caches.match(new URL('memory', location))"


@pytest.fixture
def address(bundle_folder: Path) -> Iterator[str]:
    """The bundle, on a server of this machine."""
    with served(bundle_folder) as url:
        yield url


def dealt(page: Any) -> str:
    """Sit down, and cut where one is asked to; one's hand."""
    sit_down(page)
    while not page.locator(".hand .card").count():
        act(page)
        turn(page)
    return str(page.text_content(".hand"))


@pytest.mark.long
def test_python_starts_from_the_memory_of_the_first_visit(chromium: Any, address: str) -> None:
    with visits(chromium, 60, ready="#root[data-view]", expected=lambda said: False) as visit:
        page = visit(address)
        page.add_init_script(STARTS)
        at_once(page)
        hands = [dealt(page)]
        until(page, f"{MEMORY}.then(Boolean)")
        page.context.set_offline(True)
        for _ in range(2):
            page.goto(address)
            hands.append(dealt(page))
            assert page.evaluate("imported") == 0
        assert len({*hands}) == 3, "chance has no memory"
        # A memory that is none is forgotten, and Python starts as on the first visit.
        page.evaluate(
            "caches.keys().then(([name]) => caches.open(name))"
            ".then((cache) => cache.put(new URL('memory', location), new Response('none')))"
        )
        page.reload()
        turn(page)
        assert page.evaluate("imported") > 0
        assert page.text_content(".hand") == hands[-1]
        play_the_deal(page)


def test_a_session_goes_on_without_a_network(chromium: Any, address: str) -> None:
    with visits(chromium, 60, ready="#root[data-view]", expected=lambda said: False) as visit:
        page = visit(address)
        at_once(page)
        sit_down(page)
        play_the_deal(page)
        next_deal(page)
        act(page)
        turn(page)
        until(page, "navigator.serviceWorker.controller !== null")
        parts = ("h1", "#turn", ".hand")
        stood = [page.text_content(part) for part in parts]
        page.context.set_offline(True)
        page.reload()
        turn(page)
        assert [page.text_content(part) for part in parts] == stood
        play_the_deal(page)
        page.goto(address)
        page.click(".way >> text=Go on")
        turn(page)
        assert page.locator(".bill").count() == 1
