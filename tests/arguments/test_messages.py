"""What the public functions say to a slip: what to pass, or what else to call."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from tests.arguments.callables import SLUG, Public, publics

import boston_rules as br
from boston_rules import bots
from boston_rules.core.arguments import wrong_type
from boston_rules.envs.gymnasium import BostonEnv
from boston_rules.records import load_deals
from boston_rules.simulate import tournament

NOBODY: Final = br.Outcome((0, 0, 0, 0))
TABLE: Final = [bots.SimpleBot()] * 4


def rng() -> random.Random:
    return random.Random(1)


def shuffling() -> br.State:
    return br.start(SLUG)


def auction() -> br.State:
    return reached("auction")


def reached(phase: str, slug: str = SLUG) -> br.State:
    state = br.start(slug)
    while state.phase != phase:
        state = br.apply(state, bots.decide(state, TABLE, rng()))
    return state


def a_record() -> br.Record:
    return br.record(auction())


TAKES_VARIANT: Final[dict[str, tuple[Public, str]]] = {
    public.name: (public, parameter)
    for offered in publics().values()
    for public in offered
    for parameter, hint in public.hints.items()
    if {"Variant", "str"} <= set(hint.split(" | "))
}


@pytest.mark.parametrize("name", TAKES_VARIANT)
def test_what_takes_a_variant_takes_a_slug(name: str) -> None:
    public, parameter = TAKES_VARIANT[name]
    given, named = (
        public.call(**public.good | {parameter: variant})
        for variant in (br.get_variant(SLUG), SLUG)
    )
    if isinstance(given, br.State | br.Settlement | br.Record | br.Variant | int | tuple):
        assert given == named


@pytest.mark.parametrize("name", TAKES_VARIANT)
@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        (br.variants.French, TypeError, r"^variants? must be .*the class French: call it, Fr"),
        (5, TypeError, r"^variants? must be a Variant or its slug, not 5 \(int\)$"),
        ("frensh", br.VariantError, "no variant is called 'frensh'; near: french"),
    ],
)
def test_what_is_no_variant_is_told_what_to_pass(
    name: str, given: Any, kind: type[Exception], said: str
) -> None:
    public, parameter = TAKES_VARIANT[name]
    with pytest.raises(kind, match=said):
        called(public.call, **public.good | {parameter: given})


def called(function: Callable[..., object], **given: Any) -> object:
    """What a function returns, or an iterator gives first."""
    made = function(**given)
    return next(made) if isinstance(made, Iterator) else made


@pytest.mark.parametrize(
    "make",
    [
        lambda: br.Event(True, br.Pass()),
        lambda: br.Shows(dealt=(br.HOLE, "AS", br.HOLE, br.HOLE)),  # type: ignore[arg-type]
        lambda: br.Shows(dealt=[br.HOLE] * 4),  # type: ignore[arg-type]
        lambda: br.Shows(exposed=(1, "AS")),  # type: ignore[arg-type]
        lambda: br.Shows(exposed=(True, br.Cards())),
        lambda: br.Shows(exposed=(1,)),  # type: ignore[arg-type]
        lambda: br.Shows(verdict=1),  # type: ignore[arg-type]
        lambda: br.Shows(winner=True),
        lambda: br.Counted([0, 0, 0, 0]),  # type: ignore[arg-type]
        lambda: br.Counted((0, 0, 0, True)),
    ],
)
def test_an_event_holds_nothing_that_is_only_equal_to_what_it_shows(
    make: Callable[[], object],
) -> None:
    with pytest.raises(TypeError, match="must be"):
        make()


NEAR_MISSES: Final[dict[str, tuple[str, Callable[[], object]]]] = {
    "a view for a full state": (
        r"a view is moved by events \(br\.advance\), not by actions",
        lambda: br.apply(br.observe(auction(), 0), br.Pass()),
    ),
    "a full state for a view": (
        r"view must be a view, such as br\.observe\(\) returns",
        lambda: br.advance(auction(), br.Event(0, br.Pass())),
    ),
    "a token for an action": (
        r"action must be an Action, .*br\.parse_action\('play QH'\) returns, not 'pass' \(str\)",
        lambda: br.apply(auction(), "pass"),  # type: ignore[arg-type]
    ),
    "a token for a card": (
        r"card of Play must be a Card, such as br\.parse_card\('QH'\) returns, not 'AS'",
        lambda: br.Play("AS"),  # type: ignore[arg-type]
    ),
    "a token to make a card of": (
        r"rank of Card must be a Rank, .*; br\.parse_card reads 'AS', not 'AS'",
        lambda: br.Card("AS"),  # type: ignore[arg-type]
    ),
    "a number to make a card of": (
        r"suit of Card must be a Suit, .*; br\.parse_card reads 'AS', not None",
        lambda: br.Card(51),  # type: ignore[arg-type]
    ),
    "a letter for a suit": (
        r"trump of Contract must be a Suit, such as br\.HEARTS, or None, not 'H'",
        lambda: br.Contract("5", 0, trump="H"),  # type: ignore[arg-type]
    ),
    "tokens for a set of cards": (
        r"cards must be Card objects; Cards\.parse reads 'AS KS', not 'AS KS'",
        lambda: br.Cards("AS KS"),  # type: ignore[arg-type]
    ),
    "tricks in one word": (
        r"must be ints, such as \(7, 2, 2, 2\), not '5332'",
        lambda: br.Outcome("5332"),  # type: ignore[arg-type]
    ),
    "the text of a record for its path": (
        r"path must be the path of a file \(br\.loads reads a text\), not '\[Schema",
        lambda: br.load(br.dumps(a_record())),
    ),
    "the path of a record for its text": (
        r"text must be .* \(br\.load reads files\), not .*Path",
        lambda: br.loads(Path("friday.txt")),  # type: ignore[arg-type]
    ),
    "record and path exchanged": (
        r"path must be the path of a file",
        lambda: br.dump("friday.txt", a_record()),  # type: ignore[arg-type]
    ),
    "names for bots": (
        r"bots must be a bot for each seat, .* make_bot makes one by its name, not \['simple'",
        lambda: bots.decide(auction(), ["simple"] * 4, rng()),  # type: ignore[list-item]
    ),
    "an option for a session": (
        r"start\(\) takes no argument deals: options .*br\.get_variant\('classic', deals=\.\.\.\)",
        lambda: br.start("classic", deals=3),  # type: ignore[arg-type]
    ),
    "what was bid and what happened, one by one": (
        r"takes no argument tricks: .* br\.Contract\('6', 0, br\.HEARTS\), br\.Outcome\(tricks=",
        lambda: br.settle("classic", "6", "H", tricks=(7, 2, 2, 2)),  # type: ignore[arg-type]
    ),
    "an open file for a path": (
        r"path must be the path of a file, not 0 \(int\)",
        lambda: load_deals(0),  # type: ignore[arg-type]
    ),
    "a misspelt option of a run": (
        "^there is no argument 'worker'; near: workers$",
        lambda: tournament("classic", ["simple", "random"], 1, worker=1),  # type: ignore[call-arg]
    ),
    "a misspelt setting of an environment": (
        "^there is no argument 'deal'; near: deals, dealer$",
        lambda: BostonEnv("classic", deal=1),  # type: ignore[call-arg]
    ),
    "too few bots": (
        r"bots must be a bot for each seat",
        lambda: bots.decide(auction(), [], rng()),
    ),
}


@pytest.mark.parametrize("slip", NEAR_MISSES)
def test_a_slip_is_told_what_to_pass(slip: str) -> None:
    said, function = NEAR_MISSES[slip]
    with pytest.raises(TypeError, match=said):
        function()


def test_a_title_is_near_its_slug() -> None:
    with pytest.raises(br.VariantError, match="no variant is called 'French Boston'; near: french"):
        br.get_variant("French Boston")


def test_a_path_for_a_text_is_told_to_be_loaded() -> None:
    with pytest.raises(br.RecordError, match=r"not 'friday\.txt' \(br\.load reads files\)"):
        br.loads("friday.txt")


def test_an_attribute_that_a_state_lacks_is_not_blamed_on_the_caller() -> None:
    class Broken(br.State):
        nothing: Any

        def __getattribute__(self, name: str) -> Any:
            return object.__getattribute__(self, "nothing" if name != "__class__" else name)

    for function in (
        lambda: br.legal_actions(Broken()),
        lambda: br.apply(Broken(), br.Pass()),
        lambda: br.why_illegal(Broken(), br.Pass()),
    ):
        with pytest.raises(AttributeError, match="nothing"):
            function()


def test_what_was_given_is_shown_short() -> None:
    message = str(wrong_type("text", "a str", b"x" * 1000))
    assert message.startswith("text must be a str, not b'xxx")
    assert message.endswith("xxx' (bytes)")
    assert "x...x" in message
    assert len(message) < 100
