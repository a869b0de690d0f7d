"""Networks as players: by name, in tournaments and at many tables; what is refused."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

from tests.envs.test_one_process import check_equal, side_by_side  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.bots import BotNameError, load_bot, play_session  # noqa: E402
from boston_rules.envs import action_encoding, observation_spec  # noqa: E402
from boston_rules.envs.gymnasium import BostonEnv  # noqa: E402
from boston_rules.envs.network import (  # noqa: E402
    NetBot,
    Network,
    NetworkError,
    Spaces,
    load_network,
)
from boston_rules.envs.vector import BostonVectorEnv  # noqa: E402
from boston_rules.simulate import simulate, tournament  # noqa: E402

SPACES = Spaces.of("mariland")


def drawn(seed: int = 1, spaces: Spaces = SPACES, activation: str = "relu") -> Network:
    rng = np.random.default_rng(seed)
    sizes = (spaces.inputs, 16, spaces.outputs)
    layers = [(rng.normal(size=pair), rng.normal(size=pair[1])) for pair in pairwise(sizes)]
    return Network(spaces, layers, activation)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.npz"
    drawn().save(path)
    return path


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_a_file_gives_the_network_back(tmp_path: Path, activation: str) -> None:
    path, made = tmp_path / "a.npz", drawn(activation=activation)
    made.save(path)
    read = load_network(path)
    rng = np.random.default_rng(2)
    seen = rng.random((5, SPACES.inputs), dtype=np.float32)
    mask = rng.integers(2, size=(5, SPACES.outputs), dtype=np.int8)
    assert (read(seen, mask) == made(seen, mask)).all()
    assert (np.isinf(read(seen, mask)) == (mask == 0)).all()
    assert read is load_network(path)
    drawn(seed=3).save(path)
    assert load_network(path) is not read, "the file has changed"


def test_it_plays_by_name_and_never_errs(file: Path) -> None:
    variant = br.get_variant("mariland", deals=3)
    for name in (f"net:{file}", f"net:{file}:temperature=2", f"net:network={file}"):
        rng = random.Random(1)
        bots = [load_bot(name, own=False)(rng) for _ in range(4)]
        assert len(list(play_session(variant, bots, rng))) == 3
    found = simulate(variant, [f"net:{file}", "random"] * 2, 2, workers=1)
    assert found.bots[0] == f"net:{file}"
    (duel,) = tournament("mariland", [f"net:{file}", "random"], 1, workers=1).duels()
    assert duel.difference.estimate == duel.difference.estimate


def test_a_temperature_draws_among_what_is_allowed() -> None:
    network = Network(SPACES, [(np.zeros((SPACES.inputs, SPACES.outputs)), np.arange(93.0))])
    bot = NetBot(random.Random(1), network=network, temperature=1.0)
    scores = network(np.zeros((1, SPACES.inputs)), (np.arange(93) < 4).astype(np.int8)[None])[0]
    found = np.bincount([bot.pick(scores) for _ in range(4000)], minlength=93)
    chances = np.exp(np.arange(4.0))
    assert found[4:].sum() == 0
    assert found[:4] / 4000 == pytest.approx(chances / chances.sum(), abs=0.03)
    assert NetBot(network=network).pick(scores) == 3
    even = np.where(np.arange(93) < 4, 0, -np.inf)
    assert {bot.pick(even) for _ in range(200)} == {0, 1, 2, 3}


def test_a_batch_asks_for_all_tables_what_one_table_asks_for_itself(file: Path) -> None:
    how: Any = {"seat": None, "opponents": {f"net:{file}": 2, "random": 1}}
    batch = BostonVectorEnv(3, "mariland", **how)
    single = side_by_side(lambda: BostonEnv("mariland", **how))
    assert check_equal(batch, single, 60, seed=6) > 2


def advised(spaces: Spaces) -> Network:
    """A network that does what it is advised to do."""
    weights = np.zeros((spaces.inputs, spaces.outputs))
    weights[-spaces.outputs :] = np.eye(spaces.outputs)
    return Network(spaces, [(weights, np.zeros(spaces.outputs))])


def test_a_network_is_shown_the_advice_that_it_has_learned_with(tmp_path: Path) -> None:
    spaces = Spaces.of("mariland", "simple")
    assert spaces.inputs == SPACES.inputs + SPACES.outputs
    advised(spaces).save(tmp_path / "a.npz")
    name = f"net:{tmp_path}/a.npz"
    (duel,) = tournament("mariland", [name, "simple"], 6, workers=1).duels()
    assert (duel.difference.low, duel.difference.high) == (0, 0)
    how: Any = {"seat": None, "opponents": {name: 2, "random": 1}}
    batch = BostonVectorEnv(3, "mariland", **how)
    single = side_by_side(lambda: BostonEnv("mariland", **how))
    assert check_equal(batch, single, 30, seed=6) > 2


@pytest.mark.parametrize("advice", ["net:a.npz", "cmd:true", "simple:x=1", 1, None])
def test_a_file_asks_no_bot_that_needs_something_else(tmp_path: Path, advice: object) -> None:
    file = tmp_path / "a.npz"
    network = advised(Spaces.of("mariland", "simple"))
    object.__setattr__(network.spaces, "advice", advice)
    try:
        network.save(file)
    finally:
        object.__setattr__(network.spaces, "advice", "simple")
    with pytest.raises(NetworkError, match="holds no network"):
        load_network(file)


def test_another_game_is_refused(file: Path) -> None:
    french = br.get_variant("french", deals=1)
    with pytest.raises(NetworkError, match="made for 'mariland'"):
        BostonVectorEnv(1, french, opponents=f"net:{file}", seat=0).reset(seed=1)
    bot = NetBot(network=str(file))
    state = br.start("french", dealer=3)
    state = br.apply(state, br.draw_chance(state, random.Random(1)))
    with pytest.raises(NetworkError, match="than french has"):
        bot.choose(br.observe(state, state.actor))


@pytest.mark.parametrize(
    "layers", [[], [(9, 93)], [(SPACES.inputs, 92)], [(SPACES.inputs, 5), (6, 93)]]
)
def test_layers_that_do_not_fit_are_refused(layers: list[tuple[int, int]]) -> None:
    with pytest.raises(NetworkError, match="do not fit"):
        Network(SPACES, [(np.zeros(pair), np.zeros(pair[1])) for pair in layers])


def test_what_is_no_network_is_refused(tmp_path: Path, file: Path) -> None:
    weights = np.zeros((SPACES.inputs, SPACES.outputs))
    with pytest.raises(NetworkError, match="not a finite number"):
        Network(SPACES, [(weights, np.full(93, np.nan))])
    with pytest.raises(ValueError, match="activation is"):
        drawn(activation="sigmoid")
    with pytest.raises(ValueError, match=r"advice is one of random, .*, not 'nobody'"):
        Spaces.of("mariland", "nobody")
    with pytest.raises(ValueError, match="temperature is"):
        NetBot(network=drawn(), temperature=-1)
    bad = tmp_path / "bad.npz"
    for content in (b"", b"PK", file.read_bytes()[:200]):
        bad.write_bytes(content)
        with pytest.raises(NetworkError, match="holds no network"):
            load_network(bad)
    np.savez(bad, about=np.array("[]"))
    with pytest.raises(NetworkError, match="holds no network"):
        load_network(bad)
    np.savez(bad, about=np.array([object()], dtype=object))
    with pytest.raises(NetworkError, match="holds no network"):
        load_network(bad)
    for name in (f"net:{bad}", f"net:{tmp_path}/none.npz", "net", "net:"):
        with pytest.raises(BotNameError, match="net"):
            load_bot(name)
    for name in ("net", "net:", "net:temperature=1", f"cmd:fallback=net:{bad}:true"):
        with pytest.raises(BotNameError, match=r"net needs a file: net:FILE"):
            load_bot(name)


def test_digests_tell_layouts_apart() -> None:
    variant = br.get_variant("mariland", deals=1)
    assert observation_spec(variant).digest == observation_spec(evolve(variant, deals=4)).digest
    assert action_encoding(variant).digest == Spaces.of(variant).actions
