"""What the bundle is made from is pinned, and nothing in it is asked of another host."""

from __future__ import annotations

import builtins
import json
import marshal
import os
import pkgutil
import re
import runpy
import shutil
from pathlib import Path
from types import CodeType

import precompiled
import pytest
from docs._ext import browser

SOURCE = browser.SOURCE
EXAMPLES = sorted((SOURCE / "examples").glob("*.py"))


def test_packages_are_pinned_with_hashes_and_without_a_host() -> None:
    lock = json.loads((SOURCE / "package-lock.json").read_text(encoding="utf-8"))
    (wanted,) = json.loads((SOURCE / "package.json").read_text("utf-8"))["dependencies"].items()
    assert re.fullmatch(r"[0-9.]+", wanted[1])
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert packages[f"node_modules/{wanted[0]}"]["version"] == wanted[1]
    for each in packages.values():
        assert each["integrity"].startswith("sha512-")
        assert "resolved" not in each
    needed = (SOURCE / "requirements.txt").read_text(encoding="utf-8")
    assert len(re.findall(r"^[a-z-]+==[0-9.]+ \\$", needed, re.M)) == needed.count("--hash=sha256:")


def test_the_page_names_no_other_host() -> None:
    for path in browser.CLIENT.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, path.name


def test_without_npm_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "fresh_bundle", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(browser.BundleError, match="npm is not installed here"):
        browser.bundle()


def test_a_bundle_is_fresh_as_long_as_its_sources_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(browser, "BUNDLES", tmp_path)
    assert browser.fresh_bundle() is None
    made = tmp_path / browser._digest()
    made.mkdir()
    (made / "bundle.json").write_text("{}", encoding="utf-8")
    assert browser.fresh_bundle() == made
    monkeypatch.setattr(browser, "_inputs", lambda: iter([Path(browser.__file__)]))
    assert browser.fresh_bundle() is None


def test_what_is_in_the_bundle_is_what_the_page_needs(bundle_folder: Path) -> None:
    manifest = json.loads((bundle_folder / "bundle.json").read_text(encoding="utf-8"))
    there = {path.name: path.stat().st_size for path in bundle_folder.iterdir()}
    assert manifest["files"] == {
        name: size for name, size in there.items() if name != "bundle.json"
    }
    assert sum(there.values()) < 17_000_000
    assert json.loads((bundle_folder / "pyodide-lock.json").read_text("utf-8"))["packages"] == {}
    own = {name for name, _, _ in browser.OWN}
    for path in browser.CLIENT.iterdir():
        if path.suffix != ".ts" and path.name not in own:
            assert (bundle_folder / path.name).read_bytes() == path.read_bytes()
    for name, standing, put in browser.OWN:
        text = (browser.CLIENT / name).read_text(encoding="utf-8")
        changed = text.replace(standing, put.format(bundle_folder.name))
        assert (bundle_folder / name).read_text(encoding="utf-8") == changed != text


def test_the_client_is_small() -> None:
    """Without Python; what is loaded of it, as it is written."""
    sizes = {path.name: path.stat().st_size for path in browser.CLIENT.iterdir()}
    print(*sorted(sizes.items()), sum(sizes.values()))
    assert sum(sizes.values()) < 300_000


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_prints(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert re.match(r"# \w.*\n", path.read_text(encoding="utf-8"))
    runpy.run_path(os.fspath(path))
    assert capsys.readouterr().out


def test_code_that_classes_generate_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the table is taken from it, everything else is compiled as ever."""
    table: dict[tuple[str, str, str], CodeType] = {}
    real = builtins.compile
    with precompiled.recorded(table):
        compile("x = 1", "<generated>", "exec")
        compile("y = 1", "<generated>", "exec", dont_inherit=True)
    assert list(table) == [("x = 1", "<generated>", "exec")]
    other = compile("x = 2", "<other>", "exec")
    told = marshal.dumps({("x = 1", "<generated>", "exec"): other})
    monkeypatch.setattr(pkgutil, "get_data", lambda package, name: told)
    found: dict[str, int] = {}
    with precompiled.kept():
        exec(compile("x = 1", "<generated>", "exec"), found)
        exec(compile("y = 3", "<generated>", "exec"), found)
    assert (found["x"], found["y"]) == (2, 3)
    assert builtins.compile is real
