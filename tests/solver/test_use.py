"""What every seat can make, lines of perfect play, and the cards by which something was lost."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest
from tests.phases.table_talk import leave
from tests.solver.test_exact import through_the_engine

import boston_rules as br
from boston_rules.solver import (
    JudgedCard,
    Limits,
    NotSolvable,
    Outlook,
    Result,
    SearchStopped,
    analyse,
    best,
    cells,
    first_lead,
    judged_cards,
    kinds,
    line,
    makes,
    tricks,
)
from boston_rules.solver.question import Question

RANKS = "AKQJT98765432"
ONE_SUIT = [" ".join(rank + suit for rank in RANKS) for suit in "SHDC"]
"""Every seat holds a suit."""

SQUEEZED = [
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D AS QS",
    "KS JS AC KC QC JC TC 9C 8C 7C 6C 5C 4C",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "3D 2D 3C 2C TS 9S 8S 7S 6S 5S 4S 3S 2S",
]
"""Seat 0 takes eleven diamonds and the ace of spades; seat 1 must keep the king guarded."""


def played(key: str, thrown: str) -> br.State:
    """The deal above in diamonds, in which seat 1 throws a card to the eleventh diamond."""
    contract = br.Contract(key, 0, br.DIAMONDS)
    state: br.State = first_lead("fontainebleau", SQUEEZED, contract, dealer=3)
    hearts = [f"{rank}H" for rank in RANKS]
    clubs = [f"{rank}C" for rank in RANKS[:11]]
    first, last = clubs[:10], [card for card in ("KS", "JS", clubs[10]) if card != thrown]
    ones = [*first, thrown, *(last if "JS" not in last else ["JS", "KS"])]
    threes = ["3D", "2D", "3C", "2C", "TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S"]
    leads = [*(f"{rank}D" for rank in RANKS[:11]), "AS", "QS"]
    for row in zip(leads, ones, hearts, threes, strict=True):
        cards = list(row)
        if state.actor == 1:
            cards = [*cards[1:], cards[0]]
        for card in cards:
            state = br.apply(state, br.parse_action(f"play {card}"))
    return state


def test_the_card_that_let_the_contract_be_made() -> None:
    found = analyse(played("13", "JS"))
    assert found.complete
    (mistake,) = found.mistakes
    assert (mistake.trick, mistake.seat, str(mistake.card)) == (11, 1, "JS")
    assert mistake.right == (br.parse_card("4C"),)
    assert mistake.decides
    assert (mistake.before, mistake.after) == (Outlook(False, 12), Outlook(True, 13))


def test_a_card_that_cost_a_trick_but_not_the_contract() -> None:
    (mistake,) = analyse(played("12", "JS")).mistakes
    assert not mistake.decides
    assert (mistake.before, mistake.after) == (Outlook(True, 12), Outlook(True, 13))


def test_a_play_without_mistakes() -> None:
    found = analyse(played("13", "4C"))
    assert found.complete
    assert found.mistakes == ()
    assert {card.before for card in found.cards} == {Outlook(False, 12)}


def test_an_analysis_tells_from_where_on_it_is_certain() -> None:
    state = played("13", "JS")
    whole = analyse(state)
    part = analyse(state, Limits(nodes=4))
    assert part.stopped is not None
    assert 0 < len(part.cards) < part.played == 52
    assert part.cards == whole.cards[-len(part.cards) :]
    assert part.certain_from == part.cards[0].trick
    assert not part.complete


CONTRACTS = (
    ("fontainebleau", "6", br.HEARTS),
    ("fontainebleau", "grand-misere", None),
    ("fontainebleau", "piccolissimo", None),
    ("french", "simple-belle", br.DIAMONDS),
    ("classic", "5", br.CLUBS),
    ("classic", "misere-ouverte", None),
)


def randomly_played(
    slug: str, key: str, trump: br.Suit | None, rng: random.Random
) -> list[br.State]:
    """The positions of a deal played at random, the declarer of few tricks with low cards."""
    variant = br.get_variant(slug)
    step = variant.ladder[key]
    pack = rng.sample(range(52), 52)
    if step.goal.most is not None:
        pack = [*(card for card in pack if card % 13 < 6), *(c for c in pack if c % 13 >= 6)]
        pack = [*pack[:13], *rng.sample(pack[13:], 39)]
    hands = [[br.PACK[card] for card in pack[13 * seat : 13 * seat + 13]] for seat in range(4)]
    discards = [hand[0] for hand in hands] if step.discard else []
    contract = br.Contract(key, 0, trump, partner=2 if step.partnered else None)
    state: br.State = first_lead(variant, hands, contract, discards=discards)
    found = [state]
    while state.actor is not None:
        plays = [each for each in br.legal_actions(state) if isinstance(each, br.Play)]
        low = step.goal.most is not None and state.actor == 0 and len(state.tricks) < 10
        state = br.apply(
            state, min(plays, key=lambda play: play.card.rank) if low else rng.choice(plays)
        )
        while not isinstance(state, br.Playing | br.Settled):
            state = br.apply(state, br.Contest())  # nobody concedes after the first trick
        found.append(state)
    return found


@cache
def open_endings() -> tuple[list[br.State], ...]:
    """Deals whose contracts are still open two tricks before their end, three of each kind."""
    rng = random.Random(9)
    found = []
    for slug, key, trump in CONTRACTS * 3:
        while True:
            positions = randomly_played(slug, key, trump, rng)
            at = positions[-9]
            assert isinstance(at, br.Playing)
            if at.decided is None:
                break
        found.append(positions)
    return tuple(found)


@pytest.mark.parametrize("number", range(3 * len(CONTRACTS)))
def test_judgements_of_the_last_tricks_agree_with_plain_search(number: int) -> None:
    positions = open_endings()[number]
    contract = positions[0].contract
    assert contract is not None
    judged = judged_cards(positions[-1])
    for each in (next(judged) for _ in range(8)):
        at, after = positions[each.ply], positions[each.ply + 1]
        assert at.actor == each.seat
        assert each.before.made is through_the_engine(at, contract.side)
        assert each.after.made is through_the_engine(after, contract.side)
        counted = each.before.tricks is not None
        found = best(at)
        assert each.before == told(found.result, counted)
        assert each.after == told(dict(found.results)[each.card], counted)
        kept = [card for card, result in found.results if told(result, counted) == each.before]
        assert list(each.right) == (kept if each.is_mistake else [])


@pytest.mark.parametrize("number", range(len(CONTRACTS)))
def test_one_search_for_a_whole_play_answers_as_a_new_one_for_each_position(number: int) -> None:
    positions = open_endings()[number]
    judged = judged_cards(positions[-1])
    for each in (next(judged) for _ in range(20)):
        at = positions[each.ply]
        assert each.before.made is makes(at)
        assert each.before.tricks in (None, tricks(at))


def told(result: Result, counted: bool) -> Outlook:
    """A result as an outlook."""
    return Outlook(result.made, result.tricks if counted else None)


def test_mistakes_of_every_kind_were_among_them() -> None:
    found: list[JudgedCard] = []
    for positions in open_endings():
        judged = judged_cards(positions[-1])
        found += [next(judged) for _ in range(8)]
    mistakes = [each for each in found if each.is_mistake]
    assert {(each.decides, each.before.made) for each in mistakes} >= {(True, True), (True, False)}
    assert {each.before.tricks is None for each in mistakes} == {True, False}


def test_a_line_keeps_what_perfect_play_comes_to() -> None:
    state: br.State = first_lead(
        "fontainebleau", SQUEEZED, br.Contract("13", 0, br.DIAMONDS), dealer=3
    )
    found = line(state)
    assert found.outlook == Outlook(False, 12)
    assert found.first == 0
    assert len(found.tricks) == 13
    for trick in found.tricks:
        for card in trick.cards:
            state = br.apply(state, br.Play(card))
    assert isinstance(state, br.Settled)
    assert state.outcome.tricks[0] == 12
    assert analyse(state).mistakes == ()


def test_a_line_from_the_middle_of_a_trick_begins_with_what_lies() -> None:
    state: br.State = first_lead(
        "fontainebleau", ONE_SUIT, br.Contract("grand-misere", 1), dealer=3
    )
    state = br.apply(state, br.parse_action("play 7S"))
    found = line(state)
    assert found.first == 1
    assert found.outlook == Outlook(True, None)
    assert str(found.tricks[0].cards[0]) == "7S"


def test_what_every_seat_can_make_where_each_holds_a_suit() -> None:
    found = list(cells("fontainebleau", ONE_SUIT, dealer=3))
    assert len(found) == 4 * len(kinds("fontainebleau"))
    for cell in found:
        assert cell.known
        key = cell.kind.steps[0].key
        if key == "5":
            own = (br.SPADES, br.HEARTS, br.DIAMONDS, br.CLUBS)[cell.declarer]
            # Whoever holds the trumps wins all; eldest leads and wins all if nobody else has them.
            assert cell.tricks == (13 if cell.kind.trump == own else 0)
        elif key == "piccolissimo":
            # Eldest wins all tricks, and the others none.
            assert cell.made is False
        else:
            assert cell.made is (cell.declarer != 0)


def test_only_the_kinds_asked_about_are_solved() -> None:
    every = list(cells("fontainebleau", ONE_SUIT, dealer=3))
    for kind in kinds("fontainebleau"):
        found = list(cells("fontainebleau", ONE_SUIT, dealer=3, only=[kind]))
        assert found == [cell for cell in every if cell.kind == kind]


def test_what_a_seat_makes_is_looked_for_near_its_trumps(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def level(self: Question, low: int, high: int, *, guess: int | None) -> int:
        asked.append(guess)
        raise SearchStopped("nodes", 0)

    monkeypatch.setattr(Question, "level", level)
    counted = [kind for kind in kinds("fontainebleau") if kind.counts]
    for cell in cells("fontainebleau", SQUEEZED, sides=[(0,), (0, 2)], only=counted):
        assert cell.stopped is not None
    # Clubs, diamonds, hearts and spades: the declarer holds 0, 11, 0, 2, his partner the hearts.
    assert asked == [-1, 0, 10, 11, -1, 13, 1, 2]


def test_a_side_of_two_and_a_bid_that_asks_for_cards() -> None:
    found = list(cells("fontainebleau", ONE_SUIT, dealer=3, sides=[(0, 2)]))
    assert {(cell.declarer, cell.partner) for cell in found} == {(0, 2)}
    assert {cell.kind.trump: cell.tricks for cell in found if cell.kind.counts} == {
        br.SPADES: 13,
        br.HEARTS: 0,
        br.DIAMONDS: 13,
        br.CLUBS: 0,
    }
    assert all(cell.barred and not cell.known for cell in found if not cell.kind.counts)
    aces = [cell for cell in cells("french", ONE_SUIT) if cell.kind.steps[0].key == "quatre-as"]
    assert [(cell.barred, cell.known) for cell in aces] == [(True, False)] * 4


def test_a_cell_without_an_answer_is_unknown() -> None:
    found = list(cells("fontainebleau", mixed_hands(), limits=Limits(nodes=1)))
    stopped = [cell for cell in found if cell.stopped is not None]
    assert stopped
    for cell in stopped:
        assert not cell.known
        assert cell.made is cell.tricks is None


PAIRS = [(0,), (1,), (2,), (3,), (0, 1), (0, 2), (1, 3), (2, 3)]


def ending_hands() -> list[str]:
    """Hands of which little is to be searched: each has a long suit from the top."""
    return [
        "AS KS QS JS TS 9S 8H 7H 6D 5D 4C 3C 2C",
        "AH KH QH JH TH 9H 8D 7D 6C 5C 4S 3S 2S",
        "AD KD QD JD TD 9D 8C 7C 6S 5S 4H 3H 2H",
        "AC KC QC JC TC 9C 8S 7S 6H 5H 4D 3D 2D",
    ]


def test_what_is_known_of_other_sides_gives_the_same_tricks() -> None:
    trumps = [kind for kind in kinds("fontainebleau") if kind.counts][:2]
    found = list(cells("fontainebleau", ending_hands(), sides=PAIRS, only=trumps))
    for cell in found:
        side = (cell.declarer,) if cell.partner is None else (cell.declarer, cell.partner)
        (alone,) = cells("fontainebleau", ending_hands(), sides=[side], only=[cell.kind])
        assert alone == cell
    both = {(c.declarer, c.partner): c.tricks for c in found if c.kind == trumps[0]}
    assert both[0, 2] + both[1, 3] == 13  # type: ignore[operator]


def test_the_bounds_that_a_limit_leaves_hold() -> None:
    counted = [kind for kind in kinds("fontainebleau") if kind.counts]
    every = list(cells("fontainebleau", ending_hands(), only=counted))
    open_ones = 0
    for nodes in (3, 30, 300):
        part = list(
            cells("fontainebleau", ending_hands(), only=counted, limits=Limits(nodes=nodes))
        )
        for cell, answer in zip(part, every, strict=True):
            assert answer.tricks is not None
            assert (cell.stopped is None) is cell.known
            if cell.bounds is not None:
                assert cell.bounds[0] <= answer.tricks <= cell.bounds[1]
                open_ones += not cell.known
        again = list(cells("fontainebleau", ending_hands(), only=counted, found=part))
        assert again == every
    assert open_ones


def test_answers_found_before_are_not_looked_for_again() -> None:
    every = list(cells("fontainebleau", ONE_SUIT, dealer=3))
    hurried = Limits(nodes=1)
    assert list(cells("fontainebleau", ONE_SUIT, dealer=3, found=every, limits=hurried)) == every


def test_workers_find_the_same_answers() -> None:
    every = set(cells("fontainebleau", ONE_SUIT, dealer=3))
    with ThreadPoolExecutor(2) as executor:
        assert set(cells("fontainebleau", ONE_SUIT, dealer=3, executor=executor)) == every


@pytest.mark.parametrize("solve", [makes, tricks, best, line, analyse])
def test_limits_are_limits(solve: Any) -> None:
    state = first_lead("classic", ONE_SUIT, br.Contract("5", 0, br.HEARTS))
    with pytest.raises(TypeError, match="limits must be a Limits, or None, not 5"):
        solve(br.apply(state, br.legal_actions(state)[0]), 5)
    with pytest.raises(TypeError, match="limits must be a Limits"):
        next(cells("classic", ONE_SUIT, limits=solve))


def mixed_hands() -> list[list[br.Card]]:
    pack = random.Random(3).sample(range(52), 52)
    return [[br.PACK[card] for card in pack[seat::4]] for seat in range(4)]


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_contract_is_of_one_kind(slug: str) -> None:
    variant = br.get_variant(slug)
    found = kinds(variant)
    keys = {step.key for kind in found for step in kind.steps}
    assert keys == {step.key for step in variant.ladder}
    for kind in found:
        assert {step.has_trumps for step in kind.steps} == {kind.trump is not None}


def test_what_a_first_lead_refuses() -> None:
    with pytest.raises(br.SettlementError, match="give the trump suit"):
        first_lead("fontainebleau", ONE_SUIT, br.Contract("5", 0))
    with pytest.raises(br.SettlementError, match="has no contract"):
        first_lead("fontainebleau", ONE_SUIT, br.Contract("petite", 0))
    with pytest.raises(br.DealError, match="4 discards are needed, not 0"):
        first_lead("fontainebleau", ONE_SUIT, br.Contract("little-misere", 0))
    with pytest.raises(br.SettlementError, match="pool"):
        first_lead("fontainebleau", ONE_SUIT, br.Contract("5", 0, br.HEARTS), pool=-1)
    cards = [br.parse_card(token) for token in ("2S", "2H", "2D", "2S")]
    with pytest.raises(br.DealError, match="seat 3 has no 2S"):
        first_lead("fontainebleau", ONE_SUIT, br.Contract("little-misere", 0), discards=cards)
    with pytest.raises(br.DealError, match="no card is laid aside in grand-misere"):
        first_lead("fontainebleau", ONE_SUIT, br.Contract("grand-misere", 0), discards=cards)


def test_what_cannot_be_analysed() -> None:
    with pytest.raises(NotSolvable, match="of the phase shuffle"):
        analyse(br.start("fontainebleau"))
    with pytest.raises(NotSolvable, match="of the phase shuffle"):
        line(br.start("fontainebleau"))


def test_the_cards_of_a_view_are_not_guessed() -> None:
    state = first_lead("fontainebleau", ONE_SUIT, br.Contract("5", 1, br.HEARTS), dealer=3)
    for viewer in (None, 0):
        with pytest.raises(NotSolvable, match="the cards of a view lie face down"):
            best(br.observe(state, viewer))
        with pytest.raises(NotSolvable, match="the cards of a view lie face down"):
            analyse(br.observe(state, viewer))


def test_a_play_is_analysed_while_opponents_are_asked() -> None:
    state: br.State = first_lead("russian", mixed_hands(), br.Contract("5", 0, br.HEARTS))
    state = leave(state, "play")
    assert state.phase == "conceding"
    assert len(analyse(state, Limits(nodes=100)).cards) <= 4


def test_a_line_that_takes_too_long_is_no_line() -> None:
    state = first_lead("classic", mixed_hands(), br.Contract("5", 0, br.HEARTS))
    with pytest.raises(SearchStopped):
        line(state, Limits(nodes=3))


@pytest.mark.parametrize("side", [(), (0, 1, 2), (4,), 0])
def test_sides_are_of_one_seat_or_two(side: Any) -> None:
    with pytest.raises(TypeError, match="sides must be"):
        next(cells("classic", ONE_SUIT, sides=[side]))


def test_nobody_is_his_own_partner() -> None:
    with pytest.raises(ValueError, match="seat 2 is not his own partner"):
        next(cells("classic", ONE_SUIT, sides=[(0, 1), (2, 2)]))
