"""The published JSON Schemas agree with the model, its limits and each other."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from attrs import fields

from boston_rules.records import checks, limits, model
from boston_rules.records.model import DealRecord, Record, Start
from boston_rules.rules.transfers import Line, Transfer
from boston_rules.settlement import Settlement


def schema(name: str) -> Any:
    file = files("boston_rules.records") / "schema" / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("part", "kind", "differs"),
    [
        (None, Record, {"schema"}),
        ("start", Start, set()),
        ("deal", DealRecord, set()),
        ("settlement", Settlement, {"penalties", "has_pool"}),  # words only, which rules give
        ("transfer", Transfer, set()),
        ("line", Line, set()),
    ],
)
def test_every_field_of_the_model_is_in_the_schema(
    part: str | None, kind: type[Any], differs: set[str]
) -> None:
    found = schema("record-1") if part is None else schema("record-1")["$defs"][part]
    assert set(found["properties"]) ^ {field.name for field in fields(kind)} == differs
    assert set(found["required"]) <= set(found["properties"])
    assert found["additionalProperties"] is False


def test_the_schema_is_called_as_the_record_is() -> None:
    found = schema("record-1")
    assert found["title"] == found["properties"]["schema"]["const"] == model.SCHEMA


def test_a_view_and_a_record_tell_a_bill_alike() -> None:
    record, view = schema("record-1")["$defs"], schema("view-1")["$defs"]
    for part in ("settlement", "transfer", "line", "account", "chips", "text", "seat", "data"):
        assert record[part] == view[part]


def test_the_schema_has_the_limits_and_patterns_of_the_checks() -> None:
    whole = schema("record-1")
    top, parts = whole["properties"], whole["$defs"]
    deal, actions = parts["deal"]["properties"], parts["deal"]["properties"]["actions"]
    assert top["deals"]["maxItems"] == limits.MOST_DEALS
    assert top["comments"]["maxItems"] == deal["comments"]["maxItems"] == limits.MOST_COMMENTS
    assert parts["tags"]["maxItems"] == limits.MOST_TAGS
    assert actions["maxItems"] == limits.MOST_PLIES
    assert actions["items"]["prefixItems"][1]["maxLength"] == limits.MOST_TOKEN
    assert parts["text"]["maxLength"] == parts["words"]["maxLength"] == limits.MOST_CHARACTERS
    assert parts["transfer"]["properties"]["lines"]["maxItems"] == limits.MOST_TRANSFERS
    assert parts["settlement"]["properties"]["transfers"]["maxItems"] == limits.MOST_TRANSFERS
    assert parts["tags"]["items"]["prefixItems"][0]["pattern"] == f"^{checks.TAG_NAME.pattern}$"
    names = (checks._OPTION, checks._PATH)
    for part, name in zip(("options", "rules"), names, strict=True):
        assert top[part]["propertyNames"]["pattern"] == f"^{name.pattern}$"
    assert top["fingerprint"]["pattern"] == f"^{model._FINGERPRINT.pattern}$"
