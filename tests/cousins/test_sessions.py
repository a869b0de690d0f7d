"""Both games at random: chips, cards, ends, pickles, and refusals that agree."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest
from tests.cousins.games import BOTH, KLEUREN, SOLO, filled, kleuren, solo
from tests.cousins.ways import WAYS, stepped
from tests.phases.table_talk import SUITS, act, at_random, finish, speak

import boston_rules as br
from boston_rules import testing
from boston_rules.core.cards import FULL_PACK

BOTH_GAMES = pytest.mark.parametrize("variant", BOTH, ids=lambda each: each.slug)


def sound(state: br.State) -> None:
    """What holds in every state: chips add up to nothing, cards to a pack, there is no pool."""
    table = state.table
    assert sum(table.purses) == table.chips == 0
    assert (table.pool, table.set_aside, table.antes) == (0, 0, ())
    assert table.stakes in (1, 2)
    if state.deal is not None:
        whole = 0
        for hand in state.deal.hands:
            assert hand.bit_count() == 13
            assert not whole & hand
            whole |= hand
        assert whole == FULL_PACK
        out = [event.action.card for event in state.events if isinstance(event.action, br.Play)]
        assert len(set(out)) == len(out)
        if state.actor is not None:
            assert len(out) + sum(map(len, state.hands)) == 52
    bill = state.settlement
    if bill is not None:
        assert sum(bill.deltas) == 0
        assert br.POOL not in {end for paid in bill.transfers for end in (paid.payer, paid.payee)}


@pytest.mark.no_cover
@BOTH_GAMES
def test_sessions_at_random_end_after_sixteen_deals(variant: br.Variant) -> None:
    reached: Counter[tuple[str, bool | None]] = Counter()
    stakes: Counter[int] = Counter()
    for seed in range(8):
        rng = random.Random(seed)
        state = br.start(variant, seed % 4)
        deals = 0
        for _ in range(16 * 100):
            sound(state)
            if isinstance(state, br.Settled):
                deals += 1
                assert state.table.deal_number == deals
                key = "thrown in" if state.contract is None else state.contract.key
                reached[key, state.settlement.made] += 1
                stakes[state.table.stakes] += 1
                assert (sum(state.outcome.tricks) == 13) is (state.contract is not None)
                assert state.session_over is (deals == 16)
                if state.session_over:
                    break
            state = stepped(state, rng)
        else:
            raise AssertionError("no end after 1600 steps")
        assert deals == 16
        with pytest.raises(br.SessionOver):
            br.next_deal(state)
    assert {key for key, _ in reached} >= {step.key for step in tuple(variant.ladder)[:4]} | {
        "thrown in"
    }
    assert set(stakes) == ({1, 2} if variant.carryover else {1})


@pytest.mark.parametrize(
    ("state", "script", "key", "made"), WAYS, ids=[f"{key}-{made}" for _, _, key, made in WAYS]
)
def test_every_contract_is_reached_and_ends_both_ways(
    state: br.State, script: str, key: str, made: bool
) -> None:
    if script:
        state = speak(state, script)
    assert state.contract is not None
    assert state.contract.key == key
    for seed in range(20):
        settled = finish(state, at_random(random.Random(seed)))
        sound(settled)
        if settled.settlement.made is made:
            return
    raise AssertionError("never so")


def test_the_list_has_every_contract_both_ways() -> None:
    for variant in BOTH:
        for step in variant.ladder:
            for made in (True, False):
                assert any(
                    each.table.variant == variant and (key, how) == (step.key, made)
                    for each, _, key, how in WAYS
                )


@pytest.mark.long
@pytest.mark.no_cover
@BOTH_GAMES
def test_states_are_pickled_and_equal(variant: br.Variant) -> None:
    rng = random.Random(2)
    state, twin = br.start(variant, 1), br.start(variant, 1)
    for seen in range(400):
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state == twin
        assert hash(copy) == hash(state) == hash(twin)
        assert br.legal_actions(copy) == br.legal_actions(state)
        assert copy.table.variant == variant
        view = br.observe(state, seen % 4)
        assert pickle.loads(pickle.dumps(view)) == view
        if isinstance(state, br.Settled) and state.session_over:
            break
        at = rng.getstate()
        state = stepped(state, rng)
        rng.setstate(at)
        twin = stepped(twin, rng)
    assert state != br.start(variant, 1)


@pytest.mark.long
@pytest.mark.no_cover
@BOTH_GAMES
def test_refusals_are_what_is_raised_for_the_whole_universe(variant: br.Variant) -> None:
    rng = random.Random(4)
    universe = testing.universe(variant)
    met = set()
    state = br.start(variant, 2)
    tried = 0
    while tried < 40:
        if state.phase not in met or rng.random() < 0.08:
            met.add(state.phase)
            tried += 1
            legal = set(br.legal_actions(state))
            for action in universe:
                error = br.why_illegal(state, action)
                if error is None:
                    br.apply(state, action)
                    assert action in legal or state.actor == br.CHANCE
                    continue
                assert action not in legal
                with pytest.raises(br.IllegalAction) as caught:
                    br.apply(state, action)
                assert caught.value == error
                assert type(caught.value) is type(error)
        state = stepped(state, rng)
    assert met >= {"shuffle", "auction", "play", "settled"}


@pytest.mark.no_cover
def test_refusals_in_the_phases_that_are_rarer() -> None:
    for variant, state in (
        (SOLO, speak(solo(), "0 bid prop; 1 pass; 2 pass; 3 pass")),
        (SOLO, speak(solo(), "0 bid prop; 1 accept")),
        (SOLO, speak(solo(), "0 bid abundance; 1 pass; 2 pass; 3 pass")),
        (KLEUREN, speak(kleuren(), "0 pass; 1 bid vraag C; 2 pass; 3 pass; 0 pass")),
        (KLEUREN, speak(kleuren(), "0 pass; 1 bid vraag C; 2 accept")),
        (KLEUREN, kleuren(filled("", "AS AH AC", "", "AD"))),
    ):
        legal = set(br.legal_actions(state))
        for action in testing.universe(variant):
            error = br.why_illegal(state, action)
            assert (error is None) is (action in legal)
            if error is not None:
                with pytest.raises(type(error)) as caught:
                    br.apply(state, action)
                assert caught.value == error


@pytest.mark.no_cover
@BOTH_GAMES
def test_perfect_memory_of_the_events(variant: br.Variant) -> None:
    """A deal given by hand and acted again by its tokens comes out the same."""
    for seed in range(4):
        rng = random.Random(seed)
        state = br.start(variant, 0)
        while state.actor is not None:
            state = stepped(state, rng)
        again = br.start(variant, 0)
        for event in state.events[1:]:
            again = act(again, str(event))
        assert again == state
        assert hash(again) == hash(state)


def test_a_deal_of_suits_is_no_troel() -> None:
    assert kleuren(SUITS).phase == "auction"
