"""A browser without a window, for the pages; where there is none, tests are skipped or fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias

import pytest

__all__ = ["Visit", "chromium", "missing", "visits"]

Visit: TypeAlias = Callable[..., Any]
"""Opens an address in a page of its own; options are those of its context."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

REQUIRED = os.environ.get("BOSTON_BROWSER") == "require"
"""Set where a missing bundle or browser is a failure, and no reason to skip."""


def missing(what: str) -> NoReturn:
    """Skip a test for want of something, or fail it where nothing may be missing."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser without a window."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        missing("playwright is not installed: pip install --group browser")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except Error as error:
            missing(f"there is no Chromium here: {str(error).splitlines()[0]}")
        yield browser
        browser.close()


@contextmanager
def visits(
    browser: Any, seconds: float, *, ready: str, expected: Callable[[Any], bool]
) -> Iterator[Visit]:
    """Opens pages; afterwards nothing may have gone wrong, or been asked of another host.

    Args:
        browser: a browser without a window.
        seconds: how long a page may take for anything.
        ready: what is in a page once its modules have run, and it speaks its language.
        expected: whether an error or a warning on the console is part of the test.
    """
    problems: list[str] = []
    contexts = []

    def visit(url: str, **options: Any) -> Any:
        origin = "/".join(url.split("/")[:3])

        def requested(request: Any) -> None:
            if not request.url.startswith((origin, "blob:", "data:")):
                problems.append(f"asked of another host: {request.url}")

        def said(message: Any) -> None:
            if message.type in ("error", "warning") and not expected(message):
                problems.append(f"console: {message.text}")

        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(seconds * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("request", requested)
        page.on("console", said)
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.goto(url)
        page.wait_for_selector(ready, state="attached")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not problems, "\n".join(problems)
