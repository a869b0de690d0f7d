"""The games are registered while their own tests run, and at no other time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.cousins.games import registered


@pytest.fixture(autouse=True)
def known_by_name() -> Iterator[None]:
    with registered():
        yield
