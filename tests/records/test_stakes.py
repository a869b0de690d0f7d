"""Stakes that one deal leaves to the next are in records and views, where a game has them."""

from __future__ import annotations

import importlib.resources
import json
import random
from typing import Any

import attrs
import jsonschema
import pytest
from tests.phases.table_talk import SUITS, act, all_pass, finish, settled

import boston_rules as br
from boston_rules import records
from boston_rules.records import dumps, loads, record, replay
from boston_rules.records.evening import Entry, Evening, next_table
from boston_rules.rules.carryover import AfterThrownIn, Conditions

FORMATS: tuple[records.Format, ...] = ("text", "json")
VARIANT = br.variants.Classic(carryover=AfterThrownIn(Conditions("doubled", stakes=2)))


def thrown_in() -> br.State:
    """A deal that all have passed out, after which the stakes are doubled."""
    return settled(all_pass(br.start(VARIANT, dealer=3, hands=SUITS)))


def after() -> br.State:
    """The deal after it, played to its bill with hands given outright."""
    return finish(act(br.next_deal(thrown_in(), hands=SUITS), "bid 6 H"))


def test_a_record_that_begins_with_raised_stakes_says_so_and_is_replayed() -> None:
    state = after()
    assert state.table.stakes == 2
    made = record(state)
    assert made.start is not None
    assert made.start.conditions == "doubled"
    for form in FORMATS:
        text = dumps(made, form)
        assert loads(text) == made
        assert replay(loads(text)) == (state,)
    assert '[StartConditions "doubled"]' in dumps(made)
    redacted = records.redact(made, 1)
    assert loads(dumps(redacted)) == redacted
    whole = record([thrown_in(), state])
    assert whole.start is None
    assert replay(loads(dumps(whole))) == (thrown_in(), state)


def test_a_record_at_plain_stakes_says_nothing_of_them() -> None:
    made = record(br.next_deal(after(), hands=SUITS))
    assert made.start is not None
    assert made.start.conditions == "plain"
    assert "conditions" not in json.loads(dumps(made, "json"))["start"]
    assert "StartConditions" not in dumps(made)


def test_the_schema_has_the_stakes() -> None:
    file = importlib.resources.files("boston_rules.records") / "schema/record-1.json"
    schema: Any = json.loads(file.read_text(encoding="utf-8"))
    document = json.loads(dumps(record(after()), "json"))
    jsonschema.Draft202012Validator(schema).validate(document)
    document["start"]["conditions"] = ""
    assert not jsonschema.Draft202012Validator(schema).is_valid(document)


@pytest.mark.parametrize("conditions", ["", "Doubled", "a\nb", "x" * 41, 2, None])
def test_conditions_that_cannot_be(conditions: Any) -> None:
    made = record(after())
    assert made.start is not None
    with pytest.raises(br.RecordError, match="conditions of start"):
        attrs.evolve(made, start=attrs.evolve(made.start, conditions=conditions))


def test_stakes_must_be_those_of_the_rules() -> None:
    made = record(after())
    assert made.start is not None
    other = attrs.evolve(made, start=attrs.evolve(made.start, conditions="trebled"))
    with pytest.raises(records.ReplayError, match="of classic are plain, doubled, not trebled"):
        replay(other)
    plain = attrs.evolve(made, rules=(), fingerprint=None)
    with pytest.raises(records.ReplayError, match="of classic are plain, not doubled"):
        replay(plain)


def test_stakes_stand_in_text_only_with_the_purses() -> None:
    text = dumps(record(after()))
    line = next(line for line in text.splitlines() if line.startswith("[StartPurses"))
    with pytest.raises(br.RecordError, match="start lacks 'purses'"):
        loads(text.replace(line + "\n", ""))


def views() -> list[br.State]:
    state = br.next_deal(thrown_in(), hands=SUITS)
    bid = br.apply(state, br.parse_action("bid 6 H"))
    return [br.observe(one, seat) for one in (state, bid, after()) for seat in (0, 3, None)]


@pytest.mark.parametrize("view", views(), ids=lambda view: f"{view.phase}-{view.viewer}")
def test_views_carry_the_stakes(view: br.State) -> None:
    document = json.loads(br.dumps_view(view))
    assert document["start"]["conditions"] == "doubled"
    assert view.table.stakes == 2
    assert br.loads_view(br.dumps_view(view)) == view
    broken = document | {"start": document["start"] | {"conditions": "trebled"}}
    with pytest.raises(br.RecordError, match="of classic are plain, doubled, not trebled"):
        br.loads_view(json.dumps(broken))


def test_views_of_games_without_stakes_do_not_mention_them() -> None:
    state = br.start(br.get_variant("classic"), dealer=3)
    state = br.apply(state, br.draw_chance(state, random.Random(1)))
    document = json.loads(br.dumps_view(br.observe(state, 0)))
    assert "start" not in document
    start = {"purses": [0] * 4, "pool": 0, "set_aside": 0, "conditions": "doubled"}
    with pytest.raises(br.RecordError, match="of classic are plain, not doubled"):
        br.loads_view(json.dumps(document | {"start": start}))


def test_a_deal_that_was_bid_and_conceded_is_not_thrown_in_of_an_evening_either() -> None:
    conditions = AfterThrownIn(Conditions("doubled", stakes=2, antes=2))
    rules = attrs.evolve(br.get_variant("two-pack-hoyle"), carryover=conditions)
    state = br.start(rules, dealer=3, hands=SUITS, turned=br.parse_card("2C"))
    for text in ("bid 5 D", *["pass"] * 3, *["concede"] * 3):
        state = br.apply(state, br.parse_action(text))
    assert isinstance(state, br.Settled)
    assert not any(state.outcome.tricks)
    entry = Entry(state.contract, state.outcome, state.infractions, state.deal.turn)
    evening = Evening(rules, ("Ann", "Bob", "Cid", "Dot"), 3, (entry,))
    table = next_table(evening)
    assert table is not None
    following = br.next_deal(state).table
    assert (table.stakes, table.pool, table.purses) == (1, following.pool, following.purses)
    assert following.stakes == 1
