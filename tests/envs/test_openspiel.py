"""OpenSpiel's own suites on the registered game, its IS-MCTS, and perfect recall.

Of the library's Python suites ``games_sim_test`` and the partial tree of ``api_test`` apply. Not
these: ``get_all_states`` and the tests on full trees (a pack has 52! orders), the tests with undo
(no Python game has it), and ``playthrough_test`` (it compares with files inside the library).
"""

from __future__ import annotations

import pickle
import random
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # type: ignore[import-untyped] # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped] # noqa: E402
from open_spiel.python.observation import (  # type: ignore[import-untyped] # noqa: E402
    make_observation,
)
from open_spiel.python.tests import games_sim_test  # type: ignore[import-untyped] # noqa: E402
from tests.envs.games import NAMES, SUITES  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import observation_spec, openspiel  # noqa: E402
from boston_rules.envs.events import event_spec  # noqa: E402

pytestmark = pytest.mark.long


def game_string(slug: str, options: dict[str, object], deals: int) -> str:
    text = ";".join(f"{name}:{value}" for name, value in options.items())
    return f"python_boston(variant={slug},deals={deals},options={text})"


STRINGS = [game_string(*suite) for suite in SUITES]


@pytest.fixture(params=STRINGS, ids=NAMES)
def game(request: pytest.FixtureRequest) -> Any:
    return pyspiel.load_game(request.param)


def chance(state: Any, rng: random.Random) -> None:
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(rng.choice(outcomes))


def walk(game: Any, seed: int) -> Iterator[Any]:
    """Every state of a random game, chance nodes and the end among them."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        state = state.child(rng.choice(state.legal_actions()))
    yield state


def decisions(game: Any, seed: int) -> list[Any]:
    return [state for state in walk(game, seed) if state.current_player() >= 0]


# The library's suites.


@pytest.mark.no_cover
def test_random_sim_test(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.no_cover
def test_games_sim_test(game: Any) -> None:
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.no_cover
@pytest.mark.parametrize("deep", [False, True], ids=["as sampled there", "along whole games"])
@pytest.mark.parametrize("string", STRINGS, ids=NAMES)
def test_api_test(string: str, deep: bool) -> None:
    """The library samples states near the root, which are all chance nodes here."""
    loaded = pyspiel.load_game(string)

    class OnBoston(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game = loaded
        game_name = loaded.get_type().short_name

        @classmethod
        def setUpClass(cls) -> None:
            super().setUpClass()
            if deep:
                cls.some_states = list(walk(loaded, 1))

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OnBoston).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures


@pytest.mark.no_cover
def test_perfect_recall_as_the_library_checks_it() -> None:
    """On every path through the last cards of a deal."""
    late = decisions(pyspiel.load_game(STRINGS[0]), 4)[-11]
    found: dict[Any, Any] = {}
    api_test._assert_is_perfect_recall_recursive(late, [], found)
    assert len(found) > 20


# The game.


def test_it_is_registered_and_loads_by_name() -> None:
    assert "python_boston" in pyspiel.registered_names()
    plain = pyspiel.load_game("python_boston")
    assert plain.variant == br.get_variant(br.list_variants()[0], deals=1)
    assert plain.num_players() == 4
    assert plain.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    three = pyspiel.load_game("python_boston(variant=english-boston,options=seats:3,dealer=2)")
    assert three.num_players() == 3
    assert three.new_initial_state().position.table.dealer == 2
    asked = pyspiel.load_game("python_boston(variant=russian,options=concessions:false;deals:2)")
    assert asked.variant.concession is None
    assert asked.variant.session.deals == 2
    own = pyspiel.load_game("python_boston(variant=mariland,deals=0)")
    assert own.variant.session.deals == 40


def test_house_rules_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    path.write_text("pool.cap = 100", "utf-8")
    house = pyspiel.load_game(f"python_boston(variant=fontainebleau,house={path})")
    assert house.variant.pool.cap == 100


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("variant=fontainebleu", "near: fontainebleau"),
        ("options=seats", "options are name:value"),
        ("dealer=4", "the dealer is a seat 0 to 3"),
        ("variant=classic,options=first_to:500", "has no longest game"),
    ],
)
def test_what_cannot_be_loaded_says_why(parameters: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pyspiel.load_game(f"python_boston({parameters})")


def test_chance_deals_the_pack_card_by_card_and_turns_one() -> None:
    loaded = pyspiel.load_game("python_boston(variant=american,dealer=3)")
    state = loaded.new_initial_state()
    rng = random.Random(5)
    pack: list[int] = []
    for drawn in range(52):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 52 - drawn
        assert {chance for _, chance in outcomes} == {1 / (52 - drawn)}
        assert not {card for card, _ in outcomes} & set(pack)
        pack.append(rng.choice(outcomes)[0])
        assert state.action_to_string(pack[-1]) == f"deal {br.PACK[pack[-1]]}"
        state.apply_action(pack[-1])
    assert state.current_player() == 2, "the dealer's right alone cuts the first pack"
    assert state.action_to_string(state.legal_actions()[0]) == "cut 1"
    state.apply_action(state.legal_actions()[12])
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 52
    state.apply_action(rng.randrange(52))
    assert state.position.events[1].action == br.Shuffle(br.PACK[card] for card in pack)
    assert state.position.phase == "auction"


def test_returns_are_chips_and_within_the_bounds(game: Any) -> None:
    for seed in range(3):
        *before, last = walk(game, seed)
        table = last.position.table
        start = game.variant.session.starting_chips
        assert last.returns() == [float(purse - start) for purse in table.purses]
        assert sum(last.returns()) == 0
        assert not any(any(state.returns()) for state in before)
        assert game.min_utility() <= min(last.returns()) <= max(last.returns())
        assert max(last.returns()) <= game.max_utility()


def test_a_clone_shares_what_never_changes() -> None:
    state = decisions(pyspiel.load_game(STRINGS[0]), 1)[3]
    twin = state.clone()
    assert twin.memory is state.memory
    twin.apply_action(twin.legal_actions()[0])
    assert twin.memory is not state.memory
    assert len(twin.history()) == len(state.history()) + 1


def test_states_and_games_can_be_pickled(game: Any) -> None:
    state = decisions(game, 2)[-4]
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.position == state.position
    for player in range(game.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


# What is seen.


def test_a_player_never_forgets(game: Any) -> None:
    """Every later string holds all that an earlier one held, and the player's own actions.

    Only what was hidden may have come to light meanwhile: a ``?`` has become a card.
    """
    for player in range(game.num_players()):
        known: list[set[str]] = []
        said: list[list[str]] = []
        for state in decisions(game, 3):
            deals = state.information_state_string(player).splitlines()[1:]
            parts = [deal.split("; ") for deal in deals]
            facts = [{part for part in row[:-1] if part[:6] != "purses"} for row in parts]
            tokens = [row[-1].split(", ") if row[-1] else [] for row in parts]
            for place, (earlier, before) in enumerate(zip(known, said, strict=True)):
                assert earlier <= facts[place]
                assert len(before) <= len(tokens[place])
                for old, new in zip(before, tokens[place], strict=False):
                    assert old == new or new.startswith(old.removesuffix("?"))
            known, said = facts, tokens
            if state.current_player() == player:
                number = state.legal_actions()[-1]
                token = state.action_to_string(number)
                after = state.child(number).information_state_string(player)
                lines = after.splitlines()
                assert f"{player} {token}" in lines[len(deals)].split("; ")[-1].split(", ")


@pytest.mark.no_cover
def test_strings_and_tensors_tell_the_same_states_apart(game: Any) -> None:
    seen: dict[str, bytes] = {}
    for seed in (3, 4):
        for state in decisions(game, seed):
            for player in range(game.num_players()):
                tensor = np.array(state.information_state_tensor(player)).tobytes()
                key = state.information_state_string(player)
                assert seen.setdefault(key, tensor) == tensor
    assert len(set(seen.values())) == len(seen)


def test_the_recalled_history_reads_as_the_string_does(game: Any) -> None:
    codes = event_spec(game.variant).codes
    tokens = {number: str(action) for action, number in codes.items()}
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    recall = make_observation(game, kind)
    n = game.num_players()
    for state in decisions(game, 4)[::9]:
        for player in range(n):
            recall.set_from(state, player)
            deals = state.information_state_string(player).splitlines()[1:]
            for rows, deal in zip(recall.dict["recall_history"], deals, strict=False):
                told = []
                for row in rows[rows[:, n + 1 :].any(axis=1)]:
                    assert row[: n + 1].sum() == 1
                    near = int(row[: n + 1].argmax())
                    token = tokens[sum(int(digit) << i for i, digit in enumerate(row[n + 1 :]))]
                    told.append(token if not near else f"{(player + near - 1) % n} {token}")
                assert ", ".join(told) == deal.rpartition("; ")[2]
            before = [deal.view(player) for deal in state.memory.deals[:-1]]
            for row, ended in zip(recall.dict.get("recall_seen", ()), before, strict=False):
                assert (row == observation_spec(game.variant).encode(ended)).all()


def test_own_cuts_and_shown_hands_are_remembered() -> None:
    loaded = pyspiel.load_game("python_boston(variant=fontainebleau,dealer=3)")
    state = loaded.new_initial_state()
    chance(state, random.Random(1))
    for number in (154, 160, 170, 203):
        state.apply_action(number)
    for player, token in enumerate(("cut 1", "cut 7", "cut 17", "cut 50")):
        text = state.information_state_string(player)
        assert f"{player} {token}" in text
        assert text.count("cut ?") == 3
        assert token not in state.observation_string(player)
    encoding = loaded.encoding
    for token in ("bid 13-table S", "pass", "pass", "pass"):
        state.apply_action(encoding.encode(br.parse_action(token)))
    shown = state.position.hands[0]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    for player in range(4):
        text = state.information_state_string(player)
        assert f"shown by 0 {shown.tokens}" in text
        assert state.observation_string(player).count("shown by") == 0


def test_what_a_player_cannot_see_changes_nothing(game: Any) -> None:
    rng = random.Random(6)
    others = 0
    for state in rng.sample(decisions(game, 5), 12):
        for player in range(game.num_players()):
            world = state.resample_from_infostate(player, rng.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.current_player() == state.current_player()
            assert world.legal_actions(player) == state.legal_actions(player)
            others += world.position.hands != state.position.hands
    assert others > 10


def test_a_resampled_state_has_a_history_that_leads_to_it() -> None:
    """Of this one too: his own cut stays, though the pack is another."""
    loaded = pyspiel.load_game("python_boston(variant=fontainebleau)")
    for state in decisions(loaded, 8)[::5]:
        world = state.resample_from_infostate(1, random.Random(3).random)
        again = loaded.new_initial_state()
        for action in world.history():
            again.apply_action(action)
        assert str(again) == str(world)
        assert world.move_number() == state.move_number()
        assert again.position == world.position


def test_a_world_can_be_drawn_before_the_first_cut_of_a_pack_that_nobody_shuffled() -> None:
    loaded = pyspiel.load_game("python_boston(variant=fontainebleau-cats,deals=2)")
    states = [state for state in decisions(loaded, 0) if len(state.position.events) == 1]
    assert states, "nothing has happened since the deal was opened"
    for state in states:
        world = state.resample_from_infostate(1, random.Random(1).random)
        assert world.information_state_string(1) == state.information_state_string(1)


def test_an_observer_that_has_seen_the_opening_sees_what_a_new_one_sees(game: Any) -> None:
    kept = game.make_py_observer()
    states = decisions(game, seed=8)
    opening = game.new_initial_state()
    for state in (opening, states[0], opening, states[-1], opening, opening.child(0), opening):
        for player in range(2):
            kept.set_from(state, player)
            new = game.make_py_observer()
            new.set_from(state, player)
            assert (kept.tensor == new.tensor).all()


def test_observers_show_public_and_private_parts() -> None:
    loaded = pyspiel.load_game("python_boston(variant=french)")
    state = decisions(loaded, 2)[1]
    kind = pyspiel.IIGObservationType
    alone, none = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    private = make_observation(loaded, kind(False, False, alone))
    public = make_observation(loaded, kind(True, False, none))
    whole = make_observation(loaded, kind(True, False, alone))
    for observer in (private, public, whole):
        observer.set_from(state, 2)
    hand = state.position.hands[2]
    assert private.dict["hand"].nonzero()[0].tolist() == [card.index for card in hand]
    assert set(private.dict) == {"hand", "dealt"}
    assert set(whole.dict) - set(public.dict) == {"hand", "dealt"}
    assert hand.tokens in private.string_from(state, 2)
    assert hand.tokens in whole.string_from(state, 2)
    assert hand.tokens not in public.string_from(state, 2)
    recall = make_observation(loaded, kind(True, True, none))
    assert hand.tokens not in recall.string_from(state, 2)
    assert {"hand", "dealt"}.isdisjoint(recall.dict)
    assert recall.dict["recall_history"].shape[0] == 1
    assert not make_observation(loaded, kind(False, False, none)).string_from(state, 2)
    longer = pyspiel.load_game("python_boston(variant=french,deals=3)")
    mine = make_observation(longer, kind(False, True, alone))
    last = decisions(longer, 2)[-1]
    mine.set_from(last, 2)
    assert set(mine.dict) == {"hand", "dealt", "recall_seen"}
    for row, ended in zip(mine.dict["recall_seen"], last.memory.deals, strict=False):
        dealt = [card.index for card in ended.view(2).dealt]
        assert (row.nonzero()[0] - 52).tolist() == dealt, "nothing is held at the end"
    with pytest.raises(ValueError, match="made by its actions alone"):
        loaded.new_initial_state("1")
    with pytest.raises(ValueError, match="of all players at once"):
        loaded.make_py_observer(kind(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="no parameters"):
        loaded.make_py_observer(None, {"deals": 1})


# Search.


def bot(loaded: Any, simulations: int, seed: int) -> Any:
    numbers = np.random.RandomState(seed)
    found = ismcts.ISMCTSBot(
        game=loaded,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=numbers),
        uct_c=50.0,
        max_simulations=simulations,
        random_state=numbers,
    )
    found.set_resampler(openspiel.resampler(seed))
    return found


@pytest.mark.parametrize("string", STRINGS[:1] + STRINGS[2:5], ids=NAMES[:1] + NAMES[2:5])
def test_is_mcts_plays_a_deal(string: str) -> None:
    loaded = pyspiel.load_game(string)
    rows = []
    for _ in range(2):
        rng = random.Random(7)
        state = loaded.new_initial_state()
        player = bot(loaded, 4, 1)
        while not state.is_terminal():
            chance(state, rng)
            if state.is_terminal():
                break
            if state.current_player() == 1:
                state.apply_action(int(player.step(state)))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        rows.append((state.history(), state.returns()))
    assert rows[0] == rows[1], "the same seeds give the same deal"


def test_the_policy_of_is_mcts_is_of_the_legal_actions() -> None:
    loaded = pyspiel.load_game("python_boston(variant=whisch-bostonien)")
    state = decisions(loaded, 3)[0]
    policy = dict(bot(loaded, 30, 2).get_policy(state))
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


def test_without_a_resampler_the_bot_asks_the_state() -> None:
    loaded = pyspiel.load_game("python_boston(variant=mariland)")
    state = decisions(loaded, 1)[5]
    player = bot(loaded, 3, 1)
    player.set_resampler(None)
    assert player.step(state) in state.legal_actions()


def test_worlds_are_drawn_for_players_only() -> None:
    state = pyspiel.load_game("python_boston(variant=mariland)").new_initial_state()
    with pytest.raises(ValueError, match="where a player is to act"):
        state.resample_from_infostate(0, random.Random(1).random)
