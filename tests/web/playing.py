"""What a person does on the page of the client, in Chromium."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.headless import Visit, visits
from tests.web.conftest import SECONDS

__all__ = [
    "ENOUGH",
    "PHONE",
    "act",
    "at_once",
    "next_deal",
    "play_the_deal",
    "quick_visits",
    "sit_down",
    "turn",
    "until",
]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ENOUGH = 400
"""More decisions than a session of a test has."""
CARDS = ".hand .legal"
CHOICES = ".middle button:not([disabled], [aria-disabled])"


def until(page: Any, expression: str, argument: object = None) -> None:
    """Wait until it is true. (The page forbids what ``wait_for_function`` does: to evaluate.)"""
    end = time.monotonic() + SECONDS
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)


def at_once(page: Any, **prefs: str) -> None:
    """Let nothing take its time, and choose what else is preferred."""
    for name, value in {"pace": "0", "sound": "off", "only": "off", **prefs}.items():
        page.evaluate(
            "([n, v]) => localStorage.setItem(`boston-rules pref ${n}`, v)", [name, value]
        )


@contextmanager
def quick_visits(browser: Any, expected: Callable[[Any], bool]) -> Iterator[Visit]:
    """Opens pages of a host, at which nothing takes its time.

    Args:
        browser: a browser without a window.
        expected: whether an error or a warning on the console is part of the test.
    """
    with visits(browser, SECONDS, ready="#root[data-view]", expected=expected) as visit:

        def opened(url: str, prefs: dict[str, str] | None = None, **options: Any) -> Any:
            page = visit(url, **options)
            at_once(page, **prefs or {})
            return page

        yield opened


def sit_down(page: Any) -> None:
    """Play now, and wait for the first thing to do."""
    page.click(".way.main")
    turn(page)


def turn(page: Any) -> bool:
    """Wait until something is to be done; whether it is an action of the deal."""
    until(
        page,
        "(choices) => !document.querySelector('#root').hasAttribute('aria-busy') && "
        "document.querySelector(choices)",
        f".bill, {CARDS}, {CHOICES}",
    )
    return not page.locator(".bill").count()


def act(page: Any, *, bid: bool = True) -> None:
    """The first card that may be played, or else the first bid or choice."""
    stood = position(page)
    bids = page.locator(".middle [data-token^=bid]:not([aria-disabled])")
    if page.locator(CARDS).count():
        page.locator(CARDS).first.dispatch_event("click")
    elif bid and bids.count():
        bids.first.dispatch_event("click")
    else:
        page.locator(".middle .others button").first.dispatch_event("click")
    until(page, "before => document.querySelector('.live').textContent !== before", stood)


def next_deal(page: Any) -> None:
    """Go on after the bill, once everybody at the table does."""
    page.locator(".next:enabled").dispatch_event("click")
    until(page, "!document.querySelector('.bill')")
    turn(page)


def position(page: Any) -> str:
    """What has been said so far to those who listen."""
    return str(page.text_content(".live"))


def play_the_deal(page: Any) -> None:
    """Bid and play to the bill."""
    for _ in range(ENOUGH):
        if not turn(page):
            return
        act(page)
