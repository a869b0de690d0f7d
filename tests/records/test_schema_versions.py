"""Records of every schema version there has been are read and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.records.make_fixture import VERSIONS, fixture

from boston_rules.records import dumps, load, replay

DATA = Path(__file__).resolve().parents[1] / "data" / "records"


def test_every_version_has_its_files() -> None:
    names = {path.name for path in DATA.glob("record-*")}
    assert names == {f"record-{version}.{form}" for version in VERSIONS for form in ("txt", "json")}


@pytest.mark.parametrize("path", sorted(DATA.glob("record-*")), ids=lambda path: path.name)
def test_a_stored_record_is_read_and_replayed(path: Path) -> None:
    made = load(path)
    first, last = replay(made)
    assert first.settlement == made.deals[0].settlement
    assert len(last.history) == 40
    assert made.start is not None
    assert made.tag("Event") == 'The "Boston" club'


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("form", ["txt", "json"])
def test_a_record_is_written_by_the_first_schema_that_holds_it(version: int, form: str) -> None:
    path = DATA / f"record-{version}.{form}"
    assert load(path).schema == f"boston_rules/record/{version}"
    written = dumps(load(path), "json" if form == "json" else "text")
    assert written == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("version", VERSIONS)
def test_both_forms_hold_the_same(version: int) -> None:
    assert load(DATA / f"record-{version}.txt") == load(DATA / f"record-{version}.json")


@pytest.mark.parametrize("version", VERSIONS)
def test_a_fixture_for_a_further_version_can_be_made(version: int) -> None:
    assert replay(fixture(version))
