"""What is drawn where players err: exposed cards, established revokes, a lost deal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from docs._ext.specimens import ERRORS, position
from tests.engine.at_table import HANDS, go, opened, spades
from tests.phases.table_talk import finish, last_lawful

import boston_rules as br
from boston_rules.telling import draw

SVG = "{http://www.w3.org/2000/svg}"


def raised(drawing: draw.Drawing) -> list[str]:
    """The cards face up that stand out of their row with a rim."""
    groups = list(ET.fromstring(drawing.svg).iter(f"{SVG}g"))
    return [
        (group.findtext(f"{SVG}title") or "?")
        for group in groups
        if len([one for one in group.iter(f"{SVG}rect") if one.get("fill") == "none"]) == 1
    ]


def points() -> Iterator[br.State]:
    """A revoke, a claim, cards out of turn, a correction, a demand."""
    state = go(spades(), "play AS", "play KH", "play 5S", "play 2S")
    for each in ("2: revoke 1", "play KS", "2: play TH", "3: play 7C", "play QH"):
        state = go(state, each)
        yield state
    for each in ("1: correct 8S", "0: demand TH", "play 6S"):
        state = go(state, each)
        yield state


def test_an_exposed_card_is_drawn_for_everybody() -> None:
    state = position(ERRORS, 15)
    lying = ["ten of hearts", "queen of hearts", "seven of clubs"]
    for seat in (None, 0, 1, 2, 3):
        view = br.observe(state, seat)
        assert sorted(raised(draw.deal(view))) == sorted(lying)
        text = draw.text(view, ascii=True)
        assert all(f"exposed: {card}" in text for card in ("TH", "QH", "7C"))
        assert all(f"of which exposed: {card}" in draw.deal(view).description for card in lying)
        assert "1 card exposed" in draw.deal(view).svg
    assert sorted(raised(draw.deal(state))) == sorted(lying)


def test_nothing_else_of_a_hand_is_told_by_its_exposed_card() -> None:
    view = br.observe(position(ERRORS, 15), 0)
    lines = draw.text(view, ascii=True).splitlines()
    assert sum("H" in line and ":" not in line for line in lines[3:-1]) == 1  # seat 0's own hearts
    assert "11 face down" in draw.deal(view).svg


def test_a_card_that_is_played_lies_exposed_no_more() -> None:
    state = go(spades(), "2: play 7S", "play AS", "play 8S")
    assert raised(draw.deal(state)) == ["seven of spades"]
    state = go(state, "play 7S")
    assert raised(draw.deal(state)) == []
    assert "exposed" not in draw.text(state)


def test_no_drawing_of_strict_play_has_a_rim() -> None:
    state = br.start(br.get_variant("fontainebleau"), 3, hands=HANDS)
    assert raised(draw.deal(state)) == []
    assert "exposed" not in draw.deal(state).description


def test_an_established_revoke_is_told_and_an_unclaimed_one_is_not() -> None:
    revoked = go(spades(), "play AS", "play KH", "play 5S", "play 2S")
    claimed = go(revoked, "2: revoke 1")
    for seat in (None, 0, 1, 2, 3):
        before, after = br.observe(revoked, seat), br.observe(claimed, seat)
        assert "revoked" not in draw.deal(before).svg + draw.text(before) + draw.play_text(before)
        assert "revoked in trick 1" in draw.deal(after).svg
        assert "Seat 1 revoked in trick 1." in draw.deal(after).description
        assert "revoked in trick 1" in draw.text(after)
        assert "Seat 1 revoked in trick 1.\n" in draw.play_text(after)
        assert "Seat 1 revoked in trick 1." in draw.play(after).svg


def test_the_bill_of_a_settled_deal_tells_the_penalty() -> None:
    state = go(spades(), "play AS", "play KH", "play 5S", "play 2S", "2: revoke 1")
    state = finish(state, last_lawful)
    assert "Seat 1 revoked: 3 tricks more for the declarer" in draw.bill(state.settlement).svg
    assert "revoked in trick 1" in draw.deal(state).svg
    assert "Seat 1 revoked" in draw.html(state.settlement)


def test_a_deal_lost_by_a_misdeal_was_not_passed_out() -> None:
    state = go(opened("russian"), "misdeal")
    for what in (state, br.observe(state, 1), br.observe(state, None)):
        drawing = draw.deal(what)
        assert "misdeal" in drawing.svg
        assert "passed" not in drawing.svg + draw.text(what) + draw.play_text(what)
        assert "Lost by a misdeal." in drawing.description
        assert "misdeal" in draw.text(what)
    record = draw.score(br.record([state]))
    assert "misdeal: the dealer loses the deal" in record.svg


def test_a_deal_dealt_again_after_a_misdeal_may_be_passed_out() -> None:
    state = go(opened("fontainebleau"), "misdeal", *["cut 13"] * 4, *["pass"] * 4)
    assert "all passed" in draw.text(state)
    assert "misdeal" not in draw.text(state)


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_a_view_is_drawn_the_same_whatever_it_cannot_see(seat: int | None) -> None:
    rng = random.Random(7)
    for state in points():
        view = br.observe(state, seat)
        again = br.observe(br.sample(view, rng), seat)
        assert (draw.deal(view), draw.text(view)) == (draw.deal(again), draw.text(again))
        assert draw.play(view) == draw.play(again)
