"""The laws bite: each is broken on purpose, and says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from attrs import evolve, frozen

import boston_rules as br
from boston_rules import testing
from boston_rules.core.cardplay.placing import Placing
from boston_rules.core.errors import BidTooLow, MustFollowSuit
from boston_rules.deal.auction import Auction
from boston_rules.deal.dealing import Cutting
from boston_rules.deal.questions.discarding import Discarding
from boston_rules.knowing import worlds
from boston_rules.knowing.worlds import Worlds
from boston_rules.rules.ladder import Ladder, SuitCall, SuitChoice
from boston_rules.rules.payments import Flat, SuitFactor
from boston_rules.rules.suits import SuitRanking, Turn
from boston_rules.testing import soundness
from boston_rules.testing.round_trips import check_tokens

pytestmark = pytest.mark.laws

PLAIN: br.Variant = br.variants.Fontainebleau()
FRENCH: br.Variant = br.variants.French()

Check = Callable[[br.Variant, testing.Walk], object]


@cache
def walked(variant: br.Variant) -> tuple[testing.Walk, ...]:
    """Walks under the rules as they are."""
    return tuple(testing.random_walk(variant, seed=seed) for seed in range(40))


def thorough(variant: br.Variant, walk: testing.Walk) -> None:
    """Law 1 with more states than usual."""
    testing.check_soundness(variant, walk, states=4, glances=40)


def bitten(
    check: Check,
    law: testing.Law,
    variant: br.Variant = PLAIN,
    walks: Iterable[testing.Walk] | None = None,
) -> str:
    """What the law says where it breaks."""

    def all_checked() -> None:
        for walk in walked(variant) if walks is None else walks:
            check(variant, walk)

    with pytest.raises(testing.LawBroken) as caught:
        all_checked()
    assert caught.value.law is law
    assert caught.value.walk is not None
    return str(caught.value)


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> Callable[[type, str, Any], None]:
    """Put ``wrap(original)`` in the place of a method; walks are walked before."""
    for variant in (PLAIN, FRENCH):
        walked(variant)

    def put(cls: type, name: str, wrap: Any) -> None:
        monkeypatch.setattr(cls, name, wrap(getattr(cls, name)))

    return put


Patch = Callable[[type, str, Any], None]


def test_law_1_a_card_missing_from_the_list(patch: Patch) -> None:
    patch(br.Playing, "legal", lambda legal: lambda self: legal(self)[:1])
    assert "is illegal" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_a_card_too_many_in_the_list(patch: Patch) -> None:
    patch(br.Playing, "legal", lambda legal: lambda self: (*legal(self), br.Play(br.PACK[0])))
    bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_a_call_listed_twice(patch: Patch) -> None:
    patch(Auction, "legal", lambda legal: lambda self: (*legal(self), br.Pass()))
    assert "twice" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_an_order_that_changes(patch: Patch) -> None:
    def turned(legal: Any) -> Any:
        return lambda self: legal(self)[:: 1 if self.actor % 2 else -1]

    patch(br.Playing, "legal", turned)
    assert "order" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_a_cut_of_nothing(patch: Patch) -> None:
    patch(Cutting, "refuse", lambda refuse: lambda self, action: None)
    bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_another_exception_escapes(patch: Patch) -> None:
    def failing(refuse: Any) -> Any:
        def refused(self: Any, action: Any) -> Any:
            if isinstance(action, br.Bid) and action.key not in self.table.variant.ladder:
                raise KeyError(action.key)
            return refuse(self, action)

        return refused

    patch(Auction, "refuse", failing)
    assert "KeyError" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_two_reasons_for_one_refusal(patch: Patch) -> None:
    def other(step: Any) -> Any:
        def stepped(self: Any, action: Any) -> Any:
            try:
                return step(self, action)
            except br.IllegalAction as error:
                raise MustFollowSuit("so", action=action, seat=error.seat) from None

        return stepped

    patch(br.Playing, "after", other)
    assert "why_illegal gives" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)


@pytest.mark.long
def test_law_1_a_message_that_fails(patch: Patch) -> None:
    patch(MustFollowSuit, "__str__", lambda text: lambda self: text(self).removeprefix("play "))
    assert "does not begin" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)
    patch(MustFollowSuit, "__str__", lambda text: lambda self: 1 / 0)
    assert "cannot be printed" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_a_refusal_that_does_not_pickle(patch: Patch) -> None:
    patch(br.IllegalAction, "__reduce__", lambda reduce: lambda self: (type(self), self.args))
    with pytest.raises((testing.LawBroken, TypeError)):
        bitten(thorough, testing.Law.SOUND_AND_TOTAL)


def test_law_1_a_state_that_is_changed(patch: Patch) -> None:
    def spoiling(refuse: Any) -> Any:
        def refused(self: Any, action: Any) -> Any:
            object.__setattr__(self, "spoken", 15)
            return refuse(self, action)

        return refused

    states = [state for walk in walked(PLAIN) for state in walk.states[0]]
    spoken = [(state, state.spoken) for state in states if isinstance(state, Auction)]
    patch(Auction, "refuse", spoiling)
    try:
        assert "was changed" in bitten(thorough, testing.Law.SOUND_AND_TOTAL)
    finally:
        for state, value in spoken:
            object.__setattr__(state, "spoken", value)


@frozen
class Nowhere(SuitCall):
    """A bid that is never open."""

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        return ()

    def words(self) -> str:
        return "in no suit"


def test_law_2_a_step_out_of_reach() -> None:
    first, *steps = PLAIN.ladder
    step = evolve(first, suit=Nowhere())
    variant = evolve(PLAIN, ladder=Ladder((step, *steps)))
    assert testing.missing_openings(variant) == (first.key,)
    assert testing.missing_verdicts(variant)[0] == f"{first.key} made"
    with pytest.raises(testing.LawBroken, match=r"law 2 .*\n.*never within reach") as caught:
        testing.check_completeness(variant)
    assert caught.value.law is testing.Law.COMPLETE


def test_law_2_a_price_that_is_never_paid() -> None:
    idle = Flat((("no-such-bid", 5),))
    payments = evolve(PLAIN.payments, won=(*PLAIN.payments.won, idle))
    variant = evolve(PLAIN, payments=payments)
    assert testing.unused_rules(variant) == (f"payments.won[{len(payments.won) - 1}]",)


def test_law_2_what_a_price_may_read_is_no_use_of_it() -> None:
    idle = SuitFactor((1, 1, 1, 1), (Flat((("no-such-bid", 5),)),))
    payments = evolve(PLAIN.payments, won=(*PLAIN.payments.won, idle))
    assert "turned without trumps" in payments.reads
    place = len(payments.won) - 1
    unused = testing.unused_rules(evolve(PLAIN, payments=payments))
    assert f"payments.won[{place}]" in unused


def test_law_3_a_discard_that_stays_in_hand(patch: Patch) -> None:
    patch(Discarding, "hands", lambda hands: property(lambda self: as_dealt(self)))
    assert "still holds" in bitten(testing.check_conservation, testing.Law.CONSERVATION)


def as_dealt(state: Any) -> tuple[br.Cards, ...]:
    """The hands as dealt."""
    return tuple(br.Cards.from_mask(mask) for mask in state.deal.hands)


def test_law_3_a_chip_lost_on_the_way(patch: Patch) -> None:
    patch(
        br.Settled,
        "table",
        lambda table: property(
            lambda self: evolve(table.fget(self), pool=self.settlement.pool + 1)
        ),
    )
    assert "chips" in bitten(testing.check_conservation, testing.Law.CONSERVATION)


def test_law_3_a_bill_that_does_not_add_up() -> None:
    for walk in walked(PLAIN):
        last = walk.states[0][-1]
        bill = last.settlement
        if bill is not None and bill.transfers:
            wrong = evolve(bill, transfers=bill.transfers[1:])
            assert isinstance(last, br.Settled)
            states = (*walk.states[0][:-1], evolve(last, settlement=wrong))
            with pytest.raises(testing.LawBroken, match="do not add up"):
                testing.check_conservation(PLAIN, evolve(walk, states=(states,)))
            return
    pytest.fail("no deal with a transfer")


def repeated(action: br.Action, times: int) -> testing.Walk:
    """A walk in which an action is taken once more, so many times."""
    walk = next(walk for walk in walked(PLAIN) if action in walk.taken[0])
    place = walk.taken[0].index(action)
    actions = (*walk.taken[0][:place], *[action] * times, *walk.taken[0][place:])
    states = (*walk.states[0][:place], *[walk.states[0][place]] * times, *walk.states[0][place:])
    return evolve(walk, taken=(actions,), states=(states,))


def test_law_4_a_question_that_is_asked_again_and_again() -> None:
    walk = repeated(br.Ask(), 30)
    with pytest.raises(testing.LawBroken, match=r"\d+ answers in one deal, not at most"):
        testing.check_termination(PLAIN, walk)


def test_law_4_an_auction_that_goes_on() -> None:
    most = {name: most for name, _, most in testing.bounds(PLAIN)}["passes"]
    with pytest.raises(testing.LawBroken, match=f"passes in one deal, not at most {most}"):
        testing.check_termination(PLAIN, repeated(br.Pass(), most + 1))


def test_law_4_a_deal_that_does_not_end() -> None:
    walk = walked(PLAIN)[0]
    short = evolve(walk, taken=(walk.taken[0][:-1],), states=(walk.states[0][:-1],))
    with pytest.raises(testing.LawBroken, match="settled exactly when"):
        testing.check_termination(PLAIN, short)


def test_law_4_a_session_that_does_not_end(patch: Patch) -> None:
    walk = testing.random_walk(PLAIN, seed=1, deals=2, session=2)
    last = walk.states[-1][-1]
    testing.check_termination(PLAIN, walk)

    def going_on(table: Any) -> Any:
        return lambda self: table(evolve(self, session_over=False))

    assert isinstance(last, br.Settled)
    patch(br.Settled, "next_table", going_on)
    with pytest.raises(testing.LawBroken, match="a deal follows the last one"):
        testing.check_termination(PLAIN, walk)


def test_law_5_a_token_that_is_not_read_back(patch: Patch) -> None:
    patch(br.Cut, "__str__", lambda text: lambda self: f"cut {self.at % 50}")
    with pytest.raises(testing.LawBroken, match="law 5"):
        check_tokens(PLAIN)


def test_law_5_events_that_forget(patch: Patch) -> None:
    patch(br.Playing, "events", lambda told: property(lambda self: told.fget(self)[1:]))
    bitten(testing.check_round_trips, testing.Law.ROUND_TRIPS)


def test_law_5_equal_states_that_hash_otherwise(patch: Patch) -> None:
    patch(br.Playing, "__hash__", lambda hashed: lambda self: id(self))
    assert "another hash" in bitten(testing.check_round_trips, testing.Law.ROUND_TRIPS)


@pytest.mark.parametrize("variant", [PLAIN, FRENCH], ids=["discards", "laid cards"])
def test_law_6_a_view_of_hidden_actions(
    variant: br.Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What walks keep of a broken engine must not be seen by other tests.
    walks = [testing.random_walk(variant, seed=seed) for seed in range(20)]
    monkeypatch.setattr(
        "boston_rules.core.events._action_seen", lambda action, *, own, viewer: action
    )
    assert "sees what is hidden" in bitten(
        testing.check_non_interference, testing.Law.NON_INTERFERENCE, variant, walks
    )


def test_law_6_a_refusal_that_tells_who_holds_a_card(patch: Patch) -> None:
    def telling(refuse: Any) -> Any:
        def refused(self: Any, action: Any) -> Any:
            error = refuse(self, action)
            if error is not None and isinstance(action, br.Play):
                holder = [seat for seat, hand in enumerate(self.hands) if action.card in hand]
                error.reason += f" (seat {holder} does)"
            return error

        return refused

    patch(br.Playing, "refuse", telling)
    assert "is answered" in bitten(testing.check_non_interference, testing.Law.NON_INTERFERENCE)


def test_law_6_a_poll_of_those_who_could_answer_only(patch: Patch) -> None:
    def skipping(step: Any) -> Any:
        def asked(self: Any, action: br.Action, told: Any = None) -> Any:
            state = step(self, action, told)
            if not isinstance(state, Auction) or state.deal.hands[state.actor] >> 12 & 1:
                return state
            after = (state.actor + 1) % 4
            bidder = -1 if state.standing is None else state.standing.seat
            silent = after == bidder or state.spoken >> after & 1
            return state if silent else evolve(state, actor=after)

        return asked

    patch(Auction, "after", skipping)
    walks = [testing.random_walk(PLAIN, seed=seed) for seed in range(40)]
    bitten(testing.check_non_interference, testing.Law.NON_INTERFERENCE, walks=walks)


def test_law_13_a_list_in_a_state() -> None:
    walk = walked(PLAIN)[0]
    state: Any = next(at.state for at in walk.positions if isinstance(at.state, Auction))
    assert testing.mutable_parts(evolve(state, said=list(state.said))) == (
        "Auction.said is a list",
    )


def test_law_7_a_sampler_that_forgets_a_suit_not_followed(patch: Patch) -> None:
    patch(Worlds, "__init__", forgetful)
    assert "could not be played" in bitten(testing.check_sampling, testing.Law.SAMPLING)


def forgetful(init: Any) -> Any:
    """Worlds that do not look at the tricks for suits not followed."""

    def made(self: Worlds, view: br.State) -> None:
        init(self, view)
        facts = self._facts
        facts.void[:] = [0] * len(facts.void)
        init_places = worlds._places(view, facts) if facts.dealt else ()
        self._places = init_places
        if facts.dealt:
            self._lying = self._placing()
            self.count = self._lying.total

    return made


def test_law_7_a_sampler_that_never_deals_what_lies(patch: Patch) -> None:
    # The lowest hidden card is always put into the first hidden hand.
    patch(Worlds, "_placing", stubborn)
    assert "would never sample" in bitten(testing.check_sampling, testing.Law.SAMPLING)


def stubborn(made: Any) -> Any:
    def bent(self: Worlds) -> Placing:
        placing = made(self)
        cards = placing.cards
        lowest = cards & -cards
        allowed = [mask & ~lowest for mask in placing.allowed]
        if allowed:
            allowed[0] |= lowest
        return Placing(cards, allowed, placing.sizes)

    return bent


def test_law_6_an_answer_that_depends_on_hidden_cards_alone(patch: Patch) -> None:
    def telling(refuse: Any) -> Any:
        def told(self: Auction, action: br.Action) -> br.IllegalAction | None:
            error: br.IllegalAction | None = refuse(self, action)
            if error is None or not self.deal.hands[(self.actor + 1) % 4] & 1:
                return error
            return BidTooLow(
                "the next player holds the two of clubs", action=action, seat=self.actor
            )

        return told

    patch(Auction, "refuse", telling)
    assert "is answered" in bitten(testing.check_non_interference, testing.Law.NON_INTERFERENCE)


def test_law_1_a_phase_that_states_too_little(patch: Patch) -> None:
    soundness._of_phase.cache_clear()
    patch(Auction, "actions", lambda actions: classmethod(lambda cls, variant: (br.Pass(),)))
    try:
        assert "none of the actions that the phase auction states" in bitten(
            thorough, testing.Law.SOUND_AND_TOTAL
        )
    finally:
        soundness._of_phase.cache_clear()


def test_law_13_what_an_object_keeps_for_itself_is_no_part_of_it() -> None:
    walk = walked(PLAIN)[0]
    state: Any = next(at.state for at in walk.positions if isinstance(at.state, Auction))
    assert type(state.offer.calls._offers) is dict
    assert testing.mutable_parts(state) == ()


def fresh() -> list[testing.Walk]:
    """Walks of a broken engine, which keep views of it."""
    return [testing.random_walk(PLAIN, seed=seed) for seed in range(12)]


def bitten_views() -> str:
    """What law 11 says."""
    return bitten(testing.check_views, testing.Law.VIEWS_MOVE, walks=fresh())


def test_law_11_a_view_that_is_the_state(patch: Patch) -> None:
    patch(br.Playing, "seen_by", lambda seen_by: lambda self, viewer: self)
    assert "the view is" in bitten_views()


def test_law_11_another_may_act_in_a_view(patch: Patch) -> None:
    patch(br.State, "sees", lambda sees: lambda self, seat: True)
    assert "may do" in bitten_views()


def test_law_11_a_hidden_fact_that_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(shows: br.Shows, **told: object) -> br.Shows:
        return shows

    monkeypatch.setattr("boston_rules.deal.settled.showing", silent)
    assert "the event tells" in bitten_views()


@pytest.mark.long
def test_law_11_a_transition_that_looks_at_another_hand(patch: Patch) -> None:
    def looking(advance: Any) -> Any:
        def advanced(self: Any, action: Any) -> Any:
            state = advance(self, action)
            if isinstance(state, Discarding) and state.deal.hands[state.actor] & 1:
                return evolve(state, actor=(state.actor + 1) % 4)
            return state

        return advanced

    patch(Discarding, "advance", looking)
    walks = [testing.random_walk(PLAIN, seed=seed) for seed in range(60)]
    bitten(testing.check_views, testing.Law.VIEWS_MOVE, walks=walks)


def test_law_11_a_card_that_the_viewer_holds_is_taken_from_another(patch: Patch) -> None:
    patch(br.Playing, "lacks", lambda lacks: lambda self, seat, card: False)
    assert "cannot have happened, and is taken" in bitten_views()


def test_law_11_a_bill_that_takes_whatever_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boston_rules.deal.settled._can_be_counted", lambda *told: True)
    assert "cannot have happened, and is taken" in bitten_views()


def test_law_11_a_verdict_that_changes(patch: Patch) -> None:
    patch(br.Playing, "decided", lambda decided: property(lambda self: len(self.done) > 6))
    assert "what was decided (False) is True" in bitten_views()


def test_law_11_something_hidden_in_a_pickle(patch: Patch) -> None:
    """The cards that the actor may play, in a field that does not count in comparisons."""

    def telling(seen_by: Any) -> Any:
        return lambda self, viewer: seen_by(self, viewer).admitting(self.may)

    patch(br.Playing, "seen_by", telling)
    patch(
        br.Playing, "legal", lambda legal: lambda self: legal(self) if self.sees(self.actor) else ()
    )
    assert "pickled otherwise" in bitten_views()
