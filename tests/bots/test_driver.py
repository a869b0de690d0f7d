"""Bots by name, one decision, whole deals and sessions."""

from __future__ import annotations

import random

import pytest
from tests.bots.spots import SLUGS, Watched
from tests.phases.table_talk import reach

import boston_rules as br
from boston_rules.bots import (
    BOT_NAMES,
    BeginnerBot,
    Bot,
    MonteCarloBot,
    RandomBot,
    SimpleBot,
    decide,
    make_bot,
    play_deal,
    play_session,
)

KINDS = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "simple": SimpleBot,
    "montecarlo": MonteCarloBot,
    "club": MonteCarloBot,
    "strongest": MonteCarloBot,
}
QUICK = ("random", "beginner", "simple", "montecarlo:iterations=1")
"""Each bot, the slow one in haste."""


def four(name: str, rng: random.Random, seats: int = 4) -> list[Bot]:
    return [make_bot(name, rng) for _ in range(seats)]


def test_every_name_makes_its_bot() -> None:
    made = {name: type(make_bot(name, random.Random(1))) for name in BOT_NAMES}
    assert made == KINDS


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        ValueError, match=r"no bot is called 'clever'; known: random, beginner, simple"
    ):
        make_bot("clever", random.Random(1))


def test_chance_is_drawn_with_the_given_generator() -> None:
    state = br.start(br.get_variant("french"))
    assert state.actor == br.CHANCE
    drawn = decide(state, four("simple", random.Random(1)), random.Random(9))
    assert drawn == br.draw_chance(state, random.Random(9))


def test_a_player_is_asked_with_the_view_of_his_seat() -> None:
    class Asked:
        def __init__(self) -> None:
            self.views: list[br.State] = []

        def choose(self, view: br.State) -> br.Action:
            self.views.append(view)
            return br.legal_actions(view)[-1]

    bots = [Asked() for _ in range(4)]
    state = br.start(br.get_variant("classic"), dealer=1)
    state = br.apply(state, br.draw_chance(state, random.Random(3)))
    state = reach(state, "auction")
    assert state.actor == 2
    assert decide(state, bots, random.Random(1)) == br.legal_actions(state)[-1]
    assert [len(bot.views) for bot in bots] == [0, 0, 1, 0]
    assert bots[2].views == [br.observe(state, 2)]


def test_nobody_is_asked_once_the_deal_is_settled() -> None:
    rng = random.Random(4)
    bots = four("random", rng)
    settled = play_deal(br.start(br.get_variant("mariland")), bots, rng)
    with pytest.raises(ValueError, match="nobody is to act"):
        decide(settled, bots, rng)
    assert play_deal(settled, bots, rng) is settled


def test_a_deal_is_played_on_from_where_it_is() -> None:
    rng = random.Random(6)
    bots = four("simple", rng)
    state = br.start(br.get_variant("fontainebleau"), dealer=2)
    for _ in range(9):
        state = br.apply(state, decide(state, bots, rng))
    settled = play_deal(state, bots, rng)
    assert settled.events[: len(state.events)] == state.events
    assert settled.table.dealer == 2


def test_too_few_bots_are_refused() -> None:
    with pytest.raises(ValueError, match="a bot for each of the 4 seats, not 3"):
        play_deal(br.start(br.get_variant("french")), four("random", random.Random(1), 3), RNG)


RNG = random.Random(1)


@pytest.mark.long
@pytest.mark.parametrize("name", QUICK)
def test_a_session_gives_every_deal_up_to_the_last(name: str) -> None:
    rng = random.Random(8)
    variant = br.get_variant("classic", deals=5)
    deals = list(play_session(variant, four(name, rng), rng, dealer=3))
    assert [deal.table.deal_number for deal in deals] == [1, 2, 3, 4, 5]
    assert [deal.table.dealer for deal in deals] == [3, 0, 1, 2, 3]
    assert [deal.session_over for deal in deals] == [False] * 4 + [True]


def test_a_session_that_ends_early_ends() -> None:
    rng = random.Random(8)
    deals = list(play_session(br.get_variant("classic", first_to=500), four("simple", rng), rng))
    assert max(deals[-1].table.purses) >= 500
    assert all(max(deal.table.purses) < 500 for deal in deals[:-1])


@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize("name", ["random", "simple"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_seed_gives_the_same_session_again(slug: str, name: str) -> None:
    def session() -> list[br.Settled]:
        rng = random.Random(77)
        variant = br.get_variant(slug, deals=2)
        return list(play_session(variant, four(name, rng, variant.seats), rng))

    assert session() == session()


def test_another_seed_gives_another_session() -> None:
    def choices(seed: int) -> list[str]:
        rng = random.Random(seed)
        bots = [Watched(bot) for bot in four("random", rng)]
        list(play_session(br.get_variant("american", deals=1), bots, rng))
        return [token for bot in bots for token in bot.choices]

    assert choices(1) != choices(2)


def test_a_simple_bot_needs_no_generator() -> None:
    state = br.start(br.get_variant("fontainebleau"))
    state = br.apply(state, br.draw_chance(state, random.Random(3)))
    view = br.observe(state, state.actor)
    assert {type(action) for action in br.legal_actions(view)} == {br.Cut, br.Pass}
    assert SimpleBot().choose(view) == SimpleBot().choose(view)


@pytest.mark.parametrize("bot", [RandomBot(RNG), SimpleBot(RNG)], ids=["random", "simple"])
def test_out_of_turn_there_is_nothing_to_choose(bot: Bot) -> None:
    state = br.start(br.get_variant("classic"))
    for seat in (0, None):
        with pytest.raises(
            ValueError, match=f"seat {seat} has nothing to choose in the phase shuf"
        ):
            bot.choose(br.observe(state, seat))


def test_a_random_bot_chooses_everything_equally_often() -> None:
    state = br.start(br.get_variant("fontainebleau"))
    state = br.apply(state, br.draw_chance(state, random.Random(3)))
    view = br.observe(state, state.actor)
    bot, legal = RandomBot(random.Random(5)), br.legal_actions(view)
    counts = dict.fromkeys(legal, 0)
    for _ in range(100 * len(legal)):
        counts[bot.choose(view)] += 1
    assert min(counts.values()) > 60
    assert max(counts.values()) < 145


@pytest.mark.parametrize("code", [3, None, "enough"])
def test_a_bot_that_ends_the_program_is_at_fault_and_the_program_goes_on(code: object) -> None:
    class Leaving:
        def choose(self, view: br.State) -> br.Action:
            raise SystemExit(code)

    state = br.start("classic", dealer=3)
    state = br.apply(state, br.draw_chance(state, random.Random(3)))
    with pytest.raises(RuntimeError, match=r"the bot of seat \d called sys\.exit") as caught:
        play_deal(state, [Leaving()] * 4, random.Random(1))
    assert repr(code) in str(caught.value)
    assert isinstance(caught.value.__cause__, SystemExit)


def test_an_interrupt_while_a_bot_thinks_is_passed_on() -> None:
    class Interrupted:
        def choose(self, view: br.State) -> br.Action:
            raise KeyboardInterrupt

    state = br.start("classic", dealer=3)
    state = br.apply(state, br.draw_chance(state, random.Random(3)))
    with pytest.raises(KeyboardInterrupt):
        play_deal(state, [Interrupted()] * 4, random.Random(1))
