"""Games of eight cards: every law, player, environment and command takes them as any other."""

from __future__ import annotations

import random

import pytest
from attrs import evolve
from tests.cousins.games import SMALL
from tests.phases.table_talk import leave

import boston_rules as br
from boston_rules import testing
from boston_rules.bots import Bot, MonteCarloBot, SimpleBot, play_session
from boston_rules.conformance.perft import perft
from boston_rules.telling import draw

GAMES = pytest.mark.parametrize("variant", SMALL, ids=lambda each: each.slug)
BOSTON = SMALL[0]


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
@GAMES
def test_every_law_holds(variant: br.Variant) -> None:
    walks = 4
    assert testing.check_variant(variant, examples=walks).walks == walks


@pytest.mark.long
@pytest.mark.laws
@pytest.mark.no_cover
@GAMES
def test_players_may_err_as_at_a_table(variant: br.Variant) -> None:
    rules = evolve(variant, enforcement="table")
    for seed in range(4):
        walk = testing.random_walk(rules, seed=seed, deals=2)
        for check in (
            testing.check_soundness,
            testing.check_conservation,
            testing.check_sampling,
            testing.check_non_interference,
            testing.check_views,
        ):
            check(rules, walk)


@pytest.mark.no_cover
@GAMES
def test_bots_play_sessions(variant: br.Variant) -> None:
    for seed in range(3):
        bots: list[Bot] = [
            SimpleBot(),
            *(MonteCarloBot(random.Random(1), iterations=2),) * 2,
            SimpleBot(),
        ]
        deals = list(play_session(variant, bots[: variant.seats], random.Random(seed)))
        assert len(deals) == variant.session.deals


@GAMES
def test_views_show_hands_of_two(variant: br.Variant) -> None:
    state = br.apply(br.start(variant), br.draw_chance(br.start(variant), random.Random(3)))
    state = leave(state, "cut")
    view = br.observe(state, 1)
    assert len(view.dealt) == 2
    text = draw.text(view)
    assert text.count("2 face down") == variant.seats - (1 if variant.seats == 4 else 0)


@GAMES
def test_perft_counts_every_line_of_a_deal(variant: br.Variant) -> None:
    hands = [cards.tokens for cards in _heaps(variant)][: variant.seats]
    state = br.start(variant, hands=hands)
    assert perft(state, 40) == _lines(state)


def _heaps(variant: br.Variant) -> list[br.Cards]:
    cards = sorted(variant.dealing.pack, key=lambda card: (card.rank, card.suit))
    return [br.Cards(cards[place::4]) for place in range(4)]


def _lines(state: br.State) -> int:
    actions = br.legal_actions(state)
    return sum(_lines(br.apply(state, action)) for action in actions) if actions else 1


@pytest.mark.no_cover
@GAMES
def test_environments_step_as_the_engine_does(variant: br.Variant) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("gymnasium")
    from tests.envs.batch_steps import compare

    assert compare(variant, tables=3, steps=60, seed=5, every=3) == 180


@pytest.mark.long
@pytest.mark.no_cover
@GAMES
def test_openspiel_deals_the_cards_of_the_game(variant: br.Variant) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from boston_rules.envs import openspiel  # noqa: F401 - registers the game

    game = pyspiel.load_game(f"python_boston(variant={variant.slug},deals=1)")
    assert game.max_chance_nodes_in_history() == 8
    rng = random.Random(1)
    state = game.new_initial_state()
    cards = {card.index for card in variant.dealing.pack}
    assert {outcome for outcome, _ in state.chance_outcomes()} == cards
    while not state.is_terminal():
        if not state.is_chance_node():
            again = state.resample_from_infostate(state.current_player(), rng.random)
            assert again.information_state_string() == state.information_state_string()
        state.apply_action(rng.choice(state.legal_actions()))


@GAMES
def test_rewards_stay_within_their_bounds(variant: br.Variant) -> None:
    pytest.importorskip("numpy")
    from boston_rules.envs.bounds import bounds_of

    bounds = bounds_of(variant)
    for seed in range(20):
        deals = variant.session.deals
        walk = testing.random_walk(variant, seed=seed, deals=deals, session=deals)
        end = walk.states[-1][-1].table.purses
        assert all(-bounds.lose <= purse <= bounds.win for purse in end)


@pytest.mark.parametrize(
    "words",
    [
        "show small-boston",
        "play small-misere --seed 3 --deals 2",
        "perft small-alliance --depth 4",
        "settle small-boston 1 --trump S --declarer 0 --partner 2 --tricks 1,1,0,0",
        "settle small-misere petite --trump S --declarer 0 --tricks 1,0,0",
    ],
)
def test_commands_take_them(words: str) -> None:
    pytest.importorskip("click")
    pytest.importorskip("rich")
    from click.testing import CliRunner

    from boston_rules.cli.program import program

    result = CliRunner().invoke(program, words.split())
    assert result.exit_code == 0, result.output
    assert "13" not in result.output.split("fingerprint")[0]


def test_deals_of_bridge_are_no_deals_of_a_small_game() -> None:
    suits = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC"]
    with pytest.raises(br.DealError, match="hand 0 has 13 cards, not 2"):
        br.start(BOSTON, hands=suits)
