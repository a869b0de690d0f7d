"""What is drawn of the hands: everything of a state, of a view what its seat may know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from docs._ext.specimens import ENGLISH, FONTAINEBLEAU, FRENCH, position, session

import boston_rules as br
from boston_rules import testing
from boston_rules.telling import draw

SVG = "{http://www.w3.org/2000/svg}"
WORDS: dict[str, br.Card] = {card.words: card for card in br.PACK}
VARIANTS = (
    br.get_variant("fontainebleau"),
    br.get_variant("fontainebleau-cats"),
    br.get_variant("american"),
    br.get_variant("english-boston", seats=3),
    br.get_variant("french"),
    br.get_variant("mariland"),
)


def phases(variant: br.Variant, seeds: int) -> dict[str, br.State]:
    """A state of every phase that some walks come through, and some from the play."""
    found: dict[str, br.State] = {}
    for seed in range(seeds):
        for at in testing.random_walk(variant, seed=seed).positions:
            state = at.state
            name = state.phase
            if isinstance(state, br.Playing):
                name += f" {len(state.tricks) // 6} {len(state.trick)}"
            found.setdefault(name, state)
    return found


POSITIONS = [(variant, state) for variant in VARIANTS for state in phases(variant, 6).values()]


def shown(drawing: draw.Drawing) -> list[br.Card]:
    """The cards that are drawn face up."""
    root = ET.fromstring(drawing.svg)
    titles = (group.find(f"{SVG}title") for group in root.iter(f"{SVG}g"))
    return [WORDS[title.text or ""] for title in titles if title is not None]


def backs(drawing: draw.Drawing) -> int:
    """The cards that are drawn face down: groups without a title that hold a blank."""
    root = ET.fromstring(drawing.svg)
    return sum(
        group.find(f"{SVG}title") is None and group.find(f"{SVG}rect") is not None
        for group in root.iter(f"{SVG}g")
    )


def seats_of(variant: br.Variant) -> Iterator[int | None]:
    yield None
    yield from range(variant.seats)


def test_there_is_something_of_everything() -> None:
    names = {state.phase for _, state in POSITIONS}
    assert {
        *("shuffle", "cut", "turn-up", "auction", "play", "settled"),
        *("asking for a partner", "calling a card", "discarding"),
    } <= names


@pytest.mark.long
@pytest.mark.no_cover
def test_a_view_is_drawn_the_same_whatever_it_cannot_see() -> None:
    """Another state that the seat could not tell from this one gives the same picture and text.

    The views are equal, by a law; so no more than one of each position, of each seat in turn.
    """
    rng = random.Random(5)
    compared = 0
    for place, (variant, state) in enumerate(POSITIONS):
        seat = [*seats_of(variant)][place % (variant.seats + 1)]
        view = br.observe(state, seat)
        other = br.sample(view, rng)
        again = br.observe(other, seat)
        assert view == again
        for shape in (draw.deal, draw.text, draw.play):
            assert shape(view) == shape(again)
        compared += other != state
    assert compared > 20


@pytest.mark.no_cover
def test_a_view_shows_no_card_that_its_seat_has_not_seen() -> None:
    for place, (variant, state) in enumerate(POSITIONS):
        for seat in (None, place % variant.seats):
            view = br.observe(state, seat)
            seen = br.Cards(view.trick) | view.dealt
            for trick in view.tricks:
                seen |= br.Cards(trick.cards)
            for _, hand in view.exposed:
                seen |= hand
            if view.turned is not None:
                seen |= br.Cards([view.turned])
            drawing = draw.deal(view, dealt=seat == 1)
            assert set(shown(drawing)) <= set(seen)
            assert not any(
                card.words in drawing.description for card in br.PACK if card not in seen
            )


@pytest.mark.long
@pytest.mark.no_cover
def test_hidden_hands_are_drawn_card_for_card() -> None:
    """Face up and face down together are as many as there are on the table."""
    for variant, state in POSITIONS[::2]:
        held = sum(map(len, state.hands))
        whole = draw.deal(state, dealt=False)
        dead = 13 if variant.seats == 3 and state.deal is not None else 0
        turned = br.observe(state, None).turned is not None
        assert len(shown(whole)) == held + dead + len(state.trick) + turned
        assert backs(whole) == 0
        for seat in seats_of(variant):
            drawing = draw.deal(br.observe(state, seat), dealt=False)
            assert len(shown(drawing)) + backs(drawing) == len(shown(whole))
            if seat is not None and held:
                assert set(state.hands[seat]) <= set(shown(drawing))


@pytest.mark.long
def test_hands_as_dealt() -> None:
    for _, state in POSITIONS[::3]:
        if state.deal is None or state.table.variant.seats == 3:
            continue
        whole = draw.deal(state, dealt=True)
        assert set(shown(whole)) == set(br.PACK)
        for seat in range(4):
            view = br.observe(state, seat)
            drawing = draw.deal(view, dealt=True)
            extra = len(view.trick) + (view.turned is not None)
            assert len(shown(drawing)) + backs(drawing) == 52 + extra


def test_a_settled_deal_shows_the_hands_as_dealt_and_what_each_seat_won() -> None:
    state = session(FONTAINEBLEAU)[0]
    assert state.settlement is not None
    drawing = draw.deal(state)
    assert len(shown(drawing)) == 52
    assert "1665 chips (+65) · 6 tricks" in drawing.svg
    assert drawing.description.endswith(
        "Chips won and lost: seat 0 +65, seat 1 +65, seat 2 -40 and seat 3 -40."
    )


def test_the_turned_card_of_a_dead_hand_lies_face_up() -> None:
    state = position(ENGLISH, 18)
    view = br.observe(state, 0)
    assert view.turned is not None
    assert shown(draw.deal(view)).count(view.turned) == 2  # in the dead hand, and in the corner
    assert "The dead hand is hearts 3, 12 cards face down." in draw.deal(view).description
    # The declarer's hand lies on the table since the first trick.
    (seat, hand), *_ = view.exposed
    assert seat == 2
    assert set(hand) <= set(shown(draw.deal(view)))


def test_a_called_partner_is_drawn_when_he_is_known() -> None:
    variant = br.get_variant("fontainebleau-cats")
    for seed in range(60):
        for at in testing.random_walk(variant, seed=seed).positions:
            state = at.state
            if isinstance(state, br.Playing) and not state.partner_shown:
                contract = state.contract
                assert contract is not None
                assert isinstance(contract.partner, int)
                assert ">partner<" in draw.deal(state).svg
                assert ">partner<" in draw.deal(br.observe(state, contract.partner)).svg
                onlooker = br.observe(state, None)
                assert ">partner<" not in draw.deal(onlooker).svg
                called = None if onlooker.contract is None else onlooker.contract.called
                assert called is not None
                told = re.findall(r"<text[^>]*>([^<]*)</text>", draw.deal(onlooker).svg)
                assert f"with the holder of the {called.words}" in " ".join(told)
                return
    pytest.fail("no partner was called")


@pytest.mark.parametrize("slug", ["fontainebleau", "american", "french"])
def test_a_passed_out_deal_is_called_so(slug: str) -> None:
    variant = br.get_variant(slug)
    rng = random.Random(2)
    state = br.start(variant, dealer=0)
    told = False
    while state.actor is not None:
        if state.actor == br.CHANCE:
            action = br.draw_chance(state, rng)
        else:
            legal = br.legal_actions(state)
            action = br.Pass() if br.Pass() in legal else legal[0]
        state = br.apply(state, action)
        if isinstance(state, br.Playing) and state.trick and not told:
            told = True
            view = br.observe(state, 1)
            assert "all passed" in draw.text(view)
            assert ">all passed<" in draw.deal(view).svg
            assert "All passed." in draw.play(view).svg
    assert state.contract is None
    assert "All passed." in draw.deal(state).description
    assert "all passed" in draw.text(state)


def test_a_pool_above_its_cap_is_set_aside() -> None:
    state = position(FONTAINEBLEAU, 30)
    assert isinstance(state, br.Playing)
    deal = evolve(state.deal, table=evolve(state.table, set_aside=30))
    view = br.observe(evolve(state, setup=evolve(state.setup, deal=deal)), 0)
    assert ">set aside 30<" in draw.deal(view).svg


def test_seats_go_clockwise_from_the_one_below() -> None:
    state = position(FONTAINEBLEAU, 5)
    assert draw.deal(br.observe(state, 2)) == draw.deal(br.observe(state, 2), bottom=2)
    root = ET.fromstring(draw.deal(state, bottom=1).svg)
    places = {
        text.text: (float(text.get("x", "")), float(text.get("y", "")))
        for text in root.iter(f"{SVG}text")
        if (text.text or "").startswith("seat ")
    }
    below, left, above, right = (places[f"seat {seat}"] for seat in (1, 2, 3, 0))
    assert left[0] < below[0] == above[0] < right[0]
    assert above[1] < left[1] == right[1] < below[1]


def test_roles_and_calls_are_written() -> None:
    state = position(FRENCH, 3)
    svg = draw.deal(br.observe(state, 2), names=["Ann", "Ben", "Cato", "Dora"]).svg
    for words in ("dealer", "eldest", "to act", "as Cato sees it", "belle", "pool 10"):
        assert f">{words}<" in svg
    assert "Simple in Belle, a card laid" in svg, "the card laid is hidden from the others"
    assert "2C" not in draw.text(br.observe(state, 2), ascii=True).split()


def test_what_cannot_be_drawn_is_refused() -> None:
    state = position(FONTAINEBLEAU, 30)
    with pytest.raises(TypeError, match=r"^state must be a State, such as"):
        draw.deal("deal")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there are 4 seats, and 3 names"):
        draw.deal(state, names=list("abc"))
    with pytest.raises(ValueError, match="bottom, who is drawn below, is a seat 0 to 3, not 4"):
        draw.deal(state, bottom=4)
    with pytest.raises(TypeError, match=r"^thing must be a State, Trick"):
        draw.picture(3)
    with pytest.raises(TypeError, match=r"^thing must be a Settlement, Record or Variant"):
        draw.html(br.observe(state, 0))  # type: ignore[arg-type]
