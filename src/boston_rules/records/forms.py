"""The published JSON Schemas: which fields the objects of a document have, for readers too."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

__all__ = ["RECORD", "VIEW", "Form", "form_of"]

RECORD: Final = "record-1"
VIEW: Final = "view-1"


class Form(NamedTuple):
    """The names of the fields of an object."""

    required: tuple[str, ...]
    properties: tuple[str, ...]
    """All of them, in order."""


@cache
def _schema(name: str) -> dict[str, Any]:
    text = files("boston_rules.records").joinpath("schema", f"{name}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def form_of(name: str, part: str | None = None) -> Form:
    """The fields of a whole document by its schema, or of a part that the schema defines.

    >>> form_of(RECORD, "transfer").required
    ('payer', 'payee', 'lines')
    """
    schema = _schema(name) if part is None else _schema(name)["$defs"][part]
    return Form(tuple(schema["required"]), tuple(schema["properties"]))
