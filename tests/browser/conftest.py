"""The bundle of the page, where it has been made."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from docs._ext.browser import fresh_bundle
from docs._ext.served import served
from tests.headless import Visit, missing, visits

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def bundle_folder() -> Path:
    """The bundle made from the sources as they are."""
    folder = fresh_bundle()
    if folder is None:
        missing("there is no bundle: python -m docs._ext.browser makes it, with npm")
    return folder


# The page, and a browser to open it in.


@pytest.fixture(scope="session")
def page_url(bundle_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of the documentation, in its theme, on a server of this machine."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    shutil.copy(ROOT / "docs" / "in-the-browser.rst", source / "index.rst")
    shutil.copy(ROOT / "docs" / "client.inc", source)
    conf = 'extensions = ["docs._ext.playground"]\nhtml_theme = "furo"\n'
    (source / "conf.py").write_text(conf, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(built)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with served(built) as url:
        yield f"{url}index.html"


def _is_about_an_icon(message: Any) -> bool:
    found: bool = message.location.get("url", "").endswith("/favicon.ico")
    return found


@pytest.fixture
def visit(chromium: Any, page_url: str) -> Iterator[Visit]:
    """Opens the page."""
    with visits(chromium, 60, ready=".br-main:enabled", expected=_is_about_an_icon) as visit:
        yield partial(visit, page_url)
