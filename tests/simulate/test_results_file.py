"""The results file: killed, torn, damaged, taken by another, extended, mistaken for another."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.simulate.runs import SESSIONS, csv_of, short

import boston_rules as br
from boston_rules.simulate import (
    ResultsCorrupt,
    ResultsError,
    ResultsLocked,
    ResultsMismatch,
    load_results,
    simulate,
    tournament,
)
from boston_rules.simulate.store import ResultsLayout, Row, Store, open_store, read_store

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of POSIX")
LAYOUT = ResultsLayout(
    schema="test/1", table="deals", unit="session", row="deal", extent="sessions"
)
HEADER = {"schema": "test/1", "seed": 1, "bots": ["a", "b"], "columns": ["deal", "word", "chips"]}
ROWS: dict[int, list[Row]] = {
    unit: [(deal, "\N{BLACK DIAMOND SUIT}" * unit or None, 17 * unit - deal) for deal in (1, 2)]
    for unit in range(5)
}


def opened(path: Path, extent: int = 5, **how: Any) -> Store:
    return open_store(path, LAYOUT, HEADER, extent, **how)


def some(*units: int) -> list[tuple[int, list[Row]]]:
    return [(unit, ROWS[unit]) for unit in units]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with the units 0, 3 and 1 of five, in this order."""
    path = tmp_path / "results.sqlite"
    store = opened(path)
    store.append(some(0, 3))
    store.append(some(1))
    store.close()
    return path


def units(path: Path) -> list[int]:
    found = dict(read_store(path, LAYOUT).contents())
    assert found == {unit: ROWS[unit] for unit in found}
    return list(found)


def test_units_come_back_in_order(path: Path) -> None:
    store = read_store(path, LAYOUT)
    assert [unit for unit, _ in store.contents()] == [0, 1, 3]
    assert list(store.missing()) == [2, 4]
    assert (store.units, store.finished, store.header) == (5, 3, HEADER)
    assert dict(store.contents())[3] == ROWS[3]


def test_it_is_one_plain_file_that_any_tool_reads(path: Path) -> None:
    assert os.listdir(path.parent) == [path.name]
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT session, sum(chips) FROM deals GROUP BY session").fetchall()
    assert found == [(0, -3), (1, 31), (3, 99)]
    assert connection.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    connection.close()


def _killed(path: Path, log: bytes, database: bytes) -> None:
    """What a process leaves that is killed: a database, and some of the log of its last changes."""
    path.write_bytes(database)
    path.with_name(path.name + "-wal").write_bytes(log)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)


def test_torn_anywhere_in_what_was_written_last_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    store = opened(path)
    for unit in (0, 3, 1):
        store.append(some(unit))
    log, database = Path(f"{path}-wal").read_bytes(), path.read_bytes()
    store.close()
    seen: list[int] = []
    # A frame of the log is a page of 4,096 bytes and a head of 24.
    cuts = sorted({*range(0, len(log), 1031), *range(32, len(log), 4120), len(log)})
    for cut in cuts:
        _killed(path, log[:cut], database)
        store = opened(path)
        assert sorted(set(range(5)) - set(store.missing())) == sorted((0, 3, 1)[: store.finished])
        seen.append(store.finished)
        store.append(some(*store.missing()))
        store.close()
        assert units(path) == [0, 1, 2, 3, 4]
    assert sorted(set(seen)) == [0, 1, 2, 3]
    assert seen == sorted(seen), "what was committed earlier is never lost for what came later"


@given(data=st.data())
def test_a_changed_byte_is_never_taken_for_a_result(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("changed") / "results.sqlite"
    store = opened(path)
    store.append(some(0, 3, 1))
    store.close()
    content = bytearray(path.read_bytes())
    # A page holds little: most changes should not fall into what is empty.
    full = [place for place, byte in enumerate(content) if byte]
    place = data.draw(st.sampled_from(full) | st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    with contextlib.suppress(ResultsError):
        assert set(units(path)) <= {0, 1, 3}


@pytest.mark.long
@given(data=st.data())
def test_a_file_cut_short_is_told(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "results.sqlite"
    store = opened(path, 1000)
    rows: list[Row] = [(deal, "word" * 9, deal) for deal in range(12)]
    store.append((unit, rows) for unit in range(1000))
    store.close()
    content = path.read_bytes()
    path.write_bytes(content[: data.draw(st.integers(1, len(content) - 1))])
    found: list[list[Row]] = []
    with pytest.raises(ResultsCorrupt):
        found.extend(each for _, each in read_store(path, LAYOUT).contents())
    assert all(each == rows for each in found)


def _changed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE deals SET chips = 5 WHERE session = 3 AND deal = 2", "session 3 has been changed"),
        ("DELETE FROM deals WHERE session = 1", "session 1 has been changed"),
        ("INSERT INTO units VALUES (5, 0)", "session 5 is not below 5"),
        ("UPDATE run SET value = '{' WHERE name = 'seed'", "its header has been changed"),
        ("DELETE FROM run WHERE name = 'sessions'", "its header has been changed"),
        ("DROP TABLE units", "no such table"),
    ],
)
def test_damage_is_told_and_only_fresh_throws_it_away(
    path: Path, statement: str, told: str
) -> None:
    _changed(path, statement)
    with pytest.raises(ResultsCorrupt, match=f"it is damaged: .*{told}") as caught:
        units(path)
    assert caught.value.damaged
    opened(path, fresh=True).close()
    assert units(path) == []


def test_a_file_that_cannot_even_be_emptied_is_begun_anew(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    with pytest.raises(ResultsCorrupt) as caught:
        opened(path)
    assert caught.value.damaged
    opened(path, fresh=True).close()
    assert units(path) == []


def _database(path: Path) -> None:
    _changed(path, "CREATE TABLE thesis (chapter TEXT)")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.write_bytes(b"my thesis\n"), "it is not a results file"),
        (lambda path: path.write_bytes(b"\0" * 100), "it is not a results file"),
        (_database, "it is not a results file"),
    ],
    ids=["text", "nothing", "database"],
)
def test_another_file_is_left_alone_even_if_a_fresh_one_is_wanted(
    tmp_path: Path, make: Callable[[Path], object], told: str
) -> None:
    path = tmp_path / "results.sqlite"
    make(path)
    content = path.read_bytes()
    for fresh in (False, True):
        with pytest.raises(ResultsCorrupt, match=told) as caught:
            opened(path, fresh=fresh)
        assert not caught.value.damaged
    with pytest.raises(ResultsCorrupt, match=told):
        read_store(path, LAYOUT)
    assert path.read_bytes() == content
    assert os.listdir(tmp_path) == [path.name]


@POSIX
def test_what_is_no_regular_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    for place in (path, Path("/dev/null")):
        with pytest.raises(ResultsCorrupt, match="not a regular file"):
            opened(place)
        with pytest.raises(ResultsCorrupt, match="not a regular file"):
            read_store(place, LAYOUT)
    with pytest.raises(ValueError, match="no file is called"):
        opened(tmp_path / "a\0b")
    assert os.listdir(tmp_path) == ["fifo"]


def test_results_of_another_kind_are_told(path: Path) -> None:
    other = ResultsLayout(schema="test/2", table="plays", unit="unit", row="play", extent="deals")
    with pytest.raises(ResultsCorrupt, match="it has test/1, expected test/2"):
        read_store(path, other)
    with pytest.raises(ResultsCorrupt, match="it has test/1, expected test/2"):
        open_store(path, other, {**HEADER, "schema": "test/2"}, 3)
    assert units(path) == [0, 1, 3]


def test_a_file_in_which_nothing_was_written_yet(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.touch()
    with pytest.raises(ResultsCorrupt, match="it is empty"):
        read_store(path, LAYOUT)
    opened(path).close()
    assert units(path) == []


def test_one_writer_at_a_time(path: Path) -> None:
    store = opened(path)
    for fresh in (False, True):
        with pytest.raises(ResultsLocked, match="another simulation is writing to it"):
            opened(path, fresh=fresh)
    assert units(path) == [0, 1, 3], "reading needs no lock"
    store.append(some(2))
    assert units(path) == [0, 1, 2, 3]
    store.close()
    opened(path).close()
    assert units(path) == [0, 1, 2, 3]


def test_a_writer_that_lost_the_file_is_refused_and_loses_nothing(path: Path) -> None:
    store = opened(path)
    assert store._writer is not None
    store._writer.execute("COMMIT")  # the moment between two transactions
    other = opened(path)
    with pytest.raises(ResultsLocked, match="another simulation is writing to it"):
        store.append(some(2))
    store.close()
    other.append(some(2, 4))
    other.close()
    assert units(path) == [0, 1, 2, 3, 4]


_TWO_WRITERS = """
import sys, time
from boston_rules.simulate import simulate
simulate("fontainebleau", "random", 40, 3, deals=1, workers=1, results=sys.argv[1])
"""


@pytest.mark.long
def test_of_two_processes_at_once_each_is_done_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _TWO_WRITERS, str(path)], stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    told = [process.communicate(timeout=60)[1] for process in processes]
    assert 0 in [process.returncode for process in processes]
    for process, words in zip(processes, told, strict=True):
        assert process.returncode == 0 or "another simulation is writing to it" in words
    assert load_results(path).complete


@POSIX
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_does_not_hold_the_lock(path: Path) -> None:
    store = opened(path)
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
        opened(path).close()
    finally:
        for number in (told, tell, waiting, go):
            os.close(number)
        os.waitpid(child, 0)


def test_a_full_disk_leaves_whole_units(path: Path) -> None:
    store = opened(path)
    assert store._writer is not None
    ((pages,),) = store._writer.execute("PRAGMA page_count")
    store._writer.execute(f"PRAGMA max_page_count = {pages + 1}")
    large: list[Row] = [(deal, "word" * 300, 0) for deal in range(40)]
    with pytest.raises(OSError, match="No space left on device"):
        store.append([*some(2), (4, large)])
    assert store.finished == 3
    store._writer.execute(f"PRAGMA max_page_count = {pages + 1000}")
    store.append(some(2))
    store.close()
    assert units(path) == [0, 1, 2, 3]


_LIMITED = """
import resource, sys
from boston_rules.simulate import simulate
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
simulate("fontainebleau", "random", 300, 3, deals=1, workers=1, results=sys.argv[1])
"""


@pytest.mark.long
@POSIX
def test_a_disk_that_takes_no_more_is_told_and_the_run_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    command = [sys.executable, "-c", _LIMITED, str(path)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "OSError" in done.stderr.splitlines()[-1]
    assert 0 < load_results(path).finished < 300
    resumed = simulate("fontainebleau", "random", 300, 3, deals=1, workers=1, results=path)
    assert resumed.complete
    assert len(list(resumed.rows())) == 300


# Whole runs.


def test_finished_sessions_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.sqlite"
    first = list(short(results=path).rows())
    monkeypatch.setattr("boston_rules.simulate.sessions.SessionJob.play", None)
    again = short(results=path)
    assert again.complete
    assert list(again.rows()) == first


def test_a_run_is_extended_but_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
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
        ({"deals": 2}, {"variant.options.deals"}),
        ({"seed": 2}, {"seed"}),
        ({"bots": "simple"}, {"bots"}),
        ({"sessions": 1}, {"sessions"}),
    ],
)
def test_results_of_something_else_are_told_apart(
    changed: dict[str, Any], named: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "results.sqlite"
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
    first = load_results(path)
    with pytest.raises(ResultsMismatch, match="the file has") as caught:
        simulate(**{**asked, **changed})
    assert {name for name, _, _ in caught.value.differences} == named
    again = load_results(path)
    assert (again.header, list(again.rows())) == (first.header, list(first.rows()))
    simulate(**{**asked, **changed, "fresh": True})
    assert load_results(path).header != first.header


def test_other_options_are_told_by_name(tmp_path: Path) -> None:
    rules = [br.get_variant(slug) for slug in ("french", "english-boston")]
    changed = [rules[0], br.get_variant("english-boston", seats=3)]
    path = tmp_path / "results.sqlite"
    asked: dict[str, Any] = {"bots": ["simple", "random"], "deals": 1, "workers": 1}
    tournament(rules, **asked, results=path)
    with pytest.raises(ResultsMismatch) as caught:
        tournament(changed, **asked, results=path)
    assert caught.value.differences == (("variants.english-boston.options.seats", None, 3),)
    assert "seats: the file has nothing, asked for is 3" in str(caught.value)
    with pytest.raises(ResultsMismatch, match="variants: the file has french, english-boston, ask"):
        tournament(changed[1:], **asked, results=path)


def test_another_version_of_the_library_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.sqlite"
    with monkeypatch.context() as patch:
        patch.setattr("boston_rules.simulate.running.library_version", lambda: "0.0.1")
        short(2, results=path)
    assert load_results(path).complete, "but it may be read"
    with pytest.raises(ResultsMismatch, match=r"version: the file has 0\.0\.1"):
        short(2, results=path)


_RUN = """
import sys
from boston_rules.simulate import simulate

if __name__ == "__main__":
    simulate("fontainebleau", "random", 900, 3, deals=1, workers=2, results=sys.argv[1])
"""


def _finished(path: Path) -> int:
    try:
        return load_results(path).finished
    except (FileNotFoundError, ResultsError):
        return 0  # not begun


@pytest.mark.long
@POSIX
def test_killed_at_any_moment_it_is_resumed_with_identical_rows(tmp_path: Path) -> None:
    plain = simulate("fontainebleau", "random", 900, 3, deals=1, workers=1)
    path, script = tmp_path / "results.sqlite", tmp_path / "run.py"
    script.write_text(_RUN, encoding="utf-8")
    rng, kept = random.Random(7), [0]
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, str(script), str(path)], stdout=subprocess.PIPE
        ) as process:
            while process.poll() is None and _finished(path) <= kept[-1]:
                time.sleep(0.01)
            time.sleep(rng.random() * 0.02)
            process.kill()
            # The workers have the pipe too: it is at its end when they have all gone.
            process.communicate(timeout=60)
        kept.append(_finished(path))
    assert kept == sorted(kept), "nothing is lost that was kept once"
    assert kept[1] > 0
    resumed = simulate("fontainebleau", "random", 900, 3, deals=1, workers=1, results=path)
    assert csv_of(resumed, tmp_path) == csv_of(plain, tmp_path)
    assert resumed.report() == plain.report()
