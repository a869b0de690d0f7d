"""The published JSON Schema agrees with the model, its limits and its tags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from attrs import fields

import boston_rules as br
from boston_rules.core.events import Counted
from boston_rules.records import limits, model
from boston_rules.records.deals import DealRecord, Start
from boston_rules.records.schema import SCHEMA

PARTS: dict[str, Any] = SCHEMA["$defs"]


@pytest.mark.parametrize(
    ("found", "kind", "differs"),
    [
        (SCHEMA, model.Record, {"schema"}),
        (PARTS["start"], Start, set()),
        (PARTS["deal"], DealRecord, set()),
        (PARTS["shows"], br.Shows, set()),
        (PARTS["counted"], Counted, set()),
        (PARTS["contract"], br.Contract, set()),
        # Words and sources only, which rules give.
        (PARTS["settlement"], br.Settlement, {"penalties", "has_pool"}),
        (PARTS["transfer"], br.Transfer, set()),
        (PARTS["line"], br.Line, {"source"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_every_field_of_the_model_is_in_the_schema(
    found: dict[str, Any], kind: type[Any], differs: set[str]
) -> None:
    assert set(found["properties"]) ^ {field.name for field in fields(kind)} == differs
    assert set(found["required"]) <= set(found["properties"])
    assert found["additionalProperties"] is False


def test_it_is_a_schema_and_called_as_the_record_is() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert [SCHEMA["title"]] == SCHEMA["properties"]["schema"]["enum"]
    assert SCHEMA["title"] == br.records.SCHEMA


def unbounded(node: dict[str, Any], path: str = "") -> Iterator[str]:
    """The lists of a part of the schema that may be of any length."""
    if node.get("type") == "array" and not {"maxItems", "prefixItems"} & node.keys():
        yield path
    for name, inner in node.items():
        if isinstance(inner, dict):
            yield from unbounded(inner, f"{path}/{name}")
        for each in inner if isinstance(inner, list) else ():
            if isinstance(each, dict):
                yield from unbounded(each, f"{path}/{name}")


def test_the_schema_bounds_what_it_lists() -> None:
    # Options and rules hold any JSON; what they may hold of it is said by the limits.
    assert list(unbounded(SCHEMA)) == ["/$defs/data/anyOf"]
    assert SCHEMA["properties"]["deals"]["maxItems"] == limits.MOST_DEALS
    assert PARTS["text"]["maxLength"] == PARTS["words"]["maxLength"] == limits.MOST_CHARACTERS
    assert PARTS["stakes"]["maximum"] == limits.MOST_RULE_NUMBER
