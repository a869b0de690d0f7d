"""The bundle of the page, where it has been made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from docs._ext.browser import fresh_bundle

REQUIRED = os.environ.get("BOSTON_BROWSER") == "require"
"""Set where a missing bundle or browser is a failure, and no reason to skip."""


def missing(what: str) -> None:
    """Skip a test for want of something, or fail it where nothing may be missing."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def bundle_folder() -> Path:
    """The bundle made from the sources as they are."""
    folder = fresh_bundle()
    if folder is None:
        missing("there is no bundle: python -m docs._ext.browser makes it, with npm")
    assert folder is not None
    return folder
