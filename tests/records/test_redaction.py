"""A redacted record holds what its seat may know, and nothing else."""

from __future__ import annotations

import random

import attrs
import pytest
from tests.records.sessions import SLUGS, ends, walked

import boston_rules as br
from boston_rules import records
from boston_rules.records import dumps, loads, record, redact, replay
from boston_rules.testing import Position
from boston_rules.testing.interference import _twins


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
                    attempts, _ = _twins(walk, at, viewer, rng)
                    twins = {record(twin[-1]) for twin in attempts if len(twin) > ply}
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
            twins = []
            for number, states in enumerate(walk.states):
                at = Position(number, len(states) - 1, states[-1])
                attempts, _ = _twins(walk, at, viewer, rng)
                whole = [twin[-1] for twin in attempts if len(twin) == len(states)]
                twins.append(whole[-1] if whole else states[-1])
            ours, theirs = record(ends(walk)), record(twins)
            assert redact(ours, viewer) == redact(theirs, viewer)
            differing += ours != theirs
    assert differing


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_redacted_record_is_read_and_shown_but_not_replayed(slug: str, seat: int | None) -> None:
    walk = walked(slug, seed=4, deals=2)
    seen = redact(record(ends(walk)), seat)
    for form in ("text", "json"):
        text = dumps(seen, form)
        assert loads(text) == seen
    with pytest.raises(br.RecordError, match="cannot be replayed"):
        replay(seen)
    with pytest.raises(br.RecordError, match="cannot be replayed"):
        redact(seen, seat)
    for state, deal in zip(ends(walk), seen.deals, strict=True):
        view = br.observe(state, seat)
        assert deal.actions == view.history
        assert deal.turned == view.turned
        assert deal.settlement == view.settlement
        known = {other: cards for other, cards in view.exposed if cards}
        if seat is not None:
            known[seat] = view.dealt
        hands = ((),) * walk.variant.seats if deal.hands is None else deal.hands
        assert {other: br.Cards(hand) for other, hand in enumerate(hands) if hand} == known


def test_packs_and_cuts_are_gone_and_hands_on_the_table_are_shown() -> None:
    walk = walked("fontainebleau", seed=1, deals=2)
    later = record(ends(walk)[1])
    assert later.start is not None
    assert later.start.pack
    seen = redact(later, 1)
    assert seen.start is not None
    assert seen.start.pack == ()
    assert all("?" in token for _, token in seen.deals[0].actions if token.startswith("cut"))
    hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    state = br.start(br.get_variant("fontainebleau"), dealer=3, hands=hands)
    for token in ("bid 13-table S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    (deal,) = redact(record(state), None).deals
    assert deal.hands is not None
    assert list(map(len, deal.hands)) == [13, 0, 0, 0]


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


def test_hidden_actions_stand_in_redacted_records_only() -> None:
    made = record(br.start(br.get_variant("french")))
    for token in ("cut ?", "? cut", "cut ??"):
        with pytest.raises(br.RecordError, match="hides something"):
            attrs.evolve(made, deals=[attrs.evolve(made.deals[0], actions=[(0, token)])])
    assert redact(made, None).viewer == records.ONLOOKER
