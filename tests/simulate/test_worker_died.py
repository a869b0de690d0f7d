"""A worker process that is killed or crashes is an error of the library, which says what to do."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sys
from pathlib import Path

import pytest

import boston_rules as br
from boston_rules.bots import RandomBot
from boston_rules.simulate import SimulationError, WorkerDied, load_results, simulate


class Killed(RandomBot):
    """Is killed in the middle of a deal, as by a system that is out of memory."""

    choices = 0

    def choose(self, view: br.State) -> br.Action:
        Killed.choices += 1
        if Killed.choices > 200:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)


def killed(rng: random.Random) -> RandomBot:
    return Killed(rng)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_worker_is_told_and_what_was_finished_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with pytest.raises(WorkerDied, match="a worker process died") as caught:
        simulate("french", killed, 50, deals=1, workers=2, results=path)
    assert isinstance(caught.value, SimulationError)
    assert "results file" in str(caught.value)
    assert load_results(path).finished < 50


def test_it_pickles() -> None:
    error = WorkerDied("a process was terminated abruptly")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.cause) == (WorkerDied, str(error), error.cause)
