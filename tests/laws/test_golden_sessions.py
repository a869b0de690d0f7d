"""Law 8: a recorded session of every variant is played again, token by token, chip by chip.

After an intended change of a variant's rules: ``python tests/laws/make_golden.py SLUG``.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.laws.make_golden import GOLDEN, own_variants, recorded, walked

pytestmark = pytest.mark.laws


@pytest.mark.parametrize("slug", own_variants())
def test_law_8_recorded_session(slug: str) -> None:
    path = GOLDEN / f"{slug}.json"
    assert path.exists(), f"no session of {slug} is recorded: python tests/laws/make_golden.py"
    golden: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    walk = walked(golden)
    assert walk.complete
    again = recorded(walk)
    for number, (now, then) in enumerate(zip(again["deals"], golden["deals"], strict=True), 1):
        assert now == then, f"deal {number} of {slug}"
    assert again == golden


def test_no_record_is_left_of_a_variant_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} <= set(own_variants())
