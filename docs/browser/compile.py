"""Packs Python files as bytecode into zip archives; runs in Pyodide, whose bytecode it must be.

A browser that compiled the library at every visit would take three times as long. Of the standard
library only what the page loads is compiled, since bytecode is larger than its source.
"""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)
UNCHECKED = 1
"""The flag of bytecode that is not compared with its source."""

Entry = tuple[str, bytes]


def files_in(archive: Path, wanted: Callable[[str], bool] = lambda name: True) -> Iterator[Entry]:
    """The files of a zip archive, such as a wheel."""
    with zipfile.ZipFile(archive) as opened:
        for name in opened.namelist():
            if not name.endswith("/") and wanted(name):
                yield name, opened.read(name)


def compiled(
    entries: Iterable[Entry], wanted: Callable[[str], bool] = lambda name: True
) -> Iterator[Entry]:
    """Python files as bytecode, all others as they are."""
    for name, content in entries:
        if not name.endswith(".py") or not wanted(name):
            yield name, content
            continue
        code = compile(content, name, "exec", dont_inherit=True)
        flags = UNCHECKED.to_bytes(4, "little")
        digest = importlib.util.source_hash(content)
        yield f"{name}c", importlib.util.MAGIC_NUMBER + flags + digest + marshal.dumps(code)


def pack(archive: Path, entries: Iterable[Entry]) -> None:
    """Write an archive, the same for the same entries."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as opened:
        for name, content in sorted(entries):
            opened.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)


def unneeded(name: str) -> bool:
    """Rooms of the library that need packages which are not in the bundle, and the client."""
    hosting = ("client", "line.py", "metrics.py", "room.py", "server.py", "store.py")
    rooms = ("cli", "envs", "conformance", "testing", *(f"web/{each}" for each in hosting))
    return name.startswith(tuple(f"boston_rules/{room}" for room in rooms))


def loaded_from(archive: str) -> frozenset[str]:
    """The files of an archive that have been imported by now."""
    origins = (getattr(module.__spec__, "origin", None) for module in [*sys.modules.values()])
    found = (origin.partition(f"/{archive}/")[2] for origin in origins if origin)
    return frozenset(filter(None, found))


def main(given: Path, made: Path) -> None:
    """Pack the standard library and the wheels and modules in ``given`` into ``made``."""
    entries: list[Entry] = []
    for wheel in given.glob("*.whl"):
        entries += files_in(wheel, lambda name: not unneeded(name))
    entries.append(("precompiled.py", (given / "precompiled.py").read_bytes()))
    library = made / "boston_rules.zip"
    pack(library, compiled(entries))
    sys.path.insert(0, str(library))
    precompiled = importlib.import_module("precompiled")
    table: dict[object, object] = {}
    with precompiled.recorded(table):
        importlib.import_module("boston_rules.web.page")
    assert len(table) > 100, "the classes of the library generate no code"
    table_file = (precompiled.FILE, marshal.dumps(table))
    pack(library, [*compiled(entries), table_file])
    used = loaded_from("python{}{}.zip".format(*sys.version_info))
    assert len(used) > 50, "the standard library lies elsewhere"
    standard = files_in(given / "python_stdlib.zip")
    pack(made / "python_stdlib.zip", compiled(standard, used.__contains__))
