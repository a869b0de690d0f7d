"""Records, views and samples where the table's law is in force."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Literal

import pytest
from attrs import evolve
from tests.engine.at_table import HANDS, cards, go, opened, spades
from tests.phases.table_talk import SUITS, act, finish, first_lawful, leave
from tests.records.test_viewing import SCHEMA

import boston_rules as br
from boston_rules.knowing.worlds import Worlds
from boston_rules.testing.random_walks import random_walk


def suit_of(hands: tuple[int, ...], seat: int, suit: br.Suit) -> int:
    return (hands[seat] >> 13 * suit & 0x1FFF).bit_count()


class TestRecords:
    def test_claims_and_calls_by_the_law_of_whist_are_written_and_read(self) -> None:
        variant = br.get_variant("fontainebleau", enforcement="table")
        state = go(br.start(variant, 3, hands=HANDS), "bid 5 S", "pass", "pass", "pass", "solo")
        state = go(state, "2: play TH", "suit D", *cards("5H KH 8H 3C"), "play TD")
        state = leave(state, "play", first_lawful)
        state = go(state, "pass", "revoke 3 1", "pass", "pass", "pass")
        assert isinstance(state, br.Settled)
        made = br.record(state)
        events = [(event.seat, str(event)) for event in made.deals[0].events]
        asked = [(0, "pass"), (1, "revoke 3 1"), (1, "pass"), (2, "pass"), (3, "pass")]
        assert events[-5:] == asked
        assert (0, "suit D") in events
        for text in (br.dumps(made), br.dumps(made, format="json")):
            assert br.loads(text) == made
            assert br.replay(br.loads(text))[-1] == state

    def test_L10_a_record_holds_the_seat_of_every_action(self) -> None:
        state = go(spades(), "2: play TH", *cards("AS KH"), "1: correct 8S", "play 5S", "play 7H")
        state = go(state, "0: revoke 3")
        made = br.record(state)
        assert [(event.seat, str(event)) for event in made.deals[0].events[-7:]] == [
            (2, "play TH"),
            (0, "play AS"),
            (1, "play KH"),
            (1, "correct 8S"),
            (2, "play 5S"),
            (3, "play 7H"),
            (0, "revoke 3"),
        ]
        assert dict(made.options) == {"enforcement": "table"}
        for text in (br.dumps(made), br.dumps(made, format="json")):
            assert br.loads(text) == made
            assert br.replay(br.loads(text)) == (state,)

    @pytest.mark.parametrize("slug", ["fontainebleau", "classic", "french", "russian"])
    def test_a_misdeal_of_hands_given_outright(self, slug: str) -> None:
        state = go(opened(slug), "misdeal")
        made = br.record(state)
        assert made.deals[0].hands is not None
        assert br.replay(br.loads(br.dumps(made))) == (state,)

    @pytest.mark.parametrize("cutters", [None, "all"])
    def test_hands_given_outright_are_known_in_order_after_misdeals(
        self, cutters: Literal["all"] | None
    ) -> None:
        """Where the pack is gathered and dealt again the order of the cards still tells."""
        base = br.variants.Fontainebleau()
        dealing = evolve(base.dealing, cutters=cutters, first_cutters=None)
        variant = br.variants.Fontainebleau(dealing=dealing, enforcement="table")
        hands = [br.PACK[seat::4] for seat in range(4)]
        state = br.start(variant, dealer=2, hands=hands)
        for number in range(3):
            state = br.apply(state, br.Misdeal())
            while True:
                made = br.record(state)
                assert made.deals[0].hands == tuple(hands)
                assert br.replay(br.loads(br.dumps(made))) == (state,)
                if state.phase != "cut":
                    break
                state = br.apply(state, br.Cut(7 + number))

    @pytest.mark.long
    @pytest.mark.parametrize(
        "told",
        [
            ("misdeal",),
            ("misdeal", "pass"),
            ("misdeal", "pass", "cut 9", "pass", "pass"),
            ("misdeal", "pass", "pass", "pass", "pass", "misdeal touched", "cut 3"),
            ("misdeal", "pass", "pass", "pass", "pass", "pass", "bid 5 S", "pass"),
        ],
        ids=len,
    )
    @pytest.mark.parametrize("second", [False, True], ids=["given", "gathered"])
    def test_L2_and_L12_cuts_of_a_redeal_made_or_declined(
        self, told: tuple[str, ...], second: bool
    ) -> None:
        state = opened("fontainebleau")
        if second:
            state = finish(state, first_lawful)
            state = go(br.next_deal(state), "pass", "cut 30", "pass", "pass")
        state = go(state, *told)
        for text in (br.dumps(br.record(state)), br.dumps(br.record(state), format="json")):
            assert br.replay(br.loads(text)) == (state,)
        for seat in (None, 0, 1, 2, 3):
            view = br.observe(state, seat)
            text = br.dumps_view(view)
            SCHEMA.validate(json.loads(text))
            assert br.loads_view(text) == view
            for seed in range(3):
                assert br.observe(br.sample(view, random.Random(seed)), seat) == view

    def test_nobody_acts_out_of_turn_in_a_strict_record(self) -> None:
        made = br.record(go(spades(), "2: play TH"))
        deal = made.deals[0]
        strict = br.Record(variant="fontainebleau", seats=4, deals=[deal])
        with pytest.raises(br.ReplayError, match=r"seat 2 acts \(play TH\), but seat 0 is to act"):
            br.replay(strict, ignore_fingerprint=True)


class TestViews:
    def test_an_exposed_card_is_public_and_an_unclaimed_revoke_is_not(self) -> None:
        state = go(spades(), "2: play TH", *cards("AS KH"))
        for seat in (None, 0, 1, 2, 3):
            view = br.observe(state, seat)
            assert [(who, held.tokens) for who, held in view.faced] == [(2, "TH")]
            assert view.voids == ((), (), (), ())
            legal = br.legal_actions(view, seat) if seat is not None else ()
            assert any(isinstance(action, br.Correct) for action in legal) == (seat == 1)
            assert br.loads_view(br.dumps_view(view)) == view
            SCHEMA.validate(json.loads(br.dumps_view(view)))
            assert Worlds(view).state(random.Random(1)) is not None
        assert br.lawful_actions(br.observe(state, 2)) != ()
        assert br.lawful_actions(br.observe(state, 3)) == ()

    def test_a_wrong_claim_shows_a_void_and_a_right_one_a_card(self) -> None:
        right = go(spades(), *cards("AS KH 5S 2S"), "3: revoke 1")
        worlds = Worlds(br.observe(right, 0))
        rng = random.Random(3)
        assert all(suit_of(worlds.draw(rng), 1, br.SPADES) > 0 for _ in range(60))
        before = go(spades(), *cards("AS KH 5S 2S"))
        held = [suit_of(Worlds(br.observe(before, 0)).draw(rng), 1, br.SPADES) for _ in range(200)]
        assert 0 in held
        assert max(held) > 0

    def test_a_wrong_claim(self) -> None:
        rows = ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H", "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2S")
        rest = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "CD"]
        variant = br.get_variant("fontainebleau", enforcement="table")
        state = br.start(variant, 3, hands=[*rows, *rest])
        state = go(state, "bid 5 S", "pass", "pass", "pass", "solo", *cards("AS 2S AC AD"))
        view = br.observe(state, 1)
        assert view.voids == ((), (), (), ())
        after = br.observe(go(state, "1: revoke 2 1"), 1)
        assert after.revokes == ()
        assert after.voids == ((), (), (br.SPADES,), ())
        assert suit_of(Worlds(after).draw(random.Random(1)), 2, br.SPADES) == 0

    def test_a_demand_that_is_not_followed_tells_that_suit_could_be(self) -> None:
        state = go(spades(), "2: play TH", *cards("AS 8S"), "0: demand TH", "play 9D", "play 2S")
        # Seat 2 threw off a diamond: had he no spade, he must have played the ten of hearts.
        worlds = Worlds(br.observe(state, 0))
        rng = random.Random(5)
        assert all(suit_of(worlds.draw(rng), 2, br.SPADES) > 0 for _ in range(60))

    @pytest.mark.long
    @pytest.mark.parametrize("slug", br.list_variants())
    def test_every_view_of_a_deal_with_errors_is_read_back(self, slug: str) -> None:
        """After misdeals, revokes, corrections, demands and cards out of turn."""
        variant = br.get_variant(slug, enforcement="table")
        words: Counter[str] = Counter()
        for seed in range(16):
            for at in random_walk(variant, seed=seed, deals=2).positions:
                state = at.state
                word = str(state.events[-1]).partition(" ")[0]
                if word not in ("misdeal", "revoke", "correct", "demand") or words[word] == 3:
                    continue
                words[word] += 1
                for seat in (None, *range(variant.seats)):
                    view = br.observe(state, seat)
                    assert br.loads_view(br.dumps_view(view)) == view
        assert len(words) >= 3


def test_P40_whoever_reads_a_record_knows_whether_the_cards_were_touched() -> None:
    state = br.start(br.get_variant("fontainebleau", enforcement="table"), 3, hands=SUITS)
    done = finish(act(state, "misdeal touched"))
    told = (br.Infraction("misdeal", 3, touched=True),)
    assert done.infractions == told
    again = br.replay(br.loads(br.dumps(br.record(done))))[-1]
    assert (again, again.infractions) == (done, told)
    assert br.observe(again, 1).infractions == told
    assert br.sample(br.observe(again, None), random.Random(1)).infractions == told
