"""A Dask scheduler plays by its address, also while its workers die."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner

distributed = pytest.importorskip("distributed")

from tests.simulate.runs import short  # noqa: E402

from boston_rules.cli import mass  # noqa: E402
from boston_rules.cli.program import program  # noqa: E402
from boston_rules.simulate import ClusterError, cluster_executor, clusters  # noqa: E402

# What Dask has to say about workers that die is no failure.
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("default")]
COMMAND = ("simulate", "--bots", "random", "--sessions", "4", "--deals", "1", "--seed", "3")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running


def address(cluster: Any) -> str:
    return str(cluster.scheduler_address).replace("tcp://", "dask://")


def test_the_commands_play_on_a_cluster(cluster: Any) -> None:
    here = CliRunner().invoke(program, [*COMMAND, "--jobs", "1", "--json"])
    there = CliRunner().invoke(program, [*COMMAND, "--executor", address(cluster), "--json"])
    assert there.exit_code == 0, there.output
    assert there.stdout == here.stdout
    duels = ("tournament", "--bots", "simple,random", "mariland", "--deals", "2")
    here = CliRunner().invoke(program, [*duels, "--jobs", "1", "--json"])
    there = CliRunner().invoke(program, [*duels, "--executor", address(cluster), "--json"])
    assert there.exit_code == 0, there.output
    assert there.stdout == here.stdout


def test_a_worker_dies_and_nothing_is_lost(cluster: Any) -> None:
    killed: list[int] = []

    def progress(done: int, total: int) -> None:
        if done and not killed:
            (victim, *_) = cluster.workers.values()
            killed.append(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)

    expected = list(short(12).rows())
    with cluster_executor(address(cluster)) as (executor, in_flight):
        found = short(12, executor=executor, in_flight=in_flight, progress=progress)
    assert killed
    assert found.complete
    assert list(found.rows()) == expected


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("tcp://127.0.0.1:1", "the address of a scheduler is dask://host:port"),
        ("dask://", "the address of a scheduler is dask://host:port"),
        ("dask://127.0.0.1:1", "no scheduler answers"),
    ],
)
def test_what_is_no_scheduler_is_refused(
    where: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mass, "cluster_executor", partial(cluster_executor, seconds=0.5))
    with pytest.raises(ClusterError, match=words), cluster_executor(where, seconds=0.5):
        pass
    result = CliRunner().invoke(program, [*COMMAND, "--executor", where])
    assert result.exit_code == 1
    assert words in " ".join(result.stderr.split())


def test_a_cluster_without_workers_is_refused() -> None:
    with (
        distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=None) as empty,
        pytest.raises(ClusterError, match="has no workers"),
        cluster_executor(address(empty)),
    ):
        pass


def test_workers_have_the_same_library(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "own_version", lambda: "0.0.1")
    with (
        pytest.raises(ClusterError, match=r"has boston_rules .*, not 0\.0\.1"),
        cluster_executor(address(cluster)),
    ):
        pass


def test_processes_and_a_cluster_exclude_each_other() -> None:
    result = CliRunner().invoke(program, [*COMMAND, "--jobs", "2", "--executor", "dask://a:1"])
    assert result.exit_code == 2
    assert "--jobs and --executor exclude each other" in result.stderr


def test_the_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(ClusterError("dask://a:1", "gone")))
    assert str(error) == "dask://a:1: gone"
