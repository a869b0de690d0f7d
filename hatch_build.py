"""The build hook that compiles card play, search and strategy; it runs when it is asked for.

    $ HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 python -m build --wheel

The packages named in ``ROOMS`` are compiled by mypyc in a temporary folder, so that nothing is
left in the source tree that could be imported in place of an edited file.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "boston_rules"
ROOMS = ("core/cardplay", "solver/search", "bots/strategy")

# One shared library for all of them, so that they call each other without going through Python.
SETUP = f"""
from glob import glob

from mypyc.build import mypycify
from setuptools import setup

files = sorted(set(glob("{PACKAGE}/*/*/*.py")) - set(glob("{PACKAGE}/*/*/__init__.py")))
setup(
    name="compiled",
    packages=[],
    ext_modules=mypycify(
        ["--strict", *files],
        opt_level="3",
        debug_level="0",
        group_name="{PACKAGE}.core.cardplay.compiled",
    ),
    script_args=["build_ext", "--build-lib", "made"],
)
"""


class CompiledRooms(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to a wheel, beside their sources, and tags it for its platform."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the package is installed as it lies in its folder."""
        if version == "editable":
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
        if version != "editable":
            shutil.rmtree(self.folder)
