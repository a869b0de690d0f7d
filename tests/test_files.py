"""Files are written whole or not at all, and nothing else is put in a device's place."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import boston_rules as br
from boston_rules import records
from boston_rules.core.files import atomic_write
from boston_rules.simulate import ResultsCorrupt, plot_report, simulate
from boston_rules.telling import draw

STATE = br.start(br.get_variant("french"))

WRITERS: dict[str, Callable[[Path], object]] = {
    "dump": lambda path: records.dump(records.record(STATE), path),
    "drawing": lambda path: draw.ladder(br.get_variant("french")).save(path),
    "csv": lambda path: simulate("french", "random", 2, deals=1, workers=1).to_csv(path),
    "parquet": lambda path: simulate("french", "random", 2, deals=1, workers=1).to_parquet(path),
    "plot": lambda path: plot_report(
        simulate("french", "random", 2, deals=1, workers=1), path.with_suffix(".svg")
    ),
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such nodes on Windows")


def fifo(path: Path) -> tuple[threading.Thread, list[bytes]]:
    """A pipe with a name and somebody who reads it."""
    os.mkfifo(path)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()), daemon=True)
    reader.start()
    return reader, got


@pytest.mark.long
@pytest.mark.parametrize("writer", WRITERS)
def test_a_pipe_is_written_to_and_stays(writer: str, tmp_path: Path) -> None:
    path = tmp_path / "pipe.svg"
    reader, got = fifo(path)
    WRITERS[writer](path)
    reader.join(30)
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert [name.name for name in tmp_path.iterdir()] == ["pipe.svg"]
    plain = tmp_path / "file.svg"
    WRITERS[writer](plain)
    assert len(got) == 1
    assert got[0][:64] == plain.read_bytes()[:64]


@pytest.mark.parametrize(
    "writer",
    [
        pytest.param(name, marks=pytest.mark.long if name in ("parquet", "plot") else ())
        for name in WRITERS
    ],
)
def test_a_link_to_a_device_stays(writer: str, tmp_path: Path) -> None:
    """A terminal stands for the device: root may make another node in its place, nobody else."""
    host, guest = os.openpty()
    try:
        device = Path(os.ttyname(guest))
        link = tmp_path / "link.svg"
        link.symlink_to(device)
        drained = threading.Thread(target=_drain, args=(host,), daemon=True)
        drained.start()
        WRITERS[writer](link)
        assert link.is_symlink()
        assert stat.S_ISCHR(device.stat().st_mode)
        assert [name.name for name in tmp_path.iterdir()] == ["link.svg"]
    finally:
        os.close(guest)
        drained.join(30)
        os.close(host)


def _drain(number: int) -> None:
    try:
        while os.read(number, 65536):
            pass
    except OSError:  # the other end is closed
        pass


def test_a_link_to_a_file_stays_and_the_file_keeps_its_permissions(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    with atomic_write(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def _fail(path: Path) -> None:
    with atomic_write(path) as file:
        file.write(b"new")
        raise KeyError


@pytest.mark.parametrize("kind", ["file", "pipe", "nothing"])
def test_after_an_exception_nothing_was_written(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "it"
    if kind == "file":
        path.write_text("old")
    elif kind == "pipe":
        os.mkfifo(path)
    with pytest.raises(KeyError):
        _fail(path)
    assert [name.name for name in tmp_path.iterdir()] == ([] if kind == "nothing" else ["it"])
    if kind == "file":
        assert path.read_text() == "old"


def test_a_folder_and_a_socket_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    with pytest.raises(IsADirectoryError), atomic_write(tmp_path):
        pass
    path = tmp_path / "s"
    monkeypatch.chdir(tmp_path)  # the whole path may be too long for a socket
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(path.name)
        with pytest.raises(OSError, match="not a regular file"), atomic_write(path):
            pass
    assert stat.S_ISSOCK(path.stat().st_mode)


@pytest.mark.parametrize("node", ["pipe", "device"])
def test_results_are_kept_in_regular_files_only(node: str, tmp_path: Path) -> None:
    path = Path(os.devnull)
    if node == "pipe":
        path = tmp_path / "pipe"
        os.mkfifo(path)
    with pytest.raises(ResultsCorrupt, match="not a regular file"):
        simulate("french", "random", 1, deals=1, workers=1, results=path)
    assert not stat.S_ISREG(path.stat().st_mode)


def test_the_standard_output_may_be_named_as_a_file(tmp_path: Path) -> None:
    """What was printed before and after stays in the file to which the output goes."""
    code = (
        "import sys, boston_rules.core.files as files\n"
        "print('before', flush=True)\n"
        "with files.atomic_write('/dev/stdout') as file: file.write(b'content\\n')\n"
        "print('after')\n"
    )
    path = tmp_path / "out"
    with path.open("wb") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert path.read_text() == "before\ncontent\nafter\n"


@pytest.mark.long
def test_tables_on_a_pipe(tmp_path: Path) -> None:
    """``tournament --table`` and ``simulate --csv``, at the command line."""
    for command in (
        ["simulate", "french", "--bots", "random", "--sessions", "2", "--deals", "1",
         "--csv"],
        ["tournament", "--bots", "random,simple", "french", "--deals", "1",
         "--table"],
    ):  # fmt: skip
        path = tmp_path / f"{command[0]}.csv"
        reader, got = fifo(path)
        subprocess.run(
            [sys.executable, "-m", "boston_rules.cli", *command, str(path), "--jobs", "1"],
            check=True,
            capture_output=True,
        )
        reader.join(30)
        assert stat.S_ISFIFO(path.stat().st_mode)
        assert b"," in got[0]
