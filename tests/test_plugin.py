"""A distribution that brings a variant is found by its entry point; a broken one harms nobody."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import boston_rules as br

PLUGIN: Final = Path(__file__).resolve().parents[1] / "examples" / "plugin"
PROJECT: Final[dict[str, Any]] = tomllib.loads(
    (PLUGIN / "pyproject.toml").read_text(encoding="utf-8")
)["project"]
GROUP: Final = "boston_rules.variants"


def dist_info(site: Path, name: str, version: str, points: dict[str, str]) -> None:
    """What an installer leaves for a distribution: its name and its entry points."""
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    lines = [f"[{GROUP}]", *(f"{point} = {value}" for point, value in points.items()), ""]
    (folder / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The example installed into a folder, by hand and by what its pyproject.toml says."""
    found = tmp_path / "site"
    package = "boston_rules_example"
    shutil.copytree(
        PLUGIN / "src" / package, found / package, ignore=shutil.ignore_patterns("__pycache__")
    )
    dist_info(found, PROJECT["name"], PROJECT["version"], PROJECT["entry-points"][GROUP])
    return found


def python(code: str, site: Path | None, *flags: str) -> tuple[str, str]:
    """Run code in a new process that sees the folder; what it printed, and its complaints."""
    library = Path(br.__file__).parents[1]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, filter(None, (site, library))))}
    done = subprocess.run(
        [sys.executable, "-X", "utf8", *flags, "-c", f"import boston_rules as br\n{code}"],
        env=env,
        cwd=Path(sys.executable).parent,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_found_by_its_entry_point(site: Path) -> None:
    """It comes after the library's own, is loaded only when asked for, and warns of nothing."""
    code = """
import sys
print("boston_rules_example" in sys.modules)
print(*br.list_variants())
variant = br.get_variant("parlour", deals=3, starting_chips=100)
print(variant, variant.title)
"""
    printed, complaints = python(code, site, "-W", "error")
    own = [cls.slug for cls in br.variants.ALL]
    assert printed.splitlines() == [
        "False",
        " ".join([*own, "parlour"]),
        "ParlourBoston(deals=3, starting_chips=100) Parlour Boston",
    ]
    assert complaints == ""


def test_get_variant_alone_finds_it(site: Path) -> None:
    printed, _ = python('print(br.get_variant("parlour").session.deals)', site, "-W", "error")
    assert printed == "8\n"


def test_unknown_slugs_name_it_too(site: Path) -> None:
    code = """
try:
    br.get_variant("parlor")
except br.VariantError as error:
    print(error)
"""
    printed, _ = python(code, site)
    assert "near: parlour" in printed


def test_not_there_when_not_installed() -> None:
    printed, _ = python('print("parlour" in br.list_variants())', None)
    assert printed == "False\n"


def test_a_deal_of_it(site: Path) -> None:
    """Seat 0 has all spades: thirteen tricks for six, 4 + 7 over from each, and the pool of 4."""
    code = """
hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
state = br.start(br.get_variant("parlour"), 3, hands=hands)
for token in ("bid 6 S", "pass", "pass", "pass"):
    state = br.apply(state, br.parse_action(token))
while state.actor is not None:
    state = br.apply(state, br.legal_actions(state)[0])
print(state.settlement.deltas, state.table.variant.slug)
"""
    printed, _ = python(code, site, "-W", "error")
    assert printed == "(37, -11, -11, -11) parlour\n"


@pytest.mark.long
def test_it_keeps_the_laws(site: Path) -> None:
    code = """
from boston_rules.testing import check_variant
print(check_variant(br.get_variant("parlour"), examples=2).walks)
"""
    printed, _ = python(code, site, "-W", "error")
    assert printed == "2\n"


def test_its_states_pickle_into_another_process(site: Path) -> None:
    code = """
import pickle, sys
state = br.start(br.get_variant("parlour"), 1)
print(pickle.dumps(state).hex())
"""
    printed, _ = python(code, site)
    code = f"""
import pickle
state = pickle.loads(bytes.fromhex("{printed.strip()}"))
print(state == br.start(br.get_variant("parlour"), 1), state.table.variant.fingerprint())
print(br.get_variant("parlour").fingerprint())
"""
    same, _ = python(code, site)
    first, second = same.splitlines()
    assert first.split() == ["True", second]


@pytest.mark.long
@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no_such_module:Variant", "No module named"),
        ("boston_rules_example:NoSuchName", "NoSuchName"),
        ("boston_rules_example:PARLOUR", "is not a subclass of Variant"),
        ("boston_rules:Variant", "has no slug"),
        ("pathlib:Path", "is not a subclass of Variant"),
    ],
)
def test_a_broken_entry_point_warns_and_takes_no_other_down(
    site: Path, value: str, why: str
) -> None:
    dist_info(site, "broken-example", "0.1", {"broken": value})
    printed, complaints = python("print(*br.list_variants())", site, "-W", "always")
    assert printed.split()[-1] == "parlour"
    assert "RuntimeWarning" in complaints
    assert f"entry point broken = {value} gives no variant" in complaints
    assert why in complaints


def test_a_slug_of_the_library_cannot_be_taken(site: Path) -> None:
    (site / "usurper.py").write_text(
        "from boston_rules.variants import French\nclass Usurper(French):\n    slug = 'classic'\n"
    )
    dist_info(site, "usurper", "0.1", {"usurper": "usurper:Usurper"})
    printed, complaints = python('print(br.variant_class("classic").__name__)', site)
    assert printed == "Classic\n"
    printed, complaints = python(
        'br.list_variants(); print(br.variant_class("classic").__name__)', site, "-W", "always"
    )
    assert printed == "Classic\n"
    assert "the slug 'classic' belongs to" in complaints


def test_the_doctests_of_the_example_hold(site: Path) -> None:
    code = """
import doctest, boston_rules_example
result = doctest.testmod(boston_rules_example)
print(result.failed, result.attempted)
"""
    printed, _ = python(code, site, "-W", "error")
    assert printed == "0 2\n"


@pytest.mark.long
def test_records_with_its_rules_are_read_in_another_process(site: Path) -> None:
    """A rule of the plug-in in a variant of the library: read where the plug-in is installed."""
    code = """
from attrs import evolve
from boston_rules_example import RisingAntes
base = br.variants.Classic()
house = br.variants.Classic(pool=evolve(base.pool, ante=RisingAntes(7)))
print(br.dumps(br.record(br.start(house, 1)), "json"))
"""
    printed, _ = python(code, site, "-W", "error")
    assert "boston_rules_example.RisingAntes" in printed
    reading = f"""
import sys
made = br.loads({printed!r})
print("boston_rules_example" in sys.modules)
try:
    (state,) = br.replay(made)
    print(state.table.pool, state.table.variant.fingerprint() == made.fingerprint)
except br.RecordError as error:
    print(error)
"""
    printed, _ = python(reading, site, "-W", "error")
    assert printed.splitlines() == ["False", "7 True"]
    printed, _ = python(reading, None, "-W", "error")
    assert "import boston_rules_example first" in printed


@pytest.mark.long
def test_installed_by_pip_with_its_build_backend(tmp_path: Path) -> None:
    """Only where the backend is at hand, because nothing may be fetched."""
    pytest.importorskip("hatchling", reason="the build backend of the example is not installed")
    source, target = tmp_path / "plugin", tmp_path / "target"
    shutil.copytree(PLUGIN, source)
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--disable-pip-version-check", "--target", str(target)]
    subprocess.run([*command, str(source)], check=True, timeout=120)
    printed, _ = python("print(br.list_variants()[-1])", target, "-W", "error")
    assert printed == "parlour\n"
