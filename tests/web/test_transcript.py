"""What a screen reader meets in each phase of a deal: the tree of accessibility, as a file to read.

``BOSTON_TRANSCRIPT=write`` writes it anew; then read what has changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docs._ext.phases import Gallery, scenes

FILE = Path(__file__).with_name("transcript.txt")


@pytest.fixture
def gallery(chromium: Any) -> Iterator[Gallery]:
    made = Gallery(chromium)
    yield made
    made.close()


def test_the_tree_of_a_deal_is_as_it_was_read(gallery: Gallery) -> None:
    page = gallery.page("wide")
    parts = []
    for kind, scene in scenes("classic"):
        gallery.show(page, scene)
        parts.append(f"# {kind}\n{page.locator('#root').aria_snapshot()}\n")
    transcript = "\n".join(parts)
    if os.environ.get("BOSTON_TRANSCRIPT") == "write":
        FILE.write_text(transcript, encoding="utf-8")
    assert transcript == FILE.read_text(encoding="utf-8")
