"""The pages written by hand keep their word: their code runs, their commands and files exist."""

from __future__ import annotations

import doctest
import re
import shlex
import textwrap
import tomllib
from importlib.metadata import metadata, version
from pathlib import Path
from typing import Any, cast

import click
import pytest
from tests.docs.test_reference import unbound

import boston_rules as br
from boston_rules.cli.program import program
from boston_rules.variants import registry

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PACKAGE = Path(br.__file__).parent
PAGES = sorted(
    path.relative_to(DOCS).as_posix()
    for path in DOCS.rglob("*.rst")
    if ">>> " in path.read_text(encoding="utf-8")
)
# These need further packages or tell of other rooms, which test themselves; Sphinx runs them all.
ELSEWHERE = {
    "conformance.rst",
    "drawing.rst",
    "environments.rst",
    "guides/testing.rst",
    "records.rst",
    "simulation.rst",
}
FLAGS = doctest.ELLIPSIS


@pytest.mark.long
@pytest.mark.parametrize("page", [page for page in PAGES if page not in ELSEWHERE])
def test_the_code_of_a_page_runs(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A page may register a variant: for itself alone.
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    globs = {"__name__": "__main__"}
    parser = doctest.DocTestParser()
    found = parser.get_doctest(
        (DOCS / page).read_text(encoding="utf-8"), globs, page, str(DOCS / page), 0
    )
    assert found.examples
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(found, out=told.append)
    assert not failed, "".join(told)


def blocks(language: str) -> list[tuple[str, str]]:
    """Every block of code of a language on any page."""
    block = re.compile(rf"^\.\. code-block:: {language}\n((?:   .*\n|\n)+)", re.MULTILINE)
    return [
        (path.relative_to(DOCS).as_posix(), textwrap.dedent(found))
        for path in sorted(DOCS.rglob("*.rst"))
        for found in block.findall(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.long
@pytest.mark.parametrize(("page", "block"), blocks("python"))
def test_a_block_of_python_stands_alone(page: str, block: str) -> None:
    assert not unbound(block), page
    if page != "simulation.rst":  # whose blocks need a cluster
        space: dict[str, Any] = {"__name__": page}
        exec(compile(block, page, "exec"), space)
        for name in [name for name in space if name.startswith("test_")]:
            space[name]()


def test_the_newcomers_path_is_there() -> None:
    """From the front page to a bot, a house rule and a saved session."""
    assert {
        "tutorial/first-deal.rst",
        "tutorial/table-host.rst",
        "tutorial/bot.rst",
        "guides/house-rules.rst",
        "guides/save-and-resume.rst",
    } <= set(PAGES)


def commands() -> list[tuple[str, str]]:
    """Every command line of the program on any page."""
    found = []
    for path in sorted([*DOCS.rglob("*.rst"), *DOCS.rglob("*.inc")]):
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        lines = re.findall(r"^ +\$ (boston-rules .*)$", text, re.MULTILINE)
        found += [(path.relative_to(DOCS).as_posix(), line) for line in lines]
    return found


@pytest.mark.parametrize(("page", "line"), commands())
def test_commands_on_the_pages_are_understood(page: str, line: str) -> None:
    arguments, command = shlex.split(line)[1:], cast("click.Command", program)
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), arguments.pop(0))
        assert found is not None, f"{page}: {line}"
        command = found
    known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
    used = [word.partition("=")[0] for word in arguments if word.startswith("--")]
    assert set(used) <= known, f"{page}: {line}"


def test_commands_are_found() -> None:
    assert len(commands()) > 10


def tables_of_tournaments() -> list[str]:
    """The files that pages include."""
    pages = [path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.rst"))]
    pattern = re.compile(r"^\.\. include:: (?:\.\./)?(tournament-\S+)$", re.MULTILINE)
    return [name for page in pages for name in pattern.findall(page)]


def test_there_are_tables_of_tournaments() -> None:
    assert sorted(tables_of_tournaments()) == [
        "tournament-montecarlo.inc",
        "tournament-node.inc",
        "tournament-simple.inc",
    ]


@pytest.mark.parametrize("name", tables_of_tournaments())
def test_a_table_of_a_tournament_is_that_of_its_command(name: str) -> None:
    (line,) = (line for page, line in commands() if page == name)
    words = shlex.split(line)[2:]
    first = words.index("--bots")
    variants, words = words[:first], words[first:]
    given = dict(zip(words[::2], words[1::2], strict=True))
    cells = re.findall(r"^   (?:\*| ) - (.*)$", (DOCS / name).read_text("utf-8"), re.MULTILINE)
    head, *rows = (cells[at : at + 6] for at in range(0, len(cells), 6))
    one, two = (f"``{bot.partition(':')[0]}``" for bot in given["--bots"].split(","))
    assert head == ["variant", "deals", one, two, "difference", "better"]
    assert [row[0] for row in rows] == [f"``{slug}``" for slug in variants]
    assert {row[1] for row in rows} == {given["--deals"]}
    for _, _, mine, theirs, difference, better in rows:
        figures = re.fullmatch(r"(\S+) \((\S+) … (\S+)\)", difference)
        assert figures, difference
        estimate, low, high = map(float, figures.groups())
        assert low <= estimate <= high
        assert abs(float(mine) - float(theirs) - estimate) < 0.16, "each is rounded"
        if better == "undecided":
            assert low <= 0 <= high
        else:
            assert better == (one if estimate > 0 else two)


def test_files_that_the_pages_name_exist() -> None:
    named = {
        name
        for path in DOCS.rglob("*.rst")
        for name in re.findall(
            r"``((?:examples|docs|tests|benchmarks)/[\w./-]*)``", path.read_text()
        )
    }
    assert named
    # Not every folder is there where the tests run beside an installed package.
    assert all((ROOT / name).exists() for name in named if (ROOT / name.split("/")[0]).is_dir())


def test_the_folders_of_the_library_stand_in_the_order_of_their_imports() -> None:
    page = (DOCS / "explanation" / "design.rst").read_text(encoding="utf-8")
    listed = re.findall(r"^   \* - ``(\w+)``$", page, re.MULTILINE)
    assert sorted(listed) == sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
    config = ROOT / "pyproject.toml"
    if not config.exists():  # beside an installed package, where the file does not go
        pytest.skip("there is no pyproject.toml here")
    contracts = tomllib.loads(config.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["id"] == "rooms"]
    floors = [set(layer.split(" | ")) for layer in reversed(layers)]
    for floor in floors:
        assert set(listed[: len(floor)]) == floor
        del listed[: len(floor)]


# How to cite.


def test_bibtex_says_what_the_citation_file_says() -> None:
    citation = ROOT / "CITATION.cff"
    if not citation.exists():  # beside an installed package, where the file does not go
        pytest.skip("there is no CITATION.cff here")
    facts = dict(re.findall(r'^(\w[\w-]*): "?(.*?)"?$', citation.read_text("utf-8"), re.MULTILINE))
    authors = re.findall(r"^  - name: (.*)$", citation.read_text("utf-8"), re.MULTILINE)
    page = (DOCS / "citing.rst").read_text(encoding="utf-8")
    block = re.search(r"@software\{boston_rules,\n(.*?)\n   \}", page, re.DOTALL)
    assert block
    entry = dict(re.findall(r"(\w+) += \{\{?(.*?)\}?\}(?:,|$)", block[1]))
    assert facts["type"] == "software"
    assert entry["author"] == " and ".join(authors)
    for fact in ("title", "version", "license"):
        assert entry[fact] == facts[fact], fact
    assert re.fullmatch(r"\d{4}", entry["year"])
    if "date-released" in facts:
        assert facts["date-released"].startswith(entry["year"])


def test_the_citation_is_of_this_version() -> None:
    page = (DOCS / "citing.rst").read_text(encoding="utf-8")
    assert f"version = {{{version('boston_rules')}}}" in page
    assert f"license = {{{metadata('boston_rules')['License-Expression']}}}" in page


# Read the Docs.


def test_read_the_docs_installs_extras_that_exist() -> None:
    config = ROOT / ".readthedocs.yaml"
    if not config.exists():
        pytest.skip("there is no .readthedocs.yaml here")
    extras = set(re.findall(r"^        - (\w+)$", config.read_text("utf-8"), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "docs" in extras <= set(project["optional-dependencies"])
    own = [name for name in project["optional-dependencies"]["docs"] if "boston_rules" in name]
    assert any("cli" in name for name in own), "the pages hold what the commands print"
    assert "configuration: docs/conf.py" in config.read_text("utf-8")
