"""The program as a process of its own: pipes, interrupts, missing extras, odd encodings."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

import boston_rules as br
from boston_rules import cli

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")
COMMAND = (sys.executable, "-m", "boston_rules.cli")
ENDLESS = ("play", "--deals", "1000000", "--bots", "random", "--seed", "1")


def environment(**changed: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "PYTHONIOENCODING")
    }
    return {**kept, "PYTHONUTF8": "1", "TERM": "xterm-256color", **changed}


def start(*arguments: str, **how: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments], stderr=subprocess.PIPE, env=environment(), **how
    )


def finish(*arguments: str, **changed: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        env=environment(**changed),
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def test_the_console_script_is_this_program() -> None:
    (script,) = (
        point for point in entry_points(group="console_scripts") if point.name == "boston-rules"
    )
    assert script.load() is cli.main


@pytest.mark.long
def test_text_in_a_pipe_is_plain_complete_and_stable() -> None:
    arguments = ("play", "--seed", "3", "--deals", "2", "--bots", "random")
    first = finish(*arguments)
    assert first.returncode == 0
    assert first.stderr == b""
    assert b"\x1b" not in first.stdout
    assert b"Deal 2 of 2" in first.stdout
    assert first.stdout.endswith(b"chips.\n") or first.stdout.endswith(b"chip.\n")
    assert finish(*arguments).stdout == first.stdout


def test_status_2_for_what_is_wrong() -> None:
    result = finish("show", "frensh")
    assert result.returncode == 2
    assert result.stdout == b""
    assert re.fullmatch(rb"boston-rules: [^\n]+\n", result.stderr)


@pytest.mark.long
@POSIX
def test_a_reader_who_goes_away_is_no_failure_worth_a_word() -> None:
    with start(*ENDLESS, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(30) == 141
        assert process.stderr.read() == b""


@POSIX
def test_a_reader_of_a_short_text_who_goes_away() -> None:
    """Even what fits a buffer whole: the pipe is closed before anything is written."""
    reading, writing = os.pipe()
    os.close(reading)
    with start("show", "french", stdout=writing) as process:
        os.close(writing)
        assert process.stderr is not None
        assert process.wait(30) == 141
        assert process.stderr.read() == b""


@pytest.mark.long
@POSIX
def test_an_interrupt_ends_with_one_line_and_130() -> None:
    def deliver() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with start(*ENDLESS, stdout=subprocess.PIPE, preexec_fn=deliver) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        while process.stdout.read(65536):
            pass
        assert process.wait(30) == 130
        assert process.stderr.read() == b"boston-rules: interrupted\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_output_that_cannot_be_written_is_told() -> None:
    with open("/dev/full", "wb") as full, start("show", "french", stdout=full) as process:
        assert process.stderr is not None
        assert process.wait(30) == 1
        told = process.stderr.read()
    assert re.fullmatch(rb"boston-rules: the output cannot be written: [^\n]+\n", told)


@pytest.mark.long
@POSIX
def test_no_standard_output_at_all() -> None:
    with start("variants", preexec_fn=lambda: os.close(1)) as process:
        assert process.stderr is not None
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


@pytest.mark.long
@POSIX
def test_no_standard_input_at_all() -> None:
    """Whoever cannot be asked has left the table."""
    arguments = ("play", "--human", "0", "--seed", "1")
    closed = {"stdout": subprocess.PIPE, "preexec_fn": lambda: os.close(0)}
    with start(*arguments, **closed) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"Type help at any time" in process.stdout.read()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


@pytest.mark.long
@POSIX
def test_no_standard_error_at_all() -> None:
    """What is wrong is not told among the results."""
    closed = {"stdout": subprocess.PIPE, "preexec_fn": lambda: os.close(2)}
    with start("show", "frensh", **closed) as process:
        assert process.stdout is not None
        assert process.stdout.read() == b""
        assert process.wait(30) == 2


@pytest.mark.long
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_encoding_without_pips_gets_letters(encoding: str) -> None:
    plain = finish("settle", "french", "grande indépendance", "--declarer", "0", "--trump", "♥",
                   "--tricks", "8,2,2,1", PYTHONUTF8="0", PYTHONIOENCODING=encoding)  # fmt: skip
    assert plain.returncode == 0, plain.stderr
    text = plain.stdout.decode(encoding)
    assert "Grand Independence in H by seat 0" in text
    assert "-----" in text
    accents = finish("show", "french", PYTHONUTF8="0", PYTHONIOENCODING=encoding)
    assert accents.returncode == 0
    shown = accents.stdout.decode(encoding)
    assert ("Petite Indépendance" in shown) is (encoding == "latin-1")
    assert ("Petite Independance" in shown) is (encoding == "ascii")
    assert "Suits rank H > D > C > S." in shown
    told = finish("show", "♠", PYTHONUTF8="0", PYTHONIOENCODING=encoding)
    assert told.returncode == 2
    assert b"Traceback" not in told.stderr


@pytest.mark.parametrize("module", ["click", "rich"])
def test_without_the_extra_it_says_what_to_install(module: str) -> None:
    code = f"import sys; sys.modules[{module!r}] = None; from boston_rules.cli import main; main()"
    command = [sys.executable, "-c", code, "show", "classic"]
    result = subprocess.run(command, capture_output=True, env=environment(), check=False)
    assert result.returncode == 1
    assert result.stdout == b""
    assert re.fullmatch(
        rb"boston-rules: [^\n]* needs %s: [^\n]*boston_rules\[cli\][^\n]*\n" % module.encode(),
        result.stderr,
    )


def test_the_missing_extra_within_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "boston_rules.cli.program", raising=False)
    monkeypatch.setitem(sys.modules, "click", None)
    with pytest.raises(SystemExit, match=r"needs click: .*boston_rules\[cli\]"):
        cli.main()


def test_a_module_of_its_own_that_is_missing_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "boston_rules.cli.program", None)
    with pytest.raises(ModuleNotFoundError):
        cli.main()


def fake_program(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    class Fake:
        def main(self, **_: object) -> None:
            act()

    module = ModuleType("boston_rules.cli.program")
    module.program = Fake()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)


def test_an_interrupt_at_any_other_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> NoReturn:
        raise KeyboardInterrupt

    fake_program(monkeypatch, interrupt)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 130


def test_a_process_without_output_writes_to_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    fake_program(monkeypatch, lambda: written.append(sys.stdout.write("anything")))
    monkeypatch.setattr(sys, "stdout", None)
    cli.main()
    sys.stdout.close()
    assert written == [8]


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> int:
    """The status of a command that fails so."""
    from boston_rules.cli.program import program
    from boston_rules.cli.show import show

    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr(show, "callback", fail)
    with pytest.raises(SystemExit) as caught:
        program.main(["show", br.list_variants()[0]])
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (KeyboardInterrupt(), 130, "boston-rules: interrupted\n"),
        (BrokenPipeError(), 141, ""),
        (OSError(28, "no space"), 1, "boston-rules: the output cannot be written: no space\n"),
        (br.DealError(["one", "two"]), 2, "boston-rules: one; two\n"),
        (br.SettlementError(["one", "two"]), 2, "boston-rules: one\nboston-rules: two\n"),
        (EOFError(), 130, "\nboston-rules: interrupted\n"),
    ],
)
def test_every_failure_has_a_status_and_a_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    told: str,
) -> None:
    assert failing(monkeypatch, error) == status
    assert capsys.readouterr().err == told


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        failing(monkeypatch, ZeroDivisionError())
