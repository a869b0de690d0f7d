"""Views as JSON: equal when read again, and anything else refused."""

from __future__ import annotations

import importlib.resources
import json
import random
from typing import Any, Final

import jsonschema
import pytest
from attrs import fields
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules import testing
from boston_rules.rules.sessions import SessionRule

_FILE = importlib.resources.files("boston_rules.records") / "schema" / "view-1.json"
SCHEMA: Final = jsonschema.Draft202012Validator(json.loads(_FILE.read_text(encoding="utf-8")))


def test_the_schema_has_every_attribute_of_a_view_and_tells_what_it_is() -> None:
    SCHEMA.check_schema(SCHEMA.schema)
    schema: Any = SCHEMA.schema
    properties: dict[str, Any] = schema["properties"]
    identity = {"schema", "revision", "fingerprint", "options", "rules"}
    assert set(properties) - identity == {attribute.name for attribute in fields(br.View)}
    told = set(properties) - {"schema", "contract"}  # which say it below
    assert all(properties[name]["description"].endswith(".") for name in told)


@pytest.mark.parametrize(
    ("name", "value"),
    [("hand", "AS KS 1D"), ("actor", 4), ("legal", [1]), ("turned", "hearts"), ("purses", [1])],
)
def test_the_schema_refuses_what_no_view_has(name: str, value: object) -> None:
    assert SCHEMA.is_valid(a_view())
    assert not SCHEMA.is_valid(a_view() | {name: value})
    assert not SCHEMA.is_valid(a_view() | {"colour": "red"})
    assert not SCHEMA.is_valid({key: kept for key, kept in a_view().items() if key != name})


@pytest.mark.parametrize("slug", br.list_variants())
def test_law_5_views_of_every_seat_and_phase_read_again(slug: str) -> None:
    variant = br.get_variant(slug)
    phases: dict[str, br.State] = {}
    for seed in range(12):
        for at in testing.random_walk(variant, seed=seed, deals=2).positions:
            if at.state.name not in phases or random.Random(at.ply).random() < 0.02:
                phases[at.state.name] = at.state
    for state in phases.values():
        for seat in (None, *range(variant.seats)):
            view = br.observe(state, seat)
            text = br.dumps_view(view)
            assert "\n" not in text
            SCHEMA.validate(json.loads(text))
            again = br.loads_view(text)
            assert again == view
            assert hash(again) == hash(view)
            assert br.dumps_view(again) == text


def test_house_rules_travel_with_the_view() -> None:
    variant = br.variants.Fontainebleau(session=SessionRule(deals=3, starting_chips=77))
    view = br.observe(br.start(variant), 0)
    assert br.loads_view(br.dumps_view(view)).variant == variant


def a_view() -> dict[str, Any]:
    walk = testing.random_walk(br.get_variant("french"), seed=4)
    state = next(at.state for at in walk.positions if at.state.name == "play" and at.ply > 20)
    document: dict[str, Any] = json.loads(br.dumps_view(br.observe(state, state.actor)))
    return document


def test_other_rules_are_a_mismatch_unless_it_is_waived() -> None:
    document = a_view() | {"fingerprint": "0" * 16}
    with pytest.raises(br.FingerprintMismatch, match="not those of the view"):
        br.loads_view(json.dumps(document))
    assert br.loads_view(json.dumps(document), ignore_fingerprint=True).seat is not None


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("schema", "boston_rules/view/2", "the view is of the schema"),
        ("schema", "boston_rules/record/1", "this is no view"),
        ("variant", "whist", "no variant is called"),
        ("variant", 7, "the variant is a short text"),
        ("seat", 4, "the seat of the view is a whole number 0 to 3"),
        ("actor", True, "the actor of the view"),
        ("legal", ["fly"], "a legal action"),
        ("purses", [1] * 5, "a number for each seat"),
        ("pool", -1, "the pool"),
        ("hand", "AS AS XX", "the hand"),
        ("exposed", [[0]], "lists of two"),
        ("history", [[9, "pass"]], "who acted"),
        ("history", [[0, "nonsense"]], "an action of the history"),
        ("standing", [0], "a seat and a bid"),
        ("standing", [0, "pass"], "is a bid, not pass"),
        ("contract", {"key": "5"}, "the contract lacks"),
        ("trick", "2S 3S 4S 5S 6S", "more than there are seats"),
        ("tricks", [[]], "a trick is a JSON object"),
        ("decided", 1, "true, false or null"),
        ("settlement", 3, "a JSON object"),
        ("antes", [{"payer": 9, "payee": 0, "lines": []}], "neither pays nor is paid"),
        ("extra", 1, "has no field"),
    ],
)
def test_what_is_no_view_is_refused_with_the_reason(name: str, value: object, reason: str) -> None:
    with pytest.raises(br.RecordError, match=reason):
        br.loads_view(json.dumps(a_view() | {name: value}))


def test_contracts_that_the_ladder_does_not_have() -> None:
    document = a_view()
    for name, value in (("key", "nothing"), ("suit_class", "odd"), ("declarer", 4)):
        broken = document | {"contract": document["contract"] | {name: value}}
        with pytest.raises(br.RecordError):
            br.loads_view(json.dumps(broken))


@given(data=st.data())
def test_reading_is_total(data: st.DataObject) -> None:
    document = a_view()
    name = data.draw(st.sampled_from(sorted(document)))
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=6,
    )
    document[name] = data.draw(junk)
    try:
        view = br.loads_view(json.dumps(document))
    except br.RecordError:
        return
    assert br.loads_view(br.dumps_view(view)) == view
