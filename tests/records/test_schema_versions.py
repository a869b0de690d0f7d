"""A stored record is read, replayed and written again: its schema does not change unseen."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.records.make_fixture import FILES, fixture

from boston_rules.records import SCHEMA, dumps, load, replay


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_stored_record_is_read_and_replayed(path: Path) -> None:
    made = load(path)
    first, last = replay(made)
    assert first.settlement == made.deals[0].settlement
    assert len(last.events) == 41
    assert made.start is not None
    assert made.start.conditions == "doubled"
    assert made.tag("Event") == 'The "Boston" club'


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_record_is_written_as_it_is_stored(path: Path) -> None:
    stored = path.read_text(encoding="utf-8")
    assert SCHEMA in stored
    assert dumps(load(path), "json" if path.suffix == ".json" else "text") == stored


def test_both_forms_hold_the_same() -> None:
    text, json = map(load, FILES)
    assert text == json


def test_the_record_can_be_made_again() -> None:
    assert replay(fixture()) == replay(load(FILES[0]))
