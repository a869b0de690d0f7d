"""The examples of learners: how they are measured, and that they leave where a package is missing.

The learners themselves run where PyTorch and the like are installed, which the tests do not need.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from examples.learners.evaluation import Curve, Learned, duel, require  # noqa: E402
from tests.phases.table_talk import after_chance  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.bots import load_bot  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
NEEDS = {
    "clone": "torch",
    "expert": "torch",
    "ppo": "torch",
    "sb3_maskable": "stable_baselines3",
    "torchrl_ppo": "torchrl",
    "rllib_ppo": "ray",
}


RESUMED = "expert", "ppo", "sb3_maskable"


def run(name: str, *words: str) -> str:
    """What a learner prints that ends well."""
    done = subprocess.run(
        [sys.executable, "-m", f"examples.learners.{name}", *words],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("name", NEEDS)
def test_a_learner_says_what_it_misses_or_runs(name: str) -> None:
    told = run(name)
    if find_spec(NEEDS[name]) is None:
        assert re.match(f"skipped: needs .*{NEEDS[name]}", told)
    else:
        assert "duplicate deals" in told


@pytest.mark.long
@pytest.mark.parametrize("name", RESUMED)
def test_a_learner_goes_on_with_what_it_has_learned(name: str, tmp_path: Path) -> None:
    pytest.importorskip(NEEDS[name])
    where = "--out", str(tmp_path / "net.npz"), "--curve", str(tmp_path / "curve.csv")
    run(name, *where, "--minutes", "0.1")
    before = (tmp_path / "curve.csv").read_text(encoding="utf-8")
    run(name, *where, "--minutes", "0.5", "--resume")
    after = (tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert after[: before.count("\n")] == before.splitlines()
    decisions = [int(line.split(",")[1]) for line in after[1:]]
    assert decisions == sorted(decisions)
    assert decisions[-1] > decisions[before.count("\n") - 2], "it goes on counting"


def test_what_is_missing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    require("json", "numpy")
    with pytest.raises(SystemExit) as left:
        require("json", "no_such_package", "nor_this")
    assert left.value.code == 0
    assert "needs no_such_package, nor_this" in capsys.readouterr().out


def first(seen: Any, mask: Any) -> int:
    return int(mask.argmax())


def test_a_network_is_a_bot_and_is_measured_in_duplicate() -> None:
    variant = br.get_variant("mariland", deals=1)

    def learned(rng: random.Random) -> Learned:
        return Learned(first)

    estimate, low, high = duel(variant, learned, load_bot("random"), deals=6, seed=1)
    assert low < estimate < high
    assert duel(variant, learned, load_bot("random"), deals=6, seed=1) == (estimate, low, high)
    state = after_chance(br.start(variant), random.Random(1))
    assert Learned(first).choose(br.observe(state, state.actor)) in br.legal_actions(state)


def test_a_curve_is_kept_and_ends_with_what_can_be_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for low, high, words in ((-2.0, -1.0, "does not beat"), (-1.0, 1.0, "open"), (1, 2, "beats")):
        curve = Curve(tmp_path / "curve.csv")
        curve.add(0.5, 10, load_bot("simple"), 20, ((low + high) / 2, low, high))
        curve.end()
        assert words in capsys.readouterr().out
    lines = (tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert lines == [
        "minutes,decisions,against,deals,chips,low,high",
        "0.5,10,simple,20,1.50,1.00,2.00",
    ]
