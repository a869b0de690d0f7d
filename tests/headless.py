"""A browser without a window, for the pages; where there is none, tests are skipped or fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

__all__ = ["chromium", "missing"]

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
