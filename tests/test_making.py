"""What is made as a draft is what its constructor makes: equal, hashed alike, frozen, picklable."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import evolve, fields
from attrs.exceptions import FrozenInstanceError

import boston_rules as br
from boston_rules.contract import outcome_of
from boston_rules.play.auction import Auction, Standing
from boston_rules.play.dealing import Cutting
from boston_rules.play.setup import Setting
from boston_rules.questions.conceding import Conceding
from boston_rules.rules.cases import Case, case_of
from boston_rules.rules.ladder import AtLeast, Step
from boston_rules.table import Deal, Table
from boston_rules.testing import random_walk

DRAFTED = (
    *(Auction, br.Playing, Cutting, Conceding, br.Settled),
    *(Table, Deal, Setting, Standing, br.Outcome, br.Settlement),
)


def held(thing: object, seen: set[int]) -> Iterator[Any]:
    """A state and everything in it that is made as a draft."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from held(each, seen)
    elif isinstance(thing, DRAFTED) and id(thing) not in seen:
        seen.add(id(thing))
        yield thing
        for field in fields(type(thing)):
            yield from held(getattr(thing, field.name), seen)


@cache
def found() -> dict[type, list[Any]]:
    """Some of each kind, from sessions at random."""
    kinds: dict[type, list[Any]] = {kind: [] for kind in DRAFTED}
    seen: set[int] = set()
    for slug in ("russian", "fontainebleau", "french", "whisch-bostonien", "english-boston"):
        for seed in range(3):
            walk = random_walk(br.get_variant(slug, deals=2), seed=seed)
            for at in walk.positions:
                for each in held(at.state, seen):
                    kinds[type(each)].append(each)
    return {kind: random.Random(1).sample(many, min(60, len(many))) for kind, many in kinds.items()}


@pytest.mark.parametrize("kind", DRAFTED)
def test_a_draft_becomes_what_the_constructor_makes(kind: type) -> None:
    assert found()[kind], "none was met"
    assert {type(each) for each in found()[kind]} == {kind}
    for each in found()[kind]:
        given = {field.name: getattr(each, field.name) for field in fields(kind)}
        made = kind(**given)
        assert made == each
        assert hash(made) == hash(each)
        assert repr(made) == repr(each)
        assert evolve(each) == each
        assert copy.copy(each) == each


@pytest.mark.parametrize("kind", DRAFTED)
def test_no_field_of_it_can_be_set_or_deleted(kind: type) -> None:
    each = found()[kind][0]
    for field in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(each, field.name, getattr(each, field.name))
        with pytest.raises(FrozenInstanceError):
            delattr(each, field.name)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        each.something_else = 1
    assert not hasattr(each, "__dict__")


@pytest.mark.parametrize("kind", [Table, Deal, Setting])
def test_a_hash_is_kept_but_travels_in_no_pickle(kind: type) -> None:
    # The hash of a word differs from one run of Python to the next.
    for each in found()[kind][:10]:
        known = hash(each)
        assert each._hash == known
        again = pickle.loads(pickle.dumps(each))
        assert not hasattr(again, "_hash")
        assert again == each
        assert hash(again) == known


def test_a_case_and_an_outcome_by_the_short_way() -> None:
    step = Step(key="5", goal=AtLeast(5))
    parts: dict[str, Any] = {
        "step": step,
        "trump": br.HEARTS,
        "suit_class": "plain",
        "turned": br.SPADES,
        "belle": br.CLUBS,
        "made": True,
        "taken": 7,
        "over": 2,
        "under": 0,
        "honours": 3,
        "partnered": True,
    }
    assert case_of(**parts) == Case(**parts)
    assert set(parts) == {field.name for field in fields(Case)}
    with pytest.raises(FrozenInstanceError):
        case_of(**parts).taken = 8  # type: ignore[misc]
    short = outcome_of((7, 2, 2, 2), (3, 0, 1, 0), "table", 2, False, (1,))
    assert short == br.Outcome((7, 2, 2, 2), (3, 0, 1, 0), "table", 2, False, (1,))
    assert outcome_of((0,) * 4, (0,) * 4, None, None, True, ()).conceded
