"""The client with its engine in the page, in Chromium: played, and played on offline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docs._ext.served import served
from tests.headless import visits
from tests.web.playing import act, at_once, next_deal, play_the_deal, sit_down, turn, until


@pytest.fixture
def address(bundle_folder: Path) -> Iterator[str]:
    """The bundle, on a server of this machine."""
    with served(bundle_folder) as url:
        yield url


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
