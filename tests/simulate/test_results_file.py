"""The results file: killed, torn, damaged, taken by another, extended, mistaken for another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.simulate.runs import SESSIONS, csv_of, short

from boston_rules.simulate import (
    ResultsCorrupt,
    ResultsLocked,
    ResultsMismatch,
    load_results,
    simulate,
)
from boston_rules.simulate.journal import FileStore, ResultsLayout, open_journal, read_journal
from boston_rules.simulate.lines import format_line, parse_line, verified

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of POSIX")
LAYOUT = ResultsLayout(schema="test/1", unit="session", extent="sessions")
HEADER = {"schema": "test/1", "seed": 1, "bots": ["a", "b"]}


def opened_store(
    path: Path, extent: int = 5, notices: list[str] | None = None, **how: Any
) -> FileStore:
    heard = [] if notices is None else notices
    return open_journal(path, LAYOUT, HEADER, extent, notice=heard.append, **how)


def line(unit: int) -> tuple[int, bytes]:
    return unit, LAYOUT.line(unit, [[unit, None, True, [-unit, unit]]])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with the units 0, 3 and 1 of five, in this order."""
    path = tmp_path / "results.jsonl"
    store = opened_store(path)
    store.append([line(0), line(3)])
    store.append([line(1)])
    store.close()
    return path


def units(path: Path) -> list[int]:
    return [unit for unit, _ in read_journal(path, LAYOUT).contents()]


def test_units_come_back_in_order(path: Path) -> None:
    store = read_journal(path, LAYOUT)
    assert [unit for unit, _ in store.contents()] == [0, 1, 3]
    assert list(store.missing()) == [2, 4]
    assert (store.units, store.finished, store.header) == (5, 3, HEADER)
    assert dict(store.contents())[3] == [[3, None, True, [-3, 3]]]


def test_torn_at_every_byte_it_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boston_rules.simulate.journal.os.fsync", lambda _: None)  # a slow disk
    content = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(content) if byte == ord("\n")]
    order = [0, 3, 1]
    for cut in range(len(content) + 1):
        path.write_bytes(content[:cut])
        whole = [end for end in ends if end <= cut]
        left = order[: max(0, len(whole) - 1)]
        notices: list[str] = []
        store = opened_store(path, notices=notices)
        assert sorted(set(range(5)) - set(store.missing())) == sorted(left)
        store.append([line(unit) for unit in store.missing()])
        store.close()
        assert units(path) == [0, 1, 2, 3, 4]
        assert path.read_bytes().startswith(content[: whole[-1]] if whole else content[: ends[0]])
        torn = cut not in (0, *ends)
        assert bool(notices) is torn, cut
        if torn and whole:
            assert f"the last {cut - whole[-1]} bytes were not written whole" in notices[0]


def test_what_is_not_bytes_of_a_line_at_the_end_is_cut_off(path: Path) -> None:
    content = path.read_bytes()
    for tail in (b"\0" * 4096, b"\n", b"{}\n{}\n", content[: content.index(b"\n")]):
        path.write_bytes(content + tail)
        assert units(path) == [0, 1, 3], "reading needs no repair"
        assert path.read_bytes() == content + tail, "and does none"
        opened_store(path).close()
        assert path.read_bytes() == content


@given(data=st.data())
def test_a_changed_byte_is_never_taken_for_a_result(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("changed") / "results.jsonl"
    store = opened_store(path)
    store.append([line(0), line(3), line(1)])
    store.close()
    content = bytearray(path.read_bytes())
    last = content.rindex(b"\n", 0, -1) + 1
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    if place >= last - 1:  # the last line, or the end of the one before
        assert set(units(path)) <= {0, 3}
    else:
        with pytest.raises(ResultsCorrupt):
            read_journal(path, LAYOUT)


def test_damage_before_the_end_is_told_and_only_fresh_throws_it_away(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content.replace(b'{"session":3', b'{"session":4'))
    with pytest.raises(
        ResultsCorrupt, match=r"line 3: it is damaged, but lines after it"
    ) as caught:
        opened_store(path)
    assert caught.value.line == 3
    opened_store(path, fresh=True).close()
    assert units(path) == []


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (line(3)[1], "line 5: session 3 is there twice"),
        (line(5)[1], "line 5: session 5 is not below 5"),
        (format_line({"sessions": 5}), "line 5: it holds nothing of a results file"),
        (format_line({"other": 1}), "line 5: it holds nothing of a results file"),
    ],
)
def test_nothing_is_counted_twice_nor_taken_from_elsewhere(
    path: Path, more: bytes, told: str
) -> None:
    path.write_bytes(path.read_bytes() + more)
    with pytest.raises(ResultsCorrupt, match=told):
        opened_store(path)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"my thesis\n", "it is not a results file"),
        (b"\0" * 100, "it is not a results file"),
        (format_line({"schema": "test/2", "sessions": 4}), "it has test/2, expected test/1"),
        (format_line({"schema": "test/1"}), "the header has no sessions"),
    ],
)
def test_another_file_is_left_alone_even_if_a_fresh_one_is_wanted(
    tmp_path: Path, content: bytes, told: str
) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(content)
    for fresh in (False, True):
        with pytest.raises(ResultsCorrupt, match=told):
            opened_store(path, fresh=fresh)
    assert path.read_bytes() == content


def test_a_file_without_a_header_yet_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(b'{"schema":"te')
    with pytest.raises(ResultsCorrupt, match="no header yet"):
        read_journal(path, LAYOUT)


def test_a_damaged_header_before_results_is_told(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"seed":1', b'"seed":2', 1))
    with pytest.raises(ResultsCorrupt, match="line 1: the header is damaged"):
        opened_store(path)


def test_one_writer_at_a_time(path: Path) -> None:
    store = opened_store(path)
    with pytest.raises(ResultsLocked, match="another simulation is writing to it"):
        opened_store(path)
    with pytest.raises(ResultsLocked):
        opened_store(path, fresh=True)
    assert units(path) == [0, 1, 3], "reading needs no lock"
    store.append([line(2)])
    store.close()
    opened_store(path).close()
    assert units(path) == [0, 1, 2, 3]


@POSIX
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_does_not_hold_the_lock(path: Path) -> None:
    store = opened_store(path)
    (told, tell), (waiting, go) = os.pipe(), os.pipe()
    child = os.fork()
    if not child:  # pragma: no cover - another process
        os.write(tell, b".")
        os.close(go)
        os.read(waiting, 1)
        os._exit(0)
    try:
        os.read(told, 1)
        store.close()
        opened_store(path).close()
    finally:
        for number in (told, tell, waiting, go):
            os.close(number)
        os.waitpid(child, 0)


def test_a_full_disk_leaves_whole_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = path.read_bytes()
    store = opened_store(path)
    write, calls = os.write, []

    def full(number: int, data: bytes) -> int:
        calls.append(len(data))
        if len(calls) == 1:
            return write(number, bytes(data)[:11])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space left"):
            store.append([line(2)])
    assert len(calls) == 2
    assert path.read_bytes() == content
    store.append([line(4)])
    store.close()
    assert units(path) == [0, 1, 3, 4]


def test_a_file_changed_behind_ones_back_is_noticed(path: Path) -> None:
    store = read_journal(path, LAYOUT)
    path.write_bytes(path.read_bytes().replace(b'{"session":3', b'{"session":4'))
    with pytest.raises(ResultsCorrupt, match="changed since"):
        list(store.contents())


def test_lines_prove_themselves() -> None:
    made = format_line({"text": 'a "quoted", part: ♦'})
    assert verified(made)
    assert parse_line(made) == {"text": 'a "quoted", part: ♦'}
    assert not verified(b"")
    assert parse_line(made[:-1]) is None


# Whole runs.


def test_finished_sessions_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    short(results=path)
    content = path.read_bytes()
    monkeypatch.setattr("boston_rules.simulate.sessions.SessionJob.rows", None)
    again = short(results=path)
    assert again.complete
    assert path.read_bytes() == content


def test_a_torn_run_is_completed_with_the_same_rows(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "results.jsonl"
    expected = csv_of(short(results=path), tmp_path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert csv_of(short(results=path), tmp_path) == expected
    assert "were not written whole" in caplog.text
    assert path.read_bytes() == content, "one worker plays in order"


def test_a_run_is_extended_but_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    short(3, results=path)
    assert load_results(path).sessions == 3
    assert csv_of(short(SESSIONS, results=path), tmp_path) == csv_of(short(SESSIONS), tmp_path)
    assert load_results(path).complete
    assert load_results(path).header["sessions"] == SESSIONS
    with pytest.raises(ResultsMismatch, match=r"sessions: the file has 6, asked for is 5"):
        short(5, results=path)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"variant": "french"}, {"variant", "contracts"}),
        ({"deals": 2}, {"variant"}),
        ({"seed": 2}, {"seed"}),
        ({"bots": "simple"}, {"bots"}),
        ({"sessions": 1}, {"sessions"}),
    ],
)
def test_results_of_something_else_are_told_apart(
    changed: dict[str, Any], named: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    asked: dict[str, Any] = {
        "variant": "classic",
        "bots": "random",
        "sessions": 2,
        "seed": 1,
        "deals": 1,
        "results": path,
        "workers": 1,
    }
    simulate(**asked)
    content = path.read_bytes()
    with pytest.raises(ResultsMismatch, match="the file has") as caught:
        simulate(**{**asked, **changed})
    assert {name for name, _, _ in caught.value.differences} == named
    assert path.read_bytes() == content
    simulate(**{**asked, **changed, "fresh": True})
    assert path.read_bytes() != content


def test_another_version_of_the_library_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr("boston_rules.simulate.running.library_version", lambda: "0.0.1")
        short(2, results=path)
    assert load_results(path).complete, "but it may be read"
    with pytest.raises(ResultsMismatch, match=r"version: the file has 0\.0\.1"):
        short(2, results=path)


_KILLED = """
import os, signal, sys
from boston_rules.simulate import simulate

chunks = 0
write = os.write

def last_write(number, data):
    global chunks
    chunks += bytes(data).startswith(b'{"session"')
    if chunks > 3:
        write(number, bytes(data)[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return write(number, data)

if __name__ == "__main__":
    os.write = last_write
    simulate("fontainebleau", "random", 20, 3, deals=1, workers=2, results=sys.argv[1])
"""


@POSIX
def test_killed_in_the_middle_of_a_write_it_is_resumed_with_identical_rows(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, script = tmp_path / "results.jsonl", tmp_path / "run.py"
    script.write_text(_KILLED, encoding="utf-8")
    command = [sys.executable, str(script), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        # The workers have the pipe too: it is at its end when they have all gone.
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert 3 <= load_results(path).finished < 20
    resumed = simulate("fontainebleau", "random", 20, 3, deals=1, workers=1, results=path)
    assert "were not written whole" in caplog.text
    plain = simulate("fontainebleau", "random", 20, 3, deals=1, workers=1)
    assert csv_of(resumed, tmp_path) == csv_of(plain, tmp_path)
    assert resumed.report() == plain.report()
