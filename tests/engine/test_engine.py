"""The public functions: what they take, what they raise, and that they change nothing."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from types import SimpleNamespace

import pytest
from tests.phases.table_talk import (
    OPENINGS,
    STRIPES,
    act,
    american,
    finish,
    fontainebleau,
    french,
    settled,
)

import boston_rules as br
from boston_rules.core.errors import DealNotSettled, NoChanceDue, NotYourTurn, SessionOver

SLUGS = ("fontainebleau", "american", "french")


def walk(slug: str, seed: int, deals: int = 2) -> Iterator[br.State]:
    """Every state of a short session in which low bids are made now and then."""
    rng = random.Random(f"{slug} {seed}")
    state = br.start(br.get_variant(slug, deals=deals), dealer=seed % 4)
    while True:
        yield state
        if state.actor is None:
            if settled(state).session_over:
                return
            state = br.next_deal(state)
        elif state.actor == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, rng))
        else:
            legal = br.legal_actions(state)
            state = br.apply(state, rng.choice([legal[0], rng.choice(legal[:9]), legal[-1]]))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(4))
class TestWalks:
    def test_legal_actions_are_legal_and_change_nothing(self, slug: str, seed: int) -> None:
        for state in walk(slug, seed):
            before = pickle.dumps(state)
            legal = br.legal_actions(state)
            assert isinstance(legal, tuple)
            assert len(set(legal)) == len(legal)
            assert bool(legal) == (state.actor is not None and state.actor >= 0)
            for action in legal[:3] + legal[-3:]:
                assert br.why_illegal(state, action) is None
                after = br.apply(state, action)
                assert after != state
                assert br.apply(state, action) == after
                assert hash(br.apply(state, action)) == hash(after)
            assert pickle.dumps(state) == before

    def test_the_seat_that_claims_to_act(self, slug: str, seed: int) -> None:
        for state in walk(slug, seed, deals=1):
            legal = br.legal_actions(state)
            action = legal[0] if legal else br.Pass()
            for seat in range(4):
                if seat == state.actor:
                    assert br.why_illegal(state, action, seat=seat) is None
                    assert br.apply(state, action, seat=seat) == br.apply(state, action)
                    continue
                error = br.why_illegal(state, action, seat=seat)
                assert isinstance(error, NotYourTurn)
                with pytest.raises(NotYourTurn) as raised:
                    br.apply(state, action, seat=seat)
                assert raised.value == error
                assert str(seat) in error.reason


class TestSeat:
    def test_chance_has_a_seat_of_its_own(self) -> None:
        state = br.start(br.get_variant("french"))
        shuffle = br.draw_chance(state, random.Random(1))
        assert br.apply(state, shuffle, seat=br.CHANCE) == br.apply(state, shuffle)
        with pytest.raises(NotYourTurn):
            br.apply(br.apply(state, shuffle), br.Pass(), seat=br.CHANCE)

    def test_out_of_turn_comes_before_the_rules(self) -> None:
        """A seat is told that it is not its turn, and nothing about the action."""
        state = fontainebleau()
        error = br.why_illegal(state, br.Play(br.parse_card("AS")), seat=2)
        assert isinstance(error, NotYourTurn)
        assert error.legal == ()

    @pytest.mark.parametrize(
        ("state", "message"),
        [
            (fontainebleau(), "it is not the turn of seat 2: seat 0 is to act"),
            (
                br.start(br.get_variant("american")),
                "it is not the turn of seat 2: chance is to act",
            ),
            (finish(fontainebleau()), "it is not the turn of seat 2: nobody is to act"),
        ],
    )
    def test_the_message_says_whose_turn_it_is(self, state: br.State, message: str) -> None:
        error = br.why_illegal(state, br.Pass(), seat=2)
        assert error is not None
        assert error.reason == message
        assert error.seat == (0 if state.actor == 0 else None)


class TestViews:
    def test_a_viewer_is_told_why_he_may_not_act_and_of_nobody_else_whether_he_may(self) -> None:
        state = fontainebleau()
        assert br.why_illegal(br.observe(state, 0), br.Pass()) is None
        for viewer, seat, reason in (
            (1, None, "it is not the turn of seat 1: seat 0 is to act"),
            (1, 0, "it is not the turn of seat 1: seat 0 is to act"),
            (1, 2, "it is not the turn of seat 2: seat 0 is to act"),
            (0, 2, "it is not the turn of seat 2: seat 0 is to act"),
            (None, None, "it is not the turn of an onlooker: seat 0 is to act"),
            (None, 0, "it is not the turn of an onlooker: seat 0 is to act"),
        ):
            view = br.observe(state, viewer)
            error = br.why_illegal(view, br.Pass(), seat=seat)
            assert isinstance(error, NotYourTurn)
            assert error.reason == reason
            assert br.legal_actions(view, seat) == ()


class TestNoActions:
    THINGS = ("pass", None, 5, br.Pass, br.parse_card("AS"), br.HEARTS, ("play", "AS"), object())

    @pytest.mark.parametrize("thing", THINGS, ids=range(len(THINGS)))
    @pytest.mark.parametrize("seat", [None, 0, 2])
    def test_what_is_no_action_is_a_type_error(self, thing: object, seat: int | None) -> None:
        for state in (fontainebleau(), br.start(br.get_variant("french")), finish(french())):
            for function in (br.apply, br.why_illegal):
                with pytest.raises(TypeError, match=r"^action must be an Action, .*, not "):
                    function(state, thing, seat=seat)  # type: ignore[arg-type]

    def test_a_subclass_is_no_action_either(self) -> None:
        class Pass(br.Pass):
            pass

        with pytest.raises(TypeError):
            br.apply(fontainebleau(), Pass())


class TestChance:
    def test_shuffle_v1(self) -> None:
        """Fisher-Yates from the bottom, one ``random()`` a card, from ♣2 up to ♠A."""
        for seed in range(20):
            rng, twin = random.Random(seed), random.Random(seed)
            pack = list(range(52))
            for place in range(51, 0, -1):
                other = int(twin.random() * (place + 1))
                pack[place], pack[other] = pack[other], pack[place]
            assert [card.index for card in br.shuffled(rng)] == pack
            assert rng.random() == twin.random(), "51 numbers have been drawn"

    def test_shuffles_are_even(self) -> None:
        """Each card about equally often on top: 2600 shuffles, 50 expected, 5 deviations."""
        rng = random.Random(4)
        tops = Counter(br.shuffled(rng)[0] for _ in range(2600))
        assert len(tops) == 52
        assert all(15 <= count <= 85 for count in tops.values())

    def test_what_cannot_be_shuffled_is_refused(self) -> None:
        with pytest.raises(ValueError, match="cards must be two or more, not 1"):
            br.shuffled(random.Random(1), br.Cards.parse("AS"))

    def test_chance_is_drawn_with_a_generator(self) -> None:
        hands = [[br.Card(rank, suit) for rank in br.Rank] for suit in br.Suit]
        for due in (br.start("french"), br.start("french", hands=hands)):
            assert due.actor == br.CHANCE
            for given in (7, SimpleNamespace(random=random.random)):  # NumPy's have no more
                with pytest.raises(TypeError, match=r"rng must be a random\.Random"):
                    br.draw_chance(due, given)  # type: ignore[arg-type]

    def test_what_goes_wrong_in_a_generator_is_told_as_it_is(self) -> None:
        class Broken(random.Random):
            def random(self) -> float:
                raise AttributeError("no dice")

        with pytest.raises(AttributeError, match="no dice"):
            br.draw_chance(br.start("classic"), Broken())

    @pytest.mark.parametrize("slug", SLUGS)
    def test_the_draw_is_the_shuffle(self, slug: str) -> None:
        state = br.start(br.get_variant(slug))
        drawn = br.draw_chance(state, random.Random(3))
        assert drawn == br.Shuffle(br.shuffled(random.Random(3)))
        assert br.why_illegal(state, drawn) is None

    @pytest.mark.parametrize("slug", SLUGS)
    def test_no_chance_is_due_when_a_player_or_nobody_acts(self, slug: str) -> None:
        for state in walk(slug, 1, deals=1):
            if state.actor == br.CHANCE:
                assert br.why_illegal(state, br.draw_chance(state, random.Random(0))) is None
            else:
                message = f"^no chance event is due in the phase {state.phase}$"
                with pytest.raises(NoChanceDue, match=message):
                    br.draw_chance(state, random.Random(0))

    @pytest.mark.parametrize("slug", SLUGS)
    def test_nothing_is_told_of_the_play_before_it(self, slug: str) -> None:
        before = takewhile(lambda state: state.play is None, walk(slug, 1, deals=1))
        assert {(state.tricks, state.taken) for state in before} == {((), ())}

    def test_the_global_generator_is_left_alone(self) -> None:
        before = random.getstate()
        state = br.start(br.get_variant("american"))
        br.draw_chance(state, random.Random(1))
        finish(american())
        assert random.getstate() == before


class TestNextDeal:
    @pytest.mark.parametrize("slug", SLUGS)
    def test_the_deal_must_be_settled(self, slug: str) -> None:
        for state in walk(slug, 2, deals=1):
            if state.actor is None:
                continue
            message = f"^the deal is not settled: its phase is {state.phase}$"
            with pytest.raises(DealNotSettled, match=message):
                br.next_deal(state)
            with pytest.raises(DealNotSettled):
                br.next_deal(state, hands=STRIPES)

    @pytest.mark.parametrize("slug", SLUGS)
    def test_the_session_is_over(self, slug: str) -> None:
        done = finish(OPENINGS[slug](deals=1))
        with pytest.raises(SessionOver):
            br.next_deal(done)
        with pytest.raises(SessionOver):
            br.next_deal(done, hands=STRIPES)

    def test_a_settled_deal_can_go_on_in_two_ways(self) -> None:
        """Nothing is used up: the same deal leads to two next ones."""
        done = finish(fontainebleau())
        assert br.next_deal(done) == br.next_deal(done)
        assert br.next_deal(done, hands=STRIPES) != br.next_deal(done)


def test_a_phase_has_to_say_what_is_legal() -> None:
    """The face that all phases share plays nothing by itself."""
    bare = br.State()
    passing = br.Pass()
    deal = fontainebleau().deal
    assert deal is not None
    for call in (
        bare.legal,
        lambda: bare.refuse(passing),
        lambda: bare.moved_by(br.Event(0, passing)),
        lambda: bare.advance_from(0, passing),
        lambda: bare.seen_by(0),
        lambda: bare.told(br.Event(0, passing)),
        lambda: bare.over(deal, ()),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert (bare.contract, bare.deal, bare.settlement, bare.hands) == (None, None, None, ())
    assert (bare.standing_bid, bare.acceptor, bare.decided) == (None, None, None)


class TestEqualStates:
    def test_the_same_actions_give_equal_states(self) -> None:
        one = act(french(belle="H"), "bid simple-belle AH;pass;accept;pass")
        other = act(french(belle="H"), "bid simple-belle AH;pass;accept;pass")
        assert one == other
        assert hash(one) == hash(other)
        assert len({one, other}) == 1

    def test_another_event_is_another_state(self) -> None:
        one = act(french(belle="H"), "bid simple-belle AH;pass;accept;pass")
        other = act(french(belle="H"), "bid simple-belle TH;pass;accept;pass")
        assert one != other

    def test_states_are_frozen(self) -> None:
        state = fontainebleau()
        with pytest.raises(AttributeError):
            state.actor = 3  # type: ignore[misc]

    @pytest.mark.parametrize("slug", SLUGS)
    def test_states_pickle(self, slug: str) -> None:
        for state in walk(slug, 3, deals=1):
            again = pickle.loads(pickle.dumps(state))
            assert again == state
            assert hash(again) == hash(state)
            assert br.legal_actions(again) == br.legal_actions(state)
            assert again.events == state.events


@pytest.mark.parametrize("dealer", [True, 1.0, "1", None])
def test_a_dealer_is_a_whole_number(dealer: object) -> None:
    with pytest.raises(TypeError, match="dealer must be an int from 0 to 3, not"):
        br.start(br.get_variant("french"), dealer=dealer)  # type: ignore[arg-type]


def test_a_turned_card_is_a_card() -> None:
    with pytest.raises(TypeError, match=r"turned must be a Card, such as .*, not '7C'"):
        br.start(br.get_variant("american"), hands=[""] * 4, turned="7C")  # type: ignore[arg-type]
