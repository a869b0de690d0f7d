"""``--bots module:Class``: a bot of one's own in every command that takes bots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from boston_rules import records
from boston_rules.simulate import load_results

Run = Callable[..., Result]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BOT = "thirty_line_bot:PlainBot"


@pytest.fixture
def among_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory has the module, and nothing of it is loaded."""
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "thirty_line_bot", raising=False)


@pytest.mark.usefixtures("among_the_examples")
def test_a_session_is_played_and_saved_by_an_own_bot(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.txt"
    arguments = ("play", "classic", "--deals", 2, "--seed", 1, "--summary")
    told = run(*arguments, "--bots", f"{BOT},random", status=2)
    assert "one for each of 4 seats, not 2" in told.stderr
    run(*arguments, "--bots", f"{BOT},random,{BOT},random", "--save", file)
    assert records.load(file).players == (BOT, "random", BOT, "random")


@pytest.mark.usefixtures("among_the_examples")
def test_a_record_imports_no_bot(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.txt"
    text = run("play", "classic", "--deals", 2, "--seed", 1, "--save", file).stdout
    assert text
    lines = file.read_text(encoding="utf-8").split("\n")
    (cut,) = (place for place, line in enumerate(lines) if line.startswith('[Deal "2"'))
    shorter = "\n".join(lines[:cut]).replace('Player0 "simple"', f'Player0 "{BOT}"')
    assert BOT in shorter
    file.write_text(shorter + "\n", encoding="utf-8")
    run("play", "--resume", file, "--summary")
    assert "thirty_line_bot" not in sys.modules
    assert records.load(file).players[0] == BOT


@pytest.mark.usefixtures("among_the_examples")
def test_a_tournament_measures_an_own_bot(run: Run) -> None:
    arguments = ("tournament", "classic", "--deals", 2, "--jobs", 1, "--json")
    told = json.loads(run(*arguments, "--bots", f"{BOT},random").stdout)
    assert told["bots"] == [BOT, "random"]


@pytest.mark.long
def test_worker_processes_play_an_own_bot_of_the_working_directory(tmp_path: Path) -> None:
    tmp_path.joinpath("mine.py").write_text(
        "from boston_rules.bots import RandomBot\n"
        "class Mine(RandomBot):\n"
        "    def __init__(self, rng, *, times: int = 1):\n"
        "        super().__init__(rng)\n",
        encoding="utf-8",
    )
    results = tmp_path / "results.sqlite"
    command = [
        *(sys.executable, "-P", "-m", "boston_rules.cli", "simulate", "classic"),
        *("--sessions", "2", "--deals", "1", "--jobs", "2", "--bots", "mine:Mine:times=3"),
        *("--out", str(results)),
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "CI": "1"}, capture_output=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert load_results(results).bots == ("mine:Mine:times=3",) * 4
    assert "mine" not in sys.modules


LEAVING = """
import sys
from boston_rules.bots import RandomBot
class Leaving(RandomBot):
    def choose(self, view):
        sys.exit(3)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        (("simulate", "--sessions", "1", "--jobs", "1"), 1, "called sys.exit(3)"),
        (("play", "fontainebleau"), 1, "RuntimeError: the bot of seat 1 called sys.exit(3)"),
    ],
)
def test_a_bot_that_ends_the_program_is_told_like_any_failure(
    command: tuple[str, ...], status: int, said: str, tmp_path: Path
) -> None:
    tmp_path.joinpath("leaving.py").write_text(LEAVING, encoding="utf-8")
    words = [sys.executable, "-m", "boston_rules.cli", *command, "--bots", "leaving:Leaving"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=60, text=True)
    assert done.returncode == status
    assert said in done.stderr


@pytest.mark.parametrize("command", [("play",), ("simulate", "--sessions", "1"), ("tournament",)])
def test_what_is_no_bot_is_refused(run: Run, command: tuple[str, ...]) -> None:
    said = run(*command, "--bots", "no_such_module:Bot", status=2).stderr
    assert "no_such_module:Bot: there is no module no_such_module" in said
    assert "'--bots'" in said
