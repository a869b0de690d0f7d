"""F1, F2, G3, G5, G9, G29: two packs that are dealt in turn, and a still pack cut for the turn."""

from __future__ import annotations

import math
import random
from typing import Final

import pytest
from attrs import evolve
from tests.depth import DEEP
from tests.phases.table_talk import STRIPES, act, finish, settled
from tests.play.tables import face_up, orders, refusal, said

import boston_rules as br
from boston_rules import testing
from boston_rules.core.errors import BadCut, WrongPhase
from boston_rules.knowing import presorted, worlds
from boston_rules.rules.dealing import DealingRule
from boston_rules.testing.walks import WalkBuilder

TWO_PACKS: Final = DealingRule(
    packets=(4, 4, 5),
    packs=2,
    shuffle="first-deal",
    sorts_misdeal=True,
    cutters="all",
    cuts_optional=True,
    dealer_must_cut=True,
    least_cut=4,
    turn="still-pack",
)
AMERICAN: Final = br.variants.American(dealing=TWO_PACKS)
AT_TABLE: Final = br.variants.American(dealing=TWO_PACKS, enforcement="table")
FONTAINEBLEAU: Final = br.variants.Fontainebleau(dealing=evolve(TWO_PACKS, turn=None))

A: Final = tuple(br.PACK)
B: Final = tuple(reversed(br.PACK))
SORTED: Final = [
    str(br.Card(rank, suit))
    for suit in (br.SPADES, br.HEARTS, br.DIAMONDS, br.CLUBS)
    for rank in reversed(br.Rank)
]
"""The cards as a hand is sorted after a misdeal, first to last."""


def shuffled(variant: br.Variant = AMERICAN, dealer: int = 3) -> br.State:
    """The cuts of a first deal whose packs are in order, A from the deuce of clubs up."""
    state = br.start(variant, dealer)
    return br.apply(br.apply(state, br.Shuffle(A)), br.Shuffle(B))


def uncut(state: br.State) -> br.State:
    """Nobody cuts but the dealer, who cuts 26."""
    return act(state, "pass", "pass", "pass", "cut 26")


class TestTheOpening:
    def test_F1_two_chance_events_then_the_cuts(self) -> None:
        state = br.start(AMERICAN, 3)
        assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
        state = br.apply(state, br.Shuffle(A))
        assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
        state = br.apply(state, br.Shuffle(B))
        assert (state.phase, state.actor) == ("cut", 0)

    def test_the_first_pack_is_dealt_and_the_second_lies_still(self) -> None:
        state = uncut(shuffled())
        assert state.deal is not None
        assert state.deal.still == tuple(card.index for card in B)
        assert orders(state)[0][:4] == ("2H", "3H", "4H", "5H")

    def test_the_rule_in_words(self) -> None:
        words = TWO_PACKS.words()
        assert "two packs are dealt in turn, each shuffled before the first deal only" in words
        assert "before a misdeal is dealt again each hand is sorted" in words
        assert "4 cards at least in either part" in words
        assert "a cut may be declined, but not by the dealer" in words
        assert "cuts the pack that is not dealt" in words


class TestCuts:
    def test_G5_eldest_first_and_only_the_dealer_must(self) -> None:
        state = shuffled()
        for seat in range(3):
            assert state.actor == seat
            assert refusal(state, "pass") is None
            state = act(state, "pass")
        assert state.actor == 3
        assert refusal(state, "pass") is BadCut
        assert br.Pass() not in br.legal_actions(state)
        assert br.why_illegal(state, br.Pass()) == br.why_illegal(
            br.observe(state, 3), br.Pass(), 3
        )

    def test_four_cards_in_each_part(self) -> None:
        state = shuffled()
        cuts = [action.at for action in br.legal_actions(state) if isinstance(action, br.Cut)]
        assert cuts == list(range(4, 49))
        assert refusal(state, "cut 3") is BadCut
        assert refusal(state, "cut 49") is BadCut

    def test_a_cut_that_may_not_be_declined_elsewhere_is_no_word_of_the_phase(self) -> None:
        state = br.start(br.variants.Classic(), 0)
        state = br.apply(state, br.Shuffle(A))
        assert refusal(state, "pass") is WrongPhase


class TestTheStillPack:
    def test_the_seat_opposite_the_dealer_cuts_it_and_the_next_card_is_turned(self) -> None:
        state = uncut(shuffled())
        assert (state.phase, state.actor) == ("turn-cut", 1)
        state = act(state, "turn-cut 10")
        assert state.phase == "auction"
        assert state.turned == B[10]
        assert state.deal is not None
        assert state.deal.still == tuple(card.index for card in (*B[10:], *B[:10]))

    def test_what_can_be_cut(self) -> None:
        state = uncut(shuffled())
        assert [str(action) for action in br.legal_actions(state)] == [
            f"turn-cut {at}" for at in range(4, 49)
        ]
        assert refusal(state, "turn-cut 3") is BadCut
        assert refusal(state, "cut 10") is WrongPhase
        assert br.legal_actions(br.observe(state, 0)) == ()

    @pytest.mark.parametrize("viewer", [None, 0, 1])
    def test_P44_its_number_is_hidden_from_everybody(self, viewer: int | None) -> None:
        before = uncut(shuffled())
        state = act(before, "turn-cut 10")
        event = br.observe(state, viewer).events[-1]
        assert event.action == br.TurnCut(br.HOLE)
        assert event.shows.turned == B[10]
        assert br.advance(br.observe(before, viewer), event) == br.observe(state, viewer)

    def test_a_view_is_told_a_card_that_can_be_turned(self) -> None:
        view = br.observe(uncut(shuffled()), 0)
        with pytest.raises(br.EventError, match="None cannot have been turned"):
            br.advance(view, br.Event(1, br.TurnCut(br.HOLE)))

    def test_packs_are_dealt_in_turn(self) -> None:
        first = settled(finish(act(uncut(shuffled()), "turn-cut 10", *["pass"] * 4)))
        second = br.next_deal(first)
        assert (second.phase, second.actor) == ("cut", 1)
        assert first.deal.still == second.table.pack
        assert second.table.still == first.gathered
        third = br.next_deal(settled(finish(second)))
        assert sorted(face_up(third.table.still)) == sorted(map(str, br.PACK))
        seen = br.observe(third, 0)
        assert (seen.table.pack, seen.table.still) == (br.HOLE, br.HOLE)

    def test_where_no_card_is_turned_it_only_waits(self) -> None:
        state = uncut(shuffled(FONTAINEBLEAU))
        assert state.phase == "auction"
        assert state.deal is not None
        assert state.deal.still == tuple(card.index for card in B)


class TestMisdeals:
    def test_F2_each_hand_is_sorted_and_eldests_highest_spade_is_on_top(self) -> None:
        state = act(uncut(shuffled(AT_TABLE)), "turn-cut 10")
        hands = state.hands
        state = act(state, "misdeal", "pass", "pass", "pass")
        assert state.phase == "cut"
        pack = face_up(getattr(state, "pack", ()))
        by_hand = [pack[13 * place : 13 * place + 13] for place in range(4)]
        for seat, found in enumerate(by_hand):
            suits = [
                sorted((card for card in hands[seat] if card.suit is suit), reverse=True)
                for suit in (br.SPADES, br.HEARTS, br.DIAMONDS, br.CLUBS)
            ]
            assert list(found) == [str(card) for suit in suits for card in suit]

    def test_G9_the_still_pack_is_cut_as_it_was_closed(self) -> None:
        state = act(uncut(shuffled(AT_TABLE)), "turn-cut 10", "misdeal")
        state = uncut(state)
        assert (state.phase, state.actor) == ("turn-cut", 1)
        state = act(state, "turn-cut 4")
        assert state.turned == B[14]

    def test_the_same_card_is_not_turned_again_at_once(self) -> None:
        state = uncut(act(uncut(shuffled(AT_TABLE)), "turn-cut 10", "misdeal"))
        view = br.observe(state, 0)
        again = br.Event(1, br.TurnCut(br.HOLE), br.Shows(turned=B[10]))
        with pytest.raises(br.EventError, match="cannot have been turned from the still pack"):
            br.advance(view, again)

    @pytest.mark.laws
    @pytest.mark.long
    @pytest.mark.parametrize("misdeals", [1, 2])
    @pytest.mark.parametrize(
        "variant",
        [
            AT_TABLE,
            br.variants.Fontainebleau(dealing=evolve(TWO_PACKS, turn=None), enforcement="table"),
        ],
    )
    def test_the_laws_hold_after_misdeals(self, variant: br.Variant, misdeals: int) -> None:
        rng = random.Random(misdeals)
        builder = WalkBuilder(variant, misdeals, misdeals)
        called = 0
        while builder.state.actor is not None:
            state, action = builder.state, None
            if state.actor == br.CHANCE:
                action = br.draw_chance(state, rng)
            elif called < misdeals and br.Misdeal() in br.legal_actions(state):
                action, called = br.Misdeal(), called + 1
            else:
                action = rng.choice(br.lawful_actions(state))
            builder.apply(action, state.actor)
        testing.check_sampling(variant, builder.walk, states=4 if DEEP else 1)
        testing.check_views(variant, builder.walk)
        testing.check_round_trips(variant, builder.walk, states=8 if DEEP else 2)

    def test_F20_every_sample_is_dealt_from_hands_that_were_sorted(self) -> None:
        state = act(uncut(act(uncut(shuffled(AT_TABLE)), "turn-cut 10", "misdeal")), "turn-cut 4")
        view = br.observe(state, 0)
        # The deals from any pack are counted, those of no sorted one too.
        assert br.Worlds(view).count == math.comb(39, 13) * math.comb(26, 13)
        for seed in range(20):
            sample = br.sample(view, random.Random(seed))
            assert br.observe(sample, 0) == view
            places = AT_TABLE.dealing.deal(tuple(range(52)), sample.table.dealer)
            pack = [0] * 52
            for hand, at in zip(orders(sample), places, strict=True):
                for card, place in zip(hand, at, strict=True):
                    pack[place] = SORTED.index(card)
            cut = [pack[place:] + pack[:place] for place in range(52)]
            assert any(
                all(each[at : at + 13] == sorted(each[at : at + 13]) for at in range(0, 52, 13))
                for each in cut
            )

    def test_F20_a_world_that_no_sorted_pack_gives_is_counted_and_refused(self) -> None:
        state = act(uncut(shuffled(AT_TABLE)), "turn-cut 10", "misdeal")
        state = act(uncut(state), "turn-cut 10")
        worlds = br.Worlds(br.observe(state, None))
        of_suits = tuple(0x1FFF << 13 * suit for suit in (0, 2, 1, 3))
        with pytest.raises(ValueError, match="no pack that was sorted gives these hands"):
            worlds.state_of(br.World(of_suits, (0, 0, 0, 0), 0), random.Random(1))

    def test_G3_hands_thrown_in_are_gathered_as_dealt(self) -> None:
        house = br.variants.BostonWhist(dealing=evolve(TWO_PACKS))
        state = act(uncut(shuffled(house)), "turn-cut 10")
        hands = orders(state)
        done = settled(act(state, *["pass"] * 4))
        assert face_up(done.gathered) == tuple(card for hand in hands for card in hand)


class TestHandsGivenOutright:
    def test_G29_no_shuffle_no_cut_and_the_card_as_given(self) -> None:
        state = br.start(AMERICAN, 3, hands=STRIPES, turned=br.parse_card("7C"))
        assert state.phase == "auction"
        done = finish(act(state, *["pass"] * 4))
        second = br.next_deal(done)
        assert (second.phase, second.actor) == ("shuffle", br.CHANCE)
        assert second.table.still == done.gathered
        second = br.apply(second, br.Shuffle(B))
        assert second.phase == "cut"
        second = uncut(second)
        assert second.phase == "turn-cut"

    def test_F18_a_still_pack_that_is_needed_is_shuffled_then(self) -> None:
        state = br.start(AMERICAN, 3, hands=STRIPES)
        assert (state.phase, state.actor) == ("shuffle", br.CHANCE)
        assert refusal(state, "turn 7C") is WrongPhase
        view = br.observe(state, 2)
        state = br.apply(state, br.Shuffle(B))
        assert (state.phase, state.actor) == ("turn-cut", 1)
        assert br.advance(view, br.observe(state, 2).events[-1]) == br.observe(state, 2)
        state = act(state, "turn-cut 4")
        assert state.turned == B[4]
        record = br.record(state)
        assert br.replay(record) == (state,)

    def test_F18_a_deal_given_later_leaves_the_still_pack(self) -> None:
        first = settled(finish(act(uncut(shuffled()), "turn-cut 10", *["pass"] * 4)))
        state = br.next_deal(first, hands=STRIPES)
        assert state.phase == "turn-cut"
        assert state.table.still == first.gathered

    def test_a_misdeal_of_hands_given(self) -> None:
        state = br.start(AT_TABLE, 3, hands=STRIPES, turned=br.parse_card("7C"))
        state = uncut(act(state, "misdeal"))
        assert state.phase == "shuffle"
        state = act(br.apply(state, br.Shuffle(B)), "turn-cut 4")
        assert br.replay(br.record(state)) == (state,)
        for seat in (None, 0):
            view = br.observe(state, seat)
            assert br.observe(br.sample(view, random.Random(1)), seat) == view

    @pytest.mark.parametrize("shuffles", [0, 1, 2])
    def test_worlds_before_the_deal(self, shuffles: int) -> None:
        state = br.start(AMERICAN, 3)
        for pack in (A, B)[:shuffles]:
            state = br.apply(state, br.Shuffle(pack))
        view = br.observe(state, 1)
        sample = br.sample(view, random.Random(1))
        assert br.observe(sample, 1) == view
        assert finish(sample).settlement is not None


class TestWorlds:
    def test_of_a_still_pack_that_is_still_to_be_shuffled(self) -> None:
        state = br.start(AMERICAN, 3, hands=STRIPES)
        assert br.legal_actions(state) == ()
        view = br.observe(state, 2)
        sample = br.sample(view, random.Random(1))
        assert br.observe(sample, 2) == view
        assert len(sample.events) == 1

    def test_of_a_still_pack_that_is_to_be_cut(self) -> None:
        state = uncut(shuffled())
        assert state.phase == "turn-cut"
        for seat in (None, 2):
            view = br.observe(state, seat)
            sample = br.sample(view, random.Random(1))
            assert br.observe(sample, seat) == view
            assert sample != state

    @pytest.mark.parametrize("misdeals", [1, 2])
    def test_of_a_misdeal_before_it_is_dealt_again(self, misdeals: int) -> None:
        state = act(uncut(shuffled(AT_TABLE)), "turn-cut 10", "misdeal")
        for _ in range(misdeals - 1):
            state = act(uncut(state), "turn-cut 10", "misdeal")
        view = br.observe(state, 1)
        sample = br.sample(view, random.Random(1))
        assert br.observe(sample, 1) == view
        assert uncut(sample).phase == "turn-cut"

    def test_of_a_sorted_pack_that_nobody_cuts(self) -> None:
        bare = DealingRule(packets=(4, 4, 5), shuffle="first-deal", sorts_misdeal=True)
        house = br.variants.Fontainebleau(dealing=bare, enforcement="table")
        state = act(br.apply(br.start(house, 3), br.Shuffle(B)), "misdeal")
        assert state.phase == "auction"
        for seat in (None, 2):
            view = br.observe(state, seat)
            assert br.observe(br.sample(view, random.Random(1)), seat) == view

    def test_of_sorted_packs_whose_cuts_are_searched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(presorted, "_TRIES", 0)
        rng = random.Random(2)
        state = br.start(br.get_variant("fontainebleau-foster", enforcement="table"))
        misdeals = 0
        while state.actor is not None:
            legal, chance = br.legal_actions(state), state.actor == br.CHANCE
            if misdeals < 2 and br.Misdeal() in legal:
                state, misdeals = br.apply(state, br.Misdeal()), misdeals + 1
                continue
            lawful = br.draw_chance(state, rng) if chance else rng.choice(br.lawful_actions(state))
            state = br.apply(state, lawful)
            if misdeals == 2 and len(state.tricks) in (0, 4, 8) and not state.trick:
                view = br.observe(state, 1)
                assert br.observe(br.sample(view, rng), 1) == view
        assert misdeals == 2

    @pytest.mark.parametrize("cuts", [(0,), (1,), (4, 4)])
    def test_of_sorted_packs_that_cannot_be(self, cuts: tuple[int, ...]) -> None:
        table = br.start("fontainebleau-foster").table
        allowed = [table.variant.dealing.pack.mask ^ 1 << 51] * 4  # somebody has the ace of spades
        assert presorted.draw_presorted(table, allowed, cuts, random.Random(1)) is None

    def test_of_a_view_that_no_sorted_pack_fits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bare = DealingRule(packets=(4, 4, 5), shuffle="first-deal", sorts_misdeal=True)
        house = br.variants.Fontainebleau(dealing=bare, enforcement="table")
        state = act(br.apply(br.start(house, 3), br.Shuffle(B)), "misdeal")
        monkeypatch.setattr(worlds, "draw_presorted", lambda *_: None)
        with pytest.raises(ValueError, match="no deal fits the view"):
            br.sample(br.observe(state, 2), random.Random(1))

    def test_of_the_second_deal(self) -> None:
        first = finish(act(uncut(shuffled()), "turn-cut 10", *["pass"] * 4))
        state = act(uncut(br.next_deal(first)), "turn-cut 10")
        view = br.observe(state, 1)
        sample = br.sample(view, random.Random(1))
        assert br.observe(sample, 1) == view
        assert sorted(face_up(sample.table.still)) == sorted(map(str, br.PACK))


class TestRecords:
    def test_a_record_from_the_middle_has_both_packs(self) -> None:
        first = settled(finish(act(uncut(shuffled()), "turn-cut 10", *["pass"] * 4)))
        second = settled(finish(br.next_deal(first)))
        record = br.record([second])
        assert record.start is not None
        assert first.gathered is not br.HOLE
        assert record.start.still == tuple(br.PACK[card] for card in first.gathered)
        again = br.loads(br.dumps(record))
        assert again == record
        assert br.replay(again) == (second,)
        assert br.replay(br.redact(record, 2)) == (br.observe(second, 2),)

    def test_tokens(self) -> None:
        assert str(br.parse_action("turn-cut 17")) == "turn-cut 17"
        assert br.parse_action("turn-cut ?") == br.TurnCut(br.HOLE)

    def test_the_events_of_a_whole_deal(self) -> None:
        state = act(uncut(shuffled()), "turn-cut 10")
        assert [line.split()[1] for line in said(state)][:2] == ["shuffle", "shuffle"]
        assert said(state)[-1] == "1 turn-cut 10"

    def test_one_pack_has_no_still_one(self) -> None:
        record = br.record(settled(finish(br.start("classic"))))
        start = br.Start(purses=(0, 0, 0, 0), still=A)
        with pytest.raises(br.RecordError, match="classic has one pack, and none lies still"):
            br.replay(evolve(record, start=start))


PROBLEMS: Final = (
    (evolve(TWO_PACKS, packs=3, turn=None), "a game has one pack or two, not 3"),
    (evolve(TWO_PACKS, shuffle="each-deal"), "two packs are dealt in turn where neither"),
    (evolve(TWO_PACKS, turn="second-pack"), "of two packs the one that lies still is cut"),
    (evolve(TWO_PACKS, packs=1), "the still pack is the other of two"),
    (evolve(TWO_PACKS, cuts_optional=False), "the dealer must cut where all may"),
    (evolve(TWO_PACKS, least_cut=14), "14 cards are more than a fourth of the pack"),
    (evolve(TWO_PACKS, shuffle="each-deal"), "a pack that is shuffled for each deal is not sorted"),
)


@pytest.mark.parametrize(("rule", "problem"), PROBLEMS)
def test_nonsense(rule: DealingRule, problem: str) -> None:
    assert any(problem in text for text in rule.problems()), rule.problems()
