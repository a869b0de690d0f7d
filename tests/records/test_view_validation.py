"""A view is validated whole when it is read: what a seat sees is what some deal shows it."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules import testing
from boston_rules.sampling import Worlds


@cache
def seen(slug: str, phase: str, seat: int | None) -> str:
    """A view of some state in a phase, as text."""
    for seed in range(40):
        for at in testing.random_walk(br.get_variant(slug), seed=seed).positions:
            if at.state.name == phase and (phase != "play" or at.ply > 30):
                return br.dumps_view(br.observe(at.state, seat))
    raise AssertionError(f"no walk of {slug} reached {phase}")


def document(slug: str = "french", phase: str = "play", seat: int | None = 0) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(seen(slug, phase, seat))
    return read


def refused(changed: dict[str, Any]) -> str:
    with pytest.raises(br.RecordError) as caught:
        br.loads_view(json.dumps(changed))
    text = str(caught.value)
    assert len(text) < 300
    return text


def use(view: br.View) -> None:
    """Whatever a bot may ask of a view."""
    assert len(view.voids) == view.variant.seats
    worlds = Worlds(view)
    state = worlds.state(random.Random(1))
    assert br.observe(state, view.seat) == view
    assert view.sample(random.Random(2)).name == view.phase
    assert view.eldest is not None
    assert view.called is None or view.called in br.PACK


@pytest.mark.parametrize("phase", ["auction", "play", "settled"])
@pytest.mark.parametrize("seat", [None, 0, 3])
def test_a_view_that_was_read_answers_everything(phase: str, seat: int | None) -> None:
    use(br.loads_view(seen("french", phase, seat)))


@pytest.mark.parametrize("token", ["bid nothing H", "bid 5 H", "bid nothing", "bid nothing H ?"])
def test_a_bid_that_the_variant_does_not_have(token: str) -> None:
    changed = document()
    changed["history"].insert(3, [0, token])
    assert "the ladder of french has no" in refused(changed)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("purses", []),
        ("purses", [0]),
        ("purses", [0] * 3),
        ("taken", []),
        ("taken", [0] * 3),
        ("taken", [13] * 4),
        ("history", []),
        ("history", [[0, "play AS"]] * 100),
        ("history", [[-1, "shuffle ?"]] * 100),
        ("history", [[0, "bid petite-independance ?"]] * 500),
        ("history", [[0, "pass ?"]]),
        ("hand", ""),
        ("dealt", "AS"),
        ("exposed", [[0, "AS"]]),
        ("phase", "auction"),
        ("phase", "teatime"),
        ("actor", None),
        ("leader", None),
        ("trick", ""),
        ("tricks", []),
        ("legal", ["pass"]),
        ("contract", None),
        ("decided", False),
        ("standing", [0, "bid simple-belle D"]),
        ("deal_number", 99),
        ("turned", None),
        ("belle", None),
        ("dealer", 2),
        ("seat", 1),
        ("seat", None),
    ],
)
def test_a_field_that_the_rest_does_not_bear_out(name: str, value: object) -> None:
    honest = document()
    assert honest[name] != value
    assert "the view: " in refused(honest | {name: value})


@pytest.mark.parametrize("slug", br.list_variants())
@pytest.mark.parametrize("phase", ["auction", "play", "settled"])
@given(data=st.data())
def test_a_view_with_one_value_changed_is_refused_or_answers(
    slug: str, phase: str, data: st.DataObject
) -> None:
    """One leaf of the document, exchanged for another: never anything but a RecordError."""
    seat = data.draw(st.sampled_from([None, 0, 1]))
    changed = document(slug, phase, seat)
    leaves = list(_leaves(changed))
    at = data.draw(st.integers(0, len(leaves) - 1))
    holder, key = leaves[at]
    other, other_key = leaves[data.draw(st.integers(0, len(leaves) - 1))]
    holder[key] = other[other_key]
    try:
        view = br.loads_view(json.dumps(changed))
    except br.RecordError:
        return
    use(view)


def _leaves(value: Any) -> Any:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list) and inner:
            yield from _leaves(inner)
        else:
            yield value, key
