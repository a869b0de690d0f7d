"""What is written is read back the same, and replayed to the same states."""

from __future__ import annotations

import importlib.resources
import json
from pathlib import Path
from typing import Any

import attrs
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.phases.table_talk import SUITS
from tests.records.sessions import SLUGS, ends, mid, walked

import boston_rules as br
from boston_rules import records, testing
from boston_rules.records import dumps, loads, record, replay

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
WORDS = TEXTS.filter(bool)
NAMES = st.from_regex(r"X[A-Za-z0-9_]{0,9}", fullmatch=True)
FORMATS: tuple[records.Format, ...] = ("text", "json")


def schema() -> Any:
    file = importlib.resources.files("boston_rules.records") / "schema" / "record-1.json"
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_state_of_a_session_is_saved_and_resumed_exactly(slug: str) -> None:
    walk = walked(slug, seed=5, deals=2)
    for ply in range(0, len(walk.states[-1]), 3):
        states = mid(walk, ply)
        made = record(states)
        for form in FORMATS:
            read = loads(dumps(made, form))
            assert read == made
            assert hash(read) == hash(made)
        again = replay(loads(dumps(made)))
        assert again == states
        assert hash(again) == hash(states)
        assert br.legal_actions(again[-1]) == br.legal_actions(states[-1])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_may_begin_in_mid_session(slug: str) -> None:
    walk = walked(slug, seed=8, deals=3)
    for number, states in enumerate(walk.states):
        for ply in (0, len(states) // 3, len(states) - 1):
            made = record(states[ply])
            assert (made.start is None) == (number == 0)
            assert made.deal_number == number + 1
            for form in FORMATS:
                assert replay(loads(dumps(made, form))) == (states[ply],)


@given(data=st.data())
@pytest.mark.parametrize("slug", SLUGS)
def test_random_walks_round_trip(slug: str, data: st.DataObject) -> None:
    walk = data.draw(testing.walks(br.get_variant(slug), most_deals=2))
    states = mid(walk, data.draw(st.integers(0, 120)))
    made = record(states)
    for form in FORMATS:
        assert loads(dumps(made, form)) == made
    assert replay(loads(dumps(made, data.draw(st.sampled_from(FORMATS))))) == states


SOME = record(ends(walked(SLUGS[0], deals=2)))


@pytest.mark.long
@given(
    players=st.lists(TEXTS, min_size=4, max_size=4),
    tags=st.lists(st.tuples(NAMES, TEXTS), max_size=4),
    comments=st.lists(WORDS, max_size=3),
    said=st.lists(st.tuples(st.integers(0, len(SOME.deals[0].events)), WORDS), max_size=5),
)
def test_names_tags_and_comments_of_any_characters_come_back(
    players: list[str],
    tags: list[tuple[str, str]],
    comments: list[str],
    said: list[tuple[int, str]],
) -> None:
    first = attrs.evolve(SOME.deals[0], comments=sorted(said, key=lambda pair: pair[0]), tags=tags)
    made = attrs.evolve(
        SOME, players=players, tags=tags, comments=comments, deals=[first, *SOME.deals[1:]]
    )
    for form in FORMATS:
        text = dumps(made, form)
        assert loads(text) == made
        assert loads(text.encode()) == made
        assert loads(text.replace("\n", "\r\n")) == made


@pytest.mark.parametrize("slug", SLUGS)
def test_json_follows_the_published_schema(slug: str) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    made = record(ends(walked(slug)), players=["A", "B", "C", "D"], tags=[("Event", "x")])
    later = record(walked(slug, deals=2).states[1][-1])
    for one in (made, later, records.redact(made, 0), records.redact(made, None)):
        validator.validate(json.loads(dumps(one, "json")))


def test_hands_given_outright_are_kept_with_the_turned_card() -> None:
    for slug in SLUGS:
        variant = br.get_variant(slug)
        turn = variant.dealing.turn
        state = br.start(variant, dealer=3, hands=SUITS)
        assert replay(record(state)) == (state,)
        if turn is not None:
            turned = br.parse_card("7D")
            state = br.start(variant, dealer=3, hands=SUITS, turned=turned)
            made = record(state)
            assert made.deals[0].turned == turned
            for form in FORMATS:
                assert replay(loads(dumps(made, form))) == (state,)


def test_files_are_written_whole_and_read_back(tmp_path: Path) -> None:
    for name in ("session.txt", "session.json"):
        path = tmp_path / name
        records.dump(SOME, path)
        assert records.load(path) == SOME
        assert path.read_text(encoding="utf-8").startswith("{" if name.endswith("json") else "[")
        path.chmod(0o600)
        records.dump(SOME, path, "json")
        assert records.load(path) == SOME
        assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(one.name for one in tmp_path.iterdir()) == ["session.json", "session.txt"]


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "session.txt"
    records.dump(SOME, path)

    def fail(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="no space"):
        records.dump(attrs.evolve(SOME, comments=["new"]), path)
    assert records.load(path) == SOME
    assert [one.name for one in tmp_path.iterdir()] == ["session.txt"]


def test_unknown_formats_are_refused() -> None:
    with pytest.raises(ValueError, match="format must be 'text' or 'json'"):
        dumps(SOME, "yaml")  # type: ignore[arg-type]


def test_records_hold_nothing_that_can_be_changed() -> None:
    assert testing.mutable_parts(SOME) == ()
