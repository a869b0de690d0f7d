"""The first steps of environments and later ones: ``python -m benchmarks.cold --table FILE``.

Each environment has a process of its own, so that nobody has asked anything before it. There 1,024
tables are played at random, with what the seat to act sees and may do; a peer that is not
installed is left out and named. The first steps count what is made or compiled for them,
imports not.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import click

import boston_rules as br
from benchmarks.__main__ import machine
from benchmarks.measure import Missing, library
from benchmarks.page import captioned, made_on
from boston_rules.core.files import atomic_write
from boston_rules.telling.tables.model import Column, Table

TABLES = 1024
FIRST = 98
"""Steps of all tables: 100 thousand; a tenth of it where there is no batch."""
WARMING, LATER = 400, 100
"""Steps of all tables between the first and the later ones, and those."""
PEERS = (
    *(f"pgx {name}" for name in ("leduc_holdem", "backgammon", "sparrow_mahjong")),
    *(f"envpool {name}" for name in ("LeducHoldem-v1", "Backgammon-v1", "SparrowMahjong-v1")),
    "rlcard leduc-holdem",
    *(f"open_spiel {name}" for name in ("leduc_poker", "backgammon", "spades")),
)
ONE_TABLE = ("rlcard", "open_spiel")
"""Libraries without a batch: one table after the other."""

Step = Callable[[], None]


def _own(slug: str) -> Callable[[], Step]:
    vector, numpy = library("boston_rules.envs.vector"), library("numpy")

    def make() -> Step:
        game = vector.SelfPlayVectorEnv(TABLES, slug, dtype="int8", copy=False)
        seen, _ = game.reset(seed=1)
        return _in_arrays(numpy, seen["action_mask"], lambda taken: game.step(taken)[0])

    return make


def _in_arrays(numpy: Any, mask: Any, step: Callable[[Any], Any]) -> Step:
    """A step of all tables by one drawing of chance, that is read from another place on each time:
    to draw takes as long as the step."""
    rng = numpy.random.default_rng(1)
    chance = rng.random(4 * mask.size, dtype="float32")

    def work() -> None:
        nonlocal mask
        at = int(rng.integers(3 * mask.size))
        luck = chance[at : at + mask.size].reshape(mask.shape)
        mask = step((mask * luck).argmax(axis=1))["action_mask"]

    return work


def _envpool(name: str) -> Callable[[], Step]:
    envpool, numpy = library("envpool"), library("numpy")

    def make() -> Step:
        game = envpool.make(name, env_type="gymnasium", num_envs=TABLES, num_threads=1, seed=1)
        _, told = game.reset()

        def step(taken: Any) -> Any:
            *_, told = game.step(taken.astype(numpy.int32))
            return {"action_mask": told["legal_action_mask"]}

        return _in_arrays(numpy, told["legal_action_mask"], step)

    return make


def _pgx(name: str) -> Callable[[], Step]:
    pgx, jax = library("pgx"), library("jax")
    wrappers = library("pgx.experimental.wrappers")

    def make() -> Step:
        game = pgx.make(name)
        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(game.init))(jax.random.split(key, TABLES))
        on = jax.vmap(wrappers.auto_reset(game.step, game.init))

        def played(state: Any, key: Any) -> Any:
            key, chance, keys = jax.random.split(key, 3)
            scores = jax.numpy.log(state.legal_action_mask.astype("float32"))
            taken = jax.random.categorical(chance, scores, axis=1)
            return on(state, taken, jax.random.split(keys, TABLES)), key

        step = jax.jit(played)

        def work() -> None:
            nonlocal state, key
            state, key = step(state, key)
            state.observation.block_until_ready()

        return work

    return make


def _rlcard(name: str) -> Callable[[], Step]:
    rlcard = library("rlcard")

    def make() -> Step:
        game = rlcard.make(name, config={"seed": 1})
        told: list[Any] = [game.reset()[0]]
        drawn = game.np_random.random_sample

        def work() -> None:
            for _ in range(TABLES // 10):
                legal = list(told[0]["legal_actions"])
                told[0], _ = game.step(legal[int(drawn() * len(legal))])
                if game.is_over():
                    told[0], _ = game.reset()

        return work

    return make


def _open_spiel(name: str) -> Callable[[], Step]:
    pyspiel = library("pyspiel")
    uniform = random.Random(1).random

    def make() -> Step:
        game = pyspiel.load_game(name)
        state = game.new_initial_state()

        def work() -> None:
            nonlocal state
            left = TABLES // 10
            while left:
                if state.is_terminal():
                    state = game.new_initial_state()
                legal = state.legal_actions()
                if not state.is_chance_node():
                    state.observation_tensor()
                    left -= 1
                state.apply_action(legal[int(uniform() * len(legal))])

        return work

    return make


KINDS = {"pgx": _pgx, "envpool": _envpool, "rlcard": _rlcard, "open_spiel": _open_spiel}


def timed(name: str) -> dict[str, Any]:
    """Microseconds of processor time a step, for the first steps and for later ones."""
    kind, _, game = name.rpartition(" ")
    try:
        make = KINDS[kind](game) if kind else _own(game)
    except Missing as missing:
        return {"missing": str(missing)}
    each = TABLES // 10 if kind in ONE_TABLE else TABLES

    def steps(count: int) -> float:
        began = time.process_time()
        for _ in range(count):
            work()
        return time.process_time() - began

    began = time.process_time()
    work = make()
    made = time.process_time() - began
    first = (made + steps(FIRST)) / (FIRST * each) * 1e6
    steps(WARMING)
    return {"first": first, "later": steps(LATER) / (LATER * each) * 1e6}


@click.command()
@click.argument("variants", nargs=-1)
@click.option("--rounds", default=3, show_default=True, help="Processes; the medians are told.")
@click.option("--table", type=click.Path(dir_okay=False), help="Write the table as .rst.")
@click.option("--one", hidden=True)
def main(variants: tuple[str, ...], rounds: int, table: str | None, one: str | None) -> None:
    """Time the first 100 thousand steps of variants, or of all, and of peers, and later ones."""
    if one is not None:
        click.echo(json.dumps(timed(one)))
        return
    names = (*(variants or br.list_variants()), *PEERS)
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for _ in range(rounds):
        for name, told in found.items():
            told.append(_alone(name))
    rows, missing = [], []
    for name, told in found.items():
        if "missing" in told[0]:
            missing.append(f"{name} ({told[0]['missing']})")
            continue
        first, later = (sorted(each[key] for each in told)[rounds // 2] for key in told[0])
        rows.append((name, f"{first:.2f}", f"{later:.2f}"))
        click.echo(f"{name}: first {first:.2f}, later {later:.2f} µs a step")
    for name in missing:
        click.echo(f"not measured: {name}")
    if table is not None:
        heads = ("environment", Column("first", "right"), Column("later", "right"))
        command = " ".join(("python -m benchmarks.cold", *variants))
        command += f" --rounds {rounds}" if rounds != 3 else ""
        lines = captioned(command, "50 25 25", Table(heads, rows))
        lines += ["Microseconds of processor time a step; one process a line in each round.", ""]
        lines += [f"* Not measured: {name}." for name in missing]
        lines.append(f"* {made_on(machine())}")
        with atomic_write(table) as file:
            file.write(("\n".join(lines) + "\n").encode())


def _alone(name: str) -> dict[str, Any]:
    """What a process of its own measures; what it warns of is kept from the page."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.cold", "--one", name],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True,
    )  # fmt: skip
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


if __name__ == "__main__":
    main()
