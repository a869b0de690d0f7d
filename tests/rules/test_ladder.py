"""Goals, steps, the ways of naming trumps, ladders."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.rules.binding import FollowSuit, FreeDiscards
from boston_rules.rules.ladder import (
    AtLeast,
    BelleSuit,
    ClassCall,
    Exactly,
    Goal,
    Ladder,
    NamedSuit,
    NoTrumps,
    PetiteSuit,
    Step,
    SuitCall,
    SuitChoice,
    TurnedSuit,
    normal_key,
)
from boston_rules.rules.leads import EldestLeads, LeftOfDeclarerLeads
from boston_rules.rules.suits import FixedRanking, Turn, TurnedRanking

FIXED = FixedRanking((DIAMONDS, HEARTS, CLUBS, SPADES))
TURNED = TurnedRanking()
GOALS: list[Goal] = [AtLeast(5), AtLeast(13), Exactly(0), Exactly(1)]


@pytest.mark.parametrize("goal", GOALS, ids=repr)
@pytest.mark.parametrize("played", [12, 13])
def test_R1_a_verdict_stands_exactly_when_no_further_trick_can_change_it(
    goal: Goal, played: int
) -> None:
    def final(taken: int) -> bool:
        return taken >= goal.tricks if goal.counted else taken == goal.tricks

    for taken in range(played + 1):
        for left in range(played - taken + 1):
            ends = {final(taken + more) for more in range(left + 1)}
            assert goal.verdict(taken, left) == (ends.pop() if len(ends) == 1 else None)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (AtLeast(5), "win 5 tricks or more"),
        (AtLeast(13), "win 13 tricks"),
        (Exactly(0), "win no trick"),
        (Exactly(1), "win exactly 1 trick"),
    ],
)
def test_goals_in_words(goal: Goal, words: str) -> None:
    assert goal.words() == words


# Ways of naming trumps.

EVERY_TURN = [
    Turn(suit, belle) for suit, belle in itertools.product([None, *br.Suit], [None, *br.Suit])
]


def test_no_trumps_has_one_form() -> None:
    for turn in EVERY_TURN:
        assert NoTrumps().suit_choices(turn, FIXED) == (SuitChoice(0, None),)


def test_a_named_suit_ranks_by_the_ranking_of_the_telling() -> None:
    suit_choices = NamedSuit().suit_choices(Turn(), FIXED)
    assert [
        (suit_choice.rank, suit_choice.suit, suit_choice.trump) for suit_choice in suit_choices
    ] == [
        (0, SPADES, SPADES),
        (1, CLUBS, CLUBS),
        (2, HEARTS, HEARTS),
        (3, DIAMONDS, DIAMONDS),
    ]


def test_R4_plain_suits_are_equal() -> None:
    suit_choices = NamedSuit().suit_choices(Turn(HEARTS), TURNED)
    assert [(suit_choice.rank, suit_choice.suit) for suit_choice in suit_choices] == [
        (0, CLUBS),
        (0, SPADES),
        (1, DIAMONDS),
        (2, HEARTS),
    ]


def test_a_preferred_suit_leaves_out_the_plain_ones() -> None:
    suit_choices = NamedSuit(preferred=True).suit_choices(Turn(CLUBS), TURNED)
    assert [(suit_choice.rank, suit_choice.suit) for suit_choice in suit_choices] == [
        (1, SPADES),
        (2, CLUBS),
    ]


@pytest.mark.parametrize("suit", br.Suit)
def test_a_class_call_names_colour_or_preference_or_nothing(suit: br.Suit) -> None:
    other = {CLUBS: SPADES, SPADES: CLUBS, HEARTS: DIAMONDS, DIAMONDS: HEARTS}[suit]
    assert ClassCall().suit_choices(Turn(suit), TURNED) == (
        SuitChoice(0, None),
        SuitChoice(1, other, suit_class="colour"),
        SuitChoice(2, suit, suit_class="preference"),
    )
    assert ClassCall().suit_choices(Turn(), TURNED) == (SuitChoice(0, None),)


def test_only_a_class_call_leaves_the_trump_to_be_named_later() -> None:
    calls: list[SuitCall] = [NoTrumps(), NamedSuit(), TurnedSuit(), PetiteSuit(), BelleSuit()]
    assert not any(call.nameable(turn) for call in calls for turn in EVERY_TURN)
    assert ClassCall().nameable(Turn(CLUBS)) == tuple(br.Suit)


def test_P49_petite_and_belle_are_open_where_their_cards_are_turned() -> None:
    for turn in EVERY_TURN:
        assert TurnedSuit().suit_choices(turn, FIXED) == (
            () if turn.suit is None else (SuitChoice(0, turn.suit),)
        )
        assert BelleSuit().suit_choices(turn, FIXED) == (
            () if turn.belle is None else (SuitChoice(0, turn.belle),)
        )
        open_petite = turn.suit is not None and turn.belle is not None and turn.suit != turn.belle
        assert PetiteSuit().suit_choices(turn, FIXED) == (
            (SuitChoice(0, turn.suit),) if open_petite else ()
        )


def test_ways_of_naming_trumps_in_words() -> None:
    said: dict[str, SuitCall] = {
        "no trumps": NoTrumps(),
        "names the trump suit": NamedSuit(),
        "colour or preference as trumps": NamedSuit(preferred=True),
        "or no trumps, which is above all suits": NamedSuit(grand=True),
        "and may rule out a partner": NamedSuit(solo=True),
        "names any suit after the auction": ClassCall(),
        "turned suit is trumps": TurnedSuit(),
        "petite is trumps": PetiteSuit(),
        "belle is trumps": BelleSuit(),
    }
    for words, call in said.items():
        assert words in call.words()
    assert len({call.words() for call in said.values()}) == len(said)


# Steps.


def test_what_a_step_knows_of_itself() -> None:
    five = Step(key="5", goal=AtLeast(5))
    assert (five.is_misere, five.has_trumps, five.tricks_played(13)) == (False, True, 13)
    misere = Step(key="m", goal=Exactly(0), suit=NoTrumps(), discard=True)
    assert (misere.is_misere, misere.has_trumps, misere.tricks_played(13)) == (True, False, 12)
    one = Step(key="p", goal=Exactly(1), suit=NoTrumps())
    assert (one.is_misere, one.has_trumps, one.tricks_played(13)) == (False, False, 13)


def test_steps_in_words() -> None:
    assert Step(key="5", goal=AtLeast(5)).words() == (
        "win 5 tricks or more; the bid names the trump suit"
    )
    everything = Step(
        key="x",
        goal=AtLeast(5),
        lays_card=True,
        holding=br.Cards.parse("AS AH"),
        discard=True,
        exposed="before-lead",
        play=FreeDiscards(10),
        lead=LeftOfDeclarerLeads(),
        partnered=True,
    ).words()
    for said in (
        "laid face down",
        "♠A ♥A",
        "discards one card",
        "before the first lead",
        "tricks 1 to 10",
        "declarer's left leads",
        "partner is possible",
    ):
        assert said in everything
    late = Step(key="x", goal=Exactly(0), suit=NoTrumps(), exposed="after-first-trick").words()
    assert "after the first trick" in late


# Ladders.


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Grande Misère sur Table", "grande-misere-sur-table"),
        ("  SIX   Levées ", "six-levees"),
        ("13-table", "13-table"),
        ("a - b--c", "a-b-c"),
        ("Misère", "misere"),
        ("", ""),
    ],
)
def test_names_as_keys(text: str, key: str) -> None:
    assert normal_key(text) == key
    assert normal_key(key) == key


def test_a_ladder_is_a_sequence_of_steps_found_by_key() -> None:
    ladder = br.get_variant("american").ladder
    keys = [step.key for step in ladder]
    assert len(ladder) == len(keys) == 13
    for place, key in enumerate(keys):
        assert ladder.place(key) == place
        assert ladder[key].key == key
        assert key in ladder
        assert ladder.find(key) == key
    assert "14" not in ladder
    strange: list[object] = [5, None]
    assert [item in ladder for item in strange] == [False, False]
    with pytest.raises(KeyError):
        ladder["14"]
    with pytest.raises(KeyError):
        ladder.place("14")


def test_names_are_found_in_english_and_french_whatever_the_accents() -> None:
    ladder = br.get_variant("french").ladder
    for text in ("quatre-as", "Misère des Quatre As", "misere of the FOUR aces"):
        assert ladder.find(text) == "quatre-as"


def test_a_key_beats_a_name_of_another_step() -> None:
    ladder = Ladder(
        (
            Step(key="a", name="b", goal=AtLeast(5)),
            Step(key="b", french="c", goal=AtLeast(6)),
        )
    )
    assert [ladder.find(name) for name in "abc"] == ["a", "b", "b"]


def test_an_unknown_name_is_refused_with_near_matches() -> None:
    ladder = br.get_variant("french").ladder
    with pytest.raises(br.NotationError, match="near: Misère of the Four Aces"):
        ladder.find("quatre-a")
    with pytest.raises(br.NotationError) as caught:
        ladder.find("?")
    assert "near" not in str(caught.value)
    assert "Nine in Belle" in str(caught.value)


def test_a_ladder_pickles_after_its_tables_are_filled() -> None:
    ladder = br.get_variant("french").ladder
    assert ladder.place("neuf") == 7
    again = pickle.loads(pickle.dumps(ladder))
    assert again == ladder
    assert hash(again) == hash(ladder)
    assert again.place("neuf") == 7
    assert again.find("Neuf") == "neuf"


@pytest.mark.parametrize(
    ("slug", "keys"),
    [
        (
            "fontainebleau",
            "5 6 little-misere 7 piccolissimo 8 grand-misere 9 little-misere-table 10 "
            "grand-misere-table 11 12 13 13-table",
        ),
        (
            "american",
            "5 6 7 little-misere 8 9 grand-misere 10 11 little-spread 12 grand-spread 13",
        ),
        (
            "french",
            "simple-petite simple-belle petite-independance petite-misere grande-independance "
            "grande-misere quatre-as neuf neuf-petite neuf-belle petite-misere-table "
            "grande-misere-table",
        ),
    ],
)
def test_the_ladders_of_the_tellings(slug: str, keys: str) -> None:
    assert " ".join(step.key for step in br.get_variant(slug).ladder) == keys


def test_R2_R3_what_discards_and_what_is_laid_on_the_table() -> None:
    found = {
        (slug, step.key): (step.discard, step.exposed)
        for slug in ("fontainebleau", "american", "french")
        for step in br.get_variant(slug).ladder
        if step.discard or step.is_exposed
    }
    assert found == {
        ("fontainebleau", "little-misere"): (True, "no"),
        ("fontainebleau", "piccolissimo"): (True, "no"),
        ("fontainebleau", "little-misere-table"): (True, "before-lead"),
        ("fontainebleau", "grand-misere-table"): (False, "before-lead"),
        ("fontainebleau", "13-table"): (False, "before-lead"),
        ("american", "little-misere"): (True, "no"),
        ("american", "little-spread"): (True, "before-lead"),
        ("american", "grand-spread"): (False, "before-lead"),
        ("french", "petite-misere"): (True, "no"),
        ("french", "petite-misere-table"): (True, "before-lead"),
        ("french", "grande-misere-table"): (False, "before-lead"),
    }


def test_what_is_special_about_the_french_bids() -> None:
    ladder = br.get_variant("french").ladder
    assert [step.key for step in ladder if step.lays_card] == ["simple-petite", "simple-belle"]
    assert [step.key for step in ladder if step.holding] == ["quatre-as"]
    assert ladder["quatre-as"].holding == br.Cards.parse("AS AH AD AC")

    def uncited(rule: Any) -> Any:
        return evolve(rule, source=None)

    plays = {step.key: uncited(step.play) for step in ladder}
    assert plays == dict.fromkeys(plays, FollowSuit()) | {"quatre-as": FreeDiscards(10)}
    assert {uncited(step.lead) for step in ladder} == {EldestLeads()}


def test_a_text_may_name_a_step() -> None:
    ladder = br.get_variant("classic").ladder
    for said in ("petite-misere", "Petite Misère", "little misere", "13", "chelem"):
        assert ladder.names(said)
    for said in ("", "tout", "14"):
        assert not ladder.names(said)
