"""What one deal leaves to the next: a goulash, and antes that a lost contract has doubled."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from tests.cousins.games import GOULASH, MIXED
from tests.cousins.goulash import GOULASH as LEFT
from tests.cousins.goulash import POOLED, PaidForByTheNext
from tests.depth import DEEP
from tests.phases.table_talk import finish, speak

import boston_rules as br
from boston_rules import testing
from boston_rules.bots import MonteCarloBot, SimpleBot, play_session
from boston_rules.deal.dealing import Cutting, Shuffling
from boston_rules.rules.carryover import PLAIN, AfterThrownIn, Conditions

UNCUT = evolve(GOULASH, dealing=evolve(GOULASH.dealing, cutters=None))
"""The same where nobody cuts: a goulash is dealt at once."""
PAID = evolve(GOULASH, pool=POOLED, carryover=PaidForByTheNext())
"""The table at which lost contracts are paid for by the next deal."""
PASSES = "0 pass; 1 pass; 2 pass; 3 pass"
AGAIN = "1 pass; 2 pass; 3 pass; 0 pass"


def thrown_in(variant: br.Variant = GOULASH) -> br.Settled:
    """A first deal that nobody has bid."""
    state = speak(br.start(variant, 3, hands=MIXED), PASSES)
    assert isinstance(state, br.Settled)
    return state


def goulash(variant: br.Variant = GOULASH, cut: int = 20) -> br.State:
    """The deal after it."""
    state = br.next_deal(thrown_in(variant))
    return br.apply(state, br.Cut(cut)) if isinstance(state, Cutting) else state


def test_after_hands_thrown_in_the_pack_is_gathered_and_dealt_in_other_packets() -> None:
    state = br.next_deal(thrown_in())
    assert isinstance(state, Cutting)
    assert state.table.conditions == LEFT
    assert state.pack is not br.HOLE
    gathered = [card for hand in MIXED for card in hand.split()]  # from eldest on
    assert [str(br.PACK[card]) for card in state.pack] == gathered
    dealt = br.apply(state, br.Cut(20))
    pack = gathered[20:] + gathered[:20]
    eldest = pack[0:5] + pack[20:25] + pack[40:43]
    assert dealt.hands[1] == br.Cards.parse(" ".join(eldest))


def test_it_is_played_at_double_stakes_and_then_all_is_as_usual() -> None:
    state = speak(goulash(), "1 bid nullo; 2 pass; 3 pass; 0 pass")
    assert state.contract is not None
    assert state.contract.stakes == 2
    end = finish(state)
    assert max(map(abs, end.settlement.deltas)) == 60
    after = br.next_deal(end)
    assert isinstance(after, Shuffling)
    assert after.table.conditions == PLAIN
    assert after.table.pack == ()


def test_a_goulash_thrown_in_is_followed_by_another() -> None:
    state = br.next_deal(speak(goulash(), AGAIN))
    assert state.table.conditions == LEFT
    assert state.table.stakes == 2


@pytest.mark.parametrize("viewer", [0, 1, 3, None])
@pytest.mark.parametrize("variant", [GOULASH, UNCUT], ids=["cut", "uncut"])
def test_views_follow_and_are_sampled(variant: br.Variant, viewer: int | None) -> None:
    state = goulash(variant)
    view = br.observe(state, viewer)
    assert view.table.conditions == LEFT
    assert view.table.pack is br.HOLE
    told = br.observe(thrown_in(variant), viewer)
    if variant is GOULASH:
        assert br.next_deal(told) == br.observe(br.next_deal(thrown_in()), viewer)
    for event in br.observe(state, viewer).events:
        told = br.advance(told, event)
    assert told == view
    for seed in range(4):
        sample = br.sample(view, random.Random(seed))
        assert br.observe(sample, viewer) == view
        made = br.record(sample)  # so that the pack of the sample is dealt in the same packets
        assert br.replay(br.loads(br.dumps(made))) == (sample,)


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_record_that_begins_with_it(format: str) -> None:
    state = finish(speak(goulash(), "1 bid six H; 2 pass; 3 pass; 0 pass"))
    made = br.record(state)
    assert made.start is not None
    assert made.start.conditions == "goulash"
    assert br.replay(br.loads(br.dumps(made, format))) == (state,)  # type: ignore[arg-type]
    assert br.replay(br.record([thrown_in(), state])) == (thrown_in(), state)


def test_it_is_settled_as_it_was_played() -> None:
    state = finish(speak(goulash(), "1 bid six H; 2 pass; 3 pass; 0 pass"))
    assert state.contract is not None
    assert br.settle(GOULASH, state.contract, state.outcome) == state.settlement
    wrong = evolve(state.contract, stakes=3)
    with pytest.raises(br.SettlementError, match="stakes of Goulash Boston are 1 or 2, not 3"):
        br.settle(GOULASH, wrong, state.outcome)


def test_antes_are_those_that_the_last_deal_has_left() -> None:
    state = br.start(PAID, 3, hands=MIXED)
    assert state.table.pool == 20
    lost = finish(speak(state, "0 bid nine H"))
    assert lost.settlement.made is False
    table = br.next_deal(lost).table
    assert table.conditions.name == "double antes"
    assert [paid.chips for paid in table.antes] == [10, 10, 10, 10]
    lost = finish(speak(br.next_deal(lost, hands=MIXED), "1 bid nine H"))
    assert lost.settlement.made is False
    table = br.next_deal(lost).table
    assert (table.conditions.antes, table.packets) == (3, (6, 7))
    later = speak(br.next_deal(lost, hands=MIXED), "2 pass; 3 pass; 0 pass; 1 pass")
    assert br.next_deal(later).table.conditions == PLAIN


@pytest.mark.laws
@pytest.mark.deep
@pytest.mark.parametrize("slug", br.list_variants())
def test_it_is_a_house_rule_of_every_game(slug: str) -> None:
    variant = br.get_variant(slug)
    house = evolve(variant, carryover=AfterThrownIn(LEFT), deals=4)
    for seed in range(3 if DEEP else 1):
        walk = testing.random_walk(house, seed=seed, deals=4, style=testing.STYLES[0])
        for check in (testing.check_sampling, testing.check_views, testing.check_conservation):
            check(house, walk)
        states = tuple(each[-1] for each in walk.states if isinstance(each[-1], br.Settled))
        again = br.loads(br.dumps(br.record(states)))
        assert br.variant_of(again) == house
        assert br.replay(again) == states


def test_what_a_rule_does_not_know_is_not_left() -> None:
    class Strange(AfterThrownIn):
        @property
        def possible(self) -> tuple[Conditions, ...]:
            return (PLAIN,)

    with pytest.raises(ValueError, match=r"Strange leaves .*, which is not among what is possible"):
        br.next_deal(thrown_in(evolve(GOULASH, carryover=Strange(LEFT))))


def test_misdeals_of_a_goulash_are_dealt_in_its_packets() -> None:
    rules = evolve(GOULASH, enforcement="table")
    state = goulash(rules)
    again = br.apply(state, br.parse_action("misdeal"))
    assert isinstance(again, Cutting)
    assert again.table.conditions == LEFT
    state = br.apply(again, br.Cut(11))
    for viewer in (0, 2, None):
        view = br.observe(state, viewer)
        sample = br.sample(view, random.Random(3))
        assert br.observe(sample, viewer) == view
    assert br.replay(br.loads(br.dumps(br.record(state)))) == (state,)


@pytest.mark.long
@pytest.mark.parametrize("variant", [GOULASH, UNCUT, PAID], ids=["cut", "uncut", "paid"])
def test_the_batch_of_tables_plays_it_like_the_engine(variant: br.Variant) -> None:
    pytest.importorskip("numpy")
    from tests.envs.batch_steps import compare

    compare(evolve(variant, deals=2), tables=8, steps=400, seed=5, choose=_mostly_passing(2))


def _mostly_passing(seed: int) -> Callable[[br.State], br.Action]:
    """Half of the hands are thrown in."""
    uniform = random.Random(seed).random

    def choose(state: br.State) -> br.Action:
        legal = br.lawful_actions(state)
        # The same cuts again and again, after which tables stand at one spot.
        first = state.phase == "cut" or (state.phase == "auction" and uniform() < 0.85)
        return legal[0 if first else int(uniform() * len(legal))]

    return choose


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("variant", [GOULASH, UNCUT, PAID], ids=["cut", "uncut", "paid"])
def test_bots_play_sessions_of_it(variant: br.Variant) -> None:
    deals = list(play_session(variant, [SimpleBot() for _ in range(4)], random.Random(4)))
    assert len(deals) == 8
    assert sum(deals[-1].table.purses) + deals[-1].table.pool == 0
    short = evolve(variant, deals=3)
    bots = [MonteCarloBot(random.Random(seat), iterations=2) for seat in range(4)]
    assert len(list(play_session(short, bots, random.Random(3)))) == 3


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.parametrize("variant", [GOULASH, UNCUT, PAID], ids=["cut", "uncut", "paid"])
def test_the_laws_hold(variant: br.Variant) -> None:
    report = testing.check_variant(variant, examples=6, seed=2)
    assert "all laws hold" in str(report)


def test_a_table_without_cards_tells_of_it(tmp_path: Path) -> None:
    pytest.importorskip("click")
    pytest.importorskip("rich")
    evening = str(tmp_path / "evening")
    run("table", "new", evening, "goulash-boston", "--players", "Ann,Bob,Cid,Dot")
    told = run("table", "deal", evening, "--passed-out")
    assert "Payments between players are multiplied by 2; the pack is gathered" in told
    assert "cards are dealt in packets 5-5-3" in run("show", "goulash-boston")


def run(*words: str) -> str:
    """What a command prints, on one line."""
    from click.testing import CliRunner

    from boston_rules.cli.program import program

    result = CliRunner().invoke(program, list(words))
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())
