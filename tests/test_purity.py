"""Nothing can be changed in place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import fields

import boston_rules as br
from boston_rules import testing
from boston_rules.core.actions import ACTION_TYPES

SLUGS = br.list_variants()


@pytest.mark.parametrize("slug", SLUGS)
def test_variants_are_frozen_through_and_through(slug: str) -> None:
    variant = br.get_variant(slug)
    for seed in range(3):
        testing.random_walk(variant, seed=seed)
    assert testing.mutable_parts(variant) == ()
    for path, rule in variant.rules():
        for attribute in fields(type(rule)):
            with pytest.raises(AttributeError):
                setattr(rule, attribute.name, None)
            with pytest.raises(AttributeError):
                delattr(rule, attribute.name)
        assert not hasattr(rule, "__dict__"), path


def seen(slug: str) -> Iterator[object]:
    """A state of every phase, its parts, and what everybody sees of it."""
    phases: dict[str, br.State] = {}
    for seed in range(20):
        for at in testing.random_walk(br.get_variant(slug), seed=seed).positions:
            phases.setdefault(at.state.phase, at.state)
    for state in phases.values():
        yield state
        yield state.table
        yield from (part for part in (state.deal, state.contract, state.settlement) if part)
        yield from (br.observe(state, seat) for seat in (None, 0, 1))


@pytest.mark.parametrize("slug", SLUGS)
def test_states_tables_and_views_refuse_every_change(slug: str) -> None:
    for thing in seen(slug):
        assert testing.mutable_parts(thing) == ()
        names = [attribute.name for attribute in fields(type(thing))]  # type: ignore[arg-type]
        assert names
        for name in (*names, "actor", "phase", "no_such_field"):
            with pytest.raises(AttributeError):
                setattr(thing, name, None)
            with pytest.raises(AttributeError):
                delattr(thing, name)


@pytest.mark.parametrize("kind", ACTION_TYPES, ids=lambda kind: kind.__name__)
def test_actions_refuse_every_change(kind: type[br.Action]) -> None:
    universe = testing.universe(br.get_variant(SLUGS[0]))
    action = next(action for action in universe if type(action) is kind)
    assert testing.mutable_parts(action) == ()
    for name in (*(attribute.name for attribute in fields(kind)), "seat"):
        with pytest.raises(AttributeError):
            setattr(action, name, None)
        with pytest.raises(AttributeError):
            delattr(action, name)


@pytest.mark.parametrize("thing", [br.PACK[0], br.Cards(br.PACK[:3])], ids=["card", "cards"])
def test_cards_refuse_every_change(thing: object) -> None:
    for name in ("index", "rank", "suit", "mask", "other"):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
        with pytest.raises(AttributeError):
            delattr(thing, name)
