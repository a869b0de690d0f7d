"""Whatever is typed after a command, and whichever stream is missing, it ends with a status and
says why in short."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner
from tests.arguments.callables import PBN, SLUG, world
from tests.arguments.test_contract import CHARACTERS, SECONDS

import boston_rules as br
from boston_rules import cli
from boston_rules.cli.program import program

COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "play": (SLUG, "--deals", "1", "--bots", "random", "--seed", "1"),
    "serve": ("--host", "nowhere.invalid", "--no-open"),
    "replay": ("record.txt",),
    "why": ("record.txt", "pass"),
    "convert": ("record.txt", "out.json", "--force"),
    "settle": (SLUG, "5", "--trump", "H", "--declarer", "0", "--tricks", "7,2,2,2"),
    "solve": ("deals.pbn", SLUG, "5", "--declarer", "0", "--trump", "S", "--nodes", "10"),
    "table new": ("new.json", "--players", "Ann,Bob,Cid,Dot", "--force"),
    "table deal": ("evening.json", "5", "--declarer", "Ann", "--trump", "H", "--tricks", "7,2,2,2"),
    "table correct": ("evening.json", "1", "--passed-out"),
    "table remove": ("evening.json", "1"),
    "table sheet": ("evening.json",),
    "variants": (),
    "show": ("french",),
    "rulebook": ("mariland",),
    "compare": ("french", "classic"),
    "perft": ("mariland", "--depth", "1"),
    "conformance": (".",),
    "problems": ("problems.json",),
    "simulate": (SLUG, "--sessions", "1", "--deals", "1", "--bots", "random", "--jobs", "1"),
    "tournament": (SLUG, "--bots", "random,simple", "--deals", "1", "--jobs", "1"),
}
"""Every command, with arguments that it takes."""
ODD: Final = ("x", "x" * 20_000, "-1", "")
CLUSTER: Final = "executor"
"""The option that waits for another machine."""


def commands() -> Iterator[tuple[str, click.Command]]:
    top = click.Context(program)
    for name in program.list_commands(top):
        command = program.get_command(top, name)
        assert command is not None
        if isinstance(command, click.Group) and not command.params:
            yield from ((f"{name} {inner}", each) for inner, each in command.commands.items())
        else:
            yield name, command


def test_every_command_is_tried() -> None:
    hidden = {name for name, command in commands() if name == "completion"}
    assert {name for name, _ in commands()} - hidden == set(COMMANDS)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the commands read, in a working directory of its own."""
    monkeypatch.chdir(tmp_path)
    br.dump(br.record(world().settled), "record.txt")
    Path("deals.pbn").write_text(PBN, encoding="utf-8")
    for arguments in (
        ("table new", "evening.json", *COMMANDS["table new"][1:]),
        ("table deal", *COMMANDS["table deal"]),
    ):
        assert run(*arguments).exit_code == 0


def run(command: str, *arguments: str) -> click.testing.Result:
    began = time.process_time()
    result = CliRunner().invoke(program, [*command.split(), *arguments])
    taken = time.process_time() - began
    assert taken < SECONDS, f"{command} {str(arguments)[:200]} takes {taken:.1f} s"
    assert isinstance(result.exception, SystemExit | None), f"{command} {arguments!r:.300}"
    told = f"{command} {' '.join(arguments):.300}: {result.stderr:.300}"
    assert result.exit_code in (0, 1, 2), told
    assert (result.stderr == "") is (result.exit_code == 0), told
    assert len(result.stderr) < CHARACTERS, told
    return result


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_is_typed(name: str) -> None:
    (command,) = (each for called, each in commands() if called == name)
    # What it imports the first time is no part of what it takes.
    CliRunner().invoke(program, [*name.split(), *COMMANDS[name]])
    refused = 0
    for parameter in command.params:
        if parameter.name == CLUSTER or getattr(parameter, "is_flag", False):
            continue
        for odd in ODD:
            typed = list(COMMANDS[name])
            if isinstance(parameter, click.Option):
                typed += [parameter.opts[0], odd]
            else:
                typed[0] = odd
            refused += run(name, *typed).exit_code != 0
    assert refused or name == "variants"


class Broken(io.StringIO):
    """A pipe whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_without_a_stream(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["boston-rules", *name.split(), *COMMANDS[name]])
    for stream in ("stdin", "stdout", "stderr"):
        with monkeypatch.context() as lacking:
            lacking.setattr(sys, stream, None)
            with pytest.raises(SystemExit) as caught:
                cli.main()
            assert caught.value.code in (0, 1, 2)
            getattr(sys, stream).close()


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_a_reader_who_has_gone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["boston-rules", *name.split(), *COMMANDS[name]])
    monkeypatch.setattr(sys, "stdout", Broken())
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code in (141, 2, 0)
