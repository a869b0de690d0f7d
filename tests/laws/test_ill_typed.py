"""What Python lets one write in spite of the types is refused in good order, never taken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import fields

import boston_rules as br
from boston_rules import testing
from boston_rules.core.actions import ACTION_TYPES

pytestmark = pytest.mark.laws

ILL_TYPED: dict[str, Callable[[], br.Action]] = {
    text: (lambda text=text: eval(text, {"br": br}))  # type: ignore[misc]
    for text in (
        'br.Cut("3")',
        "br.Cut(None)",
        "br.Cut(1.5)",
        "br.Cut(3.0)",
        "br.Cut(True)",
        'br.TurnCut("3")',
        "br.TurnCut(None)",
        "br.TurnCut(3.0)",
        "br.TurnCut(True)",
        'br.TurnUp("AS")',
        "br.TurnUp(None)",
        'br.Play("AS")',
        "br.Play(5)",
        "br.Play(None)",
        "br.Discard(3)",
        'br.Call("AS")',
        'br.Correct("AS")',
        'br.Demand("AS")',
        'br.CallSuit("H")',
        "br.NameTrump(2)",
        "br.NameTrump(7)",
        'br.NameTrump("H")',
        "br.NameTrump(None)",
        "br.Bid(5)",
        "br.Bid(None)",
        'br.Bid(["5"])',
        'br.Bid("5", suit=2)',
        'br.Bid("5", suit="H")',
        'br.Bid("5", suit_class="H")',
        'br.Bid("5", suit_class="plain")',
        'br.Bid("5", card="AS")',
        'br.Bid("5", card=3)',
        'br.Slam("x")',
        "br.Slam(1)",
        "br.Slam([])",
        "br.Misdeal(2)",
        'br.Revoke("x")',
        "br.Revoke(True)",
        "br.Shuffle(range(52))",
        'br.Shuffle("AS")',
        "br.Shuffle(5)",
        "br.Shuffle(None)",
    )
}


@pytest.fixture(scope="module")
def states() -> tuple[br.State, ...]:
    """A state of every phase of every variant."""
    found: dict[tuple[str, str], br.State] = {}
    for slug in br.list_variants():
        variant = br.get_variant(slug)
        for seed in range(12):
            walk = testing.random_walk(variant, seed=seed)
            for at in walk.positions:
                found.setdefault((slug, at.state.phase), at.state)
    return tuple(found.values())


@pytest.mark.parametrize("text", ILL_TYPED)
def test_ill_typed_actions_are_never_taken(text: str, states: tuple[br.State, ...]) -> None:
    try:
        action = ILL_TYPED[text]()
    except TypeError:
        return
    for state in states:
        with pytest.raises((br.IllegalAction, TypeError)) as caught:
            br.apply(state, action)
        assert str(caught.value)
        hash(caught.value)


def test_the_list_has_every_action_with_a_field() -> None:
    named = {text.removeprefix("br.").split("(")[0] for text in ILL_TYPED}
    with_fields = {kind.__name__ for kind in ACTION_TYPES if fields(kind)}
    assert named == with_fields
