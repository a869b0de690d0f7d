"""The commands on the pages are run as they stand, page by page, in one folder."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

import boston_rules as br
from boston_rules.bots import SimpleBot, play_session
from boston_rules.cli.program import program
from boston_rules.envs.network import Network, Spaces

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LINE = re.compile(r"^ +\$ (.*)$|^(boston-rules .*)$", re.MULTILINE)
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [ROOT / "README.md", *DOCS.rglob("*.rst"), *DOCS.rglob("*.inc")]
    if LINE.search(path.read_text("utf-8"))
)
# A little of it tells whether a line works; the thousands are left to the reader.
LESS = {
    "simulate": ["--sessions", "1", "--option", "deals=1"],
    "tournament": ["--deals", "1"],
    "conformance": ["classic"],
    "solve": ["--nodes", "100"],
}
# Lines that need a cluster, a compiler, an installation, the history of the repository or many
# minutes, or that never end.
ELSEWHERE = re.compile(
    r"dask |git |.*dask://|\. \.venv|python3 -m venv|.*pip (install|wheel)"
    r"|python -m (benchmarks|tests|examples|boston_rules\.(testing|edition)|pip)\b|python examples/"
    r"|boston-rules serve"
)


def lines(page: str) -> list[str]:
    """The command lines of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    return ["".join(found) for found in LINE.findall(text)]


def run(line: str) -> None:
    """Run a line as the shell would, with nothing more to be typed."""
    name, *words = shlex.split(line, comments=True)
    if name == "cd":
        os.chdir(words[0])
    elif name == "python" and words[0] == "-c":
        exec(words[1], {"__name__": "__main__"})
    else:
        assert name == "boston-rules", line
        words = [word.replace("python ", f"{sys.executable} ") for word in words]
        words = [re.sub(r"iterations=\d+", "iterations=1", word) for word in words]
        words = [word.replace("conformance/problems.json", "few.json") for word in words]
        words, target = (words[:-2], words[-1]) if ">" in words else (words, None)
        less = LESS.get(words[0], [])
        words += less[:2] if "deals=1" in words else less
        result = CliRunner().invoke(program, words, input="")
        assert result.exit_code == 0, f"{line}\n{result.output}"
        if target is not None:
            Path(target).write_text(result.stdout, "utf-8")


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_run(page: str, folder: Path) -> None:
    if not any("--save evening.txt" in line for line in lines(page)):
        save_evening()
    for line in lines(page):
        if "<Tab>" in line:
            words = shlex.split(line.partition("<Tab>")[0])[1:]
            shell = ShellComplete(program, {}, "boston-rules", "_BOSTON_RULES_COMPLETE")
            found = [each.value for each in shell.get_completions(words[:-1], words[-1])]
            assert "  ".join(found) in (ROOT / page).read_text(encoding="utf-8")
        elif not ELSEWHERE.match(line):
            run(line)


def test_modules_that_the_pages_run_are_there() -> None:
    named = {
        name
        for page in PAGES
        for line in lines(page)
        for name in re.findall(r"\bpython -m (\S+)", line)
    }
    assert {"benchmarks", "tests.solver.brute", "boston_rules.testing"} <= named
    for name in named - {"pip"}:
        if find_spec(name.partition(".")[0]):  # beside an installed package not all are there
            assert find_spec(name), name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a clone, with bridge deals, a few problems, a network that is new and a bot."""
    for name in ("examples", "conformance"):
        if not (ROOT / name).is_dir():
            pytest.skip(f"there is no folder {name} here")
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests" / "data" / "deals-25.pbn", "deals.pbn")
    shutil.copy(ROOT / "examples" / "bots" / "bot.mjs", "bot.mjs")
    Path("docs").mkdir()
    problems = json.loads(Path("conformance/problems.json").read_text("utf-8"))
    few = {**problems, "problems": problems["problems"][:3]}
    Path("few.json").write_text(json.dumps(few), "utf-8")
    spaces = Spaces.of("mariland", "simple")
    weights = np.zeros((spaces.inputs, spaces.outputs))
    Network(spaces, [(weights, np.zeros(spaces.outputs))]).save("ppo.npz")
    return tmp_path


def save_evening() -> None:
    """A session of three deals."""
    rng = random.Random(1)
    states = list(play_session(br.get_variant("fontainebleau", deals=3), [SimpleBot()] * 4, rng))
    br.dump(br.record(states), "evening.txt")
