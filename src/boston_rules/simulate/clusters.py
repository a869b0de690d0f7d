"""Playing on a cluster: the executor of a Dask scheduler, named by its address.

Whatever has a :class:`concurrent.futures.Executor` of its own, such as Ray or a pool under Slurm,
is handed to :func:`~boston_rules.simulate.simulate` as it is and needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any, Final

from boston_rules.core.extras import needs
from boston_rules.core.release import library_version
from boston_rules.core.saying import say
from boston_rules.simulate.errors import ClusterError

__all__ = ["SCHEME", "cluster_executor"]

SCHEME: Final = "dask://"
"""How the address of a Dask scheduler begins."""
_CHUNKS_A_THREAD: Final = 3
_RETRIES: Final = 10
"""How often a chunk is played again whose worker has died; it is not to blame for that."""


own_version: Final = library_version
"""The version here; the workers are asked for theirs by the name that they know it by."""


@contextmanager
def cluster_executor(address: str, seconds: float = 10) -> Iterator[tuple[Executor, int]]:
    """The executor of a running cluster, and how many chunks it should have at a time.

    A chunk whose worker dies is played again by another: the results are the same.

    Args:
        address: such as ``dask://10.0.0.5:8786``.
        seconds: how long to wait for the scheduler.

    Raises:
        MissingExtra: Dask is not installed.
        ClusterError: no such address, nobody answers, there are no workers, a worker has another
            version of this library or none, or the cluster is lost on the way.
    """
    host = address.removeprefix(SCHEME)
    if not address.startswith(SCHEME) or not host:
        raise ClusterError(
            address, say("the address of a scheduler is {example}", example=f"{SCHEME}host:port")
        )
    with needs("a cluster", "cluster", "distributed"):
        # Only this needs it, and it takes a second to load.
        from distributed import Client, KilledWorker
        from distributed.comm.core import CommClosedError
    try:
        connect: Any = Client
        client = connect(f"tcp://{host}", timeout=seconds, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(
            address, say("no scheduler answers: {error}", error=str(error))
        ) from error
    try:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            raise ClusterError(address, say("the scheduler has no workers"))
        _check_versions(address, client)
        threads = sum(worker["nthreads"] for worker in workers.values())
        yield client.get_executor(retries=_RETRIES, pure=False), threads * _CHUNKS_A_THREAD
    except (KilledWorker, CancelledError, CommClosedError) as error:
        raise ClusterError(
            address, say("the cluster was lost: {error}", error=str(error))
        ) from error
    finally:
        client.close()


def _check_versions(address: str, client: Any) -> None:
    """Every worker has this very version of the library, or the results would not be of one."""
    own = own_version()
    try:
        found = client.run(library_version)
    except Exception as error:  # what a worker without the library answers is Dask's
        raise ClusterError(
            address, say("a worker cannot load boston_rules: {error}", error=str(error))
        ) from error
    for worker, version in sorted(found.items()):
        if version != own:
            raise ClusterError(
                address,
                say(
                    "the worker {worker} has boston_rules {version}, not {own}",
                    worker=worker,
                    version=version,
                    own=own,
                ),
            )
