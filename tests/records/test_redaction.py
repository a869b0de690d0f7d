"""A redacted record holds what its seat may know, and nothing else."""

from __future__ import annotations

import random

import attrs
import pytest
from tests.phases.table_talk import SUITS
from tests.records.sessions import SLUGS, ends, walked

import boston_rules as br
from boston_rules import records
from boston_rules.records import dumps, loads, record, redact, replay
from boston_rules.testing import Position


@pytest.mark.parametrize("slug", SLUGS)
def test_twins_that_differ_in_hidden_things_have_equal_redacted_records(slug: str) -> None:
    """Non-interference: nothing in the record of a seat depends on what it may not know."""
    rng = random.Random(slug)
    compared = 0
    for seed in range(2):
        walk = walked(slug, seed=seed, deals=2)
        for number, states in enumerate(walk.states):
            plies = {len(states) - 1, *(rng.randrange(len(states)) for _ in range(3))}
            for ply in plies:
                at = Position(number, ply, states[ply])
                for viewer in (None, rng.randrange(walk.variant.seats)):
                    view = br.observe(at.state, viewer)
                    twins = {record(br.sample(view, rng)) for _ in range(3)}
                    ours = record(at.state)
                    seen = redact(ours, viewer)
                    for theirs in twins - {ours}:
                        other = redact(theirs, viewer)
                        assert other == seen
                        assert dumps(other) == dumps(seen)
                        compared += 1
    assert compared > 10


SHUFFLED = [s for s in SLUGS if br.get_variant(s).dealing.shuffle == "each-deal"]
"""Elsewhere the next pack is gathered from what is hidden in this deal."""


@pytest.mark.parametrize("slug", SHUFFLED)
def test_whole_sessions_that_differ_in_hidden_things_are_redacted_alike(slug: str) -> None:
    rng = random.Random(slug)
    differing = 0
    for seed in range(3):
        walk = walked(slug, seed=seed, deals=2)
        for viewer in (None, 0, 2):
            twins = [br.sample(br.observe(states[-1], viewer), rng) for states in walk.states]
            ours, theirs = record(ends(walk)), record(twins)
            assert redact(ours, viewer) == redact(theirs, viewer)
            differing += ours != theirs
    assert differing


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_redacted_record_is_replayed_as_views(slug: str, seat: int | None) -> None:
    walk = walked(slug, seed=4, deals=2)
    seen = redact(record(ends(walk)), seat)
    for form in ("text", "json"):
        text = dumps(seen, form)
        assert loads(text) == seen
    views = tuple(br.observe(state, seat) for state in ends(walk))
    assert replay(seen) == views
    assert record(views) == seen
    with pytest.raises(br.RecordError, match="the record is redacted"):
        redact(seen, seat)
    for view, deal in zip(views, seen.deals, strict=True):
        assert (deal.hands, deal.turned) == (None, None)
        assert (deal.shows, deal.events) == (view.events[0].shows, view.events[1:])
        assert deal.settlement == view.settlement


def test_packs_and_cuts_are_gone_and_hands_on_the_table_are_shown() -> None:
    walk = walked("fontainebleau", seed=1, deals=2)
    later = record(ends(walk)[1])
    assert later.start is not None
    assert later.start.pack
    seen = redact(later, 1)
    assert seen.start is not None
    assert seen.start.pack is br.HOLE
    cuts = [event.action for event in seen.deals[0].events if isinstance(event.action, br.Cut)]
    assert set(cuts) == {br.Cut(br.HOLE)}
    state = br.start(br.get_variant("fontainebleau"), dealer=3, hands=SUITS)
    for token in ("bid 13-table S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    (deal,) = redact(record(state), None).deals
    assert deal.shows.dealt == (br.HOLE,) * 4
    assert deal.events[-1].shows.exposed == (0, br.Cards.parse(SUITS[0]))


def test_words_are_kept_only_on_demand() -> None:
    walk = walked("french", seed=1, deals=1)
    made = record(ends(walk), players=["A", "B", "C", "D"], tags=[("Seed", "1")], comments=["x"])
    said = attrs.evolve(made.deals[0], comments=[(3, "I hold AS")], tags=[("Note", "y")])
    made = attrs.evolve(made, deals=[said])
    seen = redact(made, 0)
    assert (seen.tags, seen.comments, seen.deals[0].comments, seen.deals[0].tags) == ((),) * 4
    assert seen.players == made.players
    kept = redact(made, 0, keep_words=True)
    assert (kept.tags, kept.comments) == (made.tags, made.comments)
    assert (kept.deals[0].comments, kept.deals[0].tags) == (said.comments, said.tags)


@pytest.mark.parametrize("seat", [-1, 4, True, "0"])
def test_a_record_is_for_a_seat_or_an_onlooker(seat: object) -> None:
    made = record(ends(walked("french", deals=1)))
    if type(seat) is int:
        with pytest.raises(br.RecordError, match="the viewer is a seat 0 to 3"):
            redact(made, seat)
    else:
        with pytest.raises(TypeError, match="seat must be an int from 0 to 3"):
            redact(made, seat)  # type: ignore[arg-type]


def test_holes_stand_in_redacted_records_only() -> None:
    made = record(br.start(br.get_variant("french")))
    for event in (
        br.Event(0, br.Cut(br.HOLE)),
        br.Event(-1, br.Shuffle(br.HOLE)),
        br.Event(2, br.parse_action("bid simple-belle ?")),
        br.Event(0, br.Pass(), br.Shows(verdict=True)),
    ):
        with pytest.raises(br.RecordError, match="hides or shows something") as caught:
            attrs.evolve(made, deals=[attrs.evolve(made.deals[0], events=[event])])
        assert (caught.value.deal, caught.value.ply) == (1, 0)
        seen = redact(made, None)
        told = attrs.evolve(seen, deals=[attrs.evolve(seen.deals[0], events=[event])])
        assert told.deals[0].events == (event,)
    assert redact(made, None).viewer == records.ONLOOKER
