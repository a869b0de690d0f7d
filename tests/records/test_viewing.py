"""Views and events as JSON: equal when read again, and anything else refused."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.depth import DEEP

import boston_rules as br
from boston_rules import testing
from boston_rules.knowing.worlds import Worlds
from boston_rules.records.schema import SCHEMA as PUBLISHED
from boston_rules.rules.sessions import SessionRule

SCHEMA: Final = jsonschema.Draft202012Validator(PUBLISHED)
EVENT: Final = jsonschema.Draft202012Validator(
    {
        "anyOf": [{"$ref": "#/$defs/opened"}, {"$ref": "#/$defs/event"}],
        "$defs": PUBLISHED["$defs"],
    }
)
MOST_BYTES: Final = 6000
"""Of the events of one deal as one seat has seen them."""


def some_states(variant: br.Variant, seeds: range) -> Iterator[br.State]:
    """A state of every phase, the ends, and one in fifty of the others."""
    phases = set()
    for seed in seeds:
        for at in testing.random_walk(variant, seed=seed, deals=2).positions:
            state = at.state
            if (
                state.phase not in phases
                or isinstance(state, br.Settled)
                or random.Random(f"{seed} {at.ply}").random() < 0.02
            ):
                phases.add(state.phase)
                yield state


def viewers(state: br.State) -> tuple[int | None, ...]:
    return (None, *range(state.variant.seats))


@pytest.mark.laws
@pytest.mark.deep
@pytest.mark.parametrize("enforcement", ["strict", "table"])
@pytest.mark.parametrize("slug", br.list_variants())
def test_law_5_views_of_every_seat_and_phase_read_again(slug: str, enforcement: str) -> None:
    variant = br.get_variant(slug, enforcement=enforcement)
    for state in some_states(variant, range(3 if DEEP else 1)):
        for seat in viewers(state):
            view = br.observe(state, seat)
            text = br.dumps_view(view)
            assert "\n" not in text
            document = json.loads(text)
            if seat == state.table.dealer:
                SCHEMA.validate(document)
            assert len(json.dumps(document["deals"][0]["events"])) < MOST_BYTES
            again = br.loads_view(text)
            assert again == view
            assert hash(again) == hash(view)
            assert br.dumps_view(again) == text


@pytest.mark.parametrize("slug", br.list_variants())
def test_law_5_hands_given_outright_and_what_follows_them(slug: str) -> None:
    for enforcement in ("strict", "table"):
        variant = br.get_variant(slug, enforcement=enforcement)
        hands = [br.PACK[13 * seat : 13 * seat + 13] for seat in range(variant.seats)]
        turned = None if variant.dealing.turn is None else br.PACK[13 * variant.seats - 1]
        for given_card in {None, turned}:
            state = br.start(variant, dealer=variant.seats - 1, hands=hands, turned=given_card)
            rng = random.Random(slug)
            while state.actor is not None:
                chance = state.actor == br.CHANCE
                legal = br.lawful_actions(state)
                state = br.apply(state, br.draw_chance(state, rng) if chance else rng.choice(legal))
                if rng.random() < 0.1 or state.actor is None:
                    for seat in viewers(state):
                        view = br.observe(state, seat)
                        assert br.loads_view(br.dumps_view(view)) == view


@pytest.mark.parametrize("enforcement", ["strict", "table"])
@pytest.mark.parametrize("slug", br.list_variants())
def test_a_client_keeps_its_view_from_a_stream_of_events(slug: str, enforcement: str) -> None:
    variant = br.get_variant(slug, enforcement=enforcement)
    walk = testing.random_walk(variant, seed=3, deals=2)
    for seat in (None, 0, variant.seats - 1):
        view: br.State | None = None
        for at in walk.positions:
            seen = br.observe(at.state, seat)
            text = br.dumps_event(seen.events[-1])
            if seat == 0:
                EVENT.validate(json.loads(text))
            event = br.loads_event(text, variant.seats)
            assert event == seen.events[-1]
            view = seen if view is None else br.advance(view, event)
            assert view == seen


def test_events_are_spelled_as_the_documentation_says() -> None:
    for event, text in (
        (br.Event(1, br.parse_action("bid simple-belle ?")),
         '{"seat": 1, "do": "bid simple-belle ?"}'),
        (br.Event(0, br.Pass(), br.Shows(laid=br.parse_card("4D"))),
         '{"seat": 0, "do": "pass", "shows": {"laid": "4D"}}'),
        (br.Event(2, br.parse_action("play JD"), br.Shows(counted=br.Counted((0, 2, 1, 1), 2))),
         '{"seat": 2, "do": "play JD", '
         '"shows": {"counted": {"honours": [0, 2, 1, 1], "boston": 2}}}'),
        (br.Event(3, br.Slam(table=True), br.Shows(exposed=(3, br.Cards.parse("AS KS")))),
         '{"seat": 3, "do": "slam table", "shows": {"exposed": {"3": "AS KS"}}}'),
        (br.Event(0, br.Concede(), br.Shows(partner=None)),
         '{"seat": 0, "do": "concede", "shows": {"partner": null}}'),
        (br.Event(-1, br.Shuffle(br.HOLE), br.Shows(dealt=(br.HOLE,) * 4)),
         '{"seat": "chance", "do": "shuffle ?", "shows": {"dealt": {}}}'),
        (br.Event(-1, br.Opened(2, 5, (br.Transfer(2, br.POOL, (br.Line(10, "ante"),)),))),
         '{"seat": "chance", "do": "open", "dealer": 2, "deal": 5, "antes": '
         '[{"payer": 2, "payee": "pool", "lines": [{"chips": 10, "reason": "ante"}]}]}'),
    ):  # fmt: skip
        assert br.dumps_event(event) == text
        assert br.loads_event(text) == event
    seen = br.loads_event('{"seat": "chance", "do": "shuffle ?", "shows": {"dealt": {}}}', 3)
    assert seen.shows.dealt == (br.HOLE,) * 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "the event: the record is an object"),
        ("{", "this is no JSON"),
        ('{"seat": 0}', "lacks 'do'"),
        ('{"seat": 0, "do": "open"}', "lacks 'dealer'"),
        ('{"seat": -1, "do": "pass"}', "seat is a seat 0 to 3, or chance, not -1"),
        ('{"seat": true, "do": "pass"}', "seat is"),
        ('{"seat": 0, "do": 7}', "do is the token of an action"),
        ('{"seat": 0, "do": "juggle"}', "'juggle' is not understood"),
        ('{"seat": 0, "do": "pass", "shows": {"dealt": {"4": ""}}}', "has no field '4'"),
        ('{"seat": 0, "do": "pass", "shows": {"exposed": {}}}', "the hand of one seat"),
        ('{"seat": 0, "do": "pass", "shows": {"laid": null}}', "laid of shows is"),
        ('{"seat": 0, "do": "pass", "shows": {"verdict": 1}}', "verdict of shows is true or false"),
        ('{"seat": 0, "do": "pass", "shows": {"made": {"key": "5"}}}', "made of shows lacks"),
    ],
)
def test_what_is_no_event_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(br.RecordError) as caught:
        br.loads_event(text)
    assert reason in str(caught.value)


def test_house_rules_travel_with_the_view() -> None:
    variant = br.variants.Fontainebleau(session=SessionRule(deals=3, starting_chips=77))
    view = br.observe(br.start(variant), 0)
    assert br.loads_view(br.dumps_view(view)).variant == variant


@pytest.mark.long
def test_an_unshuffled_pack_that_nobody_cuts() -> None:
    """The event that opens the deal deals it too."""
    base = br.variants.Fontainebleau()
    for enforcement in ("strict", "table"):
        dealing = br.variants.Fontainebleau(
            dealing=type(base.dealing)(
                packets=base.dealing.packets, shuffle="first-deal", cutters=None
            ),
            enforcement=enforcement,
        )
        misdealt = 0
        for seed in range(12):
            for at in testing.random_walk(dealing, seed=seed, deals=2).positions:
                misdeal = isinstance(at.state.events[-1].action, br.Misdeal)
                misdealt += misdeal
                if misdeal or (at.deal == 1 and at.ply < 4):
                    for seat in (None, 1):
                        view = br.observe(at.state, seat)
                        assert br.loads_view(br.dumps_view(view)) == view
        assert bool(misdealt) == (enforcement == "table")


# What no deal shows.


@cache
def seen(slug: str = "french", phase: str = "play", seat: int | None = 0) -> str:
    """A view of some state in a phase, as text."""
    for seed in range(40):
        for at in testing.random_walk(br.get_variant(slug), seed=seed).positions:
            if at.state.phase == phase and (phase != "play" or at.ply > 30):
                return br.dumps_view(br.observe(at.state, seat))
    raise AssertionError(f"no walk of {slug} reached {phase}")


def document(slug: str = "french", phase: str = "play", seat: int | None = 0) -> Any:
    return json.loads(seen(slug, phase, seat))


def refused(changed: Any) -> br.RecordError:
    with pytest.raises(br.RecordError) as caught:
        br.loads_view(json.dumps(changed))
    assert len(str(caught.value)) < 700
    return caught.value


def use(view: br.State) -> None:
    """Whatever a bot may ask of a view."""
    assert len(view.voids) == view.variant.seats
    if view.deal is not None:
        worlds = Worlds(view)
        assert worlds.count
        assert br.observe(worlds.state(random.Random(1)), view.viewer) == view  # type: ignore[arg-type]
    assert br.legal_actions(view) is not None


@pytest.mark.parametrize("phase", ["auction", "play", "settled"])
@pytest.mark.parametrize("seat", [None, 0, 3])
def test_a_view_that_was_read_answers_everything(phase: str, seat: int | None) -> None:
    use(br.loads_view(seen("french", phase, seat)))


def test_a_whole_record_is_no_view_and_a_state_is_none() -> None:
    state = br.start("french")
    with pytest.raises(br.RecordError, match="the record of a whole table"):
        br.loads_view(br.dumps(br.record(state), "json"))
    with pytest.raises(TypeError, match="view must be a view"):
        br.dumps_view(state)


def test_other_rules_are_a_mismatch_unless_it_is_waived() -> None:
    changed = document() | {"fingerprint": "0" * 16}
    with pytest.raises(br.FingerprintMismatch, match="have changed since"):
        br.loads_view(json.dumps(changed))
    assert br.loads_view(json.dumps(changed), ignore_fingerprint=True).viewer == 0


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("schema", "boston_rules/record/2", "the record is of the schema"),
        ("schema", "boston_rules/view/1", "this is no record"),
        ("variant", "whist", "no variant is called"),
        ("variant", 7, "variant is the slug of a variant, not 7"),
        ("viewer", 4, "viewer is a seat 0 to 3, or onlooker"),
        ("viewer", True, "viewer is a seat"),
        ("viewer", 1, "ply 0: chance was not seen to do this"),
        ("viewer", "onlooker", "ply 0: chance was not seen to do this"),
        ("seats", 3, "is a seat 0 to 2, not 3"),
        ("deals", [], "deals has 1 to 1000 entries"),
        ("extra", 1, "has no field"),
    ],
)
def test_what_is_no_view_is_refused_with_the_reason(name: str, value: object, reason: str) -> None:
    assert reason in str(refused(document() | {name: value}))


def event_changed(ply: int, **fields: Any) -> Any:
    changed = document()
    changed["deals"][0]["events"][ply] |= fields
    return changed


@pytest.mark.parametrize(
    ("ply", "fields"),
    [
        (0, {"shows": {}}),
        (0, {"do": "shuffle " + " ".join(map(str, br.PACK))}),
        (0, {"do": "cut ?"}),
        (0, {"seat": 0}),
        (1, {"do": "bid nothing H"}),
        (1, {"do": "pass ?"}),
        (1, {"do": "play AS"}),
        (1, {"seat": "chance"}),
        (1, {"shows": {"verdict": True}}),
        (20, {"seat": 9}),
        (20, {"do": "pass"}),
        (20, {"shows": {"laid": "AS"}}),
        (20, {"shows": {"exposed": {"0": "AS"}}}),
    ],
)
def test_an_event_that_cannot_have_been_seen_is_named(ply: int, fields: Any) -> None:
    error = refused(event_changed(ply, **fields))
    assert (error.deal, error.ply) == (1, ply)


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: deal["events"].insert(4, deal["events"][4]),
        lambda deal: deal["events"].pop(4),
        lambda deal: deal["events"].reverse(),
        lambda deal: deal.update(dealer=2),
        lambda deal: deal.update(number=99),
        lambda deal: deal.update(shows={"dealt": {"0": "AS"}}),
        lambda deal: deal.update(shows={"turned": "AS"}),
        lambda deal: deal.update(hands=["AS"] * 4),
        lambda deal: deal["events"].append({"seat": 0, "do": "play AS"}),
    ],
)
def test_a_deal_that_does_not_hold_together(change: Any) -> None:
    changed = document()
    honest = json.dumps(changed)
    change(changed["deals"][0])
    assert json.dumps(changed) != honest
    refused(changed)


def test_cards_that_no_deal_gives() -> None:
    """The rules admit each event, and together they leave spades that nobody can hold."""
    hands = [br.PACK[seat::4] for seat in range(4)]
    state = br.start("classic", dealer=3, hands=hands)
    for token in ("bid 5 S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    view = br.observe(state, 0)
    assert (view.phase, view.actor) == ("play", 0)
    lead = next(card for card in view.hand if card.suit == br.SPADES)
    view = br.advance(view, br.Event(0, br.Play(lead)))
    for seat in (1, 2, 3):
        assert br.loads_view(br.dumps_view(view)) == view
        card = next(card for card in hands[seat] if card.suit != br.SPADES)
        view = br.advance(view, br.Event(seat, br.Play(card)))
    with pytest.raises(br.ReplayError, match="no deal fits what the viewer has seen") as caught:
        br.loads_view(br.dumps_view(view))
    assert caught.value.deal == 1


@pytest.mark.long
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


@given(data=st.data())
def test_reading_is_total(data: st.DataObject) -> None:
    changed = document()
    name = data.draw(st.sampled_from(sorted(changed)))
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=6,
    )
    changed[name] = data.draw(junk)
    try:
        view = br.loads_view(json.dumps(changed))
    except br.RecordError:
        return
    assert br.loads_view(br.dumps_view(view)) == view


def _leaves(value: Any) -> Any:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list) and inner:
            yield from _leaves(inner)
        else:
            yield value, key
