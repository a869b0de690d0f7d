"""The build hook: it makes the catalogues of messages, and compiles rooms where it is asked to.

    $ HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 python -m build --wheel

compiles the packages named in ``ROOMS`` by mypyc in a temporary folder, so that nothing is left in
the source tree that could be imported in place of an edited file.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "boston_rules"
COMPILED = os.environ.get("HATCH_BUILD_HOOK_ENABLE_CUSTOM", "").casefold() in ("1", "true")
ROOMS = ("core/cardplay", "solver/search", "bots/strategy")

# One shared library for all of them, so that they call each other without going through Python.
SETUP = f"""
import sys
from glob import glob

from mypyc.build import mypycify
from setuptools import setup

files = sorted(set(glob("{PACKAGE}/*/*/*.py")) - set(glob("{PACKAGE}/*/*/__init__.py")))
modules = mypycify(
    ["--strict", *files],
    opt_level="3",
    debug_level="0",
    group_name="{PACKAGE}.core.cardplay.compiled",
)
if sys.platform == "linux":
    # Nobody puts functions of his own in the place of these, so that they can be inlined.
    for module in modules:
        module.extra_compile_args.append("-fno-semantic-interposition")
setup(
    name="compiled",
    packages=[],
    ext_modules=modules,
    script_args=["build_ext", "--build-lib", "made"],
)
"""


def make_catalogues(package: Path) -> None:
    """Make the file that gettext reads beside each catalogue that translators write.

    What pages in a browser say by themselves is made into one file of JSON as well.
    """
    pages: dict[str, dict[str, str]] = {}
    for source in sorted(package.glob("telling/locale/*/LC_MESSAGES/*.po")):
        with source.open("rb") as text:
            catalogue = read_po(text)
        with source.with_suffix(".mo").open("wb") as made:
            write_mo(made, catalogue)
        pages[source.parts[-3]] = {
            str(each.id): str(each.string)
            for each in catalogue
            if each.context == "page" and each.string
        }
    words = package / "telling" / "locale" / "pages.json"
    words.write_text(json.dumps(pages, ensure_ascii=False), encoding="utf-8")


class CataloguesAndRooms(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the catalogues, and adds compiled modules beside their sources, tagging the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the compilation needs; the catalogues need what every build has."""
        return ["mypy>=2.4,<3", "setuptools>=77"] if COMPILED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the catalogues; compile, unless the package is installed as it lies there."""
        make_catalogues(Path(self.root, "src", PACKAGE))
        self.compiles = COMPILED and version != "editable"
        if not self.compiles:
            return
        self.folder = Path(tempfile.mkdtemp(prefix="boston-rules-"))
        for room in ROOMS:
            copy = self.folder / PACKAGE / room
            shutil.copytree(Path(self.root, "src", PACKAGE, room), copy)
            (copy.parent / "__init__.py").touch()
        (self.folder / PACKAGE / "__init__.py").touch()
        done = subprocess.run(
            [sys.executable, "-c", SETUP], cwd=self.folder, capture_output=True, text=True
        )
        if done.returncode:
            shutil.rmtree(self.folder)
            raise RuntimeError(
                f"{', '.join(ROOMS)} cannot be compiled:\n{done.stdout}{done.stderr}"
            )
        made = self.folder / "made"
        for path in made.rglob("*"):
            if path.is_file():
                build_data["force_include"][str(path)] = path.relative_to(made).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Nothing of the compilation stays."""
        if self.compiles:
            shutil.rmtree(self.folder)
