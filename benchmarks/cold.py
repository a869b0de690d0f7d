"""The first steps of environments and later ones: ``python -m benchmarks.cold --table FILE``.

Each environment has a process of its own, so that nobody has asked anything before it. There 1,024
tables are played at random, with what the seat to act sees and may do; a peer that is not
installed is left out and named. The first steps count what is made or compiled for them,
imports not.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import click

import boston_rules as br
from benchmarks.__main__ import machine
from benchmarks.learners import in_arrays, spiel
from benchmarks.measure import Missing, Work, library
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


def _own(slug: str) -> Callable[[], Work]:
    vector = library("boston_rules.envs.vector")

    def make() -> Work:
        game = vector.SelfPlayVectorEnv(TABLES, slug, dtype="int8", copy=False)
        mask = game.reset(seed=1)[0]["action_mask"]
        return _batch(in_arrays(mask, lambda taken: game.step(taken)[0]["action_mask"]))

    return make


def _batch(step: Callable[[], None]) -> Work:
    def work() -> int:
        step()
        return TABLES

    return work


def _envpool(name: str) -> Callable[[], Work]:
    envpool, numpy = library("envpool"), library("numpy")

    def make() -> Work:
        game = envpool.make(name, env_type="gymnasium", num_envs=TABLES, num_threads=1, seed=1)
        _, told = game.reset()

        def step(taken: Any) -> Any:
            *_, told = game.step(taken.astype(numpy.int32))
            return told["legal_action_mask"]

        return _batch(in_arrays(told["legal_action_mask"], step))

    return make


def _pgx(name: str) -> Callable[[], Work]:
    pgx, jax = library("pgx"), library("jax")
    wrappers = library("pgx.experimental.wrappers")

    def make() -> Work:
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

        def run() -> None:
            nonlocal state, key
            state, key = step(state, key)
            state.observation.block_until_ready()

        return _batch(run)

    return make


def _rlcard(name: str) -> Callable[[], Work]:
    rlcard = library("rlcard")

    def make() -> Work:
        game = rlcard.make(name, config={"seed": 1})
        told: list[Any] = [game.reset()[0]]
        drawn = game.np_random.random_sample

        def work() -> int:
            legal = list(told[0]["legal_actions"])
            told[0], _ = game.step(legal[int(drawn() * len(legal))])
            if game.is_over():
                told[0], _ = game.reset()
            return 1

        return work

    return make


def _open_spiel(name: str) -> Callable[[], Work]:
    library("pyspiel")
    return spiel(name, "observation_tensor")


KINDS = {"pgx": _pgx, "envpool": _envpool, "rlcard": _rlcard, "open_spiel": _open_spiel}


def timed(name: str) -> dict[str, Any]:
    """Microseconds of processor time a step, for the first steps and for later ones."""
    kind, _, game = name.rpartition(" ")
    try:
        make = KINDS[kind](game) if kind else _own(game)
    except Missing as missing:
        return {"missing": str(missing)}
    each = TABLES // 10 if kind in ONE_TABLE else TABLES

    def steps(count: int) -> tuple[float, int]:
        began, done = time.process_time(), 0
        while done < count * each:
            done += work()
        return time.process_time() - began, done

    began = time.process_time()
    work = make()
    made = time.process_time() - began
    seconds, done = steps(FIRST)
    first = (made + seconds) / done * 1e6
    steps(WARMING)
    seconds, done = steps(LATER)
    return {"first": first, "later": seconds / done * 1e6}


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
