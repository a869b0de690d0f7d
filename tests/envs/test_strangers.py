"""A third party's games, with rules of their own, are encoded and played like the library's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import frozen

np = pytest.importorskip("numpy")

from tests.cousins.games import MIXED  # noqa: E402
from tests.envs.games import states  # noqa: E402
from tests.envs.strangers import STRANGERS, Challenge, ColourGame, SoloGame  # noqa: E402
from tests.phases.table_talk import act  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.deal.phases import phases_of  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.bounds import bounds_of  # noqa: E402
from boston_rules.variants import registry  # noqa: E402

NAMES = [cls.slug for cls in STRANGERS]


@pytest.fixture(params=STRANGERS, ids=NAMES)
def variant(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> br.Variant:
    """A game that can be named for the length of a test."""
    cls: type[br.Variant] = request.param
    monkeypatch.setitem(registry._registered, cls.slug, cls)
    return br.get_variant(cls.slug)


def test_their_phases_are_listed_in_order() -> None:
    assert [phase.phase for phase in phases_of(SoloGame())] == [
        *("shuffle", "turn-up", "auction", "raising the bid", "naming trumps", "play", "settled"),
    ]
    assert [phase.phase for phase in phases_of(ColourGame())] == [
        *("shuffle", "cut", "auction", "raising the bid", "naming trumps", "challenging", "play"),
        "settled",
    ]


def test_the_actions_are_those_of_the_phases() -> None:
    assert action_encoding(SoloGame()).tokens[52:] == (
        *("trump C", "trump D", "trump H", "trump S", "pass", "accept"),
        *("bid prop", "bid solo", "bid misere", "bid abundance", "bid royal-abundance"),
        *("bid misere-ouverte", "bid declared-abundance"),
    )
    silent = action_encoding(ColourGame(questions=()))
    assert [block.name for block in silent.blocks] == ["play", "trump", "word", "bid", "cut"]
    assert silent.tokens[56:68] == (
        *("pass", "accept", "bid vraag C", "bid vraag D", "bid vraag H", "bid vraag S"),
        *("bid alleen C", "bid alleen D", "bid alleen H", "bid alleen S"),
        *("bid abondance-9", "bid miserie"),
    )
    asked_to_raise = act(br.start(ColourGame(), 3, hands=MIXED), "bid vraag H", *["pass"] * 3)
    assert list(map(str, br.legal_actions(asked_to_raise))) == ["pass", "bid alleen H"]
    # A phase that does not say what it admits may admit any word, suit, card and bid.
    asked = action_encoding(ColourGame())
    assert {"contest", "call 2C", "discard AS", "trump C"} < set(asked.tokens)
    assert len(set(asked.tokens)) == len(asked)


@pytest.mark.long
def test_whatever_happens_has_a_number_and_fits_the_tensor(variant: br.Variant) -> None:
    encoding, spec = action_encoding(variant), observation_spec(variant)
    met: set[br.Action] = set()
    reached = np.zeros(len(spec))
    for place, state in enumerate(states(variant, seeds=40, deals=4)):
        legal = br.legal_actions(state)
        met |= set(legal)
        assert encoding.mask(legal).sum() == len(legal)
        assert [
            encoding.encode(action) for action in map(encoding.decode, encoding.legal(legal))
        ] == encoding.legal(legal)
        if place % 4 and state.phase == "play":
            continue
        for seat in range(variant.seats):
            tensor = spec.encode(br.observe(state, seat))
            assert abs(tensor).max() <= 1
            reached = np.maximum(reached, abs(tensor))
    bids = {str(bid) for bid in encoding.actions if isinstance(bid, br.Bid) and bid.key != "troel"}
    assert bids - set(map(str, met)) <= {"bid alleen H"}
    missing = {part.name for part in spec.slices if not spec.part(reached, part.name).any()}
    assert missing <= {"exposed"}
    assert spec.part(reached, "phase").all(), "every phase is met"


def test_what_a_game_does_not_have_is_not_in_its_tensor() -> None:
    solo, colour = observation_spec(SoloGame()), observation_spec(ColourGame())
    for name in ("pool", "antes", "conditions", "target", "called", "laid", "belle"):
        assert name not in solo
    for name in ("pool", "antes", "turned", "laid", "belle"):
        assert name not in colour
    assert colour["conditions"].shape == (2,)


def test_stakes_and_a_dealt_contract_are_seen() -> None:
    variant = ColourGame()
    spec = observation_spec(variant)
    deals = doubled = troels = 0
    for state in states(variant, seeds=20, deals=4):
        if state.settlement is None and not state.tricks:
            stakes = state.table.stakes
            tensor = spec.encode(br.observe(state, 1))
            assert spec.part(tensor, "conditions").tolist() == [stakes == 1, stakes == 2]
            doubled += stakes == 2
            contract = state.contract
            if contract is not None and contract.key == "troel":
                troels += 1
                assert contract.called is not None
                assert contract.target is not None
                assert spec.part(tensor, "target")[0] == pytest.approx(contract.target / 13)
                assert spec.part(tensor, "called").nonzero()[0].tolist() == [contract.called.index]
                assert isinstance(contract.partner, int)
                assert spec.part(tensor, "partner").argmax() == (contract.partner - 1) % 4
        deals += state.settlement is not None
    assert deals == 80
    assert doubled
    assert troels


def test_no_session_is_longer_or_dearer_than_its_bounds(variant: br.Variant) -> None:
    session = br.get_variant(variant.slug, deals=4)
    limit = bounds_of(session)
    one = bounds_of(br.get_variant(variant.slug, deals=1))
    longest = 0
    for state in states(session, seeds=30, deals=4):
        players = [event for event in state.events if event.seat >= 0]
        longest = max(longest, len(players))
        assert all(-limit.lose <= purse <= limit.win for purse in state.table.purses)
        if state.settlement is not None:
            assert max(map(abs, state.settlement.deltas)) <= one.win
    assert 52 < longest <= limit.decisions


def test_more_answers_are_counted_where_a_rule_says_so() -> None:
    @frozen
    class Haggle(Challenge):
        def most_answers(self, variant: br.Variant) -> int:
            return 50

    plain, long = ColourGame(deals=1), ColourGame(deals=1, questions=(Haggle(),))
    assert bounds_of(long).decisions > bounds_of(plain).decisions + 20


# The frameworks.


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_pettingzoo(variant: br.Variant, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

    from boston_rules.envs import pettingzoo

    api_test(pettingzoo.env(variant, deals=2), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: pettingzoo.env(variant), num_cycles=100)
    game = pettingzoo.env(variant, render_mode="ansi")
    game.reset(seed=1)
    assert "pool" not in game.render()


@pytest.mark.long
@pytest.mark.no_cover
def test_openspiel(variant: br.Variant) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import boston_rules.envs.openspiel  # noqa: F401

    game = pyspiel.load_game(f"python_boston(variant={variant.slug},deals=3)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    for state in played(game, 3):
        for player in range(4):
            assert "pool" not in state.information_state_string(player)
            assert "pool" not in state.observation_string(player)
        if state.is_terminal():
            assert sum(state.returns()) == 0
            assert max(map(abs, state.returns())) <= game.max_utility()


def played(game: Any, seeds: int) -> Iterator[Any]:
    """States of random sessions: one in ten of those in which a player is to act, and the last."""
    for seed in range(seeds):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() >= 0 and rng.random() < 0.1:
                yield state
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.long
@pytest.mark.no_cover
def test_openspiel_draws_worlds(variant: br.Variant) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import boston_rules.envs.openspiel  # noqa: F401

    game = pyspiel.load_game(f"python_boston(variant={variant.slug},deals=3)")
    rng = random.Random(1)
    for state in played(game, 4):
        if state.is_terminal():
            continue
        for player in range(4):
            world = state.resample_from_infostate(player, rng.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
