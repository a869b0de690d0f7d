"""Check what the distributions in a folder hold: ``check_dists.py [--compiled] dist``."""

import re
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STEM = f"boston_rules-{PROJECT['version']}"

# What a source distribution holds, and what the build itself always adds.
FOLDERS = {"src", "tests", "docs", "examples", "benchmarks", "conformance", "deploy", "paper"}
PAGES = {
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "RELEASING.md",
    "SECURITY.md",
    "codemeta.json",
}
SHIPPED = FOLDERS | PAGES | {"conftest.py", "hatch_build.py"}
ADDED = {"pyproject.toml", "PKG-INFO", ".gitignore"}
RUNTIME = {"attrs", "typing-extensions"}
# The packages that can be compiled; the first holds the shared library.
COMPILED = (
    "boston_rules/core/cardplay/",
    "boston_rules/solver/search/",
    "boston_rules/bots/strategy/",
)


def check_wheel(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        held = {name: wheel.read(name) for name in names}
        metadata = message_from_bytes(wheel.read(f"{STEM}.dist-info/METADATA"))
    allowed = ("boston_rules/", f"{STEM}.dist-info/")
    # Every file of the package is in it, and unchanged: what the tests of the checkout have shown
    # holds for the wheel as well.
    package = {
        file.relative_to(ROOT / "src").as_posix(): file.read_bytes()
        for file in (ROOT / "src" / "boston_rules").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    required = (*package, f"{STEM}.dist-info/licenses/LICENSE")
    problems = [f"the wheel holds {name}" for name in names if not name.startswith(allowed)]
    problems += [f"the wheel lacks {name}" for name in required if name not in names]
    problems += [
        f"the wheel holds another {name}"
        for name, content in package.items()
        if name in held and held[name] != content
    ]
    needed = {
        re.split(r"[^\w.-]", requirement)[0].replace("_", "-")
        for requirement in metadata.get_all("Requires-Dist", [])
        if "extra ==" not in requirement
    }
    if needed != RUNTIME:
        problems.append(f"the wheel needs {sorted(needed)}, expected {sorted(RUNTIME)}")
    return problems


def check_compiled(path: Path) -> list[str]:
    """Each module of the compiled packages lies there twice, no other does, and the tag says so."""
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
        tag = message_from_bytes(wheel.read(f"{STEM}.dist-info/WHEEL"))["Tag"]
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    modules = {
        name.removesuffix(".py")
        for name in names
        if name.startswith(COMPILED) and name.endswith(".py") and not name.endswith("__init__.py")
    }
    expected = {name + suffix for name in modules | {f"{COMPILED[0]}compiled__mypyc"}}
    compiled = {name for name in names if name.endswith((".so", ".pyd"))}
    problems = [f"the wheel holds {name}" for name in sorted(compiled - expected)]
    problems += [f"the wheel lacks {name}" for name in sorted(expected - compiled)]
    if not modules or tag is None or tag.endswith("-none-any"):
        problems.append(f"the wheel is tagged {tag}")
    return problems


def check_sdist(path: Path) -> list[str]:
    with tarfile.open(path) as sdist:
        names = [member.name.removeprefix(f"{STEM}/") for member in sdist.getmembers()]
    tops = {name.split("/")[0] for name in names}
    problems = [f"the source distribution holds {name}" for name in tops - SHIPPED - ADDED]
    problems += [
        f"the source distribution lacks {name}"
        for name in SHIPPED - tops
        if (ROOT / name).is_file() or ((ROOT / name).is_dir() and any((ROOT / name).iterdir()))
    ]
    return problems


def main(folder: Path, *, compiled: bool) -> None:
    found = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    if compiled:
        if len(found) != 1 or not found[0].startswith(f"{STEM}-cp"):
            sys.exit(f"{folder} holds {found}, expected one compiled wheel")
        problems = check_wheel(folder / found[0]) + check_compiled(folder / found[0])
        done = "the compiled wheel holds what it should"
    else:
        expected = [f"{STEM}-py3-none-any.whl", f"{STEM}.tar.gz"]
        if found != expected:
            sys.exit(f"{folder} holds {found}, expected {expected}")
        problems = check_wheel(folder / expected[0]) + check_sdist(folder / expected[1])
        done = "the distributions hold what they should"
    if f"\nversion: {PROJECT['version']}\n" not in (ROOT / "CITATION.cff").read_text("utf-8"):
        problems.append("CITATION.cff states another version")
    if problems:
        sys.exit("\n".join(problems))
    print(done)


if __name__ == "__main__":
    main(Path(sys.argv[-1]), compiled="--compiled" in sys.argv[1:-1])
