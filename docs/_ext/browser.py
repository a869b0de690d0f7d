"""Makes what the page "Play in the browser" loads: ``python -m docs._ext.browser [ZIP]``.

Pyodide comes from its npm package, as ``package-lock.json`` pins it; the library is built as a
pure wheel, and the wheels that it needs are pinned in ``requirements.txt``. Everything in Python is
compiled to bytecode by the Python that will run it. The bundle is kept in ``docs/browser/bundle``
and made again only when what it is made from has changed. ZIP is a file to be made of it that any
web server can host, unpacked.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

__all__ = ["BUNDLES", "CLIENT", "OWN", "SOURCE", "BundleError", "bundle", "fresh_bundle", "main"]

_ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = _ROOT / "docs" / "browser"
CLIENT: Final = _ROOT / "src" / "boston_rules" / "web" / "client"
"""The client, which is served as it is written."""
BUNDLES: Final = SOURCE / "bundle"
"""Where the bundle is kept, in a folder that is called by its digest."""
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_UNSERVED: Final = (".ts",)
"""What of the client no browser asks for."""
OWN: Final = (
    ("index.html", 'data-engine="host"', 'data-engine="page"'),
    ("evening.html", 'data-engine="host"', 'data-engine="page"'),
    ("sw.mjs", 'VERSION = "none"', 'VERSION = "{}"'),
    ("worker.mjs", 'VERSION = "none"', 'VERSION = "{}"'),
)
"""What the page has of its own: a file, what stands in it, and what is put in its place."""
_MANIFEST: Final = "bundle.json"
_SECONDS: Final = 600


class BundleError(Exception):
    """The bundle cannot be made here."""


def bundle() -> Path:
    """The folder of the bundle, made if there is none of what the sources are now.

    Raises:
        BundleError: npm is missing, or something could not be fetched or built.
    """
    found = fresh_bundle()
    return _make() if found is None else found


def fresh_bundle() -> Path | None:
    """The folder of the bundle that was made from the sources as they are now, if there is one."""
    folder = BUNDLES / _digest()
    return folder if (folder / _MANIFEST).exists() else None


def _digest() -> str:
    """What the bundle is made from, in a few letters."""
    made = sha256()
    for path in sorted(_inputs()):
        made.update(f"{path.relative_to(_ROOT).as_posix()}\n".encode())
        made.update(sha256(path.read_bytes()).digest())
    return made.hexdigest()[:12]


def _inputs() -> Iterator[Path]:
    yield from (_ROOT / "src" / "boston_rules").rglob("*.py")
    yield from (_ROOT / "src" / "boston_rules").rglob("*.po")
    yield _ROOT / "pyproject.toml"
    yield from (path for path in SOURCE.glob("*") if path.is_file())
    yield from CLIENT.iterdir()


def _make() -> Path:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise BundleError("npm is not installed here")
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(SOURCE / name, work)
        _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], work)
        pyodide, given, made = work / "node_modules" / "pyodide", work / "given", work / "made"
        made.mkdir()
        _gather(given, pyodide)
        _run([node, str(SOURCE / "compile.mjs"), *map(str, (pyodide, given, made))], work)
        for name in _PYODIDE:
            shutil.copy(pyodide / name, made / name)
        _copy_client(made, _digest())
        _unpack_messages(next(given.glob("boston_rules-*.whl")), made)
        _write_manifests(pyodide, made)
        shutil.rmtree(BUNDLES, ignore_errors=True)
        folder = BUNDLES / _digest()
        shutil.copytree(made, folder)
    return folder


def _gather(given: Path, pyodide: Path) -> None:
    """Bring together what is compiled: the standard library and the wheels."""
    given.mkdir()
    shutil.copy(pyodide / "python_stdlib.zip", given)
    shutil.copy(SOURCE / "precompiled.py", given)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    _run([*pip, "wheel", "--no-deps", "-w", str(given), str(_ROOT)], given)
    pinned = ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
    needed = ["-r", str(SOURCE / "requirements.txt")]
    _run([*pip, "download", *pinned, "-d", str(given), *needed], given)
    if impure := [path.name for path in given.glob("*.whl") if "-none-any" not in path.name]:
        raise BundleError(f"{impure[0]} is no pure wheel")


def _copy_client(made: Path, version: str) -> None:
    """The client as it is, but that its engine is in the page, and its files are of a version."""
    for path in CLIENT.iterdir():
        if path.suffix not in _UNSERVED:
            shutil.copy(path, made)
    for name, standing, put in OWN:
        file = made / name
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(standing, put.format(version)), encoding="utf-8")


def _unpack_messages(wheel: Path, made: Path) -> None:
    """What the page says before Python is there, in all languages."""
    with zipfile.ZipFile(wheel) as opened:
        messages = opened.read("boston_rules/telling/locale/pages.json")
    (made / "pages.json").write_bytes(messages)


def _run(command: Sequence[str], folder: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("HATCH_BUILD_HOOK")
    }
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BundleError(f"{Path(command[0]).name} did not run to its end: {error}") from error
    if done.returncode:
        told = (done.stderr or done.stdout).strip().splitlines()
        raise BundleError(f"{' '.join(Path(part).name for part in command[:4])}: {told[-3:]}")


def _write_manifests(pyodide: Path, made: Path) -> None:
    """Say which files there are and how long they are, and to Pyodide that there are no others."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    own = {"info": lock["info"], "packages": {}}
    (made / "pyodide-lock.json").write_text(json.dumps(own), encoding="utf-8")
    manifest = {
        "pyodide": json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"],
        "python": lock["info"]["python"],
        "files": {path.name: path.stat().st_size for path in sorted(made.iterdir())},
    }
    (made / _MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Make the bundle and say what is in it; 1 where it cannot be made."""
    try:
        folder = bundle()
    except BundleError as error:
        print(f"no bundle: {error}", file=sys.stderr)
        return 1
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    for name, size in sizes.items():
        print(f"{size:>10,}  {name}")
    print(f"{sum(sizes.values()):>10,}  bytes in {folder.relative_to(_ROOT)}")
    for name in sys.argv[1:]:
        print(shutil.make_archive(name.removesuffix(".zip"), "zip", folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
